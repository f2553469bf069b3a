import { conflict, refusal, type ErrorEntry } from '#contract/errors/error-entry.ts';

/** Error codes of templates and of the files that they hold. */
export const TEMPLATE_ERRORS = {
  /** There is no template of this type to read. Browsers show no message (docs/rules.md#unauthorized-answers). */
  template_not_found: { status: 404 },
  template_changed: conflict,
  /** The template is in use, or somebody accepted it. Accepted texts must stay readable forever. */
  template_in_use: conflict,
  template_not_in_force: conflict,
  /** The terms in force must be accepted first. `GET /user/templates/acceptances` lists them. */
  template_not_accepted: conflict,
  audience_not_for_policies: refusal,
  template_says_nothing: refusal,
  file_must_be_under: refusal,
  file_encrypted: refusal,
  file_has_macros: refusal,
  file_has_objects: refusal,
  file_unreadable: refusal,
  file_unfolds_too_far: refusal,
  file_unknown: refusal,
} as const satisfies Record<string, ErrorEntry>;
