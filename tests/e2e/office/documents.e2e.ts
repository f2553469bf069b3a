import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  createTemplate,
  updateTemplate,
  uploadTemplateFile,
  type FileContent,
  type Template,
} from '#contract/template.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { acceptTerms } from '../steps/auction-steps.ts';
import { aPdfOf, aWordFile } from '../steps/document-files.ts';
import { expectAccessible } from '../steps/expect-usable.ts';
import { expect, PASSWORD, test } from '../world.ts';

/** Makes calls as the administrator of this page. Other stories test the screens of documents. */
async function asAdmin(page: Page) {
  const { accessToken } = JSON.parse(
    await page.evaluate(() => localStorage.getItem('TNBX.greenlot.v1.tokens') ?? '{}'),
  ) as { accessToken: string };
  const send = async <Reply>(method: 'POST' | 'PUT', path: string, body: object): Promise<Reply> => {
    const headers = { Authorization: `Bearer ${accessToken}`, 'Idempotency-Key': randomUUID() };
    const reply = await page.request.fetch(API_BASE + path, { method, headers, ...body });
    expect(reply.ok(), await reply.text()).toBe(true);
    return ((await reply.json()) as { data: Reply }).data;
  };
  const inEnglish = (content: object) => ({ en: content, zh: null });
  const wish = { audience: 'Everyone', isInUse: true };
  return {
    publish: (templateType: string, documentName: string, html: string) =>
      send<Template>('POST', createTemplate.path, {
        data: { ...wish, templateType, documentName, contents: inEnglish({ kind: 'text', html }) },
      }),
    publishFile: async (documentName: string, name: string, buffer: Buffer) => {
      const File = { name, mimeType: 'application/octet-stream', buffer };
      const { fileId } = await send<FileContent>('POST', uploadTemplateFile.path, { multipart: { File } });
      const contents = inEnglish({ kind: 'file', fileId });
      return send<Template>('POST', createTemplate.path, {
        data: { ...wish, templateType: 'UserGuide', documentName, contents },
      });
    },
    save: ({ id, documentName, version }: Template, html: string, isInUse = true) =>
      send<Template>('PUT', updateTemplate.path.replace('{id}', id), {
        data: { ...wish, documentName, version, isInUse, contents: inEnglish({ kind: 'text', html }) },
      }),
  };
}

const clauses = (said: string): string =>
  `<h2>${said}</h2>${`<p>${'What binds whoever takes part. '.repeat(20)}</p>`.repeat(12)}`;

const askedTerms = (page: Page) => page.getByRole('button', { name: 'Read and agree: Terms and conditions' });

/** Reads and agrees to a policy. A policy that is longer than its frame must first be scrolled to the end. */
async function agreeTo(page: Page, name: string, isLong: boolean): Promise<void> {
  await page.getByRole('button', { name: `Read and agree: ${name}` }).click();
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('checkbox', { name: `I have read and agree to “${name}”` });
  if (isLong) {
    await expect(dialog.getByText('What binds whoever takes part.').first()).toBeVisible();
    await expect(box).toBeDisabled();
    await dialog.getByRole('region', { name }).focus();
    await page.keyboard.press('End');
  }
  await box.check();
  await dialog.getByRole('button', { name: 'Agree', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('people read documents: policies at sign-up, guides in the page, and terms again after changes', async ({
  world,
  open,
  signIn,
}) => {
  const mark = randomUUID().slice(0, 8);
  const termsName = `Terms ${mark}`;
  const admin = await asAdmin(await signIn(await world.person({ role: 'Admin' })));
  const [terms, privacy] = [
    await admin.publish('TermsAndConditions', termsName, clauses('As it was at first')),
    await admin.publish('Privacy', `Privacy ${mark}`, '<p>Nothing is handed on.</p>'),
  ];
  await admin.publishFile(`Pages ${mark}`, 'pages.pdf', await aPdfOf(3));
  await admin.publishFile(`Word ${mark}`, 'word.docx', aWordFile(['Before the start', 'In the room']));

  await test.step('a new user reads the policies to their ends and agrees', async () => {
    const page = await open();
    const asked = askedTerms(page);
    await page.goto('/sign-up');
    await page.getByLabel('Username').fill(`doc-${mark}`);
    await page.getByLabel('Email').fill(`doc-${mark}@example.test`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await expect(asked).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Please read and accept the documents to continue.')).toBeVisible();
    await agreeTo(page, 'Terms and conditions', true);
    await agreeTo(page, 'Privacy policy', false);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Phone number').fill(`12 ${mark.replaceAll(/\D/g, '').padEnd(7, '3').slice(0, 7)}`);
    await page.getByText('Email', { exact: true }).click();
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('One-time code').fill(await world.codeTo(`doc-${mark}@`));
    await expect(page).toHaveURL(/account-registration/);
  });

  const page = await signIn(await world.person());

  await test.step('a PDF and a Word file can be read in the page, and downloaded', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'User guides' }).click();
    await page.getByRole('link', { name: `Pages ${mark}` }).click();
    await expect(page.getByRole('region', { name: 'Page 1 of 3' }).getByText('Guide, page 1')).toBeAttached();
    await page.getByRole('textbox', { name: 'Page 1 of 3' }).fill('3');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Page 3 of 3' })).toBeInViewport();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(page.getByText('125%')).toBeVisible();
    const [kept] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(kept.suggestedFilename()).toBe('pages.pdf');

    await page.getByRole('main').getByRole('link', { name: 'User guides' }).click();
    await page.getByRole('link', { name: `Word ${mark}` }).click();
    await expect(page.getByRole('heading', { name: 'The way of a bid' })).toBeVisible();
    // A link that would run code is no longer a link.
    await expect(page.getByText('Press here')).toBeAttached();
    await expect(page.getByRole('link', { name: 'Press here' })).toHaveCount(0);
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'In the room' }).click();
    await expect(page).toHaveURL(/#section-in-the-room$/);
    await expect(page.getByRole('heading', { name: 'In the room' })).toBeInViewport();
    await expectAccessible(page);
  });

  const [first, second] = [await world.auction({ isPrivate: false }), await world.auction({ isPrivate: false })];
  const asked = askedTerms(page);
  const detail = ({ auctionId }: { auctionId: string }) => `/user/auction/${auctionId}/detail`;

  await test.step('entering an auction requires accepting the terms, and again a new version of them', async () => {
    await page.goto(detail(first));
    await agreeTo(page, 'Terms and conditions', true);
    await acceptTerms(page);
    await expect(page).toHaveURL(new RegExp(`/user/auction/${first.auctionId}$`));
    await page.goto(detail(second));
    await expect(page.getByRole('region', { name: 'Auction terms' })).toBeVisible();
    await expect(asked).toHaveCount(0);

    await admin.save(terms, clauses('As it is now'));
    await page.goto(detail(second));
    await expect(asked).toBeVisible();
    await acceptTerms(page);
    await expect(page.getByText('Please read and accept the documents to continue.')).toBeVisible();
    await agreeTo(page, 'Terms and conditions', true);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/user/auction/${second.auctionId}$`));
  });

  await test.step('leaving the page closes the dialog of the footer, and the accepted version stays readable', async () => {
    await page.getByRole('contentinfo').getByRole('button', { name: 'Terms and conditions' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'As it is now' })).toBeVisible();
    await dialog.getByRole('link', { name: /^Open as a page/ }).click();
    await expect(page).toHaveURL(/\/user\/toc$/);
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: `Read: ${termsName}, Version 1` }).click();
    await expect(dialog.getByRole('heading', { name: 'As it was at first' })).toBeVisible();
  });

  await test.step('an administrator confirms that users must accept again, and that the only terms are deactivated', async () => {
    const office = await signIn(await world.person({ role: 'Admin' }));
    await office.goto(`/admin/template-management/edit/${terms.id}`);
    await office.getByRole('textbox', { name: 'English', exact: true }).getByText('As it is now').click();
    await office.keyboard.press('End');
    await office.keyboard.type(' and later');
    const save = office.getByRole('button', { name: 'Save changes' });
    await save.click();
    const again = office.getByRole('dialog', { name: 'Users must accept the terms again' });
    await expect(again).toContainText('1 user has accepted the current terms');
    await again.getByRole('button', { name: 'Cancel' }).click();
    await office.getByRole('switch', { name: 'In use' }).click();
    await save.click();
    const off = office.getByRole('dialog', { name: 'Stop showing this document to readers?' });
    await expect(off).toContainText(`“${termsName}” are the only terms in use`);
    await off.getByRole('button', { name: 'Turn off and save' }).click();
    await expect(office.getByText(/^Version 3, saved by/)).toBeVisible();
  });

  // Takes the policy out of use, because the other stories of this server expect no policies.
  await admin.save(privacy, '<p>Nothing is handed on.</p>', false);
});

test('a text counts as read from ten pixels before its end', async ({ world, signIn }) => {
  const auction = await world.auction({ isPrivate: false, startsIn: 3_600, endsIn: 7_200 });
  const page = await signIn(await world.person());
  // Makes the window so small that the terms are longer than their frame.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/user/auction/${auction.auctionId}/detail`);
  const text = page.getByRole('region', { name: 'Auction terms' });
  const accept = page.getByRole('checkbox', { name: /^I accept the auction terms/ });
  /** Scrolls, and waits until the page has handled the event and redrawn. */
  const scrollTo = (beforeEnd: number) =>
    text.evaluate(async (frame, gap) => {
      const isHeard = new Promise((resolve) => {
        frame.addEventListener('scroll', resolve, { once: true });
      });
      frame.scrollTop = frame.scrollHeight - frame.clientHeight - gap;
      await isHeard;
      for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame);
    }, beforeEnd);
  await expect(accept).toBeDisabled();
  await scrollTo(12);
  await expect(accept).toBeDisabled();
  await scrollTo(10);
  await expect(accept).toBeEnabled();
});
