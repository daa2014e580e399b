set check_function_bodies = off;

alter table public.bank_entries drop constraint bank_entries_texts_length;

alter table public.bank_entries add column row_key text;

create or replace function private.qty_text(p_qty numeric, p_unit text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := trim_scale(p_qty)::text || ' ' || case when p_qty = 1 and p_unit <> 'm2' then p_unit else private.units_word(p_unit) end;
  v_size constant numeric := case p_unit when 'm2' then 0.09290304 when 'm' then 0.3048 end;
begin
  if v_size is null or not exists (select from public.company_settings s where s.length_unit = 'in') then
    return v_text;
  end if;
  return format('%s %s (%s)', private.figure_words(round(p_qty / v_size, 2)), case p_unit when 'm2' then 'sq ft' else 'ft' end, v_text);
end $$;

create or replace function private.keyed_entries(p_file jsonb, p_entries jsonb) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('place', place, 'entry', entry, 'first', first_place, 'key',
           encode(sha256(convert_to(about || '|' || alike, 'UTF8')), 'hex'), 'row_key', encode(sha256(convert_to('row|' || (entry ->> 'row') || '|'
           || alike_rows, 'UTF8')), 'hex')) order by place)
    from (select place, entry, about, row_number() over (partition by about order by place) as alike,
                 row_number() over (partition by entry ->> 'row' order by place) as alike_rows,
                 case when private.bank_text(entry, 'bank_reference', 200) is not null then min(place) over (partition by about) end as first_place
            from jsonb_array_elements(p_entries) with ordinality as listed (entry, place),
                 lateral (select concat_ws('|', upper(coalesce(entry ->> 'account_iban', p_file ->> 'account_iban', '')), entry ->> 'booked_on',
                   entry ->> 'direction', entry ->> 'amount', entry ->> 'currency',
                   coalesce(private.bank_text(entry, 'bank_reference', 200), 'of ' || concat_ws('|', private.bank_text(entry, 'party_name', 200),
                     upper(entry ->> 'party_iban'), private.bank_text(entry, 'remittance', 1000), private.bank_text(entry, 'end_to_end', 200))))
                   as about) as named) as counted
$$;

create or replace function private.new_entries(p_read jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select coalesce(jsonb_agg(one), '[]')
    from jsonb_array_elements(p_read) as one where not exists (select from public.bank_entries e where e.entry_key = one ->> 'key')
      and not exists (select from public.bank_entries e where e.row_key = one ->> 'row_key')
  );
end $$;

create or replace function private.keep_bank_entries(p_import_id uuid, p_account_iban text, p_read jsonb) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.bank_entries (import_id, position, entry_key, account_iban, booked_on, value_on, direction, amount, currency, party_name,
    party_iban, remittance, end_to_end, bank_reference, return_info, other_amount, other_currency, row_key)
  select p_import_id, r.place, r.key, nullif(left(upper(coalesce(r.entry ->> 'account_iban', p_account_iban)), 34), ''),
         (r.entry ->> 'booked_on')::date, (r.entry ->> 'value_on')::date, r.entry ->> 'direction', (r.entry ->> 'amount')::numeric,
         r.entry ->> 'currency', private.bank_text(r.entry, 'party_name', 200),
         nullif(left(upper(regexp_replace(r.entry ->> 'party_iban', '\s', '', 'g')), 34), ''), private.bank_text(r.entry, 'remittance', 1000),
         private.bank_text(r.entry, 'end_to_end', 200), private.bank_text(r.entry, 'bank_reference', 200), private.bank_text(r.entry, 'return_info', 200),
         (r.entry ->> 'other_amount')::numeric, r.entry ->> 'other_currency', r.row_key
    from jsonb_to_recordset(p_read) as r (place integer, key text, row_key text, entry jsonb)
$$;

create or replace function private.service_rule(p_service public.services) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  v_least constant numeric := case when p_service.min_charge > 0 and p_service.base_price > 0
      and (p_service.charge_per = 'line' or num_nonnulls(p_service.charge_step, p_service.charge_min) = 0)
    then ceil(p_service.min_charge / p_service.base_price * 10000) / 10000 end;
begin
  return private.charge_rule(p_service.unit, case when v_least < 100000 then 'line' else p_service.charge_per end, p_service.charge_step,
    greatest(p_service.charge_min, case when v_least < 100000 then v_least end), p_service.charge_waste_pct);
end $$;

create or replace function private.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer default 8) returns table(source text, description text, details text, unit text, width_mm text, height_mm text, unit_price text, unit_cost text, service_id uuid, inventory_item_id uuid, quoted_in text, quoted_at timestamptz, charge_rule text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_patterns constant text[] := private.patterns(p_text);
  v_sees_costs constant boolean := private.named('view_financial_data');
  v_contact uuid;
begin
  perform private.must('quotations', 'view', 'see quotations');
  select q.contact_id into v_contact from public.quotations q where q.id = p_quotation_id;
  if v_contact is null or cardinality(v_patterns) = 0 then
    return;
  end if;
  return query
    (select 'earlier', e.description, e.details, e.unit, e.width_mm::text, e.height_mm::text, e.unit_price::text,
            case when v_sees_costs then e.unit_cost::text end, e.service_id, e.inventory_item_id, e.number, e.created_at, e.charge_rule
       from (
         select distinct on (private.folded(i.description)) i.*, c.unit_cost, q.number_with_version as number
           from public.quotations q
           join public.quotation_items i on i.quotation_id = q.id
           left join public.quotation_item_costs c on c.item_id = i.id
          where q.contact_id = v_contact and q.id <> p_quotation_id and i.kind = 'item' and btrim(i.description) <> ''
            and private.folded(i.description) like all (v_patterns)
          order by private.folded(i.description), q.created_at desc, i.position
       ) as e
      order by e.created_at desc limit 4)
    union all
    (select 'service', s.name, s.summary, s.unit, null, null, s.base_price::text, null, s.id, null::uuid, null, null::timestamptz,
            private.service_rule(s)
       from public.services s
      where s.archived_at is null and private.folded(s.name || ' ' || coalesce(s.category, '')) like all (v_patterns)
      order by s.sort, s.name limit 5)
    union all
    (select 'material', m.name, null, case when m.sell_unit in ('m2', 'm', 'set') then m.sell_unit else 'piece' end, null, null,
            m.sell_price::text,
            case when v_sees_costs then trunc(c.cost_price / m.sell_per_buy, 4)::text end, null::uuid, m.id, m.sku, null::timestamptz,
            private.charge_rule(m.sell_unit, m.charge_per, m.charge_step, m.charge_min, m.charge_waste_pct)
       from public.inventory_items m left join public.inventory_item_costs c on c.item_id = m.id
      where m.archived_at is null
        and private.folded(m.sku || ' ' || m.name || ' ' || coalesce(m.supplier_sku, '')) like all (v_patterns)
      order by m.name limit 5)
    limit least(greatest(p_limit, 1), 20);
end $$;

create or replace function private.lines_again(p_order_id uuid)
  returns table (item_id uuid, item_position text, unit_price numeric, rule text, net numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select i.id, i.position, coalesce(s.base_price, i.unit_price), coalesce(own.rule, q.charge_rule),
           case when i.kind in ('heading', 'text') then 0.00
             when s.is_public and priced.net >= coalesce(s.min_charge, 0) then priced.net end
      from public.order_items i
      left join public.quotation_items q on q.id = i.quotation_item_id
      left join public.services s on s.id = i.service_id and i.kind = 'item' and s.archived_at is null and s.base_price is not null and s.unit = i.unit
        and i.calculation_id is null and i.product_id is null and i.discount_pct = 0 and q.price_breaks is null
      left join lateral (select private.service_rule(s) as rule) as own on s.id is not null
      left join lateral (select private.line_net(coalesce(private.charged_qty(i.qty, i.unit, i.width_mm, i.height_mm, own.rule), i.qty),
        s.base_price, 0)::numeric(14, 2) as net) as priced on s.id is not null
     where i.order_id = p_order_id and i.kind <> 'discount' and i.qty is distinct from 0;
end $$;

create or replace function private.keep_stock_unit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_was text := case when old.form = 'sheet' and old.sell_unit in ('m', 'm2', 'kg') then old.buy_unit else old.sell_unit end;
  v_is text := case when new.form = 'sheet' and new.sell_unit in ('m', 'm2', 'kg') then new.buy_unit else new.sell_unit end;
begin
  if v_was <> v_is and (old.on_hand <> 0 or exists (select from public.job_materials m where m.item_id = old.id and m.qty_planned > m.qty_used)
    or exists (select from public.purchase_order_lines l where l.item_id = old.id and l.qty > l.qty_received))
  then
    perform private.refuse('PT409', format('%s is counted in %s while there is stock, a plan or an order of it', old.name, private.units_word(v_was)));
  elsif new.archived_at is not null and old.archived_at is null and (old.on_hand <> 0 or old.on_order <> 0) then
    perform private.refuse('PT409', format('%s has stock or is on order. Count it to zero before you archive it.', old.name));
  end if;
  return new;
end $$;

create or replace function private.stock_words(p_qty numeric, p_unit text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.figure_words(p_qty) || ' ' || case when p_qty = 1 and p_unit <> 'm2' then p_unit else private.units_word(p_unit) end;
end $$;

create or replace function private.material_note(p_row jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item constant public.inventory_items := private.material_of(p_row);
  v_unit constant text := private.unit_of_material_row(p_row);
  v_qty constant numeric := private.plain_or_null(p_row ->> 'qty');
  v_price constant numeric := private.plain_or_null(p_row ->> 'sell_price');
begin
  return nullif(concat_ws('; ',
    case when v_qty > 0 and v_unit <> v_item.stock_unit
           then format('Stock: %s are counted as %s', private.stock_words(v_qty, v_unit), private.stock_words(v_item.on_hand, v_item.stock_unit))
         when v_qty > 0 and v_unit is null and v_item.form in ('sheet', 'roll')
           then format('Stock: The row says no unit, so it is %s', private.stock_words(v_qty, v_item.stock_unit)) end,
    case when v_price <> v_item.sell_price
           then format('Price: %s for %s is %s for %s', private.figure_words(v_price), private.stock_words(1, v_unit), private.figure_words(v_item.sell_price), private.stock_words(1, v_item.sell_unit)) end), '');
end $$;

create or replace function private.stock_qty(p_item_id uuid, p_qty numeric, p_unit text) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
begin
  select * into v_item from public.inventory_items where id = p_item_id;
  if v_item.id is null then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif p_qty is null or p_qty in ('NaN', 'Infinity', '-Infinity') or p_qty < 0 or p_qty > 1000000 then
    perform private.refuse('22023', 'Please enter a quantity between 0 and 1,000,000');
  elsif coalesce(p_unit, v_item.stock_unit) = v_item.stock_unit then
    return p_qty;
  elsif p_unit = v_item.buy_unit then
    return round(p_qty * v_item.stock_per_buy, 4);
  end if;
  perform private.refuse('22023', format('%s is counted in %s', v_item.name, private.units_word(v_item.stock_unit)));
  return null;
end $$;

alter table public.bank_entries add constraint bank_entries_texts_length CHECK (char_length(account_iban) <= 34 AND char_length(party_name) <= 200 AND char_length(party_iban) <= 34 AND char_length(remittance) <= 1000 AND char_length(end_to_end) <= 200 AND char_length(bank_reference) <= 200 AND char_length(ignore_reason) <= 500 AND char_length(entry_key) = 64 AND char_length(row_key) = 64);

revoke execute on all routines in schema private from public;

create index bank_entries_row_key_idx on public.bank_entries (row_key);

comment on function private.import_bank_file(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb) is 'Keeps the booked entries of a bank statement, all or none. p_file: {file_name, format (camt or csv), account_iban, currency,
opening, closing, repeated}; p_entries: [{booked_on, value_on, direction (in or out), amount, currency, party_name, party_iban,
remittance, end_to_end, bank_reference, return_info, other_amount, other_currency, row (the whole row of a table)}], amounts as text. The same content, and a file of which every entry is known,
are refused in words; entries that an earlier file brought are left out. Entries that repeat a bank''s reference are refused until
repeated says keep or leave out. p_id: chosen by the caller, so that a repeated call imports once. Returns {id, entries, known, repeated}.';

comment on function private.keyed_entries(pg_catalog.jsonb,pg_catalog.jsonb) is 'Entries of a file with the key of each, by which it is known in every file, that of its whole row in a table, and the place of the first one
with the same reference of the bank: [{place, entry, key, row_key, first}].';

comment on function private.qty_text(numeric,pg_catalog.text) is '2 sheets, 1 roll, 12.5 m²; 24 sq ft (2.2297 m²) in a company in inches and feet.';

comment on function public.import_bank_file(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb) is 'Keeps the booked entries of a bank statement, all or none. p_file: {file_name, format (camt or csv), account_iban, currency,
opening, closing, repeated}; p_entries: [{booked_on, value_on, direction (in or out), amount, currency, party_name, party_iban,
remittance, end_to_end, bank_reference, return_info, other_amount, other_currency, row (the whole row of a table)}], amounts as text. The same content, and a file of which every entry is known,
are refused in words; entries that an earlier file brought are left out. Entries that repeat a bank''s reference are refused until
repeated says keep or leave out. p_id: chosen by the caller, so that a repeated call imports once. Returns {id, entries, known, repeated}.';

comment on function private.service_rule(public.services) is 'How a service charges a size. Its minimum charge is a least quantity of the whole line: $50.00 at $5.25 are 9.5239 sq ft; not where
the rule has a step or a minimum of its own for each piece. The same as serviceRuleOf in src/documents.';

comment on column public.bank_entries.row_key is 'Of a table: SHA-256 of the whole row and the how-maniest alike it is, by which it is known again whatever its columns are taken for.';

reset check_function_bodies;
