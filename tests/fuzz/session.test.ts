// A site that is built again and again as its files change is the site that a build makes of the same files: byte for byte, and problem
// for problem. That goes for a session, and for builds into a folder, each of which knows the one before from its caches, also where one was killed.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import type { OutputFile } from "../../cli/emit/output-file.ts";
import { contentHash } from "../../cli/files/content-hash.ts";
import { type BuildFailedError, type BuildOptions, type BuildResult, build } from "../../cli/index.ts";
import type { PlannedSite } from "../../cli/pipeline/run-stages.ts";
import type { FinishedPage } from "../../cli/pipeline/stage-context.ts";
import { openSession, type SiteSession } from "../../cli/pipeline/watch-session.ts";
import { ageLocks, appears, start } from "../support/process/command.ts";
import { listFiles } from "../support/process/files.ts";
import { rounds } from "../support/process/rounds.ts";
import { imageCacheDir } from "../support/site/image-cache-dir.ts";
import { damage } from "../support/site/mutations.ts";
import { exampleDir, projectDir, withSite } from "../support/site/with-site.ts";

/** One change of a content folder, as an editor or a file manager makes it. */
type Step = (contentDir: string) => void;

const texts = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:yaml|md)$/.test(path))
    .sort();
const pick = <Item>(items: readonly Item[], share: number): Item | undefined => items[Math.floor(share * items.length)];
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const edited =
  (where: number, change: (text: string) => string): Step =>
  (dir) => {
    const path = pick(texts(dir), where);
    if (path === undefined) return;
    const text = readFileSync(join(dir, path), "utf8");
    writeFileSync(join(dir, path), change(text));
  };

const onEntry =
  (where: number, act: (path: string) => void): Step =>
  (dir) => {
    const path = pick(
      texts(dir).filter((each) => each.includes("/")),
      where,
    );
    if (path !== undefined) act(join(dir, path));
  };

const words = fc.constantFrom("Gala", "“Größe”", "{brand.name}", "Łódź", "x", "Évènement");

/** What was broken is fixed: a folder is as it was at the start. */
const mended =
  (original: string): Step =>
  (dir) => {
    rmSync(dir, { recursive: true });
    cpSync(resolve(projectDir, "tests/fixtures/sites", original), dir, { recursive: true });
  };

const mend = mended("small/content");

const step: fc.Arbitrary<Step> = fc.oneof(
  // Words of one line, whichever it is: a title that lists show, a text that one page shows, a reference.
  {
    weight: 5,
    arbitrary: fc.tuple(share, share, words).map(([where, line, word]) =>
      edited(where, (text) => {
        const lines = text.split("\n");
        const at = lines.findIndex((each, index) => index >= Math.floor(line * lines.length) && /: [A-Z]/.test(each));
        return at === -1 ? text : lines.with(at, (lines[at] ?? "").replace(/(: )([A-Z])/, `$1${word} $2`)).join("\n");
      }),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(share, damage).map(([where, change]) => edited(where, change)) },
  share.map((where) => onEntry(where, (path) => rmSync(path))),
  fc
    .tuple(share, fc.nat(20))
    .map(([where, number]) =>
      onEntry(where, (path) => cpSync(path, path.replace(/(@[\w-]+)?(\.\w+)$/, `-${number}$2`))),
    ),
  share.map((where) => onEntry(where, (path) => renameSync(path, path.replace(/(\.\w+)$/, "-renamed$1")))),
  // Saved by rename, as many editors do, and with the same bytes.
  share.map((where) => (dir: string) => {
    const path = join(dir, pick(texts(dir), where) ?? "site.yaml");
    writeFileSync(`${path}.tmp`, readFileSync(path));
    renameSync(`${path}.tmp`, path);
  }),
  share.map((where) => (dir: string) => {
    const icons = ["images/icons/icon-192.png", "images/icons/icon-512.png", "images/room.png"];
    const path = join(dir, pick(icons, where) ?? "");
    if (existsSync(path)) appendFileSync(path, "\0");
  }),
  // A picture that is cut short: its header is as it was.
  fc.constant<Step>((dir) => {
    const path = join(dir, "images/room.png");
    if (existsSync(path)) truncateSync(path, Math.floor(statSync(path).size * 0.7));
  }),
);

const mending = { weight: 4, arbitrary: fc.constant(mend) };
const smallStep = fc.oneof({ weight: 14, arbitrary: step }, mending);

async function outcome(run: () => Promise<Pick<PlannedSite, "routes" | "warnings" | "files">>) {
  try {
    const { files, routes, warnings } = await run();
    return { files: files.map(({ path, hash, bytes }) => [path, hash, bytes]), routes, warnings };
  } catch (error) {
    // Of these sources, or of the compiled program.
    if (error instanceof Error && error.name === "BuildFailedError") return (error as BuildFailedError).diagnostics;
    throw error;
  }
}

const STEPS = 14;

/** What is known of the builds before is lost or damaged now and then. */
const knowledge: fc.Arbitrary<(stateDir: string) => void> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(() => {}) },
  fc.constant((dir: string) => rmSync(dir, { recursive: true, force: true })),
  share.map((where) => (dir: string) => {
    const path = pick(existsSync(dir) ? readdirSync(dir) : [], where);
    if (path !== undefined) truncateSync(join(dir, path), Math.floor(statSync(join(dir, path)).size / 2));
  }),
);

/** With some changes, the session ends before and another begins after. */
const sessionStep = fc.tuple(smallStep, fc.option(knowledge, { freq: 2, nil: null }));

/** A build of the session with all of its files, two pages being open; again where pictures or unnamed files make it another. */
const sessionOutcome = (session: SiteSession, headersOnly: boolean, scan = session.scan()) =>
  outcome(async () => {
    const shown: (readonly [path: string, hash: string])[] = [];
    const wanted = () => ["index.html", "services/gala-dinners/index.html"];
    const onPage = ({ output, hash }: FinishedPage) => shown.push([output, hash]);
    const first = await session
      .build({ headersOnly, scan, requestedPages: wanted, deliverPage: onPage })
      .catch((error) => {
        if (!headersOnly && !session.hasChanged(scan)) throw error;
      });
    while (await session.inspectNext());
    const isFinal = !session.needsBuild() && !session.hasChanged(scan);
    const site = first && isFinal ? first : await session.build({ headersOnly });
    if (site === first) expect(site.files.map(({ path, hash }) => [path, hash])).toEqual(expect.arrayContaining(shown));
    return site.complete({});
  });

test.each([
  ["a session", false],
  ["a session that takes new pictures by their headers first", true],
])(`%s and a build agree after every one of ${STEPS} changes`, async (_, headersOnly) => {
  let good = 0;
  // Nothing is known of any picture, but that files are encoded already.
  const cacheDir = mkdtempSync(join(inject("sharedFolder"), "session-"));
  cpSync(imageCacheDir, cacheDir, { recursive: true, filter: (path) => !path.endsWith(".json") });
  await fc.assert(
    fc.asyncProperty(fc.array(sessionStep, { minLength: STEPS, maxLength: STEPS }), (steps) =>
      withSite({}, async ({ root }) => {
        const options: BuildOptions = { root, imageCacheDir, write: false };
        const open = () => openSession({ ...options, imageCacheDir: headersOnly ? cacheDir : imageCacheDir });
        let session = open();
        await sessionOutcome(session, headersOnly);
        // At the end there is a site, whatever became of it before.
        for (const [change, restart] of [...steps, [mend, null] as const]) {
          if (restart) await session.close();
          const dir = join(root, "content");
          const named = texts(dir).map((path) => join(dir, path));
          change(dir);
          restart?.(join(root, ".eventsite/manifests"));
          if (restart) session = open();
          const warm = await sessionOutcome(session, headersOnly, session.scan(named));
          expect(warm).toEqual(await outcome(() => build(options)));
          if ("files" in warm) good++;
        }
        await session.close();
      }),
    ),
    rounds(headersOnly ? 1 : 2, 20),
  );
  expect(good).toBeGreaterThan(0);
});

type Written = Pick<BuildResult, "files" | "routes" | "warnings">;

/** The bytes of every file: in results, pictures bear the hash of what they are made from. */
const inBytes = ({ files, routes, warnings }: Written, contentOf: (file: OutputFile) => Uint8Array): Written => ({
  files: files.map((file) => ({ path: file.path, bytes: file.bytes, hash: contentHash(contentOf(file)) })),
  routes,
  warnings,
});

/** What a build leaves in its folder, and what it reports. */
const folderOutcome = (root: string, run = () => build({ root, imageCacheDir })) =>
  outcome(async () => {
    const dist = join(root, "dist");
    const result = await run();
    expect(listFiles(dist)).toEqual(result.files.map(({ path }) => path));
    // What was in the last build is unknown to a build without one.
    const warnings = result.warnings.filter(({ code }) => code !== "ROUTE_VANISHED");
    return inBytes({ ...result, warnings }, ({ path }) => readFileSync(join(dist, path)));
  });

const wholeOutcome = (run: () => Promise<BuildResult>) =>
  outcome(async () => {
    const result = await run();
    return inBytes(result, ({ content }) => content ?? new Uint8Array());
  });

test(`builds into a folder and builds without caches agree after every one of ${STEPS} changes`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(smallStep, knowledge), { minLength: STEPS, maxLength: STEPS }), (steps) =>
      withSite({}, async ({ root }) => {
        await folderOutcome(root);
        await folderOutcome(root);
        for (const [change, lose] of steps) {
          change(join(root, "content"));
          lose(join(root, ".eventsite/manifests"));
          const cached = await folderOutcome(root);
          expect(cached).toEqual(await wholeOutcome(() => build({ root, imageCacheDir, write: false })));
        }
      }),
    ),
    rounds(1, 20),
  );
});

/** In templates: what the first pattern matches becomes the text, with a number that differs from step to step. */
const TEMPLATE_EDITS = [
  ["layout/page.tsx", /aria-label="[^"]*"/, 'aria-label="Main #"'],
  ["layout/page.tsx", /<footer className="dark">/, "$&#"],
  ["style/base.css", /^/, ".n# { order: # }\n"],
  ["sections/walk-list/walk-list.css", /$/, ".n# { order: # }\n"],
  ["components/TitledSection.tsx", /<h2/, '<h2 data-number="#"'],
  ["sections/walk-list/index.tsx", /<p>.*<\/p>/, "<p># {data.name}</p>"],
  ["sections/request-form/island.ts", /$/, "\n// #\n"],
  ["model/walks.ts", /facts: text\(\)/, "facts: text().max(#)"],
  ["model/pages.ts", /=> \(\{ title \}\)/, "=> ({ title: title + # })"],
  // A mistake of the compiler's, and one that a page finds.
  ["layout/page.tsx", /$/, "}"],
  ["sections/page-hero/PageHero.tsx", /\{heading\}/, "{(heading as any).gone.gone}"],
] as const;

const templateEdit: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom(...TEMPLATE_EDITS), fc.nat(9))
  .map(([[file, pattern, words], number]) => (templates) => {
    const path = join(templates, file);
    writeFileSync(path, readFileSync(path, "utf8").replace(pattern, words.replaceAll("#", String(number))));
  });

const [mendContent, mendTemplates] = [mended(join(exampleDir, "content")), mended(join(exampleDir, "templates"))];

const within = (folder: string, steps: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
  steps.map((change) => (root) => change(join(root, folder)));

/** Of a site with templates of its own. */
const exampleStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: within("content", step) },
  { weight: 5, arbitrary: within("templates", templateEdit) },
  {
    weight: 4,
    arbitrary: fc.constant<Step>((root) => {
      mendContent(join(root, "content"));
      mendTemplates(join(root, "templates"));
    }),
  },
);

/** The example's own is a placeholder, of which only a build that writes warns. */
const RELAY = "https://relay.example.com";

/** How long after a build has begun to write it is killed, in milliseconds. */
const killedAfter = fc.option(fc.nat(40), { freq: 2 });

/** A build in a process of its own, killed once it has begun to write; one with mistakes ends before that. */
async function killedBuild(root: string, afterMs: number): Promise<void> {
  const running = start(["build", "--quiet", "--relay-url", RELAY], { cwd: root });
  await appears(root, /^\.dist\.eventsite-next-/, running).then(
    () => Promise.race([sleep(afterMs), running.finished]),
    () => {},
  );
  running.kill("SIGKILL");
  await running.finished;
  ageLocks(root);
}

test("so do builds whose templates change as well, and of which some are killed", async () => {
  // As the command runs it: what a killed process left is used only by the same program.
  const { build: buildAsCommand } = await import("eventsite");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(exampleStep, killedAfter), { minLength: STEPS, maxLength: STEPS }), (steps) =>
      withSite(
        {},
        async ({ root }) => {
          const options = { root, relayUrl: RELAY };
          await buildAsCommand(options);
          for (const [change, afterMs] of steps) {
            change(root);
            if (afterMs !== null) await killedBuild(root, afterMs);
            expect(await folderOutcome(root, () => buildAsCommand(options))).toEqual(
              await wholeOutcome(() => build({ ...options, write: false })),
            );
          }
        },
        exampleDir,
      ),
    ),
    rounds(1, 20),
  );
});
