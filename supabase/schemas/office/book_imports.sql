-- Imports of a company's former books: price list, materials, suppliers, open papers and credits. One engine for every kind.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
  constraint book_imports_kind_is_known check (kind in ('service', 'material', 'supplier', 'invoice', 'credit', 'bill')),
  constraint book_imports_file_name_length check (char_length(btrim(file_name)) between 1 and 300 and char_length(file_name) <= 400),
  constraint book_imports_day_is_believable check (day between '2000-01-01' and '2100-01-01'),
  constraint book_imports_expected_is_small check (jsonb_typeof(expected) = 'object' and octet_length(expected::text) <= 4000)
);
create index book_imports_created_at_idx on public.book_imports (created_at desc);
create index book_imports_created_by_idx on public.book_imports (created_by);
create index book_imports_undone_by_idx on public.book_imports (undone_by);
comment on table public.book_imports is 'Imports of the former books. Written by import_book_rows, expect_book_sums and undo_book_import only.';
comment on column public.book_imports.day is 'The day at which the former books end: stock and balances are those of its evening.';
comment on column public.book_imports.expected is 'Control sums that the person typed, by name, as text.';

create table public.book_import_rows (
  import_id uuid not null references public.book_imports (id) on delete cascade,
  line      integer not null,
  record_id uuid not null,
  label     text not null,
  version   integer not null,
  primary key (import_id, line),
  constraint book_import_rows_label_length check (char_length(label) <= 500)
);
create index book_import_rows_record_id_idx on public.book_import_rows (record_id);
comment on table public.book_import_rows is
  'Which record each row of an import became. Without a foreign key: records are of several tables, and a merge moves what points at a contact.';
comment on column public.book_import_rows.version is 'Version of the record after the import. A later one says that it was changed since.';

-- ------------------------------------------------------------------------------------------------------------- who may

create function private.book_kinds() returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select k.kind
      from (values
        ('service', private.can('markup-demo', 'create')),
        ('material', private.can('inventory', 'create') and private.can('inventory', 'edit') and private.named('view_financial_data')),
        ('supplier', private.can('contacts', 'view') and private.can('contacts', 'create')),
        ('invoice', private.can('invoices', 'create') and private.can('invoices', 'edit') and private.can('payments', 'create')),
        ('credit', private.can('payments', 'create') and private.can('payments', 'edit')),
        ('bill', private.can('supplier-invoices', 'create') and private.can('supplier-invoices', 'edit') and private.can('payments', 'create'))) as k (kind, may)
     where k.may or private.is_server());
end $$;
comment on function private.book_kinds is 'The kinds of former books that the caller may import and whose imports it sees.';
call private.offer('private.book_kinds()');

call private.borrow_rules('public.book_imports', p_rights => 'select', p_audited => true, p_pages => '{contacts,inventory,markup-demo,invoices,payments,supplier-invoices}');
create policy "who may import a kind sees its imports" on public.book_imports
  for select to authenticated using (kind = any ((select private.book_kinds())::text[]));

call private.borrow_rules('public.book_import_rows', p_rights => 'select', p_key => 'import_id');
create policy "who sees an import sees its rows" on public.book_import_rows
  for select to authenticated using (exists (select from public.book_imports i where i.id = import_id));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.must_import(p_kind text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not coalesce(p_kind in ('service', 'material', 'supplier', 'invoice', 'credit', 'bill'), false) then
    perform private.refuse('22023', 'Please choose what to import');
  elsif not p_kind = any (private.book_kinds()) then
    raise insufficient_privilege using message = format('You may not import %s',
      case p_kind when 'service' then 'the price list' when 'material' then 'materials with stock' when 'supplier' then 'suppliers'
        when 'invoice' then 'open invoices' when 'credit' then 'credits of clients' else 'open bills' end);
  end if;
end $$;
comment on function private.must_import is 'Refuses, in words, a kind that is not known and a caller who may not import it.';

create function private.plain_or_null(p_text text) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case when p_text ~ '^-?[0-9]{1,12}([.][0-9]{1,6})?$' then p_text::numeric end
$$;
comment on function private.plain_or_null is 'A number in plain decimal text; null for every other text.';

create function private.amount_problem(p_label text, p_text text, p_places integer, p_most numeric) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when coalesce(p_text, '') = '' then null
    when private.plain_or_null(p_text) is null then p_label || ': This is not a number'
    when private.plain_or_null(p_text) < 0 then p_label || ': This cannot be below zero'
    when private.plain_or_null(p_text) > p_most then p_label || ': At most ' || p_most
    when private.plain_or_null(p_text) <> trunc(private.plain_or_null(p_text), p_places) then p_label || ': At most ' || p_places || ' decimals' end
$$;
comment on function private.amount_problem is 'What is wrong with a number of a row, as a sentence with its label; null where nothing is.';

create function private.tax_named(p_text text) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select v.id from public.vat_rates v
   where (v.valid_to is null or v.valid_to >= private.company_today())
     and (lower(btrim(p_text)) = v.code or private.folded(btrim(p_text)) = private.folded(v.label)
       or (v.rate = private.plain_or_null(btrim(rtrim(btrim(p_text), '%'))) and v.treatment in ('standard', 'zero')))
   order by lower(btrim(p_text)) <> v.code, not v.is_default, v.sort, v.id limit 1
$$;
comment on function private.tax_named is 'The tax rate of the company with this code, label or percentage; null where it has none.';

create function private.judge_book_rows(p_kind text, p_rows jsonb, p_day date) returns table (line integer, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_kind = 'service' then
    return query select j.line, private.with_tax(j.problem) from private.judge_services(p_rows) as j;
  elsif p_kind = 'material' then
    return query select j.line, private.with_tax(j.problem) from private.judge_materials(p_rows) as j;
  elsif p_kind = 'supplier' then
    return query select j.line, private.with_tax(j.problem) from private.judge_suppliers(p_rows) as j;
  elsif p_kind = 'credit' then
    return query select j.line, private.with_tax(j.problem) from private.judge_opening_credits(p_rows) as j;
  else
    return query select j.line, private.with_tax(j.problem) from private.judge_opening_papers(p_rows, p_kind, p_day) as j;
  end if;
end $$;
comment on function private.judge_book_rows is 'What is wrong with each row, in words; null for a row that can be imported. p_day: the day at which the former books end.';

create function private.refuse_many_rows(p_kind text, p_rows jsonb) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  -- Suppliers go through the import of contacts, which takes no more.
  v_most constant integer := case p_kind when 'supplier' then 1000 else 2000 end;
begin
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > v_most then
    perform private.refuse('22023', format('At most %s rows at a time', v_most));
  elsif octet_length(p_rows::text) > 1000000 then
    perform private.refuse('22023', 'These rows hold too much text. Send fewer of them at a time');
  end if;
end $$;
comment on function private.refuse_many_rows is 'Refuses, in words, more rows of a kind than one request may bring.';

create function private.check_book_rows(p_kind text, p_rows jsonb, p_day date default null) returns table (line integer, problem text, note text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_import(p_kind);
  perform private.refuse_many_rows(p_kind, p_rows);
  return query
    select j.line, j.problem, case when p_kind = 'material' and j.problem is null then private.material_note(r.given) end
      from private.judge_book_rows(p_kind, p_rows, coalesce(p_day, private.company_today())) as j
      left join jsonb_array_elements(p_rows) as r (given) on (r.given ->> 'line')::integer = j.line;
end $$;
comment on function private.check_book_rows is
  'What is wrong with each of these rows {line, id, fields…} of a kind (service, material, supplier, invoice, credit, bill), in words; null for a row that can be imported.
note: what becomes of a row that can be imported where it is not plain, as a stock in another unit. p_day: the day at which the former books end. Writes nothing.';
call private.offer('private.check_book_rows(text, jsonb, date)');

create function private.begin_book_import(p_kind text, p_import_id uuid, p_file_name text, p_day date) returns void
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
comment on function private.begin_book_import is 'Opens the record of an import, or goes on with it.';

create function private.add_book_rows(p_kind text, p_rows jsonb, p_day date)
returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_kind = 'service' then
    return query select * from private.add_services(p_rows);
  elsif p_kind = 'material' then
    return query select * from private.add_materials(p_rows, p_day);
  elsif p_kind = 'supplier' then
    return query select * from private.add_suppliers(p_rows);
  else
    perform private.refuse_closed_day(p_day);
    return query select * from private.add_opening(p_kind, p_rows, p_day);
  end if;
end $$;
comment on function private.add_book_rows is 'Makes the records of rows that were judged to be right.';

create function private.add_opening(p_kind text, p_rows jsonb, p_day date)
returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_kind = 'invoice' then
    return query select * from private.add_opening_invoices(p_rows, p_day);
  elsif p_kind = 'bill' then
    return query select * from private.add_opening_bills(p_rows, p_day);
  else
    return query select * from private.add_opening_credits(p_rows, p_day);
  end if;
end $$;
comment on function private.add_opening is 'Makes the open papers and credits of rows that were judged to be right.';

create function private.import_book_rows(p_kind text, p_rows jsonb, p_import_id uuid, p_file_name text default null, p_day date default null)
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
  perform private.refuse_many_rows(p_kind, p_rows);
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
    from private.judge_book_rows(p_kind, v_new, v_day) as j where j.problem is not null;
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
comment on function private.import_book_rows is
  'Imports rows {line, id, fields…} of a kind (service, material, supplier, invoice, credit, bill), 2000 at most, 1000 of suppliers: all that are right, in one step. p_day: the day at which the former
books end. Outcome: created, or refused with words. Requests with one p_import_id are one import, and a row that is sent twice is imported once.';
call private.offer('private.import_book_rows(text, jsonb, uuid, text, date)');

create function private.table_of_book_kind(p_kind text) returns regclass
  language sql immutable set search_path = ''
as $$
  select case p_kind when 'service' then 'public.services' when 'material' then 'public.inventory_items' when 'invoice' then 'public.invoices'
    when 'credit' then 'public.payments' when 'bill' then 'public.supplier_invoices' else 'public.contacts' end::regclass
$$;
comment on function private.table_of_book_kind is 'The table of the records that an import of this kind makes.';

create function private.why_books_stay(p_import_id uuid) returns table (record_id uuid, because text)
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
  if v_kind = 'invoice' then
    return query select v.id, 'was sent' from public.invoices v where v.id = any (v_ids) and v.sent_at is not null;
    return query select p.id, 'was changed since the import' from public.payments p where p.id = any (v_ids) and (p.row_version > 1 or p.refunded > 0 or p.open > 0);
  end if;
  for v_link in
    select k.conrelid::regclass as child, replace(c.relname, '_', ' ') as words, a.attname as key
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = v_table
       and c.relname not in ('inventory_item_costs', 'invoice_items', 'invoice_vat', 'invoice_order_vat', 'supplier_invoice_items')
     order by c.relname, a.attname
  loop
    return query execute format('select distinct t.%I, %L from %s as t where t.%1$I = any ($1)' ||
      -- The movement that brought the stock has the id of its item and goes with it; so it is with what was paid before.
      case v_link.child when 'public.stock_movements'::regclass then ' and t.id <> t.item_id'
        when 'public.supplier_payments'::regclass then ' and not t.is_opening'
        when 'public.payment_allocations'::regclass then ' and t.payment_id <> t.invoice_id'
        -- The note that came with a supplier keeps its cells that could not be read.
        when 'public.contact_notes'::regclass
          then ' and (t.edited_at is not null or t.created_at <> (select c.created_at from public.contacts c where c.id = t.contact_id))' else '' end,
      v_link.key, 'is used in ' || v_link.words, v_link.child) using v_ids;
  end loop;
end $$;
comment on function private.why_books_stay is 'Records of an import that its undo cannot remove, with the reason; one may come with several.';

create function private.remove_book_records(p_import_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_kind constant text := (select i.kind from public.book_imports i where i.id = p_import_id);
  v_ids constant uuid[] := array(select distinct r.record_id from public.book_import_rows r where r.import_id = p_import_id);
begin
  perform set_config('signwright.undo_import', 'on', true);
  if v_kind = 'material' then
    delete from public.stock_movements m where m.id = any (v_ids) and m.id = m.item_id;
  elsif v_kind = 'invoice' then
    delete from public.payment_allocations a where a.invoice_id = any (v_ids);
    delete from public.payments p where p.id = any (v_ids);
  elsif v_kind = 'bill' then
    delete from public.supplier_payments p where p.supplier_invoice_id = any (v_ids);
  end if;
  execute format('delete from %s where id = any ($1)', private.table_of_book_kind(v_kind)) using v_ids;
  perform set_config('signwright.undo_import', '', true);
end $$;
comment on function private.remove_book_records is 'Removes the records of an import, with what came with them.';

create function private.undo_book_import(p_import_id uuid) returns integer
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
comment on function private.undo_book_import is
  'Removes all records of an import, or none: it is refused while one of them was changed since or is in use, and says which. Returns how many it removed.';
call private.offer('private.undo_book_import(uuid)');

create function private.book_sums(p_import_id uuid) returns table (name text, arrived text, expected text)
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
       where v_import.kind = 'material' having v_import.kind = 'material'
      union all
      select p.place, p.name, private.amount_text(p.amount)
        from (select coalesce(sum(v.gross), 0) as total, coalesce(sum(v.gross - coalesce(b.amount, 0)), 0) as open
                from made x join public.invoices v on v.id = x.id left join public.payments b on b.id = v.id where v_import.kind = 'invoice') as s
       cross join lateral (values (3, 'total', s.total), (4, 'total_open', s.open)) as p (place, name, amount) where v_import.kind = 'invoice'
      union all
      select p.place, p.name, private.amount_text(p.amount)
        from (select coalesce(sum(v.gross), 0) as total, coalesce(sum(v.gross - coalesce(b.amount, 0)), 0) as open
                from made x join public.supplier_invoices v on v.id = x.id
                left join public.supplier_payments b on b.supplier_invoice_id = v.id and b.is_opening where v_import.kind = 'bill') as s
       cross join lateral (values (3, 'total', s.total), (4, 'total_open', s.open)) as p (place, name, amount) where v_import.kind = 'bill'
      union all
      select 3, 'total', private.amount_text(coalesce(sum(p.amount), 0)) from made x join public.payments p on p.id = x.id having v_import.kind = 'credit')
    select s.name, s.arrived, v_import.expected ->> s.name from sums s order by s.place;
end $$;
comment on function private.book_sums is
  'Control sums of an import: what arrived, at the day of the former books, and what the person expects, as text. count; stock_value of materials; total and
total_open of open papers; total of credits.';
call private.offer('private.book_sums(uuid)');

create function private.expect_book_sums(p_import_id uuid, p_expected jsonb) returns void
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
comment on function private.expect_book_sums is 'Keeps the control sums that a person typed: {name: number as text}.';
call private.offer('private.expect_book_sums(uuid, jsonb)');
