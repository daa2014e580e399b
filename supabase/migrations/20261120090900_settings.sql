-- Settings: how the site and the company call themselves. Written by admins, read by everybody.

create table public.website_metadata_settings (
  setting_key   text primary key,
  setting_value text,
  display_order integer not null default 0,
  constraint website_metadata_settings_key_is_a_word check (setting_key ~ '^[a-z][a-z_]{1,62}$'),
  constraint website_metadata_settings_value_length check (char_length(setting_value) <= 5000)
);
comment on table public.website_metadata_settings is 'Title, description, social tags and icon of the site (spec 1 §3).';

create table public.company_settings (
  id                  smallint primary key default 1,
  name                text not null default 'Our company',
  domain              text,
  email               text,
  phone               text,
  address             text,
  city                text,
  postcode            text,
  country             text,
  vat_number          text,
  registration_number text,
  logo_url            text,
  brand_color         text,
  currency            text not null default 'EUR',
  updated_at          timestamptz not null default now(),
  constraint company_settings_is_one_row check (id = 1),
  constraint company_settings_name_length check (char_length(btrim(name)) between 1 and 200),
  constraint company_settings_domain_is_bare check (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
  constraint company_settings_text_length check (
    char_length(email) <= 320 and char_length(phone) <= 50 and char_length(address) <= 500
    and char_length(city) <= 200 and char_length(postcode) <= 20 and char_length(country) <= 200
    and char_length(vat_number) <= 50 and char_length(registration_number) <= 50 and char_length(logo_url) <= 2000),
  constraint company_settings_brand_color_is_hex check (brand_color ~ '^#[0-9a-f]{6}$'),
  constraint company_settings_currency_is_a_code check (currency ~ '^[A-Z]{3}$')
);
comment on table public.company_settings is 'Ours: the one company that works here. Only what its website and papers show.';

alter table public.website_metadata_settings enable row level security;
revoke all on public.website_metadata_settings from anon, authenticated;
grant select on public.website_metadata_settings to anon, authenticated;
grant insert, update, delete on public.website_metadata_settings to authenticated;
grant all on public.website_metadata_settings to service_role;

-- Everybody: a search engine reads these values in the page.
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
revoke all on public.company_settings from anon, authenticated;
grant select on public.company_settings to anon, authenticated;
grant update on public.company_settings to authenticated;
grant all on public.company_settings to service_role;

-- Everybody: the name, address and VAT number of a company stand on its website.
create policy "everybody reads who the company is" on public.company_settings
  for select to anon, authenticated using (true);
create policy "admins change who the company is" on public.company_settings
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');

create trigger stamp_updated_at before update on public.company_settings
  for each row execute function private.stamp_updated_at();

insert into public.company_settings default values;

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
