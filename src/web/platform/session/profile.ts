import { useMemo } from 'react';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { getProfile, type Profile } from '#contract/identity/identity.ts';
import type { Language } from '#domain/basics/language.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { api } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';
import { keepProfile, sessionStore } from '#web/platform/session/session.ts';
import { useStore } from '#web/platform/storage/store.ts';

const PROFILE_FRESH_MS = 60_000;

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }): Promise<Profile> => {
    const profile = await api(getProfile, { signal });
    keepProfile(profile);
    return profile;
  },
  staleTime: PROFILE_FRESH_MS,
  meta: { silent: true },
});

/** The caller's profile; without an answer the remembered one, so that a page still opens when the line is bad. */
export async function loadProfile(queryClient: QueryClient): Promise<Profile> {
  try {
    return await queryClient.ensureQueryData({ ...profileQuery, revalidateIfStale: true });
  } catch (thrown) {
    const remembered = sessionStore.get().profile;
    if (remembered && asApiError(thrown).status === 0) return remembered;
    throw thrown;
  }
}

/** After something of it was changed: anew, for every screen. */
export const reloadProfile = (queryClient: QueryClient): Promise<Profile> =>
  queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });

const inLanguage = (profile: Profile, language: Language): Profile => ({
  ...profile,
  accounts: profile.accounts.map((account) => ({ ...account, companyName: companyNameIn(language, account) })),
});

/** The signed-in person, inside the layouts that require one; its companies have their names for the reader. */
export function useProfile(): Profile {
  const profile = useStore(sessionStore, (session) => session.profile);
  const language = useLanguage();
  // Signing out empties the store a moment before the layout is left.
  return useMemo(() => (profile ? inLanguage(profile, language) : NOBODY), [profile, language]);
}

/**
 * The name in which a company is registered, in whatever language its reader speaks: certificates carry it (decision 66).
 * `accountId` is one of the reader's companies; empty for others.
 */
export const useRegisteredName = (accountId: string): string =>
  useStore(sessionStore, ({ profile }) => profile?.accounts.find(({ id }) => id === accountId)?.companyName ?? '');

const NOBODY: Profile = {
  userId: '',
  username: '',
  email: '',
  reHashRoleName: '',
  auctionUserRole: 'User',
  accounts: [],
  phone: null,
  needsTwoFactorSetup: false,
};
