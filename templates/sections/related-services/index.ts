import { defineSection } from "eventsite/kit";
import { RelatedServices } from "./RelatedServices.tsx";
import { relatedServicesSchema } from "./schema.ts";

export default defineSection({ schema: relatedServicesSchema, Component: RelatedServices });
