import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconCircleCheck, IconHandStop, IconHourglass, IconLock } from '@tabler/icons-react';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type AuctionResultView, getResultAsAdmin, getResultAsUser } from '#contract/award/award.ts';
import { AdminApprovals } from '#web/approval/admin-approvals.tsx';
import { HistoryTab } from '#web/award/history-tab.tsx';
import { OwnOutcome, ResultTotals } from '#web/award/result-figures.tsx';
import { ResultItems } from '#web/award/result-items.tsx';
import type { ResultSearch } from '#web/award/result-search.ts';
import { ResultDownloads } from '#web/award/result-downloads.tsx';
import { Countdown } from '#web/design/dates/countdown.tsx';
import { EmptyState, ErrorState, NotFound } from '#web/design/feedback/empty-state.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { PageTabs } from '#web/design/layout/page-tabs.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { paths } from '#web/paths.ts';
import { type ApiError, asApiError } from '#web/platform/calls/api-error.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { formatDateTime, formatUtc } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { RehearsalBanner } from '#web/rehearsal/rehearsal-banner.tsx';
import { TourGuide } from '#web/tour/tour-guide.tsx';
import css from './result.module.css';
import { auctionQuery } from '#web/bidding/room/auction-query.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';

/** `receipts` is shown above the result. It looks up the bidder's receipts in the record. */
type Props = { role: Role; id: string; search: ResultSearch; receipts?: ReactNode };

/**
 * The page of an auction's result, with what this user may see. The result appears automatically when it is available.
 */
export function ResultPage({ role, id, search, receipts }: Props) {
  const { data: result, error, refetch } = useQuery(resultQuery(role, id));
  if (result) return <Result {...{ role, result, search, receipts }} />;
  if (!error) return <ResultSkeleton />;
  return <WithoutResult role={role} id={id} error={asApiError(error)} onRetry={() => void refetch()} />;
}

/** Shows why there is no result: not stored yet, not found, no permission, or a failure to load. */
function WithoutResult({ role, id, error, onRetry }: { role: Role; id: string; error: ApiError; onRetry: () => void }) {
  if (isNotReady(error)) return <ResultWaiting role={role} id={id} />;
  if (error.status === 404) return <NotFound />;
  if (error.code === 'no_permission_to_join_auction') {
    return <EmptyState title="result.noPermission" hint="result.noPermissionHint" icon={IconLock} />;
  }
  return <ErrorState error={error} onRetry={onRetry} />;
}

/** Shows that an admin annulled the auction, and the admin's reason. */
function AnnulledNotice({ reason }: { reason: string }) {
  const say = useSay();
  return (
    <Notice tone="bad" icon={IconHandStop} title="result.annulled">
      <p>{say('result.annulledReason', { reason })}</p>
      <p>{say('result.annulledHint')}</p>
    </Notice>
  );
}

/**
 * Shows a stored result on two tabs: the awards, and the bid history. An annulled auction shows the reason instead of
 * the user's own result. The tab and the page of the history are in the URL.
 */
function Result({ role, result, search, receipts }: Omit<Props, 'id'> & { result: AuctionResultView }) {
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
            {search.tab !== 'history' && <ResultDownloads role={role} result={result} />}
            {role === 'user' && <TourGuide page="auctionResult" />}
          </>
        }
      />
      <AdminApprovals role={role} pageId={result.auction.id} />
      <div data-tour="history">
        <PageTabs label="result.views" tabs={TABS} current={search.tab} />
      </div>
      {search.tab === 'history' ? (
        <HistoryTab role={role} auction={auction} search={search} />
      ) : (
        <div className={css.result}>
          {result.annulledBecause !== null && <AnnulledNotice reason={result.annulledBecause} />}
          {own && result.annulledBecause === null && <OwnOutcome result={result} own={own} />}
          {receipts}
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

/** A placeholder with about the height of a result, so that little moves when the result has loaded. */
function ResultSkeleton() {
  const say = useSay();
  return (
    <div aria-busy>
      <span className="visually-hidden" role="status">
        {say('shell.loading')}
      </span>
      <Skeleton height={52} width={360} maw="80%" mb={14} />
      <Skeleton height={38} mb={14} />
      <div className={css.result} aria-hidden>
        <Skeleton height={104} />
        <Skeleton height={104} />
        {/* High enough to keep the footer below the visible area until the result has loaded. */}
        <Skeleton height="70vh" mih={320} />
      </div>
    </div>
  );
}

/** The tabs of a result. */
const TABS = [
  { tab: undefined, title: 'result.result' },
  { tab: 'history', title: 'result.history' },
] as const;

/**
 * Shown while there is no result. Before the end: the remaining time and a link to the room. After the end: a note
 * about the closing period.
 */
function ResultWaiting({ role, id }: { role: Role; id: string }) {
  const say = useSay();
  const { data: auction } = useQuery(auctionQuery(role, id));
  const endsAtMs = auction ? Date.parse(auction.auctionEndTime) : 0;
  const isOver = useAtSecond((nowMs) => nowMs >= endsAtMs, endsAtMs);
  if (isOver) return <EmptyState title="room.counting" hint="result.countingHint" icon={IconHourglass} />;
  return (
    <EmptyState title="error.results_not_ready" hint="result.notReadyHint" icon={IconHourglass}>
      <Countdown untilMs={endsAtMs} size="large" />
      <Button component={Link} to={paths.auction(role, id)}>
        {say('result.toAuction')}
      </Button>
    </EmptyState>
  );
}

/** Interval in ms at which a result that is not ready is requested again. */
const ASK_AGAIN_MS = 1_500;
/** The number of retries after a failure of the server. A refusal is not retried. */
const RETRIES = 2;

/** Returns whether the auction has no result yet, which is not an error on this page. */
const isNotReady = (error: ApiError): boolean => error.code === 'results_not_ready';

/**
 * Reads the result of an auction. The query is repeated until the result is available, so that the page shows it
 * automatically. A stored result never changes.
 */
const resultQuery = (role: Role, id: string) =>
  queryOptions({
    ...readQuery(['result', role, id], role === 'admin' ? getResultAsAdmin : getResultAsUser, { params: { id } }),
    retry: (failures, thrown) => failures < RETRIES && asApiError(thrown).status >= 500,
    refetchInterval: ({ state }) => (state.error && isNotReady(asApiError(state.error)) ? ASK_AGAIN_MS : false),
  });
