// The site that `eventsite init` writes, in Chromium.
import { afterAll, expect, test } from "vitest";
import { axeFaults } from "../support/browser/axe-faults.ts";
import { layoutFaults, shiftOf } from "../support/browser/layout-faults.ts";
import { openSiteInBrowser } from "../support/browser/site-in-browser.ts";
import { WORKSHOP_FORM, WORKSHOP_PAGE } from "../support/site/every-kind-form.ts";
import { exampleDir, openSite } from "../support/site/with-site.ts";

/** The form with a field of every kind, as staff of this site would write it. */
const EVERY_KIND = WORKSHOP_FORM.replace(/^submit:[\s\S]*/m, "submit: Book the workshop\n").replace(
  /\/(?:terms-of-service|privacy-policy)/g,
  "/about",
);

const { root, close } = openSite(
  { "content/forms/workshop.yaml": EVERY_KIND, "content/pages/workshop.yaml": WORKSHOP_PAGE },
  exampleDir,
);
afterAll(close);

const at = openSiteInBrowser({ root });

test("every page is whole at every width, and axe finds nothing", async () => {
  const page = await at.browser.newPage();
  const faults: string[] = [];
  for (const path of at.site.paths)
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(at.url + path);
      const found = [...(await layoutFaults(page)), ...(await axeFaults(page))];
      faults.push(...found.map((fault) => `${path} at ${width} px: ${fault}`));
    }
  await page.close();
  expect(faults).toEqual([]);
});

test("nothing moves while it loads, and the link of a walk chooses the walk in the form", async () => {
  const page = await at.browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(at.url);
  await page.locator("[data-island][data-state=ready]").waitFor();
  for (const picture of await page.locator("img").all()) await picture.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(await shiftOf(page)).toBe(0);
  await page.getByRole("link", { name: "Join this walk" }).last().click();
  expect(await page.getByLabel("Which walk?").inputValue()).toBe("Moonrise over the bay");
  await page.close();
});

test("a form of every kind of field is filled in by its labels, and sent whole", async () => {
  const page = await at.browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${at.url}/workshop/`);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByLabel("Day of arrival").fill("2036-05-31");
  await page.getByLabel("Seats").fill("41");
  await page.getByLabel("Room").selectOption({ label: "The hall" });
  const topics = page.getByRole("group", { name: "Topics", description: "Choose as many as you like." });
  for (const topic of ["Staging", "Sound"]) await topics.getByLabel(topic).check();
  await page.getByLabel("I have read the terms").check();
  const isValid = () => page.locator("form").evaluate((form: HTMLFormElement) => form.checkValidity());
  expect(await isValid()).toBe(false);
  await page.getByLabel("Seats").fill("40");
  expect(await isValid()).toBe(true);
  const sent = page.locator("form").evaluate((form: HTMLFormElement) => [...new FormData(form)].map(String));
  expect((await sent).filter((each) => !each.startsWith("definition,"))).toEqual([
    "firstName,Ada",
    "email,ada@example.com",
    "phone,",
    "arrival,2036-05-31",
    "seats,40",
    "room,hall",
    "topics,staging",
    "topics,sound",
    "dietaryNeeds,",
    "notes,",
    "terms,I have read the terms and accept them.",
    "website,",
    "form,workshop",
    "page,/workshop",
  ]);
  await page.close();
});
