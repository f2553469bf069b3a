import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { S3_BUCKET, S3_KEYS, S3_REGION } from '#testing/stand-ins/s3-server.ts';
import { ROOT, type Run } from './engine.ts';

export const PROJECT = 'greenlot-test';
export const IMAGE = 'localhost/greenlot-test';
export const SERVERS = ['server-1', 'server-2'];
const READY_MS_MAX = 120_000;

/** A running deployment, and the ports at which its nginx and its Prometheus answer. */
export type Site = {
  readonly run: Run;
  readonly compose: (...args: string[]) => Promise<string>;
  readonly port: number;
  readonly prometheusPort: number;
};

/** Copies the deployment's files and creates the secrets and settings, as docs/operate.md tells operators. */
export function prepare(
  run: Run,
  {
    folder,
    smtpUrl,
    port,
    prometheusPort,
    isStandIn,
  }: { folder: string; smtpUrl: string; port: number; prometheusPort: number; isStandIn: boolean },
): Site {
  execFileSync('cp', ['-r', join(ROOT, 'deploy'), folder]);
  const deploy = join(folder, 'deploy');
  execFileSync('rm', ['-rf', join(deploy, 'secrets')]);
  execFileSync('bash', [join(deploy, 'make-secrets.sh'), smtpUrl]);
  const settings = {
    PUBLIC_URL: 'https://greenlot.example',
    GREENLOT_IMAGE: IMAGE,
    HTTP_PORT: port,
    PROMETHEUS_PORT: prometheusPort,
  };
  writeFileSync(
    join(deploy, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const files = ['--file', join(deploy, 'compose.yaml')];
  if (isStandIn) {
    writeFileSync(join(deploy, 'secrets/s3_access_key'), S3_KEYS.accessKey);
    writeFileSync(join(deploy, 'secrets/s3_secret_key'), S3_KEYS.secretKey);
    const environment = { S3_BUCKET, S3_REGION };
    writeFileSync(
      join(deploy, 'stand-in.json'),
      JSON.stringify({ services: Object.fromEntries(SERVERS.map((name) => [name, { environment }])) }),
    );
    files.push('--file', join(deploy, 'stand-in.json'));
  }
  const compose = (...args: string[]): Promise<string> =>
    run('podman-compose', ['--project-name', PROJECT, ...files, ...args]);
  return { run, compose, port, prometheusPort };
}

/** Starts all services, and waits until they are healthy. */
export async function start({ run, compose }: Site): Promise<void> {
  await compose('up', '--detach');
  for (const service of ['database', 'storage', ...SERVERS, 'proxy', 'prometheus']) await untilHealthy(run, service);
}

/** Returns the name of a service's container. */
export const nameOf = async (run: Run, service: string): Promise<string> => {
  const ofProject = ['--filter', `label=com.docker.compose.project=${PROJECT}`];
  const ofService = ['--filter', `label=com.docker.compose.service=${service}`];
  return (await run('podman', ['ps', '--all', '--format', '{{.Names}}', ...ofProject, ...ofService])).trim();
};

/** Waits until a service passes its health check. Without systemd, podman runs health checks only on request. */
async function untilHealthy(run: Run, service: string): Promise<void> {
  const name = await nameOf(run, service);
  const isHealthy = async (): Promise<boolean> => {
    const isRunning = (await run('podman', ['inspect', '--format', '{{.State.Running}}', name])).trim() === 'true';
    const check = isRunning && run('podman', ['healthcheck', 'run', name]).then(() => true);
    return check && check.catch(() => false);
  };
  await until(`${service} is healthy`, isHealthy);
}

/** Waits until `isSo` returns true, at most two minutes. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endsAtMs = performance.now() + READY_MS_MAX;
  while (!(await isSo())) {
    if (performance.now() > endsAtMs) throw new Error(`waited in vain: ${what}`);
    await pause(500);
  }
}

/** Stops a service, as a new release does. */
export async function stop({ run }: Site, service: string): Promise<void> {
  await run('podman', ['stop', '--time', '40', await nameOf(run, service)]);
}

/** Starts a stopped service, and waits until it is healthy. */
export async function begin({ run }: Site, service: string): Promise<void> {
  await run('podman', ['start', await nameOf(run, service)]);
  await untilHealthy(run, service);
}
