-- Which version of the terms a bidder accepted, beside when: what binds it is what it read, not what they say today.
alter table bidder add column terms_version text;
update bidder set terms_version = '2026-11' where terms_accepted_at is not null;
alter table bidder add constraint bidder_terms_check check ((terms_version is null) = (terms_accepted_at is null));
