-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.check_step_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_way text;
  v_far jsonb;
  v_most integer;
  v_left integer;
  v_at uuid;
  v_before uuid;
  v_name text;
begin
  if cardinality(new.depends_on) = 0 then
    return new;
  end if;
  -- Two people who order steps of one job do it one after the other.
  perform from public.jobs where id = new.job_id for no key update;
  if exists (select from public.job_steps s where s.id = any (new.depends_on) and s.job_id <> new.job_id) then
    perform private.refuse('22023', 'A step waits only for steps of its own job');
  end if;
  -- Each step once for each distance, and not each way: of ways there are more than anybody could walk.
  with recursive ahead as (
    select s.id, 1 as far from public.job_steps s where s.id = any (new.depends_on) and s.id <> new.id
    union
    select b.id, a.far + 1 from ahead a join public.job_steps s on s.id = a.id join public.job_steps b on b.id = any (s.depends_on)
     where a.far < 200 and b.id <> new.id
  )
  select jsonb_object_agg(id, far), max(far) into v_far, v_most from (select a.id, min(a.far) as far from ahead a group by a.id) as nearest;
  if v_most >= 200 then
    perform private.refuse('22023', 'At most 200 steps can wait for each other in a row');
  end if;
  -- The shortest way back to this step, from its end.
  v_at := new.id;
  v_way := new.name;
  for n in 1 .. 200 loop
    select s.id, s.name into v_before, v_name from public.job_steps s
     where v_far ? s.id::text and v_at = any (s.depends_on) and (n = 1 or (v_far ->> s.id::text)::integer = v_left - 1)
     order by (v_far ->> s.id::text)::integer, s.id limit 1;
    exit when v_before is null;
    v_at := v_before;
    v_left := (v_far ->> v_at::text)::integer;
    v_way := v_name || ' → ' || v_way;
    exit when v_left = 1;
  end loop;
  if v_at <> new.id or new.id = any (new.depends_on) then
    perform private.refuse('PT409', format('These steps would wait for each other in a circle: %s',
      new.name || ' → ' || v_way));
  end if;
  return new;
end $function$;
comment on function private.check_step_order() is 'A step waits for steps of its own job, and never for itself through others.';
