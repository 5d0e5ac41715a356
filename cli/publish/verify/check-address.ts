// An address that is not a file: moved, gone, unknown, or without its slash.
import { encodeTarget } from "../../emit/redirect-files.ts";
import { NOT_FOUND_FILE } from "../../routes/plan-routes.ts";
import { checkContent, maxAgeOf } from "./check-file.ts";
import { type Ask, type ExpectedFile, type ExpectedSite, requestPath, statusText } from "./expected-site.ts";

/** Longer, and visitors would see a missing page for longer than it is missing. */
const MOST_NOT_FOUND_S = 300;

const bare = (path: string): string => path.replace(/\/$/, "");
const leadsOn = (status: number): boolean => status >= 300 && status < 400;

export const checkRedirect = ({ url, files }: ExpectedSite, address: string, to: string, ask: Ask) =>
  ask(address, `301 to ${to}`, (answer, differs) => {
    const { status, headers, body } = answer;
    const location = headers.location === undefined ? undefined : new URL(headers.location, url + address);
    if ((status === 301 || status === 308) && location?.href === new URL(encodeTarget(to), url).href) return [];
    // To the other spelling of itself first.
    if (leadsOn(status) && location && bare(location.pathname) === bare(address)) return [];
    // The page at the old address, on hosts without redirects.
    const isPage = ({ path, read }: ExpectedFile) => bare(requestPath(path)) === bare(address) && read().equals(body);
    return status === 200 && files.some(isPage) ? [] : differs("redirect", statusText(answer));
  });

/** How an address that is not there is answered in general is a matter of its own. */
export const checkGone = (address: string, ask: Ask) =>
  ask(address, "410 or 404", ({ status }, differs) => {
    const isGone = status >= 400 && status < 500;
    return isGone || leadsOn(status) ? [] : differs("redirect", String(status));
  });

export const checkUnknown = (site: ExpectedSite, address: string, ask: Ask) =>
  ask(address, "404 with the not-found page", (answer, differs) => {
    const page = site.files.find(({ path }) => path === NOT_FOUND_FILE)?.read();
    const other = page === undefined ? [] : checkContent(site, page, answer, differs);
    if (answer.status !== 404 || other[0]?.check === "content")
      return differs("not-found", `${answer.status}${other.length > 0 ? " with another text" : ""}`);
    if (other.length > 0) return other;
    const found = answer.headers["cache-control"] ?? "none";
    const isShort = (maxAgeOf(found) ?? 0) <= MOST_NOT_FOUND_S;
    return isShort ? [] : differs("caching", found, `at most ${MOST_NOT_FOUND_S} seconds`);
  });

export const checkBare = (address: string, ask: Ask) =>
  ask(address, "the page, or a redirect to its /", ({ status, headers }, differs) => {
    const location = headers.location?.replace(/^https?:\/\/[^/]+/, "");
    if (status === 200 || (leadsOn(status) && location?.replace(/[?#].*$/, "") === `${address}/`)) return [];
    return differs("status", `${status}${location ? ` to ${location}` : ""}`);
  });
