import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '#server/platform/api-document/openapi.ts';
import { getProfileAtIdentity, listOwnAccounts } from '#contract/identity/identity.ts';
import * as ownAccount from '#contract/identity/own-account.ts';
import { readPaths } from '#testing/readers/read-api-document.ts';
import { world, type World } from '#testing/world/world.ts';

/**
 * All specified fields (docs/rules.md#specified-fields). `<` begins the fields of a reply, `>` of a request body. `a.b`
 * is the field `b` of the object `a`, or of each item of the list `a`.
 */
const FIELDS = `
  GET /profile < username email reHashRoleName auctionUserRole
  GET /user/accounts < country companyName
  GET /user/accounts/account-registrations < status companyName remarks.content
  GET /admin/accounts/{id} < companyName englishCompanyName registrationNumber registeredAddress businessAddress country province businessType picName picEmail picTelephone contactNumber sstNumber contractAccountNumber status
  GET /admin/auctions/{id} < title auctionType isPrivate auctionDateTime endTime auctionEndTime minimumRecQuantity minimumBiddingRecQuantity sellerProcessingFee buyerProcessingFee spotRecs sellerInformation.companyName
  GET /admin/auctions/{id}/bidders < items.username items.businessAccount items.maxQuantity
  GET /user/auctions/{id} < items.auctionItemId items.name items.recCountry items.recFuelType items.recVintage.year items.recVintage.period items.recQuantity items.partialFulfillment items.minimumBidPrice items.maximumBidPrice items.minPrice items.maxPrice items.disableQuantity items.maxQuantity items.minQuantity items.description items.address items.latitude items.longitude items.images.url
  POST /user/auctions/{id}/bids < bids.bidId bids.bidValue bids.bidRECQuantity bids.bidderId bids.bidderUserName bids.updatedTime bids.isDeleted bids.bidderPartialFulfillment
  GET /user/auctions/{id}/result < items.rows.ranking items.rows.isWonBid items.rows.actualWonRECQuantity items.rows.isOwnBid
  GET /admin/get-auction-changes-request/{id} < changes.kind changes.before changes.after status message
  GET /admin/tick-sizes < items.priceStep items.unit
  GET /admin/sell-orders/{id} < title publishTime unitPrice totalQuantity soldQuantity remainingQuantity minimumPurchaseQuantity maxBuyOrderRecQuantity thumbnail.url images.url items.recCountry
  GET /user/buy-orders/{id} < id quantity total status remark
  GET /templates/{id} < documentName templateType contents.en creator updater
  POST /user/holdings/{id}/retirements > beneficiary.choice beneficiary.accountType beneficiary.name beneficiary.address beneficiary.nameOnCertificates beneficiary.buildingOwnerName
  POST /api/auth/register > Username Password PhoneCode PhoneNumber NotificationMethod
  POST /api/profile/validate-phone-number > PhoneCode PhoneNumber Otp`;

type Schema = {
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};
type Content = { readonly content?: Record<string, { readonly schema: Schema }> };
type Call = { readonly requestBody?: Content; readonly responses: Record<string, Content> };

let w: World;
let paths: Record<string, Record<string, Call>>;

beforeAll(async () => {
  w = await world();
  const { register, validatePhone } = ownAccount;
  const identity = openApiDocument([register, validatePhone, getProfileAtIdentity, listOwnAccounts], { title: '' });
  paths = { ...(identity['paths'] as typeof paths), ...(await readPaths<Call>(w)) };
});
afterAll(() => w.end());

const schemaOf = ({ content = {} }: Content): Schema | undefined => Object.values(content)[0]?.schema;

/** Returns the schemas of the field `name` in `schema` itself, in its alternatives, and in the items of a list. */
function fieldsOf(schema: Schema, name: string): Schema[] {
  const inside = [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat();
  return [schema.properties?.[name] ?? [], inside.flatMap((one) => fieldsOf(one, name))].flat();
}

const hasField = (schema: Schema, path: string): boolean => {
  let found = [schema];
  for (const name of path.split('.')) found = found.flatMap((one) => fieldsOf(one, name));
  return found.length > 0;
};

test.each(
  FIELDS.trim()
    .split('\n')
    .map((line) => line.trim()),
)('%s', (line) => {
  const [method = '', path = '', side = '', ...fields] = line.split(' ');
  const call = paths[path]?.[method.toLowerCase()];
  expect(call, 'is served').toBeDefined();
  const told =
    side === '<' ? schemaOf(call?.responses['200'] ?? {})?.properties?.['data'] : schemaOf(call?.requestBody ?? {});
  expect(fields.filter((field) => !hasField(told ?? {}, field))).toEqual([]);
});
