import type { Action, SiteView } from "eventsite/kit";
import { Icon } from "./Icon.tsx";

interface Props {
  readonly action: Action;
  readonly site: SiteView;
  /** "primary" is the one action of the screen. */
  readonly look?: "primary" | "secondary" | "text";
}

/** A link that looks like what it asks for: a button, a quieter button, or a line of text with an arrow. */
export function ActionLink({ action, site, look = "primary" }: Props) {
  return (
    <a className={look === "text" ? "text-link" : `button ${look}`} href={site.href(action.href)}>
      {action.label}
      {look === "text" && <Icon name="arrow" />}
    </a>
  );
}

interface ActionsProps {
  readonly actions: readonly Action[];
  readonly site: SiteView;
}

/** One or two actions in a row, the first of them the one that matters. */
export function Actions({ actions, site }: ActionsProps) {
  if (actions.length === 0) return null;
  return (
    <p className="actions">
      {actions.map((action, index) => (
        <ActionLink key={action.href} action={action} site={site} look={index === 0 ? "primary" : "secondary"} />
      ))}
    </p>
  );
}
