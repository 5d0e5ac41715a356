// Options that several commands share, read into the parameters of an operation.
import { type Command, InvalidArgumentError, Option } from "commander";
import { FORM_NAME } from "../contract.ts";
import { ENTRY_STATES, type EntryState } from "../store/outbox-entry.ts";

export interface FilterFlags {
  readonly state?: EntryState;
  readonly form?: string;
  readonly email?: string;
  readonly since?: number;
  readonly until?: number;
  readonly search?: string;
  readonly heldFor?: "suspicion" | "blocked";
}

export const jsonOption = () => new Option("--json", "print one JSON document");

/** Which forms there are, the running relay knows. */
export const formOption = (description: string) =>
  new Option("--form <form>", description).argParser((text: string) => {
    if (FORM_NAME.test(text)) return text;
    throw new InvalidArgumentError("Write the name of a form, such as venue.");
  });

export function addFilterOptions(command: Command): Command {
  return command
    .addOption(new Option("--state <state>", "with a mail in this state").choices(ENTRY_STATES))
    .addOption(formOption("of this form"))
    .option("--email <address>", "of this visitor")
    .option("--since <time>", "received from then on: 2026-03-14, 2026-03-14T09:00:00-04:00, 36h or 7d", parseTime)
    .option("--until <time>", "received before then", parseTime)
    .option("--search <words>", "with these words in any field, or this phone number however it is written")
    .addOption(
      new Option("--held-for <reason>", "held because it is suspicious, or because its sender is blocked").choices([
        "suspicion",
        "blocked",
      ]),
    )
    .addOption(jsonOption());
}

export const filterOf = ({ state, form, email, since, until, search, heldFor }: FilterFlags) => ({
  state,
  form,
  email,
  receivedFrom: since,
  receivedBefore: until,
  search,
  heldFor,
});

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds since 1970. A date without a time is its midnight in UTC, a span reaches back from now. */
export function parseTime(text: string): number {
  const [, amount, unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (amount !== undefined) return Math.max(0, Date.now() - Number(amount) * (UNIT_MS[unit] ?? 0));
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!(time >= 0)) throw new InvalidArgumentError("Write a date, a date and time, or a span such as 36h or 7d.");
  return time;
}

export function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError("Write a number from 1 on.");
  return count;
}
