set check_function_bodies = off;

drop routine public.start_in_country(p_settings jsonb, p_rates jsonb, p_days jsonb, p_chart text);

create or replace function private.recurring_dates(
  p_every text, p_starts_on date, p_day integer default null, p_ends_on date default null, p_from date default null, p_count integer default 6)
returns setof date
  language plpgsql immutable security definer set search_path = ''
as $$
declare
  v_date date := p_from;
begin
  if p_every not in ('week', 'month', 'quarter', 'year') or not coalesce(p_starts_on between '2000-01-01' and '2100-01-01', false)
    or not coalesce(p_day between 1 and 31, true)
  then
    return;
  end if;
  for n in 1 .. least(greatest(p_count, 1), 60) loop
    v_date := private.recurring_next(p_every, p_starts_on, p_day, coalesce(v_date, p_starts_on));
    exit when v_date > p_ends_on;
    return next v_date;
    v_date := v_date + 1;
  end loop;
end $$;

create or replace function private.end_rates(p_codes text[], p_back text[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_usual constant uuid := (select v.id from public.vat_rates v where v.is_default and v.code = any (p_codes));
begin
  perform private.must_set_up();
  update public.services set vat_rate_id = null where vat_rate_id = v_usual;
  update public.inventory_items set vat_rate_id = null where vat_rate_id = v_usual;
  update public.recurring_payments set vat_rate_id = null where vat_rate_id = v_usual;
  update public.vat_rates set is_default = false, valid_to = greatest(valid_from, private.company_today() - 1)
   where code = any (p_codes) and (valid_to is null or valid_to >= private.company_today());
  update public.vat_rates set valid_to = null where code = any (p_back) and valid_to < private.company_today();
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
      'language', 'tax_name', 'tax_id_name', 'bank_fields', 'electronic_invoices', 'payment_terms_days') then
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
         bank_fields = v_new.bank_fields, electronic_invoices = v_new.electronic_invoices, payment_terms_days = v_new.payment_terms_days
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

revoke execute on all routines in schema private from public;

grant execute on routine private.end_rates(p_codes text[], p_back text[]) to authenticated;

revoke execute on routine public.start_in_country(p_settings jsonb, p_rates jsonb, p_days jsonb, p_chart text, p_ended text[]) from anon;

revoke execute on routine public.start_in_country(p_settings jsonb, p_rates jsonb, p_days jsonb, p_chart text, p_ended text[]) from public;

comment on function private.end_rates(pg_catalog.text[],pg_catalog.text[]) is 'For admins: rates that are not offered any more. Services, stock items and recurring payments with the rate of new lines among them get the one that takes its place. p_back: codes of
rates that are offered again where they had ended.';

comment on function public.start_in_country(pg_catalog.jsonb,pg_catalog.jsonb,pg_catalog.jsonb,pg_catalog.text,pg_catalog.text[]) is 'For admins: takes over what a country proposes, all or nothing. p_settings: {column: {from, to}}, refused when a value is not `from` any more.
p_rates: tax rates; a code that is there stays as it is, and is offered again where it had ended. p_ended: codes of rates that are not offered any more; services and stock
items that had the rate of new lines among them have the new one. p_days: [{on_day, name}], closed for bookings and production; a day that is closed stays.
p_chart: the chart of accounts to begin with, refused once something is booked; null: that of now. chart of the answer names accounts that keep their name.';

reset check_function_bodies;
