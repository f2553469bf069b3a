import { Anchor } from '@mantine/core';
import '@mantine/core/styles/Anchor.layer.css';
import { IconHistory, IconKey } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, type ApiKeyAct, listApiKeyActs, listApiKeys, revokeApiKey } from '#contract/company/api-key.ts';
import { judgeManaging } from '#domain/access/may.ts';
import { API_KEY_COLUMNS, ApiKeyActionsContext } from '#web/automation/api-key-columns.tsx';
import { MakeKeyDialog } from '#web/automation/make-key-dialog.tsx';
import { SecretDialog } from '#web/automation/secret-dialog.tsx';
import type { Membership } from '#web/company/account-choice.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { type Column, DataTable } from '#web/design/lists/data-table.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from './automation.module.css';

type Shown = { readonly kind: 'make' } | { readonly kind: 'told'; readonly key: string } | ActsOf;
type ActsOf = { readonly kind: 'acts'; readonly of: ApiKey };

/** The keys by which programs call for the company. */
export function ApiKeys({ account }: { account: Membership }) {
  const say = useSay();
  const { data, error, refetch } = useQuery(apiKeysQuery(account.id));
  const [shown, show] = useState<Shown>();
  const take = useTakeApiKeys(account.id);
  const revoke = useRevokeKey(account.id);
  const refusal = judgeManaging(account);
  const reason = refusal && (`error.${refusal}` as const);
  const close = () => show(undefined);
  return (
    <section aria-label={say('automation.keys')}>
      <header className={css.head}>
        <h2>{say('automation.keys')}</h2>
        <ReasonButton
          reason={reason}
          onClick={() => show({ kind: 'make' })}
          leftSection={<IconKey size={16} aria-hidden />}
        >
          {say('automation.makeKey')}
        </ReasonButton>
      </header>
      <p className={css.note}>
        {say('automation.keysNote')}{' '}
        <Anchor href="/docs" underline="always">
          {say('automation.reference')}
        </Anchor>
      </p>
      <ApiKeyActionsContext
        value={{ reason, revoke: (key) => void revoke(key), showActs: (key) => show({ kind: 'acts', of: key }) }}
      >
        <DataTable
          caption="automation.keys"
          columns={API_KEY_COLUMNS}
          rows={data}
          rowKey={({ id }) => id}
          likelyRows={1}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={<EmptyState title="automation.noKeys" icon={IconKey} />}
        />
      </ApiKeyActionsContext>
      {shown?.kind === 'make' && (
        <MakeKeyDialog
          accountId={account.id}
          onClose={close}
          onDone={({ key, keys }) => {
            take(keys);
            show({ kind: 'told', key });
          }}
        />
      )}
      {shown?.kind === 'told' && <SecretDialog title="automation.keyMade" secret={shown.key} onClose={close} />}
      {shown?.kind === 'acts' && <ApiKeyActsDialog accountId={account.id} apiKey={shown.of} onClose={close} />}
    </section>
  );
}

type Props = { accountId: string; apiKey: ApiKey; onClose: () => void };
type Row = ApiKeyAct & { readonly index: number };

const At = ({ row }: { row: Row }) => <Moment at={row.at} />;
const Call = ({ row }: { row: Row }) => <code className={css.call}>{pathOf(row)}</code>;

/** The path of the call, with what it named. */
const pathOf = ({ action, subject }: ApiKeyAct): string =>
  action.replaceAll(/\{(\w+)\}/g, (_, name: string) => subject[name] ?? '');

const COLUMNS: readonly Column<Row>[] = [
  { id: 'at', title: 'room.time', width: '190px', Cell: At },
  { id: 'call', title: 'automation.call', Cell: Call },
];

/** What was changed through a key. */
function ApiKeyActsDialog({ accountId, apiKey, onClose }: Props) {
  const say = useSay();
  const { data, error, refetch } = useQuery(apiKeyActsQuery(accountId, apiKey.id));
  return (
    <Dialog title={say('automation.actsOf', { name: apiKey.name })} isOpen onClose={onClose} size="lg">
      <DataTable
        caption="automation.acts"
        columns={COLUMNS}
        rows={data?.map((act, index) => ({ ...act, index }))}
        rowKey={({ index }) => String(index)}
        error={error && asApiError(error)}
        onRetry={() => void refetch()}
        empty={<EmptyState title="automation.noActs" icon={IconHistory} />}
      />
    </Dialog>
  );
}

/** Asks, then ends a key. */
function useRevokeKey(id: string): (key: ApiKey) => Promise<void> {
  const say = useSay();
  const textOf = useErrorText();
  const queryClient = useQueryClient();
  const take = useTakeApiKeys(id);
  const { run } = useChange({
    send: (key: ApiKey) => api(revokeApiKey, { params: { id, keyId: key.id } }),
    onDone: (keys) => {
      take(keys);
      toast('good', say('automation.keyRevoked'));
    },
    onRefused: (error) => {
      toast('bad', textOf(error));
      void queryClient.invalidateQueries(apiKeysQuery(id));
    },
  });
  return async (key) => {
    const isSure = await confirm({
      title: 'automation.revokeTitle',
      text: 'automation.revokeText',
      params: { name: key.name },
      yes: 'automation.revoke',
      isDangerous: true,
    });
    if (isSure) run(key);
  };
}

const apiKeysQuery = (id: string) =>
  queryOptions({
    queryKey: ['api-keys', id],
    queryFn: ({ signal }) => api(listApiKeys, { params: { id }, signal }),
    meta: { silent: true },
  });

const apiKeyActsQuery = (id: string, keyId: string) =>
  queryOptions({
    queryKey: ['api-key-acts', id, keyId],
    queryFn: ({ signal }) => api(listApiKeyActs, { params: { id, keyId }, signal }),
    meta: { silent: true },
  });

/** Each change answers with all keys as they are then. */
function useTakeApiKeys(id: string): (keys: ApiKey[]) => void {
  const queryClient = useQueryClient();
  return (keys) => void queryClient.setQueryData(apiKeysQuery(id).queryKey, keys);
}
