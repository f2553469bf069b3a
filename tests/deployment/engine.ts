import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Images and containers of the test, apart from those of the machine. */
const OWN = join(ROOT, '.data/deployment-test');
const BASE_IMAGE = 'docker.io/library/node:26-bookworm-slim';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const COMMAND_MS_MAX = 15 * 60_000;

/** The reason why the test cannot run on this machine. */
export class NoEngine extends Error {}

/** Runs podman, podman-compose or a script, and returns its output. With `isQuiet`, a failure returns an empty text. */
export type Run = (command: string, args: readonly string[], options?: { readonly isQuiet?: boolean }) => string;

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
    CONTAINERS_CONF: join(OWN, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(OWN, 'storage.conf'),
  };
  return (command, args, { isQuiet = false } = {}) => {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd: ROOT,
      env,
      encoding: 'utf8',
      timeout: COMMAND_MS_MAX,
      maxBuffer: 1e8,
    });
    if (status === 0) return stdout;
    if (isQuiet) return '';
    throw new Error(
      `${command} ${args.join(' ')}: ${error?.message ?? ''}\n${stdout.slice(-3_000)}\n${stderr.slice(-3_000)}`,
    );
  };
}

/**
 * Builds our image and gets the images of the other services. Returns whether they are stand-ins.
 * @throws NoEngine if no container runs
 */
export function buildImages(run: Run, image: string, services: readonly string[]): boolean {
  const isStandIn = run('podman', ['pull', '--quiet', BASE_IMAGE], { isQuiet: true }) === '';
  if (isStandIn) {
    console.log('No registry of images can be reached: images are made from packages of Debian.');
    run('sh', [join(ROOT, 'tests/deployment/base-image.sh'), BASE_IMAGE]);
  } else for (const service of services) run('podman', ['pull', '--quiet', service]);
  const tried = run('podman', ['run', '--rm', BASE_IMAGE, 'node', '--version'], { isQuiet: true });
  if (!tried.startsWith('v26.')) throw new NoEngine('podman is installed, but a container does not start');
  if (isStandIn) run('bash', [join(ROOT, 'tests/deployment/service-images.sh'), ROOT, ...services]);
  // The build reads packages as this machine does: from its registry, with its certificates.
  const npmrc = join(OWN, 'npmrc');
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const given = join(process.env['HOME'] ?? tmpdir(), '.npmrc');
  const own = existsSync(given) ? readFileSync(given, 'utf8').replaceAll(/^(nodedir|cafile|registry)=.*\n?/gm, '') : '';
  writeFileSync(npmrc, `${own}\nregistry=${registry}\ncafile=${CERTIFICATES}\n`);
  const volumes = [`${npmrc}:/root/.npmrc:ro`, `${CERTIFICATES}:${CERTIFICATES}:ro`].flatMap((one) => [
    '--volume',
    one,
  ]);
  run('podman', ['build', '--format', 'docker', ...volumes, '--file', 'deploy/Dockerfile', '--tag', image, '.']);
  return isStandIn;
}
