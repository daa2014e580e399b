-- Catalogue, as far as quotations and jobs need it: VAT rates, services, work centres and the steps of a service.

create table public.vat_rates (
  id         uuid primary key default gen_random_uuid(),
  code       text not null unique,
  label      text not null,
  rate       numeric(5, 2) not null,
  country    text,
  treatment  text not null default 'standard',
  is_default boolean not null default false,
  valid_from date,
  valid_to   date,
  sort       integer not null default 0,
  created_at timestamptz not null default now(),
  row_version integer not null default 1,
  constraint vat_rates_code_is_a_word check (code ~ '^[a-z0-9][a-z0-9_.-]{0,39}$'),
  constraint vat_rates_label_length check (char_length(btrim(label)) between 1 and 100 and char_length(label) <= 120),
  constraint vat_rates_rate_range check (rate between 0 and 100),
  constraint vat_rates_country_length check (char_length(country) <= 200),
  constraint vat_rates_treatment_is_known check (treatment in ('standard', 'reverse_charge', 'exempt', 'export', 'zero')),
  constraint vat_rates_only_standard_is_charged check (treatment = 'standard' or rate = 0),
  constraint vat_rates_end_after_begin check (valid_to >= valid_from)
);
create unique index vat_rates_one_default_idx on public.vat_rates (is_default) where is_default;
comment on table public.vat_rates is 'The VAT rates to choose from. Lines copy rate and treatment: a changed rate alters no document.';
comment on column public.vat_rates.treatment is 'standard, or why none is charged: reverse_charge, exempt, export, zero.';

create table public.services (
  id              uuid primary key default gen_random_uuid(),
  slug            text not null unique,
  name            text not null,
  category        text,
  summary         text,
  unit            text not null default 'piece',
  base_price      numeric(14, 4),
  min_charge      numeric(14, 2),
  mockup_required boolean not null default false,
  makes_job       boolean not null default true,
  is_public       boolean not null default false,
  sort            integer not null default 0,
  archived_at     timestamptz,
  created_by      uuid default auth.uid() references auth.users (id) on delete set null,
  created_at      timestamptz not null default now(),
  row_version     integer not null default 1,
  constraint services_slug_is_a_path check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  constraint services_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 250),
  constraint services_text_length check (char_length(category) <= 100 and char_length(summary) <= 2000),
  constraint services_unit_is_known check (unit in ('piece', 'm2', 'm', 'hour', 'set')),
  constraint services_prices_are_amounts check (base_price >= 0 and base_price < 1000000000 and min_charge >= 0)
);
create index services_created_by_idx on public.services (created_by);
create index services_category_sort_idx on public.services (category, sort, name);
comment on table public.services is 'What the company makes and does.';
comment on column public.services.mockup_required is 'No production step starts before the client approved the mockup.';
comment on column public.services.makes_job is 'A line of this service becomes a job when the quotation is approved.';

create table public.work_centres (
  id                   uuid primary key default gen_random_uuid(),
  name                 text not null,
  kind                 text not null default 'bench',
  capacity_minutes_day integer not null default 480,
  colour               text,
  sort                 integer not null default 0,
  archived_at          timestamptz,
  created_at           timestamptz not null default now(),
  row_version          integer not null default 1,
  constraint work_centres_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint work_centres_kind_is_known check (kind in
    ('design', 'printer', 'laminator', 'cnc', 'laser', 'bench', 'paint', 'vehicle', 'outsourced')),
  constraint work_centres_capacity_range check (capacity_minutes_day between 0 and 14400),
  constraint work_centres_colour_is_hex check (colour ~ '^#[0-9a-f]{6}$')
);
create unique index work_centres_name_idx on public.work_centres (private.folded(name));
comment on table public.work_centres is 'Machines, benches and vehicles: where a step is done.';

create table public.job_step_templates (
  id                 uuid primary key default gen_random_uuid(),
  service_id         uuid not null references public.services (id) on delete cascade,
  position           text collate "C" not null,
  name               text not null,
  work_centre_id     uuid references public.work_centres (id) on delete set null,
  minutes_fixed      numeric(8, 2) not null default 0,
  minutes_per_unit   numeric(8, 2) not null default 0,
  unit               text not null default 'piece',
  before_approval    boolean not null default false,
  after_previous     boolean not null default true,
  row_version        integer not null default 1,
  unique (service_id, position),
  constraint job_step_templates_position_length check (char_length(position) between 1 and 100),
  constraint job_step_templates_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 250),
  constraint job_step_templates_minutes_range check (minutes_fixed between 0 and 100000 and minutes_per_unit between 0 and 100000),
  constraint job_step_templates_unit_is_known check (unit in ('piece', 'm2', 'm'))
);
create index job_step_templates_work_centre_id_idx on public.job_step_templates (work_centre_id);
comment on table public.job_step_templates is 'The steps that a job of a service begins with.';
comment on column public.job_step_templates.position is 'Fractional index key: the order of the steps, compared byte by byte.';
comment on column public.job_step_templates.before_approval is 'May start before the mockup is approved: artwork, survey, file check.';
comment on column public.job_step_templates.after_previous is 'Waits until the step before it is done.';

call private.borrow_rules('public.vat_rates', '', '{id,created_at}');
call private.borrow_rules('public.services', '', '{id,created_by,created_at}');
call private.borrow_rules('public.work_centres', '', '{id,created_at}');
call private.borrow_rules('public.job_step_templates', '', '{id,service_id}');
grant select, insert, update, delete on public.vat_rates, public.services, public.work_centres, public.job_step_templates
  to authenticated;

create policy "staff read VAT rates" on public.vat_rates for select to authenticated using ((select private.is_staff()));
create policy "admins add VAT rates" on public.vat_rates
  for insert to authenticated with check ((select private.my_role()) = 'admin');
create policy "admins change VAT rates" on public.vat_rates
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');
create policy "admins remove VAT rates" on public.vat_rates
  for delete to authenticated using ((select private.my_role()) = 'admin');

-- Prices and services belong to who keeps the markups.
create policy "staff read services" on public.services for select to authenticated using ((select private.is_staff()));
create policy "staff who keep prices add services" on public.services
  for insert to authenticated
  with check ((select private.can('markup-demo', 'create')) and created_by = (select auth.uid()));
create policy "staff who keep prices change services" on public.services
  for update to authenticated
  using ((select private.can('markup-demo', 'edit'))) with check ((select private.can('markup-demo', 'edit')));
create policy "staff who keep prices remove services" on public.services
  for delete to authenticated using ((select private.can('markup-demo', 'delete')));

create policy "staff read work centres" on public.work_centres for select to authenticated using ((select private.is_staff()));
create policy "staff of production add work centres" on public.work_centres
  for insert to authenticated with check ((select private.can('production', 'create')));
create policy "staff of production change work centres" on public.work_centres
  for update to authenticated
  using ((select private.can('production', 'edit'))) with check ((select private.can('production', 'edit')));
create policy "staff of production remove work centres" on public.work_centres
  for delete to authenticated using ((select private.can('production', 'delete')));

create policy "staff read step templates" on public.job_step_templates
  for select to authenticated using ((select private.is_staff()));
create policy "staff of production add step templates" on public.job_step_templates
  for insert to authenticated with check ((select private.can('production', 'create')));
create policy "staff of production change step templates" on public.job_step_templates
  for update to authenticated
  using ((select private.can('production', 'edit'))) with check ((select private.can('production', 'edit')));
create policy "staff of production remove step templates" on public.job_step_templates
  for delete to authenticated using ((select private.can('production', 'edit')));

create trigger audit after insert or update or delete on public.vat_rates
  for each row execute function private.audit('id');
create trigger audit after insert or update or delete on public.services
  for each row execute function private.audit('id');

call private.after_each_statement('public.vat_rates', 'nudge_page', $$private.nudge_pages('id', 'quotations', 'invoices')$$);
call private.after_each_statement('public.services', 'nudge_page', $$private.nudge_pages('id', 'quotations', 'markup-demo')$$);
call private.after_each_statement('public.work_centres', 'nudge_page', $$private.nudge_pages('id', 'production')$$);
call private.after_each_statement('public.job_step_templates', 'nudge_page', $$private.nudge_pages('id', 'production')$$);

create function private.default_vat() returns public.vat_rates
  language sql stable security definer set search_path = ''
as $$
  select v from public.vat_rates v where v.is_default
$$;
comment on function private.default_vat is 'The rate of a new line; no row where the company has named none.';
revoke execute on function private.default_vat from public;
