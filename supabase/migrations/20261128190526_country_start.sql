set check_function_bodies = off;

drop trigger tell_admins_of_account on public.company_settings;

drop routine private.get_company();

drop routine public.get_company();

alter table public.company_settings add column tax_kind text not null default 'vat'::text;

alter table public.company_settings add column tax_name text not null default 'VAT'::text;

alter table public.company_settings add column tax_id_name text not null default 'VAT'::text;

alter table public.company_settings add column paper_size text not null default 'a4'::text;

alter table public.company_settings add column length_unit text not null default 'mm'::text;

alter table public.company_settings add column first_weekday smallint not null default 1;

alter table public.company_settings add column bank_fields text not null default 'iban'::text;

alter table public.company_settings add column bank_code text;

alter table public.company_settings add column account_number text;

alter table public.company_settings add column electronic_invoices text not null default 'en16931'::text;

create or replace function private.is_routing_number(p_number text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select p_number ~ '^[0-9]{9}$' and (
    select mod(sum((array[3, 7, 1])[1 + (place - 1)::integer % 3] * sign::integer), 10) = 0
      from regexp_split_to_table(left(regexp_replace(p_number, '[^0-9]', '0', 'g'), 9), '') with ordinality as digits (sign, place) where sign <> '')
$$;

create or replace function private.get_company()
returns table (name text, email text, phone text, address text, postcode text, city text, country text, map_point text,
  vat_number text, registration_number text, logo_url text, brand_color text, currency text, number_style text, date_style text,
  hour_style text, time_zone text, tax_kind text, tax_name text, tax_id_name text, paper_size text, length_unit text, first_weekday smallint)
  language sql stable security definer set search_path = ''
as $$
  select s.name, s.email, s.phone, s.address, s.postcode, s.city, s.country, s.map_point, s.vat_number, s.registration_number,
         s.logo_url, s.brand_color, s.currency, s.number_style, s.date_style, s.hour_style, s.time_zone,
         s.tax_kind, s.tax_name, s.tax_id_name, s.paper_size, s.length_unit, s.first_weekday
    from public.company_settings s
$$;

create or replace function private.company_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', name, 'email', email, 'phone', phone, 'address', address, 'city', city, 'postcode', postcode,
    'country', country, 'vat_number', vat_number, 'registration_number', registration_number, 'logo_url', logo_url,
    'brand_color', brand_color, 'account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'number_style', number_style, 'date_style', date_style, 'bank_fields', bank_fields, 'bank_code', bank_code,
    'account_number', account_number, 'tax_name', tax_name, 'tax_id_name', tax_id_name, 'paper_size', paper_size, 'length_unit', length_unit,
    'electronic_invoices', electronic_invoices)
    from public.company_settings
$$;

create or replace function private.bank_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'bank_fields', bank_fields, 'bank_code', bank_code, 'account_number', account_number)
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
    if v_key not in ('country', 'currency', 'time_zone', 'number_style', 'date_style', 'hour_style', 'first_weekday', 'paper_size', 'length_unit', 'tax_kind',
      'tax_name', 'tax_id_name', 'bank_fields', 'electronic_invoices', 'payment_terms_days') then
      raise invalid_parameter_value using message = format('%s is no setting of a country', left(v_key, 60));
    end if;
    if to_jsonb(v_now) ->> v_key is distinct from p_settings -> v_key ->> 'from' then
      raise sqlstate 'PT409' using message = 'Somebody changed the settings meanwhile. Please look at them again.';
    end if;
  end loop;
  v_new := jsonb_populate_record(v_now, (select coalesce(jsonb_object_agg(s.key, s.value -> 'to'), '{}') from jsonb_each(p_settings) as s));
  update public.company_settings set country = v_new.country, currency = v_new.currency, time_zone = v_new.time_zone, number_style = v_new.number_style,
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

drop function public.first_steps();

create function public.first_steps()
returns table (name boolean, logo boolean, country boolean, address boolean, time_zone boolean, colleagues boolean, contacts boolean, vat boolean,
  vat_number boolean, bank boolean, terms boolean, service boolean, hours boolean, mail boolean, quotation boolean, put_away boolean)
language sql stable set search_path = '' as $$
  select s.name <> 'Our company',
         s.logo_url is not null,
         coalesce(btrim(s.country), '') <> '',
         coalesce(btrim(s.address), '') <> '',
         s.time_zone <> 'UTC',
         (select count(*) > 1 from (
            select from public.user_roles r where r.role not in ('pending', 'client') limit 2) as staff),
         exists (select from public.contacts c where c.user_id is null),
         exists (select from public.vat_rates r where r.is_default),
         -- Sales tax needs no number, and a company that is not registered charges no VAT: none of its rates is above zero.
         s.vat_number is not null or s.tax_kind <> 'vat' or (select max(r.rate) = 0 from public.vat_rates r) is true,
         s.iban is not null or s.account_number is not null,
         s.quotation_terms is not null or exists (select from public.quotation_terms),
         exists (select from public.services),
         exists (select from public.booking_hours),
         s.email is not null,
         exists (select from public.quotations q where q.sent_at is not null),
         s.first_steps_put_away
    from public.company_settings s
   where s.id = 1 and private.my_role() = 'admin'
$$;
comment on function public.first_steps is 'Which first steps of a new company are done. No row for people who do not manage its settings.';
revoke execute on function public.first_steps from public, anon;

create or replace function private.mail_values(p_kind text, p_record_id uuid, p_variables jsonb, p_sender uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('types', (select jsonb_object_agg(v.name, v.type) from private.mail_variables v where v.kind in ('any', p_kind)),
    'company', private.company_facts(),
    'time_zone', (select s.time_zone from public.company_settings s),
    'values', (
      select jsonb_object_agg(v.name, '') || jsonb_build_object('company', s.name, 'company_email', coalesce(s.email, ''),
               'company_phone', coalesce(s.phone, ''), 'currency', s.currency, 'tax', s.tax_name,
               'sender', coalesce(private.person_label(p_sender), s.name))
        from private.mail_variables v, public.company_settings s where v.kind in ('any', p_kind) group by s.id)
      || case when p_record_id is null then coalesce((
           select jsonb_object_agg(v.name, v.example) from private.mail_variables v where v.kind in ('any', p_kind)
              and v.name not in ('company', 'company_email', 'company_phone', 'tax', 'sender')), '{}')
         else jsonb_strip_nulls(private.mail_facts(p_kind, p_record_id)) end
      || coalesce(p_variables, '{}'))
$$;

create or replace function private.account_words(p_company public.company_settings) returns text
language sql immutable set search_path = '' as $$
  select coalesce(p_company.iban, nullif(concat_ws(' ', p_company.bank_code, p_company.account_number), ''), 'no account')
$$;

create or replace function private.tell_admins_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_staff('{}', 'admin', 'The bank account of the company was changed',
    format('%s changed it from %s to %s. Clients pay there from now on. If you did not agree to this, please look at once.',
      coalesce(private.person_label(auth.uid()), 'Somebody at the server'), private.account_words(old), private.account_words(new)),
    null, jsonb_build_object('kind', 'company_account'));
  return null;
end $$;

create or replace function private.fault_of_paper(p_paper text, p_id uuid, p_net numeric, p_vat numeric) returns text
  language sql stable security definer set search_path = ''
as $$
  with lines as (
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.invoice_items i
     where p_paper = 'invoice' and i.invoice_id = p_id and i.kind in ('item', 'discount', 'deposit')
    union all
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.credit_note_items i
     where p_paper = 'credit_note' and i.credit_note_id = p_id and i.kind in ('item', 'discount', 'deposit')
  ), sums as (
    select l.vat_rate, l.vat_treatment, sum(l.net) as base from lines l group by 1, 2
  ), taxes as (
    -- A paper from before this rule may have a base below zero; only its credit note may have one too.
    select t.vat_rate, t.vat_treatment, t.base, t.vat, true as is_above from public.invoice_vat t where p_paper = 'invoice' and t.invoice_id = p_id
    union all
    select t.vat_rate, t.vat_treatment, t.base, t.vat, coalesce(i.base >= 0, true) from public.credit_note_vat t
      join public.credit_notes n on n.id = t.credit_note_id
      left join public.invoice_vat i on i.invoice_id = n.invoice_id and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment
     where p_paper = 'credit_note' and t.credit_note_id = p_id
  ), paper as (
    select v.kind, v.contact_id from public.invoices v where p_paper = 'invoice' and v.id = p_id
    union all
    select 'credit_note', n.contact_id from public.credit_notes n where p_paper = 'credit_note' and n.id = p_id
  )
  select fault.says from (
    select 1, 'The paper has no line with an amount.' where not exists (select from lines)
    union all
    select 2, format('Line %s has no description. Say what it is.', l.place)
      from (select lines.*, row_number() over (order by position) as place from lines) as l
     where l.kind = 'item' and btrim(l.description) = ''
    union all
    select 3, format('The line "%s" is below zero: a discount takes off, a line does not.', left(l.description, 100)) from lines l
     where l.kind = 'item' and l.net < 0
    union all
    select 4, format('At %s %% VAT the discounts are larger than the lines. Give each discount the VAT rate of its lines.', trim_scale(t.vat_rate))
      from taxes t where t.is_above and (t.base < 0 or t.vat < 0)
    union all
    select 4, format('At %s %% VAT a discount of %s is to be taken now: the lines that are left to invoice could not bear it.', trim_scale(o.vat_rate),
             private.money_words(l.at_least))
      from (select i.order_id, i.vat_rate, i.vat_treatment, -coalesce(sum(i.net) filter (where i.kind = 'discount'), 0) as discount
              from public.invoice_items i join public.invoices v on v.id = i.invoice_id
             where p_paper = 'invoice' and i.invoice_id = p_id and i.order_item_id is not null and v.kind not in ('deposit', 'proforma')
             group by 1, 2, 3) as o
     cross join lateral private.discount_limits(p_id, o.order_id, o.vat_rate, o.vat_treatment) as l
     where o.discount < l.at_least
    union all
    select 5, format('The VAT table says %s at %s %%, the lines say %s.', private.money_words(coalesce(t.base, 0)),
             trim_scale(coalesce(t.vat_rate, s.vat_rate)), private.money_words(coalesce(s.base, 0)))
      from sums s full join taxes t on t.vat_rate = s.vat_rate and t.vat_treatment = s.vat_treatment
     where t.base is distinct from s.base
    union all
    select 6, format('The VAT of %s at %s %% is %s, and not %s.', private.money_words(t.base), trim_scale(t.vat_rate),
             private.money_words(private.vat_of(t.base, t.vat_rate)), private.money_words(t.vat))
      from taxes t where abs(t.vat - private.vat_of(t.base, t.vat_rate)) > 0.01
    union all
    select 7, format('Net %s and VAT %s are not the sums of the VAT table.', private.money_words(p_net), private.money_words(p_vat))
     where (p_net, p_vat) <> (select coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0) from taxes t)
    union all
    -- Money that came in has its paper: a deposit is issued all the same.
    select 8, 'Under reverse charge an invoice names the VAT numbers of both. Enter the one that is missing: the client''s on the client''s card, yours in Settings, Company.'
      from paper p join public.contacts c on c.id = p.contact_id cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and '' in (coalesce(btrim(c.vat_number), ''), coalesce(btrim(s.vat_number), ''))
       and exists (select from taxes t where t.vat_treatment = 'reverse_charge')
    union all
    select 9, 'An invoice that charges VAT names your VAT number. Enter it in Settings, Company.'
      from paper p cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and s.tax_kind = 'vat' and coalesce(btrim(s.vat_number), '') = '' and exists (select from taxes t where t.vat <> 0)
    union all
    -- A deposit that a client paid by card has its paper; one that a person records waits for what is missing.
    select 10, format('Your company lacks %s, which every invoice names. Enter it in Settings, Company.', private.company_lacks())
      from paper p where p.kind <> 'proforma' and private.company_lacks() is not null and not (p.kind = 'deposit' and private.is_server())
    union all
    select 11, format('Nobody chose the VAT of the line "%s". Mark your usual VAT rate in Settings, Company; if you are not registered for VAT, add a rate of 0 %%.',
             left(l.description, 100))
      from paper p cross join lines l
     where p.kind not in ('credit_note', 'proforma') and l.kind = 'item' and l.vat_treatment = 'standard' and l.vat_rate = 0
       and not private.vat_is_chosen() and not (p.kind = 'deposit' and private.is_server())
  ) as fault (place, says)
  order by fault.place, fault.says limit 1
$$;

alter table public.company_settings drop constraint company_settings_date_style_is_known;

alter table public.company_settings add constraint company_settings_date_style_is_known CHECK (date_style = ANY (ARRAY['words'::text, 'day_first'::text, 'day_dots'::text, 'month_first'::text, 'year_first'::text]));

alter table public.company_settings add constraint company_settings_account_number_shape CHECK (account_number IS NULL OR account_number ~ '^[0-9]{4,17}$'::text AND bank_fields <> 'iban'::text);

alter table public.company_settings add constraint company_settings_bank_code_is_one CHECK (
CASE bank_fields
    WHEN 'routing'::text THEN private.is_routing_number(bank_code)
    WHEN 'sort_code'::text THEN bank_code ~ '^[0-9]{6}$'::text
    ELSE bank_code IS NULL
END);

alter table public.company_settings add constraint company_settings_bank_fields_is_known CHECK (bank_fields = ANY (ARRAY['iban'::text, 'routing'::text, 'sort_code'::text]));

alter table public.company_settings add constraint company_settings_electronic_invoices_is_known CHECK (electronic_invoices = ANY (ARRAY['en16931'::text, 'none'::text]));

alter table public.company_settings add constraint company_settings_first_weekday_is_known CHECK (first_weekday = ANY (ARRAY[1, 6, 7]));

alter table public.company_settings add constraint company_settings_length_unit_is_known CHECK (length_unit = ANY (ARRAY['mm'::text, 'cm'::text, 'm'::text, 'in'::text]));

alter table public.company_settings add constraint company_settings_paper_size_is_known CHECK (paper_size = ANY (ARRAY['a4'::text, 'letter'::text]));

alter table public.company_settings add constraint company_settings_tax_kind_is_known CHECK (tax_kind = ANY (ARRAY['vat'::text, 'gst'::text, 'sales_tax'::text, 'none'::text]));

alter table public.company_settings add constraint company_settings_tax_names_length CHECK (char_length(btrim(tax_name)) >= 1 AND char_length(btrim(tax_name)) <= 30 AND char_length(tax_name) <= 40 AND char_length(btrim(tax_id_name)) >= 1 AND char_length(btrim(tax_id_name)) <= 40 AND char_length(tax_id_name) <= 50);

revoke execute on all routines in schema private from public;

call private.offer('private.get_company()', '{anon,authenticated,service_role}');

create or replace trigger tell_admins_of_account after update of iban, bank_code, account_number on public.company_settings
  for each row when ((old.iban, old.bank_code, old.account_number) is distinct from (new.iban, new.bank_code, new.account_number)) execute function private.tell_admins_of_account();

grant execute on routine private.is_routing_number(p_number text) to authenticated;

grant execute on routine private.is_routing_number(p_number text) to service_role;

revoke execute on routine public.start_in_country(p_settings jsonb, p_rates jsonb, p_days jsonb) from anon;

revoke execute on routine public.start_in_country(p_settings jsonb, p_rates jsonb, p_days jsonb) from public;

comment on function private.account_words(public.company_settings) is 'The account that clients pay to, in one word: its IBAN, or the code of the bank with the number of the account.';

comment on function private.get_company() is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';

comment on function private.is_routing_number(pg_catalog.text) is 'Nine digits of a bank of the United States whose check digit is right (weights 3, 7, 1). Agrees with routingNumberProblem in
src/shared/domain/money/bank-account.ts.';

comment on function public.get_company() is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';

comment on function public.start_in_country(pg_catalog.jsonb,pg_catalog.jsonb,pg_catalog.jsonb) is 'For admins: takes over what a country proposes, all or nothing. p_settings: {column: {from, to}}, refused when a value is not `from` any more.
p_rates: tax rates; a code that is there stays as it is. p_days: [{on_day, name}], closed for bookings and production; a day that is closed stays.';

comment on column public.company_settings.bank_code is 'Routing number or sort code of the bank, digits alone.';

comment on column public.company_settings.bank_fields is 'What an account is named by: iban (and BIC), routing (routing number and account number), sort_code (sort code and account number).';

comment on column public.company_settings.date_style is '20 Nov 2026 (words), 20/11/2026, 20.11.2026, 11/20/2026 or 2026-11-20.';

comment on column public.company_settings.electronic_invoices is 'en16931: invoices are offered as UBL, Factur-X and CII as well; none: as PDF alone.';

comment on column public.company_settings.first_weekday is 'The day with which calendars begin: 1 is Monday, 6 Saturday, 7 Sunday.';

comment on column public.company_settings.length_unit is 'The unit of lengths that people see; millimetres are stored.';

comment on column public.company_settings.tax_id_name is 'What papers call the own tax number (vat_number): VAT, NIF, Partita IVA.';

comment on column public.company_settings.tax_kind is 'vat: an invoice that charges it names the own tax number; gst; sales_tax: no tax number is needed; none: no tax is charged.';

comment on column public.company_settings.tax_name is 'What papers and screens call the tax, as inside of a sentence: VAT, IVA, sales tax.';

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"any","name":"tax","type":"text","label":"What our tax is called","example":"VAT","position":8}');

-- Templates as they were delivered name the tax by its variable. One that somebody wrote keeps its words, and nobody wrote this version.
alter table public.email_templates disable trigger user;
update public.email_template_versions v set body = replace(v.body, 'including VAT', 'including {{ tax }}')
  from public.email_templates t where t.id = v.template_id and t.version = 1 and t.key in ('invoice', 'order_confirmation', 'quotation');
update public.email_templates set body = replace(body, 'including VAT', 'including {{ tax }}')
 where version = 1 and key in ('invoice', 'order_confirmation', 'quotation');
alter table public.email_templates enable trigger user;

reset check_function_bodies;
set check_function_bodies = off;

create or replace function private.mail_values(p_kind text, p_record_id uuid, p_variables jsonb, p_sender uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('types', (select jsonb_object_agg(v.name, v.type) from private.mail_variables v where v.kind in ('any', p_kind)),
    'company', private.company_facts(),
    'time_zone', (select s.time_zone from public.company_settings s),
    'values', (
      select jsonb_object_agg(v.name, '') || jsonb_build_object('company', s.name, 'company_email', coalesce(s.email, ''),
               'company_phone', coalesce(s.phone, ''), 'currency', s.currency, 'tax', s.tax_name,
               'sender', coalesce(private.person_label(p_sender), s.name))
        from private.mail_variables v, public.company_settings s where v.kind in ('any', p_kind) group by s.id)
      || case when p_record_id is null then coalesce((
           select jsonb_object_agg(v.name, v.example) from private.mail_variables v where v.kind in ('any', p_kind)
              and v.name not in ('company', 'company_email', 'company_phone', 'tax', 'sender')), '{}')
         else jsonb_strip_nulls(private.mail_facts(p_kind, p_record_id)) end
      || coalesce(p_variables, '{}'));
end $$;

reset check_function_bodies;
