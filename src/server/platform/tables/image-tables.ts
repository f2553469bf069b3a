import type { ImageType } from '#domain/auction/images.ts';
import type { DefaultTime } from '#server/platform/tables/column-types.ts';

/** The table of pictures, as queries see it: each belongs to an auction, to a sell order, or to nothing any more. */
export type ImageTables = {
  image: {
    id: string;
    type: ImageType;
    auction_id: string | null;
    sell_order_id: string | null;
    uploaded_by: string;
    created_at: DefaultTime;
  };
};
