import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { placeInitialBids } from '#contract/bidding/bidding.ts';
import { getRecordAsAdmin } from '#contract/award/record.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { commandsIn, GUIDES, readGuide, unexamined } from '#testing/readers/guide-commands.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * The repository's root. The tests run every command of its guides as printed, with the words in capitals filled in. A
 * command that cannot be run is listed in `NOT_RUN`, with the reason and with the place that checks it instead. The
 * commands run in order, as an operator would run them.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Commands of the chart's guide. A test renders the chart with the values that they set. */
const NEED_CLUSTER = [
  'docker build --file deploy/Dockerfile --tag registry.example/greenlot:VERSION .',
  'docker push registry.example/greenlot:VERSION',
  'kubectl create namespace greenlot',
  'kubectl --namespace greenlot create secret generic greenlot --from-file=deploy/secrets/database_url --from-file=deploy/secrets/database_owner_url --from-file=deploy/secrets/secret_key --from-file=deploy/secrets/smtp_url --from-file=deploy/secrets/s3_access_key --from-file=deploy/secrets/s3_secret_key',
  'helm upgrade --install greenlot deploy/chart --namespace greenlot --values greenlot.yaml --timeout 60m',
  'kubectl --namespace greenlot create job backup-before-VERSION --from=cronjob/greenlot-backup',
  'kubectl --namespace greenlot wait --for=condition=complete job/backup-before-VERSION --timeout 2h',
  'kubectl --namespace greenlot logs job/greenlot-migration',
  'kubectl --namespace greenlot exec deployment/greenlot-server -- node scripts/ledger.ts',
  'kubectl --namespace greenlot rollout restart deployment/greenlot-server',
  'kubectl --namespace greenlot scale deployment/greenlot-server --replicas 0',
  'kubectl --namespace greenlot wait --for=delete pod --selector app.kubernetes.io/component=server --timeout 120s',
  'helm upgrade greenlot deploy/chart --namespace greenlot --values greenlot.yaml --set server.replicas=0 --set restore.file=NAME --set restore.replace=true --timeout 120m',
];

const NOT_RUN: Readonly<Record<string, { readonly because: string; readonly checkedBy: string }>> = {
  'npm start': { because: 'serves until somebody ends it', checkedBy: 'src/server/demo/demo.test.ts' },
  'npm run dev': { because: 'serves until somebody ends it', checkedBy: 'tests/development/development.pg.test.ts' },
  'npm test': { because: 'is what runs this', checkedBy: 'scripts/test.mjs' },
  'npm run check': { because: 'is a step of npm test', checkedBy: 'scripts/test.mjs' },
  'npm audit': { because: 'is asked by a step of npm test', checkedBy: 'scripts/audit.mjs' },
  'npm run bench': { because: 'measures for an hour', checkedBy: 'bench/bench.pg.test.ts' },
  'npm run crash': { because: 'kills servers for minutes', checkedBy: 'tests/crash/crash.pg.test.ts' },
  'npm run fuzz': { because: 'sends 100,000 requests', checkedBy: 'tests/fuzz/fuzz.pg.test.ts' },
  'npm run races': { because: 'races two servers for a minute', checkedBy: 'tests/races/races.pg.test.ts' },
  'npm run witness -- https://auctions.example --name=witness.example --folder=witness --listen=8080': {
    because: 'watches until somebody ends it',
    checkedBy: 'src/server/transparency-log/witness.pg.test.ts',
  },
  'npm run verify -- FILE --proof=PROOF': {
    because: 'needs the log proof of an auction that entered the log',
    checkedBy: 'src/server/transparency-log/log-proof.test.ts',
  },
  'npm run verify -- FILE --receipts FILE': {
    because: 'needs the receipts of a bidder',
    checkedBy: 'scripts/verify.test.ts',
  },
  'npm run verify -- FILE --receipts=RECEIPTS': {
    because: 'needs the receipts of a bidder',
    checkedBy: 'scripts/verify.test.ts',
  },
  'npm run verify -- FILE --proof=PROOF --witness=KEY': {
    because: 'needs the log proof of an auction that a witness signed',
    checkedBy: 'src/server/transparency-log/log-proof.test.ts',
  },
  'npm run verify -- FILE --log=URL': {
    because: 'needs a platform with a public log',
    checkedBy: 'tests/cheating/cheating.pg.test.ts',
  },
  'npm run verify -- record.jsonl --proof=record.tlog-proof --authority=root.pem': {
    because: 'needs a time stamp',
    checkedBy: 'src/server/transparency-log/timestamps.test.ts',
  },
  'openssl ts -verify -data checkpoint -in timestamp.example.tsr -CAfile root.pem': {
    because: 'needs OpenSSL and a time stamp; OpenSSL made the time stamps of the test',
    checkedBy: 'src/server/transparency-log/check-timestamp.test.ts',
  },
  ...Object.fromEntries(
    ['npm run witness', 'npm run witness -- URL'].map((command) => [
      command,
      { because: 'watches until somebody ends it', checkedBy: 'src/server/transparency-log/witness.pg.test.ts' },
    ]),
  ),
  'npm run guide-pictures': { because: 'films for minutes', checkedBy: 'src/server/template/first-documents.test.ts' },
  'npm pack ./clients/typescript': {
    because: 'takes a quarter of a minute',
    checkedBy: 'src/server/client-package.test.ts',
  },
  'npm install': { because: 'would change this folder', checkedBy: 'src/server/client-package.test.ts' },
  'npm run api-documents -- FOLDER': {
    because: 'is a step of packing the client package',
    checkedBy: 'tests/e2e/people/client-in-browser.e2e.ts',
  },
  'curl -H "Authorization: Bearer $KEY" -F File=@beneficiaries.csv "$URL/auction-api/user/accounts/$ACCOUNT/beneficiary-imports/preview"':
    { because: 'needs a running server and a key', checkedBy: 'src/server/holding/import-beneficiaries.test.ts' },
  'npm run looks -- FOLDER': { because: 'takes hundreds of pictures', checkedBy: 'tests/e2e/screens/looks.e2e.ts' },
  'npm ci --include=dev && npm run build && npm prune --omit=dev': {
    because: 'replaces the packages from which this runs',
    checkedBy: 'scripts/set-up.test.ts',
  },
  'cp deploy/greenlot@.service /etc/systemd/system/': {
    because: 'needs root',
    checkedBy: 'src/testing/deploy.test.ts',
  },
  'systemctl enable --now greenlot@3001 greenlot@3002': {
    because: 'needs systemd',
    checkedBy: 'src/testing/deploy.test.ts',
  },
  'echo PUBLIC_URL=https://greenlot.example > deploy/.env': {
    because: 'would change this folder',
    checkedBy: 'tests/deployment/site.ts',
  },
  'npm run deployment-test': { because: 'builds and starts containers', checkedBy: 'scripts/test.mjs' },
  'docker compose -f deploy/compose.yaml up --build --detach': {
    because: 'needs Docker',
    checkedBy: 'src/testing/deploy.test.ts',
  },
  'docker compose -f deploy/compose.yaml logs server-1 server-2': {
    because: 'needs Docker',
    checkedBy: 'src/testing/deploy.test.ts',
  },
  'docker compose -f deploy/compose.yaml run --rm server-1 scripts/ledger.ts': {
    because: 'needs Docker; the script itself is run below',
    checkedBy: 'src/testing/deploy.test.ts',
  },
  "VARIANT=GLOBAL BRAND_NAME='Suria Certificates' BRAND_TITLE_EN='Suria green certificates' BRAND_TITLE_ZH='Suria 绿色电力证书' BRAND_COLOR='#ffb400' npm start":
    { because: 'serves until somebody ends it', checkedBy: 'src/server/brand.test.ts' },
  ...Object.fromEntries(
    NEED_CLUSTER.map((command) => [command, { because: 'needs a cluster', checkedBy: 'src/testing/chart.test.ts' }]),
  ),
};

let w: World;
let admin: SignedIn;
let folder: TemporaryFolder;
/**
 * Replaces `greenlot` in the printed statements, as the name of the roles and of the database. The name is unique to
 * each run of this test.
 */
const name = `guide_${process.pid}`;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn();
  folder = await temporaryFolder('commands');
  await cp(join(ROOT, 'deploy'), join(folder.path, 'deploy'), { recursive: true });
  await mkdir(join(folder.path, 'files'));
});
afterAll(async () => {
  await w.end();
  await folder.remove();
});

const at = (file: string): string => join(folder.path, file);
const urlOf = (database: string): string => {
  const source = inject('database');
  return source.kind === 'postgres' ? source.urlOf.replace('{database}', database) : '';
};
const as = (username: string, database = name): string =>
  Object.assign(new URL(urlOf(database)), { username, password: '…' }).href;

/** Settings of a deployment without any row. */
const empty = () => ({
  DATABASE_URL: as(name, `${name}_empty`),
  DATABASE_OWNER_URL: as(`${name}_owner`, `${name}_empty`),
});
/** Settings of the running deployment. */
const first = () => ({ DATABASE_URL: w.url ?? '', GREENLOT_DATA: at('files') });
/** Settings of the deployment into which the backup of the first one is restored. */
const second = () => ({
  DATABASE_URL: as(name),
  DATABASE_OWNER_URL: as(`${name}_owner`),
  GREENLOT_DATA: at('files-restored'),
});

type ShellOptions = { readonly env?: Record<string, string>; readonly cwd?: string; readonly more?: string };

/** Runs a command line in bash and returns its output. */
async function shell(line: string, { env = {}, cwd = ROOT, more = '' }: ShellOptions = {}): Promise<string> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const ran = await promisify(execFile)('bash', ['-c', line + more], {
    cwd,
    env: { PATH, HOME, NODE_COMPILE_CACHE, NODE_ENV: 'test', DEMO: 'off', ...env },
    maxBuffer: 50_000_000,
  });
  return ran.stdout;
}

async function statement(line: string, database = 'postgres'): Promise<void> {
  const opened = await openDatabase({ url: urlOf(database), connections: 1 });
  await sql.raw(line).execute(opened.db);
  await opened.close();
}

/** Returns the record of a closed auction that had bids. */
async function aRecord(): Promise<string> {
  const [owner, bidder] = [await w.signedIn(), await w.signedIn()];
  const judge = await w.signedIn({ role: 'Admin' });
  const { auctionId, itemIds } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: judge.userId,
    bidders: [{ person: bidder }],
  });
  const params = { id: auctionId };
  const bid = { auctionItemId: itemIds[0] ?? '', price: 5, quantity: 600, bidderPartialFulfillment: true };
  const placed = await w.call(bidder, placeInitialBids, {
    params,
    body: { bids: [bid, { ...bid, minimumAcceptable: 100 }] },
  });
  expect(placed.code).toBe('Success');
  await moveAuction(w.database.db, auctionId, -60, 1);
  const read = () => w.call(judge, getRecordAsAdmin, { params });
  await vi.waitUntil(async () => (await read()).code === 'Success', { timeout: 60_000 });
  return (await read()).text;
}

const isAdmin = async (): Promise<boolean> => {
  const { auction_user_role: role } = await w.database.db
    .selectFrom('app_user')
    .select('auction_user_role')
    .where('id', '=', admin.userId)
    .executeTakeFirstOrThrow();
  return role === 'Admin';
};

/** The commands in the order in which they run. */
const RUN: Readonly<Record<string, (command: string) => Promise<void>>> = {
  'bash deploy/make-secrets.sh smtps://USER:PASSWORD@HOST': async (command) => {
    await shell(command, { cwd: folder.path });
    expect(await readdir(at('deploy/secrets'))).toContain('secret_key');
  },
  // Runs before the commands that store terms, because bidders would then have to accept these terms.
  'npm run verify -- FILE': async (command) => {
    await writeFile(at('record.jsonl'), await aRecord());
    expect(await shell(command.replace('FILE', at('record.jsonl')))).toMatch(/[1-9] awards\. The record is valid\./);
  },
  'npm run phrases -- --review FILE': async (command) => {
    await writeFile(at('ms.json'), '{ "shell": { "auctions": "Lelongan" } }');
    expect(await shell(command.replace('FILE', at('ms.json')))).toMatch(/^why\tkey\tenglish\town\nmissing\tshell\./m);
  },
  "create role greenlot_owner login password '…'": (command) => statement(command.replaceAll('greenlot', name)),
  "create role greenlot login password '…'": (command) => statement(command.replaceAll('greenlot', name)),
  'create database greenlot owner greenlot_owner': (command) => statement(command.replaceAll('greenlot', name)),
  'npm run migrate': async (command) => {
    await statement(`create database ${name}_empty owner ${name}_owner`);
    expect(await shell(command, { env: empty() })).toContain('has the schema of this release');
    await statement('select from account', `${name}_empty`);
  },
  'npm run admin -- --email ADDRESS': async (command) => {
    const line = command.replace('ADDRESS', 'first@admin.example');
    expect(await shell(line, { env: empty() })).toMatch(/\/first-administrator#[\w-]{43}\n/);
  },
  'npm run people -- add USERNAME EMAIL --admin': async (command) => {
    const line = command.replace('USERNAME', 'first_admin').replace('EMAIL', 'first@admin.example');
    expect(await shell(line, { env: first() })).toMatch(/\/set-password#[\w-]{43}\n/);
  },
  'npm run people -- add USERNAME EMAIL': async (command) => {
    const line = command.replace('USERNAME', 'somebody').replace('EMAIL', 'somebody@user.example');
    expect(await shell(line, { env: first() })).toMatch(/\/set-password#[\w-]{43}\n/);
  },
  'npm run people -- link USERNAME': async (command) => {
    const line = command.replace('USERNAME', 'somebody');
    expect(await shell(line, { env: first() })).toMatch(/\/set-password#[\w-]{43}\n/);
  },
  'npm run people -- admin USERNAME': async (command) => {
    expect(await isAdmin()).toBe(false);
    await shell(command.replace('USERNAME', admin.username), { env: first() });
    expect(await isAdmin()).toBe(true);
  },
  'npm run people -- user USERNAME': async (command) => {
    await shell(command.replace('USERNAME', 'first_admin'), { env: first() });
  },
  'npm run first-documents -- USERNAME': async (command) => {
    expect(await shell(command.replace('USERNAME', admin.username), { env: first() })).toContain('Created: ');
  },
  'npm run backup -- FILE': async (command) => {
    expect(await shell(command.replace('FILE', at('backup.tar.gz')), { env: first() })).toMatch(/"files":[1-9]/);
  },
  'npm run backup -- FOLDER --keep NUMBER': async (command) => {
    await mkdir(at('backups'));
    await writeFile(at('backups/greenlot-20250101T000000Z.tar.gz'), '');
    const line = command.replace('FOLDER', at('backups')).replace('NUMBER', '1');
    expect(await shell(line, { env: first() })).toContain('"deleted":["greenlot-20250101T000000Z.tar.gz"]');
    expect(await readdir(at('backups'))).toEqual([expect.stringMatching(/^greenlot-\d{8}T\d{6}Z\.tar\.gz$/)]);
  },
  'npm run restore -- FILE': async (command) => {
    expect(await shell(command.replace('FILE', at('backup.tar.gz')), { env: second() })).toMatch(/"rows":[1-9]/);
  },
  'npm run restore -- FILE --replace': async (command) => {
    // Data exists already: the command above restored it.
    expect(await shell(command.replace('FILE', at('backup.tar.gz')), { env: second() })).toMatch(/"rows":[1-9]/);
  },
  'npm run ledger': async (command) => {
    expect(await shell(command, { env: second() })).toContain('"problems":0');
  },
  'npm run personal-data -- erase ID --by ADMINISTRATOR': async (command) => {
    const { userId } = await w.signedIn();
    const line = command.replace('ID', userId).replace('ADMINISTRATOR', admin.username);
    expect(await shell(line, { env: first() })).toContain('Erased the user ');
  },
  'npm run personal-data -- export USERNAME FILE': async (command) => {
    const { username } = await w.signedIn();
    await shell(command.replace('USERNAME', username).replace('FILE', at('person.json')), { env: first() });
    expect(await readFile(at('person.json'), 'utf8')).toContain(username);
  },
  'npm run personal-data -- erase USERNAME --by ADMINISTRATOR': async (command) => {
    const { username } = await w.signedIn();
    const line = command.replace('USERNAME', username).replace('ADMINISTRATOR', admin.username);
    expect(await shell(line, { env: first() })).toContain('Erased the user ');
  },
  'reassign owned by greenlot to greenlot_owner': (command) => statement(command.replaceAll('greenlot', name), name),
  'npm run rotate-keys': async (command) => {
    expect(await shell(command, { env: first() })).toContain('a new key');
  },
  'npm run rotate-keys -- --forget': async (command) => {
    expect(await shell(command, { env: first() })).toContain('a new key');
  },
  'npm run documents -- FOLDER': async (command) => {
    await shell(command.replace('FOLDER', at('documents')));
    expect((await readdir(at('documents'))).length).toBeGreaterThan(5);
  },
  'npm run simulate': async (command) => {
    // Simulates 2 auctions instead of the default 2,000. simulate.test.ts runs more.
    expect(await shell(command, { more: ' -- --seeds 2' })).toContain('"violations":0');
  },
  'npm sbom --sbom-format cyclonedx': async (command) => {
    expect(await shell(command)).toContain('"bomFormat": "CycloneDX"');
  },
};

const printed = [...new Set(GUIDES.flatMap((guide) => commandsIn(readGuide(guide))))];

test('every command of the guides runs here or is an exception with a reason, and no other is listed', () => {
  expect(printed.toSorted()).toEqual([...Object.keys(RUN), ...Object.keys(NOT_RUN)].toSorted());
  const checks = Object.values(NOT_RUN).map(({ checkedBy }) => checkedBy);
  expect(checks.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test.each(GUIDES)('every block of %s names its language', (guide) => {
  expect(unexamined(readGuide(guide))).toEqual([]);
});

test('settings in front of a command are settings of the server', () => {
  const before = (command: string) => {
    const settings = [...command.matchAll(/\b([A-Z][A-Z_]+)=(?:'([^']*)'|(\S+))/g)].map(
      ([, setting = '', quoted, plain]) => [setting, quoted ?? plain ?? ''] as const,
    );
    return { NODE_ENV: 'test', ...Object.fromEntries(settings) };
  };
  for (const command of printed) expect(() => readConfig(before(command))).not.toThrow();
});

describe('as it is printed', () => {
  test.each(Object.keys(RUN))('%s', async (command) => {
    await RUN[command]?.(command);
  });
});
