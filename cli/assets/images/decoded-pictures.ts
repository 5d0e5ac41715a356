// Decoded source pictures, as many as there is capacity for: one that several files in a row are made from is decoded once.
import { decodePicture, type Pixels } from "./decode-picture.ts";
import { type InspectedPicture, masterBytes } from "./inspect-pictures.ts";

/** Pixels at a time; at 3 or 4 bytes each about 100 MB. A larger picture is kept alone: at most 400 MB. */
export const PIXELS_IN_FLIGHT = 24_000_000;

export type DecodedPictures = ReturnType<typeof createDecodedPictures>;

interface Held {
  readonly pixels: Promise<Pixels>;
  readonly size: number;
  users: number;
}

export function createDecodedPictures() {
  // The most recently used one is last.
  const held = new Map<string, Held>();
  const waiting: { readonly size: number; go(): void }[] = [];
  let used = 0;
  const drop = (hash: string, { size }: Held) => {
    held.delete(hash);
    used -= size;
  };
  const fits = (size: number) => used === 0 || used + size <= PIXELS_IN_FLIGHT;
  const admit = () => {
    for (let first = waiting[0]; first; first = waiting[0]) {
      for (const [hash, one] of held) if (one.users === 0 && !fits(first.size)) drop(hash, one);
      if (!fits(first.size)) return;
      waiting.shift();
      used += first.size;
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
  const hold = (master: InspectedPicture): Held => {
    const size = master.facts.width * master.facts.height;
    const one = held.get(master.hash) ?? { pixels: load(master, size), size, users: 0 };
    held.delete(master.hash);
    held.set(master.hash, one);
    one.users++;
    return one;
  };
  return {
    async use<Result>(master: InspectedPicture, run: (pixels: Pixels) => Promise<Result>): Promise<Result> {
      const one = hold(master);
      let pixels: Pixels | undefined;
      try {
        pixels = await one.pixels;
        return await run(pixels);
      } finally {
        one.users--;
        if (pixels === undefined && held.get(master.hash) === one) drop(master.hash, one);
        admit();
      }
    },
    /** Forgets those that are not in use. */
    clear() {
      for (const [hash, one] of held) if (one.users === 0) drop(hash, one);
    },
  };
}
