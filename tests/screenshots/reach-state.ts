// A state as data → the page in that state.
import type { Page, Route } from "playwright";
import type { PageState, Step } from "./page-states.ts";

/** Long enough for an island to be fetched and to answer; a state that takes longer is not there. */
const PATIENCE_MS = 15_000;

/** Rejects, with the step, where something cannot be reached. */
export async function reachState(page: Page, { relay, steps }: PageState): Promise<void> {
  await page.route("**/send-contact-email", (route) => answer(route, relay));
  for (const step of steps) {
    try {
      await take(page, step);
    } catch {
      throw new Error(`could not do ${JSON.stringify(step)}`);
    }
  }
}

async function take(page: Page, step: Step): Promise<void> {
  const visible = (selector: string) => page.locator(selector).filter({ visible: true }).first();
  if ("click" in step) await visible(step.click).click({ timeout: PATIENCE_MS });
  else if ("hover" in step) await visible(step.hover).hover({ timeout: PATIENCE_MS });
  else if ("waitFor" in step) await visible(step.waitFor).waitFor({ timeout: PATIENCE_MS });
  else await fillForm(page, step.fillForm);
}

const WORDS: Readonly<Record<string, string>> = {
  email: "jordan.lee@example.com",
  tel: "416-555-0199",
  date: "2031-05-14",
  number: "120",
  text: "Jordan Lee",
  textarea: "A dinner for 120 people, and room to talk before it.",
};

async function fillForm(page: Page, selector: string): Promise<void> {
  const fields = page
    .locator(selector)
    .first()
    .locator("input:not([type=hidden]), select, textarea")
    .filter({ visible: true });
  for (const field of await fields.all()) {
    const kind = await field.evaluate((element) =>
      element instanceof HTMLInputElement ? element.type : element.localName,
    );
    if (kind === "select") await field.selectOption({ index: 1 });
    else if (kind === "checkbox" || kind === "radio") await field.check();
    else await field.fill(WORDS[kind] ?? "Jordan Lee");
  }
}

/** In place of the relay: decisions on its answers are in relay/contract.ts. */
async function answer(route: Route, relay: PageState["relay"]): Promise<void> {
  const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
  if (relay === "accepts")
    return route.fulfill({ headers, json: { data: { id: "K7Q2-M4XD", status: "accepted" }, error: null } });
  const error = {
    message: "The request was refused.",
    details: null,
    hint: null,
    code: "origin_not_allowed",
    requestId: null,
    fields: [],
  };
  return route.fulfill({ status: 403, headers, json: { data: null, error } });
}
