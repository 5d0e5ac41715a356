import { CACHE_CONTROL } from "../../../hosting/file-headers.ts";
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
} from "./config-input.ts";

/** A Caddyfile. Caddy gets certificates and leads http to https by itself. */
export function caddyConfig(input: ConfigInput): string {
  const base = basePathOf(input.url);
  const relay = relayPlace(input);
  const call = relay.kind === "path" ? callRoutes(relay.path) : "";
  return `${comment(`${input.url} on Caddy, by \`eventsite host caddy\`. Write it again when addresses or headers change.
Save it as /etc/caddy/Caddyfile, with the site in ${input.root}, then: caddy validate --config /etc/caddy/Caddyfile && caddy reload --config /etc/caddy/Caddyfile`)}

${hostNameOf(input.url)} {
	root * ${quote(input.root)}
${base === "" ? site(input) + call : call + belowPath(base, site(input))}	handle_errors {
		rewrite * ${NOT_FOUND_ADDRESS}
		header Content-Type "text/html; charset=utf-8"
		header Cache-Control ${quote(CACHE_CONTROL["not-found"])}
		file_server
	}
}
${relay.kind === "host" ? `\n# Where another site of this machine has the same relay, leave this one out here.\n${relay.host} {\n${proxy("\t")}}\n` : ""}`;
}

const site = (input: ConfigInput): string => `	encode zstd gzip
${headers(input)}${oldAddresses(input)}${slash(input)}	@write not method GET HEAD
	respond @write 405
	file_server {
		hide _headers _redirects .eventsite
	}
`;

/** Within `handle_path`, paths are those of the site. */
const belowPath = (base: string, routes: string): string => `	redir ${base} ${base}/ 308
	handle_path ${base}/* {
${routes.replace(/^(?=.)/gm, "\t")}	}
	handle {
		error 404
	}
`;

/** Caddy adds the slash by itself, but loses the query before version 2.8. */
const slash = ({ url }: ConfigInput): string => `	@bare {
		file {path}/index.html
		not path */
		expression \`{query} != ""\`
	}
	redir @bare ${basePathOf(url)}{path}/?{query} 308
`;

/** One route keeps the order of the rules: otherwise Caddy would apply those for all files last. */
function headers({ headers: rules }: ConfigInput): string {
  const siteHeaders = rulesByHeader(rules).flatMap(([name, ruleList]) =>
    ruleList.map(({ path, value }) =>
      path === "/*" ? `header ${name} ${quote(value)}` : `header ${path} +${name} ${quote(value)}`,
    ),
  );
  const cache = [
    `header Cache-Control ${quote(CACHE_CONTROL.page)}`,
    `header /assets/* Cache-Control ${quote(CACHE_CONTROL.asset)}`,
    `header ${NOT_FOUND_ADDRESS} Cache-Control ${quote(CACHE_CONTROL["not-found"])}`,
  ];
  return `${types()}	route {\n${[...siteHeaders, ...cache].map((line) => `\t\t${line}\n`).join("")}	}\n`;
}

/** Types of existing files: the not-found page has its own. Caddy knows the type of HTML, and sets types late. */
function types(): string {
  const declared = [...endingsByType()].filter(([, endings]) => !endings.includes("html"));
  return declared
    .map(
      ([type, endings], index) => `	@type${index} {
		path ${endings.map((ending) => `*.${ending}`).join(" ")}
		file
	}
	header @type${index} {
		Content-Type ${quote(type)}
		defer
	}
`,
    )
    .join("");
}

/** A table, so that a thousand old addresses cost a visitor nothing. The query is kept unless the target has its own. */
function oldAddresses({ url, redirects, gone }: ConfigInput): string {
  const rows = redirects.flatMap(({ from, to }) => {
    const target = belowBase(basePathOf(url), encodeTarget(to));
    return spellings(from).map(
      (address) => `\t\t${quote(decodeURI(address))} ${quote(target)} ${/[?#]/.test(to) ? "no" : "yes"}\n`,
    );
  });
  const table =
    rows.length === 0
      ? ""
      : `	map {path} {moved} {query_too} {
${rows.join("")}		default "" "no"
	}
	@moved_query expression \`{query_too} == "yes" && {query} != ""\`
	redir @moved_query {moved}?{query} 301
	@moved expression \`{moved} != ""\`
	redir @moved {moved} 301
`;
  const ends = gone.flatMap((address) => spellings(address).map((each) => quote(decodeURI(each))));
  return `${table}${ends.length === 0 ? "" : `	@gone path ${ends.join(" ")}\n	error @gone 410\n`}`;
}

const proxy = (indent: string): string =>
  [
    "request_body {",
    `\tmax_size ${RELAY_BODY_KB}KB`,
    "}",
    "# Caddy replaces X-Forwarded-For by the visitor's address. The relay needs RELAY_TRUST_PROXY=1.",
    "# The relay of another site on this machine has another port (PORT).",
    `reverse_proxy ${RELAY_UPSTREAM}`,
  ]
    .map((line) => `${indent}${line}\n`)
    .join("");

const callRoutes = (path: string): string => `	@relay path ${CALL_PATHS.map((call) => path + call).join(" ")}
	handle @relay {
${path === "" ? "" : `		uri strip_prefix ${path}\n`}${proxy("\t\t")}	}
`;
