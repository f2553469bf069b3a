import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { actOnRegistration, type Registration } from '#contract/company/registration.ts';
import { REGISTRATION_ACTIONS, type RegistrationAction } from '#domain/company/registration.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { RemarkDialog, type RemarkWords } from '#web/design/dialogs/remark-dialog.tsx';
import { useRegistrationChanged } from '#web/company-admin/registration-query.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { paths } from '#web/paths.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useErrorText, useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

type Decision = Exclude<RegistrationAction, 'take-up'>;

const WORDS: Record<Decision, Omit<RemarkWords, 'isRequired'> & { readonly done: PhraseKey }> = {
  approve: {
    title: 'registration.approveTitle',
    text: 'registration.approveText',
    help: 'registration.remarkOptionalHelp',
    submit: 'registration.approve',
    done: 'registration.approveDone',
  },
  return: {
    title: 'registration.returnTitle',
    text: 'registration.returnText',
    help: 'registration.remarkHelp',
    submit: 'registration.return',
    done: 'registration.returnDone',
  },
  reject: {
    title: 'registration.rejectTitle',
    text: 'registration.rejectText',
    help: 'registration.remarkHelp',
    submit: 'registration.reject',
    done: 'registration.rejectDone',
    isDangerous: true,
  },
};

/** In the order of their buttons: what ends it well stands last, where the eye looks first. */
const DECISIONS = ['return', 'reject', 'approve'] as const satisfies readonly Decision[];

/** What an admin can do with a registration now; a decision only once somebody took it up. */
export function RegistrationActions({ registration }: { registration: Registration }) {
  const say = useSay();
  // As it stood when the dialog was opened: nobody decides on what he hasn't seen.
  const [open, setOpen] = useState<{ decision: Decision; version: number }>();
  const { id, status, version, accountId } = registration;
  const company = companyNameIn(useLanguage(), registration);
  const changed = useRegistrationChanged();
  const isNew = status === 'New';
  const notYet = isNew ? 'registration.takeUpFirst' : undefined;
  const finish = async (words: PhraseKey) => {
    await changed();
    toast('good', say(words, { company }));
    setOpen(undefined);
  };
  return (
    <>
      {accountId && (
        <Button variant="default" component={Link} to={paths.businessAccount(accountId)}>
          {say('registration.toAccount')}
        </Button>
      )}
      {isNew && <TakeUpButton registration={registration} />}
      {(isNew || status === 'In-Progress') &&
        DECISIONS.map((one) => (
          <ReasonButton
            key={one}
            variant={one === 'approve' ? 'filled' : 'default'}
            reason={notYet}
            isDangerous={one === 'reject'}
            onClick={() => setOpen({ decision: one, version })}
          >
            {say(WORDS[one].submit)}
          </ReasonButton>
        ))}
      {open && (
        <RemarkDialog
          words={{ ...WORDS[open.decision], isRequired: REGISTRATION_ACTIONS[open.decision].needsRemark }}
          params={{ company }}
          send={(remarkContent) =>
            api(actOnRegistration, {
              params: { id, action: open.decision },
              body: { version: open.version, remarkContent },
            })
          }
          onDone={() => void finish(WORDS[open.decision].done)}
          onRefused={() => void changed()}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function TakeUpButton({ registration }: { registration: Registration }) {
  const say = useSay();
  const textOf = useErrorText();
  const { id, version } = registration;
  const company = companyNameIn(useLanguage(), registration);
  const changed = useRegistrationChanged();
  const { run, isPending } = useChange({
    send: () => api(actOnRegistration, { params: { id, action: 'take-up' }, body: { version, remarkContent: '' } }),
    onDone: async () => {
      await changed();
      toast('good', say('registration.takenUp', { company }));
    },
    onRefused: (refused) => {
      void changed();
      toast('bad', textOf(refused));
    },
  });
  return (
    <Button loading={isPending} onClick={() => run()}>
      {say('registration.takeUp')}
    </Button>
  );
}
