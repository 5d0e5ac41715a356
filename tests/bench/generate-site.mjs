// Sites of a stated size: the real content, and so many more service pages, each a copy of a real one with words of its own.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** `pages` 0 gives the real site as it is. */
export function generateSite(projectDir, root, pages) {
  mkdirSync(root, { recursive: true });
  cpSync(join(projectDir, "content"), join(root, "content"), { recursive: true });
  const dir = join(projectDir, "content/services");
  const shapes = readdirSync(dir)
    .filter((name) => name.endsWith(".yaml") && !name.includes("@"))
    .sort()
    .map((name) => readFileSync(join(dir, name), "utf8"));
  for (let index = 0; index < pages; index++) {
    const number = String(index + 1).padStart(5, "0");
    const text = shapes[index % shapes.length]
      .replace(/^title: .*$/m, `title: "Service number ${number} in Toronto"`)
      .replace(
        /^description: .*(?:\n {2,}.*)*$/m,
        `description: "What service number ${number} does for companies in Toronto, how long it takes and whom to call."`,
      )
      .replace(/^name: .*$/m, `name: Service number ${number}`)
      .replace(/^order: .*$/m, `order: ${1000 + index}`)
      .replace(/^footerLabels:.*(?:\n {2,}.*)*\n/m, "");
    writeFileSync(join(root, `content/services/service-${number}.yaml`), text);
  }
}
