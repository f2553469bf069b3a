import {
  addBidders,
  addItem,
  createAuction,
  createGreenlot,
  followRoom,
  getAuctionAsUser,
  getAuctionTermsAsUser,
  getResultAsUser,
  getSettlementAsUser,
  getStatementAsUser,
  listBidderCandidates,
  listHoldingsAsUser,
  listOwnAccounts,
  listSettlementsAsUser,
  placeBid,
  placeInitialBids,
  registerForAuction,
  retireHolding,
  setAuctionTerms,
  takeSettlementStepAsUser,
  type TakeSettlementStepBody,
} from 'greenlot-client';

type Settings = {
  readonly baseUrl: string;
  readonly operatorKey: string;
  readonly sellerKey: string;
  readonly buyerKey: string;
};
type Client = ReturnType<typeof createGreenlot>;

const { baseUrl, operatorKey, sellerKey, buyerKey } = JSON.parse(process.env['SETTINGS'] ?? '{}') as Settings;
const operator = createGreenlot({ baseUrl, auth: operatorKey });
const seller = createGreenlot({ baseUrl, auth: sellerKey });
const buyer = createGreenlot({ baseUrl, auth: buyerKey });

const first = <One>(all: readonly One[]): One => {
  const [one] = all;
  if (one === undefined) throw new Error('nothing found');
  return one;
};
const companyOf = async (client: Client) => first(await listOwnAccounts({ client }));
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** The operator creates an auction with one item and terms of settlement, and invites the buyer. */
async function prepare() {
  const auction = await createAuction({
    client: operator,
    body: {
      title: 'Hydro by program',
      auctionType: 'Forward',
      isPrivate: true,
      startTime: inSeconds(60),
      endTime: inSeconds(180),
      minimumRecQuantity: 1,
      minimumBiddingRecQuantity: 1,
      sellerProcessingFee: 1,
      buyerProcessingFee: 1,
      spotRecs: false,
      tickSizeId: null,
      ownerAccountId: (await companyOf(seller)).id,
      softCloseMinutes: null,
      softCloseMaximum: null,
      recurrenceTimeZone: null,
      recurrenceUntil: null,
      recurrenceTimes: null,
    },
  });
  const path = { id: auction.id };
  const item = await addItem({
    client: operator,
    path,
    body: {
      recCountry: 'MY',
      recFuelType: 'Hydro',
      vintageYear: 2025,
      vintagePeriod: 'FullYear',
      recQuantity: 100,
      partialFulfillment: true,
      minimumBidPrice: 3,
      maximumBidPrice: 15,
      description: 'Run of river',
    },
  });
  const body = {
    mode: 'payFirst',
    calendar: 'weekends',
    paymentDays: 10,
    deliveryDays: 5,
    cureDays: 5,
    penaltyPercent: 0,
    holdsBack: true,
  } as const;
  await setAuctionTerms({ client: operator, path, body });
  const { companyName } = await companyOf(buyer);
  const candidates = await listBidderCandidates({ client: operator, path, query: { search: companyName } });
  const { userId, accountId } = first(candidates.items);
  await addBidders({ client: operator, path, body: { buyers: [{ userId, accountId, maxQuantity: null }] } });
  return { path, auctionItemId: item.auctionItemId, accountId };
}

/** The buyer accepts the terms, bids before the start, raises the bid in the live room, and waits for the end. */
async function trade({ path, auctionItemId, accountId }: Awaited<ReturnType<typeof prepare>>) {
  const { termsVersion } = await getAuctionAsUser({ client: buyer, path });
  const settlementTerms = await getAuctionTermsAsUser({ client: buyer, path });
  const body = { accountId, acceptedTermsVersion: termsVersion, settlementTerms };
  await registerForAuction({ client: buyer, path, body });
  const bid = { auctionItemId, price: 5, quantity: 40, bidderPartialFulfillment: true };
  const entered = await placeInitialBids({ client: buyer, path, body: { bids: [bid] } });
  const { bidId } = first(entered.bids);
  let isRaised = false;
  for await (const { isClosed } of followRoom({ client: buyer, auctionId: path.id })) {
    if (isClosed) break;
    const { status } = await getAuctionAsUser({ client: buyer, path });
    if (isRaised || status !== 'live') continue;
    isRaised = true;
    await placeBid({ client: buyer, path, body: { ...bid, bidId, price: 6 } });
  }
  return getResultAsUser({ client: buyer, path });
}

/** Takes a step of the settlement with its present version. */
async function step(client: Client, id: string, body: Omit<TakeSettlementStepBody, 'version'>) {
  const { version } = await getSettlementAsUser({ client, path: { id } });
  return takeSettlementStepAsUser({ client, path: { id }, body: { ...body, version } });
}

/** Seller and buyer settle: the money is confirmed, the RECs are delivered and accepted. */
async function settle(auctionId: string) {
  const { items } = await listSettlementsAsUser({ client: buyer, query: {} });
  const { id, owed, quantity } = first(items.filter((one) => one.auctionId === auctionId));
  await step(buyer, id, { step: 'announcePayment', reference: 'TT-1' });
  await step(seller, id, { step: 'confirmPayment', amount: owed, reference: 'TT-1' });
  await step(seller, id, { step: 'instructDelivery', quantity, reference: 'R-1' });
  await step(seller, id, { step: 'submitDelivery' });
  return step(buyer, id, { step: 'acceptDelivery', quantity });
}

/** The buyer retires the RECs for itself. */
async function retire() {
  const { items } = await listHoldingsAsUser({ client: buyer, query: {} });
  const holding = first(items);
  const body = { quantity: holding.quantity, beneficiary: { choice: 'own' } } as const;
  const { id, number } = await retireHolding({ client: buyer, path: { id: holding.id }, body });
  const statement = await getStatementAsUser({ client: buyer, path: { id } });
  return { number, bytes: statement.size };
}

const prepared = await prepare();
const result = await trade(prepared);
const settled = await settle(prepared.path.id);
const retired = await retire();
console.log(JSON.stringify({ result, settled, retired }));
