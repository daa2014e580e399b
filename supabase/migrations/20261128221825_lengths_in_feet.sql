set check_function_bodies = off;

alter table public.quotation_items drop constraint quotation_items_charge_rule_is_read;

alter table public.services drop constraint services_unit_is_known;

alter table public.contacts add column length_unit text;

create or replace function private.company_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', name, 'email', email, 'phone', phone, 'address', address, 'city', city, 'postcode', postcode,
    'country', country, 'vat_number', vat_number, 'registration_number', registration_number, 'logo_url', logo_url,
    'brand_color', brand_color, 'account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'number_style', number_style, 'date_style', date_style, 'bank_fields', bank_fields, 'bank_code', bank_code,
    'account_number', account_number, 'tax_name', tax_name, 'tax_id_name', tax_id_name, 'paper_size', paper_size, 'lengths', length_unit,
    'electronic_invoices', electronic_invoices)
    from public.company_settings
$$;

create or replace function private.save_my_length_unit(p_unit text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_be_sure();
  if p_unit not in ('mm', 'cm', 'm', 'in') then
    perform private.refuse('22023', 'Please choose a unit of lengths');
  end if;
  update public.contacts set length_unit = p_unit where user_id = auth.uid();
  if not found then
    perform private.refuse('42501', 'You have no record of your own yet');
  end if;
end $$;

create or replace function private.contact_facts(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('name', nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), 'company', c.company,
    'address', c.address_line, 'city', c.city, 'postcode', c.postcode, 'country', c.country, 'vat_number', c.vat_number,
    'lengths', c.length_unit)
    from public.contacts c where c.id = p_contact_id);
end $$;

create or replace function private.own_contact() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'user_id', c.user_id, 'name', c.name, 'last_name', c.last_name, 'email', c.email,
           'company', c.company, 'type', c.type, 'profile', c.profile, 'phone', c.phone, 'logo_url', c.logo_url, 'roles', c.roles,
           'created_at', c.created_at, 'has_temporary_password', c.has_temporary_password, 'length_unit', c.length_unit)
    from public.contacts c where c.user_id = (select auth.uid())
$$;

create or replace function private.charged_qty(p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric, p_rule text) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when m.measure is null then p_qty
    when p_rule is null or split_part(p_rule, ' ', 1) is distinct from private.unit_of_size(p_unit) then private.cut_measure(p_unit, p_qty * m.measure)
    when split_part(p_rule, ' ', 2) = 'piece' then private.cut_measure(p_unit, p_qty * private.by_charge_rule(m.measure, p_rule))
    else private.cut_measure(p_unit, sign(p_qty) * private.by_charge_rule(abs(p_qty) * m.measure, p_rule)) end
    from (select private.measure_of(p_unit, p_width_mm, p_height_mm) as measure) as m
$$;

create or replace function private.cut_measure(p_unit text, p_measure numeric) returns numeric
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when private.unit_of_size(p_unit) in ('ft2', 'ft', 'ft_height', 'ft_edge', 'yd') then round(p_measure, 4) else trunc(p_measure, 4) end;
end $$;

create or replace function private.unit_of_size(p_unit text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when p_unit is null then null
    when lower(btrim(p_unit)) in ('m2', 'm²', 'sqm') then 'm2'
    when lower(btrim(p_unit)) in ('m', 'metre') then 'm'
    when lower(btrim(p_unit)) in ('m_height', 'm_edge', 'ft2', 'ft', 'ft_height', 'ft_edge', 'yd') then lower(btrim(p_unit)) end
$$;

create or replace function private.measure_of(p_unit text, p_width_mm numeric, p_height_mm numeric) returns numeric
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

create or replace function private.sixty_fourths(p_mm numeric) returns numeric
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_nearest constant numeric := round(p_mm * 320 / 127);
begin
  return case when round(v_nearest * 0.396875, 2) = p_mm then v_nearest end;
end $$;

create or replace function private.inch_parts(p_mm numeric) returns numeric
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(private.sixty_fourths(p_mm) * 127, p_mm * 320);
end $$;

create or replace function private.size_words(p_width numeric, p_height numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_unit constant text := coalesce((select length_unit from public.company_settings), 'mm');
begin
  return (select string_agg(private.length_words(side, v_unit), ' × ' order by place) || case when v_unit = 'in' then '' else ' ' || v_unit end
    from (values (1, p_width), (2, p_height)) as sides (place, side));
end $$;

create or replace function private.figure_words(p_number numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when s.number_style in ('comma', 'space') then translate(d.digits, ',.', case s.number_style when 'comma' then '.,' else ' ,' end)
      when s.number_style = 'apostrophe' then replace(d.digits, ',', '’') else d.digits end
    from public.company_settings s, lateral (select rtrim(to_char(p_number, 'FM999,999,999,990.999999'), '.') as digits) as d);
end $$;

create or replace function private.length_words(p_mm numeric, p_unit text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_all constant numeric := private.sixty_fourths(p_mm);
  v_feet constant numeric := case when v_all >= 7680 then div(v_all, 768) else 0 end;
  v_rest constant numeric := v_all - v_feet * 768;
  v_part constant integer := mod(v_rest, 64);
  v_inches numeric;
begin
  if p_unit <> 'in' then
    return private.figure_words(p_mm / case p_unit when 'cm' then 10 when 'm' then 1000 else 1 end);
  elsif v_all is null then
    select round(p_mm / 25.4, places) into v_inches from generate_series(2, 4) as places
     where round(round(p_mm / 25.4, places) * 25.4, 2) = p_mm order by places limit 1;
    return private.figure_words(v_inches) || '"';
  end if;
  return concat_ws(' ', case when v_feet > 0 then private.figure_words(v_feet) || '''' end,
    case when v_rest > 0 or v_feet = 0 then concat_ws(' ', case when v_rest >= 64 or v_part = 0 then private.figure_words(div(v_rest, 64)) end,
      case when v_part > 0 then format('%s/%s', v_part / gcd(v_part, 64), 64 / gcd(v_part, 64)) end) || '"' end);
end $$;

create or replace function private.move_offcut(p_id uuid, p_to text, p_job_id uuid default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_offcut public.stock_offcuts;
begin
  perform private.must_keep_stock('use offcuts');
  select * into v_offcut from public.stock_offcuts where id = p_id for update;
  if v_offcut.id is null then
    perform private.refuse('PT404', 'This offcut is not there any more');
  elsif v_offcut.status = p_to and v_offcut.job_id is not distinct from p_job_id then
    return;
  elsif p_to not in ('free', 'used', 'scrapped') then
    perform private.refuse('22023', 'An offcut is free, used or scrapped');
  elsif p_to <> 'free' and v_offcut.status <> 'free' then
    perform private.refuse('PT409', format('Somebody %s this offcut meanwhile', case v_offcut.status when 'used' then 'used' else 'scrapped' end));
  end if;
  update public.stock_offcuts set status = p_to, job_id = case p_to when 'used' then p_job_id end where id = p_id;
  if p_to = 'used' and p_job_id is not null then
    perform private.log_event('job', p_job_id, 'offcut_used', (
      select jsonb_build_object('item', i.name, 'size', private.size_words(v_offcut.length_mm, v_offcut.width_mm))
        from public.inventory_items i where i.id = v_offcut.item_id));
  end if;
end $$;

create or replace function private.put_offcut(
  p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid, p_bin text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.inventory_items;
begin
  select * into v_item from public.inventory_items where id = p_item_id;
  if v_item.id is null then
    perform private.refuse('PT404', 'This item is not there any more');
  elsif v_item.form not in ('sheet', 'roll') then
    perform private.refuse('22023', 'Only sheets and rolls leave offcuts');
  elsif not coalesce(p_width_mm between 10 and 100000 and p_length_mm between 10 and 1000000, false) then
    perform private.refuse('22023', 'An offcut is at least ' || private.size_words(10, 10));
  elsif v_item.width_mm is not null and v_item.length_mm is not null and (
    least(p_width_mm, p_length_mm) > least(v_item.width_mm, v_item.length_mm)
    or greatest(p_width_mm, p_length_mm) > greatest(v_item.width_mm, v_item.length_mm))
  then
    perform private.refuse('22023', format('An offcut is not larger than the %s it was cut from', v_item.form));
  end if;
  insert into public.stock_offcuts (id, item_id, width_mm, length_mm, source_job_id, bin)
  values (coalesce(p_id, gen_random_uuid()), p_item_id, p_width_mm, p_length_mm, p_job_id, nullif(left(btrim(p_bin), 60), ''))
  on conflict (id) do nothing;
end $$;

alter table public.quotation_items add constraint quotation_items_charge_rule_is_read CHECK (charge_rule ~ '^(m2|m|m_height|m_edge|ft2|ft|ft_height|ft_edge|yd) (piece|line) [0-9]{1,5}([.][0-9]{1,4})? [0-9]{1,5}([.][0-9]{1,4})? [0-9]{1,3}([.][0-9]{1,2})?$'::text);

alter table public.services add constraint services_unit_is_known CHECK (unit = ANY (ARRAY['piece'::text, 'm2'::text, 'm'::text, 'm_height'::text, 'm_edge'::text, 'ft2'::text, 'ft'::text, 'ft_height'::text, 'ft_edge'::text, 'yd'::text, 'hour'::text, 'set'::text]));

alter table public.contacts add constraint contacts_length_unit_is_known CHECK (length_unit = ANY (ARRAY['mm'::text, 'cm'::text, 'm'::text, 'in'::text]));

revoke execute on all routines in schema private from public;

call private.offer('private.save_my_length_unit(text)');

comment on function private.charged_qty(numeric,pg_catalog.text,numeric,numeric,pg_catalog.text) is 'The quantity that the price of a line is for: its size in m², metres, square feet, feet or yards, times its pieces, by the rule of
the line, where the unit is one of these and a size is given, else the pieces. Agrees with chargedQty in src/documents.';

comment on function private.measure_of(pg_catalog.text,numeric,numeric) is 'What one piece measures in the unit of its price; null where the price is not for a size. In feet and yards cut to ten decimals.';

comment on function private.size_words(numeric,numeric) is 'A size as the company writes numbers, in its unit: 1,220 × 2,438.4 mm, 96" × 48". Agrees with sizeText in src/documents.';

comment on function private.unit_of_size(pg_catalog.text) is 'm2, m (along the width), m_height (along the height) or m_edge (around), the same in feet, and yd along the width, for a unit
that is charged by size, else null.';

comment on function private.cut_measure(pg_catalog.text,numeric) is 'A measure to four decimals. One in feet is a third or a twelfth of a whole, and is rounded: three pieces of a third are one.';

comment on function private.figure_words(numeric) is 'A number without zeros at its end, as the company writes numbers: 2,438.4.';

comment on function private.inch_parts(numeric) is 'A length in 8128ths of an inch, exactly: of a length in inches the fraction that was typed, not the hundredth of a millimetre.';

comment on function private.length_words(numeric,pg_catalog.text) is 'A length under a heading that names the unit: 2,438.4, and 96" or 12'' 6" in inches. Agrees with bareLength.';

comment on function private.save_my_length_unit(pg_catalog.text) is 'The unit in which the caller reads and types lengths; null: that of the company.';

comment on function private.sixty_fourths(numeric) is 'The 64ths of an inch that a stored length was typed as; null for one that was not typed in inches. Agrees with sixtyFourthsOf.';

comment on function public.save_my_length_unit(pg_catalog.text) is 'The unit in which the caller reads and types lengths; null: that of the company.';

comment on column public.contacts.length_unit is 'The unit of lengths on papers for this contact, and on the screens of its account; null: that of the company.';

reset check_function_bodies;
