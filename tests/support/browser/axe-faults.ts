// What axe finds on a page: the rules of WCAG 2.2 AA and the best practices.
import axe from "axe-core";
import type { Page } from "playwright";

/** Each broken rule with where it is broken. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    // What is in order needs no account.
    (window as unknown as { axe: typeof axe }).axe.run({ resultTypes: ["violations"] }),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`);
}
