// Whether a carousel may move by itself at this moment.

export interface MotionState {
  /** What the visitor chose with the pause button; undefined until then. */
  readonly choice: "play" | "pause" | undefined;
  readonly reducesMotion: boolean;
  /** A pointer rests on it, or the focus is in it, or the tab is out of sight. */
  readonly isAttended: boolean;
  readonly isHidden: boolean;
  /** There is no slide after the last one unless it loops. */
  readonly isAtEnd: boolean;
}

/** What the button offers to change: reduced motion begins paused, and a visitor may still ask for movement. */
export const isPaused = ({ choice, reducesMotion }: Pick<MotionState, "choice" | "reducesMotion">): boolean =>
  choice === undefined ? reducesMotion : choice === "pause";

export const mayMove = (state: MotionState): boolean =>
  !isPaused(state) && !state.isAttended && !state.isHidden && !state.isAtEnd;
