-- Undo and repair (decision 124).

-- An administrator can reopen a rejected registration.
alter table registration_remark drop constraint registration_remark_action_check;
alter table registration_remark add constraint registration_remark_action_check
  check (action in ('submit', 'resubmit', 'take-up', 'approve', 'return', 'reject', 'reopen'));
-- The registration of a person who is being erased cannot become open again.
create trigger refuse_reopened before update of status on company_registration
  for each row when (old.status = 'Rejected') execute function refuse_erased();
