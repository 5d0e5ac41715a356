// Items of lists are moved by the keyboard, as their handles say: Space takes one up, the arrows move it, Space puts it down. Decap moves them by the
// pointer alone.
import { element } from "../../serve/client/element.ts";
import type { Control, ControlClass } from "./cms-decap.ts";

/** The part of Decap's lists that is used. */
interface List extends Control {
  onSortEnd(move: { readonly oldIndex: number; readonly newIndex: number }): void;
}

interface TakenItem {
  readonly list: List;
  readonly from: number;
  at: number;
}

const HANDLE = '[aria-roledescription="sortable"]';
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
const TAKEN = "3px solid #3a69c7";

/** Lists of the open form, by the id of their element. */
const lists = new Map<string, List>();
let taken: TakenItem | undefined;
const status = element("div", { role: "status" });
status.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";

export const knowsLists = (control: ControlClass): ControlClass =>
  class extends control {
    override componentDidMount() {
      super.componentDidMount?.();
      lists.set(this.props.forID, this as unknown as List);
    }
    override componentWillUnmount() {
      super.componentWillUnmount?.();
      lists.delete(this.props.forID);
    }
  };

export function sortByKeys(): void {
  document.body.append(status);
  addEventListener("keydown", onKey, { capture: true });
  // Moving the focus elsewhere puts the item down.
  addEventListener("focusin", ({ target }) => {
    if (taken && target !== handleOf(taken)) putDown();
  });
}

function onKey(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || !target.matches(HANDLE)) return;
  const list = listOf(target);
  if (!list) return;
  if (key === " " || key === "Enter") {
    if (taken) putDown();
    else takeUp(list, handlesOf(list).indexOf(target));
  } else if (taken && key === "Escape") moveTo(taken, taken.from, putDown);
  else if (taken && key in STEPS) moveTo(taken, taken.at + (STEPS[key] ?? 0), () => announce("Moved"));
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The nearest one around an element. */
function listOf(within: Element): List | undefined {
  for (let at: Element | null = within; at; at = at.parentElement) {
    const list = lists.get(at.id);
    if (list) return list;
  }
  return undefined;
}

/** The items of a list, without those of lists within them. */
const handlesOf = (list: List): HTMLElement[] =>
  [...(document.getElementById(list.props.forID)?.querySelectorAll<HTMLElement>(HANDLE) ?? [])].filter(
    (handle) => listOf(handle) === list,
  );

const handleOf = ({ list, at }: TakenItem): HTMLElement | undefined => handlesOf(list)[at];

function takeUp(list: List, at: number): void {
  taken = { list, from: at, at };
  mark(taken, true);
  announce("Taken up. The arrow keys move it, Space puts it down, Escape puts it back");
}

function putDown(): void {
  if (!taken) return;
  mark(taken, false);
  announce("Put down");
  taken = undefined;
}

function mark(item: TakenItem, isTaken: boolean): void {
  const handle = handleOf(item);
  if (!handle) return;
  handle.style.outline = isTaken ? TAKEN : "";
  handle.ariaPressed = String(isTaken);
}

function moveTo(item: TakenItem, to: number, onMoved: () => void): void {
  const last = handlesOf(item.list).length - 1;
  const at = Math.max(0, Math.min(last, to));
  if (at === item.at) {
    onMoved();
    return;
  }
  item.list.onSortEnd({ oldIndex: item.at, newIndex: at });
  item.at = at;
  // As soon as the list is drawn in its new order.
  requestAnimationFrame(() => {
    const handle = handleOf(item);
    handle?.focus();
    handle?.scrollIntoView({ block: "nearest" });
    onMoved();
  });
}

function announce(change: string): void {
  if (taken) status.textContent = `${change}: ${taken.at + 1} of ${handlesOf(taken.list).length}.`;
}
