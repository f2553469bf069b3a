import { Text } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import { updateMember, type AccountMember, type AccountMembers } from '#contract/company/company.ts';
import { RoleField } from '#web/company/role-field.tsx';
import { warnOfSeats } from '#web/company/warn-of-seats.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = {
  accountId: string;
  member: AccountMember;
  isOwn: boolean;
  onClose: () => void;
  onDone: (members: AccountMembers) => void;
};

/** What a member may do from now on. */
export function ChangeRoleDialog({ accountId, member, isOwn, onClose, onDone }: Props) {
  const say = useSay();
  const { role, userId, username } = member;
  const form = useForm({ role });
  const chosen = form.values.role;
  const isNoOwnerAnyMore = role === 'owner' && chosen !== 'owner';
  const isNoBidderAnyMore = role !== 'viewer' && chosen === 'viewer';
  const { run, isPending, error } = useChange({
    send: () => api(updateMember, { params: { id: accountId, userId }, body: form.values }),
    onDone: ({ auctionsWithoutBidder, ...members }) => {
      onDone(members);
      warnOfSeats(say, auctionsWithoutBidder);
    },
  });
  return (
    <FormDialog
      title="member.changeRole"
      submit="action.save"
      isOpen
      onClose={onClose}
      onSubmit={() => (form.isDirty ? run() : onClose())}
      error={error}
      isPending={isPending}
      isDirty={form.isDirty}
      size="sm"
    >
      <Text>{say(isOwn ? 'member.changeOwnText' : 'member.changeText', { name: username })}</Text>
      <RoleField {...form.field('role')} />
      {isNoOwnerAnyMore && <Text>{say(isOwn ? 'member.changeOwnEnds' : 'member.changeEnds', { name: username })}</Text>}
      {isNoBidderAnyMore && (
        <Text>{say(isOwn ? 'member.changeOwnSeat' : 'member.changeSeat', { name: username })}</Text>
      )}
    </FormDialog>
  );
}
