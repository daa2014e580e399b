set check_function_bodies = off;

create or replace function private.good_pieces(p_job public.jobs) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select greatest(least(coalesce(private.pieces_made(p_job.id), p_job.qty),
    p_job.qty - coalesce((select sum(r.qty) from public.jobs r where r.remake_of = p_job.id), 0)), 0)
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
      from (select least(max(oi.qty), coalesce(sum(private.good_pieces(j)) filter (where private.is_finished_job(j.status)), 0)) as qty
              from public.jobs j join public.order_items oi on oi.id = j.order_item_id
             where j.order_item_id = new.order_item_id and j.status <> 'cancelled') as ready
     where i.id = new.order_item_id and ready.qty is not null and i.qty_ready is distinct from ready.qty;
    perform private.refresh_order(new.order_id);
  end if;
  return null;
end $$;

create or replace function private.names_an_errand(p_words text) returns boolean
  language sql immutable set search_path = ''
as $$
  select lower(btrim(coalesce(p_words, ''), ' .:')) ~ (
    '^((same|next)[ -]day |express |urgent |local |free |van |site |on-?site |courier )*'
    '(delivery|deliveries|transport(ation)?|carriage|haulage|courier|freight|shipping|postage|packing|survey|visit|measurements?|measuring|'
    'design|artwork|graphic design|call-?out|mileage|travel|(parking )?permits?|parking)'
    '( (time|work|hours?|charges?|fees?|costs?|only))?'
    '(( and | ?& ?| ?/ ?)(delivery|collection|handling|packing|packaging|postage|insurance|measuring|measurements|artwork|design|travel|parking))?'
    '( (charges?|fees?|costs?|only))?'
    '(,? ((by|to|in|within|for|from|on|at) .*))?$')
$$;

create or replace function private.becomes_job(p_line public.quotation_items) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    p_line.makes_job,
    (select s.makes_job and (p_line.unit is distinct from 'hour' or exists (
              select from public.job_step_templates t where t.service_id = s.id))
       from public.services s where s.id = p_line.service_id),
    p_line.inventory_item_id is not null or p_line.product_id is not null or p_line.calculation_id is not null
      or p_line.width_mm is not null or p_line.height_mm is not null
      or (p_line.unit is distinct from 'hour' and not private.names_an_errand(p_line.description)
        and not exists (select from public.services s where not s.makes_job and lower(btrim(s.name)) = lower(btrim(p_line.description)))))
$$;

revoke execute on all routines in schema private from public;

comment on function private.becomes_job(public.quotation_items) is 'Whether a line becomes a job when its quotation is approved: as the line says, else as its service says. Hours make no job where
their service has no steps, or where there is no service: design and survey are worked without one. Neither does a line without a
service and without a size whose words name an errand, or a service that makes none.';

comment on function private.good_pieces(public.jobs) is 'The pieces of a finished job that are good: those that came through every step, without those that are made again. A remake that was
cancelled makes none good.';

comment on function private.names_an_errand(pg_catalog.text) is 'Whether words name something that nobody makes: delivery, a survey, design time and the like, alone or with a place ("Delivery to Gozo").
"Delivery van, both sides" is a thing that is made.';

reset check_function_bodies;
