// `npm run crash -- --browser`: tests what a user sees on a page during kills. Plain JavaScript, like `set-up.mjs`.
import { fileURLToPath } from 'node:url';
import { ensureBuild, ensureChromium, runBeside } from '../../../scripts/set-up.mjs';

ensureBuild();
const config = fileURLToPath(new URL('playwright.config.ts', import.meta.url));
const env = { CHROMIUM: ensureChromium() };
const { code } = await runBeside('playwright', ['test', '--config', config], { stdio: 'inherit', env });
process.exitCode = code;
