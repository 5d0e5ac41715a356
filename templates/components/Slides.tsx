import type { ComponentIsland, SiteView } from "eventsite/kit";
import type { ReactNode } from "react";
import type { CarouselProps } from "../client/carousel/Carousel.tsx";
import { iconShapes } from "./Icon.tsx";
import { Island } from "./Island.tsx";

interface Slide {
  readonly key: string;
  readonly content: ReactNode;
}

interface Props extends Pick<CarouselProps, "label" | "labelledBy" | "look" | "loops" | "seconds"> {
  /** The section's own island: it decides when the carousel is hydrated. */
  readonly of: ComponentIsland<CarouselProps>;
  readonly slides: readonly Slide[];
  readonly site: SiteView;
}

/** Slides that take turns. A single one does not move and needs no controls. */
export function Slides({ of, slides, site, ...carousel }: Props) {
  const row = <Row slides={slides} site={site} />;
  if (slides.length === 1)
    return (
      <div className="carousel">
        <div className="strip">{row}</div>
      </div>
    );
  const { role, previous, next, play, pause, goTo } = site.settings.labels.carousel;
  const props: CarouselProps = {
    ...carousel,
    role,
    count: slides.length,
    words: { previous, next, play, pause, goTo },
    shapes: {
      previous: iconShapes.previous,
      next: iconShapes.next,
      play: iconShapes.play,
      pause: iconShapes.pause,
    },
  };
  return (
    <Island of={of} props={props} site={site}>
      {row}
    </Island>
  );
}

/** A row that scrolls sideways by itself; each slide says which of how many it is. */
function Row({ slides, site }: Pick<Props, "slides" | "site">) {
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
