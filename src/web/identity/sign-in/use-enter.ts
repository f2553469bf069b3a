import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from '#web/design/feedback/toast.tsx';
import { landingOf } from '#web/identity/session/guards.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText } from '#web/platform/phrases/phrase.ts';
import { loadProfile } from '#web/platform/session/profile.ts';
import { clearSession } from '#web/platform/session/session.ts';

/** Returns a function that finishes a sign-in: it loads the profile and opens the wanted page, or the start page. */
export function useEnter(target?: string): () => Promise<boolean> {
  const textOf = useErrorText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async () => {
    try {
      queryClient.clear();
      const profile = await loadProfile(queryClient);
      await navigate({ to: landingOf(profile, target), replace: true });
      return true;
    } catch (thrown) {
      clearSession();
      toast('bad', textOf(asApiError(thrown)));
      return false;
    }
  };
}
