-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.work_centre_closures (
  id uuid not null default gen_random_uuid(),
  work_centre_id uuid,
  starts_on date not null,
  ends_on date not null,
  reason text not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint work_centre_closures_pkey PRIMARY KEY (id),
  constraint work_centre_closures_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint work_centre_closures_work_centre_id_fkey FOREIGN KEY (work_centre_id) REFERENCES public.work_centres(id) ON DELETE CASCADE,
  constraint work_centre_closures_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint work_centre_closures_end_after_begin CHECK (ends_on >= starts_on),
  constraint work_centre_closures_ends_on_is_in_reach CHECK (ends_on >= '1900-01-01'::date AND ends_on < '10000-01-01'::date),
  constraint work_centre_closures_reason_length CHECK (char_length(btrim(reason)) >= 1 AND char_length(btrim(reason)) <= 200 AND char_length(reason) <= 250),
  constraint work_centre_closures_starts_on_is_in_reach CHECK (starts_on >= '1900-01-01'::date AND starts_on < '10000-01-01'::date)
);
alter table public.work_centre_closures enable row level security;
CREATE INDEX work_centre_closures_created_by_idx ON public.work_centre_closures USING btree (created_by);
CREATE INDEX work_centre_closures_ends_on_idx ON public.work_centre_closures USING btree (ends_on);
CREATE INDEX work_centre_closures_work_centre_id_idx ON public.work_centre_closures USING btree (work_centre_id);
grant delete, insert, select, update on public.work_centre_closures to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.work_centre_closures to service_role;
create policy "staff of production add closed days" on public.work_centre_closures for insert to authenticated
  with check (( SELECT private.can('production'::text, 'create'::text) AS can));
create policy "staff of production remove closed days" on public.work_centre_closures for delete to authenticated
  using (( SELECT private.can('production'::text, 'edit'::text) AS can));
create policy "staff read closed days of work centres" on public.work_centre_closures for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "staff of production change closed days" on public.work_centre_closures for update to authenticated
  using (( SELECT private.can('production'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('production'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.work_centre_closures FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('production:create');
CREATE TRIGGER count_version BEFORE UPDATE ON public.work_centre_closures FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.work_centre_closures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.work_centre_closures REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.work_centre_closures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.work_centre_closures REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production');
CREATE TRIGGER pin BEFORE UPDATE ON public.work_centre_closures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.work_centre_closures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.work_centre_closures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.work_centre_closures is 'Days on which a work centre is closed; without a work centre, all of them.';
