// Pictures that the content names → facts about each, or what is wrong with it. Results are cached: an unchanged picture is not read again.

import { availableParallelism } from "node:os";
import type { SourceRef } from "../../content/sources/list-sources.ts";
import { documentAt } from "../../content/sources/locate.ts";
import { type Diagnostic, EventsiteError, isProblem } from "../../diagnostics/diagnostic.ts";
import { contentHash } from "../../files/content-hash.ts";
import { mapParallel } from "../../work/parallel.ts";
import type { StatFile, StatHashes } from "../cache/stat-hashes.ts";
import type { Conversion } from "./decode-picture.ts";
import { encoderStamp } from "./encoder.ts";
import { type Findings, type InspectionCache, isComplete } from "./inspection-cache.ts";
import type { PictureFacts } from "./picture-facts.ts";
import { findPicture, misnamed, type PictureFinding, readPicture, unreadable } from "./read-header.ts";

/** A valid picture. `src` is its name below content/images, `path` its file. */
export interface InspectedPicture {
  readonly src: string;
  readonly path: string;
  /** The hash of its bytes. */
  readonly hash: string;
  readonly facts: PictureFacts;
  /** Reads its pixels; undefined where they are known. */
  readonly inspect?: () => Promise<Findings>;
}

export interface Inspection {
  readonly pictures: readonly InspectedPicture[];
  readonly findings: readonly (PictureFinding & { readonly src: string })[];
}

const CONVERSIONS: Readonly<Record<Conversion, Pick<PictureFinding, "message" | "hint">>> = {
  cmyk: {
    message: "is made for print (CMYK): its colours are converted for screens and may come out different.",
    hint: "save it in RGB to choose the colours yourself",
  },
  "stated-colours": {
    message:
      "says how its colours are meant without a colour profile: they are taken for sRGB, and come out different.",
    hint: "save it in sRGB, or with its colour profile, as picture editors offer it when they export",
  },
  "16-bit": {
    message: "has 16 bits for each colour: it is converted to the 8 that screens show.",
    hint: "save it with 8 bits: it looks the same and is half as large",
  },
};

interface InspectOptions {
  readonly imagesDir: string;
  readonly inspection: InspectionCache;
  /** Saves reading files that have not changed; undefined reads them all. */
  readonly hashes: StatHashes | undefined;
  /** Leaves pixels that have not been read yet to `inspect`. */
  readonly headersOnly: boolean;
}

export async function inspectPictures(names: readonly string[], options: InspectOptions): Promise<Inspection> {
  const stamp = encoderStamp();
  const inspections = await mapParallel(names, { atOnce: availableParallelism() }, (src) =>
    inspectPicture(src, stamp, options),
  );
  options.hashes?.save();
  return {
    pictures: inspections.flatMap(({ pictures }) => pictures),
    findings: inspections.flatMap(({ findings }) => findings),
  };
}

async function inspectPicture(src: string, stamp: string, options: InspectOptions): Promise<Inspection> {
  const report = (finding: PictureFinding): Inspection => ({ pictures: [], findings: [{ ...finding, src }] });
  const file = findPicture(options.imagesDir, src);
  if (isProblem(file)) return report(file);
  const contents = await findingsOf(file, src, options);
  if (isProblem(contents)) return report(contents);
  const { hash, header, decoded, finding } = contents;
  // The name is reported first: a wrong name is often the cause of the other findings.
  const wrongName = header && misnamed(src, header.type);
  if (wrongName || finding || !header)
    return report(wrongName ?? finding ?? unreadable("cannot be read as a picture."));
  const identity = contentHash(`${hash} ${stamp}`);
  const { type, ...size } = header;
  const facts: PictureFacts = decoded
    ? { kind: "raster", identity, ...size, isTransparent: decoded.isTransparent, ground: decoded.ground }
    : { kind: type === "ico" ? "icon" : "vector", identity, ...size };
  const findings = (decoded?.conversions ?? []).map(
    (conversion) =>
      ({ src, code: "CONTENT_IMAGE_CONVERTED", severity: "warning", ...CONVERSIONS[conversion] }) as const,
  );
  const picture = { src, path: file.path, hash, facts };
  const inspect = () => options.inspection.inspect(hash, src, () => masterBytes(picture), "pixels");
  return { pictures: [isComplete(contents) ? picture : { ...picture, inspect }], findings };
}

async function findingsOf(
  file: StatFile,
  src: string,
  { inspection, hashes, headersOnly }: InspectOptions,
): Promise<(Findings & { readonly hash: string }) | PictureFinding> {
  const cachedHash = hashes?.hashOf(file);
  const cached = cachedHash === undefined ? undefined : inspection.find(cachedHash, src);
  if (cachedHash !== undefined && cached) return { hash: cachedHash, ...cached };
  const bytes = readPicture(file.path);
  if (isProblem(bytes)) return bytes;
  const hash = contentHash(bytes);
  hashes?.add(file, hash);
  const findings =
    inspection.find(hash, src) ?? (await inspection.inspect(hash, src, () => bytes, headersOnly ? "header" : "pixels"));
  return { hash, ...findings };
}

/** Throws BUNDLE_FAILED for a picture that no field names, which was not inspected. */
export function pictureOf(pictures: ReadonlyMap<string, InspectedPicture>, src: string): InspectedPicture {
  const picture = pictures.get(src);
  if (!picture) throw new EventsiteError("BUNDLE_FAILED", `A template names a picture "${src}", and no field does.`);
  return picture;
}

/** Reads the bytes that were inspected, or throws: other bytes would be cached and published under a wrong name. */
export function masterBytes({ src, path, hash }: Pick<InspectedPicture, "src" | "path" | "hash">): Uint8Array {
  const bytes = readPicture(path);
  if (isProblem(bytes) || contentHash(bytes) !== hash)
    throw new EventsiteError("CONTENT_IMAGE_UNREADABLE", `The picture "${src}" was changed while the site was built.`, {
      hint: "build again",
    });
  return bytes;
}

/** Reports each finding at the line that names the picture: if several files name it, at the first of them. `filesOf` lists the files by picture. */
export function locateFindings(
  findings: Inspection["findings"],
  filesOf: ReadonlyMap<string, readonly string[]>,
  sources: readonly SourceRef[],
): Diagnostic[] {
  return findings.map(({ code, severity, message, hint, src }) => {
    const [file = "", ...others] = filesOf.get(src) ?? [];
    const reported = `The picture "${src}" ${message}${others.length > 0 ? ` ${alsoIn(others)}` : ""}`;
    const ref = sources.find((source) => source.file === file);
    const document = ref && documentAt(ref);
    const place = document?.find(src);
    return document && place
      ? document.report(place, { code, severity, message: reported, hint })
      : { code, severity, message: reported, hint, file };
  });
}

const alsoIn = ([first, ...others]: readonly string[]): string =>
  `It is also named in ${first}${others.length > 0 ? ` and ${others.length} more` : ""}.`;
