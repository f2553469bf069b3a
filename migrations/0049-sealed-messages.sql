-- Bodies that carry something usable, as a one-time code or an invitation, are sealed until they are sent (decision 59).
alter table outbox add column is_sealed boolean not null default false;
