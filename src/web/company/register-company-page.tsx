import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCircleX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type OwnRegistration, registerCompany } from '#contract/company/registration.ts';
import { type CompanyDraft, companyOf, draftOf, judgeDraft, NEW_COMPANY } from '#web/company/company-draft.ts';
import { CompanySections } from '#web/company/company-fields.tsx';
import { RegistrationSteps } from '#web/company/registration-looks.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { FormSheet, SheetFoot } from '#web/design/forms/form-sheet.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { registrationQuery } from '#web/platform/session/own-registration.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';
import css from './registration.module.css';

/**
 * The form that sends a company's data to an administrator: for the first time, after a return, or after a rejection.
 */
export function RegisterCompanyPage({ former }: { former: OwnRegistration | null }) {
  const say = useSay();
  const { form, send, isPending, error } = useRegistrationForm(former);
  const isReturned = former?.status === 'Returned';
  return (
    <div className={css.page}>
      <PageTitle
        title={isReturned ? 'register.correctTitle' : 'register.createTitle'}
        note={say('register.createNote')}
      />
      <RegistrationSteps done={0} />
      {former && <Answer registration={former} />}
      <FormSheet
        form={form}
        error={error}
        isBusy={isPending}
        onSend={send}
        foot={
          <SheetFoot>
            <Button type="submit" loading={isPending}>
              {say(isReturned ? 'register.resubmit' : 'register.submit')}
            </Button>
          </SheetFoot>
        }
      >
        <CompanySections form={form} />
      </FormSheet>
    </div>
  );
}

/**
 * Returns the form of a registration, and the call that sends it. `former` is the person's last registration; null if
 * there is none.
 */
function useRegistrationForm(former: OwnRegistration | null) {
  const textOf = useErrorText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { userId, email } = useProfile();
  const about = [userId, former?.id, former?.version].join(' ');
  const form = useForm(
    { ...(former ? draftOf(former) : { ...NEW_COMPANY, picEmail: email }), ...readDraft(about) },
    judgeDraft(),
  );
  const keys = useRequestKeys();
  const { run, isPending, error } = useChange({
    send: () => {
      const version = former?.status === 'Returned' ? { version: former.version } : {};
      const body = { ...companyOf(form.values), ...version };
      return api(registerCompany, { body, key: keys.keyFor(body) });
    },
    onDone: async (sent) => {
      keep('registration', undefined);
      queryClient.setQueryData(registrationQuery.queryKey, sent);
      await navigate({ to: paths.registration });
    },
    onRefused: (refusal) => {
      form.refuse(refusal.fields);
      if (refusal.code !== 'registration_open') return;
      // The registration was already sent, for example in another tab. The status page shows its current state.
      toast('warn', textOf(refusal));
      void navigate({ to: paths.registration });
    },
  });
  const { values } = form;
  // The input survives a reload and the end of the session.
  useEffect(() => keep('registration', { about, draft: values } satisfies Kept), [about, values]);
  return { form, send: () => run(), isPending, error };
}

/** Shows the administrator's remark, above the form with the data. */
function Answer({ registration: { status, remarks } }: { registration: OwnRegistration }) {
  const isReturned = status === 'Returned';
  const remark = remarks.findLast(({ content }) => content);
  return (
    <Notice
      tone={isReturned ? 'warn' : 'bad'}
      icon={isReturned ? IconArrowBackUp : IconCircleX}
      title={isReturned ? 'register.returnedTitle' : 'register.rejectedTitle'}
    >
      <p>{remark?.content}</p>
    </Notice>
  );
}

/**
 * The unsent input of a registration. `about` names the person, and the version of the registration that the input
 * corrects.
 */
type Kept = { readonly about: string; readonly draft: CompanyDraft };

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && typeof (value as Kept).about === 'string' && 'draft' in value;

/** Returns the stored input; nothing if it belongs to another person or another registration. */
function readDraft(about: string): Partial<CompanyDraft> {
  const kept = readStored('registration', isKept);
  return kept?.about === about ? kept.draft : {};
}
