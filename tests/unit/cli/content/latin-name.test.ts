import { expect, test } from "vitest";
import { latinName } from "../../../../cli/content/latin-name.ts";

test.each([
  ["Harbour Hotel", "harbour-hotel"],
  ["Größe & Söhne Café Ærø", "grosse-sohne-cafe-aero"],
  ["STRAẞE", "strasse"],
  ["Œuvre d’Été, L'Hôtel", "oeuvre-dete-lhotel"],
  ["Łódź Đakovo Þingvellir Ísafjörður", "lodz-dakovo-thingvellir-isafjordur"],
  ["İstanbul'da Kapalı Çarşı", "istanbulda-kapali-carsi"],
  ["Ħamrun, Sálašvággi ŋ Ŧ", "hamrun-salasvaggi-ng-t"],
  ["Tiếng Việt", "tieng-viet"],
  ["ﬁne № 5 ＡＢＣ", "fine-no-5-abc"],
  ["  -- 100% -- ", "100"],
  ["Отель Ritz", "ritz"],
  ["東京", ""],
  ["!?", ""],
])("%s is %s", (words, name) => {
  expect(latinName(words)).toBe(name);
});
