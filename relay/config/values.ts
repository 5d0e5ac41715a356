// What the text of a variable is read as. No message repeats a text, which may be a secret.
import * as z from "zod";

export interface DkimKey {
  /** The sender's own: what the signature vouches for. */
  readonly domain: string;
  /** Under which the DNS has the public half: SELECTOR._domainkey.DOMAIN. */
  readonly selector: string;
  /** In PEM. */
  readonly privateKey: string;
}

/** What `read` makes of a text. It cannot be used where that is null, or where something in it is not percent-encoded as it should be. */
export const readBy = <Value>(read: (text: string) => Value | null) =>
  z.string().transform((text, context) => {
    try {
      const value = read(text);
      if (value !== null) return value;
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
    }
    context.addIssue({ code: "custom" });
    return z.NEVER;
  });

/** "a, b" → its items; empty ones are left out. */
export const splitList = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

export const listValue = <Item>(item: z.ZodType<Item, string>) =>
  z.string().transform(splitList).pipe(z.array(item).min(1));

export const unique = (items: readonly string[]): readonly string[] => [...new Set(items)];
export const matching = (form: RegExp) => z.string().regex(form);

/** "20/10m". Null where there is none. */
export const rateLimit = z.union([readBy(readLimit), matching(/^off$/i).transform(() => null)]);

function readLimit(text: string) {
  const [, count = "", amount = "", unit = ""] = /^(\d{1,7})\/(\d{0,5})([smhd])$/.exec(text.replace(/\s+/g, "")) ?? [];
  const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit];
  if (unitMs === undefined || Number(count) === 0 || amount === "0") return null;
  return { count: Number(count), windowMs: Number(amount || 1) * unitMs };
}

export const DATABASE = /^\/([^/]+)$/;
