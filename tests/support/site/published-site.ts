// A site of a few lines and its publication, without content, templates and a build.
import { createHash } from "node:crypto";
import { fileClassOf } from "../../../cli/hosting/file-headers.ts";
import type { PublishedFile } from "../../../cli/publish/deploy/ledger.ts";
import { type PublishJob, publish } from "../../../cli/publish/deploy/publish.ts";
import { openVault } from "../../../cli/publish/deploy/vault.ts";
import type { TargetStore } from "../../../cli/publish/stores/store.ts";
import type { Target } from "../../../cli/publish/stores/target.ts";

/** Content by path, such as "contact/index.html". */
export type SiteTexts = Readonly<Record<string, string>>;

const digest = (name: string, text: string) => createHash(name).update(text).digest("hex");

/** A page refers to an asset of its own, whose name has the hash of its content, as in a real site. */
export function siteOf(pages: Readonly<Record<string, string>>): SiteTexts {
  const assets = Object.fromEntries(Object.values(pages).map((words) => [assetOf(words), `picture of ${words}`]));
  const html = Object.entries(pages).map(([path, words]) => [
    path === "/" ? "index.html" : `${path.slice(1)}index.html`,
    `<meta name="generator" content="eventsite"><p>${words}</p><img src="/${assetOf(words)}">`,
  ]);
  return { ...assets, ...Object.fromEntries(html), "sitemap.xml": Object.keys(pages).join("\n") };
}

const assetOf = (words: string) => `assets/images/${digest("sha256", words).slice(0, 8)}.webp`;

export const filesOf = (site: SiteTexts): PublishedFile[] =>
  Object.entries(site).map(([path, text]) => ({
    path,
    size: Buffer.byteLength(text),
    sha256: digest("sha256", text),
    md5: digest("md5", text),
    fileClass: fileClassOf(path),
  }));

export const testTarget = (changes: Partial<Target> = {}): Target => ({
  name: "live",
  to: "s3://shop",
  kind: "s3",
  account: "",
  place: "shop",
  prefix: "",
  live: false,
  preview: false,
  report: (code, key, message, hint) => ({
    code,
    severity: "error",
    message,
    file: `site.yaml: ${key}`,
    ...(hint !== undefined && { hint }),
  }),
  ...changes,
});

export const testVault = openVault("a secret of those who deploy");

const noCache = { find: () => undefined, keep() {}, vault: testVault };

export const publishSite = (
  store: TargetStore,
  site: SiteTexts,
  changes: Partial<PublishJob> = {},
): ReturnType<typeof publish> =>
  publish({
    target: testTarget(),
    store,
    cache: noCache,
    choose: () => ({ files: filesOf(site), site: "https://www.example.com" }),
    readFile: async ({ path }) => Buffer.from(site[path] ?? ""),
    consent: {},
    dryRun: false,
    signal: new AbortController().signal,
    onProgress: undefined,
    now: Date.now,
    times: { renewMs: 60_000, silentMs: 20, lookMs: 5, settleMs: 20 },
    ...changes,
  });
