import { defineIsland } from "eventsite/kit/island";

const tileOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(".tile") : null;

const isShown = (tile: HTMLElement | null): boolean => {
  const detail = tile?.hasAttribute("data-open") ? null : tile?.querySelector(".detail");
  return detail ? Number(getComputedStyle(detail).opacity) > 0.5 : false;
};

/** Hover and focus are the style sheet's. A tap swaps picture and details, and Escape brings the picture back while it is covered. */
function enhance(root: HTMLElement): void {
  const tiles = [...root.querySelectorAll<HTMLElement>(".tile")];
  let isTouch = false;
  root.addEventListener("pointerdown", ({ pointerType, target }) => {
    // Where a mouse or the keyboard shows the details already, a finger follows their link as a click does.
    isTouch = pointerType === "touch" && !isShown(tileOf(target));
  });
  root.addEventListener("click", (event) => {
    const tapped = isTouch ? tileOf(event.target) : null;
    if (!tapped) return;
    const isOpen = tapped.hasAttribute("data-open");
    // The link covers the whole tile until the details are there; then it is where it is seen, and the rest swaps back.
    if (isOpen && event.target instanceof Element && event.target.closest("a")) return;
    event.preventDefault();
    for (const tile of tiles) tile.toggleAttribute("data-open", tile === tapped && !isOpen);
    // Where two are in a row, an opened tile takes a whole row.
    if (!isOpen) tapped.scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const tile of tiles) {
      tile.removeAttribute("data-open");
      if (tile.matches(":hover, :focus-within")) tile.setAttribute("data-dismissed", "");
    }
  });
  for (const tile of tiles)
    for (const type of ["pointerenter", "focusin"])
      tile.addEventListener(type, () => tile.removeAttribute("data-dismissed"));
}

export default defineIsland({ name: "service-tiles", hydrate: "visible", enhance });
