import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderStore, type FileStore } from '#server/platform/files/files.ts';
import { checkFiles } from '#server/platform/files/open-files.ts';
import { s3Store } from '#server/platform/files/s3-files.ts';
import { S3_KEYS, s3Server, type S3Fault } from '#testing/stand-ins/s3-server.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

const PATIENCE = { answerMs: 30_000, tries: 3 };
/** Limits for tests whose server never answers. */
const SHORT = { ...PATIENCE, answerMs: 1_000 };
const patienceWith = (...faults: readonly S3Fault[]) =>
  faults.some((fault) => fault === 'silent' || fault === 'stalled') ? SHORT : PATIENCE;
const bytes = (said: string): Uint8Array => Buffer.from(said);

let server: Awaited<ReturnType<typeof s3Server>>;
let ends: (() => Promise<void>)[];
beforeEach(async () => {
  server = await s3Server({ pageMax: 2 });
  ends = [server.close];
});
afterEach(() => Promise.all(ends.map((end) => end())));

const bucket = (patience = PATIENCE, change: Partial<typeof server.place> = {}): FileStore =>
  s3Store({ ...server.place, ...change }, patience);

async function folder(): Promise<FileStore> {
  const home = await temporaryFolder('files');
  ends.push(home.remove);
  return folderStore(`${home.path}/files`);
}

async function opened(files: FileStore, name: string) {
  const stream = await files.stream(name);
  if (!stream) throw new Error('not there');
  return stream;
}

describe.each([
  ['a folder', folder],
  ['a bucket', async () => bucket()],
])('%s', (_name, open) => {
  it('stores, reads, lists and deletes files, and accepts only names of our own form', async () => {
    const files = await open();
    await files.check();
    expect(await Array.fromAsync(files.names())).toEqual([]);
    for (const name of ['a-1.txt', 'b-2.txt', 'c-3.txt', 'd-4.txt', 'e-5.txt']) await files.write(name, bytes(name));
    await files.write('a-1.txt', bytes('anew'));
    expect(Buffer.from((await files.read('a-1.txt')) ?? [])).toEqual(bytes('anew'));
    expect(await text(await opened(files, 'b-2.txt'))).toBe('b-2.txt');
    for (const name of ['c-3.txt', 'none-6.txt']) await files.remove(name);
    expect((await Array.fromAsync(files.names())).toSorted()).toEqual(['a-1.txt', 'b-2.txt', 'd-4.txt', 'e-5.txt']);
    for (const missing of ['c-3.txt', 'none-6.txt']) {
      expect(await files.read(missing)).toBeUndefined();
      expect(await files.stream(missing)).toBeUndefined();
    }
    for (const name of ['../a.txt', 'a/b.txt', '', '?list-type=2'])
      await expect(files.read(name)).rejects.toThrow('invalid file name');
  });
});

it.each<[S3Fault[]]>([[[503]], [[500, 429]], [['silent']], [['cut']]])(
  'retries after a bucket fails with %j, without any visible error',
  async (faults) => {
    server.fail(...faults);
    const files = bucket(patienceWith(...faults));
    await files.write('a-1.txt', bytes('whole'));
    server.fail(...faults.filter((fault) => fault !== 'cut'));
    expect(Buffer.from((await files.read('a-1.txt')) ?? [])).toEqual(bytes('whole'));
  },
);

it.each<[string, S3Fault]>([
  ['it answered 503', 503],
  ['no data received in time', 'silent'],
  ['socket|ECONNRESET', 'cut'],
])('gives up after three tries if a bucket keeps failing, and stores nothing: %s', async (said, fault) => {
  server.fail(fault, fault, fault);
  const files = bucket(patienceWith(fault));
  await expect(files.write('a-1.txt', bytes('whole'))).rejects.toThrow(new RegExp(`object storage: .*(${said})`));
  expect(server.asked).toHaveLength(3);
  expect(server.objects.size).toBe(0);
});

it.each<[string, S3Fault]>([
  ['no data received for', 'stalled'],
  ['aborted', 'cut'],
])('never accepts half a file as a whole one: %s', async (said, fault) => {
  const large = Buffer.alloc(1_000_000, 7);
  server.objects.set('a-1.txt', large);
  const files = bucket(patienceWith(fault));
  server.fail(fault);
  await expect(files.read('a-1.txt')).rejects.toThrow(new RegExp(said));
  server.fail(fault);
  await expect(text(await opened(files, 'a-1.txt'))).rejects.toThrow(new RegExp(said));
});

it('a reader gets the whole file even if it takes longer than the time limit of the service', async () => {
  server.objects.set('a-1.txt', Buffer.alloc(3_000_000, 7));
  let got = 0;
  for await (const piece of await opened(bucket(SHORT), 'a-1.txt')) {
    if (got === 0) await new Promise((resolve) => void setTimeout(resolve, 2 * SHORT.answerMs));
    got += (piece as Buffer).length;
  }
  expect(got).toBe(3_000_000);
});

it.each([
  ['S3_SECRET_KEY does not match S3_ACCESS_KEY', { keys: { ...S3_KEYS, secretKey: 'another' } }],
  ['S3_ACCESS_KEY is unknown to the service', { keys: { ...S3_KEYS, accessKey: 'another' } }],
  ['the bucket of S3_BUCKET does not exist', { bucket: 'another' }],
  ['S3_REGION is not the region', { region: 'another' }],
])('a bucket that rejects our credentials stops the start after one try: %s', async (said, change) => {
  server.objects.set('a-1.txt', Buffer.from('secret'));
  await expect(checkFiles(bucket(PATIENCE, change), () => undefined)).rejects.toThrow(said);
  expect(server.asked).toHaveLength(1);
  await expect(bucket(PATIENCE, change).read('a-1.txt')).rejects.toThrow(said);
  await expect(bucket(PATIENCE, change).write('b-1.txt', bytes('x'))).rejects.toThrow(said);
  await expect(bucket(PATIENCE, change).remove('a-1.txt')).rejects.toThrow(said);
  expect([...server.objects.keys()]).toEqual(['a-1.txt']);
});

it('a bucket that is unreachable at the start is reported, and the start continues', async () => {
  await server.close();
  const told: string[] = [];
  await checkFiles(bucket(), (line) => void told.push(line));
  expect(told).toEqual([expect.stringMatching(/object storage: .*ECONNREFUSED.*until the storage is reachable/)]);
});

it('without keys, the credentials come from the environment, and their absence stops the start', async () => {
  const names = { AWS_ACCESS_KEY_ID: S3_KEYS.accessKey, AWS_SECRET_ACCESS_KEY: S3_KEYS.secretKey };
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  ends.push(async () => void vi.unstubAllEnvs());
  await expect(checkFiles(bucket(PATIENCE, { keys: undefined }), () => undefined)).rejects.toThrow(
    'set S3_ACCESS_KEY and S3_SECRET_KEY, or give this machine a role',
  );
  for (const [name, value] of Object.entries(names)) vi.stubEnv(name, value);
  await bucket(PATIENCE, { keys: undefined }).write('a-1.txt', bytes('whole'));
  expect(server.objects.get('a-1.txt')).toEqual(bytes('whole'));
});
