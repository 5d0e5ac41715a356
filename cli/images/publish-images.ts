// Pictures that pages use → what is published: name, size in pixels, bytes. The name carries the content's hash, so it may be cached for good.
import { readFileSync, realpathSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { imageSize } from "image-size";
import type { ImageAsset } from "../../templates/kit/site-view.ts";
import type { SourceRef } from "../content/list-sources.ts";
import { readSource } from "../content/read-sources.ts";
import { openDocument } from "../content/source-document.ts";
import type { DiagnosticCode } from "../diagnostics/codes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { contentHash } from "../output/output-file.ts";

/** decisions, section 4. */
export const MAX_IMAGE_BYTES = 40 * 1_048_576;
export const MAX_IMAGE_PIXELS = 100_000_000;

/** A picture ready to be published. `output` is relative to the output folder. */
export interface PublishedImage {
  readonly src: string;
  readonly asset: ImageAsset;
  readonly output: string;
  readonly bytes: Uint8Array;
}

export interface ImageProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
}

const TYPES: Record<string, readonly string[]> = {
  ".jpg": ["jpg"],
  ".jpeg": ["jpg"],
  ".png": ["png"],
  ".webp": ["webp"],
  ".avif": ["avif", "heif"],
  ".svg": ["svg"],
  ".ico": ["ico"],
};

/** Reads a picture below `imagesDir` and tells its size, or what is wrong with it. */
export function publishImage(imagesDir: string, src: string): PublishedImage | ImageProblem {
  const path = join(imagesDir, src);
  const problem = (code: DiagnosticCode, message: string, hint: string): ImageProblem => ({
    code,
    message: `The picture "${src}" ${message}`,
    hint,
  });
  try {
    const real = realpathSync(path);
    if (!real.startsWith(realpathSync(imagesDir) + sep))
      return problem(
        "CONTENT_IMAGE_OUTSIDE",
        "is a link to a file outside content/images.",
        "put the file itself there",
      );
    const stat = statSync(real);
    if (!stat.isFile()) return problem("CONTENT_IMAGE_UNREADABLE", "is not a file.", "put the picture itself there");
    const { size } = stat;
    if (size > MAX_IMAGE_BYTES)
      return problem(
        "CONTENT_IMAGE_TOO_LARGE",
        `has ${(Math.ceil((size * 10) / 1_048_576) / 10).toFixed(1)} MiB; a picture may have 40.`,
        "save it smaller: 2000 pixels across is plenty",
      );
    const bytes = readFileSync(real);
    if (bytes.length === 0) return problem("CONTENT_IMAGE_UNREADABLE", "is an empty file.", "export it again");
    const { width, height, type, orientation = 1 } = imageSize(bytes);
    const expected = TYPES[extname(src).toLowerCase()];
    if (type && expected && !expected.includes(type))
      return problem(
        "CONTENT_IMAGE_UNREADABLE",
        `is in truth of the type ${type.toUpperCase()}.`,
        `rename it so that it ends in .${type}`,
      );
    if (!(width > 0 && height > 0))
      return problem(
        "CONTENT_IMAGE_UNREADABLE",
        "does not tell its width and height.",
        "give an SVG picture width and height, or a viewBox",
      );
    if (width * height > MAX_IMAGE_PIXELS)
      return problem(
        "CONTENT_IMAGE_TOO_LARGE",
        `has ${width} by ${height} pixels; a picture may have 100 million in all.`,
        "save it smaller: 2000 pixels across is plenty",
      );
    if (type === "svg" && isUnsafeSvg(bytes.toString("utf8")))
      return problem(
        "CONTENT_IMAGE_UNSAFE",
        "holds script, or loads something from elsewhere.",
        "export it as a plain SVG, without script, links and embedded pages",
      );
    const turned = orientation >= 5;
    const ending = extname(src).toLowerCase();
    const stem = src
      .slice(0, -ending.length)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
    const hash = contentHash(bytes).slice(0, 8);
    const output = `assets/images/${stem}-${hash}${ending}`;
    return {
      src,
      output,
      bytes,
      asset: { url: `/${output}`, width: turned ? height : width, height: turned ? width : height },
    };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (!code && src.toLowerCase().endsWith(".svg"))
      return problem(
        "CONTENT_IMAGE_UNREADABLE",
        "is no SVG picture, or does not tell its width and height.",
        "give it width and height, or a viewBox, or export it again",
      );
    return problem(
      "CONTENT_IMAGE_UNREADABLE",
      code ? `cannot be read (${code}).` : "cannot be read as a picture.",
      "open it in a picture editor and export it again",
    );
  }
}

/** An SVG opened by its own address runs its scripts with the rights of the site. */
const isUnsafeSvg = (svg: string): boolean =>
  /<\s*(?:script|foreignObject|iframe|embed|object|handler|set|animate\w*[^>]*attributeName\s*=\s*["']?(?:xlink:)?href)\b/i.test(
    svg,
  ) ||
  /\son[a-z]+\s*=/i.test(svg) ||
  /(?:href|src)\s*=\s*["']?\s*(?!["']?#|["']?data:image\/(?:png|jpeg|webp);)[^\s"'>]/i.test(svg) ||
  /<!ENTITY|@import|url\(\s*["']?(?!["']?#)/i.test(svg) ||
  /<\?xml-stylesheet/i.test(svg);

/** All pictures of a site, and what is wrong with some of them, each with the file that names it. */
export function publishImages(imagesDir: string, uses: readonly { readonly src: string; readonly file: string }[]) {
  const images: PublishedImage[] = [];
  const problems: (ImageProblem & { src: string; file: string })[] = [];
  for (const { src, file } of uses) {
    const result = publishImage(imagesDir, src);
    if ("code" in result) problems.push({ ...result, src, file });
    else images.push(result);
  }
  return { images, problems };
}

/** The place of each problem: where the content names the picture. */
export function locateImageProblems(
  problems: readonly (ImageProblem & { readonly src: string; readonly file: string })[],
  sources: readonly SourceRef[],
): Diagnostic[] {
  return problems.map(({ code, message, hint, src, file }) => {
    const ref = sources.find((source) => source.file === file);
    const source = ref && readSource(ref);
    const document = source && !("code" in source) ? openDocument(source) : undefined;
    const place = document?.find(src);
    return document && place
      ? document.report(code, place, message, hint)
      : { code, severity: "error", message, hint, file };
  });
}
