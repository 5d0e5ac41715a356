interface Fact {
  readonly value: string;
  readonly label: string;
}

interface Props {
  readonly facts: readonly Fact[];
  /** "figures" sets the values large and first, "table" puts term and value side by side, "row" sets them in columns. */
  readonly look: "figures" | "table" | "row";
}

/** Facts as term and value; nothing at all where there are none. */
export function FactList({ facts, look }: Props) {
  if (facts.length === 0) return null;
  return (
    <dl className={`facts ${look}${look === "row" ? " fit-columns" : ""}`}>
      {facts.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
