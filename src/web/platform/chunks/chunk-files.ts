import { fetchOfRelease, reportMissingFile } from '#web/platform/chunks/release.ts';

/** The files that each chunk needs, as the build lists them (scripts/bundle/parts-of-chunks.ts). */
type ChunkFiles = { readonly files: readonly string[]; readonly chunks: Readonly<Record<string, readonly number[]>> };

const brought = new Map<string, Promise<void>>();
let list: Promise<ChunkFiles> | undefined;

/**
 * Loads the other files of a chunk in parallel. Resolves when the chunk's styles are loaded. The HTML of the page that
 * was opened first already links to that page's files. In development there is no list, so nothing is loaded.
 */
export async function loadChunkFiles(chunk: string): Promise<void> {
  const path = metaContent('parts');
  if (path === undefined || metaContent('parts-here')?.split(' ').includes(chunk)) return;
  list ??= fetchOfRelease(path) as Promise<ChunkFiles>;
  // After a failure, the next call fetches the list again.
  list.catch(() => (list = undefined));
  const { files, chunks } = await list;
  await Promise.all((chunks[chunk] ?? []).map((file) => loadFile(`/${files[file]}`)));
}

const metaContent = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Loads a file once. After a failure, the next call loads the file again. */
function loadFile(path: string): Promise<void> {
  const part = brought.get(path) ?? (document.querySelector(`link[href="${path}"]`) ? here : fetchFile(path));
  brought.set(path, part);
  part.catch(() => brought.delete(path));
  return part;
}

const here = Promise.resolve();

/** Adds a link for a file to the page. For a style, resolves when the style is loaded; otherwise immediately. */
function fetchFile(path: string): Promise<void> {
  const isStyle = path.endsWith('.css');
  const link = document.createElement('link');
  link.rel = isStyle ? 'stylesheet' : 'modulepreload';
  link.crossOrigin = '';
  link.href = path;
  document.head.append(link);
  // Only styles are awaited here. If code is missing, its own import fails.
  if (!isStyle) return here;
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reportMissingFile(path).catch(reject);
    });
  });
}
