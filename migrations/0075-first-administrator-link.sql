-- The one-time link with which the first administrator is created (decision 129). There is one at most.
create table first_administrator_link (
  is_only boolean primary key default true check (is_only),
  token_hash char(64) not null,
  email text,
  host text,
  pid integer,
  expires_at timestamptz(3) not null
);
comment on table first_administrator_link is 'The one-time link with which the first administrator of a new platform is created. One row at most.';
comment on column first_administrator_link.is_only is 'Always true, so that there is only one row.';
comment on column first_administrator_link.token_hash is 'SHA-256 of the token in the link. The token itself is printed once and not stored.';
comment on column first_administrator_link.email is 'The only address that may use the link. Null for the link of a starting server: then any address may.';
comment on column first_administrator_link.host is 'Host of the server process that printed the link. Null if a command printed it.';
comment on column first_administrator_link.pid is 'Process id of the server that printed the link. Null if a command printed it.';
