// Variables that name servers and pages by their addresses.
import { isThisMachine } from "../loopback.ts";
import { listValue, readBy, unique } from "./values.ts";

/** Not `URL.canParse`: that of Node 20 refuses letters such as "ê" once it has been called a few thousand times. */
export function readUrl(text: string, protocol = /^https?:$/): URL | null {
  try {
    const url = new URL(text);
    return protocol.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

export const origins = listValue(
  readBy((text) => (/^https?:\/\/[^/?#@*]+\/?$/i.test(text) ? (readUrl(text)?.origin ?? null) : null)),
).transform(unique);

/** With a slash at its end. */
export const siteUrl = readBy((text) => {
  const url = readUrl(text);
  if (url === null || url.search + url.hash + url.username + url.password !== "") return null;
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
});

export const deskOrigin = readBy((text) => {
  const url = readUrl(text);
  return url !== null && /^\/(?:desk\/?)?$/.test(url.pathname) && url.search + url.hash === "" ? url.origin : null;
});

/** https, or http on this machine; without a user, a password and what no server gets. In one spelling. */
export const readSafeUrl = (text: string): string | null => {
  const url = readUrl(text);
  if (url === null || url.username + url.password + url.hash !== "") return null;
  return url.protocol === "https:" || isThisMachine(url.hostname) ? url.href : null;
};

export const safeUrl = readBy(readSafeUrl);
export const receivers = listValue(safeUrl).transform(unique);
