// `npm run guide-pictures`: takes the images of the user guides from the running product, in both languages. `-- NAME
// …` takes only the named images. `-- film` makes only the video, which needs Debian's ffmpeg.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import playwright from '../playwright.config.ts';
import { BASE_LANGUAGES, type BaseLanguage } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import { film } from './guide-pictures/film.ts';
import { keepFilm } from './guide-pictures/keep-film.ts';
import { ADMIN_SHOTS } from './guide-pictures/admin-shots.ts';
import type { Say, Shot } from './guide-pictures/shot.ts';
import { openStage, setScenes, type Scenes, type Stage } from './guide-pictures/stage.ts';
import { takePicture } from './guide-pictures/take-picture.ts';
import { USER_SHOTS } from './guide-pictures/user-shots.ts';
import { openPage, signIn } from './guide-pictures/visit.ts';

const WIDTH = 1_120;
/** Height of the window. It is large enough that no image needs scrolling. */
const HEIGHT = 1_300;
const SHARPNESS = 1.4;
const SHOTS: readonly Shot[] = [...USER_SHOTS, ...ADMIN_SHOTS];

/** Takes all images of one user in one session, because a second sign-in would end the first session. */
async function takeAll(browser: Browser, stage: Stage, scenes: Scenes, { language, as, shots }: Turn): Promise<void> {
  const look = { viewport: { width: WIDTH, height: HEIGHT }, deviceScaleFactor: SHARPNESS };
  const page = await openPage(browser, stage, language, look);
  const say = wordsIn(language) as unknown as Say;
  if (as !== 'nobody') await signIn(page, stage, as);
  for (const shot of shots) {
    await page.setViewportSize({ width: shot.width ?? WIDTH, height: HEIGHT });
    await page.goto(shot.path(scenes), { waitUntil: 'domcontentloaded' });
    await page.locator('main h1, main h2').first().waitFor();
    await shot.prepare?.(page, say);
    const bytes = await takePicture(page, shot, say);
    const file = join('guide', 'pictures', language, `${shot.name}.webp`);
    writeFileSync(file, bytes);
    console.log(`${file}: ${(bytes.length / 1_000).toFixed(0)} kB`);
  }
  await page.context().close();
}

type Turn = { readonly language: BaseLanguage; readonly as: Shot['as']; readonly shots: readonly Shot[] };

const FILM = 'film';
const names = process.argv.slice(2);
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
const wanted = SHOTS.filter(({ name }) => isWanted(name));
const stage = await openStage();
const browser = await chromium.launch(playwright.use?.launchOptions);
const scenes = await setScenes(stage);
for (const language of BASE_LANGUAGES) {
  mkdirSync(join('guide', 'pictures', language), { recursive: true });
  for (const [as, shots] of Map.groupBy(wanted, (shot) => shot.as))
    await takeAll(browser, stage, scenes, { language, as, shots });
}
// The video is made last, because otherwise its auction would appear in lists on other images.
if (isWanted(FILM))
  for (const language of BASE_LANGUAGES) await keepFilm(await film(browser, stage, language), language);
await browser.close();
await stage.close();
