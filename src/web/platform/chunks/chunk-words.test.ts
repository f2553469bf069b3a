import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const FILES: Record<string, object> = {
  '/words/en/frame.json': { shell: { title: 'Greenlot' } },
  '/words/zh/frame.json': { shell: { title: '绿地' } },
  '/words/en/room.json': { shell: { bell: 'Notices' }, room: { price: 'Price' } },
  '/words/zh/room.json': { shell: { bell: '通知' }, room: { price: '价格' } },
};

const asked: string[] = [];

async function freshly() {
  vi.resetModules();
  return import('#web/platform/chunks/chunk-words.ts');
}

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('WORDS_OF_CHUNKS', { folder: '/words/', silent: ['quiet'] });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json(FILES[path] ?? {}, { status: path in FILES ? 200 : 404 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a chunk loads with its phrases, in addition to the loaded ones, in every language in use', async () => {
  const { wordsOfChunks, withWords } = await freshly();
  const english = await wordsOfChunks('en');
  expect(await withWords('room', async () => 'the room')).toBe('the room');
  expect(english).toEqual({ shell: { title: 'Greenlot', bell: 'Notices' }, room: { price: 'Price' } });
  expect(await wordsOfChunks('zh')).toEqual({ shell: { title: '绿地', bell: '通知' }, room: { price: '价格' } });
});

test('a chunk without phrases requests none', async () => {
  const { wordsOfChunks, withWords } = await freshly();
  await wordsOfChunks('en');
  await withWords('quiet', async () => 'a worker');
  expect(asked).toEqual(['/words/en/frame.json']);
});

test('a chunk that takes longer than two minutes fails like a call without an answer', async () => {
  vi.useFakeTimers();
  const { withWords } = await freshly();
  const outcome = withWords('quiet', () => new Promise(() => undefined)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await outcome).toMatchObject({ code: 'no_response' });
});

test('missing phrases are reported, and awaited if the page reloads', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const { wordsOfChunks, withWords } = await freshly();
  await wordsOfChunks('en');
  await expect(withWords('gone', async () => 'a page')).rejects.toThrow('no file at /words/en/gone.json');
  const told = vi.fn((event: Event) => event.preventDefault());
  page.addEventListener('vite:preloadError', told);
  const waits = withWords('gone', async () => 'a page');
  await expect.poll(() => told).toHaveBeenCalledOnce();
  expect(await Promise.race([waits, Promise.resolve('still waiting')])).toBe('still waiting');
});
