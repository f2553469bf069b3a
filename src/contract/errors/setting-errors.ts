import { conflict, refusal, type ErrorEntry } from '#contract/errors/error-entry.ts';

/** Error codes of the platform's settings. */
export const SETTING_ERRORS = {
  color_invalid: refusal,
  country_code_unknown: refusal,
  country_repeated: refusal,
  province_code_format: refusal,
  province_repeated: refusal,
  province_name_required: refusal,
  province_name_invalid: refusal,
  business_type_code_format: refusal,
  currency_unknown: refusal,
  currency_in_use: conflict,
  business_type_repeated: refusal,
  business_type_name_required: refusal,
  business_type_name_invalid: refusal,
  registration_choice_removed: refusal,
} as const satisfies Record<string, ErrorEntry>;
