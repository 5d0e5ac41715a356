/** Scripts rely on these. */
export const EXIT = { done: 0, failed: 1, usage: 2, busy: 3, interrupted: 130 } as const;
