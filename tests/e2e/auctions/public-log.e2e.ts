import { execFileSync, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { checkTimestamp } from '#server/transparency-log/check-timestamp.ts';
import type { TransparencyLog } from '#contract/transparency-log.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { startTimestampAuthority, type TimestampAuthority } from '#testing/stand-ins/timestamp-authority.ts';
import { freePort } from '#testing/world/free-port.ts';
import { startServer } from '#testing/world/server-process.ts';
import { copyTemplate } from '#testing/world/template.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { bidByKeyboard, move, placeInitialBid } from '../steps/auction-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { chooseFromMenu, takeFile } from '../steps/result-menu.ts';
import { createWorld, expect, test as base, type World } from '../world.ts';

const WITNESS = 'scripts/witness/main.ts';
const NAME = 'witness.example/w1';

/** A server whose log a real witness signs, and of which an authority signs the time. */
type Parties = {
  readonly world: World;
  readonly authority: TimestampAuthority;
  readonly witnessKey: string;
  readonly endWitness: () => Promise<void>;
};

const test = base.extend<object, { parties: Parties; world: World }>({
  parties: [
    async ({ browserName: _ }, use) => {
      const [authority, folder] = [await startTimestampAuthority(), await temporaryFolder('witness')];
      const [port, witnessPort] = [await freePort(), await freePort()];
      const witness = [WITNESS, `--name=${NAME}`, `--folder=${folder.path}`];
      const witnessKey = execFileSync(process.execPath, [...witness, '--show-key'], { encoding: 'utf8' }).trim();
      const url = await copyTemplate(process.env['E2E_DATABASE'] ?? '');
      const database = await openDatabase({ url });
      const server = await startServer({
        DATABASE_URL: url,
        PORT: String(port),
        LOG_WITNESSES: `http://127.0.0.1:${witnessPort} ${witnessKey}`,
        LOG_WITNESS_SECONDS: '1',
        LOG_PRIVATE: 'on',
        TIMESTAMP_URL: authority.url,
        TIMESTAMP_ROOTS: authority.root,
        TIMESTAMP_SECONDS: '1',
      });
      const args = [...witness, server.baseUrl, `--listen=${witnessPort}`, '--every=1'];
      const child = spawn(process.execPath, args, { stdio: 'ignore' });
      const ended = new Promise<void>((resolve) => void child.on('close', () => resolve()));
      const endWitness = async (): Promise<void> => {
        child.kill('SIGKILL');
        await ended;
      };
      await use({ world: await createWorld(database, url, server), authority, witnessKey, endWitness });
      await endWitness();
      await server.kill();
      authority.end();
      await database.close();
      await folder.remove();
    },
    { scope: 'worker' },
  ],
  world: [({ parties }, use) => use(parties.world), { scope: 'worker' }],
});

const readLog = async ({ server }: World): Promise<TransparencyLog> => {
  const reply = await fetch(`${server.baseUrl}${API_BASE}/transparency-log`);
  return ((await reply.json()) as { data: TransparencyLog }).data;
};

/** Waits until the witness signed the newest state, and the authority its time. */
const expectSigned = (world: World): Promise<void> =>
  expect
    .poll(async () => {
      // The server started before the witness, and would ask it again only after half a minute.
      await sql`update log_witness set next_at = clock_timestamp() where problem is not null`.execute(
        world.database.db,
      );
      const { size, witnesses, authorities } = await readLog(world);
      return size > 0 && witnesses[0]?.size === size && authorities[0]?.size === size;
    })
    .toBe(true);

/** Opens a record on the page of records, with its log proof, and gives the key of a witness. */
async function checkProof(page: Page, record: string, proof: string, key = ''): Promise<void> {
  await page.goto('/record');
  await page.locator('input[accept=".jsonl"]').setInputFiles(record);
  await page.getByLabel(/^(Witnesses you trust|您信任的见证方)/).fill(key);
  await page.locator('input[accept=".tlog-proof"]').setInputFiles(proof);
}

test('anyone sees on the public log who signed it and when, and checks a record against it', async ({
  world,
  parties: { authority, witnessKey, endWitness },
  signIn,
  open,
}, info) => {
  const anna = await world.person();
  const auction = await world.auction({ startsIn: 3_600, endsIn: 7_200, bidders: [{ person: anna }] });
  const page = await signIn(anna);
  await placeInitialBid(page, auction, '5.0', '10');
  await move(world, auction, 0, 3_600);
  await bidByKeyboard(page, '7.3');
  await expectSigned(world);

  await test.step('the page of the log names the witness and the authority, with files to check', async () => {
    const stranger = await open();
    await stranger.goto('/log');
    const witnesses = stranger.getByRole('region', { name: 'Witnesses' });
    await expect(witnesses.getByText(NAME, { exact: true })).toBeVisible();
    await expect(witnesses.getByText(/Last signature: \d+ entr/)).toBeVisible();
    await expect(witnesses.getByText(witnessKey)).toBeVisible();
    const stamps = stranger.getByRole('region', { name: 'Time stamps' });
    await expect(stamps.getByText(authority.name, { exact: true })).toBeVisible();
    await expect(stamps.getByText(/Last time stamp: \d+ entr/)).toBeVisible();
    const text = await stranger.request.get((await stamps.getByRole('link').last().getAttribute('href')) ?? '');
    const [download] = await Promise.all([
      stranger.waitForEvent('download'),
      stamps.getByRole('link', { name: 'Download the time stamp' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.tsr$/);
    const trust = { certificates: [new X509Certificate(authority.root)] };
    const checked = await checkTimestamp(await readFile(await download.path()), { text: await text.text(), trust });
    expect(checked).toMatchObject({ signer: 'CN=Time stamps' });
    await expectAccessible(stranger);
  });

  await test.step('also on a phone, dark and in Chinese', async () => {
    const phone = await open({ viewport: { width: 360, height: 740 }, locale: 'zh-CN', colorScheme: 'dark' });
    await phone.goto('/log');
    await expect(phone.getByRole('region', { name: '时间戳' }).getByText(/最近一次时间戳/)).toBeVisible();
    await expectNoSidewaysScroll(phone);
    await expectAccessible(phone);
  });

  const [record, proof] = [info.outputPath('record.jsonl'), info.outputPath('record.tlog-proof')];
  await test.step('the result has a log proof, which the page of records checks with the key of the witness', async () => {
    await move(world, auction, -3_600, 1);
    await expect(page).toHaveURL(/auction-result/);
    await (await takeFile(page, 'Signed record')).saveAs(record);
    // The proof is ready a few seconds after the closing. The time stamp comes last.
    await expect(async () => {
      const waiting = page.waitForEvent('download', { timeout: 5_000 });
      const [download] = await Promise.all([waiting, chooseFromMenu(page, 'Log proof')]);
      await download.saveAs(proof);
      const signers = (await readFile(proof, 'utf8')).matchAll(/^— (\S+) /gm);
      expect([...signers].map(([, name]) => name)).toEqual(expect.arrayContaining([NAME, authority.name]));
    }).toPass();
    const stranger = await open();
    await checkProof(stranger, record, proof);
    await expect(stranger.getByText('In the public log', { exact: true })).toBeVisible();
    await expect(stranger.getByText(`${NAME} signed, too.`, { exact: false })).toBeVisible();
    await expect(stranger.getByText(`It has a time stamp of ${authority.name}.`, { exact: false })).toBeVisible();
    await stranger.getByLabel('Witnesses you trust (optional)').fill(witnessKey);
    await expect(stranger.getByText(`The witness ${NAME} signed at`, { exact: false })).toBeVisible();
    await expectAccessible(stranger);
    await stranger.getByLabel('Witnesses you trust (optional)').fill(witnessKey.replace(NAME, 'other.example'));
    await expect(stranger.getByText('none of the given witnesses signed', { exact: false })).toBeVisible();
    const phone = await open({ viewport: { width: 360, height: 740 }, locale: 'zh-CN', colorScheme: 'dark' });
    await checkProof(phone, record, proof, witnessKey);
    await expect(phone.getByText('已在公开日志中')).toBeVisible();
    await expect(phone.getByText(`见证方 ${NAME} 于`, { exact: false })).toBeVisible();
    await expectNoSidewaysScroll(phone);
    await expectAccessible(phone);
  });

  await test.step('a witness and an authority that do not answer are named', async () => {
    await endWitness();
    authority.answer('foreign');
    await world.auction({ bidders: [{ person: anna }] });
    const stranger = await open();
    await stranger.goto('/log');
    await expect(stranger.getByText('The witness doesn’t answer')).toBeVisible();
    await expect(stranger.getByText('a certificate that this platform doesn’t trust', { exact: false })).toBeVisible();
    await expectAccessible(stranger);
  });
});
