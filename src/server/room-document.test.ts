import asyncapi from '@asyncapi/specs';
import Ajv from 'ajv';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { placeBid } from '#contract/bidding/bidding.ts';
import { getRoomTokenAsUser, HUB_SUBPROTOCOL } from '#contract/bidding/room.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

type Message = { readonly payload: object };
type Document = { readonly components: { readonly messages: Readonly<Record<string, Message>> } };

let w: World;
let document: Document;
let bidder: SignedIn;
let auction: TestAuction;
let base: string;

beforeAll(async () => {
  w = await world();
  base = await w.app.listen({ port: 0, host: '127.0.0.1' });
  document = (await w.app.inject('/asyncapi.json')).json<Document>();
  const [owner, admin] = [await w.signedIn(), await w.signedIn({ role: 'Admin' })];
  bidder = await w.signedIn();
  auction = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: bidder }],
  });
});
afterAll(() => w.end());

const checker = () => formats.default(new Ajv.default({ strict: false, validateFormats: true }));

test('the official schema of AsyncAPI 3 accepts the document of the rooms', () => {
  const ajv = checker();
  ajv.validate(asyncapi.schemasWithoutId['3.0.0'] as object, document);
  expect(ajv.errors).toBeNull();
});

/** Opens a room, sends all messages of the document, and returns the frames until `isEnough`. */
async function framesOf(isEnough: (types: readonly string[]) => boolean): Promise<object[]> {
  const params = { id: auction.auctionId };
  await moveAuction(w.database.db, auction.auctionId, -100, 100);
  const bid = { auctionItemId: auction.itemIds[0] ?? '', price: 5, quantity: 10, bidderPartialFulfillment: true };
  expect((await w.call(bidder, placeBid, { params, body: bid })).code).toBe('Success');
  const { data } = await w.call(bidder, getRoomTokenAsUser, { params });
  const url = new URL(new URL(data.url).pathname, base);
  url.searchParams.set('access_token', data.accessToken);
  const socket = new WebSocket(url, HUB_SUBPROTOCOL);
  const frames: { type: string; data?: { kind?: string } }[] = [];
  await new Promise<void>((enough, broken) => {
    socket.on('error', broken);
    socket.on('open', () => {
      const ask = (event: string, more: object, ackId: number) =>
        socket.send(JSON.stringify({ type: 'event', event, dataType: 'json', data: more, ackId }));
      ask('sync', { version: 0 }, 1);
      ask('time', { echo: 1 }, 2);
      socket.send(JSON.stringify({ type: 'ping' }));
    });
    socket.on('message', (text: Buffer) => {
      frames.push(JSON.parse(text.toString()) as (typeof frames)[number]);
      const types = frames.map((frame) => frame.data?.kind ?? frame.type);
      if (isEnough(types)) enough();
      // A delta follows the next bid, once the reader has the room.
      if (types.at(-1) === 'snapshot') void w.call(bidder, placeBid, { params, body: { ...bid, price: 6 } });
    });
  });
  socket.terminate();
  return frames;
}

test('the document describes each frame that the hub sends', async () => {
  const ajv = checker();
  const judges = Object.entries(document.components.messages).map(
    ([name, { payload }]) => [name, ajv.compile(payload)] as const,
  );
  const wanted = ['system', 'snapshot', 'time', 'ack', 'pong', 'delta'];
  const frames = await framesOf((types) => wanted.every((type) => types.includes(type)));
  const names = frames.map((frame) => judges.filter(([, isIt]) => isIt(frame)).map(([name]) => name));
  for (const fitting of names) expect(fitting).toHaveLength(1);
  expect(new Set(names.flat())).toEqual(new Set(['connected', 'snapshot', 'timeAnswer', 'ack', 'pong', 'delta']));
});
