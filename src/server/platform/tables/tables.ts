import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { HistoryKind, HistoryLine } from '#domain/bidding/history.ts';
import type { AuctionTables } from '#server/platform/tables/auction-tables.ts';
import type { AutomationTables } from '#server/platform/tables/automation-tables.ts';
import type { ChangeRequestTables } from '#server/platform/tables/change-request-tables.ts';
import type { CompanyTables } from '#server/platform/tables/company-tables.ts';
import type { HoldingTables } from '#server/platform/tables/holding-tables.ts';
import type { ImageTables } from '#server/platform/tables/image-tables.ts';
import type { MarketplaceTables } from '#server/platform/tables/marketplace-tables.ts';
import type { NoticeTables } from '#server/platform/tables/notice-tables.ts';
import type { RetirementTables } from '#server/platform/tables/retirement-tables.ts';
import type { StatisticTables } from '#server/platform/tables/statistic-tables.ts';
import type { LifeTables } from '#server/platform/tables/life-tables.ts';
import type { TourTables } from '#server/platform/tables/tour-tables.ts';
import type { TemplateTables } from '#server/platform/tables/template-tables.ts';
import type { Time, DefaultTime, Json, Attachment } from '#server/platform/tables/column-types.ts';

export type Tables = AuctionTables &
  AutomationTables &
  ChangeRequestTables &
  CompanyTables &
  HoldingTables &
  ImageTables &
  MarketplaceTables &
  NoticeTables &
  RetirementTables &
  StatisticTables &
  TemplateTables &
  LifeTables &
  TourTables &
  OtherTables;

type OtherTables = {
  app_user: {
    id: string;
    username: string;
    email: string;
    password_hash: string;
    role_name: Generated<string>;
    auction_user_role: Generated<'User' | 'Admin'>;
    phone_code: string | null;
    phone_number: string | null;
    email_proven_at: Time | null;
    phone_proven_at: Time | null;
    created_at: DefaultTime;
    erased_at: Generated<Date | null>;
    /** That of the person's browser, as it was last heard. */
    time_zone: Generated<string>;
  };
  tick_size: { id: string; name: string; price_step_cents: number; created_at: DefaultTime };
  bidder: {
    id: string;
    auction_id: string;
    user_id: string;
    account_id: string;
    alias_number: number;
    max_quantity: number | null;
    terms_accepted_at: Time | null;
    terms_version: string | null;
    created_at: DefaultTime;
    start_time: Time;
    auction_end_time: Time;
    /** A second seat of a user, from before the database refused that. */
    is_double: Generated<boolean>;
  };
  auction_settling: { id: GeneratedAlways<string>; auction_id: string; account_id: string; user_id: string };
  auction_notification: {
    id: string;
    auction_id: string;
    sent_by: string;
    sent_at: Time;
    recipient_count: number;
  };
  bid_history: {
    auction_id: string;
    seq: number;
    kind: HistoryKind;
    at: Time;
    bid_id: string | null;
    item_id: string | null;
    bidder_id: string | null;
    alias: string | null;
    price_cents: number | null;
    quantity: number | null;
    allows_partial: boolean | null;
    minimum_acceptable: number | null;
    by: HistoryLine['by'];
    reason: string | null;
    until: Time | null;
    hash: string;
    acting_user_id: string | null;
    api_key_id: string | null;
    /** Of a bid, written before the start; null else. */
    is_sealed: ColumnType<boolean | null, boolean | null | undefined, never>;
  };
  bid_cancellation: {
    auction_id: string;
    bid_id: string;
    bidder_id: string;
    item_name: string;
    price_cents: number;
    quantity: number;
    code: string;
    params: Json<Record<string, string | number>>;
    at: DefaultTime;
  };
  relation_decision: {
    auction_id: string;
    account_id: string;
    other_account_id: string;
    facts: string[];
    reason: string;
    decided_by: string;
    decided_at: DefaultTime;
  };
  bid_request: { auction_id: string; request_id: string; request_hash: string; answer: Json<unknown> };
  idempotent_request: {
    user_id: string;
    key: string;
    request_hash: string;
    reply: Json<unknown>;
    created_at: DefaultTime;
  };
  award: {
    id: string;
    auction_id: string;
    item_id: string;
    bidder_id: string;
    bid_id: string;
    ranking: number;
    quantity: number;
    price_cents: number;
    amount: string;
    seller_fee: string;
    buyer_fee: string;
  };
  audit_line: {
    id: Generated<string>;
    at: DefaultTime;
    user_id: string;
    username: Generated<string>;
    address: Generated<string>;
    session: Generated<string>;
    action: string;
    subject: Json<unknown>;
    about: Generated<string>;
    detail: Json<unknown>;
    outcome: Generated<'done' | 'refused'>;
  };
  audit_change: {
    id: Generated<string>;
    line_id: string;
    table_name: string;
    row_key: Json<Record<string, unknown>>;
    kind: 'insert' | 'update' | 'delete';
    before: Json<unknown> | null;
    after: Json<unknown> | null;
  };
  hub_token: { token_hash: string; claims: Json<unknown>; expires_at: Time };
  oidc_model: {
    kind: string;
    id_hash: string;
    payload: Json<unknown>;
    session_id: string | null;
    grant_id: string | null;
    user_id: string | null;
    consumed_at: Time | null;
    expires_at: Time;
  };
  user_session: { user_id: string; session_id: string; started_at: Time; expires_at: Time };
  one_time_code: {
    purpose: string;
    subject: string;
    device_hash: string;
    channel: 'email' | 'sms';
    code_hash: string;
    detail: Json<Record<string, string>>;
    tries: number;
    sends: Json<number[]>;
    opened_at: Time;
    expires_at: Time;
    rest_until: Time | null;
  };
  registration: {
    id: string;
    username: string;
    email: string;
    password_hash: string;
    phone_code: string;
    phone_number: string;
    channel: 'email' | 'sms';
    expires_at: Time;
    accepted_templates: Json<readonly { readonly templateId: string; readonly version: number }[]>;
  };
  identity_ticket: {
    token_hash: string;
    purpose: 'reset_password' | 'two_factor_setup';
    user_id: string;
    device_hash: string;
    detail: Json<Record<string, string>>;
    expires_at: Time;
  };
  sign_in_failure: { subject_hash: string; failures: number; last_at: Time; rest_until: Time | null };
  foreign_identity: { issuer: string; subject: string; user_id: string; id_token: string; created_at: DefaultTime };
  client_consent: { user_id: string; client_id: string; granted_at: DefaultTime };
  trusted_device: {
    id: Generated<string>;
    token_hash: string;
    user_id: string;
    device_hash: string;
    user_agent: Generated<string>;
    created_at: Time;
    last_used_at: Time;
    expires_at: Time;
  };
  server_secret: { name: string; value: string; created_at: DefaultTime };
  outbox: {
    id: string;
    channel: 'email' | 'sms';
    recipient: string;
    subject: string;
    body: string;
    is_sealed: Generated<boolean>;
    attachments: ColumnType<Attachment[], string | undefined, string>;
    created_at: DefaultTime;
    useful_until: Time | null;
    attempts: Generated<number>;
    next_attempt_at: DefaultTime;
    sent_at: Time | null;
    last_error: string | null;
  };
};
