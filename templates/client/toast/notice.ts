/** A short message that appears over the page and closes by itself. */
export interface ToastNotice {
  readonly title: string;
  readonly text: string;
  /** How it is drawn: as good news, as news, or as an error. */
  readonly look: "success" | "plain" | "destructive";
  /** Announced at once, interrupting other speech; others wait their turn. */
  readonly isUrgent: boolean;
}

/** Words that notices need besides their own. */
export interface NoticeWords {
  /** The label of the notices' region. */
  readonly region: string;
  /** The label of the close button. */
  readonly close: string;
}
