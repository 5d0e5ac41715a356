// A pause: mails that the relay does not send for a while, because the mail server refuses them or is away.
import type { EntryKind, OutboxEntry } from "../store/rows/outbox-entry.ts";
import { domainOf } from "../text/email-address.ts";

export interface Pause {
  readonly kinds: readonly EntryKind[];
  /** A recipient of the team, or the domain of visitors; null for all. */
  readonly route: string | null;
  /** "away": the server does not answer. "refused": it refuses mails on this route, or of these kinds; a receiver takes no calls. */
  readonly cause: "away" | "refused";
  /** When it is tried again, in milliseconds since 1970. */
  readonly until: number;
}

/** The longest pause that holds a mail back; null where none does. */
export function pauseOf(entry: OutboxEntry, pauses: readonly Pause[]): Pause | null {
  if (entry.state !== "queued") return null;
  const { kind } = entry;
  const route = kind === "acknowledgement" ? domainOf(entry.recipient) : entry.recipient.toLowerCase();
  const pausesOfEntry = pauses.filter((pause) => pause.kinds.includes(kind) && [null, route].includes(pause.route));
  return pausesOfEntry.sort((a, b) => b.until - a.until)[0] ?? null;
}

/** "team and digest to team@example.com" */
export const pausedMails = ({ kinds, route }: Pick<Pause, "kinds" | "route">): string =>
  `${kinds.join(" and ")}${route === null ? "" : ` to ${route}`}`;
