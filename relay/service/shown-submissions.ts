// Submissions as an operator sees them: with their fields under the labels of the form in use.

import type { FormsDefinition } from "../contract.ts";
import { shownFields } from "../requests/shown-fields.ts";
import type { StoredSubmission } from "../store/operations/look-up.ts";
import type { Outbox } from "../store/outbox.ts";
import { answerColumns, type WithShownFields } from "./export-table.ts";
import type { FilterParameters } from "./parameters.ts";
import { eachItem } from "./protocol.ts";
import { unknown } from "./refusals.ts";

export interface ShownParts {
  readonly outbox: Pick<Outbox, "list" | "find">;
  readonly forms: () => FormsDefinition;
}

/** Read at once from the store; the list may be longer. */
const PAGE_SIZE = 200;

export function createShownSubmissions({ outbox, forms }: ShownParts) {
  const withShown = <Item extends StoredSubmission>(item: Item): Item & WithShownFields => ({
    ...item,
    shown: item.submission === null ? [] : shownFields(item.submission, forms()),
  });
  return {
    /** One page of them, newest first. */
    async list({ limit = PAGE_SIZE, after, ...filter }: FilterParameters) {
      const { items, next } = await outbox.list(filter, Math.min(limit, PAGE_SIZE), after);
      return { items: items.map(withShown), next };
    },
    /** Of a table of all of them: each question that somebody answered. */
    async answerColumns({ limit: _, after: __, ...filter }: FilterParameters) {
      const page = (from?: string) => outbox.list(filter, PAGE_SIZE, from);
      return answerColumns(eachItem(page), forms());
    },
    async show(id: string) {
      const details = await outbox.find(id);
      if (details === null) throw unknown(id);
      return withShown(details);
    },
  };
}
