// `npm run dev`: starts the web application with hot reload (Vite), and the server. The server restarts when its source
// changes.
import { ensureDependencies, start } from './set-up.mjs';

ensureDependencies();
const port = Number(process.env.PORT ?? 3000);
const server = start('node', ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
  stdio: 'inherit',
  env: { PORT: String(port + 1), PUBLIC_URL: `http://localhost:${port}` },
});
const pages = start('vite', [], { stdio: 'inherit' });
const programs = [server, pages];
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => programs.forEach((program) => program.kill(signal)));
for (const program of programs)
  program.on('close', (code) => {
    programs.forEach((other) => other.kill());
    process.exitCode ??= code ?? 0;
  });
