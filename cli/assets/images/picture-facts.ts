// What the build knows of a picture without holding its pixels: plain data, which every thread plans the published files from.

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture of pixels. */
export interface RasterFacts extends Size {
  readonly kind: "raster";
  /** Names the bytes of the master and the encoder: of equal names all published files are equal. */
  readonly identity: string;
  /** Whether anything shows through it; whether anything may, as long as only its header is known. */
  readonly isTransparent: boolean;
  /** The colour that most of it has, as "1c2838"; undefined as long as only its header is known. */
  readonly ground?: string;
}

/** A picture of shapes, published as it is but for what does not belong into it. */
export interface VectorFacts extends Size {
  readonly kind: "vector";
  readonly identity: string;
}

/** An .ico file: an icon under a fixed name, never a picture of a page. */
export interface IconFacts extends Size {
  readonly kind: "icon";
  readonly identity: string;
}

export type PictureFacts = RasterFacts | VectorFacts | IconFacts;
