import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TOURS } from '#contract/tour.ts';
import { presentSteps, TOUR_OF, TOUR_STEPS, type StepName, type TourPage } from '#web/tour/tour-steps.ts';

const namesOf = (page: TourPage, there: readonly StepName[]) =>
  presentSteps(page, (name) => (there.includes(name) ? name : undefined)).map(({ name }) => name);

describe('the steps of a page', () => {
  it('are those whose element exists, in their order, after the welcome', () => {
    expect(namesOf('liveAuctions', ['again', 'ways', 'filters'])).toEqual(['liveAuctions', 'filters', 'ways', 'again']);
    expect(namesOf('pastAuctions', ['ways', 'phase', 'again'])).toEqual(['pastAuctions', 'again']);
  });

  it('describe initial bids in their phase, and parts only if partial bids are possible', () => {
    const before = ['sealed', 'maximum', 'rules', 'fields', 'part', 'summary', 'again'] as const;
    expect(namesOf('initialBids', before)).toEqual(before);
    expect(namesOf('initialBids', ['late', 'fields', 'summary'])).toEqual(['late', 'fields', 'summary']);
  });

  it('are empty if no element exists', () => expect(namesOf('auctionResult', [])).toEqual([]));

  it('know their position; a welcome has none', () => {
    const [welcome, filters] = presentSteps('liveAuctions', (name) => (name === 'filters' ? 7 : undefined));
    expect([welcome?.place, filters?.place]).toEqual([undefined, 7]);
  });
});

it('each tour that the server remembers has its own page', () => {
  for (const tour of TOURS) expect(TOUR_OF[tour]).toBe(tour);
});

it('each step has its element on some screen', () => {
  const screens = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => readFileSync(`src/web/${path}`, 'utf8'));
  const marks = screens.flatMap((text) => [
    ...text.matchAll(/(?:data-tour|<Toolbar place)=(?:"([^"]+)"|\{([^}]+)\})/g),
  ]);
  const marked = new Set(
    marks.flatMap(([, plain = '', code = '']) => `${plain} ${code.replaceAll(/[^\w ]/g, '')}`.split(' ')),
  );
  const steps = Object.entries(TOUR_STEPS).flatMap(([page, names]) => names.filter((name) => name !== page));
  expect(steps.filter((name) => !marked.has(name))).toEqual([]);
});
