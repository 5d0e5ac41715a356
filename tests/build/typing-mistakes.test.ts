// What people type who write texts and no programs, as it was found by making the mistakes: each gives these reports, to the letter, and no
// echo of them.
import { describe, expect, test } from "vitest";
import { diagnosticsOf, edited } from "../support/problems.ts";
import { reported, typingMistakes } from "../support/typing-mistakes.ts";

describe("a mistake of somebody who is no programmer", () => {
  test.each(typingMistakes)("%s, in %s", async (_, path, from, to, expected) => {
    const found = await diagnosticsOf([edited(path, [from, to])]);
    expect(found.map(({ file }) => file)).toEqual(found.map(() => `content/${path}`));
    expect(found.map(reported)).toEqual(expected);
  });
});
