// Whether an address may be sent an automatic confirmation at all. How many one address and all together may get, the store counts.
import { addressKey } from "./email-address.ts";

/**
 * Local parts behind which a program or a postmaster sits (RFC 2142, RFC 3834 and custom). Addresses of a trade, such as info@ and
 * events@, belong to people who ask for events, and are answered.
 */
const MACHINES = new Set([
  "abuse",
  "admin",
  "administrator",
  "alerts",
  "autoresponder",
  "bounce",
  "bounces",
  "cron",
  "daemon",
  "devnull",
  "dmarc",
  "ftp",
  "hostmaster",
  "listserv",
  "mailer",
  "mailerdaemon",
  "majordomo",
  "news",
  "nobody",
  "noc",
  "noreply",
  "noreplies",
  "donotreply",
  "notification",
  "notifications",
  "null",
  "postmaster",
  "root",
  "security",
  "spam",
  "unsubscribe",
  "usenet",
  "uucp",
  "webmaster",
  "www",
]);

/** Mailing lists and return paths that name the recipient they are for. */
const PATTERNS = [
  /^(?:owner|bounces?|prvs|srs\d?|msprvs\d?)[-+=]/,
  /-(?:owner|request|bounces?|relay|daemon|noreply)$/,
  /^(?:no|do-?not|never)[-_.]?reply/,
];

/** Null where it may; otherwise why not, in one word. `own`: the keys (below) of addresses that lead back to us. */
export function whyNotAcknowledged(
  address: string,
  own: ReadonlySet<string>,
): "own-address" | "machine-address" | null {
  const key = addressKey(address);
  if (own.has(withoutTag(key))) return "own-address";
  const local = key.slice(0, key.lastIndexOf("@"));
  const bare = local.replace(/\+.*$/s, "");
  const isMachine = MACHINES.has(bare.replace(/[-_.]/g, "")) || PATTERNS.some((pattern) => pattern.test(local));
  return isMachine ? "machine-address" : null;
}

/** What is counted as one address: the part behind a plus sign leads to the same mailbox. */
export const acknowledgementKey = (address: string): string => withoutTag(addressKey(address));

function withoutTag(key: string): string {
  const at = key.lastIndexOf("@");
  return key.slice(0, at).replace(/\+.*$/s, "") + key.slice(at);
}
