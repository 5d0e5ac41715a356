import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clearDraft,
  DRAFT_MINUTES,
  type DraftStorage,
  loadDraft,
  saveDraft,
} from "../../../../templates/forms/draft.ts";
import { createFormSession } from "../../../../templates/forms/form-session.ts";
import { idempotencyKeyOf } from "../../../../templates/forms/idempotency-key.ts";
import { projectDir } from "../../../support/with-site.ts";

const NAMES = ["firstName", "email", "message"] as const;

function memory(): DraftStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    keys: () => [...items.keys()],
  };
}

const denied = (): never => {
  throw new DOMException("denied", "SecurityError");
};
const broken: DraftStorage = { getItem: denied, setItem: denied, removeItem: denied, keys: denied };

const NOW = Date.UTC(2026, 10, 21, 15);
const LIFE = DRAFT_MINUTES * 60_000;
const KEY = "eventsite:draft:contact";

let counter = 0;
const counted = (count: number) => new Uint8Array(count).fill(++counter);

describe("a draft", () => {
  test("comes back as it was, for its own form, until it is cleared", () => {
    const storage = memory();
    const draft = { values: { firstName: "Ana", message: "a\nb" }, elapsedMs: 12, mark: undefined };
    saveDraft(storage, "contact", draft, NOW);
    expect(loadDraft(storage, "contact", NAMES, NOW)).toEqual({ draft });
    expect(loadDraft(storage, "venue", NAMES, NOW)).toEqual({});
    clearDraft(storage, "contact");
    expect(storage.items.size).toBe(0);
  });

  test("is done without where the browser stores nothing", () => {
    expect(loadDraft(broken, "contact", NAMES, NOW)).toEqual({});
    expect(() => saveDraft(broken, "contact", { values: { email: "a" }, elapsedMs: 0 }, NOW)).not.toThrow();
    expect(() => clearDraft(broken, "contact")).not.toThrow();
  });

  test("is read with care: whatever is stored, only text for known fields comes back", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (stored) => {
        const storage = memory();
        storage.setItem("eventsite:draft:contact", stored);
        const { draft } = loadDraft(storage, "contact", NAMES, NOW);
        for (const [name, value] of Object.entries(draft?.values ?? {})) {
          expect(NAMES).toContain(name);
          expect(typeof value).toBe("string");
        }
      }),
    );
    const storage = memory();
    storage.setItem(
      "eventsite:draft:contact",
      `{"savedAt":${NOW},"values":{"website":"spam","email":"a@b.ca","__proto__":{"message":"x"}}}`,
    );
    expect(loadDraft(storage, "contact", NAMES, NOW).draft?.values).toEqual({ email: "a@b.ca" });
  });

  test.each(["-1", "0.5", "1e999", '"7"', "null"])("never gives back a time of %s", (elapsedMs) => {
    const storage = memory();
    const mark = `{"idempotencyKey":"a5","sent":"[]","elapsedMs":${elapsedMs}}`;
    storage.setItem(KEY, `{"savedAt":${NOW},"values":{"email":"a"},"elapsedMs":${elapsedMs},"mark":${mark}}`);
    expect(loadDraft(storage, "contact", NAMES, NOW)).toEqual({ draft: { values: { email: "a" }, elapsedMs: 0 } });
  });

  test("ends by itself some time after the last change, and takes the drafts of other forms with it", () => {
    const storage = memory();
    storage.setItem("another site's", "kept");
    for (const form of ["contact", "venue"]) saveDraft(storage, form, { values: { email: "a" }, elapsedMs: 0 }, NOW);
    expect(loadDraft(storage, "contact", NAMES, NOW + LIFE - 1).draft?.values).toEqual({ email: "a" });
    saveDraft(storage, "venue", { values: { email: "b" }, elapsedMs: 0 }, NOW + LIFE - 1);
    expect(loadDraft(storage, "talent", NAMES, NOW + LIFE)).toEqual({});
    expect([...storage.items.keys()]).toEqual(["another site's", "eventsite:draft:venue"]);
  });

  test.each([
    ["of before drafts had an end", '{"values":{"email":"a"}}'],
    ["of the future, after the clock was set back", `{"savedAt":${NOW + LIFE},"values":{"email":"a"}}`],
    ["that is not readable", "{"],
  ])("%s is erased", (_, stored) => {
    const storage = memory();
    storage.setItem(KEY, stored);
    expect(loadDraft(storage, "contact", NAMES, NOW).draft).toBeUndefined();
    expect(storage.items.size).toBe(0);
  });

  test("ends when the form is emptied by hand", () => {
    const storage = memory();
    saveDraft(storage, "contact", { values: { email: "a" }, elapsedMs: 0 }, NOW);
    saveDraft(storage, "contact", { values: { email: "", message: "" }, elapsedMs: 9 }, NOW);
    expect(storage.items.size).toBe(0);
  });

  test("ends as the manual and the privacy policy say", () => {
    for (const file of ["content/README.md", "tests/fixtures/sites/frozen/content/legal/privacy-policy.md"]) {
      const text = readFileSync(join(projectDir, file), "utf8");
      const about = text.split("\n").find((line) => line.includes("session storage")) ?? "";
      for (const words of [
        `${DRAFT_MINUTES} minutes after the last change`,
        "when the request has arrived",
        "when the fields are emptied",
        "when the tab is closed",
      ])
        expect(about, file).toContain(words);
    }
  });
});

test("a session keeps nothing of fields that are not to be kept, such as consents, in draft and mark alike", () => {
  const storage = memory();
  const parts = { storage, now: () => NOW, randomBytes: counted };
  const session = createFormSession("contact", ["email", "topics"], parts);
  const values = { email: "a@b.ca", topics: ["sound"], news: "I agree" };
  const mark = session.mark(values, JSON.stringify(values));
  expect(storage.items.get(KEY)).not.toContain("agree");
  const later = createFormSession("contact", ["email", "topics"], parts);
  expect(later.restored).toEqual({ email: "a@b.ca", topics: ["sound"] });
  expect(later.mark(values, JSON.stringify(values))).toEqual(mark);
});

describe("the mark of a submission", () => {
  test("is kept while the same is sent, so that the relay takes it once, and does not repeat what that is", () => {
    const first = idempotencyKeyOf(undefined, "Ana agrees", 3000, counted);
    expect(idempotencyKeyOf(first, "Ana agrees", 9000, counted)).toBe(first);
    expect(JSON.stringify(first)).not.toContain("agrees");
  });
  test("is another one as soon as something else is sent", () => {
    const first = idempotencyKeyOf(undefined, "Ana", 3000, counted);
    const second = idempotencyKeyOf(first, "Ann", 9000, counted);
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey);
    expect(second.elapsedMs).toBe(9000);
  });
  test("has a key of 32 letters that come from the given randomness", () => {
    const { idempotencyKey } = idempotencyKeyOf(undefined, "", 0, (count) => new Uint8Array(count).fill(0xa5));
    expect(idempotencyKey).toBe("a5".repeat(16));
  });
});
