import { randomUUID } from 'node:crypto';
import {
  test as base,
  type APIRequest,
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { sql } from 'kysely';
import { DEVICE_HEADER } from '#contract/identity/identity.ts';
import { TOURS } from '#contract/tour.ts';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { findMailedCode } from '#testing/readers/read-outbox.ts';
import {
  insertAuction,
  insertPerson,
  type AuctionWish,
  type TestAuction,
  type TestPerson,
} from '#testing/builders/records.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { copyTemplate } from '#testing/world/template.ts';

export const PASSWORD = 'Correct-horse-9';

/** The server of one worker, on its own database, and what stories need around it. */
export type World = {
  readonly database: Database;
  /** Of that database, for a story that needs a server of its own. */
  readonly url: string;
  readonly server: Pick<ServerProcess, 'baseUrl'>;
  /** It knows its way around, unless it sees tours: they would start over whatever a story does. */
  person(person?: { role?: 'User' | 'Admin'; username?: string; seesTours?: boolean }): Promise<TestPerson>;
  auction(wish: Partial<AuctionWish>): Promise<TestAuction>;
  /** The newest one-time code that was "sent" to somebody. */
  codeFor(username: string): Promise<string>;
  /** The newest one that went to an address or a phone that begins so. */
  codeTo(recipient: string): Promise<string>;
};

/**
 * A browser of one person that is signed in, on its first page. The server signs in as ever, with password and code; the
 * screens in front of that have stories of their own, and are passed here without being drawn (`passSignIn` draws them).
 */
export type SignIn = (person: TestPerson, look?: BrowserContextOptions) => Promise<Page>;

export const test = base.extend<
  { signIn: SignIn; open: (look?: BrowserContextOptions) => Promise<Page> },
  { world: World; isAlone: boolean; settings: Record<string, string> }
>({
  // `test.use({ isAlone: true })` on top of a file: its stories have a worker of their own, so that no other story fills their lists.
  isAlone: [false, { scope: 'worker', option: true }],
  // What the server of a file's stories is told beside its database.
  settings: [{}, { scope: 'worker', option: true }],
  world: [
    async ({ settings }, use) => {
      const url = await copyTemplate(process.env['E2E_DATABASE'] ?? '');
      const database = await openDatabase({ url });
      const server = await startServer({ DATABASE_URL: url, WEBHOOK_PRIVATE: 'on', ...settings });
      await use(await createWorld(database, url, server));
      await server.kill();
      await database.close();
    },
    { scope: 'worker' },
  ],
  open: async ({ browser, world }, use, testInfo) => {
    const pages: Page[] = [];
    const unsaid: string[] = [];
    await use(async (look = {}) => {
      const page = await openPage(browser, world, look);
      page.on('console', (message) => {
        if (message.text().includes('MISSING_MESSAGE')) unsaid.push(message.text());
      });
      pages.push(page);
      return page;
    });
    if (testInfo.status !== testInfo.expectedStatus) for (const page of pages) await sayWhatIsShown(page);
    for (const page of pages) await page.context().close();
    // Every chunk brings the phrases that it says (decision 12): none may have come without.
    base.expect(unsaid).toEqual([]);
  },
  signIn: async ({ open, playwright, world }, use) => {
    await use(async (person, look) => {
      const page = await open({ ...look, storageState: await signedInState(playwright.request, world, person) });
      await page.goto('/');
      await page.waitForURL(/\/(user|admin)\//);
      return page;
    });
  },
});

export { expect } from '@playwright/test';

const SAID_OF_A_PAGE_MAX = 1_500;

/** Beside a story's failure, also where nobody gets to see its pictures. */
async function sayWhatIsShown(page: Page): Promise<void> {
  const shown = await page.locator('body').innerText({ timeout: 2_000 }).catch(String);
  console.log(`what ${page.url()} showed: ${shown.replaceAll(/\s+/g, ' ').slice(0, SAID_OF_A_PAGE_MAX)}`);
}

async function openPage(browser: Browser, world: World, look: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.server.baseUrl, ...look });
  return context.newPage();
}

/** `server`: what answers at the address that pages are opened at. */
export async function createWorld(database: Database, url: string, server: World['server']): Promise<World> {
  const passwordHash = await hashPassword(PASSWORD);
  const { db } = database;
  const maker = await insertPerson(db, { role: 'Admin' });
  const owner = await insertPerson(db, { username: `seller${randomUUID().slice(0, 6)}` });
  return {
    database,
    url,
    server,
    person: async ({ seesTours = false, ...person } = {}) => {
      const made = await insertPerson(db, { ...person, passwordHash });
      const seen = TOURS.map((tour) => ({ user_id: made.userId, tour, outcome: 'finished' as const }));
      if (!seesTours) await db.insertInto('user_tour').values(seen).execute();
      return made;
    },
    auction: (wish) => insertAuction(db, { ownerAccountId: owner.accountId, createdBy: maker.userId, ...wish }),
    codeFor: (username) => codeTo(database, `${username}@`),
    codeTo: (recipient) => codeTo(database, recipient),
  };
}

async function codeTo({ db }: Database, recipient: string): Promise<string> {
  // The first sign-in of a run finds the server cold; other mails may come after the one with the code.
  for (let i = 0; i < 600; i += 1) {
    const code = await findMailedCode(db, recipient);
    if (code) return code;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  const { rows } =
    await sql`select recipient, subject, created_at, sent_at from outbox order by created_at desc`.execute(db);
  throw new Error(`no code was sent to ${recipient}, but ${JSON.stringify(rows.slice(0, 5))}`);
}

type SignedInState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Signs in with password and code, as a page does, and passes on what was answered. */
export async function signInBy(
  request: APIRequest,
  world: World,
  { username }: TestPerson,
  device: string = randomUUID(),
) {
  const extraHTTPHeaders = { [DEVICE_HEADER]: device };
  const asked = await request.newContext({ baseURL: world.server.baseUrl, extraHTTPHeaders });
  const scope = 'openid profile email offline_access';
  const sent = await askTokens(asked, { grant_type: 'password', username, password: PASSWORD, scope });
  if (sent['error'] !== 'sent-otp') throw new Error(`no code was sent: ${JSON.stringify(sent)}`);
  const otp = await world.codeFor(username);
  const reply = await askTokens(asked, { grant_type: 'password', action: 'validate_otp', username, otp });
  const { cookies } = await asked.storageState();
  await asked.dispose();
  return { reply, cookies };
}

/** What a browser holds after signing in: its cookies, and the tokens where the application keeps them. */
async function signedInState(request: APIRequest, world: World, person: TestPerson): Promise<SignedInState> {
  const { baseUrl } = world.server;
  const device = randomUUID();
  const { reply, cookies } = await signInBy(request, world, person, device);
  const { access_token: accessToken, refresh_token: refreshToken, id_token: idToken, expires_in: seconds } = reply;
  const kept = {
    device,
    tokens: { accessToken, refreshToken, idToken, expiresAtMs: Date.now() + Number(seconds) * 1_000 },
  };
  const localStorage = Object.entries(kept).map(([name, value]) => ({
    name: `TNBX.greenlot.v1.${name}`,
    value: JSON.stringify(value),
  }));
  return { cookies, origins: [{ origin: baseUrl, localStorage }] };
}

async function askTokens(asked: APIRequestContext, form: Record<string, string>): Promise<Record<string, string>> {
  const ask = () => asked.post('/connect/token', { form: { client_id: CLIENT_ID, ...form } });
  let reply = await ask();
  // Nobody's story is that the server breaks down here; that it did is said.
  if (reply.status() >= 500) {
    console.log(`signing in was answered with ${reply.status()}: ${await reply.text()}`);
    reply = await ask();
  }
  return (await reply.json()) as Record<string, string>;
}

/** Username, password, one-time code: the labels are those of either language. */
export async function passSignIn(
  page: Page,
  world: World,
  person: TestPerson,
  password = PASSWORD,
  codeSent = () => world.codeFor(person.username),
): Promise<void> {
  if (!/\/(login|connect)/.test(page.url())) await page.goto('/login');
  await page.getByLabel(/^(Username|用户名)/).fill(person.username);
  await page.getByLabel(/^(Password|密码)/).fill(password);
  await page.keyboard.press('Enter');
  const digits = page.locator('[autocomplete="one-time-code"]').first();
  await digits.click();
  await page.keyboard.type(await codeSent());
  // Variant GLOBAL comes by way of the hosted page and back.
  await page.waitForURL((url) => !/^\/(login|connect|authorize|callback)/.test(url.pathname));
}
