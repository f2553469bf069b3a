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
  type AuctionOptions,
  type TestAuction,
  type TestPerson,
  type PersonWish,
} from '#testing/builders/records.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { copyTemplate } from '#testing/world/template.ts';

export const PASSWORD = 'Correct-horse-9';

/** The server of one worker, on its own database, and helpers for stories. */
export type World = {
  readonly database: Database;
  /** Address of the database, for a story that needs a server of its own. */
  readonly url: string;
  readonly server: Pick<ServerProcess, 'baseUrl'>;
  /**
   * Creates a user who has finished all tours, unless `seesTours` is set. Otherwise, a tour would start over any page.
   */
  person(person?: Pick<PersonWish, 'role' | 'username' | 'adminRoles'> & { seesTours?: boolean }): Promise<TestPerson>;
  auction(wish: Partial<AuctionOptions>): Promise<TestAuction>;
  /** Returns the newest one-time code that was "sent" to a user. */
  codeFor(username: string): Promise<string>;
  /** Returns the newest one-time code sent to an address or a phone with this beginning. */
  codeTo(recipient: string): Promise<string>;
};

/**
 * Opens a browser in which a user is signed in, on the user's first page. The server checks password and one-time code
 * as usual, but the browser does not show these screens (`passSignIn` shows them).
 */
export type SignIn = (person: TestPerson, look?: BrowserContextOptions) => Promise<Page>;

export const test = base.extend<
  { signIn: SignIn; open: (look?: BrowserContextOptions) => Promise<Page> },
  { world: World; isAlone: string; settings: Record<string, string> }
>({
  // `test.use({ isAlone: 'lists' })` at the top of a file, with the file's own name, gives its stories their own worker,
  // so that no other story fills their lists. Files with the same name would share a worker.
  isAlone: ['', { scope: 'worker', option: true }],
  // Settings for the server of a file's stories, in addition to the database.
  settings: [{}, { scope: 'worker', option: true }],
  world: [
    async ({ settings }, use) => {
      const url = await copyTemplate(process.env['E2E_DATABASE'] ?? '');
      const database = await openDatabase({ url });
      const server = await startServer({
        DATABASE_URL: url,
        WEBHOOK_PRIVATE: 'on',
        FLAG_PUBLIC_AUCTIONS: 'on',
        ...settings,
      });
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
    // Every chunk brings the phrases that it uses (decision 12); none may be missing.
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

/** Prints the page's text if a story fails, for runs whose screenshots nobody sees. */
async function sayWhatIsShown(page: Page): Promise<void> {
  const shown = await page.locator('body').innerText({ timeout: 2_000 }).catch(String);
  console.log(`${page.url()} showed: ${shown.replaceAll(/\s+/g, ' ').slice(0, SAID_OF_A_PAGE_MAX)}`);
}

async function openPage(browser: Browser, world: World, look: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.server.baseUrl, ...look });
  return context.newPage();
}

/**
 * Creates a world.
 *
 * @param server the server, or the proxy in front of it, to which browsers connect
 */
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
  // The first sign-in of a run needs more time, because the server is cold. Other emails may follow the email with the
  // one-time code.
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

/** Signs in with password and one-time code, as a page does, and returns the answer. */
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

/** Returns the state of a signed-in browser: its cookies, and the tokens as the application stores them. */
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
  // No story expects a server error here, so the error is printed and the call is repeated.
  if (reply.status() >= 500) {
    console.log(`signing in was answered with ${reply.status()}: ${await reply.text()}`);
    reply = await ask();
  }
  return (await reply.json()) as Record<string, string>;
}

/** Enters username, password and one-time code, in either language. */
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
  // In variant GLOBAL, sign-in goes through the hosted page and back.
  await page.waitForURL((url) => !/^\/(login|connect|authorize|callback)/.test(url.pathname));
}
