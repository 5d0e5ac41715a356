import { contentHash } from "../../../files/content-hash.ts";
import { CACHE_CONTROL, isText } from "../../../hosting/file-headers.ts";
import { encodeTarget, spellings } from "../../../hosting/redirect-files.ts";
import { NOT_FOUND_ADDRESS } from "../../../routes/addresses.ts";
import { basePathOf, belowBase } from "../../../routes/base-path.ts";
import {
  CALL_PATHS,
  type ConfigInput,
  comment,
  endingsByType,
  hostNameOf,
  quote,
  RELAY_BODY_KB,
  RELAY_UPSTREAM,
  relayPlace,
  rulesByHeader,
  withoutCharset,
} from "./config-input.ts";

/**
 * The name of a site's maps and zones. nginx shares names among all sites of a machine, and allows 46 characters. The hash is that of the whole
 * address: the part before it may be cut, or be the same for another site.
 */
const nameOf = (url: string): string =>
  `eventsite_${hostNameOf(url)
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 20)}_${contentHash(url).slice(0, 6)}`;

const relayZone = (name: string): string => `limit_req_zone $binary_remote_addr zone=${name}_relay:1m rate=60r/m;\n`;

/** The part of the configuration for a relay alone, for the manual. */
export function nginxRelay(host: string): string {
  const name = nameOf(`https://${host}`);
  return `${relayZone(name)}\n${redirectServer([host])}\n${relayServer(host, name, true)}`;
}

/** A file for nginx's `http` block, in which Debian and the official image include /etc/nginx/conf.d/*.conf. */
export function nginxConfig(input: ConfigInput): string {
  const host = hostNameOf(input.url);
  const base = basePathOf(input.url);
  const relay = relayPlace(input);
  const isSecure = new URL(input.url).protocol === "https:";
  const names = [host, ...(relay.kind === "host" ? [relay.host] : [])];
  const name = nameOf(input.url);
  const zone = relay.kind === "none" ? "" : `${relayZone(name)}\n`;
  return `${comment(`${input.url} on nginx, by \`eventsite host nginx\`. Write it again when addresses or headers change.
Save it as /etc/nginx/conf.d/${host}.conf, with the site in ${input.root}, then: nginx -t && nginx -s reload
${isSecure ? `The certificate first: certbot certonly --webroot -w ${CHALLENGE_ROOT} ${names.map((name) => `-d ${name}`).join(" ")}\n` : ""}Where the machine has IPv6, repeat each \`listen\` with [::]: before the port.`)}

${headerMaps(input, name)}
${zone}${isSecure ? `${redirectServer(names)}\n` : ""}server {
${listen(names, isSecure)}  server_name ${host};
${files(input)}  index index.html;
  absolute_redirect off;
  server_tokens off;

${types()}
${addedHeaders(input, name)}
  error_page 404 410 ${base}${NOT_FOUND_ADDRESS};
  location = ${base}/_headers { return 404; }
  location = ${base}/_redirects { return 404; }
  # What \`eventsite deploy\` keeps beside the site.
  location ^~ ${base}/.eventsite/ { return 404; }
${oldAddresses(input)}${relay.kind === "path" ? callLocations(relay.path, name, isSecure) : ""}}
${relay.kind === "host" ? `\n${SHARED_RELAY}${relayServer(relay.host, name, isSecure, host)}` : ""}`;
}

/** If the site is below a path, the server has nothing else: other sites of this host are added beside its locations. */
function files({ url, root }: ConfigInput): string {
  const base = basePathOf(url);
  if (base === "") return `  root ${quote(root)};\n`;
  const folder = `${root.replace(/\/+$/, "")}/`;
  return `  location ${base}/ { alias ${quote(folder)}; }
  location = ${base} { return 301 ${base}/$is_args$args; }
  location / { return 404; }
`;
}

/** The root of Debian's web server, where certbot proves that the name is ours. */
const CHALLENGE_ROOT = "/var/www/html";
/** A year. */
const HSTS = 'add_header Strict-Transport-Security "max-age=31536000" always;';

const SHARED_RELAY = "# Where another site of this machine has the same relay, leave this server out here.\n";

/** Redirects http to https. */
const redirectServer = (names: readonly string[]): string => `server {
  listen 80;
  server_name ${names.join(" ")};
  location ^~ /.well-known/acme-challenge/ { root ${CHALLENGE_ROOT}; }
  location / { return 301 https://$host$request_uri; }
}
`;

/** certbot names the certificate after the first name. */
const listen = ([certificate]: readonly string[], isSecure: boolean): string =>
  isSecure
    ? `  listen 443 ssl http2;
  ssl_certificate /etc/letsencrypt/live/${certificate}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${certificate}/privkey.pem;
  ${HSTS}
`
    : "  listen 80;\n";

/** nginx would read a $ as the beginning of a variable. */
const literal = (text: string): string => quote(text.replaceAll("$", "%24"));

/** Variables for headers that differ by file, within the length that nginx allows. */
const VARIABLES: Readonly<Record<string, string>> = { "Cache-Control": "caching", "Content-Security-Policy": "policy" };

const variable = (site: string, header: string): string =>
  `${site}_${VARIABLES[header] ?? header.toLowerCase().replaceAll("-", "_").slice(0, 8)}`;

/** All headers of the site. One that differs by file is a variable. */
function addedHeaders({ headers }: ConfigInput, site: string): string {
  const values = rulesByHeader(headers).map(([name, [first, ...others]]) => [
    name,
    others.length === 0 && first?.path === "/*" ? quote(first.value) : `$${variable(site, name)}`,
  ]);
  return [...values, ["Cache-Control", `$${variable(site, "Cache-Control")}`]]
    .map(([name, value]) => `  add_header ${name} ${value} always;\n`)
    .join("");
}

/** Maps for headers that differ by file. If several rules apply to a file, browsers apply all values of a policy. */
function headerMaps({ url, headers }: ConfigInput, site: string): string {
  const base = basePathOf(url);
  const maps = rulesByHeader(headers)
    .filter(([, rules]) => rules.length > 1 || rules[0]?.path !== "/*")
    .map(([name, rules]) => {
      const shared = rules.find(({ path }) => path === "/*")?.value;
      const others = rules.filter(({ path }) => path !== "/*");
      return map(
        variable(site, name),
        shared ?? "",
        others.map(({ path, value }) => [pattern(base + path), shared === undefined ? value : `${shared}, ${value}`]),
      );
    });
  const cache = map(variable(site, "Cache-Control"), CACHE_CONTROL.page, [
    [pattern(`${base}/assets/*`), CACHE_CONTROL.asset],
    [pattern(`${base}${NOT_FOUND_ADDRESS}`), CACHE_CONTROL["not-found"]],
  ]);
  return [...maps, cache].join("");
}

const map = (name: string, base: string, rows: readonly (readonly [string, string])[]): string =>
  `map $uri $${name} {\n  default ${quote(base)};\n${rows.map(([key, value]) => `  ${quote(key)} ${quote(value)};\n`).join("")}}\n`;

/** Always a regular expression: an exact key of nginx has at most 46 characters. */
function pattern(path: string): string {
  const [, start = "", star] = /^(.*?)(\*?)$/.exec(path) ?? [];
  return `~^${start.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}${star ? "" : "$"}`;
}

function types(): string {
  const rows = [...endingsByType()].map(([type, endings]) => `    ${withoutCharset(type)} ${endings.join(" ")};`);
  const texts = [...endingsByType().keys()].filter((type) => isText(type) && !type.startsWith("text/html"));
  const charset = texts.filter((type) => type.includes("charset")).map(withoutCharset);
  return `  types {
${rows.join("\n")}
  }
  default_type application/octet-stream;
  charset utf-8;
  charset_types ${charset.join(" ")};
  gzip on;
  gzip_vary on;
  gzip_proxied any;
  gzip_min_length 1024;
  gzip_types ${texts.map(withoutCharset).join(" ")};
`;
}

function oldAddresses({ url, redirects, gone }: ConfigInput): string {
  const base = basePathOf(url);
  // nginx compares decoded addresses.
  const both = (address: string) => spellings(address).map((each) => base + decodeURI(each));
  const leads = redirects.flatMap(({ from, to }) => {
    const target = literal(belowBase(base, encodeTarget(to))).slice(0, -1);
    const query = /[?#]/.test(to) ? "" : "$is_args$args";
    return both(from).map((address) => `  location = ${quote(address)} { return 301 ${target}${query}"; }\n`);
  });
  const ends = gone.flatMap((address) => both(address).map((each) => `  location = ${quote(each)} { return 410; }\n`));
  return [...leads, ...ends].join("");
}

const proxy = (upstream: string, site: string, indent: string): string =>
  [
    `client_max_body_size ${RELAY_BODY_KB}k;`,
    `limit_req zone=${site}_relay burst=60 nodelay;`,
    "limit_req_status 429;",
    "error_page 413 @eventsite_too_large;",
    "error_page 429 @eventsite_too_many;",
    "# The relay of another site on this machine has another port (PORT).",
    `proxy_pass http://${upstream};`,
    "proxy_set_header Host $host;",
    "# The visitor's address alone: what a visitor writes there is not passed on. The relay needs RELAY_TRUST_PROXY=1.",
    "proxy_set_header X-Forwarded-For $remote_addr;",
    "proxy_set_header X-Forwarded-Proto $scheme;",
    "proxy_read_timeout 60s;",
    "proxy_hide_header Strict-Transport-Security;",
  ]
    .map((line) => `${indent}${line}\n`)
    .join("");

/** Refusals of nginx itself, in the form of the relay's refusals. Any page may read them: they hold no data. */
function refusals(isSecure: boolean): string {
  const answers = [
    ["eventsite_too_large", 413, "payload_too_large", "The request is too large.", "Shorten the message."],
    ["eventsite_too_many", 429, "rate_limited", "Too many requests came from here.", "Try again in a minute."],
  ] as const;
  return answers
    .map(([name, status, code, message, hint]) => {
      const body = { data: null, error: { message, details: null, hint, code, requestId: null, fields: [] } };
      return `  location @${name} {
    internal;
    default_type "application/json; charset=utf-8";
    add_header Access-Control-Allow-Origin "*" always;
    add_header Access-Control-Expose-Headers "retry-after" always;
    add_header Cache-Control no-store always;
${isSecure ? `    ${HSTS}\n` : ""}${status === 429 ? "    add_header Retry-After 60 always;\n" : ""}    return ${status} '${JSON.stringify(body)}';
  }
`;
    })
    .join("");
}

/** The two addresses that forms are posted to. */
const callLocations = (path: string, site: string, isSecure: boolean): string =>
  CALL_PATHS.map(
    (call) => `  location = ${quote(path + call)} {\n${proxy(`${RELAY_UPSTREAM}${call}`, site, "    ")}  }\n`,
  ).join("") + refusals(isSecure);

/** A relay under a name of its own. `certificate` is the name of a certificate that it shares. */
const relayServer = (host: string, site: string, isSecure: boolean, certificate = host): string => `server {
${listen([certificate], isSecure)}  server_name ${host};
  server_tokens off;
  location / {
${proxy(RELAY_UPSTREAM, site, "    ")}  }
${refusals(isSecure)}}
`;
