import type { Image, PictureSlot, SiteView } from "eventsite/kit";

interface Props {
  readonly image: Image;
  readonly site: SiteView;
  /** Decides the crops, the widths and how wide the picture is shown. */
  readonly slot: PictureSlot;
  /** For the largest picture of the first screen: loaded at once and before others. */
  readonly priority?: boolean;
  /** Decorative: adds nothing to the words beside it. */
  readonly decorative?: boolean;
  readonly className?: string;
}

/**
 * A picture of the page. It is always in a `picture` element: React writes no preload link for an image inside one, and the build writes a
 * better one, in the format that browsers choose.
 */
export function Picture({ image, site, slot, priority = false, decorative = false, className }: Props) {
  const { sources, src, width, height, groundClass } = site.picture(image, slot);
  return (
    <picture className={className}>
      {sources.map(({ media, type, srcset, sizes, ...size }) => (
        <source key={`${media} ${type}`} media={media} type={type} srcSet={srcset} sizes={sizes} {...size} />
      ))}
      <img
        className={groundClass}
        src={src}
        width={width}
        height={height}
        alt={decorative ? "" : image.alt}
        loading={priority ? undefined : "lazy"}
        decoding={priority ? undefined : "async"}
        fetchPriority={priority ? "high" : undefined}
        data-focus={image.focus && focusName(image.focus)}
      />
    </picture>
  );
}

/** Nine positions that CSS knows by name: inline styles are refused by the pages' content security policy. */
const focusName = ({ x, y }: NonNullable<Image["focus"]>): string => `${thirdName(x)} ${thirdName(y)}`;

function thirdName(percent: number): string {
  if (percent < 34) return "start";
  return percent > 66 ? "end" : "middle";
}
