-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.company_settings (
  id smallint not null default 1,
  name text not null default 'Our company'::text,
  domain text,
  email text,
  phone text,
  address text,
  city text,
  postcode text,
  country text,
  vat_number text,
  registration_number text,
  logo_url text,
  brand_color text,
  currency text not null default 'EUR'::text,
  updated_at timestamp with time zone not null default now(),
  number_style text not null default 'point'::text,
  date_style text not null default 'words'::text,
  hour_style text not null default '24h'::text,
  constraint company_settings_pkey PRIMARY KEY (id),
  constraint company_settings_brand_color_is_hex CHECK (brand_color ~ '^#[0-9a-f]{6}$'::text),
  constraint company_settings_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint company_settings_date_style_is_known CHECK (date_style = ANY (ARRAY['words'::text, 'day_first'::text, 'month_first'::text, 'year_first'::text])),
  constraint company_settings_domain_is_bare CHECK (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'::text),
  constraint company_settings_hour_style_is_known CHECK (hour_style = ANY (ARRAY['24h'::text, '12h'::text])),
  constraint company_settings_is_one_row CHECK (id = 1),
  constraint company_settings_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 200),
  constraint company_settings_name_size CHECK (char_length(name) <= 250),
  constraint company_settings_number_style_is_known CHECK (number_style = ANY (ARRAY['point'::text, 'comma'::text, 'space'::text, 'apostrophe'::text])),
  constraint company_settings_text_length CHECK (char_length(email) <= 320 AND char_length(phone) <= 50 AND char_length(address) <= 500 AND char_length(city) <= 200 AND char_length(postcode) <= 20 AND char_length(country) <= 200 AND char_length(vat_number) <= 50 AND char_length(registration_number) <= 50 AND char_length(logo_url) <= 2000),
  constraint company_settings_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint company_settings_vat_number_shape CHECK (vat_number ~ '^[A-Z0-9]{4,20}$'::text)
);
alter table public.company_settings enable row level security;
grant select on public.company_settings to anon;
grant select, update on public.company_settings to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.company_settings to service_role;
create policy "everybody reads who the company is" on public.company_settings for select to anon, authenticated
  using (true);
create policy "admins change who the company is" on public.company_settings for update to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role)
  with check ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.company_settings FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_house AFTER UPDATE ON public.company_settings FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_house();
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.company_settings FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
comment on table public.company_settings is 'Ours: the one company that works here. Only what its website and papers show.';
comment on column public.company_settings.date_style is '20 Nov 2026 (words), 20/11/2026, 11/20/2026 or 2026-11-20.';
comment on column public.company_settings.number_style is '1,234.56 (point), 1.234,56, 1 234,56 or 1’234.56.';
comment on column public.company_settings.vat_number is 'Capitals and digits, without blanks.';

create table public.website_metadata_settings (
  setting_key text not null,
  setting_value text,
  display_order integer not null default 0,
  constraint website_metadata_settings_pkey PRIMARY KEY (setting_key),
  constraint website_metadata_settings_key_is_a_word CHECK (setting_key ~ '^[a-z][a-z_]{1,62}$'::text),
  constraint website_metadata_settings_value_length CHECK (char_length(setting_value) <= 5000)
);
alter table public.website_metadata_settings enable row level security;
grant select on public.website_metadata_settings to anon;
grant delete, insert, select, update on public.website_metadata_settings to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.website_metadata_settings to service_role;
create policy "admins add metadata" on public.website_metadata_settings for insert to authenticated
  with check ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "admins remove metadata" on public.website_metadata_settings for delete to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "everybody reads the metadata of the site" on public.website_metadata_settings for select to anon, authenticated
  using (true);
create policy "admins change metadata" on public.website_metadata_settings for update to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role)
  with check ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.website_metadata_settings FOR EACH ROW EXECUTE FUNCTION private.audit('setting_key');
CREATE TRIGGER nudge_house AFTER INSERT OR DELETE OR UPDATE ON public.website_metadata_settings FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_house();
comment on table public.website_metadata_settings is 'Title, description, social tags and icon of the site (spec 1 §3).';
