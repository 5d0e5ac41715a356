/** A short message that comes up over the page and goes by itself. */
export interface Notice {
  readonly title: string;
  readonly text: string;
  /** Drawn as an error. */
  readonly isDestructive: boolean;
  /** Read out at once, in the middle of whatever else is read; others wait their turn. */
  readonly isUrgent: boolean;
}

/** Words that notices need besides their own. */
export interface NoticeWords {
  /** Names the place where notices stand. */
  readonly region: string;
  /** Names the button that closes one. */
  readonly close: string;
}
