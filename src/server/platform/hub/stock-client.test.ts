import { WebPubSubClient, WebPubSubJsonProtocol, WebPubSubJsonReliableProtocol } from '@azure/web-pubsub-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { claimsOf, openTestHub, openWire, until, type TestHub } from '#testing/world/hub-world.ts';
import { freshDatabase } from '#testing/world/database.ts';

/**
 * This file tests the hub with the official client, unmodified. Other clients of the subprotocol work with the hub as
 * well.
 */
let database: Database;
let test: TestHub;
beforeAll(async () => {
  ({ database } = await freshDatabase());
  test = await openTestHub(database.db);
});
afterAll(async () => {
  await test.close();
  await database.close();
  expect(test.errors).toEqual([]);
});

type Started = { client: WebPubSubClient; heard: number[]; connectionIds: string[]; stop: () => Promise<void> };

async function start(protocol = WebPubSubJsonReliableProtocol(), port = test.port): Promise<Started> {
  const client = new WebPubSubClient(
    { getClientAccessUrl: () => test.accessUrl(claimsOf('ana'), port) },
    { protocol, messageRetryOptions: { maxRetries: 0 }, reconnectRetryOptions: { retryDelayInMs: 10 } },
  );
  const heard: number[] = [];
  const connectionIds: string[] = [];
  client.on('group-message', ({ message }) => heard.push((message.data as { n: number }).n));
  client.on('connected', ({ connectionId }) => connectionIds.push(connectionId));
  await client.start();
  await until(() => connectionIds.length === 1);
  const stop = async () => {
    const stopped = new Promise<void>((resolve) => client.on('stopped', () => resolve()));
    client.stop();
    await stopped;
  };
  return { client, heard, connectionIds, stop };
}

describe.each([WebPubSubJsonProtocol(), WebPubSubJsonReliableProtocol()])('$name', (protocol) => {
  it('connects, joins, hears, asks, gets answers, and leaves', async () => {
    const { client, heard, stop } = await start(protocol);
    expect(await client.joinGroup('room')).toMatchObject({ isDuplicated: false });
    test.hub.broadcast('room', { n: 1 });
    const answered = new Promise((resolve) => client.on('server-message', ({ message }) => resolve(message.data)));
    expect(await client.sendEvent('sync', { version: 3 }, 'json', { ackId: 77 })).toMatchObject({ ackId: 77 });
    expect(await answered).toEqual({ event: 'sync', data: { version: 3 } });
    expect(await client.sendEvent('sync', { version: 3 }, 'json', { ackId: 77 })).toMatchObject({ isDuplicated: true });
    const invoked = await client.invokeEvent('time', { echo: 4 }, 'json');
    expect(invoked.data).toEqual({ event: 'time', data: { echo: 4 } });
    expect(heard).toEqual([1]);
    await client.leaveGroup('room');
    test.hub.broadcast('room', { n: 2 });
    await client.joinGroup('room');
    test.hub.broadcast('room', { n: 3 });
    await until(() => heard.length === 2);
    expect(heard).toEqual([1, 3]);
    await stop();
  });

  it('may neither join a foreign group nor send', async () => {
    const { client, stop } = await start(protocol);
    const forbidden = { errorDetail: { name: 'Forbidden' } };
    await expect(client.joinGroup('elsewhere')).rejects.toMatchObject(forbidden);
    await expect(client.sendToGroup('room', { forged: true }, 'json')).rejects.toMatchObject(forbidden);
    await stop();
  });
});

it('misses nothing over 20 cut connections, in order and under the same connection id', async () => {
  const wire = await openWire(test.port);
  const { heard, connectionIds, stop } = await start(WebPubSubJsonReliableProtocol(), wire.port);
  let sent = 0;
  const tell = () => test.hub.broadcast('room', { n: (sent += 1) });
  for (let drop = 0; drop < 20; drop += 1) {
    for (let i = 0; i < 5; i += 1) tell();
    if (drop % 2 === 0) await until(() => heard.length === sent);
    wire.cut();
    // Sends one message while the hub believes that the connection is alive, and one after it has noticed.
    tell();
    await until(() => test.hub.size() === 0);
    tell();
    wire.restore();
    await until(() => heard.length === sent);
  }
  expect(sent).toBe(140);
  expect(heard).toEqual(Array.from({ length: sent }, (_, i) => i + 1));
  expect(connectionIds).toHaveLength(1);
  await stop();
  await wire.close();
});

it('starts again with a new token if its place is lost, and joins its groups again', async () => {
  const { client, heard, connectionIds, stop } = await start();
  await client.joinGroup('room');
  test.hub.closeWhere((claims) => claims.userId === 'ana', 4_999);
  await until(() => connectionIds.length === 2);
  expect(new Set(connectionIds).size).toBe(2);
  await client.joinGroup('room');
  test.hub.broadcast('room', { n: 1 });
  await until(() => heard.length === 1);
  await stop();
});
