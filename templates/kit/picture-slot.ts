// A place for a picture, as data: how it is cropped, its widths, and how wide CSS shows it. The build makes the files
// that the slots of the pages ask for, and no others.

export interface PictureCrop {
  /** The screens that see this crop, as a media query; the last crop of a slot has none and is for all others. */
  readonly media?: string;
  /** Width divided by height; the whole picture where it is left out. */
  readonly ratio?: number;
  /** Widths in pixels that the build makes, rising. A smaller picture is never enlarged: its own width takes the place of those above it. */
  readonly widths: readonly number[];
  /** A picture narrower than this looks blurred there, which is reported. Default: the first of `widths`. */
  readonly least?: number;
  /** How wide CSS shows the picture, as the `sizes` attribute says it. */
  readonly sizes: string;
}

export interface PictureSlot {
  readonly crops: readonly [
    ...(PictureCrop & { readonly media: string })[],
    PictureCrop & { readonly media?: undefined },
  ];
}

/** One `source` element: a crop in one format. */
export interface PictureSource {
  readonly media?: string;
  /** "image/avif" */
  readonly type: string;
  readonly srcset: string;
  readonly sizes: string;
  /** Of its largest file, in pixels; the others have the same shape. */
  readonly width: number;
  readonly height: number;
}

/** A picture in one slot. */
export interface PictureAsset {
  /** In the order in which browsers choose; none for a vector picture. */
  readonly sources: readonly PictureSource[];
  /** The fallback for browsers that support none of the sources. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** A class whose rule the build writes into the page: it colours the box while the picture loads. None where the picture is transparent. */
  readonly groundClass?: string;
}
