// HTML as it is written. What is in braces is text, which is escaped, or a part of the page that is HTML itself.

/** Made by `html` alone: nothing that somebody typed is ever taken for it. */
export class Html {
  readonly text: string;

  constructor(texts: TemplateStringsArray, parts: readonly Part[]) {
    this.text = texts.map((text, index) => text + partText(parts[index])).join("");
  }
}

/** What is null or false is not there. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => new Html(texts, parts);

function partText(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(partText).join("") : escaped(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

/** In a text, or in the value of an attribute in quotation marks. */
const escaped = (text: string): string => text.replace(/[&<"]/g, (sign) => ENTITIES[sign] ?? sign);
