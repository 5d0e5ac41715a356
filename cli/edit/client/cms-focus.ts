// What must stay in view when a picture is cropped: a press on the picture, or the arrow keys.
import { type ControlClass, controlOf, h, plainOf, type Rendered } from "./cms-decap.ts";
import { createSwapWatch, pictureBeside, type SwapWatch } from "./cms-pictures.ts";

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
const status = { margin: "0.5rem 0 0" };
const buttonStyle = { marginLeft: "0.75rem", padding: "0.25rem 0.75rem", font: "inherit", cursor: "pointer" };
const marker = {
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
  const watches = new WeakMap<object, SwapWatch>();
  return controlOf<Focus>(({ forID, value, onChange, ...props }, control) => {
    const shownPicture = pictureBeside(props);
    if (!shownPicture) return h("div", { id: forID, style: frame }, "Choose a picture first.");
    const watch = watches.get(control) ?? createSwapWatch();
    watches.set(control, watch);
    const focus = plainOf(value ?? {}) ?? {};
    const picker = focusPicker(forID, shownPicture.address, focus, onChange);
    const isOld = watch.isQuestion(shownPicture.src, value);
    return h(
      "div",
      { style: frame },
      picker,
      focusStatus(focus, isOld, () => onChange({})),
    );
  });
}

/** The picture, to be pressed, and a marker on it, which the arrow keys move. */
function focusPicker(id: string, address: string, focus: Focus, onChange: (focus: Focus) => void): Rendered {
  const at = { x: focus.x ?? MIDDLE, y: focus.y ?? MIDDLE };
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
  const style = { ...marker, left: `${at.x}%`, top: `${at.y}%`, opacity: focus.x === undefined ? 0.5 : 1 };
  const label = `${focusSentence(focus)} The arrow keys move it.`;
  return h(
    "div",
    { style: stage },
    h("img", { src: address, alt: "", draggable: false, style: picture, onClick }),
    h("button", { type: "button", id, style, onKeyDown, "aria-label": label }),
  );
}

function focusStatus(focus: Focus, isOld: boolean, onClick: () => void): Rendered {
  const clear = h("button", { type: "button", onClick, style: buttonStyle }, "Use the middle");
  return h(
    "p",
    { style: status, role: "status" },
    focusSentence(focus),
    ...questionOf(isOld),
    focus.x === undefined ? null : clear,
  );
}

const percent = (value: number): number => Math.max(0, Math.min(100, Math.round(value)));

const focusSentence = ({ x, y }: Focus): string =>
  x === undefined
    ? "The middle stays in view. Press on the picture to choose something else."
    : `${x} % from the left, ${y ?? MIDDLE} % from the top stays in view.`;

const questionOf = (isOld: boolean): Rendered[] =>
  isOld ? [" ", h("strong", {}, "It was chosen for the old picture: press on the new one.")] : [];
