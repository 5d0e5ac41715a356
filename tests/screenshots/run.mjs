// npm run screenshots [-- --route /contact --width 390]: compiles what takes them and runs it. --baselines keeps them for the comparison in the tests instead, --cms takes the
// pictures of .github/edit-in-the-browser.md.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const projectDir = fileURLToPath(new URL("../../", import.meta.url));
const { values } = parseArgs({
  options: {
    route: { type: "string", multiple: true, default: [] },
    width: { type: "string", multiple: true, default: [] },
    baselines: { type: "boolean", default: false },
    cms: { type: "boolean", default: false },
  },
});

// As deep in the project as tests/support/site, which finds the project from where it is.
const program = join(projectDir, ".eventsite/program/screenshots", `${process.pid}.mjs`);
await build({
  absWorkingDir: projectDir,
  stdin: {
    contents: `
      export { takeCmsPictures } from "./tests/screenshots/take-cms-pictures.ts";
      export { takeScreenshots } from "./tests/screenshots/take-screenshots.ts";
      export { keepBaselines } from "./tests/support/browser/compare-look.ts";`,
    resolveDir: projectDir,
    loader: "ts",
  },
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  packages: "external",
  outfile: program,
  logLevel: "warning",
});
const { takeScreenshots, takeCmsPictures, keepBaselines } = await import(pathToFileURL(program).href);
rmSync(program);
if (values.cms) {
  await takeCmsPictures();
  console.log("The pictures are in .github.");
} else if (values.baselines) {
  console.log(`Kept ${await keepBaselines()} baselines in tests/fixtures/look.`);
} else {
  const outDir = join(projectDir, ".eventsite/screenshots");
  const problems = await takeScreenshots({
    outDir,
    routes: values.route,
    widths: values.width.map(Number),
    report: (file) => console.log(file),
  });
  for (const problem of problems) console.error(problem);
  console.log(`The screenshots are in ${outDir}.`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
