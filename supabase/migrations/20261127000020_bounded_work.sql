-- What a request may cost is bounded before the work begins: sessions of a timer, days of a summary, steps that wait for each other,
-- and places of a key.

create or replace function private.check_corrected_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $$
declare
  v_known constant jsonb := case tg_op when 'UPDATE' then old.sessions else '[]' end;
  v_changed jsonb;
  v_corrected record;
  v_other text;
begin
  -- Triggers run before policies. Who may not keep time is refused before any of it is read.
  if not private.is_staff() then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "time_entries"';
  elsif jsonb_typeof(new.sessions) is distinct from 'array' then
    return new;
  elsif jsonb_array_length(new.sessions) > greatest(2000, jsonb_array_length(v_known)) then
    raise check_violation using message = 'An entry holds at most 2000 sessions. Please begin a new one.';
  end if;
  select coalesce(jsonb_agg(one), '[]') into v_changed from jsonb_array_elements(new.sessions) as listed (one)
   where one not in (select jsonb_array_elements(v_known));
  if jsonb_array_length(v_changed) > 200 then
    raise check_violation using message = 'At most 200 sessions can be changed at a time';
  end if;
  -- Closing the open session is no correction: pausing and stopping never fail. Nor is a session that becomes shorter.
  for v_corrected in
    select private.instant(one ->> 'startTime') as started, private.instant(one ->> 'endTime') as ended
      from jsonb_array_elements(v_changed) as listed (one)
     where not exists (
       select from jsonb_array_elements(v_known) as was (known)
        where known ->> 'startTime' = one ->> 'startTime'
          and (known ->> 'endTime' is null or private.instant(one ->> 'endTime') <= private.instant(known ->> 'endTime')))
  loop
    if v_corrected.started < clock_timestamp() - interval '5 years' then
      raise check_violation using message = 'A session cannot begin more than five years ago';
    end if;
    select coalesce(entry.client_name, entry.business_name) into v_other
      from public.time_entries entry, jsonb_array_elements(entry.sessions) as listed (one)
     where entry.user_id = new.user_id and entry.id <> new.id and entry.touched_at >= v_corrected.started
       and private.instant(one ->> 'startTime') < v_corrected.ended
       and coalesce(private.instant(one ->> 'endTime'), clock_timestamp()) > v_corrected.started
     limit 1;
    if found then
      raise check_violation using message = format('This time overlaps with your time for %s', coalesce(v_other, 'another client'));
    end if;
  end loop;
  return new;
end $$;

create or replace function public.time_summary(p_from date, p_to date, p_zone text, p_person uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $$
declare
  v_start constant timestamptz := p_from::timestamp at time zone p_zone;
  v_rows jsonb;
begin
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 400 then
    raise invalid_parameter_value using message = 'Choose between one day and 400 days';
  end if;
  select coalesce(jsonb_agg(to_jsonb(summed) order by summed.day, summed.person, summed.client_name, summed.business_name), '[]')
    into v_rows
    from (
      select day::date as day, piece.user_id, coalesce(nullif(max(who.name), ''), piece.user_email) as person,
             piece.client_name, piece.business_name,
             sum(private.seconds_between(started, least(ended, (day + interval '1 day') at time zone p_zone))
               - private.seconds_between(started, greatest(started, day at time zone p_zone)))::bigint as seconds,
             bool_or(is_open and (ended at time zone p_zone)::date = day::date) as is_running
        from (
          select e.user_id, e.user_email, e.client_name, e.business_name,
                 private.instant(one ->> 'startTime') as started,
                 one ->> 'endTime' is null and e.status = 'active' and place = jsonb_array_length(e.sessions) as is_open,
                 coalesce(private.instant(one ->> 'endTime'),
                   case when one -> 'isPaused' = 'true' then private.instant(one ->> 'pausedAt') end,
                   case when e.status = 'active' and place = jsonb_array_length(e.sessions) then clock_timestamp() end) as ended
            from public.time_entries e
            cross join lateral jsonb_array_elements(e.sessions) with ordinality as listed (one, place)
           where (e.status = 'active' or e.touched_at >= v_start) and (p_person is null or e.user_id = p_person)
        ) as piece
        cross join lateral generate_series(
          greatest(p_from::timestamp, date_trunc('day', started at time zone p_zone)),
          least(p_to::timestamp, date_trunc('day', ended at time zone p_zone)), interval '1 day') as day
        left join lateral (
          select btrim(concat_ws(' ', c.name, c.last_name)) as name from public.contacts c
           where c.user_id = piece.user_id limit 1) as who on true
       where piece.ended >= piece.started
       group by 1, 2, piece.user_email, 4, 5
    ) as summed
   where summed.seconds > 0 or summed.is_running;
  return v_rows;
end $$;

create or replace function private.check_step_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
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
end $$;

create or replace function private.next_key(p_key text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $$
declare
  v_digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  v_head constant text := left(p_key, 1);
  v_whole text;
  v_at integer;
begin
  if p_key is null or v_head collate "C" < 'a' then
    return 'a0';
  end if;
  -- Heads are a to z: a key has at most 27 places.
  v_whole := rpad(left(p_key, least(ascii(v_head), 122) - 97 + 2), least(ascii(v_head), 122) - 97 + 2, '0');
  for v_at in reverse char_length(v_whole) .. 2 loop
    if substr(v_whole, v_at, 1) <> 'z' then
      return left(v_whole, v_at - 1) || substr(v_digits, strpos(v_digits, substr(v_whole, v_at, 1)) + 1, 1)
        || repeat('0', char_length(v_whole) - v_at);
    end if;
  end loop;
  return chr(ascii(v_head) + 1) || repeat('0', char_length(v_whole));
end $$;

create or replace function private.add_to_order(p_quotation public.quotations, p_name text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $$
declare
  v_order public.orders := private.must_be_amendable(p_quotation.amends_order_id);
  v_last text;
  v_item public.order_items;
  v_off record;
  v_number integer;
  v_jobs integer := 0;
begin
  for v_off in
    select i.amends_item_id as id, abs(i.qty) as qty from public.quotation_items i
     where i.quotation_id = p_quotation.id and i.amends_item_id is not null order by i.amends_item_id
  loop
    perform private.must_stay_untouched(v_off.id, v_off.qty);
    update public.order_items oi
       set qty = oi.qty - v_off.qty, net = private.line_net(oi.qty - v_off.qty, oi.unit_price, oi.discount_pct),
           qty_ready = least(oi.qty_ready, oi.qty - v_off.qty)
     where oi.id = v_off.id
    returning * into v_item;
    if v_item.qty = 0 then
      update public.jobs set status = 'cancelled'
       where order_item_id = v_item.id and status in ('new', 'artwork', 'awaiting_approval', 'approved');
    else
      update public.jobs set qty = v_item.qty
       where order_item_id = v_item.id and status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'on_hold');
    end if;
  end loop;

  select coalesce(max(position), 'a') || 'V' into v_last from public.order_items where order_id = v_order.id;
  insert into public.order_items (order_id, position, kind, description)
  values (v_order.id, v_last, 'heading', format('Extra work, %s', p_quotation.number_with_version));
  insert into public.order_items (order_id, quotation_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
    unit_price, discount_pct, vat_rate, vat_treatment, picture_path, service_id, inventory_item_id, product_id, calculation_id)
  select v_order.id, i.id, v_last || i.position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price,
         i.discount_pct, i.vat_rate, i.vat_treatment, i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id
    from public.quotation_items i
   where i.quotation_id = p_quotation.id and i.amends_item_id is null and (not i.is_optional or i.is_selected);

  update public.orders o
     set net = total.net, vat = total.vat,
         deposit_amount = greatest(o.deposit_paid, least(o.deposit_amount + p_quotation.deposit_amount, total.net + total.vat))
    from (select coalesce(sum(base), 0) as net, coalesce(sum(vat), 0) as vat from private.order_vat(v_order.id)) as total
   where o.id = v_order.id
  returning o.* into v_order;

  select count(*) into v_number from public.jobs where order_id = v_order.id;
  for v_item in
    select oi.* from public.order_items oi
      join public.quotation_items qi on qi.id = oi.quotation_item_id
      left join public.services s on s.id = oi.service_id
     where oi.order_id = v_order.id and qi.quotation_id = p_quotation.id and oi.kind = 'item' and oi.qty > 0
       and coalesce(qi.makes_job, s.makes_job, true)
     order by oi.position
  loop
    for n in 1 .. 10000 loop
      v_number := v_number + 1;
      exit when not exists (select from public.jobs where job_number = 'JOB' || substr(v_order.order_number, 3) || '-' || private.letters(v_number));
    end loop;
    perform private.make_job(v_order, v_item, v_number);
    v_jobs := v_jobs + 1;
  end loop;

  -- A request that nobody pays at this moment asks for the new deposit. One that is being paid stays as it is.
  update public.payment_requests set status = 'cancelled'
   where order_id = v_order.id and purpose = 'deposit' and status = 'open' and amount <> v_order.deposit_amount - v_order.deposit_paid;
  perform private.request_deposit(v_order.id);
  perform private.refresh_order(v_order.id);
  perform private.log_event('order', v_order.id, 'amended',
    jsonb_build_object('quotation_number', p_quotation.number_with_version, 'jobs', v_jobs,
      'gross', private.amount_text(v_order.net + v_order.vat)), p_name);
  return v_order.id;
end $$;
