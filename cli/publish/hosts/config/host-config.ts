// The configuration of each host, by name. Netlify, Cloudflare Pages and GitHub Pages read the rules in the site's files, or none at all:
// their configuration is about the build.

import type { ConfigName } from "../../../hosting/hosts.ts";
import { basePathOf } from "../../../routes/base-path.ts";
import { caddyConfig } from "./caddy.ts";
import { s3CloudfrontConfig } from "./cloudfront.ts";
import { type ConfigInput, comment, hostNameOf, relayPlace } from "./config-input.ts";
import { nginxConfig } from "./nginx.ts";

const relayNote = (input: ConfigInput): string => {
  const relay = relayPlace(input);
  if (relay.kind === "none") return "";
  if (relay.kind === "host")
    return `\nForms are posted to ${input.relayUrl}: the relay is a server of its own, behind a proxy (\`eventsite host nginx\` prints one).`;
  return `\nForms are posted to ${input.relayUrl}, an address of the site that this host cannot hand on to the relay: give the relay a name of its own.`;
};

const NODE = "22";

/** netlify.toml */
const netlifyConfig = (
  input: ConfigInput,
): string => `${comment(`${input.url} on Netlify, by \`eventsite host netlify\`. Save it as netlify.toml.
Headers and caching are in dist/_headers, redirects in dist/_redirects, 404.html is found by its name; pages are compressed.${relayNote(input)}`)}

[build]
  command = "npx eventsite build --site-url ${input.url}"
  publish = "dist"

[build.environment]
  NODE_VERSION = "${NODE}"
`;

/** wrangler.toml */
const cloudflarePagesConfig = (
  input: ConfigInput,
): string => `${comment(`${input.url} on Cloudflare Pages, by \`eventsite host cloudflare-pages\`. Save it as wrangler.toml, then:
  npx eventsite build --site-url ${input.url} && npx wrangler pages deploy
Headers and caching are in dist/_headers, redirects in dist/_redirects (at most 2,000), 404.html is found by its name; pages are compressed.
Addresses that are gone answer 404 there: the host has no 410.${relayNote(input)}`)}

name = "${hostNameOf(input.url).replace(/[^a-z0-9]+/g, "-")}"
pages_build_output_dir = "dist"
compatibility_date = "2026-01-01"
`;

/** A workflow for GitHub Actions. */
const githubPagesConfig = (
  input: ConfigInput,
): string => `${comment(`${input.url} on GitHub Pages, by \`eventsite host github-pages\`. Save it as .github/workflows/pages.yml; in the repository's settings,
choose "GitHub Actions" as the source of Pages${domainOf(input)}.
Pages sends no headers of the site's own and lets browsers keep everything for ten minutes; redirects are pages, gone addresses answer 404.${relayNote(input)}`)}

name: Pages
on:
  push:
    branches: [main]
permissions:
  contents: read
  pages: write
  id-token: write
concurrency:
  group: pages
jobs:
  publish:
    runs-on: ubuntu-latest
    environment:
      name: github-pages
      url: ${input.url}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: ${NODE}
          cache: npm
      - run: npm ci
      - run: npx eventsite build --site-url ${input.url}
      - uses: actions/configure-pages@v5
      - uses: actions/upload-pages-artifact@v3
        with:
          path: dist
      - uses: actions/deploy-pages@v4
`;

/** The site of a repository is below the repository's name, on the domain of its owner. */
const domainOf = ({ url }: ConfigInput): string =>
  basePathOf(url) === ""
    ? ` and ${hostNameOf(url)} as its domain`
    : `: the repository is called ${basePathOf(url).slice(1)}`;

const configs = {
  nginx: nginxConfig,
  caddy: caddyConfig,
  netlify: netlifyConfig,
  "cloudflare-pages": cloudflarePagesConfig,
  "github-pages": githubPagesConfig,
  "s3-cloudfront": s3CloudfrontConfig,
} as const satisfies Readonly<Record<ConfigName, (input: ConfigInput) => string>>;

export const configNames = Object.keys(configs) as readonly ConfigName[];

export const hostConfigText = (name: ConfigName, input: ConfigInput): string => configs[name](input);
