import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminAccount } from '#contract/company/company.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { CompanyFacts } from '#web/company/company-facts.tsx';
import { AccountActions } from '#web/company-admin/account-actions.tsx';
import { AccountBadge } from '#web/company-admin/account-badge.tsx';
import { ACCOUNT_FORM, AccountForm } from '#web/company-admin/account-form.tsx';
import { accountQuery } from '#web/company-admin/account-query.ts';
import { ChangeHistory } from '#web/company-admin/change-history.tsx';
import { DetailColumns } from '#web/design/layout/detail-columns.tsx';
import { DetailSkeleton } from '#web/company-admin/detail-skeleton.tsx';
import { MaxQuantity } from '#web/company-admin/max-quantity.tsx';
import { MemberList } from '#web/company-admin/member-list.tsx';
import { SameNumberNote } from '#web/company-admin/same-number-note.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { isTypedIn } from '#web/platform/storage/typed.ts';

/** A business account: what the company is, who acts for it, what binds it, and every change of that. */
export function AccountPage({ id }: { id: string }) {
  const say = useSay();
  const query = useQuery(accountQuery(id));
  const language = useLanguage();
  useDocumentTitle(query.data ? companyNameIn(language, query.data) : say('account.title'));
  return (
    <Loaded query={query} skeleton={<DetailSkeleton />}>
      {(account) => <Shown account={account} />}
    </Loaded>
  );
}

function Shown({ account }: { account: AdminAccount }) {
  // Who was editing when the session ended goes on with it.
  const [isEditing, setIsEditing] = useState(() => isTypedIn(ACCOUNT_FORM));
  return (
    <>
      <PageTitle
        title={{ text: companyNameIn(useLanguage(), account) }}
        back={{ to: paths.businessAccounts, label: 'account.title' }}
        beside={<AccountBadge status={account.status} />}
        actions={!isEditing && <AccountActions account={account} onEdit={() => setIsEditing(true)} />}
      />
      {isEditing ? (
        <AccountForm account={account} onDone={() => setIsEditing(false)} />
      ) : (
        <>
          <SameNumberNote others={account.sameNumber} />
          <DetailColumns
            main={
              <>
                <CompanyFacts company={account} />
                <MemberList members={account.members} />
              </>
            }
            aside={
              <>
                <MaxQuantity account={account} />
                <ChangeHistory id={account.id} />
              </>
            }
          />
        </>
      )}
    </>
  );
}
