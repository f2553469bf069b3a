import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { BaseLanguage } from '#domain/basics/language.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import type { Film } from './camera.ts';
import { captionOf, FILM_SIZE, type Cue } from './film.ts';

const FOLDER = join('public', 'video');
const FRAMES_A_SECOND = 12;
const FILM_BYTES_MAX = 1_500_000;

/** Writes a video as WebM, with its captions and its poster image. It needs Debian's ffmpeg. */
export async function keepFilm(film: Film<Cue>, language: BaseLanguage): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const name = join(FOLDER, `bidding.${language}`);
  await encode(film, `${name}.webm`);
  writeFileSync(`${name}.vtt`, captions(film, language));
  await sharp(film.poster).webp({ quality: 70, effort: 6 }).toFile(`${name}.webp`);
  const { size } = statSync(`${name}.webm`);
  console.log(`${name}.webm: ${(size / 1_000).toFixed(0)} kB, ${film.lengthS.toFixed(0)} s`);
  if (size > FILM_BYTES_MAX) throw new Error('the video is too large: shorten it');
}

async function encode({ frames, lengthS }: Film<Cue>, file: string): Promise<void> {
  const folder = await temporaryFolder('film');
  const list = frames.map(({ atS, jpeg }, at) => {
    const frame = join(folder.path, `${at}.jpg`);
    writeFileSync(frame, jpeg);
    const endS = frames[at + 1]?.atS ?? lengthS;
    return `file '${frame}'\nduration ${Math.max(0.001, endS - atS).toFixed(3)}`;
  });
  const listFile = join(folder.path, 'frames.txt');
  writeFileSync(listFile, `ffconcat version 1.0\n${list.join('\n')}\n`);
  const { width, height } = FILM_SIZE;
  const picture = `fps=${FRAMES_A_SECOND},scale=${width}:${height},format=yuv420p`;
  const codec = ['-c:v', 'libvpx-vp9', '-crf', '36', '-b:v', '0', '-cpu-used', '5', '-row-mt', '1', '-an'];
  const input = ['-f', 'concat', '-safe', '0', '-i', listFile];
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...input, '-vf', picture, ...codec, file]);
  await folder.remove();
}

const captions = ({ cues }: Film<Cue>, language: BaseLanguage): string =>
  [
    'WEBVTT',
    ...cues.map(({ name, fromS, toS }) => `${timeOf(fromS)} --> ${timeOf(toS)}\n${captionOf(language, name)}`),
  ].join('\n\n') + '\n';

const timeOf = (seconds: number): string => new Date(Math.round(seconds * 1_000)).toISOString().slice(11, 23);
