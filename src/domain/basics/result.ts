/** A refusal is an expected answer, not an exception: its code stands in the error catalogue, `params` fill the words. */
export type Refusal<Code extends string = string> = {
  readonly code: Code;
  readonly params?: Readonly<Record<string, string | number>>;
};

/** Refusals beside the form field that they are about; a field shows its first one. */
export type FieldRefusals<Field extends string, Code extends string> = { readonly [F in Field]?: Refusal<Code> };

/**
 * What a rule says of a value: accepted, complete and in the type that it is stored as, or refused. Code that stores a
 * value takes it from here, so that it needs no default for what a form may leave empty.
 */
export type Result<Value, Refused = Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refused: Refused };

/** Drops the fields that have nothing to complain about. */
export function withoutEmpty<Field extends string, Code extends string>(found: {
  [F in Field]?: Refusal<Code> | undefined;
}): FieldRefusals<Field, Code> {
  return Object.fromEntries(Object.entries(found).filter(([, refusal]) => refusal !== undefined)) as FieldRefusals<
    Field,
    Code
  >;
}
