// The CMS in a browser: its page, the script that starts it, and the files of its package. None of it is part of a site.

import type { IncomingMessage, ServerResponse } from "node:http";
import { basename } from "node:path";
import { bundleDevClient } from "../../bundle/bundle-dev-client.ts";
import { findPackage } from "../../config/find-package.ts";
import { shownPath } from "../../config/resolve-config.ts";
import type { SiteSession } from "../../pipeline/watch-session.ts";
import { insideBase } from "../../routes/base-path.ts";
import { refuse } from "../../serve/live-server.ts";
import { isFromThisMachine } from "../../serve/request-guard.ts";
import { sendFile, sendMade, uncachedHeaders } from "../../serve/send-file.ts";
import type { SiteRules } from "../text/site-rules.ts";
import { openPictures } from "./cms-pictures.ts";
import { cmsConfiguration } from "./configuration.ts";

export const CMS_PATH = "/admin/";

/**
 * The page neither loads from another host nor sends to one. Decap compiles schemas to check its configuration, and writes its styles by
 * script: without these two permissions it does not run.
 */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const NOT_LOADED = "The templates could not be read yet. Load this page again in a moment.";
const NOT_INSTALLED =
  "The CMS is not installed here: run `npm install decap-cms` in the project's folder, and load this page again.";

/** Answers a path below `CMS_PATH`; the caller has checked that the request is for this host. The page posts to `api`. */
export function createCmsPage(session: SiteSession, rules: () => SiteRules | undefined, api: string) {
  const { config } = session;
  const packageFile = (name: string) => findPackage(`decap-cms/dist/${name}`, config.root);

  const sendPage = ({ url = "/", headers }: IncomingMessage, response: ServerResponse) => {
    const visited = new URL(url, "http://host").searchParams.get("page") ?? "";
    const asked = insideBase(session.basePath(), visited)?.replace(/(?<=.)\/$/, "");
    const shown = session.built()?.pages.find(({ path }) => path === asked);
    const { templates } = session.loaded() ?? {};
    const configuration =
      templates &&
      cmsConfiguration(templates, {
        backend: { name: "proxy", proxy_url: api, branch: "content" },
        contentDir: shownPath(config.root, config.contentDir),
        siteUrl: `http://${headers.host}`,
        // An address may be another than the name of its entry.
        pagesPath: `${CMS_PATH.slice(1)}page`,
      });
    const data = { configuration, entry: shown && `${shown.collection}/entries/${shown.slug}` };
    const isInstalled = packageFile("decap-cms.js") !== undefined;
    const body = !(isInstalled && configuration)
      ? `<p>${isInstalled ? NOT_LOADED : NOT_INSTALLED}</p>`
      : `<script type="application/json" id="cms">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script><script type="module" src="${CMS_PATH}start.js"></script>`;
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Content</title>${body}`;
    sendMade(response, 200, "html", page, { "content-security-policy": POLICY });
  };

  /** Finds a picture by its name below content/images, or, where it was just chosen, without its folder. */
  const pictureFile = (name: string): string | undefined => {
    const open = rules();
    const { images = [] } = open?.list() ?? {};
    const src =
      images.find((each) => encodeURI(each) === name) ?? images.find((each) => encodeURI(basename(each)) === name);
    return open && src && openPictures({ config, rules: open }).fileOf(src);
  };

  return async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isFromThisMachine(request) || request.method !== "GET") return refuse(response, 403);
    const name = path.slice(CMS_PATH.length);
    const [folder, collection, slug = ""] = name.split("/");
    if (name === "") return sendPage(request, response);
    if (name === "start.js") return sendMade(response, 200, "js", await bundleDevClient(config, "edit/client/cms.ts"));
    if (folder === "page") {
      const { collections = [] } = session.loaded()?.templates.templates ?? {};
      const { entries = [] } = rules()?.list() ?? {};
      // Decap writes the name of a variant, "home@short", as "home-short".
      const shown = entries.find((each) => each.collection === collection && `${each.slug}-${each.variant}` === slug);
      const location = collections.find((each) => each.name === collection)?.path?.(shown?.slug ?? slug) ?? "/";
      response.writeHead(302, { location: session.basePath() + location }).end();
      return;
    }
    const file = folder === "media" ? pictureFile(name.slice("media/".length)) : packageFile(basename(name));
    const headers = () => ({
      ...uncachedHeaders(name),
      // A drawing that is opened by itself runs nothing.
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
    const isSent = file && sendFile(request, response, { path: file, status: 200, headers, compresses: true });
    if (!isSent) refuse(response, 404);
  };
}
