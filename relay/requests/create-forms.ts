// The definition of the forms in use: read at the start, and from an address every few minutes. Without the site, the last good copy is used, or
// the relay's own definition.
import { readFileSync } from "node:fs";
import { isLoopback } from "../client-address.ts";
import type { JumpAwareClock } from "../clock.ts";
import type { FormsDefinition } from "../contract.ts";
import type { ConfigProblem, Report } from "../errors.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";
import { MAX_DEFINITION_BYTES, parseDefinition } from "./parse-definition.ts";

export type Forms = ReturnType<typeof createForms>;
export type FormsStatus = ReturnType<Forms["status"]>;
/** "copy": of an earlier start, kept in the store. */
type UsedSource = "own" | "file" | "address" | "copy";

interface FormsParts {
  readonly given: Pick<GivenForms, "source" | "first">;
  readonly store: Pick<Outbox, "getSetting" | "setSetting">;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
}

const COPY = "forms";

/** A newer definition is looked for this often, and one that could not be read sooner: a site may start after its relay. */
const LOOK_EVERY_MS = 300_000;
const LOOK_AGAIN_MS = 5_000;

export function createForms({ given: { source, first }, store, clock, observe }: FormsParts) {
  let definition = first;
  let used: UsedSource = source.type === "file" ? "file" : "own";
  let problem: string | null = null;
  let looking = Promise.resolve();
  let callOff = () => {};
  const ending = new AbortController();

  const status = () => ({
    source: used,
    /** The path or address of RELAY_FORMS; null where there is none. */
    place: source.place,
    hash: definition.hash,
    forms: Object.keys(definition.forms),
    /** Why what RELAY_FORMS names is not what is used; null where it is. */
    problem,
  });
  const report = () => {
    const { hash, forms } = status();
    observe({ type: "forms", source: used, hash, forms: forms.length, problem });
  };
  const use = (found: FormsDefinition, from: UsedSource, why: string | null) => {
    const isNews = found.hash !== definition.hash || from !== used || why !== problem;
    [definition, used, problem] = [found, from, why];
    if (isNews) report();
  };

  /** What cannot be read leaves in use what was, or the last good copy. */
  const look = async (address: string): Promise<void> => {
    const found = await fetchDefinition(address, ending.signal);
    if (ending.signal.aborted) return;
    if (found.definition !== null) {
      await store.setSetting(COPY, found.text);
      return use(found.definition, "address", null);
    }
    const text = used === "own" ? await store.getSetting(COPY) : null;
    const copy = text === null ? null : parseDefinition(Buffer.from(text)).definition;
    use(copy ?? definition, copy === null ? used : "copy", found.problem);
  };
  const keepLooking = async (address: string): Promise<void> => {
    await look(address).catch((error) => observe({ type: "fault", where: "forms", error }));
    if (ending.signal.aborted) return;
    callOff = clock.after(problem === null ? LOOK_EVERY_MS : LOOK_AGAIN_MS, () => {
      looking = keepLooking(address);
    });
  };

  return {
    /** What requests are checked against, and mails show. */
    current: () => definition,
    status,
    /** Once the store is open. */
    async start(): Promise<void> {
      if (source.type === "address") await keepLooking(source.place);
      else report();
    },
    async stop(): Promise<void> {
      ending.abort();
      callOff();
      await looking;
    },
  };
}

/** The warning at the start, where what RELAY_FORMS names is not what is used. */
export function formsWarnings({ problem, place, source }: FormsStatus): ConfigProblem[] {
  if (problem === null) return [];
  const instead =
    source === "copy"
      ? "the relay uses the last good copy that it kept"
      : "the relay uses its own four forms; it accepts and shows everything that pages send, and checks less";
  const hint = problem.startsWith("is broken") ? FORMS_HINT : REACH_HINT;
  return [{ variable: "RELAY_FORMS", message: `${place} ${problem}; ${instead}`, hint }];
}

const REACH_HINT =
  "check the address, and that the site is published with its forms.json; the relay looks again by itself";

// RELAY_FORMS: where the definition of the forms is, and the bytes that are there.

const FORMS_HINT =
  "`npx eventsite build` writes such a file as forms.json at the site's root; relay/forms.md says how to write one by hand";

type FormsSource =
  | { readonly type: "own"; readonly place: null }
  | { readonly type: "file" | "address"; readonly place: string };

/** Null where the text is neither a file nor an address. */
export function readFormsSource(text: string): FormsSource | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { type: "file", place: text };
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  if (!isSafe || url.hash !== "" || url.username !== "" || url.password !== "") return null;
  return { type: "address", place: url.href };
}

const TIMEOUT_MS = 5000;

/** The definition with its text; or why there is none, in plain words. A redirect is not followed: it could lead to anything. */
async function fetchDefinition(url: string, signal: AbortSignal) {
  const none = (problem: string) => ({ definition: null, problem });
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
      if (size > MAX_DEFINITION_BYTES) return none(`has more than ${MAX_DEFINITION_BYTES} bytes`);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const { definition, problems } = parseDefinition(bytes);
    if (definition === null) return none(`is broken: ${problems.slice(0, 5).join("; ")}`);
    return { definition, text: bytes.toString() };
  } catch (error) {
    const { name, cause } = error as { readonly name: string; readonly cause?: { readonly code?: unknown } };
    const code = typeof cause?.code === "string" ? ` (${cause.code})` : "";
    return none(name === "TimeoutError" ? "does not answer in time" : `cannot be reached${code}`);
  }
}

type GivenForms = ReturnType<typeof readForms>;

/** `first`: from the file, or the relay's own; `isRead`: whether it is what RELAY_FORMS names. */
export function readForms(text: string | undefined, own: FormsDefinition, report: Report) {
  const given = (source: FormsSource, first: FormsDefinition, isRead: boolean) => ({ source, first, isRead });
  const fallback = given({ type: "own", place: null }, own, false);
  if (text === undefined) return { ...fallback, isRead: true };
  const source = readFormsSource(text);
  if (source === null) {
    report(
      "RELAY_FORMS",
      "the value cannot be used",
      "a file, or the site's https://www.example.com/forms.json (http on this machine alone)",
    );
    return fallback;
  }
  if (source.type !== "file") return given(source, own, false);
  const { place: path } = source;
  try {
    const { definition, problems } = parseDefinition(readFileSync(path));
    for (const problem of problems) report("RELAY_FORMS", `${path}: ${problem}`, FORMS_HINT);
    return given(source, definition ?? own, definition !== null);
  } catch (error) {
    report("RELAY_FORMS", `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, FORMS_HINT);
    return fallback;
  }
}
