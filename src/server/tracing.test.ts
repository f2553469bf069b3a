import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { placeBid } from '#contract/bidding/bidding.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { traceCollector, type CollectedSpan } from '#testing/stand-ins/trace-collector.ts';
import { world, type World } from '#testing/world/world.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  vi.unstubAllEnvs();
});

async function traced(settings: Record<string, string> = {}, wish: { isSilent?: boolean } = {}) {
  const collector = await traceCollector(wish);
  ends.push(collector.close);
  const lines: string[] = [];
  const logStream = { write: (line: string) => void lines.push(line) };
  const all = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    LOG_LEVEL: 'info',
    TRUST_PROXY: '127.0.0.1',
    ...settings,
  };
  // The OpenTelemetry libraries read their settings from the environment.
  for (const [name, value] of Object.entries(all)) if (name.startsWith('OTEL_')) vi.stubEnv(name, value);
  return { collector, lines, w: await world(all, logStream) };
}

/** Inserts a live auction with two companies that may bid in it. */
async function aLiveAuction(w: World) {
  const [seller, ...bidders] = [await w.signedIn(), await w.signedIn(), await w.signedIn()];
  const { auctionId, itemIds } = await insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: seller.userId,
    bidders: bidders.map((person) => ({ person })),
  });
  const body = { auctionItemId: itemIds[0] ?? '', price: 5, quantity: 10, bidderPartialFulfillment: true };
  const bid = (index: number, headers: Record<string, string> = {}) =>
    w.call(bidders[index], placeBid, { params: { id: auctionId }, body, headers });
  return { auctionId, bid };
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

test('a bid is one trace, from its request over the commit to the readers; bids of one commit link to each other', async () => {
  const { collector, lines, w } = await traced({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi==,x-tenant=1',
    OTEL_SERVICE_NAME: 'auctions',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
  });
  const { auctionId, bid } = await aLiveAuction(w);
  const replies = await Promise.all([bid(0, { traceparent: `00-${TRACE}-${PARENT}-01` }), bid(1)]);
  expect(replies.map(({ code }) => code)).toEqual(['Success', 'Success']);
  // By now, screens show the bids of the first commit. The server sends the next commit to them as a change.
  await pause(1_000);
  await bid(0);
  await pause(100);
  await w.end();

  const named = (name: string): CollectedSpan[] => collector.steps.filter((step) => step.name === name);
  const route = 'POST /auction-api/user/auctions/:id/bids';
  const bids = named(route);
  const first = bids.find(({ traceId }) => traceId === TRACE);
  const third = bids.at(-1);
  expect(first).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
  expect(first?.attributes).toMatchObject({ 'http.response.status_code': 200, 'http.request.method': 'POST' });
  expect(new Set(bids.map(({ traceId }) => traceId)).size).toBe(3);
  const requests = named('request to a room');
  expect(new Set(requests.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set(bids.map(({ spanId }) => spanId)));
  const commits = named('commit of bids');
  expect(new Set(commits.flatMap(({ links }) => links))).toEqual(new Set(requests.map(({ spanId }) => spanId)));
  for (const { spanId, links } of requests) {
    const own = commits.filter((commit) => commit.links.includes(spanId));
    expect(links).toEqual(own.map((commit) => commit.spanId));
  }
  const ids = new Set(commits.map(({ spanId }) => spanId));
  const statements = collector.steps.filter((step) => step.parentSpanId !== undefined && ids.has(step.parentSpanId));
  // Statements of the embedded database are not traced.
  const kinds = w.database.kind === 'postgres' ? ['begin', 'with', 'commit'] : [];
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(kinds));
  const traces = bids.map(({ traceId }) => traceId);
  for (const step of commits) expect(traces).toContain(step.traceId);
  expect(named('tell a room').map(({ traceId }) => traceId)).toContain(third?.traceId);

  // A log line leads to its trace, and a trace reveals no more than the log.
  expect(lines.some((line) => line.includes(TRACE) && line.includes('"answered"'))).toBe(true);
  expect(collector.calls[0]).toMatchObject({ url: '/v1/traces', authorization: 'Basic YTpi==' });
  for (const text of ['auctions', 'staging']) expect(collector.calls[0]?.text).toContain(`"stringValue":"${text}"`);
  const sent = collector.calls.map(({ text }) => text).join('');
  expect(sent).toContain(auctionId);
  expect(sent).not.toMatch(/Bearer|eyJ|@example|password/i);
});

test('only a trusted proxy can continue a trace', async () => {
  const { collector, w } = await traced({ TRUST_PROXY: '' });
  const { bid } = await aLiveAuction(w);
  await bid(0, { traceparent: `00-${TRACE}-${PARENT}-01` });
  await w.end();
  expect(collector.steps.length).toBeGreaterThan(0);
  expect(collector.steps.filter(({ traceId }) => traceId === TRACE)).toEqual([]);
});

test('samples a share of requests', async () => {
  const { collector, w } = await traced({ OTEL_TRACES_SAMPLER_ARG: '0' });
  const { bid } = await aLiveAuction(w);
  await bid(0);
  await bid(1, { traceparent: `00-${TRACE}-${PARENT}-01` });
  await w.end();
  expect(new Set(collector.steps.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
});

const BIDS = 30;
/** Well below the five seconds after which the exporter gives up on a silent collector. */
const BID_MS_MAX = 3_000;
const END_MS_MAX = 12_000;

test('a collector that never answers delays no bid, and a shutdown only briefly', async () => {
  const { collector, lines, w } = await traced({}, { isSilent: true });
  const { bid } = await aLiveAuction(w);
  await bid(0);
  for (let i = 0; i < BIDS; i += 1) {
    const beganAtMs = performance.now();
    await bid(i % 2);
    expect(performance.now() - beganAtMs).toBeLessThan(BID_MS_MAX);
  }
  const endsAtMs = performance.now();
  await w.end();
  expect(performance.now() - endsAtMs).toBeLessThan(END_MS_MAX);
  expect(collector.calls.length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes('background job failed'))).toHaveLength(1);
});
