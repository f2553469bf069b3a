-- Documents that admins keep: guides, privacy, terms (decision 30). Each save adds a version, and what is a version stays
-- as it is: who accepted one can read what it accepted for as long as the database lives.
create table template (
  id uuid primary key,
  template_type text not null check (template_type in ('UserGuide', 'Privacy', 'TermsAndConditions')),
  -- The newest one; whoever saves the next one holds this row.
  version integer not null check (version > 0),
  created_by uuid not null references app_user,
  created_at timestamptz(3) not null default now()
);

create table template_version (
  template_id uuid not null references template,
  version integer not null check (version > 0),
  document_name text not null,
  audience text not null check (audience in ('Everyone', 'Admins')),
  is_in_use boolean not null,
  -- By language: null, a text, or a file of `template_file`.
  contents jsonb not null check (contents <> '{"en": null, "zh": null}'::jsonb),
  -- The first version that said the same: an acceptance since then is one of what this version says.
  contents_since integer not null check (contents_since between 1 and version),
  updated_by uuid not null references app_user,
  updated_at timestamptz(3) not null default now(),
  primary key (template_id, version)
);

-- Files that were uploaded for templates; their bytes lie beside the database, as those of images do.
create table template_file (
  id uuid primary key,
  file_name text not null,
  file_type text not null check (file_type in ('pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx')),
  size integer not null check (size > 0),
  uploaded_by uuid not null references app_user,
  created_at timestamptz(3) not null default now()
);
create index template_file_created on template_file (created_at);

alter table image drop constraint image_type_check;
alter table image
  add constraint image_type_check
    check (type in ('AuctionThumbnail', 'AuctionDetail', 'SellOrderDetail', 'TemplateDetail'));

-- What a version names: as long as it does, the database lets nobody delete it.
create table template_version_file (
  template_id uuid not null,
  version integer not null,
  file_id uuid not null references template_file,
  primary key (template_id, version, file_id),
  foreign key (template_id, version) references template_version
);
create index template_version_file_file on template_version_file (file_id);

create table template_version_image (
  template_id uuid not null,
  version integer not null,
  image_id uuid not null references image,
  primary key (template_id, version, image_id),
  foreign key (template_id, version) references template_version
);
create index template_version_image_image on template_version_image (image_id);

create table template_acceptance (
  user_id uuid not null references app_user,
  template_id uuid not null,
  version integer not null,
  accepted_at timestamptz(3) not null default now(),
  primary key (user_id, template_id, version),
  foreign key (template_id, version) references template_version
);
create index template_acceptance_version on template_acceptance (template_id, version);

create function keep_templates() returns trigger language plpgsql as $$
begin
  raise exception 'versions of templates and acceptances are only ever added' using errcode = 'check_violation';
end $$;
create trigger keep_versions before update or delete or truncate on template_version
  for each statement execute function keep_templates();
create trigger keep_version_files before update or delete or truncate on template_version_file
  for each statement execute function keep_templates();
create trigger keep_version_images before update or delete or truncate on template_version_image
  for each statement execute function keep_templates();
create trigger keep_acceptances before update or delete or truncate on template_acceptance
  for each statement execute function keep_templates();
-- A file that a version names stays what it was as well.
create trigger keep_files before update or truncate on template_file
  for each statement execute function keep_templates();

-- What somebody accepted on the way to becoming a user.
alter table registration add column accepted_templates jsonb not null default '[]';
