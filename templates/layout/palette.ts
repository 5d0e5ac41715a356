/** Colours of tokens.css for what is drawn and not styled: cards and PDF files. A test holds both files to the same values. */
export const palette = {
  "ink-950": "#0b111b",
  "ink-900": "#121b29",
  slate: "#536073",
  "fog-300": "#c5cdd6",
  "fog-200": "#dde2e8",
  white: "#fff",
  candle: "#ffc978",
  brass: "#7d4f10",
  lake: "#17506e",
} as const;
