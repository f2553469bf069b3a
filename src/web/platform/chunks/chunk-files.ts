import { fetchOfRelease, reportMissingFile } from '#web/platform/chunks/release.ts';

/** The files that each chunk needs, as the build lists them (scripts/parts-of-chunks.ts). */
type ChunkFiles = { readonly files: readonly string[]; readonly chunks: Readonly<Record<string, readonly number[]>> };

const brought = new Map<string, Promise<void>>();
let list: Promise<ChunkFiles> | undefined;

/**
 * Loads the other files of a chunk in parallel. Resolves when its styles are here. The HTML already has the files of
 * the page that was opened first. Without a bundle there is no list.
 */
export async function loadChunkFiles(chunk: string): Promise<void> {
  const path = metaContent('parts');
  if (path === undefined || metaContent('parts-here')?.split(' ').includes(chunk)) return;
  list ??= fetchOfRelease(path) as Promise<ChunkFiles>;
  // A failed list is fetched again by the next call.
  list.catch(() => (list = undefined));
  const { files, chunks } = await list;
  await Promise.all((chunks[chunk] ?? []).map((file) => loadFile(`/${files[file]}`)));
}

const metaContent = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Loads a file once. A failed file is loaded again by the next call. */
function loadFile(path: string): Promise<void> {
  const part = brought.get(path) ?? (document.querySelector(`link[href="${path}"]`) ? here : fetchFile(path));
  brought.set(path, part);
  part.catch(() => brought.delete(path));
  return part;
}

const here = Promise.resolve();

/** Adds a link to the page. Resolves when a style is here. */
function fetchFile(path: string): Promise<void> {
  const isStyle = path.endsWith('.css');
  const link = document.createElement('link');
  link.rel = isStyle ? 'stylesheet' : 'modulepreload';
  link.crossOrigin = '';
  link.href = path;
  document.head.append(link);
  // The import of missing code fails by itself, so only styles are awaited here.
  if (!isStyle) return here;
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reportMissingFile(path).catch(reject);
    });
  });
}
