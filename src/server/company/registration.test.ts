import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  actOnRegistration,
  getOwnRegistration,
  getRegistration,
  listRegistrations,
  listRemarks,
  registerCompany,
} from '#contract/registration.ts';
import { getProfile } from '#contract/identity.ts';
import { aCompany } from '#testing/company-builders.ts';
import { world, type SignedIn, type World } from '#testing/world.ts';

let w: World;
let admin: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());

const act = (id: string, action: string, version: number, remarkContent = '') =>
  w.call(admin, actOnRegistration, { params: { id, action }, body: { version, remarkContent } });

describe('a registration', () => {
  test('goes from New to a business account whose owner is the registrant', async () => {
    const wan = await w.signedIn({ role: 'User' });
    const sent = await w.call(wan, registerCompany, { body: aCompany() });
    expect(sent).toMatchObject({ code: 'Success', data: { status: 'New', version: 1, accountId: null } });
    const { id } = sent.data;
    expect((await act(id, 'take-up', 1)).data).toMatchObject({ status: 'In-Progress', takenUpBy: admin.username });
    expect((await act(id, 'approve', 2, 'Welcome')).data).toMatchObject({ status: 'Approved', version: 3 });
    const own = await w.call(wan, getOwnRegistration);
    expect(own.data.remarks.map(({ action, content }) => [action, content])).toEqual([
      ['submit', ''],
      ['take-up', ''],
      ['approve', 'Welcome'],
    ]);
    const { accounts } = (await w.call(wan, getProfile)).data;
    expect(accounts).toContainEqual({
      id: own.data.accountId,
      companyName: 'Rimba Solar Sdn Bhd',
      country: 'MY',
      status: 'Active',
      role: 'owner',
    });
    expect((await w.call(admin, listRemarks, { params: { id } })).data).toHaveLength(3);
    expect((await w.call(admin, getRegistration, { params: { id } })).data.sameNumber).toEqual([]);
    expect((await w.call(admin, listRegistrations)).data).toMatchObject({ total: 1, items: [{ id }] });
  });
});
