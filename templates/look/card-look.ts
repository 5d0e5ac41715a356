// The card of a shared link: its picture under a dark scrim, with the title in the display face at its lower edge and the name above it.

import type { CardLook } from "eventsite/kit";
import { palette } from "./palette.ts";

const INK = palette["ink-950"];
const MARGIN = 72;
const BRAND_SIZE = 54;
/** Of the font size: large titles are set tight. */
const LINE_HEIGHT = 0.98;
const TITLE = { largest: 132, smallest: 60, step: 8, mostLines: 3 } as const;

export const cardLook: CardLook = {
  version: `1 ${Object.values(palette)}`,
  ground: INK,
  /** A card without a title shows its name large. */
  overlay({ title, brand }, { width, height, measure, outline, setTitle }) {
    const path = (text: string, x: number, y: number, size: number) => {
      const drawn = outline(text, x, y, size);
      return drawn && `<path fill="${palette.white}" d="${drawn}"/>`;
    };
    const set = setTitle(title || brand, width - 2 * MARGIN, TITLE);
    const leading = set.size * LINE_HEIGHT;
    const lines = set.lines.map((line, index) =>
      path(line, MARGIN, height - MARGIN - (set.lines.length - 1 - index) * leading, set.size),
    );
    const top = height - MARGIN - (set.lines.length - 1) * leading - set.size * 0.86;
    const light = `<path fill="${palette.candle}" d="M${MARGIN} ${Math.round(top) - 24}h72v3h-72z"/>`;
    const nameSize = Math.min(BRAND_SIZE, (width - 2 * MARGIN) / Math.max(1, measure(brand)));
    const name = title ? path(brand, MARGIN, MARGIN + BRAND_SIZE * 0.7, nameSize) : "";
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${INK}" stop-opacity=".62"/><stop offset=".3" stop-color="${INK}" stop-opacity=".3"/><stop offset=".6" stop-color="${INK}" stop-opacity=".66"/><stop offset="1" stop-color="${INK}" stop-opacity=".94"/></linearGradient></defs><path fill="url(#s)" d="M0 0h${width}v${height}H0z"/>${light}${lines.join("")}${name}</svg>`;
  },
};
