import { conflict, refusal, type ErrorEntry } from '#contract/errors/error-entry.ts';
import { IDENTITY_ERRORS, type IdentityError } from '#contract/errors/identity-errors.ts';
import { MARKETPLACE_ERRORS, type MarketplaceError } from '#contract/errors/marketplace-errors.ts';
import { PERSONAL_DATA_ERRORS, type PersonalDataError } from '#contract/errors/personal-data-errors.ts';
import { TEMPLATE_ERRORS, type TemplateError } from '#contract/errors/template-errors.ts';
import { TRANSPORT_ERRORS, type TransportError } from '#contract/errors/transport-errors.ts';
import type { ImageRefusal } from '#domain/auction/images.ts';
import type { ConductRefusal, ExtensionRefusal } from '#domain/auction/judge-conduct.ts';
import type { ItemRefusal } from '#domain/auction/judge-item.ts';
import type { SettingsRefusal } from '#domain/auction/judge-settings.ts';
import type { TermsRefusal } from '#domain/auction/terms.ts';
import type { TickRefusal } from '#domain/auction/judge-tick.ts';
import type { BidRefusal } from '#domain/bidding/judge-bid.ts';
import type { CompanyRefusal } from '#domain/company/company.ts';
import type { RangeRefusal } from '#domain/statistic/judge-range.ts';
import type { BeneficiaryRefusal } from '#domain/holding/beneficiary.ts';
import type { StatementRefusal } from '#domain/holding/statement-number.ts';

/** Refusals of the auction as a whole, before a bid is looked at (rules 3.1, checks 1 and 2), and of changing it. */
export type AuctionRefusal =
  | ConductRefusal
  | ExtensionRefusal
  | 'no_permission_to_join_auction'
  | 'account_blacklisted'
  | 'auction_has_no_items'
  | 'auction_has_no_bidders'
  | 'auction_has_started'
  | 'initial_bid_required'
  | 'maximum_items_reached'
  | 'bid_not_found'
  | 'bids_too_fast'
  | 'too_many_bids'
  | 'bidder_exists'
  | 'bidder_is_owner'
  | 'bidder_not_removable_from_public'
  | 'bidder_account_unknown'
  | 'list_too_long'
  | 'results_not_ready'
  | 'tick_size_in_use'
  | 'change_request_changed'
  | 'holding_too_small'
  | 'nothing_to_release'
  | 'auction_is_draft'
  | 'auction_is_no_draft'
  | 'draft_items_to_correct'
  | 'change_request_required'
  | 'change_request_too_late'
  | 'bids_would_be_cancelled'
  | 'bidder_related_to_owner';

/** Refusals about a company as a whole (rules 5). */
export type CompanyError =
  | 'registration_open'
  | 'registration_changed'
  | 'account_changed'
  | 'field_read_only'
  | 'viewer_cannot_act'
  | 'bids_through_colleague'
  | 'owner_required'
  | 'no_permission_to_update'
  | 'last_owner'
  | 'member_exists'
  | 'invitation_not_valid'
  | 'api_key_not_valid'
  | 'not_for_api_keys'
  | 'not_for_applications'
  | 'too_many_api_keys'
  | 'webhook_url_incorrect'
  | 'too_many_webhooks'
  | 'webhook_is_off';

export type ErrorCode =
  | BidRefusal
  | SettingsRefusal
  | TermsRefusal
  | ItemRefusal
  | ImageRefusal
  | TickRefusal
  | AuctionRefusal
  | CompanyRefusal
  | BeneficiaryRefusal
  | StatementRefusal
  | CompanyError
  | RangeRefusal
  | IdentityError
  | MarketplaceError
  | PersonalDataError
  | TemplateError
  | TransportError;

/** Every code that an answer can carry, with its HTTP status. Its words stand in the phrases as `error.<code>`. */
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
  terms_not_accepted: refusal,
  terms_changed: conflict,
  tick_size_in_use: conflict,
  change_request_changed: conflict,
  change_request_required: conflict,
  change_request_too_late: conflict,
  bids_would_be_cancelled: conflict,
  bidder_related_to_owner: conflict,
  holding_too_small: conflict,
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
  registration_open: conflict,
  registration_changed: conflict,
  account_changed: conflict,
  // None of these is about the session: 401 and 403 would sign the browser out.
  account_blacklisted: conflict,
  viewer_cannot_act: conflict,
  bids_through_colleague: conflict,
  owner_required: conflict,
  no_permission_to_update: conflict,
  last_owner: conflict,
  member_exists: conflict,
  invitation_not_valid: conflict,
  // Told to programs only.
  api_key_not_valid: { status: 401 },
  not_for_api_keys: { status: 403 },
  not_for_applications: { status: 403 },
  too_many_api_keys: conflict,
  webhook_url_incorrect: refusal,
  too_many_webhooks: conflict,
  webhook_is_off: conflict,
  ...IDENTITY_ERRORS,
  ...MARKETPLACE_ERRORS,
  ...PERSONAL_DATA_ERRORS,
  ...TEMPLATE_ERRORS,
  ...TRANSPORT_ERRORS,
} as const satisfies Record<ErrorCode, ErrorEntry>;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

export type ErrorParams = Readonly<Record<string, string | number>>;
export type FieldError = { readonly code: ErrorCode; readonly message: string; readonly params?: ErrorParams };

/** One thing that a refusal speaks of, such as a bid that an edit would cancel. */
export type ErrorDetail = Readonly<Record<string, string | number>>;

/** The body of every answer that isn't a success (rules 7). Messages are in the caller's language. */
export type ErrorBody = FieldError & {
  readonly fields?: Readonly<Record<string, FieldError>>;
  readonly details?: readonly ErrorDetail[];
};
