import * as z from 'zod/mini';
import { firstOf, replyReadingOf } from '#contract/basics/from-reply.ts';
import type { Route } from '#contract/basics/route.ts';
import { capitalised, type ContractNames } from '#server/platform/api-document/contract-names.ts';

export type Json = Record<string, unknown>;
export type Io = 'input' | 'output';
type Definitions = Readonly<Record<string, Json>>;

const REF = '#/components/schemas/';

/** The schemas of an API document by their names. */
export type NamedSchemas = {
  /** Returns a reference to a body (`input`) or a reply (`output`). A schema without a name is returned as a whole. */
  readonly refer: (schema: z.core.$ZodType, io: Io) => Json;
  /** Returns the definitions to which a part of the document refers, directly or not. */
  readonly definitionsFor: (part: unknown) => Definitions;
};

/**
 * Names the schemas of all routes. An exported schema has its own name. A body is otherwise named after its operation,
 * such as `CreateAuctionBody`, and a reply such as `ListAuctionsReply`: the forms for users and administrators are one.
 * If a schema with defaults differs between requests and replies, its form in requests ends in `Input`.
 */
export function nameSchemas(routes: readonly Route[], names: ContractNames): NamedSchemas {
  const registries = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() };
  const taken = new Set(names.schemas.values());
  for (const [schema, id] of names.schemas)
    for (const io of ['input', 'output'] as const) registries[io].add(schema, { id });
  const add = (schema: z.core.$ZodType, io: Io, wishes: readonly string[]): void => {
    if (registries[io].has(schema) || isEmpty(schema)) return;
    const id = wishes.find((wish) => !taken.has(wish));
    if (id === undefined) throw new Error(`two schemas are named ${wishes.join(' or ')}`);
    taken.add(id);
    registries[io].add(schema, { id });
  };
  for (const route of routes) {
    const name = capitalised(names.routes.get(route) ?? '');
    const short = name.replace(/As(?:Admin|User)$/, '');
    add(route.body, 'input', [`${short}Body`, `${name}Body`]);
    add(route.reply, 'output', [`${short}Reply`, `${name}Reply`]);
  }
  const output = definitionsOf(registries.output, 'output');
  const input = definitionsOf(registries.input, 'input');
  const different = differencesOf(input, output);
  const renamed = (id: string): string => (different.has(id) ? `${id}Input` : id);
  const definitions: Definitions = {
    ...output,
    ...Object.fromEntries(
      Object.entries(input).map(([id, schema]) => [renamed(id), withRefs(schema, renamed) as Json]),
    ),
  };
  return {
    refer: (schema, io) => {
      const id = registries[io].get(schema)?.id;
      if (id === undefined) return schemaOf(schema, io);
      return { $ref: REF + (io === 'input' ? renamed(id) : id) };
    },
    definitionsFor: (part) => {
      const found = new Set<string>();
      const visit = (some: unknown): void => {
        for (const id of refsIn(some)) {
          if (found.has(id)) continue;
          found.add(id);
          visit(definitions[id]);
        }
      };
      visit(part);
      return Object.fromEntries(
        [...found].toSorted().flatMap((id) => (definitions[id] ? [[id, definitions[id]]] : [])),
      );
    },
  };
}

const isEmpty = (schema: z.core.$ZodType): boolean => {
  const { def } = schema._zod;
  return def.type === 'object' && Object.keys((def as z.core.$ZodObjectDef).shape).length === 0;
};

function definitionsOf(registry: ReturnType<typeof z.registry<{ id: string }>>, io: Io): Definitions {
  const { schemas } = z.toJSONSchema(registry, { ...optionsOf(io), uri: (id) => REF + id });
  const found = Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, plain(schema as Json)]));
  return Object.fromEntries(Object.entries(found).map(([id, schema]) => [id, withOwnFields(schema, found)]));
}

/**
 * Puts a schema in the place of its reference if the referring schema adds fields: the schema allows no other fields, so
 * both together would allow none of the added ones.
 */
function withOwnFields({ $ref, ...own }: Json, definitions: Definitions): Json {
  if (typeof $ref !== 'string' || !own['properties']) return { ...($ref !== undefined && { $ref }), ...own };
  const referred = definitions[$ref.slice(REF.length)] ?? {};
  const properties = { ...(referred['properties'] as Json), ...(own['properties'] as Json) };
  return { ...referred, ...own, properties };
}

/** Returns the names of the schemas whose forms in requests and replies differ, or refer to one that differs. */
function differencesOf(input: Definitions, output: Definitions): ReadonlySet<string> {
  const shared = Object.keys(input).filter((id) => id in output);
  const different = new Set(shared.filter((id) => JSON.stringify(input[id]) !== JSON.stringify(output[id])));
  for (let before = -1; before !== different.size;) {
    before = different.size;
    for (const id of shared) if (refsIn(input[id]).some((ref) => different.has(ref))) different.add(id);
  }
  return different;
}

const refsIn = (part: unknown): string[] =>
  [...JSON.stringify(part ?? null).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, id = '']) => id);

const withRefs = (part: unknown, renamed: (id: string) => string): unknown =>
  JSON.parse(JSON.stringify(part), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? REF + renamed(value.slice(REF.length)) : value,
  );

/** Returns the JSON schema of one schema as a whole, without references. */
export const schemaOf = (schema: z.core.$ZodType, io: Io = 'input'): Json =>
  plain(z.toJSONSchema(schema, optionsOf(io)) as Json);

const plain = ({ $schema: _schema, $id: _id, ...rest }: Json): Json => rest;

const optionsOf = (io: Io) =>
  ({
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }) => {
      // Our code does not change lists, so Zod marks them as read-only. But clients may send lists.
      if (zodSchema._zod.def.type === 'readonly') delete jsonSchema.readOnly;
      Object.assign(jsonSchema, fromReplyOf(zodSchema, jsonSchema as Json));
    },
  }) as const;

/**
 * Describes the reply fields that a client may send back in a request body (decision 61). The server ignores fields
 * marked `readOnly`. It reads a field with `x-in-place-of` if the request lacks the fields that `x-in-place-of` names,
 * so none of the named fields is required.
 */
function fromReplyOf({ _zod: { def } }: z.core.$ZodType, { properties, required }: Json): Json {
  const reading = def.type === 'pipe' ? replyReadingOf((def as z.core.$ZodPipeDef).in) : undefined;
  if (!reading) return {};
  const { reply, places, extraNames } = reading;
  const replied = schemaOf(reply, 'output')['properties'] as Record<string, Json>;
  const extras = [...extraNames].map((name) => {
    const instead = Object.keys(places).filter((field) => firstOf(places[field] ?? '') === name);
    return [name, { ...replied[name], ...(instead.length > 0 ? { 'x-in-place-of': instead } : { readOnly: true }) }];
  });
  return {
    properties: { ...(properties as Json), ...Object.fromEntries(extras) },
    required: ((required ?? []) as string[]).filter((field) => !(field in places)),
  };
}
