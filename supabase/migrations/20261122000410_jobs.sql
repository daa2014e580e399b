-- Jobs: one thing to make. A job comes from a quotation.

create table public.jobs (
  id           uuid primary key default gen_random_uuid(),
  job_number   text not null unique,
  quotation_id uuid references public.quotations (id) on delete restrict,
  title        text not null,
  status       text not null default 'new',
  due_date     date,
  created_at   timestamptz not null default now(),
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  constraint jobs_number_length check (char_length(btrim(job_number)) between 1 and 50),
  constraint jobs_title_length check (char_length(btrim(title)) between 1 and 500),
  constraint jobs_status_is_known check (status in
    ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'ready', 'delivered', 'closed', 'on_hold')),
  constraint jobs_number_size check (char_length(job_number) <= 60),
  constraint jobs_title_size check (char_length(title) <= 600)
);
create index jobs_quotation_id_idx on public.jobs (quotation_id);
create index jobs_created_by_idx on public.jobs (created_by);
create index jobs_status_due_date_idx on public.jobs (status, due_date);
comment on table public.jobs is
  'Ours but for the link to quotations, through which a mockup notice finds public_uuid (spec 2 §3).';

-- quotation_id is pinned: the notices of a job carry the secret link of its quotation.
call private.borrow_rules('public.jobs', p_pinned => '{quotation_id}', p_pages => '{jobs,orders}');

create policy "staff read jobs" on public.jobs
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('orders', 'view')));
create policy "staff add jobs" on public.jobs
  for insert to authenticated
  with check ((select private.can('jobs', 'create')) and created_by = (select auth.uid())
    and (quotation_id is null or (select true from public.quotations q where q.id = quotation_id)));
create policy "staff change jobs" on public.jobs
  for update to authenticated
  using ((select private.can('jobs', 'edit'))) with check ((select private.can('jobs', 'edit')));
create policy "staff remove jobs" on public.jobs
  for delete to authenticated using ((select private.can('jobs', 'delete')));
