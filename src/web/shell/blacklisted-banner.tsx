import { IconBan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Notice } from '#web/design/feedback/notice.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { profileQuery, useProfile } from '#web/platform/session/profile.ts';

/** On every page of a user: the companies that may not act. The profile is asked for anew when the page is looked at again. */
export function BlacklistedBanner() {
  const say = useSay();
  useQuery(profileQuery);
  const companies = useProfile()
    .accounts.filter(({ status }) => status === 'Blacklisted')
    .map(({ companyName }) => companyName);
  if (companies.length === 0) return null;
  return (
    <Notice tone="bad" icon={IconBan} title="shell.blacklisted">
      <p>{say('shell.blacklistedText', { companies: companies.join(', ') })}</p>
    </Notice>
  );
}
