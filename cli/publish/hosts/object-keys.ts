// Objects of a bucket besides the files of the site, which `deploy` writes: further keys for pages, and objects that redirect.
import type { HostRules } from "../../hosting/hosts.ts";
import { encodeTarget, redirectOutput } from "../../hosting/redirect-files.ts";
import { isFileAddress, type Redirect } from "../../routes/plan-redirects.ts";

/**
 * `paths` are all files of the site. `keys` are further keys for files, with their content and type. `redirects` are objects whose metadata
 * (`x-amz-website-redirect-location`) names another address, each with the page at the old address if there can be one.
 */
export function objectsOf(
  rules: HostRules,
  { paths, redirects }: { readonly paths: readonly string[]; readonly redirects: readonly Redirect[] },
) {
  return {
    keys: rules.folder === "keys" ? paths.flatMap(extraKeys) : [],
    redirects: rules.hasRedirectObjects ? redirects.flatMap(redirectObjects) : [],
  };
}

/** For hosts without index documents: "contact/" and "contact" for "contact/index.html". The start page can have no further key. */
function extraKeys(path: string) {
  const folder = /^(.+)\/index\.html$/.exec(path)?.[1];
  return folder === undefined ? [] : [`${folder}/`, folder].map((key) => ({ key, file: path }));
}

function redirectObjects(redirect: Redirect) {
  const to = encodeTarget(redirect.to);
  const bare = redirect.from.replace(/^\/+|\/+$/g, "");
  const page = redirectOutput(redirect);
  const keys = isFileAddress(redirect.from) ? [bare] : [page ?? bare, bare];
  return keys.map((key) => ({ key, to, page }));
}
