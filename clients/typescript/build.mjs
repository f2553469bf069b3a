// `npm pack ./clients/typescript` runs this before it packs. It generates operations and types from the server's documents,
// and compiles them together with `src`. With API_DOCUMENTS, the documents come from this folder instead of a new server.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { adaptDocument, callsWithKey } from './adapt-document.mjs';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');
const GENERATED = join(HERE, 'src/generated');
const DIST = join(HERE, 'dist');

/** Returns the OpenAPI document and the AsyncAPI document. */
function readDocuments() {
  const made = process.env.API_DOCUMENTS ? undefined : mkdtempSync(join(tmpdir(), 'greenlot-api-'));
  const folder = made ?? process.env.API_DOCUMENTS;
  if (made) execFileSync(process.execPath, [join(ROOT, 'scripts/api-documents.ts'), made], { cwd: ROOT });
  const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const documents = { openapi: read('openapi.json'), asyncapi: read('asyncapi.json') };
  if (made) rmSync(made, { recursive: true });
  return documents;
}

/**
 * Loads the generator. It prints code with the functions of TypeScript 5 and 6, which TypeScript 7 does not have, so it
 * gets the TypeScript that another generator brings.
 */
function loadGenerator() {
  const { resolve } = createRequire(join(ROOT, 'node_modules/oazapfts/package.json'));
  const url = pathToFileURL(resolve('typescript')).href;
  registerHooks({
    resolve: (name, context, next) => (name === 'typescript' ? { url, shortCircuit: true } : next(name, context)),
  });
  return import('@hey-api/openapi-ts');
}

const document = adaptDocument(readDocuments());
const { createClient } = await loadGenerator();
await createClient({
  input: document,
  output: { path: GENERATED, clean: true, module: { extension: '.ts' } },
  logs: { level: 'silent', file: false },
  plugins: [
    '@hey-api/typescript',
    { name: '@hey-api/client-fetch', throwOnError: true },
    { name: '@hey-api/sdk', responseStyle: 'data' },
  ],
});
const calls = JSON.stringify(callsWithKey(document), null, 2);
writeFileSync(
  join(GENERATED, 'calls-with-key.gen.ts'),
  `/** Calls that read an \`Idempotency-Key\`. */\nexport const CALLS_WITH_KEY: ReadonlySet<string> = new Set(${calls});\n`,
);

rmSync(DIST, { recursive: true, force: true });
execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['--project', HERE], { stdio: 'inherit' });
const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/@hey-api/openapi-ts/package.json'), 'utf8'));
const license = readFileSync(join(ROOT, 'node_modules/@hey-api/openapi-ts/LICENSE.md'), 'utf8').trim();
writeFileSync(join(DIST, 'THIRD-PARTY.txt'), `@hey-api/openapi-ts ${version}, in dist/generated: MIT\n\n${license}\n`);
copyFileSync(join(ROOT, 'LICENSE'), join(DIST, 'LICENSE'));
