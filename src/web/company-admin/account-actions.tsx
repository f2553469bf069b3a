import { Button } from '@mantine/core';
import { useState } from 'react';
import { blacklistAccount, reinstateAccount, type AdminAccount } from '#contract/company/company.ts';
import type { AccountStatus } from '#domain/company/account-status.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { useAccountChanged } from '#web/company-admin/account-query.ts';
import { RemarkDialog, type RemarkWords } from '#web/design/dialogs/remark-dialog.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/** What leads out of a state. */
const STEPS: Record<AccountStatus, { route: typeof blacklistAccount; words: RemarkWords; done: PhraseKey }> = {
  Active: {
    route: blacklistAccount,
    words: {
      title: 'account.blacklistTitle',
      text: 'account.blacklistText',
      help: 'account.remarkHelp',
      submit: 'account.blacklist',
      isRequired: true,
      isDangerous: true,
    },
    done: 'account.blacklistDone',
  },
  Blacklisted: {
    route: reinstateAccount,
    words: {
      title: 'account.reinstateTitle',
      text: 'account.reinstateText',
      help: 'account.remarkHelp',
      submit: 'account.reinstate',
      isRequired: true,
    },
    done: 'account.reinstateDone',
  },
};

type Props = { account: AdminAccount; onEdit: () => void };

/** Editing, and shutting the account out or letting it in again. */
export function AccountActions({ account, onEdit }: Props) {
  const say = useSay();
  const changed = useAccountChanged(account.id);
  // The one that was chosen stays in the dialog, also when another admin takes the same step meanwhile.
  const [chosen, setChosen] = useState<AccountStatus>();
  const company = companyNameIn(useLanguage(), account);
  const next = STEPS[account.status];
  const step = chosen && STEPS[chosen];
  const finish = async (words: PhraseKey) => {
    await changed();
    toast('good', say(words, { company }));
    setChosen(undefined);
  };
  return (
    <>
      <Button variant="default" onClick={onEdit}>
        {say('action.edit')}
      </Button>
      <ReasonButton
        variant="default"
        isDangerous={next.words.isDangerous ?? false}
        onClick={() => setChosen(account.status)}
      >
        {say(next.words.submit)}
      </ReasonButton>
      {step && (
        <RemarkDialog
          words={step.words}
          params={{ company }}
          send={(remarkContent) => api(step.route, { params: { id: account.id }, body: { remarkContent } })}
          onDone={() => void finish(step.done)}
          onRefused={() => void changed()}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
