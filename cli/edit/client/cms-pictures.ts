// The pictures of the open form: their addresses, and whether the words about one were written for another.
import { type ControlClass, type ControlProps, plainOf } from "./cms-decap.ts";

export interface FormPicture {
  readonly src: string;
  readonly address: string;
}

/** Pictures by the fields around them. */
const shown = new Map<string, FormPicture>();
const groupOf = ({ parentIds = [] }: Pick<ControlProps, "parentIds">) => parentIds.join(" ");

/** The picture in the same group of fields; undefined where none is chosen. */
export const pictureBeside = (props: Pick<ControlProps, "parentIds">): FormPicture | undefined =>
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

/** A value about a picture. When another picture takes its place, a question is open until the value changes or is confirmed. */
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
