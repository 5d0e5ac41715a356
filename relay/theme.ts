// Colours and fonts of everything that the relay shows to people: mails, the mailbox, the desk. They are those of the site
// (templates/layout/tokens.css).

export const LIGHT = {
  ground: "#f4f6f6",
  sheet: "#ffffff",
  rule: "#dde2e8",
  ink: "#121b29",
  quiet: "#536073",
  link: "#17506e",
  mark: "#7d4f10",
} as const;

/** The dark palette of the site. */
export const DARK = {
  ground: "#0b111b",
  sheet: "#121b29",
  rule: "#1c2838",
  ink: "#ffffff",
  quiet: "#c5cdd6",
  link: "#ffc978",
  mark: "#ffc978",
} as const;

export const TEXT_FONT = '"Helvetica Neue", Arial, sans-serif';
export const DISPLAY_FONT = "Georgia, serif";
