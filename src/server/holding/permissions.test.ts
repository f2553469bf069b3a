import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportHoldingsAsUser, listHoldingsAsUser, totalHoldingsAsUser } from '#contract/holding/holding.ts';
import { listRetirementsAsUser, retireHolding } from '#contract/holding/retirement.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { moveToAccount } from '#testing/builders/records.ts';
import { world, type World } from '#testing/world/world.ts';

/** Cases that the table of permissions (docs/permissions.md) does not cover. */
let w: World;
beforeAll(async () => void (w = await world()));
afterAll(() => w.end());

test('lists contain only the caller’s own entries, whatever the filters (ASVS 8.4.1)', async () => {
  const [owner, rival, viewer, trader] = [
    await w.signedIn(),
    await w.signedIn(),
    await w.signedIn(),
    await w.signedIn(),
  ];
  const { accountId } = owner;
  await moveToAccount(w.database.db, viewer, { accountId, role: 'viewer' });
  await moveToAccount(w.database.db, trader, { accountId, role: 'trader' });
  const { id } = await aHolding(w.database.db, { holder: owner, seller: await w.signedIn(), quantity: 100 });
  const body = { quantity: 1, beneficiary: { choice: 'own' } } as const;
  const { data: retirement } = await w.call(owner, retireHolding, { params: { id }, body });
  const all = `?show=all&account=${accountId}`;
  for (const [who, count] of [
    [rival, 0],
    [viewer, 1],
    [trader, 1],
  ] as const) {
    expect((await w.call(who, listHoldingsAsUser, { query: all })).data.items).toHaveLength(count);
    expect((await w.call(who, totalHoldingsAsUser, { query: all })).data).toHaveLength(count);
    const lines = (await w.call(who, exportHoldingsAsUser, { query: all })).text.trim().split('\r\n');
    expect(lines).toHaveLength(count + 1);
    const found = await w.call(who, listRetirementsAsUser, { query: `?search=${retirement.number}` });
    expect(found.data.total).toBe(count);
  }
});
