import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Target } from "./slider.ts";

/** Words of the controls, from the content; `goTo` holds {number} and {total}. */
export interface CarouselWords {
  readonly previous: string;
  readonly next: string;
  readonly play: string;
  readonly pause: string;
  readonly goTo: string;
}

/** Icons on the controls: the content of an <svg> of 24 by 24 units. The page contains them, so that no script does. */
export type CarouselShapes = Readonly<Record<"previous" | "next" | "play" | "pause", string>>;

interface Props {
  readonly words: CarouselWords;
  readonly shapes: CarouselShapes;
  readonly count: number;
  readonly index: number;
  readonly loops: boolean;
  readonly isPaused: boolean;
  readonly onGo: (target: Target) => void;
  readonly onPause: () => void;
}

/** Pause comes first, for visitors who need to stop movement. */
export function Controls({ words, shapes, count, index, loops, isPaused, onGo, onPause }: Props) {
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const isFirst = !loops && index === 0;
  const isLast = !loops && index === count - 1;
  useKeptFocus(previous, next, isFirst);
  useKeptFocus(next, previous, isLast);
  return (
    <div className="carousel-controls">
      <button type="button" className="pause" aria-label={isPaused ? words.play : words.pause} onClick={onPause}>
        <Drawing shape={isPaused ? shapes.play : shapes.pause} />
      </button>
      <button
        type="button"
        ref={previous}
        aria-label={words.previous}
        disabled={isFirst}
        onClick={() => onGo("previous")}
      >
        <Drawing shape={shapes.previous} />
      </button>
      {Array.from({ length: count }, (_, position) => {
        const label = words.goTo.replace("{number}", String(position + 1)).replace("{total}", String(count));
        return (
          <button
            key={label}
            type="button"
            className="dot"
            aria-label={label}
            aria-current={position === index ? "true" : undefined}
            onClick={() => onGo(position)}
          />
        );
      })}
      <button type="button" ref={next} aria-label={words.next} disabled={isLast} onClick={() => onGo("next")}>
        <Drawing shape={shapes.next} />
      </button>
    </div>
  );
}

type ButtonRef = RefObject<HTMLButtonElement | null>;

/** A button that is disabled while in use would lose the focus; its counterpart gets it. */
function useKeptFocus(button: ButtonRef, counterpart: ButtonRef, isOff: boolean): void {
  const hadFocus = button.current !== null && button.current === button.current.ownerDocument.activeElement;
  useLayoutEffect(() => {
    if (isOff && hadFocus) counterpart.current?.focus();
  }, [isOff, hadFocus, counterpart]);
}

const Drawing = ({ shape }: { readonly shape: string }) => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    width="24"
    height="24"
    aria-hidden="true"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: shapes of a package, not of the content
    dangerouslySetInnerHTML={{ __html: shape }}
  />
);
