// The Content-Security-Policy of the pages: nothing is loaded from, run from or sent to an address that is not listed here.
import { createHash } from "node:crypto";

interface PagePolicy {
  /** The text of the page's one style element. */
  readonly style: string;
  readonly hasScript: boolean;
  /** Where forms are sent, with or without script. */
  readonly relayUrl: string;
}

/** For the page's meta element. Forms may lead to this site, too: the relay answers with a redirect to it, which browsers check. */
export function pagePolicy({ style, hasScript, relayUrl }: PagePolicy): string {
  return policyText({
    "default-src": ["'none'"],
    "script-src": [hasScript ? "'self'" : "'none'"],
    "style-src": [`'sha256-${createHash("sha256").update(style).digest("base64")}'`],
    ...sharedRules(relayUrl),
  });
}

/**
 * For the header of every file: the same rules, which apply together with the meta element, and those that only a header can set. Each page
 * has an inline style, which its meta element allows by hash; this header allows inline styles and nothing else.
 */
export function headerPolicy(relayUrl: string): string {
  return policyText({
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'unsafe-inline'"],
    ...sharedRules(relayUrl),
    "frame-src": ["'none'"],
    "object-src": ["'none'"],
    "media-src": ["'none'"],
    "worker-src": ["'none'"],
    "frame-ancestors": ["'none'"],
  });
}

/** For pictures, which can be opened as documents: an SVG picture can then only draw itself. */
export const picturePolicy = (): string =>
  policyText({ "default-src": ["'none'"], "style-src": ["'unsafe-inline'"], "img-src": ["data:"], sandbox: [] });

type Rules = Readonly<Record<string, readonly string[]>>;

function sharedRules(relayUrl: string): Rules {
  const relay = URL.canParse(relayUrl) ? [new URL(relayUrl).origin] : [];
  return {
    "img-src": ["'self'"],
    "font-src": ["'self'"],
    "manifest-src": ["'self'"],
    "connect-src": ["'self'", ...relay],
    "form-action": ["'self'", ...relay],
    "base-uri": ["'none'"],
  };
}

export const policyText = (rules: Rules): string =>
  Object.entries(rules)
    .map(([name, values]) => [name, ...values].join(" "))
    .join("; ");
