// Runs once before all tests: the pictures of the site and of the small one are encoded here, and not by the first test that happens to
// build them. All tests share them, below .eventsite; a fresh clone pays for them once.
import { build } from "../../cli/index.ts";
import { imageCacheDir } from "./image-cache-dir.ts";
import { projectDir, withSite } from "./with-site.ts";

export default async function preparePictures(): Promise<void> {
  await build({ root: projectDir, write: false, imageCacheDir });
  await withSite({}, ({ root }) => build({ root, write: false, imageCacheDir }));
}
