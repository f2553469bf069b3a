-- Administrators get notices of what waits for them. Such a notice is about no auction: its item_id names the registration, the
-- buy order or the auction (decision 18).
alter table notice alter column auction_id drop not null;
