// Files that take long: made on request, and the rest only while nobody waits for anything.
import { expect, test } from "vitest";
import type { PlannedFile } from "../../../../cli/emit/planned-file.ts";
import { createFileMaker, type FileMaker } from "../../../../cli/serve/on-demand-files.ts";

/** A gate that holds callers until it is opened. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((done) => {
    open = done;
  });
  return { open, passed };
}

/** Files by name, each made when its gate opens; what happens is written down. */
function site(names: readonly string[]) {
  const events: string[] = [];
  const gates = new Map(names.map((name) => [name, gate()]));
  const broken = new Set<string>();
  const done = new Set<string>();
  const planned = names.map((name): PlannedFile => {
    const file = { path: name, bytes: 1, hash: name, content: Buffer.from(name) };
    return {
      path: name,
      key: `key-${name}`,
      find: () => (done.has(name) ? file : undefined),
      async make() {
        events.push(`begins ${name}`);
        await gates.get(name)?.passed;
        if (broken.has(name)) throw new Error("The picture has 2 channels.");
        done.add(name);
        events.push(`made ${name}`);
        return file;
      },
    };
  });
  return { events, planned, broken, open: (name: string) => gates.get(name)?.open() };
}

interface Watched {
  readonly maker: FileMaker;
  readonly complete: Promise<number>;
  readonly problems: string[];
}

function watch(job: { idle?: () => Promise<void>; looks?: (() => void)[] } = {}): Watched {
  const looks = [...(job.looks ?? [])];
  const problems: string[] = [];
  let finish: (made: number) => void = () => {};
  const complete = new Promise<number>((done) => {
    finish = done;
  });
  const maker = createFileMaker({
    idle: job.idle ?? (async () => {}),
    async lookAtNext() {
      const look = looks.shift();
      look?.();
      return look !== undefined;
    },
    onProblems: () =>
      problems.push(
        maker
          .problems()
          .map(({ message }) => message)
          .join(),
      ),
    onComplete: finish,
  });
  return { maker, complete, problems };
}

test("a file that is asked for is made before all others, once for all that ask", async () => {
  const { planned, events, open } = site(["a", "b", "c"]);
  const { maker, complete } = watch();
  maker.follow(planned);
  const answers = Promise.all([maker.file("c"), maker.file("c")]);
  open("c");
  expect((await answers).map((file) => file?.path)).toEqual(["c", "c"]);
  expect(events).toEqual(["begins c", "made c"]);
  expect(maker.isComplete()).toBe(false);
  open("a");
  open("b");
  expect(await complete).toBe(2);
  expect(events.slice(2)).toEqual(["begins a", "made a", "begins b", "made b"]);
  expect(maker.isComplete()).toBe(true);
  expect(await maker.file("d")).toBeUndefined();
});

test("the rest waits while a build runs, and while an asked file is made", async () => {
  const { planned, events, open } = site(["a", "b"]);
  const build = gate();
  const { maker, complete } = watch({ idle: () => build.passed, looks: [() => events.push("looks")] });
  maker.follow(planned);
  const asked = maker.file("b");
  build.open();
  await new Promise((done) => setTimeout(done, 50));
  expect(events).toEqual(["begins b"]);
  open("b");
  await asked;
  open("a");
  await complete;
  expect(events).toEqual(["begins b", "made b", "looks", "begins a", "made a"]);
});

test("a file that cannot be made is a problem until it can, and keeps no other from being made", async () => {
  const { planned, broken, open } = site(["a", "b"]);
  for (const name of ["a", "b"]) open(name);
  broken.add("a");
  const { maker, complete, problems } = watch();
  maker.follow(planned);
  await expect(maker.file("a")).rejects.toMatchObject({ diagnostics: [{ code: "CONTENT_IMAGE_UNREADABLE" }] });
  expect(problems).toEqual(["a could not be made: The picture has 2 channels."]);
  expect((await maker.file("b"))?.path).toBe("b");
  broken.clear();
  await maker.file("a");
  expect(problems.at(-1)).toBe("");
  await complete;
});

test("after the end nothing is begun, and what fails then is no problem", async () => {
  const { planned, events, broken, open } = site(["a", "b"]);
  const { maker, problems } = watch();
  maker.follow(planned);
  const asked = maker.file("a");
  maker.close();
  broken.add("a");
  open("a");
  await expect(asked).rejects.toThrow();
  await new Promise((done) => setTimeout(done, 300));
  expect(events).toEqual(["begins a"]);
  expect(problems).toEqual([]);
});
