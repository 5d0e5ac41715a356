// The configuration of a CMS that works on the site's repository from anywhere, for a hosted Decap or Sveltia.

import { resolve } from "node:path";
import type { BuildSettings } from "../../../templates/kit/index.ts";
import { loadTemplates } from "../../bundle/load-templates.ts";
import { type CheckOptions, resolveConfig, shownPath } from "../../config/resolve-config.ts";
import { readSettings } from "../../content/settings/read-settings.ts";
import { siteSource } from "../../content/sources/list-sources.ts";
import { writeYaml } from "../../content/yaml/write-yaml.ts";
import { asBuildFailure, IF_WRITABLE } from "../../diagnostics/as-build-failure.ts";
import { BuildFailedError, hasErrors } from "../../diagnostics/diagnostic.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { cmsConfiguration } from "./configuration.ts";

export interface CmsOptions extends Pick<CheckOptions, "root" | "contentDir" | "templatesDir" | "cache"> {
  /** The file to write; nothing is written without one. */
  readonly file?: string | undefined;
}

export interface CmsResult {
  /** The configuration as YAML. */
  readonly text: string;
  /** Whether site.yaml names the repository: otherwise a name in it is to be replaced. */
  readonly hasBackend: boolean;
}

const EXAMPLE = { name: "github", repo: "OWNER/NAME", branch: "main" };
const COMMENT = "# Written by `eventsite cms` from the templates. Change it there and run the command again.\n";

/** Rejects with BuildFailedError: BUNDLE_FAILED, SOURCE_NO_CONTENT, EMIT_FAILED, and what is wrong with site.yaml. */
export const cms = ({ file, ...options }: CmsOptions = {}): Promise<CmsResult> =>
  asBuildFailure(async () => {
    const config = resolveConfig(options);
    const program = await loadTemplates(config);
    const { final: settings, diagnostics } = readSettings(siteSource(config.root, config.contentDir), program, config);
    if (!settings || hasErrors(diagnostics)) throw new BuildFailedError(diagnostics);
    // The settings of a template set may have any keys: of these, the type says nothing.
    const { backend, url: siteUrl } = settings as BuildSettings;
    const contentDir = shownPath(config.root, config.contentDir);
    const configuration = cmsConfiguration(program, { backend: backend ?? EXAMPLE, contentDir, siteUrl });
    const text = `${COMMENT}${writeYaml(configuration, "block")}\n`;
    if (file !== undefined) writeWhole(resolve(config.root, file), text);
    return { text, hasBackend: backend !== undefined };
  }, IF_WRITABLE);
