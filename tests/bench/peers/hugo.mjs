// The generated pages as a site of Hugo: the same YAML as front matter, the same words on the pages, nothing checked.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FRAME = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{{ .Description }}"><link rel="canonical" href="{{ .Permalink }}"></head>
<body><header><a href="/">{{ site.Data.site.brand.name }}</a><nav><ul>{{ range site.Data.site.navigation }}<li><a href="{{ .href }}">{{ .label }}</a></li>{{ end }}</ul></nav></header>
<main id="main">{{ block "main" . }}{{ end }}</main>
{{ partialCached "footer.html" . }}</body></html>
`;

/** The same on every page, made once: as a person who knows Hugo writes it. */
const FOOTER = `<footer>{{ $services := where site.RegularPages.ByWeight "Section" "services" }}{{ range $group := site.Data.site.serviceGroups }}<section><h2>{{ .name }}</h2><ul>{{ range first 6 (where $services "Params.group" $group.id) }}<li><a href="{{ .RelPermalink }}">{{ .Params.name }}</a></li>{{ end }}</ul></section>{{ end }}</footer>`;

const PICTURE = `{{ with .image }}<picture><source type="image/avif" srcset="/assets/images/{{ .src }}.avif 640w"><img src="/assets/images/{{ .src }}" alt="{{ .alt }}" width="1600" height="900" loading="lazy"></picture>{{ end }}`;

const PAGE = `{{ define "main" }}{{ range .Params.sections }}{{ partial (printf "%s.html" .type) . }}{{ end }}{{ end }}`;

const SECTIONS = {
  "page-hero": `<section><h1>{{ .heading }}</h1><p>{{ .lead }}</p>${PICTURE}<dl>{{ range .facts }}<div><dt>{{ .label }}</dt><dd>{{ .value }}</dd></div>{{ end }}</dl></section>`,
  cards: `<section><h2>{{ .heading }}</h2><p>{{ .intro }}</p><ul>{{ range .cards }}<li><h3>{{ .title }}</h3><p>{{ .text }}</p><ul>{{ range .points }}<li>{{ . }}</li>{{ end }}</ul></li>{{ end }}</ul></section>`,
  steps: `<section><h2>{{ .heading }}</h2><p>{{ .intro }}</p><ol>{{ range .steps }}<li><p>{{ .timing }}</p><h3>{{ .title }}</h3><p>{{ .text }}</p></li>{{ end }}</ol></section>`,
  lists: `<section><h2>{{ .heading }}</h2>{{ range .lists }}<h3>{{ .title }}</h3><ul>{{ range .items }}<li>{{ . }}</li>{{ end }}</ul>{{ end }}</section>`,
  "related-services": `<section><h2>{{ .heading }}</h2><ul>{{ range .services }}{{ with site.GetPage (printf "/services/%s" .) }}<li><a href="{{ .RelPermalink }}">{{ with .Params }}${PICTURE}<h3>{{ .name }}</h3><p>{{ .summary }}</p>{{ end }}</a></li>{{ end }}{{ end }}</ul></section>`,
  "call-to-action": `<section><h2>{{ .heading }}</h2><p>{{ .text }}</p>${PICTURE}{{ range .actions }}<a href="{{ .href }}">{{ .label }}</a>{{ end }}</section>`,
};

/** Sections that only the real pages have: all of their words, in order. */
const OTHER = `<section>{{ range $name, $value := . }}{{ if reflect.IsSlice $value }}<ul>{{ range $value }}<li>{{ . }}</li>{{ end }}</ul>{{ else }}<p>{{ $value }}</p>{{ end }}{{ end }}</section>`;

/** Writes the site that corresponds to the content folder. */
export function writeHugoSite(contentDir, root) {
  for (const folder of ["data", "layouts/_default", "layouts/partials", "content/services"])
    mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(join(contentDir, "site.yaml"), join(root, "data/site.yaml"));
  writeFileSync(
    join(root, "config.yaml"),
    'baseURL: "https://example.org/"\ntitle: Bench\ndisableKinds: [RSS, sitemap, taxonomy, term, robotsTXT, section]\n',
  );
  writeFileSync(join(root, "layouts/_default/baseof.html"), FRAME);
  writeFileSync(join(root, "layouts/partials/footer.html"), FOOTER);
  for (const kind of ["single", "home"]) writeFileSync(join(root, `layouts/_default/${kind}.html`), PAGE);
  const types = new Set(Object.keys(SECTIONS));
  for (const [folder, target] of [
    ["pages", ""],
    ["services", "services"],
  ]) {
    for (const name of readdirSync(join(contentDir, folder)).filter((file) => /^[^@]+\.yaml$/.test(file))) {
      const text = readFileSync(join(contentDir, folder, name), "utf8");
      for (const [, type] of text.matchAll(/^ {2}- type: (\S+)/gm)) types.add(type);
      const file = name === "home.yaml" ? "_index.md" : name.replace(/yaml$/, "md");
      writeFileSync(join(root, "content", target, file), `---\n${text.replace(/^order:/m, "weight:")}\n---\n`);
    }
  }
  for (const type of types) writeFileSync(join(root, `layouts/partials/${type}.html`), SECTIONS[type] ?? OTHER);
}
