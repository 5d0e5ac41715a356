import { expect, test } from "vitest";
import { newNames } from "../../../../../cli/edit/cms/picture-names.ts";

const KNOWN = ["hall.jpg", "rooms/pier.webp", "Roof.PNG", "hall-2.jpg"];

test.each<[string, object]>([
  ["Harbour Hall.JPEG", { name: "harbour-hall.jpg" }],
  ["hall.jpg", { name: "hall-3.jpg", taken: "hall.jpg" }],
  ["Pier.webp", { name: "pier-2.webp", taken: "pier.webp" }],
  ["roof.png", { name: "roof-2.png", taken: "roof.png" }],
  ["hall.png", { name: "hall.png" }],
  ["東京.jpg", { name: "picture.jpg" }],
])("an uploaded picture %s gets a name that no picture has, in any folder", (name, expected) => {
  expect(newNames([name], KNOWN)).toEqual([expected]);
});

test("two pictures that are uploaded at once have two names", () => {
  expect(newNames(["a b.jpg", "A-B.jpg"], [])).toEqual([{ name: "a-b.jpg" }, { name: "a-b-2.jpg", taken: "a-b.jpg" }]);
});
