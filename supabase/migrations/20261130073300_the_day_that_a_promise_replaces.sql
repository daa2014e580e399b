set check_function_bodies = off;

create or replace function private.order_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('orders', 'view', 'see orders');
  return (
    select jsonb_build_object('number', o.order_number, 'language', private.language_of('order', o.id), 'status', o.status, 'currency', o.currency, 'project_title', o.project_title,
      'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'day_before', private.day_before(o), 'client_po', o.client_po,
      'quotation_number', (select q.quotation_number || case when o.quotation_version > 1 then '-R' || o.quotation_version else '' end
                             from public.quotations q where q.id = o.quotation_id),
      'client_note', (select q.client_note from public.quotations q where q.id = o.quotation_id),
      'deposit_required', private.amount_text(o.deposit_amount), 'deposit_paid', private.amount_text(o.deposit_paid),
      'approval', private.approval_of(o.quotation_id),
      'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'gross', private.amount_text(o.gross), 'terms', o.terms,
      'company', private.company_facts(), 'client', private.contact_facts(o.contact_id),
      'person', private.contact_facts(o.person_id), 'site', private.site_facts(o.location_id),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || '{"is_optional": false, "option_group": null, "is_selected": true}'
                 order by i.position)
          from public.order_items i where i.order_id = o.id), '[]'),
      'vat_table', coalesce((
        select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
                 'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
          from private.order_vat(o.id) as v), '[]'))
      || private.tax_facts_of_paper('order', o.id)
      from public.orders o where o.id = p_id);
end $$;

create or replace function private.spent_on_order(p_order_id uuid) returns jsonb
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
    'failed', (select trim_scale(coalesce(sum(f.pieces), 0))::text from (
       select max((r ->> 'failed')::numeric) as pieces from public.job_steps s cross join jsonb_array_elements(s.rounds) as r
        where s.job_id = any (v_jobs.every) group by s.job_id, r ->> 'check') as f),
    'open', v_jobs.open, 'jobs', v_jobs.jobs, 'without_price', v_first.without_price + v_again.without_price,
    'without_wage', v_sees and exists (select from private.work_time('1900-01-01', (now() + interval '2 days')::date, v_jobs.every) as w
       where w.seconds > 0 and private.cost_of_work(w.user_id, w.day, w.seconds) is null));
end $$;

create or replace function private.promise_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_days integer;
  v_lead date;
  v_work date;
  v_made date;
  v_texts record;
  v_day date;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null or v_order.cancelled_at is not null or v_order.deposit_paid < v_order.deposit_amount
     or v_order.due_date is not null or v_order.promised_date is not null then
    return;
  end if;
  v_days := private.lead_days_of(private.services_of_order(p_order_id));
  v_lead := private.working_day_after(private.company_today(), v_days);
  v_work := private.day_by_work(v_order);
  v_made := greatest(private.company_today(), private.day_with_hours('{}', private.company_today(), p_order_id), private.arrival_for_order(p_order_id));
  v_texts := private.day_of_texts(v_order);
  v_day := coalesce(v_texts.day, v_work);
  update public.orders set due_date = v_day, promised_date = v_day where id = p_order_id;
  perform private.log_event('order', p_order_id, case when v_texts.day is not null then 'promised_by_' || v_texts.source when v_day > v_lead then 'promised_later' else 'promised' end,
    jsonb_build_object('day', v_day, 'working_days', v_days, 'lead_day', v_lead));
  if v_work > least(v_day, coalesce(v_texts.day, v_lead)) then
    perform private.tell_people((select private.owners_of(q) from public.quotations q where q.id = v_order.quotation_id),
      format('%s is promised for %s', v_order.order_number, private.day_text(v_day)),
      case when v_texts.source is null then format('Its lead time ends on %s. The hours of its work centres or its material are not there before.', private.day_text(v_lead))
        else format(case when v_made > v_day then 'Its %s so. The hours of its work centres or its material are not there before %s.'
          else 'Its %s so. The hours of its work centres and its material are there by %s. Only its lead time ends later, on %s.' end,
          case v_texts.source when 'note' then 'note to the client says' else 'terms say' end, private.day_text(v_made), private.day_text(v_lead)) end,
      'order', p_order_id);
  end if;
end $$;

create or replace function private.day_before(p_order public.orders) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with promise as (
      select e.id, e.at, lead(e.at) over (order by e.id) as until, e.type in ('promised_by_terms', 'promised_by_note') as is_of_texts,
             private.day_or_null(case when e.type = 'days_moved' then e.meta ->> 'promised_to' else e.meta ->> 'day' end) as day
        from public.document_events e
       where e.kind = 'order' and e.record_id = p_order.id
         and (e.type in ('promised', 'promised_later', 'promised_by_terms', 'promised_by_note') or e.type = 'days_moved' and e.meta ? 'promised_to'))
    select p.day from promise p
     where p.day <> p_order.promised_date
       and (p.is_of_texts or (private.promise_told(p_order, p.at) ->> 'at')::timestamptz < coalesce(p.until, 'infinity'))
     order by p.is_of_texts desc, p.id desc limit 1);
end $$;

create or replace function private.own_order_facts(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('public_uuid', p_order.public_uuid, 'order_number', p_order.order_number, 'project_title', p_order.project_title,
      'status', p_order.status, 'ordered_at', p_order.ordered_at, 'due_date', coalesce(p_order.promised_date, p_order.due_date),
      'day_before', private.day_before(p_order), 'client_po', p_order.client_po, 'currency', p_order.currency, 'stage', private.stage_for_client(p_order)) || private.order_money(p_order)
  );
end $$;

create or replace function private.order_of_quotation(p_quotation_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('order', (
      select jsonb_build_object('order_number', o.order_number, 'public_uuid', o.public_uuid, 'status', o.status,
               'promised_date', o.promised_date, 'day_before', private.day_before(o), 'is_amended', o.quotation_id is distinct from p_quotation_id) || private.order_money(o)
        from public.orders o
       where o.quotation_id = p_quotation_id or o.id = (
         select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted'))
       -- A cancelled order is told of while no other came of the quotation.
       order by o.status = 'cancelled', o.ordered_at desc, o.id limit 1))
  );
end $$;

revoke execute on all routines in schema private from public;

comment on function private.order_document(pg_catalog.uuid) is 'What stands on the confirmation of an order. Numbers are text; day_before: the promised day that due_date takes the place of. Null when it is not there.';

comment on function private.own_order_facts(public.orders) is 'What the client of an order reads of it, in a list and on its page, with order_money. due_date: the day that was promised, else the planned one; day_before: the one that it replaces.
stage: where the work stands, where clients are told; else null.';

comment on function private.promise_order(pg_catalog.uuid) is 'Gives an order that has no day one, when its work can begin: after the approval, or after its deposit. The day that its note or terms promise counts. Without one, the longest lead
time of its jobs does, and a later day where the work that is promised already leaves it no hours; the day is due and promised. A person moves it like any other. Who sold it
is told where lead time, hours or material are later than the promise, and which of them: a lead time is what clients are usually told, hours and material are what the workshop has.';

comment on function private.spent_on_order(pg_catalog.uuid) is 'What the jobs of an order cost until now, the cancelled ones too: material, labour (null for who may not see wages), again: both of the jobs
that make pieces again; total: the sum of these amounts, each of whole cents; wasted: pieces that were wasted at work; failed: those that a check did not pass, once for each
check, however many steps it repeated; how many of its jobs are open; and what is not known: items without a cost, work without a wage.';

comment on function public.order_document(pg_catalog.uuid) is 'What stands on the confirmation of an order. Numbers are text; day_before: the promised day that due_date takes the place of. Null when it is not there.';

comment on function private.day_before(public.orders) is 'The day that the promised day of an order takes the place of on what its client reads: the one that its accepted note or terms promise, else the last one that the client was
told, as promise_told knows it. Null where neither is another day.';

reset check_function_bodies;
