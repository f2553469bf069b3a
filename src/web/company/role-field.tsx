import { MEMBER_ROLES, type MemberRole } from '#domain/access/may.ts';
import { ChoiceField } from '#web/design/fields/switch-field.tsx';
import type { Field } from '#web/design/forms/use-form.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

export const ROLE_HELP: Record<MemberRole, PhraseKey> = {
  owner: 'member.ownerHelp',
  trader: 'member.traderHelp',
  viewer: 'member.viewerHelp',
};

/** What somebody is to a company, with what that allows. */
export function RoleField(field: Field<MemberRole>) {
  const say = useSay();
  return (
    <ChoiceField
      {...field}
      label="member.role"
      help={ROLE_HELP[field.value]}
      choices={MEMBER_ROLES.map((value) => ({ value, label: say(`member.${value}`) }))}
    />
  );
}
