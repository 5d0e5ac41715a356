// Notifies the caller once when a worker has no more mails that can go, and again after the next time.

export interface IdleNotice {
  /** A connection looks for a mail. */
  begin(): void;
  /** A connection has found none. */
  rest(): void;
}

export function createIdleNotice(isBusy: () => boolean, onIdle: (() => void) | undefined): IdleNotice {
  let wasBusy = false;
  return {
    begin() {
      wasBusy = true;
    },
    rest() {
      if (wasBusy && !isBusy()) onIdle?.();
      wasBusy = isBusy();
    },
  };
}
