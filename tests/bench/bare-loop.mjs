// What the builds are measured against: one process that parses the same YAML with `yaml`, renders the same components with
// react-dom/server and writes the files; finished pictures are copied from where they are kept. No validation, no checks, no cache, nothing shared between pages. Its templates are compiled beforehand.
//   node bare-loop.mjs <site root> <out> <compiled loop support>
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parse } from "yaml";

const [root, out, support] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const {
  createSiteView,
  headHtml,
  programFile,
  css,
  fontUrls,
  imageFacts,
  proseSlot,
  openFileCache,
  openStatHashes,
  imageCacheDir,
  defaults,
} = require(support);
const { templates, toHtml } = require(programFile);

const contentDir = join(root, "content");
const lists = {};
const pages = [];
for (const { name, format, path, summarize } of templates.collections) {
  const list = [];
  let files = [];
  try {
    files = readdirSync(join(contentDir, name)).sort();
  } catch {}
  for (const file of files) {
    const [slug, variant] = file.replace(/\.\w+$/, "").split("@");
    if (variant) continue;
    const text = readFileSync(join(contentDir, name, file), "utf8");
    let data;
    if (format === "markdown") {
      const end = text.indexOf("\n---", 3);
      data = { ...parse(text.slice(3, end)), body: text.slice(end + 4) };
    } else data = parse(text);
    // What the schemas fill in where staff left a key out; found beforehand, so that the loop does not validate.
    for (const fill of defaults(name, slug)) fill(data);
    list.push({ slug, path: path?.(slug), order: data.order ?? 1000, data: summarize ? summarize(data) : data });
    if (path) pages.push({ collection: name, slug, path: path(slug), data });
  }
  lists[name] = list.sort((a, b) => a.order - b.order);
}
const settings = parse(readFileSync(join(contentDir, "site.yaml"), "utf8"));
for (const fill of defaults("", "site")) fill(settings);
const variants = new Map();
const report = {
  read() {},
  card() {},
  variants(asked) {
    for (const variant of asked) variants.set(variant.output, variant);
  },
};
const site = createSiteView(
  {
    settings,
    lists,
    images: new Map(imageFacts),
    proseSlot,
    sharedCards: ["services"],
    fonts: { css: "", urls: fontUrls },
    links: "slash",
    baseUrl: settings.url,
  },
  report,
);
for (const page of pages) {
  const { lang, head, body } = templates.renderPage(page, site);
  const style = css.base + [...new Set(templates.sectionTypes(page))].map((type) => css.byType[type]).join("");
  const html = `<!DOCTYPE html><html lang="${lang}"><head>${headHtml(head)}<style>${style}</style></head><body>${body.map((part) => toHtml(part.element())).join("")}</body></html>\n`;
  const file = join(
    out,
    page.path === "/" ? "index.html" : page.path === "/404" ? "404.html" : `${page.path}/index.html`,
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, html);
}
mkdirSync(join(out, "assets/images"), { recursive: true });
const hashes = openStatHashes(imageCacheDir, contentDir);
const cache = openFileCache(imageCacheDir, hashes);
for (const { key, format, output } of variants.values())
  copyFileSync(cache.find(`${key}.${format}`).path, join(out, output));
hashes.save();
