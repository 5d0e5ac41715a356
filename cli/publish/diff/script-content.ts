// What the scripts of a page are, with all that they import. Their names say too little: a bundler's hash also depends on the folder in which
// the sources lay, and a revision is built in another one than the content of now.
import { hash } from "node:crypto";
import { posix } from "node:path";
import type { SiteSide } from "./site-side.ts";

const HASHED_NAME = /([\w.-]*)-[A-Z0-9]{8}\.js\b/g;

/** Takes and gives a line for each script; one that is not a file of the site is kept as it is. */
export function scriptContent({ files, read }: SiteSide): (scripts: string) => Promise<string> {
  const cache = new Map<string, Promise<string>>();
  const contentOf = async (first: string): Promise<string> => {
    const paths = new Set([first]);
    const texts: string[] = [];
    for (const path of paths) {
      const text = String(await read(path));
      for (const [name] of text.matchAll(HASHED_NAME)) {
        const imported = posix.join(posix.dirname(path), name);
        if (files.has(imported)) paths.add(imported);
      }
      texts.push(text.replace(HASHED_NAME, "$1"));
    }
    return hash("sha256", texts.sort().join("\0"));
  };
  return async (scripts) => {
    const contents = scripts.split("\n").map((src) => {
      const path = src.replace(/^\//, "");
      if (!files.has(path)) return src;
      const content = cache.get(path) ?? contentOf(path);
      cache.set(path, content);
      return content;
    });
    return (await Promise.all(contents)).join("\n");
  };
}
