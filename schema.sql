-- Written by `npm run schema`: what a freshly migrated database holds, the sum of migrations/. Reasons are there, and so are
-- the comments (`comment on`).

create extension btree_gist;

create extension pg_trgm;

-- A company whose registration was approved. It owns auctions, bids, sells and buys.
create table account (
  id uuid not null,
  company_name text not null,
  english_company_name text not null default ''::text,
  registration_number text not null default ''::text,
  country text not null,
  -- ISO 3166-2 code, as MY-10; empty where none was given.
  province text not null default ''::text,
  -- Members of a blacklisted company read what is past and can no longer act.
  status text not null default 'Active'::text,
  -- Limit for auctions in which the bidder has no limit of its own; null: no limit.
  max_bid_quantity integer,
  created_at timestamp(3) with time zone not null default now(),
  registered_address text not null default ''::text,
  business_address text not null default ''::text,
  business_type text not null default 'Other'::text,
  -- Person in charge: whom administrators ask for.
  pic_name text not null default ''::text,
  pic_email text not null default ''::text,
  pic_telephone text not null default ''::text,
  contact_number text not null default ''::text,
  -- Malaysian sales and service tax number; empty where the company has none.
  sst_number text not null default ''::text,
  -- Number of the company's contract account, as the company gives it.
  contract_account_number text not null default ''::text,
  -- Rises with each change, so that nobody overwrites a change that they have not seen.
  version integer not null default 1,
  -- The company exists in rehearsals only: it has no members, and no list shows it.
  is_simulated boolean not null default false,
  constraint account_company_name_check CHECK ((company_name <> ''::text)),
  constraint account_max_bid_quantity_check CHECK (((max_bid_quantity >= 1) AND (max_bid_quantity <= 100000000))),
  constraint account_pkey PRIMARY KEY (id),
  constraint account_status_check CHECK ((status = ANY (ARRAY['Active'::text, 'Blacklisted'::text])))
);
CREATE INDEX account_company_name ON public.account USING btree (lower(company_name));
CREATE INDEX account_number ON public.account USING btree (country, translate(upper(registration_number), ' -'::text, ''::text));

-- History of a company: who changed what, and when.
create table account_change (
  id bigint generated always as identity not null,
  account_id uuid not null,
  at timestamp(3) with time zone not null default now(),
  user_id uuid not null,
  kind text not null,
  remark text not null default ''::text,
  -- List of { field, before, after }.
  changes jsonb not null default '[]'::jsonb,
  constraint account_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint account_change_kind_check CHECK ((kind = ANY (ARRAY['approved'::text, 'edited'::text, 'blacklisted'::text, 'reinstated'::text, 'max_bid_quantity'::text, 'member_invited'::text, 'member_joined'::text, 'member_changed'::text, 'member_removed'::text, 'invitation_revoked'::text, 'api_key_made'::text, 'api_key_revoked'::text, 'webhook_made'::text, 'webhook_changed'::text, 'webhook_removed'::text]))),
  constraint account_change_pkey PRIMARY KEY (id),
  constraint account_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX account_change_account ON public.account_change USING btree (account_id, id);

-- Somebody is asked to join a company. The secret in the mail works once.
create table account_invitation (
  id uuid not null,
  account_id uuid not null,
  email text not null,
  role text not null,
  -- SHA-256 of the secret in the mail.
  token_hash character(64) not null,
  invited_by uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  -- The user who joined; it may have another e-mail address than the invited one.
  accepted_by uuid,
  revoked_at timestamp(3) with time zone,
  constraint account_invitation_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES app_user(id),
  constraint account_invitation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint account_invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES app_user(id),
  constraint account_invitation_pkey PRIMARY KEY (id),
  constraint account_invitation_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'trader'::text, 'viewer'::text]))),
  constraint account_invitation_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX account_invitation_account ON public.account_invitation USING btree (account_id, created_at);
CREATE UNIQUE INDEX account_invitation_open ON public.account_invitation USING btree (account_id, lower(email)) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

-- Users who act for a company, each in a role.
create table account_member (
  account_id uuid not null,
  user_id uuid not null,
  role text not null default 'owner'::text,
  created_at timestamp(3) with time zone not null default now(),
  constraint account_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint account_member_pkey PRIMARY KEY (account_id, user_id),
  constraint account_member_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'trader'::text, 'viewer'::text]))),
  constraint account_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX account_member_user ON public.account_member USING btree (user_id);

-- A key by which programs of a company, or of the operator, call the API. It acts for the user who created it.
create table api_key (
  id uuid not null,
  -- Null for a key of the operator.
  account_id uuid,
  user_id uuid not null,
  name text not null,
  role text not null,
  -- SHA-256 of the key. The key itself is shown once and not stored.
  token_hash text not null,
  -- First characters of the key, by which people tell keys apart.
  hint text not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  revoked_by uuid,
  -- The areas of the API that the key may read or change, such as auctions:read.
  scopes text[] not null,
  constraint api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint api_key_holder_check CHECK (((account_id IS NULL) = (role = 'admin'::text))),
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES app_user(id),
  constraint api_key_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'trader'::text, 'admin'::text]))),
  constraint api_key_scopes_check CHECK ((scopes <> '{}'::text[])),
  constraint api_key_token_hash_key UNIQUE (token_hash),
  constraint api_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX api_key_account ON public.api_key USING btree (account_id, created_at);

-- A change that was made through a key.
create table api_key_act (
  id bigint generated always as identity not null,
  api_key_id uuid not null,
  at timestamp(3) with time zone not null default now(),
  -- Method and path of the operation.
  action text not null,
  -- What the path names, as ids.
  subject jsonb not null,
  address text not null,
  constraint api_key_act_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id),
  constraint api_key_act_pkey PRIMARY KEY (id)
);
CREATE INDEX api_key_act_key ON public.api_key_act USING btree (api_key_id, id);

-- A person who signs in: for a company, or as an administrator.
create table app_user (
  id uuid not null,
  username text not null,
  email text not null,
  password_hash text not null,
  -- Role as the identity service names it, as TNBxOps. Permissions ask for auction_user_role instead.
  role_name text not null default 'User'::text,
  auction_user_role text not null default 'User'::text,
  phone_code text,
  phone_number text,
  -- When a one-time code that was sent to this address came back.
  email_proven_at timestamp(3) with time zone,
  -- When a one-time code that was sent to this number came back. Codes go only to proven numbers.
  phone_proven_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  -- The person was erased: only the id and a name without meaning are left.
  erased_at timestamp(3) with time zone,
  -- IANA time zone of the person's browser at the last visit; mails show times in it. Null: the zone of the platform.
  time_zone text,
  -- The roles of an administrator, which decide the changes that this person may make. Null for users.
  admin_roles text[],
  constraint app_user_admin_roles_check CHECK ((((auction_user_role = 'Admin'::text) = (admin_roles IS NOT NULL)) AND (admin_roles <> '{}'::text[]) AND (admin_roles <@ ARRAY['owner'::text, 'auctioneer'::text, 'registrar'::text, 'marketplace'::text, 'finance'::text, 'auditor'::text]))),
  constraint app_user_auction_user_role_check CHECK ((auction_user_role = ANY (ARRAY['User'::text, 'Admin'::text]))),
  constraint app_user_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX app_user_email ON public.app_user USING btree (lower(email)) WHERE (email <> ''::text);
CREATE UNIQUE INDEX app_user_username ON public.app_user USING btree (lower(username));

-- Acts of administrators that wait for the approval of another administrator, or that were decided.
create table approval_request (
  id uuid not null,
  act text not null,
  -- Method and path of the operation, as in the contract.
  operation text not null,
  -- Parameters of the path.
  params jsonb not null,
  -- The body of the call, which the approval sends again.
  body jsonb not null,
  -- The Idempotency-Key of the call; empty if it had none.
  key text not null default ''::text,
  -- The name of the auction, the trade or the company when the request was made.
  title text not null,
  -- The auction, the settlement or the company whose page shows the request.
  page_id uuid not null,
  requested_by uuid not null,
  -- The key of the operator that made the call. Null for a call by screen.
  api_key_id uuid,
  requested_at timestamp(3) with time zone not null default clock_timestamp(),
  expires_at timestamp(3) with time zone not null,
  -- started: the room of the auction has the approved act, and its answer is not stored yet.
  state text not null default 'pending'::text,
  -- Who approved, rejected or withdrew the request. Null if it expired.
  decided_by uuid,
  decided_at timestamp(3) with time zone,
  -- Why the request was rejected.
  remark text not null default ''::text,
  -- The error code with which the approved act was refused.
  refusal text,
  constraint approval_request_act_check CHECK ((act = ANY (ARRAY['annul'::text, 'release'::text, 'blacklist'::text]))),
  constraint approval_request_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id),
  constraint approval_request_check CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
  constraint approval_request_check1 CHECK (((state = 'failed'::text) = (refusal IS NOT NULL))),
  constraint approval_request_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint approval_request_pkey PRIMARY KEY (id),
  constraint approval_request_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES app_user(id),
  constraint approval_request_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'started'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX approval_request_key ON public.approval_request USING btree (requested_by, key) WHERE (key <> ''::text);
CREATE INDEX approval_request_newest ON public.approval_request USING btree (requested_at DESC, id);
CREATE INDEX approval_request_page ON public.approval_request USING btree (page_id) WHERE (state = ANY (ARRAY['pending'::text, 'started'::text]));
CREATE UNIQUE INDEX approval_request_waiting ON public.approval_request USING btree (operation, ((params ->> 'id'::text))) WHERE (state = ANY (ARRAY['pending'::text, 'started'::text]));

-- An auction from draft to result. Forward: buyers bid prices up. Reverse: sellers bid prices down.
create table auction (
  id uuid not null,
  title text not null,
  auction_type text not null,
  is_private boolean not null,
  start_time timestamp(3) with time zone not null,
  -- The end as it was set.
  end_time timestamp(3) with time zone not null,
  -- The end that counts: later than end_time after an extension, the end of all time (9999) while paused or a draft.
  auction_end_time timestamp(3) with time zone not null,
  -- Smallest quantity that an item may have.
  minimum_rec_quantity integer not null,
  -- Smallest quantity that a bid may have.
  minimum_bidding_rec_quantity integer not null,
  -- Fee in hundredths of a percent.
  seller_fee_hundredths integer not null,
  -- Fee in hundredths of a percent.
  buyer_fee_hundredths integer not null,
  -- The RECs exist already. Only forward auctions can have them.
  spot_recs boolean not null,
  -- The seller of a forward auction, the buyer of a reverse one.
  owner_account_id uuid not null,
  tick_size_id uuid,
  -- Copied from the tick size, so that a result can be computed again after the tick size changed or was deleted.
  tick_cents integer not null,
  -- Number of the last line of the bid history; also the version of the room.
  version integer not null default 0,
  -- Hash of the last line of the bid history: the head of its chain.
  last_hash character(64) not null,
  closed_at timestamp(3) with time zone,
  created_by uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  -- For searches without regard to case.
  title_lower text not null generated always as (lower(title)) stored,
  -- A bid in these last minutes that changes an item's winners moves the end; null: no soft close.
  soft_close_minutes integer,
  -- How many times soft close may move the end.
  soft_close_max integer,
  paused_at timestamp(3) with time zone,
  -- The end that counted when the auction was paused. It is given back, moved, on resuming.
  end_when_paused timestamp(3) with time zone,
  -- An annulled auction is closed as well, has no awards, and ended at this time.
  annulled_at timestamp(3) with time zone,
  -- This auction is a rehearsal: a copy of that auction, with simulated bidders.
  rehearsal_of uuid,
  -- When the next simulated bid of a rehearsal is due. The process that moves this time makes the bid.
  next_simulated_bid_at timestamp(3) with time zone,
  thumbnail_id uuid,
  -- The monthly rule (src/domain/auction/recurrence.ts); null: the auction does not repeat.
  recurrence jsonb,
  -- When the recurrence was handled, so that the next auction is made once.
  recurred_at timestamp(3) with time zone,
  -- The auction of the series that this one repeats.
  follows uuid,
  -- Only of drafts: the start it will have. start_time is the end of all time (9999) until an admin confirms the draft.
  planned_start_time timestamp(3) with time zone,
  -- Only of drafts: the end it will have.
  planned_end_time timestamp(3) with time zone,
  -- Version of the bidding rules that this auction is judged by.
  rules_version smallint not null default 2,
  -- Closing waits until then, because bids that arrived in time still wait for the auction's row.
  closing_waits_until timestamp(3) with time zone,
  -- Increases with each change of the settings. The column version counts the bid history.
  settings_version integer not null default 1,
  -- For each setting that was ever changed, the settings_version that changed it last.
  setting_versions jsonb not null default '{}'::jsonb,
  -- Hides the contents of history lines behind their hashes. Secret until the closing, then part of the record.
  salt text default replace((gen_random_uuid())::text, '-'::text, ''::text),
  constraint auction_annulled CHECK (((annulled_at IS NULL) OR ((closed_at IS NOT NULL) AND (paused_at IS NULL)))),
  constraint auction_auction_type_check CHECK ((auction_type = ANY (ARRAY['Forward'::text, 'Reverse'::text]))),
  constraint auction_buyer_fee_hundredths_check CHECK (((buyer_fee_hundredths >= 0) AND (buyer_fee_hundredths <= 10000))),
  constraint auction_check CHECK ((start_time < end_time)),
  constraint auction_check2 CHECK ((NOT (spot_recs AND (auction_type = 'Reverse'::text)))),
  constraint auction_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint auction_draft CHECK ((((planned_start_time IS NULL) = (planned_end_time IS NULL)) AND ((planned_start_time IS NULL) OR ((planned_start_time < planned_end_time) AND (start_time = '9999-12-31 00:00:00+00'::timestamp with time zone))))),
  constraint auction_extended CHECK (((end_time <= auction_end_time) OR (annulled_at IS NOT NULL))),
  constraint auction_follows_fkey FOREIGN KEY (follows) REFERENCES auction(id),
  constraint auction_follows_key UNIQUE (follows),
  constraint auction_minimum_bidding_rec_quantity_check CHECK (((minimum_bidding_rec_quantity >= 1) AND (minimum_bidding_rec_quantity <= 100000000))),
  constraint auction_minimum_rec_quantity_check CHECK (((minimum_rec_quantity >= 1) AND (minimum_rec_quantity <= 100000000))),
  constraint auction_owner_account_id_fkey FOREIGN KEY (owner_account_id) REFERENCES account(id),
  constraint auction_paused CHECK (((paused_at IS NULL) = (end_when_paused IS NULL))),
  constraint auction_pkey PRIMARY KEY (id),
  constraint auction_recurrence_check CHECK ((jsonb_typeof(recurrence) = 'object'::text)),
  constraint auction_rehearsal CHECK (((rehearsal_of IS NULL) = (next_simulated_bid_at IS NULL))),
  constraint auction_rehearsal_of_fkey FOREIGN KEY (rehearsal_of) REFERENCES auction(id),
  constraint auction_rehearsal_of_key UNIQUE (rehearsal_of),
  constraint auction_rules_version_check CHECK ((rules_version = ANY (ARRAY[1, 2]))),
  constraint auction_seller_fee_hundredths_check CHECK (((seller_fee_hundredths >= 0) AND (seller_fee_hundredths <= 10000))),
  constraint auction_soft_close CHECK (((soft_close_minutes IS NULL) = (soft_close_max IS NULL))),
  constraint auction_soft_close_max_check CHECK (((soft_close_max >= 1) AND (soft_close_max <= 100))),
  constraint auction_soft_close_minutes_check CHECK (((soft_close_minutes >= 1) AND (soft_close_minutes <= 60))),
  constraint auction_thumbnail_id_fkey FOREIGN KEY (thumbnail_id) REFERENCES image(id),
  constraint auction_tick_cents_check CHECK (((tick_cents >= 1) AND (tick_cents <= 100000))),
  constraint auction_tick_size_id_fkey FOREIGN KEY (tick_size_id) REFERENCES tick_size(id),
  constraint auction_times UNIQUE (id, start_time, auction_end_time),
  constraint auction_title_check CHECK ((title <> ''::text))
);
CREATE INDEX auction_draft ON public.auction USING btree (planned_start_time, id) WHERE (planned_start_time IS NOT NULL);
CREATE INDEX auction_end ON public.auction USING btree (auction_end_time, id) INCLUDE (rehearsal_of, title_lower);
CREATE INDEX auction_open ON public.auction USING btree (auction_end_time) WHERE (closed_at IS NULL);
CREATE INDEX auction_owner ON public.auction USING btree (owner_account_id, auction_end_time, start_time, id) INCLUDE (rehearsal_of);
CREATE INDEX auction_public_end ON public.auction USING btree (auction_end_time, id) INCLUDE (title_lower) WHERE (NOT is_private);
CREATE INDEX auction_public_start ON public.auction USING btree (start_time, id) INCLUDE (title_lower) WHERE (NOT is_private);
CREATE INDEX auction_recurs ON public.auction USING btree (closed_at) WHERE ((recurrence IS NOT NULL) AND (recurred_at IS NULL));
CREATE INDEX auction_span ON public.auction USING gist (tstzrange(start_time, auction_end_time));
CREATE INDEX auction_start ON public.auction USING btree (start_time, id);
CREATE INDEX auction_tick_size ON public.auction USING btree (tick_size_id);
CREATE INDEX auction_title ON public.auction USING gin (title_lower gin_trgm_ops);

-- What is auctioned: a quantity of RECs of one country, fuel type and vintage.
create table auction_item (
  id uuid not null,
  auction_id uuid not null,
  "position" integer not null,
  country text not null,
  fuel_type text not null,
  vintage_year integer not null,
  vintage_period text not null,
  quantity integer not null,
  -- Several bids may share the item.
  partial_fulfillment boolean not null,
  -- Lowest price of a bid; bids of a forward auction open here.
  minimum_bid_price_cents integer not null,
  -- Highest price of a bid; bids of a reverse auction open here.
  maximum_bid_price_cents integer not null,
  -- Smallest quantity that one bid may ask for, where bids may share the item.
  min_quantity integer,
  -- Largest quantity that one bid may ask for, where bids may share the item.
  max_quantity integer,
  description text not null default ''::text,
  -- In the order in which they are shown.
  image_ids uuid[] not null default '{}'::uuid[],
  -- Where the device stands that generates the RECs.
  address text not null default ''::text,
  latitude double precision,
  longitude double precision,
  constraint auction_item_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id) ON DELETE CASCADE,
  constraint auction_item_check CHECK ((minimum_bid_price_cents < maximum_bid_price_cents)),
  constraint auction_item_check1 CHECK (((min_quantity IS NULL) OR (partial_fulfillment AND ((min_quantity >= 1) AND (min_quantity <= quantity))))),
  constraint auction_item_check2 CHECK (((max_quantity IS NULL) OR (partial_fulfillment AND ((max_quantity >= COALESCE(min_quantity, 1)) AND (max_quantity <= quantity))))),
  constraint auction_item_check3 CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint auction_item_country_fkey FOREIGN KEY (country) REFERENCES rec_country(code),
  constraint auction_item_image_ids_check CHECK ((cardinality(image_ids) <= 4)),
  constraint auction_item_kind UNIQUE (auction_id, country, fuel_type, vintage_year, vintage_period) DEFERRABLE,
  constraint auction_item_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint auction_item_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint auction_item_maximum_bid_price_cents_check CHECK ((maximum_bid_price_cents <= 999999999)),
  constraint auction_item_minimum_bid_price_cents_check CHECK (((minimum_bid_price_cents >= 1) AND (minimum_bid_price_cents <= 999999999))),
  constraint auction_item_pkey PRIMARY KEY (id),
  constraint auction_item_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100000000))),
  constraint auction_item_vintage_year_check CHECK (((vintage_year >= 2000) AND (vintage_year <= 2100)))
);

-- An administrator reminded the bidders of an auction by mail.
create table auction_notification (
  id uuid not null,
  auction_id uuid not null,
  sent_by uuid not null,
  sent_at timestamp(3) with time zone not null,
  recipient_count integer not null,
  constraint auction_notification_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id) ON DELETE CASCADE,
  constraint auction_notification_pkey PRIMARY KEY (id),
  constraint auction_notification_recipient_count_check CHECK ((recipient_count > 0)),
  constraint auction_notification_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES app_user(id)
);
CREATE INDEX auction_notification_auction ON public.auction_notification USING btree (auction_id, sent_at);

-- Work that a change of a company leaves in one auction: seats and limits follow it. Any process does it and deletes the row.
create table auction_settling (
  id bigint generated always as identity not null,
  -- No foreign key: its check would wait for the auction's row.
  auction_id uuid not null,
  account_id uuid not null,
  -- Who changed the company; the history names this user.
  user_id uuid not null,
  constraint auction_settling_pkey PRIMARY KEY (id)
);
CREATE INDEX auction_settling_auction ON public.auction_settling USING btree (auction_id);

-- A row that an administrator's act changed, as it was before and after.
create table audit_change (
  id bigint generated always as identity not null,
  line_id bigint not null,
  table_name text not null,
  -- Columns of the row's primary key.
  row_key jsonb not null,
  kind text not null,
  -- Of an update, only the columns that differ.
  before jsonb,
  after jsonb,
  constraint audit_change_check CHECK (((kind = 'insert'::text) = (before IS NULL))),
  constraint audit_change_check1 CHECK (((kind = 'delete'::text) = (after IS NULL))),
  constraint audit_change_kind_check CHECK ((kind = ANY (ARRAY['insert'::text, 'update'::text, 'delete'::text]))),
  constraint audit_change_line_id_fkey FOREIGN KEY (line_id) REFERENCES audit_line(id),
  constraint audit_change_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_change_line ON public.audit_change USING btree (line_id, id);
CREATE INDEX audit_change_row ON public.audit_change USING btree (((row_key ->> 'id'::text)), line_id);

-- An act of an administrator. Written before the act, in the same transaction; it cannot be changed.
create table audit_line (
  id bigint generated always as identity not null,
  at timestamp(3) with time zone not null default clock_timestamp(),
  user_id uuid not null,
  -- Method and path of the operation.
  action text not null,
  -- What the path names, as ids.
  subject jsonb not null,
  -- What the call sent, without secrets.
  detail jsonb not null,
  -- The name at that time.
  username text not null default ''::text,
  -- Network address that the call came from.
  address text not null default ''::text,
  -- Tells sessions apart; it is not the id by which the session is known elsewhere.
  session text not null default ''::text,
  -- Name of the thing that was changed, at that time.
  about text not null default ''::text,
  outcome text not null default 'done'::text,
  -- Name of the API key that made the call, at that time; empty for a call by screen.
  key_name text not null default ''::text,
  -- Username of the administrator who approved the act; empty if it needed no approval.
  approved_by text not null default ''::text,
  constraint audit_line_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text, 'requested'::text]))),
  constraint audit_line_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_line_action ON public.audit_line USING btree (action, id);
CREATE INDEX audit_line_at ON public.audit_line USING btree (at, id);
CREATE INDEX audit_line_subject ON public.audit_line USING btree (((subject ->> 'id'::text)), id);
CREATE INDEX audit_line_words ON public.audit_line USING gin (lower(((((username || ' '::text) || about) || ' '::text) || address)) gin_trgm_ops);

-- A bid that won, with the quantity it got. Written when the auction closes.
create table award (
  id uuid not null,
  auction_id uuid not null,
  item_id uuid not null,
  bidder_id uuid not null,
  bid_id uuid not null,
  ranking integer not null,
  quantity integer not null,
  price_cents integer not null,
  -- Price times quantity, in the currency of the variant.
  amount numeric not null,
  -- Amount that the seller pays; rounded to cents.
  seller_fee numeric not null,
  -- Amount that the buyer pays; rounded to cents.
  buyer_fee numeric not null,
  -- The offer after a default that made the award. Null for the awards of the closing.
  offer_id uuid,
  constraint award_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id),
  constraint award_bidder_id_fkey FOREIGN KEY (bidder_id) REFERENCES bidder(id),
  constraint award_item_id_fkey FOREIGN KEY (item_id) REFERENCES auction_item(id),
  constraint award_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES settlement_offer(id) ON DELETE CASCADE,
  constraint award_offer_id_key UNIQUE (offer_id),
  constraint award_pkey PRIMARY KEY (id),
  constraint award_price_cents_check CHECK ((price_cents > 0)),
  constraint award_quantity_check CHECK ((quantity > 0)),
  constraint award_ranking_check CHECK ((ranking > 0))
);
CREATE INDEX award_item ON public.award USING btree (item_id);
CREATE UNIQUE INDEX award_once ON public.award USING btree (auction_id, bid_id) WHERE (offer_id IS NULL);

-- For whom a company retires RECs, saved for the next time. A retirement keeps a copy.
create table beneficiary (
  id uuid not null,
  account_id uuid not null,
  account_type text not null,
  name text not null,
  address text not null,
  name_on_certificates text not null,
  building_owner_name text not null default ''::text,
  created_by uuid not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  -- Where the electricity is consumed: ISO 3166-1 alpha-2. Empty if unknown.
  country text not null default ''::text,
  -- A place in that country. Empty if unknown.
  location text not null default ''::text,
  constraint beneficiary_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint beneficiary_account_type_check CHECK ((account_type = ANY (ARRAY['Corporate'::text, 'Building'::text, 'Personal'::text]))),
  constraint beneficiary_check CHECK (((account_type = 'Building'::text) = (building_owner_name <> ''::text))),
  constraint beneficiary_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint beneficiary_pkey PRIMARY KEY (id)
);
CREATE INDEX beneficiary_account ON public.beneficiary USING btree (account_id, name);
CREATE UNIQUE INDEX beneficiary_once ON public.beneficiary USING btree (account_id, account_type, md5(name), md5(address), md5(name_on_certificates), md5(building_owner_name), country, md5(location));

-- A sealed bid that a change of the auction cancelled. Listed until its bidder bids again or dismisses it.
create table bid_cancellation (
  auction_id uuid not null,
  bid_id uuid not null,
  bidder_id uuid not null,
  -- Name of the item at that time.
  item_name text not null,
  price_cents integer not null,
  quantity integer not null,
  -- Error code of the rule that the bid no longer meets.
  code text not null,
  -- Numbers of that rule.
  params jsonb not null,
  at timestamp(3) with time zone not null default clock_timestamp(),
  constraint bid_cancellation_bidder_id_fkey FOREIGN KEY (bidder_id) REFERENCES bidder(id) ON DELETE CASCADE,
  constraint bid_cancellation_pkey PRIMARY KEY (auction_id, bid_id)
);
CREATE INDEX bid_cancellation_bidder ON public.bid_cancellation USING btree (bidder_id);

-- The only store of bids: numbered lines, chained by hashes. A bid's present state is its last line.
create table bid_history (
  -- No foreign key: it would be checked once per bid, while the same statement holds the auction's row.
  auction_id uuid not null,
  -- Number of the line within the auction, from 1 without gaps.
  seq integer not null,
  kind text not null,
  at timestamp(3) with time zone not null,
  bid_id uuid,
  item_id uuid,
  bidder_id uuid,
  -- "Bidder 7". Aliases are part of the hashed text, names never are.
  alias text,
  price_cents integer,
  quantity integer,
  allows_partial boolean,
  -- As what somebody acted; system: the clock or a rule did it.
  by text not null,
  reason text,
  -- SHA-256 of the hash of the line before and the text of this line.
  hash character(64) not null,
  -- Who acted; only administrators see it. Not part of the hashed text.
  acting_user_id uuid,
  -- The auction's end from this line on, where the line moves it.
  until timestamp(3) with time zone,
  -- Smallest part that the bid accepts; null: any quantity.
  minimum_acceptable integer,
  -- The key through which the bidder acted. Not part of the hashed text.
  api_key_id uuid,
  -- True of lines before the start, else null: an index of them finds sealed bids without reading live ones.
  is_sealed boolean,
  constraint bid_history_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id),
  constraint bid_history_by_check CHECK ((by = ANY (ARRAY['bidder'::text, 'owner'::text, 'admin'::text, 'system'::text]))),
  constraint bid_history_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'changed'::text, 'placed'::text, 'revised'::text, 'withdrawn'::text, 'cancelled'::text, 'refusedLate'::text, 'extended'::text, 'paused'::text, 'resumed'::text, 'annulled'::text, 'closed'::text]))),
  constraint bid_history_pkey PRIMARY KEY (auction_id, seq),
  constraint bid_history_seq_check CHECK ((seq > 0))
);
CREATE INDEX bid_history_bidder ON public.bid_history USING btree (bidder_id, seq);
CREATE INDEX bid_history_bids ON public.bid_history USING btree (auction_id, kind, bidder_id) WHERE (kind = ANY (ARRAY['placed'::text, 'withdrawn'::text, 'cancelled'::text]));
CREATE INDEX bid_history_sealed ON public.bid_history USING btree (auction_id, bid_id, seq) WHERE is_sealed;

-- First answer to each idempotency key of a bidding call. A repeated call gets the same answer.
create table bid_request (
  auction_id uuid not null,
  -- SHA-256 of the request: the same key with another request is refused.
  request_hash character(64) not null,
  answer json not null,
  -- First half of the SHA-256 of user and key.
  request_id uuid not null,
  constraint bid_request_pkey PRIMARY KEY (auction_id, request_id)
);

-- A seat: the company that may bid in an auction, and the user through whom it bids.
create table bidder (
  id uuid not null,
  auction_id uuid not null,
  user_id uuid not null,
  account_id uuid not null,
  -- The number in "Bidder 7": random within the auction, so that it does not tell who came first.
  alias_number integer not null,
  -- Limit of this bidder in this auction; null: the company's limit counts.
  max_quantity integer,
  terms_accepted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  -- Copy of the auction's time, kept equal by a foreign key: a bidder's list is in this order.
  start_time timestamp(3) with time zone not null,
  -- Copy of the auction's time, kept equal by a foreign key: a bidder's list is in this order.
  auction_end_time timestamp(3) with time zone not null,
  -- Which version of the terms was accepted.
  terms_version text,
  -- A second seat of one user, from before this was refused. A colleague takes it over.
  is_double boolean not null default false,
  -- Copy of the terms of settlement that the bidder accepted at terms_accepted_at. Null if it accepted none.
  settlement_terms jsonb,
  constraint bidder_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint bidder_auction FOREIGN KEY (auction_id, start_time, auction_end_time) REFERENCES auction(id, start_time, auction_end_time) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint bidder_auction_id_account_id_key UNIQUE (auction_id, account_id),
  constraint bidder_auction_id_alias_number_key UNIQUE (auction_id, alias_number),
  constraint bidder_max_quantity_check CHECK (((max_quantity >= 1) AND (max_quantity <= 100000000))),
  constraint bidder_pkey PRIMARY KEY (id),
  constraint bidder_settlement_terms_check CHECK (((settlement_terms IS NULL) OR (terms_accepted_at IS NOT NULL))),
  constraint bidder_terms_check CHECK (((terms_version IS NULL) = (terms_accepted_at IS NULL))),
  constraint bidder_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX bidder_account ON public.bidder USING btree (account_id, auction_end_time, auction_id, start_time);
CREATE UNIQUE INDEX bidder_user ON public.bidder USING btree (auction_id, user_id) WHERE (NOT is_double);

-- Tax numbers, bank account and taxes of an issuer of invoices.
create table billing (
  id uuid not null,
  -- Null: the platform, which issues invoices for its fees.
  account_id uuid,
  -- As BillingFields in src/domain/invoice/billing.ts.
  fields jsonb not null,
  -- The taxes on the lines of its invoices, each with its first and last day.
  taxes jsonb not null default '[]'::jsonb,
  -- Name, address and numbers of the platform's company. Those of other issuers are in their accounts.
  company jsonb,
  version integer not null default 1,
  changed_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint billing_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint billing_account_id_key UNIQUE NULLS NOT DISTINCT (account_id),
  constraint billing_check CHECK (((account_id IS NULL) = (company IS NOT NULL))),
  constraint billing_pkey PRIMARY KEY (id)
);

-- A company buys from a sell order at its fixed price. An administrator approves or rejects.
create table buy_order (
  id uuid not null,
  sell_order_id uuid not null,
  account_id uuid not null,
  user_id uuid not null,
  status text not null default 'Pending'::text,
  quantity integer not null,
  -- Price and fees are copied when the order is placed: the buyer pays what it was shown.
  unit_price_cents integer not null,
  seller_fee_hundredths integer not null,
  buyer_fee_hundredths integer not null,
  -- For whom the RECs are retired on approval; null: they become a holding.
  beneficiary jsonb,
  placed_at timestamp(3) with time zone not null default clock_timestamp(),
  decided_at timestamp(3) with time zone,
  decided_by uuid,
  remark text,
  -- Cancelled together with its sell order, not by its buyer.
  is_with_sell_order boolean not null default false,
  -- Reporting period and purpose of the retirement on approval; null: unknown, or no retirement.
  claim jsonb,
  -- Copy of the terms of settlement that the buyer saw and accepted with the order. Null if the client sent none.
  settlement_terms jsonb,
  constraint buy_order_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint buy_order_buyer_fee_hundredths_check CHECK (((buyer_fee_hundredths >= 0) AND (buyer_fee_hundredths <= 10000))),
  constraint buy_order_check CHECK (((status = 'Pending'::text) = (decided_at IS NULL))),
  constraint buy_order_check1 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  constraint buy_order_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint buy_order_pkey PRIMARY KEY (id),
  constraint buy_order_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100000000))),
  constraint buy_order_sell_order_id_fkey FOREIGN KEY (sell_order_id) REFERENCES sell_order(id),
  constraint buy_order_seller_fee_hundredths_check CHECK (((seller_fee_hundredths >= 0) AND (seller_fee_hundredths <= 10000))),
  constraint buy_order_status_check CHECK ((status = ANY (ARRAY['Pending'::text, 'Approved'::text, 'Rejected'::text, 'Cancelled'::text]))),
  constraint buy_order_unit_price_cents_check CHECK (((unit_price_cents >= 1) AND (unit_price_cents <= 999999999))),
  constraint buy_order_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX buy_order_account ON public.buy_order USING btree (account_id, placed_at, id);
CREATE INDEX buy_order_approved ON public.buy_order USING btree (decided_at) WHERE (status = 'Approved'::text);
CREATE INDEX buy_order_placed ON public.buy_order USING btree (placed_at, id);
CREATE INDEX buy_order_sell_order ON public.buy_order USING btree (sell_order_id, placed_at, id);
CREATE INDEX buy_order_status ON public.buy_order USING btree (status, placed_at, id);

-- What a buy order takes of each item. The ledger names a purchase by the part's id.
create table buy_order_part (
  id uuid not null,
  buy_order_id uuid not null,
  "position" integer not null,
  sell_order_item_id uuid not null,
  quantity integer not null,
  constraint buy_order_part_buy_order_id_fkey FOREIGN KEY (buy_order_id) REFERENCES buy_order(id) ON DELETE CASCADE,
  constraint buy_order_part_buy_order_id_position_key UNIQUE (buy_order_id, "position"),
  constraint buy_order_part_buy_order_id_sell_order_item_id_key UNIQUE (buy_order_id, sell_order_item_id),
  constraint buy_order_part_pkey PRIMARY KEY (id),
  constraint buy_order_part_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100000000))),
  constraint buy_order_part_sell_order_item_id_fkey FOREIGN KEY (sell_order_item_id) REFERENCES sell_order_item(id)
);
CREATE INDEX buy_order_part_item ON public.buy_order_part USING btree (sell_order_item_id);

-- The subscription link to a person's calendar of auctions.
create table calendar_link (
  user_id uuid not null,
  -- SHA-256 of the token in the link. The token itself is shown once and not stored.
  token_hash text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint calendar_link_pkey PRIMARY KEY (user_id),
  constraint calendar_link_token_hash_key UNIQUE (token_hash),
  constraint calendar_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

-- An issuance of certificates: serial numbers from first to last, both included.
create table certificate_lot (
  id uuid not null,
  device_id uuid not null,
  account_id uuid not null,
  registry text not null,
  serial_style text not null,
  serial_base text not null,
  first numeric(38,6) not null,
  last numeric(38,6) not null,
  -- From one serial number to the next: one REC, or a millionth of a REC.
  step numeric(7,6) not null,
  -- The period of production. Both dates belong to it.
  period_from date not null,
  period_to date not null,
  issued_on date,
  expires_on date,
  issuer text not null default ''::text,
  offset_attributes text not null,
  labels text[] not null default '{}'::text[],
  evidence_ids uuid[] not null default '{}'::uuid[],
  status text not null default 'Submitted'::text,
  remark text not null default ''::text,
  decided_by uuid,
  decided_at timestamp(3) with time zone,
  created_by uuid not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint certificate_lot_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint certificate_lot_check CHECK ((first <= last)),
  constraint certificate_lot_check1 CHECK ((period_from <= period_to)),
  constraint certificate_lot_check2 CHECK ((((decided_by IS NULL) = (decided_at IS NULL)) AND ((status = 'Submitted'::text) = (decided_at IS NULL)))),
  constraint certificate_lot_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint certificate_lot_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint certificate_lot_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(id),
  constraint certificate_lot_offset_attributes_check CHECK ((offset_attributes = ANY (ARRAY['included'::text, 'excluded'::text, 'unknown'::text]))),
  constraint certificate_lot_once EXCLUDE USING gist (registry WITH =, serial_base WITH =, numrange(first, (last + step), '[)'::text) WITH &&) WHERE ((status <> 'Rejected'::text)),
  constraint certificate_lot_pkey PRIMARY KEY (id),
  constraint certificate_lot_registry_check CHECK ((registry = ANY (ARRAY['irec'::text, 'aib'::text, 'tigr'::text, 'nar'::text, 'mrets'::text, 'other'::text]))),
  constraint certificate_lot_serial_style_check CHECK ((serial_style = ANY (ARRAY['irec'::text, 'irecDecimal'::text, 'aib'::text, 'tigr'::text, 'nar'::text, 'mrets'::text, 'free'::text]))),
  constraint certificate_lot_status_check CHECK ((status = ANY (ARRAY['Submitted'::text, 'Verified'::text, 'Rejected'::text]))),
  constraint certificate_lot_step_check CHECK ((step = ANY (ARRAY[(1)::numeric, 0.000001])))
);
CREATE INDEX certificate_lot_account ON public.certificate_lot USING btree (account_id, created_at, id);
CREATE INDEX certificate_lot_device ON public.certificate_lot USING btree (device_id);
CREATE INDEX certificate_lot_status ON public.certificate_lot USING btree (status, created_at, id);

-- Serial numbers of a lot that are in one place. A range that is moved or split is closed, and its parts open.
create table certificate_range (
  id uuid not null,
  lot_id uuid not null,
  parent_id uuid,
  first numeric(38,6) not null,
  last numeric(38,6) not null,
  step numeric(7,6) not null,
  -- The company that holds the certificates.
  account_id uuid not null,
  -- The RECs that the certificates stand behind; null: they are with their seller, behind no RECs.
  ledger_account_id uuid,
  opened_at timestamp(3) with time zone not null default clock_timestamp(),
  opened_by uuid,
  closed_at timestamp(3) with time zone,
  constraint certificate_range_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint certificate_range_check CHECK ((first <= last)),
  constraint certificate_range_ledger_account_id_fkey FOREIGN KEY (ledger_account_id) REFERENCES ledger_account(id),
  constraint certificate_range_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES certificate_lot(id),
  constraint certificate_range_once EXCLUDE USING gist (lot_id WITH =, numrange(first, (last + step), '[)'::text) WITH &&) WHERE ((closed_at IS NULL)),
  constraint certificate_range_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES app_user(id),
  constraint certificate_range_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES certificate_range(id),
  constraint certificate_range_pkey PRIMARY KEY (id),
  constraint certificate_range_step_check CHECK ((step = ANY (ARRAY[(1)::numeric, 0.000001])))
);
CREATE INDEX certificate_range_account ON public.certificate_range USING btree (account_id) WHERE (closed_at IS NULL);
CREATE INDEX certificate_range_parent ON public.certificate_range USING btree (parent_id);
CREATE INDEX certificate_range_place ON public.certificate_range USING btree (ledger_account_id) WHERE (closed_at IS NULL);

-- An owner asks to change items of an auction before the start. An administrator approves all of it or returns it.
create table change_request (
  id uuid not null,
  auction_id uuid not null,
  -- A request that is still pending at the start has lapsed; nothing is written for that.
  status text not null default 'Pending'::text,
  -- Rises with each change, so that nobody decides on a version that they have not seen.
  version integer not null default 1,
  -- Why it was returned.
  message text not null default ''::text,
  requested_by uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  -- When the owner sent it last.
  sent_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  constraint change_request_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id) ON DELETE CASCADE,
  constraint change_request_pkey PRIMARY KEY (id),
  constraint change_request_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES app_user(id),
  constraint change_request_status_check CHECK ((status = ANY (ARRAY['Pending'::text, 'Returned'::text, 'Approved'::text])))
);
CREATE INDEX change_request_auction ON public.change_request USING btree (auction_id, created_at);
CREATE UNIQUE INDEX change_request_open ON public.change_request USING btree (auction_id) WHERE (status <> 'Approved'::text);

-- When the objects of lists changed, for programs that synchronise.
create table change_stamp (
  kind text not null,
  object_id uuid not null,
  -- The row that changed: the object itself, or one that belongs to it. One stamp for each row, so that two transactions never wait for a stamp unless they wait for the row.
  source_id uuid not null,
  -- Taken after the transaction got its number, which the reader's horizon relies on.
  changed_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint change_stamp_kind_check CHECK ((kind = ANY (ARRAY['auction'::text, 'sellOrder'::text, 'buyOrder'::text, 'registration'::text, 'account'::text, 'settlement'::text, 'invoice'::text, 'holding'::text, 'retirement'::text]))),
  constraint change_stamp_pkey PRIMARY KEY (kind, object_id, source_id)
);
CREATE INDEX change_stamp_in_order ON public.change_stamp USING btree (kind, changed_at, object_id);

-- Other applications that a person allowed to act through the API.
create table client_consent (
  user_id uuid not null,
  client_id text not null,
  granted_at timestamp with time zone not null default now(),
  constraint client_consent_pkey PRIMARY KEY (user_id, client_id),
  constraint client_consent_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

-- A company asks to be admitted. Columns about the company are those of account.
create table company_registration (
  id uuid not null,
  user_id uuid not null,
  status text not null default 'New'::text,
  company_name text not null,
  english_company_name text not null,
  registration_number text not null,
  registered_address text not null,
  business_address text not null,
  country text not null,
  province text not null,
  business_type text not null,
  pic_name text not null,
  pic_email text not null,
  pic_telephone text not null,
  contact_number text not null,
  sst_number text not null,
  contract_account_number text not null,
  -- Language in which it was sent last; the decision is mailed in it.
  language text not null,
  -- Rises with each change, so that nobody decides on a version that they have not seen.
  version integer not null default 1,
  -- The administrator who works on it.
  taken_up_by uuid,
  submitted_at timestamp(3) with time zone not null default now(),
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  -- The company that came out of it, once approved.
  account_id uuid,
  constraint company_registration_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint company_registration_check CHECK (((status = 'Approved'::text) = (account_id IS NOT NULL))),
  constraint company_registration_language_check CHECK ((language ~ '^[a-z]{2,3}$'::text)),
  constraint company_registration_pkey PRIMARY KEY (id),
  constraint company_registration_status_check CHECK ((status = ANY (ARRAY['New'::text, 'In-Progress'::text, 'Returned'::text, 'Approved'::text, 'Rejected'::text]))),
  constraint company_registration_taken_up_by_fkey FOREIGN KEY (taken_up_by) REFERENCES app_user(id),
  constraint company_registration_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX company_registration_account ON public.company_registration USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX company_registration_number ON public.company_registration USING btree (country, translate(upper(registration_number), ' -'::text, ''::text));
CREATE UNIQUE INDEX company_registration_open ON public.company_registration USING btree (user_id) WHERE (status = ANY (ARRAY['New'::text, 'In-Progress'::text, 'Returned'::text]));
CREATE INDEX company_registration_submitted ON public.company_registration USING btree (submitted_at, id);
CREATE INDEX company_registration_user ON public.company_registration USING btree (user_id, created_at);

-- Deleted upcoming auctions and unpublished sell orders. Administrators can restore them for 30 days.
create table deleted_object (
  -- The id that the auction or the sell order had.
  id uuid not null,
  kind text not null,
  title text not null,
  -- The deleted rows: settings, items, bidders or buyers, and terms of settlement. No bids.
  content jsonb not null,
  -- Images that are kept until then.
  image_ids uuid[] not null,
  deleted_by uuid not null,
  deleted_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint deleted_object_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES app_user(id),
  constraint deleted_object_kind_check CHECK ((kind = ANY (ARRAY['auction'::text, 'sellOrder'::text]))),
  constraint deleted_object_pkey PRIMARY KEY (id)
);
CREATE INDEX deleted_object_newest ON public.deleted_object USING btree (deleted_at DESC, id);

-- A generating device that a seller registered. Null and empty values are unknown.
create table device (
  id uuid not null,
  account_id uuid not null,
  registry text not null,
  registry_id text not null,
  name text not null,
  country text not null,
  province text not null default ''::text,
  fuel_type text not null,
  fuel_code text not null default ''::text,
  technology_code text not null default ''::text,
  capacity_kilowatts integer,
  commissioned_on date,
  repowered_on date,
  supported text not null,
  labels text[] not null default '{}'::text[],
  address text not null default ''::text,
  evidence_ids uuid[] not null default '{}'::uuid[],
  -- An administrator verifies it. Only a submitted or rejected device can be changed.
  status text not null default 'Submitted'::text,
  remark text not null default ''::text,
  decided_by uuid,
  decided_at timestamp(3) with time zone,
  created_by uuid not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint device_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint device_account_id_registry_registry_id_key UNIQUE (account_id, registry, registry_id),
  constraint device_capacity_kilowatts_check CHECK ((capacity_kilowatts > 0)),
  constraint device_check CHECK ((((decided_by IS NULL) = (decided_at IS NULL)) AND ((status = 'Submitted'::text) = (decided_at IS NULL)))),
  constraint device_country_fkey FOREIGN KEY (country) REFERENCES rec_country(code),
  constraint device_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint device_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint device_pkey PRIMARY KEY (id),
  constraint device_registry_check CHECK ((registry = ANY (ARRAY['irec'::text, 'aib'::text, 'tigr'::text, 'nar'::text, 'mrets'::text, 'other'::text]))),
  constraint device_status_check CHECK ((status = ANY (ARRAY['Submitted'::text, 'Verified'::text, 'Rejected'::text]))),
  constraint device_supported_check CHECK ((supported = ANY (ARRAY['yes'::text, 'no'::text, 'unknown'::text])))
);
CREATE INDEX device_status ON public.device USING btree (status, created_at, id);

-- A file that proves something, such as a registry's statement. Its bytes are in the file storage.
create table evidence (
  id uuid not null,
  file_name text not null,
  file_type text not null,
  size integer not null,
  sha256 character(64) not null,
  uploaded_by uuid not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  -- Null: nothing names the file yet. The cleanup deletes it after a day.
  attached_at timestamp(3) with time zone,
  constraint evidence_file_type_check CHECK ((file_type = ANY (ARRAY['pdf'::text, 'png'::text, 'jpg'::text, 'doc'::text, 'docx'::text, 'xls'::text, 'xlsx'::text, 'ppt'::text, 'pptx'::text]))),
  constraint evidence_pkey PRIMARY KEY (id),
  constraint evidence_size_check CHECK ((size > 0)),
  constraint evidence_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES app_user(id)
);
CREATE INDEX evidence_unattached ON public.evidence USING btree (created_at) WHERE (attached_at IS NULL);

-- The one-time link with which the first administrator of a new platform is created. One row at most.
create table first_administrator_link (
  -- Always true, so that there is only one row.
  is_only boolean not null default true,
  -- SHA-256 of the token in the link. The token itself is printed once and not stored.
  token_hash character(64) not null,
  -- The only address that may use the link. Null for the link of a starting server: then any address may.
  email text,
  -- Host of the server process that printed the link. Null if a command printed it.
  host text,
  -- Process id of the server that printed the link. Null if a command printed it.
  pid integer,
  expires_at timestamp(3) with time zone not null,
  constraint first_administrator_link_is_only_check CHECK (is_only),
  constraint first_administrator_link_pkey PRIMARY KEY (is_only)
);

-- Who a user is at a foreign OpenID provider.
create table foreign_identity (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  -- The provider's newest ID token, sealed. It is shown to the provider when its session is to end.
  id_token text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint foreign_identity_pkey PRIMARY KEY (issuer, subject),
  constraint foreign_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX foreign_identity_user ON public.foreign_identity USING btree (user_id);

-- Opens one WebSocket. Deleted by the connection that uses it.
create table hub_token (
  token_hash character(64) not null,
  -- Who connects, and which groups the connection may join.
  claims jsonb not null,
  expires_at timestamp(3) with time zone not null,
  constraint hub_token_pkey PRIMARY KEY (token_hash)
);

-- First reply to each idempotency key of a call that is not a bid. A repeated call gets the same reply.
create table idempotent_request (
  user_id uuid not null,
  key text not null,
  -- SHA-256 of the request: the same key with another request is refused.
  request_hash character(64) not null,
  reply jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint idempotent_request_pkey PRIMARY KEY (user_id, key)
);

-- The right to do one thing once, given for a one-time code: to set a password or a phone number.
create table identity_ticket (
  token_hash character(64) not null,
  purpose text not null,
  user_id uuid not null,
  -- SHA-256 of the fingerprint that the browser sends: the ticket works in this browser only.
  device_hash character(64) not null,
  -- What was stated with the code and is needed when the ticket is used.
  detail jsonb not null,
  expires_at timestamp(3) with time zone not null,
  constraint identity_ticket_pkey PRIMARY KEY (token_hash),
  constraint identity_ticket_purpose_check CHECK ((purpose = ANY (ARRAY['reset_password'::text, 'two_factor_setup'::text]))),
  constraint identity_ticket_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX identity_ticket_user ON public.identity_ticket USING btree (user_id);

-- A picture of an auction, a sell order or a document. Its bytes are in the file storage.
create table image (
  id uuid not null,
  type text not null,
  -- Without auction and sell order nothing can show the picture: its files are deleted, then this row.
  auction_id uuid,
  uploaded_by uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  sell_order_id uuid,
  constraint image_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id) ON DELETE SET NULL,
  constraint image_pkey PRIMARY KEY (id),
  constraint image_sell_order_id_fkey FOREIGN KEY (sell_order_id) REFERENCES sell_order(id) ON DELETE SET NULL,
  constraint image_type_check CHECK ((type = ANY (ARRAY['AuctionThumbnail'::text, 'AuctionDetail'::text, 'SellOrderDetail'::text, 'TemplateDetail'::text]))),
  constraint image_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES app_user(id)
);
CREATE INDEX image_auction ON public.image USING btree (auction_id);
CREATE INDEX image_sell_order ON public.image USING btree (sell_order_id);

-- Invoices and credit notes. Rows are only added: an issued document never changes.
create table invoice (
  id uuid not null,
  settlement_id uuid not null,
  -- Null: the platform.
  issuer_account_id uuid,
  receiver_account_id uuid not null,
  type text not null,
  kind text not null,
  number text not null,
  -- The invoice that a credit note takes back in whole or in part.
  corrects_id uuid,
  issued_at timestamp(3) with time zone not null,
  issued_by uuid not null,
  net numeric not null,
  tax numeric not null,
  payable numeric not null,
  -- Everything that the files of the document show, as Invoice in src/domain/invoice/invoice.ts.
  content jsonb not null,
  constraint invoice_check CHECK ((payable = (net + tax))),
  constraint invoice_check1 CHECK (((type = 'creditNote'::text) = (corrects_id IS NOT NULL))),
  constraint invoice_corrects_id_fkey FOREIGN KEY (corrects_id) REFERENCES invoice(id),
  constraint invoice_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES app_user(id),
  constraint invoice_issuer_account_id_fkey FOREIGN KEY (issuer_account_id) REFERENCES account(id),
  constraint invoice_issuer_account_id_number_key UNIQUE NULLS NOT DISTINCT (issuer_account_id, number),
  constraint invoice_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'fee'::text]))),
  constraint invoice_net_check CHECK ((net >= (0)::numeric)),
  constraint invoice_pkey PRIMARY KEY (id),
  constraint invoice_receiver_account_id_fkey FOREIGN KEY (receiver_account_id) REFERENCES account(id),
  constraint invoice_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlement(id),
  constraint invoice_tax_check CHECK ((tax >= (0)::numeric)),
  constraint invoice_type_check CHECK ((type = ANY (ARRAY['invoice'::text, 'creditNote'::text])))
);
CREATE INDEX invoice_issuer ON public.invoice USING btree (issuer_account_id, issued_at);
CREATE INDEX invoice_receiver ON public.invoice USING btree (receiver_account_id, issued_at);
CREATE INDEX invoice_settlement ON public.invoice USING btree (settlement_id);

-- The last number of each series. A series belongs to an issuer and a year, and has no gaps.
create table invoice_series (
  issuer_account_id uuid,
  type text not null,
  year integer not null,
  last integer not null,
  constraint invoice_series_issuer_account_id_fkey FOREIGN KEY (issuer_account_id) REFERENCES account(id),
  constraint invoice_series_issuer_account_id_type_year_key UNIQUE NULLS NOT DISTINCT (issuer_account_id, type, year),
  constraint invoice_series_last_check CHECK ((last > 0)),
  constraint invoice_series_type_check CHECK ((type = ANY (ARRAY['invoice'::text, 'creditNote'::text])))
);

-- What the tax authority did with a document. Documents of deployments without the authority have no row.
create table invoice_submission (
  invoice_id uuid not null,
  state text not null,
  -- The id that the authority gave to the document. Empty if unknown.
  authority_id text not null default ''::text,
  -- Why the document is not valid there, why a person must decide, or why it was not cancelled.
  reason text,
  -- The explanation of the authority, in its own words.
  detail text not null default ''::text,
  -- Why the issuer cancels the document, as the authority is told.
  cancel_reason text not null default ''::text,
  -- How often the authority was asked without an answer that counts.
  attempts integer not null default 0,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  asked_at timestamp(3) with time zone,
  answered_at timestamp(3) with time zone,
  -- When the authority accepted the document. It can be cancelled within 72 hours.
  valid_at timestamp(3) with time zone,
  constraint invoice_submission_check CHECK (((state <> 'valid'::text) OR ((authority_id <> ''::text) AND (valid_at IS NOT NULL)))),
  constraint invoice_submission_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id),
  constraint invoice_submission_pkey PRIMARY KEY (invoice_id),
  constraint invoice_submission_reason_check CHECK ((reason = ANY (ARRAY['refused'::text, 'correctedRefused'::text, 'noAnswer'::text, 'differs'::text, 'notCancelled'::text]))),
  constraint invoice_submission_state_check CHECK ((state = ANY (ARRAY['prepared'::text, 'sent'::text, 'pending'::text, 'valid'::text, 'cancelling'::text, 'cancelled'::text, 'rejected'::text, 'unclear'::text])))
);
CREATE INDEX invoice_submission_open ON public.invoice_submission USING btree (asked_at) WHERE (state = ANY (ARRAY['prepared'::text, 'sent'::text, 'pending'::text, 'cancelling'::text]));

-- One change of a change request.
create table item_change (
  id uuid not null,
  -- The order in which the changes were asked for.
  seq bigint generated always as identity not null,
  request_id uuid not null,
  kind text not null,
  -- For an added item, the id that it will have. Hence no foreign key.
  item_id uuid not null,
  -- The item as it is to be; null for a deletion.
  proposed jsonb,
  -- The item as it was when the request was approved.
  before jsonb,
  constraint item_change_check CHECK (((kind = 'deleted'::text) = (proposed IS NULL))),
  constraint item_change_kind_check CHECK ((kind = ANY (ARRAY['added'::text, 'updated'::text, 'deleted'::text]))),
  constraint item_change_pkey PRIMARY KEY (id),
  constraint item_change_request_id_fkey FOREIGN KEY (request_id) REFERENCES change_request(id) ON DELETE CASCADE,
  constraint item_change_request_id_item_id_key UNIQUE (request_id, item_id)
);

-- Companies that bid on an item of a closed auction: figures count them.
create table item_participant (
  item_id uuid not null,
  account_id uuid not null,
  ended_at timestamp(3) with time zone not null,
  constraint item_participant_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint item_participant_item_id_fkey FOREIGN KEY (item_id) REFERENCES item_result(item_id),
  constraint item_participant_pkey PRIMARY KEY (item_id, account_id)
);
CREATE INDEX item_participant_of_account ON public.item_participant USING btree (account_id, ended_at) INCLUDE (item_id);

-- Totals of one item of a closed auction, written as it closes. Figures read these rows, not the bids.
create table item_result (
  item_id uuid not null,
  auction_id uuid not null,
  auction_type text not null,
  country text not null,
  fuel_type text not null,
  vintage_year integer not null,
  vintage_period text not null,
  ended_at timestamp(3) with time zone not null,
  offered integer not null,
  sold integer not null,
  -- Sum of price times quantity over the awards.
  value numeric not null,
  awards integer not null,
  -- Sum of the prices of all awards, for the average that ignores quantity.
  price_cents_sum bigint not null,
  lowest_price_cents integer,
  highest_price_cents integer,
  -- How many bids were placed, without revisions.
  bids integer not null,
  constraint item_result_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id),
  constraint item_result_check CHECK (((sold >= 0) AND (sold <= offered))),
  constraint item_result_item_id_fkey FOREIGN KEY (item_id) REFERENCES auction_item(id),
  constraint item_result_pkey PRIMARY KEY (item_id)
);
CREATE INDEX item_result_ended ON public.item_result USING btree (ended_at);
CREATE INDEX item_result_product ON public.item_result USING btree (country, fuel_type, vintage_year, vintage_period, ended_at);

-- A place where RECs can be. Its id follows from the other columns (function place_id).
create table ledger_account (
  id uuid not null,
  -- supply: outside the platform; listed: in an auction or sell order; held: a company's holding; retired: for good.
  kind text not null,
  account_id uuid not null,
  country text not null,
  fuel_type text not null,
  vintage_year integer not null,
  vintage_period text not null,
  source_kind text not null,
  -- Id of what the place belongs to. No foreign key: the ledger outlives a deleted auction.
  source_id uuid not null,
  -- Moved by ledger entries alone (trigger move_balances). Only a supply can be below zero.
  balance bigint not null default 0,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint ledger_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint ledger_account_kind_check CHECK ((kind = ANY (ARRAY['supply'::text, 'listed'::text, 'held'::text, 'retired'::text]))),
  constraint ledger_account_not_negative CHECK (((balance >= 0) OR (kind = 'supply'::text))),
  constraint ledger_account_pkey PRIMARY KEY (id),
  constraint ledger_account_place CHECK ((id = place_id(kind, account_id, country, fuel_type, vintage_year, vintage_period, source_id))),
  constraint ledger_account_source_kind_check CHECK ((source_kind = ANY (ARRAY['account'::text, 'auction_item'::text, 'award'::text, 'sell_order_item'::text, 'buy_order_part'::text, 'retirement'::text, 'settlement'::text])))
);
CREATE INDEX ledger_account_newest ON public.ledger_account USING btree (kind, created_at DESC);
CREATE INDEX ledger_account_of_company ON public.ledger_account USING btree (account_id, kind, created_at DESC);
CREATE INDEX ledger_account_of_source ON public.ledger_account USING btree (source_id);

-- A balanced double entry: this quantity left one place and came to another. It cannot be changed.
create table ledger_entry (
  id bigint generated always as identity not null,
  kind text not null,
  from_id uuid not null,
  to_id uuid not null,
  quantity bigint not null,
  made_at timestamp(3) with time zone not null default clock_timestamp(),
  -- Null: the clock did it.
  made_by uuid,
  remark text not null default ''::text,
  constraint ledger_entry_check CHECK ((from_id <> to_id)),
  constraint ledger_entry_from_id_fkey FOREIGN KEY (from_id) REFERENCES ledger_account(id),
  constraint ledger_entry_kind_check CHECK ((kind = ANY (ARRAY['listed'::text, 'awarded'::text, 'sold'::text, 'returned'::text, 'released'::text, 'retired'::text]))),
  constraint ledger_entry_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint ledger_entry_pkey PRIMARY KEY (id),
  constraint ledger_entry_quantity_check CHECK ((quantity > 0)),
  constraint ledger_entry_to_id_fkey FOREIGN KEY (to_id) REFERENCES ledger_account(id)
);
CREATE INDEX ledger_entry_from ON public.ledger_entry USING btree (from_id);
CREATE INDEX ledger_entry_to ON public.ledger_entry USING btree (to_id);

-- What this deployment knows of each time stamp authority that it asks.
create table log_authority (
  authority text not null,
  -- Why there was no valid time stamp the last time; null: there was one.
  problem text,
  problem_since timestamp(3) with time zone,
  -- Until then, one process asks the authority, or no process asks again.
  next_at timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  constraint log_authority_pkey PRIMARY KEY (authority),
  constraint log_authority_problem_check CHECK ((problem = ANY (ARRAY['unreachable'::text, 'malformed'::text, 'rejected'::text, 'wrongImprint'::text, 'wrongNonce'::text, 'wrongSignature'::text, 'untrusted'::text])))
);

-- Signed states of the log. A newer one deletes those that nobody has seen.
create table log_checkpoint (
  size integer not null,
  origin text not null,
  -- Origin, size and root, as c2sp.org/tlog-checkpoint specifies.
  text text not null,
  -- The line with the signature by the key of this deployment.
  signature text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  -- Witnesses are or were asked to sign it, so a newer state does not delete it.
  is_asked boolean not null default false,
  -- Since when anyone can read it. Null while the witnesses are asked.
  published_at timestamp(3) with time zone,
  constraint log_checkpoint_pkey PRIMARY KEY (size)
);

-- Signatures of witnesses on checkpoints.
create table log_cosignature (
  size integer not null,
  -- Public key of the witness with its name, as c2sp.org/signed-note specifies.
  witness text not null,
  line text not null,
  -- The time that the witness stated and signed.
  signed_at timestamp(3) with time zone not null,
  constraint log_cosignature_pkey PRIMARY KEY (size, witness),
  constraint log_cosignature_size_fkey FOREIGN KEY (size) REFERENCES log_checkpoint(size) ON DELETE CASCADE
);

-- Entries of the log. No foreign key: an entry stays when its auction is deleted.
create table log_entry (
  "position" integer not null,
  auction_id uuid not null,
  -- Number of the line in the auction's history that was the last one.
  seq integer not null,
  -- The public text. It names the auction by the hash of its id.
  entry text not null,
  at timestamp(3) with time zone not null default clock_timestamp(),
  constraint log_entry_auction_id_seq_key UNIQUE (auction_id, seq),
  constraint log_entry_pkey PRIMARY KEY ("position"),
  constraint log_entry_position_check CHECK (("position" >= 0))
);

-- Hashes of the log's tree (RFC 6962). Level 0 has the entries; a hash of a higher level covers 256 of the level below.
create table log_hash (
  level smallint not null,
  "position" integer not null,
  hash bytea not null,
  constraint log_hash_pkey PRIMARY KEY (level, "position")
);

-- Time stamps of checkpoints (RFC 3161). Only verified ones are stored.
create table log_timestamp (
  size integer not null,
  -- Host of the time stamp authority.
  authority text not null,
  -- The answer of the authority: a TimeStampResp in DER.
  response bytea not null,
  -- The time that the authority signed.
  stamped_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint log_timestamp_pkey PRIMARY KEY (size, authority),
  constraint log_timestamp_size_fkey FOREIGN KEY (size) REFERENCES log_checkpoint(size) ON DELETE CASCADE
);

-- The log of the heads of all auctions. It has one row. The process that appends holds its lock.
create table log_tree (
  only_row boolean not null default true,
  -- Number of entries.
  size integer not null default 0,
  -- Until then, one process asks the witnesses, or no process asks again.
  round_until timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  constraint log_tree_only_row_check CHECK (only_row),
  constraint log_tree_pkey PRIMARY KEY (only_row)
);

-- What this deployment knows of each witness that it asks.
create table log_witness (
  witness text not null,
  -- Size of the last checkpoint that the witness signed; null: none yet.
  size integer,
  cosigned_at timestamp(3) with time zone,
  -- Why the witness did not sign the last time; null: it did.
  problem text,
  problem_since timestamp(3) with time zone,
  -- After a failed request, the witness is asked again from then on.
  next_at timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  constraint log_witness_pkey PRIMARY KEY (witness),
  constraint log_witness_problem_check CHECK ((problem = ANY (ARRAY['unreachable'::text, 'unknownLog'::text, 'wentBack'::text, 'inconsistent'::text, 'wrongAnswer'::text])))
);

-- Edited texts of messages, the current version of each. A message without a row has its original text.
create table message_text (
  -- The name of the message, such as accountMail_invitation.
  id text not null,
  version integer not null,
  -- By language and phrase: the edited text, and the original that it was made from. Phrases with their original text are not in it.
  texts jsonb not null,
  saved_by uuid,
  saved_at timestamp(3) with time zone not null default now(),
  constraint message_text_pkey PRIMARY KEY (id),
  constraint message_text_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES app_user(id),
  constraint message_text_version_check CHECK ((version >= 0))
);

-- Every saved version of edited texts of messages.
create table message_text_version (
  id text not null,
  version integer not null,
  texts jsonb not null,
  saved_by uuid,
  saved_at timestamp(3) with time zone not null default now(),
  constraint message_text_version_id_fkey FOREIGN KEY (id) REFERENCES message_text(id),
  constraint message_text_version_pkey PRIMARY KEY (id, version),
  constraint message_text_version_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES app_user(id),
  constraint message_text_version_version_check CHECK ((version > 0))
);

-- The migrations that this database has, kept by the migrator.
create table migration (
  name text not null,
  -- SHA-256 of the file: a migration that was changed afterwards is reported.
  checksum character(64) not null,
  applied_at timestamp(3) with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);

-- Something that a person is told in the application, and later by mail if it is still unread.
create table notice (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  -- No foreign key: its check would wait for the auction's row. Null for what waits for administrators, and for settlements and companies.
  auction_id uuid,
  -- The item of an outbid bid. For administrators: what waits, such as a registration, or the company of the certificates. Otherwise the settlement, the device, the lot or the retirement.
  item_id uuid,
  -- How a result came out for the reader (NOTICE_OUTCOMES).
  outcome text,
  -- The quantity that the outcome is about.
  quantity integer,
  at timestamp(3) with time zone not null default clock_timestamp(),
  read_at timestamp(3) with time zone,
  -- When a mail goes out if the notice is still unread; null: none goes out any more.
  mail_due_at timestamp(3) with time zone,
  mailed_at timestamp(3) with time zone,
  -- Title of an auction that the reader can no longer see. Of a company's notice: the name of its subject, with the reason of a rejection.
  title text,
  -- Of a settlement: its step or reminder (SETTLEMENT_EVENTS). Then item_id is the settlement.
  event text,
  constraint notice_kind_check CHECK ((kind <> ''::text)),
  constraint notice_pkey PRIMARY KEY (id),
  constraint notice_quantity_check CHECK ((quantity >= 0)),
  constraint notice_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX notice_at ON public.notice USING btree (at);
CREATE INDEX notice_mail ON public.notice USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);
CREATE UNIQUE INDEX notice_unread ON public.notice USING btree (user_id, auction_id, kind, item_id) NULLS NOT DISTINCT WHERE (read_at IS NULL);
CREATE INDEX notice_user ON public.notice USING btree (user_id, at DESC);

-- How a person wants to be told of one kind of notice. Without a row, NOTICE_DEFAULTS counts.
create table notice_choice (
  user_id uuid not null,
  kind text not null,
  channels text[] not null,
  -- Of endingSoon: how many minutes before the end.
  minutes integer[] not null default '{}'::integer[],
  constraint notice_choice_kind_check CHECK ((kind <> ''::text)),
  constraint notice_choice_pkey PRIMARY KEY (user_id, kind),
  constraint notice_choice_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

-- What was told of an auction, so that one process tells it once.
create table notice_told (
  auction_id uuid not null,
  kind text not null,
  minutes integer not null,
  -- The start or end that it was about: after the time moved, it is told again.
  about timestamp(3) with time zone not null,
  told_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint notice_told_pkey PRIMARY KEY (auction_id, kind, minutes, about)
);

-- What the OpenID library keeps: sessions, grants, tokens, codes.
create table oidc_model (
  kind text not null,
  -- SHA-256 of the id: whoever shows the id has the right, so the id itself is not stored.
  id_hash character(64) not null,
  payload jsonb not null,
  -- A session's own id, or the id of the session that a token lives with.
  session_id text,
  grant_id text,
  user_id uuid,
  consumed_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  constraint oidc_model_pkey PRIMARY KEY (kind, id_hash),
  constraint oidc_model_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX oidc_model_expires ON public.oidc_model USING btree (expires_at);
CREATE INDEX oidc_model_grant ON public.oidc_model USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX oidc_model_session ON public.oidc_model USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX oidc_model_user ON public.oidc_model USING btree (user_id) WHERE (user_id IS NOT NULL);

-- A code that was sent. One row for each purpose and subject, so that tries cannot be spread over several codes.
create table one_time_code (
  purpose text not null,
  -- A user's id, or the address that the code went to where there is no user yet.
  subject text not null,
  -- SHA-256 of the fingerprint that the browser sends: the code works in this browser only.
  device_hash character(64) not null,
  channel text not null,
  code_hash character(64) not null,
  -- What was stated when the code was asked for and is needed when it is given.
  detail jsonb not null,
  tries integer not null,
  -- Times of the sends of the last hour, in milliseconds since 1970.
  sends jsonb not null,
  opened_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  -- Locked out until then, after too many wrong codes.
  rest_until timestamp(3) with time zone,
  constraint one_time_code_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
  constraint one_time_code_pkey PRIMARY KEY (purpose, subject),
  constraint one_time_code_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'register'::text, 'forgot_password'::text, 'phone'::text]))),
  constraint one_time_code_tries_check CHECK ((tries >= 0))
);

-- A time in which no process served.
create table outage (
  id bigint generated always as identity not null,
  from_at timestamp(3) with time zone not null,
  to_at timestamp(3) with time zone not null,
  -- How many auctions were extended for it.
  extended integer not null,
  auction_ids uuid[] not null default '{}'::uuid[],
  constraint outage_check CHECK ((from_at < to_at)),
  constraint outage_pkey PRIMARY KEY (id)
);

-- Up to which line of an auction's history bidders were told that they were outbid.
create table outbid_told (
  auction_id uuid not null,
  seq integer not null,
  told_at timestamp(3) with time zone not null,
  constraint outbid_told_pkey PRIMARY KEY (auction_id)
);

-- Mails and text messages. Written in the transaction that they tell of, sent afterwards.
create table outbox (
  id uuid not null,
  channel text not null,
  recipient text not null,
  subject text not null,
  -- Emptied when a message with a secret was sent. Other texts stay as long as the row, so that they can be sent again.
  body text not null,
  created_at timestamp(3) with time zone not null default now(),
  -- After this time the message is not sent any more, as a code that has expired.
  useful_until timestamp(3) with time zone,
  attempts integer not null default 0,
  next_attempt_at timestamp(3) with time zone not null default now(),
  sent_at timestamp(3) with time zone,
  last_error text,
  -- What attachments are made from. They are made when the message is sent.
  attachments jsonb not null default '[]'::jsonb,
  -- The body carries a secret, such as a one-time code: it is encrypted until it is sent.
  is_sealed boolean not null default false,
  -- The subject of the message, such as code or auction. Messages that are older than this column have the kind other.
  kind text not null default 'other'::text,
  -- Time of the last attempt to send the message.
  attempted_at timestamp(3) with time zone,
  constraint outbox_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
  constraint outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_attempted ON public.outbox USING btree (attempted_at);
CREATE INDEX outbox_created ON public.outbox USING btree (created_at);
CREATE INDEX outbox_recipient ON public.outbox USING btree (lower(recipient));
CREATE INDEX outbox_unsent ON public.outbox USING btree (next_attempt_at) WHERE (sent_at IS NULL);

-- Settings of the platform that an owner has changed, one row per group.
create table platform_setting (
  -- The group of settings, such as `regions`.
  name text not null,
  value jsonb not null,
  -- Increases with each change. A change names the version that its author saw.
  version integer not null default 1,
  constraint platform_setting_pkey PRIMARY KEY (name)
);

-- Every country of RECs that the platform offers, or has offered. Items and devices keep a country that was removed.
create table rec_country (
  code text not null,
  constraint rec_country_pkey PRIMARY KEY (code)
);

-- Up to which line of an auction's history the webhook event bid.recorded was queued.
create table receipt_told (
  auction_id uuid not null,
  seq integer not null,
  constraint receipt_told_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id) ON DELETE CASCADE,
  constraint receipt_told_pkey PRIMARY KEY (auction_id)
);

-- A person who signs up and has not given the one-time code yet.
create table registration (
  id uuid not null,
  username text not null,
  email text not null,
  password_hash text not null,
  phone_code text not null,
  phone_number text not null,
  channel text not null,
  expires_at timestamp(3) with time zone not null,
  -- Which versions of which documents were accepted on the way.
  accepted_templates jsonb not null default '[]'::jsonb,
  constraint registration_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
  constraint registration_pkey PRIMARY KEY (id)
);

-- History of a company's registration.
create table registration_remark (
  id bigint generated always as identity not null,
  registration_id uuid not null,
  at timestamp(3) with time zone not null default now(),
  user_id uuid not null,
  action text not null,
  content text not null,
  constraint registration_remark_action_check CHECK ((action = ANY (ARRAY['submit'::text, 'resubmit'::text, 'take-up'::text, 'approve'::text, 'return'::text, 'reject'::text, 'reopen'::text]))),
  constraint registration_remark_pkey PRIMARY KEY (id),
  constraint registration_remark_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES company_registration(id) ON DELETE CASCADE,
  constraint registration_remark_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX registration_remark_registration ON public.registration_remark USING btree (registration_id, id);

-- The account that a company has at a registry. Transfers go from one to the other.
create table registry_account (
  account_id uuid not null,
  registry text not null,
  -- The id of the account, as the registry writes it.
  code text not null,
  changed_by uuid not null,
  changed_at timestamp(3) with time zone not null default clock_timestamp(),
  -- The subaccount in which the registry keeps retired certificates. Empty if there is none.
  retirement_code text not null default ''::text,
  constraint registry_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint registry_account_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES app_user(id),
  constraint registry_account_code_check CHECK ((code <> ''::text)),
  constraint registry_account_pkey PRIMARY KEY (account_id, registry),
  constraint registry_account_registry_check CHECK ((registry = ANY (ARRAY['irec'::text, 'aib'::text, 'tigr'::text, 'nar'::text, 'mrets'::text, 'other'::text])))
);

-- One transfer or retirement that a registry is asked for. Its id is the correlation id at the registry.
create table registry_order (
  id uuid not null,
  -- The settlement whose delivery is a transfer. Null for a retirement.
  settlement_id uuid,
  -- The version of the settlement at which the seller instructed this part of the delivery.
  part integer,
  connector text not null,
  -- Null: the seller has named no certificates for these RECs.
  registry text,
  device text not null default ''::text,
  first_serial text not null default ''::text,
  last_serial text not null default ''::text,
  quantity numeric(38,6) not null,
  -- The account at the registry in which the certificates are. Empty if unknown.
  sender text not null default ''::text,
  -- The buyer's account at the registry, or the subaccount for retired certificates. Empty if unknown.
  receiver text not null default ''::text,
  state text not null,
  -- The id that the registry gave to the transfer, or its reference of the retirement.
  transfer_id text not null default ''::text,
  -- Why a person must decide, or why nothing was transferred.
  reason text,
  -- The explanation of the registry, in its own words.
  detail text not null default ''::text,
  -- The last answer that was applied: status, transfer id and quantity.
  answer jsonb,
  -- How often the registry was asked without an answer that counts.
  attempts integer not null default 0,
  version integer not null default 1,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  asked_at timestamp(3) with time zone,
  answered_at timestamp(3) with time zone,
  -- The retirement here that the registry is asked for. Null for a transfer.
  retirement_id uuid,
  -- The company that sold the RECs of the retirement. Null for a transfer.
  seller_account_id uuid,
  -- The key with which anybody verifies the retirement at the registry. Empty if there is none.
  verification_key text not null default ''::text,
  -- The day of the retirement, as the registry states it. Null if unknown.
  retired_on date,
  constraint registry_order_check CHECK ((((registry IS NULL) = (first_serial = ''::text)) AND ((first_serial = ''::text) = (last_serial = ''::text)))),
  constraint registry_order_connector_check CHECK ((connector = ANY (ARRAY['file'::text, 'nar'::text]))),
  constraint registry_order_kind CHECK ((((settlement_id IS NULL) <> (retirement_id IS NULL)) AND ((settlement_id IS NULL) = (part IS NULL)) AND ((retirement_id IS NULL) = (seller_account_id IS NULL)))),
  constraint registry_order_pkey PRIMARY KEY (id),
  constraint registry_order_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint registry_order_reason_check CHECK ((reason = ANY (ARRAY['quantityDiffers'::text, 'transferDiffers'::text, 'certificatesDiffer'::text, 'noAnswer'::text, 'withdrawn'::text, 'refused'::text]))),
  constraint registry_order_registry_check CHECK ((registry = ANY (ARRAY['irec'::text, 'aib'::text, 'tigr'::text, 'nar'::text, 'mrets'::text, 'other'::text]))),
  constraint registry_order_retirement_id_fkey FOREIGN KEY (retirement_id) REFERENCES retirement(id),
  constraint registry_order_seller_account_id_fkey FOREIGN KEY (seller_account_id) REFERENCES account(id),
  constraint registry_order_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlement(id) ON DELETE CASCADE,
  constraint registry_order_state_check CHECK ((state = ANY (ARRAY['prepared'::text, 'sent'::text, 'pending'::text, 'accepted'::text, 'rejected'::text, 'failed'::text, 'unclear'::text])))
);
CREATE INDEX registry_order_open ON public.registry_order USING btree (connector, asked_at) WHERE (state = ANY (ARRAY['prepared'::text, 'sent'::text, 'pending'::text]));
CREATE INDEX registry_order_retirement ON public.registry_order USING btree (retirement_id, seller_account_id) WHERE (retirement_id IS NOT NULL);
CREATE INDEX registry_order_settlement ON public.registry_order USING btree (settlement_id, part, created_at);
CREATE INDEX registry_order_transfer ON public.registry_order USING btree (transfer_id) WHERE (transfer_id <> ''::text);

-- What a seller or an administrator recorded of the retirement at the registry. The latest row of a seller counts. It cannot be changed.
create table registry_retirement (
  id uuid not null,
  retirement_id uuid not null,
  -- The company from which the holder got the RECs.
  seller_account_id uuid not null,
  -- The name of the seller at that time.
  company_name text not null,
  registry text not null,
  reference text not null,
  verification_key text not null,
  -- The public page of the registry that confirms the retirement. Empty if there is none.
  address text not null,
  retired_on date not null,
  evidence_ids uuid[] not null default '{}'::uuid[],
  -- Null: the registry answered a registry order by its API.
  recorded_by uuid,
  recorded_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint registry_retirement_pkey PRIMARY KEY (id),
  constraint registry_retirement_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES app_user(id),
  constraint registry_retirement_reference_check CHECK ((reference <> ''::text)),
  constraint registry_retirement_registry_check CHECK ((registry <> ''::text)),
  constraint registry_retirement_retirement_id_fkey FOREIGN KEY (retirement_id) REFERENCES retirement(id),
  constraint registry_retirement_seller_account_id_fkey FOREIGN KEY (seller_account_id) REFERENCES account(id)
);
CREATE INDEX registry_retirement_of ON public.registry_retirement USING btree (retirement_id, seller_account_id, recorded_at DESC);
CREATE INDEX registry_retirement_reference ON public.registry_retirement USING btree (lower(registry), lower(reference));

-- What an administrator decided about two related companies in one auction.
create table relation_decision (
  auction_id uuid not null,
  account_id uuid not null,
  other_account_id uuid not null,
  -- What the two companies shared at that time, as kinds.
  facts text[] not null,
  reason text not null,
  decided_by uuid not null,
  decided_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint relation_decision_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint relation_decision_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id) ON DELETE CASCADE,
  constraint relation_decision_check CHECK ((account_id < other_account_id)),
  constraint relation_decision_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES app_user(id),
  constraint relation_decision_other_account_id_fkey FOREIGN KEY (other_account_id) REFERENCES account(id),
  constraint relation_decision_pkey PRIMARY KEY (auction_id, account_id, other_account_id)
);

-- A retirement of RECs for a beneficiary, with the names at that time. The quantity is in the ledger. It cannot be changed.
create table retirement (
  id uuid not null,
  -- Confirms the statement on an open page. It cannot be guessed.
  number text not null,
  account_id uuid not null,
  company_name text not null,
  account_type text not null,
  name text not null,
  address text not null,
  name_on_certificates text not null,
  building_owner_name text not null,
  retired_by uuid not null,
  retired_at timestamp(3) with time zone not null default clock_timestamp(),
  -- Where the electricity was consumed: ISO 3166-1 alpha-2. Empty if unknown.
  country text not null default ''::text,
  -- A place in that country. Empty if unknown.
  location text not null default ''::text,
  -- First day for which the beneficiary reports. Null if unknown.
  period_from date,
  -- Last day for which the beneficiary reports. Null if unknown.
  period_to date,
  purpose text not null default 'unknown'::text,
  purpose_text text not null default ''::text,
  constraint retirement_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint retirement_account_type_check CHECK ((account_type = ANY (ARRAY['Corporate'::text, 'Building'::text, 'Personal'::text]))),
  constraint retirement_number_key UNIQUE (number),
  constraint retirement_period_check CHECK ((((period_from IS NULL) = (period_to IS NULL)) AND (period_from <= period_to))),
  constraint retirement_pkey PRIMARY KEY (id),
  constraint retirement_purpose_check CHECK ((purpose = ANY (ARRAY['scope2'::text, 'renewableTarget'::text, 'product'::text, 'certification'::text, 'compliance'::text, 'other'::text, 'unknown'::text]))),
  constraint retirement_retired_by_fkey FOREIGN KEY (retired_by) REFERENCES app_user(id)
);
CREATE INDEX retirement_account ON public.retirement USING btree (account_id, retired_at DESC);
CREATE INDEX retirement_at ON public.retirement USING btree (retired_at DESC);

-- Sums of item results per day or month, in UTC. Trigger keep_figures moves them with the results.
create table sales_figure (
  unit text not null,
  -- The day, or the first day of the month, on which the auctions ended.
  begins date not null,
  auction_type text not null,
  -- Null: all. Rows of a day are for all products, or for one country, fuel type, year or period. Rows of a month are for one product.
  country text,
  fuel_type text,
  vintage_year integer,
  vintage_period text,
  -- Auctions with at least one such item.
  auctions integer not null,
  offered bigint not null,
  sold bigint not null,
  value numeric not null,
  awards bigint not null,
  price_cents_sum bigint not null,
  bids bigint not null,
  constraint sales_figure_unit_check CHECK ((unit = ANY (ARRAY['day'::text, 'month'::text]))),
  constraint sales_figure_unit_country_fuel_type_vintage_year_vintage_pe_key UNIQUE NULLS NOT DISTINCT (unit, country, fuel_type, vintage_year, vintage_period, auction_type, begins)
);
CREATE INDEX sales_figure_month ON public.sales_figure USING btree (begins) WHERE (unit = 'month'::text);

-- RECs offered at a fixed price. Its status follows from its times and from what remains.
create table sell_order (
  id uuid not null,
  title text not null,
  -- For searches without regard to case.
  title_lower text not null generated always as (lower(title)) stored,
  description text not null,
  seller_account_id uuid not null,
  unit_price_cents integer not null,
  minimum_purchase_quantity integer not null,
  max_buy_order_rec_quantity integer not null,
  -- Fee in hundredths of a percent.
  seller_fee_hundredths integer not null,
  -- Fee in hundredths of a percent.
  buyer_fee_hundredths integer not null,
  -- For whom the buying form suggests to retire.
  beneficiary_default text not null,
  publish_at timestamp(3) with time zone,
  end_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  cancel_remark text,
  -- Totals are sums over the items, written in the same transaction as the items.
  total_quantity integer not null default 0,
  remaining_quantity integer not null default 0,
  -- In buy orders that wait for a decision.
  reserved_quantity integer not null default 0,
  sold_quantity integer not null default 0,
  thumbnail_id uuid,
  -- In the order in which they are shown.
  image_ids uuid[] not null default '{}'::uuid[],
  -- When buyers were told of the publication, once.
  publish_told_at timestamp(3) with time zone,
  -- When the end was settled, once: unsold RECs went back in the ledger.
  end_settled_at timestamp(3) with time zone,
  created_by uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  -- Increases with each change of the settings.
  settings_version integer not null default 1,
  -- For each setting that was ever changed, the settings_version that changed it last.
  setting_versions jsonb not null default '{}'::jsonb,
  constraint sell_order_beneficiary_default_check CHECK ((beneficiary_default = ANY (ARRAY['none'::text, 'own'::text, 'new'::text]))),
  constraint sell_order_buyer_fee_hundredths_check CHECK (((buyer_fee_hundredths >= 0) AND (buyer_fee_hundredths <= 10000))),
  constraint sell_order_check CHECK ((total_quantity = ((remaining_quantity + reserved_quantity) + sold_quantity))),
  constraint sell_order_check1 CHECK ((minimum_purchase_quantity <= max_buy_order_rec_quantity)),
  constraint sell_order_check2 CHECK ((publish_at < end_at)),
  constraint sell_order_check3 CHECK (((cancelled_at IS NULL) = (cancel_remark IS NULL))),
  constraint sell_order_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint sell_order_image_ids_check CHECK ((cardinality(image_ids) <= 8)),
  constraint sell_order_max_buy_order_rec_quantity_check CHECK (((max_buy_order_rec_quantity >= 1) AND (max_buy_order_rec_quantity <= 100000000))),
  constraint sell_order_minimum_purchase_quantity_check CHECK (((minimum_purchase_quantity >= 1) AND (minimum_purchase_quantity <= 100000000))),
  constraint sell_order_pkey PRIMARY KEY (id),
  constraint sell_order_remaining_quantity_check CHECK ((remaining_quantity >= 0)),
  constraint sell_order_reserved_quantity_check CHECK ((reserved_quantity >= 0)),
  constraint sell_order_seller_account_id_fkey FOREIGN KEY (seller_account_id) REFERENCES account(id),
  constraint sell_order_seller_fee_hundredths_check CHECK (((seller_fee_hundredths >= 0) AND (seller_fee_hundredths <= 10000))),
  constraint sell_order_sold_quantity_check CHECK ((sold_quantity >= 0)),
  constraint sell_order_thumbnail_id_fkey FOREIGN KEY (thumbnail_id) REFERENCES image(id),
  constraint sell_order_title_check CHECK ((title <> ''::text)),
  constraint sell_order_total_quantity_check CHECK (((total_quantity >= 0) AND (total_quantity <= 100000000))),
  constraint sell_order_unit_price_cents_check CHECK (((unit_price_cents >= 1) AND (unit_price_cents <= 999999999)))
);
CREATE INDEX sell_order_cancelled ON public.sell_order USING btree (created_at, id) WHERE (cancelled_at IS NOT NULL);
CREATE INDEX sell_order_cheapest ON public.sell_order USING btree (((remaining_quantity = 0)), unit_price_cents, id) WHERE ((cancelled_at IS NULL) AND (end_settled_at IS NULL));
CREATE INDEX sell_order_created ON public.sell_order USING btree (created_at, id);
CREATE INDEX sell_order_dearest ON public.sell_order USING btree (((remaining_quantity = 0)), unit_price_cents DESC, id DESC) WHERE ((cancelled_at IS NULL) AND (end_settled_at IS NULL));
CREATE INDEX sell_order_draft ON public.sell_order USING btree (created_at, id) WHERE ((publish_told_at IS NULL) AND (cancelled_at IS NULL));
CREATE INDEX sell_order_largest ON public.sell_order USING btree (remaining_quantity DESC, id DESC) WHERE ((cancelled_at IS NULL) AND (end_settled_at IS NULL));
CREATE INDEX sell_order_newest ON public.sell_order USING btree (((remaining_quantity = 0)), publish_at DESC, id DESC) WHERE ((cancelled_at IS NULL) AND (end_settled_at IS NULL));
CREATE INDEX sell_order_seller ON public.sell_order USING btree (seller_account_id);
CREATE INDEX sell_order_sold_out ON public.sell_order USING btree (created_at, id) WHERE (remaining_quantity = 0);
CREATE INDEX sell_order_soonest ON public.sell_order USING btree (((remaining_quantity = 0)), end_at, id) WHERE ((cancelled_at IS NULL) AND (end_settled_at IS NULL));
CREATE INDEX sell_order_title ON public.sell_order USING gin (title_lower gin_trgm_ops);
CREATE INDEX sell_order_to_settle ON public.sell_order USING btree (end_at) WHERE ((end_settled_at IS NULL) AND (cancelled_at IS NULL));
CREATE INDEX sell_order_to_tell ON public.sell_order USING btree (publish_at) WHERE ((publish_told_at IS NULL) AND (cancelled_at IS NULL));

-- Companies that may see and buy. Without a row, every active company may.
create table sell_order_buyer (
  sell_order_id uuid not null,
  account_id uuid not null,
  constraint sell_order_buyer_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint sell_order_buyer_pkey PRIMARY KEY (sell_order_id, account_id),
  constraint sell_order_buyer_sell_order_id_fkey FOREIGN KEY (sell_order_id) REFERENCES sell_order(id) ON DELETE CASCADE
);
CREATE INDEX sell_order_buyer_account ON public.sell_order_buyer USING btree (account_id);

-- RECs of one country, fuel type and vintage within a sell order.
create table sell_order_item (
  id uuid not null,
  sell_order_id uuid not null,
  "position" integer not null,
  country text not null,
  fuel_type text not null,
  vintage_year integer not null,
  vintage_period text not null,
  total_quantity integer not null,
  remaining_quantity integer not null,
  -- In buy orders that wait for a decision.
  reserved_quantity integer not null default 0,
  sold_quantity integer not null default 0,
  -- The seller's holding (ledger_account) that is sold from; null: the RECs come from outside the platform.
  holding_id uuid,
  description text not null,
  address text not null,
  latitude double precision,
  longitude double precision,
  constraint sell_order_item_check CHECK ((total_quantity = ((remaining_quantity + reserved_quantity) + sold_quantity))),
  constraint sell_order_item_check1 CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint sell_order_item_country_fkey FOREIGN KEY (country) REFERENCES rec_country(code),
  constraint sell_order_item_kind UNIQUE (sell_order_id, country, fuel_type, vintage_year, vintage_period),
  constraint sell_order_item_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint sell_order_item_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint sell_order_item_pkey PRIMARY KEY (id),
  constraint sell_order_item_remaining_quantity_check CHECK ((remaining_quantity >= 0)),
  constraint sell_order_item_reserved_quantity_check CHECK ((reserved_quantity >= 0)),
  constraint sell_order_item_sell_order_id_fkey FOREIGN KEY (sell_order_id) REFERENCES sell_order(id) ON DELETE CASCADE,
  constraint sell_order_item_sold_quantity_check CHECK ((sold_quantity >= 0)),
  constraint sell_order_item_total_quantity_check CHECK (((total_quantity >= 1) AND (total_quantity <= 100000000))),
  constraint sell_order_item_vintage_year_check CHECK (((vintage_year >= 2000) AND (vintage_year <= 2100)))
);
CREATE INDEX sell_order_item_goods ON public.sell_order_item USING btree (country, fuel_type, vintage_year);

-- Made once and shared by all processes: signing keys, and the secret key where no setting gives one.
create table server_secret (
  name text not null,
  value text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint server_secret_pkey PRIMARY KEY (name)
);

-- The only row says when a process last served. It is written once a second.
create table service_beat (
  is_only_one boolean not null default true,
  at timestamp(3) with time zone not null,
  constraint service_beat_is_only_one_check CHECK (is_only_one),
  constraint service_beat_pkey PRIMARY KEY (is_only_one)
);

-- The processes that serve, with their figures.
create table service_process (
  id uuid not null,
  host text not null,
  pid integer not null,
  started_at timestamp(3) with time zone not null,
  at timestamp(3) with time zone not null,
  -- What the page of the service's health shows of this process.
  figures jsonb not null,
  constraint service_process_pkey PRIMARY KEY (id)
);

-- Payment and delivery of one award or one approved buy order. The terms are copied when the trade is made.
create table settlement (
  id uuid not null,
  award_id uuid,
  buy_order_id uuid,
  buyer_account_id uuid not null,
  seller_account_id uuid not null,
  -- Rises with each step, so that of two concurrent steps one gets a conflict.
  version integer not null default 1,
  mode text not null,
  payment text not null,
  delivery text not null,
  -- settledOutside: a trade from before settlements, about which the platform knows nothing.
  whole text not null,
  -- What the buyer owes the seller, without the fees of the platform.
  owed numeric not null,
  paid numeric not null default 0,
  quantity integer not null,
  delivered_quantity integer not null default 0,
  -- RECs of the part that is being transferred at the registry.
  transfer_quantity integer not null default 0,
  calendar text not null,
  payment_days integer not null,
  delivery_days integer not null,
  cure_days integer not null,
  penalty_hundredths integer not null,
  holds_back boolean not null,
  -- Computed once with the public holidays known then. The day in the calendar's country.
  payment_due_on date,
  delivery_due_on date,
  cure_until date,
  -- Which reminders were sent.
  reminders text[] not null default '{}'::text[],
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  changed_at timestamp(3) with time zone not null default clock_timestamp(),
  -- RECs of a default that are released, but not sold to a next bid or returned yet.
  to_offer integer not null default 0,
  constraint settlement_award_id_fkey FOREIGN KEY (award_id) REFERENCES award(id) ON DELETE CASCADE,
  constraint settlement_award_id_key UNIQUE (award_id),
  constraint settlement_buy_order_id_fkey FOREIGN KEY (buy_order_id) REFERENCES buy_order(id) ON DELETE CASCADE,
  constraint settlement_buy_order_id_key UNIQUE (buy_order_id),
  constraint settlement_buyer_account_id_fkey FOREIGN KEY (buyer_account_id) REFERENCES account(id),
  constraint settlement_calendar_check CHECK ((calendar = ANY (ARRAY['CN'::text, 'MY'::text, 'VN'::text, 'weekends'::text]))),
  constraint settlement_check CHECK (((paid >= (0)::numeric) AND (paid <= owed))),
  constraint settlement_check1 CHECK (((award_id IS NULL) <> (buy_order_id IS NULL))),
  constraint settlement_check2 CHECK (((delivered_quantity >= 0) AND (transfer_quantity >= 0) AND ((delivered_quantity + transfer_quantity) <= quantity))),
  constraint settlement_check3 CHECK (((to_offer >= 0) AND (to_offer <= quantity))),
  constraint settlement_delivery_check CHECK ((delivery = ANY (ARRAY['notDue'::text, 'due'::text, 'instructed'::text, 'pending'::text, 'partAccepted'::text, 'accepted'::text, 'rejected'::text, 'failed'::text]))),
  constraint settlement_mode_check CHECK ((mode = ANY (ARRAY['payFirst'::text, 'deliverFirst'::text, 'escrow'::text]))),
  constraint settlement_owed_check CHECK ((owed >= (0)::numeric)),
  constraint settlement_payment_check CHECK ((payment = ANY (ARRAY['notDue'::text, 'invoiced'::text, 'partPaid'::text, 'paid'::text, 'overdue'::text, 'inCure'::text, 'defaulted'::text, 'waived'::text, 'refunded'::text]))),
  constraint settlement_pkey PRIMARY KEY (id),
  constraint settlement_quantity_check CHECK ((quantity > 0)),
  constraint settlement_seller_account_id_fkey FOREIGN KEY (seller_account_id) REFERENCES account(id),
  constraint settlement_whole_check CHECK ((whole = ANY (ARRAY['open'::text, 'disputed'::text, 'settled'::text, 'released'::text, 'cancelled'::text, 'settledOutside'::text])))
);
CREATE INDEX settlement_buyer ON public.settlement USING btree (buyer_account_id, created_at);
CREATE INDEX settlement_created ON public.settlement USING btree (created_at);
CREATE INDEX settlement_open ON public.settlement USING btree (whole) WHERE (whole = ANY (ARRAY['open'::text, 'disputed'::text]));
CREATE INDEX settlement_seller ON public.settlement USING btree (seller_account_id, created_at);

-- The timeline of a settlement: one row for each step.
create table settlement_event (
  settlement_id uuid not null,
  -- The version of the settlement after the step.
  version integer not null,
  step text not null,
  actor text not null,
  -- Null if the clock made the step.
  made_by uuid,
  made_at timestamp(3) with time zone not null default clock_timestamp(),
  amount numeric,
  quantity integer,
  reference text not null,
  remark text not null,
  evidence_ids uuid[] not null default '{}'::uuid[],
  constraint settlement_event_actor_check CHECK ((actor = ANY (ARRAY['buyer'::text, 'seller'::text, 'admin'::text, 'clock'::text, 'registry'::text]))),
  constraint settlement_event_made_by_fkey FOREIGN KEY (made_by) REFERENCES app_user(id),
  constraint settlement_event_pkey PRIMARY KEY (settlement_id, version),
  constraint settlement_event_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlement(id) ON DELETE CASCADE
);

-- Offers of the RECs of a settlement in default to the next bids in rank.
create table settlement_offer (
  id uuid not null,
  settlement_id uuid not null,
  bidder_id uuid not null,
  bid_id uuid not null,
  ranking integer not null,
  quantity integer not null,
  price_cents integer not null,
  amount numeric not null,
  seller_fee numeric not null,
  buyer_fee numeric not null,
  -- The last day for an answer, in the country of the settlement's calendar.
  answer_by date not null,
  state text not null default 'open'::text,
  offered_by uuid not null,
  offered_at timestamp(3) with time zone not null default clock_timestamp(),
  -- Null if the clock expired the offer.
  answered_by uuid,
  answered_at timestamp(3) with time zone,
  constraint settlement_offer_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES app_user(id),
  constraint settlement_offer_bidder_id_fkey FOREIGN KEY (bidder_id) REFERENCES bidder(id),
  constraint settlement_offer_check CHECK (((state = 'open'::text) = (answered_at IS NULL))),
  constraint settlement_offer_check1 CHECK (((answered_by IS NULL) OR (state = ANY (ARRAY['accepted'::text, 'declined'::text])))),
  constraint settlement_offer_offered_by_fkey FOREIGN KEY (offered_by) REFERENCES app_user(id),
  constraint settlement_offer_pkey PRIMARY KEY (id),
  constraint settlement_offer_price_cents_check CHECK ((price_cents > 0)),
  constraint settlement_offer_quantity_check CHECK ((quantity > 0)),
  constraint settlement_offer_ranking_check CHECK ((ranking > 0)),
  constraint settlement_offer_settlement_id_bid_id_key UNIQUE (settlement_id, bid_id),
  constraint settlement_offer_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlement(id) ON DELETE CASCADE,
  constraint settlement_offer_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'expired'::text])))
);
CREATE INDEX settlement_offer_bidder ON public.settlement_offer USING btree (bidder_id);
CREATE UNIQUE INDEX settlement_offer_open ON public.settlement_offer USING btree (settlement_id) WHERE (state = 'open'::text);

-- Terms of settlement of an auction or a sell order. Without a row, the defaults of the variant apply.
create table settlement_terms (
  id uuid not null,
  auction_id uuid,
  sell_order_id uuid,
  mode text not null,
  calendar text not null,
  -- Business days of the calendar, as are the other days.
  payment_days integer not null,
  delivery_days integer not null,
  cure_days integer not null,
  -- Penalty for a default in hundredths of a percent of the unpaid amount.
  penalty_hundredths integer not null,
  -- RECs can be retired and resold only after they are paid and delivered.
  holds_back boolean not null,
  constraint settlement_terms_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id) ON DELETE CASCADE,
  constraint settlement_terms_auction_id_key UNIQUE (auction_id),
  constraint settlement_terms_calendar_check CHECK ((calendar = ANY (ARRAY['CN'::text, 'MY'::text, 'VN'::text, 'weekends'::text]))),
  constraint settlement_terms_check CHECK (((auction_id IS NULL) <> (sell_order_id IS NULL))),
  constraint settlement_terms_cure_days_check CHECK (((cure_days >= 0) AND (cure_days <= 250))),
  constraint settlement_terms_delivery_days_check CHECK (((delivery_days >= 0) AND (delivery_days <= 250))),
  constraint settlement_terms_mode_check CHECK ((mode = ANY (ARRAY['payFirst'::text, 'deliverFirst'::text, 'escrow'::text]))),
  constraint settlement_terms_payment_days_check CHECK (((payment_days >= 0) AND (payment_days <= 250))),
  constraint settlement_terms_penalty_hundredths_check CHECK (((penalty_hundredths >= 0) AND (penalty_hundredths <= 10000))),
  constraint settlement_terms_pkey PRIMARY KEY (id),
  constraint settlement_terms_sell_order_id_fkey FOREIGN KEY (sell_order_id) REFERENCES sell_order(id) ON DELETE CASCADE,
  constraint settlement_terms_sell_order_id_key UNIQUE (sell_order_id)
);

-- Failed sign-ins, also with usernames that do not exist.
create table sign_in_failure (
  -- SHA-256 of a username, an address or a trusted device.
  subject_hash character(64) not null,
  failures integer not null,
  last_at timestamp(3) with time zone not null,
  -- Locked out until then.
  rest_until timestamp(3) with time zone,
  constraint sign_in_failure_failures_check CHECK ((failures > 0)),
  constraint sign_in_failure_pkey PRIMARY KEY (subject_hash)
);

-- Imports of files that wrote rows at once. An import can be undone until one of its rows is used.
create table table_import (
  id uuid not null,
  kind text not null,
  -- The company that imported its beneficiaries. Null for companies, which administrators import.
  account_id uuid,
  file_name text not null,
  lines integer not null,
  created_by uuid not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  -- Null unless the import was undone.
  undone_at timestamp(3) with time zone,
  undone_by uuid,
  constraint table_import_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint table_import_check CHECK (((kind = 'beneficiaries'::text) = (account_id IS NOT NULL))),
  constraint table_import_check1 CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
  constraint table_import_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint table_import_kind_check CHECK ((kind = ANY (ARRAY['companies'::text, 'beneficiaries'::text]))),
  constraint table_import_lines_check CHECK ((lines > 0)),
  constraint table_import_pkey PRIMARY KEY (id),
  constraint table_import_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES app_user(id)
);
CREATE INDEX table_import_newest ON public.table_import USING btree (account_id, kind, created_at DESC, id);

-- The row that each line of an import wrote.
create table table_import_line (
  import_id uuid not null,
  -- The number of the row in the file.
  line integer not null,
  -- The account or the beneficiary. No foreign key: the row may be deleted.
  row_id uuid not null,
  -- SHA-256 of the row as it was written, which shows a later edit. Empty for accounts, which count their edits.
  content text not null default ''::text,
  constraint table_import_line_import_id_fkey FOREIGN KEY (import_id) REFERENCES table_import(id),
  constraint table_import_line_pkey PRIMARY KEY (import_id, line)
);

-- A document that administrators keep: a guide, the privacy notice or the terms.
create table template (
  id uuid not null,
  template_type text not null,
  -- The newest version. Saving the next one locks this row.
  version integer not null,
  created_by uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  constraint template_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint template_pkey PRIMARY KEY (id),
  constraint template_template_type_check CHECK ((template_type = ANY (ARRAY['UserGuide'::text, 'Privacy'::text, 'TermsAndConditions'::text]))),
  constraint template_version_check CHECK ((version > 0))
);

-- A user accepted a version of a document. It cannot be changed.
create table template_acceptance (
  user_id uuid not null,
  template_id uuid not null,
  version integer not null,
  accepted_at timestamp(3) with time zone not null default now(),
  constraint template_acceptance_pkey PRIMARY KEY (user_id, template_id, version),
  constraint template_acceptance_template_id_version_fkey FOREIGN KEY (template_id, version) REFERENCES template_version(template_id, version),
  constraint template_acceptance_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX template_acceptance_version ON public.template_acceptance USING btree (template_id, version);

-- A file that was uploaded for a document. Its bytes are in the file storage.
create table template_file (
  id uuid not null,
  file_name text not null,
  file_type text not null,
  size integer not null,
  uploaded_by uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint template_file_file_type_check CHECK ((file_type = ANY (ARRAY['pdf'::text, 'doc'::text, 'docx'::text, 'xls'::text, 'xlsx'::text, 'ppt'::text, 'pptx'::text]))),
  constraint template_file_pkey PRIMARY KEY (id),
  constraint template_file_size_check CHECK ((size > 0)),
  constraint template_file_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES app_user(id)
);
CREATE INDEX template_file_created ON public.template_file USING btree (created_at);

-- A document as it was saved. It cannot be changed.
create table template_version (
  template_id uuid not null,
  version integer not null,
  document_name text not null,
  audience text not null,
  is_in_use boolean not null,
  -- By language: null, a text, or a file (template_file).
  contents jsonb not null,
  -- First version with the same contents: who accepted that one or a later one has accepted this.
  contents_since integer not null,
  updated_by uuid not null,
  updated_at timestamp(3) with time zone not null default now(),
  constraint template_version_audience_check CHECK ((audience = ANY (ARRAY['Everyone'::text, 'Admins'::text]))),
  constraint template_version_check1 CHECK (((contents_since >= 1) AND (contents_since <= version))),
  constraint template_version_contents_check CHECK ((contents <> '{"en": null, "zh": null}'::jsonb)),
  constraint template_version_pkey PRIMARY KEY (template_id, version),
  constraint template_version_template_id_fkey FOREIGN KEY (template_id) REFERENCES template(id),
  constraint template_version_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES app_user(id),
  constraint template_version_version_check CHECK ((version > 0))
);

-- Files that a version names. They cannot be deleted.
create table template_version_file (
  template_id uuid not null,
  version integer not null,
  file_id uuid not null,
  constraint template_version_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES template_file(id),
  constraint template_version_file_pkey PRIMARY KEY (template_id, version, file_id),
  constraint template_version_file_template_id_version_fkey FOREIGN KEY (template_id, version) REFERENCES template_version(template_id, version)
);
CREATE INDEX template_version_file_file ON public.template_version_file USING btree (file_id);

-- Pictures that a version shows. They cannot be deleted.
create table template_version_image (
  template_id uuid not null,
  version integer not null,
  image_id uuid not null,
  constraint template_version_image_image_id_fkey FOREIGN KEY (image_id) REFERENCES image(id),
  constraint template_version_image_pkey PRIMARY KEY (template_id, version, image_id),
  constraint template_version_image_template_id_version_fkey FOREIGN KEY (template_id, version) REFERENCES template_version(template_id, version)
);
CREATE INDEX template_version_image_image ON public.template_version_image USING btree (image_id);

-- A step between prices. Auctions copy it.
create table tick_size (
  id uuid not null,
  name text not null,
  price_step_cents integer not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint tick_size_name_check CHECK ((name <> ''::text)),
  constraint tick_size_pkey PRIMARY KEY (id),
  constraint tick_size_price_step_cents_check CHECK (((price_step_cents >= 1) AND (price_step_cents <= 100000)))
);

-- A browser in which a user needs no one-time code.
create table trusted_device (
  id uuid not null default gen_random_uuid(),
  -- SHA-256 of the cookie.
  token_hash character(64) not null,
  user_id uuid not null,
  -- SHA-256 of the fingerprint that the browser sends.
  device_hash character(64) not null,
  -- By which people recognize the device in a list.
  user_agent text not null default ''::text,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint trusted_device_pkey PRIMARY KEY (id),
  constraint trusted_device_token_hash_key UNIQUE (token_hash),
  constraint trusted_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX trusted_device_user ON public.trusted_device USING btree (user_id);

-- The session of a user. The primary key allows one.
create table user_session (
  user_id uuid not null,
  -- The library's own id; a session that is not named here is over.
  session_id text not null,
  started_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint user_session_pkey PRIMARY KEY (user_id),
  constraint user_session_session_id_key UNIQUE (session_id),
  constraint user_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

-- Guided tours that a person has seen. Each starts by itself once.
create table user_tour (
  user_id uuid not null,
  tour text not null,
  outcome text not null,
  seen_at timestamp(3) with time zone not null default now(),
  constraint user_tour_outcome_check CHECK ((outcome = ANY (ARRAY['finished'::text, 'dismissed'::text]))),
  constraint user_tour_pkey PRIMARY KEY (user_id, tour),
  constraint user_tour_tour_check CHECK ((tour = ANY (ARRAY['liveAuctions'::text, 'initialBids'::text, 'pastAuctions'::text]))),
  constraint user_tour_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

-- Auctions that a person watches.
create table watch (
  user_id uuid not null,
  auction_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint watch_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id) ON DELETE CASCADE,
  constraint watch_pkey PRIMARY KEY (user_id, auction_id),
  constraint watch_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX watch_auction ON public.watch USING btree (auction_id);

-- An address to which a company has its events sent.
create table webhook (
  id uuid not null,
  -- Null for a webhook of the operator, which receives the events of all companies.
  account_id uuid,
  url text not null,
  kinds text[] not null,
  -- Signs deliveries; encrypted with SECRET_KEY.
  sealed_secret text not null,
  -- The secret before. It signs too, until before_until.
  sealed_before text,
  before_until timestamp(3) with time zone,
  created_by uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  -- Since when no delivery has arrived; null after one that did.
  failing_since timestamp(3) with time zone,
  -- Nothing is sent from then on, until an owner switches it on again.
  disabled_at timestamp(3) with time zone,
  constraint webhook_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint webhook_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint webhook_kinds_check CHECK ((kinds <> '{}'::text[])),
  constraint webhook_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_account ON public.webhook USING btree (account_id, created_at);

-- An event for one webhook.
create table webhook_delivery (
  id uuid not null,
  webhook_id uuid not null,
  kind text not null,
  -- As it is sent and signed, byte for byte.
  body text not null,
  created_at timestamp(3) with time zone not null default now(),
  attempts integer not null default 0,
  -- Null once nothing is tried any more.
  next_attempt_at timestamp(3) with time zone default now(),
  delivered_at timestamp(3) with time zone,
  -- HTTP status of the last attempt; null where there was no answer.
  status integer,
  error text,
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX webhook_delivery_turn ON public.webhook_delivery USING btree (webhook_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX webhook_delivery_webhook ON public.webhook_delivery USING btree (webhook_id, created_at DESC);

CREATE OR REPLACE FUNCTION public.as_money(amount numeric, decimals integer)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  if round(amount, decimals) <> amount then
    raise check_violation using message = format('%s has more decimals than the currency of the platform', amount);
  end if;
  return round(amount, decimals);
end $function$


CREATE OR REPLACE FUNCTION public.has_money()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from auction) or exists (select from sell_order) or exists (select from tick_size)
    or exists (select from deleted_object)
$function$


CREATE OR REPLACE FUNCTION public.keep_audit_trail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit trail is only ever added to' using errcode = 'check_violation';
end $function$


CREATE OR REPLACE FUNCTION public.keep_event_decimals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  decimals integer := money_decimals();
begin
  new.amount := as_money(new.amount, decimals);
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.keep_figures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sign int := tg_argv[0];
begin
  insert into sales_figure as kept
  select case grouping(day) when 0 then 'day' else 'month' end, coalesce(day, month), auction_type, country, fuel_type,
    vintage_year, vintage_period, sign * count(distinct auction_id), sign * sum(offered), sign * sum(sold), sign * sum(value),
    sign * sum(awards), sign * sum(price_cents_sum), sign * sum(bids)
  from changed, lateral (
    select (ended_at at time zone 'UTC')::date as day, date_trunc('month', ended_at at time zone 'UTC')::date as month
  ) ended
  group by auction_type, grouping sets (
    day, (day, country), (day, fuel_type), (day, vintage_year), (day, vintage_period),
    (month, country, fuel_type, vintage_year, vintage_period))
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (unit, country, fuel_type, vintage_year, vintage_period, auction_type, begins) do update set
    auctions = kept.auctions + excluded.auctions, offered = kept.offered + excluded.offered, sold = kept.sold + excluded.sold,
    value = kept.value + excluded.value, awards = kept.awards + excluded.awards,
    price_cents_sum = kept.price_cents_sum + excluded.price_cents_sum, bids = kept.bids + excluded.bids;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.keep_invoice_decimals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  decimals integer := money_decimals();
begin
  new.net := as_money(new.net, decimals);
  new.tax := as_money(new.tax, decimals);
  new.payable := as_money(new.payable, decimals);
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.keep_invoices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an issued invoice never changes' using errcode = 'check_violation';
end $function$


CREATE OR REPLACE FUNCTION public.keep_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is only ever added to' using errcode = 'check_violation';
end $function$


CREATE OR REPLACE FUNCTION public.keep_lots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status <> 'Verified' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception 'a verified lot cannot be changed';
end $function$


CREATE OR REPLACE FUNCTION public.keep_ranges()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.closed_at is null and new.closed_at is not null
    and to_jsonb(new) - 'closed_at' = to_jsonb(old) - 'closed_at' then
    return new;
  end if;
  raise exception 'a range of certificates is only ever opened and closed';
end $function$


CREATE OR REPLACE FUNCTION public.keep_rec_countries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into rec_country select jsonb_array_elements_text(new.value -> 'recCountries') on conflict do nothing;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.keep_result_decimals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  decimals integer := money_decimals();
begin
  new.value := as_money(new.value, decimals);
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.keep_settlement_decimals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  decimals integer := money_decimals();
begin
  new.owed := as_money(new.owed, decimals);
  new.paid := as_money(new.paid, decimals);
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.keep_templates()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'versions of templates and acceptances are only ever added' using errcode = 'check_violation';
end $function$


CREATE OR REPLACE FUNCTION public.keep_trade_decimals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- Read once, because closing an auction inserts many rows.
  decimals integer := money_decimals();
begin
  new.amount := as_money(new.amount, decimals);
  new.seller_fee := as_money(new.seller_fee, decimals);
  new.buyer_fee := as_money(new.buyer_fee, decimals);
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.lock_money()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table auction, sell_order, tick_size, deleted_object in share mode;
end $function$


CREATE OR REPLACE FUNCTION public.money_decimals()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select (value ->> 'decimals')::integer from platform_setting where name = 'currency'), 2)
$function$


CREATE OR REPLACE FUNCTION public.move_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from ledger_account
  where id in (select from_id from made union select to_id from made)
  order by id for no key update;
  if exists (
    select from made join ledger_account f on f.id = from_id join ledger_account t on t.id = to_id
    where (f.country, f.fuel_type, f.vintage_year, f.vintage_period)
       <> (t.country, t.fuel_type, t.vintage_year, t.vintage_period)
  ) then
    raise exception 'goods cannot become other goods' using errcode = 'check_violation';
  end if;
  update ledger_account place set balance = balance + moved.quantity
  from (
    select id, sum(quantity) as quantity
    from (select to_id as id, quantity from made union all select from_id, -quantity from made) sides
    group by id
  ) moved
  where place.id = moved.id;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.note_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  left_out text[] := '{password_hash,token_hash,code_hash,request_hash,id_token,last_hash,title_lower,salt}';
  was jsonb;
  is_now jsonb;
  row_key jsonb;
begin
  if tg_op <> 'INSERT' then was := to_jsonb(old) - left_out; end if;
  if tg_op <> 'DELETE' then is_now := to_jsonb(new) - left_out; end if;
  select jsonb_object_agg(name, coalesce(is_now, was) -> name) into row_key from unnest(tg_argv) as name;
  if tg_op = 'UPDATE' then
    -- Counts of changes say nothing by themselves; bidders repeat the times of their auction.
    left_out := case tg_table_name when 'bidder' then '{version,start_time,auction_end_time}' else '{version,settings_version,setting_versions}' end;
    select jsonb_object_agg(key, value), jsonb_object_agg(key, is_now -> key) into was, is_now
    from jsonb_each(was - left_out) where is_now -> key is distinct from value;
    if was is null then return null; end if;
  end if;
  insert into audit_change (line_id, table_name, row_key, kind, before, after)
  values (current_setting('greenlot.audit_line')::bigint, tg_table_name, row_key, lower(tg_op), was, is_now);
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.offered_business_types()
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select offered_codes('businessTypes', 'types',
    array['Generator', 'Developer', 'Utility', 'Trader', 'CorporateBuyer', 'Government', 'Other'])
$function$


CREATE OR REPLACE FUNCTION public.offered_codes(setting text, member text, standard text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select array_agg(choice ->> 'code') from platform_setting, jsonb_array_elements(value -> member) choice
     where name = setting),
    standard)
$function$


CREATE OR REPLACE FUNCTION public.offered_countries()
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select offered_codes('regions', 'countries', array['CN', 'MY', 'VN'])
$function$


CREATE OR REPLACE FUNCTION public.offered_languages()
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select array_agg(code) from platform_setting, jsonb_array_elements_text(value -> 'offered') code where name = 'languages'),
    array['en', 'zh'])
$function$


CREATE OR REPLACE FUNCTION public.place_id(kind text, account_id uuid, country text, fuel_type text, vintage_year integer, vintage_period text, source_id uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
RETURN (OVERLAY(OVERLAY(md5(((((((((((((kind || ' '::text) || account_id) || ' '::text) || country) || ' '::text) || fuel_type) || ' '::text) || vintage_year) || ' '::text) || vintage_period) || ' '::text) || source_id)) PLACING '3'::text FROM 13) PLACING '8'::text FROM 17))::uuid


CREATE OR REPLACE FUNCTION public.platform_time_zone()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select value ->> 'zone' from platform_setting where name = 'timeZone'), 'UTC')
$function$


CREATE OR REPLACE FUNCTION public.refuse_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from app_user where id = new.user_id and erased_at is null for key share;
  if not found then raise exception 'this person was erased' using errcode = 'GL001'; end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.refuse_other_currency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(new.value ->> 'decimals', '2') <> money_decimals()::text and has_money() then
    raise check_violation using message = 'the currency of the platform cannot change as soon as there is money';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.refuse_unoffered_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  countries text[] := offered_countries();
  types text[] := offered_business_types();
  wrong record;
begin
  select country, business_type into wrong from added
  where (country <> all (countries) or business_type <> all (types))
    and not coalesce((to_jsonb(added) ->> 'is_simulated')::boolean, false)
  limit 1;
  if found then
    raise check_violation using
      message = format('the platform does not offer the country %s or the business type %s', wrong.country, wrong.business_type);
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.refuse_unoffered_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.country <> old.country and new.country <> all (offered_countries()))
    or (new.business_type <> old.business_type and new.business_type <> all (offered_business_types())) then
    raise check_violation using
      message = format('the platform does not offer the country %s or the business type %s', new.country, new.business_type);
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.stamp_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  object uuid := changed ->> tg_argv[1];
  source uuid := changed ->> tg_argv[2];
begin
  if object is null then
    return null;
  elsif tg_op <> 'DELETE' then
    insert into change_stamp (kind, object_id, source_id) values (tg_argv[0], object, source)
    on conflict (kind, object_id, source_id) do update set changed_at = clock_timestamp();
  elsif object = source then
    delete from change_stamp where kind = tg_argv[0] and object_id = object;
  else
    -- The object lost a part. After the object itself there is no stamp any more.
    update change_stamp set changed_at = clock_timestamp()
    where kind = tg_argv[0] and object_id = object and source_id = source;
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.stamp_corrected()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update change_stamp set changed_at = clock_timestamp()
  where kind = 'invoice' and source_id = new.invoice_id
    and object_id = (select corrects_id from invoice where id = new.invoice_id);
  return null;
end $function$


CREATE TRIGGER begin_empty BEFORE INSERT ON public.ledger_account FOR EACH ROW WHEN ((new.balance <> 0)) EXECUTE FUNCTION keep_ledger();

CREATE TRIGGER keep_acceptances BEFORE DELETE OR UPDATE OR TRUNCATE ON public.template_acceptance FOR EACH STATEMENT EXECUTE FUNCTION keep_templates();

CREATE TRIGGER keep_all_ranges BEFORE TRUNCATE ON public.certificate_range FOR EACH STATEMENT EXECUTE FUNCTION keep_ranges();

CREATE TRIGGER keep_balances BEFORE UPDATE ON public.ledger_account FOR EACH ROW WHEN ((pg_trigger_depth() < 1)) EXECUTE FUNCTION keep_ledger();

CREATE TRIGGER keep_changes BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_change FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_trail();

CREATE TRIGGER keep_decimals BEFORE INSERT OR UPDATE ON public.award FOR EACH ROW EXECUTE FUNCTION keep_trade_decimals();

CREATE TRIGGER keep_decimals BEFORE INSERT OR UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION keep_invoice_decimals();

CREATE TRIGGER keep_decimals BEFORE INSERT OR UPDATE ON public.item_result FOR EACH ROW EXECUTE FUNCTION keep_result_decimals();

CREATE TRIGGER keep_decimals BEFORE INSERT OR UPDATE ON public.settlement FOR EACH ROW EXECUTE FUNCTION keep_settlement_decimals();

CREATE TRIGGER keep_decimals BEFORE INSERT OR UPDATE ON public.settlement_event FOR EACH ROW EXECUTE FUNCTION keep_event_decimals();

CREATE TRIGGER keep_decimals BEFORE INSERT OR UPDATE ON public.settlement_offer FOR EACH ROW EXECUTE FUNCTION keep_trade_decimals();

CREATE TRIGGER keep_entries BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();

CREATE TRIGGER keep_figures AFTER INSERT ON public.item_result REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_figures('1');

CREATE TRIGGER keep_figures_before_update AFTER UPDATE ON public.item_result REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_figures('-1');

CREATE TRIGGER keep_figures_of_deleted AFTER DELETE ON public.item_result REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_figures('-1');

CREATE TRIGGER keep_figures_of_updated AFTER UPDATE ON public.item_result REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_figures('1');

CREATE TRIGGER keep_files BEFORE UPDATE OR TRUNCATE ON public.template_file FOR EACH STATEMENT EXECUTE FUNCTION keep_templates();

CREATE TRIGGER keep_invoices BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice FOR EACH STATEMENT EXECUTE FUNCTION keep_invoices();

CREATE TRIGGER keep_lines BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_line FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_trail();

CREATE TRIGGER keep_lots BEFORE DELETE OR UPDATE ON public.certificate_lot FOR EACH ROW EXECUTE FUNCTION keep_lots();

CREATE TRIGGER keep_places BEFORE DELETE OR TRUNCATE ON public.ledger_account FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();

CREATE TRIGGER keep_ranges BEFORE DELETE OR UPDATE ON public.certificate_range FOR EACH ROW EXECUTE FUNCTION keep_ranges();

CREATE TRIGGER keep_rec_countries AFTER INSERT OR UPDATE ON public.platform_setting FOR EACH ROW WHEN ((new.name = 'regions'::text)) EXECUTE FUNCTION keep_rec_countries();

CREATE TRIGGER keep_registry_retirements BEFORE DELETE OR UPDATE OR TRUNCATE ON public.registry_retirement FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();

CREATE TRIGGER keep_retirements BEFORE DELETE OR UPDATE OR TRUNCATE ON public.retirement FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();

CREATE TRIGGER keep_version_files BEFORE DELETE OR UPDATE OR TRUNCATE ON public.template_version_file FOR EACH STATEMENT EXECUTE FUNCTION keep_templates();

CREATE TRIGGER keep_version_images BEFORE DELETE OR UPDATE OR TRUNCATE ON public.template_version_image FOR EACH STATEMENT EXECUTE FUNCTION keep_templates();

CREATE TRIGGER keep_versions BEFORE DELETE OR UPDATE OR TRUNCATE ON public.template_version FOR EACH STATEMENT EXECUTE FUNCTION keep_templates();

CREATE TRIGGER move_balances AFTER INSERT ON public.ledger_entry REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION move_balances();

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.account FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.account_member FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('account_id', 'user_id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.auction FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.auction_item FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.auction_notification FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.bidder FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.buy_order FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.certificate_lot FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.change_request FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.company_registration FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.device FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.image FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.item_change FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.ledger_entry FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.message_text FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.platform_setting FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('name');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.registry_retirement FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.retirement FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.sell_order FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.sell_order_buyer FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('sell_order_id', 'account_id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.sell_order_item FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.template FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.template_file FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.template_version FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('template_id', 'version');

CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE ON public.tick_size FOR EACH ROW WHEN ((COALESCE(current_setting('greenlot.audit_line'::text, true), ''::text) <> ''::text)) EXECUTE FUNCTION note_change('id');

CREATE TRIGGER refuse_erased BEFORE INSERT ON public.account_member FOR EACH ROW EXECUTE FUNCTION refuse_erased();

CREATE TRIGGER refuse_erased BEFORE INSERT ON public.api_key FOR EACH ROW EXECUTE FUNCTION refuse_erased();

CREATE TRIGGER refuse_erased BEFORE INSERT ON public.buy_order FOR EACH ROW EXECUTE FUNCTION refuse_erased();

CREATE TRIGGER refuse_erased BEFORE INSERT ON public.calendar_link FOR EACH ROW EXECUTE FUNCTION refuse_erased();

CREATE TRIGGER refuse_erased BEFORE INSERT ON public.company_registration FOR EACH ROW EXECUTE FUNCTION refuse_erased();

CREATE TRIGGER refuse_erased BEFORE INSERT ON public.foreign_identity FOR EACH ROW EXECUTE FUNCTION refuse_erased();

CREATE TRIGGER refuse_erased BEFORE INSERT ON public.trusted_device FOR EACH ROW EXECUTE FUNCTION refuse_erased();

CREATE TRIGGER refuse_erased BEFORE INSERT ON public.user_session FOR EACH ROW EXECUTE FUNCTION refuse_erased();

CREATE TRIGGER refuse_erased BEFORE INSERT OR UPDATE OF user_id ON public.bidder FOR EACH ROW EXECUTE FUNCTION refuse_erased();

CREATE TRIGGER refuse_other_currency BEFORE INSERT OR UPDATE ON public.platform_setting FOR EACH ROW WHEN ((new.name = 'currency'::text)) EXECUTE FUNCTION refuse_other_currency();

CREATE TRIGGER refuse_reopened BEFORE UPDATE OF status ON public.company_registration FOR EACH ROW WHEN ((old.status = 'Rejected'::text)) EXECUTE FUNCTION refuse_erased();

CREATE TRIGGER refuse_unoffered_insert AFTER INSERT ON public.account REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unoffered_insert();

CREATE TRIGGER refuse_unoffered_insert AFTER INSERT ON public.company_registration REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unoffered_insert();

CREATE TRIGGER refuse_unoffered_update BEFORE UPDATE OF country, business_type ON public.account FOR EACH ROW WHEN (((new.country <> old.country) OR (new.business_type <> old.business_type))) EXECUTE FUNCTION refuse_unoffered_update();

CREATE TRIGGER refuse_unoffered_update BEFORE UPDATE OF country, business_type ON public.company_registration FOR EACH ROW WHEN (((new.country <> old.country) OR (new.business_type <> old.business_type))) EXECUTE FUNCTION refuse_unoffered_update();

CREATE TRIGGER stamp_change AFTER INSERT ON public.invoice FOR EACH ROW EXECUTE FUNCTION stamp_change('invoice', 'id', 'id');

CREATE TRIGGER stamp_change AFTER INSERT ON public.registry_retirement FOR EACH ROW EXECUTE FUNCTION stamp_change('retirement', 'retirement_id', 'id');

CREATE TRIGGER stamp_change AFTER INSERT ON public.retirement FOR EACH ROW EXECUTE FUNCTION stamp_change('retirement', 'id', 'id');

CREATE TRIGGER stamp_change AFTER INSERT OR DELETE ON public.auction FOR EACH ROW EXECUTE FUNCTION stamp_change('auction', 'id', 'id');

CREATE TRIGGER stamp_change AFTER INSERT OR DELETE ON public.sell_order_buyer FOR EACH ROW EXECUTE FUNCTION stamp_change('sellOrder', 'sell_order_id', 'account_id');

CREATE TRIGGER stamp_change AFTER INSERT OR DELETE OR UPDATE OF user_id, account_id, max_quantity, terms_accepted_at, terms_version, settlement_terms ON public.bidder FOR EACH ROW EXECUTE FUNCTION stamp_change('auction', 'auction_id', 'id');

CREATE TRIGGER stamp_change AFTER INSERT OR DELETE OR UPDATE ON public.account FOR EACH ROW EXECUTE FUNCTION stamp_change('account', 'id', 'id');

CREATE TRIGGER stamp_change AFTER INSERT OR DELETE OR UPDATE ON public.auction_item FOR EACH ROW EXECUTE FUNCTION stamp_change('auction', 'auction_id', 'id');

CREATE TRIGGER stamp_change AFTER INSERT OR DELETE OR UPDATE ON public.buy_order FOR EACH ROW EXECUTE FUNCTION stamp_change('buyOrder', 'id', 'id');

CREATE TRIGGER stamp_change AFTER INSERT OR DELETE OR UPDATE ON public.company_registration FOR EACH ROW EXECUTE FUNCTION stamp_change('registration', 'id', 'id');

CREATE TRIGGER stamp_change AFTER INSERT OR DELETE OR UPDATE ON public.sell_order FOR EACH ROW EXECUTE FUNCTION stamp_change('sellOrder', 'id', 'id');

CREATE TRIGGER stamp_change AFTER INSERT OR DELETE OR UPDATE ON public.sell_order_item FOR EACH ROW EXECUTE FUNCTION stamp_change('sellOrder', 'sell_order_id', 'id');

CREATE TRIGGER stamp_change AFTER INSERT OR DELETE OR UPDATE ON public.settlement FOR EACH ROW EXECUTE FUNCTION stamp_change('settlement', 'id', 'id');

CREATE TRIGGER stamp_change AFTER INSERT OR UPDATE ON public.invoice_submission FOR EACH ROW EXECUTE FUNCTION stamp_change('invoice', 'invoice_id', 'invoice_id');

CREATE TRIGGER stamp_change AFTER INSERT OR UPDATE ON public.ledger_account FOR EACH ROW WHEN ((new.kind = 'held'::text)) EXECUTE FUNCTION stamp_change('holding', 'id', 'id');

CREATE TRIGGER stamp_corrected AFTER INSERT ON public.invoice FOR EACH ROW WHEN ((new.corrects_id IS NOT NULL)) EXECUTE FUNCTION stamp_change('invoice', 'corrects_id', 'id');

CREATE TRIGGER stamp_corrected AFTER UPDATE OF state ON public.invoice_submission FOR EACH ROW EXECUTE FUNCTION stamp_corrected();

CREATE TRIGGER stamp_update AFTER UPDATE ON public.auction FOR EACH ROW WHEN (((((((((((((((((((((((((((old.title IS DISTINCT FROM new.title) OR (old.auction_type IS DISTINCT FROM new.auction_type)) OR (old.is_private IS DISTINCT FROM new.is_private)) OR (old.start_time IS DISTINCT FROM new.start_time)) OR (old.end_time IS DISTINCT FROM new.end_time)) OR (old.auction_end_time IS DISTINCT FROM new.auction_end_time)) OR (old.minimum_rec_quantity IS DISTINCT FROM new.minimum_rec_quantity)) OR (old.minimum_bidding_rec_quantity IS DISTINCT FROM new.minimum_bidding_rec_quantity)) OR (old.seller_fee_hundredths IS DISTINCT FROM new.seller_fee_hundredths)) OR (old.buyer_fee_hundredths IS DISTINCT FROM new.buyer_fee_hundredths)) OR (old.spot_recs IS DISTINCT FROM new.spot_recs)) OR (old.owner_account_id IS DISTINCT FROM new.owner_account_id)) OR (old.tick_size_id IS DISTINCT FROM new.tick_size_id)) OR (old.tick_cents IS DISTINCT FROM new.tick_cents)) OR (old.closed_at IS DISTINCT FROM new.closed_at)) OR (old.soft_close_minutes IS DISTINCT FROM new.soft_close_minutes)) OR (old.soft_close_max IS DISTINCT FROM new.soft_close_max)) OR (old.paused_at IS DISTINCT FROM new.paused_at)) OR (old.end_when_paused IS DISTINCT FROM new.end_when_paused)) OR (old.annulled_at IS DISTINCT FROM new.annulled_at)) OR (old.rehearsal_of IS DISTINCT FROM new.rehearsal_of)) OR (old.thumbnail_id IS DISTINCT FROM new.thumbnail_id)) OR (old.recurrence IS DISTINCT FROM new.recurrence)) OR (old.follows IS DISTINCT FROM new.follows)) OR (old.planned_start_time IS DISTINCT FROM new.planned_start_time)) OR (old.planned_end_time IS DISTINCT FROM new.planned_end_time))) EXECUTE FUNCTION stamp_change('auction', 'id', 'id');
