import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clearDraft, type DraftStorage, loadDraft, saveDraft } from "../../../../templates/forms/draft.ts";
import { markSubmission } from "../../../../templates/forms/submission-mark.ts";

const NAMES = ["firstName", "email", "message"] as const;

function memory(): DraftStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

const broken: DraftStorage = {
  getItem: () => {
    throw new DOMException("denied", "SecurityError");
  },
  setItem: () => {
    throw new DOMException("full", "QuotaExceededError");
  },
  removeItem: () => {
    throw new DOMException("denied", "SecurityError");
  },
};

let counter = 0;
const counted = (count: number) => new Uint8Array(count).fill(++counter);

describe("a draft", () => {
  test("comes back as it was, for its own form, until it is cleared", () => {
    const storage = memory();
    const draft = { values: { firstName: "Ana", message: "a\nb" }, elapsedMs: 12, mark: undefined };
    saveDraft(storage, "contact", draft);
    expect(loadDraft(storage, "contact", NAMES)).toEqual(draft);
    expect(loadDraft(storage, "venue", NAMES)).toBeUndefined();
    clearDraft(storage, "contact");
    expect(storage.items.size).toBe(0);
  });

  test("is done without where the browser stores nothing", () => {
    expect(loadDraft(broken, "contact", NAMES)).toBeUndefined();
    expect(() => saveDraft(broken, "contact", { values: {}, elapsedMs: 0 })).not.toThrow();
    expect(() => clearDraft(broken, "contact")).not.toThrow();
  });

  test("is read with care: whatever is stored, only text for known fields comes back", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (stored) => {
        const storage = memory();
        storage.setItem("eventsite:draft:contact", stored);
        const draft = loadDraft(storage, "contact", NAMES);
        for (const [name, value] of Object.entries(draft?.values ?? {})) {
          expect(NAMES).toContain(name);
          expect(typeof value).toBe("string");
        }
      }),
    );
    const storage = memory();
    storage.setItem(
      "eventsite:draft:contact",
      '{"values":{"website":"spam","email":"a@b.ca","__proto__":{"message":"x"}}}',
    );
    expect(loadDraft(storage, "contact", NAMES)?.values).toEqual({ email: "a@b.ca" });
  });
});

describe("the mark of a submission", () => {
  test("is kept while the values are the same, so that the relay takes them once", () => {
    const first = markSubmission(undefined, { firstName: "Ana", email: "a@b.ca" }, 3000, counted);
    expect(markSubmission(first, { email: "a@b.ca", firstName: "Ana" }, 9000, counted)).toBe(first);
  });
  test("is another one as soon as a value is another one", () => {
    const first = markSubmission(undefined, { firstName: "Ana" }, 3000, counted);
    const second = markSubmission(first, { firstName: "Ann" }, 9000, counted);
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey);
    expect(second.elapsedMs).toBe(9000);
  });
  test("has a key of 32 letters that come from the given randomness", () => {
    const { idempotencyKey } = markSubmission(undefined, {}, 0, (count) => new Uint8Array(count).fill(0xa5));
    expect(idempotencyKey).toBe("a5".repeat(16));
  });
});
