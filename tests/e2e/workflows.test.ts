// The examples of workflows, step by step, from a save in a hosted CMS to the live site: with a bare repository in place of the host.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listen } from "../support/process/listen.ts";
import { createRunner, type RunStep, runPipelineJob, runWorkflow } from "../support/process/workflow-runner.ts";
import { type Change, set } from "../support/site/changed-values.ts";
import { sveltiaFiles } from "../support/site/cms-files.ts";
import { commitAll, git } from "../support/site/committed-site.ts";
import { projectDir, withSite } from "../support/site/with-site.ts";

const example = (name: string) => readFileSync(join(projectDir, ".github/workflows/examples", name), "utf8");

const PAGE = "content/pages/contact.yaml";
const BRANCH = "cms/pages/contact";
const PREVIEW_URL = "https://preview.example.com";

interface Host {
  /** The bare repository. */
  readonly origin: string;
  readonly folder: string;
  readonly before: string;
  /** A fresh clone of a branch. */
  clone(branch: string): string;
  /** What a CMS does: the whole file written, without comments, on a branch of its own. */
  save(change: Change): void;
  /** What a target has. Default: the page that is saved. */
  published(target: "preview" | "live", file?: string): string;
}

const withHost = (act: (host: Host) => Promise<void> | void) =>
  withSite({ ".gitignore": ".eventsite/\ndist/\nreport.md\nchanges.html\n" }, async (site) => {
    const folder = join(site.root, "host");
    const origin = join(folder, "site.git");
    mkdirSync(folder);
    for (const target of ["preview", "live"]) mkdirSync(join(folder, target));
    site.edit("content/site.yaml", /$/, targetsIn(folder));
    site.edit(PAGE, /^title: /m, "# In the tab of the browser.\ntitle: ");
    site.write({ ".gitignore": `${site.read(".gitignore")}host/\n` });
    commitAll(site.root);
    git(site.root, "clone", "--quiet", "--bare", site.root, origin);
    git(origin, "config", "receive.advertisePushOptions", "true");
    let clones = 0;
    const clone = (branch: string) => {
      clones += 1;
      const path = join(folder, `clone-${clones}`);
      git(folder, "clone", "--quiet", "--branch", branch, origin, path);
      return path;
    };
    const branches = () => git(origin, "branch", "--list", "--format=%(refname:short)");
    await act({
      origin,
      folder,
      before: site.read(PAGE),
      clone,
      save(change) {
        const isThere = branches().includes(BRANCH);
        const path = clone(isThere ? BRANCH : "main");
        const values = sveltiaFiles.read(readFileSync(join(path, PAGE), "utf8"), false);
        writeFileSync(join(path, PAGE), sveltiaFiles.write(change(values), false, []));
        commitAll(path, "Update Page contact");
        git(path, "push", "--quiet", "origin", `HEAD:refs/heads/${BRANCH}`);
      },
      published: (target, file = "contact/index.html") => readFileSync(join(folder, target, file), "utf8"),
    });
  });

const targetsIn = (folder: string) => `
publish:
  preview: { to: "file:${folder}/preview", preview: true, url: "${PREVIEW_URL}" }
  live: { to: "file:${folder}/live", live: true }
`;

const failed = (steps: readonly RunStep[]) => steps.filter(({ status }) => status !== 0);
const linkToNowhere = set("sections.0.actions", [{ label: "Rooms", href: "/no-such-page" }]);
/** GitLab, as far as notes go. */
async function startApi() {
  const notes: string[] = [];
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await readText(request));
    notes.push(`${request.method} ${request.url} ${request.headers["private-token"]}\n${form.get("body")}`);
    response.writeHead(201).end("{}");
  });
  return { ...(await listen(server)), notes };
}

const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

test("GitHub: a save gets its comments back, a report and a preview; a mistake stops it; what is merged goes live", () =>
  withHost(async ({ origin, folder, before, clone, save, published }) => {
    const runner = createRunner(folder);
    const secrets = { "secrets.AWS_ACCESS_KEY_ID": "", "secrets.AWS_SECRET_ACCESS_KEY": "" };
    const env = { GIT_AUTHOR_DATE: "2026-01-02T12:00:00Z" };
    const publishLive = (more = {}) =>
      runWorkflow(
        example("deploy.yml"),
        { ...secrets, "secrets.EVENTSITE_DEPLOY_KEY": "a key of the test, long enough" },
        { cwd: clone("main"), env: { ...env, ...more }, runner },
      );
    const request = () =>
      runWorkflow(
        example("preview.yml"),
        {
          ...secrets,
          ...{
            "github.token": "t",
            "github.head_ref": BRANCH,
            "github.base_ref": "main",
            "vars.PREVIEW_URL": PREVIEW_URL,
          },
          "github.event.pull_request.number": "7",
        },
        { cwd: clone(BRANCH), env, runner },
      );
    expect(failed(await publishLive())).toEqual([]);

    save(set("title", "Write to us"));
    expect(git(origin, "diff", "--stat", "main", BRANCH)).not.toMatch(/1 insertion\(\+\), 1 deletion/);
    expect(failed(await request())).toEqual([]);
    expect(git(origin, "show", `${BRANCH}:${PAGE}`)).toBe(before.replace(/^title: .*/m, "title: Write to us"));
    expect([titleOf(published("preview")), titleOf(published("live"))]).toEqual([
      expect.stringContaining("Write to us"),
      expect.not.stringContaining("Write to us"),
    ]);
    const comment = readFileSync(runner.comments, "utf8");
    expect(comment).toMatch(/^pr comment 7 --body-file report\.md --edit-last --create-if-none$/m);
    expect(comment).toContain(`**No problems were found.**\n\n[See it as visitors would](${PREVIEW_URL})\n`);
    const once = git(origin, "rev-parse", BRANCH).trim();
    expect([failed(await request()), git(origin, "rev-parse", BRANCH).trim()]).toEqual([[], once]);

    save(linkToNowhere);
    expect(failed(await request()).map(({ name }) => name)).toEqual(["Check"]);
    expect(readFileSync(runner.comments, "utf8").slice(comment.length)).toMatch(
      /\*\*One problem keeps this from being published\.\*\*\n\n- \*\*content\/pages\/contact\.yaml, line \d+:\*\* .*no-such-page/,
    );
    expect(published("preview")).not.toContain("no-such-page");

    git(origin, "update-ref", "refs/heads/main", once);
    expect(failed(await publishLive())).toEqual([]);
    expect(titleOf(published("live"))).toContain("Write to us");
  }));

test("a schedule publishes what has a date when the date has come, and not before", () =>
  withHost(async ({ folder, clone, published }) => {
    const runner = createRunner(folder);
    const path = clone("main");
    const page = join(path, "content/pages/home.yaml");
    const dated = "    heading: Rooms for the holidays\n    publishFrom: 2100-01-01";
    writeFileSync(page, readFileSync(page, "utf8").replace(/(?<=- type: venue-list\n) {4}heading: .*/, dated));
    commitAll(path, "a date");
    git(path, "push", "--quiet", "origin", "HEAD:refs/heads/main");
    const clock = (moment: string) => ({
      NODE_OPTIONS: `--import ${projectDir}tests/support/process/shifted-clock.mjs?${moment}`,
    });
    const job = (moment: string) =>
      runPipelineJob(example("gitlab-ci.yml"), "live", { cwd: clone("main"), env: clock(moment), runner });
    const early = await job("2099-12-31T12:00Z");
    expect(failed(early)).toEqual([]);
    expect(early[0]?.output).toContain(
      "The next change by a date is due at 2100-01-01T00:00-05:00: deploy it again then.",
    );
    expect(published("live", "index.html")).not.toContain("Rooms for the holidays");
    expect(failed(await job("2100-01-01T12:00Z"))).toEqual([]);
    expect(published("live", "index.html")).toContain("Rooms for the holidays");
  }));

test("GitLab: a save gets its comments back on its branch, and a note with the report and the preview", () =>
  withHost(async ({ origin, folder, before, clone, save, published }) => {
    const runner = createRunner(folder);
    const api = await startApi();
    const token = "glpat-test";
    const request = () => {
      const cwd = clone(BRANCH);
      return runPipelineJob(example("gitlab-ci.yml"), "request", {
        cwd,
        runner,
        env: {
          ...{ PREVIEW_URL, EVENTSITE_TOKEN: token, CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: BRANCH },
          CI_MERGE_REQUEST_DIFF_BASE_SHA: git(cwd, "merge-base", "origin/main", "HEAD").trim(),
          ...{ CI_SERVER_PROTOCOL: "https", CI_SERVER_FQDN: "gitlab.test", CI_SERVER_HOST: "gitlab.test" },
          ...{ CI_PROJECT_PATH: "acme/site", CI_PROJECT_ID: "12", CI_MERGE_REQUEST_IID: "7", CI_API_V4_URL: api.url },
          ...{ GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: `url.${origin}.insteadOf` },
          GIT_CONFIG_VALUE_0: `https://eventsite:${token}@gitlab.test/acme/site.git`,
        },
      });
    };
    try {
      save(set("title", "Write to us"));
      expect(failed(await request())).toEqual([]);
      expect(git(origin, "show", `${BRANCH}:${PAGE}`)).toBe(before.replace(/^title: .*/m, "title: Write to us"));
      expect(titleOf(published("preview"))).toContain("Write to us");
      save(linkToNowhere);
      expect(failed(await request()).map(({ name }) => name)).toEqual(["script"]);
      const [first = "", second = ""] = api.notes;
      expect(first).toBe(
        `POST /projects/12/merge_requests/7/notes ${token}\n**No problems were found.**\n\n[See it as visitors would](${PREVIEW_URL})\n`,
      );
      expect(second).toMatch(/\*\*One problem keeps this from being published\.\*\*\n\n.*no-such-page/);
    } finally {
      await api.close();
    }
  }));
