import { afterAll, beforeAll, expect, it } from 'vitest';
import { world, type World } from '#testing/world/world.ts';

const CLIENT = {
  client_id: 'partner',
  name: 'Partner portal',
  redirect_uris: ['https://partner.example/back'],
  post_logout_redirect_uris: ['https://bye.partner.example/'],
};
let own: World;
beforeAll(async () => void (own = await world({ VARIANT: 'GLOBAL', CLIENTS: JSON.stringify([CLIENT]) })));
afterAll(() => own.end());

const policyOf = async (url: string): Promise<string> =>
  String((await own.app.inject({ url, headers: { accept: 'text/html' } })).headers['content-security-policy']);

it('lets a form of the library lead to its client, and to no other', async () => {
  const policy = await policyOf('/connect/endsession?client_id=partner');
  expect(policy).toContain("form-action 'self' https://partner.example https://bye.partner.example");
  // The policy allows the page's one script by its hash, and no other script.
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/);
  for (const url of ['/connect/endsession', '/connect/authorize?client_id=nobody', '/login'])
    expect(await policyOf(url)).toMatch(/form-action 'self'(;|$)/);
});
