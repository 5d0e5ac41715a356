// Writing a large site takes as long as many saves do: who writes beside other work lets that work in between two files.

/** Awaited before every file; lets others work meanwhile. */
export type Pause = () => Promise<void>;

/** Nothing else waits. */
export const atOnce: Pause = async () => {};
