-- Notices about settlements, and an index for the figures of a range.
alter table notice add column event text;
comment on column notice.event is 'Of a settlement: its step or reminder (SETTLEMENT_EVENTS). Then item_id is the settlement.';
create index settlement_created on settlement (created_at);
