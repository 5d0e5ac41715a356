// The words that operations may give in place of the relay's own.
import { expect, test } from "vitest";
import { SUSPICIONS } from "../../../relay/message/assess-suspicion.ts";
import { resolveMailWords } from "../../../relay/message/mail-words.ts";

test("given words are laid over our own, key by key, and a list in place of a list", () => {
  const { words } = resolveMailWords({
    company: { phone: "1" },
    acknowledgement: { paragraphs: ["Only {reference}."] },
  });
  expect(words?.company).toMatchObject({ name: "Evenhall", phone: "1" });
  expect(words?.acknowledgement.paragraphs).toEqual(["Only {reference}."]);
  expect(words?.acknowledgement.heading).toBe("Thank you, your request is with us");
});

test("every problem is told at once, by its path", () => {
  const { words, problems } = resolveMailWords({
    timeZone: "Mars/Olympus",
    compny: {},
    company: { email: "nobody", name: "two\nlines" },
    acknowledgement: { heading: "Thank you, {firstName}" },
  });
  expect(words).toBeNull();
  expect(problems.map((problem) => problem.split(":")[0]).sort()).toEqual([
    "acknowledgement.heading",
    "company.email",
    "company.name",
    "the file",
    "timeZone",
  ]);
});

test.each([[null], [[]], ["words"], [3]])("%j is no file of words", (given) => {
  expect(resolveMailWords(given).problems).not.toEqual([]);
});

test("every sign of abuse is told in plain words", () => {
  expect(Object.keys(resolveMailWords().words?.suspicions ?? {}).sort()).toEqual([...SUSPICIONS].sort());
});
