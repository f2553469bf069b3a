import { expect, test } from 'vitest';
import { readImage } from '#server/platform/files/image-file.ts';
import { readTemplateFile } from '#server/template/read-template-file.ts';
import { createChance } from '#testing/world/chance.ts';
import { someFile } from './some-file.ts';

const FILES = 200;

test('broken, cut and combined files are judged without a failure', async () => {
  const verdicts = new Set<string>();
  for (let seed = 1; seed <= FILES; seed += 1) {
    const { bytes } = someFile(createChance(seed));
    const verdict = await readTemplateFile(bytes);
    verdicts.add(typeof verdict === 'string' ? verdict : verdict.code);
    const image = await readImage(bytes);
    verdicts.add(image.ok ? 'picture' : image.refusal.code);
  }
  expect([...verdicts]).toEqual(
    expect.arrayContaining(['doc', 'docx', 'file_unreadable', 'picture', 'image_unreadable']),
  );
});
