-- Orders: what was approved. An order, its lines, its jobs and the request for its deposit are made in the transaction of
-- the approval. What an order is follows from its deposit, jobs, deliveries and invoices.

create table public.orders (
  id                uuid primary key default gen_random_uuid(),
  order_number      text not null unique,
  public_uuid       uuid not null unique default gen_random_uuid(),
  link_revoked_at   timestamptz,
  quotation_id      uuid references public.quotations (id) on delete restrict,
  quotation_version integer,
  contact_id        uuid not null references public.contacts (id) on delete restrict,
  person_id         uuid references public.contacts (id) on delete set null,
  location_id       uuid references public.locations (id) on delete set null,
  project_title     text,
  client_po         text,
  status            text not null default 'confirmed',
  priority          text not null default 'normal',
  ordered_at        timestamptz not null default now(),
  due_date          date,
  promised_date     date,
  hold_reason       text,
  cancelled_at      timestamptz,
  cancel_reason     text,
  currency          text not null default 'EUR',
  net               numeric(14, 2) not null default 0,
  vat               numeric(14, 2) not null default 0,
  gross             numeric(14, 2) not null generated always as (net + vat) stored,
  deposit_amount    numeric(14, 2) not null default 0,
  deposit_paid      numeric(14, 2) not null default 0,
  delivered_pct     numeric(5, 2) not null default 0,
  invoiced_pct      numeric(5, 2) not null default 0,
  terms             text,
  archived_at       timestamptz,
  created_by        uuid default auth.uid() references auth.users (id) on delete set null,
  created_at        timestamptz not null default now(),
  row_version       integer not null default 1,
  constraint orders_number_size check (char_length(order_number) <= 60),
  constraint orders_status_is_known check (status in ('confirmed', 'awaiting_deposit', 'in_production', 'ready', 'part_delivered',
    'delivered', 'completed', 'on_hold', 'cancelled')),
  constraint orders_priority_is_known check (priority in ('low', 'normal', 'high', 'urgent')),
  constraint orders_texts_length check (char_length(project_title) <= 500 and char_length(client_po) <= 100
    and char_length(hold_reason) <= 2000 and char_length(cancel_reason) <= 2000 and char_length(terms) <= 20000),
  constraint orders_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint orders_hold_has_a_reason check (status <> 'on_hold' or hold_reason is not null),
  constraint orders_amounts_are_not_negative check (net >= 0 and vat >= 0 and deposit_amount >= 0 and deposit_paid >= 0)
);
create unique index orders_one_of_a_quotation_idx on public.orders (quotation_id) where status <> 'cancelled';
create index orders_quotation_id_idx on public.orders (quotation_id);
create index orders_contact_id_created_at_idx on public.orders (contact_id, created_at desc);
create index orders_person_id_idx on public.orders (person_id);
create index orders_location_id_idx on public.orders (location_id);
create index orders_created_by_idx on public.orders (created_by);
create index orders_status_created_at_idx on public.orders (status, created_at desc, id desc);
create index orders_created_at_idx on public.orders (created_at desc, id desc);
create index orders_due_date_idx on public.orders (due_date);
create index orders_folded_words_idx on public.orders
  using gin (private.folded(order_number || ' ' || coalesce(project_title, '')) extensions.gin_trgm_ops);
comment on table public.orders is 'What a client ordered. Made by an approval, never by hand.';
comment on column public.orders.status is
  'Computed by private.refresh_order: cancelled, on_hold, completed (delivered and invoiced in full), delivered, part_delivered,
awaiting_deposit, ready (all jobs), in_production, confirmed.';
comment on column public.orders.delivered_pct is 'Delivered net of all net, in percent, toward zero.';
comment on column public.orders.deposit_paid is 'Deposit money received, gross.';

create table public.order_items (
  like private.document_line including all,
  order_id          uuid not null references public.orders (id) on delete cascade,
  quotation_item_id uuid references public.quotation_items (id) on delete set null,
  service_id        uuid references public.services (id) on delete set null,
  inventory_item_id uuid,
  product_id        uuid,
  calculation_id    uuid,
  qty_ready         numeric(14, 4) not null default 0,
  qty_delivered     numeric(14, 4) not null default 0,
  qty_invoiced      numeric(14, 4) not null default 0,
  unique (order_id, position),
  constraint order_items_not_more_than_ordered check (
    qty_delivered >= 0 and qty_delivered <= greatest(coalesce(abs(qty), 0), 0) and qty_invoiced >= 0 and qty_invoiced <= coalesce(abs(qty), 0))
);
create index order_items_quotation_item_id_idx on public.order_items (quotation_item_id);
create index order_items_service_id_idx on public.order_items (service_id);
comment on table public.order_items is 'The lines of an order: those of the quotation that were chosen.';
comment on column public.order_items.qty_delivered is 'Handed over so far. Kept by deliver_drop.';
comment on column public.order_items.qty_invoiced is 'On invoices so far, drafts included. Discounts count as their positive quantity.';

call private.borrow_rules('public.orders', '', '{id,order_number,public_uuid,quotation_id,quotation_version,contact_id,status,ordered_at,
  hold_reason,cancelled_at,cancel_reason,currency,net,vat,deposit_amount,deposit_paid,delivered_pct,invoiced_pct,terms,created_by,created_at}');
call private.borrow_rules('public.order_items', '');
grant select, update on public.orders to authenticated;
grant select on public.order_items to authenticated;
create policy "staff read orders, clients read theirs" on public.orders
  for select to authenticated
  using ((select private.can('orders', 'view')) or contact_id in (select private.my_contact_ids()));
create policy "staff change orders" on public.orders
  for update to authenticated
  using ((select private.can('orders', 'edit'))) with check ((select private.can('orders', 'edit')));
create policy "whoever reads an order reads its lines" on public.order_items
  for select to authenticated using ((select true from public.orders o where o.id = order_id));

drop trigger count_version on public.orders;
create trigger count_version before update of person_id, location_id, project_title, client_po, priority, due_date, promised_date,
    link_revoked_at, archived_at, row_version on public.orders
  for each row execute function private.count_version();
call private.follow_transitions('public.orders', 'order');
create trigger audit after insert or update or delete on public.orders
  for each row execute function private.audit('id');
create trigger settle_line before insert on public.order_items
  for each row execute function private.settle_line();
call private.after_each_statement('public.orders', 'nudge_document', $$private.nudge_owners('doc:', 'public_uuid', 'public_uuid')$$);
call private.after_each_statement('public.orders', 'nudge_page', $$private.nudge_pages('id', 'orders')$$);
call private.after_each_statement('public.order_items', 'nudge_page', $$private.nudge_pages('order_id', 'orders', 'invoices')$$);

-- ------------------------------------------------------------------------------------------------------------- jobs

alter table public.jobs
  add column order_id        uuid references public.orders (id) on delete restrict,
  add column order_item_id   uuid references public.order_items (id) on delete set null,
  add column service_id      uuid references public.services (id) on delete set null,
  add column qty             numeric(14, 4) not null default 1,
  add column unit            text not null default 'piece',
  add column width_mm        numeric(10, 2),
  add column height_mm       numeric(10, 2),
  add column details         text,
  add column spec            jsonb not null default '{}',
  add column priority        text not null default 'normal',
  add column lead_user_id    uuid references auth.users (id) on delete set null,
  add column mockup_required boolean not null default false,
  add column mockup_status   text,
  add column hold_reason     text,
  add column held_from       text,
  add column remake_of       uuid references public.jobs (id) on delete set null,
  add column started_at      timestamptz,
  add column finished_at     timestamptz,
  add column row_version     integer not null default 1,
  drop constraint jobs_status_is_known,
  add constraint jobs_status_is_known check (status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc',
    'ready', 'delivered', 'closed', 'on_hold', 'cancelled')),
  add constraint jobs_qty_range check (qty > 0 and qty <= 1000000),
  add constraint jobs_size_range check (width_mm between 0 and 1000000 and height_mm between 0 and 1000000),
  add constraint jobs_priority_is_known check (priority in ('low', 'normal', 'high', 'urgent')),
  add constraint jobs_mockup_status_is_known check (mockup_status in
    ('draft', 'internal_review', 'sent', 'approved', 'rejected', 'revision_requested', 'superseded')),
  add constraint jobs_texts_length check (char_length(details) <= 10000 and char_length(hold_reason) <= 2000 and char_length(unit) <= 20),
  add constraint jobs_spec_is_an_object check (jsonb_typeof(spec) = 'object' and octet_length(spec::text) <= 50000);
call private.refuse_hostile_values('public.jobs');
create index jobs_order_id_idx on public.jobs (order_id);
create index jobs_order_item_id_idx on public.jobs (order_item_id);
create index jobs_service_id_idx on public.jobs (service_id);
create index jobs_lead_user_id_idx on public.jobs (lead_user_id);
create index jobs_remake_of_idx on public.jobs (remake_of);
comment on column public.jobs.mockup_required is 'No step after the approval starts until mockup_status is approved.';
comment on column public.jobs.mockup_status is 'Status of its newest mockup; null without one. Written by the mockup functions.';
comment on column public.jobs.held_from is 'The status that a job on hold goes back to.';
comment on column public.jobs.remake_of is 'The job whose failed piece this one makes again.';

drop trigger pin on public.jobs;
create trigger pin before update on public.jobs
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'job_number', 'order_id', 'order_item_id', 'quotation_id', 'created_by', 'created_at', 'mockup_required',
    'mockup_status', 'hold_reason', 'held_from', 'remake_of', 'started_at', 'finished_at');
create trigger first_version before insert on public.jobs
  for each row when (current_user in ('anon', 'authenticated')) execute function private.first_version();
create trigger count_version before update of title, due_date, service_id, qty, unit, width_mm, height_mm, details, spec, priority,
    lead_user_id, row_version on public.jobs
  for each row execute function private.count_version();
call private.follow_transitions('public.jobs', 'job');
create trigger audit after insert or update or delete on public.jobs
  for each row execute function private.audit('id');

create function private.new_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.job_number := private.draw_number('JOB');
  new.status := 'new';
  new.order_id := null;
  new.order_item_id := null;
  new.mockup_required := coalesce((select s.mockup_required from public.services s where s.id = new.service_id), false);
  new.mockup_status := null;
  new.hold_reason := null;
  new.held_from := null;
  new.remake_of := null;
  new.started_at := null;
  new.finished_at := null;
  return new;
end $$;
comment on function private.new_job is 'A job that a person makes belongs to no order, begins as new and gets the next number.';
create trigger new_job before insert on public.jobs
  for each row when (current_user in ('anon', 'authenticated')) execute function private.new_job();

create function private.guard_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status in ('approved', 'in_production') and old.status in ('new', 'artwork', 'awaiting_approval')
    and new.mockup_required and new.mockup_status is distinct from 'approved'
    and coalesce(current_setting('signwright.repair', true), '') <> 'on'
  then
    perform private.refuse('PT409', 'The mockup of this job is not approved yet');
  end if;
  if new.status = 'in_production' then
    new.started_at := coalesce(new.started_at, now());
    new.finished_at := null;
  elsif new.status in ('ready', 'delivered') then
    new.finished_at := coalesce(new.finished_at, now());
  end if;
  return new;
end $$;
create trigger settle_status before update of status on public.jobs
  for each row when (old.status is distinct from new.status) execute function private.guard_job();

create table public.job_steps (
  id              uuid primary key default gen_random_uuid(),
  job_id          uuid not null references public.jobs (id) on delete cascade,
  position        text collate "C" not null,
  name            text not null,
  work_centre_id  uuid references public.work_centres (id) on delete set null,
  assignees       uuid[] not null default '{}',
  status          text not null default 'todo',
  before_approval boolean not null default false,
  planned_start   timestamptz,
  planned_minutes numeric(10, 2) not null default 0,
  started_at      timestamptz,
  finished_at     timestamptz,
  depends_on      uuid[] not null default '{}',
  qty_good        numeric(14, 4) not null default 0,
  qty_waste       numeric(14, 4) not null default 0,
  note            text,
  created_at      timestamptz not null default now(),
  row_version     integer not null default 1,
  unique (job_id, position),
  constraint job_steps_position_length check (char_length(position) between 1 and 200),
  constraint job_steps_name_length check (char_length(btrim(name)) between 1 and 200 and char_length(name) <= 250),
  constraint job_steps_status_is_known check (status in ('todo', 'in_progress', 'paused', 'done', 'skipped')),
  constraint job_steps_minutes_range check (planned_minutes between 0 and 1000000),
  constraint job_steps_qty_range check (qty_good between 0 and 1000000 and qty_waste between 0 and 1000000),
  constraint job_steps_lists_are_lists check (
    coalesce(array_ndims(assignees), 1) = 1 and coalesce(array_ndims(depends_on), 1) = 1
    and cardinality(assignees) <= 50 and cardinality(depends_on) <= 50),
  constraint job_steps_note_length check (char_length(note) <= 5000),
  constraint job_steps_end_after_begin check (finished_at >= started_at)
);
create index job_steps_work_centre_id_idx on public.job_steps (work_centre_id, status);
comment on table public.job_steps is 'The steps of a job. Several may run at once.';
comment on column public.job_steps.depends_on is 'Steps of the same job that must be done or skipped before.';
comment on column public.job_steps.before_approval is 'May start before the mockup is approved.';

call private.borrow_rules('public.job_steps', '', '{id,job_id,started_at,finished_at,created_at}');
grant select, insert, update, delete on public.job_steps to authenticated;
create policy "whoever reads jobs or production reads steps" on public.job_steps
  for select to authenticated
  using ((select private.can('jobs', 'view')) or (select private.can('production', 'view')) or (select private.can('orders', 'view')));
create policy "staff of production add steps" on public.job_steps
  for insert to authenticated
  with check (status = 'todo' and ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit'))));
create policy "staff of production change steps" on public.job_steps
  for update to authenticated
  using ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit')))
  with check ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit')));
create policy "staff of production remove steps that have not begun" on public.job_steps
  for delete to authenticated
  using (status = 'todo' and ((select private.can('production', 'edit')) or (select private.can('jobs', 'edit'))));
call private.follow_transitions('public.job_steps', 'job_step');
call private.after_each_statement('public.job_steps', 'nudge_page', $$private.nudge_pages('job_id', 'production', 'jobs')$$);

create function private.guard_step() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_waiting text;
begin
  select * into v_job from public.jobs where id = new.job_id for no key update;
  if new.status in ('in_progress', 'done') and old.status in ('todo', 'paused') then
    if v_job.status in ('on_hold', 'cancelled', 'delivered', 'closed') then
      perform private.refuse('PT409', format('This job is %s', replace(v_job.status, '_', ' ')));
    elsif v_job.mockup_required and v_job.mockup_status is distinct from 'approved' and not new.before_approval then
      perform private.refuse('PT409', 'The mockup of this job is not approved yet');
    end if;
    select s.name into v_waiting from public.job_steps s
     where s.id = any (new.depends_on) and s.job_id = new.job_id and s.status not in ('done', 'skipped') order by s.position limit 1;
    if found then
      perform private.refuse('PT409', format('This step waits for "%s"', v_waiting));
    end if;
  end if;
  if new.status = 'in_progress' then
    new.started_at := coalesce(old.started_at, now());
    new.finished_at := null;
  elsif new.status = 'done' then
    new.started_at := coalesce(old.started_at, now());
    new.finished_at := now();
  elsif new.status = 'todo' then
    new.started_at := null;
    new.finished_at := null;
  end if;
  return new;
end $$;
create trigger settle_status before update of status on public.job_steps
  for each row when (old.status is distinct from new.status) execute function private.guard_step();

create function private.follow_steps() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  select status into v_status from public.jobs where id = new.job_id;
  if new.status = 'in_progress' and new.before_approval and v_status = 'new' then
    update public.jobs set status = 'artwork' where id = new.job_id;
  elsif new.status in ('in_progress', 'done') and not new.before_approval and v_status in ('new', 'artwork', 'approved', 'qc', 'ready') then
    update public.jobs set status = 'in_production' where id = new.job_id;
  end if;
  if new.status in ('done', 'skipped') and not exists (
    select from public.job_steps s where s.job_id = new.job_id and s.status not in ('done', 'skipped'))
  then
    update public.jobs set status = 'qc' where id = new.job_id and status = 'in_production';
  end if;
  return null;
end $$;
create trigger follow_steps after update of status on public.job_steps
  for each row when (old.status is distinct from new.status) execute function private.follow_steps();

-- ------------------------------------------------------------------------------------------------ what an order is

create function private.derive_order_status(p_order public.orders) returns text
  language sql stable security definer set search_path = ''
as $$
  select case
    when p_order.cancelled_at is not null then 'cancelled'
    when p_order.hold_reason is not null then 'on_hold'
    when p_order.delivered_pct = 100 and p_order.invoiced_pct = 100 then 'completed'
    when p_order.delivered_pct = 100 then 'delivered'
    when p_order.delivered_pct > 0 or exists (
      select from public.order_items i where i.order_id = p_order.id and i.qty_delivered > 0) then 'part_delivered'
    when p_order.deposit_paid < p_order.deposit_amount then 'awaiting_deposit'
    when exists (select from public.jobs j where j.order_id = p_order.id and j.status <> 'cancelled')
      and not exists (select from public.jobs j where j.order_id = p_order.id and j.status not in ('ready', 'delivered', 'closed', 'cancelled'))
      then 'ready'
    when exists (select from public.jobs j where j.order_id = p_order.id and j.status in ('in_production', 'qc', 'ready', 'delivered', 'closed'))
      then 'in_production'
    else 'confirmed' end
$$;

create function private.share_of_order(p_order_id uuid, p_what text) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select coalesce(case
    when bool_and(done.qty >= abs(i.qty)) then 100
    when sum(abs(i.net)) = 0 then trunc(100.0 * sum(done.qty) / nullif(sum(abs(i.qty)), 0), 2)
    else least(99.99, trunc(100 * sum(abs(i.net) * done.qty / nullif(abs(i.qty), 0)) / sum(abs(i.net)), 2)) end, 0)
    from public.order_items i,
         lateral (select case p_what when 'delivered' then i.qty_delivered else i.qty_invoiced end as qty) as done
   where i.order_id = p_order_id and i.qty <> 0
     and (i.kind = 'item' or (i.kind = 'discount' and p_what = 'invoiced'))
$$;
comment on function private.share_of_order is 'Percent of an order that is delivered or invoiced, by value; 100 only when all of it is.';

create function private.refresh_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders;
  v_before text;
begin
  select * into v_row from public.orders where id = p_order_id for no key update;
  if v_row.id is null then
    return;
  end if;
  v_before := v_row.status;
  v_row.delivered_pct := private.share_of_order(p_order_id, 'delivered');
  v_row.invoiced_pct := private.share_of_order(p_order_id, 'invoiced');
  v_row.status := private.derive_order_status(v_row);
  update public.orders
     set delivered_pct = v_row.delivered_pct, invoiced_pct = v_row.invoiced_pct, status = v_row.status
   where id = p_order_id
     and (delivered_pct, invoiced_pct, status) is distinct from (v_row.delivered_pct, v_row.invoiced_pct, v_row.status);
  if v_before <> v_row.status then
    perform private.log_event('order', p_order_id, 'status', jsonb_build_object('from', v_before, 'to', v_row.status));
  end if;
end $$;
comment on function private.refresh_order is 'Computes percentages and status of an order and stores them. Called by whatever they follow from.';

create function private.follow_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.status is distinct from old.status then
    perform private.log_event('job', new.id, 'status', jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  if new.order_id is not null then
    update public.order_items i set qty_ready = ready.qty
      from (select case when bool_and(j.status in ('ready', 'delivered', 'closed')) then max(oi.qty) else 0 end as qty
              from public.jobs j join public.order_items oi on oi.id = j.order_item_id
             where j.order_item_id = new.order_item_id and j.status <> 'cancelled') as ready
     where i.id = new.order_item_id and ready.qty is not null and i.qty_ready is distinct from ready.qty;
    perform private.refresh_order(new.order_id);
  end if;
  return null;
end $$;
create trigger follow_job after update of status on public.jobs
  for each row when (old.status is distinct from new.status) execute function private.follow_job();

-- ---------------------------------------------------------------------------------------------------- the approval

create function private.order_vat(p_order_id uuid)
returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select i.vat_rate, i.vat_treatment, sum(i.net), private.vat_of(sum(i.net), i.vat_rate)
    from public.order_items i
   where i.order_id = p_order_id and i.kind in ('item', 'discount')
   group by i.vat_rate, i.vat_treatment
   order by i.vat_rate, i.vat_treatment
$$;
comment on function private.order_vat is 'The VAT table of an order.';

create function private.make_job(p_order public.orders, p_item public.order_items, p_number integer) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job_id uuid;
  v_step record;
  v_previous uuid;
  v_id uuid;
begin
  insert into public.jobs (job_number, quotation_id, order_id, order_item_id, service_id, title, qty, unit, width_mm, height_mm,
    details, due_date, priority, mockup_required, created_by)
  select 'JOB' || substr(p_order.order_number, 3) || '-' || private.letters(p_number), p_order.quotation_id, p_order.id, p_item.id,
         p_item.service_id, left(coalesce(nullif(btrim(p_item.description), ''), s.name, 'Job'), 500), p_item.qty,
         coalesce(p_item.unit, 'piece'), p_item.width_mm, p_item.height_mm, p_item.details, p_order.due_date, p_order.priority,
         coalesce(s.mockup_required, false), auth.uid()
    from (select 1) as one left join public.services s on s.id = p_item.service_id
  returning id into v_job_id;
  for v_step in
    select t.*, trunc(t.minutes_fixed + t.minutes_per_unit * case t.unit
        when 'm2' then p_item.qty * coalesce(p_item.width_mm, 0) * coalesce(p_item.height_mm, 0) / 1000000
        when 'm' then p_item.qty * greatest(coalesce(p_item.width_mm, 0), coalesce(p_item.height_mm, 0)) / 1000
        else p_item.qty end, 2) as minutes
      from public.job_step_templates t where t.service_id = p_item.service_id order by t.position
  loop
    insert into public.job_steps (job_id, position, name, work_centre_id, before_approval, planned_minutes, depends_on)
    values (v_job_id, v_step.position, v_step.name, v_step.work_centre_id, v_step.before_approval, least(v_step.minutes, 1000000),
      case when v_step.after_previous and v_previous is not null then array[v_previous] else '{}' end)
    returning id into v_id;
    v_previous := v_id;
  end loop;
  return v_job_id;
end $$;
comment on function private.make_job is 'The job of an order line, with the steps of its service and their planned minutes.';

create function private.accept_quotation(
  p_quotation_id uuid, p_name text, p_selected uuid[], p_ip inet, p_signature text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_item public.order_items;
  v_group text;
  v_number integer := 0;
begin
  if p_selected is not null then
    perform private.select_options(p_quotation_id, p_selected);
  end if;
  select i.option_group into v_group from public.quotation_items i
   where i.quotation_id = p_quotation_id and i.option_group is not null
   group by i.option_group having count(*) filter (where i.is_selected) <> 1 order by 1 limit 1;
  if found then
    perform private.refuse('22023', format('Please choose one of the options of "%s"', v_group));
  end if;
  select * into v_quotation from public.quotations where id = p_quotation_id;
  perform private.sign_document('quotation', p_quotation_id, v_quotation.version, p_name, p_signature);
  update public.quotations
     set status = 'approved', decided_at = now(), decided_name = btrim(p_name), decided_ip = p_ip, decided_by = auth.uid(),
         reject_reason = null
   where id = p_quotation_id;

  insert into public.orders (order_number, quotation_id, quotation_version, contact_id, person_id, location_id, project_title,
    currency, net, vat, deposit_amount, terms, created_by)
  values (private.draw_number('SO'), p_quotation_id, v_quotation.version, v_quotation.contact_id, v_quotation.person_id,
    v_quotation.location_id, v_quotation.project_title, v_quotation.currency, v_quotation.net, v_quotation.vat,
    v_quotation.deposit_amount, v_quotation.terms, auth.uid())
  returning * into v_order;
  insert into public.order_items (order_id, quotation_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
    unit_price, discount_pct, vat_rate, vat_treatment, picture_path, service_id, inventory_item_id, product_id, calculation_id)
  select v_order.id, i.id, i.position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price,
         i.discount_pct, i.vat_rate, i.vat_treatment, i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id
    from public.quotation_items i
   where i.quotation_id = p_quotation_id and (not i.is_optional or i.is_selected);
  for v_item in
    select oi.* from public.order_items oi
      join public.quotation_items qi on qi.id = oi.quotation_item_id
      left join public.services s on s.id = oi.service_id
     where oi.order_id = v_order.id and oi.kind = 'item' and oi.qty > 0 and coalesce(qi.makes_job, s.makes_job, true)
     order by oi.position
  loop
    v_number := v_number + 1;
    perform private.make_job(v_order, v_item, v_number);
  end loop;
  update public.quotations set status = 'converted' where id = p_quotation_id;
  perform private.request_deposit(v_order.id);
  perform private.refresh_order(v_order.id);

  perform private.cancel_mails('quotation', p_quotation_id);
  perform private.log_event('quotation', p_quotation_id, 'approved',
    jsonb_build_object('version', v_quotation.version, 'name', btrim(p_name), 'order_number', v_order.order_number,
      'gross', private.amount_text(v_order.net + v_order.vat)), btrim(p_name));
  perform private.log_event('order', v_order.id, 'created',
    jsonb_build_object('quotation_number', v_quotation.number_with_version, 'jobs', v_number), btrim(p_name));
  perform private.tell_staff(private.owners_of(v_quotation), 'sales',
    format('%s was approved', v_quotation.number_with_version),
    format('%s approved %s. Order %s stands in the office.', btrim(p_name), coalesce(v_quotation.project_title, 'the quotation'),
      v_order.order_number), p_quotation_id,
    jsonb_build_object('quotation_number', v_quotation.quotation_number, 'order_number', v_order.order_number, 'kind', 'approved'));
  return v_order.id;
end $$;
comment on function private.accept_quotation is
  'One transaction: quotation approved and converted, order with the chosen lines, a job for each line of production, the
request for the deposit, events, notices, cancelled reminders. The caller holds the lock of the quotation.';

create function private.order_of_quotation(p_quotation_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('order', jsonb_build_object('order_number', o.order_number, 'public_uuid', o.public_uuid,
             'status', o.status, 'deposit_amount', private.amount_text(o.deposit_amount),
             'deposit_paid', private.amount_text(o.deposit_paid), 'gross', private.amount_text(o.gross)))
      from public.orders o where o.quotation_id = p_quotation_id and o.status <> 'cancelled'), jsonb_build_object('order', null))
$$;
comment on function private.order_of_quotation is 'The order of a quotation as its client may see it: {order: null} without one.';

create function private.approve_quotation(
  p_uuid uuid, p_version integer, p_name text, p_terms_accepted boolean, p_signature text default null, p_selected uuid[] default null)
returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
begin
  perform private.must_be_current(v_row, p_version);
  if v_row.status not in ('approved', 'converted') then
    perform private.must_be_open(v_row);
    if not coalesce(p_terms_accepted, false) then
      perform private.refuse('22023', 'Please accept the terms');
    end if;
    perform private.accept_quotation(v_row.id, p_name, p_selected, private.client_address(), p_signature);
    select * into v_row from public.quotations where id = v_row.id;
  end if;
  return jsonb_build_object('status', v_row.status, 'version', v_row.version, 'decided_at', v_row.decided_at,
    'decided_name', v_row.decided_name) || private.order_of_quotation(v_row.id);
end $$;
comment on function private.approve_quotation is
  'The client approves the version that they see: name, accepted terms, a drawn signature (PNG data address) or none, and the
ids of all chosen options (null: as chosen already). A second call answers as the first did. Returns status, decided_at,
decided_name and the order.';
call private.offer('private.approve_quotation(uuid, integer, text, boolean, text, uuid[])', '{anon,authenticated,service_role}');

create function private.record_quotation_answer(
  p_id uuid, p_answer text, p_name text, p_words text default null, p_selected uuid[] default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'record the answer to a quotation');
  v_order_id uuid;
begin
  if p_answer = 'approved' and v_row.status = 'converted' then
    select id into v_order_id from public.orders where quotation_id = p_id and status <> 'cancelled';
    return v_order_id;
  elsif p_answer = v_row.status then
    return null;
  elsif v_row.status not in ('sent', 'change_requested') then
    perform private.must_be_open(v_row);
  elsif p_answer = 'approved' then
    v_order_id := private.accept_quotation(p_id, p_name, p_selected, null, null);
    perform private.log_event('quotation', p_id, 'answer_recorded', jsonb_build_object('answer', p_answer, 'words', left(p_words, 2000)));
    return v_order_id;
  elsif p_answer in ('rejected', 'change_requested') then
    perform private.turn_down(v_row, p_answer, p_name, p_words, null);
    return null;
  end if;
  perform private.refuse('22023', 'The answer is approved, rejected or change_requested');
  return null;
end $$;
comment on function private.record_quotation_answer is
  'Staff record what a client said by telephone or on paper: approved, rejected or change_requested, with the name of who said
it. Returns the id of the order, or null.';
call private.offer('private.record_quotation_answer(uuid, text, text, text, uuid[])');

-- -------------------------------------------------------------------------------------------- hold, cancel and undo

create function private.order_for(p_id uuid, p_doing text) returns public.orders
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders;
begin
  perform private.must('orders', 'edit', p_doing);
  select * into v_row from public.orders where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  end if;
  return v_row;
end $$;

create function private.hold_order(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders := private.order_for(p_id, 'hold orders');
begin
  if coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif v_row.status in ('cancelled', 'completed', 'delivered') then
    perform private.refuse('PT409', format('This order is %s', v_row.status));
  end if;
  update public.orders set hold_reason = left(btrim(p_reason), 2000), status = 'on_hold' where id = p_id;
  perform private.log_event('order', p_id, 'held', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $$;
comment on function private.hold_order is 'Puts an open order on hold, with a reason. It goes on by release_order.';
call private.offer('private.hold_order(uuid, text)');

create function private.release_order(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders := private.order_for(p_id, 'release orders');
begin
  if v_row.status <> 'on_hold' then
    return;
  end if;
  v_row.hold_reason := null;
  update public.orders set hold_reason = null, status = private.derive_order_status(v_row) where id = p_id;
  perform private.log_event('order', p_id, 'released');
end $$;
comment on function private.release_order is 'An order on hold goes on where its deposit, jobs and deliveries say.';
call private.offer('private.release_order(uuid)');

create function private.close_order(p_order public.orders, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.order_items where order_id = p_order.id and (qty_delivered > 0 or qty_invoiced > 0)) then
    perform private.refuse('PT409', 'Something of this order is delivered or invoiced already');
  end if;
  update public.jobs set status = 'cancelled'
   where order_id = p_order.id and status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'ready', 'on_hold');
  update public.payment_requests set status = 'cancelled' where order_id = p_order.id and status in ('open', 'processing');
  update public.orders set cancelled_at = now(), cancel_reason = left(btrim(p_reason), 2000), hold_reason = null, status = 'cancelled'
   where id = p_order.id;
  perform private.cancel_mails('order', p_order.id);
  perform private.log_event('order', p_order.id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $$;

create function private.cancel_order(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders := private.order_for(p_id, 'cancel orders');
begin
  if v_row.status = 'cancelled' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  perform private.close_order(v_row, p_reason);
end $$;
comment on function private.cancel_order is
  'Cancels an order of which nothing is delivered or invoiced, with its jobs and open requests for money. A deposit that was
paid stays invoiced: accounts credit it.';
call private.offer('private.cancel_order(uuid, text)');

create function private.undo_approval(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'undo the approval of a quotation');
  v_order public.orders;
begin
  if v_row.status = 'sent' then
    return;
  elsif v_row.status not in ('approved', 'converted') then
    perform private.refuse('PT409', format('This quotation is %s', replace(v_row.status, '_', ' ')));
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  select * into v_order from public.orders where quotation_id = p_id and status <> 'cancelled' for no key update;
  if v_order.id is not null then
    if v_order.deposit_paid > 0 then
      perform private.refuse('PT409', 'The deposit is paid: the approval cannot be undone');
    elsif exists (
      select from public.jobs j where j.order_id = v_order.id and (j.status not in ('new', 'cancelled')
        or exists (select from public.job_steps s where s.job_id = j.id and s.status <> 'todo')))
    then
      perform private.refuse('PT409', 'A job of this order has begun: the approval cannot be undone');
    end if;
    perform private.close_order(v_order, p_reason);
  end if;
  update public.quotations
     set status = 'sent', decided_at = null, decided_name = null, decided_by = null, decided_ip = null
   where id = p_id;
  perform private.log_event('quotation', p_id, 'approval_undone', jsonb_build_object('reason', left(btrim(p_reason), 2000),
    'order_number', v_order.order_number));
end $$;
comment on function private.undo_approval is
  'Approved → sent, while no deposit is paid and no job has begun. Its order is cancelled and keeps its number; a new approval
makes a new order.';
call private.offer('private.undo_approval(uuid, text)');

create function private.hold_job(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_status text;
begin
  perform private.must('jobs', 'edit', 'hold jobs');
  select status into v_status from public.jobs where id = p_id for no key update;
  if v_status is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_status = 'on_hold' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  update public.jobs set status = 'on_hold', held_from = v_status, hold_reason = left(btrim(p_reason), 2000) where id = p_id;
end $$;
comment on function private.hold_job is 'Puts a job on hold, with a reason. It goes on by release_job.';
call private.offer('private.hold_job(uuid, text)');

create function private.release_job(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.jobs;
begin
  perform private.must('jobs', 'edit', 'release jobs');
  select * into v_row from public.jobs where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_row.status <> 'on_hold' then
    return;
  end if;
  update public.jobs set status = coalesce(held_from, 'new'), held_from = null, hold_reason = null where id = p_id;
end $$;
comment on function private.release_job is 'A job on hold goes on in the status that it was held in.';
call private.offer('private.release_job(uuid)');

-- ------------------------------------------------------------------------------------------------------------- live

create or replace function private.is_staff_document(p_uuid uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select (private.can('quotations', 'view') and exists (select from public.quotations where public_uuid = p_uuid))
      or (private.can('orders', 'view') and exists (select from public.orders where public_uuid = p_uuid))
$$;

revoke execute on all routines in schema private from public;
