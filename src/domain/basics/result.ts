/** A refusal is an expected answer, not an exception. Its code is in the error catalog; `params` fill the message. */
export type Refusal<Code extends string = string> = {
  readonly code: Code;
  readonly params?: Readonly<Record<string, string | number>>;
};

/** Refusals by form field. A field shows its first refusal. */
export type FieldRefusals<Field extends string, Code extends string> = { readonly [F in Field]?: Refusal<Code> };

/**
 * The verdict of a rule on a value: accepted, complete and in the type that is stored, or refused. Code that stores a
 * value takes it from here, so it needs no defaults for fields that a form may leave empty.
 */
export type Result<Value, Refused = Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refused: Refused };

/** Returns the fields that have a refusal. */
export function withoutEmpty<Field extends string, Code extends string>(found: {
  [F in Field]?: Refusal<Code> | undefined;
}): FieldRefusals<Field, Code> {
  return Object.fromEntries(Object.entries(found).filter(([, refusal]) => refusal !== undefined)) as FieldRefusals<
    Field,
    Code
  >;
}
