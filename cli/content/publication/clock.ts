import { momentOf, parseLocalTime } from "../../config/local-time.ts";
import type { Config } from "../../config/resolve-config.ts";

/** The moment that a site is made for. */
export interface Clock {
  readonly moment: number;
  readonly timeZone: string;
  /** Whether what is not public is shown too, and marked. */
  readonly showsAll: boolean;
}

/** For values as they are written, whether they are public or not. */
export const NO_CLOCK: Clock = { moment: 0, timeZone: "UTC", showsAll: true };

/** The moment of `asOf`, or now. Only here does a build look at a clock. */
export function clockOf({ asOf, drafts, now }: Pick<Config, "asOf" | "drafts" | "now">, timeZone: string): Clock {
  const asOfTime = parseLocalTime(asOf ?? "");
  return { moment: asOfTime ? momentOf(asOfTime.beginsAt, timeZone) : now(), timeZone, showsAll: drafts };
}
