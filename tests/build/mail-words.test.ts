// What the content says of the company reaches the relay: by one command, and with a warning where that was not run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BuildFailedError, build, check, mailWords } from "../../cli/index.ts";
import { resolveMailWords } from "../../relay/mail/mail-words.ts";
import { small, withSite } from "../support/with-site.ts";

const FILE = "relay/mail-words.json";
const settings = small("site.yaml");
const wordsIn = (root: string, file = FILE) => JSON.parse(readFileSync(join(root, file), "utf8"));
const staleOf = async (root: string) =>
  (await check({ root })).diagnostics.filter(({ code }) => code === "MAIL_WORDS_STALE");

test("the command derives the words from site.yaml and the forms, and the site publishes the same", () =>
  withSite(
    { "content/site.yaml": settings.replace("legalName: Evenhall Events Inc.", 'legalName: "{brand.name} Ltd."') },
    async ({ root }) => {
      expect(await mailWords({ root })).toEqual({ file: FILE, stale: true });
      const words = wordsIn(root);
      expect(words).toMatchObject({ timeZone: "America/Toronto", company: { legalName: "Evenhall Ltd." } });
      expect(words.forms.consultation).toMatchObject({ title: "Consultation request" });
      expect(resolveMailWords(words).problems).toEqual([]);
      expect(await mailWords({ root, write: false })).toEqual({ file: FILE, stale: false });
      const { files } = await build({ root, write: false });
      const published = files.find(({ path }) => path === "mail-words.json")?.content;
      expect(JSON.parse(Buffer.from(published ?? []).toString())).toEqual(words);
    },
  ));

test("a check warns once the content says something else, and not where there is no such file", () =>
  withSite({}, async ({ root, write }) => {
    expect(await staleOf(root)).toEqual([]);
    await mailWords({ root });
    expect(await staleOf(root)).toEqual([]);
    // What no mail says makes nothing stale.
    write({ "content/site.yaml": settings.replace('years: "20+"', 'years: "21+"') });
    expect(await staleOf(root)).toEqual([]);
    write({ "content/site.yaml": settings.replace("416-555-0142", "416-555-0199").replace("24 hours", "one day") });
    expect(await staleOf(root)).toMatchObject([
      {
        severity: "warning",
        file: FILE,
        message:
          'The relay\'s mails would say "416-555-0142" for company.phone, where the content says "416-555-0199". 1 more of its words differ.',
      },
    ]);
    await mailWords({ root });
    expect(wordsIn(root).company).toMatchObject({ phone: "416-555-0199", reply: "one day" });
    expect(await staleOf(root)).toEqual([]);
    write({ [FILE]: "{" });
    expect(await staleOf(root)).toMatchObject([{ message: `${FILE} is not a JSON object.` }]);
  }));

test("words that operations wrote into the file stay, and a form that is gone is forgotten", () =>
  withSite(
    {
      "words.json": JSON.stringify({
        acknowledgement: { heading: "Merci" },
        company: { phone: "1" },
        forms: { gone: {} },
      }),
    },
    async ({ root, write }) => {
      await mailWords({ root, file: "words.json" });
      const words = wordsIn(root, "words.json");
      expect(words).toMatchObject({ acknowledgement: { heading: "Merci" }, company: { phone: "416-555-0142" } });
      expect(Object.keys(words.forms)).toEqual(["consultation"]);
      write({ "words.json": "[]" });
      await expect(mailWords({ root, file: "words.json" })).rejects.toThrow(BuildFailedError);
      expect(wordsIn(root, "words.json")).toEqual([]);
    },
  ));
