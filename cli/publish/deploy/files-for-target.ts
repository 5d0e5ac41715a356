// The files of a build → those of a target: further keys for pages on hosts without index documents, and redirect objects on S3 websites.

import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BuildFailedError, EventsiteError } from "../../diagnostics/diagnostic.ts";
import { type FileClass, fileClassOf } from "../../hosting/file-headers.ts";
import { type HostRules, rulesOf } from "../../hosting/hosts.ts";
import { belowBase } from "../../routes/base-path.ts";
import type { Redirect } from "../../routes/plan-redirects.ts";
import { objectsOf } from "../hosts/object-keys.ts";
import type { Target } from "../stores/target.ts";
import type { PublishedFile } from "./ledger.ts";

/** Tells pages and redirects of the build from HTML that is published as it is. */
interface RenderedFiles {
  readonly isPage: (path: string) => boolean;
  readonly isRedirect: (path: string) => boolean;
}

/** Hashes one file after the other: hashing takes a whole core anyway. */
export async function hashFiles(
  outDir: string,
  paths: readonly string[],
  rendered: RenderedFiles,
): Promise<PublishedFile[]> {
  const files: PublishedFile[] = [];
  for (const path of paths) {
    const bytes = await readFile(join(outDir, path));
    const fileClass = classOf(path, rendered);
    files.push({ path, size: bytes.length, sha256: hash("sha256", bytes), md5: hash("md5", bytes), fileClass });
  }
  return files;
}

function classOf(path: string, { isPage, isRedirect }: RenderedFiles): FileClass {
  if (isRedirect(path)) return "redirect";
  const fileClass = fileClassOf(path);
  return fileClass === "page" && !isPage(path) ? "file" : fileClass;
}

/** Reads a file by its hash. Rejects with EMIT_LOCKED if a build has replaced it since it was hashed. */
export function contentReader(outDir: string, builtFiles: readonly PublishedFile[]) {
  const paths = new Map(builtFiles.map(({ path, sha256 }) => [sha256, join(outDir, path)]));
  return async ({ sha256 }: PublishedFile): Promise<Buffer> => {
    const path = paths.get(sha256);
    if (path === undefined) return Buffer.alloc(0);
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes && hash("sha256", bytes) === sha256) return bytes;
    throw new EventsiteError("EMIT_LOCKED", `${path} was changed while it was deployed.`, {
      hint: "deploy again when nothing else builds the site",
    });
  };
}

/** Throws DEPLOY_TARGET if the target cannot hold what its `as` needs. A further file has the content of a built one, or none. */
export function filesForTarget(
  target: Target,
  builtFiles: readonly PublishedFile[],
  redirects: readonly Redirect[],
  base: string,
) {
  if (target.as === undefined) return builtFiles;
  const rules = rulesOf(target.as);
  refuseUnable(target, rules);
  const objects = objectsOf(rules, { paths: builtFiles.map(({ path }) => path), redirects });
  const files = new Map(builtFiles.map((file) => [file.path, file]));
  for (const { key, file } of objects.keys) {
    const source = files.get(file);
    if (source) files.set(key, { ...source, path: key, fileClass: "key" });
  }
  for (const { key, to, page = "" } of objects.redirects) {
    const content = files.get(key) ?? { ...(files.get(page) ?? EMPTY), fileClass: "key" };
    files.set(key, { ...content, path: key, redirectTo: belowBase(base, to) });
  }
  return [...files.values()];
}

const EMPTY = { size: 0, sha256: hash("sha256", ""), md5: hash("md5", "") };

/** A folder cannot hold a file and a folder with the same name, and only S3 has objects that redirect. */
function refuseUnable(target: Target, rules: HostRules): void {
  const { kind, to } = target;
  const cannotRedirect = rules.hasRedirectObjects && kind !== "s3";
  if (!cannotRedirect && kind !== "folder") return;
  const what = cannotRedirect ? "objects that redirect" : "further keys for pages";
  const message = `${to} is ${KINDS[kind]}, which cannot have ${what}.`;
  throw new BuildFailedError([target.report("DEPLOY_TARGET", "as", message, "take the line out")]);
}

const KINDS: Readonly<Record<Target["kind"], string>> = {
  folder: "a folder",
  s3: "a bucket",
  azure: "a container of Azure",
  gcs: "a bucket of Google",
};
