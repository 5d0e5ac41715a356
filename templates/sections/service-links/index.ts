import { defineSection } from "eventsite/kit";
import { ServiceLinks } from "./ServiceLinks.tsx";
import { serviceLinksSchema } from "./schema.ts";

export default defineSection({ schema: serviceLinksSchema, Component: ServiceLinks });
