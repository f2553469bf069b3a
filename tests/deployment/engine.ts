import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Images and containers of the test, apart from those of the machine. */
const OWN = join(ROOT, '.data/deployment-test');
const BASE_IMAGE = 'docker.io/library/node:26-bookworm-slim';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const COMMAND_MS_MAX = 15 * 60_000;

/** The reason why the test cannot run on this machine. */
export class NoEngine extends Error {}

/** Runs podman, podman-compose or a script, and returns its output. With `isQuiet`, a failure returns an empty text. */
export type Run = (
  command: string,
  args: readonly string[],
  options?: { readonly isQuiet?: boolean },
) => Promise<string>;

/**
 * Returns a function that runs commands with podman's images and containers in a folder of our own.
 * @throws NoEngine if podman does not work on this machine
 */
export function findEngine(): Run {
  if (process.getuid?.() !== 0) throw new NoEngine('podman needs root for its networks here');
  for (const program of ['podman', 'runc', 'podman-compose', 'debootstrap'])
    if (spawnSync(program, ['--version']).error) throw new NoEngine(`${program} is not installed`);
  mkdirSync(OWN, { recursive: true });
  // A machine that is itself a container may not raise these limits, and its control groups can be too old for crun.
  writeFileSync(
    join(OWN, 'containers.conf'),
    '[containers]\ndefault_ulimits = ["nofile=16384:16384", "nproc=16384:16384"]\n[engine]\nruntime = "runc"\n',
  );
  writeFileSync(
    join(OWN, 'storage.conf'),
    `[storage]\ndriver = "overlay"\ngraphroot = "${join(OWN, 'images')}"\nrunroot = "${join(OWN, 'run')}"\n`,
  );
  const env = {
    ...process.env,
    // npm finds the machine's settings beside the Node that runs it, so our own Node must not run it.
    PATH: (process.env['PATH'] ?? '')
      .split(delimiter)
      .filter((folder) => !folder.startsWith(ROOT))
      .join(delimiter),
    CONTAINERS_CONF: join(OWN, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(OWN, 'storage.conf'),
  };
  return async (command, args, { isQuiet = false } = {}) => {
    try {
      return (await promisify(execFile)(command, args, { cwd: ROOT, env, timeout: COMMAND_MS_MAX, maxBuffer: 1e8 }))
        .stdout;
    } catch (failure) {
      if (isQuiet) return '';
      const { stdout = '', stderr = '' } = failure as { stdout?: string; stderr?: string };
      throw new Error(`${command} ${args.join(' ')}\n${stdout.slice(-3_000)}\n${stderr.slice(-3_000)}`, {
        cause: failure,
      });
    }
  };
}

/**
 * Builds our image and gets the images of the other services. Returns whether they are stand-ins.
 * @throws NoEngine if no image can be had, or no container starts
 */
export async function buildImages(run: Run, image: string, services: readonly string[]): Promise<boolean> {
  const isStandIn = (await run('podman', ['pull', '--quiet', BASE_IMAGE], { isQuiet: true })) === '';
  if (isStandIn) console.log('No registry of images can be reached: images are made from packages of Debian.');
  // The build reads packages as this machine does: from its registry, with its certificates.
  const npmrc = join(OWN, 'npmrc');
  const registry = (await run('npm', ['config', 'get', 'registry'])).trim();
  const given = join(process.env['HOME'] ?? tmpdir(), '.npmrc');
  const own = existsSync(given) ? readFileSync(given, 'utf8').replaceAll(/^(nodedir|cafile|registry)=.*\n?/gm, '') : '';
  writeFileSync(npmrc, `${own}\nregistry=${registry}\ncafile=${CERTIFICATES}\n`);
  const volumes = [`${npmrc}:/root/.npmrc:ro`, `${CERTIFICATES}:${CERTIFICATES}:ro`].flatMap((one) => [
    '--volume',
    one,
  ]);
  try {
    if (isStandIn) await makeStandIns(run, services);
    else for (const service of services) await run('podman', ['pull', '--quiet', service]);
    // Whether a container starts, and reaches the registry of packages.
    await run('podman', ['run', '--rm', ...volumes, BASE_IMAGE, 'npm', 'view', 'tar-stream', 'version']);
  } catch (failure) {
    throw new NoEngine(String(failure).split('\n').join(' ').slice(0, 500));
  }
  await run('podman', ['build', '--format', 'docker', ...volumes, '--file', 'deploy/Dockerfile', '--tag', image, '.']);
  return isStandIn;
}

async function makeStandIns(run: Run, services: readonly string[]): Promise<void> {
  await run('sh', [join(ROOT, 'tests/deployment/base-image.sh'), BASE_IMAGE]);
  await run('bash', [join(ROOT, 'tests/deployment/service-images.sh'), ROOT, ...services]);
}
