// `npm start`: sets up what is missing, then serves. Everything else is the server's own doing (src/server/main.ts).
import { ensureBuild, ensureDependencies, start } from './set-up.mjs';

ensureDependencies();
ensureBuild();
const server = start('node', ['src/server/main.ts'], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('close', (code) => process.exit(code ?? 0));
