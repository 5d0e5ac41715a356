import type { Alert, Condition } from "../store/operations/alerts.ts";
import { actionFor, CONDITION_WORDS, saying } from "./alert-words.ts";
import type { MailEntry } from "./mail-message.ts";

/** The same alert makes the same bytes. */
export function alertCall({ id }: MailEntry, { at, begun, lasting, over }: Alert): string {
  const conditionOf = (one: Condition, message: string) => ({
    condition: one.name,
    message,
    since: new Date(one.since).toISOString(),
    count: one.count,
    references: one.references,
    ...(one.reply === undefined ? {} : { reply: one.reply }),
  });
  const wrong = (one: Condition) => ({ ...conditionOf(one, saying(one)), action: actionFor(one) });
  return JSON.stringify({
    id,
    type: "alert",
    at: new Date(at).toISOString(),
    begun: begun.map(wrong),
    lasting: lasting.map(wrong),
    over: over.map((one) => conditionOf(one, CONDITION_WORDS[one.name].isOver)),
  });
}
