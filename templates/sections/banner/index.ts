import { defineSection } from "../../kit/define-section.ts";
import { Banner } from "./Banner.tsx";
import { bannerSchema } from "./schema.ts";

export default defineSection({ schema: bannerSchema, Component: Banner });
