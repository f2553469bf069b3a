/** Methods that change nothing, so that they can be repeated without a key. */
const SAFE = new Set(['get', 'head']);

/**
 * Returns the document that the generator gets: a copy of the server's document, in the form in which the client
 * presents the API.
 *
 * - Paths begin with the address of their service, so that the client needs only the platform's address.
 * - The client makes the `Idempotency-Key`, so no call has to name one.
 * - The client returns the `data` of an answer, without its envelope.
 * - The messages of the live rooms are schemas, such as `RoomFrameSnapshot`.
 */
export function adaptDocument({ openapi, asyncapi }) {
  const { servers, ...document } = structuredClone(openapi);
  const [{ url: base }] = servers;
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, operations]) => {
      const [{ servers: own }] = Object.values(operations);
      return [(own?.[0].url ?? base).replace(/\/$/, '') + path, operations];
    }),
  );
  for (const operation of operationsOf(document)) adaptOperation(operation);
  for (const [name, { payload }] of Object.entries(asyncapi.components.messages))
    document.components.schemas[`RoomFrame${name.charAt(0).toUpperCase()}${name.slice(1)}`] = payload;
  return document;
}

/** Returns the calls that read an `Idempotency-Key`, such as `POST /auction-api/user/auctions/{id}/bids`. */
export const callsWithKey = (document) =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method, { parameters }]) => !SAFE.has(method) && parameters?.some(isKey))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );

const operationsOf = ({ paths }) => Object.values(paths).flatMap((operations) => Object.values(operations));
const isKey = ({ in: place, name }) => place === 'header' && name === 'Idempotency-Key';

function adaptOperation(operation) {
  delete operation.servers;
  for (const parameter of operation.parameters ?? []) if (isKey(parameter)) parameter.required = false;
  const [body] = Object.values(operation.responses['200']?.content ?? {});
  if (body?.schema?.properties?.code?.const === 'Success') body.schema = body.schema.properties.data;
}
