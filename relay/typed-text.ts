// What people type and paste, without what nobody sees: control characters, marks that turn or hide text, halves of emoji. What a text needs
// to be read stays: the joiners of emoji and of some scripts. Without imports, so that the page can follow the same rule.

/** The line breaks of word processors, PDF and mainframes besides our own. */
const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** The tab, and a braille sign without dots, which passes for a blank. */
const BLANKS = /[\t\u2800]/g;

/**
 * Joiners, variation selectors and tags where they change what is seen: within an emoji, in scripts whose letters join, behind the characters
 * of Chinese and Japanese names.
 */
const SEEN = [
  String.raw`(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[#*0-9])\ufe0f(?=\u20e3)`,
  // The flags of England, Scotland and Wales.
  String.raw`(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]+\u{e007f}`,
  String.raw`(?<=[${joiningLetters()}])[\u200c\u200d]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  // The signs that Arabic and other scripts write around a number.
  String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`,
].join("|");

/** Controls, format characters, halves of surrogate pairs, what Unicode says to show as nothing, and what is no character. */
const UNSEEN = String.raw`(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]`;

const SEEN_OR_UNSEEN = new RegExp(`(${SEEN})|${UNSEEN}`, "gu");
const ANY_UNSEEN = new RegExp(UNSEEN, "gu");

/** Of the scripts whose letters and marks change their shape by what they join. */
function joiningLetters(): string {
  const scripts =
    "Arabic Syriac Mandaic Nko Adlam Hanifi_Rohingya Mongolian Phags_Pa Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada " +
    "Malayalam Sinhala Tibetan Myanmar Khmer Balinese Javanese Sundanese Newa Tirhuta Grantha Chakma Meetei_Mayek";
  return scripts.replace(/\S+ ?/g, (script) => String.raw`\p{Script=${script.trim()}}`);
}

/** A text of several lines: every kind of line break is "\n". */
export const cleanLines = (text: string): string =>
  text.replace(BREAKS, "\n").replace(BLANKS, " ").replace(SEEN_OR_UNSEEN, "$1");

/** What is typed into a field of one line. */
export const cleanLine = (text: string): string => cleanLines(text).replace(/\n+/g, " ");

/** An email address, in which no mark joins anything. */
export const cleanAddress = (text: string): string => cleanLine(text).replace(ANY_UNSEEN, "");

/** Characters as limits count them: one for each of any script, one for a simple emoji. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
