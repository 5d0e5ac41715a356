// Every section type, spelled out. To add one: make its folder and add its line here.
import pageHero from "./page-hero/index.ts";
import requestForm from "./request-form/index.tsx";
import walkList from "./walk-list/index.tsx";

export const sections = [
  // The first one that has a main heading: what messages name first, and new pages begin with.
  pageHero,
  requestForm,
  walkList,
] as const;
