// A cache of decoded source pictures with a limit: a picture is decoded once for several files in a row.
import { decodePicture, type Pixels } from "./decode-picture.ts";
import { type InspectedPicture, masterBytes } from "./inspect-pictures.ts";

/** Pixels in memory at a time: about 100 MB, at 3 or 4 bytes each. A larger picture is in memory alone: at most 400 MB. */
export const PIXELS_IN_FLIGHT = 24_000_000;

export interface DecodedPictures {
  /** Runs with the pixels of a picture, as soon as there is capacity for them. */
  use<Result>(master: InspectedPicture, run: (pixels: Pixels) => Promise<Result>): Promise<Result>;
  /** Frees the memory of pictures that are not in use. */
  clear(): void;
}

interface Entry {
  readonly pixels: Promise<Pixels>;
  readonly size: number;
  users: number;
}

export function createDecodedPictures(): DecodedPictures {
  // The most recently used entry is last.
  const entries = new Map<string, Entry>();
  const waiting: { readonly size: number; go(): void }[] = [];
  let usedPixels = 0;
  const drop = (hash: string, { size }: Entry) => {
    entries.delete(hash);
    usedPixels -= size;
  };
  const fits = (size: number) => usedPixels === 0 || usedPixels + size <= PIXELS_IN_FLIGHT;
  const admit = () => {
    for (let first = waiting[0]; first; first = waiting[0]) {
      for (const [hash, entry] of entries) if (entry.users === 0 && !fits(first.size)) drop(hash, entry);
      if (!fits(first.size)) return;
      waiting.shift();
      usedPixels += first.size;
      first.go();
    }
  };
  const load = async (master: InspectedPicture, size: number): Promise<Pixels> => {
    await new Promise<void>((go) => {
      waiting.push({ size, go });
      admit();
    });
    return decodePicture(masterBytes(master));
  };
  const hold = (master: InspectedPicture): Entry => {
    const size = master.facts.width * master.facts.height;
    const entry = entries.get(master.hash) ?? { pixels: load(master, size), size, users: 0 };
    entries.delete(master.hash);
    entries.set(master.hash, entry);
    entry.users++;
    return entry;
  };
  return {
    async use<Result>(master: InspectedPicture, run: (pixels: Pixels) => Promise<Result>): Promise<Result> {
      const entry = hold(master);
      let pixels: Pixels | undefined;
      try {
        pixels = await entry.pixels;
        return await run(pixels);
      } finally {
        entry.users--;
        if (pixels === undefined && entries.get(master.hash) === entry) drop(master.hash, entry);
        admit();
      }
    },
    clear() {
      for (const [hash, entry] of entries) if (entry.users === 0) drop(hash, entry);
    },
  };
}
