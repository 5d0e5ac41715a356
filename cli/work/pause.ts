/**
 * Awaited at each step of long loops, so that other work can go on meanwhile. It may throw to end the loop. How often others get a turn is decided
 * where it is made: see `timeSliced`.
 */
export type Pause = () => Promise<void>;

/** For callers that have no other work. */
export const noPause: Pause = async () => {};
