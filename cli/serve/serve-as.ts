// The finished site as a host would serve it: the answers come from the host's rules, the bytes from the folder.
import { createReadStream, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { REDIRECTS_FILE } from "../emit/redirect-files.ts";
import { type HostAnswer, hostOf } from "../hosts/answer-as.ts";
import { type HostName, rulesOf } from "../hosts/host-rules.ts";
import type { BuildResult } from "../pipeline/run-stages.ts";
import { isWorthPacking } from "./static-files.ts";

export function createHostAnswers(
  name: HostName,
  dir: string,
  { files, redirects, gone }: Pick<BuildResult, "files" | "redirects" | "gone">,
): (request: IncomingMessage, response: ServerResponse) => void {
  const rules = rulesOf(name);
  const paths = files.map(({ path }) => path);
  const textOf = (path: string) => (paths.includes(path) ? readFileSync(join(dir, path), "utf8") : "");
  const host = hostOf(rules, {
    paths,
    redirects,
    gone,
    headersFile: textOf("_headers"),
    redirectsFile: textOf(REDIRECTS_FILE),
  });
  return (request, response) => {
    const answer = host({ method: request.method ?? "GET", url: request.url ?? "/" });
    send(dir, answer, rules.compresses, request, response);
  };
}

function send(
  dir: string,
  { status, headers, file, text = "" }: HostAnswer,
  compresses: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (file === undefined) {
    response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : text);
    return;
  }
  const path = join(dir, file);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) {
    response.writeHead(404).end("The file is gone: build the site again.\n");
    return;
  }
  const isPacked = compresses && isWorthPacking(headers["content-type"] ?? "", request);
  response.writeHead(status, {
    ...headers,
    ...(isPacked ? { "content-encoding": "gzip", vary: "accept-encoding" } : { "content-length": stat.size }),
  });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  const bytes = createReadStream(path);
  if (isPacked) pipeline(bytes, createGzip(), response, () => {});
  else pipeline(bytes, response, () => {});
}
