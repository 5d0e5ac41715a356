import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { servedAt, start, treeOf } from "../support/process/command.ts";
import { openSite, withSite } from "../support/site/with-site.ts";

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a server sent
  readonly body: any;
}

interface Editing {
  readonly root: string;
  readonly url: string;
  read(file: string): string;
  page(path: string): Promise<string>;
  /** As an open page asks, but for what is given; a header that is undefined is left out. */
  ask(path: string, body: unknown, headers?: Record<string, string | undefined>, method?: string): Promise<Answer>;
  /** Puts words into the place of those that stand there. */
  save(place: object, text: string): Promise<Answer>;
}

const home = "content/pages/home.yaml";
const heading = { file: home, path: ["sections", 0, "heading"] };

/** Without what is undefined. */
const given = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));

function send(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: answer.statusCode ?? 0, body: text.startsWith("{") ? JSON.parse(text) : text });
      });
    });
    sent.on("error", reject).end(body);
  });
}

/** Until it is ended. */
async function openEditing(flags: readonly string[]): Promise<Editing & { end(): Promise<void> }> {
  const { root, read, close } = openSite();
  const editor = join(root, "an editor's.sh");
  writeFileSync(editor, '#!/bin/sh\nprintf "%s|" "$@" > asked.part && mv asked.part asked.txt\n', { mode: 0o755 });
  const server = start(["serve", "--port", "0", ...flags], {
    cwd: root,
    env: { EVENTSITE_EDITOR: `"${editor}" --wait 'two words'` },
  });
  const url = await servedAt(server);
  const client = await (await fetch(`${url}/@eventsite/client.js`)).text();
  const token = /"token":"([^"]+)"/.exec(client)?.[1] ?? "";
  const ask: Editing["ask"] = (path, body, more = {}, method = "POST") => {
    const headers = given({
      ...{ "content-type": "application/json", origin: url, "x-eventsite-token": token },
      ...{ "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", ...more },
    });
    return send(url + path, method, headers, method === "GET" ? undefined : JSON.stringify(body));
  };
  return {
    root,
    url,
    read,
    page: async (path) => (await fetch(url + path)).text(),
    ask,
    async save(place, text) {
      const { body } = await ask("/@eventsite/text", place);
      return ask("/@eventsite/save", { ...place, was: body.text, fileHash: body.fileHash, text });
    },
    async end() {
      server.kill("SIGINT");
      await server.finished;
      close();
    },
  };
}

async function editing(use: (site: Editing) => Promise<void>, flags = ["--edit"]): Promise<void> {
  const site = await openEditing(flags);
  await use(site).finally(site.end);
}

/** The first line of events that holds the words. */
function firstEvent(url: string, headers: Record<string, string>, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        if (!text.includes(words)) return;
        asked.destroy();
        resolve(text);
      });
    });
    asked.on("error", reject).end();
  });
}

/** For many questions that change nothing. */
let site: Awaited<ReturnType<typeof openEditing>>;
beforeAll(async () => {
  site = await openEditing(["--edit"]);
});
afterAll(() => site.end());

test("a text is asked for, changed in its file alone, and on the page at once; and goes back to the byte", () =>
  editing(async ({ root, read, page, ask, save }) => {
    const before = read(home);
    const others = treeOf(join(root, "content"));
    expect((await ask("/@eventsite/text", heading)).body).toMatchObject({
      text: "Ready before the doors open",
      line: 5,
      kind: "text",
    });
    const { status, body } = await save(heading, "Open: at eight");
    expect({ status, body }).toMatchObject({ status: 200, body: { file: home, line: 5 } });
    expect(read(home)).toBe(before.replace("Ready before the doors open", '"Open: at eight"'));
    expect(await page("/")).toMatch(/<h1[^>]*>Open: at eight<\/h1>/);
    expect(body.history).toEqual({ undo: 1, redo: 0 });
    expect((await ask("/@eventsite/history", { direction: "undo" })).body).toMatchObject({ file: home, line: 5 });
    expect((await ask("/@eventsite/history", {})).body).toEqual({ undo: 0, redo: 1 });
    expect((await ask("/@eventsite/history", { direction: "back" })).status).toBe(400);
    expect(await page("/")).toMatch(/<h1[^>]*>Ready before the doors open<\/h1>/);
    expect(treeOf(join(root, "content"))).toEqual(others);
  }));

describe("only a page of this server, in a browser on this machine, may change a text", () => {
  test.each<[string, Record<string, string | undefined>, string?]>([
    ["no token", { "x-eventsite-token": undefined }],
    ["another session's token", { "x-eventsite-token": "x".repeat(32) }],
    ["a foreign host", { host: "evil.example" }],
    ["a foreign host with our port", { host: "localhost.evil.example:4321" }],
    ["a foreign origin", { origin: "https://evil.example" }],
    ["no origin a browser would name", { origin: "null" }],
    ["a page of another port", { "sec-fetch-site": "same-site" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["an address that was typed", { "sec-fetch-site": "none" }],
    ["a form", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }],
    ["a frame", { "sec-fetch-dest": "iframe" }],
    ["a request without CORS", { "sec-fetch-mode": "no-cors" }],
    ["a request that was passed on for another", { "x-forwarded-for": "203.0.113.7" }],
  ])("%s", async (_, headers) => {
    const { root, read, ask } = site;
    const before = read(home);
    const { fileHash } = (await ask("/@eventsite/text", heading)).body;
    const edit = { ...heading, was: "Ready before the doors open", fileHash, text: "Mine" };
    const asked = { save: edit, text: heading, history: { direction: "undo" }, open: { path: join(root, home) } };
    for (const [path, body] of Object.entries(asked))
      expect([path, (await ask(`/@eventsite/${path}`, body, headers)).status]).toEqual([path, 403]);
    expect(existsSync(join(root, "asked.txt"))).toBe(false);
    expect(read(home)).toBe(before);
  });

  test("and asks as its script does", async () => {
    const statusOf = async (body: unknown, headers = {}, method = "POST") =>
      (await site.ask("/@eventsite/save", body, headers, method)).status;
    expect(await statusOf({}, {}, "GET")).toBe(405);
    for (const type of ["text/plain", "application/x-www-form-urlencoded"])
      expect(await statusOf({}, { "content-type": type })).toBe(415);
    expect(await statusOf({ ...heading, text: "x".repeat(5_100_000) })).toBe(413);
    const wrong = [
      { ...heading, was: 1, text: 2, fileHash: 3 },
      { file: home, path: "title" },
    ];
    for (const body of [{}, [], null, "x", heading, ...wrong]) expect(await statusOf(body)).toBe(400);
  });
});

describe("an editor is opened", () => {
  test("with the arguments that are named for it, at the place", () =>
    editing(async ({ root, ask }) => {
      const path = join(root, home);
      expect((await ask("/@eventsite/open", { path, line: 5, column: 7 })).status).toBe(204);
      const asked = join(root, "asked.txt");
      while (!existsSync(asked)) await sleep(20);
      expect(readFileSync(asked, "utf8")).toBe(`--wait|two words|${path}|5|7|`);
    }));

  test("for files of the site alone: see unit/cli/edit/place-in-editor.test.ts", async () => {
    const { root, ask } = site;
    const [folder, around] = [join(root, "content/pages"), `${root}/content/../an editor's.sh`];
    for (const path of [folder, around, home, "--version", undefined, 1])
      expect((await ask("/@eventsite/open", { path })).status).toBe(403);
    expect(existsSync(join(root, "asked.txt"))).toBe(false);
  });
});

describe("a file stays as it was", () => {
  test("of two pages that save at once, one gets the report that the file has changed", () =>
    editing(async ({ read, ask }) => {
      const before = read(home);
      const { fileHash } = (await ask("/@eventsite/text", heading)).body;
      const edit = (text: string) => ({ ...heading, was: "Ready before the doors open", fileHash, text });
      const answers = await Promise.all(["One", "Two", "Three"].map((text) => ask("/@eventsite/save", edit(text))));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const winner = ["One", "Two", "Three"][answers.findIndex(({ status }) => status === 200)] ?? "";
      expect(read(home)).toBe(before.replace("Ready before the doors open", winner));
    }));
});

describe("without --edit", () => {
  test("nothing of it is there, watched or not", async () => {
    for (const flags of [["--watch"], []])
      await editing(async ({ read, url, ask }) => {
        const before = read(home);
        const edit = { ...heading, was: "Ready before the doors open", fileHash: "", text: "Mine" };
        for (const path of ["/@eventsite/text", "/@eventsite/save"]) {
          const { status } = await ask(path, edit);
          expect(status).toBe(flags.length > 0 ? 404 : 405);
        }
        const client = await (await fetch(`${url}/@eventsite/client.js`)).text();
        expect(client).not.toMatch(/@eventsite\/save|Changing texts/);
        expect(read(home)).toBe(before);
      }, flags);
  });

  test("and nothing of it is ever in what is built", () =>
    editing(
      async ({ root, save }) => {
        expect((await save(heading, "Open")).status).toBe(200);
        const page = join(root, "dist/index.html");
        while (!existsSync(page) || !readFileSync(page, "utf8").includes(">Open<")) await sleep(20);
        for (const [path] of Object.entries(treeOf(join(root, "dist"))).filter(([path]) => /\.(?:html|js)$/.test(path)))
          expect(readFileSync(join(root, "dist", path), "utf8")).not.toMatch(/@eventsite|Changing texts/);
      },
      ["--edit", "--out", "dist"],
    ));
});

test("other machines may look and not save, which the terminal says", async () => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === "IPv4" && !each.internal)?.address;
  await withSite({}, async ({ root }) => {
    const server = start(["serve", "--edit", "--port", "0", "--host", "0.0.0.0"], { cwd: root });
    try {
      const [, url = ""] = await server.said(/pages at (http:\/\/\S+) \(watching; texts can be changed in the pages; /);
      await server.said(/Other machines can see the pages; texts can only be saved on this machine\./);
      const token = /"token":"([^"]+)"/.exec(await (await fetch(`${url}/@eventsite/client.js`)).text())?.[1] ?? "";
      const post = (address: string, body: object, more = {}) =>
        send(
          address,
          "POST",
          { "content-type": "application/json", "x-eventsite-token": token, ...more },
          JSON.stringify(body),
        );
      expect((await post(`${url}/@eventsite/text`, heading)).status).toBe(200);
      // A visitor who cannot save cannot type.
      const clientFor = async (headers: Record<string, string>) =>
        (await send(`${url}/@eventsite/client.js`, "GET", headers)).body;
      const elsewhere = { "x-forwarded-for": "203.0.113.7" };
      expect(await clientFor({})).toMatch(/@eventsite\/save.*Changing texts/s);
      expect(await clientFor(elsewhere)).not.toMatch(/@eventsite\/(?:save|open)|Changing texts|"token"/);
      expect(await clientFor(elsewhere)).not.toContain(token);
      // Nor does it learn where this machine keeps its files.
      writeFileSync(join(root, "content/pages/contact.yaml"), "titel: x\n");
      for (const [headers, isHere] of [
        [{}, true],
        [elsewhere, false],
      ] as const) {
        expect(await firstEvent(`${url}/@eventsite/events?url=/`, headers, "titel")).toSatisfy(
          (text: string) => text.includes(root) === isHere,
        );
        const answer = (await send(`${url}/@eventsite/words?url=/`, "GET", headers)).body;
        expect(JSON.stringify(answer).includes(root)).toBe(isHere);
        expect(Object.keys(answer.paths).length > 0).toBe(isHere);
      }
      expect((await post(`${url}/@eventsite/open`, { path: join(root, home) }, elsewhere)).status).toBe(403);
      // This machine by another of its names is this machine.
      const byAddress = `${url.replace("localhost", address ?? "localhost")}/@eventsite/text`;
      expect((await post(byAddress, heading)).status).toBe(200);
      renameSync(join(root, "content"), join(root, "moved"));
      expect(await firstEvent(`${url}/@eventsite/events?url=/`, elsewhere, "NO_CONTENT")).not.toContain(root);
    } finally {
      server.kill("SIGINT");
      await server.finished;
    }
  });
});

describe("--open", () => {
  test("shows the address in the browser that BROWSER names, and goes on without one", () =>
    withSite({}, async ({ root }) => {
      const seen = join(root, "seen.txt");
      const browser = join(root, "browser.sh");
      writeFileSync(browser, `#!/bin/sh\nprintf '%s' "$*" > "${seen}"\n`);
      chmodSync(browser, 0o755);
      for (const [name, shown] of [
        [`missing-browser:${browser} --new %s`, (url: string) => `--new ${url}`],
        ["missing-browser", undefined],
      ] as const) {
        rmSync(seen, { force: true });
        const server = start(["serve", "--open", "--port", "0"], { cwd: root, env: { BROWSER: name } });
        const [, url = ""] = await server.said(/pages at (http:\/\/\S+) /);
        if (shown) {
          while (!existsSync(seen) || readFileSync(seen, "utf8") === "") await sleep(20);
          expect(readFileSync(seen, "utf8")).toBe(shown(url));
        }
        server.kill("SIGINT");
        expect(await server.finished).toMatchObject({ code: 130, stderr: "" });
      }
    }));
});
