import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { PICTURE_BYTES_MAX } from './limits.ts';
import type { Say, Shot } from './shot.ts';

const MARGIN = 12;
const WIDTH_MAX = 1_440;

/** Returns an image of a prepared page as a WebP file. */
export async function takePicture(page: Page, shot: Shot, say: Say): Promise<Buffer> {
  await settle(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  const boxes = shot.of ? await Promise.all(shot.of(page, say).map(boxOf)) : [await contentOf(page)];
  const margin = shot.of ? MARGIN : 0;
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const clip = {
    x: Math.max(0, left - margin),
    y: Math.max(0, top - margin),
    width: right - left + 2 * margin,
    height: Math.min(bottom - top + 2 * margin, shot.height ?? Number.POSITIVE_INFINITY),
  };
  return smallEnough(await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }));
}

/** Waits until the page has finished loading. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () => document.querySelector('main [aria-busy="true"], main [class*="skeleton" i]') === null,
  );
  await page.evaluate(() => document.fonts.ready);
}

/** Returns the rectangle of the page's main part, without header and menu. It ends where the content ends. */
const contentOf = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const inside = document.createRange();
    inside.selectNodeContents(main);
    const { x, y, width } = main.getBoundingClientRect();
    return { x, y, width, height: inside.getBoundingClientRect().bottom - y + 16 };
  });

async function boxOf(locator: Locator) {
  const box = await locator.first().boundingBox();
  if (!box) throw new Error(`the page does not show ${locator.toString()}`);
  return box;
}

/**
 * Compresses an image. A high quality keeps text sharp. If the file is then too large, the quality is lowered step by
 * step.
 */
async function smallEnough(png: Buffer): Promise<Buffer> {
  const picture = sharp(png).resize({ width: WIDTH_MAX, withoutEnlargement: true });
  for (let quality = 84; quality >= 40; quality -= 6) {
    const bytes = await picture.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (bytes.length <= PICTURE_BYTES_MAX) return bytes;
  }
  throw new Error('an image is too large: show less of the page');
}
