// `npm pack ./packages/verify` runs this before it packs. It puts the command of `npm run verify` and all that it needs into
// one file, beside our license and the licenses of the packages in it.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { rolldown } from 'rolldown';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');
const MODULES = join(ROOT, 'node_modules') + sep;

const bundle = await rolldown({ input: join(ROOT, 'scripts/verify.ts'), cwd: ROOT, platform: 'node' });
const { output } = await bundle.write({
  file: join(HERE, 'dist/verify.mjs'),
  banner: '#!/usr/bin/env node',
  minify: true,
});
await bundle.close();

/** Returns the folder of the package that a module belongs to. */
const packageOf = (path) => {
  const [scope, name] = path.slice(MODULES.length).split(sep);
  return join(MODULES, scope, scope.startsWith('@') ? name : '');
};
const paths = output.flatMap((chunk) => Object.keys(chunk.modules ?? {})).filter((path) => path.startsWith(MODULES));
const notices = [...new Set(paths.map(packageOf))]
  .toSorted((one, other) => one.localeCompare(other))
  .map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    return [`${name} ${version}: ${license}`, ...(text ? [readFileSync(join(folder, text), 'utf8').trim()] : [])].join(
      '\n\n',
    );
  });
writeFileSync(join(HERE, 'dist/THIRD-PARTY.txt'), `${notices.join('\n\n----\n\n')}\n`);
copyFileSync(join(ROOT, 'LICENSE'), join(HERE, 'dist/LICENSE'));
