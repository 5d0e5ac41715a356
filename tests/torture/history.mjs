// What a store says became of each mail, held against what the mail server really took.
import { assert } from "./trial.mjs";

/** Rows with how often their link broke when the mail may have been out. */
export const readEntries = (store) =>
  store.query(
    `SELECT entries.id, entries.state, entries.kind, entries.recipient, submissions.reference,
       (SELECT CAST(count(*) AS integer) FROM attempts WHERE entry_id = entries.id AND outcome = 'broken-after-data') AS breaks,
       (SELECT CAST(count(*) AS integer) FROM attempts WHERE entry_id = entries.id) AS attempts
     FROM entries LEFT JOIN submissions ON submissions.id = entries.submission_id`,
  );

const ENDS = ["delivered", "queued", "dead", "held"];

/**
 * `accepted`: references answered with 200. `taken`: Message-IDs of every mail the server said yes to, or was not heard saying it.
 * Throws where accepted ≠ delivered + queued + dead + held, a delivered mail never arrived, a mail arrived that nobody may know of,
 * or one arrived more often than its link broke.
 */
export function checkHistory(entries, accepted, taken) {
  const byReference = groupBy(entries, ({ reference }) => reference);
  const lost = accepted.filter(
    (reference) => !(byReference.get(reference) ?? []).some(({ state }) => ENDS.includes(state)),
  );
  assert(lost.length === 0, `${lost.length} accepted requests have no row: ${lost.slice(0, 3)}`);

  const copies = groupBy(
    taken.map((messageId) => messageId.replace(/@.*$/, "")),
    (id) => id,
  );
  let duplicates = 0;
  let breaks = 0;
  for (const entry of entries) {
    const arrived = copies.get(entry.id)?.length ?? 0;
    copies.delete(entry.id);
    duplicates += Math.max(0, arrived - 1);
    breaks += entry.breaks;
    assert(entry.state !== "delivered" || arrived > 0, `${entry.id} counts as delivered and never arrived`);
    assert(entry.state !== "held" || arrived === 0, `${entry.id} is held and arrived`);
    const allowed = entry.breaks + (entry.state === "delivered" ? 1 : 0);
    assert(arrived <= allowed, `${entry.id} (${entry.state}) arrived ${arrived} times with ${entry.breaks} breaks`);
  }
  assert(copies.size === 0, `${copies.size} mails arrived that no row knows`);
  const tally = Object.fromEntries(ENDS.map((end) => [end, entries.filter(({ state }) => state === end).length]));
  return { ...tally, duplicates, breaks, attempts: entries.reduce((sum, { attempts }) => sum + attempts, 0) };
}

/** As Map.groupBy, which Node 20 lacks. */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** "delivered 12, queued 1" */
export const countsOf = (figures) =>
  Object.entries(figures)
    .map(([what, count]) => `${what} ${count}`)
    .join(", ");
