import { expect, test } from "vitest";
import { publishedHeaders } from "../../cli/hosting/file-headers.ts";
import { type BuildResult, build } from "../../cli/index.ts";
import { WORKSHOP_FILES } from "../support/site/every-kind-form.ts";
import { small, withSite } from "../support/site/with-site.ts";

const FORM = "content/forms/consultation.yaml";
const form = small("forms/consultation.yaml");
const textOf = ({ files }: BuildResult, path: string) =>
  String(Buffer.from(files.find((file) => file.path === path)?.content ?? []));
const definitionOn = (result: BuildResult, page: string) =>
  /<input type="hidden" name="definition" value="([0-9a-f]{16})"\/>/.exec(textOf(result, page))?.[1];

test("a field added to one file is on the page and in the definition that the page names", () =>
  withSite({}, async ({ root, write }) => {
    const before = await build({ root, write: false });
    expect(definitionOn(before, "contact/index.html")).toBe(JSON.parse(textOf(before, "forms.json")).hash);
    write({
      [FORM]: form.replace("submit:", "  - { input: text, name: dietaryNeeds, label: Dietary needs }\nsubmit:"),
    });
    const after = await build({ root, write: false });
    const { hash, forms } = JSON.parse(textOf(after, "forms.json"));
    expect(forms.consultation.fields.at(-1)).toMatchObject({
      name: "dietaryNeeds",
      label: "Dietary needs",
      limit: 200,
    });
    expect(textOf(after, "contact/index.html")).toMatch(/<input [^>]*name="dietaryNeeds"/);
    expect(definitionOn(after, "contact/index.html")).toBe(hash);
    expect(hash).not.toBe(JSON.parse(textOf(before, "forms.json")).hash);
    const again = await build({ root, write: false });
    expect(textOf(again, "forms.json")).toBe(textOf(after, "forms.json"));
    expect(publishedHeaders("forms.json")).toEqual({
      contentType: "application/json; charset=utf-8",
      cacheControl: "public, max-age=0, must-revalidate",
    });
  }));

test("the notice of missing answers names every required field, those that staff add too", () =>
  withSite({}, async ({ root, write }) => {
    const named = form.replace("text: Please fill in all required fields.", 'text: "Please fill in {required}."');
    write({
      [FORM]: named.replace(
        "submit:",
        "  - { input: text, name: dietaryNeeds, label: Dietary needs, required: true }\nsubmit:",
      ),
    });
    const labels = "First Name, Last Name, Company, Email Address, Phone Number, and Dietary needs";
    expect(textOf(await build({ root, write: false }), "contact/index.html")).toContain(`Please fill in ${labels}.`);
    // Other blanks are mistakes, and this one is a mistake elsewhere.
    for (const text of [
      named.replace("{required}", "{requires}"),
      form.replace("Missing Information", '"{required}"'),
    ]) {
      write({ [FORM]: text });
      await expect(build({ root, write: false })).rejects.toMatchObject({
        diagnostics: [{ code: "CONTENT_UNKNOWN_TOKEN" }],
      });
    }
  }));

test("a new file is a form that a page can show", () =>
  withSite({}, async ({ root, write }) => {
    const workshop = WORKSHOP_FILES["forms/workshop.yaml"].replaceAll(/^ {4}link: .*\n/gm, "");
    write({
      "content/forms/workshop.yaml": workshop,
      "content/pages/workshop.yaml": WORKSHOP_FILES["pages/workshop.yaml"],
    });
    const result = await build({ root, write: false });
    const page = textOf(result, "workshop/index.html");
    expect(page.match(/<input [^>]*type="checkbox"[^>]*>/g)).toHaveLength(5);
    expect(page).toContain("<legend>Topics");
    expect(page).toContain('value="I agree that Evenhall sends me news about workshops by email.');
    expect(Object.keys(JSON.parse(textOf(result, "forms.json")).forms)).toEqual(["consultation", "workshop"]);
  }));
