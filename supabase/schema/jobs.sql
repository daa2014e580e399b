-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.jobs (
  id uuid not null default gen_random_uuid(),
  job_number text not null,
  quotation_id uuid,
  title text not null,
  status text not null default 'new'::text,
  due_date date,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_job_number_key UNIQUE (job_number),
  constraint jobs_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint jobs_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE RESTRICT,
  constraint jobs_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint jobs_due_date_is_in_reach CHECK (due_date >= '1900-01-01'::date AND due_date < '10000-01-01'::date),
  constraint jobs_number_length CHECK (char_length(btrim(job_number)) >= 1 AND char_length(btrim(job_number)) <= 50),
  constraint jobs_number_size CHECK (char_length(job_number) <= 60),
  constraint jobs_status_is_known CHECK (status = ANY (ARRAY['new'::text, 'artwork'::text, 'awaiting_approval'::text, 'approved'::text, 'in_production'::text, 'qc'::text, 'ready'::text, 'delivered'::text, 'closed'::text, 'on_hold'::text])),
  constraint jobs_title_length CHECK (char_length(btrim(title)) >= 1 AND char_length(btrim(title)) <= 500),
  constraint jobs_title_size CHECK (char_length(title) <= 600)
);
alter table public.jobs enable row level security;
CREATE INDEX jobs_created_by_idx ON public.jobs USING btree (created_by);
CREATE INDEX jobs_quotation_id_idx ON public.jobs USING btree (quotation_id);
CREATE INDEX jobs_status_due_date_idx ON public.jobs USING btree (status, due_date);
grant delete, insert, select, update on public.jobs to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.jobs to service_role;
create policy "staff add jobs" on public.jobs for insert to authenticated
  with check (( SELECT private.can('jobs'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff remove jobs" on public.jobs for delete to authenticated
  using (( SELECT private.can('jobs'::text, 'delete'::text) AS can));
create policy "staff read jobs" on public.jobs for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can));
create policy "staff change jobs" on public.jobs for update to authenticated
  using (( SELECT private.can('jobs'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('jobs'::text, 'edit'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'jobs', 'orders');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'jobs', 'orders');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'jobs', 'orders');
CREATE TRIGGER pin BEFORE UPDATE ON public.jobs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER readdress_notices AFTER UPDATE OF quotation_id ON public.jobs FOR EACH ROW WHEN (old.quotation_id IS DISTINCT FROM new.quotation_id) EXECUTE FUNCTION private.readdress_notices_of_job();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.jobs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.jobs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.jobs is 'Ours but for the link to quotations, through which a mockup notice finds public_uuid (spec 2 §3).';
