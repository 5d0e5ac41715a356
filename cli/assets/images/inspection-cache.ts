// The bytes of a source picture → facts about it, or what is wrong with it: from its header at once, from its pixels later. They are cached
// by the hash of the bytes, on disk and in memory: a picture that has not changed is not decoded again.

import { isProblem } from "../../diagnostics/diagnostic.ts";
import { contentHash } from "../../files/content-hash.ts";
import { type FileCache, findJson } from "../cache/file-cache.ts";
import { type HeaderFacts, type PixelFacts, readPixels } from "./decode-picture.ts";
import { fault, type PictureFinding, type PictureHeader, readHeader, unreadable } from "./read-header.ts";
import { SVG_RULES_VERSION } from "./svg-allowed.ts";
import { svgText } from "./svg-text.ts";

export interface Findings {
  readonly header?: PictureHeader;
  /** Without `ground` only the header is known: `isTransparent` then means that it may be. */
  readonly decoded?: Pick<HeaderFacts, "conversions"> & Pick<PixelFacts, "isTransparent"> & Partial<PixelFacts>;
  readonly finding?: PictureFinding;
}

export interface InspectionCache {
  /** undefined where the picture has not been inspected yet. */
  find(hash: string, src: string): Findings | undefined;
  /** Reads every pixel, or the header alone. Concurrent calls for the same picture share the work. */
  inspect(hash: string, src: string, readBytes: () => Uint8Array, part: "pixels" | "header"): Promise<Findings>;
}

/** Increase it with every change to what is inspected. */
const VERSION = 4;

/** With `reuse` false, nothing is read from the disk. */
export function createInspectionCache(cache: FileCache, reuse: boolean): InspectionCache {
  const inMemory = new Map<string, Findings>();
  const inspecting = new Map<string, Promise<Findings>>();
  const nameOf = (hash: string, src: string) =>
    contentHash(`look ${VERSION} ${hash} ${isSvg(src) && SVG_RULES_VERSION}`);
  const keep = (name: string, findings: Findings): Findings => {
    if (!isComplete(findings)) return findings;
    cache.put(`${name}.json`, Buffer.from(JSON.stringify(findings)));
    inMemory.set(name, findings);
    return findings;
  };
  return {
    find(hash, src) {
      const name = nameOf(hash, src);
      const findings = inMemory.get(name) ?? (reuse ? findJson<Findings>(cache, name) : undefined);
      if (findings) inMemory.set(name, findings);
      return findings;
    },
    inspect(hash, src, readBytes, part) {
      const name = nameOf(hash, src);
      const cached = inMemory.get(name);
      if (cached) return Promise.resolve(cached);
      const job = `${part} ${name}`;
      const findingsOf = part === "header" ? headerFindings : pixelFindings;
      const running =
        inspecting.get(job) ??
        findingsOf(readBytes(), src)
          .then((findings) => keep(name, findings))
          .finally(() => inspecting.delete(job));
      inspecting.set(job, running);
      return running;
    },
  };
}

const isSvg = (src: string) => src.toLowerCase().endsWith(".svg");

/** Whether reading the pixels would add nothing. */
export const isComplete = ({ decoded, finding }: Findings): boolean =>
  finding !== undefined || decoded === undefined || decoded.ground !== undefined;

async function headerFindings(bytes: Uint8Array, src: string): Promise<Findings> {
  const headerOrFinding = await readHeader(bytes, src);
  if (isProblem(headerOrFinding)) return { finding: headerOrFinding };
  const { raster, ...header } = headerOrFinding;
  if (header.type === "svg") return { header, ...(await svgFindings(bytes)) };
  if (!raster) return { header };
  if (raster.isUnknown) return { header, finding: damaged };
  if (raster.isAnimated) return { header, finding: animated };
  return { header, decoded: { conversions: raster.conversions, isTransparent: raster.hasAlpha } };
}

/** What all bytes of a picture say. */
export async function pixelFindings(bytes: Uint8Array, src: string): Promise<Findings> {
  const fromHeader = await headerFindings(bytes, src);
  const { header, decoded } = fromHeader;
  if (isComplete(fromHeader) || decoded === undefined) return fromHeader;
  try {
    return { header, decoded: { ...decoded, ...(await readPixels(bytes, { hasAlpha: decoded.isTransparent })) } };
  } catch {
    return { header, finding: damaged };
  }
}

const animated = fault(
  "CONTENT_IMAGE_ANIMATED",
  "is animated; pictures of the site do not move.",
  "export one frame of it as a picture of its own",
);

const damaged = unreadable(
  "is damaged or cut short: not all of it can be read.",
  "copy it again from where it came, or open it in a picture editor and export it again",
);

async function svgFindings(bytes: Uint8Array): Promise<Findings> {
  const { ENTITY, sanitiseSvg, UnsafeSvgError } = await import("./sanitise-svg.ts");
  const text = svgText(bytes);
  if (text === undefined) {
    const hint = "open it in a drawing program and export it again as a plain SVG, in UTF-8";
    return { finding: unreadable("is not in the encoding that it names, or in UTF-8 where it names none.", hint) };
  }
  try {
    sanitiseSvg(text);
    return {};
  } catch (error) {
    if (!(error instanceof UnsafeSvgError)) {
      const hint = "open it in a drawing program and export it again as a plain SVG";
      return { finding: unreadable(`is no well-formed SVG picture${placeOf(error)}.`, hint) };
    }
    if (error.message.startsWith(ENTITY)) {
      const hint =
        'save it without entities: in Illustrator, without "Preserve Illustrator Editing Capabilities"; elsewhere, as a plain SVG';
      return {
        finding: fault("CONTENT_IMAGE_UNSAFE", `holds ${error.message}, which no picture of a site may.`, hint),
      };
    }
    const message = `holds ${error.message}, which could run or load something from elsewhere.`;
    const hint = "export it as a plain SVG, without script, links and embedded pages";
    return { finding: fault("CONTENT_IMAGE_UNSAFE", message, hint) };
  }
}

/** The line of a mistake in the XML. The parser writes it as "3:14: unclosed tag: g". */
function placeOf(error: unknown): string {
  const [, line, what] = /^(\d+):\d+: (.*?)\.?$/s.exec(error instanceof Error ? error.message : "") ?? [];
  return line === undefined ? "" : ` (line ${line}: ${what})`;
}
