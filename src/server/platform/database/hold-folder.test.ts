import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FOLDER_IN_USE, holdFolder } from '#server/platform/database/hold-folder.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

let home: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => void (home = await temporaryFolder('held')));
afterAll(() => home.remove());

const HOLDER = `
  import { holdFolder } from './src/server/platform/database/hold-folder.ts';
  await holdFolder(process.argv[1]);
  console.log('held');
  setInterval(() => {}, 1_000);`;

/** Starts a process that holds the folder. */
async function holdElsewhere(): Promise<{ kill(): Promise<unknown> }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', HOLDER, home.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return { kill: () => (child.kill('SIGKILL'), ended) };
}

test('a folder has one holder; after a release or a crash it is free', async () => {
  const first = await holdFolder(home.path);
  await expect(holdFolder(`${home.path}/.`)).rejects.toThrow(FOLDER_IN_USE);
  await first.release();
  const other = await holdElsewhere();
  await expect(holdFolder(home.path)).rejects.toThrow(FOLDER_IN_USE);
  await other.kill();
  await (await holdFolder(home.path)).release();
});
