// The site's document in use: read at the start, and from an address every few minutes; otherwise the last good copy, or, for a trial, the
// relay's own.

import type { JumpAwareClock } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import type { FormsDefinition } from "../contract.ts";
import { ConfigError } from "../errors.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";
import type { MailWords } from "../words/mail-words.ts";
import { createDocumentCopy } from "./document-copy.ts";
import { fetchDocument } from "./fetch-document.ts";
import { withoutCompany } from "./forms-problems.ts";
import { type FormsStatus, isOther, statusOf, type UsedDocument, usedDocument } from "./used-document.ts";

export interface Forms {
  /** What requests are checked against, and mails show. */
  readonly current: () => FormsDefinition;
  /** What mails and the desk say, and in whose name. */
  readonly words: () => MailWords;
  readonly status: () => FormsStatus;
  /** Once the store is open. Rejects with ConfigError where mails would go out and nobody knows in whose name. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface FormsParts {
  readonly config: Pick<RelayConfig, "forms" | "mail">;
  readonly store: Pick<Outbox, "getSetting" | "setSetting">;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
}

/** How often a newer document is fetched. After a failure sooner, because a site may start after its relay. */
const LOOK_EVERY_MS = 300_000;
const LOOK_AGAIN_MS = 5_000;

export function createForms({ config, store, clock, observe }: FormsParts): Forms {
  const { place, isAddress, first, needsCompany } = config.forms;
  const { from } = config.mail;
  const copy = createDocumentCopy(store, needsCompany);
  const source = place === null || isAddress ? "own" : "file";
  let used = usedDocument({ document: first, source, problem: null }, from);
  let looking = Promise.resolve();
  let cancel = () => {};
  const ending = new AbortController();

  const report = () => {
    const { hash, forms } = statusOf(used, place);
    observe({ type: "forms", source: used.source, hash, forms: forms.length, problem: used.problem });
  };
  const use = (next: Omit<UsedDocument, "words">) => {
    const previous = used;
    used = usedDocument(next, from);
    if (isOther(used, previous)) report();
  };
  /** What cannot be read leaves in use what was, or the last good copy. */
  const look = async (address: string): Promise<void> => {
    const fetched = await fetchDocument(address, needsCompany, ending.signal);
    if (ending.signal.aborted) return;
    if (fetched.document !== null) {
      await copy.keep(address, fetched.text);
      return use({ document: fetched.document, source: "address", problem: null });
    }
    const { problem } = fetched;
    const copied = used.source === "own" ? await copy.of(address) : null;
    if (copied === null) use({ document: used.document, source: used.source, problem });
    else use({ document: copied, source: "copy", problem });
  };
  const keepLooking = async (address: string): Promise<void> => {
    await look(address).catch((error) => observe({ type: "fault", where: "forms", error }));
    if (ending.signal.aborted) return;
    cancel = clock.after(used.problem === null ? LOOK_EVERY_MS : LOOK_AGAIN_MS, () => {
      looking = keepLooking(address);
    });
  };

  return {
    current: () => used.document.forms,
    words: () => used.words,
    status: () => statusOf(used, place),
    async start() {
      if (place === null || !isAddress) return report();
      await keepLooking(place);
      if (needsCompany && used.document.company === null) throw new ConfigError([withoutCompany(place, used.problem)]);
    },
    async stop() {
      ending.abort();
      cancel();
      await looking;
    },
  };
}
