set check_function_bodies = off;

drop routine private.list_accounts();

drop routine public.list_accounts();

create or replace function private.nudge_clients_of_orders(p_order_ids uuid[], p_op text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nudge('doc:' || paper.uuid, 'invoices', p_op, null)
    from public.orders o
   cross join lateral (
     select o.public_uuid as uuid
     union select q.public_uuid from public.quotations q where q.id = o.quotation_id or q.amends_order_id = o.id) as paper
   where o.id = any (p_order_ids);
end $$;

create or replace function private.nudge_orders_of_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.nudge_clients_of_orders(case when new.order_id is null
    then array(select i.order_id from public.invoice_items i where i.invoice_id = new.id) else array[new.order_id] end, tg_op);
  return null;
end $$;

-- What a changed line bills is no matter for the client before it is issued; whether an invoice is being written is.
create or replace function private.nudge_orders_of_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'UPDATE' then
    perform private.nudge_clients_of_orders(array(
      select c.order_id from changed c
       where c.order_id is not null and not exists (
         select from public.invoice_items i where i.invoice_id = c.invoice_id and i.order_id = c.order_id and i.id not in (select id from changed))), tg_op);
  end if;
  return null;
end $$;

create or replace function private.not_made_of_delivery(p_delivery_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select string_agg(open.words, ', ' order by open.words)
      from (select distinct private.open_work_of_line(i.order_item_id) as words from public.delivery_items i
             where i.delivery_id = p_delivery_id and i.qty > i.qty_delivered) as open);
end $$;

create or replace function private.not_made_of_deliveries(p_ids uuid[])
  returns table (delivery_id uuid, not_made text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  if cardinality(p_ids) > 1000 then
    perform private.refuse('22023', 'At most 1000 deliveries at a time');
  end if;
  return query
    select d.id, open.words
      from public.deliveries d
     cross join lateral (select private.not_made_of_delivery(d.id) as words) as open
     where d.id = any (p_ids) and d.status not in ('delivered', 'cancelled') and open.words is not null;
end $$;

create or replace function private.nudge_deliveries_of_work() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_is_open boolean;
begin
  execute format('select exists (
    select from changed c
      join public.delivery_items i on i.order_item_id = %s
      join public.deliveries d on d.id = i.delivery_id
     where d.status not in (''delivered'', ''cancelled''))',
    case tg_table_name when 'jobs' then 'c.order_item_id' else '(select j.order_item_id from public.jobs j where j.id = c.job_id)' end)
    into v_is_open;
  if v_is_open then
    perform private.nudge('page:deliveries', tg_table_name, tg_op, null);
  end if;
  return null;
end $$;

create or replace function private.guard_packed_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_open constant text := private.not_made_of_delivery(new.id);
begin
  if v_open is not null then
    perform private.refuse('PT409', format('Not made yet: %s. Finish it first, or take it off this delivery.', left(v_open, 300)));
  end if;
  return new;
end $$;

create or replace function private.invitation_lives() returns interval
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lives interval := interval '1 hour';
begin
  if to_regprocedure('auth.invitation_lives()') is not null then
    execute 'select auth.invitation_lives()' into v_lives;
  end if;
  return v_lives;
end $$;

create or replace function private.list_accounts() returns table (
  user_id uuid, role public.app_role, contact_id uuid, name text, last_name text, logo_url text, email text, phone text,
  profile text, registered_at timestamptz, last_seen_at timestamptz, is_confirmed boolean, is_deactivated boolean,
  has_temporary_password boolean, has_second_factor boolean, invited_at timestamptz, invitation_ends_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select u.id, ur.role, c.id, c.name, c.last_name, c.logo_url, u.email::text, c.phone,
         c.profile, u.created_at,
         case when manager.yes then u.last_sign_in_at end,
         case when manager.yes then u.email_confirmed_at is not null end,
         coalesce(u.banned_until > now(), false),
         case when manager.yes then coalesce(c.has_temporary_password, false) end,
         case when manager.yes then private.has_second_factor(u.id) end,
         case when manager.yes and u.email_confirmed_at is null then u.invited_at end,
         case when manager.yes and u.email_confirmed_at is null then u.invited_at + private.invitation_lives() end
    from (select private.named('manage_user_roles')) as manager (yes)
    cross join auth.users u
    join public.user_roles ur on ur.user_id = u.id
    left join public.contacts c on c.user_id = u.id
   where manager.yes
      or (private.is_staff() and ur.role not in ('pending', 'client') and not coalesce(u.banned_until > now(), false))
   order by lower(coalesce(c.name, u.email)), lower(c.last_name), u.id
$$;

create or replace function public.list_accounts() returns table (
  user_id uuid, role public.app_role, contact_id uuid, name text, last_name text, logo_url text, email text, phone text,
  profile text, registered_at timestamptz, last_seen_at timestamptz, is_confirmed boolean, is_deactivated boolean,
  has_temporary_password boolean, has_second_factor boolean, invited_at timestamptz, invitation_ends_at timestamptz)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query select * from private.list_accounts();
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.not_made_of_deliveries(uuid[])');

CREATE TRIGGER nudge_orders_delete AFTER DELETE ON public.invoice_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_orders_of_draft();

CREATE TRIGGER nudge_orders_insert AFTER INSERT ON public.invoice_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_orders_of_draft();

CREATE TRIGGER nudge_orders_update AFTER UPDATE ON public.invoice_items REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_orders_of_draft();

CREATE TRIGGER nudge_deliveries_delete AFTER DELETE ON public.job_steps REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_deliveries_of_work();

CREATE TRIGGER nudge_deliveries_insert AFTER INSERT ON public.job_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_deliveries_of_work();

CREATE TRIGGER nudge_deliveries_update AFTER UPDATE ON public.job_steps REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_deliveries_of_work();

CREATE TRIGGER nudge_deliveries_delete AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_deliveries_of_work();

CREATE TRIGGER nudge_deliveries_insert AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_deliveries_of_work();

CREATE TRIGGER nudge_deliveries_update AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_deliveries_of_work();

grant execute on routine private.list_accounts() to authenticated;

revoke execute on routine public.list_accounts() from anon;

revoke execute on routine public.list_accounts() from public;

comment on function private.invitation_lives() is 'How long a mailed invitation can be followed: as the embedded server says, else an hour, as otp_expiry of supabase/config.toml.';

comment on function private.not_made_of_deliveries(pg_catalog.uuid[]) is 'What nobody has made yet of these deliveries, for whoever may view them: on the driver''s phone as in the office. At most 1000.';

comment on function private.not_made_of_delivery(pg_catalog.uuid) is 'The jobs of what a delivery still brings that nobody has made, as open_work_of_line says them; null where all is made.';

comment on function private.nudge_clients_of_orders(pg_catalog.uuid[],pg_catalog.text) is 'Invoices of these orders changed: their pages of clients, and those of their quotations, read again.';

comment on function private.nudge_deliveries_of_work() is 'Jobs or steps of what an open delivery brings changed: its drivers and the office read again what is not made.';

comment on function private.nudge_orders_of_draft() is 'A draft began or ceased to bill an order: its client reads that an invoice follows, or follows no more.';

comment on function public.list_accounts() is 'Accounts by name: all of them for holders of manage_user_roles, the colleagues who work here for other staff, none for anybody else.
invited_at, invitation_ends_at: of who was invited and did not come yet.';

comment on function public.not_made_of_deliveries(pg_catalog.uuid[]) is 'What nobody has made yet of these deliveries, for whoever may view them: on the driver''s phone as in the office. At most 1000.';

reset check_function_bodies;
