import type { Generated, GeneratedAlways } from 'kysely';
import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { VintagePeriod } from '#domain/basics/vintage.ts';
import type { MovementKind, PlaceKind, SourceKind } from '#domain/holding/ledger.ts';
import type { DefaultTime } from '#server/platform/tables/column-types.ts';

/** The tables of the ledger, as queries see them. Balances are moved by the database, as entries are added. */
export type HoldingTables = {
  ledger_account: {
    id: string;
    kind: PlaceKind;
    account_id: string;
    country: Country;
    fuel_type: FuelType;
    vintage_year: number;
    vintage_period: VintagePeriod;
    source_kind: SourceKind;
    source_id: string;
    balance: Generated<string>;
    created_at: DefaultTime;
  };
  ledger_entry: {
    id: GeneratedAlways<string>;
    kind: MovementKind;
    from_id: string;
    to_id: string;
    quantity: string;
    made_at: DefaultTime;
    made_by: string | null;
    remark: Generated<string>;
  };
};
