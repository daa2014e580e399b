-- Settings of the company and of its website.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.website_metadata_settings (
  setting_key   text primary key,
  setting_value text,
  display_order integer not null default 0,
  constraint website_metadata_settings_key_is_a_word check (setting_key ~ '^[a-z][a-z_]{1,62}$'),
  constraint website_metadata_settings_value_length check (char_length(setting_value) <= 5000)
);
comment on table public.website_metadata_settings is 'Title, description, social tags and icon of the site (spec 1 §3).';

create table public.company_settings (
  id                   smallint primary key default 1,
  name                 text not null default 'Our company',
  domain               text,
  email                text,
  phone                text,
  address              text,
  city                 text,
  postcode             text,
  country              text,
  vat_number           text,
  registration_number  text,
  logo_url             text,
  brand_color          text,
  currency             text not null default 'EUR',
  updated_at           timestamptz not null default now(),
  number_style         text not null default 'point',
  date_style           text not null default 'words',
  hour_style           text not null default '24h',
  time_zone            text not null default 'UTC',
  iban                 text,
  bic                  text,
  bank_name            text,
  quotation_valid_days integer not null default 30,
  payment_terms_days   integer not null default 30,
  deposit_percent      numeric(5, 2) not null default 50,
  quotation_terms      text,
  first_steps_put_away boolean not null default false,
  map_point            text,
  account_holder       text
    constraint company_settings_account_holder_length check (char_length(account_holder) <= 70),
  material_of_jobs     text not null default 'asked',
  lead_days            integer not null default 10,
  long_timer_hours     integer not null default 10,
  tax_kind             text not null default 'vat',
  tax_name             text not null default 'VAT',
  tax_id_name          text not null default 'VAT',
  paper_size           text not null default 'a4',
  length_unit          text not null default 'mm',
  first_weekday        smallint not null default 1,
  bank_fields          text not null default 'iban',
  bank_code            text,
  account_number       text,
  electronic_invoices  text not null default 'en16931',
  language             text not null default 'en',
  state                text
    constraint company_settings_state_length check (char_length(state) <= 100),
  clients_see_stages   boolean not null default false,
  cash_discount_pct    numeric(5, 2),
  cash_discount_days   integer,
  legal_form           text,
  represented_by       text,
  register_court       text,
  text_languages       text[] not null default '{}',
  legal_notice         text
    constraint company_settings_legal_notice_length check (char_length(legal_notice) <= 300),
  exemption_note       text
    constraint company_settings_exemption_note_length check (char_length(exemption_note) <= 300),
  small_rest           numeric(14, 2) not null default 5.00,
  rounding             text not null default 'cut'
    constraint company_settings_rounding_is_known check (rounding in ('cut', 'nearest')),
  constraint company_settings_small_rest_range check (small_rest between 0 and 1000),
  constraint company_settings_is_one_row check (id = 1),
  constraint company_settings_name_length check (char_length(btrim(name)) between 1 and 200),
  constraint company_settings_domain_is_bare check (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
  constraint company_settings_text_length check (
    char_length(email) <= 320 and char_length(phone) <= 50 and char_length(address) <= 500
    and char_length(city) <= 200 and char_length(postcode) <= 20 and char_length(country) <= 200
    and char_length(vat_number) <= 50 and char_length(registration_number) <= 50 and char_length(logo_url) <= 2000),
  constraint company_settings_imprint_length check (
    char_length(legal_form) <= 100 and char_length(represented_by) <= 300 and char_length(register_court) <= 200),
  constraint company_settings_brand_color_is_hex check (brand_color ~ '^#[0-9a-f]{6}$'),
  constraint company_settings_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint company_settings_number_style_is_known check (number_style in ('point', 'comma', 'space', 'apostrophe')),
  constraint company_settings_date_style_is_known check (date_style in ('words', 'day_first', 'day_dots', 'month_first', 'year_first')),
  constraint company_settings_hour_style_is_known check (hour_style in ('24h', '12h')),
  constraint company_settings_vat_number_shape check (vat_number ~ '^[A-Z0-9]{4,20}$'),
  constraint company_settings_name_size check (char_length(name) <= 250),
  constraint company_settings_iban_is_one check (iban is null or private.is_iban(iban)),
  constraint company_settings_bank_length check (char_length(bank_name) <= 200 and bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  constraint company_settings_terms_range check (
    quotation_valid_days between 1 and 3650 and payment_terms_days between 0 and 365 and deposit_percent between 0 and 100),
  constraint company_settings_cash_discount_range check (cash_discount_pct between 0 and 50 and cash_discount_days between 0 and 365),
  constraint company_settings_cash_discount_has_days check (coalesce(cash_discount_pct, 0) = 0 or cash_discount_days is not null),
  constraint company_settings_quotation_terms_length check (char_length(quotation_terms) <= 20000),
  constraint company_settings_map_point_is_a_point check (
    map_point ~ '^-?[0-9]{1,2}(\.[0-9]{1,6})?, -?[0-9]{1,3}(\.[0-9]{1,6})?$'
    and split_part(map_point, ', ', 1)::numeric between -90 and 90
    and split_part(map_point, ', ', 2)::numeric between -180 and 180
    ),
  constraint company_settings_logo_is_an_address check (logo_url ~ '^(https?://|/([^/\\]|$))'),
  constraint company_settings_material_of_jobs_is_known
    check (material_of_jobs in ('asked', 'by_step', 'as_planned')),
  constraint company_settings_lead_days_range check (lead_days between 0 and 365),
  constraint company_settings_long_timer_hours_range check (long_timer_hours between 1 and 24),
  constraint company_settings_tax_kind_is_known check (tax_kind in ('vat', 'gst', 'sales_tax', 'none')),
  constraint company_settings_tax_names_length check (
    char_length(btrim(tax_name)) between 1 and 30 and char_length(tax_name) <= 40
    and char_length(btrim(tax_id_name)) between 1 and 40 and char_length(tax_id_name) <= 50),
  constraint company_settings_paper_size_is_known check (paper_size in ('a4', 'letter')),
  constraint company_settings_length_unit_is_known check (length_unit in ('mm', 'cm', 'm', 'in')),
  constraint company_settings_first_weekday_is_known check (first_weekday in (1, 6, 7)),
  constraint company_settings_bank_fields_is_known check (bank_fields in ('iban', 'routing', 'sort_code')),
  constraint company_settings_bank_code_is_one check (
    case bank_fields when 'routing' then private.is_routing_number(bank_code) when 'sort_code' then bank_code ~ '^[0-9]{6}$' else bank_code is null end),
  constraint company_settings_account_number_shape check (account_number is null or account_number ~ '^[0-9]{4,17}$' and bank_fields <> 'iban'),
  constraint company_settings_electronic_invoices_is_known check (electronic_invoices in ('en16931', 'none')),
  constraint company_settings_language_is_known check (private.is_client_language(language)),
  constraint company_settings_text_languages_are_known check (private.are_client_languages(text_languages))
);
comment on table public.company_settings is 'Ours: the one company that works here. Only what its website and papers show.';
comment on column public.company_settings.vat_number is 'Capitals and digits, without blanks.';
comment on column public.company_settings.number_style is '1,234.56 (point), 1.234,56, 1 234,56 or 1’234.56.';
comment on column public.company_settings.date_style is '20 Nov 2026 (words), 20/11/2026, 20.11.2026, 11/20/2026 or 2026-11-20.';
comment on column public.company_settings.time_zone is 'IANA name. It decides which day is today and in which year a number is drawn.';
comment on column public.company_settings.iban is 'The account that clients pay to: it stands on quotations and invoices.';
comment on column public.company_settings.deposit_percent is 'Deposit of a new quotation, in percent of its gross; 0 asks for none.';
comment on column public.company_settings.quotation_terms is 'Terms that a new quotation starts with.';
comment on column public.company_settings.first_steps_put_away is 'An admin closed the list of first steps on the dashboard.';
comment on column public.company_settings.map_point is 'Latitude and longitude in degrees, as `51.477900, -0.001500`; the public site shows the place on a map.';
comment on column public.company_settings.account_holder is 'In whose name the account is held; null: the name of the company.';
comment on column public.company_settings.material_of_jobs is
  'asked: at the hand-over of a job; by_step: with each step, what is left at the hand-over; as_planned: what was kept is booked by itself.';
comment on column public.company_settings.long_timer_hours is
  'A timer whose last session is longer asks when the work ended before it is completed.';
comment on column public.company_settings.tax_kind is
  'vat: an invoice that charges it names the own tax number; gst; sales_tax: no tax number is needed; none: no tax is charged.';
comment on column public.company_settings.rounding is
  'How amounts come to whole cents. cut: toward zero, as specified; nearest: to the nearest cent, half a cent away from zero.';
comment on column public.company_settings.tax_name is 'What papers and screens call the tax, as inside of a sentence: VAT, IVA, sales tax.';
comment on column public.company_settings.tax_id_name is 'What papers call the own tax number (vat_number): VAT, NIF, Partita IVA.';
comment on column public.company_settings.length_unit is 'The unit of lengths that people see; millimetres are stored.';
comment on column public.company_settings.first_weekday is 'The day with which calendars begin: 1 is Monday, 6 Saturday, 7 Sunday.';
comment on column public.company_settings.bank_fields is
  'What an account is named by: iban (and BIC), routing (routing number and account number), sort_code (sort code and account number).';
comment on column public.company_settings.bank_code is 'Routing number or sort code of the bank, digits alone.';
comment on column public.company_settings.represented_by is 'Who speaks for the company, as its imprint says: the managing directors, or the owner.';
comment on column public.company_settings.register_court is 'The court or office that keeps the register of the registration number.';
comment on column public.company_settings.legal_notice is
  'What the law wants on papers and mails besides: share capital, a second register number, the registered office. In the words of the company.';
comment on column public.company_settings.exemption_note is
  'Why no tax is charged on exempt lines, in the words that the law of the company wants: the scheme of small businesses. Null: that it is exempt.';
comment on column public.company_settings.state is 'State, province or county of the address, where the country writes one.';
comment on column public.company_settings.electronic_invoices is 'en16931: invoices are offered as UBL, Factur-X and CII as well; none: as PDF alone.';
comment on column public.company_settings.text_languages is
  'In which further languages the company writes its own texts: services, posts, terms. Its own language counts for nothing in it.';
comment on column public.company_settings.language is 'What clients read who have no language of their own.';
comment on column public.company_settings.clients_see_stages is
  'Clients who sign in read where the work for their order stands: artwork, printing, finishing. Else only ordered, ready and delivered.';
comment on column public.company_settings.small_rest is 'How much of an invoice who may change invoices can write off.';
comment on column public.company_settings.cash_discount_pct is
  'What clients without terms of their own keep of an invoice that they pay within cash_discount_days, in percent; null or 0: nothing.';
comment on column public.company_settings.lead_days is 'Working days from the approval, or from the deposit, to the day of an order; services may say their own.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table public.website_metadata_settings enable row level security;
call private.refuse_hostile_values('public.website_metadata_settings');
revoke all on public.website_metadata_settings from anon, authenticated;
grant select on public.website_metadata_settings to anon;
grant select, insert, update, delete on public.website_metadata_settings to authenticated;

-- Visitors too: a search engine reads these values in the page.
create policy "everybody reads the metadata of the site" on public.website_metadata_settings
  for select to anon, authenticated using (true);
create policy "admins add metadata" on public.website_metadata_settings
  for insert to authenticated with check ((select private.my_role()) = 'admin');
create policy "admins change metadata" on public.website_metadata_settings
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');
create policy "admins remove metadata" on public.website_metadata_settings
  for delete to authenticated using ((select private.my_role()) = 'admin');

alter table public.company_settings enable row level security;
call private.refuse_hostile_values('public.company_settings');
revoke all on public.company_settings from anon, authenticated;
grant select, update on public.company_settings to authenticated;
call private.ask_second_factor('public.company_settings');

-- Only staff: beside what everybody knows it holds the bank account, the terms of business and how the shop works. Everybody
-- else reads get_company(), and the holder of a link the account that stands on the paper.
create policy "staff read how the company works" on public.company_settings
  for select to authenticated using ((select private.is_staff()));
create policy "admins change who the company is" on public.company_settings
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.refuse_unknown_time_zone() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if not exists (select from pg_catalog.pg_timezone_names where name = new.time_zone) then
    raise invalid_parameter_value using message = format('There is no time zone called %s', new.time_zone);
  end if;
  return new;
end $$;

create function private.company_today() returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (now() at time zone coalesce((select time_zone from public.company_settings), 'UTC'))::date;
end $$;
comment on function private.company_today is 'The date where the company is.';

create function private.get_company()
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
comment on function private.get_company is 'What everybody may know about the company: what its website shows, and how it writes numbers and times.';
call private.offer('private.get_company()', '{anon,authenticated,service_role}');

create function private.company_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', name, 'email', email, 'phone', phone, 'address', address, 'city', city, 'postcode', postcode, 'state', state,
    'country', country, 'vat_number', vat_number, 'registration_number', registration_number, 'logo_url', logo_url,
    'brand_color', brand_color, 'account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'number_style', number_style, 'date_style', date_style, 'time_zone', time_zone, 'bank_fields', bank_fields, 'bank_code', bank_code,
    'account_number', account_number, 'tax_name', tax_name, 'tax_id_name', tax_id_name, 'paper_size', paper_size, 'lengths', length_unit,
    'electronic_invoices', electronic_invoices, 'legal_form', legal_form, 'represented_by', represented_by, 'register_court', register_court,
    'legal_notice', legal_notice, 'exemption_note', exemption_note, 'tax_kind', tax_kind, 'rounding', rounding)
    from public.company_settings
$$;
comment on function private.company_facts is 'What stands about the company on its papers.';

create function private.to_cents(p_amount numeric) returns numeric
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  if (select s.rounding = 'nearest' from public.company_settings s) then
    return round(p_amount, 2);
  end if;
  return trunc(p_amount, 2);
end $$;
comment on function private.to_cents is 'An amount in whole cents, as the company rounds: cut toward zero (spec 1 §9), or the nearest cent, half a cent away from zero.
Agrees with toCents in src/shared/domain/money.';

create function private.money_words(p_amount numeric, p_currency text default null) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when p_amount < 0 and s.number_style <> 'apostrophe' then '−' else '' end || case
      when s.number_style in ('comma', 'space') then
        translate(d.digits, ',.', case s.number_style when 'comma' then '.,' else ' ,' end) || ' ' || d.sign
      when s.number_style = 'apostrophe' then d.currency || case when p_amount < 0 then '−' else ' ' end || replace(d.digits, ',', '’')
      when d.sign = d.currency then d.sign || ' ' || d.digits
      else d.sign || d.digits end
    from public.company_settings s, lateral (
      select to_char(trunc(abs(p_amount), 2), 'FM999,999,999,990.00') as digits,
             c.currency, case c.currency when 'EUR' then '€' when 'GBP' then '£' else c.currency end as sign
        from (select coalesce(p_currency, s.currency) as currency) as c) as d);
end $$;
comment on function private.money_words is 'An amount with its currency for a sentence, as the company writes numbers: €4,265.48.
Without a currency it is that of the company.';
grant execute on function private.money_words to authenticated, service_role;

create function private.with_tax(p_text text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_name constant text := coalesce((select tax_name from public.company_settings), 'VAT');
  -- The stop of "MwSt." is that of the sentence that it ends.
  v_text constant text := case when v_name like '%.' then regexp_replace(p_text, '(\{tax\})\.(?!\.)', '\1', 'gi') else p_text end;
begin
  return replace(replace(v_text, '{tax}', v_name), '{Tax}', upper(left(v_name, 1)) || substr(v_name, 2));
end $$;
comment on function private.with_tax is
  'A sentence with the name of the company''s tax: in place of {tax} as inside of a sentence, in place of {Tax} as at its beginning. A name that
ends with a stop ends the sentence too.';

create function private.local_moment(p_at timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select to_char(here.at, 'YYYY-MM-DD"T"HH24:MI:SS') || case when here.minutes < 0 then '-' else '+' end
           || to_char(make_interval(mins => abs(here.minutes)), 'HH24:MI')
    from (select p_at at time zone private.company_zone() as at,
                 (extract(epoch from (p_at at time zone private.company_zone()) - (p_at at time zone 'UTC')) / 60)::integer as minutes) as here);
end $$;
comment on function private.local_moment is 'A moment where the company is, with its offset, for files: 2026-11-24T23:40:00+01:00.';

create function private.number_words(p_amount numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when p_amount < 0 then '-' else '' end || case
      when s.number_style in ('comma', 'space') then
        translate(d.digits, ',.', case s.number_style when 'comma' then '.,' else ' ,' end)
      when s.number_style = 'apostrophe' then replace(d.digits, ',', '’')
      else d.digits end
    from public.company_settings s, lateral (select to_char(trunc(abs(p_amount), 2), 'FM999,999,999,990.00') as digits) as d);
end $$;
comment on function private.number_words is 'An amount without its currency for a sentence, as the company writes numbers: 4,265.48.';

create function private.bank_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('account_holder', coalesce(account_holder, name), 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'bank_fields', bank_fields, 'bank_code', bank_code, 'account_number', account_number)
    from public.company_settings
$$;
comment on function private.bank_facts is 'The bank account of the company today with its holder, as pages, mails and statements that ask for money name it.';

create function private.pay_to(p_company jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select b.facts || jsonb_build_object('is_changed', coalesce(p_company ->> 'iban', p_company ->> 'account_number') is not null
      and coalesce(b.facts ->> 'iban', b.facts ->> 'account_number') is not null
      and (case when coalesce(b.facts ->> 'bank_fields', 'iban') = 'iban' then array[b.facts ->> 'iban'] else array[b.facts ->> 'bank_code', b.facts ->> 'account_number'] end)
        is distinct from (case when coalesce(p_company ->> 'bank_fields', 'iban') = 'iban' then array[p_company ->> 'iban']
          else array[p_company ->> 'bank_code', p_company ->> 'account_number'] end))
    from (select private.bank_facts() as facts) as b
$$;
comment on function private.pay_to is 'The account of today with its holder, and whether it is another one than that of a paper (its facts of the company), so that the client is told.';

create function private.company_zone() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select time_zone from public.company_settings), 'UTC');
end $$;
comment on function private.company_zone is 'The IANA name of the time zone of the company.';

create function private.keep_currency() returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $$
begin
  if exists (select from public.quotations) or exists (select from public.orders) or exists (select from public.invoices)
    or exists (select from public.payments) or exists (select from public.supplier_invoices) or exists (select from public.purchase_orders) then
    perform private.refuse('PT409', format('The currency stays %s: there are papers with amounts in it.', old.currency));
  end if;
  return new;
end $$;
comment on function private.keep_currency is 'Refuses another currency for a company that has quotations, orders, invoices, payments or papers of suppliers.';

create function private.must_set_up() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_role() is distinct from 'admin' then
    perform private.refuse('42501', 'Only an administrator sets up the company');
  end if;
end $$;
comment on function private.must_set_up is 'Refuses everybody but admins.';
grant execute on function private.must_set_up to authenticated;

create function private.end_rates(p_codes text[], p_back text[]) returns void
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
comment on function private.end_rates is
  'For admins: rates that are not offered any more. Services, stock items and recurring payments with the rate of new lines among them get the one that takes its place. p_back: codes of
rates that are offered again where they had ended.';
grant execute on function private.end_rates to authenticated;

create function public.start_in_country(
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
comment on function public.start_in_country is
'For admins: takes over what a country proposes, all or nothing. p_settings: {column: {from, to}}, refused when a value is not `from` any more.
p_rates: tax rates; a code that is there stays as it is, and is offered again where it had ended. p_ended: codes of rates that are not offered any more; services and stock
items that had the rate of new lines among them have the new one. p_days: [{on_day, name}], closed for bookings and production; a day that is closed stays.
p_chart: the chart of accounts to begin with, refused once something is booked; null: that of now. chart of the answer names accounts that keep their name.';
revoke execute on function public.start_in_country from public, anon;
grant execute on function public.start_in_country to authenticated;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger audit after insert or update or delete on public.website_metadata_settings
  for each row execute function private.audit('setting_key');
create trigger nudge_house after insert or update or delete on public.website_metadata_settings
  for each statement execute function private.nudge_house();
create trigger ask_first before insert on public.website_metadata_settings for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role admin');

create trigger stamp_updated_at before update on public.company_settings
  for each row execute function private.stamp_updated_at();
create trigger audit after insert or update or delete on public.company_settings
  for each row execute function private.audit('id');
create trigger nudge_house after update on public.company_settings
  for each statement execute function private.nudge_house();
create trigger refuse_unknown_time_zone before update of time_zone on public.company_settings
  for each row when (old.time_zone is distinct from new.time_zone) execute function private.refuse_unknown_time_zone();
create trigger tell_admins_of_account after update of iban, bank_code, account_number on public.company_settings
  for each row when ((old.iban, old.bank_code, old.account_number) is distinct from (new.iban, new.bank_code, new.account_number)) execute function private.tell_admins_of_account();
create trigger tell_company_language after update of language on public.company_settings
  for each row when (old.language <> new.language) execute function private.tell_company_language();
create trigger rename_tax_accounts after update of tax_name on public.company_settings
  for each row when (old.tax_name <> new.tax_name) execute function private.rename_tax_accounts();
create trigger keep_currency before update of currency on public.company_settings
  for each row when (old.currency is distinct from new.currency) execute function private.keep_currency();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into public.website_metadata_settings (setting_key, setting_value, display_order) values
  ('site_title', 'Signwright', 1),
  ('site_description', 'Print, signage and advertising', 2),
  ('site_author', null, 3),
  ('keywords', 'print, signage, advertising, signs, banners, vehicle graphics', 4),
  ('og_type', 'website', 5),
  ('site_url', null, 6),
  ('og_title', 'Signwright', 7),
  ('og_description', 'Print, signage and advertising', 8),
  ('og_image', null, 9),
  ('twitter_card', 'summary_large_image', 10),
  ('twitter_title', 'Signwright', 11),
  ('twitter_description', 'Print, signage and advertising', 12),
  ('twitter_image', null, 13),
  ('favicon_url', '/favicon.svg', 14);

insert into public.company_settings default values;
