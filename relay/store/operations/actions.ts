import type { BlockedSender } from "../../requests/sender-block.ts";
import { sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import { blocks } from "./blocks.ts";
import { textOrNull } from "./record-action.ts";

/** One thing that somebody did, to a submission or without one. */
export interface LoggedAction {
  readonly at: number;
  readonly actor: string | null;
  /** As in a submission's history ("released"), or one of `ActionDetail`. */
  readonly type: string;
  /** Null where it belongs to no submission. */
  readonly reference: string | null;
  /** What was blocked or lifted; null otherwise, and where the block is gone. */
  readonly sender: BlockedSender | null;
  /** How many rows an export had. */
  readonly count: number | null;
}

/** Newest first: also what people did to submissions, once where several mails of one were moved at a time. */
export async function actions(store: Store, limit: number): Promise<LoggedAction[]> {
  const rows = await store.db.all(
    sql`SELECT at, actor, type, detail, NULL AS reference, sequence AS place FROM actions
     UNION ALL
     SELECT events.at, events.actor, events.type, NULL, submissions.reference, min(events.sequence)
     FROM events JOIN submissions ON submissions.id = events.submission_id
     WHERE events.actor IS NOT NULL
     GROUP BY events.at, events.actor, events.type, submissions.reference
     ORDER BY 1 DESC, 6 DESC LIMIT ${limit}`,
  );
  const blocksById = new Map((await blocks(store)).map((one) => [one.id, one]));
  return rows.map((row) => {
    const detail = JSON.parse(String(row.detail ?? "{}")) as { block?: string; count?: number };
    const sender = blocksById.get(detail.block ?? "");
    return {
      at: Number(row.at),
      actor: textOrNull(row.actor),
      type: String(row.type),
      reference: textOrNull(row.reference),
      sender: sender === undefined ? null : { kind: sender.kind, value: sender.value },
      count: detail.count ?? null,
    };
  });
}
