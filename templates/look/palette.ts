/// <reference path="../layout/css.d.ts" />
import tokens from "../layout/tokens.css";

type Colour = "ink-950" | "ink-900" | "slate" | "fog-300" | "fog-200" | "white" | "candle" | "brass" | "lake";

/** Colours of tokens.css, the one place they are written in, for what is drawn and not styled: cards, icons, a browser's own bars. */
export const palette = Object.fromEntries(
  [...tokens.matchAll(/--([\w-]+):\s*(#[0-9a-f]+);/g)].map(([, name, colour]) => [name, colour]),
) as Readonly<Record<Colour, string>>;
