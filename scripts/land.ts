// `node scripts/land.ts`: draws the land of the map, without borders, from the data of world-atlas (decision 21).
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type Point = readonly [x: number, y: number];

/** The area of the map in degrees: its west, east, south and north limits. */
const [WEST, EAST, SOUTH, NORTH] = [70, 140, -12, 56] as const;
/** Units of the map per degree: coordinates are integers in hundredths of a degree. */
const UNITS = 100;

const EDGES: readonly { axis: 0 | 1; limit: number; sign: 1 | -1 }[] = [
  { axis: 0, limit: WEST, sign: 1 },
  { axis: 0, limit: EAST, sign: -1 },
  { axis: 1, limit: SOUTH, sign: 1 },
  { axis: 1, limit: NORTH, sign: -1 },
];

/** Returns the part of a ring inside the map's area. The ring is cut at one edge of the area after the other. */
const clip = (ring: readonly Point[]): readonly Point[] =>
  EDGES.reduce<readonly Point[]>((points, { axis, limit, sign }) => {
    const isIn = (point: Point): boolean => sign * (point[axis] - limit) >= 0;
    return points.flatMap((point, at) => {
      const next = points[(at + 1) % points.length] ?? point;
      const part = (limit - point[axis]) / (next[axis] - point[axis]);
      const crossing: Point = [point[0] + part * (next[0] - point[0]), point[1] + part * (next[1] - point[1])];
      return [...(isIn(point) ? [point] : []), ...(isIn(point) === isIn(next) ? [] : [crossing])];
    });
  }, ring);

/**
 * Returns a ring as an SVG path, with the south at the bottom. The path has relative steps, which take half as much
 * text as absolute positions.
 */
function draw(ring: readonly Point[]): string {
  const rounded = clip(ring.slice(0, -1)).map(([x, y]): Point => [Math.round(x * UNITS), Math.round(-y * UNITS)]);
  const points = rounded.filter(([x, y], at) => x !== rounded[at - 1]?.[0] || y !== rounded[at - 1]?.[1]);
  const [first, ...rest] = points;
  if (!first || points.length < 4) return '';
  const steps = rest.map(([x, y], at) => `${x - (points[at]?.[0] ?? 0)} ${y - (points[at]?.[1] ?? 0)}`);
  return `M${first[0]} ${first[1]}l${steps.join(' ').replaceAll(' -', '-')}z`;
}

const source = createRequire(import.meta.url).resolve('world-atlas/land-50m.json');
const atlas = JSON.parse(await readFile(source, 'utf8')) as Topology<{ land: GeometryCollection }>;
const rings = feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) =>
  geometry.type === 'MultiPolygon'
    ? geometry.coordinates.flat()
    : geometry.type === 'Polygon'
      ? geometry.coordinates
      : [],
);
const path = rings.map((ring) => draw(ring as unknown as Point[])).join('');
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><path id="land" vector-effect="non-scaling-stroke" d="${path}"/></svg>\n`;
await writeFile(new URL('../public/land.svg', import.meta.url), svg);
