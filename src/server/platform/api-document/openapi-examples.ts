import { sample, type Options } from 'openapi-sampler';
import type { Json } from '#server/platform/api-document/openapi-schemas.ts';

type Media = Record<string, { readonly schema?: Json; example?: unknown }>;
type Described = {
  readonly requestBody?: { readonly content: Media };
  readonly responses: Readonly<Record<string, { readonly content?: Media }>>;
};
type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>;

/**
 * Adds an example to each JSON body and JSON answer of an API document, made from its schema. Bodies leave out fields
 * that the server only reads over. Errors keep the examples that they have.
 */
export function addExamples(document: Json): void {
  const add = (content: Media | undefined, options: Options): void => {
    const media = content?.['application/json'];
    if (media?.schema) media.example = sample(media.schema, { quiet: true, ...options }, document);
  };
  const parts = [document['paths'], document['webhooks']] as (Paths | undefined)[];
  for (const part of parts)
    for (const operation of Object.values(part ?? {}).flatMap((methods) => Object.values(methods))) {
      add(operation.requestBody?.content, { skipReadOnly: true });
      for (const { content } of Object.values(operation.responses)) add(content, {});
    }
}
