import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { freePort } from '#testing/world/free-port.ts';

export type ServerProcess = {
  readonly baseUrl: string;
  readonly pid: number;
  /** Resolves to the error output when the process has ended for any reason. */
  readonly ended: Promise<string>;
  /** Kills the process without warning, like a crash. */
  kill(): Promise<void>;
  /** Asks the process to shut down. */
  stop(): Promise<void>;
};

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const READY_TRIES = 720;

/**
 * Starts the real server in its own process. Resolves when the server reports that it is ready. `onLog` receives the
 * server's log. `from` is the folder of the release to start.
 */
export async function startServer(
  settings: Record<string, string>,
  onLog?: (text: string) => void,
  from = ROOT,
): Promise<ServerProcess> {
  const port = settings['PORT'] ?? String(await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const home = await temporaryFolder('server');
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    NODE_ENV: 'test',
    DEMO: 'off',
    PORT: port,
    PUBLIC_URL: baseUrl,
    GREENLOT_DATA: home.path,
    ...settings,
  };
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: from,
    env,
    stdio: ['ignore', onLog ? 'pipe' : 'ignore', 'pipe'],
  });
  // If the test is aborted, the server must not keep running.
  const killAtExit = (): boolean => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  child.stdout?.on('data', (chunk) => onLog?.(String(chunk)));
  let printed = '';
  child.stderr?.on('data', (chunk) => (printed += String(chunk)));
  const ended = new Promise<string>((resolve) => {
    child.on('exit', () => {
      process.off('exit', killAtExit);
      void home.remove();
      resolve(printed);
    });
  });
  const end = (signal: NodeJS.Signals) => async (): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  for (let i = 0; i < READY_TRIES; i += 1) {
    if (child.exitCode !== null) throw new Error(`the server stopped: ${printed}`);
    const isReady = await fetch(`${baseUrl}/health/ready`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isReady) return { baseUrl, pid: child.pid ?? 0, ended, kill: end('SIGKILL'), stop: end('SIGTERM') };
    await new Promise((resolve) => {
      setTimeout(resolve, 125);
    });
  }
  await end('SIGKILL')();
  throw new Error(`the server didn't become ready: ${printed}`);
}
