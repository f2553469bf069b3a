// Written by `npm run schema` from the migrations: the tables as queries see them.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AccountChangeKind } from '#domain/company/account.ts';
import type { AccountStatus } from '#domain/company/account.ts';
import type { AdminRole } from '#domain/access/admin-role.ts';
import type { ApprovalAct } from '#domain/access/approval.ts';
import type { ApprovalState } from '#domain/access/approval.ts';
import type { ApiKeyRole } from '#domain/automation/api-key.ts';
import type { Attachment } from '#server/platform/mail/attachment.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import type { Beneficiary } from '#domain/holding/beneficiary.ts';
import type { BeneficiaryDefault } from '#domain/marketplace/judge-sell-order.ts';
import type { BeneficiaryType } from '#domain/holding/beneficiary.ts';
import type { BiddingRules } from '#domain/bidding/bid.ts';
import type { BusinessCalendar } from '#domain/settlement/terms.ts';
import type { BuyOrderStatus } from '#domain/marketplace/buy-order-status.ts';
import type { CheckStatus } from '#domain/certificate/check-status.ts';
import type { Claim } from '#domain/claim/claim.ts';
import type { ClaimPurpose } from '#domain/claim/claim.ts';
import type { Country } from '#domain/basics/country.ts';
import type { Actor } from '#domain/settlement/tracks.ts';
import type { DeliveryKind } from '#domain/automation/webhook.ts';
import type { EvidenceType } from '#domain/basics/evidence.ts';
import type { DeliveryState } from '#domain/settlement/tracks.ts';
import type { PaymentState } from '#domain/settlement/tracks.ts';
import type { SettlementEvent } from '#domain/settlement/tracks.ts';
import type { SettlementMode } from '#domain/settlement/tracks.ts';
import type { SettlementStep } from '#domain/settlement/tracks.ts';
import type { WholeState } from '#domain/settlement/tracks.ts';
import type { ConnectorName } from '#domain/delivery/registry-order.ts';
import type { OfferState } from '#domain/settlement/next-bid.ts';
import type { OrderReason } from '#domain/delivery/registry-order.ts';
import type { RegistryOrderState } from '#domain/delivery/registry-order.ts';
import type { StoredAnswer } from '#domain/delivery/registry-order.ts';
import type { FieldChange } from '#domain/company/account.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { HistoryKind } from '#domain/bidding/history.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { ImageType } from '#domain/auction/images.ts';
import type { InvoiceKind } from '#domain/invoice/invoice.ts';
import type { AuthorityReason } from '#domain/invoice/authority.ts';
import type { AuthorityState } from '#domain/invoice/authority.ts';
import type { InvoiceType } from '#domain/invoice/invoice.ts';
import type { ItemChange } from '#domain/auction/item-changes.ts';
import type { Language } from '#domain/basics/language.ts';
import type { OffsetAnswer } from '#domain/certificate/judge-lot.ts';
import type { MemberRole } from '#domain/access/may.ts';
import type { MovementKind } from '#domain/holding/ledger.ts';
import type { MessageKind } from '#domain/notice/message.ts';
import type { NoticeChannel } from '#domain/notice/notice.ts';
import type { NoticeKind } from '#domain/notice/notice.ts';
import type { NoticeOutcome } from '#domain/notice/notice.ts';
import type { LedgerAccountKind } from '#domain/holding/ledger.ts';
import type { ProcessMetrics } from '#server/platform/runtime/process-metrics.ts';
import type { ProposedItem } from '#domain/auction/judge-item.ts';
import type { Scope } from '#domain/automation/scope.ts';
import type { Recurrence } from '#domain/auction/recurrence.ts';
import type { RegistryName } from '#domain/certificate/registry.ts';
import type { RegistrationEvent } from '#domain/company/registration.ts';
import type { RegistrationStatus } from '#domain/company/registration.ts';
import type { SerialStyle } from '#domain/certificate/serial-style.ts';
import type { SourceKind } from '#domain/holding/ledger.ts';
import type { StoredContents } from '#domain/template/template.ts';
import type { SupportAnswer } from '#domain/certificate/judge-device.ts';
import type { StoredRequestStatus } from '#domain/auction/change-request.ts';
import type { TemplateAudience } from '#domain/template/template.ts';
import type { TemplateFileType } from '#domain/template/template-file.ts';
import type { TemplateType } from '#domain/template/template-type.ts';
import type { TourName } from '#contract/tour.ts';
import type { TourOutcome } from '#contract/tour.ts';
import type { VintagePeriod } from '#domain/basics/vintage.ts';
import type { WebhookKind } from '#domain/automation/webhook.ts';

export type Time = ColumnType<Date, Date | string, Date | string>;

/** The database writes it where no value is given. */
export type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>;

/** A date without a time, as YYYY-MM-DD. Drivers return it as a time, so queries read it as text or JSON. */
export type Day = ColumnType<unknown, string, string>;

export type Json<T> = ColumnType<T, string, string>;

export type Tables = {
  /** A company whose registration was approved. It owns auctions, bids, sells and buys. */
  account: {
    id: string;
    company_name: string;
    english_company_name: Generated<string>;
    registration_number: Generated<string>;
    country: string;
    /** ISO 3166-2 code, as MY-10; empty where none was given. */
    province: Generated<string>;
    /** Members of a blacklisted company read what is past and can no longer act. */
    status: Generated<AccountStatus>;
    /** Limit for auctions in which the bidder has no limit of its own; null: no limit. */
    max_bid_quantity: number | null;
    created_at: DefaultTime;
    registered_address: Generated<string>;
    business_address: Generated<string>;
    business_type: Generated<string>;
    /** Person in charge: whom administrators ask for. */
    pic_name: Generated<string>;
    pic_email: Generated<string>;
    pic_telephone: Generated<string>;
    contact_number: Generated<string>;
    /** Malaysian sales and service tax number; empty where the company has none. */
    sst_number: Generated<string>;
    /** Number of the company's contract account, as the company gives it. */
    contract_account_number: Generated<string>;
    /** Rises with each change, so that nobody overwrites a change that they have not seen. */
    version: Generated<number>;
    /** The company exists in rehearsals only: it has no members, and no list shows it. */
    is_simulated: Generated<boolean>;
  };
  /** History of a company: who changed what, and when. */
  account_change: {
    id: GeneratedAlways<string>;
    account_id: string;
    at: DefaultTime;
    user_id: string;
    kind: AccountChangeKind;
    remark: Generated<string>;
    /** List of { field, before, after }. */
    changes: ColumnType<FieldChange[], string | undefined, string>;
  };
  /** Somebody is asked to join a company. The secret in the mail works once. */
  account_invitation: {
    id: string;
    account_id: string;
    email: string;
    role: MemberRole;
    /** SHA-256 of the secret in the mail. */
    token_hash: string;
    invited_by: string;
    created_at: DefaultTime;
    expires_at: Time;
    accepted_at: Time | null;
    /** The user who joined; it may have another e-mail address than the invited one. */
    accepted_by: string | null;
    revoked_at: Time | null;
  };
  /** Users who act for a company, each in a role. */
  account_member: {
    account_id: string;
    user_id: string;
    role: Generated<MemberRole>;
    created_at: DefaultTime;
  };
  /** A key by which programs of a company, or of the operator, call the API. It acts for the user who created it. */
  api_key: {
    id: string;
    /** Null for a key of the operator. */
    account_id: string | null;
    user_id: string;
    name: string;
    role: ApiKeyRole | 'admin';
    /** SHA-256 of the key. The key itself is shown once and not stored. */
    token_hash: string;
    /** First characters of the key, by which people tell keys apart. */
    hint: string;
    created_at: DefaultTime;
    expires_at: Time;
    last_used_at: Time | null;
    revoked_at: Time | null;
    revoked_by: string | null;
    /** The areas of the API that the key may read or change, such as auctions:read. */
    scopes: Scope[];
  };
  /** A change that was made through a key. */
  api_key_act: {
    id: GeneratedAlways<string>;
    api_key_id: string;
    at: DefaultTime;
    /** Method and path of the operation. */
    action: string;
    /** What the path names, as ids. */
    subject: Json<unknown>;
    address: string;
  };
  /** A person who signs in: for a company, or as an administrator. */
  app_user: {
    id: string;
    username: string;
    email: string;
    password_hash: string;
    /** Role as the identity service names it, as TNBxOps. Permissions ask for auction_user_role instead. */
    role_name: Generated<string>;
    auction_user_role: Generated<'User' | 'Admin'>;
    phone_code: string | null;
    phone_number: string | null;
    /** When a one-time code that was sent to this address came back. */
    email_proven_at: Time | null;
    /** When a one-time code that was sent to this number came back. Codes go only to proven numbers. */
    phone_proven_at: Time | null;
    created_at: DefaultTime;
    /** The person was erased: only the id and a name without meaning are left. */
    erased_at: Time | null;
    /** IANA time zone of the person's browser at the last visit; mails show times in it. Null: the zone of the platform. */
    time_zone: string | null;
    /** The roles of an administrator, which decide the changes that this person may make. Null for users. */
    admin_roles: AdminRole[] | null;
  };
  /** Acts of administrators that wait for the approval of another administrator, or that were decided. */
  approval_request: {
    id: string;
    act: ApprovalAct;
    /** Method and path of the operation, as in the contract. */
    operation: string;
    /** Parameters of the path. */
    params: Json<unknown>;
    /** The body of the call, which the approval sends again. */
    body: Json<unknown>;
    /** The Idempotency-Key of the call; empty if it had none. */
    key: Generated<string>;
    /** The name of the auction, the trade or the company when the request was made. */
    title: string;
    /** The auction, the settlement or the company whose page shows the request. */
    page_id: string;
    requested_by: string;
    /** The key of the operator that made the call. Null for a call by screen. */
    api_key_id: string | null;
    requested_at: DefaultTime;
    expires_at: Time;
    /** started: the room of the auction has the approved act, and its answer is not stored yet. */
    state: Generated<ApprovalState>;
    /** Who approved, rejected or withdrew the request. Null if it expired. */
    decided_by: string | null;
    decided_at: Time | null;
    /** Why the request was rejected. */
    remark: Generated<string>;
    /** The error code with which the approved act was refused. */
    refusal: string | null;
  };
  /** An auction from draft to result. Forward: buyers bid prices up. Reverse: sellers bid prices down. */
  auction: {
    id: string;
    title: string;
    auction_type: AuctionType;
    is_private: boolean;
    start_time: Time;
    /** The end as it was set. */
    end_time: Time;
    /** The end that counts: later than end_time after an extension, the end of all time (9999) while paused or a draft. */
    auction_end_time: Time;
    /** Smallest quantity that an item may have. */
    minimum_rec_quantity: number;
    /** Smallest quantity that a bid may have. */
    minimum_bidding_rec_quantity: number;
    /** Fee in hundredths of a percent. */
    seller_fee_hundredths: number;
    /** Fee in hundredths of a percent. */
    buyer_fee_hundredths: number;
    /** The RECs exist already. Only forward auctions can have them. */
    spot_recs: boolean;
    /** The seller of a forward auction, the buyer of a reverse one. */
    owner_account_id: string;
    tick_size_id: string | null;
    /** Copied from the tick size, so that a result can be computed again after the tick size changed or was deleted. */
    tick_cents: number;
    /** Number of the last line of the bid history; also the version of the room. */
    version: Generated<number>;
    /** Hash of the last line of the bid history: the head of its chain. */
    last_hash: string;
    closed_at: Time | null;
    created_by: string;
    created_at: DefaultTime;
    /** For searches without regard to case. */
    title_lower: GeneratedAlways<string>;
    /** A bid in these last minutes that changes an item's winners moves the end; null: no soft close. */
    soft_close_minutes: number | null;
    /** How many times soft close may move the end. */
    soft_close_max: number | null;
    paused_at: Time | null;
    /** The end that counted when the auction was paused. It is given back, moved, on resuming. */
    end_when_paused: Time | null;
    /** An annulled auction is closed as well, has no awards, and ended at this time. */
    annulled_at: Time | null;
    /** This auction is a rehearsal: a copy of that auction, with simulated bidders. */
    rehearsal_of: string | null;
    /** When the next simulated bid of a rehearsal is due. The process that moves this time makes the bid. */
    next_simulated_bid_at: Time | null;
    thumbnail_id: string | null;
    /** The monthly rule (src/domain/auction/recurrence.ts); null: the auction does not repeat. */
    recurrence: Json<Recurrence> | null;
    /** When the recurrence was handled, so that the next auction is made once. */
    recurred_at: Time | null;
    /** The auction of the series that this one repeats. */
    follows: string | null;
    /** Only of drafts: the start it will have. start_time is the end of all time (9999) until an admin confirms the draft. */
    planned_start_time: Time | null;
    /** Only of drafts: the end it will have. */
    planned_end_time: Time | null;
    /** Version of the bidding rules that this auction is judged by. */
    rules_version: Generated<BiddingRules>;
    /** Closing waits until then, because bids that arrived in time still wait for the auction's row. */
    closing_waits_until: Time | null;
    /** Increases with each change of the settings. The column version counts the bid history. */
    settings_version: Generated<number>;
    /** For each setting that was ever changed, the settings_version that changed it last. */
    setting_versions: ColumnType<unknown, string | undefined, string>;
    /** Hides the contents of history lines behind their hashes. Secret until the closing, then part of the record. */
    salt: string | null;
  };
  /** What is auctioned: a quantity of RECs of one country, fuel type and vintage. */
  auction_item: {
    id: string;
    auction_id: string;
    position: number;
    country: Country;
    fuel_type: FuelType;
    vintage_year: number;
    vintage_period: VintagePeriod;
    quantity: number;
    /** Several bids may share the item. */
    partial_fulfillment: boolean;
    /** Lowest price of a bid; bids of a forward auction open here. */
    minimum_bid_price_cents: number;
    /** Highest price of a bid; bids of a reverse auction open here. */
    maximum_bid_price_cents: number;
    /** Smallest quantity that one bid may ask for, where bids may share the item. */
    min_quantity: number | null;
    /** Largest quantity that one bid may ask for, where bids may share the item. */
    max_quantity: number | null;
    description: Generated<string>;
    /** In the order in which they are shown. */
    image_ids: Generated<readonly string[]>;
    /** Where the device stands that generates the RECs. */
    address: Generated<string>;
    latitude: number | null;
    longitude: number | null;
  };
  /** An administrator reminded the bidders of an auction by mail. */
  auction_notification: {
    id: string;
    auction_id: string;
    sent_by: string;
    sent_at: Time;
    recipient_count: number;
  };
  /** Work that a change of a company leaves in one auction: seats and limits follow it. Any process does it and deletes the row. */
  auction_settling: {
    id: GeneratedAlways<string>;
    /** No foreign key: its check would wait for the auction's row. */
    auction_id: string;
    account_id: string;
    /** Who changed the company; the history names this user. */
    user_id: string;
  };
  /** A row that an administrator's act changed, as it was before and after. */
  audit_change: {
    id: GeneratedAlways<string>;
    line_id: string;
    table_name: string;
    /** Columns of the row's primary key. */
    row_key: Json<Record<string, unknown>>;
    kind: 'insert' | 'update' | 'delete';
    /** Of an update, only the columns that differ. */
    before: Json<unknown> | null;
    after: Json<unknown> | null;
  };
  /** An act of an administrator. Written before the act, in the same transaction; it cannot be changed. */
  audit_line: {
    id: GeneratedAlways<string>;
    at: DefaultTime;
    user_id: string;
    /** Method and path of the operation. */
    action: string;
    /** What the path names, as ids. */
    subject: Json<unknown>;
    /** What the call sent, without secrets. */
    detail: Json<unknown>;
    /** The name at that time. */
    username: Generated<string>;
    /** Network address that the call came from. */
    address: Generated<string>;
    /** Tells sessions apart; it is not the id by which the session is known elsewhere. */
    session: Generated<string>;
    /** Name of the thing that was changed, at that time. */
    about: Generated<string>;
    outcome: Generated<'done' | 'refused' | 'requested'>;
    /** Name of the API key that made the call, at that time; empty for a call by screen. */
    key_name: Generated<string>;
    /** Username of the administrator who approved the act; empty if it needed no approval. */
    approved_by: Generated<string>;
  };
  /** A bid that won, with the quantity it got. Written when the auction closes. */
  award: {
    id: string;
    auction_id: string;
    item_id: string;
    bidder_id: string;
    bid_id: string;
    ranking: number;
    quantity: number;
    price_cents: number;
    /** Price times quantity, in the currency of the variant. */
    amount: string;
    /** Amount that the seller pays; rounded to cents. */
    seller_fee: string;
    /** Amount that the buyer pays; rounded to cents. */
    buyer_fee: string;
    /** The offer after a default that made the award. Null for the awards of the closing. */
    offer_id: string | null;
  };
  /** For whom a company retires RECs, saved for the next time. A retirement keeps a copy. */
  beneficiary: {
    id: string;
    account_id: string;
    account_type: BeneficiaryType;
    name: string;
    address: string;
    name_on_certificates: string;
    building_owner_name: Generated<string>;
    created_by: string;
    created_at: DefaultTime;
    /** Where the electricity is consumed: ISO 3166-1 alpha-2. Empty if unknown. */
    country: Generated<string>;
    /** A place in that country. Empty if unknown. */
    location: Generated<string>;
  };
  /** A sealed bid that a change of the auction cancelled. Listed until its bidder bids again or dismisses it. */
  bid_cancellation: {
    auction_id: string;
    bid_id: string;
    bidder_id: string;
    /** Name of the item at that time. */
    item_name: string;
    price_cents: number;
    quantity: number;
    /** Error code of the rule that the bid no longer meets. */
    code: string;
    /** Numbers of that rule. */
    params: Json<Record<string, string | number>>;
    at: DefaultTime;
  };
  /** The only store of bids: numbered lines, chained by hashes. A bid's present state is its last line. */
  bid_history: {
    /** No foreign key: it would be checked once per bid, while the same statement holds the auction's row. */
    auction_id: string;
    /** Number of the line within the auction, from 1 without gaps. */
    seq: number;
    kind: HistoryKind;
    at: Time;
    bid_id: string | null;
    item_id: string | null;
    bidder_id: string | null;
    /** "Bidder 7". Aliases are part of the hashed text, names never are. */
    alias: string | null;
    price_cents: number | null;
    quantity: number | null;
    allows_partial: boolean | null;
    /** As what somebody acted; system: the clock or a rule did it. */
    by: HistoryLine['by'];
    reason: string | null;
    /** SHA-256 of the hash of the line before and the text of this line. */
    hash: string;
    /** Who acted; only administrators see it. Not part of the hashed text. */
    acting_user_id: string | null;
    /** The auction's end from this line on, where the line moves it. */
    until: Time | null;
    /** Smallest part that the bid accepts; null: any quantity. */
    minimum_acceptable: number | null;
    /** The key through which the bidder acted. Not part of the hashed text. */
    api_key_id: string | null;
    /** True of lines before the start, else null: an index of them finds sealed bids without reading live ones. */
    is_sealed: boolean | null;
  };
  /** First answer to each idempotency key of a bidding call. A repeated call gets the same answer. */
  bid_request: {
    auction_id: string;
    /** SHA-256 of the request: the same key with another request is refused. */
    request_hash: string;
    answer: Json<unknown>;
    /** First half of the SHA-256 of user and key. */
    request_id: string;
  };
  /** A seat: the company that may bid in an auction, and the user through whom it bids. */
  bidder: {
    id: string;
    auction_id: string;
    user_id: string;
    account_id: string;
    /** The number in "Bidder 7": random within the auction, so that it does not tell who came first. */
    alias_number: number;
    /** Limit of this bidder in this auction; null: the company's limit counts. */
    max_quantity: number | null;
    terms_accepted_at: Time | null;
    created_at: DefaultTime;
    /** Copy of the auction's time, kept equal by a foreign key: a bidder's list is in this order. */
    start_time: Time;
    /** Copy of the auction's time, kept equal by a foreign key: a bidder's list is in this order. */
    auction_end_time: Time;
    /** Which version of the terms was accepted. */
    terms_version: string | null;
    /** A second seat of one user, from before this was refused. A colleague takes it over. */
    is_double: Generated<boolean>;
    /** Copy of the terms of settlement that the bidder accepted at terms_accepted_at. Null if it accepted none. */
    settlement_terms: Json<unknown> | null;
  };
  /** Tax numbers, bank account and taxes of an issuer of invoices. */
  billing: {
    id: string;
    /** Null: the platform, which issues invoices for its fees. */
    account_id: string | null;
    /** As BillingFields in src/domain/invoice/billing.ts. */
    fields: Json<unknown>;
    /** The taxes on the lines of its invoices, each with its first and last day. */
    taxes: ColumnType<unknown, string | undefined, string>;
    /** Name, address and numbers of the platform's company. Those of other issuers are in their accounts. */
    company: Json<unknown> | null;
    version: Generated<number>;
    changed_at: DefaultTime;
  };
  /** A company buys from a sell order at its fixed price. An administrator approves or rejects. */
  buy_order: {
    id: string;
    sell_order_id: string;
    account_id: string;
    user_id: string;
    status: Generated<BuyOrderStatus>;
    quantity: number;
    /** Price and fees are copied when the order is placed: the buyer pays what it was shown. */
    unit_price_cents: number;
    seller_fee_hundredths: number;
    buyer_fee_hundredths: number;
    /** For whom the RECs are retired on approval; null: they become a holding. */
    beneficiary: Json<Beneficiary> | null;
    placed_at: DefaultTime;
    decided_at: Time | null;
    decided_by: string | null;
    remark: string | null;
    /** Cancelled together with its sell order, not by its buyer. */
    is_with_sell_order: Generated<boolean>;
    /** Reporting period and purpose of the retirement on approval; null: unknown, or no retirement. */
    claim: Json<Claim> | null;
    /** Copy of the terms of settlement that the buyer saw and accepted with the order. Null if the client sent none. */
    settlement_terms: Json<unknown> | null;
  };
  /** What a buy order takes of each item. The ledger names a purchase by the part's id. */
  buy_order_part: {
    id: string;
    buy_order_id: string;
    position: number;
    sell_order_item_id: string;
    quantity: number;
  };
  /** The subscription link to a person's calendar of auctions. */
  calendar_link: {
    user_id: string;
    /** SHA-256 of the token in the link. The token itself is shown once and not stored. */
    token_hash: string;
    created_at: DefaultTime;
  };
  /** An issuance of certificates: serial numbers from first to last, both included. */
  certificate_lot: {
    id: string;
    device_id: string;
    account_id: string;
    registry: RegistryName;
    serial_style: SerialStyle;
    serial_base: string;
    first: string;
    last: string;
    /** From one serial number to the next: one REC, or a millionth of a REC. */
    step: string;
    /** The period of production. Both dates belong to it. */
    period_from: Day;
    period_to: Day;
    issued_on: Day | null;
    expires_on: Day | null;
    issuer: Generated<string>;
    offset_attributes: OffsetAnswer;
    labels: Generated<string[]>;
    evidence_ids: Generated<string[]>;
    status: Generated<CheckStatus>;
    remark: Generated<string>;
    decided_by: string | null;
    decided_at: Time | null;
    created_by: string;
    created_at: DefaultTime;
  };
  /** Serial numbers of a lot that are in one place. A range that is moved or split is closed, and its parts open. */
  certificate_range: {
    id: string;
    lot_id: string;
    parent_id: string | null;
    first: string;
    last: string;
    step: string;
    /** The company that holds the certificates. */
    account_id: string;
    /** The RECs that the certificates stand behind; null: they are with their seller, behind no RECs. */
    ledger_account_id: string | null;
    opened_at: DefaultTime;
    opened_by: string | null;
    closed_at: Time | null;
  };
  /** An owner asks to change items of an auction before the start. An administrator approves all of it or returns it. */
  change_request: {
    id: string;
    auction_id: string;
    /** A request that is still pending at the start has lapsed; nothing is written for that. */
    status: Generated<StoredRequestStatus>;
    /** Rises with each change, so that nobody decides on a version that they have not seen. */
    version: Generated<number>;
    /** Why it was returned. */
    message: Generated<string>;
    requested_by: string;
    created_at: DefaultTime;
    /** When the owner sent it last. */
    sent_at: Time;
    decided_at: Time | null;
  };
  /** When the objects of lists changed, for programs that synchronise. */
  change_stamp: {
    kind: 'auction' | 'sellOrder' | 'buyOrder' | 'registration' | 'account' | 'settlement' | 'invoice' | 'holding' | 'retirement';
    object_id: string;
    /** The row that changed: the object itself, or one that belongs to it. One stamp for each row, so that two transactions never wait for a stamp unless they wait for the row. */
    source_id: string;
    /** Taken after the transaction got its number, which the reader's horizon relies on. */
    changed_at: DefaultTime;
  };
  /** Other applications that a person allowed to act through the API. */
  client_consent: {
    user_id: string;
    client_id: string;
    granted_at: DefaultTime;
  };
  /** A company asks to be admitted. Columns about the company are those of account. */
  company_registration: {
    id: string;
    user_id: string;
    status: Generated<RegistrationStatus>;
    company_name: string;
    english_company_name: string;
    registration_number: string;
    registered_address: string;
    business_address: string;
    country: string;
    province: string;
    business_type: string;
    pic_name: string;
    pic_email: string;
    pic_telephone: string;
    contact_number: string;
    sst_number: string;
    contract_account_number: string;
    /** Language in which it was sent last; the decision is mailed in it. */
    language: Language;
    /** Rises with each change, so that nobody decides on a version that they have not seen. */
    version: Generated<number>;
    /** The administrator who works on it. */
    taken_up_by: string | null;
    submitted_at: DefaultTime;
    created_at: DefaultTime;
    updated_at: DefaultTime;
    /** The company that came out of it, once approved. */
    account_id: string | null;
  };
  /** Deleted upcoming auctions and unpublished sell orders. Administrators can restore them for 30 days. */
  deleted_object: {
    /** The id that the auction or the sell order had. */
    id: string;
    kind: 'auction' | 'sellOrder';
    title: string;
    /** The deleted rows: settings, items, bidders or buyers, and terms of settlement. No bids. */
    content: Json<unknown>;
    /** Images that are kept until then. */
    image_ids: readonly string[];
    deleted_by: string;
    deleted_at: DefaultTime;
  };
  /** A generating device that a seller registered. Null and empty values are unknown. */
  device: {
    id: string;
    account_id: string;
    registry: RegistryName;
    registry_id: string;
    name: string;
    country: Country;
    province: Generated<string>;
    fuel_type: FuelType;
    fuel_code: Generated<string>;
    technology_code: Generated<string>;
    capacity_kilowatts: number | null;
    commissioned_on: Day | null;
    repowered_on: Day | null;
    supported: SupportAnswer;
    labels: Generated<string[]>;
    address: Generated<string>;
    evidence_ids: Generated<string[]>;
    /** An administrator verifies it. Only a submitted or rejected device can be changed. */
    status: Generated<CheckStatus>;
    remark: Generated<string>;
    decided_by: string | null;
    decided_at: Time | null;
    created_by: string;
    created_at: DefaultTime;
  };
  /** A file that proves something, such as a registry's statement. Its bytes are in the file storage. */
  evidence: {
    id: string;
    file_name: string;
    file_type: EvidenceType;
    size: number;
    sha256: string;
    uploaded_by: string;
    created_at: DefaultTime;
    /** Null: nothing names the file yet. The cleanup deletes it after a day. */
    attached_at: Time | null;
  };
  /** The one-time link with which the first administrator of a new platform is created. One row at most. */
  first_administrator_link: {
    /** Always true, so that there is only one row. */
    is_only: Generated<boolean>;
    /** SHA-256 of the token in the link. The token itself is printed once and not stored. */
    token_hash: string;
    /** The only address that may use the link. Null for the link of a starting server: then any address may. */
    email: string | null;
    /** Host of the server process that printed the link. Null if a command printed it. */
    host: string | null;
    /** Process id of the server that printed the link. Null if a command printed it. */
    pid: number | null;
    expires_at: Time;
  };
  /** Who a user is at a foreign OpenID provider. */
  foreign_identity: {
    issuer: string;
    subject: string;
    user_id: string;
    /** The provider's newest ID token, sealed. It is shown to the provider when its session is to end. */
    id_token: string;
    created_at: DefaultTime;
  };
  /** Opens one WebSocket. Deleted by the connection that uses it. */
  hub_token: {
    token_hash: string;
    /** Who connects, and which groups the connection may join. */
    claims: Json<unknown>;
    expires_at: Time;
  };
  /** First reply to each idempotency key of a call that is not a bid. A repeated call gets the same reply. */
  idempotent_request: {
    user_id: string;
    key: string;
    /** SHA-256 of the request: the same key with another request is refused. */
    request_hash: string;
    reply: Json<unknown>;
    created_at: DefaultTime;
  };
  /** The right to do one thing once, given for a one-time code: to set a password or a phone number. */
  identity_ticket: {
    token_hash: string;
    purpose: 'reset_password' | 'two_factor_setup';
    user_id: string;
    /** SHA-256 of the fingerprint that the browser sends: the ticket works in this browser only. */
    device_hash: string;
    /** What was stated with the code and is needed when the ticket is used. */
    detail: Json<Record<string, string>>;
    expires_at: Time;
  };
  /** A picture of an auction, a sell order or a document. Its bytes are in the file storage. */
  image: {
    id: string;
    type: ImageType;
    /** Without auction and sell order nothing can show the picture: its files are deleted, then this row. */
    auction_id: string | null;
    uploaded_by: string;
    created_at: DefaultTime;
    sell_order_id: string | null;
  };
  /** Invoices and credit notes. Rows are only added: an issued document never changes. */
  invoice: {
    id: string;
    settlement_id: string;
    /** Null: the platform. */
    issuer_account_id: string | null;
    receiver_account_id: string;
    type: InvoiceType;
    kind: InvoiceKind;
    number: string;
    /** The invoice that a credit note takes back in whole or in part. */
    corrects_id: string | null;
    issued_at: Time;
    issued_by: string;
    net: string;
    tax: string;
    payable: string;
    /** Everything that the files of the document show, as Invoice in src/domain/invoice/invoice.ts. */
    content: Json<unknown>;
  };
  /** The last number of each series. A series belongs to an issuer and a year, and has no gaps. */
  invoice_series: {
    issuer_account_id: string | null;
    type: InvoiceType;
    year: number;
    last: number;
  };
  /** What the tax authority did with a document. Documents of deployments without the authority have no row. */
  invoice_submission: {
    invoice_id: string;
    state: AuthorityState;
    /** The id that the authority gave to the document. Empty if unknown. */
    authority_id: Generated<string>;
    /** Why the document is not valid there, why a person must decide, or why it was not cancelled. */
    reason: AuthorityReason | null;
    /** The explanation of the authority, in its own words. */
    detail: Generated<string>;
    /** Why the issuer cancels the document, as the authority is told. */
    cancel_reason: Generated<string>;
    /** How often the authority was asked without an answer that counts. */
    attempts: Generated<number>;
    version: Generated<number>;
    created_at: DefaultTime;
    asked_at: Time | null;
    answered_at: Time | null;
    /** When the authority accepted the document. It can be cancelled within 72 hours. */
    valid_at: Time | null;
  };
  /** One change of a change request. */
  item_change: {
    id: string;
    /** The order in which the changes were asked for. */
    seq: GeneratedAlways<string>;
    request_id: string;
    kind: ItemChange['kind'];
    /** For an added item, the id that it will have. Hence no foreign key. */
    item_id: string;
    /** The item as it is to be; null for a deletion. */
    proposed: Json<ProposedItem> | null;
    /** The item as it was when the request was approved. */
    before: Json<ProposedItem> | null;
  };
  /** Companies that bid on an item of a closed auction: figures count them. */
  item_participant: {
    item_id: string;
    account_id: string;
    ended_at: Time;
  };
  /** Totals of one item of a closed auction, written as it closes. Figures read these rows, not the bids. */
  item_result: {
    item_id: string;
    auction_id: string;
    auction_type: AuctionType;
    country: Country;
    fuel_type: FuelType;
    vintage_year: number;
    vintage_period: VintagePeriod;
    ended_at: Time;
    offered: number;
    sold: number;
    /** Sum of price times quantity over the awards. */
    value: string;
    awards: number;
    /** Sum of the prices of all awards, for the average that ignores quantity. */
    price_cents_sum: string;
    lowest_price_cents: number | null;
    highest_price_cents: number | null;
    /** How many bids were placed, without revisions. */
    bids: number;
  };
  /** A place where RECs can be. Its id follows from the other columns (function place_id). */
  ledger_account: {
    id: string;
    /** supply: outside the platform; listed: in an auction or sell order; held: a company's holding; retired: for good. */
    kind: LedgerAccountKind;
    account_id: string;
    country: Country;
    fuel_type: FuelType;
    vintage_year: number;
    vintage_period: VintagePeriod;
    source_kind: SourceKind;
    /** Id of what the place belongs to. No foreign key: the ledger outlives a deleted auction. */
    source_id: string;
    /** Moved by ledger entries alone (trigger move_balances). Only a supply can be below zero. */
    balance: Generated<string>;
    created_at: DefaultTime;
  };
  /** A balanced double entry: this quantity left one place and came to another. It cannot be changed. */
  ledger_entry: {
    id: GeneratedAlways<string>;
    kind: MovementKind;
    from_id: string;
    to_id: string;
    quantity: string;
    made_at: DefaultTime;
    /** Null: the clock did it. */
    made_by: string | null;
    remark: Generated<string>;
  };
  /** What this deployment knows of each time stamp authority that it asks. */
  log_authority: {
    authority: string;
    /** Why there was no valid time stamp the last time; null: there was one. */
    problem: string | null;
    problem_since: Time | null;
    /** Until then, one process asks the authority, or no process asks again. */
    next_at: DefaultTime;
  };
  /** Signed states of the log. A newer one deletes those that nobody has seen. */
  log_checkpoint: {
    size: number;
    origin: string;
    /** Origin, size and root, as c2sp.org/tlog-checkpoint specifies. */
    text: string;
    /** The line with the signature by the key of this deployment. */
    signature: string;
    created_at: DefaultTime;
    /** Witnesses are or were asked to sign it, so a newer state does not delete it. */
    is_asked: Generated<boolean>;
    /** Since when anyone can read it. Null while the witnesses are asked. */
    published_at: Time | null;
  };
  /** Signatures of witnesses on checkpoints. */
  log_cosignature: {
    size: number;
    /** Public key of the witness with its name, as c2sp.org/signed-note specifies. */
    witness: string;
    line: string;
    /** The time that the witness stated and signed. */
    signed_at: Time;
  };
  /** Entries of the log. No foreign key: an entry stays when its auction is deleted. */
  log_entry: {
    position: number;
    auction_id: string;
    /** Number of the line in the auction's history that was the last one. */
    seq: number;
    /** The public text. It names the auction by the hash of its id. */
    entry: string;
    at: DefaultTime;
  };
  /** Hashes of the log's tree (RFC 6962). Level 0 has the entries; a hash of a higher level covers 256 of the level below. */
  log_hash: {
    level: number;
    position: number;
    hash: Uint8Array;
  };
  /** Time stamps of checkpoints (RFC 3161). Only verified ones are stored. */
  log_timestamp: {
    size: number;
    /** Host of the time stamp authority. */
    authority: string;
    /** The answer of the authority: a TimeStampResp in DER. */
    response: Uint8Array;
    /** The time that the authority signed. */
    stamped_at: Time;
    created_at: DefaultTime;
  };
  /** The log of the heads of all auctions. It has one row. The process that appends holds its lock. */
  log_tree: {
    only_row: Generated<boolean>;
    /** Number of entries. */
    size: Generated<number>;
    /** Until then, one process asks the witnesses, or no process asks again. */
    round_until: DefaultTime;
  };
  /** What this deployment knows of each witness that it asks. */
  log_witness: {
    witness: string;
    /** Size of the last checkpoint that the witness signed; null: none yet. */
    size: number | null;
    cosigned_at: Time | null;
    /** Why the witness did not sign the last time; null: it did. */
    problem: string | null;
    problem_since: Time | null;
    /** After a failed request, the witness is asked again from then on. */
    next_at: DefaultTime;
  };
  /** Edited texts of messages, the current version of each. A message without a row has its original text. */
  message_text: {
    /** The name of the message, such as accountMail_invitation. */
    id: string;
    version: number;
    /** By language and phrase: the edited text, and the original that it was made from. Phrases with their original text are not in it. */
    texts: Json<unknown>;
    saved_by: string | null;
    saved_at: DefaultTime;
  };
  /** Every saved version of edited texts of messages. */
  message_text_version: {
    id: string;
    version: number;
    texts: Json<unknown>;
    saved_by: string | null;
    saved_at: DefaultTime;
  };
  /** Something that a person is told in the application, and later by mail if it is still unread. */
  notice: {
    id: string;
    user_id: string;
    kind: NoticeKind;
    /** No foreign key: its check would wait for the auction's row. Null for what waits for administrators, and for settlements and companies. */
    auction_id: string | null;
    /** The item of an outbid bid. For administrators: what waits, such as a registration, or the company of the certificates. Otherwise the settlement, the device, the lot or the retirement. */
    item_id: string | null;
    /** How a result came out for the reader (NOTICE_OUTCOMES). */
    outcome: NoticeOutcome | null;
    /** The quantity that the outcome is about. */
    quantity: number | null;
    at: DefaultTime;
    read_at: Time | null;
    /** When a mail goes out if the notice is still unread; null: none goes out any more. */
    mail_due_at: Time | null;
    mailed_at: Time | null;
    /** Title of an auction that the reader can no longer see. Of a company's notice: the name of its subject, with the reason of a rejection. */
    title: string | null;
    /** Of a settlement: its step or reminder (SETTLEMENT_EVENTS). Then item_id is the settlement. */
    event: SettlementEvent | null;
  };
  /** How a person wants to be told of one kind of notice. Without a row, NOTICE_DEFAULTS counts. */
  notice_choice: {
    user_id: string;
    kind: NoticeKind;
    channels: NoticeChannel[];
    /** Of endingSoon: how many minutes before the end. */
    minutes: Generated<number[]>;
  };
  /** What was told of an auction, so that one process tells it once. */
  notice_told: {
    auction_id: string;
    kind: NoticeKind;
    minutes: number;
    /** The start or end that it was about: after the time moved, it is told again. */
    about: Time;
    told_at: DefaultTime;
  };
  /** What the OpenID library keeps: sessions, grants, tokens, codes. */
  oidc_model: {
    kind: string;
    /** SHA-256 of the id: whoever shows the id has the right, so the id itself is not stored. */
    id_hash: string;
    payload: Json<unknown>;
    /** A session's own id, or the id of the session that a token lives with. */
    session_id: string | null;
    grant_id: string | null;
    user_id: string | null;
    consumed_at: Time | null;
    expires_at: Time;
  };
  /** A code that was sent. One row for each purpose and subject, so that tries cannot be spread over several codes. */
  one_time_code: {
    purpose: string;
    /** A user's id, or the address that the code went to where there is no user yet. */
    subject: string;
    /** SHA-256 of the fingerprint that the browser sends: the code works in this browser only. */
    device_hash: string;
    channel: 'email' | 'sms';
    code_hash: string;
    /** What was stated when the code was asked for and is needed when it is given. */
    detail: Json<Record<string, string>>;
    tries: number;
    /** Times of the sends of the last hour, in milliseconds since 1970. */
    sends: Json<number[]>;
    opened_at: Time;
    expires_at: Time;
    /** Locked out until then, after too many wrong codes. */
    rest_until: Time | null;
  };
  /** A time in which no process served. */
  outage: {
    id: GeneratedAlways<string>;
    from_at: Time;
    to_at: Time;
    /** How many auctions were extended for it. */
    extended: number;
    auction_ids: Generated<string[]>;
  };
  /** Up to which line of an auction's history bidders were told that they were outbid. */
  outbid_told: {
    auction_id: string;
    seq: number;
    told_at: Time;
  };
  /** Mails and text messages. Written in the transaction that they tell of, sent afterwards. */
  outbox: {
    id: string;
    channel: 'email' | 'sms';
    recipient: string;
    subject: string;
    /** Emptied when a message with a secret was sent. Other texts stay as long as the row, so that they can be sent again. */
    body: string;
    created_at: DefaultTime;
    /** After this time the message is not sent any more, as a code that has expired. */
    useful_until: Time | null;
    attempts: Generated<number>;
    next_attempt_at: DefaultTime;
    sent_at: Time | null;
    last_error: string | null;
    /** What attachments are made from. They are made when the message is sent. */
    attachments: ColumnType<Attachment[], string | undefined, string>;
    /** The body carries a secret, such as a one-time code: it is encrypted until it is sent. */
    is_sealed: Generated<boolean>;
    /** The subject of the message, such as code or auction. Messages that are older than this column have the kind other. */
    kind: Generated<MessageKind>;
    /** Time of the last attempt to send the message. */
    attempted_at: Time | null;
  };
  /** Settings of the platform that an owner has changed, one row per group. */
  platform_setting: {
    /** The group of settings, such as `regions`. */
    name: string;
    value: Json<unknown>;
    /** Increases with each change. A change names the version that its author saw. */
    version: Generated<number>;
  };
  /** Every country of RECs that the platform offers, or has offered. Items and devices keep a country that was removed. */
  rec_country: {
    code: string;
  };
  /** Up to which line of an auction's history the webhook event bid.recorded was queued. */
  receipt_told: {
    auction_id: string;
    seq: number;
  };
  /** A person who signs up and has not given the one-time code yet. */
  registration: {
    id: string;
    username: string;
    email: string;
    password_hash: string;
    phone_code: string;
    phone_number: string;
    channel: 'email' | 'sms';
    expires_at: Time;
    /** Which versions of which documents were accepted on the way. */
    accepted_templates: ColumnType<readonly { readonly templateId: string; readonly version: number }[], string | undefined, string>;
  };
  /** History of a company's registration. */
  registration_remark: {
    id: GeneratedAlways<string>;
    registration_id: string;
    at: DefaultTime;
    user_id: string;
    action: RegistrationEvent;
    content: string;
  };
  /** The account that a company has at a registry. Transfers go from one to the other. */
  registry_account: {
    account_id: string;
    registry: RegistryName;
    /** The id of the account, as the registry writes it. */
    code: string;
    changed_by: string;
    changed_at: DefaultTime;
    /** The subaccount in which the registry keeps retired certificates. Empty if there is none. */
    retirement_code: Generated<string>;
  };
  /** One transfer or retirement that a registry is asked for. Its id is the correlation id at the registry. */
  registry_order: {
    id: string;
    /** The settlement whose delivery is a transfer. Null for a retirement. */
    settlement_id: string | null;
    /** The version of the settlement at which the seller instructed this part of the delivery. */
    part: number | null;
    connector: ConnectorName;
    /** Null: the seller has named no certificates for these RECs. */
    registry: RegistryName | null;
    device: Generated<string>;
    first_serial: Generated<string>;
    last_serial: Generated<string>;
    quantity: string;
    /** The account at the registry in which the certificates are. Empty if unknown. */
    sender: Generated<string>;
    /** The buyer's account at the registry, or the subaccount for retired certificates. Empty if unknown. */
    receiver: Generated<string>;
    state: RegistryOrderState;
    /** The id that the registry gave to the transfer, or its reference of the retirement. */
    transfer_id: Generated<string>;
    /** Why a person must decide, or why nothing was transferred. */
    reason: OrderReason | null;
    /** The explanation of the registry, in its own words. */
    detail: Generated<string>;
    /** The last answer that was applied: status, transfer id and quantity. */
    answer: Json<StoredAnswer> | null;
    /** How often the registry was asked without an answer that counts. */
    attempts: Generated<number>;
    version: Generated<number>;
    created_at: DefaultTime;
    asked_at: Time | null;
    answered_at: Time | null;
    /** The retirement here that the registry is asked for. Null for a transfer. */
    retirement_id: string | null;
    /** The company that sold the RECs of the retirement. Null for a transfer. */
    seller_account_id: string | null;
    /** The key with which anybody verifies the retirement at the registry. Empty if there is none. */
    verification_key: Generated<string>;
    /** The day of the retirement, as the registry states it. Null if unknown. */
    retired_on: Day | null;
  };
  /** What a seller or an administrator recorded of the retirement at the registry. The latest row of a seller counts. It cannot be changed. */
  registry_retirement: {
    id: string;
    retirement_id: string;
    /** The company from which the holder got the RECs. */
    seller_account_id: string;
    /** The name of the seller at that time. */
    company_name: string;
    registry: string;
    reference: string;
    verification_key: string;
    /** The public page of the registry that confirms the retirement. Empty if there is none. */
    address: string;
    retired_on: Day;
    evidence_ids: Generated<string[]>;
    /** Null: the registry answered a registry order by its API. */
    recorded_by: string | null;
    recorded_at: DefaultTime;
  };
  /** What an administrator decided about two related companies in one auction. */
  relation_decision: {
    auction_id: string;
    account_id: string;
    other_account_id: string;
    /** What the two companies shared at that time, as kinds. */
    facts: string[];
    reason: string;
    decided_by: string;
    decided_at: DefaultTime;
  };
  /** A retirement of RECs for a beneficiary, with the names at that time. The quantity is in the ledger. It cannot be changed. */
  retirement: {
    id: string;
    /** Confirms the statement on an open page. It cannot be guessed. */
    number: string;
    account_id: string;
    company_name: string;
    account_type: BeneficiaryType;
    name: string;
    address: string;
    name_on_certificates: string;
    building_owner_name: string;
    retired_by: string;
    retired_at: DefaultTime;
    /** Where the electricity was consumed: ISO 3166-1 alpha-2. Empty if unknown. */
    country: Generated<string>;
    /** A place in that country. Empty if unknown. */
    location: Generated<string>;
    /** First day for which the beneficiary reports. Null if unknown. */
    period_from: Day | null;
    /** Last day for which the beneficiary reports. Null if unknown. */
    period_to: Day | null;
    purpose: Generated<ClaimPurpose>;
    purpose_text: Generated<string>;
  };
  /** Sums of item results per day or month, in UTC. Trigger keep_figures moves them with the results. */
  sales_figure: {
    unit: string;
    /** The day, or the first day of the month, on which the auctions ended. */
    begins: Day;
    auction_type: AuctionType;
    /** Null: all. Rows of a day are for all products, or for one country, fuel type, year or period. Rows of a month are for one product. */
    country: Country | null;
    fuel_type: FuelType | null;
    vintage_year: number | null;
    vintage_period: VintagePeriod | null;
    /** Auctions with at least one such item. */
    auctions: number;
    offered: string;
    sold: string;
    value: string;
    awards: string;
    price_cents_sum: string;
    bids: string;
  };
  /** RECs offered at a fixed price. Its status follows from its times and from what remains. */
  sell_order: {
    id: string;
    title: string;
    /** For searches without regard to case. */
    title_lower: GeneratedAlways<string>;
    description: string;
    seller_account_id: string;
    unit_price_cents: number;
    minimum_purchase_quantity: number;
    max_buy_order_rec_quantity: number;
    /** Fee in hundredths of a percent. */
    seller_fee_hundredths: number;
    /** Fee in hundredths of a percent. */
    buyer_fee_hundredths: number;
    /** For whom the buying form suggests to retire. */
    beneficiary_default: BeneficiaryDefault;
    publish_at: Time | null;
    end_at: Time | null;
    cancelled_at: Time | null;
    cancel_remark: string | null;
    /** Totals are sums over the items, written in the same transaction as the items. */
    total_quantity: Generated<number>;
    remaining_quantity: Generated<number>;
    /** In buy orders that wait for a decision. */
    reserved_quantity: Generated<number>;
    sold_quantity: Generated<number>;
    thumbnail_id: string | null;
    /** In the order in which they are shown. */
    image_ids: Generated<readonly string[]>;
    /** When buyers were told of the publication, once. */
    publish_told_at: Time | null;
    /** When the end was settled, once: unsold RECs went back in the ledger. */
    end_settled_at: Time | null;
    created_by: string;
    created_at: DefaultTime;
    /** Increases with each change of the settings. */
    settings_version: Generated<number>;
    /** For each setting that was ever changed, the settings_version that changed it last. */
    setting_versions: ColumnType<unknown, string | undefined, string>;
  };
  /** Companies that may see and buy. Without a row, every active company may. */
  sell_order_buyer: {
    sell_order_id: string;
    account_id: string;
  };
  /** RECs of one country, fuel type and vintage within a sell order. */
  sell_order_item: {
    id: string;
    sell_order_id: string;
    position: number;
    country: Country;
    fuel_type: FuelType;
    vintage_year: number;
    vintage_period: VintagePeriod;
    total_quantity: number;
    remaining_quantity: number;
    /** In buy orders that wait for a decision. */
    reserved_quantity: Generated<number>;
    sold_quantity: Generated<number>;
    /** The seller's holding (ledger_account) that is sold from; null: the RECs come from outside the platform. */
    holding_id: string | null;
    description: string;
    address: string;
    latitude: number | null;
    longitude: number | null;
  };
  /** Made once and shared by all processes: signing keys, and the secret key where no setting gives one. */
  server_secret: {
    name: string;
    value: string;
    created_at: DefaultTime;
  };
  /** The only row says when a process last served. It is written once a second. */
  service_beat: {
    is_only_one: Generated<boolean>;
    at: Time;
  };
  /** The processes that serve, with their figures. */
  service_process: {
    id: string;
    host: string;
    pid: number;
    started_at: Time;
    at: Time;
    /** What the page of the service's health shows of this process. */
    figures: Json<ProcessMetrics>;
  };
  /** Payment and delivery of one award or one approved buy order. The terms are copied when the trade is made. */
  settlement: {
    id: string;
    award_id: string | null;
    buy_order_id: string | null;
    buyer_account_id: string;
    seller_account_id: string;
    /** Rises with each step, so that of two concurrent steps one gets a conflict. */
    version: Generated<number>;
    mode: SettlementMode;
    payment: PaymentState;
    delivery: DeliveryState;
    /** settledOutside: a trade from before settlements, about which the platform knows nothing. */
    whole: WholeState;
    /** What the buyer owes the seller, without the fees of the platform. */
    owed: string;
    paid: Generated<string>;
    quantity: number;
    delivered_quantity: Generated<number>;
    /** RECs of the part that is being transferred at the registry. */
    transfer_quantity: Generated<number>;
    calendar: BusinessCalendar;
    payment_days: number;
    delivery_days: number;
    cure_days: number;
    penalty_hundredths: number;
    holds_back: boolean;
    /** Computed once with the public holidays known then. The day in the calendar's country. */
    payment_due_on: Day | null;
    delivery_due_on: Day | null;
    cure_until: Day | null;
    /** Which reminders were sent. */
    reminders: Generated<string[]>;
    created_at: DefaultTime;
    changed_at: DefaultTime;
    /** RECs of a default that are released, but not sold to a next bid or returned yet. */
    to_offer: Generated<number>;
  };
  /** The timeline of a settlement: one row for each step. */
  settlement_event: {
    settlement_id: string;
    /** The version of the settlement after the step. */
    version: number;
    step: SettlementStep;
    actor: Actor;
    /** Null if the clock made the step. */
    made_by: string | null;
    made_at: DefaultTime;
    amount: string | null;
    quantity: number | null;
    reference: string;
    remark: string;
    evidence_ids: Generated<string[]>;
  };
  /** Offers of the RECs of a settlement in default to the next bids in rank. */
  settlement_offer: {
    id: string;
    settlement_id: string;
    bidder_id: string;
    bid_id: string;
    ranking: number;
    quantity: number;
    price_cents: number;
    amount: string;
    seller_fee: string;
    buyer_fee: string;
    /** The last day for an answer, in the country of the settlement's calendar. */
    answer_by: Day;
    state: Generated<OfferState>;
    offered_by: string;
    offered_at: DefaultTime;
    /** Null if the clock expired the offer. */
    answered_by: string | null;
    answered_at: Time | null;
  };
  /** Terms of settlement of an auction or a sell order. Without a row, the defaults of the variant apply. */
  settlement_terms: {
    id: string;
    auction_id: string | null;
    sell_order_id: string | null;
    mode: SettlementMode;
    calendar: BusinessCalendar;
    /** Business days of the calendar, as are the other days. */
    payment_days: number;
    delivery_days: number;
    cure_days: number;
    /** Penalty for a default in hundredths of a percent of the unpaid amount. */
    penalty_hundredths: number;
    /** RECs can be retired and resold only after they are paid and delivered. */
    holds_back: boolean;
  };
  /** Failed sign-ins, also with usernames that do not exist. */
  sign_in_failure: {
    /** SHA-256 of a username, an address or a trusted device. */
    subject_hash: string;
    failures: number;
    last_at: Time;
    /** Locked out until then. */
    rest_until: Time | null;
  };
  /** Imports of files that wrote rows at once. An import can be undone until one of its rows is used. */
  table_import: {
    id: string;
    kind: 'companies' | 'beneficiaries';
    /** The company that imported its beneficiaries. Null for companies, which administrators import. */
    account_id: string | null;
    file_name: string;
    lines: number;
    created_by: string;
    created_at: DefaultTime;
    /** Null unless the import was undone. */
    undone_at: Time | null;
    undone_by: string | null;
  };
  /** The row that each line of an import wrote. */
  table_import_line: {
    import_id: string;
    /** The number of the row in the file. */
    line: number;
    /** The account or the beneficiary. No foreign key: the row may be deleted. */
    row_id: string;
    /** SHA-256 of the row as it was written, which shows a later edit. Empty for accounts, which count their edits. */
    content: Generated<string>;
  };
  /** A document that administrators keep: a guide, the privacy notice or the terms. */
  template: {
    id: string;
    template_type: TemplateType;
    /** The newest version. Saving the next one locks this row. */
    version: number;
    created_by: string;
    created_at: DefaultTime;
    deleted_at: Time | null;
  };
  /** A user accepted a version of a document. It cannot be changed. */
  template_acceptance: {
    user_id: string;
    template_id: string;
    version: number;
    accepted_at: DefaultTime;
  };
  /** A file that was uploaded for a document. Its bytes are in the file storage. */
  template_file: {
    id: string;
    file_name: string;
    file_type: TemplateFileType;
    size: number;
    uploaded_by: string;
    created_at: DefaultTime;
  };
  /** A document as it was saved. It cannot be changed. */
  template_version: {
    template_id: string;
    version: number;
    document_name: string;
    audience: TemplateAudience;
    is_in_use: boolean;
    /** By language: null, a text, or a file (template_file). */
    contents: Json<StoredContents>;
    /** First version with the same contents: who accepted that one or a later one has accepted this. */
    contents_since: number;
    updated_by: string;
    updated_at: DefaultTime;
  };
  /** Files that a version names. They cannot be deleted. */
  template_version_file: {
    template_id: string;
    version: number;
    file_id: string;
  };
  /** Pictures that a version shows. They cannot be deleted. */
  template_version_image: {
    template_id: string;
    version: number;
    image_id: string;
  };
  /** A step between prices. Auctions copy it. */
  tick_size: {
    id: string;
    name: string;
    price_step_cents: number;
    created_at: DefaultTime;
  };
  /** A browser in which a user needs no one-time code. */
  trusted_device: {
    id: Generated<string>;
    /** SHA-256 of the cookie. */
    token_hash: string;
    user_id: string;
    /** SHA-256 of the fingerprint that the browser sends. */
    device_hash: string;
    /** By which people recognize the device in a list. */
    user_agent: Generated<string>;
    created_at: Time;
    last_used_at: Time;
    expires_at: Time;
  };
  /** The session of a user. The primary key allows one. */
  user_session: {
    user_id: string;
    /** The library's own id; a session that is not named here is over. */
    session_id: string;
    started_at: Time;
    expires_at: Time;
  };
  /** Guided tours that a person has seen. Each starts by itself once. */
  user_tour: {
    user_id: string;
    tour: TourName;
    outcome: TourOutcome;
    seen_at: DefaultTime;
  };
  /** Auctions that a person watches. */
  watch: {
    user_id: string;
    auction_id: string;
    created_at: DefaultTime;
  };
  /** An address to which a company has its events sent. */
  webhook: {
    id: string;
    /** Null for a webhook of the operator, which receives the events of all companies. */
    account_id: string | null;
    url: string;
    kinds: WebhookKind[];
    /** Signs deliveries; encrypted with SECRET_KEY. */
    sealed_secret: string;
    /** The secret before. It signs too, until before_until. */
    sealed_before: string | null;
    before_until: Time | null;
    created_by: string;
    created_at: DefaultTime;
    /** Since when no delivery has arrived; null after one that did. */
    failing_since: Time | null;
    /** Nothing is sent from then on, until an owner switches it on again. */
    disabled_at: Time | null;
  };
  /** An event for one webhook. */
  webhook_delivery: {
    id: string;
    webhook_id: string;
    kind: DeliveryKind;
    /** As it is sent and signed, byte for byte. */
    body: string;
    created_at: DefaultTime;
    attempts: Generated<number>;
    /** Null once nothing is tried any more. */
    next_attempt_at: Time | null;
    delivered_at: Time | null;
    /** HTTP status of the last attempt; null where there was no answer. */
    status: number | null;
    error: string | null;
  };
};
