import { type Bidder, listBidderCandidates, replaceBidder } from '#contract/bidder/bidder.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { SearchSelectField } from '#web/design/fields/select-field.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { SEARCHED_SHOWN, useSearchedChoices } from '#web/platform/calls/use-searched-choices.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './edit-bidder-dialog.module.css';

type Props = { auctionId: string; bidder: Bidder; onClose: () => void };

/** Puts another company in the place of a bidder, and says beforehand what that means for the bids. */
export function ReplaceBidderDialog({ auctionId, bidder, onClose }: Props) {
  const say = useSay();
  const changed = useAuctionChanged(auctionId);
  // The value of a choice is a user and a company, because a person can bid for several.
  const form = useForm<{ accountId: string | null }>(
    { accountId: null },
    ({ accountId }) => ({ accountId: accountId === null ? { code: 'field_required' as const } : undefined }),
    { keptAs: `replaced bidder ${bidder.bidderId}` },
  );
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const [userId = '', accountId = ''] = (form.values.accountId ?? '').split(' ');
      const body = { userId, accountId };
      const params = { id: auctionId, bidderId: bidder.bidderId };
      return api(replaceBidder, { params, body, key: keyFor(body) });
    },
    onDone: ({ businessAccount: name }) => {
      void changed();
      toast('good', say('bidder.replaced', { name }));
      onClose();
    },
    onClose,
  });
  const field = form.field('accountId');
  const { choices, onSearch, onChoose, isFailed } = useSearchedChoices({
    key: ['bidder-candidates', auctionId, 'choices'],
    find: async (search, signal) => {
      const query = { currentPage: 1, limit: SEARCHED_SHOWN, search };
      const { items } = await api(listBidderCandidates, { params: { id: auctionId }, query, signal });
      return items.map((one) => ({
        value: `${one.userId} ${one.accountId}`,
        label: `${one.username} · ${one.businessAccount}`,
      }));
    },
  });
  const { username: name, businessAccount: company, bidCount: count } = bidder;
  return (
    <FormDialog title="bidder.replaceTitle" submit="bidder.replace" {...dialog}>
      <p className={css.who}>{say('bidder.replaceText', { name, company, count })}</p>
      <SearchSelectField
        {...field}
        label="bidder.replaceBy"
        isRequired
        autoFocus
        choices={choices}
        onSearch={onSearch}
        isFailed={isFailed}
        onChange={(value) => {
          onChoose(value);
          field.onChange(value);
        }}
      />
    </FormDialog>
  );
}
