set check_function_bodies = off;

drop routine private.get_company();

drop routine public.get_company();

alter table public.company_settings add column rounding text not null default 'cut'::text;

create or replace function private.get_company()
returns table (name text, email text, phone text, address text, postcode text, city text, country text, map_point text,
  vat_number text, registration_number text, logo_url text, brand_color text, currency text, number_style text, date_style text,
  hour_style text, time_zone text, tax_kind text, tax_name text, tax_id_name text, paper_size text, length_unit text, first_weekday smallint,
  language text, state text, legal_form text, represented_by text, register_court text, legal_notice text, rounding text)
  language sql stable security definer set search_path = ''
as $$
  select s.name, s.email, s.phone, s.address, s.postcode, s.city, s.country, s.map_point, s.vat_number, s.registration_number,
         s.logo_url, s.brand_color, s.currency, s.number_style, s.date_style, s.hour_style, s.time_zone,
         s.tax_kind, s.tax_name, s.tax_id_name, s.paper_size, s.length_unit, s.first_weekday, s.language, s.state, s.legal_form,
         s.represented_by, s.register_court, s.legal_notice, s.rounding
    from public.company_settings s
$$;

create or replace function private.company_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', name, 'email', email, 'phone', phone, 'address', address, 'city', city, 'postcode', postcode, 'state', state,
    'country', country, 'vat_number', vat_number, 'registration_number', registration_number, 'logo_url', logo_url,
    'brand_color', brand_color, 'account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'number_style', number_style, 'date_style', date_style, 'time_zone', time_zone, 'bank_fields', bank_fields, 'bank_code', bank_code,
    'account_number', account_number, 'tax_name', tax_name, 'tax_id_name', tax_id_name, 'paper_size', paper_size, 'lengths', length_unit,
    'electronic_invoices', electronic_invoices, 'legal_form', legal_form, 'represented_by', represented_by, 'register_court', register_court,
    'legal_notice', legal_notice, 'exemption_note', exemption_note, 'rounding', rounding)
    from public.company_settings
$$;

create or replace function private.to_cents(p_amount numeric) returns numeric
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  if (select s.rounding = 'nearest' from public.company_settings s) then
    return round(p_amount, 2);
  end if;
  return trunc(p_amount, 2);
end $$;

create or replace function public.start_in_country(
  p_settings jsonb, p_rates jsonb default '[]', p_days jsonb default '[]', p_chart text default null, p_ended text[] default '{}') returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  v_now public.company_settings;
  v_new public.company_settings;
  v_key text;
  v_day record;
  v_rates integer;
  v_days integer := 0;
begin
  perform private.must_set_up();
  if jsonb_typeof(p_settings) is distinct from 'object' or jsonb_typeof(p_rates) is distinct from 'array' or jsonb_typeof(p_days) is distinct from 'array' then
    raise invalid_parameter_value using message = 'Settings are an object, rates and days are lists';
  end if;
  select * into v_now from public.company_settings where id = 1 for update;
  for v_key in select k from jsonb_object_keys(p_settings) as k loop
    if v_key not in ('country', 'state', 'currency', 'time_zone', 'number_style', 'date_style', 'hour_style', 'first_weekday', 'paper_size', 'length_unit', 'tax_kind',
      'language', 'tax_name', 'tax_id_name', 'bank_fields', 'electronic_invoices', 'payment_terms_days', 'rounding') then
      raise invalid_parameter_value using message = format('%s is no setting of a country', left(v_key, 60));
    end if;
    if to_jsonb(v_now) ->> v_key is distinct from p_settings -> v_key ->> 'from' then
      raise sqlstate 'PT409' using message = 'Somebody changed the settings meanwhile. Please look at them again.';
    end if;
  end loop;
  v_new := jsonb_populate_record(v_now, (select coalesce(jsonb_object_agg(s.key, s.value -> 'to'), '{}') from jsonb_each(p_settings) as s));
  update public.company_settings set country = v_new.country, state = v_new.state, language = v_new.language, currency = v_new.currency, time_zone = v_new.time_zone, number_style = v_new.number_style,
         date_style = v_new.date_style, hour_style = v_new.hour_style, first_weekday = v_new.first_weekday, paper_size = v_new.paper_size,
         length_unit = v_new.length_unit, tax_kind = v_new.tax_kind, tax_name = v_new.tax_name, tax_id_name = v_new.tax_id_name,
         bank_fields = v_new.bank_fields, electronic_invoices = v_new.electronic_invoices, payment_terms_days = v_new.payment_terms_days,
         rounding = v_new.rounding
   where id = 1;
  perform private.end_rates(p_ended, array(select r.code from jsonb_to_recordset(p_rates) as r (code text)));
  insert into public.vat_rates (code, label, rate, treatment, country, is_default, sort)
  select r.code, r.label, r.rate, r.treatment, r.country,
         coalesce(r.is_default, false) and not exists (select from public.vat_rates v where v.is_default), coalesce(r.sort, 0)
    from jsonb_to_recordset(p_rates) as r (code text, label text, rate numeric, treatment text, country text, is_default boolean, sort integer)
      on conflict (code) do nothing;
  get diagnostics v_rates = row_count;
  update public.vat_rates v set is_default = true
   where not exists (select from public.vat_rates d where d.is_default) and v.code = (
     select r.code from jsonb_to_recordset(p_rates) as r (code text, is_default boolean) where r.is_default limit 1);
  for v_day in select d.on_day, d.name from jsonb_to_recordset(p_days) as d (on_day date, name text) loop
    insert into public.booking_closures (starts_on, ends_on, reason) select v_day.on_day, v_day.on_day, v_day.name
     where not exists (select from public.booking_closures c where c.desk is null and v_day.on_day between c.starts_on and c.ends_on);
    insert into public.work_centre_closures (starts_on, ends_on, reason) select v_day.on_day, v_day.on_day, v_day.name
     where not exists (select from public.work_centre_closures c where c.work_centre_id is null and v_day.on_day between c.starts_on and c.ends_on);
    v_days := v_days + 1;
  end loop;
  return jsonb_build_object('rates', v_rates, 'days', v_days) || case when p_chart is null then '{}' else jsonb_build_object('chart', private.start_chart(p_chart)) end;
end $$;

create or replace function private.line_net(p_qty numeric, p_unit_price numeric, p_discount_pct numeric) returns numeric
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return private.to_cents(p_qty * p_unit_price * (100 - coalesce(p_discount_pct, 0)) / 100);
end $$;

create or replace function private.net_of_discount(p_lines public.order_items[], p_line public.order_items) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_percent constant jsonb := private.percent_of_discount(p_line);
  v_ids constant uuid[] := private.lines_of_discount(p_lines, p_line, (v_percent ->> 'base')::numeric);
  v_base numeric;
  v_net numeric;
  v_currency constant text := (select o.currency from public.orders o where o.id = p_line.order_id);
begin
  if v_ids is null then
    return null;
  end if;
  v_base := (select coalesce(sum(i.net), 0) from public.order_items i where i.id = any (v_ids));
  v_net := private.to_cents(greatest(v_base, 0) * (v_percent ->> 'percent')::numeric / 100);
  return jsonb_build_object('net', v_net, 'words',
    format('%s %% × %s = %s', v_percent ->> 'written', private.money_words(v_base, v_currency), private.money_words(v_net, v_currency)));
end $$;

create or replace function private.calculated_price(p_inputs jsonb, p_nested jsonb, p_list jsonb, p_confidential jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
declare
  v_quantity constant numeric := (p_inputs ->> 'quantity')::numeric;
  v_lines constant jsonb := private.calculated_lines(p_inputs, p_nested, p_list, coalesce(p_confidential -> 'costs', '{}'));
  v_sees constant boolean := (p_list ->> 'shows_costs')::boolean;
  v_least constant numeric := coalesce(p_inputs ->> 'min_charge', p_list #>> array['services', p_inputs ->> 'service_id', 'min_charge'])::numeric;
  v_break constant jsonb := private.calculated_break(p_inputs, p_list);
  v_list numeric;
  v_cost numeric;
  v_other numeric;
  v_target numeric;
  v_pct numeric;
  v_discount numeric;
  v_after numeric;
  v_unit numeric;
  v_net numeric;
begin
  select coalesce(sum((l ->> 'price')::numeric), 0), coalesce(sum((l ->> 'cost')::numeric), 0),
         coalesce(sum((l ->> 'price')::numeric) filter (where l ->> 'cost' is null), 0)
    into v_list, v_cost, v_other from jsonb_array_elements(v_lines) as l;
  if p_confidential #>> '{target,kind}' is not null then
    v_pct := (p_confidential #>> '{target,pct}')::numeric;
    v_target := v_other + case p_confidential #>> '{target,kind}'
      when 'markup' then trunc(v_cost * (100 + v_pct) / 100, 2)
      else div(v_cost * 10000, 100 - v_pct) / 100 end;
  end if;
  v_pct := coalesce((v_break ->> 'pct')::numeric, 0);
  v_discount := trunc(coalesce(v_target, v_list) * v_pct / 100, 2);
  v_after := coalesce(v_target, v_list) - v_discount;
  v_unit := private.cut_ratio(greatest(v_after, v_least), v_quantity);
  if v_unit * v_quantity < greatest(v_after, v_least) then
    v_unit := v_unit + 0.0001;
  end if;
  v_net := private.to_cents(v_quantity * v_unit);
  return jsonb_build_object('lines', v_lines, 'list', trunc(v_list, 2)::text, 'target', trunc(v_target, 2)::text,
    'break_name', v_break ->> 'name', 'discount_pct', trunc(v_pct, 2)::text, 'discount', trunc(v_discount, 2)::text,
    'minimum', case when v_least > v_after then trunc(v_least, 2)::text end,
    'unit_price', trunc(v_unit, 4)::text, 'net', v_net::text,
    'cost', case when v_sees then trunc(v_cost, 2)::text end, 'margin', case when v_sees then trunc(v_net - v_cost, 2)::text end,
    'margin_pct', case when v_sees and v_net > 0 then (div((v_net - v_cost) * 10000, v_net) / 100)::numeric(20, 2)::text end);
end $$;

create or replace function private.settle_deposit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.deposit_amount := case new.deposit_kind
    when 'percent' then private.to_cents((new.net + new.vat) * new.deposit_value / 100)
    when 'amount' then least(new.deposit_value, new.net + new.vat)
    else 0 end;
  return new;
end $$;

create or replace function private.vat_of(p_net numeric, p_rate numeric) returns numeric
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  if (select s.tax_kind in ('sales_tax', 'gst') from public.company_settings s) then
    return round(p_net * p_rate / 100, 2);
  end if;
  return private.to_cents(p_net * p_rate / 100);
end $$;

alter table public.company_settings add constraint company_settings_rounding_is_known CHECK (rounding = ANY (ARRAY['cut'::text, 'nearest'::text]));

revoke execute on all routines in schema private from public;

call private.offer('private.get_company()', '{anon,authenticated,service_role}');

comment on function private.line_net(numeric,numeric,numeric) is 'Net of a line: quantity × unit price less its discount, in whole cents as the company rounds. Agrees with lineNet in src/documents.';

comment on function private.vat_of(numeric,numeric) is 'Tax on the sum of the nets of one rate, in cents. Sales tax and GST go to the nearest cent, half a cent away from zero;
VAT is rounded as all amounts of the company are.';

comment on column public.quotations.deposit_amount is 'What the deposit comes to: gross × percent / 100 in whole cents, or the amount, never above the gross.';

comment on function private.get_company() is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';

comment on function private.to_cents(numeric) is 'An amount in whole cents, as the company rounds: cut toward zero (spec 1 §9), or the nearest cent, half a cent away from zero.
Agrees with toCents in src/shared/domain/money.';

comment on function public.get_company() is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';

comment on column public.company_settings.rounding is 'How amounts come to whole cents. cut: toward zero, as specified; nearest: to the nearest cent, half a cent away from zero.';

reset check_function_bodies;
