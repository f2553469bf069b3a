import { ADMIN_ROLES, type AdminRole } from '#domain/access/admin-role.ts';
import { inviteAdministrator, updateAdministrator, type Administrator } from '#contract/identity/administrator.ts';
import { judgeEmail } from '#domain/identity/email.ts';
import { judgeUsername } from '#domain/identity/username.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { ChecksField } from '#web/design/fields/checks-field.tsx';
import type { FieldProps } from '#web/design/fields/field.ts';
import { TextField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = { onClose: () => void; onDone: (all: Administrator[]) => void };
type Values = { readonly username: string; readonly email: string; readonly roles: readonly AdminRole[] };

const judgeRoles = (roles: readonly AdminRole[]) =>
  roles.length === 0 ? ({ code: 'field_required' } as const) : undefined;

/** Asks for the name, the address and the roles of a new administrator. */
export function InviteDialog({ onClose, onDone }: Props) {
  const form = useForm<Values>({ username: '', email: '', roles: [] }, ({ username, email, roles }) => ({
    username: judgeUsername(username.trim()),
    email: judgeEmail(email),
    roles: judgeRoles(roles),
  }));
  const { dialog } = useDialogForm(form, {
    send: () => {
      const { username, email, roles } = form.values;
      return api(inviteAdministrator, { body: { username: username.trim(), email: email.trim(), roles: [...roles] } });
    },
    onDone,
    onClose,
  });
  return (
    <FormDialog title="administrator.invite" submit="administrator.send" {...dialog} size="md">
      <TextField {...form.field('username')} label="administrator.username" isRequired autoFocus />
      <TextField {...form.field('email')} label="administrator.email" type="email" isRequired />
      <RolesField {...form.field('roles')} />
    </FormDialog>
  );
}

/** Asks for the roles of an administrator. */
export function RolesDialog({ of, onClose, onDone }: Props & { of: Administrator }) {
  const form = useForm<Pick<Values, 'roles'>>({ roles: of.roles }, ({ roles }) => ({ roles: judgeRoles(roles) }));
  const { dialog } = useDialogForm(form, {
    send: () => api(updateAdministrator, { params: { id: of.id }, body: { roles: [...form.values.roles] } }),
    onDone,
    onClose,
  });
  return (
    <FormDialog title="administrator.edit" submit="administrator.save" {...dialog} size="md">
      <p>{of.username}</p>
      <RolesField {...form.field('roles')} />
    </FormDialog>
  );
}

/** The choice of roles, each with what it may change. */
function RolesField(props: Omit<FieldProps<readonly AdminRole[]>, 'label'>) {
  const say = useSay();
  const choices = ADMIN_ROLES.map((value) => ({
    value,
    label: say(`administrator.role.${value}`),
    help: say(`administrator.about.${value}`),
  }));
  return <ChecksField {...props} label="administrator.roles" isRequired inLines choices={choices} />;
}
