import { expect } from 'vitest';
import { actOnRegistration, getRegistration } from '#contract/company/registration.ts';
import { aDevice, aDeviceLine, aLotLine } from '#testing/builders/certificate-builders.ts';
import { completeBilling, completeCompanies } from '#testing/builders/invoice-builders.ts';
import { rowOf } from '#testing/permissions/matrix.ts';
import { missing } from '#testing/permissions/stage.ts';
import { again, by, idAt, listAt, part, type Run, type Way } from '#testing/permissions/ways-back.ts';

const MEMBERS = '/user/accounts/{id}/members';
const BENEFICIARIES = '/user/accounts/{id}/beneficiaries?limit=100';
const DEVICES = '/user/devices?limit=100';
const LOTS = '/user/certificate-lots?limit=100';
const BACKINGS = '/user/accounts/{id}/backings?limit=100';

const memberIn = (reply: unknown, { scene }: Pick<Run, 'scene'>): unknown =>
  listAt(reply, 'members').find((one) => part(one, 'userId') === scene.userId);
const rolesOf: Way['see'] = async (run) => part(memberIn(await run.read(MEMBERS), run), 'role');
const invited: Way['see'] = async ({ read }) => listAt(await read(MEMBERS), 'invitations').length;
const status =
  (path: string): Way['see'] =>
  async ({ read }) =>
    part(await read(path), 'status');

/** Returns the first object of a list whose id is that of the scene. */
const ofScene = (reply: unknown, { scene }: Pick<Run, 'scene'>): unknown =>
  listAt(reply).find((one) => part(one, 'id') === scene.id);

const lotCount: Way['see'] = async ({ read }) => part(await read(LOTS), 'total');

/** A record of the registry. The way back records it again. */
const recorded = (role: 'user' | 'admin'): Way => ({
  back: ({ call, name }) => call(name, { who: role === 'admin' ? 'admin' : 'owner' }),
});

/** Fills in everything that invoices need. */
async function completeAll({ stage: { w, people } }: Run): Promise<void> {
  await completeCompanies(w);
  await completeBilling(w, people.admin, [people.owner, people.seller]);
}

/** An invoice. The way back credits all of it. */
const credited = (role: 'user' | 'admin'): Way => ({
  prepare: completeAll,
  ...(role === 'user' && { who: 'seller' }),
  back: ({ call, reply }) =>
    call(`POST /${role}/invoices/{id}/credit-notes`, {
      ids: { id: idAt(reply) },
      body: { net: idAt(reply, 'net'), reason: 'as agreed' },
    }),
});

/** A credit note of a whole invoice. The way back issues the invoice again. */
const invoicedAgain = (role: 'user' | 'admin'): Way => {
  const issue = role === 'user' ? 'POST /user/settlements/{id}/invoices' : 'POST /admin/settlements/{id}/fee-invoices';
  return {
    ...(role === 'user' && { who: 'seller' }),
    setUp: rowOf(issue).setUp ?? (async () => missing()),
    prepare: async (run) => {
      await completeAll(run);
      const { call, scene } = run;
      const invoice = await call(issue);
      return { id: idAt(invoice), sourceId: scene.id, text: idAt(invoice, 'net') };
    },
    body: ({ scene }) => ({ net: scene.text, reason: 'as agreed' }),
    back: ({ call, scene }) => call(issue, { ids: { id: scene.sourceId } }),
  };
};

/** Fills in everything that is required about a company. */
const complete: Way['prepare'] = async ({ call, name }) => void (await call(name));

export const COMPANY_WAYS: Readonly<Record<string, Way>> = {
  'PUT /admin/accounts/{id}': {
    ...again('/admin/accounts/{id}', { patch: { picName: 'Mei Ling' } }),
    prepare: complete,
  },
  'PUT /admin/accounts/{id}/blacklist': {
    see: status('/admin/accounts/{id}'),
    back: ({ call }) => call('PUT /admin/accounts/{id}/reinstate'),
  },
  'PUT /admin/accounts/{id}/reinstate': {
    see: status('/admin/accounts/{id}'),
    back: ({ call }) => call('PUT /admin/accounts/{id}/blacklist'),
  },
  'PUT /admin/accounts/{id}/max-bid-quantity': again('/admin/accounts/{id}/max-bid-quantity'),
  'POST /admin/account-imports': by('DELETE /admin/account-imports/{id}', '/admin/accounts?limit=100', ({ reply }) => ({
    id: idAt(reply, 'importId'),
  })),
  'DELETE /admin/account-imports/{id}': {
    see: async ({ read }) => part(await read('/admin/accounts?limit=100'), 'total'),
    back: ({ call }) => call('POST /admin/account-imports'),
  },
  'POST /user/accounts/account-registrations': {
    who: 'homeless',
    back: async ({ reply, stage: { w, people } }) => {
      const act = async (action: 'take-up' | 'return') => {
        const { data } = await w.call(people.admin, getRegistration, { params: { id: idAt(reply) } });
        const body = { version: data.version, remarkContent: 'Which meter?' };
        const { code } = await w.call(people.admin, actOnRegistration, { params: { id: data.id, action }, body });
        expect([action, code]).toEqual([action, 'Success']);
      };
      await act('take-up');
      await act('return');
    },
  },
  'PUT /user/accounts/profile/{id}': {
    ...again('/user/accounts/profile/{id}', { patch: { picName: 'Mei Ling' } }),
    prepare: complete,
  },
  'PUT /user/accounts/{id}/billing': again('/user/accounts/{id}/billing', { patch: { city: 'Ipoh' } }),
  'PUT /user/accounts/{id}/registry-accounts': again('/user/accounts/{id}/registry-accounts'),
  'POST /user/accounts/{id}/invitations': {
    see: invited,
    body: () => ({ email: 'invited@example.test', role: 'viewer' }),
    back: async ({ call, reply }) => {
      const made = listAt(reply, 'invitations').find((one) => part(one, 'email') === 'invited@example.test');
      await call('DELETE /user/accounts/{id}/invitations/{invitationId}', { ids: { invitationId: idAt(made) } });
    },
  },
  'DELETE /user/accounts/{id}/invitations/{invitationId}': {
    see: invited,
    back: ({ call }) => call('POST /user/accounts/{id}/invitations'),
  },
  'PUT /user/accounts/{id}/members/{userId}': {
    see: rolesOf,
    back: ({ call, before, name }) => call(name, { body: { role: before } }),
  },
  'DELETE /user/accounts/{id}/members/{userId}': {
    see: async ({ read }) => {
      const { members, invitations } = (await read(MEMBERS)) as Readonly<Record<string, readonly unknown[]>>;
      return [...(members ?? []), ...(invitations ?? [])].map((one) => idAt(one, 'email')).toSorted();
    },
    prepare: async (run) => ({ text: idAt(memberIn(await run.read(MEMBERS), run), 'email') }),
    back: ({ call, scene }) =>
      call('POST /user/accounts/{id}/invitations', { body: { email: scene.text, role: 'trader' } }),
  },
  'POST /user/invitations/accept': {
    who: 'homeless',
    back: ({ call, reply, stage }) =>
      call('DELETE /user/accounts/{id}/members/{userId}', {
        ids: { id: idAt(reply, 'accountId'), userId: stage.people.homeless.userId },
      }),
  },
  'POST /user/accounts/{id}/beneficiaries': by(
    'DELETE /user/accounts/{id}/beneficiaries/{beneficiaryId}',
    BENEFICIARIES,
    ({ reply }) => ({ beneficiaryId: idAt(reply) }),
  ),
  'PUT /user/accounts/{id}/beneficiaries/{beneficiaryId}': again(BENEFICIARIES, {
    find: (reply, { scene }) => listAt(reply).find((one) => part(one, 'id') === scene.beneficiaryId),
  }),
  'POST /user/accounts/{id}/beneficiary-imports': by(
    'DELETE /user/accounts/{id}/beneficiary-imports/{importId}',
    BENEFICIARIES,
    ({ reply }) => ({ importId: idAt(reply, 'importId') }),
  ),
  'DELETE /user/accounts/{id}/beneficiary-imports/{importId}': {
    see: async ({ read }) => part(await read(BENEFICIARIES), 'total'),
    back: ({ call }) => call('POST /user/accounts/{id}/beneficiary-imports'),
  },
};

export const CERTIFICATE_WAYS: Readonly<Record<string, Way>> = {
  'POST /user/accounts/{id}/devices': {
    back: ({ call, reply }) => call('PUT /user/devices/{id}', { ids: { id: idAt(reply) }, body: aDevice() }),
  },
  'PUT /user/devices/{id}': again(DEVICES, { find: ofScene, patch: { name: 'Bakun Hydro 2' } }),
  'POST /user/devices/{id}/lots': by('DELETE /user/certificate-lots/{id}', LOTS, ({ reply }) => ({ id: idAt(reply) })),
  'DELETE /user/certificate-lots/{id}': {
    prepare: async ({ read, scene }) => ({ sourceId: idAt(ofScene(await read(LOTS), { scene }), 'deviceId') }),
    see: lotCount,
    back: ({ call, scene }) => call('POST /user/devices/{id}/lots', { ids: { id: scene.sourceId } }),
  },
  'POST /user/accounts/{id}/certificate-files': {
    see: lotCount,
    body: () => {
      const device = aDeviceLine();
      return { devices: [device], lots: [aLotLine(device.registryId, 10)] };
    },
    back: async ({ call, read }) => {
      const [newest] = listAt(await read(LOTS));
      await call('DELETE /user/certificate-lots/{id}', { ids: { id: idAt(newest) } });
    },
  },
  'POST /user/accounts/{id}/backings/{sourceId}': by('DELETE /user/accounts/{id}/backings/{sourceId}', BACKINGS),
  'DELETE /user/accounts/{id}/backings/{sourceId}': {
    prepare: async ({ call }) => void (await call('POST /user/accounts/{id}/backings/{sourceId}')),
    see: ({ read }) => read(BACKINGS),
    back: async ({ call, read }) => {
      const [range] = (await read('/user/accounts/{id}/backings/{sourceId}/available')) as readonly unknown[];
      const body = { ranges: [{ rangeId: idAt(range), quantity: null }] };
      await call('POST /user/accounts/{id}/backings/{sourceId}', { body });
    },
  },
  'POST /user/retirements/{id}/registry': recorded('user'),
  'POST /admin/retirements/{id}/registry': recorded('admin'),
  'POST /user/settlements/{id}/invoices': credited('user'),
  'POST /admin/settlements/{id}/fee-invoices': credited('admin'),
  'POST /user/invoices/{id}/credit-notes': invoicedAgain('user'),
  'POST /admin/invoices/{id}/credit-notes': invoicedAgain('admin'),
};
