// What a target holds at this moment: its listing, and the ledger of its publications.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BuildFailedError } from "../../diagnostics/diagnostic.ts";
import { GENERATOR_TAG, isBesideSite } from "../../emit/own-files.ts";
import { contentHash } from "../../files/content-hash.ts";
import { STATE_FOLDER, type StoredFile, type TargetStore } from "../stores/store.ts";
import type { Target } from "../stores/target.ts";
import { decodeLedger, encodeLedger, LEDGER_FILE, type Ledger, type ReadLedger, STATE_HEADERS } from "./ledger.ts";
import { openVault, readSecret } from "./vault.ts";

export type TargetState = Awaited<ReturnType<typeof readState>>;
export type LedgerCache = ReturnType<typeof openLedgerCache>;

/** The last ledger that this machine has seen: where the listing has the same one, it need not be read. */
export function openLedgerCache(stateDir: string, { kind, place, prefix, endpoint }: Target) {
  const name = contentHash(JSON.stringify([kind, place, prefix, endpoint])).slice(0, 12);
  const dir = join(stateDir, "deploy");
  const file = join(dir, `${name}.json`);
  const vault = openVault(readSecret(stateDir));
  return {
    /** Reads and writes what only those who deploy may know. */
    vault,
    find(etag: string): ReadLedger | undefined {
      try {
        const bytes = readFileSync(file);
        const end = bytes.indexOf("\n");
        return bytes.toString("utf8", 0, end) === etag ? decodeLedger(bytes.subarray(end + 1), vault) : undefined;
      } catch {
        return undefined;
      }
    },
    keep(etag: string, bytes: Buffer): void {
      try {
        mkdirSync(dir, { recursive: true });
        writeFileSync(file, Buffer.concat([Buffer.from(`${etag}\n`), bytes]));
      } catch {
        // Without it the next deploy reads one file more.
      }
    },
  };
}

/**
 * `ledgerEtag` is undefined where there is no ledger yet; `isAdopted`: it holds a site of ours that was uploaded by other means. Rejects
 * with DEPLOY_FOREIGN if the target holds something else.
 */
export async function readState(store: TargetStore, target: Target, cache: LedgerCache) {
  const { vault } = cache;
  const listing = await store.list();
  const stored = listing.get(LEDGER_FILE);
  if (!stored) {
    const isAdopted = await isOursOrEmpty(store, target, listing);
    const nothing = { ledger: [] as Ledger, isWhole: true, ledgerEtag: undefined, ledgerModifiedAt: 0 };
    return { listing, vault, ...nothing, isAdopted };
  }
  const about = { listing, vault, ledgerModifiedAt: stored.modifiedAt, isAdopted: false };
  const cached = cache.find(stored.etag);
  if (cached) return { ...about, ...cached, ledgerEtag: stored.etag };
  const found = await store.read(LEDGER_FILE);
  const read = found && decodeLedger(found.bytes, vault);
  if (!read) {
    const problem = "was not written by this version of the program, or is damaged";
    throw foreign(target, `${LEDGER_FILE} in ${target.to} ${problem}.`);
  }
  cache.keep(found.etag, found.bytes);
  return { ...about, ...read, ledgerEtag: found.etag };
}

/** Replaces the ledger that `etag` names. Rejects with the problem "conflict" if somebody else has replaced it meanwhile. */
export async function writeLedger(store: TargetStore, cache: LedgerCache, ledger: Ledger, etag: string | undefined) {
  const bytes = encodeLedger(ledger, cache.vault);
  const condition = etag === undefined ? ({ absent: true } as const) : { etag };
  const written = await store.write(LEDGER_FILE, bytes, STATE_HEADERS, condition);
  cache.keep(written, bytes);
  return written;
}

/** Consoles of buckets show folders by empty objects. */
const isFolder = (path: string, size: number): boolean => size === 0 && (path === "" || path.endsWith("/"));

/** Whether there is a site of ours to be replaced; false for an empty target. */
async function isOursOrEmpty(
  store: TargetStore,
  target: Target,
  listing: ReadonlyMap<string, StoredFile>,
): Promise<boolean> {
  const others = [...listing.values()]
    .filter(({ path, size }) => !path.startsWith(STATE_FOLDER) && !isBesideSite(path) && !isFolder(path, size))
    .map(({ path }) => path);
  if (others.length === 0) return false;
  const start = listing.has("index.html") ? await store.read("index.html") : undefined;
  if (start?.bytes.includes(GENERATOR_TAG)) return true;
  const [first, second] = others.sort();
  const named = second === undefined ? first : `${first} and ${others.length - 1} more`;
  throw foreign(target, `${target.to} holds files that are not of this site: ${named}.`);
}

function foreign(target: Target, message: string): BuildFailedError {
  const hint = "choose an empty place, such as a prefix of its own, or empty this one yourself";
  return new BuildFailedError([target.report("DEPLOY_FOREIGN", "to", message, hint)]);
}
