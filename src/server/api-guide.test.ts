import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApiKey } from '#contract/company/api-key.ts';
import { makeWebhook, testWebhook } from '#contract/company/webhook.ts';
import { DELIVERY_KINDS } from '#domain/automation/webhook.ts';
import { readPaths } from '#testing/readers/read-api-document.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { readWebhooks } from '#testing/stand-ins/webhook-reader.ts';
import { freePort } from '#testing/world/free-port.ts';
import { world, type World } from '#testing/world/world.ts';

/** The repository's root. The tests run the code blocks of its docs/api.md exactly as printed there. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let w: World;
let home: string;
let guide: string;

beforeAll(async () => {
  const port = await freePort();
  home = `http://127.0.0.1:${port}`;
  w = await world({ PUBLIC_URL: home, WEBHOOK_PRIVATE: 'on' });
  await w.app.listen({ port, host: '127.0.0.1' });
  guide = await readFile(`${ROOT}docs/api.md`, 'utf8');
});
afterAll(() => w.end());

const blocks = (): string[] => [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);

/** Runs a module until its output matches `wanted`, or until the module ends. Returns the output. */
async function printed(code: string, env: Record<string, string>, wanted: RegExp): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    timeout: 90_000,
  });
  let text = '';
  const take = (chunk: Buffer): void => {
    text += chunk.toString();
    if (wanted.test(text)) child.kill();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  await new Promise((ended) => void child.on('close', ended));
  return text;
}

/** Returns the names of all fields in a part of the API document, in which schemas replace their names. */
function fieldsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value as object) : []),
    ...(key === 'example' ? [] : fieldsIn(value)),
  ]);
}

test('the table of names has only names that requests and replies have', async () => {
  const paths = await readPaths<{ requestBody?: object; responses: { 200: object } }>(w);
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const requests = new Set(operations.flatMap(({ requestBody }) => fieldsIn(requestBody)));
  const replies = new Set(operations.flatMap(({ responses }) => fieldsIn(responses[200])));
  const [, table = ''] = guide.split('### Names');
  const rows = table.split('\n## ')[0]?.split('\n').slice(5) ?? [];
  const wrong = rows.flatMap((row) => {
    const [, , asked = '', answered = ''] = row.split('|');
    const namesIn = (cell: string): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    return [
      ...namesIn(asked).filter((name) => !requests.has(name)),
      ...namesIn(answered).filter((name) => !replies.has(name)),
    ];
  });
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThan(8);
});

test('the client in the guide reads an auction, places a bid, and receives the room’s messages', async () => {
  const [client = ''] = blocks();
  // The import and at most ten other lines.
  expect(client.trim().split('\n').length).toBeLessThanOrEqual(11);
  const [owner, seller] = [await w.signedIn(), await w.signedIn()];
  const { auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: seller.userId,
    bidders: [{ person: owner }],
  });
  const body = { name: 'guide', role: 'trader', days: 30 } as const;
  const { data } = await w.call(owner, makeApiKey, { params: { id: owner.accountId }, body });
  const env = { GREENLOT_URL: home, GREENLOT_KEY: data.key, AUCTION: auctionId };
  const said = await printed(client, env, /"kind":"snapshot"/);
  expect(said).toMatch(/placed \{[\s\S]*heard .*"kind":"snapshot"/);
  const rows = await w.database.db
    .selectFrom('bid_history')
    .select(['kind', 'quantity'])
    .where('auction_id', '=', auctionId)
    .where('kind', '=', 'placed')
    .execute();
  expect(rows).toEqual([{ kind: 'placed', quantity: 10 }]);
});

test('the guide tells our webhook from one that is changed, old, or not ours', async () => {
  const verify = blocks()[1] ?? '';
  expect(verify.trim().split('\n').length).toBeLessThanOrEqual(10);
  const [owner, reader] = [await w.signedIn(), await readWebhooks()];
  const params = { id: owner.accountId };
  const made = await w.call(owner, makeWebhook, {
    params,
    body: { url: 'https://example.com', kinds: ['auction.result'] },
  });
  const { secret, webhooks } = made.data;
  const webhookId = webhooks[0]?.id ?? '';
  // The test's receiver has no TLS certificate. So its http address replaces the https address that the server checked.
  await w.database.db.updateTable('webhook').set({ url: reader.url }).where('id', '=', webhookId).execute();
  await w.call(owner, testWebhook, { params: { ...params, webhookId } });
  await expect.poll(() => reader.got.length).toBe(1);
  const { headers = {}, body = '' } = reader.got[0] ?? {};
  reader.end();
  const asked: unknown[] = [
    [headers, body, secret],
    [headers, body.replace('test', 'text'), secret],
    [headers, body, 'whsec_b3RoZXI='],
    [{ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 600) }, body, secret],
  ];
  const code = `${verify}\nconsole.log(JSON.stringify(JSON.parse(process.env.ASKED).map((one) => isFromGreenlot(...one))));`;
  expect(await printed(code, { ASKED: JSON.stringify(asked) }, /\]/)).toBe('[true,false,false,false]\n');
});

test('the guide names every kind of event, and only operations that exist', async () => {
  for (const kind of DELIVERY_KINDS) expect(guide).toContain(`\`${kind}\``);
  const paths = { ...(await readPaths(w)), ...(await readPaths(w, 'identity')) };
  const named = [...guide.matchAll(/`(?:GET|POST|PUT|DELETE) (\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.filter((path) => !(path in paths))).toEqual([]);
});
