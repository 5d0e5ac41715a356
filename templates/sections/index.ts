// Every section type, spelled out. To add one: make its folder and add its line here.
import artistList from "./artist-list/index.ts";
import banner from "./banner/index.tsx";
import callToAction from "./call-to-action/index.tsx";
import cards from "./cards/index.ts";
import figures from "./figures/index.tsx";
import gallery from "./gallery/index.ts";
import heroCarousel from "./hero-carousel/index.ts";
import lists from "./lists/index.ts";
import logoStrip from "./logo-strip/index.ts";
import pageHero from "./page-hero/index.ts";
import prose from "./prose/index.tsx";
import relatedServices from "./related-services/index.tsx";
import requestForm from "./request-form/index.ts";
import serviceIndex from "./service-index/index.ts";
import serviceLinks from "./service-links/index.tsx";
import serviceTiles from "./service-tiles/index.ts";
import steps from "./steps/index.tsx";
import successStory from "./success-story/index.ts";
import testimonials from "./testimonials/index.ts";
import venueList from "./venue-list/index.ts";

export const sections = [
  artistList,
  banner,
  callToAction,
  cards,
  figures,
  gallery,
  // The first one that has a main heading: what messages name first, and new pages begin with.
  pageHero,
  heroCarousel,
  lists,
  logoStrip,
  prose,
  relatedServices,
  requestForm,
  serviceIndex,
  serviceLinks,
  serviceTiles,
  steps,
  successStory,
  testimonials,
  venueList,
] as const;
