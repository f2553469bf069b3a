import { Button } from '@mantine/core';
import {
  IconBan,
  IconCircleCheck,
  IconGauge,
  IconKey,
  IconKeyOff,
  IconMail,
  IconMailOff,
  IconPencil,
  IconRestore,
  IconUserMinus,
  IconUserPlus,
  IconUsers,
  IconWebhook,
  IconWebhookOff,
  type Icon,
  IconArrowRight,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountChange } from '#contract/company/company.ts';
import type { CompanyField } from '#domain/company/company.ts';
import { NEW_COMPANY } from '#web/company/company-draft.ts';
import { useCompanyWords } from '#web/platform/format/company-words.ts';
import { changesQuery } from '#web/company-admin/account-query.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import type { Tone } from '#web/design/feedback/tone.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { Quote, Timeline, TimelineEvent } from '#web/design/layout/timeline.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './field-changes.module.css';

type Look = { readonly icon: Icon; readonly tone: Tone; readonly what: PhraseKey };

/** The icon, color and title of each kind of change. */
const LOOKS: Record<AccountChange['kind'], Look> = {
  approved: { icon: IconCircleCheck, tone: 'good', what: 'account.approved' },
  edited: { icon: IconPencil, tone: 'quiet', what: 'account.edited' },
  max_bid_quantity: { icon: IconGauge, tone: 'quiet', what: 'account.maxBidQuantityChanged' },
  blacklisted: { icon: IconBan, tone: 'bad', what: 'account.blacklistedEvent' },
  reinstated: { icon: IconRestore, tone: 'good', what: 'account.reinstated' },
  member_invited: { icon: IconMail, tone: 'quiet', what: 'account.memberInvited' },
  member_joined: { icon: IconUserPlus, tone: 'quiet', what: 'account.memberJoined' },
  member_changed: { icon: IconUsers, tone: 'quiet', what: 'account.memberChanged' },
  member_removed: { icon: IconUserMinus, tone: 'quiet', what: 'account.memberRemoved' },
  api_key_made: { icon: IconKey, tone: 'quiet', what: 'account.apiKeyMade' },
  api_key_revoked: { icon: IconKeyOff, tone: 'quiet', what: 'account.apiKeyRevoked' },
  webhook_made: { icon: IconWebhook, tone: 'quiet', what: 'account.webhookMade' },
  webhook_changed: { icon: IconWebhook, tone: 'quiet', what: 'account.webhookChanged' },
  webhook_removed: { icon: IconWebhookOff, tone: 'quiet', what: 'account.webhookRemoved' },
  invitation_revoked: { icon: IconMailOff, tone: 'quiet', what: 'account.invitationRevoked' },
};

/** Lists all changes of an account, each with its author, time and reason, and with the previous values. */
export function ChangeHistory({ id }: { id: string }) {
  const say = useSay();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(changesQuery(id));
  const lines = data?.pages.flatMap(({ items }) => items);
  return (
    <Card title="account.history">
      {lines?.length === 0 && <p>{say('account.noHistory')}</p>}
      {lines && (
        <Timeline label={say('account.history')}>
          {lines.map(({ id: line, at, kind, username, remark, changes }) => (
            <TimelineEvent key={line} {...LOOKS[kind]} what={say(LOOKS[kind].what)} who={username} at={at}>
              {remark && <Quote>{remark}</Quote>}
              <FieldChanges kind={kind} changes={changes} />
            </TimelineEvent>
          ))}
        </Timeline>
      )}
      {!lines && error && <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />}
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {say('account.more')}
        </Button>
      )}
    </Card>
  );
}

const isOfCompany = (field: string): field is CompanyField => Object.hasOwn(NEW_COMPANY, field);

/** Returns whether the values of a field are codes. */
const isOfWords = (field: string, words: ReturnType<typeof useCompanyWords>): field is keyof typeof words =>
  Object.hasOwn(words, field);

type ChangesProps = Pick<AccountChange, 'kind' | 'changes'>;

/**
 * The old and the new value of each field. In changes of members, the "fields" are members and the values are roles.
 */
function FieldChanges({ kind, changes }: ChangesProps) {
  const say = useSay();
  const words = useCompanyWords();
  const labelOf = (field: string): string => {
    if (kind === 'max_bid_quantity') return say('account.maxBidQuantity');
    return kind === 'edited' && isOfCompany(field) ? say(`company.${field}`) : field;
  };
  const textOf = (field: string, value: string): string => {
    if (value === '') return say('account.empty');
    if (kind === 'max_bid_quantity') return formatQuantity(Number(value));
    if (kind === 'edited') return isOfWords(field, words) ? words[field](value) : value;
    return kind.startsWith('webhook') ? value : say(`member.${value}` as PhraseKey);
  };
  if (changes.length === 0) return null;
  return (
    <dl className={css.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{labelOf(field)}</dt>
          <dd>
            <del>{textOf(field, before)}</del>
            <IconArrowRight size={14} aria-hidden />
            <ins>{textOf(field, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
