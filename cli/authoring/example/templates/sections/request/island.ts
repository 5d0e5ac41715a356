import { defineIsland } from "eventsite/kit/island";

/** A link of a walk chooses it in the form. Without script, visitors choose it there. */
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
