import type { ReactNode } from "react";
import type { SiteView } from "../kit/site-view.ts";
import { iconShapes } from "./Icon.tsx";

interface Slide {
  readonly key: string;
  readonly content: ReactNode;
}

/** Slides as a row that scrolls sideways by itself; each says which of how many it is. */
export function Slides({ slides, site }: { readonly slides: readonly Slide[]; readonly site: SiteView }) {
  const { slide, carousel } = site.settings.labels;
  return (
    <div className="slides">
      {slides.map(({ key, content }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, this is a slide
        <div
          key={key}
          className="slide"
          role="group"
          aria-roledescription={carousel.slide}
          aria-label={slide.replace("{number}", String(index + 1)).replace("{total}", String(slides.length))}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

/** What a carousel's controls say and show. */
export function carouselControls({ settings }: SiteView) {
  const { previous, next, play, pause, goTo } = settings.labels.carousel;
  return {
    words: { previous, next, play, pause, goTo },
    shapes: {
      previous: iconShapes.previous,
      next: iconShapes.next,
      play: iconShapes.play,
      pause: iconShapes.pause,
    },
  };
}
