// `deploy` killed or interrupted at random moments, with a visitor who fetches all pages and what they refer to without a pause.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assert, projectDir } from "./trial.mjs";

export const name = "A deploy killed at a random moment, with a visitor at work";

/** One round of so many is left to its end, and must be right. */
const WHOLE = 4;
const SIGNALS = ["SIGKILL", "SIGKILL", "SIGINT", "SIGTERM"];
const PAGES = ["", "contact/", "terms/", "services/gala-dinners/", "thank-you/", "try-again/"];

export async function run({ rounds, work, tell }) {
  cpSync(join(projectDir, "tests/fixtures/sites/small/content"), join(work, "content"), { recursive: true });
  const settings = join(work, "content/site.yaml");
  const text = `${readFileSync(settings, "utf8")}\npublish:\n  www: { to: "file:www" }\n`;
  const write = (round) => writeFileSync(settings, text.replace(/^( {2}copyright: ).*$/m, `$1"© State ${round}"`));
  const www = join(work, "www");
  const lease = join(www, ".eventsite/lease.json");

  const start = () => {
    const child = spawn(process.execPath, [join(projectDir, "cli/eventsite.cjs"), "deploy", "www", "--quiet"], {
      cwd: work,
      env: {
        ...process.env,
        EVENTSITE_IMAGE_CACHE: join(projectDir, ".eventsite/images"),
        XDG_CACHE_HOME: join(projectDir, ".eventsite/cache"),
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (words) => (said += words));
    return { child, ended: once(child, "close").then(([code]) => ({ code, said })) };
  };

  write(0);
  const first = await start().ended;
  assert(first.code === 0, `the first deploy ended with ${first.code}:\n${first.said}`);

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? "/").slice(1));
    const bytes = await readFile(join(www, path === "" || path.endsWith("/") ? `${path}index.html` : path)).catch(
      () => {},
    );
    response.writeHead(bytes ? 200 : 404).end(bytes);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const visitor = visit(`http://127.0.0.1:${server.address().port}/`);

  let kills = 0;
  let inTheMiddle = 0;
  /** From the lease to its end; learned from rounds that are not killed. */
  let writingMs = 200;
  try {
    for (let round = 1; round <= rounds; round++) {
      write(round);
      const { child, ended } = start();
      const isWhole = round % WHOLE === 0 || round === rounds;
      let isOver = false;
      ended.then(() => (isOver = true));
      while (!isOver && !existsSync(lease)) await sleep(2);
      const began = performance.now();
      if (!isWhole) {
        await sleep(Math.random() * writingMs * 0.7);
        if (!isOver && child.kill(SIGNALS[round % SIGNALS.length])) kills += 1;
      }
      const { code, said } = await ended;
      // The half minute passes after which the lease of a killed deploy no longer counts, and the ten seconds of its lock.
      if (!isWhole) for (const path of [lease, `${lease}.guard`]) rmSync(path, { recursive: true, force: true });
      if (!isWhole) inTheMiddle += code === 0 ? 0 : 1;
      else {
        writingMs = performance.now() - began;
        assert(code === 0, `round ${round} ended with ${code}:\n${said}`);
        for (const page of PAGES) {
          const html = readFileSync(join(www, page, "index.html"), "utf8");
          assert(html.includes(`© State ${round}`), `/${page} is not of round ${round}`);
        }
      }
      assert(visitor.failures.length === 0, `in round ${round}:\n${visitor.failures.join("\n")}`);
    }
  } finally {
    visitor.stop();
    await visitor.stopped;
    server.closeAllConnections();
    server.close();
  }
  tell(
    `${kills} kills, ${inTheMiddle} before the end; ${visitor.pages} pages and ${visitor.files} files were fetched meanwhile`,
  );
  assert(inTheMiddle >= rounds / 4, "too few deploys were cut off for this to mean anything");
  assert(visitor.pages > rounds, "too few pages were fetched for this to mean anything");
}

/** Fetches page after page, with every file that it refers to, until it is stopped. */
function visit(url) {
  const visitor = { failures: [], pages: 0, files: 0, stop: () => {}, stopped: undefined };
  let isStopped = false;
  visitor.stop = () => (isStopped = true);
  visitor.stopped = (async () => {
    while (!isStopped)
      for (const page of PAGES) {
        const answer = await fetch(url + page);
        const html = await answer.text();
        visitor.pages += 1;
        if (answer.status !== 200) visitor.failures.push(`/${page}: ${answer.status}`);
        if (!html.trimEnd().endsWith("</html>")) visitor.failures.push(`/${page} is cut off`);
        if (new Set(html.match(/© State \d+/g)).size !== 1) visitor.failures.push(`/${page} mixes two states`);
        for (const [, path] of html.matchAll(/(?:src|href)="\/(assets\/[^"#?]+)"/g)) {
          const file = await fetch(url + path);
          visitor.files += 1;
          await file.arrayBuffer();
          if (file.status !== 200) visitor.failures.push(`/${page} lacks ${path}`);
        }
      }
  })();
  return visitor;
}
