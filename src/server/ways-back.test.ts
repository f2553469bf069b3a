import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '#testing/permissions/stage.ts';
import { AUCTION_WAYS } from '#testing/permissions/ways-back-of-auctions.ts';
import { CERTIFICATE_WAYS, COMPANY_WAYS } from '#testing/permissions/ways-back-of-companies.ts';
import { MARKET_WAYS, PLATFORM_WAYS } from '#testing/permissions/ways-back-of-platform.ts';
import { tryWay } from '#testing/permissions/ways-back.ts';

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterAll(() => stage.w.end());

const WAYS = { ...AUCTION_WAYS, ...COMPANY_WAYS, ...CERTIFICATE_WAYS, ...PLATFORM_WAYS, ...MARKET_WAYS };

/** Ways back that need a browser's device, a registry or a platform without money. Each names its test: the file and the title. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'PUT /api/profile/phone-number': [
    'src/server/identity/own-account/own-phone.test.ts',
    'can be undone by changing it again',
  ],
  'DELETE /api/profile/trusted-devices': [
    'src/server/identity/own-account/own-devices.test.ts',
    'removed devices are trusted again at the next sign-in',
  ],
  'DELETE /api/profile/trusted-devices/{id}': [
    'src/server/identity/own-account/own-devices.test.ts',
    'removed devices are trusted again at the next sign-in',
  ],
  'DELETE /api/profile/applications/{clientId}': [
    'src/testing/attacks/foreign-clients.pg.test.ts',
    'withdrawing consent ends the tokens of that application only',
  ],
  'POST /api/auth/change-password': [
    'src/server/identity/password/change-password.test.ts',
    'a changed password can be changed back',
  ],
  'PUT /admin/platform-settings/currency': [
    'src/server/currency.pg.test.ts',
    'every process follows the currency, and it can be changed back',
  ],
  'POST /admin/registry-orders': [
    'src/server/registry/registry-orders.test.ts',
    'a delivery of less than instructed is held until a person decides',
  ],
};

/** Returns the operations in the table of this title in docs/undo.md. */
async function rowsUnder(title: string): Promise<string[]> {
  const [, section = ''] = (await readFile('docs/undo.md', 'utf8')).split(`## ${title}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `((?:POST|PUT|DELETE) [^ `]+)/gm)].flatMap(([, operation]) => operation ?? []);
}

test('each way back of docs/undo.md is tried here, or by the test that is named here', async () => {
  const rows = await rowsUnder('A way back elsewhere');
  expect(rows.length).toBeGreaterThan(90);
  expect([...Object.keys(WAYS), ...Object.keys(ELSEWHERE)].toSorted()).toEqual(rows.toSorted());
  for (const [file, title] of Object.values(ELSEWHERE))
    expect([file, await readFile(file, 'utf8')]).toEqual([file, expect.stringContaining(title)]);
});

test.each(Object.entries(WAYS))('the way back of %s works', (name, way) => tryWay(stage, name, way));
