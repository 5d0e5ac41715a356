// Reads `_headers` and `_redirects` as hosts do, with the lines that they ignore.
import { HEADERS_FILE, type HeaderRule } from "../../hosting/host-headers.ts";
import type { HostRules } from "../../hosting/hosts.ts";
import { REDIRECTS_FILE } from "../../hosting/redirect-files.ts";
import { insideBase } from "../../routes/base-path.ts";

export interface RedirectRule {
  readonly from: string;
  readonly to: string;
  readonly status: number;
  /** Whether the rule also applies at an address with a file. */
  readonly isForced: boolean;
}

interface IgnoredLine {
  readonly file: typeof HEADERS_FILE | typeof REDIRECTS_FILE;
  readonly line: number;
  readonly reason: "too many rules" | "too long";
}

/** Without `limits`, no line is ignored. */
export function readHeadersFile(text: string, limits: HostRules["limits"] = {}) {
  const rules: { path: string; headers: [string, string][] }[] = [];
  const ignored: IgnoredLine[] = [];
  let current: [string, string][] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const isTooLong = line.length > (limits.headerLine ?? Number.POSITIVE_INFINITY);
    if (isTooLong) ignored.push({ file: HEADERS_FILE, line: index + 1, reason: "too long" });
    if (!/^\s/.test(line)) {
      current = [];
      if (rules.length >= (limits.headerRules ?? Number.POSITIVE_INFINITY))
        ignored.push({ file: HEADERS_FILE, line: index + 1, reason: "too many rules" });
      else rules.push({ path: line.trim(), headers: current });
    } else if (!isTooLong) {
      const at = line.indexOf(":");
      if (at > 0) current.push([line.slice(0, at).trim(), line.slice(at + 1).trim()]);
    }
  }
  return { rules, ignored };
}

/** Rules of a site that is published below a path, with addresses from the site's root. */
export const headersInside = (base: string, rules: readonly HeaderRule[]): HeaderRule[] =>
  rules.flatMap(({ path, headers }) => {
    const inside = insideBase(base, path);
    return inside === undefined ? [] : [{ path: inside, headers }];
  });

/** Redirects of such a site, with addresses from the site's root. */
export const redirectsInside = (base: string, rules: readonly RedirectRule[]): RedirectRule[] =>
  rules.flatMap((rule) => {
    const from = insideBase(base, rule.from);
    return from === undefined ? [] : [{ ...rule, from, to: insideBase(base, rule.to) ?? rule.to }];
  });

/** Statuses that Cloudflare supports. It silently skips other lines. */
const CLOUDFLARE_STATUS = /^(?:200|301|302|303|307|308)$/;

export function readRedirectsFile(text: string, { readsRulesAs, limits }: HostRules) {
  const rules: RedirectRule[] = [];
  const ignored: IgnoredLine[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const [from, to, status = "302"] = line.trim().split(/\s+/);
    if (!from || !to || from.startsWith("#")) continue;
    if (readsRulesAs === "cloudflare" && !CLOUDFLARE_STATUS.test(status)) continue;
    const isTooLong = line.length > (limits.redirectLine ?? Number.POSITIVE_INFINITY);
    const isTooMany = rules.length >= (limits.redirects ?? Number.POSITIVE_INFINITY);
    if (isTooLong || isTooMany) {
      ignored.push({ file: REDIRECTS_FILE, line: index + 1, reason: isTooLong ? "too long" : "too many rules" });
    } else
      rules.push({
        from,
        to,
        status: Number.parseInt(status, 10),
        isForced: readsRulesAs === "cloudflare" || status.endsWith("!"),
      });
  }
  return { rules, ignored };
}

/** All headers for a path. Values of one header from several rules are joined. */
export function headersFor(rules: readonly HeaderRule[], path: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const { path: pattern, headers } of rules) {
    const matches = pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
    if (!matches) continue;
    for (const [name, value] of headers) {
      const key = name.toLowerCase();
      const before = values.get(key);
      values.set(key, before === undefined ? value : `${before}, ${value}`);
    }
  }
  return values;
}
