import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptTemplates, getAcceptedTemplate } from '#contract/template-acceptance.ts';
import { createTemplate, getTemplateContent } from '#contract/template.ts';
import { aTemplate } from '#testing/builders/template-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** Checks that the table of permissions (docs/permissions.md) does not cover. */
let w: World;
beforeAll(async () => void (w = await world()));
afterAll(() => w.end());

test('another user’s acceptance answers like a missing one, and so do administrators’ guides', async () => {
  const [admin, member, newcomer] = [await w.signedIn({ role: 'Admin' }), await w.signedIn(), await w.signedIn()];
  const body = aTemplate({ templateType: 'TermsAndConditions' });
  const { data: terms } = await w.call(admin, createTemplate, { body });
  await w.call(member, acceptTemplates, { body: { templates: [{ templateId: terms.id, version: 1 }] } });
  const read = (who: SignedIn, id: string) => w.call(who, getAcceptedTemplate, { params: { id, version: '1' } });
  expect((await read(member, terms.id)).status).toBe(200);
  expect((await read(newcomer, terms.id)).text).toBe((await read(newcomer, randomUUID())).text);
  const query = '?templateType=UserGuide';
  const readGuides = async (who?: SignedIn) => (await w.call(who, getTemplateContent, { query })).text;
  const before = await readGuides(newcomer);
  await w.call(admin, createTemplate, { body: aTemplate({ audience: 'Admins' }) });
  expect([await readGuides(newcomer), await readGuides(), await readGuides(admin)]).toEqual([before, before, before]);
});
