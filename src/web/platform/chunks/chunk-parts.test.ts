import { afterEach, expect, test, vi } from 'vitest';

type Link = EventTarget & { rel?: string; href?: string; remove: () => void };

/**
 * A page with the address of the list, and with the name of the chunk whose files the page already has. Collects the
 * links that are added.
 */
async function onPage(list: object) {
  const links: Link[] = [];
  const asked = vi.fn(async () => Response.json(list));
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('document', {
    querySelector: (wanted: string) =>
      wanted.includes('"parts"')
        ? { content: '/list.json' }
        : wanted.includes('parts-here')
          ? { content: 'Shell Room' }
          : null,
    createElement: () => Object.assign(new EventTarget(), { remove: () => undefined }),
    head: { append: (link: Link) => links.push(link) },
  });
  vi.resetModules();
  const { loadChunkFiles: bringParts } = await import('#web/platform/chunks/chunk-files.ts');
  return { bringParts, links, asked };
}
afterEach(() => void vi.unstubAllGlobals());

const LIST = { files: ['a.js', 'a.css', 'b.js'], chunks: { List: [0, 1], Other: [2, 1] } };

test('the first page loads with its parts; others fetch a list once, then their files', async () => {
  const { bringParts, links, asked } = await onPage(LIST);
  await bringParts('Room');
  expect(asked).not.toHaveBeenCalled();
  let isDone = false;
  const list = bringParts('List').then(() => (isDone = true));
  await expect.poll(() => links).toHaveLength(2);
  expect(links.map(({ rel, href }) => `${rel} ${href}`)).toEqual(['modulepreload /a.js', 'stylesheet /a.css']);
  expect(isDone).toBe(false);
  links[1]?.dispatchEvent(new Event('load'));
  await list;
  await bringParts('Other');
  expect(links.map(({ href }) => href)).toEqual(['/a.js', '/a.css', '/b.js']);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('missing styles are reported like missing chunks, and fetched again', async () => {
  const { bringParts, links } = await onPage(LIST);
  const told = vi.fn();
  vi.stubGlobal('window', { dispatchEvent: (event: Event) => (told(event.type), true) });
  const gone = bringParts('List');
  await expect.poll(() => links).toHaveLength(2);
  links[1]?.dispatchEvent(new Event('error'));
  await expect(gone).rejects.toThrow('no file at /a.css');
  expect(told).toHaveBeenCalledWith('vite:preloadError');
  void bringParts('List');
  await expect.poll(() => links).toHaveLength(3);
});
