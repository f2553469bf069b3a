import type { FastifyInstance } from 'fastify';

type Schema = Readonly<Record<string, unknown>>;
/** Schemas and examples by media type. */
export type Media = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
type DescribedOperation = {
  readonly tags: readonly string[];
  readonly operationId?: string;
  readonly 'x-access': string;
  readonly requestBody?: { readonly content: Media };
  readonly responses: Readonly<Record<string, { readonly content?: Media }>>;
};
export type ApiDocument = {
  readonly info: Readonly<Record<string, unknown>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DescribedOperation }>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/**
 * Returns the operations of the API document by path and method, with each schema in the place of its name. Leaves out the
 * files of the public log, which have no route: `transparency-log.test.ts` reads them without a caller.
 *
 * @param service only the operations of this service
 */
export async function readPaths<Operation extends object = object>(
  { app }: { readonly app: Pick<FastifyInstance, 'inject'> },
  service: 'auction' | 'identity' = 'auction',
): Promise<Record<string, Record<string, Operation>>> {
  const { paths, components } = (await app.inject('/openapi.json')).json<ApiDocument>();
  const isOf = (tags: readonly string[]) =>
    tags.includes('identity') === (service === 'identity') && !tags.includes('log-files');
  const kept = Object.entries(paths).flatMap(([path, methods]) => {
    const some = Object.entries(methods).filter(([, { tags }]) => isOf(tags));
    return some.length > 0 ? [[path, Object.fromEntries(some)] as const] : [];
  });
  return withoutNames(Object.fromEntries(kept), components.schemas) as Record<string, Record<string, Operation>>;
}

/** Returns a part of the document in which the schema is in the place of each reference. */
export function withoutNames(part: unknown, schemas: ApiDocument['components']['schemas']): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one) => withoutNames(one, schemas));
  const name = '$ref' in part && String(part.$ref).replace('#/components/schemas/', '');
  if (name) return withoutNames(schemas[name], schemas);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withoutNames(value, schemas)]));
}
