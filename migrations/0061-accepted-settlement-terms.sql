-- Terms of settlement that bidders and buyers accepted (decision 108).
alter table bidder add column settlement_terms jsonb;
alter table bidder add constraint bidder_settlement_terms_check check (settlement_terms is null or terms_accepted_at is not null);
comment on column bidder.settlement_terms is 'Copy of the terms of settlement that the bidder accepted at terms_accepted_at. Null if it accepted none.';

alter table buy_order add column settlement_terms jsonb;
comment on column buy_order.settlement_terms is 'Copy of the terms of settlement that the buyer saw and accepted with the order. Null if the client sent none.';
