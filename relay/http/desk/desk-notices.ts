// What was just done, as an address says it and as its page shows it.
import type { DeskNotice } from "./desk-frame.ts";

const NOTICES = {
  released: "Released. The mails are on their way.",
  retried: "The mails are sent again now.",
  resent: "The mail to the team is sent once more.",
  redirected: "The mail to the team goes to the other address.",
  blocked: "Blocked. What comes from now on is held.",
  lifted: "Lifted. What was held meanwhile stays held until it is released.",
  nothing: "Nothing was changed: its mails are in another state by now.",
} as const;
export type NoticeName = keyof typeof NOTICES;

/** The address of a page that shows the notice. */
export const withNotice = (address: string, name: NoticeName): string => `${address}?done=${name}`;

export function noticeOf(search: URLSearchParams): DeskNotice | null {
  const name = search.get("done") ?? "";
  return Object.hasOwn(NOTICES, name) ? { text: NOTICES[name as NoticeName], isBad: name === "nothing" } : null;
}
