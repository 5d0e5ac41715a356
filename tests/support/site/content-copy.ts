// The content of the frozen site in a folder of its own, for tests that change it.
import { type SiteFiles, type TestSite, withSite } from "./with-site.ts";

export interface ContentCopy extends Pick<TestSite, "root" | "read"> {
  /** Paths of `read` and `write` are relative to content/; templates come from the program. */
  write(files: SiteFiles): void;
}

/** Runs `use` on a copy of the content; the folder goes when it is done. */
export const withContentCopy = <Result>(use: (copy: ContentCopy) => Promise<Result> | Result): Promise<Result> =>
  withSite(
    {},
    ({ root, read, write }) =>
      use({
        root,
        read: (path) => read(`content/${path}`),
        write: (files) =>
          write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`content/${path}`, text]))),
      }),
    "frozen",
  );
