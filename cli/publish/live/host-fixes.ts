// Differences between the live site and the expected one, each with the setting that corrects it.
import type { LiveCheck, LiveHost } from "../../hosting/hosts.ts";

/** What corrects each check on any host. */
const GENERAL: Readonly<Record<LiveCheck, string>> = {
  status: "publish the site again; if the file is there, let visitors read it",
  content: "publish the site again, and empty the cache of the CDN",
  type: "set the Content-Type of the file",
  caching: "set the Cache-Control of the file",
  compression: "turn compression on for text",
  headers: "let the host send the headers of _headers",
  redirect: "let the host redirect old addresses",
  "not-found": "set 404.html as the page for unknown addresses, with status 404",
  https: "let the host lead http to https",
  certificate: "renew the certificate",
  relay: "add the site's address to RELAY_ALLOWED_ORIGINS of the relay, and see that it runs",
  address: "build and publish with --site-url",
};

export interface Difference {
  readonly check: LiveCheck;
  /** The requested address, as a path or whole. */
  readonly address: string;
  readonly expected: string;
  readonly found: string;
  /** The setting of the host that corrects it. */
  readonly fix: string;
}

/** The checks that the printed configuration of a host corrects. */
const CONFIGURED = new Set<LiveCheck>(["type", "caching", "compression", "headers", "redirect", "not-found", "https"]);

export function fixFor(check: LiveCheck, { fixes, configuration }: Partial<LiveHost> = {}): string {
  const special = fixes?.[check];
  if (special) return special;
  if (!CONFIGURED.has(check)) return GENERAL[check];
  const printed = configuration ? "it" : "how on nginx, others as well";
  return `${GENERAL[check]}: \`eventsite host ${configuration ?? "nginx"}\` prints ${printed}`;
}

/** Differences of one kind as one row: the first address, and how many more there are. */
export interface DifferenceGroup extends Difference {
  readonly more: number;
}

export function groupDifferences(differences: readonly Difference[]): DifferenceGroup[] {
  const groups = new Map<string, DifferenceGroup>();
  for (const difference of differences) {
    const { check, expected, found, fix } = difference;
    // The hashes of contents always differ.
    const key = [check, check === "content" ? "" : `${expected}\0${found}`, fix].join("\0");
    const group = groups.get(key) ?? { ...difference, more: -1 };
    groups.set(key, { ...group, more: group.more + 1 });
  }
  return [...groups.values()];
}
