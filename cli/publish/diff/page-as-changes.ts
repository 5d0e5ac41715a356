// A page that is in one of two sites only → all that is on it, without the frame that it shares with others. Pure.
import type { VisibleChange } from "./compare-pages.ts";
import type { PageFacts } from "./page-facts.ts";

export function wholePage({ says, blocks, pictures }: PageFacts, state: "added" | "removed"): VisibleChange[] {
  const side = state === "added" ? "after" : "before";
  const heads = (["title", "description"] as const).map((name): VisibleChange => {
    return { what: "head", name, [side]: says.get(name) };
  });
  const words = blocks
    .filter(({ isMain }) => isMain)
    .map(({ text, isHeading, under }): VisibleChange => {
      return { what: "words", kind: state, isHeading, under, parts: [{ state, text }] };
    });
  const shown = pictures.map(({ src, alt, under }): VisibleChange => {
    return { what: "picture", kind: state, place: "page", under, [side]: { src, alt } };
  });
  return [...heads, ...words, ...shown];
}
