import { useState } from 'react';
import type { AcceptedTemplate } from '#contract/template-acceptance.ts';
import type { ReadDocument } from '#contract/template.ts';

/** A policy that must be read and agreed to. */
export type PolicyToAccept = Pick<ReadDocument, 'templateId' | 'version' | 'templateType'>;

/** The policies to accept, and the agreements that the person has given so far. */
export type Agreement = {
  readonly asked: readonly PolicyToAccept[];
  /** The versions that the person has agreed to so far. */
  readonly accepted: readonly AcceptedTemplate[];
  /** True if an agreement is missing and `check` has been called. */
  readonly isComplaining: boolean;
  hasAgreed(policy: PolicyToAccept): boolean;
  agree(policy: PolicyToAccept, accepted: AcceptedTemplate): void;
  /** Returns true if no agreement is missing. */
  check(): boolean;
  /** Drops all agreements. Called when the policies have changed since they were read. */
  forget(): void;
};

type Accepted = Readonly<Partial<Record<ReadDocument['templateType'], AcceptedTemplate>>>;

/** Collects the person's agreements to policies until the form is sent. */
export function useAgreement(asked: readonly PolicyToAccept[]): Agreement {
  const [accepted, setAccepted] = useState<Accepted>({});
  const [isChecked, setIsChecked] = useState(false);
  const hasAgreed = ({ templateType }: PolicyToAccept) => accepted[templateType] !== undefined;
  const isMissing = !asked.every(hasAgreed);
  return {
    asked,
    accepted: Object.values(accepted),
    isComplaining: isChecked && isMissing,
    hasAgreed,
    agree: ({ templateType }, version) => setAccepted((before) => ({ ...before, [templateType]: version })),
    check: () => {
      setIsChecked(true);
      return !isMissing;
    },
    forget: () => setAccepted({}),
  };
}
