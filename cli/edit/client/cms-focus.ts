// What must stay in view when a picture is cropped: a press on the picture, or the arrow keys.
import { type ControlClass, controlOf, h, plainOf, type Shown } from "./cms-decap.ts";
import { createSwapWatch, pictureBeside } from "./cms-pictures.ts";

/** Percentages from the left and from the top. */
interface Focus {
  readonly x?: number;
  readonly y?: number;
}

const MIDDLE = 50;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const frame = { padding: "0.75rem", border: "2px solid #dfdfe3", borderRadius: "0 5px 5px" };
const stage = { position: "relative", display: "inline-block", lineHeight: "0" };
const picture = { maxWidth: "100%", maxHeight: "20rem", cursor: "crosshair" };
const said = { margin: "0.5rem 0 0" };
const press = { marginLeft: "0.75rem", padding: "0.25rem 0.75rem", font: "inherit", cursor: "pointer" };
const spot = {
  position: "absolute",
  width: "28px",
  height: "28px",
  margin: "-14px 0 0 -14px",
  padding: "0",
  background: "#3a69c766",
  border: "3px solid #fff",
  outline: "2px solid #3a69c7",
  borderRadius: "50%",
  pointerEvents: "none",
};

export function focusControl(): ControlClass {
  const watches = new WeakMap<object, ReturnType<typeof createSwapWatch>>();
  return controlOf<Focus>(({ forID, value, onChange, ...props }, control) => {
    const shown = pictureBeside(props);
    if (!shown) return h("div", { id: forID, style: frame }, "Choose a picture first.");
    const watch = watches.get(control) ?? createSwapWatch();
    watches.set(control, watch);
    const isOld = watch.isQuestion(shown.src, value);
    const { x, y } = plainOf(value ?? {}) ?? {};
    const at = { x: x ?? MIDDLE, y: y ?? MIDDLE };
    const choose = (left: number, top: number) => onChange({ x: percent(left), y: percent(top) });
    const onClick = ({ currentTarget, clientX, clientY }: MouseEvent) => {
      const { left, top, width, height } = (currentTarget as Element).getBoundingClientRect();
      choose((100 * (clientX - left)) / width, (100 * (clientY - top)) / height);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      choose(at.x + step[0], at.y + step[1]);
    };
    const words = wordsOf(x, y);
    const marker = { ...spot, left: `${at.x}%`, top: `${at.y}%`, opacity: x === undefined ? 0.5 : 1 };
    const settle = () => onChange({});
    const clear = h("button", { type: "button", onClick: settle, style: press }, "Use the middle");
    return h(
      "div",
      { style: frame },
      h(
        "div",
        { style: stage },
        h("img", { src: shown.address, alt: "", draggable: false, style: picture, onClick }),
        h("button", {
          type: "button",
          id: forID,
          style: marker,
          onKeyDown,
          "aria-label": `${words} The arrow keys move it.`,
        }),
      ),
      h("p", { style: said, role: "status" }, words, ...questionOf(isOld), x === undefined ? null : clear),
    );
  });
}

const percent = (value: number): number => Math.max(0, Math.min(100, Math.round(value)));

const wordsOf = (x: number | undefined, y: number | undefined): string =>
  x === undefined
    ? "The middle stays in view. Press on the picture to choose something else."
    : `${x} % from the left, ${y ?? MIDDLE} % from the top stays in view.`;

const questionOf = (isOld: boolean): Shown[] =>
  isOld ? [" ", h("strong", {}, "It was chosen for the old picture: press on the new one.")] : [];
