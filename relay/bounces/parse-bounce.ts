// A bounce as a mail server sends it: with a report (RFC 3464), or in words alone. Anything else that comes to the return path, such as
// "I am on holiday", is no bounce.

import type { Email } from "postal-mime";
import * as z from "zod";
import { readBounceAddress } from "./bounce-address.ts";

/** What somebody reports of a mail that did not arrive. */
export type BounceReport = z.infer<typeof bounceReport>;
const text = z.string().max(1000).nullable();
export const bounceReport = z.strictObject({
  /** Of the mail, by the return path that the bounce came to. Null where that is none that we gave out. */
  entryId: z.string().max(40).nullable(),
  /** It will never arrive; otherwise it did not arrive yet, or for a reason that may pass. */
  isPermanent: z.boolean(),
  /** RFC 3463: "5.1.1". */
  status: text,
  /** The server's words. They often repeat the address. */
  diagnostic: text,
});

export const MAX_BOUNCE_BYTES = 1_048_576;

/** So much of a mail's beginning, and of a report, goes through the library, which takes its time for each line. */
const MOST_BYTES = 32_768;
const MOST_LEVELS = 20;

/** Headers in which the return path is found, where the server that took the bounce does not say it. */
const RECIPIENT_HEADERS = ["x-original-to", "delivered-to", "envelope-to", "to"];

/** `recipient`: the address that the bounce came to, where it is known. Null where it is no bounce. */
export async function parseBounce(raw: Uint8Array, recipient: string | null): Promise<BounceReport | null> {
  const mail = await parseMail(raw.subarray(0, MOST_BYTES));
  if (mail === null) return null;
  const addresses = [recipient ?? "", ...RECIPIENT_HEADERS.flatMap((name) => headerOf(mail, name))];
  const entryId = addresses.map(readBounceAddress).find((one) => one !== null) ?? null;
  const part = findReport(Buffer.from(raw).toString("latin1").replaceAll("\r\n", "\n"));
  if (part === null) return entryId === null ? null : withEntry(entryId, fromWords(mail));
  const report = await parseMail(Buffer.from(part.slice(0, MOST_BYTES), "latin1"));
  return withEntry(entryId, report && fromDeliveryStatus(report));
}

async function parseMail(raw: Uint8Array): Promise<Email | null> {
  const { default: PostalMime } = await import("postal-mime");
  const options = { forceRfc822Attachments: true, maxNestingDepth: MOST_LEVELS };
  return PostalMime.parse(raw, options).catch(() => null);
}

const withEntry = (entryId: string | null, bounce: StatedBounce | null): BounceReport | null =>
  bounce === null ? null : { entryId, ...bounce };

/** The part with the report, with its headers: the parts of a mail in any order, not those of mails that are attached to it. */
function findReport(entity: string, level = 0): string | null {
  const [head = ""] = entity.startsWith("\n") ? [] : entity.split("\n\n", 1);
  const headers = head.slice(0, MOST_BYTES).replace(/\n[ \t]+/g, " ");
  const [, type = ""] = /^content-type:[ \t]*(.*)$/im.exec(headers) ?? [];
  if (/^message\/(?:global-)?delivery-status\b/i.test(type)) return entity;
  const [, quoted, plain = ""] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  // RFC 2046: none ends in a blank, but some write one.
  const boundary = (quoted ?? plain).trimEnd();
  if (!/^multipart\//i.test(type) || boundary === "" || level === MOST_LEVELS) return null;
  const delimiter = new RegExp(
    `\\n--${boundary.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}(?:[ \\t]*--)?[ \\t]*(?=\\n|$)`,
  );
  for (const part of entity.split(delimiter).slice(1)) {
    const report = findReport(part.slice(1), level + 1);
    if (report !== null) return report;
  }
  return null;
}

type StatedBounce = Pick<BounceReport, "isPermanent" | "status" | "diagnostic">;

const headerOf = ({ headers }: Email, name: string): string[] =>
  headers.filter(({ key }) => key === name).map(({ value }) => value);

/** RFC 3464 and, for international addresses, RFC 6533. */
function fromDeliveryStatus({ attachments }: Email): StatedBounce | null {
  const part = attachments.find(({ mimeType }) => /^message\/(?:global-)?delivery-status$/i.test(mimeType));
  if (part === undefined) return null;
  const text = typeof part.content === "string" ? part.content : Buffer.from(part.content as ArrayBuffer).toString();
  // Fields of the mail come first, then those of each recipient: a mail of ours has one.
  const fields = text
    .split(/\r?\n\s*\r?\n/)
    .map(fieldsOf)
    .find((group) => group.has("action"));
  if (fields === undefined) return null;
  const action = fields.get("action")?.toLowerCase() ?? null;
  if (action !== "failed" && action !== "delayed") return null;
  const [status = null] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get("status") ?? "") ?? [];
  const diagnosticText = (fields.get("diagnostic-code") ?? "")
    .replace(/^[\w-]+\s*;\s*/, "")
    .replace(/[\p{Cc}\s]+/gu, " ");
  const diagnostic = diagnosticText.trim().slice(0, MAX_WORDS) || null;
  // RFC 3464: what failed for a reason of the class 5 is permanent; what is delayed, or failed for one of the class 4, is not.
  return { isPermanent: action === "failed" && !status?.startsWith("4"), status, diagnostic };
}

const MAX_WORDS = 300;

/** Programs that report what did not arrive. A person's automatic answer comes from the person. */
const REPORTERS = /^(?:mailer-?daemon|postmaster|mdaemon|microsoftexchange[\da-f]{32})@/i;
const DELAYED = /\bdelay|\bwarning\b/i;
const STILL_TRIED =
  /\bnot yet (?:been )?delivered|\bwill (?:be retried|(?:keep|continue) trying)|\bno action is required on your part/i;

/** Of a mail to the return path of one of ours, from a server that writes no report: qmail, old Exchange. */
function fromWords(mail: Email): StatedBounce | null {
  const isReporter = REPORTERS.test(mail.from?.address ?? "") || headerOf(mail, "x-failed-recipients").length > 0;
  if (!isReporter) return null;
  const text = mail.text ?? (mail.html ?? "").replace(/<[^>]*>/g, " ");
  const lines = text.split(/\r?\n/).map((line) => line.replace(/[\p{Cc}\s]+/gu, " ").trim());
  const withStatus = lines.find((line) => STATUS.test(line));
  const [status = null] = STATUS.exec(withStatus ?? "") ?? [];
  const isDelayed = DELAYED.test(mail.subject ?? "") || STILL_TRIED.test(text);
  const diagnostic = (withStatus ?? lines.filter(Boolean).join(" ")).slice(0, MAX_WORDS) || null;
  return { isPermanent: !isDelayed && !status?.startsWith("4"), status, diagnostic };
}

/** Not a part of an IP address. */
const STATUS = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]*\.\d|\d)/;

function fieldsOf(group: string): Map<string, string> {
  const lines = group.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const [, name, value = ""] = /^([\w-]+)\s*:\s*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value.trim()] as const];
    }),
  );
}
