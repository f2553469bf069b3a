import { dirname, join } from 'node:path';
import { parseSync, transformWithOxc } from 'vite';
import { ROOT, type Source } from '#testing/tidy/source.ts';
import { isSaid, saidBy } from './bundle/words-of-chunks.ts';

/** A module as the build sees it: its code without types, and its static imports. */
type Module = {
  readonly code: string;
  readonly importedIds: readonly string[];
  /** The names that the module imports from contracts, as `path name`. */
  readonly contracts: readonly string[];
  /** Modules that the module imports lazily. */
  readonly later: readonly string[];
  /** Web workers that the module starts. */
  readonly threads: readonly string[];
};

/** A part of the bundle that has its own phrases: a route, or a module that is imported lazily. */
export type Page = {
  readonly path: string;
  readonly contracts: ReadonlySet<string>;
  readonly threads: ReadonlySet<string>;
  /** Returns whether this phrase is in the page's own phrase file or in the frame's phrase file. */
  readonly says: (key: string) => boolean;
};

const FRAME = 'src/web/main.tsx';
const LATER = /\bimport\(\s*["']([^"']+)["']\s*\)/g;
const THREAD = /new Worker\(new URL\(["']([^"']+)["']/g;

/** Returns the pages of the bundle. Their phrases are selected by the same rule as in the build. */
export async function readPages(sources: readonly Source[]): Promise<Page[]> {
  const ours = sources.filter(({ path }) => /^src\/(?:web|domain|contract)\//.test(path));
  const modules = new Map(
    await Promise.all(ours.map(async ({ path, text }) => [join(ROOT, path), await readModule(path, text)] as const)),
  );
  const getModuleInfo = ((id: string) => modules.get(id) ?? null) as unknown as Parameters<
    typeof saidBy
  >[0]['getModuleInfo'];
  const frame = saidBy({ getModuleInfo }, [join(ROOT, FRAME)]);
  const routes = [...modules.keys()].filter((id) => id.startsWith(join(ROOT, 'src/web/routes/')));
  const later = [...modules.values()].flatMap((module) => module.later);
  return [...new Set([...routes, ...later])].map((id) => {
    const said = saidBy({ getModuleInfo }, [id]);
    const reached = reachedFrom(id, modules);
    return {
      path: id.slice(ROOT.length),
      contracts: new Set(reached.flatMap(({ contracts }) => contracts)),
      threads: new Set(reached.flatMap(({ threads }) => threads)),
      says: (key) => isSaid(key, frame) || isSaid(key, said),
    };
  });
}

async function readModule(path: string, text: string): Promise<Module> {
  const { code } = await transformWithOxc(text, join(ROOT, path));
  const imports = parseSync(`${path}.js`, code).module.staticImports;
  const target = (from: string) =>
    from.startsWith('#') ? join(ROOT, 'src', from.slice(1)) : join(ROOT, dirname(path), from);
  return {
    code,
    importedIds: imports.map(({ moduleRequest }) => target(moduleRequest.value)),
    contracts: imports
      .filter(({ moduleRequest }) => moduleRequest.value.startsWith('#contract/'))
      .flatMap(({ moduleRequest, entries }) =>
        entries.map(({ importName }) => `${moduleRequest.value.slice(1)} ${importName.name ?? '*'}`),
      ),
    later: [...code.matchAll(LATER)].flatMap(([, from]) => (from?.startsWith('#web/') ? [target(from)] : [])),
    threads: [...code.matchAll(THREAD)].flatMap(([, from]) => (from ? [target(from).slice(ROOT.length)] : [])),
  };
}

/** Returns a module and all modules that it imports statically, also indirectly. */
function reachedFrom(entry: string, modules: ReadonlyMap<string, Module>): Module[] {
  const seen = new Set<string>();
  const visit = (id: string): Module[] => {
    const module = modules.get(id);
    if (!module || seen.has(id)) return [];
    seen.add(id);
    return [module, ...module.importedIds.flatMap(visit)];
  };
  return visit(entry);
}
