interface Fact {
  readonly value: string;
  readonly label: string;
}

/** Facts as term and value; `look` "figures" sets the values large and first, "table" puts them side by side. */
export function FactList({ facts, look }: { readonly facts: readonly Fact[]; readonly look: "figures" | "table" }) {
  if (facts.length === 0) return null;
  return (
    <dl className={`facts ${look}`}>
      {facts.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
