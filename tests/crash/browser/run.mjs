// `npm run crash -- --browser`: shows what a user at a page sees of it. Plain JavaScript, like the set-up that it uses.
import { fileURLToPath } from 'node:url';
import { ensureBuild, ensureChromium, runBeside } from '../../../scripts/set-up.mjs';

ensureBuild();
const config = fileURLToPath(new URL('playwright.config.ts', import.meta.url));
const env = { CHROMIUM: ensureChromium() };
const { code } = await runBeside('playwright', ['test', '--config', config], { stdio: 'inherit', env });
process.exitCode = code;
