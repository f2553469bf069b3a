import { conflict, refusal, type ErrorEntry } from '#contract/errors/error-entry.ts';
import type { TemplateFileRefusal } from '#domain/template/template-file.ts';
import type { TemplateRefusal } from '#domain/template/template.ts';

/** What only templates refuse; rules that they have in common with others stand in `errors.ts`. */
export const TEMPLATE_ERRORS = {
  /** Nothing of this type is there to read; browsers are silent about it (specification 8). */
  template_not_found: { status: 404 },
  template_changed: conflict,
  /** Or somebody accepted it: what was accepted can be read for good. */
  template_in_use: conflict,
  template_not_in_force: conflict,
  /** The terms in force must be accepted first: `GET /user/templates/acceptances` says which. */
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

export type TemplateError = keyof typeof TEMPLATE_ERRORS | TemplateRefusal | TemplateFileRefusal;
