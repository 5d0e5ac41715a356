// A carousel after the ARIA practices guide. Its slides are HTML that stands in the page and scrolls sideways by itself; alive, it moves,
// can be stopped, and shows one slide at a time.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { KeptHtml } from "../KeptHtml.tsx";
import { type CarouselShapes, type CarouselWords, Controls } from "./Controls.tsx";
import { isPaused, mayMove } from "./motion.ts";
import { createSlider, type Slider, type SliderOptions, type Target } from "./slider.ts";
import { useAttended, useHidden, useMedia } from "./use-attention.ts";

export interface CarouselProps extends Pick<SliderOptions, "look" | "loops" | "seconds"> {
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
  const { index, slider } = useSlider(root, { look, loops, seconds }, reducesMotion);
  const [choice, setChoice] = useState<"play" | "pause">();
  const paused = isPaused({ choice, reducesMotion });
  const isAtEnd = !loops && index === count - 1;
  const moves = slider !== undefined && mayMove({ choice, reducesMotion, isAttended, isHidden, isAtEnd });

  useEffect(() => {
    if (moves) slider?.play();
    else slider?.pause();
  }, [slider, moves]);
  // Who asks the system for stillness while the page is open means this carousel too.
  useEffect(() => {
    if (reducesMotion) setChoice(undefined);
  }, [reducesMotion]);

  const go = (target: Target) => slider?.go(target);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.key === "ArrowRight" ? "next" : event.key === "ArrowLeft" ? "previous" : undefined;
    if (target === undefined || slider === undefined) return;
    event.preventDefault();
    go(target);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, this groups slides
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
        // What scrolls must be reachable for those who scroll with keys; alive, it does not scroll.
        tabIndex={slider ? undefined : 0}
      />
    </div>
  );
}

/** The slider over the element, from when the page is alive. It begins with the slide that a visitor has scrolled to. */
function useSlider(
  ref: React.RefObject<HTMLDivElement | null>,
  { look, loops, seconds }: Pick<SliderOptions, "look" | "loops" | "seconds">,
  reducesMotion: boolean,
): { readonly index: number; readonly slider: Slider | undefined } {
  const [index, setIndex] = useState(0);
  const [slider, setSlider] = useState<Slider>();
  useEffect(() => {
    const root = ref.current;
    const track = root?.querySelector("[data-glide-el]");
    if (!root || !track) return;
    const startAt = Math.round(track.scrollLeft / Math.max(1, track.clientWidth));
    // Style sheets lay the slides out for the slider before it measures them.
    root.dataset.alive = "";
    track.scrollLeft = 0;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const made = createSlider(root, { look, loops, seconds, startAt, reducesMotion: still, onMove: setIndex });
    made.pause();
    setIndex(startAt);
    setSlider(made);
    return () => made.destroy();
  }, [ref, look, loops, seconds]);
  useEffect(() => {
    slider?.setMotion(reducesMotion);
  }, [slider, reducesMotion]);
  // Slides fade when they take turns, not when the page comes alive: by the second frame the waiting ones are out of sight.
  useEffect(() => {
    const settle = () => {
      if (slider && ref.current) ref.current.dataset.alive = "settled";
    };
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(settle);
    });
    return () => cancelAnimationFrame(frame);
  }, [ref, slider]);
  return { index, slider };
}
