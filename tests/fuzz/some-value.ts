import type { Chance } from '#testing/world/chance.ts';

/** The parts of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** True for a field of a body that the server ignores. */
  readonly readOnly?: boolean;
  /** The fields of a body that this field replaces. A request never contains this field and those fields together. */
  readonly 'x-in-place-of'?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

/** Ids that the server returned, so that some requested objects exist. */
export type KnownIds = { some(chance: Chance): string };

/** Returns a value that fits the schema, often at its limits. */
export function someValue(schema: Schema, chance: Chance, ids: KnownIds): unknown {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return someValue(chance.one(variants), chance, ids);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chance.one(schema.enum);
  if (schema.default !== undefined && chance.happens(0.3)) return schema.default;
  const make = MAKERS[schema.type ?? ''];
  return make ? make(schema, chance, ids) : null;
}

const someNumber = ({ minimum = 0, maximum = 10_000 }: Schema, chance: Chance): number =>
  chance.one([minimum, maximum, chance.between(1, 1_000), chance.below(100) / 4, minimum - 1, maximum + 1]);

type Make = (schema: Schema, chance: Chance, ids: KnownIds) => unknown;
const MAKERS: Readonly<Record<string, Make>> = {
  string: someText,
  integer: (schema, chance) => Math.round(someNumber(schema, chance)),
  number: someNumber,
  boolean: (_, chance) => chance.happens(0.5),
  array: ({ items = {}, minItems = 0, maxItems = 3 }, chance, ids) =>
    Array.from({ length: chance.between(minItems, Math.min(maxItems, minItems + 3)) }, () =>
      someValue(items, chance, ids),
    ),
  object: someObject,
};

function someObject({ properties = {}, required = [] }: Schema, chance: Chance, ids: KnownIds): object {
  const all = Object.entries(properties);
  const needed = new Set([...required, ...all.flatMap(([, property]) => property['x-in-place-of'] ?? [])]);
  const own = all.filter(([, property]) => !property.readOnly && !property['x-in-place-of']);
  return Object.fromEntries(
    own
      .filter(([name]) => needed.has(name) || chance.happens(0.5))
      .map(([name, property]) => [name, someValue(property, chance, ids)]),
  );
}

const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2026, 0, 1);
const YEARS = 3;

function someText({ format, minLength = 0, maxLength = 40 }: Schema, chance: Chance, ids: KnownIds): string {
  const day = new Date(FIRST_MS + chance.below(365 * YEARS) * DAY_MS).toISOString();
  if (format === 'uuid') return ids.some(chance);
  if (format === 'date') return day.slice(0, 10);
  if (format === 'date-time') return day;
  if (format === 'email') return `somebody${chance.below(50)}@example.test`;
  const length = chance.one([minLength, Math.min(maxLength, minLength + 12), Math.min(maxLength, 2_000), maxLength]);
  const words = chance.one(['Hydro of Perak ', '12 345 6789 ', '水力 ', 'MY-14', '2026-05-01', '7', 'a@b.example']);
  return words.repeat(Math.ceil(Math.max(length, 1) / words.length)).slice(0, Math.min(length, 20_000));
}
