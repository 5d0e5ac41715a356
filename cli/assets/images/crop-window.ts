// A picture's size, a shape and a focal point → the part of the picture that is shown. Pure.
import type { Size } from "./picture-facts.ts";

/** In pixels of the upright picture. */
export interface CropWindow extends Size {
  readonly left: number;
  readonly top: number;
}

/** In percent from the left and from the top. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

const CENTRE: Focus = { x: 50, y: 50 };

/** The largest part of the picture with this ratio whose middle is as near to the focus as the edges allow; all of it without a ratio. */
export function cropWindow({ width, height }: Size, ratio: number | undefined, focus: Focus = CENTRE): CropWindow {
  if (ratio === undefined) return { left: 0, top: 0, width, height };
  const isWide = width > height * ratio;
  const shown = {
    width: isWide ? atLeastOne(Math.round(height * ratio), width) : width,
    height: isWide ? height : atLeastOne(Math.round(width / ratio), height),
  };
  return {
    left: startOf(focus.x, width, shown.width),
    top: startOf(focus.y, height, shown.height),
    ...shown,
  };
}

const atLeastOne = (length: number, most: number) => Math.min(most, Math.max(1, length));

const startOf = (percent: number, whole: number, shown: number): number =>
  Math.min(whole - shown, Math.max(0, Math.round((percent / 100) * whole - shown / 2)));

/** The widths to make of a window: those it is wide enough for, and its own where more was asked for. Rising, each once. */
export function usableWidths(window: Size, wanted: readonly number[]): number[] {
  const usable = wanted.filter((width) => width < window.width);
  if (wanted.length === 0 || wanted.some((width) => width >= window.width)) usable.push(window.width);
  return [...new Set(usable)].sort((a, b) => a - b);
}

/** The size of a file of `width` pixels: the shape of `ratio`, or of the window, and never larger than the window. */
export function scaledSize(window: Size, width: number, ratio: number = window.width / window.height): Size {
  return { width, height: Math.min(window.height, Math.max(1, Math.round(width / ratio))) };
}
