// The publications of a target with their files, in one file beside the site that is replaced as a whole. The current publication can be
// read, like its files. Earlier ones are encrypted.

import { createHash } from "node:crypto";
import type { FileClass } from "../../hosting/file-headers.ts";
import { STATE_FOLDER } from "../stores/store.ts";
import { SEAL_BYTES, type Vault } from "./vault.ts";

export const LEDGER_FILE = `${STATE_FOLDER}publications.json`;
export const LEASE_FILE = `${STATE_FOLDER}lease.json`;
export const STATE_HEADERS = { contentType: "application/json; charset=utf-8", cacheControl: "no-store" };
/** Encrypted earlier versions of pages, for a rollback. */
const KEPT_FOLDER = `${STATE_FOLDER}kept/`;
export const KEPT_HEADERS = { contentType: "application/octet-stream", cacheControl: "no-store" };

export const keptPath = (sha256: string, vault: Vault): string => `${KEPT_FOLDER}${vault.nameOf(sha256)}`;
export const keptSize = (size: number): number => size + SEAL_BYTES;
export const isKeptPath = (path: string): boolean => path.startsWith(KEPT_FOLDER);

export interface PublishedFile {
  /** Relative to the target, with forward slashes. */
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** The hash by which most stores name the content of a file. */
  readonly md5: string;
  readonly fileClass: FileClass;
  /** The target of an object that redirects, in its own header on an S3 website. */
  readonly redirectTo?: string | undefined;
  /** The etag that the store gave when the file was written; undefined until then. */
  readonly etag?: string | undefined;
}

export interface Publication {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly commit?: string | undefined;
  /** The address that its pages name. */
  readonly site: string;
  readonly pages: number;
  /** False while it is uploaded, and for good if that was interrupted. */
  readonly finished: boolean;
  /** When the next one was finished, in ISO 8601. */
  readonly supersededAt?: string | undefined;
  /** The publication that it brought back. */
  readonly rollbackOf?: string | undefined;
  /** One hash for the content of all files. */
  readonly content: string;
  readonly files: readonly PublishedFile[];
}

/** Oldest first. */
export type Ledger = readonly Publication[];

/** `isWhole` is false if earlier publications were encrypted with another key. */
export interface ReadLedger {
  readonly ledger: Ledger;
  readonly isWhole: boolean;
}

/** Increased with every change of the format. In version 1, nothing was encrypted. */
const VERSION = 2;

type FileRow = readonly [string, number, string, string, FileClass, (string | null)?, string?];
interface PublicationTable {
  readonly files: readonly FileRow[];
  readonly publications: readonly (Omit<Publication, "files"> & { readonly files: readonly number[] })[];
}
interface LedgerDocument extends PublicationTable {
  readonly version: number;
  readonly generator: "eventsite";
  /** The encrypted table of earlier publications, in base64. */
  readonly earlier?: string;
}

export function encodeLedger(ledger: Ledger, vault: Vault): Buffer {
  const first = Math.max(
    0,
    ledger.findLastIndex(({ finished }) => finished),
  );
  const earlier = JSON.stringify(tableOf(ledger.slice(0, first)));
  const document: LedgerDocument = {
    version: VERSION,
    generator: "eventsite",
    ...tableOf(ledger.slice(first)),
    ...(first > 0 && { earlier: vault.seal(Buffer.from(earlier)).toString("base64") }),
  };
  return Buffer.from(JSON.stringify(document));
}

/** Publications share most of their files: each is written once. */
function tableOf(ledger: Ledger): PublicationTable {
  const numbers = new Map<string, number>();
  const rows: FileRow[] = [];
  const numberOf = ({ path, size, sha256, md5, fileClass, etag, redirectTo }: PublishedFile): number => {
    const row = rowOf([path, size, sha256, md5, fileClass], etag, redirectTo);
    const key = row.join("\0");
    const number = numbers.get(key);
    if (number !== undefined) return number;
    numbers.set(key, rows.length);
    return rows.push(row) - 1;
  };
  const publications = ledger.map(({ files, ...publication }) => ({ ...publication, files: files.map(numberOf) }));
  return { files: rows, publications };
}

function rowOf(
  columns: readonly [string, number, string, string, FileClass],
  etag: string | undefined,
  redirectTo: string | undefined,
): FileRow {
  if (redirectTo !== undefined) return [...columns, etag ?? null, redirectTo];
  return etag === undefined ? columns : [...columns, etag];
}

/** undefined for anything that is not a ledger of a known version. */
export function decodeLedger(bytes: Buffer, vault: Vault): ReadLedger | undefined {
  try {
    const document = JSON.parse(bytes.toString("utf8")) as LedgerDocument;
    if (document.generator !== "eventsite" || ![1, VERSION].includes(document.version)) return undefined;
    const open = publicationsIn(document);
    if (document.earlier === undefined) return { ledger: open, isWhole: true };
    const sealed = vault.open(Buffer.from(document.earlier, "base64"));
    if (sealed === undefined) return { ledger: open, isWhole: false };
    return { ledger: [...publicationsIn(JSON.parse(sealed.toString("utf8"))), ...open], isWhole: true };
  } catch {
    return undefined;
  }
}

/** Throws for a path that leads out of the target. */
function publicationsIn(table: PublicationTable): Ledger {
  const files = table.files.map(([path, size, sha256, md5, fileClass, etag, redirectTo]) => ({
    path,
    size,
    sha256,
    md5,
    fileClass,
    ...(redirectTo !== undefined && { redirectTo }),
    ...(etag !== undefined && etag !== null && { etag }),
  }));
  if (!files.every(isSafePath)) throw new Error("A path leads out of the target.");
  return table.publications.map(({ files: numbers, ...publication }) => ({
    ...publication,
    files: numbers.map((number) => files[number] as PublishedFile),
  }));
}

/** Others may be able to write the ledger, so its paths must not lead out of the target. */
const isSafePath = ({ path, fileClass }: { readonly path: unknown; readonly fileClass: FileClass }): boolean =>
  typeof path === "string" &&
  !path.startsWith(STATE_FOLDER) &&
  (fileClass === "key" ? path.replace(/\/$/, "") : path)
    .split("/")
    .every((name) => name !== "" && name !== "." && name !== "..") &&
  !path.includes("\\") &&
  !path.includes("\0");

/** The publication that visitors see, unless a later one was interrupted. */
export const currentOf = (ledger: Ledger): Publication | undefined => ledger.findLast(({ finished }) => finished);

/** The publications that were interrupted after the last finished one. */
export const interruptedOf = (ledger: Ledger): Ledger =>
  ledger.slice(ledger.findLastIndex(({ finished }) => finished) + 1);

/** A hash that is the same for the same files in any store. */
export function contentOf(files: readonly PublishedFile[]): string {
  const hash = createHash("sha256");
  for (const { path, sha256, redirectTo } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1)))
    hash.update(`${path}\0${sha256}${redirectTo === undefined ? "" : `\0${redirectTo}`}\n`);
  return hash.digest("hex");
}

export const isPage = ({ fileClass }: PublishedFile): boolean => fileClass === "page";

/** "20261224-180000-1a2b3c4d": it sorts by time, and has a hash of the content. */
export function publicationId(at: Date, content: string, ledger: Ledger): string {
  const time = at
    .toISOString()
    .replace(/[-:]|\..*/g, "")
    .replace("T", "-");
  const id = `${time}-${content.slice(0, 8)}`;
  const others = ledger.filter((publication) => publication.id.startsWith(id)).length;
  return others === 0 ? id : `${id}-${others + 1}`;
}
