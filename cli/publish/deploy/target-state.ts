// The current state of a target: its listing, and the ledger of its publications.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BuildFailedError } from "../../diagnostics/diagnostic.ts";
import { GENERATOR_TAG, isBesideSite } from "../../emit/own-files.ts";
import { contentHash } from "../../files/content-hash.ts";
import { makeFolder } from "../../files/make-folder.mjs";
import { STATE_FOLDER, type StoredFile, type TargetStore } from "../stores/store.ts";
import type { Target } from "../stores/target.ts";
import { decodeLedger, encodeLedger, LEDGER_FILE, type Ledger, type ReadLedger, STATE_HEADERS } from "./ledger.ts";
import { openVault, readSecret, type Vault } from "./vault.ts";

export interface TargetState extends ReadLedger {
  readonly listing: ReadonlyMap<string, StoredFile>;
  readonly vault: Vault;
  /** undefined if there is no ledger yet. */
  readonly ledgerEtag: string | undefined;
  readonly ledgerModifiedAt: number;
  /** Whether it holds a site of ours that was uploaded by other means. */
  readonly isAdopted: boolean;
}

/** The last ledger that this machine has seen. If the listing has the same one, it need not be read. */
export interface LedgerCache {
  /** Encrypts what only those who deploy may know. */
  readonly vault: Vault;
  find(etag: string): ReadLedger | undefined;
  keep(etag: string, bytes: Buffer): void;
}

export function openLedgerCache(stateDir: string, { kind, place, prefix, endpoint }: Target): LedgerCache {
  const name = contentHash(JSON.stringify([kind, place, prefix, endpoint])).slice(0, 12);
  const dir = join(stateDir, "deploy");
  const file = join(dir, `${name}.json`);
  const vault = openVault(readSecret(stateDir));
  return {
    vault,
    find(etag) {
      try {
        const bytes = readFileSync(file);
        const end = bytes.indexOf("\n");
        return bytes.toString("utf8", 0, end) === etag ? decodeLedger(bytes.subarray(end + 1), vault) : undefined;
      } catch {
        return undefined;
      }
    },
    keep(etag, bytes) {
      try {
        makeFolder(dir);
        writeFileSync(file, Buffer.concat([Buffer.from(`${etag}\n`), bytes]));
      } catch {
        // Without the cache, the next deploy reads one file more.
      }
    },
  };
}

/** Rejects with DEPLOY_FOREIGN if the target holds something other than a site of ours. */
export async function readState(store: TargetStore, target: Target, cache: LedgerCache): Promise<TargetState> {
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
  const file = await store.read(LEDGER_FILE);
  const content = file && decodeLedger(file.bytes, vault);
  if (!content) {
    const problem = "was not written by this version of the program, or is damaged";
    throw foreign(target, `${LEDGER_FILE} in ${target.to} ${problem}.`);
  }
  cache.keep(file.etag, file.bytes);
  return { ...about, ...content, ledgerEtag: file.etag };
}

/** Replaces the ledger with this etag. Rejects with the problem "conflict" if somebody else has replaced it meanwhile. */
export async function writeLedger(store: TargetStore, cache: LedgerCache, ledger: Ledger, etag: string | undefined) {
  const bytes = encodeLedger(ledger, cache.vault);
  const condition = etag === undefined ? ({ absent: true } as const) : { etag };
  const newEtag = await store.write(LEDGER_FILE, bytes, STATE_HEADERS, condition);
  cache.keep(newEtag, bytes);
  return newEtag;
}

/** Consoles of buckets represent folders by empty objects. */
const isFolder = (path: string, size: number): boolean => size === 0 && (path === "" || path.endsWith("/"));

/** Whether there is a site of ours. False for an empty target. */
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
  const names = second === undefined ? first : `${first} and ${others.length - 1} more`;
  throw foreign(target, `${target.to} holds files that are not of this site: ${names}.`);
}

function foreign(target: Target, message: string): BuildFailedError {
  const hint = "choose an empty place, such as a prefix of its own, or empty this one yourself";
  return new BuildFailedError([target.report("DEPLOY_FOREIGN", "to", message, hint)]);
}
