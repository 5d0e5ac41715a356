// Many operations in one commit: which share one, how long the first waits for the others, and what each of them is answered.
import { afterEach, describe, expect, test, vi } from "vitest";
import { StoreError } from "../../../relay/errors.ts";
import { createBatches, createGroupCommit } from "../../../relay/store/group-commit.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("operations", () => {
  test("that come together are one commit, each with its own answer, in order", async () => {
    const sizes: number[] = [];
    const { add } = createBatches<number>(async (operations) => {
      sizes.push(operations.length);
      return operations.map((each) => each * 2);
    });
    expect(await Promise.all(numbers(10).map(add))).toEqual(numbers(10).map((each) => each * 2));
    expect(await add(21)).toBe(42);
    expect(sizes).toEqual([10, 1]);
  });

  test("of a flood are 512 at most in one", async () => {
    const sizes: number[] = [];
    const { add, idle } = createBatches<number>(async (operations) => {
      sizes.push(operations.length);
      return operations;
    });
    const answers = numbers(1100).map(add);
    await idle();
    expect(sizes).toEqual([512, 512, 76]);
    expect(await Promise.all(answers)).toEqual(numbers(1100));
  });

  test("that come while a commit runs are the next one", async () => {
    const commits: { readonly operations: readonly number[]; readonly end: () => void }[] = [];
    const { add, idle } = createBatches<number>(
      (operations) => new Promise((resolve) => commits.push({ operations, end: () => resolve(operations) })),
    );
    const first = add(1);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    const second = [add(2), add(3)];
    let isIdle = false;
    void idle().then(() => {
      isIdle = true;
    });
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(commits.map(({ operations }) => operations)).toEqual([[1]]);
    commits[0]?.end();
    expect(await first).toBe(1);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect([commits.map(({ operations }) => operations), isIdle]).toEqual([[[1], [2, 3]], false]);
    commits[1]?.end();
    expect(await Promise.all(second)).toEqual([2, 3]);
    await idle();
    expect(isIdle).toBe(true);
  });

  test("work between commits runs while none does, and none runs meanwhile", async () => {
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const step = async (name: string) => {
      order.push(`${name} begins`);
      await new Promise<void>((resolve) => ends.push(resolve));
      order.push(`${name} ends`);
    };
    const { add, between, idle, isCommitting } = createBatches<number>(async (operations) => {
      await step(`commit of ${operations.join(" and ")}`);
      return operations;
    });
    const all = [add(1)];
    while (ends.length < 1) await turn();
    expect(isCommitting()).toBe(true);
    const worked = between(() => step("work"));
    all.push(add(2), add(3));
    for (let each = 0; each < 3; each += 1) {
      while (ends.length === 0) await turn();
      for (let turns = 0; turns < 3; turns += 1) await turn();
      ends.shift()?.();
    }
    await Promise.all([worked, idle(), ...all]);
    const names = ["commit of 1", "work", "commit of 2 and 3"];
    expect(order).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
    await expect(between(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(isCommitting()).toBe(false);
  });

  test("there are none of leave nothing to wait for", async () => {
    await createBatches(async () => []).idle();
  });
});

describe("the first of many", () => {
  afterEach(() => void vi.restoreAllMocks());

  /** Adds one operation in each turn, so many; answers the sizes of the commits. */
  async function trickle(count: number, msEach: number): Promise<number[]> {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const sizes: number[] = [];
    const { add, idle } = createBatches<number>(async (operations) => {
      sizes.push(operations.length);
      return operations;
    });
    for (const each of numbers(count)) {
      void add(each);
      now += msEach;
      await turn();
    }
    await idle();
    return sizes;
  }

  test("waits as long as more keeps coming", async () => expect(await trickle(30, 0.1)).toEqual([30]));

  test("waits twenty milliseconds at most", async () => {
    const sizes = await trickle(30, 5);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
    expect(sizes[0]).toBeGreaterThan(2);
  });
});

describe("a commit that fails", () => {
  const commitsOf = (error: unknown) => {
    const tried: (readonly string[])[] = [];
    const { add } = createBatches<string>(async (operations) => {
      tried.push(operations);
      if (operations.includes("bad")) throw error;
      return operations;
    });
    return { tried, add };
  };
  const outcomes = async (all: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(all)).map((one) => (one.status === "fulfilled" ? one.value : one.reason.message));

  test("for one of them is tried again with each alone", async () => {
    const { tried, add } = commitsOf(new Error("no"));
    expect(await outcomes(["a", "bad", "b"].map(add))).toEqual(["a", "no", "b"]);
    expect(tried).toEqual([["a", "bad", "b"], ["a"], ["bad"], ["b"]]);
    expect(await outcomes([add("bad")])).toEqual(["no"]);
    expect(tried).toHaveLength(5);
  });

  test("because the store does is tried no more", async () => {
    const { tried, add } = commitsOf(new StoreError("full", "full"));
    expect(await outcomes(["a", "bad"].map(add))).toEqual(["full", "full"]);
    expect(tried).toHaveLength(1);
    expect(await add("after")).toBe("after");
  });
});

test("operations of one transaction run one after the other, also where they wait for the store", async () => {
  const order: string[] = [];
  const { add, idle } = createGroupCommit({
    async commit(work) {
      order.push("begin");
      await work();
      order.push("end");
    },
  });
  const slow = add(async () => {
    order.push("slow");
    await turn();
    order.push("slow done");
    return 1;
  });
  const quick = add(() => {
    order.push("quick");
    return 2;
  });
  expect(await Promise.all([slow, quick, add(() => undefined)])).toEqual([1, 2, undefined]);
  await idle();
  expect(order).toEqual(["begin", "slow", "slow done", "quick", "end"]);
});
