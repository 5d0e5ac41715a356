import { expect, test } from "vitest";
import { normaliseText } from "../../../relay/mail/fold-text.ts";

test.each([
  ["blanks around it", " \u00a0Zoë \n", "Zoë"],
  ["two ways to write an accent", "Zoe\u0308", "Zoë"],
  ["half of an emoji", "Hi \ud83d", "Hi \ufffd"],
  ["a number as phones paste it", "\u202a+1 416 204 1177\u202c", "+1 416 204 1177"],
  ["a name that turns what follows", "\u202eevil", "evil"],
  ["an accent that such a mark keeps from its letter", "Zoe\u202a\u0308", "Zoë"],
  ["nothing that is seen", "\u200b \ufeff\u2060", ""],
  ["an emoji of several", "👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"],
  ["line breaks of three kinds", "a\r\nb\rc\nd", "a\nb\nc\nd"],
])("%s", (_, typed, kept) => {
  expect(normaliseText(typed)).toBe(kept);
});
