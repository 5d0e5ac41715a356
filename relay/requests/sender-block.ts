// Senders whose requests are held. Matched when a request comes, so that no visitor's network address has to be kept.

import { domainToASCII } from "node:url";
import { createTrust, plainAddress, readAddressRanges } from "../client-address.ts";
import { acknowledgementKey, addressKey, parseEmailAddress } from "../text/email-address.ts";
import { foldBlanks, foldText } from "../text/fold-text.ts";
import type { ReadRequest } from "./read-request.ts";

/** `value` as it is compared: an address without case and tag, a domain in ASCII, a network, words without case and accents. */
export interface BlockedSender {
  readonly kind: "address" | "domain" | "network" | "words";
  readonly value: string;
}

export interface Sender extends Pick<ReadRequest, "fields" | "answers"> {
  /** The other end of the connection, as far as proxies are trusted. */
  readonly clientAddress: string;
}

const LEAST_WORDS = 3;
const MOST_WORDS = 200;
/** A wider network would match whole countries. */
const WIDEST_BITS = { ipv4: 8, ipv6: 19 } as const;

/**
 * A block as it is written: "zoe@example.com", "example.com" or "@example.com", "203.0.113.0/24" or "203.0.113.7", and everything else is words;
 * what is between quotation marks is words in any case. A text that says why it cannot be used otherwise.
 */
export function readBlock(input: string): BlockedSender | string {
  const text = foldBlanks(input);
  const [, quoted] = /^"(.*)"$/.exec(text) ?? [];
  if (quoted !== undefined) return readWords(quoted);
  if (parseEmailAddress(text.normalize("NFC")) !== null) return { kind: "address", value: acknowledgementKey(text) };
  if (/^[\da-f:.]+(?:\/\d+)?$/i.test(text) && /^\d+\.\d+\.|:/.test(text)) return readNetwork(text);
  const domain = readDomain(text);
  if (domain !== null) return { kind: "domain", value: domain };
  if (text.includes("@")) return "is no email address; words with an @ in them are put in quotation marks";
  return readWords(text);
}

function readWords(text: string): BlockedSender | string {
  const value = foldBlanks(foldText(text));
  const length = [...value].length;
  return length >= LEAST_WORDS && length <= MOST_WORDS
    ? { kind: "words", value }
    : `has to have ${LEAST_WORDS} to ${MOST_WORDS} characters`;
}

function readNetwork(text: string): BlockedSender | string {
  if (readAddressRanges([text]) === null) return "is no IP address or range, such as 203.0.113.0/24";
  const [address = "", bits] = text.toLowerCase().split("/");
  const widest = WIDEST_BITS[address.includes(":") ? "ipv6" : "ipv4"];
  if (bits !== undefined && Number(bits) < widest) return `is wider than /${widest}, and would hold nearly everybody`;
  return {
    kind: "network",
    value: bits === undefined ? (plainAddress(address) ?? address) : `${address}/${Number(bits)}`,
  };
}

function readDomain(text: string): string | null {
  const name = text.replace(/^@/, "");
  if (parseEmailAddress(`x@${name.normalize("NFC")}`) === null) return null;
  return domainToASCII(name.toLowerCase()) || null;
}

/** Whether one of the blocks matches this sender. */
export function createBlockMatch(blocks: readonly BlockedSender[]): (sender: Sender) => boolean {
  const of = (kind: BlockedSender["kind"]) => blocks.filter((block) => block.kind === kind).map(({ value }) => value);
  const addresses = new Set(of("address"));
  const domains = new Set(of("domain"));
  const networks = of("network");
  const isInNetwork = networks.length === 0 ? () => false : createTrust(networks);
  const patterns = of("words").map(wholeWords);
  return ({ fields, answers, clientAddress }) => {
    const key = acknowledgementKey(fields.email);
    if (addresses.has(key) || domainsOf(key).some((domain) => domains.has(domain))) return true;
    if (isInNetwork(clientAddress, 0)) return true;
    if (patterns.length === 0) return false;
    const texts = [...Object.values(fields), ...answers.flatMap(({ value }) => value)];
    const text = foldBlanks(foldText(texts.join(" \n ")));
    return patterns.some((pattern) => pattern.test(text));
  };
}

/** "mail.example.com", "example.com", "com" */
function domainsOf(key: string): string[] {
  const labels = addressKey(key).split("@").at(-1)?.split(".") ?? [];
  return labels.map((_, index) => labels.slice(index).join("."));
}

/** Not within longer words: "cialis" is no part of "specialist". */
const wholeWords = (value: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${value.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "u");
