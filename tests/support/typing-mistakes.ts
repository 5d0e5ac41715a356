// What people type who write texts and no programs, as it was found by making the mistakes: each with its reports, to the letter.
import type { Diagnostic } from "../../cli/index.ts";

/** What is done, to which file, the lines that are changed into which, and what is reported. Nothing is reported of what is valid. */
export type Mistake = readonly [what: string, path: string, from: string, to: string, reported: readonly string[]];

export const typingMistakes: readonly Mistake[] = [
  [
    "a heading of Markdown that leaves out a level",
    "legal/terms.md",
    "## Changes\n",
    "## Changes\n\n#### Notice\n",
    [
      '15:6 VERIFY_HEADINGS: The heading "Notice" leaves out a level: the one above it is of level 2. → begin it with "### "',
    ],
  ],
  [
    "a picture beside its key, and its words below it",
    "venues/harbour-hotel.yaml",
    "image:\n  src: room.png",
    "image: room.png",
    [
      '5:1 SOURCE_INDENTATION: "image" has a picture beside it and fields below it. → make the picture a field, too: write "src: room.png" on a line of its own above "alt"',
    ],
  ],
  [
    "a key of a section at the start of its line",
    "pages/home.yaml",
    "    heading: Ready before the doors open\n",
    "heading: Ready before the doors open\n",
    [
      '5:1 SOURCE_INDENTATION: This line is not indented; the lines above and below it are those of one block. → line it up with "type" on line 4: 4 spaces',
    ],
  ],
  [
    "sections: deleted",
    "pages/home.yaml",
    "sections:\n",
    "",
    ['3:3 SOURCE_INDENTATION: This list belongs to no key. → write "sections:" on a line above it'],
  ],
  [
    "sections: deleted below a picture",
    "services/gala-dinners.yaml",
    "sections:\n",
    "",
    ['11:3 SOURCE_INDENTATION: This list belongs to no key. → write "sections:" on a line above it'],
  ],
  [
    "the site's own address in full, to no page of it",
    "pages/home.yaml",
    "        href: /contact\n",
    "        href: https://www.example.com/contakt\n",
    ['9:15 CONTENT_UNKNOWN_ROUTE: The site has no page "/contakt". → did you mean "/contact"?'],
  ],
  [
    "the site's own address in full",
    "pages/home.yaml",
    "        href: /contact\n",
    "        href: https://www.example.com/contact/?from=home\n",
    [],
  ],
  [
    "a link to a page that was deleted, beside one that shares a word with it",
    "pages/home.yaml",
    "        href: /contact\n",
    "        href: /services/gala-nights\n",
    [
      '9:15 CONTENT_UNKNOWN_ROUTE: The site has no page "/services/gala-nights". → "/services/gala-dinners" shares words with it; where what was meant is gone, take this out',
    ],
  ],
  [
    "the name of a file as alternative text",
    "venues/harbour-hotel.yaml",
    "alt: An engraved letter on a dark ground",
    "alt: IMG_2034.jpg",
    ['7:8 CONTENT_INVALID_VALUE: "alt" is the name of a file: write what the picture shows.'],
  ],
  [
    "a date that does not exist",
    "legal/terms.md",
    "updated: January 2025",
    "updated: 31 February 2025",
    ['5:10 CONTENT_INVALID_VALUE: "updated" is a date that does not exist.'],
  ],
  ["a date that exists", "legal/terms.md", "updated: January 2025", "updated: February 29, 2024", []],
  [
    "a title of 300 characters",
    "pages/contact.yaml",
    "title: Contact us",
    `title: ${"word ".repeat(60)}`,
    ['1:8 CONTENT_INVALID_VALUE: "title" has 299 characters; it needs at most 120 characters.'],
  ],
  [
    "a fact of one's own",
    "site.yaml",
    "  tagline: Ready before the doors open.",
    '  tagline: "Dinner {facts.price-per-guest}."\nfacts:\n  price-per-guest: from CAD 95',
    [],
  ],
  [
    "a fact of one's own, misspelt where it is used",
    "site.yaml",
    "  tagline: Ready before the doors open.",
    '  tagline: "Dinner {facts.price-per-guests}."\nfacts:\n  price-per-guest: from CAD 95',
    [
      "8:20 CONTENT_UNKNOWN_TOKEN: {facts.price-per-guests} names no text of site.yaml. → did you mean {facts.price-per-guest}?",
    ],
  ],
  [
    "a fact of one's own that is a number, and one with a space in its name",
    "site.yaml",
    "  tagline: Ready before the doors open.",
    "  tagline: Ready before the doors open.\nfacts:\n  price-per-guest: 95\n  price per table: from CAD 950",
    [
      '10:20 CONTENT_NUMBER_AS_TEXT: "price-per-guest" must be text; 95 is read as a number. → put quotes around it: "95"',
      '11:3 CONTENT_INVALID_VALUE: "price per table" is not a name of a fact: use a-z, 0-9 and hyphens.',
    ],
  ],
  [
    "a notice without words",
    "site.yaml",
    "  tagline: Ready before the doors open.",
    "  tagline: Ready before the doors open.\nnotice: { link: /contact }",
    ['9:9 CONTENT_MISSING_KEY: "notice" needs a field "text". → add "text: ..." to this block'],
  ],
  [
    "open { in list of links",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      - { label: Home, href: /",
    [
      "85:9 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open { last in list",
    "site.yaml",
    "      - { label: Contact, href: /contact }",
    "      - { label: Contact, href: /contact",
    [
      "86:9 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open { only item then key",
    "site.yaml",
    "      - { label: Terms of Service, href: /terms }",
    "      - { label: Terms of Service, href: /terms",
    [
      "90:9 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open { focus in image, section list",
    "services/gala-dinners.yaml",
    "image:\n  src: room.png",
    "image:\n  src: room.png\n  focus: { x: 10, y: 20",
    [
      "10:10 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open [ days",
    "site.yaml",
    "    days: [Monday, Tuesday, Wednesday, Thursday, Friday]",
    "    days: [Monday, Tuesday, Wednesday, Thursday, Friday",
    [
      "22:11 SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open [ features end of section",
    "pages/home.yaml",
    "    heading: Ready before the doors open",
    "    heading: Ready before the doors open\n    features: [A, B",
    [
      "6:15 SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open { multi-line",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      - { label: Home,\n          href: /",
    [
      "85:9 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open { at end of file",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits: [Galas, Launches",
    [
      "11:8 SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open { image in section, next section",
    "pages/home.yaml",
    "        href: /contact",
    "        href: /contact\n    image: { src: room.png, alt: A",
    [
      "10:12 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open { with colon text",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      - { label: Home: x, href: / }",
    [
      '85:22 SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "Home: x"',
    ],
  ],
  [
    "missing comma in {",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      - { label: Home href: / }",
    [
      '85:23 SOURCE_SYNTAX: A comma is missing between two parts of these brackets. → put a comma in front of "href"; put quotes around the whole text if the colon belongs to it',
    ],
  ],
  [
    "closing instead of }",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      - { label: Home, href: / ]",
    ["85:9 SOURCE_SYNTAX: The bracket { is opened here and not closed before the ]. → write } instead of ]"],
  ],
  [
    "extra }",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      - { label: Home, href: / }}",
    [
      "85:33 SOURCE_SYNTAX: This bracket } closes nothing: the one before it has closed the last. → take it out; put quotes around the whole text if it belongs to it",
    ],
  ],
  [
    "no opening {",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      - label: Home, href: / }",
    ["85:30 SOURCE_SYNTAX: The bracket } at the end of this line was never opened. → write - { label: Home, href: / }"],
  ],
  [
    "lost dash on later section",
    "pages/home.yaml",
    "  - type: venue-list",
    "    type: venue-list",
    [
      '10:5 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - type: venue-list, 2 spaces in',
    ],
  ],
  [
    "lost dash on later section, no spaces",
    "pages/home.yaml",
    "  - type: venue-list",
    "  type: venue-list",
    [
      '10:3 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - type: venue-list, 2 spaces in',
    ],
  ],
  [
    "lost dash on later link",
    "site.yaml",
    "      - { label: Contact, href: /contact }",
    "      { label: Contact, href: /contact }",
    [
      '86:7 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - { label: Contact, href: /contact }, 6 spaces in',
    ],
  ],
  [
    "lost dash on later figure",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\n  - value: 2\n    label: b\n    value: 3\n    label: c",
    [
      '11:12 CONTENT_NUMBER_AS_TEXT: "value" must be text; 2 is read as a number. → put quotes around it: "2"',
      '13:5 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - value: 3, 2 spaces in',
    ],
  ],
  [
    "lost dash on later figure 2",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\n  - value: '2'\n    label: b\n  value: '3'\n    label: c",
    [
      "13:3 SOURCE_INDENTATION: A \"- \" seems to be missing here: a new item of the list above begins. → write - value: '3', 2 spaces in",
    ],
  ],
  [
    "lost dash first item",
    "venues/harbour-hotel.yaml",
    '  - value: "1,670"',
    '    value: "1,670"',
    [
      '9:5 CONTENT_WRONG_TYPE: "figures" must be a list, not a block of fields. → begin each item on a line of its own with "- ": - value: ...',
    ],
  ],
  [
    "lost dash text item",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  - Galas\n  Launches\n  - Dinners",
    [
      '13:3 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - Launches, 2 spaces in; if the line belongs to the text above, indent it by 6 spaces',
    ],
  ],
  [
    "lost dash text item 2",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  - Galas\n    Launches\n  - Dinners",
    [],
  ],
  [
    "lost dash text first",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n    Galas\n  - Launches\n  - Dinners",
    [
      '12:5 SOURCE_INDENTATION: The list that goes on in line 13 begins here, without a "- ". → write - Galas, 2 spaces in',
    ],
  ],
  [
    "lost dash text first2",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  Galas\n  - Launches\n  - Dinners",
    [
      '12:3 SOURCE_INDENTATION: The list that goes on in line 13 begins here, without a "- ". → write - Galas, 2 spaces in',
    ],
  ],
  [
    "glued dash text",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  -Galas\n  - Launches",
    ["12:3 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - Galas, 2 spaces in"],
  ],
  [
    "glued dash text 2nd",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  - Galas\n  -Launches\n  - Dinners",
    ["13:3 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - Launches"],
  ],
  [
    "glued dash text all",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  -Galas\n  -Launches",
    [
      "12:3 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - Galas; the same in the lines below",
    ],
  ],
  [
    "glued dash key",
    "pages/home.yaml",
    "  - type: venue-list",
    "  -type: venue-list",
    ["10:3 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - type: venue-list"],
  ],
  [
    "glued dash key first",
    "pages/home.yaml",
    "  - type: page-hero",
    "  -type: page-hero",
    ["4:3 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - type: page-hero"],
  ],
  [
    "nbsp after key",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area:\u00a0Downtown",
    [
      "2:6 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "nbsp before colon",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area\u00a0: Downtown",
    [
      "2:5 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "nbsp indent",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    "\u00a0\u00a0src: room.png",
    [
      "6:1 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "nbsp indent one",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    " \u00a0src: room.png",
    [
      "6:2 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "nbsp in indent of item",
    "venues/harbour-hotel.yaml",
    '  - value: "1,670"',
    ' \u00a0- value: "1,670"',
    [
      "9:2 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "nbsp after dash",
    "venues/harbour-hotel.yaml",
    '  - value: "1,670"',
    '  -\u00a0value: "1,670"',
    [
      "9:4 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "zero width before key",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "\u200barea: Downtown",
    [
      "2:1 SOURCE_HIDDEN_CHARACTER: A zero-width space (U+200B) is here. It cannot be seen, but YAML treats it as a letter. → put the cursor after it and press backspace",
    ],
  ],
  [
    "zero width in key",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "ar\u200bea: Downtown",
    [
      "2:3 SOURCE_HIDDEN_CHARACTER: A zero-width space (U+200B) is here. It cannot be seen, but YAML treats it as a letter. → put the cursor after it and press backspace",
    ],
  ],
  [
    "zero width after key",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area:\u200b Downtown",
    [
      "2:6 SOURCE_HIDDEN_CHARACTER: A zero-width space (U+200B) is here. It cannot be seen, but YAML treats it as a letter. → put the cursor after it and press backspace",
    ],
  ],
  [
    "zero width as value",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: \u200b",
    [
      "2:7 SOURCE_HIDDEN_CHARACTER: A zero-width space (U+200B) is here. It cannot be seen, but YAML treats it as a letter. → put the cursor after it and press backspace",
    ],
  ],
  [
    "nbsp as value",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: \u00a0",
    [
      "2:7 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "thin space after colon",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area:\u2009Downtown",
    [
      "2:6 SOURCE_HIDDEN_CHARACTER: A thin space (U+2009) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "ideographic",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area:\u3000Downtown",
    [
      "2:6 SOURCE_HIDDEN_CHARACTER: An ideographic space (U+3000) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "fullwidth colon",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area：Downtown",
    ['2:5 SOURCE_SYNTAX: A key ends in a plain colon with a space behind it, and this is "：". → write area: Downtown'],
  ],
  ["nbsp inside text is sound", "venues/harbour-hotel.yaml", "area: Downtown", "area: Down\u00a0town", []],
  [
    "nbsp leads value",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: \u00a0Downtown",
    [
      "2:7 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  ["nbsp ends value", "venues/harbour-hotel.yaml", "area: Downtown", "area: Downtown\u00a0", []],
  [
    "nbsp empty line",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: Downtown\n\u00a0\u00a0",
    [
      "3:1 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "typ",
    "pages/home.yaml",
    "  - type: venue-list",
    "  - typ: venue-list",
    ['10:5 CONTENT_UNKNOWN_KEY: Item 2 of "sections" has no field "typ". → did you mean "type"?'],
  ],
  [
    "typ2",
    "pages/home.yaml",
    "  - type: cards",
    "  - tpye: cards",
    ['12:5 CONTENT_UNKNOWN_KEY: Item 3 of "sections" has no field "tpye". → did you mean "type"?'],
  ],
  [
    "Type",
    "pages/home.yaml",
    "  - type: cards",
    "  - Type: cards",
    ['12:5 CONTENT_UNKNOWN_KEY: Item 3 of "sections" has no field "Type". → did you mean "type"?'],
  ],
  [
    "kind for type",
    "pages/home.yaml",
    "  - type: cards",
    "  - kind: cards",
    ['12:5 CONTENT_UNKNOWN_KEY: Item 3 of "sections" has no field "kind". → did you mean "type"?'],
  ],
  [
    "bom inside",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "\ufeffarea: Downtown",
    [
      "2:1 SOURCE_HIDDEN_CHARACTER: A byte order mark (U+FEFF) is here. It cannot be seen, but YAML treats it as a letter. → put the cursor after it and press backspace",
    ],
  ],
  [
    "soft hyphen",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "\u00adarea: Downtown",
    [
      "2:1 SOURCE_HIDDEN_CHARACTER: A soft hyphen (U+00AD) is here. It cannot be seen, but YAML treats it as a letter. → put the cursor after it and press backspace",
    ],
  ],
  [
    "smart quotes around value",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: “Downtown”",
    [
      '2:7 SOURCE_QUOTE (warning): YAML does not know curly quotes: they are part of the text and appear on the site. → put straight quotes (") in their place, or around them if they are meant',
    ],
  ],
  [
    "smart quotes around value w colon",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: “Downtown: core”",
    [
      '2:16 SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → curly quotes are part of the text: put straight ones (") around it',
    ],
  ],
  [
    "smart quotes around number",
    "venues/harbour-hotel.yaml",
    '  - value: "1,670"',
    "  - value: “1,670”",
    [
      '9:12 SOURCE_QUOTE (warning): YAML does not know curly quotes: they are part of the text and appear on the site. → put straight quotes (") in their place, or around them if they are meant',
    ],
  ],
  [
    "german quotes",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: „Downtown“",
    [
      '2:7 SOURCE_QUOTE (warning): YAML does not know curly quotes: they are part of the text and appear on the site. → put straight quotes (") in their place, or around them if they are meant',
    ],
  ],
  ["french quotes", "venues/harbour-hotel.yaml", "area: Downtown", "area: « Downtown »", []],
  [
    "french quotes w colon",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: « Downtown : ici »",
    [
      '2:18 SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "« Downtown : ici »"',
    ],
  ],
  [
    "single curly",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: ‘Downtown’",
    [
      '2:7 SOURCE_QUOTE (warning): YAML does not know curly quotes: they are part of the text and appear on the site. → put straight quotes (") in their place, or around them if they are meant',
    ],
  ],
  [
    "mixed quote open",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    'area: "Downtown”',
    ['2:7 SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write "Downtown"'],
  ],
  [
    "mixed quote close",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    'area: “Downtown"',
    [
      '2:16 SOURCE_QUOTE (warning): There is a quotation mark (") at the end of this text, and none at its beginning: it appears on the site. → remove it, or put one in front of the text as well',
    ],
  ],
  [
    "single mixed",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: 'Downtown’",
    ["2:7 SOURCE_QUOTE: A quotation mark (') is opened here and not closed at the end of the text. → write 'Downtown'"],
  ],
  [
    "smart in flow",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      - { label: “Home, sweet”, href: / }",
    [
      '85:25 CONTENT_UNKNOWN_KEY: Item 1 of "links" has no field "sweet”". → curly quotes do not hold a text together: put straight ones (") around it',
    ],
  ],
  [
    "smart quotes on type",
    "pages/home.yaml",
    "  - type: cards",
    "  - type: “cards”",
    ['12:11 CONTENT_UNKNOWN_SECTION: There is no section type "“cards”". → did you mean "cards"?'],
  ],
  [
    "colon title",
    "pages/home.yaml",
    "title: Rooms that are ready before the doors open",
    "title: Events:  Rooms that are ready before the doors open",
    [
      '1:14 SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "Events:  Rooms that are ready before the doors open"',
    ],
  ],
  [
    "colon in list item",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  - Galas: large ones\n  - Launches",
    [
      '12:5 CONTENT_WRONG_TYPE: Item 1 of "suits" must be text, not a block of fields. → a colon followed by a space makes a key: put quotes around the whole text',
    ],
  ],
  [
    "colon in quotes text multi",
    "venues/harbour-hotel.yaml",
    "description: A ballroom for a thousand guests.",
    "description: A ballroom: for a thousand\n  guests: and more.",
    [
      '4:24 SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "A ballroom: for a thousand"',
    ],
  ],
  ["tab from word value", "venues/harbour-hotel.yaml", "area: Downtown", "area:\tDowntown", []],
  ["tab in text", "venues/harbour-hotel.yaml", "area: Downtown", "area: Down\ttown", []],
  [
    "# in value",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: Downtown #1",
    [
      "2:16 SOURCE_COMMENT: Everything from this # on is a comment and does not appear on the site. → put quotes around the whole text if the # belongs to it; put a comment on a line of its own",
    ],
  ],
  [
    "# hex colour",
    "site.yaml",
    '  themeColor: "#0B111B"',
    "  themeColor: #0B111B",
    [
      "53:15 SOURCE_COMMENT: Everything from this # on is a comment and does not appear on the site. → put quotes around the whole text if the # belongs to it; put a comment on a line of its own",
    ],
  ],
  [
    "copied block too shallow",
    "pages/home.yaml",
    "        href: /services/gala-dinners",
    "        href: /services/gala-dinners\n- type: cards\n  heading: X\n  cards:\n    - title: A\n      text: B",
    [
      '18:1 SOURCE_INDENTATION: This line is not indented; that fits no block above it. → line it up with "- type" on line 12: 2 spaces',
    ],
  ],
  [
    "copied block too deep",
    "pages/home.yaml",
    "        href: /services/gala-dinners",
    "        href: /services/gala-dinners\n      - type: cards\n        heading: X",
    [
      '18:9 CONTENT_UNKNOWN_KEY: A section "cards" is among the items of "cards". → it is indented too deep: line its dash up with those of the other sections',
    ],
  ],
  [
    "copied block 3 spaces",
    "pages/home.yaml",
    "        href: /services/gala-dinners",
    "        href: /services/gala-dinners\n   - type: venue-list\n     heading: X",
    [
      '18:4 SOURCE_INDENTATION: This line is indented by 3 spaces; that fits no block above it. → line it up with "- type" on line 12: 2 spaces',
    ],
  ],
  [
    "copied fields shallow",
    "pages/home.yaml",
    "    heading: Venues",
    "   heading: Venues",
    [
      '11:4 SOURCE_INDENTATION: This line is indented by 3 spaces; that fits no block above it. → line it up with "type" on line 10: 4 spaces',
    ],
  ],
  [
    "token without quotes",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: {brand.name}",
    ['2:7 CONTENT_WRONG_TYPE: "area" must be text, not a block of fields. → put quotes around it: "{brand.name}"'],
  ],
  [
    "token first, text",
    "pages/home.yaml",
    '    lead: "{brand.name} plans events in Toronto."',
    "    lead: {brand.name} plans events in Toronto.",
    [
      '6:11 SOURCE_SPECIAL_CHARACTER: Text cannot begin with "{" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "list where text",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area:\n  - Downtown",
    ['3:3 CONTENT_WRONG_TYPE: "area" must be text, not a list. → write it after the colon, on one line'],
  ],
  [
    "list where text flow",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: [Downtown, Midtown]",
    ['2:7 CONTENT_WRONG_TYPE: "area" must be text, not a list. → put quotes around it: "[Downtown, Midtown]"'],
  ],
  [
    "text where list",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits: Galas",
    [
      '11:8 CONTENT_WRONG_TYPE: "suits" must be a list, not the text "Galas". → begin each item on a line of its own with "- ": - Galas',
    ],
  ],
  [
    "text with commas where list",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits: Galas, Launches",
    [
      '11:8 CONTENT_WRONG_TYPE: "suits" must be a list, not the text "Galas, Launches". → begin each item on a line of its own with "- ": - Galas',
    ],
  ],
  [
    "block where text",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area:\n  name: Downtown",
    [
      '3:3 CONTENT_WRONG_TYPE: "area" must be text, not a block of fields. → a colon followed by a space makes a key: put quotes around the whole text',
    ],
  ],
  [
    "text where block",
    "venues/harbour-hotel.yaml",
    "image:\n  src: room.png\n  alt: An engraved letter on a dark ground",
    "image: room.png",
    [
      '5:8 CONTENT_WRONG_TYPE: "image" must be a block of fields, not the text "room.png". → write its fields below it, two spaces deeper: src, alt, focus',
    ],
  ],
  [
    "number as text",
    "venues/harbour-hotel.yaml",
    '  - value: "1,670"',
    "  - value: 1670",
    ['9:12 CONTENT_NUMBER_AS_TEXT: "value" must be text; 1670 is read as a number. → put quotes around it: "1670"'],
  ],
  ["number 1,670", "venues/harbour-hotel.yaml", '  - value: "1,670"', "  - value: 1,670", []],
  ["price", "venues/harbour-hotel.yaml", '  - value: "1,670"', "  - value: $1670", []],
  [
    "percent",
    "venues/harbour-hotel.yaml",
    '  - value: "1,670"',
    "  - value: %50",
    [
      '9:12 SOURCE_SPECIAL_CHARACTER: Text cannot begin with "%" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  ["date 13/05", "legal/terms.md", "updated: January 2025", "updated: 13/05/2026", []],
  ["date iso", "legal/terms.md", "updated: January 2025", "updated: 2026-05-13", []],
  ["time", "site.yaml", '    opens: "09:00"', "    opens: 09:00", []],
  [
    "time 9",
    "site.yaml",
    '    opens: "09:00"',
    "    opens: 9am",
    ['23:12 CONTENT_INVALID_VALUE: "opens" is not a time of day such as "09:00".'],
  ],
  [
    "unclosed dq",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    'area: "Downtown',
    ['2:7 SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write "Downtown"'],
  ],
  [
    "unclosed sq",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: 'Downtown",
    ["2:7 SOURCE_QUOTE: A quotation mark (') is opened here and not closed at the end of the text. → write 'Downtown'"],
  ],
  [
    "missing opening dq",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    'area: Downtown"',
    [
      '2:15 SOURCE_QUOTE (warning): There is a quotation mark (") at the end of this text, and none at its beginning: it appears on the site. → remove it, or put one in front of the text as well',
    ],
  ],
  [
    "apostrophe in sq",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: 'it's'",
    [
      "2:7 SOURCE_QUOTE: The text continues after its closing quotation mark. → put double quotes around the text that has an apostrophe in it",
    ],
  ],
  [
    "dq inside dq",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    'area: "The "core" of it"',
    [
      "2:7 SOURCE_QUOTE: The text continues after its closing quotation mark. → put the quotation marks around the whole text, and single ones inside",
    ],
  ],
  [
    "dup key",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: Downtown\narea: Midtown",
    ['3:1 SOURCE_DUPLICATE_KEY: "area" is in this block twice. → keep one of the two: the other is on line 2'],
  ],
  [
    "key capitals",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "Area: Downtown",
    ['2:1 CONTENT_UNKNOWN_KEY: The file has no field "Area". → did you mean "area"?'],
  ],
  [
    "key ALL CAPS",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "AREA: Downtown",
    ['2:1 CONTENT_UNKNOWN_KEY: The file has no field "AREA". → did you mean "area"?'],
  ],
  ["key with space", "pages/home.yaml", "    heading: Venues", "    heading : Venues", []],
  [
    "key smart quoted",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "“area”: Downtown",
    [
      '2:1 CONTENT_UNKNOWN_KEY: The file has no field "“area”". → curly quotes do not hold a text together: put straight ones (") around it',
    ],
  ],
  [
    "--- in middle",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: Downtown\n---",
    [
      '3:1 SOURCE_SEVERAL_DOCUMENTS: A line of "---" begins a second document; a content file is one. → remove the line, or make a second file',
    ],
  ],
  [
    "--- at the end",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\n---",
    [
      '11:1 SOURCE_SEVERAL_DOCUMENTS: A line of "---" begins a second document; a content file is one. → remove the line, or make a second file',
    ],
  ],
  [
    "--- at both",
    "venues/harbour-hotel.yaml",
    'name: Harbour hotel\narea: Downtown\nkind: Hotel\ndescription: A ballroom for a thousand guests.\nimage:\n  src: room.png\n  alt: An engraved letter on a dark ground\nfigures:\n  - value: "1,670"\n    label: guests',
    '---\nname: Harbour hotel\narea: Downtown\nkind: Hotel\ndescription: A ballroom for a thousand guests.\nimage:\n  src: room.png\n  alt: An engraved letter on a dark ground\nfigures:\n  - value: "1,670"\n    label: guests\n---',
    [
      '12:1 SOURCE_SEVERAL_DOCUMENTS: A line of "---" begins a second document; a content file is one. → remove the line, or make a second file',
    ],
  ],
  ["--- first", "venues/harbour-hotel.yaml", "name: Harbour hotel", "---\nname: Harbour hotel", []],
  ["... end", "venues/harbour-hotel.yaml", "    label: guests", "    label: guests\n...", []],
  [
    "merge conflict",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "<<<<<<< HEAD\narea: Downtown\n=======\narea: Midtown\n>>>>>>> main",
    [
      '2:1 SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 6: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "merge conflict nested",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    "<<<<<<< HEAD\n  src: room.png\n=======\n  src: logo.svg\n>>>>>>> main",
    [
      '6:1 SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 10: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "merge conflict rest",
    "venues/harbour-hotel.yaml",
    "name: Harbour hotel",
    "name: Harbour hotel\n=======",
    ["2:1 SOURCE_SYNTAX: This line is left from merging the changes of two people. → take it out"],
  ],
  [
    "merge conflict end only",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: Downtown\n>>>>>>> main",
    ["3:1 SOURCE_SYNTAX: This line is left from merging the changes of two people. → take it out"],
  ],
  [
    "merge conflict in list",
    "pages/home.yaml",
    "  - type: venue-list",
    "<<<<<<< HEAD\n  - type: venue-list\n=======\n  - type: cards\n>>>>>>> main",
    [
      '10:1 SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 14: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "merge conflict md body",
    "legal/terms.md",
    "Write to us on the [contact page](/contact).\n",
    "Write to us on the [contact page](/contact).\n\n<<<<<<< HEAD\nA\n=======\nB\n>>>>>>> x\n",
    [
      '17:1 SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 21: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "merge conflict md data",
    "legal/terms.md",
    "updated: January 2025",
    "<<<<<<< HEAD\nupdated: January 2025\n=======\nupdated: May 2025\n>>>>>>> x",
    [
      '5:1 SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 9: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "only comment",
    "venues/harbour-hotel.yaml",
    'name: Harbour hotel\narea: Downtown\nkind: Hotel\ndescription: A ballroom for a thousand guests.\nimage:\n  src: room.png\n  alt: An engraved letter on a dark ground\nfigures:\n  - value: "1,670"\n    label: guests',
    "# nothing",
    [
      "1:1 SOURCE_EMPTY: There is no data in this file. → write its fields, as another file of the same folder has them, or delete it where it is not needed",
    ],
  ],
  [
    "quoted w comma at end",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    'area: "Downtown",',
    ['2:17 SOURCE_QUOTE: There is a comma after the closing quotation mark. → write "Downtown"'],
  ],
  [
    "semicolon",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area; Downtown",
    ['2:5 SOURCE_SYNTAX: A key ends in a plain colon with a space behind it, and this is ";". → write area: Downtown'],
  ],
  [
    "equal",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area = Downtown",
    ['2:6 SOURCE_SYNTAX: A key ends in a plain colon with a space behind it, and this is "=". → write area: Downtown'],
  ],
  [
    "no colon",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area Downtown",
    [
      '2:1 SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → write "area: ..." if area is its key; indent it like the text above if it belongs there',
    ],
  ],
  [
    "colon no space",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area:Downtown",
    ["2:5 SOURCE_SYNTAX: The colon after a key needs a space after it. → write area: Downtown"],
  ],
  [
    "dash before key",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "- area: Downtown",
    ["2:1 SOURCE_SYNTAX: A dash begins an item of a list, and there is no list here. → write area: Downtown"],
  ],
  [
    "bullet •",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  • Galas\n  • Launches",
    [
      '12:3 CONTENT_WRONG_TYPE: "suits" must be a list, not the text "• Galas • Launches". → begin each item on a line of its own with "- ", instead of "•": - Galas',
    ],
  ],
  [
    "bullet *",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  * Galas\n  * Launches",
    [
      '12:3 SOURCE_SPECIAL_CHARACTER: Text cannot begin with "*" here: YAML keeps it for itself. → if it is an item of a list, begin it with a hyphen: - Galas',
    ],
  ],
  [
    "en dash item",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  – Galas\n  – Launches",
    [
      '12:3 CONTENT_WRONG_TYPE: "suits" must be a list, not the text "– Galas – Launches". → begin each item on a line of its own with "- ", instead of "–": - Galas',
    ],
  ],
  [
    "en dash later item",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  - Galas\n  – Launches",
    [
      '13:3 SOURCE_INDENTATION: An item of a list begins with a hyphen and a space, and this one with "–". → write - Launches, 2 spaces in',
    ],
  ],
  [
    "en dash item key",
    "pages/home.yaml",
    "  - type: venue-list",
    "  – type: venue-list",
    [
      '10:3 SOURCE_INDENTATION: An item of a list begins with a hyphen and a space, and this one with "–". → write - type: venue-list, 2 spaces in',
    ],
  ],
  [
    "numbered list",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  1. Galas\n  2. Launches",
    [
      '12:3 CONTENT_WRONG_TYPE: "suits" must be a list, not the text "1. Galas 2. Launches". → begin each item on a line of its own with "- ", instead of "1.": - Galas 2. Launches',
    ],
  ],
  [
    "two dashes",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  - - Galas\n  - Launches",
    ['12:5 CONTENT_WRONG_TYPE: Item 1 of "suits" must be text, not a list. → write it after the colon, on one line'],
  ],
  [
    "-- item",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  -- Galas\n  - Launches",
    ["12:3 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - Galas, 2 spaces in"],
  ],
  [
    "inline dash list",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits: - Galas - Launches",
    [
      "11:8 SOURCE_SYNTAX: A list cannot begin on the line of its key. → begin a list on the next line, two spaces in; put quotes around the whole text if it is one",
    ],
  ],
  [
    "// comment",
    "venues/harbour-hotel.yaml",
    "name: Harbour hotel",
    "name: Harbour hotel\n// the area",
    ["2:1 SOURCE_SYNTAX: A comment begins with # in this file. → write # the area"],
  ],
  [
    "/* comment",
    "venues/harbour-hotel.yaml",
    "name: Harbour hotel",
    "name: Harbour hotel\n/* the area */",
    ["2:1 SOURCE_SYNTAX: A comment begins with # in this file. → write # the area"],
  ],
  [
    "<!-- comment",
    "venues/harbour-hotel.yaml",
    "name: Harbour hotel",
    "name: Harbour hotel\n<!-- the area -->",
    ["2:1 SOURCE_SYNTAX: A comment begins with # in this file. → write # the area"],
  ],
  ["#comment glued", "venues/harbour-hotel.yaml", "name: Harbour hotel", "name: Harbour hotel\n#the area", []],
  [
    "line break in text",
    "venues/harbour-hotel.yaml",
    "description: A ballroom for a thousand guests.",
    "description: A ballroom for\na thousand guests.",
    [
      "5:1 SOURCE_INDENTATION: This line belongs to the text above it, but is not indented. → put it behind the text above it, or indent it by 2 spaces",
    ],
  ],
  [
    "line break in quoted text",
    "venues/harbour-hotel.yaml",
    "description: A ballroom for a thousand guests.",
    'description: "A ballroom for\na thousand guests."',
    [
      "5:1 SOURCE_INDENTATION: The text in quotation marks of line 4 goes on here, and this line is not indented. → indent it by 2 spaces",
    ],
  ],
  [
    "| without indent",
    "venues/harbour-hotel.yaml",
    "description: A ballroom for a thousand guests.",
    "description: |\nA ballroom for a thousand guests.",
    ["5:1 SOURCE_INDENTATION: This text belongs to the line above it, but is not indented. → indent it by 2 spaces"],
  ],
  [
    "url with port",
    "site.yaml",
    "url: https://www.example.com",
    "url: www.example.com",
    ['38:6 CONTENT_INVALID_VALUE: "url" is not a web address such as https://www.example.com.'],
  ],
  [
    "mail with @ start",
    "site.yaml",
    "  email: hello@example.com",
    "  email: @example.com",
    [
      '12:10 SOURCE_SPECIAL_CHARACTER: Text cannot begin with "@" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "phone num",
    "site.yaml",
    "  phone: 416-555-0142",
    "  phone: 4165550142",
    [
      '11:10 CONTENT_NUMBER_AS_TEXT: "phone" must be text; 4165550142 is read as a number. → put quotes around it: "4165550142"',
    ],
  ],
  [
    "missing value",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area:",
    [
      '2:1 CONTENT_WRONG_TYPE: "area" is empty; text belongs here. → fill it in, or remove the line if the field is optional',
    ],
  ],
  [
    "value on next line not indented",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area:\nDowntown",
    ["3:1 SOURCE_INDENTATION: This line belongs to the text above it, but is not indented. → write area: Downtown"],
  ],
  [
    "nested key under value",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: Downtown\n  part: core",
    [
      '3:3 SOURCE_INDENTATION: This line is indented by 2 spaces; that fits no block above it. → line it up with "area" on line 2: at the start of the line',
    ],
  ],
  [
    "md no fence close",
    "legal/terms.md",
    "notice: This text is a template.\n---",
    "notice: This text is a template.",
    [
      '1:1 SOURCE_FRONT_MATTER_UNCLOSED: The front matter (the data above the text) is opened here and not closed: there is no second line of "---". → put a line of exactly "---" between the data and the text',
    ],
  ],
  [
    "md smart dash fence",
    "legal/terms.md",
    "---\ntitle: Terms of service",
    "–––\ntitle: Terms of service",
    [
      '1:1 SOURCE_FRONT_MATTER_MISSING: The first line is not exactly three hyphens, which begin the front matter (the data above the text). → let the first line be "---" and nothing else, and a second "---" end the data',
    ],
  ],
  [
    "md fence em",
    "legal/terms.md",
    "notice: This text is a template.\n---",
    "notice: This text is a template.\n———",
    [
      '7:1 SOURCE_FRONT_MATTER_UNCLOSED: This line is not exactly three hyphens, so it does not close the front matter (the data above the text). → put a line of exactly "---" between the data and the text',
    ],
  ],
  [
    "md fence underscore",
    "legal/terms.md",
    "notice: This text is a template.\n---",
    "notice: This text is a template.\n___",
    [
      '7:1 SOURCE_FRONT_MATTER_UNCLOSED: This line is not exactly three hyphens, so it does not close the front matter (the data above the text). → put a line of exactly "---" between the data and the text',
    ],
  ],
  [
    "md fence ===",
    "legal/terms.md",
    "notice: This text is a template.\n---",
    "notice: This text is a template.\n===",
    [
      '7:1 SOURCE_FRONT_MATTER_UNCLOSED: This line is not exactly three hyphens, so it does not close the front matter (the data above the text). → put a line of exactly "---" between the data and the text',
    ],
  ],
  [
    "md fence nbsp",
    "legal/terms.md",
    "notice: This text is a template.\n---",
    "notice: This text is a template.\n---\u00a0",
    [
      "7:4 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it: this line must be three hyphens and nothing else",
    ],
  ],
  [
    "md fence first nbsp",
    "legal/terms.md",
    "---\ntitle: Terms of service",
    "\u00a0---\ntitle: Terms of service",
    [
      "1:1 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it: this line must be three hyphens and nothing else",
    ],
  ],
  [
    "md zero width first",
    "legal/terms.md",
    "---\ntitle: Terms of service",
    "\u200b---\ntitle: Terms of service",
    [
      "1:1 SOURCE_HIDDEN_CHARACTER: A zero-width space (U+200B) is here. It cannot be seen, but YAML treats it as a letter. → delete it: this line must be three hyphens and nothing else",
    ],
  ],
  [
    "md first line blank",
    "legal/terms.md",
    "---\ntitle: Terms of service",
    "\n---\ntitle: Terms of service",
    [
      "2:1 SOURCE_FRONT_MATTER_MISSING: The front matter (the data above the text) must begin on the first line of the file. → remove the empty lines above it",
    ],
  ],
  [
    "md title heading first",
    "legal/terms.md",
    "---\ntitle: Terms of service",
    "# Terms\n---\ntitle: Terms of service",
    [
      '1:1 SOURCE_FRONT_MATTER_MISSING: The file does not begin with front matter: the data above the text, between two lines of three hyphens. → let the first line be "---" and nothing else, and a second "---" end the data',
    ],
  ],
  [
    "md fence with text",
    "legal/terms.md",
    "---\ntitle: Terms of service",
    "--- title: x\ntitle: Terms of service",
    [
      '1:1 SOURCE_FRONT_MATTER_MISSING: The file does not begin with front matter: the data above the text, between two lines of three hyphens. → let the first line be "---" and nothing else, and a second "---" end the data',
    ],
  ],
  [
    "md blank before close",
    "legal/terms.md",
    "notice: This text is a template.",
    "notice: This text is a template.\n",
    [],
  ],
  [
    "md data below",
    "legal/terms.md",
    "Write to us on the [contact page](/contact).\n",
    "Write to us on the [contact page](/contact).\n\n---\ntitle: x\n---\n",
    [],
  ],
  [
    "path with backslash",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    "  src: images\\room.png",
    [
      '6:8 CONTENT_IMAGE_OUTSIDE: "images\\room.png" is not a path below content/images. → put the picture into content/images and write its path from there, with forward slashes',
    ],
  ],
  [
    "path with images/",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    "  src: images/room.png",
    ['6:8 CONTENT_UNKNOWN_IMAGE: There is no picture "images/room.png" in content/images. → did you mean "room.png"?'],
  ],
  [
    "dq backslash",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    '  src: "images\\room.png"',
    [
      '6:8 CONTENT_UNKNOWN_IMAGE: There is no picture "images\\room.png" in content/images. → a backslash in double quotes begins a special character: write the path with forward slashes',
    ],
  ],
  [
    "upper-case True",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: True",
    ['2:7 CONTENT_NUMBER_AS_TEXT: "area" must be text; True is read as yes or no. → put quotes around it: "True"'],
  ],
  ["emoji key", "venues/harbour-hotel.yaml", "area: Downtown", "area: 🎉 Downtown", []],
  [
    "first line indented",
    "venues/harbour-hotel.yaml",
    "name: Harbour hotel",
    " name: Harbour hotel",
    [
      "1:2 SOURCE_INDENTATION: This line is indented by 1 space; that fits no block above it. → begin it at the start of the line",
    ],
  ],
  [
    "last line cut",
    "venues/harbour-hotel.yaml",
    "    label: guests\n",
    "    la",
    [
      '10:5 SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → put a colon behind it: "la:"',
    ],
  ],
  ["& value", "venues/harbour-hotel.yaml", "area: Downtown", "area: Food & Drink", []],
  [
    "star rating",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: ***** five",
    [
      '2:7 SOURCE_SPECIAL_CHARACTER: Text cannot begin with "*" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "question",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: ? maybe",
    [
      '2:7 SOURCE_SPECIAL_CHARACTER: Text cannot begin with "?" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "percent text",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: %TBD%",
    [
      '2:7 SOURCE_SPECIAL_CHARACTER: Text cannot begin with "%" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "at",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: @home",
    [
      '2:7 SOURCE_SPECIAL_CHARACTER: Text cannot begin with "@" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "backtick",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: `x`",
    [
      '2:7 SOURCE_SPECIAL_CHARACTER: Text cannot begin with "`" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "tilde",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: ~",
    [
      '2:1 CONTENT_WRONG_TYPE: "area" is empty; text belongs here. → fill it in, or remove the line if the field is optional',
    ],
  ],
  ["curly apostrophe in sq", "venues/harbour-hotel.yaml", "area: Downtown", "area: 'it’s'", []],
  [
    "key under list wrong",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  - Galas\n  more: x",
    [
      '13:3 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - more: x, 2 spaces in; if the line belongs to the text above, indent it by 6 spaces',
    ],
  ],
  [
    "list item under no key",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\n- Galas",
    [
      '11:1 SOURCE_INDENTATION: This line is not indented; that fits no block above it. → line it up with "- value" on line 9: 2 spaces',
    ],
  ],
  [
    "form options text",
    "forms/consultation.yaml",
    "  - input: textarea",
    "  - input: Textarea",
    ['34:12 CONTENT_UNKNOWN_VALUE: "input" cannot be "Textarea". → did you mean "textarea"?'],
  ],
  [
    "href no slash",
    "site.yaml",
    "      - { label: Contact, href: /contact }",
    "      - { label: Contact, href: contact }",
    [
      '86:33 CONTENT_INVALID_VALUE: "href" is not a link: write a page of the site such as /contact, or an http(s), mailto or tel address.',
    ],
  ],
  [
    "comma list no brackets days",
    "site.yaml",
    "    days: [Monday, Tuesday, Wednesday, Thursday, Friday]",
    "    days: Monday, Tuesday",
    [
      '22:11 CONTENT_WRONG_TYPE: "days" must be a list, not the text "Monday, Tuesday". → begin each item on a line of its own with "- ": - Monday',
    ],
  ],
  [
    "focus as text",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    "  src: room.png\n  focus: 10, 20",
    [
      '7:10 CONTENT_WRONG_TYPE: "focus" must be a block of fields, not the text "10, 20". → write its fields below it, two spaces deeper: x, y',
    ],
  ],
  [
    "focus percent",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    "  src: room.png\n  focus: { x: 10%, y: 20% }",
    [
      '7:15 CONTENT_WRONG_TYPE: "x" must be a number, not the text "10%". → write the number alone, without quotes or words',
      '7:23 CONTENT_WRONG_TYPE: "y" must be a number, not the text "20%". → write the number alone, without quotes or words',
    ],
  ],
  [
    "focus no space after colon",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    "  src: room.png\n  focus: {x:10, y:20}",
    ["7:12 SOURCE_SYNTAX: The colon after a key needs a space after it. → write focus: {x: 10, y: 20}"],
  ],
  [
    "md body conflict",
    "legal/terms.md",
    "Write to us on the [contact page](/contact).\n",
    "Write to us on the [contact page](/contact).\n\n<<<<<<< HEAD\nA\n=======\nB\n>>>>>>> x\n",
    [
      '17:1 SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 21: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "| without indent",
    "venues/harbour-hotel.yaml",
    "description: A ballroom for a thousand guests.",
    "description: |\nA ballroom for a thousand guests.",
    ["5:1 SOURCE_INDENTATION: This text belongs to the line above it, but is not indented. → indent it by 2 spaces"],
  ],
  [
    "description lost colon",
    "venues/harbour-hotel.yaml",
    "description: A ballroom for a thousand guests.",
    "description A ballroom for a thousand guests.",
    [
      '4:1 SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → write "description: ..." if description is its key; indent it like the text above if it belongs there',
    ],
  ],
  [
    "open { links then several lines",
    "pages/home.yaml",
    "      - title: Planning",
    "      - title: Planning\n        image: { src: room.png, alt: Room",
    [
      "16:16 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open [ in section then items",
    "pages/home.yaml",
    "    heading: Venues",
    "    venues: [harbour-hotel\n    heading: Venues\n    intro: Hello\n    layout: x",
    [
      "11:13 SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it",
      '14:13 CONTENT_UNKNOWN_VALUE: "layout" cannot be "x". → use one of: cards, chapters',
    ],
  ],
  [
    "two open {",
    "site.yaml",
    "      - { label: Home, href: / }\n      - { label: Contact, href: /contact }",
    "      - { label: Home, href: /\n      - { label: Contact, href: /contact",
    [
      "85:9 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
      "86:9 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open { next opens another, then ok",
    "pages/home.yaml",
    "        href: /services/gala-dinners",
    "        href: /services/gala-dinners\n  - type: logo-strip\n    logos:\n      - { src: logo.svg, alt: A\n      - { src: logo.svg, alt: B }\n      - { src: logo.svg, alt: C }",
    [
      '18:5 CONTENT_MISSING_KEY: Section "logo-strip" needs a field "heading". → add "heading: ..." to this block',
      '19:5 CONTENT_UNKNOWN_KEY: Section "logo-strip" has no field "logos". → its fields are: type, id, heading, clients',
      "20:9 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open [[",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits: [[Galas, Launches]",
    [
      "11:8 SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open { multi-line block",
    "pages/home.yaml",
    "    heading: Venues",
    "    heading: Venues\n    action: {\n      label: x,\n      href: /contact\n    limit: 3",
    [
      "12:13 SOURCE_SYNTAX: The bracket { is opened here and never closed. → take it out if the lines below belong to it, or else add the closing }",
    ],
  ],
  [
    "open [ multi-line list",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits: [\n  Galas,\n  Launches",
    [
      "11:8 SOURCE_SYNTAX: The bracket [ is opened here and never closed. → take it out if the lines below belong to it, or else add the closing ]",
    ],
  ],
  [
    "open [ before dash lines",
    "venues/harbour-hotel.yaml",
    "figures:",
    "figures: [",
    [
      "8:10 SOURCE_SYNTAX: The bracket [ is opened here and never closed. → take it out if the lines below belong to it, or else add the closing ]",
    ],
  ],
  [
    "open { after key with lines below",
    "venues/harbour-hotel.yaml",
    "image:",
    "image: {",
    [
      "5:8 SOURCE_SYNTAX: The bracket { is opened here and never closed. → take it out if the lines below belong to it, or else add the closing }",
    ],
  ],
  [
    "lost dash third card",
    "pages/home.yaml",
    "        href: /services/gala-dinners",
    "        href: /services/gala-dinners\n      - title: B\n        text: b\n        title: C\n        text: c",
    [
      '20:9 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - title: C, 6 spaces in',
    ],
  ],
  [
    "lost dash third card at dash",
    "pages/home.yaml",
    "        href: /services/gala-dinners",
    "        href: /services/gala-dinners\n      - title: B\n        text: b\n      title: C\n        text: c",
    [
      '20:7 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - title: C, 6 spaces in',
    ],
  ],
  [
    "lost dash first of many",
    "pages/home.yaml",
    "      - title: Planning",
    "        title: Planning",
    [
      '15:9 CONTENT_WRONG_TYPE: "cards" must be a list, not a block of fields. → begin each item on a line of its own with "- ": - title: ...',
    ],
  ],
  [
    "lost dash first key order",
    "pages/home.yaml",
    "  - type: venue-list\n    heading: Venues",
    "\n    heading: Venues\n    type: venue-list",
    [
      '11:5 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - heading: Venues, 2 spaces in',
    ],
  ],
  [
    "lost dash in nested list of text",
    "pages/home.yaml",
    "        href: /services/gala-dinners",
    "        href: /services/gala-dinners\n        points:\n          - A\n          B\n          - C",
    [
      '20:11 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - B, 10 spaces in; if the line belongs to the text above, indent it by 14 spaces',
    ],
  ],
  [
    "glued nested",
    "pages/home.yaml",
    "        href: /services/gala-dinners",
    "        href: /services/gala-dinners\n        points:\n          -A\n          -B",
    [
      "19:11 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - A; the same in the lines below",
    ],
  ],
  [
    "glued single list",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  -Galas",
    ["12:3 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - Galas"],
  ],
  [
    "glued value key",
    "venues/harbour-hotel.yaml",
    '  - value: "1,670"\n    label: guests',
    '  -value: "1,670"\n   label: guests',
    ['9:3 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - value: "1,670"'],
  ],
  [
    "glued dash bracket",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      -{ label: Home, href: / }",
    [
      "85:7 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - { label: Home, href: / }",
    ],
  ],
  [
    "glued dash quote",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    '    label: guests\nsuits:\n  -"Galas"\n  - "B"',
    [
      '12:3 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - "Galas", 2 spaces in',
    ],
  ],
  [
    "dash wo space first item quote",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    '    label: guests\nsuits:\n  - "Galas"\n  -"B"',
    ['13:3 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - "B"'],
  ],
  [
    "neg number",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  - -5",
    [
      '12:5 CONTENT_NUMBER_AS_TEXT: Item 1 of "suits" must be text; -5 is read as a number. → put quotes around it: "-5"',
    ],
  ],
  [
    "nbsp in list items",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n\u00a0 - Galas\n\u00a0 - Launches",
    [
      "12:1 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar; the same in the lines down to 13",
    ],
  ],
  [
    "nbsp in list items 2",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  - Galas\n  -\u00a0Launches",
    [
      "13:4 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "nbsp later list item indent",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  - Galas\n \u00a0- Launches",
    [
      "13:2 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "nbsp in block text",
    "venues/harbour-hotel.yaml",
    "description: A ballroom for a thousand guests.",
    "description: >-\n  \u00a0A ballroom for a thousand guests.",
    [],
  ],
  [
    "nbsp in continuation",
    "venues/harbour-hotel.yaml",
    "description: A ballroom for a thousand guests.",
    "description: A ballroom\n  \u00a0for a thousand guests.",
    [],
  ],
  ["nbsp in quotes", "venues/harbour-hotel.yaml", "area: Downtown", 'area: "\u00a0Downtown"', []],
  [
    "nbsp in flow",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      - { label:\u00a0Home, href: / }",
    [
      "85:17 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "nbsp in flow after comma",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      - { label: Home,\u00a0href: / }",
    [
      "85:23 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "nbsp site.yaml",
    "site.yaml",
    "  phone: 416-555-0142",
    "  phone\u00a0: 416-555-0142",
    [
      "11:8 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "nbsp markdown",
    "legal/terms.md",
    "title: Terms of service",
    "title:\u00a0 Terms of service",
    [
      "2:7 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "thin space indentation",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    "\u2009\u2009src: room.png",
    [
      "6:1 SOURCE_HIDDEN_CHARACTER: A thin space (U+2009) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "em space",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    "\u2003src: room.png",
    [
      "6:1 SOURCE_HIDDEN_CHARACTER: A wide space (U+2003) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "LS separator",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: Downtown\u2028kind2: x",
    [
      '2:21 SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "Downtown\u2028kind2: x"',
    ],
  ],
  [
    "rlm",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "\u200farea: Downtown",
    [
      "2:1 SOURCE_HIDDEN_CHARACTER: A mark of writing direction (U+200F) is here. It cannot be seen, but YAML treats it as a letter. → put the cursor after it and press backspace",
    ],
  ],
  [
    "typ in field list",
    "forms/consultation.yaml",
    "  - input: textarea",
    "  - inputt: textarea",
    ['34:5 CONTENT_UNKNOWN_KEY: Item 6 of "fields" has no field "inputt". → did you mean "input"?'],
  ],
  [
    "typ in first",
    "pages/home.yaml",
    "  - type: page-hero",
    "  - typ: page-hero",
    ['4:5 CONTENT_UNKNOWN_KEY: Item 1 of "sections" has no field "typ". → did you mean "type"?'],
  ],
  [
    "no type",
    "pages/home.yaml",
    "  - type: venue-list\n    heading: Venues",
    "  - heading: Venues",
    ['10:5 CONTENT_MISSING_KEY: Item 2 of "sections" needs a field "type". → add "type: ..." to this block'],
  ],
  [
    "open { then comment",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      - { label: Home, href: / # home",
    [
      "85:9 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open { w comment containing }",
    "site.yaml",
    "      - { label: Home, href: / }",
    "      - { label: Home, href: / # home }",
    [
      "85:32 SOURCE_COMMENT: Everything from this # on is taken for a comment, the closing bracket with it. → put quotes around the text that holds the #",
    ],
  ],
  [
    "open [ quoted",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    '    label: guests\nsuits: ["Galas", "Launches"',
    [
      "11:8 SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "open [ unclosed quote in flow",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    '    label: guests\nsuits: ["Galas, Launches]',
    [
      '11:9 SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write "Galas, Launches]"',
    ],
  ],
  [
    "extra ] ",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits: [Galas, Launches]]",
    [
      "11:25 SOURCE_SYNTAX: This bracket ] closes nothing: the one before it has closed the last. → take it out; put quotes around the whole text if it belongs to it",
    ],
  ],
  [
    "no open [",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits: Galas, Launches]",
    [
      '11:8 CONTENT_WRONG_TYPE: "suits" must be a list, not the text "Galas, Launches]". → begin each item on a line of its own with "- ": - Galas',
    ],
  ],
  [
    "open { last line of md data",
    "legal/terms.md",
    "updated: January 2025",
    "updated: January 2025\nx: { a: b",
    [
      "6:4 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  ["bracket in text value mid", "venues/harbour-hotel.yaml", "area: Downtown", "area: Downtown [core", []],
  [
    "bracket in block text sound",
    "venues/harbour-hotel.yaml",
    "description: A ballroom for a thousand guests.",
    "description: >-\n  [ A ballroom for a thousand guests.",
    [],
  ],
  [
    "smart dash date",
    "legal/terms.md",
    "updated: January 2025",
    "updated: 12–13 May: new",
    [
      '5:19 SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "12–13 May: new"',
    ],
  ],
  [
    "lost dash: - a then b:",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  - Galas\n    Launches: big\n  - C",
    [
      '13:5 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - Launches: big, 2 spaces in; if the line belongs to the text above, indent it by 6 spaces',
    ],
  ],
  [
    "lost dash flow list later at content",
    "site.yaml",
    "      - { label: Contact, href: /contact }",
    "        { label: Contact, href: /contact }",
    [
      '86:9 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - { label: Contact, href: /contact }, 6 spaces in',
    ],
  ],
  [
    "lost dash in figures 3rd",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\n  - value: a\n    label: b\n    value: c\n    label: d\n  - value: e\n    label: f",
    [
      '13:5 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - value: c, 2 spaces in',
    ],
  ],
  [
    "lost dash top-level list",
    "pages/home.yaml",
    '  - type: page-hero\n    heading: Ready before the doors open\n    lead: "{brand.name} plans events in Toronto."\n    actions:\n      - label: Get a quote\n        href: /contact\n  - type: venue-list\n    heading: Venues\n  - type: cards\n    heading: What we do\n    cards:\n      - title: Planning\n        text: From the brief to the last truck.\n        href: /services/gala-dinners',
    '- type: page-hero\n  heading: Ready before the doors open\n  lead: "{brand.name} plans events in Toronto."\n  actions:\n    - label: Get a quote\n      href: /contact\n  type: venue-list\n  heading: Venues\n- type: cards\n  heading: What we do\n  cards:\n    - title: Planning\n      text: From the brief to the last truck.\n      href: /services/gala-dinners',
    [
      '10:3 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - type: venue-list, at the start of the line',
    ],
  ],
  [
    "lost dash with blank line above",
    "pages/home.yaml",
    "  - type: venue-list",
    "\n    type: venue-list",
    [
      '11:5 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - type: venue-list, 2 spaces in',
    ],
  ],
  [
    "lost dash forms field",
    "forms/consultation.yaml",
    "  - input: textarea",
    "    input: textarea",
    [
      '34:5 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - input: textarea, 2 spaces in',
    ],
  ],
  [
    "lost dash forms field dash col",
    "forms/consultation.yaml",
    "  - input: textarea",
    "  input: textarea",
    [
      '34:3 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - input: textarea, 2 spaces in',
    ],
  ],
  [
    "glued dash 4 deep",
    "pages/home.yaml",
    "      - title: Planning",
    "      -title: Planning",
    ["15:7 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - title: Planning"],
  ],
  [
    "glued dash forms",
    "forms/consultation.yaml",
    "  - input: textarea",
    "  -input: textarea",
    ["34:3 SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - input: textarea"],
  ],
  [
    "typ + other err",
    "pages/home.yaml",
    "  - type: venue-list\n    heading: Venues",
    "  - typ: venue-list\n    heding: Venues",
    ['10:5 CONTENT_UNKNOWN_KEY: Item 2 of "sections" has no field "typ". → did you mean "type"?'],
  ],
  [
    "type empty",
    "pages/home.yaml",
    "  - type: venue-list",
    "  - type:",
    [
      '10:5 CONTENT_WRONG_TYPE: "type" is empty; text belongs here. → fill it in, or remove the line if the field is optional',
    ],
  ],
  [
    "type number",
    "pages/home.yaml",
    "  - type: venue-list",
    "  - type: 5",
    ['10:11 CONTENT_NUMBER_AS_TEXT: "type" must be text; 5 is read as a number. → put quotes around it: "5"'],
  ],
  [
    "section text",
    "pages/home.yaml",
    "  - type: venue-list\n    heading: Venues",
    "  - venue-list",
    [
      '10:5 CONTENT_WRONG_TYPE: Item 2 of "sections" must be a block of fields, not the text "venue-list". → write "- type: venue-list"',
    ],
  ],
  [
    "sections as map",
    "pages/home.yaml",
    "  - type: page-hero",
    "    type: page-hero",
    [
      '4:5 SOURCE_INDENTATION: The list that goes on in line 10 begins here, without a "- ". → write - type: page-hero, 2 spaces in',
    ],
  ],
  ["curly apostrophe heading", "pages/home.yaml", "    heading: Venues", "    heading: ‘Venues’ and more", []],
  ["inches", "venues/harbour-hotel.yaml", "area: Downtown", 'area: Screens of 65"', []],
  ["says quote end", "venues/harbour-hotel.yaml", "area: Downtown", 'area: He said "yes"', []],
  [
    "en dash key",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area – Downtown",
    [
      '2:1 SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → write "area: ..." if area is its key; indent it like the text above if it belongs there',
    ],
  ],
  [
    "key with accents",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "aréa: Downtown",
    ['2:1 CONTENT_UNKNOWN_KEY: The file has no field "aréa". → did you mean "area"?'],
  ],
  [
    "ampersand first",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: &Drink",
    [
      '2:7 SOURCE_SPECIAL_CHARACTER: "&Drink" is taken for a name that nothing uses, and does not appear on the site. → put quotes around the whole text',
    ],
  ],
  [
    "crlf bracket",
    "site.yaml",
    '# What is true of the whole site. Facts of the company are written here once; any other text names them in braces,\n# such as {brand.name}, {contact.phone} or {figures.events}.\n\n\nbrand:\n  name: Evenhall\n  legalName: Evenhall Events Inc.\n  tagline: Ready before the doors open.\n\ncontact:\n  phone: 416-555-0142\n  email: hello@example.com\n  address:\n    street: 140 Lantern Lane, Suite 300\n    city: Toronto\n    region: Ontario\n    postalCode: M5V 9Z9\n    country: Canada\n    countryCode: CA\n  hours:\n    label: Monday to Friday, 9AM to 6PM\n    days: [Monday, Tuesday, Wednesday, Thursday, Friday]\n    opens: "09:00"\n    closes: "18:00"\n  timeZone: America/Toronto\n\n# The numbers the company stands by, and what visitors are promised.\nfigures:\n  events: "450+"\n  venues: "110+"\n  years: "20+"\n\npromises:\n  reply: 24 hours\n  emailReply: 4 hours\n\n# Where the site is published, and where the relay that receives the forms answers.\nurl: https://www.example.com\nlinks: slash\nlanguage: en-CA\n\nrelay:\n  url: https://relay.example.com\n\n# Which reading of a page is published. Example: "home: no-form" publishes pages/home@no-form.yaml as the start page.\nvariants: {}\n\nhead:\n  titlePattern: "{title} | {brand.name}"\n  socialImage:\n    src: room.png\n    alt: Drawing of a city skyline at night with a slender lit tower, mirrored in the lake\n  themeColor: "#0B111B"\n  backgroundColor: "#0B111B"\n  breadcrumbHome: Home\n\n# The icon in tabs, bookmarks and on phones: one square drawing, from which all sizes are made.\nicon: icons/icon.svg\n\nheader:\n  skipLink: Skip to main content\n  homeLabel: "{brand.name}, home"\n  navigationLabel: Main\n  menu: Menu\n  callLabel: Call us\n  links:\n    - label: Contact\n      href: /contact\n  button:\n    label: Get a Free Quote\n    href: /contact\n\nfooter:\n  text: >-\n    Premier corporate event planning and venue services for businesses in Toronto and across the Greater Toronto Area.\n  servicesHeading: Services\n  servicesPerGroup: 8\n  allServices:\n    label: All services\n    href: /contact\n  contactHeading: Contact\n  quickLinks:\n    heading: Quick links\n    links:\n      - { label: Home, href: / }\n      - { label: Contact, href: /contact }\n  legal:\n    heading: Legal\n    links:\n      - { label: Terms of Service, href: /terms }\n  credits: "Pictures: computer-generated for this site."\n  copyright: "© 2025 {brand.name}. All rights reserved."\n\n# The groups that services belong to, in the order of the footer and of the services page. A service names its group by id.\nserviceGroups:\n  - id: planning\n    title: Planning\n    text: From the brief to the last truck.\n\n# Small words that many pages use.\nlabels:\n  requiredMark: "*"\n  requiredNote: "Fields marked {mark} are required."\n  rating: "{rating} out of 5 stars"\n  slide: "{number} of {total}"\n  carousel:\n    role: carousel\n    slide: slide\n    previous: Previous slide\n    next: Next slide\n    play: Play the slides\n    pause: Pause the slides\n    goTo: "Show slide {number} of {total}"\n  breadcrumb: You are here\n  contents: On this page\n  updated: Last updated and effective\n  islandFailure: Unexpected Application Error!\n  pauseLogos: Pause the logos\n  phone: Phone\n  email: E-mail\n  address: Address\n  # What request forms say besides their own words in content/forms. {label} is the field\'s label.\n  form:\n    problems: There is a problem\n    problemTitle: "Error: {title}"\n    problem: "Error:"\n    missing: "{label} is missing."\n    email: "{label} is not complete. Write it like name@company.ca."\n    number: "{label} must be a whole number, such as 120."\n    tooSmall: "{label} must be {count} or more."\n    date: "{label} is not a complete date."\n    pastDate: "{label} is in the past. Choose today or a later day."\n    tooLong: "{label} is too long. Characters to take out: {count}."\n    refused: "{label} was not accepted. Please check it."\n    room: "Characters left: {count}"\n    sending: Your request is on its way.\n    retrying: "{busy} Attempt {attempt} of {attempts}"\n    sent: We have your request.\n    reference: "Reference: {reference}"\n    notSent: Your request did not go through. Everything you typed is still here. You can also reach us directly.\n  notices:\n    region: Notices, Alt+T closes the newest\n    close: Close notice',
    '# What is true of the whole site. Facts of the company are written here once; any other text names them in braces,\r\n# such as {brand.name}, {contact.phone} or {figures.events}.\r\n\r\n\r\nbrand:\r\n  name: Evenhall\r\n  legalName: Evenhall Events Inc.\r\n  tagline: Ready before the doors open.\r\n\r\ncontact:\r\n  phone: 416-555-0142\r\n  email: hello@example.com\r\n  address:\r\n    street: 140 Lantern Lane, Suite 300\r\n    city: Toronto\r\n    region: Ontario\r\n    postalCode: M5V 9Z9\r\n    country: Canada\r\n    countryCode: CA\r\n  hours:\r\n    label: Monday to Friday, 9AM to 6PM\r\n    days: [Monday, Tuesday, Wednesday, Thursday, Friday]\r\n    opens: "09:00"\r\n    closes: "18:00"\r\n  timeZone: America/Toronto\r\n\r\n# The numbers the company stands by, and what visitors are promised.\r\nfigures:\r\n  events: "450+"\r\n  venues: "110+"\r\n  years: "20+"\r\n\r\npromises:\r\n  reply: 24 hours\r\n  emailReply: 4 hours\r\n\r\n# Where the site is published, and where the relay that receives the forms answers.\r\nurl: https://www.example.com\r\nlinks: slash\r\nlanguage: en-CA\r\n\r\nrelay:\r\n  url: https://relay.example.com\r\n\r\n# Which reading of a page is published. Example: "home: no-form" publishes pages/home@no-form.yaml as the start page.\r\nvariants: {}\r\n\r\nhead:\r\n  titlePattern: "{title} | {brand.name}"\r\n  socialImage:\r\n    src: room.png\r\n    alt: Drawing of a city skyline at night with a slender lit tower, mirrored in the lake\r\n  themeColor: "#0B111B"\r\n  backgroundColor: "#0B111B"\r\n  breadcrumbHome: Home\r\n\r\n# The icon in tabs, bookmarks and on phones: one square drawing, from which all sizes are made.\r\nicon: icons/icon.svg\r\n\r\nheader:\r\n  skipLink: Skip to main content\r\n  homeLabel: "{brand.name}, home"\r\n  navigationLabel: Main\r\n  menu: Menu\r\n  callLabel: Call us\r\n  links:\r\n    - label: Contact\r\n      href: /contact\r\n  button:\r\n    label: Get a Free Quote\r\n    href: /contact\r\n\r\nfooter:\r\n  text: >-\r\n    Premier corporate event planning and venue services for businesses in Toronto and across the Greater Toronto Area.\r\n  servicesHeading: Services\r\n  servicesPerGroup: 8\r\n  allServices:\r\n    label: All services\r\n    href: /contact\r\n  contactHeading: Contact\r\n  quickLinks:\r\n    heading: Quick links\r\n    links:\r\n      - { label: Home, href: /\r\n      - { label: Contact, href: /contact }\r\n  legal:\r\n    heading: Legal\r\n    links:\r\n      - { label: Terms of Service, href: /terms }\r\n  credits: "Pictures: computer-generated for this site."\r\n  copyright: "© 2025 {brand.name}. All rights reserved."\r\n\r\n# The groups that services belong to, in the order of the footer and of the services page. A service names its group by id.\r\nserviceGroups:\r\n  - id: planning\r\n    title: Planning\r\n    text: From the brief to the last truck.\r\n\r\n# Small words that many pages use.\r\nlabels:\r\n  requiredMark: "*"\r\n  requiredNote: "Fields marked {mark} are required."\r\n  rating: "{rating} out of 5 stars"\r\n  slide: "{number} of {total}"\r\n  carousel:\r\n    role: carousel\r\n    slide: slide\r\n    previous: Previous slide\r\n    next: Next slide\r\n    play: Play the slides\r\n    pause: Pause the slides\r\n    goTo: "Show slide {number} of {total}"\r\n  breadcrumb: You are here\r\n  contents: On this page\r\n  updated: Last updated and effective\r\n  islandFailure: Unexpected Application Error!\r\n  pauseLogos: Pause the logos\r\n  phone: Phone\r\n  email: E-mail\r\n  address: Address\r\n  # What request forms say besides their own words in content/forms. {label} is the field\'s label.\r\n  form:\r\n    problems: There is a problem\r\n    problemTitle: "Error: {title}"\r\n    problem: "Error:"\r\n    missing: "{label} is missing."\r\n    email: "{label} is not complete. Write it like name@company.ca."\r\n    number: "{label} must be a whole number, such as 120."\r\n    tooSmall: "{label} must be {count} or more."\r\n    date: "{label} is not a complete date."\r\n    pastDate: "{label} is in the past. Choose today or a later day."\r\n    tooLong: "{label} is too long. Characters to take out: {count}."\r\n    refused: "{label} was not accepted. Please check it."\r\n    room: "Characters left: {count}"\r\n    sending: Your request is on its way.\r\n    retrying: "{busy} Attempt {attempt} of {attempts}"\r\n    sent: We have your request.\r\n    reference: "Reference: {reference}"\r\n    notSent: Your request did not go through. Everything you typed is still here. You can also reach us directly.\r\n  notices:\r\n    region: Notices, Alt+T closes the newest\r\n    close: Close notice\r',
    [
      "85:9 SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "crlf nbsp",
    "venues/harbour-hotel.yaml",
    'name: Harbour hotel\narea: Downtown\nkind: Hotel\ndescription: A ballroom for a thousand guests.\nimage:\n  src: room.png\n  alt: An engraved letter on a dark ground\nfigures:\n  - value: "1,670"\n    label: guests',
    'name: Harbour hotel\r\narea:\u00a0Downtown\r\nkind: Hotel\r\ndescription: A ballroom for a thousand guests.\r\nimage:\r\n  src: room.png\r\n  alt: An engraved letter on a dark ground\r\nfigures:\r\n  - value: "1,670"\r\n    label: guests\r',
    [
      "2:6 SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar",
    ],
  ],
  [
    "crlf lost dash",
    "pages/home.yaml",
    'title: Rooms that are ready before the doors open\ndescription: A small site for tests, with one of everything that a page of the real site may hold.\nsections:\n  - type: page-hero\n    heading: Ready before the doors open\n    lead: "{brand.name} plans events in Toronto."\n    actions:\n      - label: Get a quote\n        href: /contact\n  - type: venue-list\n    heading: Venues\n  - type: cards\n    heading: What we do\n    cards:\n      - title: Planning\n        text: From the brief to the last truck.\n        href: /services/gala-dinners',
    'title: Rooms that are ready before the doors open\r\ndescription: A small site for tests, with one of everything that a page of the real site may hold.\r\nsections:\r\n  - type: page-hero\r\n    heading: Ready before the doors open\r\n    lead: "{brand.name} plans events in Toronto."\r\n    actions:\r\n      - label: Get a quote\r\n        href: /contact\r\n    type: venue-list\r\n    heading: Venues\r\n  - type: cards\r\n    heading: What we do\r\n    cards:\r\n      - title: Planning\r\n        text: From the brief to the last truck.\r\n        href: /services/gala-dinners\r',
    [
      '10:5 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - type: venue-list, 2 spaces in',
    ],
  ],
  [
    "crlf conflict",
    "venues/harbour-hotel.yaml",
    'name: Harbour hotel\narea: Downtown\nkind: Hotel\ndescription: A ballroom for a thousand guests.\nimage:\n  src: room.png\n  alt: An engraved letter on a dark ground\nfigures:\n  - value: "1,670"\n    label: guests',
    'name: Harbour hotel\r\n<<<<<<< HEAD\r\narea: Downtown\r\n=======\r\narea: Midtown\r\n>>>>>>> main\r\nkind: Hotel\r\ndescription: A ballroom for a thousand guests.\r\nimage:\r\n  src: room.png\r\n  alt: An engraved letter on a dark ground\r\nfigures:\r\n  - value: "1,670"\r\n    label: guests\r',
    [
      '2:1 SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 6: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "diff3 conflict",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "<<<<<<< HEAD\narea: Downtown\n||||||| base\narea: X\n=======\narea: Midtown\n>>>>>>> main",
    [
      '2:1 SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 8: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "conflict inside block text",
    "venues/harbour-hotel.yaml",
    "description: A ballroom for a thousand guests.",
    "description: >-\n<<<<<<< HEAD\n  A ballroom\n=======\n  B\n>>>>>>> main",
    [
      '5:1 SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 9: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "two conflicts",
    "venues/harbour-hotel.yaml",
    "area: Downtown\nkind: Hotel",
    "<<<<<<< HEAD\narea: Downtown\n=======\narea: Midtown\n>>>>>>> main\n<<<<<<< HEAD\nkind: Hotel\n=======\nkind: Loft\n>>>>>>> main",
    [
      '2:1 SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 6: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
      '7:1 SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 11: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "conflict + other mistake",
    "venues/harbour-hotel.yaml",
    "area: Downtown\nkind: Hotel",
    "<<<<<<< HEAD\narea: Downtown\n=======\narea: Midtown\n>>>>>>> main\nkindd: Hotel",
    [
      '2:1 SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 6: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "id typo in other list",
    "site.yaml",
    "  servicesHeading: Services",
    "  serviceHeading: Services",
    ['76:3 CONTENT_UNKNOWN_KEY: "footer" has no field "serviceHeading". → did you mean "servicesHeading"?'],
  ],
  [
    "wrong slug in list",
    "pages/home.yaml",
    "    heading: Venues",
    "    heading: Venues\n    venues: [Harbour Hotel]",
    ['12:14 CONTENT_UNKNOWN_REFERENCE: There is no "Harbour Hotel" in content/venues. → did you mean "harbour-hotel"?'],
  ],
  [
    "picture capital ending",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    "  src: room.PNG",
    ['6:8 CONTENT_UNKNOWN_IMAGE: There is no picture "room.PNG" in content/images. → did you mean "room.png"?'],
  ],
  [
    "picture with space",
    "venues/harbour-hotel.yaml",
    "  src: room.png",
    "  src: my room.png",
    ['6:8 CONTENT_UNKNOWN_IMAGE: There is no picture "my room.png" in content/images. → did you mean "room.png"?'],
  ],
  [
    "image only string w quotes",
    "venues/harbour-hotel.yaml",
    "image:",
    "image: 'room.png'",
    [
      '6:3 SOURCE_INDENTATION: This line is indented by 2 spaces; that fits no block above it. → line it up with "image" on line 5: at the start of the line',
    ],
  ],
  [
    "value after block key",
    "venues/harbour-hotel.yaml",
    "image:",
    "image: x",
    [
      '6:3 SOURCE_INDENTATION: This line is indented by 2 spaces; that fits no block above it. → line it up with "image" on line 5: at the start of the line',
    ],
  ],
  [
    "figures value missing dash & space",
    "venues/harbour-hotel.yaml",
    '  - value: "1,670"',
    '  value: "1,670"',
    [
      '10:5 SOURCE_INDENTATION: This line is indented by 4 spaces; that fits no block above it. → line it up with "value" on line 9: 2 spaces',
    ],
  ],
  [
    "- only",
    "venues/harbour-hotel.yaml",
    "    label: guests",
    "    label: guests\nsuits:\n  - Galas\n  -\n  - Launches",
    [
      '13:4 CONTENT_WRONG_TYPE: Item 2 of "suits" is empty; text belongs here. → fill it in, or remove the line if the field is optional',
    ],
  ],
  [
    "-- section",
    "pages/home.yaml",
    "  - type: venue-list",
    "  -- type: venue-list",
    [
      '10:3 SOURCE_INDENTATION: An item of a list begins with a hyphen and a space, and this one with "--". → write - type: venue-list, 2 spaces in',
    ],
  ],
  [
    "— section",
    "pages/home.yaml",
    "  - type: venue-list",
    "  — type: venue-list",
    [
      '10:3 SOURCE_INDENTATION: An item of a list begins with a hyphen and a space, and this one with "—". → write - type: venue-list, 2 spaces in',
    ],
  ],
  [
    "* section",
    "pages/home.yaml",
    "  - type: venue-list",
    "  * type: venue-list",
    [
      '10:3 SOURCE_INDENTATION: An item of a list begins with a hyphen and a space, and this one with "*". → write - type: venue-list, 2 spaces in',
    ],
  ],
  [
    "tab after dash",
    "pages/home.yaml",
    "  - type: venue-list",
    "  -\ttype: venue-list",
    ["10:4 SOURCE_TAB: There is a tab here where YAML needs spaces. → use one space"],
  ],
  [
    "quote around key value",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    '"area: Downtown"',
    [
      '2:1 SOURCE_QUOTE: The quotation marks are around the key as well; they belong around its text only. → write area: "Downtown"',
    ],
  ],
  [
    "quote around whole line in list",
    "venues/harbour-hotel.yaml",
    '  - value: "1,670"',
    '  - "value: 1,670"',
    [
      '10:5 SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - label: guests, 2 spaces in; if the line belongs to the text above, indent it by 6 spaces',
    ],
  ],
  ["comment cut", "venues/harbour-hotel.yaml", "area: Downtown", "area: C# and more", []],
  [
    "comment cut2",
    "venues/harbour-hotel.yaml",
    "area: Downtown",
    "area: Room # 4",
    [
      "2:12 SOURCE_COMMENT (warning): The text ends before this #; what follows is a comment. → put quotes around the whole text if the # belongs to it; put a comment on a line of its own",
    ],
  ],
  [
    "description too short colon",
    "venues/harbour-hotel.yaml",
    "description: A ballroom for a thousand guests.",
    "description:\n  Note: a ballroom.",
    [
      '5:3 CONTENT_WRONG_TYPE: "description" must be text, not a block of fields. → a colon followed by a space makes a key: put quotes around the whole text',
    ],
  ],
  [
    "email in angle",
    "site.yaml",
    "  email: hello@example.com",
    "  email: <hello@example.com>",
    ['12:10 CONTENT_INVALID_VALUE: "email" is not an email address.'],
  ],
  [
    "mailto",
    "site.yaml",
    "  email: hello@example.com",
    "  email: mailto:hello@example.com",
    ['12:10 CONTENT_INVALID_VALUE: "email" is not an email address.'],
  ],
];

/** As the table has it: "line:column CODE: message → hint". */
export const reported = ({ code, severity, line, column, message, hint }: Diagnostic): string => {
  const grade = severity === "warning" ? " (warning)" : "";
  return `${line}:${column} ${code}${grade}: ${message}${hint ? ` → ${hint}` : ""}`;
};
