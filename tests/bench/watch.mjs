// npm run bench: from a saved file to the new page in a browser, on the real site and with 1,000 pages. A real Chromium looks on;
// the time runs from just before the file is written until the page shows the new words. Milliseconds, and as a ratio to the browser's own
// share: fetching the same page over the same connection.
// Also from the command to the first page, and the first save after a start.
//   --quick: fewer saves and starts
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { generatedName, generateSite, REAL_PAGES } from "./generate-site.mjs";

const projectDir = fileURLToPath(new URL("../../", import.meta.url));
const quick = process.argv.includes("--quick");
const saves = quick ? 15 : 40;
const starts = quick ? 3 : 7;
const executablePath =
  process.env.CHROME_PATH || ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell"].find(existsSync);

const ranked = (values) => [...values].sort((a, b) => a - b);
const median = (values) => ranked(values)[Math.floor(values.length / 2)];
const most = (values) => ranked(values)[Math.floor(values.length * 0.95)];

function serve(root) {
  const child = spawn(process.execPath, [join(projectDir, "cli/eventsite.cjs"), "serve", "--watch", "--port", "0"], {
    cwd: root,
    env: {
      ...process.env,
      EVENTSITE_IMAGE_CACHE: join(projectDir, ".eventsite/images"),
      XDG_CACHE_HOME: join(projectDir, ".eventsite/cache"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = new Promise((resolve, reject) => {
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
      const match = /pages at (\S+)/.exec(said);
      if (match) resolve(match[1]);
    });
    child.once("exit", (code) => reject(new Error(`serve ended with ${code}`)));
  });
  const end = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGINT");
    });
  return { url, end };
}

/** Saves the file again and again, so long after its words are seen; `write` gives the file's text with the words that the page must then show. */
async function measure(page, file, write, selector, restMs, rounds = saves) {
  const times = [];
  const text = readFileSync(file, "utf8");
  for (let save = 0; save < rounds; save++) {
    const words = `Saved ${save} times`;
    const shown = page.evaluate(
      ([where, wanted]) =>
        new Promise((resolve) => {
          const look = () =>
            (where === "title" ? document.title : document.querySelector(where)?.textContent)?.includes(wanted);
          const observer = new MutationObserver(() => {
            if (!look()) return;
            observer.disconnect();
            resolve(Date.now());
          });
          observer.observe(document, { subtree: true, childList: true, characterData: true });
        }),
      [selector, words],
    );
    // The question has to be in the page before the file is saved.
    await page.evaluate(() => 0);
    const start = Date.now();
    writeFileSync(file, write(text, words));
    times.push((await shown) - start);
    await new Promise((resolve) => setTimeout(resolve, restMs));
  }
  writeFileSync(file, text);
  return times;
}

const reheaded = (text, words) => text.replace(/^( {4}heading: ).*$/m, `$1"${words}"`);

/** From the command to the first page, and from the first save in its new session to the new words; each with a server of its own. */
async function measureStarts(root, name) {
  const toPage = [];
  const toWords = [];
  for (let round = 0; round < starts; round++) {
    const start = Date.now();
    const server = serve(root);
    try {
      const address = `${await server.url}/services/${name}/`;
      await (await fetch(address)).text();
      toPage.push(Date.now() - start);
      const page = await browser.newPage();
      await page.goto(address, { waitUntil: "load" });
      await page.waitForTimeout(1500);
      toWords.push(...(await measure(page, join(root, `content/services/${name}.yaml`), reheaded, "h1", 0, 1)));
      await page.close();
    } finally {
      await server.end();
    }
  }
  return { toPage, toWords };
}

const browser = await chromium.launch({
  executablePath,
  args: [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
  ],
});
const rows = [];
try {
  for (const pages of [REAL_PAGES, 1000]) {
    const root = mkdtempSync(join(tmpdir(), "eventsite-bench-watch-"));
    generateSite(projectDir, root, pages - REAL_PAGES);
    const name = pages === REAL_PAGES ? "gala-dinners" : generatedName(499);
    const add = (what, times, fetches) =>
      rows.push({
        pages,
        "what is measured": what,
        "median ms": Math.round(median(times)),
        "95 % ms": Math.round(most(times)),
        ...(fetches && { "median/fetch": (median(times) / median(fetches)).toFixed(1) }),
      });
    const { toPage, toWords } = await measureStarts(root, name);
    add("start, to the first page", toPage);
    add("first save after a start", toWords);
    const server = serve(root);
    try {
      const url = await server.url;
      const page = await browser.newPage();
      await page.goto(`${url}/services/${name}/`, { waitUntil: "load" });
      await page.waitForTimeout(1500);
      const file = join(root, `content/services/${name}.yaml`);
      const fetches = await page.evaluate(async () => {
        const found = [];
        for (let round = 0; round < 15; round++) {
          const start = performance.now();
          await (await fetch(location.href)).text();
          found.push(performance.now() - start);
        }
        return found;
      });
      for (const [what, selector, write, restMs = 150] of [
        ["a text of one page", "h1", reheaded],
        // Long enough for the output folder to be written in between, too short for a large site to be written whole.
        ["the same each half second", "h1", reheaded, 500],
        ["the same each two seconds", "h1", reheaded, 2000],
        [
          "a title that lists show",
          "title",
          (text, words) => text.replace(/^title: .*$/m, `title: "${words} in Toronto"`),
        ],
      ]) {
        const times = await measure(page, file, write, selector, restMs);
        add(what, times, fetches);
      }
      await page.close();
    } finally {
      await server.end();
      rmSync(root, { recursive: true, force: true });
    }
  }
} finally {
  await browser.close();
}
console.log("watch: from a saved YAML file to the new words in the open page, in Chromium.");
console.table(rows);
