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
 * Loads the caller's profile. Without an answer it returns the stored one, so that a page opens without a network.
 * @throws the error of the call if nothing is stored, or if the server refused
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

/** Fetches the profile again after a change, for every screen. */
export const reloadProfile = (queryClient: QueryClient): Promise<Profile> =>
  queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });

/** Returns the profile with the companies' names in a language. */
const inLanguage = (profile: Profile, language: Language): Profile => ({
  ...profile,
  accounts: profile.accounts.map((account) => ({ ...account, companyName: companyNameIn(language, account) })),
});

/** Returns the signed-in person, with company names in the reader's language. For layouts that require a session. */
export function useProfile(): Profile {
  const profile = useStore(sessionStore, (session) => session.profile);
  const language = useLanguage();
  // Signing out empties the store a moment before the layout is left.
  return useMemo(() => (profile ? inLanguage(profile, language) : NOBODY), [profile, language]);
}

/**
 * Returns the registered name of a company, in any language of the reader: certificates show it (decision 78).
 * `accountId` is one of the reader's companies; others give an empty name.
 */
export const useRegisteredName = (accountId: string): string =>
  useStore(sessionStore, ({ profile }) => profile?.accounts.find(({ id }) => id === accountId)?.companyName ?? '');

/** The profile while nobody is signed in. */
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
