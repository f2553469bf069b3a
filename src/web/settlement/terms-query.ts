import {
  getAuctionTermsAsAdmin,
  getAuctionTermsAsUser,
  getSellOrderTermsAsAdmin,
  getSellOrderTermsAsUser,
} from '#contract/settlement/settlement.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import type { Role } from '#web/platform/session/session.ts';

/** The kinds of things that have terms of settlement. */
export type TermsOwner = 'auction' | 'sellOrder';

const ROUTES = {
  auction: { admin: getAuctionTermsAsAdmin, user: getAuctionTermsAsUser },
  sellOrder: { admin: getSellOrderTermsAsAdmin, user: getSellOrderTermsAsUser },
} as const;

/** The beginning of the keys of all queries for terms of settlement. */
export const SETTLEMENT_TERMS_KEY = ['settlement-terms'] as const;

/** Reads the terms of settlement of an auction or a sell order. */
export const settlementTermsQuery = (owner: TermsOwner, role: Role, id: string) =>
  readQuery([...SETTLEMENT_TERMS_KEY, owner, role, id], ROUTES[owner][role], { params: { id } });
