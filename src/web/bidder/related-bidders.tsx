import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { listRelatedBidders, type BidderRelation, decideRelation } from '#contract/bidder/related-bidder.ts';
import { judgeRemark } from '#domain/basics/text.ts';
import { EditorDialog } from '#web/auction-editor/editor-dialog.tsx';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { formatDateTime } from '#web/platform/format/format.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './related-bidders.module.css';

/** The number of related pairs shown at first. A longer list would push the bidders below off the screen. */
const FIRST_PAIRS = 5;

type Relations = readonly BidderRelation[];
/** The result of the query for related bidders. The page passes the result to `RelatedBidders`. */
export type Related = Pick<UseQueryResult<Relations>, 'data' | 'error' | 'refetch'>;

type Props = {
  auction: Auction;
  query: Related;
  /** The reason why no bidder can be removed; undefined if bidders can be removed. */
  removeReason: PhraseKey | undefined;
};

/**
 * Reads related bidders. The key starts with the key of the bidder list, so a change of bidders also reloads the
 * relations.
 */
export const relatedBiddersQuery = (id: string) =>
  readQuery(['bidders', id, 'related'], listRelatedBidders, { params: { id } });

/** Shows bidders that are related to each other or to the owner, and the administrators' decisions about them. */
export function RelatedBidders({ auction, query, removeReason }: Props) {
  const say = useSay();
  const [choice, setChoice] = useState<RelationChoice>();
  const [isWhole, setIsWhole] = useState(false);
  if (query.data?.length === 0) return null;
  return (
    <div className={css.section}>
      <Card title="relation.title">
        <Loaded query={query} skeleton={<Skeleton height={160} />}>
          {(relations) => (
            <>
              <p className={css.hint}>{say('relation.hint')}</p>
              <ul className={css.list}>
                {relations.slice(0, isWhole ? undefined : FIRST_PAIRS).map((relation) => (
                  <li key={keyOf(relation)}>
                    <Relation relation={relation} removeReason={removeReason} onChoose={setChoice} />
                  </li>
                ))}
              </ul>
              {!isWhole && relations.length > FIRST_PAIRS && (
                <Button size="compact-sm" variant="light" onClick={() => setIsWhole(true)}>
                  {say('relation.showAll', { count: relations.length })}
                </Button>
              )}
            </>
          )}
        </Loaded>
        {choice && <DecideRelationDialog auctionId={auction.id} choice={choice} onClose={() => setChoice(undefined)} />}
      </Card>
    </div>
  );
}

const keyOf = ({ companies }: BidderRelation): string => companies.map(({ accountId }) => accountId).join();

type RelationProps = Pick<Props, 'removeReason'> & {
  relation: BidderRelation;
  onChoose: (choice: RelationChoice) => void;
};

/** Shows why two companies count as related, and the decision about them, if there is one. */
function Relation({ relation, removeReason, onChoose }: RelationProps) {
  const say = useSay();
  const language = useLanguage();
  const { companies, facts, decision } = relation;
  const isOpen = decision === null || decision.isOutdated;
  return (
    <div className={css.relation} data-open={isOpen}>
      <p className={css.names}>
        {companies.map(({ accountId, companyName, bidderId }) => (
          <strong key={accountId}>
            {bidderId === null ? say('relation.owner', { company: companyName }) : companyName}
          </strong>
        ))}
      </p>
      <ul className={css.facts}>
        {facts.map(({ kind, label }) => (
          <li key={`${kind} ${label}`}>{say(`relation.fact.${kind}`, { label })}</li>
        ))}
      </ul>
      {decision && (
        <p className={css.hint}>
          {say('relation.noObjectionBy', {
            name: decision.decidedBy,
            time: formatDateTime(decision.decidedAt, language),
            reason: decision.reason,
          })}
          {decision.isOutdated && ` ${say('relation.outdated')}`}
        </p>
      )}
      {isOpen && (
        <div className={css.actions}>
          <ReasonButton size="compact-sm" variant="default" onClick={() => onChoose({ relation, remove: null })}>
            {say('relation.noObjection')}
          </ReasonButton>
          {companies.map((company) =>
            company.bidderId === null ? null : (
              <ReasonButton
                key={company.accountId}
                size="compact-sm"
                variant="default"
                reason={removeReason}
                onClick={() => onChoose({ relation, remove: company })}
              >
                {say('relation.remove', { company: company.companyName })}
              </ReasonButton>
            ),
          )}
        </div>
      )}
    </div>
  );
}

/** The decision that an admin is about to take on two related companies. */
type RelationChoice = {
  readonly relation: BidderRelation;
  /** The company to remove; null to record no objection. */
  readonly remove: BidderRelation['companies'][number] | null;
};

type DecideProps = { auctionId: string; choice: RelationChoice; onClose: () => void };

/** Asks for the reason of a decision about two related companies. The audit trail keeps the reason. */
function DecideRelationDialog({ auctionId, choice: { relation, remove }, onClose }: DecideProps) {
  const say = useSay();
  const form = useForm({ reason: '' }, ({ reason }) => ({ reason: judgeRemark(reason, true) }));
  const [one, other] = relation.companies;
  const accountIds: [string, string] = [one?.accountId ?? '', other?.accountId ?? ''];
  const names = { one: one?.companyName ?? '', other: other?.companyName ?? '' };
  return (
    <EditorDialog
      title={remove ? 'relation.removeTitle' : 'relation.noObjectionTitle'}
      submit={remove ? 'action.remove' : 'relation.noObjection'}
      onClose={onClose}
      form={form}
      send={() =>
        api(decideRelation, {
          params: { id: auctionId },
          body: { accountIds, removeBidderId: remove?.bidderId ?? null, reason: form.values.reason },
        })
      }
      changed={useAuctionChanged(auctionId)}
      done={() => say('relation.decided')}
      isDangerous={remove !== null}
      size="sm"
    >
      <p className={css.hint}>
        {remove ? say('relation.removeText', { company: remove.companyName }) : say('relation.noObjectionText', names)}
      </p>
      <TextAreaField {...form.field('reason')} label="relation.reason" isRequired autoFocus />
    </EditorDialog>
  );
}
