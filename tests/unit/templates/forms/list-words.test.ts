import { expect, it } from "vitest";
import { listWords } from "../../../../templates/forms/list-words.ts";

const words = ["Your Name", "Your Email", "Phone and area", "Date, or month"];

it.each(["en", "fr", "de"])("lists words as Intl does (%s)", (language) => {
  for (let count = 0; count <= words.length; count++) {
    const some = words.slice(0, count);
    expect(listWords(some, language)).toBe(new Intl.ListFormat(language).format(some));
  }
});
