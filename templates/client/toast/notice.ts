/** A short message that comes up over the page and goes by itself. */
export interface Notice {
  readonly title: string;
  readonly text: string;
  /** How it is drawn: as good news, as news, or as an error. */
  readonly look: "success" | "plain" | "destructive";
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
