// A built site behind a listener on loopback, answered from memory as a static host would.
import { createServer, type ServerResponse } from "node:http";
import { extname } from "node:path";
import type { Page } from "playwright";
import sharp from "sharp";
import { contentTypeOf } from "../../../cli/hosting/file-headers.ts";
import { type Listening, listen } from "../process/listen.ts";
import type { BuiltSite } from "../site/built-site.ts";

export type ServedSite = Listening;

export interface ServeOptions {
  /**
   * "flat" gives a rectangle of the same size for each photograph: what a test needs that does not look at pictures. The start page takes two
   * thirds of the time with it.
   */
  readonly pictures?: "real" | "flat";
}

const PHOTOGRAPHS = new Set([".webp", ".avif", ".jpg", ".png"]);

/** A plain rectangle, as SVG. */
export function flatPicture({ width, height }: { readonly width: number; readonly height: number }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="#55606e" d="M0 0h${width}v${height}H0z"/></svg>`;
}

/**
 * Serves the files of a site; an unknown address gets 404.html with its status. Close it in `afterAll`. A site that is still to come is
 * waited for by those who ask: it may be built with the knowledge of its own address.
 */
export async function serveBuiltSite(
  site: BuiltSite | Promise<BuiltSite>,
  { pictures = "real" }: ServeOptions = {},
): Promise<ServedSite> {
  const built = Promise.resolve(site).then(
    ({ result }) => new Map(result.files.map(({ path, content }) => [path, content])),
  );
  const answer = async (url: string, response: ServerResponse) => {
    const files = await built;
    const path = decodeURIComponent(new URL(url, "http://site").pathname.slice(1));
    const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    const content = files.get(name);
    if (content && pictures === "flat" && PHOTOGRAPHS.has(extname(name))) {
      response
        .writeHead(200, { "content-type": contentTypeOf(".svg") })
        .end(flatPicture(await sharp(content).metadata()));
      return;
    }
    const type = contentTypeOf(content ? name : "404.html");
    response.writeHead(content ? 200 : 404, { "content-type": type }).end(content ?? files.get("404.html"));
  };
  const server = createServer((request, response) => answer(request.url ?? "/", response));
  return listen(server);
}

/** The same for pages that another server sends; here all have one size. */
export const showFlatPictures = (page: Page, files = /\.(?:avif|webp|jpe?g|png)$/): Promise<unknown> =>
  page.route(files, (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: flatPicture({ width: 16, height: 16 }) }),
  );
