import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import sharp from 'sharp';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { IMAGE_SIZES, readImage, type ImageFiles } from '#server/platform/files/image-file.ts';
import { imageFileName } from '#server/platform/files/image-links.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

/** The scenes that this process has drawn, by name. Each scene is drawn once. */
const drawn = new Map<string, Promise<ImageFiles>>();

/** Draws a plant of this fuel from `sides` sides, for an auction or a sell order. Returns the ids of the images. */
export const demoImages =
  (files: FileStore) =>
  async (db: Db, owned: Omit<Insertable<Tables['image']>, 'id'>, fuel: FuelType, sides: number): Promise<string[]> => {
    const ids: string[] = [];
    for (const number of range(sides)) {
      const name = `${fuel} ${number}`;
      const scene = drawn.get(name) ?? drawScene(fuel, number).then(filesOf);
      drawn.set(name, scene);
      const [id, sizes] = [randomUUID(), await scene];
      await db
        .insertInto('image')
        .values({ id, ...owned })
        .execute();
      for (const size of IMAGE_SIZES) await files.write(imageFileName(id, size), sizes[size]);
      ids.push(id);
    }
    return ids;
  };

export type DemoImages = ReturnType<typeof demoImages>;

async function filesOf(bytes: Uint8Array): Promise<ImageFiles> {
  const read = await readImage(bytes);
  if (!read.ok) throw new Error(`the demo cannot draw its images: ${read.refusal.code}`);
  return read.files;
}

/** Width and height of the demo's images in pixels. Each image shows a landscape with a plant. */
const [WIDTH, HEIGHT] = [1_280, 960];

const HOURS = [
  { sky: ['#8ec5e8', '#e9f4f7'], sun: '#fff3c4', far: '#9fb8a6', near: '#4f7f5a', water: '#5f9fc0' },
  { sky: ['#f0a35e', '#fbe3b5'], sun: '#fff1d0', far: '#b98c72', near: '#5c5f45', water: '#c58f62' },
  { sky: ['#7f9fd0', '#dfe5ef'], sun: '#f7f2df', far: '#8fa3ad', near: '#3f6b62', water: '#6a8fb0' },
] as const;
type Hour = (typeof HOURS)[number];

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** SVG of a line of hills: the sum of three waves, moved along by `shift`. */
function hills(base: number, high: number, shift: number, color: string): string {
  const points = range(33).map((at) => {
    const x = (at / 32) * WIDTH;
    const wave = Math.sin(at / 3.1 + shift) + Math.sin(at / 5.3 + shift * 2.3) + Math.sin(at / 1.9 + shift) / 3;
    return `${x.toFixed(0)},${(base - (high * (wave + 2)) / 4).toFixed(0)}`;
  });
  return `<polygon fill="${color}" points="0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}"/>`;
}

const water = (from: number, { water: color }: Hour): string =>
  `<rect y="${from}" width="${WIDTH}" height="${HEIGHT - from}" fill="${color}"/>` +
  range(14)
    .map((at) => {
      const [x, y] = [(at * 397) % WIDTH, from + 18 + ((at * 61) % (HEIGHT - from - 20))];
      return `<rect x="${x}" y="${y}" width="${90 + ((at * 53) % 120)}" height="5" rx="2" fill="#fff" opacity=".25"/>`;
    })
    .join('');

function turbine(x: number, foot: number, size: number, turn: number): string {
  const hub = foot - size;
  const blades = [0, 120, 240].map(
    (angle) =>
      `<path transform="translate(${x} ${hub}) rotate(${angle + turn})" fill="#fbfcfc" d="M-${size / 60} 0 L0 -${size * 0.62} L${size / 28} 0 Z"/>`,
  );
  const mast = `<path fill="#eef1f2" d="M${x - size / 46} ${foot} L${x - size / 90} ${hub} H${x + size / 90} L${x + size / 46} ${foot} Z"/>`;
  return `${mast}${blades.join('')}<circle cx="${x}" cy="${hub}" r="${size / 40}" fill="#d7dcde"/>`;
}

const panels = (from: number, rows: number): string =>
  range(rows)
    .flatMap((row) => {
      const [y, size] = [from + row * row * 12 + row * 34, 62 + row * 26];
      return range(Math.ceil(WIDTH / size) + 1).map((at) => {
        const x = at * size - ((row * 31) % size);
        return `<path fill="#1f3f66" stroke="#b9cbe0" stroke-width="2" d="M${x} ${y + size / 2.6} L${x + size * 0.16} ${y} H${x + size * 0.94} L${x + size * 0.78} ${y + size / 2.6} Z"/>`;
      });
    })
    .join('');

const dam = (hour: Hour): string =>
  `<path fill="#d9d6cd" d="M180 560 H1100 L1010 960 H290 Z"/><rect x="170" y="540" width="940" height="30" fill="#efece4"/>` +
  range(5)
    .map((at) => `<path fill="#f7fafb" opacity=".85" d="M${300 + at * 150} 572 h70 l${18 - at * 9} 388 h-76 Z"/>`)
    .join('') +
  `<rect y="900" width="${WIDTH}" height="60" fill="${hour.water}" opacity=".9"/>`;

const mill = (): string =>
  `<rect x="330" y="560" width="430" height="260" fill="#e4e0d6"/><path fill="#a65f45" d="M310 560 L545 470 L780 560 Z"/>` +
  range(4)
    .map((at) => `<rect x="${370 + at * 100}" y="640" width="54" height="80" fill="#7d98a8"/>`)
    .join('') +
  `<path fill="#4f8f6a" d="M800 820 V700 a130 130 0 0 1 260 0 V820 Z"/><rect x="800" y="700" width="260" height="12" fill="#3d7354"/>` +
  `<rect x="250" y="430" width="44" height="390" fill="#cfc9bc"/><circle cx="272" cy="392" r="34" fill="#fff" opacity=".5"/><circle cx="320" cy="344" r="46" fill="#fff" opacity=".35"/>`;

type Subject = (hour: Hour, shift: number) => string;

const SUBJECTS: Partial<Record<FuelType, Subject>> = {
  Wind: (hour, shift) =>
    water(700, hour) +
    range(6)
      .map((at) => turbine(120 + at * 205, 720 + (at % 2) * 40, 300 + (at % 3) * 70, at * 37 + shift * 20))
      .join(''),
  Solar: () => panels(620, 5),
  SolarAndHydro: (hour) => water(560, hour) + panels(680, 4),
  Biogas: mill,
  Biomass: mill,
};

/** Draws one image of a plant. The number selects the time of day and the hills. */
function drawScene(fuel: FuelType, number: number): Promise<Buffer> {
  const hour = HOURS[number % HOURS.length] ?? HOURS[0];
  const shift = number * 1.7 + fuel.length;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${hour.sky[0]}"/><stop offset="1" stop-color="${hour.sky[1]}"/></linearGradient></defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>
    <circle cx="${240 + ((number * 331) % 800)}" cy="210" r="70" fill="${hour.sun}"/>
    ${hills(600, 260, shift, hour.far)}${hills(720, 170, shift + 2, hour.near)}${(SUBJECTS[fuel] ?? dam)(hour, shift)}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
}
