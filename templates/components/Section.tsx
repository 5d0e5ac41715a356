import type { ReactNode } from "react";
import { headingId } from "./SectionHeading.tsx";

interface Props {
  readonly id: string;
  /** Class names: the section's type first, then its ground ("light", "white" or "dark"). */
  readonly className: string;
  /** Whether it contains a SectionHeading; a section without one has no accessible name. */
  readonly named?: boolean;
  readonly children: ReactNode;
}

/** The outer element of every section. */
export function Section({ id, className, named = true, children }: Props) {
  return (
    <section id={id} className={`section ${className}`} aria-labelledby={named ? headingId(id) : undefined}>
      {children}
    </section>
  );
}
