import { join } from "node:path";
import { projectDir } from "./with-site.ts";

/** Where all tests keep finished pictures: the folder that builds of this repository use. */
export const imageCacheDir = process.env.EVENTSITE_IMAGE_CACHE || join(projectDir, ".eventsite/images");
