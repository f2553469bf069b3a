import type { BeneficiaryType } from '#domain/holding/beneficiary.ts';
import type { DefaultTime } from '#server/platform/tables/column-types.ts';

/** The tables of retirements and of whom they are for, as queries see them. */
export type RetirementTables = {
  beneficiary: {
    id: string;
    account_id: string;
    account_type: BeneficiaryType;
    name: string;
    address: string;
    name_on_certificates: string;
    building_owner_name: string;
    created_by: string;
    created_at: DefaultTime;
  };
  /** What was retired and out of which holding, the ledger says. */
  retirement: {
    id: string;
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
  };
};
