// The words about a picture: when another picture takes its place, the form asks whether they still fit.
import { type ControlClass, h } from "./cms-decap.ts";
import { createSwapWatch, pictureBeside } from "./cms-pictures.ts";

const note = {
  margin: "0.25rem 0 0",
  padding: "0.5rem 0.75rem",
  background: "#fff3d6",
  borderLeft: "3px solid #c98a00",
};
const buttonStyle = { padding: "0.25rem 0.75rem", font: "inherit", cursor: "pointer" };

/** `text` is Decap's control of a longer text. */
export const pictureWordsControl = (text: ControlClass): ControlClass =>
  class extends text {
    readonly #swap = createSwapWatch();
    override shouldComponentUpdate() {
      return true;
    }
    override render() {
      const src = pictureBeside(this.props)?.src;
      const isAsked = this.#swap.isQuestion(src, this.props.value);
      const settle = () => {
        if (src !== undefined) this.#swap.settle(src);
        this.forceUpdate();
      };
      const question = h(
        "p",
        { style: note },
        "Is this still the text of the old picture? Say what the new one shows. ",
        h("button", { type: "button", onClick: settle, style: buttonStyle }, "It fits the new one"),
      );
      return h("div", {}, super.render(), h("div", { role: "status" }, isAsked ? question : null));
    }
  };
