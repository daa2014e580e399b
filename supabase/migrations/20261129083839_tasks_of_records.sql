set check_function_bodies = off;

alter table public.tasks add column job_id uuid;

alter table public.tasks add column order_id uuid;

alter table public.tasks add column delivery_id uuid;

-- It runs as the caller, so the policies of the records decide. Who changes something else needs not see them.
create or replace function private.check_task_record() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_old public.tasks;
begin
  if tg_op = 'UPDATE' then
    v_old := old;
  end if;
  if new.job_id is distinct from v_old.job_id and new.job_id is not null
      and not exists (select from public.jobs j where j.id = new.job_id)
    or new.order_id is distinct from v_old.order_id and new.order_id is not null
      and not exists (select from public.orders o where o.id = new.order_id)
    or new.delivery_id is distinct from v_old.delivery_id and new.delivery_id is not null
      and not exists (select from public.deliveries d where d.id = new.delivery_id)
    or new.related_quotation_id is distinct from v_old.related_quotation_id and new.related_quotation_id is not null
      and not exists (select from public.quotations q where q.id = new.related_quotation_id)
  then
    raise foreign_key_violation using message = 'The record of this task is not there, or not yours to see';
  end if;
  return new;
end $$;

create or replace function public.tasks_of_record(p_kind text, p_id uuid, p_text text default null) returns setof public.tasks
  language plpgsql stable set search_path = ''
as $$
declare
  v_found constant uuid[] := case when p_text is not null then array(select private.tasks_with(p_text)) end;
begin
  if p_kind = 'order' then
    return query select t.* from public.tasks t
      where (t.order_id = p_id
          or t.job_id = any (array(select j.id from public.jobs j where j.order_id = p_id))
          or t.delivery_id = any (array(select d.id from public.deliveries d where d.order_id = p_id)))
        and (v_found is null or t.id = any (v_found));
  elsif p_kind = 'job' then
    return query select t.* from public.tasks t where t.job_id = p_id and (v_found is null or t.id = any (v_found));
  elsif p_kind = 'delivery' then
    return query select t.* from public.tasks t where t.delivery_id = p_id and (v_found is null or t.id = any (v_found));
  elsif p_kind = 'quotation' then
    return query select t.* from public.tasks t
      where t.related_quotation_id = p_id and (v_found is null or t.id = any (v_found));
  end if;
end $$;

create or replace function private.restore_task(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept private.deleted_tasks;
begin
  perform private.must('tasks', 'view', 'see tasks');
  delete from private.deleted_tasks d
   where d.id = p_id and d.deleted_by = auth.uid() and d.deleted_at > now() - interval '1 hour' returning * into v_kept;
  if v_kept.id is null then
    if exists (select from public.tasks t where t.id = p_id and (t.created_by = auth.uid() or cardinality(t.assignees) > 0)) then
      return;
    end if;
    perform private.refuse('PT404', 'This task can no longer be brought back');
  end if;
  perform private.put_back('public.tasks', jsonb_build_array(v_kept.task || jsonb_build_object(
    'created_by', (select u.id from auth.users u where u.id = (v_kept.task ->> 'created_by')::uuid),
    'contact_id', (select c.id from public.contacts c where c.id = (v_kept.task ->> 'contact_id')::uuid),
    'location_id', (select l.id from public.locations l where l.id = (v_kept.task ->> 'location_id')::uuid),
    'related_quotation_id', (select q.id from public.quotations q where q.id = (v_kept.task ->> 'related_quotation_id')::uuid),
    'job_id', (select j.id from public.jobs j where j.id = (v_kept.task ->> 'job_id')::uuid),
    'order_id', (select o.id from public.orders o where o.id = (v_kept.task ->> 'order_id')::uuid),
    'delivery_id', (select d.id from public.deliveries d where d.id = (v_kept.task ->> 'delivery_id')::uuid))));
  perform private.put_back('public.task_comments', v_kept.comments);
  perform private.put_back('public.task_ready', v_kept.marks);
  perform private.put_back('public.task_reply_notifications', v_kept.replies);
end $$;

alter table public.tasks add constraint tasks_are_of_one_record CHECK (num_nonnulls(job_id, order_id, delivery_id) <= 1);

alter table public.tasks add constraint tasks_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.deliveries(id) ON DELETE SET NULL;

alter table public.tasks add constraint tasks_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.jobs(id) ON DELETE SET NULL;

alter table public.tasks add constraint tasks_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE SET NULL;

revoke execute on all routines in schema private from public;

create index tasks_delivery_id_idx on public.tasks (delivery_id);

create index tasks_job_id_idx on public.tasks (job_id);

create index tasks_order_id_idx on public.tasks (order_id);

create or replace trigger check_task_record before insert or update of job_id, order_id, delivery_id, related_quotation_id on public.tasks
  for each row when (current_user in ('anon', 'authenticated')
    and num_nonnulls(new.job_id, new.order_id, new.delivery_id, new.related_quotation_id) > 0)
  execute function private.check_task_record();

revoke execute on routine public.tasks_of_record(p_kind text, p_id uuid, p_text text) from anon;

revoke execute on routine public.tasks_of_record(p_kind text, p_id uuid, p_text text) from public;

comment on function private.check_task_record() is 'Whoever says what a task is about sees that record.';

comment on function public.tasks_of_record(pg_catalog.text,pg_catalog.uuid,pg_catalog.text) is 'The tasks about a job, order, delivery or quotation; of an order also those about its jobs and deliveries. With a text only those that hold every word of it. The policies of tasks apply.';

comment on column public.tasks.job_id is 'The job that the task is about; a task is about one job, order or delivery at most. Ours, not of the specification.';

reset check_function_bodies;
