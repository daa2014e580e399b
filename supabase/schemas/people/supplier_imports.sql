-- Import of suppliers.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.business_named(p_name text) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select c.id from public.contacts c
     where c.type = 'Business' and c.archived_at is null
       and private.contact_name_key(c.sort_name) = private.contact_name_key(private.contact_sort_name('Business', null, null, p_name))
       and private.contact_name_key(c.sort_name) <> ''
     order by c.created_at, c.id limit 1);
end $$;
comment on function private.business_named is 'The business of this name, however it is spelt with capitals and signs; null where there is none.';

create function private.supplier_row(p_row jsonb) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select p_row || jsonb_build_object('type', 'Business', 'choice', 'new', 'target', null, 'on_stop', false, 'name', null, 'last_name', null,
    'contact_type_id', (select t.id from public.contact_types t where t.is_supplier order by not t.name = 'Supplier', t.name limit 1),
    'account_manager_id', null)
$$;
comment on function private.supplier_row is 'A row of a list of suppliers as a row of the import of contacts: a business of the first kind of suppliers.';

create function private.judge_suppliers(p_rows jsonb) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with asked as materialized (
      select (r.given ->> 'line')::integer as line, r.given, k.key,
             first_value((r.given ->> 'line')::integer) over (partition by k.key order by r.place) as first
        from jsonb_array_elements(p_rows) with ordinality as r (given, place)
       cross join lateral (select private.contact_name_key(private.contact_sort_name('Business', null, null, r.given ->> 'company')) as key) as k
    ), judged as materialized (
      select j.line, j.verdict, j.because
        from private.judge_import((select coalesce(jsonb_agg(private.supplier_row(a.given) order by a.line), '[]') from asked a)) as j
    )
    select a.line, nullif(concat_ws('; ', case when j.verdict = 'refused' then coalesce(j.because, 'This row is not whole') end,
        case when a.key = '' then null when a.first <> a.line then format('Row %s has this name already', a.first)
             when j.verdict = 'create' and private.business_named(a.given ->> 'company') is not null then 'There is a business of this name already' end), '')
      from asked a left join judged j on j.line = a.line;
end $$;
comment on function private.judge_suppliers is 'What is wrong with rows of a list of suppliers, in words.';

create function private.add_suppliers(p_rows jsonb) returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_outcomes jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(o)), '[]') into v_outcomes
    from private.import_contact_rows((select coalesce(jsonb_agg(private.supplier_row(r.given)), '[]') from jsonb_array_elements(p_rows) as r (given))) as o
   where o.outcome = 'created';
  return query
    select o.line, c.id, private.contact_label(to_jsonb(c)), c.row_version
      from jsonb_to_recordset(v_outcomes) as o (line integer, contact_id uuid) join public.contacts c on c.id = o.contact_id order by 1;
end $$;
comment on function private.add_suppliers is 'Makes the suppliers of rows that were judged to be right.';
