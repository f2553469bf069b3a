import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TOURS } from '#contract/tour.ts';
import { presentSteps, TOUR_OF, TOUR_STEPS, type StepName, type TourPage } from '#web/tour/tour-steps.ts';

const namesOf = (page: TourPage, there: readonly StepName[]) =>
  presentSteps(page, (name) => (there.includes(name) ? name : undefined)).map(({ name }) => name);

describe('the steps of a page', () => {
  it('are those whose place is there, in their order, after the welcome', () => {
    expect(namesOf('liveAuctions', ['again', 'ways', 'filters'])).toEqual(['liveAuctions', 'filters', 'ways', 'again']);
    expect(namesOf('pastAuctions', ['ways', 'phase', 'again'])).toEqual(['pastAuctions', 'again']);
  });

  it('say of initial bids what holds in their phase, and of a part only where one can be had', () => {
    const before = ['sealed', 'maximum', 'rules', 'fields', 'part', 'summary', 'again'] as const;
    expect(namesOf('initialBids', before)).toEqual(before);
    expect(namesOf('initialBids', ['late', 'fields', 'summary'])).toEqual(['late', 'fields', 'summary']);
  });

  it('are none where nothing is there', () => expect(namesOf('auctionResult', [])).toEqual([]));

  it('know where they stand; a welcome stands nowhere', () => {
    const [welcome, filters] = presentSteps('liveAuctions', (name) => (name === 'filters' ? 7 : undefined));
    expect([welcome?.place, filters?.place]).toEqual([undefined, 7]);
  });
});

it('each tour that the server remembers is a page of its own', () => {
  for (const tour of TOURS) expect(TOUR_OF[tour]).toBe(tour);
});

it('each step has its place on some screen', () => {
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
