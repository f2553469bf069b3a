-- A company's auctions are all its members', not only those of the user through whom it bids (rules 5).
drop index bidder_user;
create index bidder_account on bidder (account_id, auction_end_time, auction_id, start_time);
