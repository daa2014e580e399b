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
           case when f.takes = 'input' then p.input when f.takes in ('due', 'base and tax') then p.due end as tax, p.treatment
      from found f join papers p on p.line = f.line
    union all
    -- What no row takes: what is owed, with its base, and what is deducted apart.
    select null, null, null, p.line, case when p.side = 'sales' or t.line is null then p.base end, p.due, p.treatment
      from papers p left join taken t on t.line = p.line
     where p.side = 'sales' and t.line is null or p.side = 'purchases' and p.due * coalesce(t.due, 1) <> 0
    union all
    select null, null, null, p.line, null, p.input, p.treatment || '_deducted'
      from papers p left join taken t on t.line = p.line
     where p.side = 'purchases' and p.input * coalesce(t.input, 1) <> 0
  )
  select x.place, x.box, x.words, p.kind, p.id, p.label, p.contact_id, p.day, p.rate, x.treatment, x.net, x.tax
    from placed x join papers p on p.line = x.line where coalesce(x.net, 0) <> 0 or coalesce(x.tax, 0) <> 0
$$;

comment on function private.lines_of_boxes(pg_catalog.date,pg_catalog.date) is 'The lines of the papers of these days in the boxes of the country of the company: net, tax, or both, as the box takes them; a line without a box is what no box
takes; the treatment of input tax without one ends in _deducted. Nothing where the boxes are not known. For functions that asked for the right.';

reset check_function_bodies;
