import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { chainHash, FIRST_HASH } from '#domain/bidding/history.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { linesBetween, peekAuction } from '#server/room/store/room-rows.ts';
import { bidByKeyboard, move, placeInitialBid } from '../steps/auction-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { takeFile } from '../steps/result-menu.ts';
import { expect, test, type World } from '../world.ts';

const verify = (...args: readonly string[]) => promisify(execFile)(process.execPath, ['scripts/verify.ts', ...args]);

/** Acts as a cheating operator: changes the time of one entry, and computes all hashes again. */
async function rewriteHistory({ database: { db } }: World, auctionId: AuctionId): Promise<void> {
  const now = await peekAuction(db, auctionId);
  const lines = await linesBetween(db, auctionId, 0, now?.version ?? 0);
  const edited = lines.find(({ line }) => line.bidId === null)?.line.seq;
  let hash = FIRST_HASH;
  for (const { line } of lines) {
    const at = new Date(Date.parse(line.at) - (line.seq === edited ? 1 : 0)).toISOString();
    hash = chainHash(hash, { ...line, at }, sha256, now?.salt ?? null);
    await sql`update bid_history set at = ${at}, hash = ${hash}
      where auction_id = ${auctionId} and seq = ${line.seq}`.execute(db);
  }
}

async function saveReceipts(page: Page, file: string): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save receipts' }).click(),
  ]);
  await download.saveAs(file);
}

test('a bidder keeps receipts, which the record has, and which prove that the operator rewrote it', async ({
  world,
  signIn,
  open,
}, info) => {
  const [anna, bo] = [await world.person(), await world.person()];
  const auction = await world.auction({
    startsIn: 3_600,
    endsIn: 7_200,
    items: [{ quantity: 1_000 }],
    bidders: [{ person: anna }, { person: bo }],
  });
  const [page, boPage] = [await signIn(anna), await signIn(bo)];
  const [receipts, record] = [info.outputPath('receipts.json'), info.outputPath('record.jsonl')];

  await test.step('a sealed bid gives a receipt without a number', async () => {
    await placeInitialBid(page, auction, '5.0', '600');
    await placeInitialBid(boPage, auction, '6.0', '600');
    await expect(page.getByText('This browser has the receipt of one entry.', { exact: false })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('so does a live bid, and both stay after a reload', async () => {
    await move(world, auction, 0, 3_600);
    await bidByKeyboard(page, '7.3');
    await expect(page.getByText('Receipt saved')).toBeVisible();
    await page.reload();
    await expect(page.getByText('This browser has the receipts of 2 entries.', { exact: false })).toBeVisible();
    await bidByKeyboard(boPage, '7.5');
    await expect(page.getByText('7.50').first()).toBeVisible();
    await expect(page.getByText('doesn’t continue', { exact: false })).toHaveCount(0);
  });

  await test.step('the result page finds all receipts in the record, and so does the command line', async () => {
    await move(world, auction, -3_600, 1);
    await expect(page).toHaveURL(/auction-result/);
    await expect(page.getByText('All 2 of your receipts are in the record')).toBeVisible();
    await expectAccessible(page);
    await saveReceipts(page, receipts);
    await (await takeFile(page, 'Signed record')).saveAs(record);
    const { stdout } = await verify(record, '--receipts', receipts);
    expect(stdout).toContain('All 2 receipts are in the record.');
    expect(await readFile(receipts, 'utf8')).not.toContain('alias');
  });

  await test.step('anyone compares both files on the page of records, also on a phone', async () => {
    const stranger = await open({ viewport: { width: 360, height: 740 } });
    await stranger.goto('/record');
    await stranger.locator('input[accept=".jsonl"]').setInputFiles(record);
    await stranger.locator('input[accept=".json"]').setInputFiles(receipts);
    await expect(stranger.getByText('All 2 of your receipts are in the record')).toBeVisible();
    await expectNoSidewaysScroll(stranger);
    const forged = (await readFile(receipts, 'utf8')).replace('"priceCents":730', '"priceCents":740');
    for (const [content, reason] of [
      [forged, 'A signature in the file is not valid.'],
      [forged.slice(0, -9), 'The file is damaged, or it isn’t a receipts file.'],
    ] as const) {
      const file = { name: 'changed.json', mimeType: 'application/json', buffer: Buffer.from(content) };
      await stranger.locator('input[accept=".json"]').setInputFiles(file);
      await expect(stranger.getByText(reason, { exact: false })).toBeVisible();
    }
  });

  await test.step('a rewritten record is valid by itself, but the receipts prove what was done', async () => {
    await rewriteHistory(world, auction.auctionId);
    await page.reload();
    await expect(page.getByText('2 of your 2 receipts don’t match the record')).toBeVisible();
    await expect(page.getByText('but an entry before it was changed', { exact: false })).toHaveCount(2);
    await expect(page.getByText(/7\.30 × 600/).first()).toBeVisible();
    await (await takeFile(page, 'Signed record')).saveAs(record);
    expect((await verify(record)).stdout).toContain('The record is valid.');
    await expect(verify(record, '--receipts', receipts)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('2 of 2 receipts do not match the record'),
    });
  });
});

const BROKEN_STORAGES = {
  disabled: () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The storage is disabled', 'SecurityError');
    };
  },
  full: () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The storage is full', 'QuotaExceededError');
    };
  },
};

for (const [state, breakStorage] of Object.entries(BROKEN_STORAGES))
  test(`a browser whose storage is ${state} never blocks a bid, and says so once`, async ({ world, signIn }) => {
    const anna = await world.person();
    const auction = await world.auction({ startsIn: 3_600, endsIn: 7_200, bidders: [{ person: anna }] });
    const page = await signIn(anna);
    await page.addInitScript(breakStorage);
    await placeInitialBid(page, auction, '5.0', '600');
    await expect(page.getByText('This browser can’t store receipts.', { exact: false })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Save receipts' })).toBeVisible();
  });

test('a page that sees another history says so, keeps the evidence, and reports it', async ({ world, signIn }) => {
  const [anna, bo] = [await world.person(), await world.person()];
  const auction = await world.auction({
    startsIn: 3_600,
    endsIn: 7_200,
    items: [{ quantity: 1_000 }],
    bidders: [{ person: anna }, { person: bo }],
  });
  const page = await signIn(anna);
  await placeInitialBid(page, auction, '5.0', '600');
  await move(world, auction, 0, 3_600);
  // The page's own copy of the newest head stands for a history that it saw and that the server no longer has.
  await bidByKeyboard(page, '7.3');
  const changed = async (): Promise<boolean> =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const opening = indexedDB.open('TNBX.greenlot.receipts');
          opening.addEventListener('success', () => {
            const store = opening.result.transaction('heads', 'readwrite').objectStore('heads');
            const all = store.getAll();
            all.addEventListener('success', () => {
              const [seen] = all.result as { head: { hash: string } }[];
              if (seen) store.put({ ...seen, head: { ...seen.head, hash: 'a'.repeat(64) } });
              opening.result.close();
              resolve(seen !== undefined);
            });
          });
        }),
    );
  await expect.poll(changed).toBe(true);
  await page.reload();
  await expect(page.getByText('doesn’t continue the one that this page saw', { exact: false })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the evidence' }).click(),
  ]);
  const evidence = JSON.parse(await readFile(await download.path(), 'utf8')) as object;
  expect(evidence).toMatchObject({ greenlotEvidence: 1, what: 'changed', seen: { hash: 'a'.repeat(64) } });
  await expectAccessible(page);
});
