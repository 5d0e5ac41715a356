// Sends the files of a built site as a host would: `serve --as`.

import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { HEADERS_FILE } from "../../hosting/host-headers.ts";
import { type HostName, rulesOf } from "../../hosting/hosts.ts";
import { REDIRECTS_FILE } from "../../hosting/redirect-files.ts";
import type { BuildResult } from "../../pipeline/run-stages.ts";
import { NOT_FOUND_ADDRESS } from "../../routes/addresses.ts";
import { belowBase } from "../../routes/base-path.ts";
import { addressInSite } from "../../serve/find-file.ts";
import { sendFile } from "../../serve/send-file.ts";
import { emulateHost, type HostAnswer } from "./emulate-host.ts";

/** Puts the path of the site in front of the location in an answer. */
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
    const address = addressInSite(request.url ?? "/", basePath);
    if (address.kind === "redirect") {
      response.writeHead(301, { location: address.location }).end();
      return;
    }
    const isOutside = address.kind === "outside";
    const { method = "GET" } = request;
    const answer = host({ method, url: isOutside ? NOT_FOUND_ADDRESS : address.url });
    const { headers, file, text = "" } = belowHost(basePath, answer);
    const status = isOutside ? 404 : answer.status;
    if (file === undefined) {
      response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : text);
      return;
    }
    const { compresses } = rules;
    if (!sendFile(request, response, { path: join(dir, file), status, headers: () => headers, compresses }))
      response.writeHead(404).end("The file is gone: build the site again.\n");
  };
}
