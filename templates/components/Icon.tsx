// One by one: the package's index imports all 1,700 drawings, a megabyte that every build would compile and load.
import ArrowRight from "lucide-static/dist/esm/icons/arrow-right.mjs";
import ChevronLeft from "lucide-static/dist/esm/icons/chevron-left.mjs";
import ChevronRight from "lucide-static/dist/esm/icons/chevron-right.mjs";
import Mail from "lucide-static/dist/esm/icons/mail.mjs";
import MapPin from "lucide-static/dist/esm/icons/map-pin.mjs";
import Menu from "lucide-static/dist/esm/icons/menu.mjs";
import Pause from "lucide-static/dist/esm/icons/pause.mjs";
import Phone from "lucide-static/dist/esm/icons/phone.mjs";
import Play from "lucide-static/dist/esm/icons/play.mjs";
import X from "lucide-static/dist/esm/icons/x.mjs";

const icons = {
  arrow: ArrowRight,
  close: X,
  mail: Mail,
  menu: Menu,
  next: ChevronRight,
  pause: Pause,
  phone: Phone,
  pin: MapPin,
  play: Play,
  previous: ChevronLeft,
} as const;

type IconName = keyof typeof icons;

/** The content of the drawing's <svg>; size and stroke are the site's. */
const iconShapes = Object.fromEntries(
  Object.entries(icons).map(([name, svg]) => [
    name,
    svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>")).replace(/\s*\n\s*/g, ""),
  ]),
) as Readonly<Record<IconName, string>>;

/** A drawing of the Lucide set (ISC licence). It repeats the words beside it, so it is hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: shapes of a package, not of the content
      dangerouslySetInnerHTML={{ __html: iconShapes[name] }}
    />
  );
}
