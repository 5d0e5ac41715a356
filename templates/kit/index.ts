// What templates are written with: `import { defineSection } from "eventsite/kit"`, from whatever folder they are in.
export { type CollectionDefinition, defineCollection, type NeededPage, type SummaryOf } from "./define-collection.ts";
export { type BehaviourIsland, type ComponentIsland, defineIsland, type Island } from "./define-island.ts";
export { defineSection, type PageContext, type SectionDefinition, type SectionProps } from "./define-section.ts";
export {
  type Action,
  action,
  anchor,
  asText,
  type Image,
  image,
  link,
  markdown,
  order,
  pageHead,
  picture,
  reference,
  text,
  unlike,
} from "./field.ts";
export { IslandMarkup } from "./island-markup.ts";
export { KEPT, KeptMarkup } from "./kept-markup.ts";
export type { PictureAsset, PictureSlot } from "./picture-slot.ts";
export type { Listed, RichText, SiteCollections, SiteSettings, SiteView } from "./site-view.ts";
export type {
  BodyPart,
  FontFamily,
  HeadTag,
  IconFile,
  PageInput,
  PageParts,
  SiteFile,
  TemplateSet,
} from "./template-set.ts";
