import { groupBy } from '#domain/basics/group-by.ts';

/**
 * Kinds of facts that two companies of an auction may share. Administrators review companies that share facts (decision
 * 84).
 */
export const FACT_KINDS = ['member', 'emailDomain', 'registrationNumber', 'phone', 'device'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/**
 * A known fact about a company. Two companies share a fact if their facts have the same `kind` and `value`. `label` is
 * shown on screens.
 */
export type CompanyFact = {
  readonly accountId: string;
  readonly kind: FactKind;
  readonly value: string;
  readonly label: string;
  /** The member to whom the fact belongs; null if it belongs to the company itself. */
  readonly userId: string | null;
};

export type SharedFact = { readonly kind: FactKind; readonly label: string };

/** Two companies that share facts. `accountId` is the smaller of both ids. */
export type Relation = {
  readonly accountId: string;
  readonly otherAccountId: string;
  readonly facts: readonly SharedFact[];
};

/**
 * Returns pairs of companies that share facts, at most `most` pairs. A shared member counts as one fact. The same
 * member's email domain, phone and devices do not count in addition.
 */
export function findRelations(facts: readonly CompanyFact[], most: number): Relation[] {
  const pairs = new Map<string, { accountId: string; otherAccountId: string; facts: Map<string, SharedFact> }>();
  for (const kind of FACT_KINDS) {
    const alike = groupBy(
      facts.filter((fact) => fact.kind === kind),
      ({ value }) => value,
    );
    for (const group of alike.values()) {
      for (const [at, one] of group.entries()) {
        for (const other of group.slice(at + 1)) {
          if (one.accountId === other.accountId) continue;
          if (kind !== 'member' && one.userId !== null && one.userId === other.userId) continue;
          const [accountId = '', otherAccountId = ''] = [one.accountId, other.accountId].toSorted();
          const key = `${accountId} ${otherAccountId}`;
          const pair = pairs.get(key) ?? { accountId, otherAccountId, facts: new Map<string, SharedFact>() };
          if (!pairs.has(key) && pairs.size === most) return present(pairs);
          const label = [...new Set([one.label, other.label])].toSorted().join(', ');
          pair.facts.set(`${kind} ${one.value}`, { kind, label });
          pairs.set(key, pair);
        }
      }
    }
  }
  return present(pairs);
}

const present = (
  pairs: ReadonlyMap<string, Omit<Relation, 'facts'> & { readonly facts: ReadonlyMap<string, SharedFact> }>,
): Relation[] => [...pairs.values()].map((pair) => ({ ...pair, facts: [...pair.facts.values()] }));
