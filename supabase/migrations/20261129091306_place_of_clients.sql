set check_function_bodies = off;

create or replace function private.client_portal(p_contact_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_contact public.contacts := private.my_contact(p_contact_id);
  v_money jsonb;
begin
  if v_contact.id is null then
    return null;
  end if;
  select jsonb_build_object('balance', private.amount_text(b.balance), 'overdue', private.amount_text(b.overdue),
           'credit', private.amount_text(b.credit))
    into v_money from private.client_balances(v_contact.id) as b;
  return jsonb_build_object(
    'contact_id', v_contact.id, 'contacts', (
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', private.client_label(c)) order by c.sort_name, c.id)
        from public.contacts c where c.id in (select private.my_contact_ids())),
    'name', private.client_label(v_contact), 'currency', (select s.currency from public.company_settings s), 'company', private.company_facts(),
    'client_language', private.own_language(null, v_contact.id), 'language', private.client_language(null, null),
    'money', coalesce(v_money, '{"balance": "0.00", "overdue": "0.00", "credit": "0.00"}'),
    'credit_limit', private.amount_text(v_contact.credit_limit), 'terms_days', v_contact.payment_terms_days,
    'quotations', private.own_quotations(v_contact.id), 'orders', private.own_orders(v_contact.id),
    'announced', private.announced_of(null, null, v_contact.id),
    'invoices', private.own_invoices(v_contact.id), 'credit_notes', private.own_credit_notes(v_contact.id),
    'deliveries', private.own_deliveries(v_contact.id), 'statements', private.own_statements(v_contact.id), 'proofs', private.own_proofs(v_contact.id),
    'messages', private.own_messages(v_contact.id), 'payments', private.own_payments(v_contact.id), 'briefs', private.own_briefs(v_contact.id));
end $$;

create or replace function private.nudge_mockups() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_uuid text;
begin
  for v_uuid in execute format(
    'select distinct q.public_uuid::text from changed c %s join public.jobs j on j.id = m.job_id
       join public.quotations q on q.id = j.quotation_id',
    case tg_table_name when 'mockups' then 'join lateral (select c.job_id) as m on true'
      else 'join public.mockups m on m.id = c.mockup_id' end)
  loop
    perform private.nudge('doc:' || v_uuid, tg_table_name, tg_op, null);
  end loop;
  if tg_table_name = 'mockups' then
    perform private.nudge('user:' || a.id, 'mockups', tg_op, null) from (
      select distinct q.contact_id from changed c join public.jobs j on j.id = c.job_id join public.quotations q on q.id = j.quotation_id
       where c.sent_at is not null) as told
     cross join lateral private.accounts_of_contact(told.contact_id) as a (id);
  end if;
  if exists (select from changed) then
    perform private.nudge('page:jobs', tg_table_name, tg_op, null);
    perform private.nudge('page:production', tg_table_name, tg_op, null);
  end if;
  return null;
end $$;

create or replace function private.own_order(p_uuid uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.own_order_facts(o) || jsonb_build_object('contact_id', o.contact_id, 'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'company', private.company_facts(),
      'client_language', private.own_language(o.person_id, o.contact_id), 'language', private.client_language(null, null),
      'again', private.again_for_client(o), 'site', private.site_facts(o.location_id),
      'quotation', (select jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version,
          'has_proofs', exists (select from public.mockups m join public.jobs j on j.id = m.job_id
            where j.quotation_id = q.id and m.sent_at is not null))
        from public.quotations q where q.id = o.quotation_id and q.link_revoked_at is null),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('qty_delivered', i.qty_delivered::text)
          order by i.position) from public.order_items i where i.order_id = o.id), '[]'),
      'deliveries', private.own_deliveries(o.contact_id, o.id), 'invoices', private.own_invoices(o.contact_id, o.id))
    from public.orders o where o.public_uuid = p_uuid and o.contact_id in (select private.my_contact_ids())
$$;

create or replace function private.own_proofs(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('public_uuid', m.public_uuid, 'job_id', m.job_id, 'number', m.number, 'title', m.title, 'version', m.version,
             'waits', m.waits, 'is_approved', m.status = 'approved', 'sent_at', m.sent_at, 'decided_at', m.decided_at)
             order by m.waits desc, coalesce(m.decided_at, m.sent_at) desc, m.job_id), '[]')
      from (
        select distinct on (j.id) j.id as job_id, j.title, q.public_uuid, q.number_with_version as number, v.version, v.status, v.sent_at, v.decided_at,
               v.status = 'sent' and j.status not in ('delivered', 'closed') as waits
          from public.quotations q join public.jobs j on j.quotation_id = q.id and j.status <> 'cancelled'
          join public.mockups v on v.job_id = j.id and v.sent_at is not null and v.status <> 'superseded'
         where q.contact_id = p_contact_id and q.link_revoked_at is null and private.is_public_document(q.public_uuid)
         order by j.id, v.version desc limit 200) as m);
end $$;

create or replace function private.own_messages(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with papers as (
      select 'quotation' as kind, q.id, q.public_uuid, q.number_with_version as number from public.quotations q
       where q.contact_id = p_contact_id and q.status <> 'cancelled' and q.sent_at is not null and q.link_revoked_at is null
      union all
      select 'order', o.id, o.public_uuid, o.order_number from public.orders o where o.contact_id = p_contact_id
      union all
      select 'invoice', v.id, v.public_uuid, v.invoice_number from public.invoices v
       where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.link_revoked_at is null
    ), threads as (
      select p.kind, p.public_uuid, p.number, newest.*, not exists (
          select from public.document_events s where s.kind = p.kind and s.record_id = p.id and s.type = 'viewed' and s.at > newest.at) as is_unread
        from papers p cross join lateral (
          select e.type = 'answer' as is_ours, e.actor_name as name, e.meta ->> 'words' as words, e.at from public.document_events e
           where e.kind = p.kind and e.record_id = p.id and e.type in ('question', 'answer', 'change_requested') order by e.id desc limit 1) as newest
    )
    select coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'public_uuid', t.public_uuid, 'number', t.number, 'is_ours', t.is_ours, 'name', t.name,
             'words', left(t.words, 300), 'at', t.at, 'is_new', t.is_ours and t.is_unread and t.at > now() - interval '14 days') order by t.at desc), '[]')
      from (select * from threads order by at desc limit 100) as t);
end $$;

create or replace function private.own_payments(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('number', p.payment_number, 'received_on', p.received_on, 'method', p.method, 'currency', p.currency,
             'amount', private.amount_text(p.amount), 'refunded', private.amount_text(p.refunded), 'open', private.amount_text(p.open),
             'order_number', (select o.order_number from public.orders o where o.id = p.order_id),
             'invoices', (select coalesce(jsonb_agg(jsonb_build_object('number', v.invoice_number,
                 'public_uuid', case when v.link_revoked_at is null then v.public_uuid end) order by v.invoice_number), '[]')
               from public.invoices v where v.contact_id = p.contact_id and v.id in (
                 select a.invoice_id from public.payment_allocations a where a.payment_id = p.id group by a.invoice_id having sum(a.amount) > 0)))
             order by p.received_on desc, p.created_at desc), '[]')
      from (select * from public.payments r where r.contact_id = p_contact_id and r.direction = 'in' and r.status in ('succeeded', 'part_refunded', 'refunded')
             order by r.received_on desc, r.created_at desc limit 200) as p);
end $$;

create or replace function private.own_briefs(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('public_uuid', b.public_uuid, 'reference', b.reference, 'sent_at', b.sent_at, 'what', left(b.answers ->> 'what', 200),
             'pictures', (select coalesce(jsonb_agg(p.name order by p.created_at), '[]') from public.design_brief_pictures p where p.brief_id = b.id))
             order by b.sent_at desc), '[]')
      from (select * from public.design_briefs r where r.contact_id = p_contact_id and r.sent_at is not null order by r.sent_at desc limit 100) as b);
end $$;

create or replace function private.answer_question(p_kind text, p_id uuid, p_words text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_words constant text := nullif(btrim(p_words), '');
  v_link constant uuid := private.link_of_document(p_kind, p_id);
  v_question public.document_events;
  v_to text;
begin
  if not exists (select from private.document_kinds k where k.kind = p_kind and k.asked_role is not null) then
    perform private.refuse('22023', 'This kind of document has no questions');
  end if;
  perform private.must(private.page_of_kind(p_kind), 'edit', 'answer questions about this document');
  if v_link is null then
    perform private.refuse('PT404', 'This document is not there any more');
  elsif v_words is null or char_length(v_words) > 4000 then
    perform private.refuse('22023', 'Please enter an answer of 4000 characters at most');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('thread/' || p_id, 0));
  select * into v_question from public.document_events e
   where e.kind = p_kind and e.record_id = p_id and e.type in ('question', 'answer', 'change_requested') order by e.id desc limit 1;
  if v_question.id is null then
    perform private.refuse('PT409', 'Nobody asked about this document');
  elsif v_question.type = 'answer' and v_question.meta ->> 'words' = v_words then
    return v_question.meta ->> 'to';
  end if;
  if v_question.type = 'answer' then
    select * into v_question from public.document_events e
     where e.kind = p_kind and e.record_id = p_id and e.type in ('question', 'change_requested') order by e.id desc limit 1;
  end if;
  select c.email into v_to from private.mail_contacts_of(p_kind, p_id) as c where c.is_first;
  perform private.log_event(p_kind, p_id, 'answer', jsonb_build_object('words', v_words, 'to', v_to));
  if v_to is not null then
    perform private.queue_mail(p_kind || '_answer', array[v_to], p_kind, p_id,
      format('%s/%s/answer/%s', p_kind, p_id, (select max(e.id) from public.document_events e
        where e.kind = p_kind and e.record_id = p_id and e.type = 'answer')),
      jsonb_build_object('note', v_words, 'question', v_question.meta ->> 'words'),
      p_label => (select label from private.mail_parties(p_kind, p_id)));
  end if;
  perform private.nudge('doc:' || v_link, 'document_events', 'INSERT', p_id::text);
  perform private.nudge('user:' || a.id, 'document_events', 'INSERT', null)
    from private.mail_parties(p_kind, p_id) as p cross join lateral private.accounts_of_contact(p.contact_id) as a (id);
  return v_to;
end $$;

create or replace function private.lines_again(p_order_id uuid)
  returns table (item_id uuid, item_position text, unit_price numeric, rule text, net numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select i.id, i.position, coalesce(s.base_price, i.unit_price), coalesce(own.rule, q.charge_rule),
           case when i.kind in ('heading', 'text') then 0.00
             when s.is_public and priced.net >= coalesce(s.min_charge, 0) then priced.net end
      from public.order_items i
      left join public.quotation_items q on q.id = i.quotation_item_id
      left join public.services s on s.id = i.service_id and i.kind = 'item' and s.archived_at is null and s.base_price is not null and s.unit = i.unit
        and i.calculation_id is null and i.product_id is null and i.discount_pct = 0 and q.price_breaks is null
      left join lateral (select private.charge_rule(s.unit, s.charge_per, s.charge_step, s.charge_min, s.charge_waste_pct) as rule) as own on s.id is not null
      left join lateral (select private.line_net(coalesce(private.charged_qty(i.qty, i.unit, i.width_mm, i.height_mm, own.rule), i.qty),
        s.base_price, 0)::numeric(14, 2) as net) as priced on s.id is not null
     where i.order_id = p_order_id and i.kind <> 'discount' and i.qty is distinct from 0;
end $$;

create or replace function private.open_repeat(p_order public.orders) returns public.quotations
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
begin
  select q.* into v_quotation
    from public.quotations q join public.document_events e on e.kind = 'quotation' and e.record_id = q.id and e.type = 'created'
     and e.meta ->> 'again_of' = p_order.id::text
   where q.contact_id = p_order.contact_id and q.status = 'draft'
   order by q.created_at desc limit 1;
  return v_quotation;
end $$;

create or replace function private.again_for_client(p_order public.orders) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_order.status in ('delivered', 'completed') then (
    select jsonb_build_object('net', case when bool_and(l.net is not null) and sum(l.net) > 0
          and not exists (select from public.order_items d where d.order_id = p_order.id and d.kind = 'discount') then private.amount_text(sum(l.net)) end,
        'asked_at', (private.open_repeat(p_order)).created_at)
      from private.lines_again(p_order.id) as l) end;
end $$;

create or replace function private.order_again(p_uuid uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_open public.quotations;
  v_id constant uuid := gen_random_uuid();
  v_number text;
  v_name constant text := private.person_label(auth.uid());
begin
  select * into v_order from public.orders o where o.public_uuid = p_uuid and o.contact_id in (select private.my_contact_ids());
  if v_order.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_order.status not in ('delivered', 'completed') then
    perform private.refuse('PT409', 'This order is not delivered yet. It can be ordered again afterwards.');
  end if;
  -- Two presses at once are one request.
  perform pg_advisory_xact_lock(hashtextextended('again/' || v_order.id, 0));
  v_open := private.open_repeat(v_order);
  if v_open.id is not null then
    return v_open.quotation_number;
  end if;
  insert into public.quotations (id, quotation_number, contact_id, person_id, location_id, project_title, currency, deposit_kind, deposit_value, terms,
    account_manager_id, created_by)
  select v_id, private.draw_number('Q'), v_order.contact_id, v_order.person_id, v_order.location_id, v_order.project_title, s.currency,
         case when s.deposit_percent > 0 then 'percent' else 'none' end, s.deposit_percent, private.terms_for(v_order.contact_id),
         coalesce(c.account_manager_id, q.account_manager_id, q.created_by), null
    from public.company_settings s cross join public.contacts c left join public.quotations q on q.id = v_order.quotation_id
   where c.id = v_order.contact_id
  returning quotation_number into v_number;
  insert into public.quotation_items (quotation_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, discount_pct,
    picture_path, service_id, inventory_item_id, product_id, calculation_id, makes_job, price_breaks, charge_rule)
  select v_id, l.item_position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, l.unit_price, i.discount_pct,
         i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id, q.makes_job, q.price_breaks, l.rule
    from private.lines_again(v_order.id) as l join public.order_items i on i.id = l.item_id
    left join public.quotation_items q on q.id = i.quotation_item_id;
  insert into public.internal_notes (kind, record_id, body)
  values ('quotation', v_id, format('%s asks for %s again, in their account. Prices of the catalogue are those of today; please look at the others.',
    coalesce(v_name, 'The client'), v_order.order_number));
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_order.order_number, 'again_of', v_order.id), v_name);
  perform private.tell_staff(array_remove(array[(select q.account_manager_id from public.quotations q where q.id = v_id)], null),
    case when (select q.account_manager_id is null from public.quotations q where q.id = v_id) then 'sales'::public.app_role end,
    format('%s asks for %s again', coalesce(v_name, 'A client'), v_order.order_number), v_number, v_id,
    jsonb_build_object('quotation_number', v_number, 'kind', 'order_again'));
  return v_number;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.order_again(uuid)');

comment on function private.client_portal(pg_catalog.uuid) is 'All that a signed-in client sees of one contact of theirs: balance, credit, quotations, orders, invoices, credit notes, deliveries, statements, proofs,
messages, payments and briefs. contacts: themselves and
the businesses whose contact person they are; p_contact_id: one of these. Null for everybody else. Amounts are text. What it does not name, a client does not read.';

comment on function private.nudge_mockups() is 'Tells the holders of the link, the accounts of the client of what was sent to them, and the lists of jobs and production.';

comment on function public.client_portal(pg_catalog.uuid) is 'All that a signed-in client sees of one contact of theirs: balance, credit, quotations, orders, invoices, credit notes, deliveries, statements, proofs,
messages, payments and briefs. contacts: themselves and
the businesses whose contact person they are; p_contact_id: one of these. Null for everybody else. Amounts are text. What it does not name, a client does not read.';

comment on function private.again_for_client(public.orders) is 'Of an order that was delivered: {net, asked_at}. net: what it costs today without tax, where every line is a service with a public price; else null: the office quotes. asked_at: when
they asked for it, while their request waits. Null of any other order.';

comment on function private.lines_again(pg_catalog.uuid) is 'The lines of an order at the prices of today. A line of a service that has a price in the catalogue for its unit takes that price and rule; another one keeps what was agreed, until the office
looks at it: what was worked out, products, prices by quantity and discounts. net: what a client may be told at once, for services that the site shows with a price; else null. Discounts are left out.';

comment on function private.open_repeat(public.orders) is 'The draft with which a client asked for an order again, while the office has not sent it; else null.';

comment on function private.order_again(pg_catalog.uuid) is 'A signed-in client asks for what was delivered to them, or to their business, once more: a draft quotation with the lines of the order at the prices of today, and a notice to who takes care of
them. While that draft waits, asking again is the same request. Returns the number of the quotation.';

comment on function private.own_briefs(pg_catalog.uuid) is 'The briefs that a client sent, with the names of their pictures and sketches, newest first, at most 100.';

comment on function private.own_messages(pg_catalog.uuid) is 'The threads of a client on quotations, orders and invoices by their last words, newest first, at most 100: the same threads that the office reads. is_new: an answer of ours of
the last two weeks, after which nobody opened the paper.';

comment on function private.own_payments(pg_catalog.uuid) is 'What a client paid, newest first, at most 200: what of it was given back, what is still credit, and the invoices that it paid. Amounts are text.';

comment on function private.own_proofs(pg_catalog.uuid) is 'The newest version of each proof that was sent to a client and that its link opens, those that wait for an answer first, at most 200.';

comment on function public.order_again(pg_catalog.uuid) is 'A signed-in client asks for what was delivered to them, or to their business, once more: a draft quotation with the lines of the order at the prices of today, and a notice to who takes care of
them. While that draft waits, asking again is the same request. Returns the number of the quotation.';

reset check_function_bodies;
