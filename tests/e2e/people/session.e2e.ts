import type { Page } from '@playwright/test';
import { startServer } from '#testing/world/server-process.ts';
import { copyTemplate } from '#testing/world/template.ts';
import { expect, passSignIn, test } from '../world.ts';

const LIST = /\/auction-api\/user\/auctions\?.*show=past/;
const TOKENS = '/connect/token';
const signedOut = /\/login\?redirect=%2Fuser%2Fpast/;
const alerts = (page: Page) => page.getByRole('dialog').filter({ hasText: 'signed out' });

/** Answers every request for the list with this error. */
const refuseList = (page: Page, status: number, code: string, message: string) =>
  page.route(LIST, (route) => route.fulfill({ status, json: { code, message } }));

test('after a sign-in on another device, every tab says so immediately, without a request', async ({
  world,
  open,
  signIn,
}) => {
  const person = await world.person();
  const old = await signIn(person);
  const second = await old.context().newPage();
  const socket = second.waitForEvent('websocket');
  await second.goto('/user/past');
  const closed = (await socket).waitForEvent('close');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await world.database.db.deleteFrom('outbox').execute();
  const elsewhere = await open();
  const answered = elsewhere.waitForResponse((reply) => reply.url().endsWith(TOKENS) && reply.ok());
  const seen = second.waitForSelector('dialog[open] button, [role=dialog] button');
  const signingIn = passSignIn(elsewhere, world, person);
  await answered;
  const sinceMs = performance.now();
  await seen;
  const tookMs = Math.round(performance.now() - sinceMs);
  test.info().annotations.push({ type: 'alert after a sign-in elsewhere', description: `${tookMs} ms` });
  expect(tookMs).toBeLessThan(5_000);
  await Promise.all([signingIn, closed]);
  await expect(alerts(second)).toHaveCount(1);
  await expect(alerts(second)).toContainText('You have signed in on a different device');
  await expect(alerts(old)).toHaveCount(1);
  await second.getByRole('button', { name: 'OK' }).click();
  await expect(second).toHaveURL(signedOut);
  // The other tab is signed out too, and shows the message only once.
  await expect(old).toHaveURL(/\/login\?redirect=/);
  await expect(alerts(old)).toHaveCount(0);
  await expect(elsewhere).toHaveURL(/\/user\/upcoming/);
});

test('tabs share one session: signing in, new tokens, signing out', async ({ world, open }) => {
  const person = await world.person();
  const [one, other] = await openTwo(await open());
  await other.goto('/login?redirect=/user/past');
  const said = expect(other.getByText('You are already logged in on another tab')).toBeVisible();
  await Promise.all([said, passSignIn(one, world, person)]);
  await expect(other).toHaveURL(/\/user\/past/);

  // Both tabs find at the same time that their token is no longer valid.
  await Promise.all([one.goto('/env'), other.goto('/env')]);
  let exchanges = 0;
  one.context().on('request', (request) => void (exchanges += request.url().endsWith(TOKENS) ? 1 : 0));
  await one.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.endsWith('.tokens')))
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage[key]), accessToken: 'a.b.c' }));
  });
  await Promise.all([one.goto('/user/upcoming'), other.goto('/user/past')]);
  for (const page of [one, other])
    await expect(page.getByRole('button', { name: new RegExp(person.username) })).toBeVisible();
  await expect.poll(() => exchanges).toBe(1);

  // A signed-in user is redirected away from the sign-in page, and from the area of the other role.
  for (const [visited, found] of [
    ['/login', /\/user\/upcoming/],
    ['/login?redirect=/user/past', /\/user\/past/],
    ['/login?redirect=https://evil.example/', /\/user\/upcoming/],
    ['/admin/create', /\/user\/upcoming/],
    ['/nowhere', /\/user\/upcoming/],
  ] as const) {
    await one.goto(visited);
    await expect(one).toHaveURL(found);
  }

  await one.goto('/logout');
  await expect(one).toHaveURL(/\/login/);
  await expect(other).toHaveURL(signedOut);
});

async function openTwo(page: Page): Promise<[Page, Page]> {
  return [page, await page.context().newPage()];
}

test('each special error of a session has its own appearance', async ({ world, signIn }) => {
  const page = await signIn(await world.person());
  const kept = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  let [calls, revoked, expected] = [0, 0, 0];
  page.on('request', (request) => (calls += request.url().includes('/auction-api/') ? 1 : 0));
  // The revocation is not carried out, because the next case needs the session again.
  await page.route('**/connect/revocation', (route) => {
    revoked += 1;
    return route.fulfill({ status: 200 });
  });
  const restore = async () => {
    await page.unroute(LIST);
    // Restores the session on a page without the application, so that earlier work cannot end the session again.
    await page.goto('/env');
    await page.evaluate((values) => Object.assign(localStorage, values), kept);
  };
  const meet = async (status: number, code: string) => {
    await restore();
    await refuseList(page, status, code, `the server's own ${code}`);
    await page.goto('/user/past');
  };

  for (const [status, code, said] of [
    [401, 'invalid_role', 'Your role doesn’t allow this'],
    [401, 'forbidden_access', 'You don’t have permission to do this'],
    [401, 'session_revoked', 'You were signed out. Please sign in again.'],
    [403, 'forbidden_access', 'You don’t have permission to do this'],
  ] as const)
    await test.step(`${status} ${code}: a toast, and signed out`, async () => {
      await meet(status, code);
      await expect(page.getByRole('status').getByText(said)).toBeVisible();
      await expect(page).toHaveURL(signedOut);
      // The request is sent before the page is left, and reaches this test a little later.
      await expect.poll(() => revoked).toBe((expected += 1));
    });

  await test.step('401 account_locked: a warning only, for five seconds', async () => {
    let refusedAtMs = 0;
    page.on('response', (reply) => {
      if (LIST.test(reply.url())) refusedAtMs = performance.now();
    });
    await meet(401, 'account_locked');
    const warning = page.getByRole('status').getByText('This account is temporarily locked. Please try again later.');
    await expect(warning).toBeVisible();
    await expect(warning).toBeHidden();
    // The list is requested again when the live connection opens, so the time is measured from the last refusal.
    expect(performance.now() - refusedAtMs).toBeLessThan(7_000);
    await expect(page).toHaveURL(/\/user\/past/);
  });

  await test.step('401 logged_in_on_different_device: an alert with the server’s message, gone after a navigation', async () => {
    await restore();
    await page.goto('/user/upcoming');
    await refuseList(page, 401, 'logged_in_on_different_device', 'said once');
    await page.getByRole('link', { name: /past/i }).first().click();
    await expect(alerts(page)).toContainText('said once');
    await page.unroute(LIST);
    await page.goBack();
    await expect(page).toHaveURL(/\/user\/upcoming/);
    await expect(alerts(page)).toHaveCount(0);
    await meet(401, 'logged_in_on_different_device');
    await expect(alerts(page)).toContainText("the server's own logged_in_on_different_device");
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(signedOut);
    await expect(alerts(page)).toHaveCount(0);
  });

  await test.step('401 unauthorized_access: no further call, and a button to sign out', async () => {
    await meet(401, 'unauthorized_access');
    const blocked = page.getByRole('dialog').filter({ hasText: 'No access' });
    await expect(blocked).toContainText("the server's own unauthorized_access");
    const before = calls;
    await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')));
    await page.waitForTimeout(1_000);
    expect(calls).toBe(before);
    await blocked.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(signedOut);
  });

  await test.step('any other error: a toast with the server’s message', async () => {
    const said = 'The result isn’t ready yet';
    await restore();
    await refuseList(page, 409, 'results_not_ready', said);
    await page.goto('/user/past');
    await expect(page.getByRole('status').getByText(said)).toBeVisible();
    await expect(page).toHaveURL(/\/user\/past/);
  });
});

test('production has no development outbox, neither as a page nor as a call', async ({ open }) => {
  const PUBLIC_URL = 'http://127.0.0.1:1';
  const server = await startServer({
    DATABASE_URL: await copyTemplate(process.env['E2E_DATABASE'] ?? ''),
    NODE_ENV: 'production',
    PUBLIC_URL,
    SECRET_KEY: 'a secret of at least thirty-two characters',
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  try {
    const page = await open({ baseURL: server.baseUrl });
    await page.goto('/development/outbox');
    await expect(page).toHaveURL(/\/login$/);
    const reply = await page.request.get('/auction-api/development/outbox');
    expect([reply.status(), await reply.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
  } finally {
    await server.kill();
  }
});
