// Bounces as a program reports them in JSON: `{ "bounces": [ … ] }`, a list, or one. relay/deliverability.md describes the shape.
import { type BounceReport, isPermanentBounce, shortWords, tokenIn } from "./bounce-report.ts";

const MOST_AT_ONCE = 1000;

export type ReadBounces = { readonly reports: readonly BounceReport[] } | { readonly problem: string };

export function readBounces(value: unknown): ReadBounces {
  const given = isObject(value) && "bounces" in value ? value.bounces : value;
  const items: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (items.length > MOST_AT_ONCE) return { problem: `more than ${MOST_AT_ONCE} at once` };
  const reports: BounceReport[] = [];
  for (const [index, item] of items.entries()) {
    const read = readOne(item);
    if (typeof read === "string") return { problem: `bounces[${index}] ${read}` };
    reports.push(read);
  }
  return { reports };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** What is wrong with it, where it is none. */
function readOne(item: unknown): BounceReport | string {
  if (!isObject(item)) return "is no object";
  for (const name of ["returnPath", "messageId", "action", "status", "diagnostic"])
    if (item[name] !== undefined && item[name] !== null && typeof item[name] !== "string")
      return `has a ${name} that is no text`;
  const textOf = (name: string) =>
    typeof item[name] === "string" && item[name] !== "" ? (item[name] as string) : null;
  const [returnPath, messageId, action, status] = ["returnPath", "messageId", "action", "status"].map(textOf);
  if (!returnPath && !messageId) return "names no mail: returnPath or messageId";
  if (action && !/^(?:failed|delayed)$/i.test(action)) return "has another action than failed or delayed";
  if (status && !/^[45]\.\d{1,3}\.\d{1,3}$/.test(status)) return "has a status that is none of failure, such as 5.1.1";
  return {
    token: tokenIn([returnPath ?? ""]),
    messageId: messageId ?? null,
    isPermanent: isPermanentBounce(action?.toLowerCase() ?? null, status ?? null),
    status: status ?? null,
    diagnostic: shortWords(textOf("diagnostic")),
  };
}
