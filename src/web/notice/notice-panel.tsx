import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import {
  IconAlertTriangle,
  IconBellOff,
  IconBan,
  IconHistory,
  IconBuilding,
  IconCalendarRepeat,
  IconCertificate,
  IconFlag,
  IconHourglass,
  IconPlayerPlay,
  IconReceipt,
  IconListDetails,
  IconSettings,
  IconShoppingCart,
  IconTarget,
  IconTrendingUp,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Notice } from '#contract/notice.ts';
import type { NoticeKind } from '#domain/notice/notice.ts';
import { EmptyState, ErrorState } from '#web/design/feedback/empty-state.tsx';
import { noticePath, titleOf, useNoticeWords } from '#web/notice/notices.ts';
import { paths } from '#web/paths.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { formatDateTime, formatUtc } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { SHARED_ICONS } from '#web/shell/menu/menu.ts';
import css from './notice-panel.module.css';

/** The icon of each kind of notification. */
const PICTURES: Record<NoticeKind, Icon> = {
  outbid: IconTrendingUp,
  canWin: IconTarget,
  endingSoon: IconHourglass,
  started: IconPlayerPlay,
  result: IconFlag,
  bidsCancelled: IconBan,
  bidsVoid: IconHistory,
  offered: IconReceipt,
  ownerChanged: IconBuilding,
  registrationWaits: IconBuilding,
  buyOrderWaits: IconShoppingCart,
  draftWaits: IconCalendarRepeat,
  changeRequestWaits: IconListDetails,
  settlementStep: IconReceipt,
  settlementDue: IconHourglass,
  settlementLate: IconAlertTriangle,
  settlementInvoice: SHARED_ICONS.invoice,
  disputeWaits: IconAlertTriangle,
  defaultWaits: IconAlertTriangle,
  certificateVerified: IconCertificate,
  certificateRejected: IconAlertTriangle,
  retirementRegistered: IconCertificate,
  certificatesWait: IconCertificate,
  approvalWaits: IconListDetails,
};

type Props = {
  role: Role;
  /** Undefined during the first load. */
  notices: readonly Notice[] | undefined;
  error: unknown;
  onRetry: () => void;
  onFollow: () => void;
};

/** The newest notifications. Each links to its subject: an auction or a task. */
export function NoticePanel({ role, notices, error, onRetry, onFollow }: Props) {
  const say = useSay();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section ref={panel} className={css.panel} aria-label={say('notice.title')} tabIndex={-1}>
      <header className={css.head}>
        <h2 className={css.title}>{say('notice.title')}</h2>
        <Link to={paths.noticeSettings(role)} className={css.settings} onClick={onFollow}>
          <IconSettings size={16} aria-hidden />
          {say('notice.settings')}
        </Link>
      </header>
      <div className={css.list}>
        {notices ? (
          <Lines role={role} notices={notices} onFollow={onFollow} />
        ) : error ? (
          <ErrorState error={asApiError(error)} onRetry={onRetry} />
        ) : (
          <Skeleton height={160} />
        )}
      </div>
    </section>
  );
}

function Lines({ role, notices, onFollow }: Pick<Props, 'role' | 'onFollow'> & { notices: readonly Notice[] }) {
  if (notices.length === 0)
    return (
      <EmptyState
        title="notice.none"
        hint={role === 'admin' ? 'notice.noneHintAdmin' : 'notice.noneHint'}
        icon={IconBellOff}
      />
    );
  return (
    <ul className={css.lines}>
      {notices.map((notice) => (
        <li key={notice.noticeId}>
          <Line role={role} notice={notice} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  );
}

/** Shows one notification with a link to its subject. */
function Line({ role, notice, onFollow }: Pick<Props, 'role' | 'onFollow'> & { notice: Notice }) {
  const say = useSay();
  const words = useNoticeWords();
  const language = useLanguage();
  const Picture = PICTURES[notice.kind];
  return (
    <Link
      to={noticePath(role, notice)}
      className={css.line}
      data-unread={!notice.isRead || undefined}
      data-kind={notice.kind}
      onClick={onFollow}
    >
      <span className={css.picture} aria-hidden>
        <Picture size={18} />
      </span>
      <span className={css.words}>
        <strong>{words(notice)}</strong>
        <span className={css.auction}>{titleOf(notice)}</span>
        <time className={css.time} dateTime={notice.at} title={formatUtc(notice.at)}>
          {formatDateTime(notice.at, language)}
        </time>
      </span>
      {!notice.isRead && <span className={css.mark}>{say('notice.new')}</span>}
    </Link>
  );
}
