import { defineSection } from "../../kit/define-section.ts";
import { LogoStrip } from "./LogoStrip.tsx";
import { logoStripSchema } from "./schema.ts";

export default defineSection({ schema: logoStripSchema, Component: LogoStrip });
