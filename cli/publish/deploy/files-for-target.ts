// The files of a build → those of a target: hosts without index documents get further keys for pages, S3 websites get redirect objects.

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

/** One file after the other: hashing takes a whole core anyway. HTML that is not in `rendered` is published as it is. */
export async function hashFiles(
  outDir: string,
  paths: readonly string[],
  rendered: { readonly isPage: (path: string) => boolean; readonly isRedirect: (path: string) => boolean },
) {
  const files: PublishedFile[] = [];
  for (const path of paths) {
    const bytes = await readFile(join(outDir, path));
    const fileClass = classOf(path, rendered);
    files.push({ path, size: bytes.length, sha256: hash("sha256", bytes), md5: hash("md5", bytes), fileClass });
  }
  return files;
}

function classOf(path: string, { isPage, isRedirect }: Parameters<typeof hashFiles>[2]): FileClass {
  if (isRedirect(path)) return "redirect";
  const fileClass = fileClassOf(path);
  return fileClass === "page" && !isPage(path) ? "file" : fileClass;
}

/** Reads a file by its hash. Rejects with EMIT_LOCKED if a build has replaced it since it was hashed. */
export function contentReader(outDir: string, built: readonly PublishedFile[]) {
  const paths = new Map(built.map(({ path, sha256 }) => [sha256, join(outDir, path)]));
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

/** Rejects with DEPLOY_TARGET where the target cannot hold what its `as` asks for. A further file has the content of a built one, or none. */
export function filesForTarget(
  target: Target,
  built: readonly PublishedFile[],
  redirects: readonly Redirect[],
  base: string,
) {
  if (target.as === undefined) return built;
  const rules = rulesOf(target.as);
  refuseUnable(target, rules);
  const objects = objectsOf(rules, { paths: built.map(({ path }) => path), redirects });
  const files = new Map(built.map((file) => [file.path, file]));
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

/** A folder cannot hold a file and a folder of one name, and only S3 has objects that redirect. */
function refuseUnable(target: Target, rules: HostRules): void {
  const { kind, to } = target;
  const what =
    rules.hasRedirectObjects && kind !== "s3"
      ? "objects that redirect"
      : kind === "folder"
        ? "further keys for pages"
        : undefined;
  if (what === undefined) return;
  const message = `${to} is ${KINDS[kind]}, which cannot have ${what}.`;
  throw new BuildFailedError([target.report("DEPLOY_TARGET", "as", message, "take the line out")]);
}

const KINDS: Readonly<Record<Target["kind"], string>> = {
  folder: "a folder",
  s3: "a bucket",
  azure: "a container of Azure",
  gcs: "a bucket of Google",
};
