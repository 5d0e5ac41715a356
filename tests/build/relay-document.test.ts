// What a site says to its relay is in one document that it publishes, and the relay takes it: in whose name mails are sent, what they
// say, and what the forms ask.
import { expect, test } from "vitest";
import { type BuildResult, build } from "../../cli/index.ts";
import { parseDocument } from "../../relay/words/site-document.ts";
import { exampleDir, small, withSite } from "../support/site/with-site.ts";

const read = ({ files }: Pick<BuildResult, "files">) => {
  const { document, problems } = parseDocument(files.find(({ path }) => path === "forms.json")?.content ?? Buffer.of());
  expect(problems).toEqual([]);
  return document;
};

test("the company's facts, the words of mails and the forms are those of the content", () =>
  withSite(
    {
      "content/site.yaml": `${small("site.yaml").replace("legalName: Evenhall Events Inc.", 'legalName: "{brand.name} Ltd."')}
mails:
  acknowledgement:
    heading: Thank you for writing to {brand.name}
    paragraphs: ["Ask for {reference} at {contact.phone}."]
`,
    },
    async ({ root }) => {
      const document = read(await build({ root, write: false }));
      expect(document?.company).toMatchObject({ name: "Evenhall", legalName: "Evenhall Ltd.", phone: "416-555-0142" });
      expect(document?.words).toMatchObject({ locale: "en-CA", timeZone: "America/Toronto" });
      expect(document?.words.acknowledgement).toMatchObject({
        heading: "Thank you for writing to Evenhall",
        paragraphs: ["Ask for {reference} at 416-555-0142."],
        subject: "{company}: we have received your request ({reference})",
      });
      expect(document?.forms.forms.consultation).toMatchObject({ title: "Consultation request" });
    },
  ));

test("a site that init writes has its own", async () => {
  const document = read(await build({ root: exampleDir, write: false, cache: false }));
  expect(document?.company).toMatchObject({
    ...{ name: "Tidewater Walks", email: "hello@example.com", address: expect.stringContaining("Fernmouth") },
    ...{ phone: null, reply: null },
  });
  expect(document?.words).toMatchObject({ locale: "en-GB", timeZone: "Europe/London" });
  expect(document?.forms.forms.contact?.fields.map(({ name }) => name)).toEqual([
    ...["firstName", "lastName", "email", "eventType", "message"],
  ]);
});
