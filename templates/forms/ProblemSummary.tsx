interface Props {
  /** The form's; the heading's id begins with it. */
  readonly slug: string;
  readonly heading: string;
  readonly problems: readonly { readonly id: string; readonly text: string }[];
}

/** All problems, on top of the form, each with a link to its field. */
export function ProblemSummary({ slug, heading, problems }: Props) {
  const id = `${slug}-problems`;
  return (
    <section className="problems" aria-labelledby={id}>
      <p id={id}>{heading}</p>
      <ul>
        {problems.map(({ id: fieldId, text }) => (
          <li key={`${fieldId} ${text}`}>
            <a href={`#${fieldId}`}>{text}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
