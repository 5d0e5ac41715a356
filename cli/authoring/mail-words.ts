// What the relay's mails say about the company and its forms: derived from the content and written into the file that the relay reads.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { MailWords } from "../../templates/kit/index.ts";
import { type CheckOptions, type Config, resolveConfig, shownPath } from "../config/resolve-config.ts";
import { isMapping } from "../content/schema-walk.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import { type Diagnostic, EventsiteError } from "../diagnostics/diagnostic.ts";
import { textIn } from "../emit/output-file.ts";
import { loadSite } from "../pipeline/load-content.ts";
import { MAIL_WORDS_PATH, renderOwnFiles } from "../render/render-site-files.ts";
import { NO_FONTS } from "../render/site-data.ts";

export interface MailWordsOptions extends Pick<CheckOptions, "root" | "contentDir" | "templatesDir" | "cache"> {
  /** Relative to the root. Default: relay/mail-words.json, which the relay's container carries. */
  readonly file?: string;
  /** Relative to the root: where what the forms ask is written, too, as the build publishes it. Default: nowhere. */
  readonly formsFile?: string;
  /** false only reports whether the file is out of date. Default: true. */
  readonly write?: boolean;
}

export interface MailWordsResult {
  /** As messages show it. */
  readonly file: string;
  /** Whether it was missing or differed from the content; with `write` it has been written. */
  readonly stale: boolean;
}

const FILE = "relay/mail-words.json";
/** Where templates publish what their forms ask. */
const FORMS_PATH = "forms.json";
const HINT = "run `eventsite mail-words`, and start the relay with the new file";

type Words = { readonly [name: string]: unknown };

/**
 * Writes the content's words into the relay's file; other words in it do not change.
 * Rejects with BuildFailedError: EMIT_FAILED, USAGE if the templates have no words for mails, or all problems of the content.
 */
export async function mailWords({
  file = FILE,
  formsFile,
  write = true,
  ...options
}: MailWordsOptions = {}): Promise<MailWordsResult> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options);
    const path = resolve(config.root, file);
    const shown = shownPath(config.root, path);
    const current = readFile(path, shown);
    const { templates, content } = await loadSite(config);
    const files = renderOwnFiles(templates, { ...content.site, fonts: NO_FONTS });
    const words = textIn(files, MAIL_WORDS_PATH);
    if (words === undefined)
      throw new EventsiteError("USAGE", "The templates have no words for a relay's mails.", {
        hint: "give their template set a function `mailWords`",
      });
    const wanted = `${JSON.stringify(laidOver(current.words, JSON.parse(words)), null, 2)}\n`;
    const stale = wanted !== current.text;
    if (stale && write) writeFile(path, wanted);
    const forms = textIn(files, FORMS_PATH);
    if (formsFile !== undefined && forms !== undefined && write) writeFile(resolve(config.root, formsFile), forms);
    return { file: shown, stale };
  }, "name another file");
}

/** MAIL_WORDS_STALE if the project has a file of words that differs from `words`, the content's own. */
export function staleMailWords({ root }: Pick<Config, "root">, words: unknown): Diagnostic[] {
  const warning = (message: string, hint = HINT): Diagnostic[] => [
    { code: "MAIL_WORDS_STALE", severity: "warning", message, file: FILE, hint },
  ];
  try {
    const current = readFile(join(root, FILE), FILE);
    if (current.text === undefined) return [];
    const [first, ...more] = differences(current.words, words);
    if (first === undefined) return [];
    const others = more.length === 0 ? "" : ` ${more.length} more of its words differ.`;
    return warning(`The relay's mails would say ${first}.${others}`);
  } catch (error) {
    if (error instanceof EventsiteError) return warning(error.message, error.hint);
    throw error;
  }
}

/** What the file holds; nothing if it does not exist yet. */
function readFile(path: string, shown: string): { readonly text?: string; readonly words: Words } {
  let text: string;
  try {
    text = readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { words: {} };
    throw new EventsiteError("EMIT_FAILED", `${shown} cannot be read (${code}).`);
  }
  try {
    const words: unknown = JSON.parse(text);
    if (isMapping(words)) return { text, words };
  } catch {}
  throw new EventsiteError("EMIT_FAILED", `${shown} is not a JSON object.`, {
    hint: "correct it, or delete it and run `eventsite mail-words`",
  });
}

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Key by key; what the forms ask is replaced as a whole, so that what was removed disappears. */
const laidOver = (base: Words, words: MailWords): Words => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(words).map(([name, value]) => {
      const current = base[name];
      return [name, name !== "forms" && isMapping(current) && isMapping(value) ? laidOver(current, value) : value];
    }),
  ),
});

/** Each text that differs between file and content, as part of a sentence. */
function differences(current: unknown, wanted: unknown, path: readonly string[] = []): string[] {
  if (typeof wanted === "object" && wanted !== null)
    return Object.entries(wanted).flatMap(([name, value]) =>
      differences(Object(current)[name], value, [...path, name]),
    );
  if (current === wanted) return [];
  const shown = current === undefined ? "nothing" : JSON.stringify(current);
  return [`${shown} for ${path.join(".")}, where the content says ${JSON.stringify(wanted)}`];
}
