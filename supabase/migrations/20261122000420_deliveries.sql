-- Deliveries: what leaves the company, whole or in parts. A client reads their own delivery notes.

create table public.deliveries (
  id              uuid primary key default gen_random_uuid(),
  delivery_number text not null unique,
  contact_id      uuid not null references public.contacts (id) on delete restrict,
  project_title   text not null,
  location_id     uuid references public.locations (id) on delete set null,
  method          text not null default 'delivery',
  status          text not null default 'planned',
  scheduled_at    timestamptz,
  delivered_at    timestamptz,
  created_at      timestamptz not null default now(),
  created_by      uuid default auth.uid() references auth.users (id) on delete set null,
  constraint deliveries_number_length check (char_length(btrim(delivery_number)) between 1 and 50),
  constraint deliveries_project_title_length check (char_length(btrim(project_title)) between 1 and 500),
  constraint deliveries_method_is_known check (method in ('pickup', 'delivery', 'installation', 'courier', 'electronic')),
  constraint deliveries_status_is_known check (status in
    ('planned', 'ready', 'out', 'partially_delivered', 'delivered', 'failed', 'cancelled')),
  constraint deliveries_delivered_has_a_time check (status <> 'delivered' or delivered_at is not null),
  constraint deliveries_number_size check (char_length(delivery_number) <= 60),
  constraint deliveries_project_title_size check (char_length(project_title) <= 600)
);
create index deliveries_contact_id_idx on public.deliveries (contact_id);
create index deliveries_location_id_idx on public.deliveries (location_id);
create index deliveries_created_by_idx on public.deliveries (created_by);
create index deliveries_status_scheduled_at_idx on public.deliveries (status, scheduled_at);
comment on table public.deliveries is 'Ours but for project_title: the notices of spec 2 §3 point here.';

call private.borrow_rules('public.deliveries', p_pages => '{deliveries}');

create policy "staff read deliveries, clients read theirs" on public.deliveries
  for select to authenticated
  using ((select private.can('deliveries', 'view')) or contact_id in (select private.my_contact_ids()));
create policy "staff plan deliveries" on public.deliveries
  for insert to authenticated
  with check ((select private.can('deliveries', 'create')) and created_by = (select auth.uid()));
create policy "staff change deliveries" on public.deliveries
  for update to authenticated
  using ((select private.can('deliveries', 'edit'))) with check ((select private.can('deliveries', 'edit')));
create policy "staff remove deliveries" on public.deliveries
  for delete to authenticated using ((select private.can('deliveries', 'delete')));

create table public.partial_deliveries (
  id             uuid primary key default gen_random_uuid(),
  partial_number text not null unique,
  delivery_id    uuid not null references public.deliveries (id) on delete cascade,
  seq            integer not null,
  status         text not null default 'planned',
  delivered_at   timestamptz,
  created_at     timestamptz not null default now(),
  unique (delivery_id, seq),
  constraint partial_deliveries_number_length check (char_length(btrim(partial_number)) between 1 and 60),
  constraint partial_deliveries_seq_is_positive check (seq >= 1),
  constraint partial_deliveries_status_is_known check (status in ('planned', 'out', 'delivered')),
  constraint partial_deliveries_delivered_has_a_time check (status <> 'delivered' or delivered_at is not null),
  constraint partial_deliveries_number_size check (char_length(partial_number) <= 80)
);
comment on table public.partial_deliveries is 'Ours: one drop of a delivery that goes out in parts.';

call private.borrow_rules('public.partial_deliveries', p_pinned => '{delivery_id}', p_pages => '{deliveries}');

create policy "whoever reads a delivery reads its drops" on public.partial_deliveries
  for select to authenticated
  using (exists (select 1 from public.deliveries d where d.id = delivery_id));
create policy "staff plan drops" on public.partial_deliveries
  for insert to authenticated with check ((select private.can('deliveries', 'create')));
create policy "staff change drops" on public.partial_deliveries
  for update to authenticated
  using ((select private.can('deliveries', 'edit'))) with check ((select private.can('deliveries', 'edit')));
create policy "staff remove drops" on public.partial_deliveries
  for delete to authenticated using ((select private.can('deliveries', 'delete')));

insert into private.record_kinds (kind, table_name, position, label, contact, status, recent_if) values
  ('delivery', 'public.deliveries', 50, $$r.delivery_number || ' · ' || r.project_title$$, 'contact_id', 'r.status', 'true');
insert into private.record_events (event, table_name, kind, at, title, recent_if) values
  ('delivered', 'public.deliveries', $$'delivered'::text$$, 'r.delivered_at', $$r.delivery_number || ' · ' || r.project_title$$,
   'r.delivered_at is not null');
