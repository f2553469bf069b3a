import { useQueryClient } from '@tanstack/react-query';
import { revokeApiKey, type ApiKey } from '#contract/company/api-key.ts';
import { apiKeysQuery, useTakeApiKeys } from '#web/automation/automation-query.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

/** Asks, then ends a key. */
export function useRevokeKey(id: string): (key: ApiKey) => Promise<void> {
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
