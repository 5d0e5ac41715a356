import type { ReactNode } from "react";

interface Props {
  /** The section's id; that of its heading is made from it. */
  readonly id: string;
  readonly section: { readonly heading: string; readonly intro?: string | undefined };
  /** Class names: the section's type first, then its ground, "light" or "dark". */
  readonly className: string;
  readonly children: ReactNode;
}

/** A section that begins with its heading. */
export function TitledSection({ id, section, className, children }: Props) {
  const headingId = `${id}-heading`;
  return (
    <section id={id} className={className} aria-labelledby={headingId}>
      <h2 id={headingId}>{section.heading}</h2>
      {section.intro && <p>{section.intro}</p>}
      {children}
    </section>
  );
}
