-- An edit before the start judges the sealed bids again. It finds the present state of each by this index instead of reading the
-- whole history (decision 57). Lines of the live phase are not in the index, so that live bids cost what they did.
alter table bid_history add column is_sealed boolean;

update bid_history h set is_sealed = true
from auction a
where a.id = h.auction_id and a.start_time > clock_timestamp() and h.bid_id is not null;

create index bid_history_sealed on bid_history (auction_id, bid_id, seq) where is_sealed;
