import * as z from 'zod/mini';

/** Any object schema. */
type ObjectSchema = { readonly shape: Readonly<Record<string, unknown>> };

export type ReplyReading = {
  readonly reply: z.ZodMiniType & ObjectSchema;
  /** By field of the body: where the reply has its value. `recVintage.year` is one value, `images.id` the id of each image. */
  readonly places: Readonly<Record<string, string>>;
  /** Fields that only the reply has. */
  readonly extraNames: ReadonlySet<string>;
};

const READINGS = new WeakMap<object, ReplyReading>();

/** Where replies have the vintage that requests give in two fields. */
export const VINTAGE_PLACES = { vintageYear: 'recVintage.year', vintagePeriod: 'recVintage.period' } as const;

/**
 * First half of a body that also accepts what a reply holds, so that a client can send back what it read (decision 61):
 * `z.pipe(fromReply(body, reply, places), body)`. A field that is missing is read from its place in the reply. If both are
 * there with different values, the request is refused. Fields that only the reply has are dropped.
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

/** What a body reads of a reply; undefined for any other schema. */
export const replyReadingOf = (schema: object): ReplyReading | undefined => READINGS.get(schema);

/** `recVintage` of `recVintage.year`. */
export const firstOf = (place: string): string => place.split('.', 1)[0] ?? '';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined where the value is not there; null stays null, on the way too. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => valueAt(one, path));
  return isObject(value) ? valueAt(value[name], rest) : undefined;
}
