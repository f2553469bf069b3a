import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isErrorCode } from '#contract/errors/errors.ts';
import { EXTENSION_REFUSALS } from '#domain/auction/judge-conduct.ts';
import { BID_REFUSALS } from '#domain/bidding/judge-bid.ts';
import { readSources } from '#testing/tidy/source.ts';
import { errorText, type Speaker } from '#web/platform/phrases/phrase.ts';
import { readPages } from '../pages-of-bundle.ts';

/**
 * For each reply that contains refusal codes: the routes whose pages show the error phrase of each code. All other
 * pages show these codes with other phrases.
 */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  'contract/bidder/bidder.ts readPastedBidders': [],
  'contract/marketplace/marketplace.ts getSellOrderAsUser': [
    'src/web/routes/_user/user/marketplace/$id.tsx',
    'src/web/routes/_user/user/marketplace/sell-order/$id.tsx',
  ],
  'contract/marketplace/sell-order-buyer.ts readPastedBuyers': [],
  'contract/message.ts listMessagesSent': ['src/web/routes/_admin/admin/mails.tsx'],
  'contract/message.ts sendMessageAgain': ['src/web/routes/_admin/admin/mails.tsx'],
  'contract/personal-data.ts getPersonalData': [],
};

/** Refusals that a web worker finds, and the page that starts the worker. */
const FROM_THREADS = {
  'src/web/record/record-worker.ts': {
    page: 'src/web/routes/_public/record.tsx',
    codes: [
      ...BID_REFUSALS,
      ...EXTENSION_REFUSALS,
      'auction_not_started',
      'auction_not_paused',
      'auction_paused',
      'auction_has_ended',
      'auction_annulled',
    ],
  },
  // This worker only tells whether it could read a file.
  'src/web/document/office-worker.ts': undefined,
} as const;

/** Returns the refusal codes among the values that a schema allows. */
function codesIn(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  return Object.values(schema).flatMap((value: unknown) =>
    typeof value === 'string' && isErrorCode(value) ? [value] : codesIn(value, seen),
  );
}

/** Returns every route of the contract whose replies contain refusal codes, with those codes. */
async function codesInReplies(): Promise<Map<string, readonly string[]>> {
  const files = readdirSync('src/contract', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const found = await Promise.all(
    files.map(async (file) => {
      const module = (await import(/* @vite-ignore */ `../../src/contract/${file}`)) as Record<
        string,
        { reply?: unknown }
      >;
      return Object.entries(module).map(([name, value]) => {
        const reply = (value as { reply?: { _zod?: { def?: unknown } } } | undefined)?.reply;
        return [`contract/${file} ${name}`, [...new Set(codesIn(reply?._zod?.def))]] as const;
      });
    }),
  );
  return new Map(found.flat().filter(([, codes]) => codes.length > 0));
}

describe('a page loads the text of every error that it can show', async () => {
  const pages = await readPages(readSources());
  const replied = await codesInReplies();
  const wordless = (path: string, codes: readonly string[]): string[] => {
    const page = pages.find((one) => one.path === path);
    return page ? codes.filter((code) => !page.says(`error.${code}`)) : [`no page ${path}`];
  };

  it('from the text that a rejected call returns', () => {
    const silent = Object.assign((key: string) => key, { has: () => false }) as unknown as Speaker;
    expect(errorText(silent, { code: 'bids_too_fast', message: 'Too many bids' })).toBe('Too many bids');
  });

  it('from a list of all replies that contain an error code', () =>
    expect([...replied.keys()].toSorted()).toEqual(Object.keys(SHOWN_BY)));

  it.each(Object.entries(SHOWN_BY))('for the error codes in replies of %s', (route, paths) => {
    for (const path of paths) {
      expect(pages.find((page) => page.path === path)?.contracts).toContain(route);
      expect(wordless(path, replied.get(route) ?? [])).toEqual([]);
    }
  });

  it('for errors that a worker finds', () => {
    expect([...new Set(pages.flatMap(({ threads }) => [...threads]))].toSorted()).toEqual(
      Object.keys(FROM_THREADS).toSorted(),
    );
    for (const found of Object.values(FROM_THREADS)) if (found) expect(wordless(found.page, found.codes)).toEqual([]);
  });
});
