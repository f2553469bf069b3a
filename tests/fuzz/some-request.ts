import type { Chance } from '#testing/world/chance.ts';
import { aNastyBody, aNastyEscape, aNastyText, aNastyValue, CONTENT_TYPES, nastyHeaders } from './nasty.ts';
import { someFile } from './some-file.ts';
import { someValue, type KnownIds, type Schema } from './some-value.ts';

/** An operation, as the server's OpenAPI document describes it. */
export type Described = {
  readonly method: string;
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly schema: Schema }[];
  readonly body?: { readonly type: string; readonly schema: Schema };
};

export type SomeRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
};

type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema };
type Operation = {
  readonly servers?: readonly { readonly url: string }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};
export type Document = {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** Returns all operations of a document. */
export const operationsIn = ({ servers, paths }: Document): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { servers: own, parameters = [], requestBody }]) => {
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      return {
        method: method.toUpperCase(),
        path: ((own ?? servers)[0]?.url ?? '').replace(/^\/$/, '') + path,
        query: parameters.filter((parameter) => parameter.in === 'query'),
        ...(type && content && { body: { type, schema: content.schema } }),
      };
    }),
  );

/** Returns a request with no, one or two invalid parts. */
export function someRequest(operation: Described, chance: Chance, ids: KnownIds): SomeRequest {
  const wrongs = chance.one([0, 0, 1, 1, 2]);
  const wrong = new Set(Array.from({ length: wrongs }, () => chance.one(WRONGS)));
  const { type, body } = operation.body
    ? (BODIES[operation.body.type]?.(operation.body.schema, wrong, { chance, ids }) ?? {})
    : wrong.has('bytes') && operation.method !== 'GET'
      ? { type: 'application/json', body: aNastyBody(chance, '{}') }
      : {};
  const headers = {
    'idempotency-key': `key-${chance.next().toString(36).slice(2)}-fuzz`,
    'x-device-fingerprint': `device-${chance.below(20)}`,
    'accept-language': chance.one(['en', 'zh', 'zh-CN,zh;q=0.9', 'de']),
    ...(type !== undefined && { 'content-type': type }),
    ...(wrong.has('header') && nastyHeaders(chance)),
  };
  return {
    method: wrong.has('method')
      ? chance.one(['PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'])
      : operation.method,
    path: somePath(operation, wrong, { chance, ids }),
    headers,
    ...(body && { body }),
  };
}

const WRONGS = [
  'value',
  'value',
  'value',
  'member',
  'bytes',
  'type',
  'path',
  'query',
  'query',
  'header',
  'method',
] as const;
type Wrong = (typeof WRONGS)[number];
type By = { readonly chance: Chance; readonly ids: KnownIds };

function somePath({ path, query }: Described, wrong: ReadonlySet<Wrong>, { chance, ids }: By): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (wrong.has('path')) return aNastyEscape(chance);
    if (name === 'version' || name === 'index') return String(chance.below(3));
    return name === 'action' ? chance.one(['take-up', 'approve', 'reject', 'return', 'reopen']) : ids.some(chance);
  });
  const end = wrong.has('path') && chance.happens(0.2) ? chance.one(['/', '/..', '//', '/%2e%2e/', '?', '#']) : '';
  const pairs = query
    .filter(() => chance.happens(0.6))
    .map(({ name, schema }) => [name, String(someValue(schema, chance, ids)).toWellFormed()] as const)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const names = query.map(({ name }) => name).concat('__proto__', 'x[]', 'constructor');
  const worse = wrong.has('query')
    ? Array.from({ length: chance.between(1, 3) }, () => `${chance.one(names)}=${aNastyEscape(chance)}`)
    : [];
  const all = [...pairs, ...worse, ...(worse.length > 0 && chance.happens(0.3) ? pairs : [])];
  return filled + end + (all.length > 0 ? `?${all.join('&')}` : '');
}

type Sent = { readonly type: string; readonly body: Buffer };

function someJson(schema: Schema, wrong: ReadonlySet<Wrong>, { chance, ids }: By): Sent {
  const honest = someValue(schema, chance, ids);
  if (wrong.has('value')) spoil(honest, chance);
  if (wrong.has('member') && isRecord(honest)) honest[aNastyText(chance).slice(0, 50)] = aNastyValue(chance);
  const text = JSON.stringify(honest);
  return {
    type: wrong.has('type') ? chance.one(CONTENT_TYPES) : 'application/json',
    body: wrong.has('bytes') ? aNastyBody(chance, text) : Buffer.from(text),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Replaces or removes one member of a value, at any depth. */
function spoil(value: unknown, chance: Chance): void {
  if (!isRecord(value)) return;
  const name = chance.pick(Object.keys(value));
  if (name === undefined) return;
  if (isRecord(value[name]) && chance.happens(0.6)) spoil(value[name], chance);
  else if (chance.happens(0.15)) delete value[name];
  else value[name] = aNastyValue(chance);
}

function someForm(schema: Schema, wrong: ReadonlySet<Wrong>, { chance, ids }: By): Sent {
  const boundary = wrong.has('bytes') ? chance.one(['', 'x', '-'.repeat(200)]) : 'a-boundary';
  const pieces: (string | Buffer)[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const { head, content } = name === 'File' ? filePart(chance) : textPart(property, wrong, { chance, ids });
    pieces.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n`, content, '\r\n');
  }
  if (!wrong.has('bytes') || chance.happens(0.5)) pieces.push(`--${boundary}--\r\n`);
  const type = wrong.has('type') ? chance.one(CONTENT_TYPES) : `multipart/form-data; boundary=${boundary}`;
  return { type, body: Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))) };
}

type Part = { readonly head: string; readonly content: string | Buffer };

function filePart(chance: Chance): Part {
  const { name, bytes } = someFile(chance);
  return { head: `; filename="${name}"\r\nContent-Type: ${chance.one(CONTENT_TYPES)}`, content: bytes };
}

const textPart = (property: Schema, wrong: ReadonlySet<Wrong>, { chance, ids }: By): Part => ({
  head: '',
  content: String(wrong.has('value') ? aNastyValue(chance) : someValue(property, chance, ids)),
});

function somePairs(schema: Schema, wrong: ReadonlySet<Wrong>, { chance, ids }: By): Sent {
  const pairs = Object.entries(schema.properties ?? {})
    .filter(() => chance.happens(0.7))
    .map(([name, property]) => [
      name,
      wrong.has('value') && chance.happens(0.3) ? aNastyText(chance) : String(someValue(property, chance, ids)),
    ]);
  const body = new URLSearchParams(wrong.has('member') ? [...pairs, ...pairs] : pairs).toString();
  const type = wrong.has('type') ? chance.one(CONTENT_TYPES) : 'application/x-www-form-urlencoded';
  return { type, body: wrong.has('bytes') ? aNastyBody(chance, body) : Buffer.from(body) };
}

const BODIES: Readonly<Record<string, typeof someJson>> = {
  'application/json': someJson,
  'multipart/form-data': someForm,
  'application/x-www-form-urlencoded': somePairs,
};
