import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  actOnRegistration,
  getOwnRegistration,
  getRegistration,
  listRemarks,
  registerCompany,
  type OwnRegistration,
} from '#contract/company/registration.ts';
import { listAuditLines } from '#contract/audit.ts';
import { listAccounts } from '#contract/company/company.ts';
import { getProfile } from '#contract/identity/identity.ts';
import type { RegistrationAction } from '#domain/company/registration.ts';
import { getPersonalData } from '#contract/personal-data.ts';
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

type Company = Parameters<typeof aCompany>[0];

const send = (who: SignedIn, company?: Company, headers = {}) =>
  w.call(who, registerCompany, { body: aCompany(company), headers });

async function registered(company?: Company): Promise<{ who: SignedIn; own: OwnRegistration }> {
  const who = await w.signedIn();
  return { who, own: (await send(who, company)).data };
}

const act = (
  { id, version }: Pick<OwnRegistration, 'id' | 'version'>,
  action: RegistrationAction,
  remarkContent = '',
  who = admin,
) => w.call(who, actOnRegistration, { params: { id, action }, body: { version, remarkContent } });

/** Returns a registration that was taken up and returned. */
async function returned(): Promise<{ who: SignedIn; own: OwnRegistration }> {
  const { who, own } = await registered();
  const taken = await act(own, 'take-up');
  await act(taken.data, 'return', 'The number is not the one in the register');
  return { who, own: (await w.call(who, getOwnRegistration)).data };
}

describe('a registration', () => {
  test('becomes an active account whose owner is the registrant, with the approved data', async () => {
    const { who, own } = await registered({ companyName: ' Rimba  Solar ' });
    expect(own).toMatchObject({ status: 'New', version: 1, accountId: null, companyName: 'Rimba Solar' });
    const taken = await act(own, 'take-up');
    expect(taken.data).toMatchObject({ status: 'In-Progress', takenUpBy: admin.username, username: who.username });
    const approved = await act(taken.data, 'approve', 'Welcome', other);
    expect(approved.data).toMatchObject({ status: 'Approved', version: 3, takenUpBy: admin.username });
    const { accountId } = approved.data;
    const { accounts } = (await w.call(who, getProfile)).data;
    expect(accounts.find(({ id }) => id === accountId)).toMatchObject({ status: 'Active', role: 'owner' });
    const account = await w.database.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', accountId ?? '')
      .executeTakeFirstOrThrow();
    expect(account).toMatchObject({ company_name: 'Rimba Solar', province: 'MY-14', sst_number: 'W10-1808-32000123' });
    const changes = await w.database.db
      .selectFrom('account_change')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute();
    expect(changes).toMatchObject([{ kind: 'approved', user_id: other.userId, remark: 'Welcome' }]);
    expect((await w.call(admin, listAccounts, { query: '?search=Rimba%20Solar' })).data.total).toBe(1);
  });

  test('has an entry in the audit trail for each act, which can be found by it', async () => {
    const { own } = await returned();
    const actsOf = async (filter = '') =>
      (await w.call(admin, listAuditLines, { query: `?search=${own.id}${filter}` })).data.items.map((line) => line.act);
    expect(await actsOf()).toEqual(['returnRegistration', 'takeUpRegistration']);
    expect(await actsOf('&act=takeUpRegistration')).toEqual(['takeUpRegistration']);
    expect(await actsOf('&act=approveRegistration')).toEqual([]);
  });

  test('that was returned is corrected by the same call, and is new again with all remarks', async () => {
    const { who, own } = await returned();
    expect(own).toMatchObject({ status: 'Returned', version: 3 });
    const again = await w.call(who, registerCompany, {
      body: { ...aCompany({ registrationNumber: '202001' }), version: own.version },
    });
    expect(again.data).toMatchObject({ id: own.id, status: 'New', version: 4, registrationNumber: '202001' });
    expect(again.data.remarks.map(({ action, content }) => [action, content])).toEqual([
      ['submit', ''],
      ['take-up', ''],
      ['return', 'The number is not the one in the register'],
      ['resubmit', ''],
    ]);
    const params = { id: own.id };
    const { data: remarks } = await w.call(admin, listRemarks, { params });
    expect(remarks.map(({ action }) => action)).toEqual(['submit', 'take-up', 'return', 'resubmit']);
    const { data } = await w.call(admin, getRegistration, { params });
    expect(data.takenUpBy).toBeNull();
    expect(Date.parse(data.submittedAt)).toBeGreaterThan(Date.parse(data.createdAt));
  });

  test('that was rejected stays as it is, and the user can start a new one', async () => {
    const { who, own } = await registered();
    const taken = await act(own, 'take-up');
    expect((await act(taken.data, 'reject', 'Not a company')).data).toMatchObject({
      status: 'Rejected',
      accountId: null,
    });
    const anew = await send(who);
    expect(anew.data.id).not.toBe(own.id);
    expect((await w.call(who, getOwnRegistration)).data.id).toBe(anew.data.id);
  });

  test('shows the administrator who else gave the same number in the same country, however it is written', async () => {
    const first = await registered({ registrationNumber: 'SAME-77 a', companyName: 'First' });
    const { own } = await registered({ registrationNumber: 'same 77A', companyName: 'Second' });
    await registered({ registrationNumber: 'SAME77A', country: 'VN', province: 'VN-HN' });
    const same = async () => (await w.call(admin, getRegistration, { params: { id: own.id } })).data.sameNumber;
    expect(await same()).toEqual([{ kind: 'registration', id: first.own.id, companyName: 'First', status: 'New' }]);
    const approved = await act((await act(first.own, 'take-up')).data, 'approve');
    const account = { kind: 'account', id: approved.data.accountId, companyName: 'First', status: 'Active' };
    expect(await same()).toEqual([account]);
    // The registration's own account does not count as another company.
    expect((await w.call(admin, getRegistration, { params: { id: first.own.id } })).data.sameNumber).toHaveLength(1);
  });
});

describe('rejects', () => {
  test('a second open registration, and a correction of one that was not returned or has a newer version', async () => {
    const { who, own } = await registered();
    expect((await send(who)).code).toBe('registration_open');
    const withVersion = { ...aCompany(), version: own.version };
    expect((await w.call(who, registerCompany, { body: withVersion })).code).toBe('registration_open');
    const back = await returned();
    expect((await send(back.who)).code).toBe('registration_open');
    const older = { ...aCompany(), version: back.own.version - 1 };
    expect((await w.call(back.who, registerCompany, { body: older })).code).toBe('registration_open');
  });

  test('a company with wrong fields, each beside its field, in the reader’s language', async () => {
    const who = await w.signedIn();
    const refused = await send(
      who,
      { companyName: 'Solar 😀', country: 'SG', picTelephone: '+60', registeredAddress: 'x'.repeat(256) },
      { 'accept-language': 'zh' },
    );
    expect(refused).toMatchObject({ status: 422, code: 'emoji_not_allowed' });
    expect(refused.fields).toMatchObject({
      companyName: { code: 'emoji_not_allowed', message: '不允许使用表情符号' },
      country: { code: 'choice_unknown' },
      picTelephone: { code: 'phone_number_incorrect' },
      registeredAddress: { code: 'less_than_maximum_character', params: { maximum: 255 } },
    });
    expect((await w.call(who, getOwnRegistration)).code).toBe('registration_not_found');
  });

  test('returning or rejecting without a remark, and an endless remark', async () => {
    const { own } = await registered();
    const { data } = await act(own, 'take-up');
    for (const action of ['return', 'reject'] as const)
      expect((await act(data, action, ' ')).fields).toMatchObject({ remarkContent: { code: 'field_required' } });
    const endless = await act(data, 'approve', 'x'.repeat(2_001));
    expect(endless.fields).toMatchObject({ remarkContent: { code: 'less_than_maximum_character' } });
  });

  test('a decision on an older version or out of order, naming who was faster and the status', async () => {
    const { own } = await registered();
    expect(await act(own, 'approve')).toMatchObject({ status: 409, code: 'registration_changed' });
    await act(own, 'take-up', '', other);
    const late = await act(own, 'take-up');
    expect(late).toMatchObject({
      code: 'registration_changed',
      params: { username: other.username, now: 'InProgress' },
    });
    expect(late.text).toContain(`${other.username} has already handled this registration. It’s now in progress.`);
    const taken = { ...own, version: 2 };
    await act(taken, 'reject', 'No', other);
    for (const action of ['take-up', 'approve', 'return', 'reject'] as const)
      expect((await act(taken, action, 'x')).params).toMatchObject({ now: 'Rejected' });
  });
});

describe('nobody sees', () => {
  test('another user’s registration, or the names of administrators in one’s own', async () => {
    const { own } = await returned();
    const stranger = await w.signedIn();
    const missing = await w.call(stranger, getOwnRegistration);
    expect(missing).toMatchObject({ status: 404, code: 'registration_not_found' });
    expect(JSON.stringify(own)).not.toContain(admin.username);
  });

  test('a missing registration, or acts on it', async () => {
    const params = { id: randomUUID() };
    expect((await w.call(admin, getRegistration, { params })).code).toBe('not_found');
    expect((await w.call(admin, listRemarks, { params })).code).toBe('not_found');
    const { own } = await registered();
    expect((await act({ ...own, id: params.id }, 'take-up')).code).toBe('not_found');
    expect((await act(own, 'forget' as RegistrationAction)).code).toBe('not_found');
  });
});

test('an approval counts as personal data of the company’s founder, not as an act of an administrator', async () => {
  const { who, own } = await registered();
  expect((await act((await act(own, 'take-up')).data, 'approve')).code).toBe('Success');
  const { sections } = (await w.call(who, getPersonalData)).data;
  expect(sections.find(({ section }) => section === 'administration')?.entries).toBe(0);
});

describe('emails', () => {
  const mailsTo = async (who: SignedIn) =>
    (await listMessages(w.database.db))
      .filter(({ recipient }) => recipient === `${who.username}@example.test`)
      .toReversed();

  test('inform the registrant of each step in the right language with the remark, and administrators of waiting registrations', async () => {
    const before = (await mailsTo(other)).length;
    const who = await w.signedIn();
    const { data } = await send(who, {}, { 'accept-language': 'zh' });
    const taken = await act(data, 'take-up');
    const sentBack = await act(taken.data, 'return', 'Please send the right number');
    await w.call(who, registerCompany, { body: { ...aCompany(), version: sentBack.data.version } });
    const mails = await mailsTo(who);
    expect(mails.map(({ subject }) => subject)).toEqual([
      '已收到 Rimba Solar Sdn Bhd 的注册申请',
      'Rimba Solar Sdn Bhd 的注册申请正在审核中',
      'Rimba Solar Sdn Bhd 的注册申请需要修改',
      'We’ve received Rimba Solar Sdn Bhd’s corrected registration',
    ]);
    expect(mails[2]?.body).toContain('Please send the right number');
    expect(mails[2]?.body).toContain('http://greenlot.test/user/account-registration');
    const toAdmin = (await mailsTo(other)).slice(before);
    expect(toAdmin.map(({ subject }) => subject)).toEqual([
      'New registration: Rimba Solar Sdn Bhd / 新的注册申请：Rimba Solar Sdn Bhd',
      'Registration corrected: Rimba Solar Sdn Bhd / 注册申请已修改：Rimba Solar Sdn Bhd',
    ]);
    expect(toAdmin[0]?.body).toContain(`/admin/account-registration/${data.id}`);
  });
});
