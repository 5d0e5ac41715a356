/** A setting that forms may have of their own. */
export interface PerForm<Value> {
  /** Of every form that has none of its own. */
  readonly general: Value;
  readonly forms: Readonly<Record<string, Value>>;
}

export const ofForm = <Value>({ general, forms }: PerForm<Value>, form: string): Value =>
  Object.hasOwn(forms, form) ? (forms[form] as Value) : general;

export const ofAllForms = <Value>({ general, forms }: PerForm<Value>): readonly Value[] => [
  general,
  ...Object.values(forms),
];
