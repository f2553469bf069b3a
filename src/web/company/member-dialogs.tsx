import { Text } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import { inviteMember, type AccountMembers, updateMember, type AccountMember } from '#contract/company/company.ts';
import { type MemberRole, MEMBER_ROLES } from '#domain/access/may.ts';
import { judgeEmail } from '#domain/identity/email.ts';
import { warnOfSeats } from '#web/company/member-changes.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { ChoiceField } from '#web/design/fields/switch-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import { useForm, type Field } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = {
  accountId: string;
  onClose: () => void;
  onDone: (members: AccountMembers, email: string) => void;
};

type InvitationValues = { readonly email: string; readonly role: MemberRole };

/** A dialog that invites a person to the company by email. */
export function InviteDialog({ accountId, onClose, onDone }: Props) {
  const keys = useRequestKeys();
  const form = useForm<InvitationValues>({ email: '', role: 'trader' }, ({ email }) => ({ email: judgeEmail(email) }), {
    keptAs: 'invite',
  });
  const { run, isPending, error } = useChange({
    send: () => {
      const body = { ...form.values, email: form.values.email.trim() };
      return api(inviteMember, { params: { id: accountId }, body, key: keys.keyFor(body) });
    },
    onDone: (members) => onDone(members, form.values.email.trim()),
    onRefused: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title="member.inviteTitle"
      submit="member.sendInvitation"
      isOpen
      onClose={onClose}
      onSubmit={() => form.check() && run()}
      error={error}
      isPending={isPending}
      isDirty={form.isDirty}
      size="sm"
    >
      <TextField
        {...form.field('email')}
        label="member.email"
        help="member.inviteHelp"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
        autoFocus
      />
      <RoleField {...form.field('role')} />
    </FormDialog>
  );
}

type ChangeRoleProps = {
  accountId: string;
  member: AccountMember;
  isOwn: boolean;
  onClose: () => void;
  onDone: (members: AccountMembers) => void;
};

/** A dialog that changes a member's role. */
export function ChangeRoleDialog({ accountId, member, isOwn, onClose, onDone }: ChangeRoleProps) {
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

/** The choice of a role. The permissions of the chosen role are shown below. */
function RoleField(field: Field<MemberRole>) {
  const say = useSay();
  return (
    <ChoiceField
      {...field}
      label="member.role"
      help={`member.${field.value}Help`}
      choices={MEMBER_ROLES.map((value) => ({ value, label: say(`member.${value}`) }))}
    />
  );
}
