-- Soft close, an option of an auction (rules 3): a bid in the last minutes that changes an item's winners moves the end.
alter table auction
  add column soft_close_minutes integer check (soft_close_minutes between 1 and 60),
  add column soft_close_max integer check (soft_close_max between 1 and 100),
  add constraint auction_soft_close check ((soft_close_minutes is null) = (soft_close_max is null));

-- An admin pauses, resumes and annuls a live auction. While one is paused its clock stands still: `auction_end_time` is
-- then the end of all time, so that no list and no closing takes it for over, and the end that stood waits beside it.
-- Annulled ones are closed, and ended when they were annulled.
alter table auction
  add column paused_at timestamptz(3),
  add column end_when_paused timestamptz(3),
  add column annulled_at timestamptz(3),
  add constraint auction_paused check ((paused_at is null) = (end_when_paused is null)),
  add constraint auction_annulled check (annulled_at is null or (closed_at is not null and paused_at is null)),
  drop constraint auction_check1,
  add constraint auction_extended check (end_time <= auction_end_time or annulled_at is not null);

alter table bid_history
  -- The auction's end from a line on, where the line moves it.
  add column until timestamptz(3),
  drop constraint bid_history_kind_check,
  add constraint bid_history_kind_check
    check (kind in ('created', 'changed', 'placed', 'revised', 'withdrawn', 'cancelled', 'refusedLate', 'extended',
                    'paused', 'resumed', 'annulled', 'closed'));
