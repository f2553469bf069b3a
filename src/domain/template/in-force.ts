import { isPolicy } from '#domain/template/template.ts';
import type { TemplateType } from '#domain/template/template-type.ts';

/** A version of a template, with the facts that decide about acceptance. */
export type VersionFacts = {
  readonly templateId: string;
  readonly templateType: TemplateType;
  readonly isInUse: boolean;
  readonly version: number;
  /**
   * The first version that had the same contents as this version. An acceptance of that version or a later one is
   * valid.
   */
  readonly contentsSince: number;
  readonly updatedAtMs: number;
};

/** A user's acceptance of a version of a policy. Acceptances are never changed or deleted. */
export type Accepted = { readonly templateId: string; readonly version: number };

/**
 * Returns the templates that users see. These are all guides in use and, for each kind of policy, the policy in use
 * that was saved last.
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
 * Returns whether one of these acceptances covers the current contents of a policy. If only the document's name
 * changes, users need not accept it again.
 */
export const isAccepted = (policy: VersionFacts, accepted: readonly Accepted[]): boolean =>
  accepted.some(({ templateId, version }) => templateId === policy.templateId && version >= policy.contentsSince);

/**
 * Returns the terms that a user must still accept to take part in an auction: terms in force that the user has not
 * accepted.
 */
export const toAccept = <Facts extends VersionFacts>(
  templates: readonly Facts[],
  accepted: readonly Accepted[],
): Facts[] =>
  inForce(templates).filter((one) => one.templateType === 'TermsAndConditions' && !isAccepted(one, accepted));

/**
 * Judges an acceptance. It must name a policy in force, and a version with the policy's current contents. A page that
 * was opened earlier may show older contents.
 */
export function judgeAcceptance(
  templates: readonly VersionFacts[],
  accepted: Accepted,
): 'template_not_in_force' | undefined {
  const policy = inForce(templates).find(({ templateId }) => templateId === accepted.templateId);
  const isNow = policy && isPolicy(policy.templateType) && accepted.version <= policy.version;
  return isNow && isAccepted(policy, [accepted]) ? undefined : 'template_not_in_force';
}
