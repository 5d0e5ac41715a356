// What each page weighs, gzipped: HTML, its CSS, and its JavaScript before and after a visitor uses it, with React beside Preact.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { build } from "../../cli/launch/api.mjs";

const projectDir = fileURLToPath(new URL("../../", import.meta.url));
const source = readFileSync(new URL("../support/script-weights.ts", import.meta.url), "utf8");
const { code } = await transform(source, { loader: "ts", format: "esm" });
const { scriptWeight } = await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);

async function siteWith(client) {
  const result = await build({ root: projectDir, write: false, client });
  const files = new Map(result.files.map(({ path, content }) => [path, Buffer.from(content)]));
  return { result, bytes: (path) => files.get(path), file: (path) => files.get(path).toString("utf8") };
}

const kb = (bytes) => (bytes / 1000).toFixed(1);
const weigh = (text) => gzipSync(text, { level: 9 }).length;
const [preact, react] = [await siteWith("preact"), await siteWith("react")];
const rows = preact.result.routes.map(({ path, file }) => {
  const html = preact.file(file);
  const css = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text).join("");
  const small = scriptWeight(preact, html);
  const large = scriptWeight(react, react.file(file));
  return {
    page: path,
    "HTML with CSS": kb(weigh(html)),
    "of it CSS": kb(weigh(css)),
    "JS before use": kb(small.before),
    "JS in all": kb(small.all),
    "React before": kb(large.before),
    "React in all": kb(large.all),
  };
});
console.log("kB gzipped, as a host sends them.");
console.table(rows);
