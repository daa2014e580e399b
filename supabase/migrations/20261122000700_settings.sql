-- Settings: how the site and the company call themselves, and the system notes. Everybody reads the settings; admins
-- write them.

create table public.website_metadata_settings (
  setting_key   text primary key,
  setting_value text,
  display_order integer not null default 0,
  constraint website_metadata_settings_key_is_a_word check (setting_key ~ '^[a-z][a-z_]{1,62}$'),
  constraint website_metadata_settings_value_length check (char_length(setting_value) <= 5000)
);
comment on table public.website_metadata_settings is 'Title, description, social tags and icon of the site (spec 1 §3).';

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

alter table public.website_metadata_settings enable row level security;
revoke all on public.website_metadata_settings from anon, authenticated;
grant select on public.website_metadata_settings to anon, authenticated;
grant insert, update, delete on public.website_metadata_settings to authenticated;
grant all on public.website_metadata_settings to service_role;
create trigger audit after insert or update or delete on public.website_metadata_settings
  for each row execute function private.audit('setting_key');
call private.refuse_hostile_values('public.website_metadata_settings');

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
  number_style text not null default 'point',
  date_style text not null default 'words',
  hour_style text not null default '24h',
  constraint company_settings_is_one_row check (id = 1),
  constraint company_settings_name_length check (char_length(btrim(name)) between 1 and 200),
  constraint company_settings_domain_is_bare check (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
  constraint company_settings_text_length check (
    char_length(email) <= 320 and char_length(phone) <= 50 and char_length(address) <= 500
    and char_length(city) <= 200 and char_length(postcode) <= 20 and char_length(country) <= 200
    and char_length(vat_number) <= 50 and char_length(registration_number) <= 50 and char_length(logo_url) <= 2000),
  constraint company_settings_brand_color_is_hex check (brand_color ~ '^#[0-9a-f]{6}$'),
  constraint company_settings_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint company_settings_number_style_is_known check (number_style in ('point', 'comma', 'space', 'apostrophe')),
  constraint company_settings_date_style_is_known check (date_style in ('words', 'day_first', 'month_first', 'year_first')),
  constraint company_settings_hour_style_is_known check (hour_style in ('24h', '12h')),
  constraint company_settings_vat_number_shape check (vat_number ~ '^[A-Z0-9]{4,20}$'),
  constraint company_settings_name_size check (char_length(name) <= 250)
);
comment on table public.company_settings is 'Ours: the one company that works here. Only what its website and papers show.';
comment on column public.company_settings.vat_number is 'Capitals and digits, without blanks.';
comment on column public.company_settings.number_style is '1,234.56 (point), 1.234,56, 1 234,56 or 1’234.56.';
comment on column public.company_settings.date_style is '20 Nov 2026 (words), 20/11/2026, 11/20/2026 or 2026-11-20.';

insert into public.company_settings default values;

alter table public.company_settings enable row level security;
revoke all on public.company_settings from anon, authenticated;
grant select on public.company_settings to anon, authenticated;
grant update on public.company_settings to authenticated;
grant all on public.company_settings to service_role;
create trigger stamp_updated_at before update on public.company_settings
  for each row execute function private.stamp_updated_at();
create trigger audit after insert or update or delete on public.company_settings
  for each row execute function private.audit('id');
call private.refuse_hostile_values('public.company_settings');

-- Visitors too: the website shows the name, address and VAT number of the company.
create policy "everybody reads who the company is" on public.company_settings
  for select to anon, authenticated using (true);
create policy "admins change who the company is" on public.company_settings
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');

-- System notes: people who may view the page read them; the dashboard shows the pinned ones.

create table public.system_notes (
  id          uuid primary key default gen_random_uuid(),
  title       text not null,
  body        text not null default '',
  pinned      boolean not null default false,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint system_notes_title_length check (char_length(btrim(title)) between 1 and 200),
  constraint system_notes_body_length check (char_length(body) <= 10000),
  constraint system_notes_title_size check (char_length(title) <= 250)
);
create index system_notes_pinned_created_at_idx on public.system_notes (pinned desc, created_at desc, id);
create index system_notes_created_by_idx on public.system_notes (created_by);
comment on table public.system_notes is 'Notices by those who may write them, seen by staff. Plain text.';
comment on column public.system_notes.row_version is 'Counts changes: whoever saves says which version they looked at.';

call private.borrow_rules('public.system_notes', p_audited => true, p_pages => '{system-notes}');

create policy "staff read system notes" on public.system_notes
  for select to authenticated using ((select private.can('system-notes', 'view')));
create policy "staff write system notes in their own name" on public.system_notes
  for insert to authenticated
  with check ((select private.can('system-notes', 'create')) and created_by = (select auth.uid()));
create policy "staff change system notes" on public.system_notes
  for update to authenticated
  using ((select private.can('system-notes', 'edit'))) with check ((select private.can('system-notes', 'edit')));
create policy "staff remove system notes" on public.system_notes
  for delete to authenticated using ((select private.can('system-notes', 'delete')));

-- Every screen shows the company's name, so every role hears of a change.
create function private.nudge_house() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_role public.app_role;
begin
  foreach v_role in array enum_range(null::public.app_role) loop
    perform private.nudge('role:' || v_role, tg_table_name, tg_op, null);
  end loop;
  return null;
end $$;
comment on function private.nudge_house is 'Tells every role that something changed which all of them see.';
create trigger nudge_house after update on public.company_settings
  for each statement execute function private.nudge_house();
create trigger nudge_house after insert or update or delete on public.website_metadata_settings
  for each statement execute function private.nudge_house();

insert into private.record_kinds (kind, table_name, position, label, recent_if) values
  ('note', 'public.system_notes', 70, 'r.title', 'true');

revoke execute on all routines in schema private from public;
