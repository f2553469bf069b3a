import type { Refusal, Result } from '#domain/basics/result.ts';

export const accept = <Value>(value: Value) => ({ ok: true, value }) as const;
export const refuse = <const Refused>(refused: Refused) => ({ ok: false, refused }) as const;

/** Accepts `value` if `refused` is undefined. Otherwise returns that refusal. */
export const acceptUnless = <Value, const Refused>(
  refused: Refused | undefined,
  value: Value,
): Result<Value, Refused> => (refused === undefined ? accept(value) : refuse(refused));

/** Refuses an empty field (null). Otherwise returns the result of `judge` for its value. */
export const acceptFilled = <Given, Value, Code extends string = never>(
  given: Given | null,
  judge: (given: Given) => Result<Value, Refusal<Code>>,
): Result<Value, Refusal<Code | 'field_required'>> =>
  given === null ? refuse({ code: 'field_required' }) : judge(given);

/** Returns the refusal of a result; undefined if the value is accepted. */
export const refusalOf = <Refused>(result: Result<unknown, Refused>): Refused | undefined =>
  result.ok ? undefined : result.refused;

type ValueOf<One> = One extends { readonly ok: true; readonly value: infer Value } ? Value : never;
type RefusedOf<One> = One extends { readonly ok: false; readonly refused: infer Refused } ? Refused : never;
type Values<Fields> = { readonly [F in keyof Fields]: ValueOf<Fields[F]> };
type RefusedFields<Fields> = { readonly [F in keyof Fields]?: RefusedOf<Fields[F]> };

/** Returns the values of all fields if all are accepted. Otherwise returns the refusal of each refused field. */
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

/** Returns the refusals of all fields; an empty object if all are accepted. */
export const refusalsOf = <Fields extends object>(result: Result<unknown, Fields>): Partial<Fields> =>
  result.ok ? {} : result.refused;
