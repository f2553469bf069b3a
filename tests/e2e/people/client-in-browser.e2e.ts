import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { expect, signInBy, test } from '../world.ts';

const PACKAGE = join(import.meta.dirname, '../../../clients/typescript');
const BYTES_MAX = 30_000;

/** Builds the client package, and puts it and a program of its tests into one script for browsers. */
async function bundleTrade(): Promise<string> {
  await promisify(execFile)(process.execPath, [join(PACKAGE, 'build.mjs')]);
  const bundle = await rolldown({
    input: join(PACKAGE, 'tests/trade.ts'),
    platform: 'browser',
    resolve: { alias: { 'greenlot-client': join(PACKAGE, 'dist/greenlot.js') } },
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'program', minify: true });
  await bundle.close();
  expect(output).toHaveLength(1);
  const [{ code, imports }] = output;
  expect(imports).toEqual([]);
  return code;
}

test('the client package bids and follows a room in a page, with an access token', async ({
  world,
  open,
  playwright,
}) => {
  const script = await bundleTrade();
  expect(script.length).toBeLessThan(BYTES_MAX);
  const person = await world.person();
  const { auctionId, itemIds } = await world.auction({ bidders: [{ person }] });
  const { reply } = await signInBy(playwright.request, world, person);
  const page = await open();
  await page.goto('/login');
  const settings = { baseUrl: '/', key: reply['access_token'], auctionId, auctionItemId: itemIds[0] };
  const told: unknown = await page.evaluate(
    `(() => { ${script}; return program.trade(${JSON.stringify(settings)}); })()`,
  );
  expect(told).toMatchObject({
    // Other stories have public auctions on the same server.
    listed: expect.arrayContaining([auctionId]),
    seen: expect.arrayContaining([6]),
    refused: { status: 422, code: 'you_cannot_decrease_your_bid_value' },
  });
});
