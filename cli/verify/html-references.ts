// Collects what a piece of HTML refers to, and the ids that others can refer to, from its attributes.

import { decodeEntities } from "../text/decode-entities.ts";
import { isInternal, type PageLinks, type TextCache } from "./shared-texts.ts";

export function createReferences({ once, filesOf }: TextCache) {
  const targets = new Set<string>();
  const files = new Set<PageLinks>();
  const ids: string[] = [];
  const idReferences: string[] = [];
  const islands: string[] = [];
  return {
    /** `value` is as written in the HTML. */
    add(name: string, value: string): void {
      switch (name) {
        case "id":
          ids.push(once(decodeEntities(value)));
          break;
        case "href":
        case "src":
        case "action":
          targets.add(once(decodeEntities(value)));
          break;
        case "srcset":
          files.add(filesOf(value));
          break;
        case "data-island":
          islands.push(decodeEntities(value));
          break;
        case "for":
        case "aria-labelledby":
        case "aria-describedby":
        case "aria-controls":
          idReferences.push(...decodeEntities(value).split(/\s/).filter(Boolean));
      }
    },
    collected: () => ({
      targets: [...targets].filter(isInternal),
      files: [...files],
      ids,
      idReferences,
      islands,
    }),
  };
}
