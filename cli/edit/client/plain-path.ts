/** Keys that are not everyday words. */
const NAMES: Readonly<Record<string, string>> = { alt: "alternative text", body: "text" };

/** ["sections", 2, "linkLabel"] → ["section 3", "link label"], as a person would say it. */
export function plainPath(path: readonly (string | number)[]): string[] {
  const steps: string[] = [];
  for (const step of path) {
    if (typeof step === "number") steps.push(`${singular(steps.pop() ?? "")} ${step + 1}`.trim());
    else steps.push(NAMES[step] ?? step.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());
  }
  return steps;
}

const singular = (name: string): string =>
  name
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/(?<![su])s$/, "");
