import { DAY_MS } from "../../clock.ts";
import { ofForm, type PerForm } from "../../forms/per-form.ts";
import { countOf, type Sql, sql } from "../rows/sql.ts";
import { nextTurn, type RunOperation, type Store } from "../rows/store.ts";
import { ERASED_AT_ONCE, type ErasureReceipt, eraseRows } from "./erase.ts";

const DELETED_AT_ONCE = 500;

/** Every mail has come to its end, and the team got at least one. */
const REACHED_THE_TEAM = sql`EXISTS (SELECT 1 FROM entries WHERE submission_id = submissions.id AND kind = 'team' AND state = 'delivered')
  AND NOT EXISTS (SELECT 1 FROM entries WHERE submission_id = submissions.id AND state IN ('queued', 'held'))`;

/** In days. */
type RetentionDays = PerForm<number>;

/** Of every form that there are requests of: a form may be one that the site no longer has. */
async function cutOffs({ db }: Store, retentionDays: RetentionDays, now: number) {
  const rows = await db.all(sql`SELECT DISTINCT form FROM submissions WHERE erased_at IS NULL ORDER BY form`);
  return rows.map((row) => {
    const form = String(row.form);
    return { form, cutOff: now - ofForm(retentionDays, form) * DAY_MS };
  });
}

/** In many transactions, so that other requests are served meanwhile; reported as one. */
export async function purgeAll(
  run: RunOperation,
  retentionDays: RetentionDays,
  now: number,
): Promise<{ readonly receipt: ErasureReceipt | null; readonly overdue: number }> {
  const done: ErasureReceipt[] = [];
  for (;;) {
    const receipt = await run((store) => purge(store, retentionDays, now));
    if (receipt === null) break;
    done.push(receipt);
    await nextTurn();
  }
  for (const [table, endsAt] of SWEPT)
    while ((await run((store) => sweep(store, table, endsAt, now))) === DELETED_AT_ONCE) await nextTurn();
  return { receipt: sumOf(done), overdue: await run((store) => countOverdue(store, retentionDays, now)) };
}

function sumOf(receipts: readonly ErasureReceipt[]): ErasureReceipt | null {
  const [first] = receipts;
  if (first === undefined) return null;
  return {
    ...first,
    submissions: receipts.reduce((sum, { submissions }) => sum + submissions, 0),
    entries: receipts.reduce((sum, { entries }) => sum + entries, 0),
    references: receipts.flatMap(({ references }) => references),
  };
}

/** Call it until it gives null: then nothing is left that is too old. */
async function purge(store: Store, retentionDays: RetentionDays, now: number): Promise<ErasureReceipt | null> {
  await store.withLock("erase");
  for (const { form, cutOff } of await cutOffs(store, retentionDays, now)) {
    const rows = await store.db.all(
      sql`SELECT id, reference FROM submissions
       WHERE form = ${form} AND received_at <= ${cutOff} AND erased_at IS NULL AND ${REACHED_THE_TEAM}
         AND (SELECT max(changed_at) FROM entries WHERE submission_id = submissions.id) <= ${cutOff}
       ORDER BY received_at LIMIT ${ERASED_AT_ONCE}`,
    );
    if (rows.length > 0) return eraseRows(store, rows, "retention", now, null);
  }
  return null;
}

/** How many are past their retention and are kept: the team never got them. */
async function countOverdue(store: Store, retentionDays: RetentionDays, now: number): Promise<number> {
  let overdue = 0;
  for (const { form, cutOff } of await cutOffs(store, retentionDays, now)) {
    overdue += await countOf(
      store.db,
      sql`submissions
       WHERE form = ${form} AND received_at <= ${cutOff} AND erased_at IS NULL AND NOT (${REACHED_THE_TEAM})`,
    );
  }
  return overdue;
}

/** Takes out some of the rows that have ended. */
const sweep = ({ db }: Store, table: Sql, endsAt: Sql, now: number) =>
  db.run(
    sql`DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE ${endsAt} <= ${now} LIMIT ${DELETED_AT_ONCE})
     AND ${endsAt} <= ${now}`,
  );

/** Tables whose rows end by themselves, and the column that says when. */
const SWEPT = [
  [sql`idempotency_keys`, sql`expires_at`],
  [sql`limits`, sql`ends_at`],
] as const;
