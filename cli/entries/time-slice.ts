/** Entries between two pauses of a long loop. */
export const STRIDE = 64;

/** Lets signals in, and may throw to end the work. */
export type Pause = () => Promise<void>;
