set check_function_bodies = off;

create or replace function public.start_in_country(p_settings jsonb, p_rates jsonb default '[]', p_days jsonb default '[]') returns jsonb
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
  insert into public.vat_rates (code, label, rate, treatment, country, is_default, sort)
  select r.code, r.label, r.rate, r.treatment, r.country,
         coalesce(r.is_default, false) and not exists (select from public.vat_rates v where v.is_default), coalesce(r.sort, 0)
    from jsonb_to_recordset(p_rates) as r (code text, label text, rate numeric, treatment text, country text, is_default boolean, sort integer)
      on conflict (code) do nothing;
  get diagnostics v_rates = row_count;
  for v_day in select d.on_day, d.name from jsonb_to_recordset(p_days) as d (on_day date, name text) loop
    insert into public.booking_closures (starts_on, ends_on, reason) select v_day.on_day, v_day.on_day, v_day.name
     where not exists (select from public.booking_closures c where c.desk is null and v_day.on_day between c.starts_on and c.ends_on);
    insert into public.work_centre_closures (starts_on, ends_on, reason) select v_day.on_day, v_day.on_day, v_day.name
     where not exists (select from public.work_centre_closures c where c.work_centre_id is null and v_day.on_day between c.starts_on and c.ends_on);
    v_days := v_days + 1;
  end loop;
  return jsonb_build_object('rates', v_rates, 'days', v_days);
end $$;

create or replace function private.mail_values(p_kind text, p_record_id uuid, p_variables jsonb, p_sender uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('language', case when p_record_id is null then private.client_language(null, null) else private.language_of(p_kind, p_record_id) end,
    'types', (select jsonb_object_agg(v.name, v.type) from private.mail_variables v where v.kind in ('any', p_kind)),
    'company', private.company_facts(),
    'time_zone', (select s.time_zone from public.company_settings s),
    'values', (
      select jsonb_object_agg(v.name, '') || jsonb_build_object('company', s.name, 'company_email', coalesce(s.email, ''),
               'company_phone', coalesce(s.phone, ''), 'currency', s.currency, 'tax', s.tax_name,
               'sender', coalesce((select nullif(btrim(concat_ws(' ', c.name, c.last_name)), '') from public.contacts c where c.user_id = p_sender), s.name))
        from private.mail_variables v, public.company_settings s where v.kind in ('any', p_kind) group by s.id)
      || case when p_record_id is null then coalesce((
           select jsonb_object_agg(v.name, v.example) from private.mail_variables v where v.kind in ('any', p_kind)
              and v.name not in ('company', 'company_email', 'company_phone', 'tax', 'sender')), '{}')
         else jsonb_strip_nulls(private.mail_facts(p_kind, p_record_id)) end
      || coalesce(p_variables, '{}'));
end $$;

revoke execute on all routines in schema private from public;

grant execute on routine private.must_set_up() to authenticated;

reset check_function_bodies;
