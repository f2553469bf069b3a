import type { Generated } from 'kysely';
import type { StoredRequestStatus } from '#domain/auction/change-request.ts';
import type { ItemChange } from '#domain/auction/item-changes.ts';
import type { ProposedItem } from '#domain/auction/judge-item.ts';
import type { Time, Json } from '#server/platform/tables/column-types.ts';

/** The tables of what owners ask to be changed, as queries see them. */
export type ChangeRequestTables = {
  change_request: {
    id: string;
    auction_id: string;
    status: Generated<StoredRequestStatus>;
    version: Generated<number>;
    message: Generated<string>;
    requested_by: string;
    created_at: Generated<Time>;
    sent_at: Time;
    decided_at: Time | null;
  };
  item_change: {
    id: string;
    seq: Generated<string>;
    request_id: string;
    kind: ItemChange['kind'];
    item_id: string;
    proposed: Json<ProposedItem> | null;
    before: Json<ProposedItem> | null;
  };
};
