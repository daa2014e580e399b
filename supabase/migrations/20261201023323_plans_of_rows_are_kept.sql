set check_function_bodies = off;

create or replace function private.asset_months(p_from date, p_to date, p_id uuid default null) returns table (asset_id uuid, on_date date, amount numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select p.asset_id, p.on_date, p.amount
    from private.asset_plan(p_id) as p join public.fixed_assets a on a.id = p.asset_id
   where p.on_date between p_from and least(p_to, private.company_today()) and p.amount <> 0 and (a.disposed_on is null or p.on_date <= a.disposed_on);
end $$;

create or replace function private.booked_to(p_accounts uuid[], p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, words text, amount numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  with names as materialized (
    select * from private.days_of_names(p_accounts)
  )
  select b.booked_on, 8, b.method || '_entry', coalesce(b.reverses_id, b.id), b.id, b.number, concat_ws(' · ', b.party_name, b.words), b.amount - b.vat
    from public.bank_bookings b join names n on n.named_id = coalesce(b.account_id, b.cost_account_id) and b.booked_on between n.first_day and n.last_day
   where b.booked_on between p_from and p_to
  union all
  select e.on_date, 10, 'book_entry', e.id, e.id, e.entry_number, e.words, sum(l.amount)
    from public.book_entries e join public.book_entry_lines l on l.book_entry_id = e.id
    join names n on n.named_id = coalesce(l.account_id, l.cost_account_id) and e.on_date between n.first_day and n.last_day
   where e.on_date between p_from and p_to group by e.id having sum(l.amount) <> 0;
end $$;

create or replace function private.discounted_lines(p_quotation_id uuid) returns table(item_id uuid, net numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  with line as (
    select i.id, i.kind, i.position, i.net, not i.is_optional or i.is_selected as counts
      from public.quotation_items i where i.quotation_id = p_quotation_id and i.kind in ('item', 'discount')
  ), whole as (
    select coalesce(sum(l.net) filter (where l.kind = 'item'), 0) as net, coalesce(sum(l.net) filter (where l.kind = 'discount'), 0) as off
      from line l where l.counts
  )
  select l.id, l.net + private.part_of(w.off, sum(l.net) over upto, w.net) - private.part_of(w.off, sum(l.net) over upto - l.net, w.net)
    from line l cross join whole w where l.kind = 'item' and l.counts
  window upto as (order by l.position, l.id)
  union all
  select l.id, l.net + private.part_of(w.off, l.net, w.net + l.net) from line l cross join whole w where l.kind = 'item' and not l.counts;
end $$;

reset check_function_bodies;
