-- Decision 58. Invitations of somebody who is no owner any more, and keys of somebody who left, work for nobody.
update account_invitation set revoked_at = now()
where accepted_at is null and revoked_at is null and not exists (
  select from account_member member
  where member.account_id = account_invitation.account_id and member.user_id = account_invitation.invited_by
    and member.role = 'owner');

update api_key set revoked_at = now(), revoked_by = user_id
where revoked_at is null and not exists (
  select from account_member member
  where member.account_id = api_key.account_id and member.user_id = api_key.user_id);

-- Other applications that a person allowed to act through the auction API.
create table client_consent (
  user_id uuid not null references app_user (id),
  client_id text not null,
  granted_at timestamptz not null default now(),
  primary key (user_id, client_id)
);
