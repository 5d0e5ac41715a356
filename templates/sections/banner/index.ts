import { defineSection } from "eventsite/kit";
import { Banner } from "./Banner.tsx";
import { bannerSchema } from "./schema.ts";

export default defineSection({ schema: bannerSchema, Component: Banner });
