import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { listRecordKeys } from '#contract/award/record.ts';
import { placeInitialBids } from '#contract/bidding/bidding.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import type { TestAuction, TestPerson } from '#testing/builders/records.ts';
import { readPdf } from '#testing/readers/read-pdf.ts';
import { chooseFromMenu, takeFile } from '../steps/result-menu.ts';
import { cutNetwork } from '../steps/cut-network.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { expect, test, type World } from '../world.ts';

type Bid = { readonly at: number; readonly price: number; readonly quantity: number };

/** Places bids with the session of this page. Other stories show how to bid on screen. */
async function bid(page: Page, { auctionId, itemIds }: TestAuction, bids: readonly Bid[]): Promise<void> {
  const asked = bids.map(({ at, price, quantity }) => ({
    auctionItemId: itemIds[at],
    price,
    quantity,
    bidderPartialFulfillment: true,
  }));
  const address = API_BASE + placeInitialBids.path.replace('{id}', auctionId);
  const code = await page.evaluate(
    async ([url, body]) => {
      const { accessToken } = JSON.parse(localStorage.getItem('TNBX.greenlot.v1.tokens') ?? '{}') as {
        accessToken?: string;
      };
      const headers = {
        Authorization: `Bearer ${accessToken}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      };
      const answer = await fetch(url, { method: 'POST', headers, body });
      return ((await answer.json()) as { code: string }).code;
    },
    [address, JSON.stringify({ bids: asked })] as const,
  );
  expect(code).toBe('Success');
}

async function mailTo(world: World, { username }: TestPerson): Promise<string> {
  const { rows } = await sql<{ body: string }>`
    select body from outbox where recipient = ${`${username}@example.test`} and subject like 'Result:%'`.execute(
    world.database.db,
  );
  return rows[0]?.body ?? '';
}

const verify = (file: string) => promisify(execFile)(process.execPath, ['scripts/verify.ts', file]);

/** Copies the file with one changed price. Returns the number of the changed line. */
async function editedCopy(file: string, copy: string): Promise<number> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const at = lines.findIndex((line) => line.includes('"priceCents":600'));
  await writeFile(copy, lines.with(at, (lines[at] ?? '').replace('"priceCents":600', '"priceCents":610')).join('\n'));
  return at + 1;
}

const choose = (page: Page, file: string) => page.locator('input[type=file]').setInputFiles(file);

test('the record of a new result verifies and replays, and its copy with one changed price does not', async ({
  world,
  signIn,
  open,
}, info) => {
  const [anna, bo] = [await world.person(), await world.person()];
  const [page, boPage] = [await signIn(anna), await signIn(bo)];
  const auction = await world.auction({
    endsIn: 5,
    items: [{ quantity: 1_000 }, { quantity: 500 }],
    bidders: [{ person: anna }, { person: bo }],
  });
  const [file, copy] = [info.outputPath('record.jsonl'), info.outputPath('edited.jsonl')];
  await bid(page, auction, [{ at: 0, price: 5, quantity: 600 }]);
  await bid(boPage, auction, [
    { at: 0, price: 6, quantity: 600 },
    { at: 1, price: 4, quantity: 500 },
  ]);

  await test.step('its result offers the record, which verifies on the command line', async () => {
    await page.goto(`/user/auction-result/${auction.auctionId}`);
    const download = await takeFile(page, 'Signed record');
    await download.saveAs(file);
    expect((await verify(file)).stdout).toContain('3 awards. The record is valid.');
  });

  await test.step('the PDFs of confirmation and record are available', async () => {
    const statement = page.getByRole('button', { name: 'Trade confirmation (PDF)' });
    const [onPaper] = await Promise.all([page.waitForEvent('download'), statement.click()]);
    for (const [download, title] of [
      [onPaper, 'Trade confirmation'],
      [await takeFile(page, 'Record (PDF)'), 'Auction record'],
    ] as const) {
      const { info: said } = await readPdf(new Uint8Array(await readFile(await download.path())));
      expect(said).toMatchObject({ Title: title });
    }
  });

  await test.step('the page shows the same verification, and whose key signed it', async () => {
    await chooseFromMenu(page, 'Verify and replay');
    await expect(page.getByText('Record verified')).toBeVisible();
    await expect(page.getByText('Signed by this platform')).toBeVisible();
    await expectAccessible(page);
  });

  const slider = page.getByRole('slider', { name: 'Replay position' });
  const ranked = page.getByRole('region', { name: 'Ranking' }).getByRole('row');
  await test.step('keys move through the auction entry by entry, and to its ends', async () => {
    await slider.focus();
    await page.keyboard.press('Home');
    await expect(page.getByText('Before the first entry')).toBeVisible();
    await expect(page.getByText('No bids yet').first()).toBeVisible();
    await page.keyboard.press('End');
    await expect(slider).toHaveAttribute('aria-valuetext', /Auction closed/);
    await page.keyboard.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuetext', /Bid placed · Bidder \d+ · .* · 4\.00 × 500/);
    await page.keyboard.press('ArrowLeft');
    await expect(ranked.nth(1)).toContainText('6.00');
    await page.keyboard.press('ArrowLeft');
    await expect(ranked.nth(1)).toContainText('5.00');
    await expect(ranked).toHaveCount(2);
    await page.getByRole('button', { name: 'Next entry' }).click();
    await expect(ranked).toHaveCount(3);
    await page.getByRole('combobox', { name: 'Item' }).selectOption({ index: 2 });
    await expect(page.getByText('No bids yet').first()).toBeVisible();
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(slider).toHaveAttribute('aria-valuetext', /Auction closed/);
    await expect(ranked.nth(1)).toContainText('4.00');
  });

  await test.step('it contains the receipts from the email', async () => {
    await expect.poll(() => mailTo(world, anna)).toContain('/record');
    await page.getByLabel('Receipts or hashes').fill(await mailTo(world, anna));
    await expect(page.getByText('2 of 2 found in this record')).toBeVisible();
    await page.getByRole('button', { name: 'Go to this point' }).last().click();
    await expect(slider).toHaveAttribute('aria-valuetext', /5\.00 × 600/);
    await page.getByLabel('Receipts or hashes').fill('0'.repeat(64));
    await expect(page.getByText('Not in this record')).toBeVisible();
  });

  await test.step('anyone verifies it, on a phone, in Chinese, without a network', async () => {
    const stranger = await open({ viewport: { width: 360, height: 740 }, locale: 'zh-CN' });
    await stranger.goto('/login');
    const thread = stranger.waitForEvent('worker');
    const keys = stranger.waitForResponse((reply) => reply.url().endsWith(listRecordKeys.path));
    await stranger.getByRole('link', { name: '核验拍卖记录' }).click();
    await expect(stranger.getByRole('button', { name: /^选择记录文件/ })).toBeVisible();
    await (await thread).evaluate(() => 0);
    await keys;
    await stranger.waitForLoadState('networkidle');
    await cutNetwork(stranger);
    const asked: string[] = [];
    stranger.on('request', (request) => asked.push(request.url()));
    await choose(stranger, file);
    await expect(stranger.getByText('该记录核验通过')).toBeVisible();
    await expect(stranger.getByText('由本平台签名', { exact: false }).first()).toBeVisible();
    await expectNoSidewaysScroll(stranger);
    await stranger.getByRole('button', { name: '核验另一个文件' }).click();
    const line = await editedCopy(file, copy);
    await choose(stranger, copy);
    await expect(stranger.getByText(`文件第 ${line} 行有误：哈希值与该行及其前一行不符`)).toBeVisible();
    expect(asked).toEqual([]);
    await expectAccessible(stranger);
    await expect(verify(copy)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(`line ${line}: `) });
  });
});
