import { defineSection } from "../../kit/define-section.ts";
import { ServiceIndex } from "./ServiceIndex.tsx";
import { serviceIndexSchema } from "./schema.ts";

export default defineSection({ schema: serviceIndexSchema, Component: ServiceIndex });
