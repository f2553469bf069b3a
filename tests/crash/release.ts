import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import type { Stage } from './stage.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUTPUT_MAX = 100_000_000;

/** An earlier release of this repository, from the Git history. */
export type Release = {
  readonly folder: string;
  readonly commit: string;
  /** Fills an empty database with the code and the schema of this release. */
  prepareStage(url: string, wish: { bidders: number; seconds: number; seed: number }): Promise<Stage>;
  remove(): Promise<void>;
};

const git = async (...words: readonly string[]): Promise<string> =>
  (await run('git', ['-C', ROOT, ...words])).stdout.trim();

/** Returns the given commit, or else the last commit before the newest migration. */
async function commitBefore(named: string | undefined): Promise<string> {
  if (named !== undefined) return git('rev-parse', '--verify', `${named}^{commit}`);
  const files = (await git('ls-files', 'migrations')).split('\n').toSorted();
  return git('log', '-1', '--diff-filter=A', '--format=%H^', '--', files.at(-1) ?? '').then((at) =>
    git('rev-parse', at),
  );
}

/**
 * Checks out a release into a temporary folder. The release uses this repository's packages, so both lock files must be
 * equal.
 */
export async function openRelease(named: string | undefined): Promise<Release> {
  const commit = await commitBefore(named);
  if ((await git('diff', '--name-only', commit, '--', 'package-lock.json')) !== '')
    throw new Error(`${commit} has other packages than this release: name a later commit by --old`);
  const place = await temporaryFolder('release');
  const folder = `${place.path}/old`;
  await git('worktree', 'add', '--detach', folder, commit);
  await symlink(`${ROOT}node_modules`, `${folder}/node_modules`);
  return {
    folder,
    commit,
    async prepareStage(url, wish) {
      const words = ['--input-type=module', '-e', PROGRAM, url, JSON.stringify(wish)];
      const { stdout } = await run(process.execPath, words, { cwd: folder, maxBuffer: OUTPUT_MAX });
      return JSON.parse(stdout) as Stage;
    },
    async remove() {
      await git('worktree', 'remove', '--force', folder);
      await place.remove();
    },
  };
}

const PROGRAM = `
  import { existsSync } from 'node:fs';
  // Releases before the rooms have these files in other folders.
  const load = (...paths) => import(paths.find((path) => existsSync(path)));
  const { prepareStage } = await load('./tests/crash/stage.ts', './crash/stage.ts');
  const { openDatabase } = await load('./src/server/platform/database/database.ts', './src/server/platform/database.ts');
  const { createChance } = await load('./src/testing/world/chance.ts', './src/testing/chance.ts');
  const [url, wish] = process.argv.slice(1);
  const { seed, ...rest } = JSON.parse(wish);
  const database = await openDatabase({ url });
  const stage = await prepareStage(database, { ...rest, chance: createChance(seed) });
  await database.close();
  process.stdout.write(JSON.stringify(stage), () => process.exit());`;
