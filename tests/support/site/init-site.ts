// A site that `eventsite init` writes: with what `npm install` would put beside it, or with its words made final.
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../process/files.ts";
import { exampleDir, projectDir } from "./with-site.ts";

/** The packages of its `package.json`: eventsite as a link to where the site was written from. */
export function installPackages(site: string): void {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(site, "package.json"), "utf8"));
  mkdirSync(join(site, "node_modules/@types"), { recursive: true });
  symlinkSync(join(site, dependencies.eventsite.replace(/^file:/, "")), join(site, "node_modules/eventsite"));
  for (const name of [...Object.keys(devDependencies), "csstype"])
    symlinkSync(join(projectDir, "node_modules", name), join(site, "node_modules", name));
}

/** The files of its content that have placeholders, with the marks taken away: a site that may be released. */
export const finalContent = (): Record<string, string> =>
  Object.fromEntries(
    listFiles(join(exampleDir, "content"))
      .filter((path) => /\.(?:yaml|md)$/.test(path) && !path.endsWith("README.md"))
      .map((path) => [
        `content/${path}`,
        readFileSync(join(exampleDir, "content", path), "utf8").replaceAll(" # placeholder", ""),
      ]),
  );
