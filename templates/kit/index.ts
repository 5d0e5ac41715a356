// The API for templates: `import { defineSection } from "eventsite/kit"`, from any folder. It is also all that
// the program knows of templates.
export { CALL_PATH } from "../../relay/contract.ts";
export { type BuildSettings, buildSettings, buildSettingsSchema } from "./build-settings.ts";
export type { CardLook, CardTools, CardWords, SetTitle, TitleSizes } from "./card-look.ts";
export { type CollectionDefinition, defineCollection, type NeededPage, type SummaryOf } from "./define-collection.ts";
export * from "./define-island.ts";
export { defineSection, type PageContext, type SectionDefinition, type SectionProps } from "./define-section.ts";
export {
  type Action,
  action,
  anchor,
  asText,
  type FieldKind,
  type Image,
  image,
  link,
  markdown,
  order,
  pageHead,
  picture,
  reference,
  references,
  sectionHead,
  text,
  uniqueBy,
} from "./field.ts";
export { limitOf } from "./form-field-limits.ts";
export type { FormField } from "./form-fields.ts";
export { checkForm, type FormHead, formHead, formNeeds } from "./form-head.ts";
export { formsDefinition } from "./forms-definition.ts";
export { IslandMarkup } from "./island-markup.ts";
export type { PictureAsset, PictureCrop, PictureSlot, PictureSource } from "./picture-slot.ts";
// All of it, by a star: what a template set declares of its collections and settings is merged through it.
export * from "./site-view.ts";
export * from "./template-set.ts";
