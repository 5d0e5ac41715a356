// A carousel after the ARIA practices guide. Its slides are HTML that scrolls sideways without script; once hydrated, it moves, can be
// stopped, and shows one slide at a time.
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { KeptHtml } from "../KeptHtml.tsx";
import { type CarouselShapes, type CarouselWords, Controls } from "./Controls.tsx";
import { isPaused, mayMove } from "./motion.ts";
import { layOut } from "./shown-slide.ts";
import { createSlider, type Slider, type SliderOptions, type Target } from "./slider.ts";
import { useAttended, useHidden, useMedia } from "./use-attention.ts";

export interface CarouselProps extends Pick<SliderOptions, "look" | "loops"> {
  /** How long a slide is shown. */
  readonly seconds: number;
  /** What the carousel shows, for screen readers: words, or the id of the heading that has them. */
  readonly label?: string;
  readonly labelledBy?: string;
  /** What screen readers call it instead of "group". */
  readonly role: string;
  readonly count: number;
  readonly words: CarouselWords;
  readonly shapes: CarouselShapes;
}

/** Its children are the slides, in one element. */
export function Carousel({ label, labelledBy, role, count, words, shapes, look, loops, seconds }: CarouselProps) {
  const root = useRef<HTMLDivElement>(null);
  const reducesMotion = useMedia("(prefers-reduced-motion: reduce)");
  const isAttended = useAttended(root);
  const isHidden = useHidden();
  const { index, isReady, go } = useSlider(root, { look, loops }, reducesMotion);
  const [choice, setChoice] = useState<"play" | "pause">();
  const paused = isPaused({ choice, reducesMotion });
  const isAtEnd = !loops && index === count - 1;
  const moves = isReady && mayMove({ choice, reducesMotion, isAttended, isHidden, isAtEnd });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new index restarts the timer, so that a slide has its full time after a click or a swipe as well
  useEffect(() => {
    if (!moves) return;
    const timer = setTimeout(() => go("next"), seconds * 1000);
    return () => clearTimeout(timer);
  }, [go, moves, seconds, index]);
  // Also applies when reduced motion is set while the page is open.
  useEffect(() => {
    if (reducesMotion) setChoice(undefined);
  }, [reducesMotion]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.key === "ArrowRight" ? "next" : event.key === "ArrowLeft" ? "previous" : undefined;
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the carousel pattern of ARIA asks for role=group; its element, fieldset, is for form fields
    <div
      ref={root}
      className={`carousel ${look === "fade" ? "fade" : "slide-row"}`}
      role="group"
      aria-roledescription={role}
      aria-label={label}
      aria-labelledby={labelledBy}
      onKeyDown={onKeyDown}
    >
      <Controls
        words={words}
        shapes={shapes}
        count={count}
        index={index}
        loops={loops}
        isPaused={paused}
        onGo={go}
        onPause={() => setChoice(paused ? "play" : "pause")}
      />
      <KeptHtml
        className="strip"
        data-glide-el="track"
        aria-live={moves ? "off" : "polite"}
        // A scrolling area must be reachable by keyboard; once hydrated, it does not scroll.
        tabIndex={isReady ? undefined : 0}
      />
    </div>
  );
}

/** The slider over the element, after hydration. It begins with the slide that is shown. */
function useSlider(
  ref: React.RefObject<HTMLDivElement | null>,
  { look, loops }: Pick<SliderOptions, "look" | "loops">,
  reducesMotion: boolean,
): { readonly index: number; readonly isReady: boolean; readonly go: (target: Target) => void } {
  const [index, setIndex] = useState(0);
  const [slider, setSlider] = useState<Slider>();
  const current = useRef<Slider>(undefined);
  const wanted = useRef<Target>(undefined);
  // The click that loaded the code may arrive before the slider exists.
  const go = useCallback((target: Target) => {
    if (current.current) current.current.go(target);
    else wanted.current = target;
  }, []);
  useEffect(() => {
    const root = ref.current;
    const track = root?.querySelector("[data-glide-el]");
    if (!root || !track) return;
    const scrolledTo = Math.round(track.scrollLeft / Math.max(1, track.clientWidth));
    const startAt = Number(root.dataset.shown ?? scrolledTo);
    // Style sheets lay the slides out for the slider before it measures them.
    const endLayOut = layOut(root);
    track.scrollLeft = 0;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const made = createSlider(root, { look, loops, startAt, reducesMotion: still, onMove: setIndex });
    setIndex(startAt);
    setSlider(made);
    current.current = made;
    if (wanted.current !== undefined) made.go(wanted.current);
    wanted.current = undefined;
    return () => {
      current.current = undefined;
      endLayOut();
      made.destroy();
    };
  }, [ref, look, loops]);
  useEffect(() => {
    slider?.setMotion(reducesMotion);
  }, [slider, reducesMotion]);
  return { index, isReady: slider !== undefined, go };
}
