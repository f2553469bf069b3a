import { Button } from '@mantine/core';
import { IconCircleCheck, IconHandStop, IconLock, IconPrinter, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { exportWonBidsAsAdmin, exportWonBidsAsUser, type AuctionResultView } from '#contract/award.ts';
import { getRecordAsAdmin, getRecordAsUser } from '#contract/record.ts';
import { DownloadButton } from '#web/design/download-button.tsx';
import { ExportButtons } from '#web/design/export-buttons.tsx';
import { EmptyState, ErrorState, NotFound } from '#web/design/empty-state.tsx';
import { Notice } from '#web/design/notice.tsx';
import { PageTitle } from '#web/design/page-title.tsx';
import { StatusBadge } from '#web/design/status-badge.tsx';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/api.ts';
import { asApiError, type ApiError } from '#web/platform/api-error.ts';
import { formatDateTime, formatUtc } from '#web/platform/format.ts';
import { useLanguage, useSay } from '#web/platform/phrase.ts';
import type { Role } from '#web/platform/session.ts';
import { HistoryTab } from '#web/award/history-tab.tsx';
import { OwnOutcome } from '#web/award/own-outcome.tsx';
import { ResultItems } from '#web/award/result-items.tsx';
import { isNotReady, resultQuery } from '#web/award/result-query.ts';
import type { ResultSearch } from '#web/award/result-search.ts';
import { ResultSkeleton } from '#web/award/result-skeleton.tsx';
import { ResultTabs } from '#web/award/result-tabs.tsx';
import { ResultTotals } from '#web/award/result-totals.tsx';
import { ResultWaiting } from '#web/award/result-waiting.tsx';
import { StatementButtons } from '#web/award/statement-buttons.tsx';
import { RehearsalBanner } from '#web/rehearsal/rehearsal-banner.tsx';
import { TourGuide } from '#web/tour/tour-guide.tsx';
import css from './result.module.css';

type Props = { role: Role; id: string; search: ResultSearch };

/** The result of an auction, as far as this person may see it; it appears by itself as soon as it stands. */
export function ResultPage({ role, id, search }: Props) {
  const { data: result, error, refetch } = useQuery(resultQuery(role, id));
  if (result) return <Result role={role} result={result} search={search} />;
  if (!error) return <ResultSkeleton />;
  return <WithoutResult role={role} id={id} error={asApiError(error)} onRetry={() => void refetch()} />;
}

function WithoutResult({ role, id, error, onRetry }: { role: Role; id: string; error: ApiError; onRetry: () => void }) {
  if (isNotReady(error)) return <ResultWaiting role={role} id={id} />;
  if (error.status === 404) return <NotFound />;
  if (error.code === 'no_permission_to_join_auction') {
    return <EmptyState title="result.noPermission" hint="result.noPermissionHint" icon={IconLock} />;
  }
  return <ErrorState error={error} onRetry={onRetry} />;
}

/** The reader's statement, the won bids as a file, the record that proves the result, and the page on paper. */
function TakeAway({ role, result }: { role: Role; result: AuctionResultView }) {
  const say = useSay();
  const { id } = result.auction;
  return (
    <div className={css.takeAway} data-tour="keep">
      <StatementButtons role={role} id={id} />
      {result.totals.soldQuantity > 0 && (
        <ExportButtons
          name={say('result.wonBids')}
          load={(format) =>
            apiFile(role === 'admin' ? exportWonBidsAsAdmin : exportWonBidsAsUser, {
              params: { id },
              query: { format },
            })
          }
        />
      )}
      <DownloadButton
        label={say('result.record')}
        spoken={say('result.recordLong')}
        name={`record-${id}.jsonl`}
        load={() => apiFile(role === 'admin' ? getRecordAsAdmin : getRecordAsUser, { params: { id } })}
      />
      <DownloadButton
        label={say('result.recordPdf')}
        spoken={say('result.recordPdfLong')}
        name={`record-${id}.pdf`}
        load={() =>
          apiFile(role === 'admin' ? getRecordAsAdmin : getRecordAsUser, { params: { id }, query: { format: 'pdf' } })
        }
      />
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={16} aria-hidden />}
        renderRoot={(props) => <Link {...props} to={paths.record} search={{ auction: id }} />}
      >
        {say('result.checkRecord')}
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        {say('result.print')}
      </Button>
    </div>
  );
}

function AnnulledNotice({ reason }: { reason: string }) {
  const say = useSay();
  return (
    <Notice tone="bad" icon={IconHandStop} title="result.annulled">
      <p>{say('result.annulledReason', { reason })}</p>
      <p>{say('result.annulledHint')}</p>
    </Notice>
  );
}

function Result({ role, result, search }: { role: Role; result: AuctionResultView; search: ResultSearch }) {
  const say = useSay();
  const language = useLanguage();
  const { auction, own, items } = result;
  const { auctionEndTime } = auction;
  const hasBids = items.some((item) => item.rows.length > 0);
  return (
    <>
      <RehearsalBanner auction={auction} />
      <PageTitle
        title={{ text: auction.title }}
        back={{ to: paths.auctions(role, 'past'), label: 'shell.pastAuctions' }}
        beside={
          result.annulledBecause === null ? (
            <StatusBadge tone="quiet" label="status.ended" icon={IconCircleCheck} />
          ) : (
            <StatusBadge tone="bad" label="status.annulled" icon={IconHandStop} />
          )
        }
        note={
          <time dateTime={auctionEndTime} title={formatUtc(auctionEndTime)}>
            {say('result.endedAt', { time: formatDateTime(auctionEndTime, language) })}
          </time>
        }
        actions={
          <>
            {search.tab !== 'history' && <TakeAway role={role} result={result} />}
            {role === 'user' && <TourGuide page="auctionResult" />}
          </>
        }
      />
      <ResultTabs tab={search.tab} />
      {search.tab === 'history' ? (
        <HistoryTab role={role} id={auction.id} search={search} />
      ) : (
        <div className={css.result}>
          {result.annulledBecause !== null && <AnnulledNotice reason={result.annulledBecause} />}
          {own && result.annulledBecause === null && <OwnOutcome result={result} own={own} />}
          <ResultTotals result={result} />
          {hasBids ? (
            <ResultItems role={role} result={result} />
          ) : (
            <div className={css.card}>
              <EmptyState title="result.nobodyBid" hint={`direction.${auction.auctionType}.nobodyBid`} />
            </div>
          )}
        </div>
      )}
    </>
  );
}
