import { decideRelation, type BidderRelation } from '#contract/bidder/related-bidder.ts';
import { judgeRemark } from '#domain/basics/remark.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './related-bidders.module.css';

export type RelationChoice = {
  readonly relation: BidderRelation;
  /** The company to remove; null for no objection. */
  readonly remove: BidderRelation['companies'][number] | null;
};

type Props = { auctionId: string; choice: RelationChoice; onClose: () => void; onDone: () => void };

/** Asks for the reason of a decision about two related companies; the audit trail keeps it. */
export function DecideRelationDialog({ auctionId, choice: { relation, remove }, onClose, onDone }: Props) {
  const say = useSay();
  const form = useForm({ reason: '' }, ({ reason }) => ({ reason: judgeRemark(reason, true) }));
  const [one, other] = relation.companies;
  const accountIds: [string, string] = [one?.accountId ?? '', other?.accountId ?? ''];
  const { run, isPending, error } = useChange({
    send: () =>
      api(decideRelation, {
        params: { id: auctionId },
        body: { accountIds, removeBidderId: remove?.bidderId ?? null, reason: form.values.reason },
      }),
    onDone,
    onRefused: ({ fields }) => form.refuse(fields),
  });
  const names = { one: one?.companyName ?? '', other: other?.companyName ?? '' };
  return (
    <FormDialog
      title={remove ? 'relation.removeTitle' : 'relation.noObjectionTitle'}
      submit={remove ? 'action.remove' : 'relation.noObjection'}
      isOpen
      onClose={onClose}
      onSubmit={() => form.check() && run()}
      error={error}
      isPending={isPending}
      isDirty={form.isDirty}
      isDangerous={remove !== null}
      size="sm"
    >
      <p className={css.hint}>
        {remove ? say('relation.removeText', { company: remove.companyName }) : say('relation.noObjectionText', names)}
      </p>
      <TextAreaField {...form.field('reason')} label="relation.reason" isRequired autoFocus />
    </FormDialog>
  );
}
