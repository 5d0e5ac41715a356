// `serve --watch` over a copy of the frozen site's content and the project's templates, for tests that change them while a browser looks on.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { openVisitor } from "../browser/visitor.ts";
import { appears, type Running, servedAt, start } from "../process/command.ts";
import { copyTemplates, openSite } from "./with-site.ts";

export interface LiveSite {
  readonly root: string;
  readonly url: string;
  readonly server: Running;
  /** Paths are relative to the root. */
  read(path: string): string;
  write(path: string, text: string): void;
  /** Saves the file with the first `before` in it changed. */
  replace(path: string, before: string, after: string): void;
  /** Gives files that were read or written here their first text back, so that a test finds them as they were, on a second try too. */
  restore(): void;
  /** What an editor is asked to open while something is done, as "content/site.yaml:3:1". */
  opened(act: () => Promise<unknown>): Promise<string>;
  /** Opens a page once it hears of changes; what goes wrong in it fails the test. */
  visit(path: string, use: (page: Page) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Replaces an editor: writes down what it was asked to open. */
const EDITOR = '#!/bin/sh\nprintf "%s:%s:%s" "$1" "$2" "$3" > asked.part && mv asked.part asked.txt\n';

/** Serves until it is closed: close it in `afterAll`. */
export async function openLiveSite(browser: Browser, flag: "--watch" | "--edit"): Promise<LiveSite> {
  const site = openSite({}, "frozen");
  const { root } = site;
  copyTemplates(root);
  writeFileSync(join(root, "editor.sh"), EDITOR, { mode: 0o755 });
  const server = start(["serve", flag, "--port", "0"], { cwd: root, env: { EVENTSITE_EDITOR: "./editor.sh" } });
  const url = await servedAt(server);
  const first = new Map<string, string | null>();
  const remember = (path: string) => {
    if (!first.has(path)) first.set(path, existsSync(join(root, path)) ? site.read(path) : null);
  };
  const read = (path: string) => {
    remember(path);
    return site.read(path);
  };
  const write = (path: string, text: string) => {
    remember(path);
    site.write({ [path]: text });
  };
  return {
    root,
    url,
    server,
    read,
    write,
    replace(path, before, after) {
      remember(path);
      site.edit(path, before, after);
    },
    restore() {
      for (const [path, text] of first)
        if (text === null || !existsSync(join(root, path)) || site.read(path) !== text) site.write({ [path]: text });
      first.clear();
    },
    async opened(act) {
      rmSync(join(root, "asked.txt"), { force: true });
      const asked = appears(root, /^asked\.txt$/, server);
      await act();
      await asked;
      return site.read("asked.txt").slice(root.length + 1);
    },
    async visit(path, use) {
      const visitor = await openVisitor(browser);
      try {
        const listening = Promise.all([
          visitor.page.waitForRequest(/@eventsite\/events/),
          visitor.page.waitForResponse((answer) => answer.request().resourceType() === "fetch"),
        ]);
        await visitor.page.goto(url + path);
        await listening;
        await use(visitor.page);
        // A page that is left lets go of its line to the server, and words that are refused are reported by the page itself.
        const isMeant = (each: string) => /@eventsite\/events.*ERR_ABORTED|\b(?:409|422)\b/.test(each);
        const issues = visitor.issues.filter((each) => !isMeant(each));
        if (issues.length > 0) throw new Error(issues.join("\n"));
      } finally {
        await visitor.close();
      }
    },
    async close() {
      server.kill("SIGINT");
      await server.finished;
      site.close();
    },
  };
}
