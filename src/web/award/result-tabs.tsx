import { PageTabs } from '#web/design/layout/page-tabs.tsx';

const TABS = [
  { tab: undefined, title: 'result.result' },
  { tab: 'history', title: 'result.history' },
] as const;

/** Two views of one auction's end. */
export const ResultTabs = ({ tab }: { tab: 'history' | undefined }) => (
  <div data-tour="history">
    <PageTabs label="result.views" tabs={TABS} current={tab} />
  </div>
);
