/** Awaited inside long loops, so that other work can go on meanwhile. It may throw to end the loop. */
export type Pause = () => Promise<void>;

/** For callers that have no other work. */
export const noPause: Pause = async () => {};

/** Entries, or files, between two pauses. */
export const STRIDE = 8;
