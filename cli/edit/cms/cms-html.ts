// The page of the CMS as HTML: what its script starts from, or the sentence why it cannot start. Pure.

import type { CmsConfiguration } from "./configuration.ts";
import type { OpenedForm } from "./opened-form.ts";

export interface CmsStart {
  readonly isInstalled: boolean;
  /** undefined until the templates have been loaded. */
  readonly configuration: CmsConfiguration | undefined;
  /** The form that is opened first. */
  readonly form: OpenedForm | undefined;
  /** The address of the script that starts it. */
  readonly script: string;
}

const NOT_LOADED = "The templates could not be read yet. Load this page again in a moment.";
const NOT_INSTALLED =
  "The CMS is not installed here: run `npm install decap-cms` in the project's folder, and load this page again.";

export function cmsHtml({ isInstalled, configuration, form, script }: CmsStart): string {
  if (!isInstalled) return htmlWith(`<p>${NOT_INSTALLED}</p>`);
  if (!configuration) return htmlWith(`<p>${NOT_LOADED}</p>`);
  const data = JSON.stringify({ configuration, ...form }).replaceAll("<", "\\u003c");
  return htmlWith(
    `<script type="application/json" id="cms">${data}</script><script type="module" src="${script}"></script>`,
  );
}

const htmlWith = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Content</title>${body}`;
