-- Pictures of auctions and their items. Their bytes are files beside the database; what is known of them stands here.
create table image (
  id uuid primary key,
  type text not null check (type in ('AuctionThumbnail', 'AuctionDetail')),
  -- Null once nothing can show it any more: then its files are deleted, and the row after them.
  auction_id uuid references auction on delete set null,
  uploaded_by uuid not null references app_user,
  created_at timestamptz(3) not null default now()
);
create index image_auction on image (auction_id);

alter table auction add thumbnail_id uuid references image;
-- In the order in which they are shown. Changes of items lock the auction and look whether the images are there.
alter table auction_item add image_ids uuid[] not null default '{}' check (cardinality(image_ids) <= 4);

-- Requests that were made before speak of items without images.
update item_change set proposed = '{"imageIds": []}'::jsonb || proposed where proposed is not null;
update item_change set before = '{"imageIds": []}'::jsonb || before where before is not null;
