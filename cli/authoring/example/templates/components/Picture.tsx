import type { Image, PictureSlot, SiteView } from "eventsite/kit";

interface Props {
  readonly image: Image;
  readonly site: SiteView;
  /** Its crops, its widths and how wide it is shown: the build makes the files. */
  readonly slot: PictureSlot;
  /** For the largest picture of the first screen: loaded at once and before others. */
  readonly priority?: boolean;
}

/** A picture of the page. */
export function Picture({ image, site, slot, priority = false }: Props) {
  const { sources, src, width, height } = site.picture(image, slot);
  return (
    <picture>
      {sources.map(({ srcset, ...source }) => (
        <source key={srcset} srcSet={srcset} {...source} />
      ))}
      <img src={src} alt={image.alt} width={width} height={height} loading={priority ? "eager" : "lazy"} />
    </picture>
  );
}
