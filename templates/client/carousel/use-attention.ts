import { type RefObject, useEffect, useState } from "react";

/** Whether a media query holds, followed while it changes. False until hydration, as on the server. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(false);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => setMatches(list.matches);
    follow();
    list.addEventListener("change", follow);
    return () => list.removeEventListener("change", follow);
  }, [query]);
  return matches;
}

/** Whether the tab is out of sight. */
export function useHidden(): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    const follow = () => setHidden(document.hidden);
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, []);
  return isHidden;
}

/** Whether a pointer rests on the element or the focus is in it; both may have been there before hydration. */
export function useAttended(ref: RefObject<HTMLElement | null>): boolean {
  const [isHovered, setHovered] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const handlers = {
      pointerenter: () => setHovered(true),
      pointerleave: () => setHovered(false),
      focusin: () => setFocus(true),
      focusout: ({ relatedTarget }: FocusEvent) => setFocus(element.contains(relatedTarget as Node | null)),
    };
    setHovered(element.matches(":hover"));
    setFocus(element.contains(document.activeElement));
    const listeners = Object.entries(handlers) as [string, EventListener][];
    for (const [type, listener] of listeners) element.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of listeners) element.removeEventListener(type, listener);
    };
  }, [ref]);
  return isHovered || hasFocus;
}
