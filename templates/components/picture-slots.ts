// Every slot for a picture. When the layout of a section changes, its line here changes with it: `sizes` says how
// wide CSS shows the picture, `ratio` what CSS shows of it. A picture in a frame with another ratio is cropped again by the browser.
import type { PictureSlot } from "eventsite/kit";

/** Below the widths at which sections are side by side. */
const NARROW = "(max-width: 59.99rem)";
const across = [640, 960, 1280, 1600, 2000];

export const pictureSlots = {
  /** The start page's first picture: square on phones, across the screen and as high as it on desktops. */
  hero: {
    crops: [
      { media: NARROW, ratio: 1, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 16 / 9, widths: [1200, 1600, 2000], sizes: "max(100vw, 178vh)" },
    ],
  },
  "page-right": {
    crops: [
      { media: NARROW, ratio: 4 / 3, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 1, widths: [640, 960, 1280], sizes: "max(50vw, 40rem)" },
    ],
  },
  "page-full": {
    crops: [
      { media: NARROW, ratio: 1, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 21 / 9, widths: across, sizes: "100vw" },
    ],
  },
  "page-horizon": {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 21 / 9, widths: across, sizes: "100vw" },
    ],
  },
  "page-diptych": {
    crops: [
      { media: NARROW, ratio: 4 / 5, widths: [320, 480, 800], sizes: "60vw" },
      { ratio: 4 / 5, widths: [480, 640, 960], sizes: "38vw" },
    ],
  },
  "page-diptych-second": {
    crops: [
      { media: NARROW, ratio: 1, widths: [240, 320, 480], sizes: "36vw" },
      { ratio: 1, widths: [320, 480, 640], sizes: "23vw" },
    ],
  },
  "page-strip": {
    crops: [
      { media: NARROW, ratio: 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 3, widths: [960, 1280, 1600, 2000], sizes: "100vw" },
    ],
  },
  tile: {
    crops: [
      { media: NARROW, ratio: 1, widths: [240, 400, 640, 960], sizes: "50vw" },
      { ratio: 8 / 9, widths: [400, 640, 960], sizes: "33vw" },
    ],
  },
  service: { crops: [{ ratio: 3 / 2, widths: [120, 160, 240, 320], sizes: "(min-width: 60rem) 7.5rem, 6.5rem" }] },
  "service-group": { crops: [{ ratio: 3 / 2, widths: [320, 480, 640, 960], sizes: "(min-width: 60rem) 31vw, 100vw" }] },
  "venue-card": { crops: [{ ratio: 3 / 2, widths: [480, 640, 960, 1280], sizes: "(min-width: 60rem) 34rem, 100vw" }] },
  /** The first of three, as tall as the two beside it. */
  "venue-lead": {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 8 / 9, widths: [480, 800, 1200], sizes: "50rem" },
    ],
  },
  "venue-chapter": {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 21 / 9, widths: [960, 1280, 1600, 2000], sizes: "100vw" },
    ],
  },
  /** A chapter's picture that leaves room for the name beside it. */
  "venue-inset": {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 16 / 9, widths: [640, 960, 1280, 1600], sizes: "67vw" },
    ],
  },
  artist: {
    crops: [
      { ratio: 4 / 5, widths: [320, 480, 720], sizes: "(min-width: 60rem) 33vw, (min-width: 40rem) 50vw, 100vw" },
    ],
  },
  gallery: {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 3 / 2, widths: [640, 960, 1280, 1600], sizes: "66vw" },
    ],
  },
  "gallery-tall": {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 4 / 5, widths: [320, 480, 640, 960], sizes: "33vw" },
    ],
  },
  "gallery-square": {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 1, widths: [480, 640, 960], sizes: "42vw" },
    ],
  },
  story: { crops: [{ ratio: 3 / 2, widths: [480, 640, 960, 1280], sizes: "(min-width: 60rem) 58vw, 100vw" }] },
  banner: {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 5 / 2, widths: [960, 1280, 1600, 2000], sizes: "100vw" },
    ],
  },
  backdrop: {
    crops: [
      { media: NARROW, ratio: 1, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 5 / 2, widths: [1200, 1600, 2000], sizes: "100vw" },
    ],
  },
  "form-side": {
    crops: [
      { media: NARROW, ratio: 1, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 2 / 3, widths: [480, 640, 960], sizes: "max(42vw, 44rem)" },
    ],
  },
  panel: { crops: [{ ratio: 3 / 2, widths: [480, 640, 960], sizes: "(min-width: 60rem) 40vw, 100vw" }] },
  logo: { crops: [{ widths: [160, 320], sizes: "160px" }] },
  /** In running text, and wherever a picture is shown whole. */
  prose: { crops: [{ widths: [480, 640, 960, 1280], sizes: "(min-width: 48rem) 42rem, 100vw" }] },
} as const satisfies Readonly<Record<string, PictureSlot>>;

export type PictureSlotName = keyof typeof pictureSlots;
