import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { templateContentsSchema, templateVersionNumber, templateVersionParams } from '#contract/template.ts';
import { TEMPLATE_TYPES } from '#domain/template/template-type.ts';

/** A version that a user confirms to have read and accepted. */
export const acceptedTemplateSchema = z.strictObject({ templateId: idSchema, version: templateVersionNumber });
export type AcceptedTemplate = z.output<typeof acceptedTemplateSchema>;

/** The accepted versions in one request. Ten are enough, because there are fewer kinds of policies. */
export const acceptedTemplatesSchema = z.array(acceptedTemplateSchema).check(z.maxLength(10));

const policyShape = {
  ...acceptedTemplateSchema.shape,
  templateType: z.enum(TEMPLATE_TYPES),
  documentName: z.string(),
};

const acceptancesSchema = z.strictObject({
  /**
   * The terms in force, if the caller has not accepted their current text. Until then the caller cannot enter an
   * auction.
   */
  toAccept: z.array(z.strictObject(policyShape)),
  /** The newest comes first. */
  accepted: z.array(z.strictObject({ ...policyShape, acceptedTime: timeSchema })),
});
export type Acceptances = z.output<typeof acceptancesSchema>;

export const listAcceptances = route('GET /user/templates/acceptances', {
  summary: 'Policies that the caller accepted, and those that it must accept before it enters an auction',
  reply: acceptancesSchema,
});

export const acceptTemplates = route('POST /user/templates/acceptances', {
  summary: 'Accept the current versions of policies. Repeating changes nothing',
  body: z.strictObject({ templates: acceptedTemplatesSchema }),
  reply: acceptancesSchema,
  refuses: ['template_not_in_force'],
});

export const getAcceptedTemplate = route('GET /user/templates/acceptances/{id}/versions/{version}', {
  summary: 'A version that the caller accepted. Other versions answer like missing ones',
  params: templateVersionParams,
  reply: z.strictObject({ ...policyShape, acceptedTime: timeSchema, contents: templateContentsSchema }),
});
