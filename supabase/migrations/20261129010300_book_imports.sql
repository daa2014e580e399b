set check_function_bodies = off;

drop trigger append_only on public.stock_movements;

create table public.book_imports (
  id         uuid primary key,
  kind       text not null,
  file_name  text not null,
  day        date not null,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  added      integer not null default 0,
  expected   jsonb not null default '{}',
  undone_at  timestamptz,
  undone_by  uuid references auth.users (id) on delete set null,
  constraint book_imports_kind_is_known check (kind in ('service', 'material', 'supplier')),
  constraint book_imports_file_name_length check (char_length(btrim(file_name)) between 1 and 300 and char_length(file_name) <= 400),
  constraint book_imports_day_is_believable check (day between '2000-01-01' and '2100-01-01'),
  constraint book_imports_expected_is_small check (jsonb_typeof(expected) = 'object' and octet_length(expected::text) <= 4000)
);

create table public.book_import_rows (
  import_id uuid not null references public.book_imports (id) on delete cascade,
  line      integer not null,
  record_id uuid not null,
  label     text not null,
  version   integer not null,
  primary key (import_id, line),
  constraint book_import_rows_label_length check (char_length(label) <= 500)
);

create or replace function private.book_kinds() returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select k.kind
      from (values
        ('service', private.can('markup-demo', 'create')),
        ('material', private.can('inventory', 'create') and private.can('inventory', 'edit') and private.named('view_financial_data')),
        ('supplier', private.can('contacts', 'view') and private.can('contacts', 'create'))) as k (kind, may)
     where k.may or private.is_server());
end $$;

create or replace function private.must_import(p_kind text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not coalesce(p_kind in ('service', 'material', 'supplier'), false) then
    perform private.refuse('22023', 'Please choose what to import');
  elsif not p_kind = any (private.book_kinds()) then
    raise insufficient_privilege using message = format('You may not import %s',
      case p_kind when 'service' then 'the price list' when 'material' then 'materials with stock' else 'suppliers' end);
  end if;
end $$;

create or replace function private.plain_or_null(p_text text) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case when p_text ~ '^-?[0-9]{1,12}([.][0-9]{1,6})?$' then p_text::numeric end
$$;

create or replace function private.amount_problem(p_label text, p_text text, p_places integer, p_most numeric) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when coalesce(p_text, '') = '' then null
    when private.plain_or_null(p_text) is null then p_label || ': This is not a number'
    when private.plain_or_null(p_text) < 0 then p_label || ': This cannot be below zero'
    when private.plain_or_null(p_text) > p_most then p_label || ': At most ' || p_most
    when private.plain_or_null(p_text) <> trunc(private.plain_or_null(p_text), p_places) then p_label || ': At most ' || p_places || ' decimals' end
$$;

create or replace function private.tax_named(p_text text) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select v.id from public.vat_rates v
   where (v.valid_to is null or v.valid_to >= private.company_today())
     and (lower(btrim(p_text)) = v.code or private.folded(btrim(p_text)) = private.folded(v.label)
       or (v.rate = private.plain_or_null(btrim(rtrim(btrim(p_text), '%'))) and v.treatment in ('standard', 'zero')))
   order by lower(btrim(p_text)) <> v.code, not v.is_default, v.sort, v.id limit 1
$$;

create or replace function private.judge_book_rows(p_kind text, p_rows jsonb) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_kind = 'service' then
    return query select j.line, private.with_tax(j.problem) from private.judge_services(p_rows) as j;
  elsif p_kind = 'material' then
    return query select j.line, private.with_tax(j.problem) from private.judge_materials(p_rows) as j;
  else
    return query select j.line, private.with_tax(j.problem) from private.judge_suppliers(p_rows) as j;
  end if;
end $$;

create or replace function private.refuse_many_rows(p_rows jsonb) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > 2000 then
    perform private.refuse('22023', 'At most 2000 rows at a time');
  elsif octet_length(p_rows::text) > 1000000 then
    perform private.refuse('22023', 'These rows hold too much text. Send fewer of them at a time');
  end if;
end $$;

create or replace function private.check_book_rows(p_kind text, p_rows jsonb) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_import(p_kind);
  perform private.refuse_many_rows(p_rows);
  return query select * from private.judge_book_rows(p_kind, p_rows);
end $$;

create or replace function private.begin_book_import(p_kind text, p_import_id uuid, p_file_name text, p_day date) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.book_imports;
begin
  insert into public.book_imports (id, kind, file_name, day)
  values (p_import_id, p_kind, left(coalesce(nullif(btrim(p_file_name), ''), 'Without a file'), 300), coalesce(p_day, private.company_today()))
  on conflict (id) do nothing;
  select * into v_import from public.book_imports where id = p_import_id for update;
  if v_import.created_by is distinct from auth.uid() then
    raise insufficient_privilege using message = 'This import was begun by somebody else';
  elsif v_import.kind <> p_kind or v_import.day is distinct from coalesce(p_day, v_import.day) then
    perform private.refuse('PT409', 'This import was begun with other settings. Please begin a new one');
  elsif v_import.undone_at is not null then
    perform private.refuse('PT409', 'This import was undone. Please begin a new one');
  end if;
end $$;

create or replace function private.add_book_rows(p_kind text, p_rows jsonb, p_day date)
returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_kind = 'service' then
    return query select * from private.add_services(p_rows);
  elsif p_kind = 'material' then
    return query select * from private.add_materials(p_rows, p_day);
  else
    return query select * from private.add_suppliers(p_rows);
  end if;
end $$;

create or replace function private.import_book_rows(p_kind text, p_rows jsonb, p_import_id uuid, p_file_name text default null, p_day date default null)
returns table (line integer, outcome text, because text)
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  v_new jsonb;
  v_wrong jsonb;
  v_day date;
begin
  perform private.must_import(p_kind);
  perform private.refuse_many_rows(p_rows);
  if p_import_id is null then
    perform private.refuse('22023', 'An import needs an id');
  end if;
  perform private.begin_book_import(p_kind, p_import_id, p_file_name, p_day);
  select i.day into v_day from public.book_imports i where i.id = p_import_id;
  -- Rows that are sent again were imported before.
  select coalesce(jsonb_agg(r.given order by r.place), '[]') into v_new
    from jsonb_array_elements(p_rows) with ordinality as r (given, place)
   where not exists (
     select from public.book_import_rows k where k.import_id = p_import_id and k.line = (r.given ->> 'line')::integer);
  select coalesce(jsonb_object_agg(j.line, j.problem), '{}') into v_wrong
    from private.judge_book_rows(p_kind, v_new) as j where j.problem is not null;
  insert into public.book_import_rows (import_id, line, record_id, label, version)
  select p_import_id, a.line, a.record_id, left(a.label, 500), a.version
    from private.add_book_rows(p_kind, (
      select coalesce(jsonb_agg(r.given order by r.place), '[]') from jsonb_array_elements(v_new) with ordinality as r (given, place)
       where not v_wrong ? (r.given ->> 'line')), v_day) as a;
  update public.book_imports i
     set added = (select count(distinct k.record_id) from public.book_import_rows k where k.import_id = i.id)
   where i.id = p_import_id;
  return query
    select s.line, case when k.line is null then 'refused' else 'created' end,
           case when k.line is null then coalesce(v_wrong ->> s.line::text, 'This row could not be imported') end
      from (select (r.given ->> 'line')::integer as line from jsonb_array_elements(p_rows) as r (given)) as s
      left join public.book_import_rows k on k.import_id = p_import_id and k.line = s.line
     order by 1;
end $$;

create or replace function private.table_of_book_kind(p_kind text) returns regclass
  language sql immutable set search_path = ''
as $$
  select case p_kind when 'service' then 'public.services' when 'material' then 'public.inventory_items' else 'public.contacts' end::regclass
$$;

create or replace function private.why_books_stay(p_import_id uuid) returns table (record_id uuid, because text)
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind constant text := (select i.kind from public.book_imports i where i.id = p_import_id);
  v_table constant regclass := private.table_of_book_kind(v_kind);
  v_ids constant uuid[] := array(select distinct r.record_id from public.book_import_rows r where r.import_id = p_import_id);
  v_link record;
begin
  return query execute format('select t.id, %L::text from %s as t join public.book_import_rows r on r.record_id = t.id
    where r.import_id = $1 and t.row_version <> r.version', 'was changed since the import', v_table) using p_import_id;
  if v_kind = 'material' then
    return query select c.item_id, 'costs something else since the import' from public.inventory_item_costs c where c.item_id = any (v_ids) and c.row_version > 1;
  end if;
  for v_link in
    select k.conrelid::regclass as child, replace(c.relname, '_', ' ') as words, a.attname as key
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = v_table and c.relname <> 'inventory_item_costs'
     order by c.relname, a.attname
  loop
    return query execute format('select distinct t.%I, %L from %s as t where t.%1$I = any ($1)' ||
      -- The movement that brought the stock has the id of its item and goes with it.
      case v_link.child when 'public.stock_movements'::regclass then ' and t.id <> t.item_id' else '' end,
      v_link.key, 'is used in ' || v_link.words, v_link.child) using v_ids;
  end loop;
end $$;

create or replace function private.remove_book_records(p_import_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_kind constant text := (select i.kind from public.book_imports i where i.id = p_import_id);
  v_ids constant uuid[] := array(select distinct r.record_id from public.book_import_rows r where r.import_id = p_import_id);
begin
  if v_kind = 'material' then
    perform set_config('signwright.undo_import', 'on', true);
    delete from public.stock_movements m where m.id = any (v_ids) and m.id = m.item_id;
    perform set_config('signwright.undo_import', '', true);
  end if;
  execute format('delete from %s where id = any ($1)', private.table_of_book_kind(v_kind)) using v_ids;
end $$;

create or replace function private.undo_book_import(p_import_id uuid) returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.book_imports;
  v_stays text;
begin
  select * into v_import from public.book_imports where id = p_import_id for update;
  if v_import.id is null then
    perform private.must_be_staff();
    perform private.refuse('PT404', 'This import is not there any more');
  end if;
  perform private.must_import(v_import.kind);
  if v_import.undone_at is not null then
    return v_import.added;
  end if;
  -- Locked first: nothing new can point to them while they are looked at.
  execute format('select from %s as t where t.id in (select r.record_id from public.book_import_rows r where r.import_id = $1)
    order by t.id for update', private.table_of_book_kind(v_import.kind)) using p_import_id;
  select string_agg(format('Row %s: %s %s', s.line, s.label, s.because), '. ' order by s.line) into v_stays
    from (select min(r.line) as line, r.label, string_agg(distinct w.because, ' and ') as because
            from private.why_books_stay(p_import_id) as w join public.book_import_rows r on r.record_id = w.record_id and r.import_id = p_import_id
           group by r.record_id, r.label order by 1 limit 10) as s;
  if v_stays is not null then
    perform private.refuse('PT409', 'This import cannot be undone, and nothing was removed. ' || v_stays);
  end if;
  perform private.remove_book_records(p_import_id);
  update public.book_imports i set undone_at = now(), undone_by = auth.uid() where i.id = p_import_id;
  return v_import.added;
end $$;

create or replace function private.book_sums(p_import_id uuid) returns table (name text, arrived text, expected text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_import public.book_imports;
begin
  select * into v_import from public.book_imports where id = p_import_id;
  if v_import.id is null then
    perform private.must_be_staff();
    perform private.refuse('PT404', 'This import is not there any more');
  end if;
  perform private.must_import(v_import.kind);
  return query
    with made as materialized (select distinct r.record_id as id from public.book_import_rows r where r.import_id = p_import_id),
    sums (place, name, arrived) as (
      select 1, 'count', count(*)::text from made
      union all
      select 2, 'stock_value', private.amount_text(coalesce(sum(round(m.qty * c.unit_cost, 2)), 0))
        from made x join public.stock_movements m on m.id = x.id join public.stock_movement_costs c on c.movement_id = m.id
       where v_import.kind = 'material')
    select s.name, s.arrived, v_import.expected ->> s.name from sums s where s.name = 'count' or v_import.kind = 'material' order by s.place;
end $$;

create or replace function private.expect_book_sums(p_import_id uuid, p_expected jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.book_imports;
begin
  select * into v_import from public.book_imports where id = p_import_id for update;
  if v_import.id is null then
    perform private.must_be_staff();
    perform private.refuse('PT404', 'This import is not there any more');
  end if;
  perform private.must_import(v_import.kind);
  if jsonb_typeof(p_expected) is distinct from 'object' or exists (
    select from jsonb_each_text(p_expected) as e where e.key !~ '^[a-z_]{1,40}$' or (e.value <> '' and private.plain_or_null(e.value) is null))
  then
    perform private.refuse('22023', 'A control sum is a number');
  end if;
  update public.book_imports i set expected = p_expected where i.id = p_import_id and i.expected <> p_expected;
end $$;

create or replace function private.business_named(p_name text) returns uuid
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

create or replace function private.supplier_row(p_row jsonb) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select p_row || jsonb_build_object('type', 'Business', 'choice', 'new', 'target', null, 'on_stop', false, 'name', null, 'last_name', null,
    'contact_type_id', (select t.id from public.contact_types t where t.is_supplier order by not t.name = 'Supplier', t.name limit 1),
    'account_manager_id', null)
$$;

create or replace function private.judge_suppliers(p_rows jsonb) returns table (line integer, problem text)
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

create or replace function private.add_suppliers(p_rows jsonb) returns table (line integer, record_id uuid, label text, version integer)
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

create or replace function private.judge_services(p_rows jsonb) returns table (line integer, problem text)
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

create or replace function private.add_services(p_rows jsonb) returns table (line integer, record_id uuid, label text, version integer)
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

create or replace function private.form_of_material(p_row jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select coalesce(nullif(p_row ->> 'form', ''), case
    when coalesce(p_row ->> 'width_mm', '') <> '' and coalesce(p_row ->> 'length_mm', '') <> '' then 'sheet'
    when coalesce(p_row ->> 'width_mm', '') <> '' then 'roll' else 'piece' end)
$$;

create or replace function private.material_of(p_row jsonb) returns public.inventory_items
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
  v_buy text;
begin
  v_item.form := private.form_of_material(p_row);
  v_buy := case v_item.form when 'sheet' then 'sheet' when 'roll' then 'roll' when 'liquid' then 'litre' when 'length' then 'm' else 'piece' end;
  v_item.id := private.uuid_or_null(p_row ->> 'id');
  v_item.sku := btrim(p_row ->> 'sku');
  v_item.name := btrim(p_row ->> 'name');
  v_item.width_mm := private.plain_or_null(p_row ->> 'width_mm');
  v_item.length_mm := private.plain_or_null(p_row ->> 'length_mm');
  v_item.thickness_mm := private.plain_or_null(p_row ->> 'thickness_mm');
  v_item.buy_unit := coalesce(nullif(p_row ->> 'buy_unit', ''), v_buy);
  v_item.sell_unit := coalesce(nullif(p_row ->> 'sell_unit', ''), case when v_item.form in ('sheet', 'roll') then 'm2' else v_buy end);
  v_item.sell_per_buy := coalesce(private.plain_or_null(p_row ->> 'sell_per_buy'), case
    when v_item.sell_unit = 'm2' and v_item.buy_unit in ('sheet', 'roll') then round(v_item.width_mm * v_item.length_mm / 1000000, 4)
    when v_item.sell_unit = 'm' and v_item.buy_unit in ('sheet', 'roll') then round(v_item.length_mm / 1000, 4)
    when v_item.sell_unit = v_item.buy_unit then 1 end);
  v_item.sell_price := private.plain_or_null(p_row ->> 'sell_price');
  v_item.supplier_sku := nullif(btrim(p_row ->> 'supplier_sku'), '');
  v_item.bin := nullif(btrim(p_row ->> 'bin'), '');
  v_item.min_qty := private.plain_or_null(p_row ->> 'min_qty');
  v_item.reorder_qty := private.plain_or_null(p_row ->> 'reorder_qty');
  v_item.vat_rate_id := case when coalesce(p_row ->> 'tax', '') <> '' then private.tax_named(p_row ->> 'tax') end;
  v_item.supplier_id := case when coalesce(btrim(p_row ->> 'supplier'), '') <> '' then private.business_named(p_row ->> 'supplier') end;
  v_item.on_hand := coalesce(private.plain_or_null(p_row ->> 'qty'), 0);
  v_item.stock_unit := case when v_item.form = 'sheet' and v_item.sell_unit in ('m', 'm2', 'kg') then v_item.buy_unit else v_item.sell_unit end;
  v_item.stock_per_buy := case when v_item.stock_unit = v_item.buy_unit then 1 else v_item.sell_per_buy end;
  return v_item;
end $$;

create or replace function private.cost_of_material(p_row jsonb) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item constant public.inventory_items := private.material_of(p_row);
  v_value constant numeric := private.plain_or_null(p_row ->> 'value');
begin
  return coalesce(private.plain_or_null(p_row ->> 'cost_price'),
    case when v_value is not null and v_item.on_hand > 0 then round(v_value / v_item.on_hand * v_item.stock_per_buy, 4) end);
end $$;

create or replace function private.material_problem(p_row jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item constant public.inventory_items := private.material_of(p_row);
begin
  return nullif(concat_ws('; ',
    case when coalesce(v_item.sku, '') !~ '^[A-Za-z0-9][A-Za-z0-9._/-]{0,59}$'
      then 'Number: Please enter letters and digits, at most 60, without blanks' end,
    case when coalesce(v_item.name, '') = '' then 'Name: Please enter the name of the material'
         when char_length(v_item.name) > 200 then 'Name: At most 200 characters' end,
    case when v_item.form not in ('sheet', 'roll', 'piece', 'liquid', 'length') then 'Form: sheet, roll, piece, liquid or length'
         when v_item.form = 'sheet' and (v_item.width_mm is null or v_item.length_mm is null) then 'A sheet needs a width and a length'
         when v_item.form = 'roll' and v_item.width_mm is null then 'A roll needs a width' end,
    private.amount_problem('Width', p_row ->> 'width_mm', 2, 100000), private.amount_problem('Length', p_row ->> 'length_mm', 2, 10000000),
    private.amount_problem('Thickness', p_row ->> 'thickness_mm', 3, 1000), private.amount_problem('Sell price', p_row ->> 'sell_price', 4, 999999999),
    private.amount_problem('Cost', p_row ->> 'cost_price', 4, 999999999), private.amount_problem('Stock', p_row ->> 'qty', 4, 1000000),
    private.amount_problem('Value of the stock', p_row ->> 'value', 2, 999999999), private.amount_problem('Least stock', p_row ->> 'min_qty', 4, 1000000),
    private.amount_problem('Order at once', p_row ->> 'reorder_qty', 4, 1000000),
    private.amount_problem('Sell units in a buy unit', p_row ->> 'sell_per_buy', 4, 9999999),
    case when (v_item.width_mm = 0 or v_item.length_mm = 0 or v_item.thickness_mm = 0 or v_item.sell_per_buy = 0) then 'A size of zero is none: leave it empty' end,
    case when v_item.buy_unit not in ('sheet', 'roll', 'piece', 'box', 'set', 'litre', 'kg', 'm', 'm2')
           or v_item.sell_unit not in ('sheet', 'roll', 'piece', 'set', 'ml', 'litre', 'kg', 'm', 'm2') then 'Unit: This unit is not known'
         when v_item.sell_per_buy is null then format('Please say how many %s one %s has', substr(private.qty_text(2, v_item.sell_unit), 3), v_item.buy_unit) end,
    case when v_item.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set') and v_item.on_hand <> trunc(v_item.on_hand)
      then format('Stock: It is counted in whole %ss', v_item.stock_unit) end,
    case when private.plain_or_null(p_row ->> 'value') > 0 and v_item.on_hand = 0 then 'Value of the stock: There is no stock in this row' end,
    case when coalesce(p_row ->> 'tax', '') <> '' and v_item.vat_rate_id is null then format('{Tax}: There is no rate “%s” in this company', left(p_row ->> 'tax', 60)) end,
    case when coalesce(btrim(p_row ->> 'supplier'), '') <> '' and v_item.supplier_id is null
      then format('Supplier: No business is called “%s”. Import the suppliers first', left(p_row ->> 'supplier', 60)) end,
    case when char_length(v_item.supplier_sku) > 100 or char_length(v_item.bin) > 60 then 'The number of the supplier has 100 letters at most, the bin 60' end,
    case when v_item.id is null then 'This row is not whole' end), '');
end $$;

create or replace function private.judge_materials(p_rows jsonb) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with asked as materialized (
      select (r.given ->> 'line')::integer as line, r.given, lower(btrim(coalesce(r.given ->> 'sku', ''))) as sku,
             first_value((r.given ->> 'line')::integer) over (partition by lower(btrim(coalesce(r.given ->> 'sku', ''))) order by r.place) as first
        from jsonb_array_elements(p_rows) with ordinality as r (given, place)
    )
    select a.line, nullif(concat_ws('; ', private.material_problem(a.given),
        case when a.sku = '' then null when a.first <> a.line then format('Row %s has this number already', a.first)
             when exists (select from public.inventory_items i where lower(i.sku) = a.sku) then 'There is a material with this number already' end), '')
      from asked a;
end $$;

create or replace function private.add_materials(p_rows jsonb, p_day date) returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_noon constant timestamptz := (p_day + time '12:00') at time zone (select s.time_zone from public.company_settings s);
begin
  insert into public.inventory_items (id, sku, name, form, width_mm, length_mm, thickness_mm, buy_unit, sell_unit, sell_per_buy, sell_price, vat_rate_id,
    supplier_id, supplier_sku, bin, min_qty, reorder_qty, created_by)
  select m.id, m.sku, m.name, m.form, m.width_mm, m.length_mm, m.thickness_mm, m.buy_unit, m.sell_unit, m.sell_per_buy, m.sell_price, m.vat_rate_id,
         m.supplier_id, m.supplier_sku, m.bin, m.min_qty, m.reorder_qty, auth.uid()
    from jsonb_array_elements(p_rows) with ordinality as r (given, place) cross join lateral private.material_of(r.given) as m order by r.place;
  insert into public.inventory_item_costs (item_id, cost_price)
  select private.uuid_or_null(r.given ->> 'id'), private.cost_of_material(r.given) from jsonb_array_elements(p_rows) as r (given)
   where private.cost_of_material(r.given) is not null;
  -- One movement an item, with the id of the item: what was there on the evening of that day.
  insert into public.stock_movements (id, item_id, reason, qty, note, created_by, created_at)
  select m.id, m.id, 'count', m.on_hand, 'Stock of ' || private.day_in_words(p_day) || ' from the former books', auth.uid(), least(v_noon, clock_timestamp())
    from jsonb_array_elements(p_rows) with ordinality as r (given, place) cross join lateral private.material_of(r.given) as m
   where m.on_hand > 0 order by r.place;
  return query
    select (r.given ->> 'line')::integer, i.id, i.sku || ' ' || i.name, i.row_version
      from jsonb_array_elements(p_rows) as r (given) join public.inventory_items i on i.id = private.uuid_or_null(r.given ->> 'id') order by 1;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.book_kinds()');

call private.borrow_rules('public.book_imports', p_rights => 'select', p_audited => true, p_pages => '{contacts,inventory,markup-demo}');

call private.borrow_rules('public.book_import_rows', p_rights => 'select', p_key => 'import_id');

call private.offer('private.check_book_rows(text, jsonb)');

call private.offer('private.import_book_rows(text, jsonb, uuid, text, date)');

call private.offer('private.undo_book_import(uuid)');

call private.offer('private.book_sums(uuid)');

call private.offer('private.expect_book_sums(uuid, jsonb)');

create index book_import_rows_record_id_idx on public.book_import_rows (record_id);

create index book_imports_created_at_idx on public.book_imports (created_at desc);

create index book_imports_created_by_idx on public.book_imports (created_by);

create index book_imports_undone_by_idx on public.book_imports (undone_by);

create or replace trigger append_only before update on public.stock_movements
  for each row execute function private.refuse_change();

-- An import that is undone takes its items along, with the one movement that brought their stock.
create or replace trigger never_removed before delete on public.stock_movements
  for each row when (old.id <> old.item_id or coalesce(current_setting('signwright.undo_import', true), '') <> 'on')
  execute function private.refuse_change();

create policy "who sees an import sees its rows" on public.book_import_rows
  for select to authenticated using (exists (select from public.book_imports i where i.id = import_id));

create policy "who may import a kind sees its imports" on public.book_imports
  for select to authenticated using (kind = any ((select private.book_kinds())::text[]));

comment on function private.add_book_rows(pg_catalog.text,pg_catalog.jsonb,pg_catalog.date) is 'Makes the records of rows that were judged to be right.';

comment on function private.add_materials(pg_catalog.jsonb,pg_catalog.date) is 'Makes the items of rows that were judged to be right, with what they cost and one movement of stock at the day of the former books.';

comment on function private.add_services(pg_catalog.jsonb) is 'Makes the services of rows of a price list that were judged to be right. They are not public and make jobs.';

comment on function private.add_suppliers(pg_catalog.jsonb) is 'Makes the suppliers of rows that were judged to be right.';

comment on function private.amount_problem(pg_catalog.text,pg_catalog.text,integer,numeric) is 'What is wrong with a number of a row, as a sentence with its label; null where nothing is.';

comment on function private.begin_book_import(pg_catalog.text,pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'Opens the record of an import, or goes on with it.';

comment on function private.book_kinds() is 'The kinds of former books that the caller may import and whose imports it sees.';

comment on function private.book_sums(pg_catalog.uuid) is 'Control sums of an import: what arrived and what the person expects, as text. count, and for materials stock_value.';

comment on function private.business_named(pg_catalog.text) is 'The business of this name, however it is spelt with capitals and signs; null where there is none.';

comment on function private.check_book_rows(pg_catalog.text,pg_catalog.jsonb) is 'What is wrong with each of these rows {line, id, fields…} of a kind (service, material, supplier), in words; null for a row that can be imported. Writes nothing.';

comment on function private.cost_of_material(pg_catalog.jsonb) is 'What one buy unit of a row costs: as it says, else the value of its stock by the quantity. Null: not known.';

comment on function private.expect_book_sums(pg_catalog.uuid,pg_catalog.jsonb) is 'Keeps the control sums that a person typed: {name: number as text}.';

comment on function private.form_of_material(pg_catalog.jsonb) is 'The form that a row says, else by its sizes: width and length are a sheet, a width alone is a roll.';

comment on function private.import_book_rows(pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'Imports rows {line, id, fields…} of a kind (service, material, supplier), 2000 at most: all that are right, in one step. p_day: the day at which the former
books end. Outcome: created, or refused with words. Requests with one p_import_id are one import, and a row that is sent twice is imported once.';

comment on function private.judge_book_rows(pg_catalog.text,pg_catalog.jsonb) is 'What is wrong with each row, in words; null for a row that can be imported.';

comment on function private.judge_materials(pg_catalog.jsonb) is 'What is wrong with rows of a list of materials, in words.';

comment on function private.judge_services(pg_catalog.jsonb) is 'What is wrong with rows of a price list, in words.';

comment on function private.judge_suppliers(pg_catalog.jsonb) is 'What is wrong with rows of a list of suppliers, in words.';

comment on function private.material_of(pg_catalog.jsonb) is 'A row of a list of materials as an item: units follow from its form, and what one buy unit has from its sizes. on_hand is the stock that the row brings, in the stock unit.';

comment on function private.material_problem(pg_catalog.jsonb) is 'What is wrong with a row of a list of materials, but for its number being taken.';

comment on function private.must_import(pg_catalog.text) is 'Refuses, in words, a kind that is not known and a caller who may not import it.';

comment on function private.plain_or_null(pg_catalog.text) is 'A number in plain decimal text; null for every other text.';

comment on function private.refuse_many_rows(pg_catalog.jsonb) is 'Refuses, in words, more rows than one request may bring.';

comment on function private.remove_book_records(pg_catalog.uuid) is 'Removes the records of an import, with what came with them.';

comment on function private.supplier_row(pg_catalog.jsonb) is 'A row of a list of suppliers as a row of the import of contacts: a business of the first kind of suppliers.';

comment on function private.table_of_book_kind(pg_catalog.text) is 'The table of the records that an import of this kind makes.';

comment on function private.tax_named(pg_catalog.text) is 'The tax rate of the company with this code, label or percentage; null where it has none.';

comment on function private.undo_book_import(pg_catalog.uuid) is 'Removes all records of an import, or none: it is refused while one of them was changed since or is in use, and says which. Returns how many it removed.';

comment on function private.why_books_stay(pg_catalog.uuid) is 'Records of an import that its undo cannot remove, with the reason; one may come with several.';

comment on function public.book_kinds() is 'The kinds of former books that the caller may import and whose imports it sees.';

comment on function public.book_sums(pg_catalog.uuid) is 'Control sums of an import: what arrived and what the person expects, as text. count, and for materials stock_value.';

comment on function public.check_book_rows(pg_catalog.text,pg_catalog.jsonb) is 'What is wrong with each of these rows {line, id, fields…} of a kind (service, material, supplier), in words; null for a row that can be imported. Writes nothing.';

comment on function public.expect_book_sums(pg_catalog.uuid,pg_catalog.jsonb) is 'Keeps the control sums that a person typed: {name: number as text}.';

comment on function public.import_book_rows(pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'Imports rows {line, id, fields…} of a kind (service, material, supplier), 2000 at most: all that are right, in one step. p_day: the day at which the former
books end. Outcome: created, or refused with words. Requests with one p_import_id are one import, and a row that is sent twice is imported once.';

comment on function public.undo_book_import(pg_catalog.uuid) is 'Removes all records of an import, or none: it is refused while one of them was changed since or is in use, and says which. Returns how many it removed.';

comment on column public.book_import_rows.version is 'Version of the record after the import. A later one says that it was changed since.';

comment on column public.book_imports.day is 'The day at which the former books end: stock and balances are those of its evening.';

comment on column public.book_imports.expected is 'Control sums that the person typed, by name, as text.';

comment on table public.book_import_rows is 'Which record each row of an import became. Without a foreign key: records are of several tables, and a merge moves what points at a contact.';

comment on table public.book_imports is 'Imports of the former books. Written by import_book_rows, expect_book_sums and undo_book_import only.';

reset check_function_bodies;
