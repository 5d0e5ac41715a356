// The clock: retries, limits, retention and the date of mails go by it.
import { type Finding, ok, skipped, warning } from "./finding.ts";
import { request } from "./http-request.ts";

const TOLERATED_MS = 120_000;

/** Compares with the `Date` that another machine sends; `url` is the site's address, or null where none is known. */
export async function checkClock(url: string | null, now: () => number): Promise<Finding> {
  const check = "clock";
  if (url === null) return skipped(check, "RELAY_SITE_URL names no other machine to compare with.");
  try {
    const { headers } = await request(new URL(url), "HEAD");
    const theirs = Date.parse(headers.date ?? "");
    if (Number.isNaN(theirs)) return skipped(check, `${url} sends no time.`);
    const seconds = Math.round((now() - theirs) / 1000);
    return Math.abs(now() - theirs) > TOLERATED_MS
      ? warning(check, `${seconds} s away from the clock of ${new URL(url).host}.`, "have the clock set (NTP)")
      : ok(check, `within ${Math.max(1, Math.abs(seconds))} s of ${new URL(url).host}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return skipped(check, `${url} does not answer (${code ?? message}).`);
  }
}
