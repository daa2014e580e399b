set check_function_bodies = off;

drop routine private.not_made_of_deliveries(p_ids uuid[]);

drop routine public.not_made_of_deliveries(p_ids uuid[]);

create or replace function private.unmade_lines_of_delivery(p_delivery_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(n.id, jsonb_build_object('words', open.words, 'made', trim_scale(greatest(private.ready_of_line(i.id) - i.qty_delivered, 0))::text))
      from public.delivery_items n join public.order_items i on i.id = n.order_item_id
     cross join lateral (select private.not_made_of(i.id, n.qty - n.qty_delivered) as words) as open
     where n.delivery_id = p_delivery_id and n.qty > n.qty_delivered and open.words is not null);
end $$;

create or replace function private.not_made_of_deliveries(p_ids uuid[])
  returns table (delivery_id uuid, not_made text, on_hold text, lines jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('deliveries', 'view', 'see deliveries');
  if cardinality(p_ids) > 1000 then
    perform private.refuse('22023', 'At most 1000 deliveries at a time');
  end if;
  return query
    select d.id, open.words, o.hold_reason, private.unmade_lines_of_delivery(d.id)
      from public.deliveries d
      left join public.orders o on o.id = d.order_id and o.status = 'on_hold'
     cross join lateral (select private.not_made_of_delivery(d.id) as words) as open
     where d.id = any (p_ids) and d.status not in ('delivered', 'cancelled') and (open.words is not null or o.id is not null);
end $$;

create or replace function private.good_pieces(p_job public.jobs) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select greatest(least(private.pieces_passed(p_job.id),
    p_job.qty - coalesce((select sum(r.qty) from public.jobs r where r.remake_of = p_job.id and (r.status <> 'cancelled' or not exists (
      select from public.job_checks c where c.remake_id = r.id and (c.failed is not null or c.result = 'pass')))), 0)), 0)
$$;

create or replace function private.expected_of_job(p_job public.jobs) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when coalesce(p_job.held_from, p_job.status) <> 'qc' and private.is_still_made(p_job) then greatest(p_job.qty - coalesce((
        select sum(r.qty) from public.jobs r where r.remake_of = p_job.id and r.status <> 'cancelled'), 0), 0)
    else private.good_pieces(p_job) end;
end $$;

create or replace function private.short_of_line(p_order_item_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select greatest(i.qty - greatest(i.qty_delivered, coalesce((
        select sum(private.expected_of_job(j)) from public.jobs j where j.order_item_id = i.id and j.status <> 'cancelled'), 0)), 0)
      from public.order_items i where i.id = p_order_item_id);
end $$;

create or replace function private.short_of_job(p_job public.jobs) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_short constant numeric := least(private.pieces_short(p_job.id), private.short_of_line(p_job.order_item_id));
begin
  if v_short = 0 or p_job.status not in ('qc', 'ready', 'delivered', 'closed') then
    return null;
  end if;
  return jsonb_build_object('qty', trim_scale(v_short)::text, 'why', (
    select c.note from public.job_checks c where c.job_id = p_job.id and c.result = 'pass' and not exists (
        select from public.job_checks l where l.job_id = c.job_id and l.result = 'fail' and l.created_at >= c.created_at)
     order by c.created_at desc limit 1));
end $$;

create or replace function private.short_of_order(p_order_id uuid) returns table (job_id uuid, job_number text, title text, qty numeric, short numeric, why text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can('orders', 'view') or private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  return query
    select j.id, j.job_number, j.title, coalesce(i.qty, j.qty), (s.of_job ->> 'qty')::numeric, s.of_job ->> 'why'
      from public.jobs j left join public.order_items i on i.id = j.order_item_id
     cross join lateral (select private.short_of_job(j) as of_job) as s
     where j.order_id = p_order_id and s.of_job is not null
     order by j.job_number;
end $$;

create or replace function private.lower_made_jobs(p_job_id uuid, p_short numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Of a remake that made nothing good there is nothing to lower: its origin made what is there.
  if not exists (select from public.jobs where id = p_job_id and qty > p_short) then
    return;
  end if;
  with recursive chain as (
    select j.id, j.remake_of, 1 as depth from public.jobs j where j.id = p_job_id
    union
    select o.id, o.remake_of, c.depth + 1 from chain c join public.jobs o on o.id = c.remake_of where c.depth < 50
  )
  update public.jobs j set qty = j.qty - p_short from chain c where c.id = j.id and j.qty > p_short;
end $$;

create or replace function private.lower_to_made(p_job_id uuid, p_short numeric) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_order public.orders;
  v_item public.order_items;
  v_short jsonb;
  v_done jsonb;
  v_why text;
begin
  perform private.must('orders', 'edit', 'change orders');
  select * into v_job from public.jobs where id = p_job_id;
  perform private.take_turn_at_order(v_job.order_id);
  select * into v_order from public.orders where id = v_job.order_id for no key update;
  select * into v_job from public.jobs where id = p_job_id for no key update;
  select * into v_item from public.order_items where id = v_job.order_item_id for no key update;
  if v_item.id is null or v_order.status = 'cancelled' then
    perform private.refuse('PT404', 'No order waits for the pieces of this job');
  end if;
  v_short := private.short_of_job(v_job);
  if v_short is null then
    return '{}';
  elsif v_short ->> 'why' is null then
    perform private.refuse('PT409', 'Nobody said yet that fewer are enough');
  elsif (v_short ->> 'qty')::numeric is distinct from p_short then
    perform private.refuse('PT409', format('%s are short now. Please look again.', v_short ->> 'qty'));
  end if;
  v_why := private.why_not_fewer(v_item, v_item.qty - p_short);
  if v_why is not null then
    perform private.refuse('PT409', v_why);
  end if;
  perform private.lock_kept(array[v_order.id]);
  perform private.lower_made_jobs(p_job_id, p_short);
  v_done := jsonb_build_object('lines', private.lower_lines(v_order.id, jsonb_build_object(v_item.id, p_short)));
  perform private.count_ready(v_item.id);
  perform private.lower_deliveries(v_item.id);
  perform private.end_site_work(v_order.id);
  perform private.end_delivered_jobs(v_order.id);
  v_done := v_done || jsonb_build_object('gross_before', private.amount_text(v_order.gross)) || private.settle_lowered(v_order.id);
  perform private.log_event('order', v_order.id, 'fewer_taken', jsonb_build_object('job', v_job.job_number, 'reason', v_short ->> 'why') || v_done);
  perform private.close_request(v_order.order_number || ': fewer are enough', 'order', v_order.id);
  return v_done;
end $$;

create or replace function private.settle_fewer(p_job_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job constant public.jobs := (select j from public.jobs j where j.id = p_job_id);
  v_item constant public.order_items := (select i from public.order_items i where i.id = v_job.order_item_id);
  v_order constant public.orders := (select o from public.orders o where o.id = v_job.order_id);
  v_short constant numeric := (private.short_of_job(v_job) ->> 'qty')::numeric;
begin
  if v_short is null or v_item.id is null or v_order.status = 'cancelled' then
    return;
  elsif (private.is_server() or private.can('orders', 'edit')) and private.why_not_fewer(v_item, v_item.qty - v_short) is null then
    perform private.lower_to_made(p_job_id, v_short);
    return;
  end if;
  perform private.tell_people(array[v_order.created_by, (select coalesce(q.account_manager_id, q.created_by) from public.quotations q where q.id = v_order.quotation_id)],
    v_order.order_number || ': fewer are enough', format('%s of %s of "%s" were made: %s. Lower the order to %s, or have the rest made.',
      trim_scale(v_item.qty - v_short), trim_scale(v_item.qty), left(v_item.description, 200), left(private.short_of_job(v_job) ->> 'why', 500), trim_scale(v_item.qty - v_short)),
    'order', v_order.id);
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.not_made_of_deliveries(uuid[])');

comment on function private.lower_to_made(pg_catalog.uuid,numeric) is 'The client takes fewer than ordered: somebody said so when the job was checked. The line of its order comes down by what is short, its discounts, deliveries, deposit and totals with it, and
the job, or the remake and its origin, which end where all of it is delivered. p_short: as the person saw it. What is delivered or invoiced beyond it is refused in words. Returns {lines, gross_before, gross, freed}, as end_order; a repeated
call {}.';

comment on function private.short_of_job(public.jobs) is 'How many pieces of a job that is checked or was made are short and made by nobody, as text, and why fewer are enough; null why: nobody said it since the last failed check. Null where none is short: no more than its line lacks today.';

comment on function private.short_of_order(pg_catalog.uuid) is 'The made jobs of an order of which pieces are short, as short_of_job says; qty: what its line of the order says today.';

comment on function public.lower_to_made(pg_catalog.uuid,numeric) is 'The client takes fewer than ordered: somebody said so when the job was checked. The line of its order comes down by what is short, its discounts, deliveries, deposit and totals with it, and
the job, or the remake and its origin, which end where all of it is delivered. p_short: as the person saw it. What is delivered or invoiced beyond it is refused in words. Returns {lines, gross_before, gross, freed}, as end_order; a repeated
call {}.';

comment on function public.short_of_order(pg_catalog.uuid) is 'The made jobs of an order of which pieces are short, as short_of_job says; qty: what its line of the order says today.';

comment on function private.expected_of_job(public.jobs) is 'The pieces that a job brings its line: the good ones of a job that was made, and all of one that is still made, without those that remakes make.';

comment on function private.lower_made_jobs(pg_catalog.uuid,numeric) is 'A job makes p_short less, and with a remake every job whose pieces it makes again.';

comment on function private.not_made_of_deliveries(pg_catalog.uuid[]) is 'What nobody has made yet of these deliveries (not_made), by their lines too (lines, as unmade_lines_of_delivery), and why their order is on hold (on_hold), for whoever may view them: on the
driver''s phone as in the office. At most 1000.';

comment on function private.short_of_line(pg_catalog.uuid) is 'What a line of an order lacks as it stands today: neither delivered, nor made good, nor made by an open job. Its job and the remakes count together.';

comment on function private.unmade_lines_of_delivery(pg_catalog.uuid) is 'The lines of a delivery that are not made yet: {line: {words, made}}, with their open jobs and how much is ready and still here, as text; null where all is made.';

comment on function public.not_made_of_deliveries(pg_catalog.uuid[]) is 'What nobody has made yet of these deliveries (not_made), by their lines too (lines, as unmade_lines_of_delivery), and why their order is on hold (on_hold), for whoever may view them: on the
driver''s phone as in the office. At most 1000.';

reset check_function_bodies;
