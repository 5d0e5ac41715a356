// All problems of a site before it is published: those of its stages, what is out of date beside the content, and what a host would not do.
import type { CheckOptions } from "../config/resolve-config.ts";
import { textIn } from "../emit/output-file.ts";
import { type CheckResult, checkSite } from "../pipeline/check-site.ts";
import { hostProblems } from "../publish/hosts/for-host.ts";
import type { HostName } from "../publish/hosts/host-rules.ts";
import { MAIL_WORDS_PATH } from "../render/render-site-files.ts";
import { staleSchemas } from "./editor-files.ts";
import { staleMailWords } from "./mail-words.ts";

export interface HostCheckOptions extends CheckOptions {
  /** Also reports what would not work on this host. */
  readonly as?: HostName | undefined;
}

/** Never rejects because of the content: all problems are in the result. */
export const check = ({ as, ...options }: HostCheckOptions = {}): Promise<CheckResult> =>
  checkSite(options, {
    ofTemplates: staleSchemas,
    ofSite(config, site) {
      const words = textIn(site.files, MAIL_WORDS_PATH);
      return [
        ...(words ? staleMailWords(config, JSON.parse(words)) : []),
        ...(as === undefined ? [] : hostProblems(config, as, site)),
      ];
    },
  });
