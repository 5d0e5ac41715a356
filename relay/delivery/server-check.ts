// After a pause: is the server back? No row is used to find out.

export interface ServerCheck {
  /** Asks, unless it is being asked. */
  start(): void;
  /** Asks again if it is being asked: it is another server from now on. Returns whether it was. */
  repeat(): boolean;
}

export interface ServerCheckParts {
  /** Rejects while the server is away. */
  readonly verify: () => Promise<unknown>;
  /** Called with what was found, unless it has ended. */
  readonly onAnswer: (isWell: boolean) => void;
  readonly hasEnded: () => boolean;
}

export function createServerCheck({ verify, onAnswer, hasEnded }: ServerCheckParts): ServerCheck {
  let isUnderWay = false;
  let isOutdated = false;
  const ask = async (): Promise<void> => {
    isUnderWay = true;
    let isWell: boolean;
    do {
      isOutdated = false;
      isWell = await verify().then(
        () => true,
        () => false,
      );
      // It was the server before that answered.
    } while (isOutdated && !hasEnded());
    isUnderWay = false;
    if (!hasEnded()) onAnswer(isWell);
  };
  return {
    start() {
      if (!isUnderWay) void ask();
    },
    repeat() {
      isOutdated = isUnderWay;
      return isUnderWay;
    },
  };
}
