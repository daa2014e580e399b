set check_function_bodies = off;

create or replace function private.went_back_of_note(p_note public.credit_notes) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select nullif(least(greatest(sum(f.amount), 0), p_note.gross), 0) from public.payment_refunds f
     where f.kind = 'refund' and f.created_at >= p_note.issued_at
       and f.payment_id in (
         select a.payment_id from public.payment_allocations a where a.invoice_id = p_note.invoice_id
         union select p.id from public.payments p join public.invoices v on v.order_id = p.order_id where v.id = p_note.invoice_id and v.kind = 'deposit'));
end $$;

create or replace function private.mail_facts(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
begin
  case p_kind
    when 'quotation' then
      select private.mail_recipient(q.person_id, q.contact_id) || jsonb_build_object('number', q.number_with_version,
          'replaces', (select v.number from public.quotation_versions v where v.quotation_id = q.id and v.version < q.version order by v.version desc limit 1),
          'title', q.project_title, 'total', private.amount_text(q.net + q.vat),
          'tax_amount', case when q.vat <> 0 then private.amount_text(q.vat) end,
          'valid_until', q.valid_until, 'link', '/client-quotations/' || q.public_uuid, 'currency', q.currency,
          'early_days', private.promised_cash_discount(q) ->> 'days', 'early_discount', private.promised_cash_discount(q) ->> 'amount') || private.deposit_facts(q)
        into v_facts from public.quotations q where q.id = p_id;
    when 'order' then
      select private.mail_recipient(o.person_id, o.contact_id) || jsonb_build_object('number', o.order_number,
          'title', o.project_title, 'total', private.amount_text(o.net + o.vat),
          'tax_amount', case when o.vat <> 0 then private.amount_text(o.vat) end,
          'deposit', case when o.deposit_amount > o.deposit_paid then private.amount_text(o.deposit_amount - o.deposit_paid) end,
          'client_po', o.client_po, 'promised_date', o.promised_date,
          'link', (select '/client-quotations/' || q.public_uuid from public.quotations q where q.id = o.quotation_id), 'currency', o.currency)
        into v_facts from public.orders o where o.id = p_id;
    when 'invoice' then
      select private.mail_recipient(v.person_id, v.contact_id) || jsonb_build_object('number', v.invoice_number,
          'title', v.project_title, 'total', private.amount_text(v.gross),
          'tax_amount', case when v.vat <> 0 then private.amount_text(v.vat) end, 'paid', private.amount_text(v.paid),
          'balance', private.amount_text(v.balance), 'to_pay', case when v.balance > 0 then private.amount_text(v.balance) end,
          'issue_date', v.issue_date, 'due_date', v.due_date,
          'days_late', case when v.due_date < private.company_today() then (private.company_today() - v.due_date)::text end,
          'client_po', v.client_po, 'link', '/client-invoices/' || v.public_uuid, 'payment_link', '/invoices/payment/' || v.public_uuid,
          'currency', v.currency, 'is_deposit', case when v.kind = 'deposit' then 'yes' end, 'early_day', early.facts -> 'until', 'early_amount', early.facts -> 'pays', 'early_discount', early.facts -> 'amount')
        into v_facts
        from public.invoices v
        left join lateral (select d as facts from private.cash_discount_facts(v) as d where (d ->> 'is_open')::boolean) as early on true
       where v.id = p_id;
    when 'credit_note' then
      select private.mail_recipient(v.person_id, n.contact_id) || jsonb_build_object('number', n.credit_number,
          'total', private.amount_text(n.gross),
          'tax_amount', case when n.vat <> 0 then private.amount_text(n.vat) end, 'issue_date', n.issue_date,
          'invoice_number', v.invoice_number, 'reason', n.reason, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
          'in_favour', (select private.amount_text(c.credit) from private.client_credit(n.contact_id) as c (credit) where c.credit > 0),
          'went_back', private.amount_text(private.went_back_of_note(n)),
          'settled', case when v.balance = 0 then 'yes' end, 'link', '/client-credit-notes/' || n.public_uuid, 'currency', n.currency)
        into v_facts from public.credit_notes n left join public.invoices v on v.id = n.invoice_id where n.id = p_id;
    when 'delivery' then
      select private.mail_recipient(o.person_id, d.contact_id) || jsonb_build_object('number', d.delivery_number,
          'title', d.project_title, 'order_number', o.order_number, 'method', replace(d.method, '_', ' '),
          'planned_at', case when d.scheduled_has_time then to_jsonb(d.scheduled_at) else to_jsonb(private.day_of(d.scheduled_at)) end,
          'delivered_at', d.delivered_at, 'received_by', d.received_by,
          'place', nullif(concat_ws(', ', l.label, l.city), ''), 'link', '/delivery-note/' || d.public_uuid) || private.rest_facts(d)
        into v_facts from public.deliveries d left join public.orders o on o.id = d.order_id
        left join public.locations l on l.id = d.location_id where d.id = p_id;
    when 'statement' then
      select private.mail_recipient(null, s.contact_id) || jsonb_build_object('number', s.statement_number, 'date_from', s.date_from,
          'date_to', s.date_to, 'balance', private.amount_text(s.closing),
          'to_pay', case when s.closing > 0 then private.amount_text(s.closing) end,
          'in_favour', case when s.closing < 0 then private.amount_text(-s.closing) end, 'link', '/statements/' || s.public_uuid, 'currency', s.currency)
        into v_facts from public.statements s where s.id = p_id;
    when 'payment' then
      select private.mail_recipient(private.person_of_payment(p.id), p.contact_id) || jsonb_build_object('number', p.payment_number,
          'amount', private.amount_text(p.amount), 'received_on', p.received_on, 'method', p.method, 'currency', p.currency) || private.payment_facts(p)
        into v_facts from public.payments p where p.id = p_id;
    when 'mockup' then
      select private.mail_recipient(q.person_id, coalesce(o.contact_id, q.contact_id)) || jsonb_build_object('number', j.job_number,
          'title', j.title, 'link', '/mockups/' || q.public_uuid)
        into v_facts from public.jobs j left join public.orders o on o.id = j.order_id
        left join public.quotations q on q.id = j.quotation_id where j.id = p_id;
    when 'purchase_order' then
      select private.mail_recipient(null, o.supplier_id) || jsonb_build_object('number', o.purchase_number, 'expected_on', o.expected_on,
          'lines', (select count(*)::text from public.purchase_order_lines l where l.purchase_order_id = o.id))
        into v_facts from public.purchase_orders o where o.id = p_id;
    else
      v_facts := '{}';
  end case;
  return v_facts;
end $$;

create or replace function private.job_effort(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seconds bigint;
  v_labour numeric;
  v_untimed integer;
  v_material numeric;
  v_quoted numeric;
  v_again_seconds bigint := 0;
  v_again_labour numeric := 0;
  v_again_material numeric := 0;
  v_remakes uuid[];
  v_sees_costs boolean;
  v_sees_labour boolean;
begin
  if not (private.is_server() or private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see jobs';
  end if;
  v_sees_costs := private.is_server() or private.named('view_financial_data');
  v_sees_labour := private.sees_labour_cost();
  with recursive again as (
    select id, 1 as depth from public.jobs where remake_of = p_id
    union
    select j.id, a.depth + 1 from again a join public.jobs j on j.remake_of = a.id where a.depth < 50
  )
  select array_agg(id) into v_remakes from again;
  select coalesce(sum(w.seconds), 0), sum(w.cost), coalesce(sum(w.untimed), 0) into v_seconds, v_labour, v_untimed
    from private.labour_of_jobs(array[p_id]) as w;
  if v_remakes is not null then
    select coalesce(sum(w.seconds), 0), sum(w.cost) into v_again_seconds, v_again_labour from private.labour_of_jobs(v_remakes) as w;
    select sum(-m.qty * c.unit_cost) into v_again_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = any (v_remakes);
  end if;
  if v_sees_costs then
    select sum(-m.qty * c.unit_cost) into v_material from public.stock_movements m
      join public.stock_movement_costs c on c.movement_id = m.id where m.job_id = p_id;
    select private.quoted_of_job(j) into v_quoted from public.jobs j where j.id = p_id;
  end if;
  return jsonb_strip_nulls(jsonb_build_object('short', (select private.short_of_job(j) from public.jobs j where j.id = p_id),
           'lacks', (select private.lacks_of_job(j.id) from public.jobs j where j.id = p_id and private.job_is_open(j.status))))
    || jsonb_build_object('seconds', v_seconds)
    || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_material, 0), 2)),
         'quoted', private.amount_text(v_quoted)) else '{}' end
    || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_labour, 0), 2)),
         'untimed', v_untimed) else '{}' end
    || case when v_remakes is null then '{}' else jsonb_build_object('remakes', jsonb_build_object('jobs', cardinality(v_remakes), 'seconds', v_again_seconds)
         || private.pieces_again(p_id, v_remakes)
         || case when v_sees_costs then jsonb_build_object('material', private.amount_text(trunc(coalesce(v_again_material, 0), 2))) else '{}' end
         || case when v_sees_labour then jsonb_build_object('labour', private.amount_text(trunc(coalesce(v_again_labour, 0), 2))) else '{}' end) end;
end $$;

create or replace function private.named_discount(p_description text, p_details text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(nullif(btrim(p_description), ''), concat_ws(' ', 'Discount',
    replace((regexp_match(p_details, '^([0-9]{1,3}(?:[.,][0-9]{1,4})?) % × [^=\n]* = ', 'n'))[1], ',', '.') || ' %'));
end $$;

create or replace function private.name_discount() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.description := private.named_discount(case when tg_table_name = 'quotation_items' and new.description ~ '^Discount( [0-9.]+ %)?$' then ''
    else new.description end, new.details);
  return new;
end $$;

create or replace function private.line_facts(p_line jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', p_line -> 'id', 'position', p_line -> 'position', 'kind', p_line -> 'kind',
    'description', case when p_line ->> 'kind' = 'discount' then to_jsonb(private.named_discount(p_line ->> 'description', p_line ->> 'details'))
      else p_line -> 'description' end,
    'details', private.fitting_details(p_line ->> 'kind', p_line ->> 'details', (p_line ->> 'net')::numeric), 'unit', p_line -> 'unit',
    'picture_path', p_line -> 'picture_path', 'vat_treatment', p_line -> 'vat_treatment')
    || (select jsonb_object_agg(key, p_line ->> key)
          from unnest(array['qty', 'charged_qty', 'width_mm', 'height_mm', 'unit_price', 'discount_pct', 'vat_rate', 'net']) as key)
$$;

create or replace function private.event_of_mail(p_event public.document_events) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_event.kind || '.' || case
    when p_event.type = 'status' then p_event.meta ->> 'to'
    when p_event.kind = 'order' and p_event.type in ('rest_ended', 'fewer_taken') and p_event.meta -> 'lines' <> '[]' then 'changed'
    when p_event.kind = 'credit_note' and p_event.type = 'issued' and exists (
      select from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_event.record_id and v.kind = 'deposit') then 'deposit_credited'
    else p_event.type end;
end $$;

create or replace function private.mail_of_event() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_event constant text := private.event_of_mail(new);
  v_key text;
  v_to text[];
begin
  select t.key into v_key from public.email_templates t
   where t.is_active and t.sent_on = v_event order by t.language = 'en' desc limit 1;
  if v_key is not null and coalesce(current_setting('signwright.tells_no_client', true), '') <> 'on' then
    v_to := coalesce(case when v_event = 'quotation.approved' then private.approvers_of(new.record_id)
        when v_event = 'payment.refunded' then private.told_of_payment(new.record_id) end,
      (select array[c.email] from private.mail_contacts_of(new.kind, new.record_id) as c where c.is_first));
    if v_to is not null then
      perform private.queue_mail(v_key, v_to, new.kind, new.record_id,
        concat_ws('/', new.kind, new.record_id, v_key, private.turn_of_approval(new.kind, new.record_id), new.meta ->> 'refund_id',
          case when v_event = 'order.changed' then new.id end),
        case when v_event = 'payment.refunded' then private.refund_facts((new.meta ->> 'refund_id')::uuid)
          when v_event = 'order.changed' then jsonb_build_object('total_before', nullif(new.meta ->> 'gross_before', new.meta ->> 'gross')) else '{}' end,
        now() + private.pause_before_mail(v_event, new.actor_id), p_stops_with_answer => v_event = 'payment.received',
        p_label => (select label from private.mail_parties(new.kind, new.record_id)));
    end if;
  end if;
  return null;
end $$;

create or replace function private.discounted_order_lines(p_orders uuid[]) returns table(item_id uuid, net numeric)
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

create or replace function private.quoted_of_job(p_job public.jobs) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_job.remake_of is null then coalesce(
    (select private.worth(d.net, o.rate) from public.order_items i join public.orders o on o.id = i.order_id
      cross join lateral private.discounted_order_lines(array[o.id]) as d where i.id = p_job.order_item_id and d.item_id = i.id),
    (select private.worth(d.net, q.rate) from public.quotation_items i join public.quotations q on q.id = i.quotation_id
      cross join lateral private.discounted_lines(q.id) as d where i.id = p_job.quotation_item_id and d.item_id = i.id)) end;
end $$;

create or replace function private.order_line_costs(p_orders uuid[])
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

revoke execute on all routines in schema private from public;

create or replace trigger name_discount before insert or update of kind, description, details on public.invoice_items
  for each row when (new.kind = 'discount') execute function private.name_discount();

create or replace trigger name_discount before insert or update of kind, description, details on public.order_items
  for each row when (new.kind = 'discount') execute function private.name_discount();

create or replace trigger name_discount before insert or update of kind, description, details on public.quotation_items
  for each row when (new.kind = 'discount') execute function private.name_discount();

comment on function private.end_order(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb) is 'Ends the rest of an order of which a part is delivered: its lines come to what was brought or to what p_stays says, [{id, qty}], discounts fall with them, deliveries and jobs of the rest end, and an open deposit
asks for no more than the order comes to. What is on invoices beyond it is credited first: it is refused in words. p_shown: the gross amount that the person saw; another one is
refused. The client gets the mail that the order has changed, where that template is active. Returns {choices [{id, position, description, unit, ordered, delivered, stays, is_uncounted, net}], lines [{position, description, kind, ordered, left, net_before, net}], deliveries [{number, is_cancelled}], jobs [{number, has_begun}], gross_before, gross, freed},
numbers as text; freed: what was paid ahead and is credit of the client now, or settled an open invoice of the order.';

comment on function private.event_of_mail(public.document_events) is 'The event of a document as templates name it (sent_on): the new status, the type of the event, deposit_credited for a credit note over a deposit, and changed for
an order whose lines were lowered.';

comment on function private.mail_of_event() is 'An event of a document whose template is active sends its mail, once a record: a second "on the way" sends none. Those of a payment, of a credited deposit and of an
approval wait; that of a payment is cancelled when it is taken back, of an approval when it is undone. The approval after an undone one sends its mail again. Each refund of a
payment has a mail of its own, and each lowering of an order. signwright.tells_no_client: what ends with the rest of an order sends none.';

comment on function public.end_order(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb) is 'Ends the rest of an order of which a part is delivered: its lines come to what was brought or to what p_stays says, [{id, qty}], discounts fall with them, deliveries and jobs of the rest end, and an open deposit
asks for no more than the order comes to. What is on invoices beyond it is credited first: it is refused in words. p_shown: the gross amount that the person saw; another one is
refused. The client gets the mail that the order has changed, where that template is active. Returns {choices [{id, position, description, unit, ordered, delivered, stays, is_uncounted, net}], lines [{position, description, kind, ordered, left, net_before, net}], deliveries [{number, is_cancelled}], jobs [{number, has_begun}], gross_before, gross, freed},
numbers as text; freed: what was paid ahead and is credit of the client now, or settled an open invoice of the order.';

comment on function private.discounted_order_lines(pg_catalog.uuid[]) is 'The net of each line of orders with its share of the discounts on the whole, less what credit notes took back; together they are the net of each order.';

comment on function private.name_discount() is 'A discount that nobody named has a plain name. On a quotation that follows its percentage; later a share keeps the name of the whole one.';

comment on function private.named_discount(pg_catalog.text,pg_catalog.text) is 'The name of a discount: what somebody wrote, else "Discount", or "Discount 7.5 %" where its further text tells a percentage. Papers and pages say ours in their language.';

comment on function private.quoted_of_job(public.jobs) is 'What the line of a job brings, net, with its share of the discounts, as the margin of its order or quotation counts it, in the currency of the books. Null of a remake.';

comment on function private.went_back_of_note(public.credit_notes) is 'What of the payments of its invoice, and of the order of a deposit, was paid back since a credit note was issued, at most the note; null where nothing was.';

reset check_function_bodies;

insert into private.mail_variables (kind, name, label, type, example, position) values
  ('credit_note', 'went_back', 'What of the money was paid back; empty without', 'money', '', 19),
  ('order', 'total_before', 'What it came to before it changed; empty where that is the same', 'money', '1689.45', 18);

alter table public.email_templates disable trigger audit;
insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper, is_active, sent_on)
values
  ('order_changed',
   'order',
   'Order: changed',
   'Your order {{ number }} has changed',
   '<p>Hello {{ recipient }},</p><p>your order {{ number }}{% if title != blank %}, {{ title }}{% endif %}{% if client_po != blank %} (your order {{ client_po }}){% endif %}, has changed: it comes to <strong>{{ total }}</strong> now{% if total_before != blank %} instead of {{ total_before }}{% endif %}{% if tax_amount != blank %}, including {{ tax }}{% endif %}. The attached confirmation says what is ordered now.</p>{% if link != blank %}<p><a href="{{ link }}">Open your order</a></p>{% endif %}<p>Kind regards<br>{{ company }}</p>',
   true,
   false,
   'order.changed');
insert into public.email_templates (key, language, kind, name, subject, body, attaches_paper, is_active, sent_on)
select t.key, w.language, t.kind, t.name, w.subject, w.body, t.attaches_paper, t.is_active, t.sent_on
  from public.email_templates t join (values
    ('de', 'order_changed',
     'Ihr Auftrag {{ number }} hat sich geändert',
     '<p>Guten Tag {{ recipient }},</p><p>Ihr Auftrag {{ number }}{% if title != blank %}, {{ title }}{% endif %}{% if client_po != blank %} (Ihre Bestellung {{ client_po }}){% endif %} hat sich geändert: Er beläuft sich jetzt auf <strong>{{ total }}</strong>{% if total_before != blank %} statt auf {{ total_before }}{% endif %}{% if tax_amount != blank %}, inklusive {{ tax }}{% endif %}. Was jetzt bestellt ist, sagt die angehängte Bestätigung.</p>{% if link != blank %}<p><a href="{{ link }}">Auftrag öffnen</a></p>{% endif %}<p>Mit freundlichen Grüßen<br>{{ company }}</p>'),
    ('fr', 'order_changed',
     'Votre commande {{ number }} a changé',
     '<p>Bonjour {{ recipient }},</p><p>votre commande {{ number }}{% if title != blank %}, {{ title }}{% endif %}{% if client_po != blank %} (votre commande {{ client_po }}){% endif %} a changé : elle s’élève maintenant à <strong>{{ total }}</strong>{% if total_before != blank %} au lieu de {{ total_before }}{% endif %}{% if tax_amount != blank %}, {{ tax }} comprise{% endif %}. La confirmation jointe indique ce qui est commandé maintenant.</p>{% if link != blank %}<p><a href="{{ link }}">Ouvrir la commande</a></p>{% endif %}<p>Cordialement,<br>{{ company }}</p>'),
    ('it', 'order_changed',
     'Il Suo ordine {{ number }} è cambiato',
     '<p>Buongiorno {{ recipient }},</p><p>il Suo ordine {{ number }}{% if title != blank %}, {{ title }}{% endif %}{% if client_po != blank %} (Vs. ordine {{ client_po }}){% endif %} è cambiato: ora ammonta a <strong>{{ total }}</strong>{% if total_before != blank %} invece di {{ total_before }}{% endif %}{% if tax_amount != blank %}, {{ tax }} inclusa{% endif %}. La conferma allegata indica che cosa è ordinato ora.</p>{% if link != blank %}<p><a href="{{ link }}">Apri l’ordine</a></p>{% endif %}<p>Cordiali saluti<br>{{ company }}</p>'),
    ('es', 'order_changed',
     'Su pedido {{ number }} ha cambiado',
     '<p>Hola, {{ recipient }}:</p><p>Su pedido {{ number }}{% if title != blank %}, {{ title }}{% endif %}{% if client_po != blank %} (su pedido {{ client_po }}){% endif %} ha cambiado: ahora asciende a <strong>{{ total }}</strong>{% if total_before != blank %} en lugar de {{ total_before }}{% endif %}{% if tax_amount != blank %}, con {{ tax }}{% endif %}. La confirmación adjunta indica lo que está pedido ahora.</p>{% if link != blank %}<p><a href="{{ link }}">Abrir el pedido</a></p>{% endif %}<p>Un saludo,<br>{{ company }}</p>'),
    ('pt', 'order_changed',
     'A sua encomenda {{ number }} mudou',
     '<p>Bom dia, {{ recipient }},</p><p>a sua encomenda {{ number }}{% if title != blank %}, {{ title }}{% endif %}{% if client_po != blank %} (a sua encomenda {{ client_po }}){% endif %} mudou: fica agora em <strong>{{ total }}</strong>{% if total_before != blank %} em vez de {{ total_before }}{% endif %}{% if tax_amount != blank %}, com {{ tax }}{% endif %}. A confirmação em anexo indica o que está encomendado agora.</p>{% if link != blank %}<p><a href="{{ link }}">Abrir a encomenda</a></p>{% endif %}<p>Com os melhores cumprimentos,<br>{{ company }}</p>'),
    ('nl', 'order_changed',
     'Uw order {{ number }} is gewijzigd',
     '<p>Beste {{ recipient }},</p><p>Uw order {{ number }}{% if title != blank %}, {{ title }}{% endif %}{% if client_po != blank %} (uw bestelling {{ client_po }}){% endif %} is gewijzigd: de order komt nu uit op <strong>{{ total }}</strong>{% if total_before != blank %} in plaats van {{ total_before }}{% endif %}{% if tax_amount != blank %}, inclusief {{ tax }}{% endif %}. De bijgevoegde bevestiging zegt wat nu besteld is.</p>{% if link != blank %}<p><a href="{{ link }}">De order openen</a></p>{% endif %}<p>Met vriendelijke groet,<br>{{ company }}</p>'),
    ('pl', 'order_changed',
     'Państwa zamówienie {{ number }} zmieniło się',
     '<p>Dzień dobry, {{ recipient }},</p><p>Państwa zamówienie {{ number }}{% if title != blank %}, {{ title }}{% endif %}{% if client_po != blank %} (Państwa zamówienie {{ client_po }}){% endif %} zmieniło się: jego wartość to teraz <strong>{{ total }}</strong>{% if total_before != blank %} zamiast {{ total_before }}{% endif %}{% if tax_amount != blank %} z {{ tax }}{% endif %}. Załączone potwierdzenie mówi, co jest teraz zamówione.</p>{% if link != blank %}<p><a href="{{ link }}">Otwórz zamówienie</a></p>{% endif %}<p>Z poważaniem<br>{{ company }}</p>'),
    ('mt', 'order_changed',
     'L-ordni tiegħek {{ number }} inbidlet',
     '<p>Għażiż/a {{ recipient }},</p><p>l-ordni tiegħek {{ number }}{% if title != blank %}, {{ title }}{% endif %}{% if client_po != blank %} (l-ordni tiegħek {{ client_po }}){% endif %} inbidlet: issa tiġi <strong>{{ total }}</strong>{% if total_before != blank %} minflok {{ total_before }}{% endif %}{% if tax_amount != blank %}, inkluża l-{{ tax }}{% endif %}. Il-konferma mehmuża tgħid x’inhu ordnat issa.</p>{% if link != blank %}<p><a href="{{ link }}">Iftaħ l-ordni</a></p>{% endif %}<p>Tislijiet<br>{{ company }}</p>')
  ) as w (language, key, subject, body) on w.key = t.key where t.language = 'en'
on conflict do nothing;
alter table public.email_templates enable trigger audit;

-- The shipped words about a credited deposit, where nobody changed them.
create temporary table changed_words (language text, is_now text);
insert into changed_words values
  ('en', 'We paid <strong>{{ went_back }}</strong> of it back to you.'),
  ('de', '<strong>{{ went_back }}</strong> davon haben wir Ihnen zurückgezahlt.'),
  ('fr', '<strong>{{ went_back }}</strong> vous en ont été remboursés.'),
  ('it', '<strong>{{ went_back }}</strong> Le sono stati rimborsati.'),
  ('es', '<strong>{{ went_back }}</strong> de este importe se le han devuelto.'),
  ('pt', '<strong>{{ went_back }}</strong> deste valor foram-lhe devolvidos.'),
  ('nl', '<strong>{{ went_back }}</strong> daarvan hebben wij aan u terugbetaald.'),
  ('pl', '<strong>{{ went_back }}</strong> z tej kwoty zwróciliśmy Państwu.'),
  ('mt', '<strong>{{ went_back }}</strong> minnu tħallsu lura lilek.');
update changed_words set is_now = '{% if went_back != blank %}<p>' || is_now || '</p>{% endif %}<p>{% if in_favour != blank %}';
alter table public.email_templates disable trigger user;
update public.email_template_versions v
   set body = replace(replace(v.body, '<p>{% if in_favour != blank %}', w.is_now), '{% elsif settled != blank %}', '{% elsif settled != blank and went_back == blank %}')
  from public.email_templates t join changed_words w on w.language = t.language
 where t.id = v.template_id and t.key = 'deposit_credited' and t.version = 1 and t.created_by is null;
update public.email_templates t
   set body = replace(replace(t.body, '<p>{% if in_favour != blank %}', w.is_now), '{% elsif settled != blank %}', '{% elsif settled != blank and went_back == blank %}')
  from changed_words w
 where t.key = 'deposit_credited' and w.language = t.language and t.version = 1 and t.created_by is null;
alter table public.email_templates enable trigger user;
drop table changed_words;
