import { defineSection } from "eventsite/kit";
import { ServiceIndex } from "./ServiceIndex.tsx";
import { serviceIndexSchema } from "./schema.ts";

export default defineSection({ schema: serviceIndexSchema, Component: ServiceIndex });
