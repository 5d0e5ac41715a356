import { defineIsland } from "eventsite/kit/island";

/** Whoever follows the link of a walk finds it chosen in the form. Without script, they choose it there. */
export default defineIsland({
  name: "request",
  hydrate: "load",
  enhance: (root: HTMLElement) => {
    const choice = root.querySelector("select");
    addEventListener("click", ({ target }) => {
      const walk = target instanceof Element && target.closest<HTMLElement>("[data-walk]")?.dataset.walk;
      if (choice && walk) choice.value = walk;
    });
  },
});
