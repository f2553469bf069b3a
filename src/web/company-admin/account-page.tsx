import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AdminAccount,
  updateAccount,
  blacklistAccount,
  reinstateAccount,
  type AccountMember,
  endSessions,
} from '#contract/company/company.ts';
import type { AccountStatus } from '#domain/company/account.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { companyOf, draftOf, judgeDraft } from '#web/company/company-draft.ts';
import { WaitingApprovals } from '#web/approval/waiting-approvals.tsx';
import { CompanyFacts } from '#web/company/company-facts.tsx';
import { AccountBadge } from '#web/company-admin/account-badge.tsx';
import { accountQuery, useAccountChanged } from '#web/company-admin/account-query.ts';
import { ChangeHistory } from '#web/company-admin/change-history.tsx';
import { CompanySections } from '#web/company/company-fields.tsx';
import { confirmDiscard } from '#web/design/dialogs/confirm.tsx';
import { RemarkDialog } from '#web/design/dialogs/remark-dialog.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { FormSheet } from '#web/design/forms/form-sheet.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { SaveBar } from '#web/design/forms/save-bar.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { DetailColumns } from '#web/design/layout/detail-columns.tsx';
import { DetailSkeleton } from '#web/company-admin/detail-skeleton.tsx';
import { MaxQuantity } from '#web/company-admin/max-quantity.tsx';
import { SameNumberNote } from '#web/company-admin/same-number-note.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { hasSavedInput } from '#web/platform/storage/saved-input.ts';
import css from './member-list.module.css';

/** A business account: its data, its members, its limits, and the history of its changes. */
export function AccountPage({ id }: { id: string }) {
  const say = useSay();
  const query = useQuery(accountQuery(id));
  const language = useLanguage();
  useDocumentTitle(query.data ? companyNameIn(language, query.data) : say('account.title'));
  return (
    <Loaded query={query} skeleton={<DetailSkeleton />}>
      {(account) => <Shown account={account} />}
    </Loaded>
  );
}

/** Shows a company account to an admin, who can edit it in place. */
function Shown({ account }: { account: AdminAccount }) {
  // If the session ended during editing, the form opens again with the saved input.
  const [isEditing, setIsEditing] = useState(() => hasSavedInput(ACCOUNT_FORM));
  return (
    <>
      <PageTitle
        title={{ text: companyNameIn(useLanguage(), account) }}
        back={{ to: paths.businessAccounts, label: 'account.title' }}
        beside={<AccountBadge status={account.status} />}
        actions={!isEditing && <AccountActions account={account} onEdit={() => setIsEditing(true)} />}
      />
      {isEditing ? (
        <AccountForm account={account} onDone={() => setIsEditing(false)} />
      ) : (
        <>
          <WaitingApprovals pageId={account.id} />
          <SameNumberNote others={account.sameNumber} />
          <DetailColumns
            main={
              <>
                <CompanyFacts company={account} />
                <MemberList members={account.members} />
              </>
            }
            aside={
              <>
                <MaxQuantity account={account} />
                <ChangeHistory id={account.id} />
              </>
            }
          />
        </>
      )}
    </>
  );
}

/** The name under which the form's unsaved input is stored. */
const ACCOUNT_FORM = 'account';

type FormProps = { account: AdminAccount; onDone: () => void };

/** An administrator's form with all of a company's data, including the data that its owner cannot change. */
function AccountForm({ account, onDone }: FormProps) {
  const say = useSay();
  const changed = useAccountChanged(account.id);
  // The version from which the form was filled, so that saving never overwrites somebody else's later change.
  const [{ id, version }] = useState(account);
  const form = useForm(draftOf(account), judgeDraft(account), { keptAs: ACCOUNT_FORM });
  const { run, isPending, error } = useChange({
    send: () => api(updateAccount, { params: { id }, body: { ...companyOf(form.values), version } }),
    onDone: async () => {
      await changed();
      toast('good', say('account.saved'));
      onDone();
    },
    onRefused: ({ fields }) => {
      form.refuse(fields);
      void changed();
    },
  });
  const overtaken = error?.code === 'account_changed' ? 'companyForm.readAgain' : undefined;
  useLeaveGuard(form.isDirty && !isPending);
  const leave = async () => {
    if (!form.isDirty || (await confirmDiscard())) onDone();
  };
  return (
    <FormSheet
      form={form}
      error={error}
      isBusy={isPending || !form.isDirty || overtaken !== undefined}
      onSend={() => run()}
      foot={
        <SaveBar isDirty={form.isDirty} isPending={isPending} reason={overtaken}>
          <Button variant="default" disabled={isPending} onClick={() => void leave()}>
            {say(overtaken ?? 'action.cancel')}
          </Button>
        </SaveBar>
      }
    >
      <CompanySections form={form} />
    </FormSheet>
  );
}

/** For each status of an account, the step that changes it. */
const STEPS = {
  Active: {
    route: blacklistAccount,
    title: 'account.blacklistTitle',
    text: 'account.blacklistText',
    submit: 'account.blacklist',
    done: 'account.blacklistDone',
    isDangerous: true,
  },
  Blacklisted: {
    route: reinstateAccount,
    title: 'account.reinstateTitle',
    text: 'account.reinstateText',
    submit: 'account.reinstate',
    done: 'account.reinstateDone',
    isDangerous: false,
  },
} as const satisfies Record<AccountStatus, object>;

type ActionsProps = { account: AdminAccount; onEdit: () => void };

/** The buttons that edit the account, and blacklist or reinstate it. */
function AccountActions({ account, onEdit }: ActionsProps) {
  const say = useSay();
  const changed = useAccountChanged(account.id);
  // The dialog keeps the chosen step, even if another admin takes the same step meanwhile.
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
      <ReasonButton variant="default" onClick={onEdit}>
        {say('action.edit')}
      </ReasonButton>
      <ReasonButton variant="default" isDangerous={next.isDangerous} onClick={() => setChosen(account.status)}>
        {say(next.submit)}
      </ReasonButton>
      {step && (
        <RemarkDialog
          words={{ ...step, help: 'account.remarkHelp', isRequired: true }}
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

/** The members of the account with their roles. Only the company itself can change its members. */
function MemberList({ members }: { members: readonly AccountMember[] }) {
  const say = useSay();
  const end = useEndSessions();
  return (
    <Card title="account.members">
      {members.length === 0 && <p className={css.none}>{say('account.noMembers')}</p>}
      <ul className={css.members}>
        {members.map((member) => (
          <li key={member.userId}>
            <span>
              <strong>{member.username}</strong> <span className={css.email}>{member.email}</span>
            </span>
            <span className={css.side}>
              {say(`member.${member.role}`)}
              <ReasonButton
                size="xs"
                variant="subtle"
                name={`${say('account.endSession')}: ${member.username}`}
                onClick={() => end(member)}
                leftSection={<IconLogout size={15} aria-hidden />}
              >
                {say('account.endSession')}
              </ReasonButton>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Returns a function that asks, and then ends all sessions of a member. */
function useEndSessions(): (member: AccountMember) => void {
  const say = useSay();
  const { act } = useAction({
    question: ({ username: name }: AccountMember) => ({
      title: 'account.endSessionTitle',
      text: 'account.endSessionText',
      params: { name },
      yes: 'account.endSession',
      isDangerous: true,
    }),
    send: ({ userId: id }) => api(endSessions, { params: { id } }),
    done: ({ username: name }) => say('account.sessionEnded', { name }),
  });
  return act;
}
