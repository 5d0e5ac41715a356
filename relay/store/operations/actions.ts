import { sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import { blocks } from "./blocks.ts";
import { textOrNull } from "./record-action.ts";

/** One thing that somebody did, to a submission or without one. */
export type LoggedAction = Awaited<ReturnType<typeof actions>>[number];

/** Newest first: also what people did to submissions, once where several mails of one were moved at a time. */
export async function actions(store: Store, limit: number) {
  const rows = await store.db.all(
    sql`SELECT at, actor, type, detail, NULL AS reference, sequence AS place FROM actions
     UNION ALL
     SELECT events.at, events.actor, events.type, NULL, submissions.reference, min(events.sequence)
     FROM events JOIN submissions ON submissions.id = events.submission_id
     WHERE events.actor IS NOT NULL
     GROUP BY events.at, events.actor, events.type, submissions.reference
     ORDER BY 1 DESC, 6 DESC LIMIT ${limit}`,
  );
  const known = new Map((await blocks(store)).map((one) => [one.id, one]));
  return rows.map((row) => {
    const detail = JSON.parse(String(row.detail ?? "{}")) as { block?: string; count?: number };
    const sender = known.get(detail.block ?? "");
    return {
      at: Number(row.at),
      actor: textOrNull(row.actor),
      /** As in a submission's history ("released"), or one of `ActionDetail`. */
      type: String(row.type),
      /** Null where it belongs to no submission. */
      reference: textOrNull(row.reference),
      /** What was blocked or lifted; null otherwise, and where the block is gone. */
      sender: sender === undefined ? null : { kind: sender.kind, value: sender.value },
      /** How many rows an export had. */
      count: detail.count ?? null,
    };
  });
}
