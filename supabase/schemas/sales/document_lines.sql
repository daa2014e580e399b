-- Lines of documents: columns and checks that every document shares, net, VAT and totals.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.document_line (
  id            uuid primary key default gen_random_uuid(),
  position      text collate "C" not null,
  kind          text not null default 'item',
  description   text not null default '',
  details       text,
  qty           numeric(14, 4) default 1,
  unit          text default 'piece',
  width_mm      numeric(10, 2),
  height_mm     numeric(10, 2),
  unit_price    numeric(14, 4) default 0,
  discount_pct  numeric(5, 2) default 0,
  vat_rate      numeric(7, 4),
  vat_treatment text default 'standard',
  net           numeric(14, 2) not null default 0,
  picture_path  text,
  created_at    timestamptz not null default now(),
  constraint line_position_length check (char_length(position) between 1 and 200 and position ~ '^[A-Za-z0-9]+$'),
  constraint line_kind_is_known check (kind in ('item', 'heading', 'text', 'discount', 'deposit')),
  constraint line_texts_length check (
    char_length(description) <= 2000 and char_length(details) <= 10000 and char_length(unit) <= 20 and char_length(picture_path) <= 2000),
  constraint line_qty_range check (qty between -1000000 and 1000000 and (qty >= 0 or kind <> 'item')),
  constraint line_size_range check (width_mm between 0 and 1000000 and height_mm between 0 and 1000000),
  constraint line_price_range check (unit_price between 0 and 100000000),
  constraint line_discount_range check (discount_pct between 0 and 100),
  constraint line_vat_rate_range check (vat_rate between 0 and 100),
  constraint line_vat_treatment_is_known check (vat_treatment in ('standard', 'reverse_charge', 'intra_community', 'exempt', 'export', 'outside', 'zero')),
  constraint line_only_standard_is_charged check (vat_treatment = 'standard' or vat_rate = 0),
  constraint line_amounts_belong_to_kind check (
    case when kind in ('heading', 'text') then qty is null and unit_price is null and vat_rate is null and net = 0
    else qty is not null and unit_price is not null and discount_pct is not null and vat_rate is not null and vat_treatment is not null end)
);
comment on table private.document_line is
  'The columns and checks of a line, the same on every document. Only a shape: other tables are made like it, it holds no rows.';
comment on column private.document_line.position is 'Fractional index key (src/documents), unique in its document, compared byte by byte.';
comment on column private.document_line.kind is
  'item; heading and text have no amounts; discount has a negative quantity and a price that is not; deposit is a deduction on an invoice.';
comment on column private.document_line.net is 'quantity × unit price less discount, toward zero to cents. Written by the database.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.document_line enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.total_of(p_sessions jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select private.hms(coalesce(sum(private.seconds_of(one ->> 'duration')), 0)::bigint)
    from jsonb_array_elements(p_sessions) as listed (one)
$$;
comment on function private.total_of is 'The total of a timer: the sum of the durations of its sessions.';
grant execute on function private.total_of to authenticated, service_role;

create function private.line_net(p_qty numeric, p_unit_price numeric, p_discount_pct numeric) returns numeric
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return private.to_cents(p_qty * p_unit_price * (100 - coalesce(p_discount_pct, 0)) / 100);
end $$;
comment on function private.line_net is
  'Net of a line: quantity × unit price less its discount, in whole cents as the company rounds. Agrees with lineNet in src/documents.';

create function private.nudge_lines() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_uuid text;
  v_id text;
begin
  for v_uuid, v_id in execute format(
    'select p.public_uuid::text, case when count(distinct t.id) = 1 then min(t.id::text) end
       from (%s) as t join public.%I as p on p.%I = t.%I group by 1',
    v_touched, tg_argv[0], case when tg_nargs > 2 then tg_argv[2] else 'id' end, tg_argv[1])
  loop
    perform private.nudge('doc:' || v_uuid, tg_table_name, tg_op, v_id);
  end loop;
  return null;
end $$;
comment on function private.nudge_lines is
  'Arguments: table of the document, column that points at it, and what it points at where that is not the id. A changed line nudges
doc:<public_uuid> of its document.';

create function private.rate_of_goods(p_service uuid, p_material uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select s.vat_rate_id from public.services s where s.id = p_service),
    (select i.vat_rate_id from public.inventory_items i where i.id = p_material));
end $$;
comment on function private.rate_of_goods is 'The own VAT rate of a service or material; null for the usual one.';

create function private.propose_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant jsonb := to_jsonb(new);
  v_old constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  v_is_open constant boolean := new.vat_rate is null and coalesce(new.vat_treatment, 'standard') = 'standard';
  v_paper constant text := left(tg_argv[0], -1);
  v_id constant uuid := (v_row ->> tg_argv[1])::uuid;
  v_contact uuid;
  v_tax jsonb;
  v_rate public.vat_rates;
begin
  if new.kind not in ('item', 'discount') or not v_is_open and (v_old is null
    or (v_row ->> 'service_id', v_row ->> 'inventory_item_id', private.supply_of((v_row ->> 'service_id')::uuid, new.unit))
      is not distinct from (v_old ->> 'service_id', v_old ->> 'inventory_item_id', private.supply_of((v_old ->> 'service_id')::uuid, old.unit))
    or (new.vat_rate, new.vat_treatment) is distinct from (old.vat_rate, old.vat_treatment)) then
    return new;
  end if;
  execute format('select contact_id from public.%I where id = $1', tg_argv[0]) into v_contact using v_id;
  v_tax := private.tax_facts_of_paper(v_paper, v_id);
  if not v_is_open then
    v_rate := private.usual_vat(v_contact, null, v_tax,
      private.supply_of_line(v_paper, v_id, old.kind, (v_old ->> 'service_id')::uuid, old.unit));
    if (old.vat_rate, old.vat_treatment) is distinct from (coalesce(v_rate.rate, 0), coalesce(v_rate.treatment, 'standard')) then
      return new;
    end if;
  end if;
  v_rate := private.usual_vat(v_contact, private.rate_of_goods((v_row ->> 'service_id')::uuid, (v_row ->> 'inventory_item_id')::uuid), v_tax,
    private.supply_of_line(v_paper, v_id, new.kind, (v_row ->> 'service_id')::uuid, new.unit));
  if v_rate.rate is not null then
    new.vat_rate := v_rate.rate;
    new.vat_treatment := v_rate.treatment;
  end if;
  return new;
end $$;
comment on function private.propose_rate is
  'Before settle_line: a line takes the rate of its service or material, or that of its client or place, unless somebody chose one. A rate other than
the usual one of the client was chosen. Arguments: the table of the document and the column that points at it.';

create function private.settle_line() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_default public.vat_rates;
  v_row jsonb;
  v_old jsonb;
begin
  if new.kind in ('heading', 'text') then
    new.qty := null;
    new.charged_qty := null;
    new.unit := null;
    new.width_mm := null;
    new.height_mm := null;
    new.unit_price := null;
    new.discount_pct := null;
    new.vat_rate := null;
    new.vat_treatment := null;
    new.net := 0;
    return new;
  end if;
  new.qty := coalesce(new.qty, 1);
  new.unit_price := coalesce(new.unit_price, 0);
  new.discount_pct := coalesce(new.discount_pct, 0);
  if new.kind = 'discount' then
    new.qty := -abs(new.qty);
  end if;
  if new.vat_rate is null and coalesce(new.vat_treatment, 'standard') = 'standard' then
    v_default := private.default_vat();
    new.vat_rate := coalesce(v_default.rate, 0);
    new.vat_treatment := coalesce(v_default.treatment, 'standard');
  end if;
  new.vat_treatment := coalesce(new.vat_treatment, 'standard');
  if new.vat_treatment <> 'standard' then
    new.vat_rate := 0;
  end if;
  v_row := to_jsonb(new);
  v_old := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  if tg_table_name = 'quotation_items' then
    -- What a person said of other pieces, another size or another unit does not hold any more.
    if private.measure_of(new.unit, new.width_mm, new.height_mm) is null or new.kind <> 'item' or (v_old is not null
      and v_old ->> 'own_charged_qty' is not distinct from v_row ->> 'own_charged_qty'
      and (v_old ->> 'qty', v_old ->> 'unit', v_old ->> 'width_mm', v_old ->> 'height_mm')
        is distinct from (v_row ->> 'qty', v_row ->> 'unit', v_row ->> 'width_mm', v_row ->> 'height_mm')) then
      new.own_charged_qty := null;
    end if;
    v_row := to_jsonb(new);
  end if;
  if new.qty in ('NaN', 'Infinity', '-Infinity') then
    new.charged_qty := new.qty;
  elsif tg_table_name = 'order_items' and v_row ->> 'quotation_item_id' is not null then
    -- What was agreed stays.
    select i.charged_qty into new.charged_qty from public.quotation_items i where i.id = (v_row ->> 'quotation_item_id')::uuid;
  elsif tg_table_name = 'quotation_items' and tg_op = 'UPDATE'
    and (v_old ->> 'qty', v_old ->> 'unit', v_old ->> 'width_mm', v_old ->> 'height_mm', v_old ->> 'kind', v_old ->> 'charge_rule',
        v_old ->> 'own_charged_qty')
      is not distinct from (v_row ->> 'qty', v_row ->> 'unit', v_row ->> 'width_mm', v_row ->> 'height_mm', v_row ->> 'kind',
        v_row ->> 'charge_rule', v_row ->> 'own_charged_qty')
    and exists (select from public.quotations q where q.id = (v_row ->> 'quotation_id')::uuid and q.status <> 'draft') then
    new.charged_qty := (v_old ->> 'charged_qty')::numeric;
  elsif v_row ->> 'amends_item_id' is not null then
    -- What is taken off is the share of its pieces.
    select -trunc(o.charged_qty * abs(new.qty) / nullif(o.qty, 0), 4) into new.charged_qty
      from public.order_items o where o.id = (v_row ->> 'amends_item_id')::uuid;
  else
    new.charged_qty := coalesce((v_row ->> 'own_charged_qty')::numeric,
      private.charged_qty(new.qty, new.unit, new.width_mm, new.height_mm, v_row ->> 'charge_rule'));
    if abs(new.charged_qty) >= 1000000000000 then
      perform private.refuse('22023', 'The size of a line is too large to be charged');
    end if;
  end if;
  if new.qty <> 'NaN' and new.unit_price <> 'NaN' and new.discount_pct <> 'NaN'
    and abs(private.line_net(coalesce(new.charged_qty, new.qty), new.unit_price, new.discount_pct)) >= 100000000 then
    perform private.refuse('22023', 'The amount of a line must stay below 100,000,000');
  end if;
  new.net := private.line_net(coalesce(new.charged_qty, new.qty), new.unit_price, new.discount_pct);
  return new;
end $$;
comment on function private.settle_line is 'Completes a line before it is written: its sign, its VAT, the quantity that is charged and its net.';

create function private.unit_of_pieces(p_unit text, p_width_mm numeric, p_height_mm numeric) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when private.measure_of(p_unit, p_width_mm, p_height_mm) is null then p_unit else 'piece' end
$$;
comment on function private.unit_of_pieces is
'What the quantity of a line counts: its unit, or pieces where a size is charged, as in "3 pieces of 2.5 m²".';

create function private.keep_pieces_whole() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_of numeric;
begin
  if new.kind = 'discount' and tg_table_name <> 'quotation_items' or new.qty = trunc(new.qty) then
    return new;
  elsif tg_nargs > 0 and to_jsonb(new) ->> tg_argv[1] is not null then
    execute format('select coalesce((select i.qty from public.%I i where i.%I = $1 and i.id <> $2 and i.qty <> trunc(i.qty) limit 1), w.qty)
      from public.%I w where w.id = $1', tg_table_name, tg_argv[1], tg_argv[0]) into v_of using (to_jsonb(new) ->> tg_argv[1])::uuid, new.id;
  elsif new.kind <> 'item' then
    return new;
  end if;
  perform private.must_be_pieces(new.qty, private.unit_of_pieces(new.unit, new.width_mm, new.height_mm), new.description, coalesce(v_of, 0));
  return new;
end $$;
comment on function private.keep_pieces_whole is
'Pieces of a line are whole. Arguments: the table of the line that this one is a part of, and the column that names it. Of a line that is not
whole itself, or has a part from before that is not, what is left may be a part too. A discount is no piece, unless it takes off pieces of an ordered line.';

create function private.fitting_details(p_kind text, p_details text, p_net numeric) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  -- Our own words for a percentage, in any style of numbers: "7.5 % × €593.59 = €44.51", "7,5 % × 593,59 € = 44,51 €".
  if p_kind <> 'discount' or p_net is null or p_details !~ ' % × .* = ' then
    return p_details;
  end if;
  return nullif(btrim(array_to_string(array(
    select t.line from unnest(string_to_array(p_details, E'\n')) with ordinality as t (line, place)
     where t.line !~ '^[0-9.,]+ % × [^=]*[0-9][.,][0-9]{2}[^0-9=]* = [^=]*[0-9][.,][0-9]{2}[^0-9=]*$'
        or regexp_replace(substring(t.line from ' = (.*)$'), '[^0-9]', '', 'g')::numeric = abs(p_net) * 100
     order by t.place), E'\n'), E' \n'), '');
end $$;
comment on function private.fitting_details is
  'The further text of a line without our own words of how a percentage came to an amount, where that is not the amount of the line. What a person wrote stays.';

create function private.fit_details() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.details := private.fitting_details(new.kind, new.details, new.net);
  return new;
end $$;
comment on function private.fit_details is 'A share of a discount does not say how the whole one came about.';

create function private.named_discount(p_description text, p_details text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(nullif(btrim(p_description), ''), concat_ws(' ', 'Discount',
    replace((regexp_match(p_details, '^([0-9]{1,3}(?:[.,][0-9]{1,4})?) % × [^=\n]* = ', 'n'))[1], ',', '.') || ' %'));
end $$;
comment on function private.named_discount is
  'The name of a discount: what somebody wrote, else "Discount", or "Discount 7.5 %" where its further text tells a percentage. Papers and pages say ours in their language.';

create function private.name_discount() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.description := private.named_discount(case when tg_table_name = 'quotation_items' and new.description ~ '^Discount( [0-9.]+ %)?$' then ''
    else new.description end, new.details);
  return new;
end $$;
comment on function private.name_discount is
  'A discount that nobody named has a plain name. On a quotation that follows its percentage; later a share keeps the name of the whole one.';

create function private.line_facts(p_line jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', p_line -> 'id', 'position', p_line -> 'position', 'kind', p_line -> 'kind',
    'description', case when p_line ->> 'kind' = 'discount' then to_jsonb(private.named_discount(p_line ->> 'description', p_line ->> 'details'))
      else p_line -> 'description' end,
    'details', private.fitting_details(p_line ->> 'kind', p_line ->> 'details', (p_line ->> 'net')::numeric), 'unit', p_line -> 'unit',
    'picture_path', p_line -> 'picture_path', 'vat_treatment', p_line -> 'vat_treatment')
    || (select jsonb_object_agg(key, p_line ->> key)
          from unnest(array['qty', 'charged_qty', 'width_mm', 'height_mm', 'unit_price', 'discount_pct', 'vat_rate', 'net']) as key)
$$;
comment on function private.line_facts is 'A line as papers show it, numbers as text.';

create function private.line_key(p_number integer) returns text
  language sql immutable set search_path = ''
as $$
  select case when p_number < 62 then 'a' || substr(digits, p_number + 1, 1)
    when p_number < 3906 then 'b' || substr(digits, (p_number - 62) / 62 + 1, 1) || substr(digits, (p_number - 62) % 62 + 1, 1)
    else 'c' || substr(digits, (p_number - 3906) / 3844 % 62 + 1, 1) || substr(digits, (p_number - 3906) / 62 % 62 + 1, 1)
      || substr(digits, (p_number - 3906) % 62 + 1, 1) end
    from (select '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' as digits) as base
$$;
comment on function private.line_key is 'The n-th key of fractional indexing, from 0: a0, a1 … az, b00 … For lines that the database writes.';

create function private.guard_issued_lines() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
  v_row constant jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
begin
  execute format('select status from public.%I where id = $1 for no key update', tg_argv[0])
    into v_status using (v_row ->> tg_argv[1])::uuid;
  if v_status <> 'draft' then
    raise exception using errcode = 'PT409', message = 'The lines of an issued paper never change';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
comment on function private.guard_issued_lines is 'Arguments: table of the paper, column that points at it. For everybody, functions included.';

create function private.priced(p_name text, p_price numeric, p_cost numeric, p_costs boolean) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object('name', p_name, 'price', round(p_price, 4)::text)
    || case when p_costs then jsonb_build_object('cost', round(p_cost, 4)::text) else '{}' end
$$;
comment on function private.priced is 'One rate of the price list. Without p_costs the cost is left out, not null.';

create function private.part_of_gross(p_gross numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric, out base numeric, out vat numeric)
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  v_own constant numeric := private.vat_within(p_gross, p_rate);
begin
  vat := case when p_gross = p_left_base + p_left_vat then p_left_vat else coalesce((
    select part.vat
      from (
        select v.vat, v.vat - private.vat_of(p_gross - v.vat, p_rate) as off,
               p_left_vat - v.vat - private.vat_of(p_left_base - p_gross + v.vat, p_rate) as rest_off
          from (select v_own + n * 0.01 as vat from generate_series(-2, 2) as n) as v
         where v.vat between 0 and p_left_vat and p_gross - v.vat > 0 and p_gross - v.vat < p_left_base) as part
     -- Neither the part nor the rest is further than a cent off base × rate, where that can be; then the part says its own.
     order by greatest(abs(part.off), abs(part.rest_off), 0.01), abs(part.off), part.off < 0, abs(part.rest_off)
     limit 1), v_own) end;
  base := p_gross - vat;
end $$;
comment on function private.part_of_gross is 'Base and VAT of an amount with VAT that is taken out of what is left at one rate. VAT is vat_of(base, rate) where a base with it
comes to the amount, and what is left stays within a cent of its own; else a cent more. All that is left takes all of its VAT.';

create function private.split_gross(p_parts jsonb, p_amount numeric)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable set search_path = ''
as $$
  with rates as (
    select r.*, sum(r.base + r.vat) over (order by r.vat_rate, r.vat_treatment) as until, sum(r.base + r.vat) over () as whole
      from jsonb_to_recordset(p_parts) as r (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
     where r.base > 0 and r.base + r.vat > 0
  ), parts as (
    select r.*, trunc(p_amount * r.until / r.whole, 2) - trunc(p_amount * (r.until - r.base - r.vat) / r.whole, 2) as gross from rates r
  )
  select p.vat_rate, p.vat_treatment, part.base, part.vat
    from parts p, lateral private.part_of_gross(p.gross, p.vat_rate, p.base, p.vat) as part
   where p.gross > 0
   order by p.vat_rate, p.vat_treatment
$$;
comment on function private.split_gross is 'An amount with VAT over what is left by rate [{vat_rate, vat_treatment, base, vat}], in proportion; the last rate is the rest.';

create function private.charged_qty(p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric, p_rule text) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when m.measure is null then p_qty
    when p_rule is null or split_part(p_rule, ' ', 1) is distinct from private.unit_of_size(p_unit) then private.cut_measure(p_unit, p_qty * m.measure)
    when split_part(p_rule, ' ', 2) = 'piece' then private.cut_measure(p_unit, p_qty * private.by_charge_rule(m.measure, p_rule))
    else private.cut_measure(p_unit, sign(p_qty) * private.by_charge_rule(abs(p_qty) * m.measure, p_rule)) end
    from (select private.measure_of(p_unit, p_width_mm, p_height_mm) as measure) as m
$$;
comment on function private.charged_qty is 'The quantity that the price of a line is for: its size in m², metres, square feet, feet or yards, times its pieces, by the rule of
the line, where the unit is one of these and a size is given, else the pieces. Agrees with chargedQty in src/documents.';

create function private.cut_measure(p_unit text, p_measure numeric) returns numeric
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when private.unit_of_size(p_unit) in ('ft2', 'ft', 'ft_height', 'ft_edge', 'yd') then round(p_measure, 4) else trunc(p_measure, 4) end;
end $$;
comment on function private.cut_measure is 'A measure to four decimals. One in feet is a third or a twelfth of a whole, and is rounded: three pieces of a third are one.';

create function private.unit_of_size(p_unit text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when p_unit is null then null
    when lower(btrim(p_unit)) in ('m2', 'm²', 'sqm') then 'm2'
    when lower(btrim(p_unit)) in ('m', 'metre') then 'm'
    when lower(btrim(p_unit)) in ('m_height', 'm_edge', 'ft2', 'ft', 'ft_height', 'ft_edge', 'yd') then lower(btrim(p_unit)) end
$$;
comment on function private.unit_of_size is 'm2, m (along the width), m_height (along the height) or m_edge (around), the same in feet, and yd along the width, for a unit
that is charged by size, else null.';

create function private.measure_of(p_unit text, p_width_mm numeric, p_height_mm numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case private.unit_of_size(p_unit)
    when 'm2' then case when p_width_mm > 0 and p_height_mm > 0 then p_width_mm * 0.001 * p_height_mm * 0.001 end
    when 'm' then nullif(coalesce(nullif(p_width_mm, 0), p_height_mm) * 0.001, 0)
    when 'm_height' then nullif(coalesce(nullif(p_height_mm, 0), p_width_mm) * 0.001, 0)
    when 'm_edge' then case when p_width_mm > 0 and p_height_mm > 0 then (p_width_mm + p_height_mm) * 0.002 end
    when 'ft2' then case when p_width_mm > 0 and p_height_mm > 0 then
      div(private.inch_parts(p_width_mm) * private.inch_parts(p_height_mm) * 10000000000, 9513271296) * 0.0000000001 end
    when 'ft' then nullif(div(private.inch_parts(coalesce(nullif(p_width_mm, 0), p_height_mm)) * 10000000000, 97536) * 0.0000000001, 0)
    when 'yd' then nullif(div(private.inch_parts(coalesce(nullif(p_width_mm, 0), p_height_mm)) * 10000000000, 292608) * 0.0000000001, 0)
    when 'ft_height' then nullif(div(private.inch_parts(coalesce(nullif(p_height_mm, 0), p_width_mm)) * 10000000000, 97536) * 0.0000000001, 0)
    when 'ft_edge' then case when p_width_mm > 0 and p_height_mm > 0 then
      div((private.inch_parts(p_width_mm) + private.inch_parts(p_height_mm)) * 20000000000, 97536) * 0.0000000001 end
    end
$$;
comment on function private.measure_of is 'What one piece measures in the unit of its price; null where the price is not for a size. In feet and yards cut to ten decimals.';

create function private.sixty_fourths(p_mm numeric) returns numeric
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_nearest constant numeric := round(p_mm * 320 / 127);
begin
  return case when round(v_nearest * 0.396875, 2) = p_mm then v_nearest end;
end $$;
comment on function private.sixty_fourths is 'The 64ths of an inch that a stored length was typed as; null for one that was not typed in inches. Agrees with sixtyFourthsOf.';

create function private.inch_parts(p_mm numeric) returns numeric
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(private.sixty_fourths(p_mm) * 127, p_mm * 320);
end $$;
comment on function private.inch_parts is 'A length in 8128ths of an inch, exactly: of a length in inches the fraction that was typed, not the hundredth of a millimetre.';

create function private.charge_rule(p_unit text, p_per text, p_step numeric, p_min numeric, p_waste_pct numeric) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when private.unit_of_size(p_unit) is not null and coalesce(p_step, p_min, nullif(p_waste_pct, 0)) is not null
    then concat_ws(' ', private.unit_of_size(p_unit), coalesce(p_per, 'piece'), trim_scale(coalesce(p_step, 0)), trim_scale(coalesce(p_min, 0)),
      trim_scale(coalesce(p_waste_pct, 0))) end
$$;
comment on function private.charge_rule is 'How a size is charged, as a line carries it: unit, piece or line, step, minimum, waste in percent: "m2 piece 0.1 0.5 0". Null
without a rule.';

create function private.service_rule(p_service public.services) returns text
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
comment on function private.service_rule is 'How a service charges a size. Its minimum charge is a least quantity of the whole line: $50.00 at $5.25 are 9.5239 sq ft; not where
the rule has a step or a minimum of its own for each piece. The same as serviceRuleOf in src/documents.';

create function private.by_charge_rule(p_measure numeric, p_rule text) returns numeric
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_parts constant text[] := string_to_array(p_rule, ' ');
  v_step constant numeric := v_parts[3]::numeric;
  v_whole numeric := p_measure * (100 + v_parts[5]::numeric) * 0.01;
begin
  if v_whole <= 0 then
    return 0;
  elsif v_step > 0 then
    v_whole := (div(v_whole, v_step) + case when mod(v_whole, v_step) > 0 then 1 else 0 end) * v_step;
  end if;
  return greatest(v_whole, v_parts[4]::numeric);
end $$;
comment on function private.by_charge_rule is 'A measure with its waste, up to the next step, and not below the minimum.';
