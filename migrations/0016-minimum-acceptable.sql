-- The fewest RECs that a bid allowing partial fulfilment takes; null where any number will do.
alter table bid_history add column minimum_acceptable integer;
