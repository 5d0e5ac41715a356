// What people do in the forms of the CMS.
import type { Locator, Page, Response } from "playwright";

/** The control of a field, by its label; of several, the last one that can be seen. */
export async function control(scope: Page | Locator, label: string): Promise<Locator> {
  const labels = scope.locator("label:visible", { hasText: new RegExp(`^${label}( \\(optional\\))?\\s*$`) });
  await labels.last().waitFor();
  const page = "page" in scope ? scope.page() : scope;
  return page.locator(`[id="${await labels.last().getAttribute("for")}"]`);
}

export const fill = async (scope: Page | Locator, label: string, words: string): Promise<void> =>
  (await control(scope, label)).fill(words);

/** The first item of a type, by its label: fields within it may be called the same. */
export const itemOf = (page: Page, type: string): Locator =>
  page
    .locator("label", { hasText: new RegExp(`^${type}\\s*$`) })
    .first()
    .locator("..");

/** Opens an item, or a field that has others in it. */
export const expand = (item: Locator): Promise<void> => item.locator("button").first().click();

/** An item of a list without types, by the line that sums it up. */
export const lastItem = (list: Locator): Locator =>
  list.locator('[aria-roledescription="sortable"]').last().locator("xpath=../..");

/** Uploads a picture and takes it, where a form asks for one. */
export async function choosePicture(
  page: Page,
  field: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await field.getByRole("button", { name: /^Choose (?:an|different) image$/ }).click();
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByText(file.name.toLowerCase().replace(/ /g, "-")).first().waitFor();
  await page.getByRole("button", { name: "Choose selected" }).click();
}

/** Drags an item by its handle, to where another one is. */
export async function drag(page: Page, item: Locator, onto: Locator): Promise<void> {
  const grip = (of: Locator) => of.locator('[aria-roledescription="sortable"]').first();
  await grip(item).scrollIntoViewIfNeeded();
  const [from, to] = [await grip(item).boundingBox(), await grip(onto).boundingBox()];
  if (!from || !to) throw new Error("An item cannot be seen.");
  const middle = (box: typeof from) => [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.move(...middle(from));
  await page.mouse.down();
  await page.mouse.move(middle(from)[0], middle(from)[1] + 8, { steps: 4 });
  await page.mouse.move(...middle(to), { steps: 12 });
  await page.mouse.up();
}

/** Saves, and returns the answer to it. */
export async function publish(page: Page): Promise<Response> {
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const answer = page.waitForResponse((response) => /persistEntry/.test(response.request().postData() ?? ""));
  await page.getByText("Publish now", { exact: true }).click();
  return answer;
}
