-- Margins: the floor below which a quotation needs approval.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.margin_floors (
  id          uuid primary key default gen_random_uuid(),
  floor_pct   numeric(5, 2) not null,
  service_id  uuid references public.services (id) on delete cascade,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint margin_floors_pct_range check (floor_pct >= 0 and floor_pct < 100)
);
create unique index margin_floors_one_of_a_service_idx
  on public.margin_floors (coalesce(service_id, '00000000-0000-0000-0000-000000000000'));
create index margin_floors_service_id_idx on public.margin_floors (service_id);
create index margin_floors_created_by_idx on public.margin_floors (created_by);
comment on table public.margin_floors is
  'The least margin, in percent of the net. The row without a service holds for whole quotations, and for lines of services
without their own.';

create table public.margin_approvals (
  quotation_id uuid primary key references public.quotations (id) on delete cascade,
  reason       text not null,
  prices       text not null,
  approved_by  uuid references auth.users (id) on delete set null,
  approved_at  timestamptz not null default now(),
  constraint margin_approvals_reason_length check (char_length(btrim(reason)) between 1 and 2000 and char_length(reason) <= 2000)
);
create index margin_approvals_approved_by_idx on public.margin_approvals (approved_by);
comment on table public.margin_approvals is 'Why a quotation below the margin floor may be sent. It names no cost.';
comment on column public.margin_approvals.prices is
  'A digest of the quantities, nets and costs that were approved: another price or cost needs another approval.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.margin_floors', p_pinned => '{service_id}', p_audited => true, p_pages => '{quotations,markup-demo}');
create policy "holders of view_financial_data read margin floors" on public.margin_floors
  for select to authenticated using ((select private.named('view_financial_data')));
create policy "who keeps prices and sees costs adds margin floors" on public.margin_floors
  for insert to authenticated
  with check ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'create'))
    and created_by = (select auth.uid()));
create policy "who keeps prices and sees costs changes margin floors" on public.margin_floors
  for update to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')))
  with check ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'edit')));
create policy "who keeps prices and sees costs removes margin floors" on public.margin_floors
  for delete to authenticated
  using ((select private.named('view_financial_data')) and (select private.can('markup-demo', 'delete')));

call private.borrow_rules('public.margin_approvals', 'select', p_key => 'quotation_id', p_pages => '{quotations}');
create policy "staff who view quotations read margin approvals" on public.margin_approvals
  for select to authenticated using ((select private.can('quotations', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.part_of(p_amount numeric, p_part numeric, p_whole numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case when p_whole > 0 then trunc(p_amount * p_part / p_whole, 2) else 0 end
$$;
comment on function private.part_of is 'The part of an amount that p_part of p_whole bears, in cents toward zero. Nothing of nothing.';

create function private.discounted_lines(p_quotation_id uuid) returns table(item_id uuid, net numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  with line as (
    select i.id, i.kind, i.position, i.net, not i.is_optional or i.is_selected as counts
      from public.quotation_items i where i.quotation_id = p_quotation_id and i.kind in ('item', 'discount')
  ), whole as (
    select coalesce(sum(l.net) filter (where l.kind = 'item'), 0) as net, coalesce(sum(l.net) filter (where l.kind = 'discount'), 0) as off
      from line l where l.counts
  )
  select l.id, l.net + private.part_of(w.off, sum(l.net) over upto, w.net) - private.part_of(w.off, sum(l.net) over upto - l.net, w.net)
    from line l cross join whole w where l.kind = 'item' and l.counts
  window upto as (order by l.position, l.id)
  union all
  select l.id, l.net + private.part_of(w.off, l.net, w.net + l.net) from line l cross join whole w where l.kind = 'item' and not l.counts;
end $$;
comment on function private.discounted_lines is 'The net of each line with its share of the discounts on the whole, in proportion of the nets; together they are the net of the quotation.
An option that nobody chose bears what it would as a chosen one.';

create function private.quotation_margin(p_quotation_id uuid)
 returns table(net numeric, cost numeric, margin numeric, margin_pct numeric, unknown_lines integer, unknown_net numeric)
 language sql
 stable security definer
 set search_path to ''
as $function$
  select private.worth(q.net, q.rate), total.cost, judged.net - total.cost,
         case when judged.net > 0 then trunc((judged.net - total.cost) * 100 / judged.net, 2) end, total.unknown_lines, total.unknown_net
    from public.quotations q,
         lateral (select coalesce(sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)), 0) as cost,
                         count(*) filter (where c.item_id is not null) as known_lines,
                         coalesce(sum(private.worth(d.net, q.rate)) filter (where c.item_id is not null), 0) as known_net,
                         (count(*) filter (where c.item_id is null))::integer as unknown_lines,
                         coalesce(sum(private.worth(d.net, q.rate)) filter (where c.item_id is null), 0) as unknown_net
                    from private.discounted_lines(p_quotation_id) d join public.quotation_items i on i.id = d.item_id
                    left join public.quotation_item_costs c on c.item_id = i.id
                   where i.quotation_id = q.id and i.kind = 'item' and (not i.is_optional or i.is_selected)) as total,
         lateral (select case when total.unknown_lines = 0 or total.known_lines > 0 then total.known_net end as net) as judged
   where q.id = p_quotation_id and private.named('view_financial_data') and private.can('quotations', 'view')
$function$;
comment on function private.quotation_margin is 'Cost and margin of the lines that count and whose cost is known, and how many there are of which it is not, with their net.
Each line bears its share of the discounts on the whole. Null where no cost is known. No row without view_financial_data.';
call private.offer('private.quotation_margin(uuid)');

create function private.margin_of(p_net numeric, p_cost numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case when p_net > 0 then trunc((p_net - p_cost) * 100 / p_net, 2) when p_cost > 0 then -100 else 100 end
$$;
comment on function private.margin_of is
  'Margin in percent of the net, toward zero. Nothing charged for something that costs: -100.';

create function private.below_floor(p_quotation_id uuid) returns table(item_id uuid, description text, margin_pct numeric, floor_pct numeric)
  language sql stable security definer set search_path = ''
as $$
  with house as (
    select f.floor_pct from public.margin_floors f where f.service_id is null
  ), priced as (
    select i.id, i.position, i.description,
           least(private.margin_of(private.worth(d.net, q.rate), trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)), band.margin_pct) as margin_pct,
           coalesce(f.floor_pct, (select house.floor_pct from house)) as floor_pct
      from public.quotation_items i
      join private.discounted_lines(p_quotation_id) d on d.item_id = i.id
      join public.quotations q on q.id = i.quotation_id
      join public.quotation_item_costs c on c.item_id = i.id
      left join public.margin_floors f on f.service_id = i.service_id
      -- The client chooses among the prices by quantity that are shown.
      left join lateral (
        select min(private.margin_of(private.worth(private.line_net(private.charged_qty(b.qty, i.unit, i.width_mm, i.height_mm, i.charge_rule), b.price, i.discount_pct), q.rate),
                       trunc(private.charged_qty(b.qty, i.unit, i.width_mm, i.height_mm, i.charge_rule) * c.unit_cost, 2))) as margin_pct
          from (select greatest(split_part(part, ':', 1)::numeric, 1) as qty, split_part(part, ':', 2)::numeric as price
                  from regexp_split_to_table(i.price_breaks, ' ') as part) as b
      ) as band on q.show_price_breaks
     where i.quotation_id = p_quotation_id and i.kind = 'item'
  ), whole as (
    select private.worth(q.net, q.rate) as net, sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)) as cost, (select house.floor_pct from house) as floor_pct
      from public.quotations q
      join public.quotation_items i on i.quotation_id = q.id
      join public.quotation_item_costs c on c.item_id = i.id
     where q.id = p_quotation_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
     group by q.net, q.rate
  )
  select found.id, found.description, found.margin_pct, found.floor_pct from (
    select p.id, p.position, p.description, p.margin_pct, p.floor_pct from priced p
    union all
    select null, null, null, private.margin_of(w.net, w.cost), w.floor_pct from whole w
  ) as found
   where found.margin_pct < found.floor_pct
   order by found.position nulls first
$$;
comment on function private.below_floor is 'The lines below the margin floor, options too and at the lowest of the prices by quantity that the client sees, and the
quotation itself (item_id null) with its discounts. Lines whose cost nobody entered are not judged. The quotation itself is below where
it would be so even if they cost nothing.';

create function private.margin_approvers() returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(private.person_label(ur.user_id) order by ur.role <> 'account_manager', private.person_label(ur.user_id)), '{}')
    from public.user_roles ur
   where ur.role not in ('pending', 'client') and private.person_label(ur.user_id) is not null
     and (ur.role = 'admin' or (
       exists (select from public.role_permissions rp join public.permissions p on p.id = rp.permission_id
                where rp.role = ur.role and p.name = 'view_financial_data')
       and exists (select from public.page_permissions pp
                    where pp.role = ur.role and pp.page_name = 'quotations' and pp.can_edit))));
end $$;
comment on function private.margin_approvers is 'Who may approve a margin below the floor: they see costs and change quotations.';

create function private.margin_state(p_quotation_id uuid)
 returns text
 language sql
 stable security definer
 set search_path to ''
as $function$
  select case
    when not exists (select from private.below_floor(p_quotation_id)) then
      case when private.lines_without_cost(p_quotation_id) > 0 and exists (
             select from public.margin_floors f
              where f.service_id is null or f.service_id in (select i.service_id from public.quotation_items i
                where i.quotation_id = p_quotation_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
                  and not exists (select from public.quotation_item_costs c where c.item_id = i.id)))
        then 'unknown' else 'fine' end
    when exists (select from public.margin_approvals a
                  where a.quotation_id = p_quotation_id and a.prices = private.prices_of_quotation(p_quotation_id)) then 'approved'
    else 'below' end
$function$;

create function private.quotation_margin_state(p_quotation_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_sees constant boolean := private.is_server() or private.named('view_financial_data');
  v_state constant text := private.margin_state(p_quotation_id);
begin
  perform private.must('quotations', 'view', 'see quotations');
  return jsonb_build_object('state', v_state, 'may_approve', v_sees and private.can('quotations', 'edit'))
    || case when v_state = 'below' then jsonb_build_object('approvers', private.margin_approvers()) else '{}' end
    || case when v_state = 'approved' then (
         select jsonb_build_object('reason', a.reason, 'approved_by', private.person_label(a.approved_by), 'approved_at', a.approved_at)
           from public.margin_approvals a where a.quotation_id = p_quotation_id) else '{}' end
    || case when v_sees then jsonb_build_object('unknown_lines', private.lines_without_cost(p_quotation_id)) else '{}' end
    || case when v_sees and v_state <> 'fine' then jsonb_build_object('lines', (
         select jsonb_agg(jsonb_build_object('item_id', b.item_id, 'description', b.description, 'margin_pct', b.margin_pct::text,
                  'floor_pct', b.floor_pct::text)) from private.below_floor(p_quotation_id) as b)) else '{}' end;
end $$;
comment on function private.quotation_margin_state is 'Whether the margin of a quotation is fine, unknown (a line that a floor is for has no cost), below the floor, or below and approved;
who may approve it; and, for holders of view_financial_data only, how many lines have no cost and the lines below the floor (item_id
null: the quotation itself). Percents are text.';
call private.offer('private.quotation_margin_state(uuid)');

create function private.approve_margin(p_quotation_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_quotation_id, 'approve the margin of a quotation');
begin
  if not (private.is_server() or private.named('view_financial_data')) then
    raise insufficient_privilege using message = 'Only colleagues who see costs approve a margin';
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please use 2000 characters at most');
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', 'This quotation was sent already');
  elsif private.margin_state(p_quotation_id) = 'fine' then
    perform private.refuse('PT409', 'The margin of this quotation needs no approval');
  end if;
  insert into public.margin_approvals as a (quotation_id, reason, prices, approved_by)
  values (p_quotation_id, btrim(p_reason), private.prices_of_quotation(p_quotation_id), auth.uid())
  on conflict (quotation_id) do update
     set reason = excluded.reason, prices = excluded.prices, approved_by = excluded.approved_by, approved_at = now()
   where (a.reason, a.prices) is distinct from (excluded.reason, excluded.prices);
  perform private.close_request(format('%s needs your approval', v_row.number_with_version), 'quotation', p_quotation_id);
  if found then
    perform private.log_event('quotation', p_quotation_id, 'margin_approved', jsonb_build_object('reason', btrim(p_reason)));
    perform private.tell_staff(private.owners_of(v_row), null, format('%s may be sent', v_row.number_with_version),
      format('%s approved its margin: %s', coalesce(private.person_label(auth.uid()), 'A colleague'), btrim(p_reason)), p_quotation_id,
      jsonb_build_object('quotation_number', v_row.quotation_number, 'kind', 'margin_approved'));
  end if;
end $$;
comment on function private.approve_margin is
  'Somebody who sees costs says why a draft below the margin floor may be sent. It holds for these prices and costs: another
price needs another approval. The story keeps the reason.';
call private.offer('private.approve_margin(uuid, text)');

create function private.ask_for_margin_approval(p_quotation_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_quotation_id, 'change quotations');
  v_people uuid[];
begin
  if v_row.status <> 'draft' or private.margin_state(p_quotation_id) <> 'below' then
    perform private.refuse('PT409', 'This quotation waits for no approval');
  elsif exists (
    select from public.document_events e where e.kind = 'quotation' and e.record_id = p_quotation_id and e.type = 'margin_asked'
       and e.meta ->> 'prices' = private.prices_of_quotation(p_quotation_id) and e.at > now() - interval '1 hour')
  then
    return;
  end if;
  select array_agg(ur.user_id) into v_people from public.user_roles ur
   where private.person_label(ur.user_id) = any ((select private.margin_approvers())::text[]) and ur.role not in ('pending', 'client');
  perform private.tell_staff(v_people, null, format('%s needs your approval', v_row.number_with_version),
    format('The margin of %s is below the floor. Please look at it before it is sent.', coalesce(v_row.project_title, 'this quotation')),
    p_quotation_id, jsonb_build_object('quotation_number', v_row.quotation_number, 'kind', 'margin_asked'));
  perform private.log_event('quotation', p_quotation_id, 'margin_asked',
    jsonb_build_object('prices', private.prices_of_quotation(p_quotation_id)));
end $$;
comment on function private.ask_for_margin_approval is
  'Tells everybody who may approve the margin that a draft waits. The same prices are told once an hour.';
call private.offer('private.ask_for_margin_approval(uuid)');

create function private.guard_margin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_names text[];
begin
  if coalesce(current_setting('signwright.repair', true), '') = 'on' or private.margin_state(new.id) <> 'below' then
    return new;
  elsif private.is_server() or private.named('view_financial_data') then
    perform private.refuse('PT409', 'The margin is below the floor. Please say why before you send this quotation.');
  end if;
  v_names := private.margin_approvers();
  perform private.refuse('PT409', case cardinality(v_names)
    when 0 then 'This quotation needs an approval before it is sent. Nobody may give it: please ask an admin.'
    else format('This quotation needs approval by %s before it is sent',
      case when cardinality(v_names) <= 3 then array_to_string(v_names, ' or ')
      else array_to_string(v_names[1:2], ', ') || format(' or %s others', cardinality(v_names) - 2) end) end);
  return new;
end $$;
comment on function private.guard_margin is 'A quotation below the margin floor is not sent without an approval of these prices.';

create function private.discounted_order_lines(p_orders uuid[]) returns table(item_id uuid, net numeric)
  language sql stable security definer set search_path = ''
as $$
  with credited as (
    select b.order_item_id, sum(n.net) as net
      from public.credit_note_items n join public.invoice_items b on b.id = n.invoice_item_id
      join public.credit_notes c on c.id = n.credit_note_id and c.status not in ('draft', 'void') and not c.is_billed_again
     where b.order_id = any (p_orders) and b.order_item_id is not null group by b.order_item_id
  ), line as (
    select i.id, i.order_id, i.kind, i.position, i.net - coalesce(r.net, 0) as net
      from public.order_items i left join credited r on r.order_item_id = i.id
     where i.order_id = any (p_orders) and i.kind in ('item', 'discount')
  ), whole as (
    select l.*, coalesce(sum(l.net) filter (where l.kind = 'discount') over (partition by l.order_id), 0) as off,
           sum(l.net) filter (where l.kind = 'item') over (partition by l.order_id) as sum,
           sum(l.net) filter (where l.kind = 'item') over (partition by l.order_id order by l.position, l.id) as upto
      from line l
  )
  select w.id, w.net + private.part_of(w.off, w.upto, w.sum) - private.part_of(w.off, w.upto - w.net, w.sum) from whole w where w.kind = 'item'
$$;
comment on function private.discounted_order_lines is 'The net of each line of orders with its share of the discounts on the whole, less what credit notes took back; together they are the net of each order.';

create function private.quoted_of_job(p_job public.jobs) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_job.remake_of is null then coalesce(
    (select private.worth(d.net, o.rate) from public.order_items i join public.orders o on o.id = i.order_id
      cross join lateral private.discounted_order_lines(array[o.id]) as d where i.id = p_job.order_item_id and d.item_id = i.id),
    (select private.worth(d.net, q.rate) from public.quotation_items i join public.quotations q on q.id = i.quotation_id
      cross join lateral private.discounted_lines(q.id) as d where i.id = p_job.quotation_item_id and d.item_id = i.id)) end;
end $$;
comment on function private.quoted_of_job is
  'What the line of a job brings, net, with its share of the discounts, as the margin of its order or quotation counts it, in the currency of the books. Null of a remake.';

create function private.order_line_costs(p_orders uuid[])
returns table(order_id uuid, item_id uuid, service_id uuid, net numeric, cost numeric, basis text, remakes integer, remake_cost numeric, untimed integer)
  language sql stable security definer set search_path = ''
as $$
  with job as (
    select j.id, j.order_item_id, j.remake_of is not null as is_remake, private.is_finished_job(j.status) as is_made
      from public.jobs j where j.order_id = any (p_orders) and j.order_item_id is not null and j.status <> 'cancelled'
  ), taken as (
    select m.job_id, sum(-m.qty * c.unit_cost) as cost
      from public.stock_movements m join public.stock_movement_costs c on c.movement_id = m.id
     where m.job_id in (select id from job) group by m.job_id
  ), worked as (
    select w.* from private.labour_of_jobs(array(select id from job)) as w where (select private.sees_labour_cost())
  ), booked as (
    select j.*, t.cost as material, w.cost as labour, w.seconds, w.untimed
      from job j left join taken t on t.job_id = j.id left join worked w on w.job_id = j.id
  ), of_line as (
    select b.order_item_id, bool_and(b.is_made) as is_made, coalesce(sum(b.untimed), 0)::integer as untimed,
           sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where not b.is_remake) as spent,
           bool_or(b.material is not null or b.seconds > 0) filter (where not b.is_remake) as is_booked,
           count(*) filter (where b.is_remake) as remakes,
           coalesce(sum(coalesce(b.material, 0) + coalesce(b.labour, 0)) filter (where b.is_remake), 0) as again
      from booked b group by b.order_item_id
  ), judged as (
    select i.order_id, i.id, i.service_id, d.net, trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2) as planned, l.spent, l.remakes, l.again, l.untimed,
           coalesce(l.is_made and l.is_booked and (select private.sees_labour_cost()), false) as is_actual
      from private.discounted_order_lines(p_orders) d join public.order_items i on i.id = d.item_id
      left join public.quotation_item_costs c on c.item_id = i.quotation_item_id
      left join of_line l on l.order_item_id = i.id
  )
  select j.order_id, j.id, j.service_id, private.worth(j.net, o.rate),
         case when j.is_actual then trunc(j.spent + j.again, 2) else j.planned + trunc(coalesce(j.again, 0), 2) end,
         case when j.is_actual then 'actual' when j.planned is null then 'unknown' else 'planned' end,
         coalesce(j.remakes, 0)::integer, trunc(coalesce(j.again, 0), 2), case when j.is_actual then j.untimed else 0 end
    from judged j join public.orders o on o.id = j.order_id
$$;
comment on function private.order_line_costs is
'What each line of orders brings and costs. net: of the line with its share of the discounts on the whole, less what credit notes took back. actual: all its jobs are ready, those that make pieces again too, and something is booked on them, so their material and work
count; untimed: how many of their steps count the planned minutes, because they were done without a timer. planned:
the cost of the quotation. Jobs that make pieces again are added to both. unknown: neither is known; the cost is null. What work costs
is a wage: who may not see it gets the planned cost and the material of remakes.';

create function private.booked_on_jobs(p_jobs uuid[]) returns table(material numeric, labour numeric, without_price integer)
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(-m.qty * c.unit_cost), 0), coalesce((
           select sum(w.cost) from private.labour_of_jobs(p_jobs) as w where (select private.sees_labour_cost())), 0),
         (count(distinct m.item_id) filter (where c.unit_cost is null))::integer
    from public.stock_movements m left join public.stock_movement_costs c on c.movement_id = m.id
   where m.job_id = any (p_jobs)
$$;
comment on function private.booked_on_jobs is
  'What jobs cost until now: the material that was taken for them, the work, and how many items were taken whose cost is not known.';

create function private.spent_on_order(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_first record;
  v_again record;
  v_jobs record;
  v_sees constant boolean := private.sees_labour_cost();
begin
  select coalesce(array_agg(j.id), '{}') as every, coalesce(array_agg(j.id) filter (where j.remake_of is null), '{}') as first,
         coalesce(array_agg(j.id) filter (where j.remake_of is not null), '{}') as again,
         count(*) filter (where private.job_is_open(j.status)) as open, count(*) as jobs into v_jobs
    from public.jobs j where j.order_id = p_order_id;
  select * into v_first from private.booked_on_jobs(v_jobs.first);
  select * into v_again from private.booked_on_jobs(v_jobs.again);
  return jsonb_build_object('material', private.amount_text(trunc(v_first.material, 2)),
    'labour', case when v_sees then private.amount_text(trunc(v_first.labour, 2)) end,
    'again', private.amount_text(trunc(v_again.material + v_again.labour, 2)), 'remakes', cardinality(v_jobs.again),
    'total', private.amount_text(trunc(v_first.material, 2) + trunc(v_first.labour, 2) + trunc(v_again.material + v_again.labour, 2)),
    'wasted', (select trim_scale(coalesce(sum(s.qty_waste + coalesce((select sum((r ->> 'waste')::numeric) from jsonb_array_elements(s.rounds) as r), 0)), 0))::text
       from public.job_steps s where s.job_id = any (v_jobs.every)),
    'failed', (select trim_scale(coalesce(sum(c.failed), 0))::text from public.job_checks c where c.job_id = any (v_jobs.every)),
    'open', v_jobs.open, 'jobs', v_jobs.jobs, 'without_price', v_first.without_price + v_again.without_price,
    'without_wage', v_sees and exists (select from private.work_time('1900-01-01', (now() + interval '2 days')::date, v_jobs.every) as w
       where w.seconds > 0 and private.cost_of_work(w.user_id, w.day, w.seconds) is null));
end $$;
comment on function private.spent_on_order is
'What the jobs of an order cost until now, the cancelled ones too: material, labour (null for who may not see wages), again: both of the jobs
that make pieces again; total: the sum of these amounts, each of whole cents; wasted: pieces that were wasted at work; failed: those that a check did not pass, once for each
check, however many steps it repeated; how many of its jobs are open; and what is not known: items without a cost, work without a wage.';

create function private.order_margin(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_all record;
  v_currency text;
begin
  if not (private.is_server() or private.named('view_financial_data') and private.can('orders', 'view')) then
    raise insufficient_privilege using message = 'You may not see margins';
  end if;
  select private.books_currency() into v_currency from public.orders where id = p_order_id;
  select coalesce(sum(c.net) filter (where c.cost is not null), 0) as net, sum(c.cost) as cost,
         count(*) filter (where c.basis = 'actual') as actual, count(*) filter (where c.basis = 'planned') as planned,
         count(*) filter (where c.basis = 'unknown') as unknown, coalesce(sum(c.remakes), 0) as remakes, sum(c.remake_cost) as again,
         coalesce(sum(c.untimed), 0) as untimed
    into v_all from private.order_line_costs(array[p_order_id]) as c;
  return case when v_currency is not null then jsonb_build_object('currency', v_currency, 'net', private.amount_text(v_all.net), 'cost', private.amount_text(v_all.cost),
    'margin', private.amount_text(v_all.net - v_all.cost), 'margin_pct', trim_scale(private.margin_of(v_all.net, v_all.cost))::text,
    'actual', v_all.actual, 'planned', v_all.planned, 'unknown', v_all.unknown, 'remakes', v_all.remakes,
    'remake_cost', private.amount_text(coalesce(v_all.again, 0)), 'untimed', v_all.untimed, 'spent', private.spent_on_order(p_order_id)) end;
end $$;
comment on function private.order_margin is
'Net, cost and margin of the lines of an order whose cost is known, how many of them are actual, planned and unknown, and what was
made again; spent: what its jobs cost until now, as spent_on_order. Amounts are text. For holders of view_financial_data. Null when the order is not there.';
call private.offer('private.order_margin(uuid)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.margin_floors for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('view_financial_data', 'markup-demo:create');
