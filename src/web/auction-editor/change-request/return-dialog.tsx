import type { Auction } from '#contract/auction/auction.ts';
import { returnRequest, type ChangeRequest } from '#contract/auction/change-request.ts';
import { judgeReturn, RETURN_MESSAGE_LENGTH_MAX } from '#domain/auction/change-request.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './return-dialog.module.css';

type Props = { auction: Auction; request: ChangeRequest; onClose: () => void };

/** Sends a request back to its owner, with what has to be corrected; the message stays when that fails. */
export function ReturnDialog({ auction, request, onClose }: Props) {
  const say = useSay();
  const language = useLanguage();
  const changed = useAuctionChanged(auction.id);
  const form = useForm({ message: '' }, ({ message }) => judgeReturn(message), { keptAs: 'return' });
  const { run, isPending, error } = useChange({
    send: () => {
      const { id: auctionId } = auction;
      return api(returnRequest, { params: { id: request.id }, body: { auctionId, message: form.values.message } });
    },
    onDone: async () => {
      await changed();
      toast('good', say('changeRequest.sentBack'));
      onClose();
    },
    onRefused: ({ fields }) => {
      form.refuse(fields);
      void changed();
    },
  });
  return (
    <FormDialog
      title="changeRequest.sendBackTitle"
      submit="changeRequest.sendBack"
      isOpen
      size="sm"
      onClose={onClose}
      onSubmit={() => form.check() && run()}
      error={error}
      isPending={isPending}
      isDirty={form.isDirty}
    >
      <p className={css.text}>
        {say('changeRequest.sendBackText', { company: companyNameIn(language, auction.sellerInformation) })}
      </p>
      <TextAreaField
        {...form.field('message')}
        label="changeRequest.message"
        help={{ text: say('changeRequest.messageHelp', { maximum: RETURN_MESSAGE_LENGTH_MAX }) }}
        isRequired
        rows={4}
        autoFocus
      />
    </FormDialog>
  );
}
