-- People who had themselves erased (decision 51): what is left of one is an id, and a name that says nothing.
alter table app_user add column erased_at timestamptz(3);

-- Nothing begins for somebody who is being erased at that moment: either it is there first and the erasure sees it, or it
-- waits for the erasure and is refused.
create function refuse_erased() returns trigger language plpgsql as $$
begin
  perform 1 from app_user where id = new.user_id and erased_at is null for key share;
  if not found then raise exception 'this person was erased' using errcode = 'GL001'; end if;
  return new;
end $$;

create trigger refuse_erased before insert on account_member for each row execute function refuse_erased();
create trigger refuse_erased before insert on api_key for each row execute function refuse_erased();
create trigger refuse_erased before insert or update of user_id on bidder for each row execute function refuse_erased();
create trigger refuse_erased before insert on buy_order for each row execute function refuse_erased();
create trigger refuse_erased before insert on company_registration for each row execute function refuse_erased();
create trigger refuse_erased before insert on foreign_identity for each row execute function refuse_erased();
create trigger refuse_erased before insert on trusted_device for each row execute function refuse_erased();
create trigger refuse_erased before insert on user_session for each row execute function refuse_erased();
