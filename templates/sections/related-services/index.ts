import { defineSection } from "../../kit/define-section.ts";
import { RelatedServices } from "./RelatedServices.tsx";
import { relatedServicesSchema } from "./schema.ts";

export default defineSection({ schema: relatedServicesSchema, Component: RelatedServices });
