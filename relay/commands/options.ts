import { type Command, InvalidArgumentError } from "commander";
import type { Filter } from "../service/parameters.ts";
import { ENTRY_STATES } from "../store/rows/outbox-entry.ts";

export interface FilterFlags extends Flags, Pick<Filter, "state" | "form" | "email" | "search" | "heldFor"> {
  readonly since?: number;
  readonly until?: number;
}

export function addFilterOptions(command: Command): Command {
  return command
    .option("--state <state>", `with a mail in this state: ${ENTRY_STATES.join(", ")}`)
    .option("--form <form>", "of this form")
    .option("--email <address>", "of this visitor")
    .option("--since <time>", "received from then on: 2026-03-14, 2026-03-14T09:00:00-04:00, 36h or 7d", parseTime)
    .option("--until <time>", "received before then", parseTime)
    .option("--search <words>", "with these words in any field, or this phone number however it is written")
    .option("--held-for <reason>", "held because it is suspicious (suspicion), or because its sender is (blocked)");
}

export const filterOfOptions = ({ since, until, state, form, email, search, heldFor }: FilterFlags): Filter => ({
  state,
  form,
  email,
  search,
  heldFor,
  receivedFrom: since,
  receivedBefore: until,
});

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds since 1970. A date without a time is its midnight in UTC, a time without a zone is in UTC as in all lists, a span reaches back from now. */
export function parseTime(text: string): number {
  const [, amount, unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (amount !== undefined) return Math.max(0, Date.now() - Number(amount) * (UNIT_MS[unit] ?? 0));
  const [, day = "", hour] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/.exec(text) ?? [];
  const inZone = hour === undefined ? text : `${day}T${hour}Z`;
  const time = isDay(text.slice(0, 10)) ? Date.parse(inZone) : Number.NaN;
  if (!(time >= 0)) throw new InvalidArgumentError("Write a date, a date and time, or a span such as 36h or 7d.");
  return time;
}

/** `Date.parse` takes February 31 for March 3. */
const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

export function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError("Write a number from 1 on.");
  return count;
}

export interface Flags {
  readonly json?: boolean;
}
