-- Roles of administrators (decision 122). Each existing administrator becomes an owner.
alter table app_user add column admin_roles text[];
comment on column app_user.admin_roles is 'The roles of an administrator, which decide the changes that this person may make. Null for users.';
update app_user set admin_roles = '{owner}' where auction_user_role = 'Admin';
alter table app_user add constraint app_user_admin_roles_check check (
  (auction_user_role = 'Admin') = (admin_roles is not null) and admin_roles <> '{}'
  and admin_roles <@ array['owner', 'auctioneer', 'registrar', 'marketplace', 'finance', 'auditor']);
