-- A document that was never accepted can be deleted while it is not in use. Its versions stay, as all versions do (decision 30).
alter table template add column deleted_at timestamptz(3);
