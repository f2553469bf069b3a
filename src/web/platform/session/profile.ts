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

/** Reads the profile of the signed-in person. */
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

/**
 * Loads the caller's profile. If no response comes, returns the stored profile, so that a page opens without a network.
 * @throws the call's error if no profile is stored, or if the server refused the call
 */
export async function loadProfile(queryClient: QueryClient): Promise<Profile> {
  try {
    return await queryClient.ensureQueryData({ ...profileQuery, revalidateIfStale: true });
  } catch (thrown) {
    const remembered = sessionStore.get().profile;
    if (remembered && asApiError(thrown).status === 0) return remembered;
    throw thrown;
  }
}

/** Fetches the profile again, after something in it has changed. Every screen gets the new profile. */
export const reloadProfile = (queryClient: QueryClient): Promise<Profile> =>
  queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });

/** Returns the profile with the companies' names in a language. */
const inLanguage = (profile: Profile, language: Language): Profile => ({
  ...profile,
  accounts: profile.accounts.map((account) => ({ ...account, companyName: companyNameIn(language, account) })),
});

/** Returns the profile of the signed-in person, with company names in the reader's language. Requires a session. */
export function useProfile(): Profile {
  const profile = useStore(sessionStore, (session) => session.profile);
  const language = useLanguage();
  // Signing out removes the profile a moment before React removes the layout.
  return useMemo(() => (profile ? inLanguage(profile, language) : NOBODY), [profile, language]);
}

/**
 * Returns the registered name of a company, as certificates show it: not translated (decision 78). `accountId` must be
 * one of the reader's companies; otherwise the name is empty.
 */
export const useRegisteredName = (accountId: string): string =>
  useStore(sessionStore, ({ profile }) => profile?.accounts.find(({ id }) => id === accountId)?.companyName ?? '');

/** An empty profile, used while no one is signed in. */
const NOBODY: Profile = {
  userId: '',
  username: '',
  email: '',
  reHashRoleName: '',
  auctionUserRole: 'User',
  adminRoles: [],
  accounts: [],
  phone: null,
  needsTwoFactorSetup: false,
};
