// Content files that are changed in place: whole or not at all, theirs and nobody else's.
import fs, {
  chmodSync,
  existsSync,
  fstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { type Original, readOriginal, replaceFile } from "../../cli/rewrite/replace-file.ts";
import { withSession } from "../support/site/with-session.ts";
import { type SiteFiles, withSite } from "../support/site/with-site.ts";

const page = "content/pages/home.yaml";

const refOf = (root: string, file: string) => ({
  path: join(root, file),
  file,
  collection: "pages",
  slug: "home",
  variant: undefined,
  format: "yaml" as const,
});

function original(root: string, file = page): Original {
  const read = readOriginal(refOf(root, file), join(root, "content"));
  if ("code" in read) throw new Error(read.message);
  return read;
}

/** What happens in place of a call of the system, while something runs. */
function insteadOf(call: "fsyncSync" | "writeFileSync", act: (target: never) => void, run: () => void): void {
  const mock = vi.spyOn(fs, call).mockImplementation(act as () => void);
  syncBuiltinESMExports();
  try {
    run();
  } finally {
    mock.mockRestore();
    syncBuiltinESMExports();
  }
}

const writeHalf = fs.writeFileSync;
const namesBeside = (path: string) => readdirSync(dirname(path)).sort();

describe("a file that takes a new text", () => {
  test("has it to the byte, with its rights as they were and nothing beside it", () =>
    withSite({}, ({ root }) => {
      const path = join(root, page);
      chmodSync(path, 0o640);
      const before = namesBeside(path);
      expect(replaceFile(original(root), "\ufefftitle: é🎉\r\n")).toBeUndefined();
      expect(readFileSync(path)).toEqual(Buffer.from("\ufefftitle: é🎉\r\n"));
      expect(statSync(path).mode & 0o777).toBe(0o640);
      expect(namesBeside(path)).toEqual(before);
    }));

  test("has it on the disk before it is seen, and its name after", () =>
    withSite({}, ({ root }) => {
      const path = join(root, page);
      const synced: unknown[] = [];
      const look = (descriptor: number) => {
        const stat = fstatSync(descriptor);
        const isShown = readFileSync(path, "utf8") === "title: é\n";
        synced.push(stat.isDirectory() ? { folder: stat.ino, isShown } : { bytes: stat.size, isShown });
      };
      insteadOf("fsyncSync", look, () => expect(replaceFile(original(root), "title: é\n")).toBeUndefined());
      const folder = statSync(dirname(path)).ino;
      expect(synced).toEqual([
        { bytes: 10, isShown: false },
        { folder, isShown: true },
      ]);
    }));

  test("is replaced all the same where a folder cannot be synced, and not where the file cannot", () =>
    withSite({}, ({ root }) => {
      const refuse = (isRefused: (descriptor: number) => boolean) => (descriptor: number) => {
        if (isRefused(descriptor)) throw Object.assign(new Error("EIO"), { code: "EIO" });
      };
      const isFolder = (descriptor: number) => fstatSync(descriptor).isDirectory();
      insteadOf("fsyncSync", refuse(isFolder), () => expect(replaceFile(original(root), "title: x\n")).toBeUndefined());
      const isOther = (descriptor: number) => !isFolder(descriptor);
      insteadOf("fsyncSync", refuse(isOther), () =>
        expect(replaceFile(original(root), "title: y\n")).toMatchObject({ code: "EDIT_FAILED" }),
      );
      expect(readFileSync(join(root, page), "utf8")).toBe("title: x\n");
    }));

  test("behind a link takes it where it really is, and the link stays", () =>
    withSite({}, ({ root }) => {
      const real = join(root, "content/pages/real.yaml");
      renameSync(join(root, page), real);
      symlinkSync("real.yaml", join(root, page));
      expect(replaceFile(original(root), "title: x\n")).toBeUndefined();
      expect(readFileSync(real, "utf8")).toBe("title: x\n");
    }));
});

test("what is being written beside a file is no change of the content", () =>
  withSession({}, async ({ session, root }) => {
    await session.build();
    const scanned: unknown[] = [];
    const write = (part: string) => {
      writeHalf(part, "title: half");
      scanned.push(session.scan().changed);
      throw new Error("enough");
    };
    insteadOf("writeFileSync", write, () => replaceFile(original(root), "title: x\n"));
    expect(scanned).toEqual([[]]);
    expect(session.scan().changed).toEqual([]);
  }));

describe("a file is left as it is", () => {
  const isUnchanged = (root: string, read: Original, text: string, expected: object) => {
    const path = join(root, page);
    const names = namesBeside(path);
    expect(replaceFile(read, "title: mine\n")).toMatchObject({ file: page, ...expected });
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(namesBeside(path)).toEqual(names);
  };

  test("when an editor has saved it meanwhile, in place or by rename", () =>
    withSite({}, ({ root, write }) => {
      let read = original(root);
      write({ [page]: "title: theirs\n" });
      isUnchanged(root, read, "title: theirs\n", { code: "EDIT_CHANGED" });
      read = original(root);
      write({ "content/pages/new.tmp": "title: renamed\n" });
      renameSync(join(root, "content/pages/new.tmp"), join(root, page));
      isUnchanged(root, read, "title: renamed\n", { code: "EDIT_CHANGED" });
    }));

  test("when it is read-only, for those too who may do everything", () =>
    withSite({ [page]: "title: kept\n" }, ({ root }) => {
      chmodSync(join(root, page), 0o444);
      isUnchanged(root, original(root), "title: kept\n", { code: "EDIT_FAILED", message: "The file is read-only." });
    }));

  test.each([
    ["ENOSPC", "the disk is full"],
    ["EDQUOT", "the disk quota is used up"],
    ["EROFS", "the disk is read-only"],
    ["EIO", "the system says EIO"],
  ])("when its disk says %s in the middle", (code, reason) =>
    withSite({}, ({ root }) => {
      const [path, read] = [join(root, page), original(root)];
      const names = namesBeside(path);
      const write = (part: string) => {
        writeHalf(part, "titl");
        throw Object.assign(new Error(code), { code });
      };
      const message = `The file could not be written: ${reason}.`;
      const expected = { code: "EDIT_FAILED", message, hint: "the file is as it was" };
      insteadOf("writeFileSync", write, () => expect(replaceFile(read, "title: mine\n")).toMatchObject(expected));
      expect(readFileSync(path, "utf8")).toBe(read.raw);
      expect(namesBeside(path)).toEqual(names);
    }),
  );

  test("when it is gone, and is not made again", () =>
    withSite({}, ({ root }) => {
      const read = original(root);
      rmSync(join(root, page));
      expect(replaceFile(read, "title: x\n")).toMatchObject({
        code: "EDIT_FAILED",
        message: "The file could not be written: it is not there any more.",
      });
      expect(existsSync(join(root, page))).toBe(false);
    }));
});

describe("nothing is read for editing but text files of the content folder", () => {
  test.each<[what: string, file: string, others: SiteFiles, link?: [to: string, at: string]]>([
    ["a link that leads out", "pages/out.yaml", { "secret.yaml": "a: b\n" }, ["../../secret.yaml", "pages/out.yaml"]],
    ["a folder that leads out", "linked/a.yaml", { "elsewhere/a.yaml": "a: b\n" }, ["../elsewhere", "linked"]],
    ["a path that leads out", "pages/../../secret.yaml", { "secret.yaml": "a: b\n" }],
    ["another ending", "pages/a.ts", { "content/pages/a.ts": "a: b\n" }],
    ["another ending behind a link", "pages/a.yaml", { "content/pages/a.ts": "a: b\n" }, ["a.ts", "pages/a.yaml"]],
    ["a folder", "pages/a.yaml", { "content/pages/a.yaml/x.txt": "" }],
  ])("%s", (_, file, others, link) =>
    withSite(others, ({ root }) => {
      if (link) symlinkSync(link[0], join(root, "content", link[1]));
      expect(readOriginal(refOf(root, `content/${file}`), join(root, "content"))).toMatchObject({
        code: "EDIT_REFUSED",
        message: "This is not a YAML or Markdown file of the content folder.",
        hint: "open the file in an editor",
      });
    }),
  );

  test("a file that is gone is reported", () =>
    withSite({}, ({ root }) => {
      expect(readOriginal(refOf(root, "content/pages/gone.yaml"), join(root, "content"))).toMatchObject({
        code: "EDIT_FAILED",
        message: "The file could not be read: it is not there any more.",
      });
    }));
});
