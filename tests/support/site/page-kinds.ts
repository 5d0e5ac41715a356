/** Of the frozen site: a page of every kind, and one of every framing. */
export const PAGE_KINDS = [
  "/",
  "/services/",
  "/services/event-planning/",
  "/services/event-design/",
  "/services/venue-services/",
  "/services/equipment-logistics/",
  "/services/vip-dinners/",
  "/venues/",
  "/talent/",
  "/contact/",
  "/terms-of-service/",
  "/404.html",
];
