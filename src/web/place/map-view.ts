import type { Country } from '#domain/basics/country.ts';

export type MapPoint = { readonly latitude: number; readonly longitude: number };

/** What a map shows: its middle, and how many degrees of latitude it is high. */
export type MapView = MapPoint & { readonly height: number };

/** Width to height. */
export const MAP_RATIO = 2;
export const HEIGHT_MIN = 0.5;
export const HEIGHT_MAX = 40;

const COUNTRY_VIEWS: Record<Country, MapView> = {
  MY: { latitude: 4.2, longitude: 109, height: 11 },
  VN: { latitude: 16, longitude: 106.5, height: 17 },
  CN: { latitude: 36, longitude: 104, height: 38 },
};
const EVERYTHING: MapView = { latitude: 22, longitude: 106, height: HEIGHT_MAX };
/** A single point with its surroundings. */
const AROUND = 5;

export const clampHeight = (height: number): number => Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, height));

const middleOf = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
const extentOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** All the points with some space around them; without any the country. */
export function viewOf(points: readonly MapPoint[], country: Country | undefined): MapView {
  if (points.length === 0) return country ? COUNTRY_VIEWS[country] : EVERYTHING;
  const [latitudes, longitudes] = [points.map(({ latitude }) => latitude), points.map(({ longitude }) => longitude)];
  const height = Math.max(AROUND, extentOf(latitudes) * 1.4, (extentOf(longitudes) * 1.4) / MAP_RATIO);
  return { latitude: middleOf(latitudes), longitude: middleOf(longitudes), height: clampHeight(height) };
}

/** Degrees of longitude grow shorter towards the poles; a map that is this small needs no other projection. */
export const shrinkOf = ({ latitude }: MapView): number => Math.cos((latitude * Math.PI) / 180);

/** Where a point lies on the map, in parts of its width and height. */
export function placeOn(view: MapView, { latitude, longitude }: MapPoint): { x: number; y: number } {
  const width = view.height * MAP_RATIO;
  return {
    x: 0.5 + ((longitude - view.longitude) * shrinkOf(view)) / width,
    y: 0.5 - (latitude - view.latitude) / view.height,
  };
}

const DIGITS = 10_000;
const round = (degrees: number): number => Math.round(degrees * DIGITS) / DIGITS;

/** The other way round: what somebody points at, to about ten metres. */
export function pointAt(view: MapView, { x, y }: { x: number; y: number }): MapPoint {
  const width = view.height * MAP_RATIO;
  return {
    latitude: round(Math.min(90, Math.max(-90, view.latitude - (y - 0.5) * view.height))),
    longitude: round(Math.min(180, Math.max(-180, view.longitude + ((x - 0.5) * width) / shrinkOf(view)))),
  };
}
