// The files of a built site, sent as a host would send them: `serve --as`.

import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { HEADERS_FILE } from "../../hosting/host-headers.ts";
import { type HostName, rulesOf } from "../../hosting/hosts.ts";
import { REDIRECTS_FILE } from "../../hosting/redirect-files.ts";
import type { BuildResult } from "../../pipeline/run-stages.ts";
import { NOT_FOUND_ADDRESS } from "../../routes/addresses.ts";
import { belowBase } from "../../routes/base-path.ts";
import { insideSite } from "../../serve/find-file.ts";
import { sendFile } from "../../serve/send-file.ts";
import { emulateHost, type HostAnswer } from "./emulate-host.ts";

/** An answer of the site as the host gives it, with the path of the site in front. */
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
  const textIn = (path: string) => (paths.includes(path) ? readFileSync(join(dir, path), "utf8") : "");
  const host = emulateHost(rules, {
    basePath,
    paths,
    redirects,
    gone,
    headersFile: textIn(HEADERS_FILE),
    redirectsFile: textIn(REDIRECTS_FILE),
  });
  return (request, response) => {
    const inside = insideSite(request.url ?? "/", basePath);
    if (inside !== undefined && "location" in inside) {
      response.writeHead(301, inside).end();
      return;
    }
    const { method = "GET" } = request;
    const answer = host({ method, url: inside?.url ?? NOT_FOUND_ADDRESS });
    const { headers, file, text = "" } = belowHost(basePath, answer);
    const status = inside === undefined ? 404 : answer.status;
    if (file === undefined) {
      response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : text);
      return;
    }
    const { compresses } = rules;
    if (!sendFile(request, response, { path: join(dir, file), status, headers: () => headers, compresses }))
      response.writeHead(404).end("The file is gone: build the site again.\n");
  };
}
