import type { Area } from '#domain/automation/scope.ts';

/**
 * Roles of administrators (docs/rules.md#roles). All of them read everything. An owner changes everything and
 * manages administrators, keys and webhooks; an auditor changes nothing. An administrator can have several roles.
 */
export const ADMIN_ROLES = ['owner', 'auctioneer', 'registrar', 'marketplace', 'finance', 'auditor'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** The areas in which each role changes things. */
const CHANGES: Readonly<Record<Exclude<AdminRole, 'owner'>, readonly Area[]>> = {
  auctioneer: ['auctions'],
  registrar: ['companies', 'certificates'],
  marketplace: ['marketplace'],
  finance: ['settlement', 'holdings'],
  auditor: [],
};

/**
 * Whether an administrator with these roles may change something in an area.
 * @param area null: a matter of owners, such as keys
 */
export const mayChange = (roles: readonly AdminRole[], area: Area | null): boolean =>
  roles.some((role) => role === 'owner' || (area !== null && CHANGES[role].includes(area)));

/** The facts about an administrator who shall lose roles or all rights, and about the other administrators. */
export type OwnerFacts = { readonly isOwner: boolean; readonly staysOwner: boolean; readonly otherOwners: number };

/** Refuses a change after which nobody would be an owner. */
export const judgeOwners = ({ isOwner, staysOwner, otherOwners }: OwnerFacts): 'last_administrator' | undefined =>
  isOwner && !staysOwner && otherOwners === 0 ? 'last_administrator' : undefined;
