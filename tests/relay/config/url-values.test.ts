// Addresses in variables.
import { expect, test } from "vitest";
import { readUrl } from "../../../relay/config/url-values.ts";

test("letters of other languages are read however many addresses were read before", () => {
  const hosts = Array.from({ length: 20_000 }, () => readUrl("https://fêtes.example/hook")?.hostname);
  expect(new Set(hosts)).toEqual(new Set(["xn--ftes-gpa.example"]));
});

test("what is no address, or of another protocol, is none", () => {
  expect(["fêtes.example", "ftp://fêtes.example", "https://"].map((text) => readUrl(text))).toEqual([null, null, null]);
});
