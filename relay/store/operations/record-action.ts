import { insert } from "../rows/rows.ts";
import type { Store } from "../rows/store.ts";

export const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

export async function recordAction(store: Store, action: ActionDetail, now: number, actor: Actor): Promise<void> {
  const { type, ...detail } = action;
  await insert(store, "actions", { at: now, actor, type, detail: JSON.stringify(detail) });
}

/** Who does it, as it is recorded, such as "command:root" or somebody's login; null for the relay itself. */
export type Actor = string | null;

/** Actions that belong to no submission. None names a visitor: a block is named by its id. */
export type ActionDetail =
  | { readonly type: "blocked" | "unblocked"; readonly block: string }
  | { readonly type: "exported" | "flushed"; readonly count: number }
  | { readonly type: "logged-in" | "logged-out" };
