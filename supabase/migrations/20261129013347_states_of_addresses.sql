set check_function_bodies = off;

drop routine private.get_company();

drop routine public.get_company();

alter table public.company_settings add column state text;

alter table public.contacts add column state text;

create or replace function private.calendar_place(p_kind text, p_id uuid) returns text
language sql stable set search_path = '' as $$
  select nullif(concat_ws(', ', nullif(btrim(p.address), ''), nullif(btrim(p.postcode), ''), nullif(btrim(p.city), ''),
           nullif(btrim(p.state), ''), nullif(btrim(p.country), '')), '')
    from (
      select coalesce(l.address, l.label), l.postcode, l.city, l.state, l.country
        from public.deliveries d join public.locations l on l.id = d.location_id
       where p_kind in ('delivery', 'installation') and d.id = p_id and d.method not in ('pickup', 'electronic')
      union all
      select c.address_line, c.postcode, c.city, c.state, c.country
        from public.deliveries d join public.contacts c on c.id = d.contact_id
       where p_kind in ('delivery', 'installation') and d.id = p_id and d.location_id is null and d.method not in ('pickup', 'electronic')
      union all
      -- The work of a van's crew is where the order is fitted or brought, else at the client's.
      select coalesce(l.address, l.label, c.address_line), case when l.id is null then c.postcode else l.postcode end,
             case when l.id is null then c.city else l.city end, case when l.id is null then c.state else l.state end,
             case when l.id is null then c.country else l.country end
        from public.job_steps s join public.work_centres w on w.id = s.work_centre_id and w.kind = 'vehicle'
        join public.jobs j on j.id = s.job_id
        left join lateral (
          select d.location_id, d.contact_id from public.deliveries d
           where d.order_id = j.order_id and d.method not in ('pickup', 'electronic') and d.status <> 'cancelled'
           order by d.method = 'installation' desc, d.status = 'delivered', d.scheduled_at nulls last, d.id limit 1) d on true
        left join public.locations l on l.id = d.location_id
        left join public.contacts c on c.id = coalesce(d.contact_id, j.contact_id)
       where p_kind = 'step' and s.id = p_id
      union all
      select case t.place when 'client' then b.address else s.address end, case when t.place = 'here' then s.postcode end,
             case when t.place = 'here' then s.city end, case when t.place = 'here' then s.state end, case when t.place = 'here' then s.country end
        from public.bookings b join public.booking_types t on t.id = b.type_id cross join public.company_settings s
       where p_kind = 'booking' and b.id = p_id and t.place <> 'call'
    ) as p (address, postcode, city, state, country)
$$;

create or replace function private.get_company()
returns table (name text, email text, phone text, address text, postcode text, city text, country text, map_point text,
  vat_number text, registration_number text, logo_url text, brand_color text, currency text, number_style text, date_style text,
  hour_style text, time_zone text, tax_kind text, tax_name text, tax_id_name text, paper_size text, length_unit text, first_weekday smallint,
  language text, state text)
  language sql stable security definer set search_path = ''
as $$
  select s.name, s.email, s.phone, s.address, s.postcode, s.city, s.country, s.map_point, s.vat_number, s.registration_number,
         s.logo_url, s.brand_color, s.currency, s.number_style, s.date_style, s.hour_style, s.time_zone,
         s.tax_kind, s.tax_name, s.tax_id_name, s.paper_size, s.length_unit, s.first_weekday, s.language, s.state
    from public.company_settings s
$$;

create or replace function private.company_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', name, 'email', email, 'phone', phone, 'address', address, 'city', city, 'postcode', postcode, 'state', state,
    'country', country, 'vat_number', vat_number, 'registration_number', registration_number, 'logo_url', logo_url,
    'brand_color', brand_color, 'account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'number_style', number_style, 'date_style', date_style, 'bank_fields', bank_fields, 'bank_code', bank_code,
    'account_number', account_number, 'tax_name', tax_name, 'tax_id_name', tax_id_name, 'paper_size', paper_size, 'lengths', length_unit,
    'electronic_invoices', electronic_invoices)
    from public.company_settings
$$;

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
  if private.my_role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'Only an administrator sets up the company';
  end if;
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

create or replace function public.register_client(p_business jsonb, p_person jsonb, p_site jsonb) returns uuid
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_business uuid;
  v_person uuid;
begin
  insert into public.contacts (type, profile, company, name, email, phone, mobile, vat_number, address_line, city, postcode,
                               state, country, contact_type_id, payment_terms_days, language, length_unit, account_manager_id)
  select 'Business', 'verified', b.company, b.company, b.email, b.phone, b.mobile, b.vat_number, b.address_line, b.city, b.postcode,
         b.state, b.country, b.contact_type_id, b.payment_terms_days, b.language, b.length_unit, b.account_manager_id
    from jsonb_populate_record(null::public.contacts, p_business) as b
  returning id into v_business;
  if p_person is not null then
    insert into public.contacts (type, profile, name, last_name, email, phone, company)
    select 'Person', 'verified', p.name, p.last_name, p.email, p.phone, p_business ->> 'company'
      from jsonb_populate_record(null::public.contacts, p_person) as p
    returning id into v_person;
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    values (v_person, v_business, 'works_for', true);
  end if;
  if p_site is not null then
    insert into public.locations (label, address, city, country, business_id)
    select s.label, s.address, s.city, s.country, v_business
      from jsonb_populate_record(null::public.locations, p_site) as s;
  end if;
  return v_business;
end $$;

create or replace function private.register_visitor(p_kind text, p_details jsonb, p_trap text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v public.contacts := jsonb_populate_record(null::public.contacts, (
    select coalesce(jsonb_object_agg(d.key, nullif(btrim(d.value), '')), '{}') from jsonb_each_text(
      case when jsonb_typeof(p_details) = 'object' then p_details else '{}' end) as d
     where d.key in ('name', 'last_name', 'email', 'phone', 'company', 'vat_number', 'address_line', 'city', 'postcode', 'state', 'country')));
  v_message constant text := nullif(btrim(p_details ->> 'message'), '');
  v_business uuid;
  v_person uuid;
begin
  perform private.refuse_robot(p_trap);
  v.email := lower(v.email);
  v.vat_number := upper(regexp_replace(v.vat_number, '[\s.-]', '', 'g'));
  if p_kind not in ('client', 'business', 'person') then
    perform private.refuse('22023', 'This form is not known');
  elsif v.name is null or char_length(v.name) > 200 or char_length(v.last_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif p_kind = 'business' and v.company is null then
    perform private.refuse('22023', 'Please enter the name of your business');
  elsif v.email is null or not private.is_email(v.email) then
    perform private.refuse('22023', 'Please enter a valid e-mail address');
  elsif v.vat_number is not null and v.vat_number !~ '^[A-Z0-9]{4,20}$' then
    perform private.refuse('22023', 'A tax number has letters and digits, 4 to 20 of them');
  elsif char_length(v_message) > 3000 then
    perform private.refuse('22023', 'Please write 3000 characters at most');
  end if;
  if exists (select from public.contacts c where c.email = v.email and c.profile = 'pending_verification'
              and c.created_at > now() - interval '1 hour') then
    return;
  end if;
  perform private.limit_visitor('register_visitor', 3, 6);
  if p_kind = 'business' then
    insert into public.contacts (type, profile, company, name, email, phone, vat_number, address_line, city, postcode, state, country)
    values ('Business', 'pending_verification', v.company, v.company, v.email, v.phone, v.vat_number, v.address_line, v.city,
            v.postcode, v.state, v.country)
    returning id into v_business;
  end if;
  insert into public.contacts (type, profile, name, last_name, email, phone, company, address_line, city, postcode, state, country)
  values ('Person', 'pending_verification', v.name, v.last_name, v.email, v.phone, v.company,
          case when v_business is null then v.address_line end, case when v_business is null then v.city end,
          case when v_business is null then v.postcode end, case when v_business is null then v.state end, case when v_business is null then v.country end)
  returning id into v_person;
  if v_business is not null then
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    values (v_person, v_business, 'works_for', true);
  end if;
  perform private.tell_staff('{}', told.role, format('New registration: %s', coalesce(v.company, concat_ws(' ', v.name, v.last_name))),
    concat_ws(E'\n', concat_ws(' ', v.name, v.last_name), v.email, v.phone, v_message), null,
    jsonb_build_object('kind', 'registration', 'contact_id', coalesce(v_business, v_person)))
   from unnest(array['admin', 'sales']::public.app_role[]) as told (role);
end $$;

-- Every row that points at the second contact points at the first afterwards. p_values holds the fields that the person
-- chose. A field that is not named keeps the value of the first contact, or takes the second's where the first has none.
create or replace function private.merge_contacts(p_keep uuid, p_gone uuid, p_values jsonb, p_keep_version integer, p_gone_version integer)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_fields constant text[] := array['name', 'last_name', 'company', 'email', 'phone', 'mobile', 'vat_number', 'address_line',
    'city', 'postcode', 'state', 'country', 'contact_type_id', 'payment_terms_days', 'account_manager_id'];
  v_fixed constant text[] := array['id', 'user_id', 'type', 'profile', 'roles', 'created_at', 'has_temporary_password',
    'on_stop', 'archived_at', 'row_version'];
  v_keep public.contacts;
  v_gone public.contacts;
  v_row jsonb;
  v_not_kept text;
begin
  if not (private.can('contacts', 'edit') and private.can('contacts', 'delete')) then
    raise insufficient_privilege using message = 'You may not merge contacts';
  end if;
  if p_keep = p_gone then
    raise invalid_parameter_value using message = 'These are one and the same contact';
  end if;
  perform from public.contacts where id in (p_keep, p_gone) order by id for update;
  select * into v_keep from public.contacts where id = p_keep;
  select * into v_gone from public.contacts where id = p_gone;
  if v_keep.id is null or v_gone.id is null then
    raise invalid_parameter_value using message = 'One of the two contacts is not there any more';
  end if;
  if v_keep.row_version <> p_keep_version or v_gone.row_version <> p_gone_version then
    raise serialization_failure using message = 'Somebody changed one of the two contacts meanwhile: please look again';
  end if;
  perform private.check_merge(v_keep, v_gone);

  v_row := jsonb_strip_nulls(to_jsonb(v_gone)) || jsonb_strip_nulls(to_jsonb(v_keep))
    || coalesce((select jsonb_object_agg(key, value) from jsonb_each(p_values) where key = any (v_fields)), '{}');
  select string_agg(field || ' ' || lost.value, ', ' order by place) into v_not_kept
    from unnest(v_fields) with ordinality as fields (field, place)
    cross join lateral (
      select distinct value from (values (to_jsonb(v_keep) ->> field), (to_jsonb(v_gone) ->> field)) as both_of (value)
       where value is not null and value is distinct from v_row ->> field) as lost
   where field not like '%\_id' and not (field = 'name' and v_keep.type = 'Business');
  v_not_kept := replace(replace(replace(v_not_kept, 'address_line', 'address'), 'payment_terms_days', 'payment terms'), 'vat_number', private.with_tax('{tax} number'));

  perform private.drop_double_links(p_keep, p_gone);
  perform private.move_links(p_keep, p_gone);
  delete from public.contacts where id = p_gone;
  insert into public.merged_contacts (id, kept_id, merged_by) values (p_gone, p_keep, auth.uid())
  on conflict (id) do update set kept_id = excluded.kept_id, merged_by = excluded.merged_by, merged_at = now();
  execute (
    select format('update public.contacts c set %s, on_stop = c.on_stop or $3, created_at = least(c.created_at, $4),
        archived_at = case when c.archived_at is null or $5 is null then null else greatest(c.archived_at, $5) end
        from jsonb_populate_record(null::public.contacts, $1) as r where c.id = $2',
      string_agg(format(case when a.attname = any (v_fields) then '%1$I = r.%1$I' else '%1$I = coalesce(c.%1$I, r.%1$I)' end,
        a.attname), ', '))
      from pg_catalog.pg_attribute a
     where a.attrelid = 'public.contacts'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname <> all (v_fixed))
    using v_row, p_keep, v_gone.on_stop, v_gone.created_at, v_gone.archived_at;
  insert into public.contact_notes (contact_id, kind, body)
  values (p_keep, 'merge', left('Merged with ' || concat_ws(', ',
    nullif(btrim(concat_ws(' ', v_gone.name, v_gone.last_name)), ''), nullif(v_gone.company, v_gone.name), v_gone.email,
    v_gone.phone, v_gone.vat_number) || coalesce(E'\nNot kept: ' || v_not_kept, ''), 5000));
  insert into public.audit_logs (actor_id, actor_label, table_name, record_id, action, changed)
  select auth.uid(), private.person_label(auth.uid()), 'contacts', line.record_id, 'UPDATE',
         jsonb_build_object(line.what, jsonb_build_array(null, line.whom))
    from (values
      (p_keep::text, 'merged_with', concat_ws(' · ', coalesce(v_gone.company, concat_ws(' ', v_gone.name, v_gone.last_name)), p_gone)),
      (p_gone::text, 'merged_into', concat_ws(' · ', coalesce(v_keep.company, concat_ws(' ', v_keep.name, v_keep.last_name)), p_keep))
    ) as line (record_id, what, whom);
end $$;

-- What is wrong with a row of a file, in the words of the form (src/shared/domain/people/contact.ts).
create or replace function private.contact_row_problem(p_row jsonb) returns text
  language sql immutable set search_path = ''
as $$
  select string_agg(problem, '; ' order by place) from (
    select place, case
             when char_length(value) > most then label || ': At most ' || most || ' characters'
             when field in ('phone', 'mobile') and value <> '' and regexp_count(value, '\d') < 3
               then label || ': A number has at least 3 digits'
             when field = 'email' and value <> '' and value !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'
               then label || ': This is not a whole email address'
             when field = 'vat_number' and value <> '' and value !~ '^[A-Z0-9]{4,20}$'
               then label || ': A tax number has 4 to 20 letters and digits'
             when field = 'payment_terms_days' and value <> '' and (value !~ '^\d{1,3}$' or value::integer > 365)
               then label || ': A whole number of days, 0 to 365'
             when field = 'name' and value = '' and p_row ->> 'type' = 'Person' then label || ': Please enter the first name'
             when field = 'company' and value = '' and p_row ->> 'type' = 'Business'
               then label || ': Please enter the name of the business'
           end as problem
      from (values
        (1, 'name', 'First name', 200), (2, 'last_name', 'Last name', 200), (3, 'company', 'Company', 200),
        (4, 'email', 'Email', 320), (5, 'phone', 'Phone', 50), (6, 'mobile', 'Mobile', 50),
        (7, 'vat_number', '{Tax} number', null), (8, 'address_line', 'Address', 500), (9, 'city', 'Town', 200),
        (10, 'postcode', 'Postcode', 20), (11, 'state', 'State', 100), (12, 'country', 'Country', 200),
        (13, 'payment_terms_days', 'Payment terms (days)', null), (14, 'note', 'Note', 5000)
      ) as fields (place, field, label, most)
      cross join lateral (select btrim(coalesce(p_row ->> field, '')) as value) as given
  ) as judged
$$;

create or replace function private.import_contact_rows(p_rows jsonb)
returns table (line integer, outcome text, contact_id uuid, because text)
  language plpgsql volatile security invoker set search_path = ''
as $$
#variable_conflict use_column
begin
  if not (private.can('contacts', 'view') and private.can('contacts', 'create')) then
    raise insufficient_privilege using message = 'You may not add contacts';
  end if;
  if jsonb_array_length(p_rows) > 1000 then
    raise invalid_parameter_value using message = 'At most 1000 rows at a time';
  end if;
  return query
    with judged as materialized (
      select * from private.judge_import(p_rows)
    ), typed as materialized (
      select j.line, j.id, j.verdict, j.target, j.given ->> 'type' as type, nullif(btrim(j.given ->> 'note'), '') as note,
             nullif(btrim(j.given ->> 'name'), '') as name, nullif(btrim(j.given ->> 'last_name'), '') as last_name,
             nullif(btrim(j.given ->> 'company'), '') as company, nullif(btrim(j.given ->> 'email'), '') as email,
             nullif(btrim(j.given ->> 'phone'), '') as phone, nullif(btrim(j.given ->> 'mobile'), '') as mobile,
             nullif(j.given ->> 'vat_number', '') as vat_number, nullif(btrim(j.given ->> 'address_line'), '') as address_line,
             nullif(btrim(j.given ->> 'city'), '') as city, nullif(btrim(j.given ->> 'postcode'), '') as postcode,
             nullif(btrim(j.given ->> 'state'), '') as state, nullif(btrim(j.given ->> 'country'), '') as country,
             private.uuid_or_null(j.given ->> 'contact_type_id') as contact_type_id,
             nullif(btrim(j.given ->> 'payment_terms_days'), '')::integer as payment_terms_days,
             private.uuid_or_null(j.given ->> 'account_manager_id') as account_manager_id
        from judged j where j.verdict in ('create', 'update')
    ), created as (
      insert into public.contacts (id, type, profile, name, last_name, company, email, phone, mobile, vat_number,
                                   address_line, city, postcode, state, country, contact_type_id, payment_terms_days,
                                   account_manager_id)
      select t.id, t.type, 'verified', case t.type when 'Business' then coalesce(t.name, t.company) else t.name end,
             t.last_name, t.company, t.email, t.phone, t.mobile, t.vat_number, t.address_line, t.city, t.postcode, t.state, t.country,
             t.contact_type_id, t.payment_terms_days, t.account_manager_id
        from typed t where t.verdict = 'create'
      on conflict (id) do nothing
      returning id
    ), updated as (
      update public.contacts c set
        name = coalesce(t.name, c.name), last_name = coalesce(t.last_name, c.last_name),
        company = coalesce(t.company, c.company), email = coalesce(t.email, c.email), phone = coalesce(t.phone, c.phone),
        mobile = coalesce(t.mobile, c.mobile), vat_number = coalesce(t.vat_number, c.vat_number),
        address_line = coalesce(t.address_line, c.address_line), city = coalesce(t.city, c.city),
        postcode = coalesce(t.postcode, c.postcode), state = coalesce(t.state, c.state), country = coalesce(t.country, c.country),
        contact_type_id = coalesce(t.contact_type_id, c.contact_type_id),
        payment_terms_days = coalesce(t.payment_terms_days, c.payment_terms_days),
        account_manager_id = coalesce(t.account_manager_id, c.account_manager_id)
        from typed t where t.verdict = 'update' and c.id = t.target
      returning c.id
    ), noted as (
      insert into public.contact_notes (contact_id, body)
      select t.id, t.note from typed t
       where t.note is not null and t.verdict = 'create' and private.can('contacts', 'edit') and t.id in (select c.id from created c)
      returning contact_id
    )
    select j.line,
           case j.verdict when 'create' then 'created'
             when 'update' then case when u.id is null then 'refused' else 'updated' end
             else j.verdict end,
           case when j.verdict in ('create', 'created') then j.id else j.target end,
           case when j.verdict = 'update' and u.id is null then 'You may not change this contact'
             when j.verdict = 'refused' then j.because end
      from judged j
      left join (select distinct id from updated) as u on u.id = j.target and j.verdict = 'update'
      left join (select count(*) from noted) as written on false
     order by j.line;
end $$;

create or replace function private.put_back_filled(p_import_id uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row record;
  v_now jsonb;
  v_back jsonb;
  v_differ text;
  v_changed text;
  v_kept text;
begin
  -- Two rows of one import may fill the same contact: the later one is put back first.
  for v_row in
    select r.line, r.changed, r.contact_id from public.contact_import_rows r
     where r.import_id = p_import_id and r.outcome = 'updated' and r.undone_at is null order by r.line desc
  loop
    select to_jsonb(c) into v_now from public.contacts c where c.id = v_row.contact_id for update;
    select coalesce(jsonb_object_agg(key, value -> 0) filter (where v_now -> key is not distinct from value -> 1), '{}'),
           string_agg(replace(replace(key, '_id', ''), '_', ' '), ', ' order by key)
             filter (where v_now -> key is distinct from value -> 1 and v_now -> key is distinct from value -> 0)
      into v_back, v_differ from jsonb_each(v_row.changed);
    v_changed := 'Changed since the import: ' || v_differ;
    v_kept := case
      when not private.can('contacts', 'edit') then 'You may not change contacts'
      when v_now ->> 'user_id' is not null and v_now ->> 'user_id' <> auth.uid()::text and not private.named('manage_user_roles')
        then 'Has an account: only its owner and who manages users change it'
      else v_changed end;
    if v_now is not null and v_back <> '{}' and (v_kept is null or v_kept = v_changed) then
      update public.contacts c
         set (name, last_name, company, email, phone, mobile, vat_number, address_line, city, postcode, state, country,
              payment_terms_days, on_stop, contact_type_id, account_manager_id)
           = (select b.name, b.last_name, b.company, b.email, b.phone, b.mobile, b.vat_number, b.address_line, b.city, b.postcode,
                     b.state, b.country, b.payment_terms_days, b.on_stop,
                     (select t.id from public.contact_types t where t.id = b.contact_type_id),
                     (select u.id from auth.users u where u.id = b.account_manager_id)
                from jsonb_populate_record(c, v_back) as b)
       where c.id = v_row.contact_id;
      if v_back -> 'on_stop' = 'false' then
        insert into public.contact_notes (contact_id, kind, body) values (v_row.contact_id, 'release', 'The import that put it on stop was undone');
      end if;
    end if;
    update public.contact_import_rows r
       set undone_at = case when v_kept is null then now() end, kept = v_kept
     where r.import_id = p_import_id and r.line = v_row.line;
  end loop;
end $$;

create or replace function private.contact_facts(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('name', nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), 'company', c.company,
    'address', c.address_line, 'city', c.city, 'postcode', c.postcode, 'state', c.state, 'country', c.country, 'vat_number', c.vat_number,
    'lengths', c.length_unit)
    from public.contacts c where c.id = p_contact_id);
end $$;

create or replace function private.site_of_plan(p_contact_id uuid, p_plan jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_site constant jsonb := p_plan -> 'new_site';
  v_address constant text := nullif(btrim(v_site ->> 'address'), '');
  v_city constant text := nullif(btrim(v_site ->> 'city'), '');
  v_id uuid := (p_plan ->> 'location_id')::uuid;
begin
  if v_site is null or jsonb_typeof(v_site) = 'null' then
    return v_id;
  elsif v_address is null then
    perform private.refuse('22023', 'Please enter the address');
  end if;
  select l.id into v_id from public.locations l
   where l.business_id = p_contact_id and private.folded(coalesce(l.address, '')) = private.folded(v_address)
     and private.folded(coalesce(l.city, '')) = private.folded(coalesce(v_city, ''))
   order by l.created_at limit 1;
  if v_id is null then
    insert into public.locations (business_id, label, address, city, postcode, state, contact_on_site, phone_on_site)
    values (p_contact_id, left(coalesce(nullif(btrim(v_site ->> 'label'), ''), v_address), 200), v_address, v_city, nullif(btrim(v_site ->> 'postcode'), ''),
      nullif(btrim(v_site ->> 'state'), ''), nullif(btrim(p_plan ->> 'contact_on_site'), ''), nullif(btrim(p_plan ->> 'phone_on_site'), ''))
    returning id into v_id;
  end if;
  return v_id;
end $$;

create or replace function private.job_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('production', 'view') or private.can('orders', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  return (
    select jsonb_build_object('number', j.job_number, 'status', j.status, 'title', j.title, 'company', private.company_facts(),
      'client', coalesce(private.contact_facts(j.contact_id), jsonb_build_object('name', null, 'company', 'Work of the house', 'address', null,
        'city', null, 'postcode', null, 'state', null, 'country', null, 'vat_number', null)),
      'order_number', (select o.order_number from public.orders o where o.id = j.order_id), 'due_date', j.due_date,
      'promised_date', (select o.promised_date from public.orders o where o.id = j.order_id),
      'timing', (select t.timing from private.timings() t where t.kind = 'job' and t.id = j.id), 'qty', trim_scale(j.qty)::text,
      'unit', j.unit, 'width_mm', trim_scale(j.width_mm)::text, 'height_mm', trim_scale(j.height_mm)::text, 'instructions', j.details,
      'steps', coalesce((
        select jsonb_agg(jsonb_build_object('name', s.name, 'work_centre', w.name, 'planned_minutes', trim_scale(s.planned_minutes)::text,
                 'status', s.status, 'done', case s.status when 'done' then private.done_in_words(s) end) order by s.position)
          from public.job_steps s left join public.work_centres w on w.id = s.work_centre_id
         where s.job_id = j.id and s.status <> 'skipped'), '[]'),
      'materials', coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name, 'bin', i.bin, 'planned', private.qty_text(m.qty_planned, i.stock_unit),
                 'kept', case when m.qty_reserved > 0 then private.qty_text(m.qty_reserved, i.stock_unit) end,
                 'taken', case when m.qty_used > 0 then private.qty_text(m.qty_used, i.stock_unit) end) order by i.name)
          from public.job_materials m join public.inventory_items i on i.id = m.item_id
         where m.job_id = j.id and (m.qty_planned > 0 or m.qty_used > 0)), '[]'),
      'proof', (
        select jsonb_build_object('version', m.version, 'status', m.status, 'by', m.decided_name, 'at', m.decided_at,
                 'picture', (select p.path from public.mockup_pages p where p.mockup_id = m.id order by p.page limit 1), 'pages', m.page_count)
          from public.mockups m where m.job_id in (j.id, j.remake_of) and m.status in ('approved', 'sent')
         order by m.job_id = j.id desc, m.status, m.version desc limit 1),
      'remake_of', (select o.job_number from public.jobs o where o.id = j.remake_of))
      from public.jobs j where j.id = p_id);
end $$;

create or replace function private.site_facts(p_location_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('label', l.label, 'address', l.address, 'city', l.city, 'postcode', l.postcode, 'state', l.state, 'country', l.country)
    from public.locations l where l.id = p_location_id
$$;

alter table public.company_settings add constraint company_settings_state_length CHECK (char_length(state) <= 100);

alter table public.contacts add constraint contacts_state_length CHECK (char_length(state) <= 100);

revoke execute on all routines in schema private from public;

call private.offer('private.get_company()', '{anon,authenticated,service_role}');

comment on function private.plan_of_order(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb) is 'Plans one delivery of an order as its screen has it: method; location_id, or new_site with label, address, city, postcode, state;
day, from and to by the clock of the company; van_id and crew (the crew of that van on that day); weight_kg, parcels,
contact_on_site and phone_on_site, by default those of the address, instructions; items [{order_item_id, qty}]. Refused in words when it brings more than is left.
p_id: chosen by the caller, so that a repeated call plans once.';

comment on function private.site_of_plan(pg_catalog.uuid,pg_catalog.jsonb) is 'Where a plan goes: its location_id, or its new_site (label, address, city, postcode, state), kept with the addresses of the client;
one that the client has already is taken. Whoever plans deliveries may add it.';

comment on function public.plan_of_order(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb) is 'Plans one delivery of an order as its screen has it: method; location_id, or new_site with label, address, city, postcode, state;
day, from and to by the clock of the company; van_id and crew (the crew of that van on that day); weight_kg, parcels,
contact_on_site and phone_on_site, by default those of the address, instructions; items [{order_item_id, qty}]. Refused in words when it brings more than is left.
p_id: chosen by the caller, so that a repeated call plans once.';

comment on function private.get_company() is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';

comment on function public.get_company() is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';

comment on column public.company_settings.state is 'State, province or county of the address, where the country writes one.';

comment on column public.contacts.state is 'State, province or county of the address, where the country writes one.';

reset check_function_bodies;
