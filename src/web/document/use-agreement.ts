import { useState } from 'react';
import type { AcceptedTemplate } from '#contract/template-acceptance.ts';
import type { ReadDocument } from '#contract/template.ts';

/** A policy that is to be read and agreed to. */
export type AskedPolicy = Pick<ReadDocument, 'templateId' | 'version' | 'templateType'>;

export type Agreement = {
  readonly asked: readonly AskedPolicy[];
  /** What was agreed to so far, as it was read. */
  readonly accepted: readonly AcceptedTemplate[];
  /** That something is missing is said once it was looked for. */
  readonly isComplaining: boolean;
  hasAgreed(policy: AskedPolicy): boolean;
  agree(policy: AskedPolicy, accepted: AcceptedTemplate): void;
  /** True where nothing is missing. */
  check(): boolean;
  /** The policies have changed meanwhile: what was read isn't what is in force. */
  forget(): void;
};

type Accepted = Readonly<Partial<Record<ReadDocument['templateType'], AcceptedTemplate>>>;

/** Agreement to policies, gathered in a form until it is sent. */
export function useAgreement(asked: readonly AskedPolicy[]): Agreement {
  const [accepted, setAccepted] = useState<Accepted>({});
  const [isChecked, setIsChecked] = useState(false);
  const hasAgreed = ({ templateType }: AskedPolicy) => accepted[templateType] !== undefined;
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
