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
  order_id uuid,
  order_item_id uuid,
  service_id uuid,
  qty numeric(14,4) not null default 1,
  unit text not null default 'piece'::text,
  width_mm numeric(10,2),
  height_mm numeric(10,2),
  details text,
  spec jsonb not null default '{}'::jsonb,
  priority text not null default 'normal'::text,
  lead_user_id uuid,
  mockup_required boolean not null default false,
  mockup_status text,
  hold_reason text,
  held_from text,
  remake_of uuid,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  row_version integer not null default 1,
  contact_id uuid,
  quotation_item_id uuid,
  search_text text not null generated always as (private.folded((job_number || ' '::text) || title)) stored,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_job_number_key UNIQUE (job_number),
  constraint jobs_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint jobs_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint jobs_lead_user_id_fkey FOREIGN KEY (lead_user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint jobs_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE RESTRICT,
  constraint jobs_order_item_id_fkey FOREIGN KEY (order_item_id) REFERENCES public.order_items(id) ON DELETE SET NULL,
  constraint jobs_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE RESTRICT,
  constraint jobs_quotation_item_id_fkey FOREIGN KEY (quotation_item_id) REFERENCES public.quotation_items(id) ON DELETE SET NULL,
  constraint jobs_remake_of_fkey FOREIGN KEY (remake_of) REFERENCES public.jobs(id) ON DELETE SET NULL,
  constraint jobs_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id) ON DELETE SET NULL,
  constraint jobs_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint jobs_due_date_is_in_reach CHECK (due_date >= '1900-01-01'::date AND due_date < '10000-01-01'::date),
  constraint jobs_finished_at_is_in_reach CHECK (finished_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND finished_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint jobs_height_mm_is_a_number CHECK (height_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint jobs_mockup_status_is_known CHECK (mockup_status = ANY (ARRAY['draft'::text, 'internal_review'::text, 'sent'::text, 'approved'::text, 'rejected'::text, 'revision_requested'::text, 'superseded'::text])),
  constraint jobs_number_length CHECK (char_length(btrim(job_number)) >= 1 AND char_length(btrim(job_number)) <= 50),
  constraint jobs_number_size CHECK (char_length(job_number) <= 60),
  constraint jobs_priority_is_known CHECK (priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text])),
  constraint jobs_qty_is_a_number CHECK (qty <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint jobs_qty_range CHECK (qty > 0::numeric AND qty <= 1000000::numeric),
  constraint jobs_size_range CHECK (width_mm >= 0::numeric AND width_mm <= 1000000::numeric AND height_mm >= 0::numeric AND height_mm <= 1000000::numeric),
  constraint jobs_spec_is_an_object CHECK (jsonb_typeof(spec) = 'object'::text AND octet_length(spec::text) <= 50000),
  constraint jobs_started_at_is_in_reach CHECK (started_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND started_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint jobs_status_is_known CHECK (status = ANY (ARRAY['new'::text, 'artwork'::text, 'awaiting_approval'::text, 'approved'::text, 'in_production'::text, 'qc'::text, 'ready'::text, 'delivered'::text, 'closed'::text, 'on_hold'::text, 'cancelled'::text])),
  constraint jobs_texts_length CHECK (char_length(details) <= 10000 AND char_length(hold_reason) <= 2000 AND char_length(unit) <= 20),
  constraint jobs_title_length CHECK (char_length(btrim(title)) >= 1 AND char_length(btrim(title)) <= 500),
  constraint jobs_title_size CHECK (char_length(title) <= 600),
  constraint jobs_width_mm_is_a_number CHECK (width_mm <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]))
);
alter table public.jobs enable row level security;
CREATE INDEX jobs_contact_id_idx ON public.jobs USING btree (contact_id, created_at DESC);
CREATE INDEX jobs_created_by_idx ON public.jobs USING btree (created_by);
CREATE INDEX jobs_due_date_idx ON public.jobs USING btree (due_date) WHERE due_date IS NOT NULL;
CREATE INDEX jobs_finished_at_idx ON public.jobs USING btree (finished_at);
CREATE INDEX jobs_lead_user_id_idx ON public.jobs USING btree (lead_user_id);
CREATE INDEX jobs_open_due_date_idx ON public.jobs USING btree (due_date, id) WHERE status <> ALL (ARRAY['delivered'::text, 'closed'::text, 'cancelled'::text]);
CREATE INDEX jobs_order_id_idx ON public.jobs USING btree (order_id);
CREATE INDEX jobs_order_item_id_idx ON public.jobs USING btree (order_item_id);
CREATE INDEX jobs_quotation_id_idx ON public.jobs USING btree (quotation_id);
CREATE INDEX jobs_quotation_item_id_idx ON public.jobs USING btree (quotation_item_id);
CREATE INDEX jobs_remake_of_idx ON public.jobs USING btree (remake_of);
CREATE INDEX jobs_search_text_idx ON public.jobs USING gin (search_text extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX jobs_service_id_idx ON public.jobs USING btree (service_id);
CREATE INDEX jobs_status_due_date_idx ON public.jobs USING btree (status, due_date);
grant delete, insert, select, update on public.jobs to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.jobs to service_role;
create policy "staff add jobs" on public.jobs for insert to authenticated
  with check (( SELECT private.can('jobs'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)) AND (quotation_id IS NULL OR ( SELECT true
   FROM public.quotations q
  WHERE q.id = jobs.quotation_id)));
create policy "staff remove jobs" on public.jobs for delete to authenticated
  using (( SELECT private.can('jobs'::text, 'delete'::text) AS can));
create policy "staff read jobs" on public.jobs for select to authenticated
  using (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can));
create policy "staff change jobs" on public.jobs for update to authenticated
  using (( SELECT private.can('jobs'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('jobs'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.jobs FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('jobs:create');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.jobs FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.jobs FOR EACH ROW EXECUTE FUNCTION private.check_transition('job');
CREATE TRIGGER check_transition_by_hand BEFORE UPDATE OF status ON public.jobs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.check_transition('job', 'by hand');
CREATE TRIGGER count_version BEFORE UPDATE OF title, due_date, contact_id, service_id, qty, unit, width_mm, height_mm, details, spec, priority, lead_user_id, row_version ON public.jobs FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.jobs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER follow_job AFTER UPDATE OF status ON public.jobs FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION private.follow_job();
CREATE TRIGGER follow_job_need AFTER UPDATE OF status ON public.jobs FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION private.follow_job_need();
CREATE TRIGGER guard_removed BEFORE DELETE ON public.jobs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.guard_removed_job();
CREATE TRIGGER keep_client BEFORE UPDATE OF contact_id ON public.jobs FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) AND (old.order_id IS NOT NULL OR old.quotation_id IS NOT NULL) AND old.contact_id IS NOT NULL AND old.contact_id IS DISTINCT FROM new.contact_id) EXECUTE FUNCTION private.keep_client_of_job();
CREATE TRIGGER new_job BEFORE INSERT ON public.jobs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.new_job();
CREATE TRIGGER nudge_board_delete AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production');
CREATE TRIGGER nudge_board_insert AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production');
CREATE TRIGGER nudge_board_update AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'production');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'jobs', 'orders');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'jobs', 'orders');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'jobs', 'orders');
CREATE TRIGGER pin BEFORE UPDATE ON public.jobs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'job_number', 'order_id', 'order_item_id', 'quotation_id', 'quotation_item_id', 'created_by', 'created_at', 'mockup_required', 'mockup_status', 'hold_reason', 'held_from', 'remake_of', 'started_at', 'finished_at');
CREATE TRIGGER readdress_notices AFTER UPDATE OF quotation_id ON public.jobs FOR EACH ROW WHEN (old.quotation_id IS DISTINCT FROM new.quotation_id) EXECUTE FUNCTION private.readdress_notices_of_job();
CREATE TRIGGER settle_client BEFORE INSERT OR UPDATE OF contact_id, order_id, quotation_id ON public.jobs FOR EACH ROW EXECUTE FUNCTION private.settle_client_of_job();
CREATE TRIGGER settle_material BEFORE UPDATE OF status ON public.jobs FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION private.settle_material();
CREATE TRIGGER settle_status BEFORE UPDATE OF status ON public.jobs FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION private.guard_job();
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.jobs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.jobs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
CREATE TRIGGER stop_mails_of_mockup AFTER UPDATE OF status ON public.jobs FOR EACH ROW WHEN (old.status <> new.status AND (new.status = ANY (ARRAY['cancelled'::text, 'delivered'::text, 'closed'::text]))) EXECUTE FUNCTION private.stop_mails_of_mockup();
comment on table public.jobs is 'Ours but for the link to quotations, through which a mockup notice finds public_uuid (spec 2 §3).';
comment on column public.jobs.contact_id is 'The client: that of its order or quotation; chosen where it has neither; null for work of the house.';
comment on column public.jobs.held_from is 'The status that a job on hold goes back to.';
comment on column public.jobs.mockup_required is 'No step after the approval starts until mockup_status is approved.';
comment on column public.jobs.mockup_status is 'Status of its newest mockup; null without one. Written by the mockup functions.';
comment on column public.jobs.quotation_item_id is 'The line that it makes. A job that began before the approval joins the order when the quotation is approved.';
comment on column public.jobs.remake_of is 'The job whose failed piece this one makes again.';
comment on column public.jobs.search_text is 'What a search looks through: number and title, folded.';
