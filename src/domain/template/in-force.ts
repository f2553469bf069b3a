import { isPolicy } from '#domain/template/template.ts';
import type { TemplateType } from '#domain/template/template-type.ts';

/** A version of a template, with the first version that has the same contents. */
export type VersionFacts = {
  readonly templateId: string;
  readonly templateType: TemplateType;
  readonly isInUse: boolean;
  readonly version: number;
  /** The first version with these contents. An acceptance of that version or a later one is still valid. */
  readonly contentsSince: number;
  readonly updatedAtMs: number;
};

/** A user's agreement to a version. Acceptances are never changed or deleted. */
export type Accepted = { readonly templateId: string; readonly version: number };

/**
 * Returns the templates that readers see: every guide in use, and for each kind of policy the one in use that was saved
 * last.
 */
export function inForce<Facts extends VersionFacts>(templates: readonly Facts[]): Facts[] {
  const used = templates.filter(({ isInUse }) => isInUse);
  return used.filter(
    (one) =>
      !isPolicy(one.templateType) ||
      !used.some((other) => other.templateType === one.templateType && isLater(other, one)),
  );
}

const isLater = (one: VersionFacts, other: VersionFacts): boolean =>
  one.updatedAtMs > other.updatedAtMs || (one.updatedAtMs === other.updatedAtMs && one.templateId > other.templateId);

/**
 * Returns whether one of these acceptances covers a policy's present contents. A new name of the document alone does
 * not require another acceptance.
 */
export const isAccepted = (policy: VersionFacts, accepted: readonly Accepted[]): boolean =>
  accepted.some(({ templateId, version }) => templateId === policy.templateId && version >= policy.contentsSince);

/** Returns the terms that a user must still accept to enter an auction: those in force, unless already accepted. */
export const toAccept = <Facts extends VersionFacts>(
  templates: readonly Facts[],
  accepted: readonly Accepted[],
): Facts[] =>
  inForce(templates).filter((one) => one.templateType === 'TermsAndConditions' && !isAccepted(one, accepted));

/**
 * Judges an acceptance. It must name a policy in force with its present contents: a page left open may show older ones.
 */
export function judgeAcceptance(
  templates: readonly VersionFacts[],
  accepted: Accepted,
): 'template_not_in_force' | undefined {
  const policy = inForce(templates).find(({ templateId }) => templateId === accepted.templateId);
  const isNow = policy && isPolicy(policy.templateType) && accepted.version <= policy.version;
  return isNow && isAccepted(policy, [accepted]) ? undefined : 'template_not_in_force';
}
