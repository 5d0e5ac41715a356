// Texts → their bytes in one memory.
import { expect, test } from "vitest";
import { createUtf8Writer } from "../../../../cli/text/utf8-writer.ts";

test("writes texts and bytes one after the other, as UTF-8", () => {
  const write = createUtf8Writer();
  expect(write("é–", Buffer.from("🎉"), "", "a").toString()).toBe("é–🎉a");
  expect(write().toString()).toBe("");
  expect(write("\ud800b").toString()).toBe("\ufffdb");
});

test("has room for any text: one of the largest characters, and one after shorter ones", () => {
  const write = createUtf8Writer();
  for (const length of [1, 70_000, 10, 200_000]) {
    const text = "–".repeat(length);
    expect(write(text, Buffer.from(text)).equals(Buffer.from(text + text))).toBe(true);
  }
});
