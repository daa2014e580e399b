set check_function_bodies = off;

create or replace function private.leave_cost_charts(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cost_accounts a set archived = true
   where not a.archived and exists (select from unnest(array['general', 'skr03', 'snc']) as k (chart), private.cost_chart_of(k.chart) as c
                                     where (left(c.code, 2), c.name) = (left(a.code, 2), a.name))
     and not exists (select from private.cost_chart_of(p_chart) as c where (left(c.code, 2), c.name) = (left(a.code, 2), a.name));
  delete from public.cost_accounts a
   where a.archived and exists (select from unnest(array['general', 'skr03', 'snc']) as k (chart), private.cost_chart_of(k.chart) as c
                                 where (left(c.code, 2), c.name) = (left(a.code, 2), a.name))
     and not exists (select from private.cost_chart_of(p_chart) as c where (left(c.code, 2), c.name) = (left(a.code, 2), a.name))
     and not exists (select from public.supplier_invoice_items i where i.cost_account_id = a.id)
     and not exists (select from public.bank_bookings b where b.cost_account_id = a.id)
     and not exists (select from public.bank_rules r where r.cost_account_id = a.id)
     and not exists (select from public.book_entry_lines l where l.cost_account_id = a.id)
     and not exists (select from public.moved_accounts m where m.to_cost_account_id = a.id)
     and not exists (select from public.recurring_payments p where p.cost_account_id = a.id);
end $$;

create or replace function private.enter_cost_chart(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cost_accounts a set archived = false
    from private.cost_chart_of(p_chart) as c where (left(c.code, 2), c.name) = (left(a.code, 2), a.name) and a.archived;
  insert into public.cost_accounts (code, name)
  select n.code, c.name from private.cost_chart_of(p_chart) as c
   cross join lateral (
     select f.code from (select c.code, 0 as place union all select case when length(c.code) < 4 then c.code || g else (c.code::integer + g)::text end, g from generate_series(1, 99) as g) as f
      where not exists (select from public.ledger_accounts a where lower(btrim(a.code)) = f.code) and not exists (select from public.cost_accounts a where lower(btrim(a.code)) = f.code)
        and (f.place = 0 or not exists (select from private.cost_chart_of(p_chart) as o where o.code = f.code) and not exists (select from private.chart_of(p_chart) as o where o.code = f.code))
      order by f.place limit 1) as n
   where not exists (select from public.cost_accounts a where lower(btrim(a.code)) = c.code or (left(a.code, 2), a.name) = (left(c.code, 2), c.name));
end $$;

create or replace function private.counterpart(p_code text, p_name text, p_chart text) returns table (account_id uuid, cost_account_id uuid)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_meaning text;
  v_target record;
begin
  -- An account whose number was taken has the next one that was free.
  if exists (select from private.meanings_of_chart(p_chart) as t where (left(t.code, 2), t.name) = (left(p_code, 2), p_name)) then
    return;
  end if;
  -- An account of several parts, such as gains and losses by the exchange, is that of the first.
  select m.meaning into v_meaning from unnest(array['general', 'skr03', 'snc']) as k (chart), private.meanings_of_chart(k.chart) as m
   where k.chart <> p_chart and (left(m.code, 2), m.name) = (left(p_code, 2), p_name) order by length(m.meaning), m.meaning limit 1;
  if v_meaning is null then
    return;
  end if;
  select t.* into v_target from private.meanings_of_chart(p_chart) as t
   where t.meaning in (v_meaning, split_part(v_meaning, '|', 1), case v_meaning when 'other costs' then 'costs' end)
   order by t.meaning <> v_meaning limit 1;
  if v_target.is_cost then
    return query select null::uuid, a.id from public.cost_accounts a where a.name = v_target.name and not a.archived order by a.code <> v_target.code, a.code limit 1;
  elsif exists (select from private.chart_of(p_chart) as c where c.code = v_target.code and c.part is not null) then
    -- That to which the rules lead now: an account of another chart may have the same name.
    return query select r.account_id, null::uuid from public.account_rules r
      where r.service_id is null and concat_ws('|', r.part, r.method, trim_scale(r.vat_rate), r.vat_treatment) = v_target.meaning order by r.from_day desc nulls last limit 1;
  else
    return query select a.id, null::uuid from public.ledger_accounts a where a.name = v_target.name and not a.archived order by a.code <> v_target.code, a.code limit 1;
  end if;
end $$;

comment on function private.enter_cost_chart(pg_catalog.text) is 'The cost accounts of a chart are offered. An account that the company added or renamed stays; a number that is of another cost account already is left out, and beside an
account of the books the next free one is taken.';

reset check_function_bodies;
