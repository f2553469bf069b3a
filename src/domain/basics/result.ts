/**
 * A refusal: an expected answer, not an exception. The error catalog contains its code. `params` fill in its message.
 */
export type Refusal<Code extends string = string> = {
  readonly code: Code;
  readonly params?: Readonly<Record<string, string | number>>;
};

/** Refusals by form field. Each field has at most one, the first refusal that applies. */
export type FieldRefusals<Field extends string, Code extends string> = { readonly [F in Field]?: Refusal<Code> };

/**
 * The result of judging a value: accepted or refused. An accepted value is complete and has the type that is stored. So
 * code that stores it needs no defaults for fields that a form may leave empty.
 */
export type Result<Value, Refused = Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refused: Refused };

/** Returns only the fields that have a refusal. */
export function withoutEmpty<Field extends string, Code extends string>(found: {
  [F in Field]?: Refusal<Code> | undefined;
}): FieldRefusals<Field, Code> {
  return Object.fromEntries(Object.entries(found).filter(([, refusal]) => refusal !== undefined)) as FieldRefusals<
    Field,
    Code
  >;
}
