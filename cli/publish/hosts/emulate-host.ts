// A request → the answer of a host, by its rules.

import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { contentTypeOf, fileClassOf, headersOf } from "../../hosting/file-headers.ts";
import { encodeTarget, type MovedAddresses, REDIRECTS_FILE, redirectOutput } from "../../hosting/redirect-files.ts";
import type { BuildResult } from "../../pipeline/run-stages.ts";
import { bareAddress, NOT_FOUND_FILE } from "../../routes/addresses.ts";
import { belowBase } from "../../routes/base-path.ts";
import { decodePath, insideSite } from "../../serve/find-file.ts";
import { sendFile } from "../../serve/send-file.ts";
import { type HostName, type HostRules, rulesOf } from "./host-rules.ts";
import { objectsOf } from "./object-keys.ts";
import {
  headersFor,
  headersInside,
  type RedirectRule,
  readHeadersFile,
  readRedirectsFile,
  redirectsInside,
} from "./rule-files.ts";

/** A built site: its files, and the rules that hosts read. */
export interface HostedSite extends MovedAddresses {
  /** The path that it is below: requests and answers are its own, without it. */
  readonly basePath: string;
  /** All files, relative to the site. */
  readonly paths: readonly string[];
  /** The texts of `_headers` and `_redirects`; "" for a missing one. */
  readonly headersFile: string;
  readonly redirectsFile: string;
}

export interface HostAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The file that is sent, relative to the site. */
  readonly file?: string;
  /** What is sent where there is no file. */
  readonly text?: string;
}

/** The answer to a request; `url` is path and query, as sent. */
export type Host = (request: { readonly method: string; readonly url: string }) => HostAnswer;

/** Files that hosts read themselves are not served by those that do. */
const RULE_FILES = new Set(["_headers", REDIRECTS_FILE]);

export function hostOf(rules: HostRules, site: HostedSite): Host {
  const { basePath } = site;
  const headerRules = headersInside(basePath, readHeadersFile(site.headersFile, rules.limits).rules);
  const redirectRules =
    rules.setBy === "files"
      ? redirectsInside(basePath, readRedirectsFile(site.redirectsFile, rules).rules)
      : rules.setBy === "configuration"
        ? configured(site)
        : [];
  const objects = objectsOf(rules, site);
  const keys = new Map(objects.keys.map(({ key, file }) => [key, file]));
  const redirectKeys = new Map(objects.redirects.map(({ key, to }) => [key, to]));
  const files = new Set(site.paths);
  const movedFiles = new Set(site.redirects.map(redirectOutput));
  const isHidden = (path: string) =>
    RULE_FILES.has(path) && (rules.setBy === "files" || rules.setBy === "configuration");
  const has = (path: string) => path !== "" && !isHidden(path) && files.has(path);

  const cachingOf = (file: string) => {
    if (rules.setBy === "files" || rules.setBy === "nothing") return rules.cacheControl;
    return headersOf(file, movedFiles.has(file) ? "redirect" : fileClassOf(file)).cacheControl;
  };
  const ownHeaders = (file: string, path: string) => {
    if (rules.setBy === "objects" || rules.setBy === "nothing") return [];
    return headersFor(headerRules, rules.setBy === "configuration" ? `/${file}` : path);
  };
  const send = (status: number, file: string, path: string): HostAnswer => {
    const caching = cachingOf(file);
    const headers = { ...(caching && { "cache-control": caching }), ...Object.fromEntries(ownHeaders(file, path)) };
    return { status, file, headers: { ...headers, "content-type": contentTypeOf(file) } };
  };
  const redirect = (status: number, location: string): HostAnswer => ({ status, headers: { location }, text: "" });
  const missing = (path: string, status: number = rules.missing.status): HostAnswer => {
    if (rules.missing.page === "404.html" && has(NOT_FOUND_FILE)) return send(status, NOT_FOUND_FILE, path);
    return { status, headers: { "content-type": "text/plain; charset=utf-8" }, text: `${rules.title}: not found\n` };
  };

  return ({ method, url }) => {
    if (method !== "GET" && method !== "HEAD") return { status: 405, headers: { allow: "GET, HEAD" }, text: "" };
    const [, target = "", query = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
    const path = decodePath(target);
    if (path === undefined) return missing(target);
    const key = path.replace(/^\/+/, "");
    const rule = redirectRules.find((each) => matches(each, target, path, rules));
    if (rule && (rule.isForced || !(has(key) || has(indexOf(key)))))
      return rule.status >= 400 ? missing(path, rule.status) : redirect(rule.status, withQuery(rule.to, query));
    const moved =
      redirectKeys.get(key) ?? (rules.hasIndexes && path.endsWith("/") ? redirectKeys.get(indexOf(key)) : undefined);
    if (moved !== undefined) return redirect(301, moved);
    if (rules.shortens && key.endsWith(".html") && has(key))
      return redirect(rules.shortens, `${encodeURI(`/${key.replace(/(?:(?<=^|\/)index)?\.html$/, "")}`)}${query}`);
    const ownKey = keys.get(key);
    if (ownKey !== undefined) return send(200, ownKey, path);
    if (has(key)) return send(200, key, path);
    if (path.endsWith("/") || key === "")
      return rules.hasIndexes && has(indexOf(key)) ? send(200, indexOf(key), path) : missing(path);
    if (rules.dropsEnding && has(`${key}.html`)) return send(200, `${key}.html`, path);
    if (!has(`${key}/index.html`) || rules.folder === "missing") return missing(path);
    if (rules.folder === "page") return send(200, `${key}/index.html`, path);
    return redirect(rules.folder.status, `${encodeURI(`/${key}`)}/${rules.folder.keepsQuery ? query : ""}`);
  };
}

const indexOf = (key: string): string => (key === "" || key.endsWith("/") ? `${key}index.html` : key);

/** What `eventsite host` writes into a server's configuration. */
const configured = ({ redirects, gone }: MovedAddresses): RedirectRule[] => [
  ...redirects.map(({ from, to }) => ({ from, to: encodeTarget(to), status: 301, isForced: true })),
  ...gone.map((from) => ({ from, to: `/${NOT_FOUND_FILE}`, status: 410, isForced: true })),
];

/** Cloudflare compares to the letter; all others take an address with and without its slash for one. */
function matches({ from }: RedirectRule, target: string, path: string, { dialect }: HostRules): boolean {
  if (dialect === "cloudflare") return from === target;
  return bareAddress(decodePath(from) ?? from) === bareAddress(path);
}

/** The query goes along, unless the target has one of its own or leads to a part of a page. */
const withQuery = (to: string, query: string): string => (/[?#]/.test(to) ? to : to + query);

/** An answer of the site as one of the host that it is below a path of. */
const belowHost = (base: string, { headers, ...answer }: HostAnswer): HostAnswer => {
  const { location } = headers;
  return { ...answer, headers: location === undefined ? headers : { ...headers, location: belowBase(base, location) } };
};

/** Answers with the files of a built site as the host would. */
export function createHostAnswers(
  name: HostName,
  dir: string,
  { files, redirects, gone, basePath }: Pick<BuildResult, "files" | "redirects" | "gone" | "basePath">,
): (request: IncomingMessage, response: ServerResponse) => void {
  const rules = rulesOf(name);
  const paths = files.map(({ path }) => path);
  const textOf = (path: string) => (paths.includes(path) ? readFileSync(join(dir, path), "utf8") : "");
  const host = hostOf(rules, {
    basePath,
    paths,
    redirects,
    gone,
    headersFile: textOf("_headers"),
    redirectsFile: textOf(REDIRECTS_FILE),
  });
  return (request, response) => {
    const inside = insideSite(request.url ?? "/", basePath);
    if (inside !== undefined && "location" in inside) {
      response.writeHead(301, inside).end();
      return;
    }
    const { method = "GET" } = request;
    const answer = host({ method, url: inside?.url ?? "/404.html" });
    const { headers, file, text = "" } = belowHost(basePath, answer);
    const status = inside === undefined ? 404 : answer.status;
    if (file === undefined) {
      response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : text);
      return;
    }
    if (!sendFile(join(dir, file), status, () => headers, rules.compresses, request, response))
      response.writeHead(404).end("The file is gone: build the site again.\n");
  };
}
