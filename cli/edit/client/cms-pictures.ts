// The pictures of the open form: where each is shown from, and whether what is said of one was said of another.
import { type ControlClass, type ControlProps, plainOf } from "./cms-decap.ts";

export interface ShownPicture {
  readonly src: string;
  readonly address: string;
}

/** By the fields around each. */
const shown = new Map<string, ShownPicture>();
const groupOf = ({ parentIds = [] }: Pick<ControlProps, "parentIds">) => parentIds.join(" ");

/** The picture in the same group of fields; undefined where none is chosen. */
export const pictureBeside = (props: Pick<ControlProps, "parentIds">): ShownPicture | undefined =>
  shown.get(groupOf(props));

/** Decap asks for a picture once, and shows nothing when it comes later: it is shown from its address. */
export const showsPictures = (control: ControlClass): ControlClass =>
  class extends control {
    override render() {
      const { getAsset, value, field } = this.props as ControlProps<string>;
      const assetOf = (src: string, of: unknown) => {
        const asset = getAsset(src, of);
        return asset.path === "empty.svg" ? `media/${encodeURI(src)}` : asset;
      };
      const src = String(plainOf(value ?? ""));
      if (src === "") shown.delete(groupOf(this.props));
      else shown.set(groupOf(this.props), { src, address: String(assetOf(src, field)) });
      this.props = { ...this.props, getAsset: assetOf as ControlProps["getAsset"] };
      return super.render();
    }
  };

/** A value that was said of a picture. Another picture in its place is a question, until the value changes or is said to be right. */
export function createSwapWatch() {
  let said: { readonly src: string; readonly value: string } | undefined;
  return {
    isQuestion(src: string | undefined, value: unknown): boolean {
      const written = JSON.stringify(plainOf(value)) ?? "";
      if (src === undefined || /^(?:""|\{\}|null|)$/.test(written)) return false;
      if (said?.value !== written) said = { src, value: written };
      return said.src !== src;
    },
    settle(src: string): void {
      if (said) said = { ...said, src };
    },
  };
}
