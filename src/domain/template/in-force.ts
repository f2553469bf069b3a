import { isPolicy } from '#domain/template/template.ts';
import type { TemplateType } from '#domain/template/template-type.ts';

/** A version of a template, and since which of its versions it says the same. */
export type VersionFacts = {
  readonly templateId: string;
  readonly templateType: TemplateType;
  readonly isInUse: boolean;
  readonly version: number;
  /** The first version with these contents: what was accepted from then on is what it says now. */
  readonly contentsSince: number;
  readonly updatedAtMs: number;
};

/** Somebody's agreement to a version; acceptances are only ever added to. */
export type Accepted = { readonly templateId: string; readonly version: number };

/** Which templates are shown to readers: every guide in use, and of each kind of policy the one that was saved last. */
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

/** Whether one of these acceptances is to what a version says: another name for the document asks nobody anew. */
export const isAccepted = (policy: VersionFacts, accepted: readonly Accepted[]): boolean =>
  accepted.some(({ templateId, version }) => templateId === policy.templateId && version >= policy.contentsSince);

/** The terms that somebody must accept before it enters an auction: those in force, unless it did so already. */
export const toAccept = <Facts extends VersionFacts>(
  templates: readonly Facts[],
  accepted: readonly Accepted[],
): Facts[] =>
  inForce(templates).filter((one) => one.templateType === 'TermsAndConditions' && !isAccepted(one, accepted));

/** What somebody says it accepts must be a policy in force, as it reads now: a page left open may show an older one. */
export function judgeAcceptance(
  templates: readonly VersionFacts[],
  accepted: Accepted,
): 'template_not_in_force' | undefined {
  const policy = inForce(templates).find(({ templateId }) => templateId === accepted.templateId);
  const isNow = policy && isPolicy(policy.templateType) && accepted.version <= policy.version;
  return isNow && isAccepted(policy, [accepted]) ? undefined : 'template_not_in_force';
}
