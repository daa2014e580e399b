-- A person names the job, the step or the order of a timer of spec 2. Its times stay, and the step does not follow it:
-- only a timer that start_step began (step_id) moves its step.

alter table public.time_entries add column named_step_id uuid references public.job_steps (id) on delete set null;
create index time_entries_named_step_id_idx on public.time_entries (named_step_id);
comment on column public.time_entries.named_step_id is 'The step that its person says it was worked for. Timers of start_step have step_id instead.';

drop trigger pin on public.time_entries;
create trigger pin before update on public.time_entries
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'created_at', 'user_id', 'user_email', 'job_id', 'step_id', 'order_id', 'named_step_id');
create or replace function private.no_step_by_hand() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.job_id := null;
  new.step_id := null;
  new.order_id := null;
  new.named_step_id := null;
  return new;
end $$;

drop function public.name_work(uuid, uuid, uuid);
drop function private.name_work(uuid, uuid, uuid);
create function private.name_work(
  p_entry uuid, p_job_id uuid default null, p_order_id uuid default null, p_step_id uuid default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.time_entries;
  v_job uuid := p_job_id;
begin
  select * into v_entry from public.time_entries where id = p_entry for update;
  if v_entry.id is null or not (private.is_server() or private.is_staff()
    and (v_entry.user_id = auth.uid() or private.named('manage_time_tracking'))) then
    perform private.refuse('PT404', 'This time entry is not there, or it is not yours');
  elsif v_entry.step_id is not null then
    perform private.refuse('PT409', 'This timer was started for a step of a job');
  end if;
  if p_step_id is not null then
    select job_id into v_job from public.job_steps where id = p_step_id;
    if not found then
      perform private.refuse('PT404', 'This step is not there any more');
    elsif p_job_id is not null and p_job_id <> v_job then
      perform private.refuse('22023', 'This step belongs to another job');
    end if;
  end if;
  if v_job is not null and not exists (select from public.jobs where id = v_job)
    or p_order_id is not null and not exists (select from public.orders where id = p_order_id) then
    perform private.refuse('PT404', 'This job or order is not there any more');
  end if;
  update public.time_entries set job_id = v_job, order_id = p_order_id, named_step_id = p_step_id where id = p_entry;
end $$;
comment on function private.name_work is
  'Says for which job, step or order an entry was worked; a job brings its order, a step its job. Its times stay as they are.';
call private.offer('private.name_work(uuid, uuid, uuid, uuid)');

revoke execute on all routines in schema private from public;
