import * as z from 'zod/mini';

/** Any object schema. */
type ObjectSchema = { readonly shape: Readonly<Record<string, unknown>> };

export type ReplyReading = {
  readonly reply: z.ZodMiniType & ObjectSchema;
  /**
   * For each field of the body, the path of its value in the reply. `recVintage.year` is one value, `images.id` the id
   * of each image.
   */
  readonly places: Readonly<Record<string, string>>;
  /** Fields that only the reply has. */
  readonly extraNames: ReadonlySet<string>;
};

const READINGS = new WeakMap<object, ReplyReading>();

/** Paths of the vintage in replies. Requests send the vintage in two fields. */
export const VINTAGE_PLACES = { vintageYear: 'recVintage.year', vintagePeriod: 'recVintage.period' } as const;

/**
 * Returns the first part of a body schema that also accepts the fields of a reply:
 * `z.pipe(fromReply(body, reply, places), body)`. So a client can send back what it read (decision 61). If a field is
 * missing, the schema reads the field's value from its path in the reply. If both have different values, the schema
 * refuses the request. It drops fields that only the reply has.
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

/** Returns what a body schema reads from a reply. Undefined for any other schema. */
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
