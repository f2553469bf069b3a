-- Who a user is at a foreign OpenID provider, where one signs people in (decision 6).
create table foreign_identity (
  issuer text not null,
  subject text not null,
  user_id uuid not null references app_user on delete cascade,
  -- The provider's newest id token, sealed: shown there when its session is to end with ours.
  id_token text not null,
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create index foreign_identity_user on foreign_identity (user_id);

-- A foreign provider may not tell an e-mail address: it is empty then, and nobody's.
drop index app_user_email;
create unique index app_user_email on app_user (lower(email)) where email <> '';
