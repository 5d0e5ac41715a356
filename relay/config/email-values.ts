// Variables that name people: their addresses.
import * as z from "zod";
import { longestBounceLocal } from "../bounces/bounce-address.ts";
import { addressKey, parseEmailAddress } from "../text/email-address.ts";
import { parseSender } from "../text/parse-sender.ts";
import { readBy } from "./values.ts";

/** One of each mailbox, as it is written first: "Team@example.com" is "team@example.com". */
export const uniqueAddresses = (addresses: readonly string[]): readonly string[] => {
  const keys = addresses.map(addressKey);
  return addresses.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
};

export const emailAddress = z.string().refine((address) => parseEmailAddress(address) !== null);

export const senderValue = readBy(parseSender);

export const bounceAddress = readBy((text) => {
  const { local = "", domain } = parseEmailAddress(text) ?? {};
  return /^[a-z0-9._-]+$/i.test(local) && local.length <= longestBounceLocal ? `${local}@${domain}` : null;
});
