// `npm start`: sets up what is missing, then serves. Everything else is the server's own doing (src/server/main.ts).
import { spawn } from 'node:child_process';
import { ensureBuild, ensureDependencies, environment, node, root } from './set-up.mjs';

ensureDependencies();
ensureBuild();
const server = spawn(node, ['src/server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: environment,
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('close', (code) => process.exit(code ?? 0));
