import { defineIsland } from "eventsite/kit/island";

/** A link of a walk writes its name into the form's field `eventType`. Without script, visitors type it. */
export default defineIsland({
  name: "request-form",
  hydrate: "load",
  enhance: (root: HTMLElement) => {
    const field = root.querySelector<HTMLInputElement>("input[name=eventType]");
    addEventListener("click", ({ target }) => {
      const walk = target instanceof Element && target.closest<HTMLElement>("[data-walk]")?.dataset.walk;
      if (field && walk) field.value = walk;
    });
  },
});
