// The CMS in a browser: its page, the script that starts it, and the files of its package. None of it is part of a site.

import type { IncomingMessage, ServerResponse } from "node:http";
import { basename } from "node:path";
import { bundleDevClient } from "../../bundle/bundle-dev-client.ts";
import { findPackage } from "../../config/find-package.ts";
import { type Config, shownPath } from "../../config/resolve-config.ts";
import type { SiteSession } from "../../pipeline/watch-session.ts";
import { refuse } from "../../serve/live-server.ts";
import { isFromThisMachine } from "../../serve/request-guard.ts";
import { sendFile, sendMade, uncachedHeaders } from "../../serve/send-file.ts";
import type { SiteRules } from "../text/site-rules.ts";
import { cmsHtml } from "./cms-html.ts";
import { openPictures } from "./cms-pictures.ts";
import { type CmsConfiguration, cmsConfiguration } from "./configuration.ts";
import { pageOfForm } from "./entry-pages.ts";
import { openedForm } from "./opened-form.ts";

export const CMS_PATH = "/admin/";
const SCRIPT = "start.js";
/** The folder below which the name of an entry leads to its page: an address may be another than the name of its entry. */
const PAGES = "page";
const MEDIA = "media";

/**
 * The page neither loads from another host nor sends to one. Decap compiles schemas to check its configuration, and writes its styles by
 * script: without these two permissions it does not run.
 */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A drawing that is opened by itself runs nothing. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Answers a path below `CMS_PATH`; the caller has checked that the request is for this host. */
export type CmsPage = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The page posts to `api`. */
export function createCmsPage(session: SiteSession, rules: () => SiteRules | undefined, api: string): CmsPage {
  const { config } = session;
  const pageFor = ({ url = "/", headers }: IncomingMessage): string =>
    cmsHtml({
      isInstalled: packageFile("decap-cms.js", config) !== undefined,
      configuration: servedConfiguration(session, api, `http://${headers.host}`),
      form: openedForm(new URL(url, "http://host").searchParams, session, rules()),
      script: CMS_PATH + SCRIPT,
    });
  return async (path, request, response) => {
    if (!isFromThisMachine(request) || request.method !== "GET") return refuse(response, 403);
    const name = path.slice(CMS_PATH.length);
    const [folder, collection = "", slug = ""] = name.split("/");
    if (name === "") return sendPage(pageFor(request), response);
    if (name === SCRIPT) return sendMade(response, 200, "js", await bundleDevClient(config, "edit/client/cms.ts"));
    if (folder === PAGES) {
      response.writeHead(302, { location: pageOfForm(collection, slug, session, rules()) }).end();
      return;
    }
    const picture = folder === MEDIA ? pictureFile(name.slice(MEDIA.length + 1), config, rules()) : undefined;
    const file = folder === MEDIA ? picture : packageFile(basename(name), config);
    if (!file || !sendOwn(file, name, request, response)) refuse(response, 404);
  };
}

const sendPage = (html: string, response: ServerResponse): void =>
  sendMade(response, 200, "html", html, { "content-security-policy": POLICY });

function servedConfiguration(session: SiteSession, api: string, siteUrl: string): CmsConfiguration | undefined {
  const loaded = session.loaded();
  const { root, contentDir } = session.config;
  return (
    loaded &&
    cmsConfiguration(loaded.templates, {
      backend: { name: "proxy", proxy_url: api, branch: "content" },
      contentDir: shownPath(root, contentDir),
      siteUrl,
      pagesPath: CMS_PATH.slice(1) + PAGES,
    })
  );
}

const packageFile = (name: string, { root }: Pick<Config, "root">): string | undefined =>
  findPackage(`decap-cms/dist/${name}`, root);

/** Finds a picture by its name below content/images, or, where it was just chosen, without its folder. */
function pictureFile(name: string, config: Config, rules: SiteRules | undefined): string | undefined {
  if (!rules) return undefined;
  const { images } = rules.list();
  const hasName = (stored: string) => encodeURI(stored) === name;
  const src = images.find(hasName) ?? images.find((each) => hasName(basename(each)));
  return src && openPictures({ config, rules }).fileOf(src);
}

/** False where the file is gone. */
function sendOwn(path: string, name: string, request: IncomingMessage, response: ServerResponse): boolean {
  const headers = () => ({ ...uncachedHeaders(name), "content-security-policy": FILE_POLICY });
  return sendFile(request, response, { path, status: 200, headers, compresses: true });
}
