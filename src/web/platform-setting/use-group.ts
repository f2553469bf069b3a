import { useQueryClient } from '@tanstack/react-query';
import { getPlatformSettings, type PlatformSettings } from '#contract/platform-setting/platform-setting.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { loadEnv } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

export const SETTINGS = readQuery(['platform-settings'], getPlatformSettings, {});

/** The groups that have a form with a version. */
type Group = 'regions' | 'businessTypes' | 'feeNames' | 'brand' | 'currency' | 'languages' | 'timeZone';

/** Returns what the forms share: reading the group again, and showing what was saved. */
export function useGroup<Name extends Group>(name: Name, stored: PlatformSettings[Name]) {
  const say = useSay();
  const queryClient = useQueryClient();
  const latest = () => queryClient.getQueryData<PlatformSettings>(SETTINGS.queryKey)?.[name] ?? stored;
  return {
    stored,
    keptAs: name,
    versionOf: () => latest().version,
    fresh: async () => (await queryClient.fetchQuery({ ...SETTINGS, staleTime: 0 }))[name],
    onSaved: (saved: PlatformSettings[Name]) => {
      queryClient.setQueryData<PlatformSettings>(SETTINGS.queryKey, (all) => all && { ...all, [name]: saved });
      // Forms of this page's application offer the new choices at once.
      void loadEnv();
      toast('good', say('platform.saved'));
    },
  };
}
