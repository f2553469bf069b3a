-- Invoices at the tax authority (decision 109), and notices about invoices.
create table invoice_submission (
  invoice_id uuid primary key references invoice,
  state text not null check (state in ('prepared', 'sent', 'pending', 'valid', 'cancelling', 'cancelled', 'rejected', 'unclear')),
  authority_id text not null default '',
  reason text check (reason in ('refused', 'correctedRefused', 'noAnswer', 'differs', 'notCancelled')),
  detail text not null default '',
  cancel_reason text not null default '',
  attempts integer not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(),
  asked_at timestamptz(3),
  answered_at timestamptz(3),
  valid_at timestamptz(3),
  check (state <> 'valid' or (authority_id <> '' and valid_at is not null))
);
comment on table invoice_submission is 'What the tax authority did with a document. Documents of deployments without the authority have no row.';
comment on column invoice_submission.authority_id is 'The id that the authority gave to the document. Empty if unknown.';
comment on column invoice_submission.reason is 'Why the document is not valid there, why a person must decide, or why it was not cancelled.';
comment on column invoice_submission.detail is 'The explanation of the authority, in its own words.';
comment on column invoice_submission.cancel_reason is 'Why the issuer cancels the document, as the authority is told.';
comment on column invoice_submission.attempts is 'How often the authority was asked without an answer that counts.';
comment on column invoice_submission.valid_at is 'When the authority accepted the document. It can be cancelled within 72 hours.';
create index invoice_submission_open on invoice_submission (asked_at) where state in ('prepared', 'sent', 'pending', 'cancelling');
