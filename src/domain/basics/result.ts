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

export const accept = <Value>(value: Value) => ({ ok: true, value }) as const;
export const refuse = <const Refused>(refused: Refused) => ({ ok: false, refused }) as const;

/** Accepts the value unless a rule refuses it. */
export const acceptUnless = <Value, const Refused>(
  refused: Refused | undefined,
  value: Value,
): Result<Value, Refused> => (refused === undefined ? accept(value) : refuse(refused));

/** Refuses an empty field; judges what another one holds. */
export const acceptFilled = <Given, Value, Code extends string = never>(
  given: Given | null,
  judge: (given: Given) => Result<Value, Refusal<Code>>,
): Result<Value, Refusal<Code | 'field_required'>> =>
  given === null ? refuse({ code: 'field_required' }) : judge(given);

/** The refusal of a result, if it has one. */
export const refusalOf = <Refused>(result: Result<unknown, Refused>): Refused | undefined =>
  result.ok ? undefined : result.refused;

type ValueOf<One> = One extends { readonly ok: true; readonly value: infer Value } ? Value : never;
type RefusedOf<One> = One extends { readonly ok: false; readonly refused: infer Refused } ? Refused : never;
type Values<Fields> = { readonly [F in keyof Fields]: ValueOf<Fields[F]> };
type RefusedFields<Fields> = { readonly [F in keyof Fields]?: RefusedOf<Fields[F]> };

/** Accepts the values of all fields together, or says what is wrong with each that is refused. */
export function acceptAll<Fields extends Readonly<Record<string, Result<unknown>>>>(
  fields: Fields,
): Result<Values<Fields>, RefusedFields<Fields>> {
  const [values, refused]: [Record<string, unknown>, Record<string, Refusal>] = [{}, {}];
  for (const [field, result] of Object.entries(fields)) {
    if (result.ok) values[field] = result.value;
    else refused[field] = result.refused;
  }
  return Object.keys(refused).length > 0 ? refuse(refused as RefusedFields<Fields>) : accept(values as Values<Fields>);
}

/** The refusals of all fields; an empty object means all is well. */
export const refusalsOf = <Fields extends object>(result: Result<unknown, Fields>): Partial<Fields> =>
  result.ok ? {} : result.refused;

/** Drops the fields that have nothing to complain about. */
export function withoutEmpty<Field extends string, Code extends string>(found: {
  [F in Field]?: Refusal<Code> | undefined;
}): FieldRefusals<Field, Code> {
  return Object.fromEntries(Object.entries(found).filter(([, refusal]) => refusal !== undefined)) as FieldRefusals<
    Field,
    Code
  >;
}
