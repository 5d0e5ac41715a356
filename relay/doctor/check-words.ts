// The words of the mails: whether they name the real company, and whether they are still those of the site.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readAtMost } from "../forms/forms-source.ts";
import { MAX_DEFINITION_BYTES } from "../forms/parse-definition.ts";
import { differingWords, type MailWords, type WordDifference, type WordsFile } from "../message/mail-words.ts";
import { parseJson } from "../parse-json.ts";
import { isReservedDomain } from "./check-sender.ts";
import { type Finding, failed, ok, skipped, warning } from "./finding.ts";

/** Numbers that are kept for stories: 555-0100 to 555-0199 in every area of North America. */
const FICTITIOUS = /555\D?01\d\d$/;
const WRITE_HINT =
  "run `npx eventsite mail-words` where the site's content is, and start the relay with the file it writes";

/** Warns of the placeholders that the relay comes with: a visitor would write to or call nobody. */
export function checkStandIns({ company }: Pick<MailWords, "company">): Finding {
  const standIns = [
    ...(isReservedDomain(company.email.slice(company.email.lastIndexOf("@") + 1)) ? [company.email] : []),
    ...(FICTITIOUS.test(company.phone) ? [company.phone] : []),
  ];
  return standIns.length === 0
    ? ok("mail words", `mails speak for ${company.legalName}`)
    : warning(
        "mail words",
        `Mails to visitors name ${standIns.join(" and ")}, where nobody answers.`,
        `name the real company in content/site.yaml; then ${WRITE_HINT}`,
      );
}

interface WordsInUse {
  readonly words: MailWords;
  readonly wordsFile: WordsFile | null;
  readonly siteUrl: string | null;
  /** Whether the words of choices come from the definition of the forms. */
  readonly hasDefinition?: boolean;
}

/**
 * Fails where mails say something else than the site: the published one, which carries its words as /mail-words.json, or, where none can
 * be reached, the files that the words were derived from.
 */
export async function checkWordsAge({ words, wordsFile, siteUrl, hasDefinition }: WordsInUse): Promise<Finding> {
  const check = "mail words: age";
  const published = siteUrl === null ? null : await publishedWords(siteUrl);
  if (published === null) return checkSources(check, wordsFile, siteUrl);
  const wanted = hasDefinition ? { ...(published as object), values: {} } : published;
  const differences = differingWords(words, wanted);
  return differences.length === 0
    ? ok(check, `as ${siteUrl} has them`)
    : failed(
        check,
        `Mails do not say what ${siteUrl} says: ${listOf(differences)}.`,
        `${WRITE_HINT}; where that changes nothing, publish the site`,
      );
}

/** null where the site does not answer, or publishes none. */
async function publishedWords(siteUrl: string): Promise<unknown> {
  try {
    const answer = await fetch(new URL("mail-words.json", siteUrl), { signal: AbortSignal.timeout(10_000) });
    const text = Buffer.from(await readAtMost(answer, MAX_DEFINITION_BYTES)).toString();
    const words = answer.ok ? (parseJson(text) as { company?: unknown } | null) : null;
    return typeof words?.company === "object" ? words : null;
  } catch {
    return null;
  }
}

function checkSources(check: string, file: WordsFile | null, siteUrl: string | null): Finding {
  const states = Object.entries(file?.sources ?? {}).flatMap(([source, digest]) => {
    const path = join(dirname(file?.path ?? ""), source);
    const now = digestOf(path);
    return now === null ? [] : [{ path, isSame: now === digest }];
  });
  const changed = states.filter(({ isSame }) => !isSame).map(({ path }) => path);
  if (changed.length > 0)
    return failed(check, `${changed.join(", ")} changed after ${file?.path} was derived from it.`, WRITE_HINT);
  if (states.length > 0) return ok(check, `${file?.path} was derived from the content as it is`);
  return siteUrl === null
    ? skipped(check, "RELAY_SITE_URL names no site to compare with.", "set it to the site's address")
    : skipped(check, `${siteUrl} does not publish its words.`, "publish the site as `eventsite build` makes it");
}

/** Line ends are git's business. null where the file cannot be read, as in a container. */
function digestOf(path: string): string | null {
  try {
    return createHash("sha256").update(readFileSync(path, "utf8").replaceAll("\r\n", "\n")).digest("hex");
  } catch {
    return null;
  }
}

const MAX_NAMED = 3;

function listOf(differences: readonly WordDifference[]): string {
  const named = differences
    .slice(0, MAX_NAMED)
    .map(({ path, ours, wanted }) => `${path} is ${ours === null ? "missing" : `"${ours}"`} instead of "${wanted}"`);
  const more = differences.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
