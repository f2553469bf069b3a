-- What is due to one webhook is found without reading what waits for others: companies take turns (decision 50).
create index webhook_delivery_turn on webhook_delivery (webhook_id, next_attempt_at) where next_attempt_at is not null;
