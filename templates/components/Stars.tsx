import type { SiteView } from "eventsite/kit";

const STARS = [1, 2, 3, 4, 5];
const shape = "m12 2 3.1 6.3 6.9 1-5 4.9 1.2 6.8-6.2-3.2L5.8 21 7 14.2 2 9.3l6.9-1z";

/** A rating of 1 to 5 as stars; screen readers hear it in words. */
export function Stars({ rating, site }: { readonly rating: number; readonly site: SiteView }) {
  const label = site.settings.labels.rating.replace("{rating}", String(rating));
  return (
    <svg className="stars" viewBox="0 0 120 24" width="120" height="24" role="img" aria-label={label}>
      {STARS.map((star) => (
        <path
          key={star}
          className={star <= rating ? "full" : undefined}
          transform={`translate(${24 * (star - 1)})`}
          d={shape}
        />
      ))}
    </svg>
  );
}
