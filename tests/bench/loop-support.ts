// Compiled for bare-loop.mjs: the view and head writer that the components need, and what validation would have filled in.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { makeFonts } from "../../cli/assets/fonts/make-fonts.ts";
import { openSitePictures } from "../../cli/assets/images/site-pictures.ts";
import { loadTemplates } from "../../cli/bundle/load-templates.ts";
import { resolveConfig } from "../../cli/config/resolve-config.ts";

export { headHtml } from "../../cli/render/head-html.ts";
export { createSiteView } from "../../cli/render/site-view.ts";

type Path = (string | number)[];

/** Everything the loop gets for free, as plain data: where defaults go, and the pictures' addresses and sizes. `page` is a generated one. */
export async function prepare(projectDir: string, page: string) {
  const config = resolveConfig({ root: projectDir });
  const { templates, programFile, css: sheets } = await loadTemplates(config);
  const fonts = await makeFonts({
    families: templates.fonts,
    characters: "",
    templatesDir: config.templatesDir,
    cacheDir: join(projectDir, ".eventsite/fonts"),
  });
  const css = { ...sheets, base: fonts.css + sheets.base };
  const sections = new Map(templates.sections.map(({ type, schema }) => [type, schema]));
  const fills: Record<string, [Path, unknown][]> = {};
  const contentDir = join(projectDir, "content");
  const record = (key: string, before: unknown, after: unknown) => {
    const found: [Path, unknown][] = [];
    compare(before, after, [], found);
    fills[key] = found;
  };
  for (const { name, format, schema } of templates.collections) {
    if (format !== "yaml") continue;
    const recordEntry = (key: string, text: string) => {
      const data = parse(text);
      const checked = schema.parse(data) as { sections?: { type: string }[] };
      if (checked.sections)
        checked.sections = data.sections.map((section: { type: string }) => sections.get(section.type)?.parse(section));
      record(key, data, checked);
    };
    for (const file of readdirSync(join(contentDir, name)))
      if (!file.includes("@"))
        recordEntry(`${name}/${file.replace(/\.yaml$/, "")}`, readFileSync(join(contentDir, name, file), "utf8"));
    if (name === "services") recordEntry("generated", page);
  }
  const settings = parse(readFileSync(join(contentDir, "site.yaml"), "utf8"));
  record("/site", settings, templates.settings.parse(settings));
  const images = (readdirSync(join(contentDir, "images"), { recursive: true }) as string[]).filter((path) =>
    /\.(webp|svg|png|ico)$/.test(path),
  );
  const inspected = await openSitePictures(config).inspect(images, false);
  const imageFacts = inspected.pictures.map(({ src, facts }) => [src, facts] as const);
  return { programFile, css, fontUrls: fonts.urls, fills, imageFacts, proseSlot: templates.proseSlot };
}

function compare(before: unknown, after: unknown, path: Path, found: [Path, unknown][]): void {
  if (typeof after !== "object" || after === null) return;
  for (const [key, value] of Object.entries(after)) {
    const step = Array.isArray(after) ? Number(key) : key;
    const old = (before as Record<string | number, unknown>)[step];
    if (old === undefined) found.push([[...path, step], value]);
    else compare(old, value, [...path, step], found);
  }
}
