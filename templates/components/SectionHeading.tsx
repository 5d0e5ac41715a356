import type { ReactNode } from "react";

interface Props {
  /** The section's id; the heading's own is made from it. */
  readonly id: string;
  readonly heading: string;
  readonly intro?: string | undefined;
  readonly children?: ReactNode;
}

export const headingId = (sectionId: string): string => `${sectionId}-heading`;

/** The heading of a section, which is also its accessible name, and what comes right below it. */
export function SectionHeading({ id, heading, intro, children }: Props) {
  return (
    <div className="section-heading page-grid">
      <h2 id={headingId(id)}>{heading}</h2>
      {intro && <p className="intro lead">{intro}</p>}
      {children}
    </div>
  );
}
