import { chromium } from '@playwright/test';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '#testing/world/free-port.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { chromiumOptions } from '../../playwright.config.ts';
import type { Screens } from './browser.ts';
import { signIn } from './demo-sign-in.ts';
import { bareFigure, type Figure } from '../figure.ts';

/**
 * The npm package of Lighthouse. It is not a dependency, because everyone would have to download 176 MB more (decision
 * 7). This measurement installs it from the registry.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

type Report = { readonly categories: Record<string, { readonly title: string; readonly score: number | null }> };

/**
 * Reports Lighthouse's scores out of 100, on phone and desktop, for public screens and for screens of a signed-in user.
 */
export async function* measureLighthouse(baseUrl: string, screens: Screens): AsyncGenerator<Figure> {
  const port = await freePort();
  const profile = await temporaryFolder('lighthouse');
  const { args, ...launch } = chromiumOptions;
  const context = await chromium.launchPersistentContext(profile.path, {
    ...launch,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  const run = async function* (paths: Record<string, string>): AsyncGenerator<Figure> {
    for (const [name, path] of Object.entries(paths))
      for (const device of ['phone', 'desktop'] as const) {
        const { categories } = await judge(baseUrl + path, port, device);
        for (const { title, score } of Object.values(categories))
          yield bareFigure(`${name} (${device}): Lighthouse, ${title}`, 'of 100', Math.round((score ?? 0) * 100));
      }
  };
  yield* run(screens.open);
  await signIn(context, baseUrl, 'newcomer');
  yield* run(screens.user);
  await context.close();
  await profile.remove();
}

async function judge(url: string, port: number, device: 'phone' | 'desktop'): Promise<Report> {
  const flags = ['--output=json', '--quiet', '--disable-storage-reset', '--no-enable-error-reporting'];
  const preset = device === 'desktop' ? ['--preset=desktop'] : [];
  const asked = [url, `--port=${port}`, `--only-categories=${CATEGORIES.join(',')}`, ...flags, ...preset];
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, ...asked], { maxBuffer: 100_000_000 });
  return JSON.parse(stdout) as Report;
}
