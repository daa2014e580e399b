-- Steps that wait for each other in a circle would never start.

create function private.check_step_order() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_way text;
begin
  if cardinality(new.depends_on) = 0 then
    return new;
  end if;
  -- Two people who order steps of one job do it one after the other.
  perform from public.jobs where id = new.job_id for no key update;
  if exists (select from public.job_steps s where s.id = any (new.depends_on) and s.job_id <> new.job_id) then
    perform private.refuse('22023', 'A step waits only for steps of its own job');
  end if;
  with recursive before as (
    select s.id, s.depends_on, array[s.name] as way, array[s.id] as seen from public.job_steps s where s.id = any (new.depends_on) and s.id <> new.id
    union all
    select s.id, s.depends_on, b.way || s.name, b.seen || s.id from before b join public.job_steps s on s.id = any (b.depends_on)
     where s.id <> new.id and not s.id = any (b.seen)
  )
  select array_to_string(new.name || b.way || new.name, ' → ') into v_way from before b
   where new.id = any (b.depends_on) order by cardinality(b.way) limit 1;
  if v_way is not null or new.id = any (new.depends_on) then
    perform private.refuse('PT409', format('These steps would wait for each other in a circle: %s',
      coalesce(v_way, format('%s → %s', new.name, new.name))));
  end if;
  return new;
end $$;
comment on function private.check_step_order is 'A step waits for steps of its own job, and never for itself through others.';
create trigger check_step_order before insert or update of depends_on on public.job_steps
  for each row execute function private.check_step_order();

revoke execute on all routines in schema private from public;
