// Facts about a picture without its pixels: plain data, from which every thread plans the published files.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface RasterFacts extends Size {
  readonly kind: "raster";
  /** A hash of the source's bytes and the encoder: equal hashes give equal published files. */
  readonly identity: string;
  /** Whether it is transparent, or may be, while only its header is known. */
  readonly isTransparent: boolean;
  /** The dominant colour, as "1c2838"; undefined while only its header is known. */
  readonly ground?: string;
}

/** A vector picture, which is sanitised; or an .ico file, which is an icon under a fixed name and never a picture of a page. */
export interface DrawingFacts extends Size {
  readonly kind: "vector" | "icon";
  readonly identity: string;
}

export type PictureFacts = RasterFacts | DrawingFacts;
