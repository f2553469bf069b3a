import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getFirstSteps, type FirstStep } from '#contract/health.ts';
import { sendTestMessage } from '#contract/message.ts';
import { updateBrand } from '#contract/platform-setting/brand.ts';
import { startRehearsal } from '#contract/rehearsal.ts';
import { addFirstDocuments, getTemplate, listTemplates, updateTemplate } from '#contract/template.ts';
import { createTickSize } from '#contract/tick.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let owner: SignedIn;
beforeAll(async () => {
  w = await world();
  owner = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());

const done = async (): Promise<FirstStep['step'][]> =>
  (await w.call(owner, getFirstSteps)).data.filter(({ isDone }) => isDone).map(({ step }) => step);

const documents = async () => (await w.call(owner, listTemplates)).data.items;

it('adds guides in use and drafts of the policies; again it adds nothing', async () => {
  const { added } = (await w.call(owner, addFirstDocuments)).data;
  expect(added).toHaveLength(5);
  expect((await documents()).filter(({ isInUse }) => !isInUse).map(({ templateType }) => templateType)).toHaveLength(2);
  expect((await w.call(owner, addFirstDocuments)).data.added).toEqual([]);
  expect(await documents()).toHaveLength(5);
});

it('each step is done as soon as the data shows it', async () => {
  expect(await done()).toEqual([]);
  const drafts = (await documents()).filter(({ isInUse }) => !isInUse);
  for (const { id } of drafts) {
    expect(await done()).toEqual([]);
    const { data } = await w.call(owner, getTemplate, { params: { id } });
    await w.call(owner, updateTemplate, { params: { id }, body: { ...data, isInUse: true } });
  }
  expect(await done()).toEqual(['documents']);
  await w.call(owner, createTickSize, { body: { name: 'Half', priceStep: 0.5 } });
  expect(await done()).toContain('ticks');
  await w.call(owner, sendTestMessage);
  expect(await done()).not.toContain('mail');
  await sql`update outbox set sent_at = now() where kind = 'test'`.execute(w.database.db);
  expect(await done()).toContain('mail');
  // A sent message is deleted after 30 days.
  await sql`delete from outbox`.execute(w.database.db);
  expect(await done()).toContain('mail');
  await w.signedIn({ role: 'Admin', adminRoles: ['auditor'] });
  expect(await done()).toContain('administrator');
  const { accountId: ownerAccountId } = await w.signedIn();
  expect(await done()).toContain('company');
  const times = { startsIn: 3_600, endsIn: 7_200, items: [{ quantity: 1_000 }] };
  const { auctionId: id } = await insertAuction(w.database.db, { ownerAccountId, createdBy: owner.userId, ...times });
  expect((await w.call(owner, startRehearsal, { params: { id }, body: { minutes: 5, bidders: 3 } })).code).toBe(
    'Success',
  );
  await w.call(owner, updateBrand, { body: { name: 'Suria', titleEn: '', titleZh: '', color: '', version: 0 } });
  expect(await done()).toEqual(['look', 'documents', 'ticks', 'mail', 'administrator', 'company', 'rehearsal']);
});
