-- Import of a price list.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.judge_services(p_rows jsonb) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with asked as materialized (
      select (r.given ->> 'line')::integer as line, r.given, btrim(coalesce(r.given ->> 'name', '')) as name,
             first_value((r.given ->> 'line')::integer) over (
               partition by private.folded(btrim(coalesce(r.given ->> 'name', ''))) order by r.place) as first
        from jsonb_array_elements(p_rows) with ordinality as r (given, place)
    )
    select a.line, nullif(concat_ws('; ',
        case when a.name = '' then 'Name: Please enter the name of the service'
             when char_length(a.name) > 200 then 'Name: At most 200 characters'
             when a.first <> a.line then format('Row %s has this name already', a.first)
             when exists (select from public.services s where private.folded(s.name) = private.folded(a.name))
               then 'There is a service of this name already' end,
        case when char_length(a.given ->> 'category') > 100 then 'Group: At most 100 characters' end,
        case when char_length(a.given ->> 'summary') > 2000 then 'Description: At most 2000 characters' end,
        case when a.given ->> 'unit' not in ('piece', 'm2', 'm', 'm_height', 'm_edge', 'ft2', 'ft', 'ft_height', 'ft_edge', 'yd', 'hour', 'set')
          then 'Unit: This unit is not known' end,
        private.amount_problem('Price', a.given ->> 'base_price', 4, 999999999),
        private.amount_problem('Least charge', a.given ->> 'min_charge', 2, 999999999),
        case when coalesce(a.given ->> 'tax', '') <> '' and private.tax_named(a.given ->> 'tax') is null
          then format('{Tax}: There is no rate “%s” in this company', left(a.given ->> 'tax', 60)) end,
        case when private.uuid_or_null(a.given ->> 'id') is null then 'This row is not whole' end), '')
      from asked a;
end $$;
comment on function private.judge_services is 'What is wrong with rows of a price list, in words.';

create function private.add_services(p_rows jsonb) returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with typed as materialized (
      select (r.given ->> 'line')::integer as line, r.place, private.uuid_or_null(r.given ->> 'id') as id, btrim(r.given ->> 'name') as name, r.given,
             coalesce(nullif(btrim(left(btrim(regexp_replace(private.folded(r.given ->> 'name'), '[^a-z0-9]+', '-', 'g'), '-'), 60), '-'), ''), 'service') as slug
        from jsonb_array_elements(p_rows) with ordinality as r (given, place)
    ), made as (
      insert into public.services (id, slug, name, category, summary, unit, base_price, min_charge, vat_rate_id, sort, created_by)
      select t.id, case when row_number() over (partition by t.slug order by t.place) = 1 and not exists (select from public.services s where s.slug = t.slug)
               then t.slug else t.slug || '-' || left(md5(t.id::text), 8) end,
             t.name, nullif(btrim(t.given ->> 'category'), ''), nullif(btrim(t.given ->> 'summary'), ''), coalesce(nullif(t.given ->> 'unit', ''), 'piece'),
             private.plain_or_null(t.given ->> 'base_price'), private.plain_or_null(t.given ->> 'min_charge'),
             case when coalesce(t.given ->> 'tax', '') <> '' then private.tax_named(t.given ->> 'tax') end,
             (select coalesce(max(s.sort), 0) from public.services s) + t.place::integer, auth.uid()
        from typed t
      returning services.id, services.name, services.row_version
    )
    select t.line, m.id, m.name, m.row_version from made m join typed t on t.id = m.id order by t.line;
end $$;
comment on function private.add_services is 'Makes the services of rows of a price list that were judged to be right. They are not public and make jobs.';
