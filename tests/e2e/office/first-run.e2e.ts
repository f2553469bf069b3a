import type { Browser, Page } from '@playwright/test';
import { readMail } from '#testing/readers/read-mail.ts';
import { mailServer } from '#testing/stand-ins/mail-server.ts';
import { startServer } from '#testing/world/server-process.ts';
import { acceptTerms, choose, fillInitialBid } from '../steps/auction-steps.ts';
import { expect, PASSWORD, test } from '../world.ts';

type Mails = readonly string[];

/** Returns the newest email to an address whose text matches. */
async function mailTo(mails: Mails, address: string, text: RegExp): Promise<string> {
  const found = () =>
    mails.map(readMail).findLast(({ to, subject, body }) => to.includes(address) && text.test(`${subject}\n${body}`))
      ?.body;
  await expect.poll(found, { message: `an email to ${address}` }).toBeDefined();
  return found() ?? '';
}

const codeTo = async (mails: Mails, address: string): Promise<string> =>
  /\b\d{6}\b/.exec(await mailTo(mails, address, /\b\d{6}\b/))?.[0] ?? '';

/** Reads a policy to its end and agrees to it. */
async function agreeTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Read and agree: ${name}` }).click();
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('region', { name });
  // Only the text has its end: what is shown while it loads has not.
  await expect(text.getByRole('paragraph').first()).toBeVisible();
  await text.focus();
  await page.keyboard.press('End');
  await dialog.getByRole('checkbox', { name: `I have read and agree to “${name}”` }).check();
  await dialog.getByRole('button', { name: 'Agree', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Signs a person up by email, with a company that waits for its approval. */
async function registerCompany(page: Page, mails: Mails, name: string): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill(`${name}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await agreeTo(page, 'Terms and conditions');
  await agreeTo(page, 'Privacy policy');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Phone number').fill('12 345 6789');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('One-time code').fill(await codeTo(mails, `${name}@`));
  await page.getByLabel(/^Company name/).fill(`${name} Power`);
  await page.getByLabel(/^Country/).selectOption('Malaysia');
  await page.getByLabel(/^Province/).selectOption('Selangor');
  await page.getByLabel(/^Company registration number/).fill('202301-0012345');
  await page.getByLabel(/^Business type/).selectOption('Generator');
  await page.getByLabel(/^Registered address/).fill('12, Jalan Ampang, Kuala Lumpur');
  await page.getByText('The business address is the same as the registered address').click();
  await page.getByLabel(/^Contact person(?!’)/).fill('Siti Aminah');
  await page.getByLabel(/^Contact person’s phone/).fill('60 12 345 6789');
  await page.getByLabel(/^Contact number/).fill('60 3 2345 6789');
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.locator('main').getByRole('status')).toContainText('Your registration has been submitted');
}

async function approve(admin: Page, company: string): Promise<void> {
  await admin.goto('/admin/account-registration');
  await admin.getByRole('link', { name: company }).first().click();
  await admin.getByRole('button', { name: 'Start review', exact: true }).click();
  await admin.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Sets a draft to “In use”. */
async function publish(admin: Page, name: string): Promise<void> {
  await admin.goto('/admin/template-management');
  await admin.getByRole('link', { name, exact: true }).click();
  await admin.getByRole('switch', { name: 'In use' }).check();
  await admin.getByRole('button', { name: 'Save', exact: false }).first().click();
  await expect(admin.getByText('In force').first()).toBeVisible();
}

const DAY_SECONDS = 24 * 3_600;
/** The shortest duration of an auction is a minute. */
const MINUTE_SECONDS = 61;
/** Time for an administrator to save a new start. */
const START_SECONDS = 8;

/** Returns the time in this many seconds, as a person types it in Kuala Lumpur. */
const inSeconds = (seconds: number): string =>
  new Date(Date.now() + (8 * 3_600 + seconds) * 1_000).toISOString().slice(0, 19).replace('T', ' ');

const typeTime = (admin: Page, label: 'Start' | 'End', seconds: number) =>
  admin
    .getByRole('textbox', { name: new RegExp(`^${label}`) })
    .first()
    .fill(inSeconds(seconds));

/** Creates a public auction of a later day, with one item, and rehearses it. */
async function createAuction(admin: Page, owner: string): Promise<string> {
  await admin.goto('/admin/create');
  await admin.getByLabel(/^Title/).fill('First auction');
  await admin
    .getByLabel(/^Auction owner/)
    .first()
    .fill(owner);
  await admin.getByRole('option', { name: new RegExp(owner) }).click();
  await admin.getByText('Public', { exact: true }).first().click();
  await typeTime(admin, 'Start', DAY_SECONDS);
  await typeTime(admin, 'End', 2 * DAY_SECONDS);
  await admin.getByLabel(/^Minimum item quantity/).fill('1000');
  await admin.getByLabel(/^Minimum bid quantity/).fill('100');
  await admin.getByLabel(/^Seller’s processing fee/).fill('1.25');
  await admin.getByLabel(/^Buyer’s processing fee/).fill('0.5');
  await admin.getByRole('button', { name: 'Save and add items' }).click();
  await expect(admin).toHaveURL(/\/admin\/update\//);
  const id = /update\/([\w-]+)/.exec(admin.url())?.[1] ?? '';
  await admin.getByRole('button', { name: 'Add item', exact: true }).click();
  const dialog = admin.getByRole('dialog');
  await choose(admin, /^Country/, 'Malaysia');
  await choose(admin, /^Fuel type/, 'Hydro');
  await dialog.getByLabel(/^Vintage year/).fill('2025');
  await choose(admin, /^Vintage period/, 'Full year');
  await dialog.getByLabel(/^Quantity/).fill('5000');
  await dialog.getByLabel(/^Minimum bid price/).fill('3');
  await dialog.getByLabel(/^Maximum bid price/).fill('15');
  await dialog
    .getByRole('button', { name: /^(Save|Add item)$/ })
    .first()
    .click();
  await expect(dialog).toBeHidden();
  await admin.getByRole('button', { name: 'Rehearse' }).click();
  await admin.getByRole('button', { name: 'Start rehearsal' }).click();
  await expect(admin.getByRole('heading', { name: 'REHEARSAL 演练 · First auction' })).toBeVisible();
  return id;
}

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="32"><rect width="160" height="32" fill="#0b7a5b"/></svg>';

/** Completes the invitation of the second administrator by the link in the email, and signs in. */
async function signInAsSecond(page: Page, mails: Mails): Promise<void> {
  const invitation = await mailTo(mails, 'second@', /set-password/);
  await page.goto(/http\S+\/set-password#\S+/.exec(invitation)?.[0] ?? '');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('One-time code').fill(await codeTo(mails, 'second@'));
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.context().close();
}

const openPage = async (browser: Browser, baseURL: string): Promise<Page> =>
  (await browser.newContext({ baseURL })).newPage();

test('from an empty database to the first closed auction, by screens and emails alone', async ({ browser }) => {
  const smtp = await mailServer(0);
  let printed = '';
  const server = await startServer(
    {
      NODE_ENV: 'production',
      VARIANT: 'TNBX',
      SECRET_KEY: 'a-secret-of-this-story-with-enough-characters',
      SMTP_URL: smtp.smtpUrl(),
    },
    (text) => (printed += text),
  );
  const { mails } = smtp;
  const admin = await openPage(browser, server.baseUrl);
  const step = (name: string) => admin.getByRole('listitem').filter({ has: admin.getByRole('link', { name }) });
  const isDone = async (name: string) => {
    await admin.goto('/admin/dashboard');
    await expect(step(name).getByRole('img', { name: 'Done' })).toBeVisible();
  };
  try {
    await test.step('the printed link makes the first administrator, once', async () => {
      const linkIn = () => /http\S+\/first-administrator#[\w-]+/.exec(printed)?.[0];
      await expect.poll(linkIn).toBeDefined();
      const link = linkIn() ?? '';
      await admin.goto(link);
      await admin.getByRole('button', { name: 'Send code' }).click();
      await expect(admin.getByLabel('Username')).toBeFocused();
      await admin.getByLabel('Username').fill('founder');
      await admin.getByLabel('Email').fill('founder@example.test');
      await admin.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await admin.getByLabel('Confirm password').fill(PASSWORD);
      await admin.getByRole('button', { name: 'Send code' }).click();
      await admin.getByLabel('One-time code').fill(await codeTo(mails, 'founder@'));
      await expect(admin).toHaveURL(/\/admin\/dashboard$/);
      const late = await openPage(browser, server.baseUrl);
      await late.goto(link);
      await expect(late.getByRole('heading', { name: 'This link makes no administrator any more' })).toBeVisible();
      await late.context().close();
      // Neither the log of requests nor a referrer has the token: it is printed once.
      expect(printed.split(link.split('#')[1] ?? '')).toHaveLength(2);
    });

    await test.step('the checklist leads to the first documents', async () => {
      await step('Publish terms and a privacy policy').getByRole('link').click();
      await admin.getByRole('button', { name: 'Add first documents' }).click();
      await admin.getByRole('dialog').getByRole('button', { name: 'Add first documents' }).click();
      for (const name of ['Terms and conditions', 'Privacy policy']) await publish(admin, name);
      await isDone('Publish terms and a privacy policy');
    });

    const [seller, bidder] = [await openPage(browser, server.baseUrl), await openPage(browser, server.baseUrl)];
    await test.step('a seller and a bidder sign up by email, and their companies are approved', async () => {
      await Promise.all([registerCompany(seller, mails, 'seller'), registerCompany(bidder, mails, 'bidder')]);
      await approve(admin, 'seller Power');
      await approve(admin, 'bidder Power');
      await isDone('Approve the first company');
    });

    await test.step('an auction is created and rehearsed, gets a bid, and starts', async () => {
      const id = await createAuction(admin, 'seller');
      await bidder.goto(`/user/auction/${id}/detail`);
      await acceptTerms(bidder);
      await fillInitialBid(bidder, '5', '600');
      await bidder.getByRole('button', { name: 'Review 1 bid' }).click();
      await bidder.getByRole('button', { name: 'Confirm 1 bid' }).click();
      await expect(bidder.getByText(/1 bid placed/).first()).toBeVisible();
      // The start is near only when everything is ready, so that a busy machine does not miss it.
      await admin.goto(`/admin/update/${id}`);
      await typeTime(admin, 'Start', START_SECONDS);
      await typeTime(admin, 'End', START_SECONDS + MINUTE_SECONDS);
      await admin.getByRole('button', { name: 'Save changes' }).click();
      await expect(admin.getByText('All changes saved')).toBeVisible();
    });

    await test.step('meanwhile the checklist leads to name and look, tick sizes, a test email and a second administrator', async () => {
      await admin.goto('/admin/dashboard');
      await admin.getByRole('link', { name: 'Name the platform and choose its look' }).click();
      await admin.getByLabel('Name', { exact: true }).fill('Suria Certificates');
      await admin.getByLabel('Color', { exact: true }).fill('#0b7a5b');
      await admin.getByRole('button', { name: 'Save name and look' }).click();
      await expect(admin.getByText('Platform settings saved')).toBeVisible();
      const logo = admin.getByLabel('Upload logo', { exact: true }).and(admin.locator('input'));
      await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) });
      await expect(admin.getByRole('group', { name: 'Logo' }).getByRole('img')).toHaveAttribute(
        'src',
        /brand\/uploaded/,
      );
      await admin.getByRole('combobox', { name: 'Time zone' }).fill('Kuala Lumpur');
      await admin.getByRole('option', { name: /^Asia\/Kuala Lumpur/ }).click();
      await admin.getByRole('button', { name: 'Save time zone' }).click();
      await expect(admin.getByRole('button', { name: 'Save time zone' })).toHaveAttribute('aria-disabled', 'true');
      const countries = admin.getByLabel(/^Countries of companies/);
      await countries.fill(`${await countries.inputValue()}, TH`);
      await admin.getByRole('button', { name: 'Save countries' }).click();
      await expect(admin.getByRole('button', { name: 'Save countries' })).toHaveAttribute('aria-disabled', 'true');
      await isDone('Name the platform and choose its look');
      await step('Create tick sizes').getByRole('link').click();
      await admin.getByRole('button', { name: 'Create tick size' }).first().click();
      const dialog = admin.getByRole('dialog');
      await dialog.getByLabel(/^Name/).fill('Half');
      await dialog.getByLabel(/^Price increment/).fill('0.5');
      await dialog.getByRole('button', { name: 'Create tick size' }).click();
      await expect(dialog).toBeHidden();
      await isDone('Create tick sizes');
      await step('Send a test email').getByRole('link').click();
      await admin.getByRole('button', { name: 'Send test email' }).click();
      await mailTo(mails, 'founder@', /test[^]*Suria Certificates|Suria Certificates[^]*test/i);
      await expect
        .poll(async () => {
          await admin.goto('/admin/dashboard');
          return step('Send a test email').getByRole('img').getAttribute('aria-label');
        })
        .toBe('Done');
      await step('Invite a second administrator').getByRole('link').click();
      await admin.getByRole('button', { name: 'Invite administrator' }).click();
      await dialog.getByLabel(/^Username/).fill('second');
      await dialog.getByLabel(/^Email address/).fill('second@example.test');
      await dialog.getByLabel('Owner').check();
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await expect(dialog).toBeHidden();
      await signInAsSecond(await openPage(browser, server.baseUrl), mails);
      await admin.goto('/admin/dashboard');
      await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(admin.getByText('Set up the platform')).toHaveCount(0);
    });

    await test.step('it closes by the clock: the result and its emails appear', async () => {
      await expect(bidder).toHaveURL(/auction-result/, { timeout: 120_000 });
      await expect(bidder.getByText('You won 600 RECs')).toBeVisible();
      for (const address of ['bidder@', 'seller@']) await mailTo(mails, address, /First auction/);
    });
  } finally {
    await server.kill();
    await smtp.close();
  }
});
