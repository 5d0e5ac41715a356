import type { BehaviourIsland, SiteView } from "eventsite/kit";
import type { ReactNode } from "react";
import type { CarouselProps } from "../client/carousel/carousel.ts";
import { Icon } from "./Icon.tsx";
import { Island } from "./Island.tsx";

interface Slide {
  readonly key: string;
  readonly content: ReactNode;
}

interface Props extends CarouselProps {
  /** The section's own island. */
  readonly of: BehaviourIsland<CarouselProps>;
  /** What the carousel shows, for screen readers: words, or the id of the heading that has them. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly slides: readonly Slide[];
  readonly site: SiteView;
}

/** Slides that take turns. A single one does not move and needs no controls. */
export function Slides({ of, label, labelledBy, slides, site, look, loops, seconds }: Props) {
  const row = <SlideRow slides={slides} site={site} />;
  if (slides.length === 1)
    return (
      <div className="carousel">
        <div className="strip">{row}</div>
      </div>
    );
  return (
    <Island of={of} props={{ look, loops, seconds }} dueSeconds={seconds} site={site}>
      {/* biome-ignore lint/a11y/useSemanticElements: the carousel pattern of ARIA asks for role=group; its element, fieldset, is for form fields */}
      <div
        className={`carousel ${look === "fade" ? "fade" : "slide-row"}`}
        role="group"
        aria-roledescription={site.settings.labels.carousel.role}
        aria-label={label}
        aria-labelledby={labelledBy}
      >
        <Controls count={slides.length} site={site} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <div className="strip" data-glide-el="track" aria-live="polite" tabIndex={0}>
          {row}
        </div>
      </div>
    </Island>
  );
}

/** The pause button is first in the tab order; script shows its other face and says its other label. */
function Controls({ count, site }: Pick<Props, "site"> & { readonly count: number }) {
  const { play, pause, previous, next, goTo } = site.settings.labels.carousel;
  return (
    <div className="carousel-controls screen-only">
      <button type="button" className="icon-button pause" aria-label={pause} data-play={play} data-pause={pause}>
        <Icon name="pause" />
        <Icon name="play" />
      </button>
      <button type="button" className="icon-button previous" aria-label={previous}>
        <Icon name="previous" />
      </button>
      {Array.from({ length: count }, (_, position) => {
        const label = goTo.replace("{number}", String(position + 1)).replace("{total}", String(count));
        const current = position === 0 ? "true" : undefined;
        return (
          <button key={label} type="button" className="icon-button dot" aria-label={label} aria-current={current} />
        );
      })}
      <button type="button" className="icon-button next" aria-label={next}>
        <Icon name="next" />
      </button>
    </div>
  );
}

/** A row that scrolls sideways by itself; each slide says which of how many it is. */
function SlideRow({ slides, site }: Pick<Props, "slides" | "site">) {
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
