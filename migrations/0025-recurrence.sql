-- An auction can repeat every month (decision 27). When it was closed, the next one is made as a draft, once: which auction
-- one follows is unique, and `recurred_at` says that it was seen to, whatever became of the draft.
alter table auction
  -- The rule, `domain/auction/recurrence.ts`; null for an auction that doesn't repeat.
  add column recurrence jsonb check (jsonb_typeof(recurrence) = 'object'),
  add column recurred_at timestamptz(3),
  add column follows uuid unique references auction,
  -- A draft stands outside time: its start and end are the end of all time, so that it never begins, nobody is told of it and
  -- no list but an admin's has it. The times that it is to have wait here until an admin confirms it.
  add column planned_start_time timestamptz(3),
  add column planned_end_time timestamptz(3),
  add constraint auction_draft check (
    (planned_start_time is null) = (planned_end_time is null)
    and (planned_start_time is null
         or (follows is not null and planned_start_time < planned_end_time and start_time = '9999-12-31T00:00:00Z')));

create index auction_draft on auction (planned_start_time, id) where planned_start_time is not null;
create index auction_recurs on auction (closed_at) where recurrence is not null and recurred_at is null;
