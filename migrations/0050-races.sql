-- What a change of an account leaves to do in the auctions in which it bids: each in a transaction of its own, by any
-- process (decision 60). No foreign key to the auction: its check would wait for the auction's row.
create table auction_settling (
  id bigint generated always as identity primary key,
  auction_id uuid not null,
  account_id uuid not null,
  user_id uuid not null
);
create index auction_settling_auction on auction_settling (auction_id);

-- Somebody held the auction's row for longer than a bid's wait is given back: closing waits for the bids that waited.
alter table auction add column closing_waits_until timestamptz(3);

-- A user has one seat in an auction. Seats that were given out twice before are marked; in auctions that are open a
-- colleague takes them over when they are settled.
alter table bidder add column is_double boolean not null default false;
update bidder set is_double = true
where exists (
  select from bidder other
  where other.auction_id = bidder.auction_id and other.user_id = bidder.user_id
    and (other.created_at, other.id) < (bidder.created_at, bidder.id));
create unique index bidder_user on bidder (auction_id, user_id) where not is_double;
insert into auction_settling (auction_id, account_id, user_id)
select bidder.auction_id, bidder.account_id, bidder.user_id
from bidder join auction on auction.id = bidder.auction_id
where bidder.is_double and auction.closed_at is null;

-- A beneficiary is saved once. Of those that were saved twice the first one stays: retirements keep a copy of their own.
delete from beneficiary
where exists (
  select from beneficiary other
  where other.account_id = beneficiary.account_id and other.account_type = beneficiary.account_type
    and other.name = beneficiary.name and other.address = beneficiary.address
    and other.name_on_certificates = beneficiary.name_on_certificates
    and other.building_owner_name = beneficiary.building_owner_name
    and (other.created_at, other.id) < (beneficiary.created_at, beneficiary.id));

-- Texts may be longer than an entry of an index.
create unique index beneficiary_once on beneficiary (
  account_id, account_type, md5(name), md5(address), md5(name_on_certificates), md5(building_owner_name));

-- Erasure locks companies, then the person; the check of this key locked the person first, and both waited for each other.
alter table idempotent_request drop constraint idempotent_request_user_id_fkey;
