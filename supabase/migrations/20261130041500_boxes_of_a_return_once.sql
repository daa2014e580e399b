set check_function_bodies = off;

create or replace function private.lines_of_boxes(p_from date, p_to date)
returns table (place integer, box text, words text, kind text, id uuid, label text, contact_id uuid, day date, rate numeric, treatment text, net numeric, tax numeric)
language sql stable security definer set search_path = '' as $$
  with boxes as materialized (
    select b.* from public.company_settings s cross join lateral private.boxes_of(private.country_code(s.country)) as b where s.tax_kind = 'vat'
  ), papers as materialized (
    select row_number() over () as line, p.* from private.papers_of_return(p_from, p_to) as p where exists (select from boxes)
  ), found as materialized (
    -- Of each figure of a line the most precise row.
    select distinct on (p.line, b.takes) p.line, b.takes, b.place, b.box, b.words
      from papers p join boxes b on b.side = p.side and (b.treatment is null or b.treatment = p.treatment) and (b.rate is null or b.rate = p.rate)
       and (b.is_union is null or b.is_union = p.is_union) and (p.side = 'purchases' or p.treatment <> 'standard' or p.rate <> 0)
     order by p.line, b.takes, b.treatment is null, b.rate is null, b.is_union is null
  ), taken as materialized (
    select f.line, (count(*) filter (where f.takes in ('due', 'base and tax')) = 0)::integer as due, (count(*) filter (where f.takes = 'input') = 0)::integer as input
      from found f group by f.line
  ), placed as (
    select f.place, f.box, f.words, p.line, case when f.takes like 'base%' then p.base end as net,
           case when f.takes = 'input' then p.input when f.takes in ('due', 'base and tax') then p.due end as tax
      from found f join papers p on p.line = f.line
    union all
    -- What no row takes.
    select null, null, null, p.line, case when p.side = 'sales' then p.base end,
           case when p.side = 'sales' then p.due else p.due * coalesce(t.due, 1) + p.input * coalesce(t.input, 1) end
      from papers p left join taken t on t.line = p.line
     where p.side = 'sales' and t.line is null or p.side = 'purchases' and (p.due * coalesce(t.due, 1) <> 0 or p.input * coalesce(t.input, 1) <> 0)
  )
  select x.place, x.box, x.words, p.kind, p.id, p.label, p.contact_id, p.day, p.rate, p.treatment, x.net, x.tax
    from placed x join papers p on p.line = x.line where coalesce(x.net, 0) <> 0 or coalesce(x.tax, 0) <> 0
$$;

reset check_function_bodies;
