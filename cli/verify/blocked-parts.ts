// Finds what the Content-Security-Policy of the pages blocks in a finished tag. `hosting/content-policy.ts` writes the policy: a change there
// needs one here.
import type { Finding } from "../diagnostics/diagnostic.ts";
import { isInternal } from "./shared-texts.ts";

/** The tag's name and the names of its attributes are in lower case. */
interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Whether a script element with this `type` is data and never runs. The rules of scripts also hold for import maps and speculation rules. */
const isData = (type: string): boolean =>
  !/^(?:$|module$|importmap$|speculationrules$|(?:text|application)\/(?:x-)?(?:java|ecma)script\b|text\/(?:jscript|livescript))/i.test(
    type.trim(),
  );

/** Browsers ignore spaces and control characters in the name of a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is left out
const isScriptAddress = (address: string): boolean => /^javascript:/i.test(address.replace(/[\u0000-\u0020]/g, ""));

/** Attributes whose address a click or a key follows. */
const FOLLOWED = ["href", "xlink:href", "action", "formaction"];

const NO_SOURCE = new Set(["iframe", "frame", "object", "embed", "video", "audio", "track", "portal"]);
const PICTURE_SOURCES = ["src", "srcset"];

const ISLAND_HINT = "write an island, or a file of pageScripts";
const CLASS_HINT = "give the element a class, and the class a rule in a style sheet";

export function blockedParts(tag: Tag): Finding[] {
  return [...blockedStyles(tag), ...blockedScripts(tag), ...blockedSources(tag)].map(({ what, hint }) => ({
    code: "VERIFY_POLICY",
    message: `The policy of the pages blocks ${what}.`,
    hint,
  }));
}

interface Blocked {
  readonly what: string;
  readonly hint: string;
}

function* blockedStyles({ name, attributes }: Tag): Generator<Blocked> {
  if (name === "style") yield { what: "a <style> within the page", hint: CLASS_HINT };
  if (attributes.has("style"))
    yield { what: `the inline style "${attributes.get("style")}" of <${name}>`, hint: CLASS_HINT };
  if (name === "link" && /\bstylesheet\b/i.test(attributes.get("rel") ?? ""))
    yield {
      what: `the style sheet "${attributes.get("href") ?? ""}"`,
      hint: "name it among the `css` of the template set",
    };
}

function* blockedScripts({ name, attributes }: Tag): Generator<Blocked> {
  const src = attributes.get("src");
  if (name === "script" && !isData(attributes.get("type") ?? "") && (src === undefined || !isInternal(src)))
    yield {
      what: src === undefined ? "a script within the page" : `the script "${src}" of another site`,
      hint: ISLAND_HINT,
    };
  for (const [attribute, value] of attributes) {
    if (/^on[a-z]/.test(attribute)) yield { what: `the script in ${attribute} of <${name}>`, hint: ISLAND_HINT };
    else if (FOLLOWED.includes(attribute) && isScriptAddress(value))
      yield { what: `the script in ${attribute} of <${name}>`, hint: ISLAND_HINT };
  }
}

function* blockedSources({ name, attributes }: Tag): Generator<Blocked> {
  if (NO_SOURCE.has(name)) yield { what: `<${name}>`, hint: "link to it in its place" };
  if (name === "base") yield { what: "<base>", hint: "write whole addresses with site.href" };
  if (name !== "img" && name !== "source") return;
  for (const attribute of PICTURE_SOURCES) {
    const elsewhere = (attributes.get(attribute) ?? "").split(/\s*,\s+/).find((address) => !isInternal(address.trim()));
    if (elsewhere !== undefined)
      yield {
        what: `the picture "${elsewhere}" of another site`,
        hint: "put it into content/images, and show it with <Picture>",
      };
  }
}
