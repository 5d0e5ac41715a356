// The style element of pages, and the policy that allows it.

import type { CompiledStyles } from "../bundle/templates.ts";
import { pagePolicy } from "../hosting/content-policy.ts";
import { cssBelowBase } from "../routes/base-path.ts";
import { getOrMake } from "../work/get-or-make.ts";

interface PageStyle {
  /** The text of the style element, or its bytes if pages share it. */
  readonly css: string | Buffer;
  /** The Content-Security-Policy of the page. */
  policy(hasScript: boolean): string;
}

interface StyleParts {
  /** The path below which the site is published. */
  readonly base: string;
  readonly fontCss: string;
  readonly styles: CompiledStyles;
  /** Where forms are sent. */
  readonly relayUrl: string;
}

/**
 * The style of a page with these section types, whose pictures have these background colours: "1c2838" for the class "ground-1c2838". Pages
 * with the same section types and no such colours share it. Colours differ from page to page, so that those styles are not kept.
 */
export function createPageStyles({ base, fontCss, styles: { base: common, byType }, relayUrl }: StyleParts) {
  const sheets = new Map<string, string>();
  const shared = new Map<string, PageStyle>();
  const sheetOf = (types: readonly string[]): string =>
    cssBelowBase(base, fontCss + common + types.map((type) => byType[type] ?? "").join(""));
  const policyOf = (style: string, hasScript: boolean) => pagePolicy({ style, hasScript, relayUrl });
  const makeShared = (css: string): PageStyle => {
    const policies = [policyOf(css, false), policyOf(css, true)] as const;
    return { css: Buffer.from(css), policy: (hasScript) => policies[hasScript ? 1 : 0] };
  };
  return (types: readonly string[], colours: readonly string[]): PageStyle => {
    const inOrder = sorted(types);
    const key = JSON.stringify(inOrder);
    const sheet = getOrMake(sheets, key, () => sheetOf(inOrder));
    if (colours.length === 0) return getOrMake(shared, key, () => makeShared(sheet));
    const css = sheet + groundRules(sorted(colours));
    return { css, policy: (hasScript) => policyOf(css, hasScript) };
  };
}

/** A rule for each background colour of a page. The content security policy blocks style attributes, so that these are classes. */
const groundRules = (colours: readonly string[]): string =>
  colours.map((colour) => `.ground-${colour}{background-color:#${colour}}`).join("");

/** Each name once, in an order that does not depend on the page: equal sets give equal bytes. */
const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();
