import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSE_CODES } from '#contract/bidding/room.ts';
import type { Database } from '#server/platform/database/database.ts';
import {
  claimsOf,
  connectRaw,
  openTestHub,
  PLAIN,
  RELIABLE,
  type RawClient,
  type TestHub,
} from '#testing/world/hub-world.ts';
import { freshDatabase } from '#testing/world/database.ts';

let database: Database;
let test: TestHub;
beforeAll(async () => {
  ({ database } = await freshDatabase());
  test = await openTestHub(database.db, {
    onEvent: async (claims, event, data) => {
      if (event === 'fail') throw new Error('on purpose');
      return event === 'quiet' ? undefined : { event, data, of: claims.data };
    },
  });
});
afterAll(async () => {
  await test.close();
  await database.close();
});

/** Returns a client that has received its greeting. */
async function join(userId: string, subprotocol: string, groups?: string[]): Promise<RawClient> {
  const client = await connectRaw(await test.accessUrl(claimsOf(userId, groups)), subprotocol);
  await client.next();
  return client;
}

describe.each([PLAIN, RELIABLE])('over %s', (subprotocol) => {
  const numbered = (sequenceId: number) => (subprotocol === RELIABLE ? { sequenceId } : {});
  const message = (data: object) => ({ type: 'message', from: 'group', group: 'room', dataType: 'json', data });

  it('is in the groups of its claims immediately, and hears no other group', async () => {
    const client = await join('ana', subprotocol, ['room', 'list']);
    test.hub.broadcast('elsewhere', { not: 'for ana' });
    test.hub.broadcast('room', { price: 12.3, words: '绿证' });
    test.hub.broadcast('list', { changed: true });
    expect(await client.next()).toEqual({ ...message({ price: 12.3, words: '绿证' }), ...numbered(1) });
    expect(await client.next()).toEqual({ ...message({ changed: true }), group: 'list', ...numbered(2) });
    client.socket.terminate();
  });

  it.each([1, 30, 120, 125, 126, 127, 60_000, 65_535, 65_536, 200_000])('carries %i characters', async (letters) => {
    const client = await join('ana', subprotocol);
    for (let more = 0; more < 3; more += 1) {
      test.hub.broadcast('room', { text: 'x'.repeat(letters + more) });
      expect(await client.next()).toMatchObject({ data: { text: 'x'.repeat(letters + more) } });
    }
    client.socket.terminate();
  });

  it('joins and leaves its own groups with acknowledgements', async () => {
    const client = await join('ana', subprotocol);
    client.send({ type: 'leaveGroup', group: 'room', ackId: 1 });
    expect(await client.next()).toEqual({ type: 'ack', ackId: 1, success: true });
    test.hub.broadcast('room', { unheard: true });
    client.send({ type: 'joinGroup', group: 'room', ackId: 2 });
    expect(await client.next()).toEqual({ type: 'ack', ackId: 2, success: true });
    test.hub.broadcast('room', { heard: true });
    expect(await client.next()).toMatchObject({ data: { heard: true } });
    client.socket.terminate();
  });

  it('may neither join a foreign group nor send to any group', async () => {
    const listener = await join('ben', subprotocol, ['elsewhere', 'room']);
    const client = await join('ana', subprotocol);
    const forbidden = { success: false, error: { name: 'Forbidden' } };
    client.send({ type: 'joinGroup', group: 'elsewhere', ackId: 1 });
    expect(await client.next()).toMatchObject({ type: 'ack', ackId: 1, ...forbidden });
    client.send({ type: 'sendToGroup', group: 'room', dataType: 'json', data: { forged: true }, ackId: 2 });
    expect(await client.next()).toMatchObject({ type: 'ack', ackId: 2, ...forbidden });
    test.hub.broadcast('elsewhere', { only: 'ben' });
    test.hub.broadcast('room', { both: true });
    expect(await client.next()).toMatchObject({ data: { both: true } });
    expect(await listener.next()).toMatchObject({ data: { only: 'ben' } });
    client.socket.terminate();
    listener.socket.terminate();
  });

  it('answers an event with a message and an acknowledgement, and a repeated one with Duplicate', async () => {
    const client = await join('ana', subprotocol);
    client.send({ type: 'event', event: 'sync', dataType: 'json', data: { version: 7 }, ackId: 5 });
    const data = { event: 'sync', data: { version: 7 }, of: { purpose: 'ana' } };
    expect(await client.next()).toEqual({ type: 'message', from: 'server', dataType: 'json', data, ...numbered(1) });
    expect(await client.next()).toEqual({ type: 'ack', ackId: 5, success: true });
    client.send({ type: 'event', event: 'sync', dataType: 'json', data: { version: 7 }, ackId: 5 });
    expect(await client.next()).toMatchObject({ type: 'ack', ackId: 5, success: false, error: { name: 'Duplicate' } });
    client.socket.terminate();
  });

  it('reports a failed event, whose id may then be used again', async () => {
    const client = await join('ana', subprotocol);
    for (const _ of [1, 2]) {
      client.send({ type: 'event', event: 'fail', ackId: 1 });
      const error = { name: 'InternalServerError' };
      expect(await client.next()).toMatchObject({ type: 'ack', ackId: 1, success: false, error });
    }
    expect(test.errors.splice(0).map(String)).toEqual(Array(2).fill('Error: on purpose'));
    client.socket.terminate();
  });

  it('answers an invocation under its id, and answers a ping', async () => {
    const client = await join('ana', subprotocol);
    const invoke = { type: 'invoke', target: 'event', invocationId: 'a' };
    client.send({ ...invoke, event: 'time', dataType: 'json', data: { echo: 1 } });
    const data = { event: 'time', data: { echo: 1 }, of: { purpose: 'ana' } };
    const response = { type: 'invokeResponse', invocationId: 'a', success: true };
    expect(await client.next()).toEqual({ ...response, dataType: 'json', data });
    client.send({ ...invoke, event: 'quiet' });
    expect(await client.next()).toEqual(response);
    client.send({ ...invoke, event: 'fail' });
    expect(await client.next()).toMatchObject({ ...response, success: false, error: { name: 'InternalServerError' } });
    client.send({ type: 'cancelInvocation', invocationId: 'a' });
    client.send({ type: 'ping' });
    expect(await client.next()).toEqual({ type: 'pong' });
    expect(test.errors.splice(0)).toHaveLength(1);
    client.socket.terminate();
  });
});

describe('ends connections', () => {
  it('of one session with its code, and no others', async () => {
    const [ana, eve] = [await join('ana', PLAIN), await join('eve', RELIABLE)];
    test.hub.closeWhere((claims) => claims.sessionId === 'session of eve', CLOSE_CODES.SESSION_ENDED);
    expect(await eve.closed).toMatchObject({ code: CLOSE_CODES.SESSION_ENDED });
    test.hub.broadcast('room', { still: 'here' });
    expect(await ana.next()).toMatchObject({ data: { still: 'here' } });
    ana.socket.terminate();
  });

  it('on shutdown with the code for reconnecting, and cuts a client that does not answer', async () => {
    const closing = await openTestHub(database.db);
    const polite = await connectRaw(await closing.accessUrl(claimsOf('ana')), PLAIN);
    const silent = await connectRaw(await closing.accessUrl(claimsOf('ben')), PLAIN);
    silent.socket.pause();
    expect(closing.hub.size()).toBe(2);
    await closing.close();
    expect(closing.hub.size()).toBe(0);
    expect(await polite.closed).toEqual({ code: CLOSE_CODES.RESTARTING, reason: 'restarting' });
    silent.socket.resume();
    await silent.closed;
  });
});
