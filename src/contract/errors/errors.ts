import { conflict, refusal, type ErrorEntry } from '#contract/errors/error-entry.ts';
import { APPROVAL_ERRORS } from '#contract/errors/approval-errors.ts';
import { CERTIFICATE_ERRORS } from '#contract/errors/certificate-errors.ts';
import { IMPORT_ERRORS } from '#contract/errors/import-errors.ts';
import { INVOICE_ERRORS } from '#contract/errors/invoice-errors.ts';
import { IDENTITY_ERRORS } from '#contract/errors/identity-errors.ts';
import { REGISTRY_ORDER_ERRORS, SETTLEMENT_ERRORS } from '#contract/errors/settlement-errors.ts';
import { SETTING_ERRORS } from '#contract/errors/setting-errors.ts';
import { TEMPLATE_ERRORS } from '#contract/errors/template-errors.ts';
import { TRANSPORT_ERRORS } from '#contract/errors/transport-errors.ts';
import type { ImageRefusal } from '#domain/auction/images.ts';
import type { ConductRefusal, ExtensionRefusal } from '#domain/auction/judge-conduct.ts';
import type { ItemRefusal } from '#domain/auction/judge-item.ts';
import type { SettingsRefusal } from '#domain/auction/judge-settings.ts';
import type { TermsRefusal } from '#domain/auction/terms.ts';
import type { TickRefusal } from '#domain/auction/judge-tick.ts';
import type { BidRefusal } from '#domain/bidding/judge-bid.ts';
import type { ClaimRefusal } from '#domain/claim/claim.ts';
import type { ConsumptionRefusal } from '#domain/claim/consumption.ts';
import type { RegistryRefusal } from '#domain/claim/registry-retirement.ts';
import type { CompanyRefusal } from '#domain/company/company.ts';
import type { DeviceRefusal } from '#domain/certificate/judge-device.ts';
import type { LotRefusal } from '#domain/certificate/judge-lot.ts';
import type { RangeRefusal } from '#domain/statistic/range.ts';
import type { BeneficiaryRefusal } from '#domain/holding/beneficiary.ts';
import type { StatementRefusal } from '#domain/holding/statement-number.ts';
import type { BuyQuantityRefusal } from '#domain/marketplace/judge-buy-order.ts';
import type { SellOrderItemRefusal } from '#domain/marketplace/judge-sell-order-item.ts';
import type { SellOrderRefusal } from '#domain/marketplace/judge-sell-order.ts';
import type { TemplateFileRefusal } from '#domain/template/template-file.ts';
import type { TemplateRefusal } from '#domain/template/template.ts';

/** Refusals of the domain's rules. Each code has an entry below. */
type RuleRefusal =
  | BeneficiaryRefusal
  | BidRefusal
  | BuyQuantityRefusal
  | ClaimRefusal
  | CompanyRefusal
  | ConductRefusal
  | ConsumptionRefusal
  | DeviceRefusal
  | ExtensionRefusal
  | ImageRefusal
  | ItemRefusal
  | LotRefusal
  | RangeRefusal
  | RegistryRefusal
  | SellOrderItemRefusal
  | SellOrderRefusal
  | SettingsRefusal
  | StatementRefusal
  | TemplateFileRefusal
  | TemplateRefusal
  | TermsRefusal
  | TickRefusal;

/** All codes of answers, with their HTTP status. The phrase of a code is `error.<code>`. */
export const ERRORS = {
  please_input_the_quantity: refusal,
  quantity_must_be_integer: refusal,
  quantity_out_of_range: refusal,
  minimum_quantity_is: refusal,
  maximum_quantity_is: refusal,
  quantity_must_be_whole_item: refusal,
  you_cannot_decrease_your_quantity: refusal,
  total_bid_quantity_exceeds_max: refusal,
  please_input_the_price: refusal,
  maximum_bid_price_is: refusal,
  minimum_bid_price_is: refusal,
  bid_price_invalid: refusal,
  you_cannot_decrease_your_bid_value: refusal,
  minimum_bid_price_to_win_is: refusal,
  you_cannot_increase_your_bid_value: refusal,
  maximum_bid_price_to_win_is: refusal,
  maximum_bids_reached: refusal,
  bid_unchanged: refusal,
  you_cannot_increase_your_minimum: refusal,
  own_bid_displaced: refusal,
  would_lower_the_total: refusal,
  minimum_acceptable_out_of_range: refusal,
  field_required: refusal,
  less_than_maximum_character: refusal,
  invalid_date: refusal,
  start_in_the_past: refusal,
  start_before_end: refusal,
  auction_duration_too_short: refusal,
  auction_duration_too_long: refusal,
  fee_out_of_range: refusal,
  spot_not_supported_in_reverse: refusal,
  locked_while_items_exist: refusal,
  soft_close_out_of_range: refusal,
  recurrence_until_too_early: refusal,
  recurrence_times_out_of_range: refusal,
  invalid_vintage_year: refusal,
  duplicate_item: refusal,
  below_minimum_rec_quantity: refusal,
  bounds_need_partial_fulfilment: refusal,
  maximum_quantity_below_minimum: refusal,
  minimum_bid_above_minimum_rec: refusal,
  price_invalid: refusal,
  maximum_price_below_minimum: refusal,
  tick_size_invalid: refusal,
  no_permission_to_join_auction: { status: 403 },
  auction_has_no_items: conflict,
  auction_has_no_bidders: conflict,
  auction_not_started: conflict,
  auction_has_started: conflict,
  auction_has_ended: conflict,
  auction_paused: conflict,
  auction_not_paused: conflict,
  auction_annulled: conflict,
  extension_not_later: refusal,
  initial_bid_required: conflict,
  maximum_items_reached: conflict,
  bid_not_found: { status: 404 },
  bids_too_fast: { status: 429 },
  too_many_bids: { status: 429 },
  bidder_exists: conflict,
  bidder_is_owner: conflict,
  bidder_not_removable_from_public: conflict,
  bidder_account_unknown: refusal,
  list_too_long: refusal,
  results_not_ready: conflict,
  log_proof_not_ready: conflict,
  terms_not_accepted: refusal,
  terms_changed: conflict,
  tick_size_in_use: conflict,
  change_request_changed: conflict,
  change_request_required: conflict,
  change_request_too_late: conflict,
  bids_would_be_cancelled: conflict,
  bidder_related_to_owner: conflict,
  holding_too_small: conflict,
  ...IMPORT_ERRORS,
  ...INVOICE_ERRORS,
  ...SETTLEMENT_ERRORS,
  ...REGISTRY_ORDER_ERRORS,
  nothing_to_release: conflict,
  auction_is_no_draft: conflict,
  auction_is_draft: conflict,
  draft_items_to_correct: conflict,
  range_backwards: refusal,
  range_too_long: refusal,
  file_type_must_be: refusal,
  file_too_large: refusal,
  image_too_large: refusal,
  image_unreadable: refusal,
  maximum_files: refusal,
  image_unknown: refusal,
  coordinate_out_of_range: refusal,
  coordinate_missing: refusal,
  location_undetermined: { status: 404 },
  emoji_not_allowed: refusal,
  not_allow_special_character: refusal,
  english_company_name_incorrect: refusal,
  address_incorrect: refusal,
  choice_unknown: refusal,
  field_read_only: refusal,
  beneficiary_unknown: refusal,
  statement_number_incorrect: refusal,
  statement_unknown: { status: 404 },
  link_invalid: refusal,
  registry_reference_used: conflict,
  month_invalid: refusal,
  megawatt_hours_invalid: refusal,
  holdings_changed: conflict,
  nothing_to_retire: refusal,
  registration_open: conflict,
  registration_changed: conflict,
  registration_other_open: conflict,
  account_changed: conflict,
  /** Somebody else saved a newer version. The details name the settings that changed since (decision 124). */
  settings_changed: conflict,
  text_line_break: refusal,
  text_character_unknown: refusal,
  text_placeholder_broken: refusal,
  text_placeholder_unknown: refusal,
  text_placeholder_missing: refusal,
  text_placeholder_form: refusal,
  // These refusals must not end the session. With status 401 or 403, the browser would sign out.
  account_blacklisted: conflict,
  viewer_cannot_act: conflict,
  bids_through_colleague: conflict,
  owner_required: conflict,
  no_permission_to_update: conflict,
  last_owner: conflict,
  member_exists: conflict,
  invitation_not_valid: conflict,
  // Only programs get these.
  api_key_not_valid: { status: 401 },
  not_for_api_keys: { status: 403 },
  scope_missing: { status: 403 },
  admin_role_missing: { status: 403 },
  last_administrator: conflict,
  ...APPROVAL_ERRORS,
  not_for_applications: { status: 403 },
  too_many_api_keys: conflict,
  webhook_url_incorrect: refusal,
  too_many_webhooks: conflict,
  webhook_is_off: conflict,
  message_waits: conflict,
  message_text_deleted: conflict,
  message_expired: conflict,
  own_email_missing: conflict,
  ...CERTIFICATE_ERRORS,
  ...IDENTITY_ERRORS,
  // Only the marketplace uses these.
  sell_order_not_available: conflict,
  sell_order_has_no_items: conflict,
  sell_order_published: conflict,
  sell_order_over: conflict,
  end_before_publishing: refusal,
  minimum_above_total: conflict,
  item_in_buy_orders: refusal,
  below_ordered_quantity: refusal,
  total_out_of_range: refusal,
  holding_unknown: refusal,
  remaining_quantity_is: refusal,
  buyer_is_seller: conflict,
  buyer_related_to_seller: conflict,
  buyer_not_listed: conflict,
  review_changed: conflict,
  buy_order_decided: conflict,
  buy_order_not_approved: conflict,
  // Only erasing a person uses these.
  erasure_auction_open: conflict,
  erasure_order_pending: conflict,
  erasure_registration_open: conflict,
  erasure_last_owner: conflict,
  erasure_sell_order_open: conflict,
  erasure_holds_recs: conflict,
  erasure_last_admin: conflict,
  /** A user of a foreign provider has no password here, so the user must confirm by a recent sign-in. */
  sign_in_too_long_ago: conflict,
  ...SETTING_ERRORS,
  ...TEMPLATE_ERRORS,
  ...TRANSPORT_ERRORS,
} as const satisfies Record<RuleRefusal, ErrorEntry> & Record<string, ErrorEntry>;
export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

export type ErrorParams = Readonly<Record<string, string | number>>;
export type FieldError = { readonly code: ErrorCode; readonly message: string; readonly params?: ErrorParams };

/** One thing that a refusal is about, such as a bid that an edit would cancel. */
export type ErrorDetail = Readonly<Record<string, string | number>>;
