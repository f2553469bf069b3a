import type { ChosenBeneficiary, SavedBeneficiary } from '#contract/holding/beneficiary.ts';
import {
  judgeBeneficiary,
  judgeCompletePlace,
  tidyBeneficiary,
  type Beneficiary,
  type BeneficiaryFields,
  type BeneficiaryType,
} from '#domain/holding/beneficiary.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';

/** The input of a beneficiary's form. */
export type DetailsDraft = Omit<BeneficiaryFields, 'accountType'> & { readonly accountType: BeneficiaryType };

/** The input of the choice of a beneficiary. Typed values are kept while another option is selected. */
export type BeneficiaryDraft = DetailsDraft & {
  readonly choice: ChosenBeneficiary['choice'];
  readonly beneficiaryId: string | null;
  /** The name of the chosen saved beneficiary. */
  readonly savedName: string;
  readonly isSaved: boolean;
};

/** The values of an empty form. */
export const EMPTY_DETAILS: DetailsDraft = {
  accountType: 'Corporate',
  name: '',
  address: '',
  nameOnCertificates: '',
  buildingOwnerName: '',
  country: '',
  location: '',
};

/** The initial input of the choice: the company itself is the beneficiary. */
export const EMPTY_BENEFICIARY: BeneficiaryDraft = {
  ...EMPTY_DETAILS,
  choice: 'own',
  beneficiaryId: null,
  savedName: '',
  isSaved: true,
};

/** Returns the form values of a saved beneficiary. */
export const detailsOf = ({ id: _id, ...details }: SavedBeneficiary): DetailsDraft => details;

/**
 * Checks the details of a beneficiary with the same rules as the server. The form also asks for the place of
 * consumption, which the server accepts as unknown.
 */
export const judgeDetails = (draft: DetailsDraft): Refusals<DetailsDraft> => ({
  ...judgeBeneficiary(draft),
  ...judgeCompletePlace(draft),
});

/** Returns the refusals of the choice of a beneficiary, by field. */
export function judgeChosen(draft: BeneficiaryDraft): Refusals<BeneficiaryDraft> {
  if (draft.choice === 'new') return judgeDetails(draft);
  if (draft.choice === 'own') return judgeCompletePlace(draft);
  return draft.choice === 'saved' && draft.beneficiaryId === null ? { beneficiaryId: { code: 'field_required' } } : {};
}

/** Returns the new beneficiary as it will be stored. */
export const newOf = (draft: BeneficiaryDraft): Beneficiary => ({
  ...tidyBeneficiary(draft),
  accountType: draft.accountType,
});

/** Returns the request body of the chosen beneficiary. */
export function chosenOf(draft: BeneficiaryDraft): ChosenBeneficiary {
  const { choice, beneficiaryId, country, location, isSaved } = draft;
  if (choice === 'own') return { choice, country, location };
  if (choice === 'saved') return { choice, beneficiaryId: beneficiaryId ?? '' };
  const { accountType, name, address, nameOnCertificates, buildingOwnerName } = draft;
  return { choice, accountType, name, address, nameOnCertificates, buildingOwnerName, country, location, isSaved };
}
