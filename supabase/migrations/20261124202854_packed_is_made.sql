set check_function_bodies = off;

drop routine private.lines_to_deliver(p_order_id uuid, p_delivery_id uuid);

drop routine public.lines_to_deliver(p_order_id uuid, p_delivery_id uuid);

create or replace function private.lines_to_deliver(p_order_id uuid, p_delivery_id uuid default null)
  returns table (order_item_id uuid, description text, details text, unit text, ordered text, before text, on_the_way text,
    now text, handed_over text, left_over text, not_made text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  return query
    select i.id, i.description, i.details, i.unit, trim_scale(i.qty)::text, trim_scale(other.taken)::text,
           trim_scale(greatest(other.taken - (i.qty_delivered - coalesce(own.qty_delivered, 0)), 0))::text,
           trim_scale(coalesce(own.qty, 0))::text, trim_scale(coalesce(own.qty_delivered, 0))::text,
           trim_scale(greatest(i.qty - other.taken, 0))::text, private.open_work_of_line(i.id)
      from public.order_items i
      left join public.delivery_items own on own.order_item_id = i.id and own.delivery_id = p_delivery_id
      cross join lateral (
        select private.planned_of(i.id) - coalesce((select case when d.status in ('cancelled', 'failed') then own.qty_delivered else own.qty end
                                                      from public.deliveries d where d.id = own.delivery_id), 0) as taken) as other
     where i.order_id = p_order_id and i.kind = 'item'
     order by i.position;
end $$;

create or replace function private.guard_packed_delivery() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_open text;
begin
  select string_agg(open.words, ', ') into v_open
    from (select distinct private.open_work_of_line(i.order_item_id) as words from public.delivery_items i
           where i.delivery_id = new.id and i.qty > i.qty_delivered) as open;
  if v_open is not null then
    perform private.refuse('PT409', format('Not made yet: %s. Finish it first, or take it off this delivery.', left(v_open, 300)));
  end if;
  return new;
end $$;

create or replace function private.open_work_of_line(p_order_item_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select string_agg(format('%s (%s)', j.job_number, case when work.steps = 0 then 'not begun'
           else format('%s of %s steps done', work.done, work.steps) end), ', ' order by j.job_number)
    from public.jobs j
   cross join lateral (
     select count(*) as steps, count(*) filter (where s.status in ('done', 'skipped')) as done,
            count(*) filter (where s.status not in ('done', 'skipped') and c.kind is distinct from 'vehicle') as open
       from public.job_steps s left join public.work_centres c on c.id = s.work_centre_id
      where s.job_id = j.id) as work
   where j.order_item_id = p_order_item_id and j.status not in ('ready', 'delivered', 'closed', 'cancelled')
     and (work.open > 0 or (work.steps = 0 and j.status in ('new', 'artwork', 'awaiting_approval', 'approved')))
$$;

create or replace function private.follow_job() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.status is distinct from old.status then
    perform private.log_event('job', new.id, 'status', jsonb_build_object('from', old.status, 'to', new.status));
    if new.status = 'delivered' and old.status not in ('ready', 'qc', 'closed') and exists (
      select from public.job_steps where job_id = new.id and status not in ('done', 'skipped'))
    then
      perform private.log_event('job', new.id, 'delivered_unfinished', jsonb_build_object('open_steps', (
        select count(*) from public.job_steps where job_id = new.id and status not in ('done', 'skipped'))));
    end if;
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

revoke execute on all routines in schema private from public;

call private.offer('private.lines_to_deliver(uuid, uuid)');

create or replace trigger guard_packed before update of status on public.deliveries
  for each row when (old.status in ('planned', 'ready') and new.status in ('ready', 'out') and old.status <> new.status
    and current_user in ('anon', 'authenticated')) execute function private.guard_packed_delivery();

comment on function private.guard_packed_delivery() is 'Nothing is packed, or leaves with a van, that nobody has made.';

comment on function private.lines_to_deliver(pg_catalog.uuid,pg_catalog.uuid) is 'The lines of an order as its deliveries are planned, quantities as text: ordered; before: delivered or planned by the other
deliveries, on_the_way of it is only planned; now and handed_over: of p_delivery_id; left_over: what this one may bring at most; not_made: its jobs that are not made yet.';

comment on function private.open_work_of_line(pg_catalog.uuid) is 'Jobs of an order line that are not made yet, with their steps: "JOB-2026-0230-A (0 of 4 steps done)"; null where all is made. Work on
site, by a van, is done with the delivery.';

comment on function public.lines_to_deliver(pg_catalog.uuid,pg_catalog.uuid) is 'The lines of an order as its deliveries are planned, quantities as text: ordered; before: delivered or planned by the other
deliveries, on_the_way of it is only planned; now and handed_over: of p_delivery_id; left_over: what this one may bring at most; not_made: its jobs that are not made yet.';

reset check_function_bodies;
