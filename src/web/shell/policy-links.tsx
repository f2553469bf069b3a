import { useSay } from '#web/platform/phrases/phrase.ts';
import { openPolicyStore } from '#web/shell/open-policy.ts';

const POLICIES = ['TermsAndConditions', 'Privacy'] as const;

/** The links to the policies in a footer (docs/rules.md#layout). Policies apply to everyone, signed in or not. */
export function PolicyLinks({ className }: { className: string | undefined }) {
  const say = useSay();
  return POLICIES.map((templateType) => (
    <button
      key={templateType}
      type="button"
      className={className}
      onClick={() => openPolicyStore.set({ templateType })}
    >
      {say(`reading.type.${templateType}`)}
    </button>
  ));
}
