import { Anchor } from '@mantine/core';
import '@mantine/core/styles/Anchor.layer.css';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '#contract/company/api-key.ts';
import { judgeManaging } from '#domain/access/may.ts';
import { ApiKeyActsDialog } from '#web/automation/api-key-acts-dialog.tsx';
import { API_KEY_COLUMNS, ApiKeyActionsContext } from '#web/automation/api-key-columns.tsx';
import { apiKeysQuery, useTakeApiKeys } from '#web/automation/automation-query.ts';
import { MakeKeyDialog } from '#web/automation/make-key-dialog.tsx';
import { SecretDialog } from '#web/automation/secret-dialog.tsx';
import { useRevokeKey } from '#web/automation/use-revoke-key.ts';
import type { Membership } from '#web/company/account-choice.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
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
