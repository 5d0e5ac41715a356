// The pictures of the open form: their addresses, and whether a text about one of them was written for another.
import { type ControlClass, type ControlProps, plainOf } from "./cms-decap.ts";

export interface FormPicture {
  readonly src: string;
  readonly address: string;
}

/** Pictures by the fields around them. */
const pictures = new Map<string, FormPicture>();
const groupOf = ({ parentIds = [] }: Pick<ControlProps, "parentIds">) => parentIds.join(" ");

/** The picture in the same group of fields; undefined where none is chosen. */
export const pictureBeside = (props: Pick<ControlProps, "parentIds">): FormPicture | undefined =>
  pictures.get(groupOf(props));

/** Decap asks for a picture once, and shows nothing when it arrives later: it is shown from its address. */
export const showsPictures = (control: ControlClass): ControlClass =>
  class extends control {
    override render() {
      const { getAsset, value, field } = this.props as ControlProps<string>;
      const assetOf = (src: string, of: unknown) => {
        const asset = getAsset(src, of);
        return asset.path === "empty.svg" ? `media/${encodeURI(src)}` : asset;
      };
      const src = String(plainOf(value ?? ""));
      if (src === "") pictures.delete(groupOf(this.props));
      else pictures.set(groupOf(this.props), { src, address: String(assetOf(src, field)) });
      this.props = { ...this.props, getAsset: assetOf as ControlProps["getAsset"] };
      return super.render();
    }
  };

/** A value about a picture. When another picture takes its place, a question is open until the value changes or is confirmed. */
export interface SwapWatch {
  isQuestion(src: string | undefined, value: unknown): boolean;
  settle(src: string): void;
}

export function createSwapWatch(): SwapWatch {
  /** The value as it was last written or confirmed, and the picture that it is about. */
  let confirmed: { readonly src: string; readonly value: string } | undefined;
  return {
    isQuestion(src, value) {
      const current = JSON.stringify(plainOf(value)) ?? "";
      if (src === undefined || /^(?:""|\{\}|null|)$/.test(current)) return false;
      if (confirmed?.value !== current) confirmed = { src, value: current };
      return confirmed.src !== src;
    },
    settle(src) {
      if (confirmed) confirmed = { ...confirmed, src };
    },
  };
}
