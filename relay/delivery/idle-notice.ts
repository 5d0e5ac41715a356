// When a worker has no more mails that can go: its caller hears of it once, until there are some again.

export type IdleNotice = ReturnType<typeof createIdleNotice>;

export function createIdleNotice(isBusy: () => boolean, onIdle: (() => void) | undefined) {
  let wasBusy = false;
  return {
    /** A connection looks for a mail. */
    begin(): void {
      wasBusy = true;
    },
    /** A connection has found none. */
    rest(): void {
      if (wasBusy && !isBusy()) onIdle?.();
      wasBusy = isBusy();
    },
  };
}
