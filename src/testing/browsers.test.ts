import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BROWSERS } from '#server/platform/pages/browsers.ts';
import { readDocument } from '#testing/tidy/documents.ts';
import { ROOT } from '#testing/tidy/source.ts';

test('README names the oldest browsers that the build is made for', () => {
  const { chrome, edge, firefox, safari, ios } = BROWSERS;
  const sentence = `Chrome ${chrome}, Edge ${edge}, Firefox ${firefox}, Safari ${safari} and iOS ${ios}`;
  expect(readDocument('README.md')?.replaceAll(/\s+/g, ' ')).toContain(sentence);
});

test('every browser can read the JavaScript of the check before the application', () => {
  const code = readFileSync(join(ROOT, 'public/start-check.js'), 'utf8').replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '');
  expect(code.match(/=>|\b(let|const|class|async|await|of)\b|`|\?\.|\?\?|\.{3}/g)).toBeNull();
});
