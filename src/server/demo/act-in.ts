import type { BodyOf, ReplyOf, Route } from '#contract/basics/route.ts';
import { findNamingDue } from '#server/settlement/naming-due.ts';
import { certificateOperations } from '#server/certificate/certificate-operations.ts';
import type { DemoStage } from '#server/demo/make-auction.ts';
import { invoiceOperations } from '#server/invoice/invoice-operations.ts';
import { marketplaceOperations } from '#server/marketplace/marketplace-operations.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { InTransaction } from '#server/platform/http/operation.ts';
import { databaseNowMs } from '#server/platform/runtime/clock.ts';

type Input<R extends Route> = { readonly params: Readonly<Record<string, string>>; readonly body: BodyOf<R> };
export type Act = <R extends Route>(route: R, caller: Caller, input: Input<R>) => Promise<ReplyOf<R>>;

/** Returns the currency of the demo's deployment. */
export const currencyOf = ({ variant }: DemoStage): string => (variant === 'GLOBAL' ? 'USD' : 'MYR');

/**
 * Returns a function that runs the handlers of the API in this transaction. Stubs replace the dependencies that are
 * needed only for replies.
 */
export function actIn(db: Db, stage: DemoStage): Act {
  const nothing = (): never => {
    throw new Error('the demo has no files');
  };
  const files = { read: nothing, stream: nothing, write: nothing, remove: nothing, names: nothing, check: nothing };
  const issuer = { brand: { name: '', title: { en: '', zh: '' }, primaryColor: '' }, currency: currencyOf(stage) };
  const dialect = stage.variant === 'GLOBAL' ? 'en16931' : 'myinvois';
  const operations = [
    ...invoiceOperations({ dialect, issuer, isReported: false, publicUrl: '' }),
    ...marketplaceOperations({
      images: { linksAt: () => (id) => ({ id, url: '', smallUrl: '' }), msLeft: () => undefined },
      files,
      publicUrl: '',
      issuer,
      allowsMarketplace: true,
    }),
    ...certificateOperations({
      files,
      evidenceLinks: { queryAt: () => () => '', msLeft: nothing },
      publicUrl: null,
      findDue: findNamingDue,
    }),
  ];
  return async <R extends Route>(route: R, caller: Caller, { params, body }: Input<R>) => {
    const operation = operations.find((one) => one.route === route);
    const about = { key: '', language: 'en', timeZone: 'UTC', address: '', fingerprint: '', confirmation: '' } as const;
    const nowMs = await databaseNowMs(db);
    const inTransaction: InTransaction = (work) => work(db);
    const call = {
      ...about,
      params,
      query: {},
      body,
      caller,
      db,
      inTransaction,
      nowMs,
      beganAtMs: 0,
      afterCommit: () => undefined,
    };
    return (await operation?.handle(call)) as ReplyOf<R>;
  };
}
