import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HUB_PATH } from '#contract/bidding/room.ts';
import { freePort } from '#testing/world/free-port.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';

let folder: TemporaryFolder;
let origin: string;
let printed = '';
let dev: ReturnType<typeof spawn>;
let ended: Promise<unknown>;

beforeAll(async () => {
  folder = await temporaryFolder('development');
  const port = await freePort();
  origin = `http://localhost:${port}`;
  dev = spawn(process.execPath, ['scripts/dev.mjs'], {
    // The server gets only these variables, because it refuses settings that it does not know.
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'development',
      PORT: String(port),
      GREENLOT_DATA: folder.path,
      DEMO: 'off',
    },
  });
  ended = new Promise((resolve) => dev.once('close', resolve));
  for (const output of [dev.stdout, dev.stderr]) output?.on('data', (chunk) => (printed += chunk));
  await vi.waitUntil(isServing, { timeout: 110_000, interval: 500 }).catch(() => {
    throw new Error(`not served: ${printed}`);
  });
}, 120_000);
afterAll(async () => {
  dev.kill('SIGTERM');
  await ended;
  await folder.remove();
});

const isServing = (): Promise<boolean> =>
  fetch(`${origin}/env`).then(
    ({ ok }) => ok,
    () => false,
  );

const ask = async (path: string, accept = '*/*') => {
  const answer = await fetch(origin + path, { headers: { accept } });
  return { status: answer.status, text: await answer.text(), printed };
};

test('Vite serves the pages, with hot reload', async () => {
  for (const path of ['/', '/user/auction', '/connect/interaction/some'])
    expect(await ask(path, 'text/html')).toMatchObject({ status: 200, text: expect.stringContaining('/@vite/client') });
  expect(await ask('/src/web/main.tsx')).toMatchObject({ status: 200, text: expect.stringContaining('createRoot') });
});

test('Vite serves the socket of hot reload', async () => {
  const { text } = await ask('/@vite/client');
  const token = /wsToken = "([^"]+)"/.exec(text)?.[1];
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/@hot-reload?token=${token}`, 'vite-hmr');
  const said = await new Promise((resolve) => {
    socket.addEventListener('message', ({ data }) => resolve(data), { once: true });
    socket.addEventListener('error', resolve, { once: true });
  });
  expect(said).toBe('{"type":"connected"}');
  socket.close();
});

test('the words of all pages come in one file for each language', async () => {
  const [english, chinese] = await Promise.all(
    ['en', 'zh'].map((language) => ask(`/words-in-development/${language}/frame.json`)),
  );
  expect(JSON.parse(english?.text ?? '')).toHaveProperty('room');
  expect(JSON.parse(chinese?.text ?? '')).toHaveProperty('room');
  expect(english?.text).not.toBe(chinese?.text);
});

test('our own server serves everything else, including documents for people', async () => {
  expect(await ask('/openapi.json')).toMatchObject({ status: 200, text: expect.stringContaining('"openapi"') });
  expect(await ask('/docs', 'text/html')).toMatchObject({ status: 200, text: expect.not.stringContaining('/@vite/') });
  expect(await ask('/auction-api/nothing')).toMatchObject({ status: 404, text: expect.stringContaining('not_found') });
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${HUB_PATH}?access_token=none`);
  // Our server answers: it refuses the token, so the socket reports an error. Vite would not answer at all.
  await new Promise((resolve) => socket.addEventListener('error', resolve, { once: true }));
});
