// An address that is not a file: moved, gone, unknown, or without its slash.
import { encodeTarget } from "../../emit/redirect-files.ts";
import { NOT_FOUND_FILE } from "../../routes/plan-routes.ts";
import { checkContent, maxAgeOf } from "./check-file.ts";
import { differ, type ExpectedSite, failed, type Get, requestPath } from "./expected-site.ts";
import type { Difference } from "./host-fixes.ts";

/** Longer, and visitors would see a missing page for longer than it is missing. */
const MOST_NOT_FOUND_S = 300;

export async function checkRedirect(
  { url, files }: ExpectedSite,
  address: string,
  to: string,
  get: Get,
): Promise<Difference[]> {
  const target = new URL(encodeTarget(to), url).href;
  const expected = `301 to ${to}`;
  const answer = await get(address);
  if ("failure" in answer) return [failed(address, expected, answer)];
  const { status, headers, body } = answer;
  const location = headers.location === undefined ? undefined : new URL(headers.location, url + address).href;
  if ((status === 301 || status === 308) && location === target) return [];
  // To the other spelling of itself first.
  const isOwnSlash =
    location !== undefined && new URL(location).pathname.replace(/\/$/, "") === address.replace(/\/$/, "");
  if (status >= 300 && status < 400 && isOwnSlash) return [];
  // The page at the old address, on hosts without redirects.
  if (
    status === 200 &&
    files.some(
      (file) => requestPath(file.path).replace(/\/$/, "") === address.replace(/\/$/, "") && file.read().equals(body),
    )
  )
    return [];
  return [
    differ("redirect", address, expected, `${status}${headers.location ? ` to ${headers.location}` : ""}`, answer),
  ];
}

/** How an address that is not there is answered in general is a matter of its own. */
export async function checkGone(address: string, get: Get): Promise<Difference[]> {
  const answer = await get(address);
  if ("failure" in answer) return [failed(address, "410 or 404", answer)];
  const isGone = answer.status >= 400 && answer.status < 500;
  const isOwnSlash = answer.status >= 300 && answer.status < 400;
  return isGone || isOwnSlash ? [] : [differ("redirect", address, "410 or 404", String(answer.status), answer)];
}

export async function checkUnknown(site: ExpectedSite, address: string, get: Get): Promise<Difference[]> {
  const expected = "404 with the not-found page";
  const answer = await get(address);
  if ("failure" in answer) return [failed(address, expected, answer)];
  const page = site.files.find(({ path }) => path === NOT_FOUND_FILE)?.read();
  const [other] = page === undefined ? [] : checkContent(site, address, page, answer);
  if (answer.status !== 404 || other?.check === "content")
    return [differ("not-found", address, expected, `${answer.status}${other ? " with another text" : ""}`, answer)];
  if (other) return [other];
  const found = answer.headers["cache-control"] ?? "none";
  const isShort = (maxAgeOf(found) ?? 0) <= MOST_NOT_FOUND_S;
  return isShort ? [] : [differ("caching", address, `at most ${MOST_NOT_FOUND_S} seconds`, found, answer)];
}

export async function checkBare(address: string, get: Get): Promise<Difference[]> {
  const expected = "the page, or a redirect to its /";
  const answer = await get(address);
  if ("failure" in answer) return [failed(address, expected, answer)];
  const location = answer.headers.location?.replace(/^https?:\/\/[^/]+/, "");
  const leads = answer.status >= 300 && answer.status < 400 && location?.replace(/[?#].*$/, "") === `${address}/`;
  return leads || answer.status === 200
    ? []
    : [differ("status", address, expected, `${answer.status}${location ? ` to ${location}` : ""}`, answer)];
}
