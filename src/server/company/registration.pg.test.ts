import { afterAll, beforeAll, expect, test } from 'vitest';
import { getListTokenAsAdmin, getListTokenAsUser, HUB_PATH } from '#contract/bidding/room.ts';
import {
  actOnRegistration,
  getOwnRegistration,
  registerCompany,
  REGISTRATION_PAGE,
} from '#contract/company/registration.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { connectRaw, PLAIN, type RawClient } from '#testing/world/hub-world.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/** Two server processes on one PostgreSQL: the rules must hold across both. */
let near: World;
let far: World;
let admins: [SignedIn, SignedIn];
let farAddress: string;

beforeAll(async () => {
  near = await world();
  far = await worldOn(await openDatabase({ url: near.url ?? '' }), near.url);
  admins = [await near.signedIn({ role: 'Admin' }), await near.signedIn({ role: 'Admin' })];
  farAddress = (await far.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
});
afterAll(async () => {
  await far.end();
  await near.end();
});

const ROUNDS = 10;

test('exactly one of two parallel decisions succeeds, and the other administrator learns who did what', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const who = await near.signedIn();
    const { data } = await near.call(who, registerCompany, { body: aCompany() });
    const takes = await Promise.all(
      admins.map((admin, index) =>
        (index === 0 ? near : far).call(admin, actOnRegistration, {
          params: { id: data.id, action: 'take-up' },
          body: { version: data.version, remarkContent: '' },
        }),
      ),
    );
    expect(takes.map(({ code }) => code).toSorted()).toEqual(['Success', 'registration_changed']);
    const winner = admins[takes.findIndex(({ code }) => code === 'Success')];
    expect(takes.find(({ code }) => code !== 'Success')?.params).toEqual({
      username: winner?.username,
      now: 'InProgress',
    });

    const decisions = await Promise.all([
      near.call(admins[0], actOnRegistration, {
        params: { id: data.id, action: 'approve' },
        body: { version: 2, remarkContent: '' },
      }),
      far.call(admins[1], actOnRegistration, {
        params: { id: data.id, action: 'reject' },
        body: { version: 2, remarkContent: 'No' },
      }),
    ]);
    expect(decisions.map(({ code }) => code).toSorted()).toEqual(['Success', 'registration_changed']);
    const own = (await near.call(who, getOwnRegistration)).data;
    expect(own.remarks).toHaveLength(3);
    expect(own.accountId !== null).toBe(own.status === 'Approved');
    expect(decisions.find(({ code }) => code !== 'Success')?.params).toMatchObject({ now: own.status });
  }
});

test('stores one of several parallel registrations of one user', async () => {
  const who = await near.signedIn();
  const sent = await Promise.all(
    Array.from({ length: 6 }, (_, index) => (index % 2 ? near : far).call(who, registerCompany, { body: aCompany() })),
  );
  expect(sent.filter(({ code }) => code === 'Success')).toHaveLength(1);
  expect(sent.filter(({ code }) => code === 'registration_open')).toHaveLength(5);
});

async function look(who: SignedIn, route: typeof getListTokenAsUser): Promise<RawClient> {
  const { data } = await near.call(who, route, { query: `?page=${REGISTRATION_PAGE}` });
  const client = await connectRaw(`${farAddress}${HUB_PATH}?access_token=${data.accessToken}`, PLAIN);
  expect(await client.next()).toMatchObject({ event: 'connected' });
  return client;
}

test('a viewer of a registration in another process hears immediately of its change, and nobody else does', async () => {
  const [who, stranger] = [await near.signedIn(), await near.signedIn()];
  const sockets = [await look(who, getListTokenAsUser), await look(admins[0], getListTokenAsAdmin)];
  const others = await look(stranger, getListTokenAsUser);
  const changed = { type: 'message', data: { event: 'LiveAuctions', kind: 'listChanged' } };

  const { data } = await near.call(who, registerCompany, { body: aCompany() });
  for (const socket of sockets) expect(await socket.next()).toMatchObject(changed);
  await near.call(admins[0], actOnRegistration, {
    params: { id: data.id, action: 'take-up' },
    body: { version: 1, remarkContent: '' },
  });
  for (const socket of sockets) expect(await socket.next()).toMatchObject(changed);

  // The refused registration is not announced: the next event is the stranger's own registration.
  await near.call(who, registerCompany, { body: aCompany() });
  await near.call(stranger, registerCompany, { body: aCompany() });
  expect(await others.next()).toMatchObject(changed);
  expect(await sockets[1]?.next()).toMatchObject(changed);
  const heard = sockets[0]?.next();
  expect(await Promise.race([heard, new Promise((resolve) => setImmediate(resolve, 'nothing'))])).toBe('nothing');
  for (const socket of [...sockets, others]) socket.socket.terminate();
});
