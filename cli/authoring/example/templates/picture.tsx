import type { Image, PictureSlot, SiteView } from "eventsite/kit";

/** A picture, cropped and in the widths of its slot: the build makes the files. One of the first screen does not wait. */
export function Picture(props: { image: Image; slot: PictureSlot; site: SiteView; isFirst?: boolean }) {
  const { sources, src, width, height } = props.site.picture(props.image, props.slot);
  return (
    <picture>
      {sources.map(({ srcset, ...source }) => (
        <source key={srcset} srcSet={srcset} {...source} />
      ))}
      <img src={src} alt={props.image.alt} width={width} height={height} loading={props.isFirst ? "eager" : "lazy"} />
    </picture>
  );
}
