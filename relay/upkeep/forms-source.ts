// The site's document in use: read at the start, and from an address every few minutes; otherwise the last good copy, or, for a trial, the
// relay's own.

import type { JumpAwareClock } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import { VARIABLES } from "../config/variables.ts";
import { ConfigError, type ConfigProblem } from "../errors.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";
import type { MailWords } from "../words/mail-words.ts";
import { MAX_DOCUMENT_BYTES, parseDocument, type SiteDocument, wordsOf } from "../words/site-document.ts";

export type Forms = ReturnType<typeof createForms>;
export type FormsStatus = ReturnType<Forms["status"]>;
/** "copy": of an earlier start, kept in the store. */
type UsedSource = "own" | "file" | "address" | "copy";

interface FormsParts {
  readonly config: Pick<RelayConfig, "forms" | "mail">;
  readonly store: Pick<Outbox, "getSetting" | "setSetting">;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
}

const COPY = "forms";

/** A newer document is looked for this often, and one that could not be read sooner: a site may start after its relay. */
const LOOK_EVERY_MS = 300_000;
const LOOK_AGAIN_MS = 5_000;

export function createForms({ config, store, clock, observe }: FormsParts) {
  const { place, isAddress, first, needsCompany } = config.forms;
  const { from } = config.mail;
  let document = first;
  let words = wordsOf(first, from);
  let used: UsedSource = place === null || isAddress ? "own" : "file";
  let problem: string | null = null;
  let looking = Promise.resolve();
  let callOff = () => {};
  const ending = new AbortController();

  const status = () => ({
    source: used,
    /** The path or address of RELAY_FORMS; null where there is none. */
    place,
    hash: document.forms.hash,
    forms: Object.keys(document.forms.forms),
    /** In whose name mails are sent. */
    company: words.company,
    /** Whether that is the company that the site's document names; otherwise it is no more than the sender's name. */
    isNamed: document.company !== null,
    /** Why what RELAY_FORMS names is not what is used; null where it is. */
    problem,
  });
  const report = () => {
    const { hash, forms } = status();
    observe({ type: "forms", source: used, hash, forms: forms.length, problem });
  };
  const use = (found: SiteDocument, source: UsedSource, why: string | null) => {
    const isNews = found.forms.hash !== document.forms.hash || source !== used || why !== problem;
    [document, words, used, problem] = [found, wordsOf(found, from), source, why];
    if (isNews) report();
  };

  /** What cannot be read leaves in use what was, or the last good copy. */
  const fetchForms = async (address: string): Promise<void> => {
    const found = await fetchDocument(address, needsCompany, ending.signal);
    if (ending.signal.aborted) return;
    if (found.document !== null) {
      await store.setSetting(COPY, JSON.stringify({ address, text: found.text }));
      return use(found.document, "address", null);
    }
    const copy = used === "own" ? copiedDocument(await store.getSetting(COPY), address, needsCompany) : null;
    use(copy ?? document, copy === null ? used : "copy", found.problem);
  };
  const keepLooking = async (address: string): Promise<void> => {
    await fetchForms(address).catch((error) => observe({ type: "fault", where: "forms", error }));
    if (ending.signal.aborted) return;
    callOff = clock.after(problem === null ? LOOK_EVERY_MS : LOOK_AGAIN_MS, () => {
      looking = keepLooking(address);
    });
  };

  return {
    /** What requests are checked against, and mails show. */
    current: () => document.forms,
    /** What mails and the desk say, and in whose name. */
    words: (): MailWords => words,
    status,
    /** Once the store is open. Rejects with ConfigError where mails would go out and nobody knows in whose name. */
    async start(): Promise<void> {
      if (place === null || !isAddress) return report();
      await keepLooking(place);
      if (needsCompany && document.company === null) throw new ConfigError([withoutCompany(place, problem)]);
    },
    async stop(): Promise<void> {
      ending.abort();
      callOff();
      await looking;
    },
  };
}

const withoutCompany = (place: string, problem: string | null): ConfigProblem => ({
  variable: "RELAY_FORMS",
  message: `${place} ${problem ?? "could not be used"}, there is no earlier copy of it, and mail is to go to a mail server: nothing else says which company it is from`,
  hint: `publish the site, and check the address; RELAY_FORMS is ${VARIABLES.RELAY_FORMS.hint}`,
});

/** The warning at the start, where what RELAY_FORMS names is not what is used. */
export function formsWarnings({ problem, place, source }: FormsStatus): ConfigProblem[] {
  if (problem === null) return [];
  const instead =
    source === "copy"
      ? "the relay uses the last good copy that it kept"
      : "the relay uses its own four forms and the sender's name; it accepts and shows everything that pages send, and checks less";
  const hint = "check the address, and that the site is published with its forms.json; the relay looks again by itself";
  return [{ variable: "RELAY_FORMS", message: `${place} ${problem}; ${instead}`, hint }];
}

const TIMEOUT_MS = 5000;

interface Fetched {
  readonly document: SiteDocument | null;
  /** Why there is none, in plain words. */
  readonly problem: string;
}

/** The document with its text; or why there is none. A redirect is not followed: it could lead to anything. */
async function fetchDocument(url: string, needsCompany: boolean, signal: AbortSignal) {
  try {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { accept: "application/json" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      return none(`is answered with status ${answer.status}`);
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_DOCUMENT_BYTES) return none(`has more than ${MAX_DOCUMENT_BYTES} bytes`);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const { document, problem } = usable(bytes, needsCompany);
    return document === null ? none(problem) : { document, text: bytes.toString() };
  } catch (error) {
    const { name, cause } = error as { readonly name: string; readonly cause?: { readonly code?: unknown } };
    const code = typeof cause?.code === "string" ? ` (${cause.code})` : "";
    return none(name === "TimeoutError" ? "does not answer in time" : `cannot be reached${code}`);
  }
}

/** Of this address alone: the document of another site would speak in the name of another company. */
function copiedDocument(setting: string | null, address: string, needsCompany: boolean): SiteDocument | null {
  const copy: { readonly address?: unknown; readonly text?: unknown } = setting === null ? {} : JSON.parse(setting);
  if (copy.address !== address || typeof copy.text !== "string") return null;
  return usable(Buffer.from(copy.text), needsCompany).document;
}

const none = (problem: string) => ({ document: null, problem });

function usable(bytes: Uint8Array, needsCompany: boolean): Fetched {
  const { document, problems } = parseDocument(bytes);
  if (document === null) return none(`is broken: ${problems.slice(0, 5).join("; ")}`);
  if (needsCompany && document.company === null) return none('has no "company"');
  return { document, problem: "" };
}
