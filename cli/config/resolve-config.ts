// Options of a caller → absolute paths and final values, frozen. The stages read no other options.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type AddressFault, addressFault, settleAddress } from "../../templates/kit/web-address.ts";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import type { BuildWork, ReportProgress } from "../diagnostics/progress.ts";
import { homeFolder, sharedCacheDir } from "../launch/cache-folder.mjs";
import { parseLocalTime } from "./local-time.ts";
import { followLinks, isBelow, refuseUnsafeOutDir } from "./safe-out-dir.ts";

export interface CheckOptions {
  /** The project's folder. Default: the current one. */
  readonly root?: string;
  /** Default: `content` in the root. */
  readonly contentDir?: string;
  /** Default: `templates` in the root, else those of the program. */
  readonly templatesDir?: string;
  /** Overrides `url` of site.yaml. */
  readonly siteUrl?: string;
  /** Overrides `relay.url` and `relay.key` of site.yaml. */
  readonly relayUrl?: string;
  readonly relayKey?: string;
  /** Overrides `variants` of site.yaml, page by page: `{ home: "no-form" }`. */
  readonly variants?: Readonly<Record<string, string>>;
  /** The engine that renders the pages. Default: "react". */
  readonly renderer?: Engine;
  /** The engine in the browser. Default: "preact". */
  readonly client?: Engine;
  /** Also fail on remaining placeholders. Default: false. */
  readonly release?: boolean;
  /** The moment that the site is made for, by its time zone: "2026-12-24" or "2026-12-24T18:00". Default: now. */
  readonly asOf?: string | undefined;
  /**
   * Also shows what is not public at that moment, marked. Default: false for build and check; true for serve, unless `asOf` is given.
   */
  readonly drafts?: boolean | undefined;
  /** The clock, in milliseconds since 1970, which decides what is public now. Default: that of the machine. */
  readonly now?: (() => number) | undefined;
  /** A site for those who work on it: search engines stay out, and forms send nothing. Default: false. */
  readonly preview?: boolean | undefined;
  /** false compiles and builds everything again. Default: true. */
  readonly cache?: boolean;
  /** Where finished pictures are cached; sites may share it. Default: EVENTSITE_IMAGE_CACHE, else `.eventsite/images` in the root. */
  readonly imageCacheDir?: string;
}

export interface BuildOptions extends CheckOptions {
  /** Default: `dist` in the root; `.eventsite/serve` for a served site. */
  readonly outDir?: string;
  /** false returns the files with their content and writes nothing. Default: true. */
  readonly write?: boolean;
  /** Stops the build at the next file; the existing site is untouched. */
  readonly signal?: AbortSignal;
  /** Called with the progress of pages, pictures and cards, from the beginning of each part on. Cached pictures and cards do not count. */
  readonly onProgress?: ReportProgress;
  /** Called with what was read, checked, rendered and written, and why: `build --verbose` prints it. */
  readonly onWork?: ((work: BuildWork) => void) | undefined;
}

export type Engine = "react" | "preact";

export interface Config {
  readonly root: string;
  readonly programDir: string;
  readonly contentDir: string;
  readonly templatesDir: string;
  /** With all links resolved: a build replaces the folder itself. */
  readonly outDir: string;
  /** Manifests and locks. */
  readonly stateDir: string;
  /** Compiled templates and fonts: of the user, or of the site where the user has no folder for them. */
  readonly cacheDir: string;
  readonly imageCacheDir: string;
  readonly siteUrl: string | undefined;
  readonly relayUrl: string | undefined;
  readonly relayKey: string | undefined;
  readonly variants: Readonly<Record<string, string>>;
  readonly renderer: Engine;
  readonly client: Engine;
  readonly release: boolean;
  readonly asOf: string | undefined;
  readonly drafts: boolean;
  readonly now: () => number;
  readonly preview: boolean;
  readonly cache: boolean;
  readonly purpose: Purpose;
}

/** The purpose of a build: a site to upload, or a preview on this machine. */
export type Purpose = "publish" | "serve";

/** Written into the compiled program, which is in another folder. */
declare const PROGRAM_DIR: string | undefined;

/** The folder of the program: for sources that run directly, the nearest one above this file that holds the command's launcher. */
export function findProgramDir(): string {
  if (typeof PROGRAM_DIR === "string") return PROGRAM_DIR;
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, "cli/eventsite.cjs"))) {
    const parent = dirname(dir);
    if (parent === dir) throw new Error("The program's folder was not found above its own files.");
    dir = parent;
  }
  return dir;
}

/** The version in package.json. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(join(findProgramDir(), "package.json"), "utf8")) as { version: string };
  return version;
}

/** Throws USAGE for an impossible value, and EMIT_UNSAFE_FOLDER for an output folder that holds more than a site. */
export function resolveConfig(options: BuildOptions, purpose: Purpose = "publish"): Config {
  const programDir = findProgramDir();
  const root = resolve(options.root ?? ".");
  const contentDir = resolve(root, options.contentDir ?? "content");
  const templatesDir = resolveTemplatesDir(options.templatesDir, root, programDir);
  // The state of content in another folder is beside that content: the current folder may belong to anything.
  const stateDir = join(isBelow(contentDir, root) ? root : dirname(contentDir), ".eventsite");
  const outDir = followLinks(
    resolve(root, options.outDir ?? (purpose === "publish" ? "dist" : join(stateDir, "serve"))),
  );
  refuseUnsafeOutDir(outDir, [root, contentDir, templatesDir, homeFolder()]);
  return Object.freeze({
    root,
    programDir,
    contentDir,
    templatesDir,
    outDir,
    stateDir,
    cacheDir: sharedCacheDir(findProgramDir()) ?? stateDir,
    imageCacheDir: resolve(
      root,
      options.imageCacheDir ?? (process.env.EVENTSITE_IMAGE_CACHE || join(stateDir, "images")),
    ),
    siteUrl: options.siteUrl === undefined ? undefined : checkAddress(options.siteUrl, "site URL"),
    relayUrl: options.relayUrl === undefined ? undefined : checkAddress(options.relayUrl, "relay URL"),
    relayKey: options.relayKey,
    variants: options.variants ?? {},
    renderer: options.renderer ?? "react",
    client: options.client ?? "preact",
    release: options.release ?? false,
    ...momentOptions(options, purpose),
    now: options.now ?? Date.now,
    preview: options.preview ?? false,
    cache: options.cache ?? true,
    purpose,
  });
}

function resolveTemplatesDir(templatesDir: string | undefined, root: string, programDir: string): string {
  if (templatesDir) return resolve(root, templatesDir);
  const ofProject = join(root, "templates");
  return existsSync(ofProject) ? ofProject : join(programDir, "templates");
}

/** Throws USAGE for a date that does not exist. */
export function momentOptions({ asOf, drafts }: Pick<CheckOptions, "asOf" | "drafts">, purpose: Purpose) {
  if (asOf !== undefined && !parseLocalTime(asOf))
    throw new EventsiteError("USAGE", `"${asOf}" is not a date that there is.`, {
      hint: "write one such as 2026-12-24 or 2026-12-24T18:00, by the clocks of the site's time zone",
    });
  return { asOf, drafts: drafts ?? (purpose === "serve" && asOf === undefined) };
}

/** An address as it is published. Throws USAGE if it cannot be published. `name` is its name in messages. */
export function checkAddress(address: string, name: string): string {
  const fault = addressFault(address);
  if (fault === undefined) return settleAddress(address);
  const { what, hint } = ADDRESS_FAULTS[fault];
  // A password must not get into logs.
  const quotation = /\/\/.*@/s.test(address) ? "" : ` "${address}"`;
  throw new EventsiteError("USAGE", `The ${name}${quotation} ${what}.`, { hint });
}

const ADDRESS_FORM = {
  what: "is not a web address",
  hint: "write it with http:// or https:// in front, and without ? or # behind",
};

const ADDRESS_FAULTS: Readonly<Record<AddressFault, { readonly what: string; readonly hint: string }>> = {
  form: ADDRESS_FORM,
  query: ADDRESS_FORM,
  user: {
    what: "holds a user name or a password; it would be visible on every page",
    hint: "remove what comes before the @",
  },
  path: {
    what: "has a path that not every host takes",
    hint: 'write the path with a-z, 0-9, "-", ".", "_" and "~"',
  },
};

/** A path as messages show it: relative to the root, with forward slashes. */
export const shownPath = (root: string, path: string): string => {
  const relativePath = relative(root, path).split(sep).join("/");
  return relativePath.startsWith("../") ? path.split(sep).join("/") : relativePath || ".";
};
