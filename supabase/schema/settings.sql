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
  time_zone text not null default 'UTC'::text,
  iban text,
  bic text,
  bank_name text,
  quotation_valid_days integer not null default 30,
  payment_terms_days integer not null default 30,
  deposit_percent numeric(5,2) not null default 50,
  quotation_terms text,
  first_steps_put_away boolean not null default false,
  map_point text,
  account_holder text,
  material_of_jobs text not null default 'asked'::text,
  constraint company_settings_pkey PRIMARY KEY (id),
  constraint company_settings_account_holder_length CHECK (char_length(account_holder) <= 70),
  constraint company_settings_bank_length CHECK (char_length(bank_name) <= 200 AND bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'::text),
  constraint company_settings_brand_color_is_hex CHECK (brand_color ~ '^#[0-9a-f]{6}$'::text),
  constraint company_settings_currency_is_a_code CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint company_settings_date_style_is_known CHECK (date_style = ANY (ARRAY['words'::text, 'day_first'::text, 'month_first'::text, 'year_first'::text])),
  constraint company_settings_deposit_percent_is_a_number CHECK (deposit_percent <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint company_settings_domain_is_bare CHECK (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'::text),
  constraint company_settings_hour_style_is_known CHECK (hour_style = ANY (ARRAY['24h'::text, '12h'::text])),
  constraint company_settings_iban_is_one CHECK (iban IS NULL OR private.is_iban(iban)),
  constraint company_settings_is_one_row CHECK (id = 1),
  constraint company_settings_logo_is_an_address CHECK (logo_url ~ '^(https?://|/([^/\\]|$))'::text),
  constraint company_settings_map_point_is_a_point CHECK (map_point ~ '^-?[0-9]{1,2}(\.[0-9]{1,6})?, -?[0-9]{1,3}(\.[0-9]{1,6})?$'::text AND split_part(map_point, ', '::text, 1)::numeric >= '-90'::integer::numeric AND split_part(map_point, ', '::text, 1)::numeric <= 90::numeric AND split_part(map_point, ', '::text, 2)::numeric >= '-180'::integer::numeric AND split_part(map_point, ', '::text, 2)::numeric <= 180::numeric),
  constraint company_settings_material_of_jobs_is_known CHECK (material_of_jobs = ANY (ARRAY['asked'::text, 'by_step'::text, 'as_planned'::text])),
  constraint company_settings_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 200),
  constraint company_settings_name_size CHECK (char_length(name) <= 250),
  constraint company_settings_number_style_is_known CHECK (number_style = ANY (ARRAY['point'::text, 'comma'::text, 'space'::text, 'apostrophe'::text])),
  constraint company_settings_quotation_terms_length CHECK (char_length(quotation_terms) <= 20000),
  constraint company_settings_terms_range CHECK (quotation_valid_days >= 1 AND quotation_valid_days <= 3650 AND payment_terms_days >= 0 AND payment_terms_days <= 365 AND deposit_percent >= 0::numeric AND deposit_percent <= 100::numeric),
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
CREATE TRIGGER keep_currency BEFORE UPDATE OF currency ON public.company_settings FOR EACH ROW WHEN (old.currency IS DISTINCT FROM new.currency) EXECUTE FUNCTION private.keep_currency();
CREATE TRIGGER nudge_house AFTER UPDATE ON public.company_settings FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_house();
CREATE TRIGGER refuse_unknown_time_zone BEFORE UPDATE OF time_zone ON public.company_settings FOR EACH ROW WHEN (old.time_zone IS DISTINCT FROM new.time_zone) EXECUTE FUNCTION private.refuse_unknown_time_zone();
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.company_settings FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
CREATE TRIGGER tell_admins_of_account AFTER UPDATE OF iban ON public.company_settings FOR EACH ROW WHEN (old.iban IS DISTINCT FROM new.iban) EXECUTE FUNCTION private.tell_admins_of_account();
comment on table public.company_settings is 'Ours: the one company that works here. Only what its website and papers show.';
comment on column public.company_settings.account_holder is 'In whose name the account is held; null: the name of the company.';
comment on column public.company_settings.date_style is '20 Nov 2026 (words), 20/11/2026, 11/20/2026 or 2026-11-20.';
comment on column public.company_settings.deposit_percent is 'Deposit of a new quotation, in percent of its gross; 0 asks for none.';
comment on column public.company_settings.first_steps_put_away is 'An admin closed the list of first steps on the dashboard.';
comment on column public.company_settings.iban is 'The account that clients pay to: it stands on quotations and invoices.';
comment on column public.company_settings.map_point is 'Latitude and longitude in degrees, as `35.895412, 14.463127`; the public site shows the place on a map.';
comment on column public.company_settings.material_of_jobs is 'asked: at the hand-over of a job; by_step: with each step, what is left at the hand-over; as_planned: what was kept is booked by itself.';
comment on column public.company_settings.number_style is '1,234.56 (point), 1.234,56, 1 234,56 or 1’234.56.';
comment on column public.company_settings.quotation_terms is 'Terms that a new quotation starts with.';
comment on column public.company_settings.time_zone is 'IANA name. It decides which day is today and in which year a number is drawn.';
comment on column public.company_settings.vat_number is 'Capitals and digits, without blanks.';

create table public.system_notes (
  id uuid not null default gen_random_uuid(),
  title text not null,
  body text not null default ''::text,
  pinned boolean not null default false,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint system_notes_pkey PRIMARY KEY (id),
  constraint system_notes_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint system_notes_body_length CHECK (char_length(body) <= 10000),
  constraint system_notes_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint system_notes_title_length CHECK (char_length(btrim(title)) >= 1 AND char_length(btrim(title)) <= 200),
  constraint system_notes_title_size CHECK (char_length(title) <= 250),
  constraint system_notes_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.system_notes enable row level security;
CREATE INDEX system_notes_created_by_idx ON public.system_notes USING btree (created_by);
CREATE INDEX system_notes_pinned_created_at_idx ON public.system_notes USING btree (pinned DESC, created_at DESC, id);
grant delete, insert, select, update on public.system_notes to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.system_notes to service_role;
create policy "staff write system notes in their own name" on public.system_notes for insert to authenticated
  with check (( SELECT private.can('system-notes'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff remove system notes" on public.system_notes for delete to authenticated
  using (( SELECT private.can('system-notes'::text, 'delete'::text) AS can));
create policy "staff read system notes" on public.system_notes for select to authenticated
  using (( SELECT private.can('system-notes'::text, 'view'::text) AS can));
create policy "staff change system notes" on public.system_notes for update to authenticated
  using (( SELECT private.can('system-notes'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('system-notes'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.system_notes FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('system-notes:create');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.system_notes FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.system_notes FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.system_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.system_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'system-notes');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.system_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'system-notes');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.system_notes REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'system-notes');
CREATE TRIGGER pin BEFORE UPDATE ON public.system_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.system_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.system_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.system_notes FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
comment on table public.system_notes is 'Notices by those who may write them, seen by staff. Plain text.';
comment on column public.system_notes.row_version is 'Counts changes: whoever saves says which version they looked at.';

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
CREATE TRIGGER ask_first BEFORE INSERT ON public.website_metadata_settings FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('role admin');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.website_metadata_settings FOR EACH ROW EXECUTE FUNCTION private.audit('setting_key');
CREATE TRIGGER nudge_house AFTER INSERT OR DELETE OR UPDATE ON public.website_metadata_settings FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_house();
comment on table public.website_metadata_settings is 'Title, description, social tags and icon of the site (spec 1 §3).';

CREATE OR REPLACE FUNCTION private.nudge_house()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role public.app_role;
begin
  foreach v_role in array enum_range(null::public.app_role) loop
    perform private.nudge('role:' || v_role, tg_table_name, tg_op, null);
  end loop;
  return null;
end $function$;
comment on function private.nudge_house() is 'Tells every role that something changed which all of them see.';
