import type { Action, SiteView } from "eventsite/kit";

interface Props {
  readonly action: Action;
  readonly site: SiteView;
  /** "primary" is the one action of the screen. */
  readonly look?: "primary" | "secondary";
}

/** A link that looks like what it asks for: a button, or a quieter one. */
export function ActionLink({ action, site, look = "primary" }: Props) {
  return (
    <a className={`button ${look}`} href={site.href(action.href)}>
      {action.label}
    </a>
  );
}

/** One or two actions in a row, the first of them the one that matters. */
export function Actions({ actions, site }: Pick<Props, "site"> & { readonly actions: readonly Action[] }) {
  if (actions.length === 0) return null;
  return (
    <p className="actions">
      {actions.map((action, index) => (
        <ActionLink key={action.href} action={action} site={site} look={index === 0 ? "primary" : "secondary"} />
      ))}
    </p>
  );
}
