// One round of the bench: a first deploy, one without a change and one with one change, ours and the bare loop's.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { PutObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import { LEASE_TIMES } from "../../cli/deploy/lease.ts";
import { runParallel } from "../../cli/deploy/run-parallel.ts";
import { openS3 } from "../../cli/deploy/s3-store.ts";
import { openLedgerCache } from "../../cli/deploy/target-state.ts";
import { publishSite, type SiteTexts, siteOf, testTarget } from "../support/published-site.ts";

export interface Figures {
  readonly ms: number;
  readonly loopMs: number;
  readonly requests: number;
  readonly loopRequests: number;
}

interface Round {
  readonly url: string;
  readonly pages: number;
  readonly round: number;
  readonly work: string;
}

const BUCKET = "bench";
const AT_ONCE = 16;
const WORDS = "words as people write them ".repeat(300);

export async function measure({ url, pages, round, work }: Round): Promise<Readonly<Record<string, Figures>>> {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: "test-key", AWS_SECRET_ACCESS_KEY: "test-secret" });
  const texts = Object.fromEntries(Array.from({ length: pages }, (_, index) => [`/p${index}/`, `${index} ${WORDS}`]));
  const first = siteOf({ "/": "home", ...texts });
  const second = siteOf({ "/": "home", ...texts, "/p1/": "another text" });
  const place = `${pages}-${round}`;
  const figures: Record<string, Figures> = {};
  for (const [what, site] of [
    ["first deploy", first],
    ["no change", first],
    ["one change", second],
  ] as const) {
    const ours = () => deployed(url, `ours-${place}/`, site, join(work, place));
    const loop = () => looped(url, `loop-${place}/`, site);
    // Neither is always the first.
    const [a, b] = round % 2 === 0 ? [await timed(ours), await timed(loop)] : [await timed(loop), await timed(ours)];
    const [own, bare] = round % 2 === 0 ? [a, b] : [b, a];
    figures[what] = { ms: own.ms, loopMs: bare.ms, requests: own.requests, loopRequests: bare.requests };
  }
  return figures;
}

async function timed(run: () => Promise<number>): Promise<{ readonly ms: number; readonly requests: number }> {
  const start = performance.now();
  const requests = await run();
  return { ms: performance.now() - start, requests };
}

async function deployed(endpoint: string, prefix: string, site: SiteTexts, stateDir: string): Promise<number> {
  const plain = await openS3({ bucket: BUCKET, prefix, endpoint, root: process.cwd() });
  let requests = 0;
  const counted =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Result) =>
    (...args: Args): Result => {
      requests++;
      return call(...args);
    };
  const { list, read, write, copy, delete: remove } = plain;
  const store = {
    ...plain,
    list: counted(list),
    read: counted(read),
    write: counted(write),
    copy: counted(copy),
    delete: counted(remove),
  };
  const target = testTarget({ prefix, endpoint });
  await publishSite(store, site, { target, cache: openLedgerCache(stateDir, target), times: LEASE_TIMES });
  await plain.close?.();
  return requests;
}

/** What a script of an afternoon does: list, compare the hashes, upload what differs. */
async function looped(endpoint: string, prefix: string, site: SiteTexts): Promise<number> {
  const client = new S3Client({
    endpoint,
    forcePathStyle: true,
    region: "us-east-1",
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  const etags = new Map<string, string | undefined>();
  let requests = 1;
  for await (const page of paginateListObjectsV2({ client }, { Bucket: BUCKET, Prefix: prefix }))
    for (const { Key = "", ETag } of page.Contents ?? []) etags.set(Key.slice(prefix.length), ETag);
  const changed = Object.entries(site).filter(
    ([path, text]) => etags.get(path) !== `"${createHash("md5").update(text).digest("hex")}"`,
  );
  await runParallel(changed, AT_ONCE, new AbortController().signal, async ([path, text]) => {
    requests++;
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: prefix + path, Body: text }));
  });
  client.destroy();
  return requests;
}
