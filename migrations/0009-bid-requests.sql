-- Two uuids are the whole key of a bidding call: a long text key made each look and each insert dear, and there is one of
-- each per bid. `request_id` is the beginning of the SHA-256 of user and key; the answer is only ever handed out again.
alter table bid_request add column request_id uuid;
update bid_request
  set request_id = substr(encode(sha256(convert_to(user_id || ' ' || key, 'UTF8')), 'hex'), 1, 32)::uuid;
alter table bid_request drop constraint bid_request_pkey, drop column user_id, drop column key,
  alter column answer type json, add primary key (auction_id, request_id);
