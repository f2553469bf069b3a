import { judgeManaging } from '#domain/access/may.ts';
import { ApiKeys } from '#web/automation/api-keys.tsx';
import { OPERATOR_PROGRAMS, programsOfCompany } from '#web/automation/programs.ts';
import { Webhooks } from '#web/automation/webhooks.tsx';
import { AccountChoice, useChosenAccount, ReadOnlyNotice } from '#web/company/account-choice.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';

/**
 * A company's API keys and webhooks. The company's owners create and remove API keys and webhooks. Other members can
 * only see them.
 */
export function AutomationPage() {
  const account = useChosenAccount();
  if (!account) return null;
  const refusal = judgeManaging(account);
  const programs = programsOfCompany(account);
  return (
    <>
      <PageTitle title="automation.title" note={<AccountChoice account={account} />} />
      {refusal && <ReadOnlyNotice reason={refusal} />}
      <ApiKeys key={account.id} programs={programs} />
      <Webhooks key={`${account.id} webhooks`} programs={programs} />
    </>
  );
}

/** The operator's API keys and webhooks. */
export const OperatorAutomationPage = () => (
  <>
    <PageTitle title="automation.title" />
    <ApiKeys programs={OPERATOR_PROGRAMS} />
    <Webhooks programs={OPERATOR_PROGRAMS} />
  </>
);
