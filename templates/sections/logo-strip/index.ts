import { defineSection } from "eventsite/kit";
import { LogoStrip } from "./LogoStrip.tsx";
import { logoStripSchema } from "./schema.ts";

export default defineSection({ schema: logoStripSchema, Component: LogoStrip });
