import type { IconFile, SiteView, TemplateSet } from "../../templates/kit/index.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { type OutputFile, toFile } from "../emit/output-file.ts";
import { HEADERS_FILE, headersFile, hostHeaders } from "../hosting/host-headers.ts";
import type { Route } from "../routes/addresses.ts";
import { basePathOf } from "../routes/base-path.ts";
import { sitemap } from "../routes/sitemap.ts";
import type { SiteData } from "./site-data.ts";

/** The relay reads this file: forms, facts of the company, texts of mails. */
const RELAY_DOCUMENT_FILE = "forms.json";

export const ROBOTS_FILE = "robots.txt";

/** Pages name the hash of its forms, which shows the relay the forms that they were built with. */
export function relayDocument(view: SiteView, templates: TemplateSet): OutputFile[] {
  const document = templates.relayDocument?.(view);
  if (document === undefined) return [];
  const { forms } = document;
  const hash = forms === undefined ? {} : { hash: view.digest(forms) };
  const text = `${JSON.stringify({ version: 1, ...hash, ...document }, null, 2)}\n`;
  return [toFile(RELAY_DOCUMENT_FILE, Buffer.from(text))];
}

/** Further files beside the pages: scripts, the sitemap, headers for the host. */
export function renderSiteFiles(
  { client }: Pick<LoadedTemplates, "client">,
  { baseUrl, relayUrl }: Pick<SiteData, "baseUrl" | "relayUrl">,
  routes: readonly Route[],
  icons: readonly IconFile[],
): OutputFile[] {
  const drawings = icons.filter(({ format }) => format === "svg").map(({ path }) => path);
  return [
    ...client.files.map(({ path, text }) => toFile(path, Buffer.from(text))),
    toFile("sitemap.xml", Buffer.from(sitemap(routes, baseUrl))),
    toFile(HEADERS_FILE, Buffer.from(headersFile(hostHeaders(relayUrl, drawings), basePathOf(baseUrl)))),
  ];
}
