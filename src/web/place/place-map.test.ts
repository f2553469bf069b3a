import { expect, test } from 'vitest';
import { HEIGHT_MAX, placeOn, pointAt, viewOf } from '#web/place/place-map.tsx';

const ipoh = { latitude: 4.5841, longitude: 101.0829 };
const kuching = { latitude: 1.5497, longitude: 110.3634 };

test('a selected point is where it is drawn', () => {
  const view = viewOf([ipoh], 'MY');
  expect(placeOn(view, ipoh)).toEqual({ x: 0.5, y: 0.5 });
  const found = pointAt(view, placeOn(view, { latitude: 5.1, longitude: 102.2 }));
  expect(found).toEqual({ latitude: 5.1, longitude: 102.2 });
});

test('all points are on the map, with space around them', () => {
  const view = viewOf([ipoh, kuching], undefined);
  for (const point of [ipoh, kuching]) {
    const { x, y } = placeOn(view, point);
    expect([x, y].every((at) => at > 0.05 && at < 0.95)).toBe(true);
  }
});

test('without points the map shows the country, without a country all three', () => {
  expect(viewOf([], 'VN').height).toBeLessThan(20);
  expect(viewOf([], undefined).height).toBe(HEIGHT_MAX);
});

test('points beyond the poles cannot be selected', () => {
  expect(pointAt({ latitude: 85, longitude: 0, height: HEIGHT_MAX }, { x: 0.5, y: 0 }).latitude).toBe(90);
});
