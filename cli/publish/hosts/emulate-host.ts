// Emulates a host: a request → the answer, by the host's rules.

import { CONTENT_TYPES, contentTypeOf, fileClassOf, publishedHeaders } from "../../hosting/file-headers.ts";
import { HEADERS_FILE } from "../../hosting/host-headers.ts";
import type { HostRules } from "../../hosting/hosts.ts";
import { encodeTarget, type MovedAddresses, REDIRECTS_FILE, redirectOutput } from "../../hosting/redirect-files.ts";
import { bareAddress, NOT_FOUND_ADDRESS, NOT_FOUND_FILE } from "../../routes/addresses.ts";
import { decodePath } from "../../serve/find-file.ts";
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
  /** The path that it is published below. Requests and answers are without it. */
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
  /** The body if no file is sent. */
  readonly text?: string;
}

/** The answer to a request; `url` is path and query, as sent. */
export type HostEmulation = (request: { readonly method: string; readonly url: string }) => HostAnswer;

/** A host does not serve the files that it reads itself. */
const RULE_FILES: readonly string[] = [HEADERS_FILE, REDIRECTS_FILE];

/** Each step answers a request, or leaves it to the next one. */
export function emulateHost(rules: HostRules, site: HostedSite): HostEmulation {
  const sender = createSender(rules, site);
  const redirectRule = ruleAnswers(rules, site, sender);
  const redirectObject = objectAnswers(rules, site);
  const file = fileAnswers(rules, site, sender);
  return ({ method, url }) => {
    if (method !== "GET" && method !== "HEAD") return { status: 405, headers: { allow: "GET, HEAD" }, text: "" };
    const [, target = "", query = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
    const path = decodePath(target);
    if (path === undefined) return sender.notFound(target);
    const request: HostRequest = { target, query, path, key: path.replace(/^\/+/, "") };
    return redirectRule(request) ?? redirectObject(request) ?? file(request) ?? sender.notFound(path);
  };
}

/** `path` is decoded. `key` is the path without its first slash. */
type HostRequest = Readonly<Record<"target" | "query" | "path" | "key", string>>;
type Step = (request: HostRequest) => HostAnswer | undefined;

interface Sender {
  has(path: string): boolean;
  send(status: number, file: string, path: string): HostAnswer;
  notFound(path: string, status?: number): HostAnswer;
}

const redirectTo = (status: number, location: string): HostAnswer => ({ status, headers: { location }, text: "" });

function createSender(rules: HostRules, site: HostedSite): Sender {
  const { readsRulesAs, isConfigured, missing, title } = rules;
  const hidden = readsRulesAs || isConfigured ? RULE_FILES : [];
  const files = new Set(site.paths.filter((path) => !hidden.includes(path)));
  const movedFiles = new Set(site.redirects.map(redirectOutput));
  const headerRules = headersInside(site.basePath, readHeadersFile(site.headersFile, rules.limits).rules);
  const cachingOf = (file: string) =>
    rules.cacheControl ?? publishedHeaders(file, movedFiles.has(file) ? "redirect" : fileClassOf(file)).cacheControl;
  const has = (path: string) => path !== "" && files.has(path);
  const send = (status: number, file: string, path: string): HostAnswer => {
    const fileHeaders = readsRulesAs || isConfigured ? headersFor(headerRules, isConfigured ? `/${file}` : path) : [];
    const headers = { "cache-control": cachingOf(file), ...Object.fromEntries(fileHeaders) };
    return { status, file, headers: { ...headers, "content-type": contentTypeOf(file) } };
  };
  return {
    has,
    send,
    notFound(path, status = missing.status) {
      if (missing.hasPage && has(NOT_FOUND_FILE)) return send(status, NOT_FOUND_FILE, path);
      return { status, headers: { "content-type": CONTENT_TYPES.txt }, text: `${title}: not found\n` };
    },
  };
}

/** Answers by the rules of `_redirects`, or of the printed configuration. */
function ruleAnswers(rules: HostRules, site: HostedSite, { has, notFound }: Sender): Step {
  const configuredRules = rules.isConfigured ? configured(site) : [];
  const all = rules.readsRulesAs
    ? redirectsInside(site.basePath, readRedirectsFile(site.redirectsFile, rules).rules)
    : configuredRules;
  return ({ target, query, path, key }) => {
    const rule = all.find((each) => matches(each, target, path, rules));
    if (!rule || (!rule.isForced && (has(key) || has(indexOf(key))))) return undefined;
    return rule.status >= 400 ? notFound(path, rule.status) : redirectTo(rule.status, withQuery(rule.to, query));
  };
}

/** Answers by objects that redirect. */
function objectAnswers(rules: HostRules, site: HostedSite): Step {
  const targets = new Map(objectsOf(rules, site).redirects.map(({ key, to }) => [key, to]));
  return ({ path, key }) => {
    const to = targets.get(key) ?? (path.endsWith("/") ? targets.get(indexOf(key)) : undefined);
    return to === undefined ? undefined : redirectTo(301, to);
  };
}

/** Answers with a file of the site, or a redirect to its address. */
function fileAnswers(rules: HostRules, site: HostedSite, { has, send }: Sender): Step {
  const { folder, shortens, dropsEnding } = rules;
  const keys = new Map(objectsOf(rules, site).keys.map(({ key, file }) => [key, file]));
  return ({ query, path, key }) => {
    if (shortens && key.endsWith(".html") && has(key))
      return redirectTo(shortens, `${encodeURI(`/${key.replace(/(?:(?<=^|\/)index)?\.html$/, "")}`)}${query}`);
    const file = keys.get(key) ?? (has(key) ? key : undefined);
    if (file !== undefined) return send(200, file, path);
    if (path.endsWith("/") || key === "")
      return folder !== "keys" && has(indexOf(key)) ? send(200, indexOf(key), path) : undefined;
    if (dropsEnding && has(`${key}.html`)) return send(200, `${key}.html`, path);
    if (!has(`${key}/index.html`) || folder === "keys") return undefined;
    if (folder === "page") return send(200, `${key}/index.html`, path);
    return redirectTo(folder.status, `${encodeURI(`/${key}`)}/${folder.keepsQuery ? query : ""}`);
  };
}

const indexOf = (key: string): string => (key === "" || key.endsWith("/") ? `${key}index.html` : key);

/** The rules that `eventsite host` writes into the configuration of a server. */
const configured = ({ redirects, gone }: MovedAddresses): RedirectRule[] => [
  ...redirects.map(({ from, to }) => ({ from, to: encodeTarget(to), status: 301, isForced: true })),
  ...gone.map((from) => ({ from, to: NOT_FOUND_ADDRESS, status: 410, isForced: true })),
];

/** Cloudflare compares addresses exactly. For all others, an address with and without its slash is the same. */
function matches({ from }: RedirectRule, target: string, path: string, { readsRulesAs }: HostRules): boolean {
  if (readsRulesAs === "cloudflare") return from === target;
  return bareAddress(decodePath(from) ?? from) === bareAddress(path);
}

/** Keeps the query, unless the target has its own or leads to a part of a page. */
const withQuery = (to: string, query: string): string => (/[?#]/.test(to) ? to : to + query);
