import { NativeSelect } from '@mantine/core';
import { IconBan, IconLock } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Profile } from '#contract/identity/identity.ts';
import type { ManagingRefusal, UpdatingRefusal } from '#domain/access/may.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { AccountSearch } from '#web/company/account-search.ts';
import { useProfile } from '#web/platform/session/profile.ts';

/** A company that the signed-in person belongs to, with the person's role in it. */
export type Membership = Profile['accounts'][number];

/** Returns the company of the page: the one in its address, else the person's first. */
export function useChosenAccount(): Membership | undefined {
  const { accounts } = useProfile();
  const chosen = useSearch({ strict: false, select: (search: AccountSearch) => search.account });
  return accounts.find(({ id }) => id === chosen) ?? accounts[0];
}

/** Shows the name of the page's company. A member of several companies can switch to another one. */
export function AccountChoice({ account }: { account: Membership }) {
  const say = useSay();
  const navigate = useNavigate();
  const { accounts } = useProfile();
  if (accounts.length < 2) return account.companyName;
  return (
    <NativeSelect
      aria-label={say('auction.registerAccount')}
      mt={6}
      maw={420}
      value={account.id}
      onChange={(event) => {
        const { value } = event.currentTarget;
        void navigate({ to: '.', search: () => ({ account: value }), replace: true });
      }}
      data={accounts.map(({ id, companyName }) => ({ value: id, label: companyName }))}
    />
  );
}

/** Shows the reason why a page is read-only. */
export const ReadOnlyNotice = ({ reason }: { reason: ManagingRefusal | UpdatingRefusal }) => (
  <Notice
    tone={reason === 'account_blacklisted' ? 'bad' : 'quiet'}
    icon={reason === 'account_blacklisted' ? IconBan : IconLock}
    title={`error.${reason}`}
  />
);
