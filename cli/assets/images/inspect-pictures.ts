// Pictures that the content names → what the build knows of each, or what is wrong with it. What was found out once about a file's bytes is
// kept: a picture that has not changed is neither read nor decoded.
import { availableParallelism } from "node:os";
import { contentHash } from "../../emit/output-file.ts";
import { type Conversion, type DecodedFacts, lookInto } from "./decode-picture.ts";
import { encoderStamp } from "./encoder.ts";
import { findJson, type ImageCache } from "./image-cache.ts";
import type { KnownFiles } from "./known-files.ts";
import { createLimit } from "./limit.ts";
import type { PictureFacts } from "./picture-facts.ts";
import {
  fault,
  findPicture,
  misnamed,
  type PictureFile,
  type PictureFinding,
  type PictureHeader,
  readHeader,
  readPicture,
  unreadable,
} from "./read-header.ts";
import { SVG_RULES_VERSION } from "./svg-allowed.ts";
import { UnsafeSvgError } from "./unsafe-svg-error.ts";

/** A sound picture: its name below content/images, and its file. */
export interface InspectedPicture {
  readonly src: string;
  readonly path: string;
  /** Of its bytes. */
  readonly hash: string;
  readonly facts: PictureFacts;
}

export interface Inspection {
  readonly pictures: readonly InspectedPicture[];
  readonly findings: readonly (PictureFinding & { readonly src: string })[];
}

/** What its bytes alone tell: kept by their hash. */
interface Findings {
  readonly header?: PictureHeader;
  readonly decoded?: DecodedFacts;
  readonly finding?: PictureFinding;
}

/** Grows with every change of what is looked for. */
const VERSION = 1;

const CONVERSIONS: Readonly<Record<Conversion, Pick<PictureFinding, "message" | "hint">>> = {
  cmyk: {
    message: "is made for print (CMYK): its colours are converted for screens and may come out different.",
    hint: "save it in RGB to choose the colours yourself",
  },
  "16-bit": {
    message: "has 16 bits for each colour: it is converted to the 8 that screens show.",
    hint: "save it with 8 bits: it looks the same and is half as large",
  },
};

/** `cache` and `known` make a second look cheap; undefined looks into every picture anew. */
export async function inspectPictures(
  imagesDir: string,
  names: readonly string[],
  cache: ImageCache,
  known: KnownFiles | undefined,
): Promise<Inspection> {
  const stamp = encoderStamp();
  const limit = createLimit(availableParallelism());
  const looked = await Promise.all(
    names.map((src) => limit(() => inspectPicture(imagesDir, src, stamp, cache, known))),
  );
  known?.save();
  return {
    pictures: looked.flatMap(({ picture }) => picture ?? []),
    findings: looked.flatMap(({ findings }) => findings),
  };
}

interface Looked {
  readonly picture?: InspectedPicture;
  readonly findings: readonly (PictureFinding & { readonly src: string })[];
}

async function inspectPicture(
  imagesDir: string,
  src: string,
  stamp: string,
  cache: ImageCache,
  known: KnownFiles | undefined,
): Promise<Looked> {
  const report = (...findings: PictureFinding[]): Looked => ({
    findings: findings.map((finding) => ({ ...finding, src })),
  });
  const file = findPicture(imagesDir, src);
  if ("code" in file) return report(file);
  const found = await findingsOf(file, src, cache, known);
  if ("code" in found) return report(found);
  const { hash, header, decoded, finding } = found;
  // The name is told first: a picture with a false name is often one that was never meant to be read so.
  const wrongName = header && misnamed(src, header.type);
  if (wrongName || finding || !header)
    return report(wrongName ?? finding ?? unreadable("cannot be read as a picture."));
  const identity = contentHash(`${hash} ${stamp}`);
  const { type, ...size } = header;
  const facts: PictureFacts = decoded
    ? { kind: "raster", identity, ...sizeAndLooks(decoded) }
    : { kind: type === "ico" ? "icon" : "vector", identity, ...size };
  const warnings = (decoded?.conversions ?? []).map(
    (conversion): PictureFinding => ({
      code: "CONTENT_IMAGE_CONVERTED",
      severity: "warning",
      ...CONVERSIONS[conversion],
    }),
  );
  return { picture: { src, path: file.path, hash, facts }, ...report(...warnings) };
}

const sizeAndLooks = ({ width, height, isTransparent, ground }: DecodedFacts) => ({
  width,
  height,
  isTransparent,
  ground,
});

async function findingsOf(
  file: PictureFile,
  src: string,
  cache: ImageCache,
  known: KnownFiles | undefined,
): Promise<(Findings & { readonly hash: string }) | PictureFinding> {
  const nameOf = (hash: string) => contentHash(`look ${VERSION} ${hash} ${isSvg(src) && SVG_RULES_VERSION}`);
  const before = known?.hashOf(file);
  const kept = before === undefined ? undefined : findJson<Findings>(cache, nameOf(before));
  if (before !== undefined && kept) return { hash: before, ...kept };
  const bytes = readPicture(file.path);
  if ("code" in bytes) return bytes;
  const hash = contentHash(bytes);
  const findings = (known && findJson<Findings>(cache, nameOf(hash))) ?? (await lookAt(bytes, src));
  if (!kept) cache.put(`${nameOf(hash)}.json`, Buffer.from(JSON.stringify(findings)));
  known?.add(file, hash);
  return { hash, ...findings };
}

const isSvg = (src: string) => src.toLowerCase().endsWith(".svg");

async function lookAt(bytes: Uint8Array, src: string): Promise<Findings> {
  const header = readHeader(bytes, src);
  if ("code" in header) return { finding: header };
  if (header.type === "ico") return { header };
  if (header.type === "svg") return { header, ...(await lookIntoSvg(bytes)) };
  try {
    const decoded = await lookInto(bytes);
    if (decoded.isAnimated)
      return {
        header,
        finding: fault(
          "CONTENT_IMAGE_ANIMATED",
          "is animated; pictures of the site stand still.",
          "export one frame of it as a picture of its own",
        ),
      };
    return { header, decoded };
  } catch {
    return {
      header,
      finding: unreadable(
        "is damaged or cut short: not all of it can be read.",
        "copy it again from where it came, or open it in a picture editor and export it again",
      ),
    };
  }
}

async function lookIntoSvg(bytes: Uint8Array): Promise<Findings> {
  const { sanitiseSvg } = await import("./sanitise-svg.ts");
  try {
    sanitiseSvg(Buffer.from(bytes).toString("utf8"));
    return {};
  } catch (error) {
    if (error instanceof UnsafeSvgError)
      return {
        finding: fault(
          "CONTENT_IMAGE_UNSAFE",
          `holds ${error.message}, which could run or load something from elsewhere.`,
          "export it as a plain SVG, without script, links and embedded pages",
        ),
      };
    return {
      finding: unreadable(
        "is no well-formed SVG picture.",
        "open it in a drawing program and export it again as a plain SVG",
      ),
    };
  }
}
