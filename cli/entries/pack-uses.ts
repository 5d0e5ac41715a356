// What entries and their pages use of the rest of the site, packed: links, pictures, cards, characters. A build after an edit replaces the
// uses of the edited ones and checks the site as a whole, without opening anything else of the others.
import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";
import type { LinkFacts } from "../verify/kept-texts.ts";

export interface Uses {
  /** The file of its page, if it has one. */
  readonly output?: string;
  /** Those that not every font always has. */
  readonly characters: string;
  readonly links: readonly LinkFacts[];
  readonly variants: readonly (readonly Variant[])[];
  readonly cards: readonly Card[];
}

export const NO_USES: Uses = { characters: "", links: [], variants: [], cards: [] };

/** Numbers are positions in the tables beside it. */
interface PackedUse {
  readonly output?: string;
  readonly characters?: string;
  readonly links?: readonly number[];
  readonly variants?: readonly number[];
  readonly cards?: readonly number[];
}

interface PackedUses {
  readonly strings: readonly string[];
  readonly variants: readonly (readonly Variant[])[];
  readonly cards: readonly Card[];
  /** Of the pieces of pages: positions of their targets and ids. */
  readonly links: readonly (readonly [targets: readonly number[], ids: readonly number[]])[];
  readonly entries: Readonly<Record<string, PackedUse>>;
}

export interface UseRecorder {
  add(name: string, uses: Uses): void;
  pack(): Uint8Array;
}

export function createUseRecorder(): UseRecorder {
  const strings = createTable<string>();
  const variants = createTable<readonly Variant[]>();
  const cards = createTable<Card>();
  const links = createTable<LinkFacts>();
  /** As JSON, which takes less memory. */
  const entries: string[] = [];
  return {
    add(name, uses) {
      const packed: PackedUse = {
        ...(uses.output !== undefined && { output: uses.output }),
        ...(uses.characters !== "" && { characters: uses.characters }),
        ...(uses.links.length > 0 && { links: uses.links.map(links.at) }),
        ...(uses.variants.length > 0 && { variants: uses.variants.map(variants.at) }),
        ...(uses.cards.length > 0 && { cards: uses.cards.map(cards.at) }),
      };
      entries.push(`${JSON.stringify(name)}:${JSON.stringify(packed)}`);
    },
    pack() {
      const tables: Omit<PackedUses, "entries"> = {
        links: links.values.map(({ targets, ids }) => [targets.map(strings.at), ids.map(strings.at)]),
        strings: strings.values,
        variants: variants.values,
        cards: cards.values,
      };
      return Buffer.from(`${JSON.stringify(tables).slice(0, -1)},"entries":{${entries.join()}}}`);
    },
  };
}

/** The uses of all entries of a site. */
export interface KnownUses {
  /** The names of the entries that have pages, by the files of these. */
  readonly pages: ReadonlyMap<string, string>;
  /** By the name of an entry: the same links and variants are the same objects. */
  find(name: string): Uses | undefined;
  /** What all but these use. */
  without(names: ReadonlySet<string>): CommonUses;
}

/** What several entries use, each once. */
export interface CommonUses {
  readonly characters: ReadonlySet<string>;
  /** Targets of links. */
  readonly targets: ReadonlySet<string>;
  /** Paths of picture files and cards. */
  readonly files: ReadonlySet<string>;
}

/** Later parts replace earlier ones, entry by entry, and `later` all of them. Throws for other bytes than `pack` gives. */
export function openUses(parts: readonly Uint8Array[], later: ReadonlyMap<string, Uses> = new Map()): KnownUses {
  const opened = parts.map((bytes) => openPart(JSON.parse(Buffer.from(bytes).toString())));
  const partOf = new Map(opened.flatMap((part) => part.names.map((name) => [name, part] as const)));
  const pages = new Map<string, string>();
  for (const [name, part] of partOf) {
    const output = later.has(name) ? undefined : part.outputOf(name);
    if (output !== undefined) pages.set(output, name);
  }
  for (const [name, { output }] of later) if (output !== undefined) pages.set(output, name);
  return {
    pages,
    find: (name) => later.get(name) ?? partOf.get(name)?.find(name),
    without(names) {
      const own = [...later].flatMap(([name, uses]) => (names.has(name) ? [] : uses));
      const isLeftOut = (name: string) => names.has(name) || later.has(name);
      const all = [
        ...opened.map((part) => part.gather((name) => partOf.get(name) === part && !isLeftOut(name))),
        commonUses(own),
      ];
      return {
        characters: new Set(all.flatMap(({ characters }) => [...characters])),
        targets: new Set(all.flatMap(({ targets }) => [...targets])),
        files: new Set(all.flatMap(({ files }) => [...files])),
      };
    },
  };
}

export function commonUses(all: readonly Uses[]): CommonUses {
  const links = new Set(all.flatMap((uses) => uses.links));
  const variants = new Set(all.flatMap((uses) => uses.variants));
  const cards = all.flatMap((uses) => uses.cards);
  return {
    characters: new Set(all.map((uses) => uses.characters).join("")),
    targets: new Set([...links].flatMap(({ targets }) => targets)),
    files: new Set([...[...variants].flat(), ...cards].map(({ output }) => output)),
  };
}

function openPart(tables: PackedUses) {
  const opened: LinkFacts[] = [];
  const stringAt = (position: number): string => tables.strings[position] ?? "";
  const linksAt = (position: number): LinkFacts => {
    const [targets, ids] = tables.links[position] ?? [[], []];
    opened[position] ??= { targets: targets.map(stringAt), ids: ids.map(stringAt) };
    return opened[position];
  };
  const open = ({ output, characters = "", links = [], variants = [], cards = [] }: PackedUse): Uses => ({
    ...(output !== undefined && { output }),
    characters,
    links: links.map(linksAt),
    variants: variants.flatMap((position) => [tables.variants[position] ?? []]),
    cards: cards.flatMap((position) => tables.cards[position] ?? []),
  });
  return {
    names: Object.keys(tables.entries),
    outputOf: (name: string) => tables.entries[name]?.output,
    find(name: string): Uses | undefined {
      const packed = tables.entries[name];
      return packed && open(packed);
    },
    /** By positions, because most entries have most in common. */
    gather(isWanted: (name: string) => boolean): CommonUses {
      const characters = new Set<string>();
      const links = createMarks(tables.links);
      const variants = createMarks(tables.variants);
      const cards = createMarks(tables.cards);
      for (const name in tables.entries) {
        const packed = tables.entries[name];
        if (!packed || !isWanted(name)) continue;
        if (packed.characters !== undefined) characters.add(packed.characters);
        links.mark(packed.links);
        variants.mark(packed.variants);
        cards.mark(packed.cards);
      }
      const targets = createMarks(tables.strings);
      for (const [own] of links.marked()) targets.mark(own);
      return {
        characters: new Set([...characters].join("")),
        targets: new Set(targets.marked()),
        files: new Set([...variants.marked().flat(), ...cards.marked()].map(({ output }) => output)),
      };
    },
  };
}

/** Which values of a table are used. */
function createMarks<Value>(table: readonly Value[]) {
  const marks = new Uint8Array(table.length);
  return {
    mark(positions: readonly number[] = []) {
      for (const position of positions) marks[position] = 1;
    },
    marked: (): readonly Value[] => table.filter((_, position) => marks[position] === 1),
  };
}

/** Each value once, by its position. */
export function createTable<Value>() {
  const values: Value[] = [];
  const positions = new Map<Value, number>();
  const at = (value: Value): number => {
    const known = positions.get(value) ?? values.length;
    if (known === values.length) {
      positions.set(value, known);
      values.push(value);
    }
    return known;
  };
  return { values, at };
}
