import { Alert, Button } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  exportPersonalData,
  getPersonalData,
  type Hindrance,
  type PersonalData,
  erasePersonalData,
  FRESH_SIGN_IN_MINUTES,
} from '#contract/personal-data.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { PasswordField } from '#web/design/fields/password-field.tsx';
import { CheckboxField } from '#web/design/fields/switch-field.tsx';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { paths } from '#web/paths.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api, apiFile } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { type PhraseKey, useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { dropAlert } from '#web/platform/session/session.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';
import css from './personal-data.module.css';

type Row = PersonalData['sections'][number];

const Kind = ({ row }: { row: Row }) => <strong>{useSay()(`personalData.section.${row.section}`)}</strong>;
const Entries = ({ row }: { row: Row }) => formatQuantity(row.entries);
const Fate = ({ row }: { row: Row }) => useSay()(`personalData.fate.${row.section}`);

const COLUMNS: readonly Column<Row>[] = [
  { id: 'kind', title: 'personalData.kind', width: '240px', Cell: Kind },
  { id: 'entries', title: 'personalData.entries', align: 'end', width: '100px', Cell: Entries },
  { id: 'fate', title: 'personalData.onErasure', Cell: Fate },
];

/** Lets the person download the stored personal data and request the erasure of this data (decision 51). */
export function PersonalDataPage() {
  const say = useSay();
  const { data, error, refetch } = useQuery(readQuery(['personal-data'], getPersonalData, {}));
  return (
    <>
      <PageTitle
        title="personalData.title"
        note={say('personalData.note')}
        actions={
          <DownloadButton
            label={say('personalData.download')}
            name="personal-data.json"
            load={() => apiFile(exportPersonalData, {})}
          />
        }
      />
      <div className={css.page}>
        <DataTable
          caption="personalData.title"
          columns={COLUMNS}
          rows={data?.sections}
          rowKey={({ section }) => section}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={null}
        />
        {data && <ErasureSection {...data} />}
      </div>
    </>
  );
}

/** Lets the person delete the account, unless something is still open. */
function ErasureSection({ hindrances, confirmBy }: PersonalData) {
  const say = useSay();
  return (
    <Card title="personalData.eraseTitle">
      <p>{say('personalData.eraseNote')}</p>
      {hindrances.length > 0 ? <StillOpen hindrances={hindrances} /> : <ErasureForm confirmBy={confirmBy} />}
    </Card>
  );
}

/**
 * The phrase of each obstacle. The server would refuse the request with the same phrase, but the page shows the
 * obstacles before the person asks. Each key is written out, because the build cannot find a phrase whose key is
 * composed.
 */
const IN_THE_WAY: Readonly<Record<Hindrance['code'], PhraseKey>> = {
  erasure_auction_open: 'error.erasure_auction_open',
  erasure_order_pending: 'error.erasure_order_pending',
  erasure_registration_open: 'error.erasure_registration_open',
  erasure_last_owner: 'error.erasure_last_owner',
  erasure_sell_order_open: 'error.erasure_sell_order_open',
  erasure_holds_recs: 'error.erasure_holds_recs',
  erasure_last_admin: 'error.erasure_last_admin',
};

/** Lists what must be finished before the account can be deleted. */
function StillOpen({ hindrances }: Pick<PersonalData, 'hindrances'>) {
  const say = useSay();
  return (
    <Notice tone="warn" icon={IconAlertTriangle} title="personalData.openTitle">
      <p>{say('personalData.openNote')}</p>
      <ul className={css.open}>
        {hindrances.map(({ code, name }) => (
          <li key={`${code} ${name}`}>{say(IN_THE_WAY[code], { name })}</li>
        ))}
      </ul>
    </Notice>
  );
}

type Given = { readonly Password: string; readonly hasRead: boolean };

/** Asks for the password or a confirmation before the personal data is deleted. */
function ErasureForm({ confirmBy }: Pick<PersonalData, 'confirmBy'>) {
  const say = useSay();
  const textOf = useErrorText();
  const needsPassword = confirmBy === 'password';
  const form = useForm<Given>({ Password: '', hasRead: false }, ({ Password, hasRead }) => ({
    Password: needsPassword && Password === '' ? { code: 'field_required' } : undefined,
    hasRead: hasRead ? undefined : { code: 'field_required' },
  }));
  const erased = useErased();
  const { run, isPending, error } = useChange({
    send: () => api(erasePersonalData, { body: { Password: form.values.Password } }),
    onDone: erased,
    onRefused: ({ fields }) => form.refuse(fields),
  });
  return (
    <CheckedForm form={form} error={error} isBusy={isPending} onSend={() => run()}>
      <CheckboxField {...form.field('hasRead')} label="personalData.read" />
      {needsPassword ? (
        <PasswordField
          {...form.field('Password')}
          label="identity.currentPassword"
          name="current-password"
          autoComplete="current-password"
        />
      ) : (
        <p>{say('personalData.signedInJustNow', { minutes: FRESH_SIGN_IN_MINUTES })}</p>
      )}
      {error && Object.keys(error.fields).length === 0 && (
        <Alert color="red" variant="light" role="alert" title={say('personalData.failed')}>
          {textOf(error)}
        </Alert>
      )}
      <Button type="submit" color="red.8" loading={isPending}>
        {say('personalData.erase')}
      </Button>
    </CheckedForm>
  );
}

/**
 * Returns a function to call after the erasure. It clears this browser's data about the person, and signs the person
 * out.
 */
function useErased(): () => Promise<void> {
  const say = useSay();
  const { userId } = useProfile();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async () => {
    forgetKept(userId);
    // The person expects the end of the session, so no alert is shown.
    dropAlert();
    toast('good', say('personalData.erased'));
    await queryClient.cancelQueries();
    await navigate({ to: paths.logout });
  };
}

type Owned = { readonly userId: string };
const areOwned = (value: unknown): value is readonly Owned[] => Array.isArray(value);

/** Clears this browser's data about a person, apart from the session (decision 83). */
function forgetKept(userId: string): void {
  keep('codeMethods', undefined);
  keep('registration', undefined);
  const views = readStored('savedViews', areOwned) ?? [];
  keep(
    'savedViews',
    views.filter((one) => one.userId !== userId),
  );
}
