// Mistakes of targets, and what stores refuse: the reports of `deploy` and `publications`.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveConfig } from "../../../cli/config/resolve-config.ts";
import { deploy, publications } from "../../../cli/index.ts";
import { LEASE_FILE } from "../../../cli/publish/deploy/ledger.ts";
import { explainingStore } from "../../../cli/publish/stores/open-store.ts";
import { type StoreProblem, TargetStoreError } from "../../../cli/publish/stores/store.ts";
import { readTarget } from "../../../cli/publish/stores/target.ts";
import { publishSite, siteOf } from "../site/published-site.ts";
import { type Cause, refusalOf } from "../site/refusal-of.ts";
import { memoryStore } from "./memory-store.ts";

const BUCKET =
  "publish:\n  live:\n    to: s3://shop\n    endpoint: https://storage.example.com\n    region: ca-central-1\n";

const publishTo = (root: string, text: string) => appendFileSync(join(root, "content/site.yaml"), `\n${text}`);

async function bucketOf(root: string) {
  publishTo(root, BUCKET);
  return (await readTarget(resolveConfig({ root }), "live")).target;
}

/** As a store would refuse its first call. */
const refused =
  (problem: StoreProblem, detail: string): Cause =>
  async (root) => {
    const target = await bucketOf(root);
    return refusalOf(explainingStore(target, () => Promise.reject(new TargetStoreError(problem, detail))));
  };

const pages = siteOf(Object.fromEntries(["/", "/a/", "/b/", "/c/", "/contact/"].map((path) => [path, path])));
const without = (...paths: readonly string[]) =>
  Object.fromEntries(Object.entries(pages).filter(([path]) => !paths.includes(path)));

export const deployMistakes: Readonly<Record<string, Cause>> = {
  DEPLOY_TARGET: (root) => refusalOf(deploy({ root })),
  "DEPLOY_TARGET--unknown": (root) => {
    publishTo(root, BUCKET);
    return refusalOf(deploy({ root, target: "life" }));
  },
  "DEPLOY_TARGET--overlap": (root) => {
    publishTo(root, "publish:\n  live:\n    to: file:dist/site\n");
    return refusalOf(deploy({ root }));
  },
  DEPLOY_URL: (root) => {
    publishTo(root, `${BUCKET}    url: https://shop.example.com\n`);
    return refusalOf(deploy({ root }));
  },
  DEPLOY_PACKAGE: refused("package", "@aws-sdk/client-s3"),
  DEPLOY_UNREACHABLE: refused("unreachable", "The bucket could not be listed (ECONNREFUSED)"),
  "DEPLOY_UNREACHABLE--page": refused("protocol", "The bucket could not be listed (SyntaxError)"),
  "DEPLOY_UNREACHABLE--fails": refused("transfer", "index.html could not be written (InternalError, status 500)"),
  DEPLOY_BUCKET: refused("bucket", "The bucket could not be listed (NoSuchBucket, status 404)"),
  "DEPLOY_BUCKET--region": refused("region", "The bucket could not be listed (PermanentRedirect, status 301)"),
  "DEPLOY_BUCKET--folder": (root) => {
    publishTo(root, "publish:\n  live:\n    to: file:/srv-without/www/site\n");
    return refusalOf(publications({ root }));
  },
  DEPLOY_CREDENTIALS: refused("credentials", "The bucket could not be listed (InvalidAccessKeyId, status 403)"),
  DEPLOY_RIGHTS: refused("rights", "index.html could not be written (AccessDenied, status 403)"),
  DEPLOY_CLOCK: refused("clock", "The bucket could not be listed (RequestTimeTooSkewed, status 403)"),
  DEPLOY_THROTTLED: refused("throttled", "index.html could not be written (SlowDown, status 503)"),
  DEPLOY_FULL: refused("full", "index.html could not be written (XMinioStorageFull, status 507)"),
  "DEPLOY_FAILED--file": (root) => {
    publishTo(root, "publish:\n  live:\n    to: file:www\n");
    writeFileSync(join(root, "www"), "");
    return refusalOf(publications({ root }));
  },
  DEPLOY_FAILED: refused("other", "index.html could not be written (Teapot, status 418)"),
  DEPLOY_FOREIGN(root) {
    mkdirSync(join(root, "www"));
    writeFileSync(join(root, "www/thesis.txt"), "mine");
    publishTo(root, "publish:\n  live:\n    to: file:www\n");
    return refusalOf(publications({ root }));
  },
  async DEPLOY_BUSY(root) {
    const store = memoryStore();
    let renewals = 0;
    store.onCall = (call) => {
      if (call === `read ${LEASE_FILE}`) store.set(LEASE_FILE, JSON.stringify({ id: "x", renewals: renewals++ }));
    };
    return refusalOf(publishSite(store, pages, { target: await bucketOf(root) }));
  },
  async DEPLOY_DELETES(root) {
    const store = memoryStore();
    await publishSite(store, pages);
    return refusalOf(publishSite(store, without("a/index.html", "b/index.html"), { target: await bucketOf(root) }));
  },
  DEPLOY_ROLLBACK(root) {
    publishTo(root, "publish:\n  live:\n    to: file:www\n");
    return refusalOf(deploy({ root, rollback: true }));
  },
  "DEPLOY_ROLLBACK--unknown"(root) {
    publishTo(root, "publish:\n  live:\n    to: file:www\n");
    return refusalOf(deploy({ root, rollback: "20261224-180000-1a2b3c4d" }));
  },
  async DEPLOY_KEY(root) {
    publishTo(root, "publish:\n  live:\n    to: file:www\n");
    await deploy({ root });
    publishTo(root, "notice: { text: Closed on Monday. }\n");
    await deploy({ root });
    rmSync(join(root, ".eventsite/deploy/key"));
    return (await deploy({ root })).warnings;
  },
  async DEPLOY_CHANGED(root) {
    publishTo(root, "publish:\n  live:\n    to: file:www\n");
    await deploy({ root });
    writeFileSync(join(root, "www/robots.txt"), "changed");
    return (await deploy({ root })).warnings;
  },
};
