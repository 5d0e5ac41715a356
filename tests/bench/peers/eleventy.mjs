// The generated pages as a site of Eleventy: the same YAML as front matter, the same words on the pages, nothing checked.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Installs it into a folder of its own; undefined where that is not possible. */
export function installEleventy(dir) {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "package.json"), '{"private":true,"type":"module"}');
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--silent", "@11ty/eleventy@3", "yaml"], {
    cwd: dir,
  });
  return status === 0 ? join(dir, "node_modules/@11ty/eleventy/cmd.cjs") : undefined;
}

const LAYOUT = `
const escape = (text) => String(text ?? "").replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);
const picture = (image) => image ? \`<picture><source type="image/avif" srcset="/assets/images/\${image.src}.avif 640w"><img src="/assets/images/\${image.src}" alt="\${escape(image.alt)}" width="1600" height="900" loading="lazy"></picture>\` : "";
const each = (list, html) => (list ?? []).map(html).join("");
const link = (path, words) => \`<a href="\${path}">\${words}</a>\`;
const sections = {
  "page-hero": (s) => \`<h1>\${escape(s.heading)}</h1><p>\${escape(s.lead)}</p>\${picture(s.image)}<dl>\${each(s.facts, (f) => \`<div><dt>\${escape(f.label)}</dt><dd>\${escape(f.value)}</dd></div>\`)}</dl>\`,
  cards: (s) => \`<h2>\${escape(s.heading)}</h2><p>\${escape(s.intro)}</p><ul>\${each(s.cards, (c) => \`<li><h3>\${escape(c.title)}</h3><p>\${escape(c.text)}</p><ul>\${each(c.points, (p) => \`<li>\${escape(p)}</li>\`)}</ul></li>\`)}</ul>\`,
  steps: (s) => \`<h2>\${escape(s.heading)}</h2><p>\${escape(s.intro)}</p><ol>\${each(s.steps, (t) => \`<li><p>\${escape(t.timing)}</p><h3>\${escape(t.title)}</h3><p>\${escape(t.text)}</p></li>\`)}</ol>\`,
  lists: (s) => \`<h2>\${escape(s.heading)}</h2>\${each(s.lists, (l) => \`<h3>\${escape(l.title)}</h3><ul>\${each(l.items, (i) => \`<li>\${escape(i)}</li>\`)}</ul>\`)}\`,
  "related-services": (s, services) => \`<h2>\${escape(s.heading)}</h2><ul>\${each(s.services, (slug) => { const d = services.get(slug); return d ? \`<li>\${link(\`/services/\${slug}/\`, \`\${picture(d.image)}<h3>\${escape(d.name)}</h3><p>\${escape(d.summary)}</p>\`)}</li>\` : ""; })}</ul>\`,
  "call-to-action": (s) => \`<h2>\${escape(s.heading)}</h2><p>\${escape(s.text)}</p>\${picture(s.image)}\${each(s.actions, (a) => link(a.href, escape(a.label)))}\`,
};
const words = (value) => typeof value === "object" && value !== null ? Object.values(value).map(words).join("") : \`<p>\${escape(value)}</p>\`;
const known = new WeakMap();
const frame = (collections, site) => {
  if (known.has(collections)) return known.get(collections);
  const services = new Map((collections.services ?? []).map(({ fileSlug, data }) => [fileSlug, data]));
  const sorted = [...services].sort(([, a], [, b]) => a.order - b.order);
  const footer = each(site.serviceGroups, (g) => \`<section><h2>\${escape(g.name)}</h2><ul>\${each(sorted.filter(([, d]) => d.group === g.id).slice(0, 6), ([slug, d]) => \`<li>\${link(\`/services/\${slug}/\`, escape(d.name))}</li>\`)}</ul></section>\`);
  known.set(collections, { services, footer });
  return known.get(collections);
};
export const render = ({ title, description, sections: list, collections, site, page }) => {
  const { services, footer } = frame(collections, site);
  return \`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>\${escape(title)}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="\${escape(description)}"><link rel="canonical" href="https://example.org\${page.url}"></head><body><header>\${link("/", escape(site.brand.name))}</header><main id="main">\${each(list, (s) => \`<section>\${(sections[s.type] ?? words)(s, services)}</section>\`)}</main><footer>\${footer}</footer></body></html>\`;
};
`;

/** Writes the site that corresponds to the content folder. */
export function writeEleventySite(contentDir, root) {
  for (const folder of ["_data", "_includes", "services"]) mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(join(contentDir, "site.yaml"), join(root, "_data/site.yaml"));
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  writeFileSync(join(root, "_includes/page.11ty.js"), LAYOUT);
  writeFileSync(
    join(root, "eleventy.config.js"),
    `import { parse } from "yaml";
export default (config) => {
  config.addDataExtension("yaml", (text) => parse(text));
  config.addCollection("services", (all) => all.getFilteredByGlob("services/*.md"));
  return { markdownTemplateEngine: false };
};
`,
  );
  for (const [folder, target] of [
    ["pages", ""],
    ["services", "services"],
  ]) {
    for (const name of readdirSync(join(contentDir, folder)).filter((file) => /^[^@]+\.yaml$/.test(file))) {
      const text = readFileSync(join(contentDir, folder, name), "utf8");
      const file = name === "home.yaml" ? "index.md" : name.replace(/yaml$/, "md");
      writeFileSync(join(root, target, file), `---\nlayout: page.11ty.js\n${text}\n---\n`);
    }
  }
}
