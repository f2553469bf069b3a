-- The log of the heads of all auctions: a Merkle tree of which every entry stays as it is (decision 134).
create table log_tree (
  only_row boolean primary key default true check (only_row),
  size integer not null default 0,
  round_until timestamptz(3) not null default '-infinity'
);
comment on table log_tree is 'The log of the heads of all auctions. It has one row. The process that appends holds its lock.';
comment on column log_tree.size is 'Number of entries.';
comment on column log_tree.round_until is 'Until then, one process asks the witnesses, or no process asks again.';
insert into log_tree default values;

create table log_entry (
  position integer primary key check (position >= 0),
  auction_id uuid not null,
  seq integer not null,
  entry text not null,
  at timestamptz(3) not null default clock_timestamp(),
  unique (auction_id, seq)
);
comment on table log_entry is 'Entries of the log. No foreign key: an entry stays when its auction is deleted.';
comment on column log_entry.seq is 'Number of the line in the auction''s history that was the last one.';
comment on column log_entry.entry is 'The public text. It names the auction by the hash of its id.';

create table log_hash (
  level smallint not null,
  position integer not null,
  hash bytea not null,
  primary key (level, position)
);
comment on table log_hash is 'Hashes of the log''s tree (RFC 6962). Level 0 has the entries; a hash of a higher level covers 256 of the level below.';

create table log_checkpoint (
  size integer primary key,
  origin text not null,
  text text not null,
  signature text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  is_asked boolean not null default false,
  published_at timestamptz(3)
);
comment on table log_checkpoint is 'Signed states of the log. A newer one deletes those that nobody has seen.';
comment on column log_checkpoint.text is 'Origin, size and root, as c2sp.org/tlog-checkpoint specifies.';
comment on column log_checkpoint.signature is 'The line with the signature by the key of this deployment.';
comment on column log_checkpoint.is_asked is 'Witnesses are or were asked to sign it, so a newer state does not delete it.';
comment on column log_checkpoint.published_at is 'Since when anyone can read it. Null while the witnesses are asked.';

create table log_cosignature (
  size integer not null references log_checkpoint on delete cascade,
  witness text not null,
  line text not null,
  signed_at timestamptz(3) not null,
  primary key (size, witness)
);
comment on table log_cosignature is 'Signatures of witnesses on checkpoints.';
comment on column log_cosignature.witness is 'Public key of the witness with its name, as c2sp.org/signed-note specifies.';
comment on column log_cosignature.signed_at is 'The time that the witness stated and signed.';

create table log_witness (
  witness text primary key,
  size integer,
  cosigned_at timestamptz(3),
  problem text check (problem in ('unreachable', 'unknownLog', 'wentBack', 'inconsistent', 'wrongAnswer')),
  problem_since timestamptz(3),
  next_at timestamptz(3) not null default '-infinity'
);
comment on table log_witness is 'What this deployment knows of each witness that it asks.';
comment on column log_witness.size is 'Size of the last checkpoint that the witness signed; null: none yet.';
comment on column log_witness.problem is 'Why the witness did not sign the last time; null: it did.';
comment on column log_witness.next_at is 'After a failed request, the witness is asked again from then on.';
