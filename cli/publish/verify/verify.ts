// The site as a build makes it, compared with what is live at an address.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, resolveConfig } from "../../config/resolve-config.ts";
import { asBuildFailure } from "../../diagnostics/as-build-failure.ts";
import { EventsiteError } from "../../diagnostics/diagnostic.ts";
import type { OutputFile } from "../../emit/output-file.ts";
import { build } from "../../pipeline/build-site.ts";
import { readSite } from "../../pipeline/read-site.ts";
import type { BuildResult } from "../../pipeline/run-stages.ts";
import { CALL_PATHS } from "../hosts/config/config-input.ts";
import { readHeadersFile } from "../hosts/rule-files.ts";
import { ask } from "./ask.ts";
import { certificateProblem } from "./check-service.ts";
import type { Difference } from "./host-fixes.ts";
import { verifyLive } from "./verify-live.ts";

export interface VerifyOptions extends Omit<BuildOptions, "write"> {
  /** Where visitors find the site: "https://www.example.com". Pages are expected to name it, unless `siteUrl` is given. */
  readonly url: string;
  /** A build whose files are in `outDir`. Default: the site is built in memory. */
  readonly built?: Pick<BuildResult, "files" | "redirects" | "gone">;
  /** Called with the number of addresses that have answered, and of all. */
  readonly onAsked?: (done: number, total: number) => void;
}

export interface VerifyResult {
  readonly url: string;
  /** Number of addresses that were asked. */
  readonly asked: number;
  readonly differences: readonly Difference[];
}

/**
 * Asks for every file and address of the site from outside. Rejects with USAGE for what is not the address of a site, LIVE_UNREACHABLE
 * where nothing answers, and as `build` does.
 */
export const verify = ({ url: written, built, onAsked, ...options }: VerifyOptions): Promise<VerifyResult> =>
  asBuildFailure(async () => {
    const url = siteAddress(written);
    const wanted = { ...options, siteUrl: options.siteUrl ?? url };
    const config = resolveConfig(wanted);
    const start = await ask(`${url}/`, { signal: options.signal });
    if ("failure" in start) {
      // Every address would differ for this one reason.
      const problem = certificateProblem(url, start);
      if (problem) return { url, asked: 1, differences: [problem] };
      throw new EventsiteError("LIVE_UNREACHABLE", `Nothing answers at ${url} (${start.failure}).`, {
        hint: "check the address, and that the site can be reached from this machine",
      });
    }
    const { files, redirects, gone } = built ?? (await build({ ...wanted, write: false }));
    const { settings } = await readSite(config);
    const read = ({ path, content }: OutputFile) => Buffer.from(content ?? readFileSync(join(config.outDir, path)));
    const headersFile = files.find(({ path }) => path === "_headers");
    const relayUrl = settings.relay?.url ?? "";
    const { differences, asked } = await verifyLive(
      {
        url,
        files: files.map((file) => ({ path: file.path, read: () => read(file) })),
        redirects,
        gone,
        headers: headersFile ? readHeadersFile(read(headersFile).toString()).rules : [],
        relayCall: URL.canParse(relayUrl) ? relayUrl.replace(/\/+$/, "") + CALL_PATHS[0] : undefined,
      },
      { signal: options.signal, now: Date.now, ...(onAsked && { onProgress: onAsked }) },
    );
    return { url, asked, differences };
  });

function siteAddress(written: string): string {
  const isWeb = URL.canParse(written) && /^https?:$/.test(new URL(written).protocol);
  if (isWeb && new URL(written).pathname === "/" && !/[?#]/.test(written)) return new URL(written).origin;
  throw new EventsiteError("USAGE", `"${written}" is not the address of a site.`, {
    hint: "write it with its scheme and without a path, such as https://www.example.com",
  });
}
