import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAuditLines } from '#contract/audit.ts';
import { actOnRegistration, getOwnRegistration, registerCompany } from '#contract/company/registration.ts';
import type { RegistrationAction } from '#domain/company/registration.ts';
import { listMessages } from '#server/platform/mail/outbox.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  w = await world();
  [admin, other] = [await w.signedIn({ role: 'Admin' }), await w.signedIn({ role: 'Admin' })];
});
afterAll(() => w.end());

type Seen = { readonly id: string; readonly version: number };

const act = (who: SignedIn, { id, version }: Seen, action: RegistrationAction, remarkContent = '') =>
  w.call(who, actOnRegistration, { params: { id, action }, body: { version, remarkContent } });

/** Returns a registration that the first administrator rejected, and its user. */
async function rejected() {
  const who = await w.signedIn();
  const { data } = await w.call(who, registerCompany, { body: aCompany() });
  const taken = await act(admin, data, 'take-up');
  return { who, seen: (await act(admin, taken.data, 'reject', 'Not in the register')).data };
}

describe('a rejected registration', () => {
  test('is reopened with a remark by an administrator, who is then its reviewer, and can be approved', async () => {
    const { who, seen } = await rejected();
    const reopened = await act(other, seen, 'reopen', ' It was the wrong register ');
    expect(reopened.data).toMatchObject({ status: 'In-Progress', version: 4, takenUpBy: other.username });
    const own = (await w.call(who, getOwnRegistration)).data;
    expect(own.remarks.at(-1)).toMatchObject({ action: 'reopen', content: 'It was the wrong register' });
    expect((await act(other, reopened.data, 'approve')).data).toMatchObject({ status: 'Approved' });
    const lines = (await w.call(admin, listAuditLines, { query: `?search=${seen.id}&act=reopenRegistration` })).data;
    expect(lines.items.map(({ act: name }) => name)).toEqual(['reopenRegistration']);
  });

  test('is announced to its user by email, and to programs only by the next decision', async () => {
    const { who, seen } = await rejected();
    await act(admin, seen, 'reopen', 'It was the wrong register');
    const mails = (await listMessages(w.database.db)).filter(
      ({ recipient }) => recipient === `${who.username}@example.test`,
    );
    const mail = mails.find(({ subject }) => subject === 'Rimba Solar Sdn Bhd’s registration is under review again');
    expect(mail?.body).toContain('It was the wrong register');
  });

  test('is not reopened without a remark, from an older version, or twice', async () => {
    const { seen } = await rejected();
    expect((await act(admin, seen, 'reopen', ' ')).fields).toMatchObject({ remarkContent: { code: 'field_required' } });
    const older = { ...seen, version: seen.version - 1 };
    expect((await act(admin, older, 'reopen', 'x')).code).toBe('registration_changed');
    const both = await Promise.all([admin, other].map((who) => act(who, seen, 'reopen', 'x')));
    expect(both.map(({ code }) => code).toSorted()).toEqual(['Success', 'registration_changed']);
  });

  test('is not reopened while its user has another open registration', async () => {
    const { who, seen } = await rejected();
    await w.call(who, registerCompany, { body: aCompany() });
    expect(await act(admin, seen, 'reopen', 'x')).toMatchObject({ status: 409, code: 'registration_other_open' });
  });

  test('and a new one that the user sends at the same moment do not both become open', async () => {
    const { who, seen } = await rejected();
    const [reopened, sent] = await Promise.all([
      act(admin, seen, 'reopen', 'x'),
      w.call(who, registerCompany, { body: aCompany() }),
    ]);
    const codes = [reopened.code, sent.code];
    expect(codes.filter((code) => code === 'Success')).toHaveLength(1);
    expect(['registration_other_open', 'registration_open']).toContain(codes.find((code) => code !== 'Success'));
  });
});
