create table table_import (
  id uuid primary key,
  kind text not null check (kind in ('companies', 'beneficiaries')),
  account_id uuid references account (id),
  file_name text not null,
  lines integer not null check (lines > 0),
  created_by uuid not null references app_user (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  undone_at timestamptz(3),
  undone_by uuid references app_user (id),
  check ((kind = 'beneficiaries') = (account_id is not null)),
  check ((undone_at is null) = (undone_by is null))
);
comment on table table_import is 'Imports of files that wrote rows at once. An import can be undone until one of its rows is used.';
comment on column table_import.account_id is 'The company that imported its beneficiaries. Null for companies, which administrators import.';
comment on column table_import.undone_at is 'Null unless the import was undone.';
create index table_import_newest on table_import (account_id, kind, created_at desc, id);

create table table_import_line (
  import_id uuid not null references table_import (id),
  line integer not null,
  row_id uuid not null,
  content text not null default '',
  primary key (import_id, line)
);
comment on table table_import_line is 'The row that each line of an import wrote.';
comment on column table_import_line.line is 'The number of the row in the file.';
comment on column table_import_line.row_id is 'The account or the beneficiary. No foreign key: the row may be deleted.';
comment on column table_import_line.content is 'SHA-256 of the row as it was written, which shows a later edit. Empty for accounts, which count their edits.';

-- Deleting an account looks for rows that refer to it, once for each account of an import.
create index company_registration_account on company_registration (account_id) where account_id is not null;
