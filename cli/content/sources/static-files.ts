// content/files/ → the files that are published as they are, each at its path below the folder: downloads, proofs of ownership, .well-known.

import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join, sep } from "node:path";
import { shownPath } from "../../config/resolve-config.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { leadsToFolder } from "../../files/tree-of.ts";
import { latinName } from "../../text/latin-name.ts";
import { isLeftover } from "./leftover-names.ts";

export const STATIC_FOLDER = "files";

/** The lowest limit among hosts: that of Cloudflare Pages. */
const MAX_STATIC_BYTES = 25 * 1_048_576;

export interface StaticFile {
  /** Its path below the folder and on the site, with forward slashes. */
  readonly path: string;
  readonly source: string;
  /** Its path in messages. */
  readonly file: string;
}

/** Names that are the same in an address, on every disk and in every bucket. */
const NAME = /^[A-Za-z0-9._~@-]*[A-Za-z0-9_~@-]$/;

/** All files below the folder, sorted, with a problem for each that cannot be published. Links within the content are followed. */
export function listStaticFiles(root: string, dir: string) {
  const files: StaticFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const contentDir = realpathSync(dirname(dir));
  const listAll = (folder: string, prefix: string) => {
    for (const entry of entriesOf(folder, root, diagnostics)) {
      const source = join(folder, entry.name);
      const path = prefix + entry.name;
      const file = shownPath(root, source);
      if (!NAME.test(entry.name)) diagnostics.push(badName(entry.name, file));
      else if (entry.isSymbolicLink() && leadsOutOf(contentDir, source)) diagnostics.push(outside(file));
      else if (leadsToFolder(entry, source)) listAll(source, `${path}/`);
      else files.push({ path, source, file });
    }
  };
  listAll(dir, "");
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), diagnostics };
}

/** False for a link that leads nowhere, which is reported when it is read. */
function leadsOutOf(contentDir: string, link: string): boolean {
  try {
    return !realpathSync(link).startsWith(contentDir + sep);
  } catch {
    return false;
  }
}

const outside = (file: string): Diagnostic => ({
  code: "SOURCE_OUTSIDE",
  severity: "error",
  message: "This is a link to something outside of the content.",
  file,
  hint: "put the files themselves there",
});

/**
 * The addresses by which links can name a file, without a slash at the end. None for a file without an extension: links to such paths get a
 * slash, and programs know them without links.
 */
export const linkedAs = ({ path }: Pick<StaticFile, "path">): string[] => {
  if (!/\.[a-z0-9]+$/i.test(path)) return [];
  const folder = /^(.+)\/index\.html$/.exec(path)?.[1];
  return [`/${path}`, ...(folder === undefined ? [] : [`/${folder}`])];
};

function entriesOf(folder: string, root: string, diagnostics: Diagnostic[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isLeftover(name));
  } catch (error) {
    const message = `The folder cannot be read (${(error as NodeJS.ErrnoException).code}).`;
    diagnostics.push({ code: "SOURCE_UNREADABLE", severity: "error", message, file: shownPath(root, folder) });
    return [];
  }
}

function badName(name: string, file: string): Diagnostic {
  const ending = extname(name);
  const [base, end] = [basename(name, ending), ending].map(latinName);
  const proposal = `${base || "file"}${end ? `.${end}` : ""}`;
  const message = `The name "${name}" is not the same in every address and on every host.`;
  const hint = `use letters a-z, digits, dots, hyphens and underscores, such as ${proposal}`;
  return { code: "SOURCE_BAD_NAME", severity: "error", message, file, hint };
}

/** The problems of a file itself, as it is now. */
export function checkStaticFile({ source, file }: StaticFile): Diagnostic[] {
  const problem = (code: Diagnostic["code"], message: string, hint: string): Diagnostic[] => [
    { code, severity: "error", message, file, hint },
  ];
  try {
    const stat = statSync(source);
    if (!stat.isFile()) return problem("SOURCE_UNREADABLE", "This is not a file.", "take it out of the folder");
    if (stat.size <= MAX_STATIC_BYTES) return [];
    const mebibytes = (stat.size / 1_048_576).toFixed(1);
    const message = `The file has ${mebibytes} MiB; a file may have ${MAX_STATIC_BYTES / 1_048_576} MiB.`;
    return problem(
      "SOURCE_TOO_LARGE",
      message,
      "make it smaller, or put it where large files are kept, and link there",
    );
  } catch (error) {
    const message = `The file cannot be read (${(error as NodeJS.ErrnoException).code}).`;
    return problem("SOURCE_UNREADABLE", message, "check that it exists and that you may read it");
  }
}
