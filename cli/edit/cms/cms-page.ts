// The CMS in a browser: its page, the script that starts it, and the files of its package. None of it is part of a site.
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, dirname, join } from "node:path";
import { bundleDevClient } from "../../bundle/bundle-dev-client.ts";
import { findPackage } from "../../config/find-package.ts";
import { shownPath } from "../../config/resolve-config.ts";
import { contentTypeOf } from "../../emit/file-headers.ts";
import type { SiteSession } from "../../pipeline/watch-session.ts";
import { refuse } from "../../serve/live-server.ts";
import { isFromThisMachine } from "../../serve/request-guard.ts";
import { sendFile, sendMade } from "../../serve/send-file.ts";
import { createSiteRules, currentTargets } from "../text/site-rules.ts";
import type { CmsSite } from "./cms-entries.ts";
import { type CmsRequestsOptions, createCmsRequests, imagesOf } from "./cms-requests.ts";
import { cmsConfiguration } from "./configuration.ts";

export const CMS_PATH = "/admin/";

/**
 * Nothing comes from another host, or goes to one. Its check of the configuration compiles schemas, and its styles are written by script:
 * without these two it does not run.
 */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const MISSING =
  "The CMS is not installed here: run `npm install decap-cms` in the project's folder, and load this page again.";

/** Answers a path below `CMS_PATH`; the caller has checked that the request is for this host. */
export function createCms(
  session: SiteSession,
  { token, onSaved, ...changes }: Pick<CmsRequestsOptions, "token" | "onSaved"> & Pick<CmsSite, "retire" | "rename">,
) {
  const { config } = session;
  const filled = new Map<string, string>();
  const site = (): CmsSite | undefined => {
    const loaded = session.loaded();
    if (!loaded) return undefined;
    const { templates } = loaded;
    // A picture or an entry of a moment ago is in no build yet.
    const index = () => currentTargets(config, loaded).targets;
    return { config, templates, rules: createSiteRules(config, { ...loaded, index }), filled, ...changes };
  };
  const requests = createCmsRequests({ token, site, onSaved });

  const sendPage = (request: IncomingMessage, response: ServerResponse) => {
    const { templates } = session.loaded() ?? {};
    const packageDir = packageDirOf(config.root);
    const asked = new URL(request.url ?? "/", "http://host").searchParams.get("page");
    const shown = session.built()?.pages.find(({ path }) => path === asked?.replace(/(?<=.)\/$/, ""));
    const configuration =
      templates &&
      cmsConfiguration(templates, {
        backend: { name: "proxy", proxy_url: `${CMS_PATH}api?token=${token}`, branch: "content" },
        contentDir: shownPath(config.root, config.contentDir),
        siteUrl: `http://${request.headers.host}`,
        hasYaml: true,
        // An address may be another than the name of its entry.
        previewPath: (name) => `${CMS_PATH.slice(1)}page/${name}/{{slug}}`,
      });
    const data = { configuration, entry: shown && `${shown.collection}/entries/${shown.slug}` };
    const body =
      packageDir && configuration
        ? `<script type="application/json" id="cms">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script><script type="module" src="${CMS_PATH}start.js"></script>`
        : `<p>${packageDir ? "The templates could not be read yet. Load this page again in a moment." : MISSING}</p>`;
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Content</title>${body}`;
    sendMade(response, 200, "html", page, { "content-security-policy": POLICY });
  };

  const sendScript = async (response: ServerResponse) =>
    sendMade(response, 200, "js", await bundleDevClient(config, "edit/client/cms.ts"));

  /** "/admin/page/services/galas" leads to the page of the entry. */
  const sendToPage = (name: string, response: ServerResponse) => {
    const [collection, slug = ""] = name.split("/");
    const definition = session.loaded()?.templates.templates.collections.find((each) => each.name === collection);
    response.writeHead(302, { location: definition?.path?.(slug) ?? "/" }).end();
  };

  const pictureFile = (src: string): string | undefined => {
    const open = site();
    const images = open && imagesOf(open);
    return images?.list().includes(src) ? images.fileOf(src) : undefined;
  };

  return async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = path.slice(CMS_PATH.length);
    if (name === "api") return requests(request, response);
    if (!isFromThisMachine(request) || request.method !== "GET") return refuse(response, 403);
    if (name === "") return sendPage(request, response);
    if (name === "start.js") return sendScript(response);
    if (name.startsWith("page/")) return sendToPage(name.slice("page/".length), response);
    const dir = packageDirOf(config.root);
    const file = name.startsWith("media/")
      ? pictureFile(name.slice("media/".length))
      : dir && name === basename(name) && join(dir, name);
    const headers = () => ({
      "content-type": contentTypeOf(name),
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      // A drawing that is opened by itself runs nothing.
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
    if (!file || !sendFile(file, 200, headers, true, request, response)) refuse(response, 404);
  };
}

/** The folder of Decap's scripts. */
function packageDirOf(root: string): string | undefined {
  const script = findPackage("decap-cms/dist/decap-cms.js", root);
  return script && dirname(script);
}
