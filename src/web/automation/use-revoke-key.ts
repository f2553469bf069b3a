import { useQueryClient } from '@tanstack/react-query';
import { revokeApiKey, type ApiKey } from '#contract/api-key.ts';
import { apiKeysQuery, useTakeApiKeys } from '#web/automation/automation-query.ts';
import { confirm } from '#web/design/confirm.tsx';
import { toast } from '#web/design/toast.tsx';
import { api } from '#web/platform/api.ts';
import { useErrorText, useSay } from '#web/platform/phrase.ts';
import { useChange } from '#web/platform/use-change.ts';

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
