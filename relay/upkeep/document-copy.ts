// The last good document of an address, kept in the store for a start at which the address does not answer.

import type { Outbox } from "../store/outbox.ts";
import type { SiteDocument } from "../words/site-document.ts";
import { usableDocument } from "./fetch-document.ts";

const SETTING = "forms";

export function createDocumentCopy(store: Pick<Outbox, "getSetting" | "setSetting">, needsCompany: boolean) {
  return {
    keep: (address: string, text: string): Promise<void> =>
      store.setSetting(SETTING, JSON.stringify({ address, text })),
    /** Only of this address: the document of another site would speak in the name of another company. */
    async of(address: string): Promise<SiteDocument | null> {
      const setting = await store.getSetting(SETTING);
      const copy: { readonly address?: unknown; readonly text?: unknown } = setting === null ? {} : JSON.parse(setting);
      if (copy.address !== address || typeof copy.text !== "string") return null;
      return usableDocument(Buffer.from(copy.text), needsCompany).document;
    },
  };
}
