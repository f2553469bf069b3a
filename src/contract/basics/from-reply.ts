import * as z from 'zod/mini';

/** Any object schema. */
type ObjectSchema = { readonly shape: Readonly<Record<string, unknown>> };

export type ReplyReading = {
  readonly reply: z.ZodMiniType & ObjectSchema;
  /**
   * For body fields with another name in the reply, the path of the value in the reply. `recVintage.year` is one value,
   * `images.id` the id of each image.
   */
  readonly places: Readonly<Record<string, string>>;
  /** Fields that only the reply has. */
  readonly extraNames: ReadonlySet<string>;
};

const READINGS = new WeakMap<object, ReplyReading>();

/** Paths of the vintage in replies. Requests send the vintage in two fields. */
export const VINTAGE_PLACES = { vintageYear: 'recVintage.year', vintagePeriod: 'recVintage.period' } as const;

/**
 * Returns a schema that converts a request before its body schema checks it:
 * `z.pipe(fromReply(body, reply, places), body)`. With it, a client can send a reply back as a request (decision 61).
 * If the request lacks a body field, the schema takes the value from the field's path in `places`. If the request has
 * different values in the body field and at this path, the schema refuses the request. The schema drops fields that
 * only the reply has.
 */
export function fromReply<Body extends ObjectSchema>(
  body: Body,
  reply: ReplyReading['reply'],
  places: { readonly [Name in keyof Body['shape'] & string]?: string } = {},
) {
  const all = Object.entries(places as Record<string, string>);
  const extraNames = new Set(
    [...Object.keys(reply.shape), ...all.map(([, place]) => firstOf(place))].filter((name) => !(name in body.shape)),
  );
  const reading = z.transform((sent: unknown, { issues }): unknown => {
    if (!isObject(sent)) return sent;
    const kept = Object.fromEntries(Object.entries(sent).filter(([name]) => !extraNames.has(name)));
    for (const [name, place] of all) {
      const value = valueAt(sent, place.split('.'));
      if (value === undefined) continue;
      kept[name] ??= value;
      if (JSON.stringify(kept[name]) !== JSON.stringify(value))
        issues.push({ code: 'custom', input: sent, path: [name], params: { place } });
    }
    return kept;
  });
  READINGS.set(reading, { reply, places: places as Record<string, string>, extraNames });
  return reading;
}

/** Returns the arguments of `fromReply` for a schema that it returned. Undefined for any other schema. */
export const replyReadingOf = (schema: object): ReplyReading | undefined => READINGS.get(schema);

/** Returns the first part of a path: `recVintage` for `recVintage.year`. */
export const firstOf = (place: string): string => place.split('.', 1)[0] ?? '';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value at a path. Undefined if a part of the path is missing. Null if a part is null. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => valueAt(one, path));
  return isObject(value) ? valueAt(value[name], rest) : undefined;
}
