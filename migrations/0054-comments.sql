-- What each table and each column that needs a word means. A new table brings its comment in its own migration; schema.sql
-- shows comments beside what they describe, and a test names tables without one.

comment on table account is
  'A company whose registration was approved. It owns auctions, bids, sells and buys.';
comment on column account.max_bid_quantity is
  'Limit for auctions in which the bidder has no limit of its own; null: no limit.';
comment on column account.pic_name is
  'Person in charge: whom administrators ask for.';
comment on column account.sst_number is
  'Malaysian sales and service tax number; empty where the company has none.';
comment on column account.contract_account_number is
  'Number of the company''s contract account, as the company gives it.';
comment on column account.province is
  'ISO 3166-2 code, as MY-10; empty where none was given.';
comment on column account.status is
  'Members of a blacklisted company read what is past and can no longer act.';
comment on column account.is_simulated is
  'The company exists in rehearsals only: it has no members, and no list shows it.';
comment on column account.version is
  'Rises with each change, so that nobody overwrites a change that they have not seen.';

comment on table account_change is
  'History of a company: who changed what, and when.';
comment on column account_change.changes is
  'List of { field, before, after }.';

comment on table account_invitation is
  'Somebody is asked to join a company. The secret in the mail works once.';
comment on column account_invitation.token_hash is
  'SHA-256 of the secret in the mail.';
comment on column account_invitation.accepted_by is
  'The user who joined; it may have another e-mail address than the invited one.';

comment on table account_member is
  'Users who act for a company, each in a role.';

comment on table api_key is
  'A key by which a company''s own program calls the API. It acts for the user who made it, within this company.';
comment on column api_key.token_hash is
  'SHA-256 of the key. The key itself is shown once and not stored.';
comment on column api_key.hint is
  'First characters of the key, by which people tell keys apart.';

comment on table api_key_act is
  'A change that was made through a key.';
comment on column api_key_act.action is
  'Method and path of the operation.';
comment on column api_key_act.subject is
  'What the path names, as ids.';

comment on table app_user is
  'A person who signs in: for a company, or as an administrator.';
comment on column app_user.role_name is
  'Role as the identity service names it, as TNBxOps. Permissions ask for auction_user_role instead.';
comment on column app_user.email_proven_at is
  'When a one-time code that was sent to this address came back.';
comment on column app_user.phone_proven_at is
  'When a one-time code that was sent to this number came back. Codes go only to proven numbers.';
comment on column app_user.erased_at is
  'The person was erased: only the id and a name without meaning are left.';
comment on column app_user.time_zone is
  'IANA time zone of the person''s browser at the last visit; mails show times in it.';

comment on table auction is
  'An auction from draft to result. Forward: buyers bid prices up. Reverse: sellers bid prices down.';
comment on column auction.end_time is
  'The end as it was set.';
comment on column auction.auction_end_time is
  'The end that counts: later than end_time after an extension, the end of all time (9999) while paused or a draft.';
comment on column auction.minimum_rec_quantity is
  'Smallest quantity that an item may have.';
comment on column auction.minimum_bidding_rec_quantity is
  'Smallest quantity that a bid may have.';
comment on column auction.seller_fee_hundredths is
  'Fee in hundredths of a percent.';
comment on column auction.buyer_fee_hundredths is
  'Fee in hundredths of a percent.';
comment on column auction.spot_recs is
  'The RECs exist already. Only forward auctions can have them.';
comment on column auction.owner_account_id is
  'The seller of a forward auction, the buyer of a reverse one.';
comment on column auction.tick_cents is
  'Copied from the tick size, so that a result can be computed again after the tick size changed or was deleted.';
comment on column auction.version is
  'Number of the last line of the bid history; also the version of the room.';
comment on column auction.last_hash is
  'Hash of the last line of the bid history: the head of its chain.';
comment on column auction.title_lower is
  'For searches without regard to case.';
comment on column auction.soft_close_minutes is
  'A bid in these last minutes that changes an item''s winners moves the end; null: no soft close.';
comment on column auction.soft_close_max is
  'How many times soft close may move the end.';
comment on column auction.end_when_paused is
  'The end that counted when the auction was paused. It is given back, moved, on resuming.';
comment on column auction.annulled_at is
  'An annulled auction is closed as well, has no awards, and ended at this time.';
comment on column auction.rehearsal_of is
  'This auction is a rehearsal: a copy of that auction, with simulated bidders.';
comment on column auction.next_simulated_bid_at is
  'When the next simulated bid of a rehearsal is due. The process that moves this time makes the bid.';
comment on column auction.recurrence is
  'The monthly rule (src/domain/auction/recurrence.ts); null: the auction does not repeat.';
comment on column auction.recurred_at is
  'When the recurrence was handled, so that the next auction is made once.';
comment on column auction.follows is
  'The auction of the series that this one repeats.';
comment on column auction.planned_start_time is
  'Only of drafts: the start it will have. start_time is the end of all time (9999) until an admin confirms the draft.';
comment on column auction.planned_end_time is
  'Only of drafts: the end it will have.';
comment on column auction.rules_version is
  'Version of the bidding rules that this auction is judged by.';
comment on column auction.closing_waits_until is
  'Closing waits until then, because bids that arrived in time still wait for the auction''s row.';

comment on table auction_item is
  'What is auctioned: a quantity of RECs of one country, fuel type and vintage.';
comment on column auction_item.partial_fulfillment is
  'Several bids may share the item.';
comment on column auction_item.min_quantity is
  'Smallest quantity that one bid may ask for, where bids may share the item.';
comment on column auction_item.max_quantity is
  'Largest quantity that one bid may ask for, where bids may share the item.';
comment on column auction_item.minimum_bid_price_cents is
  'Lowest price of a bid; bids of a forward auction open here.';
comment on column auction_item.maximum_bid_price_cents is
  'Highest price of a bid; bids of a reverse auction open here.';
comment on column auction_item.image_ids is
  'In the order in which they are shown.';
comment on column auction_item.address is
  'Where the device stands that generates the RECs.';

comment on table auction_notification is
  'An administrator reminded the bidders of an auction by mail.';

comment on table auction_settling is
  'Work that a change of a company leaves in one auction: seats and limits follow it. Any process does it and deletes the row.';
comment on column auction_settling.auction_id is
  'No foreign key: its check would wait for the auction''s row.';
comment on column auction_settling.user_id is
  'Who changed the company; the history names this user.';

comment on table audit_change is
  'A row that an administrator''s act changed, as it was before and after.';
comment on column audit_change.row_key is
  'Columns of the row''s primary key.';
comment on column audit_change.before is
  'Of an update, only the columns that differ.';

comment on table audit_line is
  'An act of an administrator. Written before the act, in the same transaction; it cannot be changed.';
comment on column audit_line.username is
  'The name at that time.';
comment on column audit_line.address is
  'Network address that the call came from.';
comment on column audit_line.session is
  'Tells sessions apart; it is not the id by which the session is known elsewhere.';
comment on column audit_line.action is
  'Method and path of the operation.';
comment on column audit_line.subject is
  'What the path names, as ids.';
comment on column audit_line.detail is
  'What the call sent, without secrets.';
comment on column audit_line.about is
  'Name of the thing that was changed, at that time.';

comment on table award is
  'A bid that won, with the quantity it got. Written when the auction closes.';
comment on column award.amount is
  'Price times quantity, in the currency of the variant.';
comment on column award.seller_fee is
  'Amount that the seller pays; rounded to cents.';
comment on column award.buyer_fee is
  'Amount that the buyer pays; rounded to cents.';

comment on table beneficiary is
  'For whom a company retires RECs, saved for the next time. A retirement keeps a copy.';

comment on table bid_cancellation is
  'A sealed bid that a change of the auction cancelled. Listed until its bidder bids again or dismisses it.';
comment on column bid_cancellation.item_name is
  'Name of the item at that time.';
comment on column bid_cancellation.code is
  'Error code of the rule that the bid no longer meets.';
comment on column bid_cancellation.params is
  'Numbers of that rule.';

comment on table bid_history is
  'The only store of bids: numbered lines, chained by hashes. A bid''s present state is its last line.';
comment on column bid_history.auction_id is
  'No foreign key: it would be checked once per bid, while the same statement holds the auction''s row.';
comment on column bid_history.seq is
  'Number of the line within the auction, from 1 without gaps.';
comment on column bid_history.alias is
  '"Bidder 7". Aliases are part of the hashed text, names never are.';
comment on column bid_history.by is
  'As what somebody acted; system: the clock or a rule did it.';
comment on column bid_history.hash is
  'SHA-256 of the hash of the line before and the text of this line.';
comment on column bid_history.acting_user_id is
  'Who acted; only administrators see it. Not part of the hashed text.';
comment on column bid_history.until is
  'The auction''s end from this line on, where the line moves it.';
comment on column bid_history.minimum_acceptable is
  'Smallest part that the bid accepts; null: any quantity.';
comment on column bid_history.api_key_id is
  'The key through which the bidder acted. Not part of the hashed text.';
comment on column bid_history.is_sealed is
  'True of lines before the start, else null: an index of them finds sealed bids without reading live ones.';

comment on table bid_request is
  'First answer to each idempotency key of a bidding call. A repeated call gets the same answer.';
comment on column bid_request.request_id is
  'First half of the SHA-256 of user and key.';
comment on column bid_request.request_hash is
  'SHA-256 of the request: the same key with another request is refused.';

comment on table bidder is
  'A seat: the company that may bid in an auction, and the user through whom it bids.';
comment on column bidder.alias_number is
  'The number in "Bidder 7": random within the auction, so that it does not tell who came first.';
comment on column bidder.max_quantity is
  'Limit of this bidder in this auction; null: the company''s limit counts.';
comment on column bidder.start_time is
  'Copy of the auction''s time, kept equal by a foreign key: a bidder''s list is in this order.';
comment on column bidder.auction_end_time is
  'Copy of the auction''s time, kept equal by a foreign key: a bidder''s list is in this order.';
comment on column bidder.terms_version is
  'Which version of the terms was accepted.';
comment on column bidder.is_double is
  'A second seat of one user, from before this was refused. A colleague takes it over.';

comment on table buy_order is
  'A company buys from a sell order at its fixed price. An administrator approves or rejects.';
comment on column buy_order.unit_price_cents is
  'Price and fees are copied when the order is placed: the buyer pays what it was shown.';
comment on column buy_order.beneficiary is
  'For whom the RECs are retired on approval; null: they become a holding.';
comment on column buy_order.is_with_sell_order is
  'Cancelled together with its sell order, not by its buyer.';

comment on table buy_order_part is
  'What a buy order takes of each item. The ledger names a purchase by the part''s id.';

comment on table change_request is
  'An owner asks to change items of an auction before the start. An administrator approves all of it or returns it.';
comment on column change_request.status is
  'A request that is still pending at the start has lapsed; nothing is written for that.';
comment on column change_request.message is
  'Why it was returned.';
comment on column change_request.sent_at is
  'When the owner sent it last.';
comment on column change_request.version is
  'Rises with each change, so that nobody decides on a version that they have not seen.';

comment on table client_consent is
  'Other applications that a person allowed to act through the API.';

comment on table company_registration is
  'A company asks to be admitted. Columns about the company are those of account.';
comment on column company_registration.language is
  'Language in which it was sent last; the decision is mailed in it.';
comment on column company_registration.taken_up_by is
  'The administrator who works on it.';
comment on column company_registration.account_id is
  'The company that came out of it, once approved.';
comment on column company_registration.version is
  'Rises with each change, so that nobody decides on a version that they have not seen.';

comment on table foreign_identity is
  'Who a user is at a foreign OpenID provider.';
comment on column foreign_identity.id_token is
  'The provider''s newest ID token, sealed. It is shown to the provider when its session is to end.';

comment on table hub_token is
  'Opens one WebSocket. Deleted by the connection that uses it.';
comment on column hub_token.claims is
  'Who connects, and which groups the connection may join.';

comment on table idempotent_request is
  'First reply to each idempotency key of a call that is not a bid. A repeated call gets the same reply.';
comment on column idempotent_request.request_hash is
  'SHA-256 of the request: the same key with another request is refused.';

comment on table identity_ticket is
  'The right to do one thing once, given for a one-time code: to set a password or a phone number.';
comment on column identity_ticket.device_hash is
  'SHA-256 of the fingerprint that the browser sends: the ticket works in this browser only.';
comment on column identity_ticket.detail is
  'What was stated with the code and is needed when the ticket is used.';

comment on table image is
  'A picture of an auction, a sell order or a document. Its bytes are in the file storage.';
comment on column image.auction_id is
  'Without auction and sell order nothing can show the picture: its files are deleted, then this row.';

comment on table item_change is
  'One change of a change request.';
comment on column item_change.seq is
  'The order in which the changes were asked for.';
comment on column item_change.item_id is
  'For an added item, the id that it will have. Hence no foreign key.';
comment on column item_change.proposed is
  'The item as it is to be; null for a deletion.';
comment on column item_change.before is
  'The item as it was when the request was approved.';

comment on table item_participant is
  'Companies that bid on an item of a closed auction: figures count them.';

comment on table item_result is
  'Totals of one item of a closed auction, written as it closes. Figures read these rows, not the bids.';
comment on column item_result.value is
  'Sum of price times quantity over the awards.';
comment on column item_result.price_cents_sum is
  'Sum of the prices of all awards, for the average that ignores quantity.';
comment on column item_result.bids is
  'How many bids were placed, without revisions.';

comment on table ledger_account is
  'A place where RECs can be. Its id follows from the other columns (function place_id).';
comment on column ledger_account.kind is
  'supply: outside the platform; listed: in an auction or sell order; held: a company''s holding; retired: for good.';
comment on column ledger_account.source_id is
  'Id of what the place belongs to. No foreign key: the ledger outlives a deleted auction.';
comment on column ledger_account.balance is
  'Moved by ledger entries alone (trigger move_balances). Only a supply can be below zero.';

comment on table ledger_entry is
  'A balanced double entry: this quantity left one place and came to another. It cannot be changed.';
comment on column ledger_entry.made_by is
  'Null: the clock did it.';

comment on table migration is
  'The migrations that this database has, kept by the migrator.';
comment on column migration.checksum is
  'SHA-256 of the file: a migration that was changed afterwards is reported.';

comment on table notice is
  'Something that a person is told in the application, and later by mail if it is still unread.';
comment on column notice.auction_id is
  'No foreign key: its check would wait for the auction''s row. Null for what waits for administrators.';
comment on column notice.item_id is
  'The item of an outbid bid. For administrators: the registration, buy order or auction that waits.';
comment on column notice.outcome is
  'How a result came out for the reader (NOTICE_OUTCOMES).';
comment on column notice.quantity is
  'The quantity that the outcome is about.';
comment on column notice.mail_due_at is
  'When a mail goes out if the notice is still unread; null: none goes out any more.';
comment on column notice.title is
  'Title of an auction that the reader can no longer see.';

comment on table notice_choice is
  'How a person wants to be told of one kind of notice. Without a row, NOTICE_DEFAULTS counts.';
comment on column notice_choice.minutes is
  'Of endingSoon: how many minutes before the end.';

comment on table notice_told is
  'What was told of an auction, so that one process tells it once.';
comment on column notice_told.about is
  'The start or end that it was about: after the time moved, it is told again.';

comment on table oidc_model is
  'What the OpenID library keeps: sessions, grants, tokens, codes.';
comment on column oidc_model.id_hash is
  'SHA-256 of the id: whoever shows the id has the right, so the id itself is not stored.';
comment on column oidc_model.session_id is
  'A session''s own id, or the id of the session that a token lives with.';

comment on table one_time_code is
  'A code that was sent. One row for each purpose and subject, so that tries cannot be spread over several codes.';
comment on column one_time_code.subject is
  'A user''s id, or the address that the code went to where there is no user yet.';
comment on column one_time_code.device_hash is
  'SHA-256 of the fingerprint that the browser sends: the code works in this browser only.';
comment on column one_time_code.detail is
  'What was stated when the code was asked for and is needed when it is given.';
comment on column one_time_code.sends is
  'Times of the sends of the last hour, in milliseconds since 1970.';
comment on column one_time_code.rest_until is
  'Locked out until then, after too many wrong codes.';

comment on table outage is
  'A time in which no process served.';
comment on column outage.extended is
  'How many auctions were extended for it.';

comment on table outbid_told is
  'Up to which line of an auction''s history bidders were told that they were outbid.';

comment on table outbox is
  'Mails and text messages. Written in the transaction that they tell of, sent afterwards.';
comment on column outbox.body is
  'Emptied once the message was sent.';
comment on column outbox.useful_until is
  'After this time the message is not sent any more, as a code that has expired.';
comment on column outbox.attachments is
  'What attachments are made from. They are made when the message is sent.';
comment on column outbox.is_sealed is
  'The body carries a secret, such as a one-time code: it is encrypted until it is sent.';

comment on table registration is
  'A person who signs up and has not given the one-time code yet.';
comment on column registration.accepted_templates is
  'Which versions of which documents were accepted on the way.';

comment on table registration_remark is
  'History of a company''s registration.';

comment on table relation_decision is
  'What an administrator decided about two related companies in one auction.';
comment on column relation_decision.facts is
  'What the two companies shared at that time, as kinds.';

comment on table retirement is
  'A retirement of RECs for a beneficiary, with the names at that time. The quantity is in the ledger. It cannot be changed.';
comment on column retirement.number is
  'Confirms the statement on an open page. It cannot be guessed.';

comment on table sell_order is
  'RECs offered at a fixed price. Its status follows from its times and from what remains.';
comment on column sell_order.beneficiary_default is
  'For whom the buying form suggests to retire.';
comment on column sell_order.total_quantity is
  'Totals are sums over the items, written in the same transaction as the items.';
comment on column sell_order.reserved_quantity is
  'In buy orders that wait for a decision.';
comment on column sell_order.seller_fee_hundredths is
  'Fee in hundredths of a percent.';
comment on column sell_order.buyer_fee_hundredths is
  'Fee in hundredths of a percent.';
comment on column sell_order.title_lower is
  'For searches without regard to case.';
comment on column sell_order.image_ids is
  'In the order in which they are shown.';
comment on column sell_order.publish_told_at is
  'When buyers were told of the publication, once.';
comment on column sell_order.end_settled_at is
  'When the end was settled, once: unsold RECs went back in the ledger.';

comment on table sell_order_buyer is
  'Companies that may see and buy. Without a row, every active company may.';

comment on table sell_order_item is
  'RECs of one country, fuel type and vintage within a sell order.';
comment on column sell_order_item.holding_id is
  'The seller''s holding (ledger_account) that is sold from; null: the RECs come from outside the platform.';
comment on column sell_order_item.reserved_quantity is
  'In buy orders that wait for a decision.';

comment on table server_secret is
  'Made once and shared by all processes: signing keys, and the secret key where no setting gives one.';

comment on table service_beat is
  'The only row says when a process last served. It is written once a second.';

comment on table service_process is
  'The processes that serve, with their figures.';
comment on column service_process.figures is
  'What the page of the service''s health shows of this process.';

comment on table sign_in_failure is
  'Failed sign-ins, also with usernames that do not exist.';
comment on column sign_in_failure.subject_hash is
  'SHA-256 of a username, an address or a trusted device.';
comment on column sign_in_failure.rest_until is
  'Locked out until then.';

comment on table template is
  'A document that administrators keep: a guide, the privacy notice or the terms.';
comment on column template.version is
  'The newest version. Saving the next one locks this row.';

comment on table template_acceptance is
  'A user accepted a version of a document. It cannot be changed.';

comment on table template_file is
  'A file that was uploaded for a document. Its bytes are in the file storage.';

comment on table template_version is
  'A document as it was saved. It cannot be changed.';
comment on column template_version.contents is
  'By language: null, a text, or a file (template_file).';
comment on column template_version.contents_since is
  'First version with the same contents: who accepted that one or a later one has accepted this.';

comment on table template_version_file is
  'Files that a version names. They cannot be deleted.';

comment on table template_version_image is
  'Pictures that a version shows. They cannot be deleted.';

comment on table tick_size is
  'A step between prices. Auctions copy it.';

comment on table trusted_device is
  'A browser in which a user needs no one-time code.';
comment on column trusted_device.token_hash is
  'SHA-256 of the cookie.';
comment on column trusted_device.device_hash is
  'SHA-256 of the fingerprint that the browser sends.';
comment on column trusted_device.user_agent is
  'By which people recognize the device in a list.';

comment on table user_session is
  'The session of a user. The primary key allows one.';
comment on column user_session.session_id is
  'The library''s own id; a session that is not named here is over.';

comment on table user_tour is
  'Guided tours that a person has seen. Each starts by itself once.';

comment on table watch is
  'Auctions that a person watches.';

comment on table webhook is
  'An address to which a company has its events sent.';
comment on column webhook.sealed_secret is
  'Signs deliveries; encrypted with SECRET_KEY.';
comment on column webhook.sealed_before is
  'The secret before. It signs too, until before_until.';
comment on column webhook.failing_since is
  'Since when no delivery has arrived; null after one that did.';
comment on column webhook.disabled_at is
  'Nothing is sent from then on, until an owner switches it on again.';

comment on table webhook_delivery is
  'An event for one webhook.';
comment on column webhook_delivery.body is
  'As it is sent and signed, byte for byte.';
comment on column webhook_delivery.next_attempt_at is
  'Null once nothing is tried any more.';
comment on column webhook_delivery.status is
  'HTTP status of the last attempt; null where there was no answer.';
