// What makes a request look like a program's, sign by sign and at the edges of each.
import { expect, test } from "vitest";
import { assessSuspicion } from "../../../relay/requests/assess-suspicion.ts";
import type { ReadRequest } from "../../../relay/requests/read-request.ts";
import { OWN_SENTENCES } from "../../../relay/words/mail-words.ts";
import { sampleFields } from "../../support/relay/sample-mail.ts";

type Case = Partial<Omit<ReadRequest, "fields">> & { readonly fields?: Partial<ReadRequest["fields"]> };
const read = ({ fields, ...more }: Case): ReadRequest => ({
  form: "contact",
  page: null,
  website: "",
  elapsedMs: null,
  answers: [],
  isOtherDefinition: false,
  unknownFields: 0,
  leftOutFields: 0,
  ...more,
  fields: { ...sampleFields, message: "We plan a gala.", ...fields },
});
const assess = (request: Case) => assessSuspicion(read(request));
const links = (count: number) => "https://a.example ".repeat(count);

test.each<[Case, number, string[]]>([
  [{}, 0, []],
  [{ website: "x" }, 60, ["honeypot"]],
  [{ elapsedMs: 0 }, 50, ["too-fast"]],
  [{ elapsedMs: 999 }, 50, ["too-fast"]],
  [{ elapsedMs: 1000 }, 20, ["fast"]],
  [{ elapsedMs: 2999 }, 20, ["fast"]],
  [{ elapsedMs: 3000 }, 0, []],
  [{ fields: { firstName: "http://a" } }, 50, ["link-in-name"]],
  [{ fields: { lastName: "WWW.a.example" } }, 50, ["link-in-name"]],
  [{ fields: { lastName: "[URL=a]" } }, 50, ["link-in-name"]],
  [{ fields: { company: "https://acme.example" } }, 0, []],
  [{ fields: { message: links(3) } }, 0, []],
  [{ fields: { message: links(4) } }, 30, ["many-links"]],
  [{ fields: { message: "See <A  href=x>" } }, 30, ["markup"]],
  [{ fields: { message: "See <ahref=x>" } }, 0, []],
  [{ fields: { message: "See [url=x]" } }, 30, ["markup"]],
  [{ fields: { message: "See [url]x" } }, 30, ["markup"]],
  [{ fields: { message: "See [urls" } }, 0, []],
  [{ elapsedMs: 1500, fields: { message: `${links(4)}<a href` } }, 80, ["fast", "many-links", "markup"]],
  [{ website: "x", elapsedMs: 1 }, 100, ["honeypot", "too-fast"]],
])("%j scores %i for %j", (request, score, reasons) => {
  expect(assess(request)).toEqual({ score, reasons });
});

test("every sign is reported in plain words", () => {
  const text = `${links(4)}<a href`;
  const signs = [
    { elapsedMs: 0 },
    { elapsedMs: 1500, website: "x", fields: { firstName: "www.a.example", message: text } },
  ];
  const blocked = assessSuspicion(read({}), true);
  const reasons = [blocked, ...signs.map(assess)].flatMap((suspicion) => suspicion.reasons);
  expect(reasons.sort()).toEqual(Object.keys(OWN_SENTENCES.suspicions).sort());
});
