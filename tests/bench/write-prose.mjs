// Words as people type them into content: prices, times, numbers with commas, quotation marks, dashes, apostrophes, French accents.
// The same seed gives the same words.

const OPENINGS = [
  "A room for {guests} costs {price} an evening, tax not included.",
  "Doors open at {time}; dinner follows at 7:15 p.m., whatever the weather.",
  "We said “no” to {count} halls last year, so that nobody says it to you in November.",
  "The kitchen is Amélie Côté's: à la carte for {guests}, table d'hôte for {count}.",
  "One planner, one budget, one telephone number – and an answer by {time}.",
  "Chez nous, the crème brûlée isn't a garnish; it's {price} a dozen.",
  "It takes {count} people and 2.5 hours to clear a floor of {guests} guests' chairs.",
  "You'll have three quotes by Friday, each under {price}, HST shown on its own line.",
  "Last year's gala ran from {time} to 11:45 p.m. and raised {price}.",
  'The sign at the door read "Déjà vu", and {guests} people photographed it.',
];
const MIDDLES = [
  "That's {count} more than the fire code allows, so the bar moves to the foyer.",
  "Deposits are 25% on signing, 50% at {time} on the day before, and the rest within 30 days.",
  "Bring a map, a list of names and the café's number (it's the one that answers).",
  "Most of it fits into two trucks — a third is {price} — and the dock closes at {time}.",
  "Guests from Montréal, Québec City and Trois-Rivières arrive by the 9:40 train.",
  "If it rains, the tent's ready: 40 ft by 60 ft, lined, heated and paid for.",
  "The band's rider asks for {count} towels & a kettle; we've never understood the kettle.",
  "Nobody eats standing unless they'd like to, and the naïve art stays on its wall.",
  "A coat check for {guests} needs {count} rails, two tables and a person who smiles.",
  "Everything is written down once: who, where, when, and what it costs.",
  "The résumé of each host is two pages, with a photo and “the story about the cake”.",
];
const ENDINGS = [
  "In all, the evening seats {guests}.",
  "Ask for the plan of June 2024, which did it for {price}.",
  "It's the reason they come back, 9 times out of 10.",
  "Then the lights go down: it's {time} and nobody's hungry.",
  "Parking is $18, the subway is 4 minutes away, and the dog may stay.",
];
const POINTS = [
  "Sound check at {time}, doors half an hour later",
  "Halal, kosher, vegan: {count} plates each, none of them an afterthought",
  "{price} per table of ten, wine included",
  "The host's notes, in English et en français",
  "Chairs for {guests}, counted twice",
  "Place cards – reprinted on site, at no charge",
  "“Thank you” notes to all {count} suppliers",
];
const SHORT = ["Canapés and coats", "The night's plan", "What it costs", "Before 5 p.m.", "One clock", "L'heure bleue"];

/** A small generator of numbers below a limit; equal seeds give equal rows. */
export function createDice(seed) {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

export function createProse(dice) {
  const pick = (list) => list[dice(list.length)];
  const grouped = (number) => number.toLocaleString("en-CA");
  const slots = {
    guests: () => grouped(60 + dice(4_000)),
    count: () => String(2 + dice(48)),
    price: () => `$${grouped(90 + dice(48_000))}${dice(3) === 0 ? ".50" : ""}`,
    time: () => `${1 + dice(11)}:${pick(["00", "15", "30", "45"])} ${pick(["a.m.", "p.m."])}`,
  };
  const fill = (text) => text.replace(/\{(\w+)\}/g, (_, name) => slots[name]());
  return {
    paragraph: (sentences) =>
      [pick(OPENINGS), ...Array.from({ length: sentences - 2 }, () => pick(MIDDLES)), pick(ENDINGS)]
        .map(fill)
        .join(" "),
    point: () => fill(pick(POINTS)),
    short: () => pick(SHORT),
  };
}

/** Text as a YAML value in one of the styles people use, after a key or dash at `indent` columns. */
export function yamlText(text, indent, dice) {
  const isPlain = /^[A-Za-z]/.test(text) && !/: |:$| #|"$/.test(text);
  const isLong = text.length > 90;
  const style = dice(5);
  if (style === 0) return `'${text.replaceAll("'", "''")}'`;
  if (style === 1 && isLong) return `>-\n${wrapped(text, indent)}`;
  if (style <= 3 && isPlain) return isLong ? wrapped(text, indent).trimStart() : text;
  return `"${text.replaceAll('"', '\\"')}"`;
}

/** Lines of about 90 columns, as editors wrap them. */
function wrapped(text, indent) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1).length + word.length > 90 && /^[\w“(]/.test(word)) lines.push(word);
    else lines.push(`${lines.pop()} ${word}`.trimStart());
  }
  return lines.map((line) => " ".repeat(indent + 2) + line).join("\n");
}
