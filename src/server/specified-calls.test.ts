import { afterAll, beforeAll, expect, test } from 'vitest';
import { world, type World } from '#testing/world.ts';

/**
 * Every call that specification 7 lists under "Templates" and "Auctions", with the names in its query and body that it gives: they are
 * what other clients were written against. `?` opens a query, `:` a body; names that it leaves out aren't told.
 */
const SPECIFIED = `
  GET /templates/content ?templateType
  GET /templates/{id}
  GET /templates
  GET /templates/template-types
  POST /templates
  PUT /templates/{id}
  POST /templates/upload :File
  POST /admin/auctions/{id}/details/images :File Type
  PUT /admin/auctions/{id}/details
  POST /admin/auctions/{id}/notification
  GET /admin/auctions
  GET /user/auctions
  GET /admin/auctions/{id}
  GET /user/auctions/{id}
  GET /admin/auctions/{id}/bidders ?CurrentPage Limit Search
  POST /admin/auctions/{id}/bidders :buyers
  DELETE /admin/auctions/{id}/bidders/{bidderId}
  POST /admin/auctions
  PUT /admin/auctions/{id}
  DELETE /admin/auctions/{id}
  GET /admin/auctions/{id}/available-items
  GET /seller/auctions/{id}/available-items
  GET /admin/buy-order-history
  GET /user/buy-order-history
  POST /admin/auctions/{id}/items
  POST /seller/auctions/{id}/items
  DELETE /admin/auctions/{id}/items/{itemId}
  DELETE /seller/auctions/{id}/items/{itemId}
  PUT /admin/auction-items/{id}/release
  GET /admin/auctions/{id}/bidders/export
  GET /admin/auctions/{id}/won-bids/export
  GET /admin/auctions/bid-history-logs/{id}/export
  GET /seller/get-my-auction-changes-request/{id}
  DELETE /seller/delete-auction-item-request/{id}
  POST /seller/request-add-auction-items
  PUT /seller/request-update-auction-items
  POST /seller/request-delete-auction-items
  GET /admin/get-auction-changes-request/{id}
  POST /admin/add-auction-items
  PUT /admin/update-auction-items
  POST /admin/delete-auction-items
  POST /admin/approve-auction-input-from-seller/{id}
  POST /admin/resubmit-changes-request/{id} :auctionId message
  GET /admin/auctions/{id}/token
  GET /user/auctions/{id}/token
  GET /admin/auctions/pubsub/token ?page id
  GET /user/auctions/pubsub/token ?page id
  GET /user-tours
  POST /user-tours`;

type Call = {
  readonly line: string;
  readonly method: string;
  readonly path: string;
  readonly names: readonly string[];
};

const callsOf = (list: string): Call[] =>
  list
    .trim()
    .split('\n')
    .map((text) => {
      const [method = '', path = '', ...names] = text.trim().split(' ');
      return { line: text.trim(), method, path, names };
    });

type Described = {
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: { readonly properties?: object } }> };
};

let w: World;
let served: Record<string, Record<string, Described>>;

beforeAll(async () => {
  w = await world();
  served = (await w.app.inject('/openapi.json')).json<{ paths: typeof served }>().paths;
});
afterAll(() => w.end());

const findServed = ({ method, path }: Call): Described | undefined => served[path]?.[method.toLowerCase()];

/** What the specification names has these marks in front, so that a body isn't taken for a query. */
function namesIn({ parameters, requestBody }: Described): Record<'?' | ':', readonly string[]> {
  const bodies = Object.values(requestBody?.content ?? {});
  return {
    '?': parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    ':': bodies.flatMap(({ schema }) => Object.keys(schema.properties ?? {})),
  };
}

test.each(callsOf(SPECIFIED))('$line', (call) => {
  const found = findServed(call);
  expect(found, 'is served').toBeDefined();
  const [first = ''] = call.names;
  if (!found || (first[0] !== '?' && first[0] !== ':')) return;
  expect(namesIn(found)[first[0]].toSorted()).toEqual(call.names.map((name) => name.replace(/^[?:]/, '')).toSorted());
});
