import type { Plugin } from "esbuild";
import type { Config } from "../config/resolve-config.ts";
import { contractFile, templatePart } from "../config/template-parts.ts";

/** `eventsite/kit` is one module for all templates; the contract is found from any folder. */
export const resolveParts = (folders: Pick<Config, "programDir" | "templatesDir">): Plugin => ({
  name: "parts",
  setup(build) {
    build.onResolve({ filter: /^eventsite\/kit$/ }, () => ({ path: templatePart(folders, "kit/index.ts") }));
    build.onResolve({ filter: /(?:^|\/)relay\/contract\.ts$/ }, () => ({ path: contractFile(folders) }));
  },
});
