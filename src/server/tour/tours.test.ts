import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSeenTours, rememberTour, type TourName, type TourOutcome } from '#contract/tour.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;

beforeAll(async () => {
  w = await world();
});
afterAll(() => w.end());

const remember = (who: SignedIn | undefined, tour: TourName, outcome: TourOutcome) =>
  w.call(who, rememberTour, { body: { tour, outcome } });

const seen = async (who: SignedIn): Promise<string[]> =>
  (await w.call(who, listSeenTours)).data.items.map(({ tour, outcome }) => `${tour} ${outcome}`);

test('remembers for each person which tours that person has seen', async () => {
  const [anna, bo] = [await w.signedIn(), await w.signedIn()];
  expect(await seen(anna)).toEqual([]);
  const reply = await remember(anna, 'liveAuctions', 'finished');
  expect(reply.data.items).toMatchObject([{ tour: 'liveAuctions', outcome: 'finished' }]);
  await remember(anna, 'initialBids', 'dismissed');
  expect(await seen(anna)).toEqual(['liveAuctions finished', 'initialBids dismissed']);
  expect(await seen(bo)).toEqual([]);
});

test('a tour left early can still be finished, and a finished one stays finished', async () => {
  const anna = await w.signedIn();
  for (const [outcome, stands] of [
    ['dismissed', 'dismissed'],
    ['finished', 'finished'],
    ['dismissed', 'finished'],
  ] as const) {
    await remember(anna, 'pastAuctions', outcome);
    expect(await seen(anna)).toEqual([`pastAuctions ${stands}`]);
  }
});

test.each([{ tour: 'dashboard', outcome: 'finished' }, { tour: 'liveAuctions', outcome: 'bored' }, {}])(
  'rejects an unknown tour or an unknown way to leave one: %j',
  async (payload) => {
    const { token } = await w.signedIn();
    const headers = { authorization: `Bearer ${token}` };
    const reply = await w.app.inject({ method: 'POST', url: `${API_BASE}/user-tours`, headers, payload });
    expect(reply.json()).toMatchObject({ code: 'invalid_request' });
  },
);

test('users of any company have tours; administrators have none', async () => {
  const { db } = w.database;
  const [homeless, barred, admin] = [await w.signedIn(), await w.signedIn(), await w.signedIn({ role: 'Admin' })];
  await db.deleteFrom('account_member').where('user_id', '=', homeless.userId).execute();
  await db.updateTable('account').set({ status: 'Blacklisted' }).where('id', '=', barred.accountId).execute();
  for (const [who, code] of [
    [undefined, 'not_signed_in'],
    [homeless, 'Success'],
    [barred, 'Success'],
    [admin, 'forbidden_access'],
  ] as const) {
    expect((await w.call(who, listSeenTours)).code).toBe(code);
    expect((await remember(who, 'liveAuctions', 'finished')).code).toBe(code);
  }
});

test('with the flag off both calls are rejected, and the browser knows', async () => {
  const anna = await w.signedIn();
  const off = await worldOn(w.database, w.url, { FLAG_TOUR_GUIDE: 'off' });
  const body = { tour: 'liveAuctions', outcome: 'finished' } as const;
  expect((await off.call(anna, listSeenTours)).code).toBe('feature_disabled');
  expect((await off.call(anna, rememberTour, { body })).code).toBe('feature_disabled');
  const told = async ({ app }: World) => (await app.inject('/env')).json<{ flags: { tourGuide: boolean } }>().flags;
  expect([(await told(off)).tourGuide, (await told(w)).tourGuide]).toEqual([false, true]);
  await off.close();
  expect(await seen(anna)).toEqual([]);
});
