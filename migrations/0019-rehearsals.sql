-- An admin rehearses an upcoming auction: in a copy of it, which nobody else sees, the server itself bids for companies
-- that don't exist. The copy is an auction like any other, so that everything can be tried out in it.
alter table auction
  add column rehearsal_of uuid unique references auction,
  -- When the next simulated bid is due. Whichever process moves this on makes that bid.
  add column next_simulated_bid_at timestamptz(3),
  add constraint auction_rehearsal check ((rehearsal_of is null) = (next_simulated_bid_at is null));

-- A company that exists in rehearsals only: it has no members, and no list shows it.
alter table account add column is_simulated boolean not null default false;
