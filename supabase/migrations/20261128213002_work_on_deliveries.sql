set check_function_bodies = off;

create or replace function private.not_made_of_delivery(p_delivery_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select string_agg(open.words, ', ' order by open.words)
      from (select distinct private.open_work_of_line(i.order_item_id) as words from public.delivery_items i
             where i.delivery_id = p_delivery_id and i.qty > i.qty_delivered) as open);
end $$;

create or replace function private.not_made_of_deliveries(p_ids uuid[])
  returns table (delivery_id uuid, not_made text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  if cardinality(p_ids) > 1000 then
    perform private.refuse('22023', 'At most 1000 deliveries at a time');
  end if;
  return query
    select d.id, open.words
      from public.deliveries d
     cross join lateral (select private.not_made_of_delivery(d.id) as words) as open
     where d.id = any (p_ids) and d.status not in ('delivered', 'cancelled') and open.words is not null;
end $$;

create or replace function private.nudge_deliveries_of_work() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_is_open boolean;
begin
  execute format('select exists (
    select from changed c join public.jobs j on j.id = c.%I
      join public.delivery_items i on i.order_item_id = j.order_item_id
      join public.deliveries d on d.id = i.delivery_id
     where d.status not in (''delivered'', ''cancelled''))', tg_argv[0]) into v_is_open;
  if v_is_open then
    perform private.nudge('page:deliveries', tg_table_name, tg_op, null);
  end if;
  return null;
end $$;

create or replace function private.guard_packed_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_open constant text := private.not_made_of_delivery(new.id);
begin
  if v_open is not null then
    perform private.refuse('PT409', format('Not made yet: %s. Finish it first, or take it off this delivery.', left(v_open, 300)));
  end if;
  return new;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.not_made_of_deliveries(uuid[])');

CREATE TRIGGER nudge_deliveries_delete AFTER DELETE ON public.job_steps REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_deliveries_of_work('job_id');

CREATE TRIGGER nudge_deliveries_insert AFTER INSERT ON public.job_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_deliveries_of_work('job_id');

CREATE TRIGGER nudge_deliveries_update AFTER UPDATE ON public.job_steps REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_deliveries_of_work('job_id');

CREATE TRIGGER nudge_deliveries_insert AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_deliveries_of_work('id');

CREATE TRIGGER nudge_deliveries_update AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_deliveries_of_work('id');

comment on function private.not_made_of_deliveries(pg_catalog.uuid[]) is 'What nobody has made yet of these deliveries, for whoever may view them: on the driver''s phone as in the office. At most 1000.';

comment on function private.not_made_of_delivery(pg_catalog.uuid) is 'The jobs of what a delivery still brings that nobody has made, as open_work_of_line says them; null where all is made.';

comment on function private.nudge_deliveries_of_work() is 'Work on what an open delivery brings changed: its drivers and the office read again what is not made. The argument is the column with the job.';

comment on function public.not_made_of_deliveries(pg_catalog.uuid[]) is 'What nobody has made yet of these deliveries, for whoever may view them: on the driver''s phone as in the office. At most 1000.';

reset check_function_bodies;
