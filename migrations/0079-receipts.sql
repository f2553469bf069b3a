-- Receipts (decision 133). Auctions from before have no salt: their lines are hashed as before, and they give no receipts.
alter table auction add column salt text;
alter table auction alter column salt set default replace(gen_random_uuid()::text, '-', '');
comment on column auction.salt is 'Hides the contents of history lines behind their hashes. Secret until the closing, then part of the record.';
