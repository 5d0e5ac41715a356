// The finished site as a host would serve it: the answers come from the host's rules, the bytes from the folder.
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { REDIRECTS_FILE } from "../../emit/redirect-files.ts";
import type { BuildResult } from "../../pipeline/run-stages.ts";
import { sendFile } from "../../serve/send-file.ts";
import { hostOf } from "./emulate-host.ts";
import { type HostName, rulesOf } from "./host-rules.ts";

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
    const { status, headers, file, text = "" } = host({ method: request.method ?? "GET", url: request.url ?? "/" });
    if (file === undefined) {
      response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : text);
      return;
    }
    if (!sendFile(join(dir, file), status, () => headers, rules.compresses, request, response))
      response.writeHead(404).end("The file is gone: build the site again.\n");
  };
}
