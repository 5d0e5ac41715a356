import { checkForm, defineCollection, formHead, formNeeds, text } from "eventsite/kit";
import * as z from "zod";

/** content/forms: what each form asks. A section `request-form` shows one. */
export const forms = defineCollection({
  name: "forms",
  singular: "a form",
  uniqueBy: "form",
  format: "yaml",
  needs: formNeeds,
  schema: z
    .strictObject({
      ...formHead,
      submit: text().meta({ title: "Button", description: "On the button.", examples: ["Send"] }),
    })
    .superRefine(checkForm),
});
