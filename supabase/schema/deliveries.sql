-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.deliveries (
  id uuid not null default gen_random_uuid(),
  delivery_number text not null,
  contact_id uuid not null,
  project_title text not null,
  location_id uuid,
  method text not null default 'delivery'::text,
  status text not null default 'planned'::text,
  scheduled_at timestamp with time zone,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_delivery_number_key UNIQUE (delivery_number),
  constraint deliveries_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint deliveries_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint deliveries_location_id_fkey FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE SET NULL,
  constraint deliveries_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint deliveries_delivered_at_is_in_reach CHECK (delivered_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND delivered_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint deliveries_delivered_has_a_time CHECK (status <> 'delivered'::text OR delivered_at IS NOT NULL),
  constraint deliveries_method_is_known CHECK (method = ANY (ARRAY['pickup'::text, 'delivery'::text, 'installation'::text, 'courier'::text, 'electronic'::text])),
  constraint deliveries_number_length CHECK (char_length(btrim(delivery_number)) >= 1 AND char_length(btrim(delivery_number)) <= 50),
  constraint deliveries_number_size CHECK (char_length(delivery_number) <= 60),
  constraint deliveries_project_title_length CHECK (char_length(btrim(project_title)) >= 1 AND char_length(btrim(project_title)) <= 500),
  constraint deliveries_project_title_size CHECK (char_length(project_title) <= 600),
  constraint deliveries_scheduled_at_is_in_reach CHECK (scheduled_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND scheduled_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint deliveries_status_is_known CHECK (status = ANY (ARRAY['planned'::text, 'ready'::text, 'out'::text, 'partially_delivered'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text]))
);
alter table public.deliveries enable row level security;
CREATE INDEX deliveries_contact_id_idx ON public.deliveries USING btree (contact_id);
CREATE INDEX deliveries_created_by_idx ON public.deliveries USING btree (created_by);
CREATE INDEX deliveries_location_id_idx ON public.deliveries USING btree (location_id);
CREATE INDEX deliveries_status_scheduled_at_idx ON public.deliveries USING btree (status, scheduled_at);
grant delete, insert, select, update on public.deliveries to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.deliveries to service_role;
create policy "staff plan deliveries" on public.deliveries for insert to authenticated
  with check (( SELECT private.can('deliveries'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff remove deliveries" on public.deliveries for delete to authenticated
  using (( SELECT private.can('deliveries'::text, 'delete'::text) AS can));
create policy "staff read deliveries, clients read theirs" on public.deliveries for select to authenticated
  using (( SELECT private.can('deliveries'::text, 'view'::text) AS can) OR (contact_id IN ( SELECT private.my_contact_ids() AS my_contact_ids)));
create policy "staff change deliveries" on public.deliveries for update to authenticated
  using (( SELECT private.can('deliveries'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('deliveries'::text, 'edit'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.deliveries REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER pin BEFORE UPDATE ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.deliveries is 'Ours but for project_title: the notices of spec 2 §3 point here.';

create table public.partial_deliveries (
  id uuid not null default gen_random_uuid(),
  partial_number text not null,
  delivery_id uuid not null,
  seq integer not null,
  status text not null default 'planned'::text,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint partial_deliveries_pkey PRIMARY KEY (id),
  constraint partial_deliveries_delivery_id_seq_key UNIQUE (delivery_id, seq),
  constraint partial_deliveries_partial_number_key UNIQUE (partial_number),
  constraint partial_deliveries_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.deliveries(id) ON DELETE CASCADE,
  constraint partial_deliveries_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint partial_deliveries_delivered_at_is_in_reach CHECK (delivered_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND delivered_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint partial_deliveries_delivered_has_a_time CHECK (status <> 'delivered'::text OR delivered_at IS NOT NULL),
  constraint partial_deliveries_number_length CHECK (char_length(btrim(partial_number)) >= 1 AND char_length(btrim(partial_number)) <= 60),
  constraint partial_deliveries_number_size CHECK (char_length(partial_number) <= 80),
  constraint partial_deliveries_seq_is_positive CHECK (seq >= 1),
  constraint partial_deliveries_status_is_known CHECK (status = ANY (ARRAY['planned'::text, 'out'::text, 'delivered'::text]))
);
alter table public.partial_deliveries enable row level security;
grant delete, insert, select, update on public.partial_deliveries to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.partial_deliveries to service_role;
create policy "staff plan drops" on public.partial_deliveries for insert to authenticated
  with check (( SELECT private.can('deliveries'::text, 'create'::text) AS can));
create policy "staff remove drops" on public.partial_deliveries for delete to authenticated
  using (( SELECT private.can('deliveries'::text, 'delete'::text) AS can));
create policy "whoever reads a delivery reads its drops" on public.partial_deliveries for select to authenticated
  using ((EXISTS ( SELECT 1
   FROM public.deliveries d
  WHERE d.id = partial_deliveries.delivery_id)));
create policy "staff change drops" on public.partial_deliveries for update to authenticated
  using (( SELECT private.can('deliveries'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('deliveries'::text, 'edit'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.partial_deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.partial_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.partial_deliveries REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'deliveries');
CREATE TRIGGER pin BEFORE UPDATE ON public.partial_deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'delivery_id');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.partial_deliveries FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.partial_deliveries is 'Ours: one drop of a delivery that goes out in parts.';
