import { defineSection } from "../../kit/define-section.ts";
import { ServiceLinks } from "./ServiceLinks.tsx";
import { serviceLinksSchema } from "./schema.ts";

export default defineSection({ schema: serviceLinksSchema, Component: ServiceLinks });
