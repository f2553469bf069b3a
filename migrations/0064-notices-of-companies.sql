-- Notices of companies name their subject in the column of titles.
comment on column notice.auction_id is 'No foreign key: its check would wait for the auction''s row. Null for what waits for administrators, and for settlements and companies.';
comment on column notice.item_id is 'The item of an outbid bid. For administrators: what waits, such as a registration, or the company of the certificates. Otherwise the settlement, the device, the lot or the retirement.';
comment on column notice.title is 'Title of an auction that the reader can no longer see. Of a company''s notice: the name of its subject, with the reason of a rejection.';
