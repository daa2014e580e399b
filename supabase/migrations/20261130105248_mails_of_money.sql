set check_function_bodies = off;

create or replace function private.keep_refund(p_payment public.payments, p_refund_id uuid, p_amount numeric, p_reason text, p_by uuid, p_on date default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.payment_refunds (id, payment_id, amount, refunded_on, reason, created_by)
  values (coalesce(p_refund_id, gen_random_uuid()), p_payment.id, p_amount, coalesce(p_on, private.company_today()), btrim(p_reason), p_by) returning id into v_id;
  update public.payments
     set refunded = refunded + p_amount, status = case when refunded + p_amount = amount then 'refunded' else 'part_refunded' end
   where id = p_payment.id;
  -- No mail says that it was received once all of it went back.
  if p_payment.refunded + p_amount = p_payment.amount then
    perform private.cancel_mails('payment', p_payment.id);
  end if;
  perform private.log_event('payment', p_payment.id, 'refunded', jsonb_build_object('number', p_payment.payment_number,
    'amount', private.amount_text(p_amount), 'reason', left(btrim(p_reason), 2000), 'refund_id', v_id), private.person_label(p_by));
  return v_id;
end $$;

create or replace function private.refund_facts(p_refund_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_strip_nulls(jsonb_build_object('refund_amount', private.amount_text(f.amount), 'refunded_on', f.refunded_on,
        'by_card', case when r.id is not null then 'yes' end, 'by_bank', case when r.id is null and p.method = 'bank' then 'yes' end,
        'in_cash', case when r.id is null and p.method = 'cash' then 'yes' end,
        'credit_notes', coalesce(
          (select string_agg(distinct format('%s (%s)', n.credit_number, v.invoice_number), ', ')
             from public.credit_notes n join public.invoices v on v.id = n.invoice_id
             join public.document_events e on e.kind = 'credit_note' and e.record_id = n.id and e.type = 'paid_back' and e.meta ->> 'with' = p.payment_number
            where n.contact_id = p.contact_id
              and e.at between coalesce(r.created_at, f.created_at) and coalesce(r.created_at, f.created_at) + interval '1 minute'),
          (select string_agg(format('%s (%s)', n.credit_number, v.invoice_number), ', ' order by n.credit_number)
             from public.credit_notes n join public.invoices v on v.id = n.invoice_id
            where v.order_id = p.order_id and v.kind = 'deposit' and n.status not in ('draft', 'void')))))
      from public.payment_refunds f join public.payments p on p.id = f.payment_id left join public.refund_requests r on r.id = f.id
     where f.id = p_refund_id);
end $$;

create or replace function private.cancel_refund_mail(p_refund_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.scheduled_emails m set status = 'cancelled', last_error = null
   where m.record_kind = 'payment' and m.record_id = (select f.payment_id from public.payment_refunds f where f.id = p_refund_id)
     and m.status = 'queued' and m.dedupe_key like '%/' || p_refund_id
$$;

create or replace function private.reverse_refund(p_id uuid, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_refunds;
  v_payment public.payments;
begin
  select * into v_row from public.payment_refunds where id = p_id;
  select * into v_payment from public.payments where id = v_row.payment_id for no key update;
  if v_row.id is null or v_row.reverses_id is not null or exists (select from public.payment_refunds r where r.reverses_id = p_id) then
    return;
  end if;
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, reverses_id, created_by)
  values (v_row.payment_id, -v_row.amount, greatest(coalesce(p_on, private.company_today()), v_row.refunded_on), left(btrim(p_reason), 2000), p_id, auth.uid());
  update public.payments
     set refunded = refunded - v_row.amount, status = case when refunded = v_row.amount then 'succeeded' else 'part_refunded' end
   where id = v_row.payment_id;
  perform private.cancel_refund_mail(p_id);
  perform private.log_event('payment', v_row.payment_id, 'refund_taken_back', jsonb_build_object('number', v_payment.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $$;

create or replace function private.person_of_payment(p_payment_id uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select x.person_id from public.payments p
     cross join lateral (
       select v.person_id, v.contact_id, 1 as rank, v.issue_date as on_day from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
        where a.payment_id = p.id
       union all
       select o.person_id, o.contact_id, 2, null from public.orders o
        where o.id = p.order_id or o.id = (select r.order_id from public.payment_requests r where r.id = p.request_id)
       union all
       select v.person_id, v.contact_id, 3, null from public.payment_requests r join public.invoices v on v.id = r.invoice_id where r.id = p.request_id) as x
     where p.id = p_payment_id and x.person_id is not null and x.contact_id = p.contact_id
     order by x.rank, x.on_day desc, x.person_id limit 1);
end $$;

create or replace function private.payment_facts(p_payment public.payments) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with papers as (
      select v.id, v.kind, v.invoice_number, v.order_id, v.balance from public.invoices v
       where v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_payment.id group by 1 having sum(a.amount) > 0)
    ), kept as (
      select k.order_id from public.kept_deposits k where k.payment_id = p_payment.id group by 1 having sum(k.amount) > 0
    ), ahead as (
      select s.order_id from papers s where s.kind = 'deposit' union select k.order_id from kept k
    ), its_orders as (
      select o.* from public.orders o
       where o.id = p_payment.order_id or o.id in (
         select s.order_id from papers s
         union select k.order_id from kept k
         union select i.order_id from public.invoice_items i join papers s on s.id = i.invoice_id)
    ), open_part as (
      select coalesce((select sum(s.balance) from papers s where s.kind <> 'deposit'), 0)
        + coalesce((select sum(greatest(o.deposit_amount - o.deposit_paid, 0)) from public.orders o
            where o.id in (select h.order_id from ahead h) and o.status <> 'cancelled'), 0) as amount
    )
    select jsonb_build_object(
        'deposits', (select string_agg(d.number, ', ' order by d.number) from (
          select s.invoice_number as number from papers s where s.kind = 'deposit'
          union all select o.order_number from kept k join public.orders o on o.id = k.order_id) as d),
        'invoices', (select string_agg(s.invoice_number, ', ' order by s.invoice_number) from papers s where s.kind <> 'deposit'),
        'orders', (select string_agg(o.order_number || coalesce(' (' || nullif(btrim(o.project_title), '') || ')', ''), ', ' order by o.order_number) from its_orders o),
        'discount', (select private.amount_text(sum(d.amount)) from public.cash_discounts d where d.payment_id = p_payment.id having sum(d.amount) > 0),
        'still_open', (select private.amount_text(r.amount) from open_part r where r.amount > 0),
        'settled', (select 'yes' from open_part r where r.amount = 0 and (exists (select from papers) or exists (select from kept))),
        'credit', case when private.payment_free(p_payment.id) > 0 then private.amount_text(private.payment_free(p_payment.id)) end));
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
          'currency', v.currency, 'early_day', early.facts -> 'until', 'early_amount', early.facts -> 'pays', 'early_discount', early.facts -> 'amount')
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

create or replace function private.event_of_mail(p_event public.document_events) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_event.kind || '.' || case
    when p_event.type = 'status' then p_event.meta ->> 'to'
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
  if v_key is not null then
    v_to := coalesce(case when v_event = 'quotation.approved' then private.approvers_of(new.record_id) end,
      (select array[c.email] from private.mail_contacts_of(new.kind, new.record_id) as c where c.is_first));
    if v_to is not null then
      perform private.queue_mail(v_key, v_to, new.kind, new.record_id,
        concat_ws('/', new.kind, new.record_id, v_key, private.turn_of_approval(new.kind, new.record_id), new.meta ->> 'refund_id'),
        case when v_event = 'payment.refunded' then private.refund_facts((new.meta ->> 'refund_id')::uuid) else '{}' end,
        now() + private.pause_before_mail(v_event, new.actor_id), p_stops_with_answer => v_event = 'payment.received',
        p_label => (select label from private.mail_parties(new.kind, new.record_id)));
    end if;
  end if;
  return null;
end $$;

create or replace function private.pause_before_mail(p_event text, p_actor uuid) returns interval
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when (p_event in ('quotation.approved', 'credit_note.deposit_credited') or p_event like 'payment.%') and private.works_here(p_actor) then interval '10 minutes' else interval '0' end;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.mail_of_event() is 'An event of a document whose template is active sends its mail, once a record: a second "on the way" sends none. Those of a payment, of a credited deposit and of an
approval wait; that of a payment is cancelled when it is taken back, of an approval when it is undone. The approval after an undone one sends its mail again. Each refund of a
payment has a mail of its own.';

update private.document_kinds set person = 'private.person_of_payment(r.id)' where kind = 'payment';
update private.document_kinds set person = '(select v.person_id from public.invoices v where v.id = r.invoice_id)' where kind = 'credit_note';

comment on function private.cancel_refund_mail(pg_catalog.uuid) is 'The mail about a refund that was recorded by mistake, while it waits, is not sent.';

comment on function private.event_of_mail(public.document_events) is 'The event of a document as templates name it (sent_on): the new status, the type of the event, and deposit_credited for a credit note over a deposit.';

comment on function private.payment_facts(public.payments) is 'What a mail about a payment says that it is for: numbers of the deposits and invoices that it pays, its orders with their titles, the cash discount that was taken with it,
what is still to pay of those papers and deposits, or that nothing is, and what of it settles nothing yet. Amounts are text; null where there is nothing to say.';

comment on function private.person_of_payment(pg_catalog.uuid) is 'The contact person of what a payment is for: of the newest invoice that it settles, else of its order, else of the invoice on whose page it was paid; null without.';

comment on function private.refund_facts(pg_catalog.uuid) is 'What the mail about a refund says beside its payment: how much, when, the credit notes that made the money free, else those over the deposits of its order, and the way
that it goes: to the card where the bank was asked, else as the client paid.';

reset check_function_bodies;

insert into private.mail_variables (kind, name, label, type, example, position) values
  ('credit_note', 'order_number', 'Number of the order; empty without', 'text', 'SO-2026-0098', 16),
  ('credit_note', 'in_favour', 'Credit that the client has now; empty without', 'money', '118.00', 17),
  ('credit_note', 'settled', '“yes” when nothing is left to pay of its invoice; else empty', 'text', '', 18),
  ('payment', 'deposits', 'Deposit invoices that it pays, or orders for which it is kept; empty without', 'text', 'INV-2026-0110', 15),
  ('payment', 'invoices', 'Invoices that it pays; empty without', 'text', '', 16),
  ('payment', 'orders', 'Orders that it is for', 'text', 'SO-2026-0098 (Fascia for the harbour entrance)', 17),
  ('payment', 'discount', 'Cash discount that was taken with it; empty without', 'money', '', 18),
  ('payment', 'still_open', 'What is still to pay of what it is for; empty when nothing is left', 'money', '726.73', 19),
  ('payment', 'settled', '“yes” when nothing is left to pay of what it is for; else empty', 'text', '', 20),
  ('payment', 'credit', 'What of it settles nothing yet; empty without', 'money', '', 21),
  ('payment', 'refund_amount', 'Amount that was paid back', 'money', '363.36', 30),
  ('payment', 'refunded_on', 'Day on which it was paid back', 'date', '2026-11-24', 31),
  ('payment', 'credit_notes', 'Credit notes with which it went back; empty without', 'text', 'CN-2026-0009 (INV-2026-0110)', 32),
  ('payment', 'by_card', '“yes” when it goes back to the card; else empty', 'text', 'yes', 33),
  ('payment', 'by_bank', '“yes” when the client paid by bank transfer; else empty', 'text', '', 34),
  ('payment', 'in_cash', '“yes” when the client paid in cash; else empty', 'text', '', 35);

alter table public.email_templates disable trigger audit;
insert into public.email_templates
  (key, kind, name, subject, body, attaches_paper, is_active, sent_on)
values
  ('deposit_credited',
   'credit_note',
   'Deposit: credited',
   'Your deposit {{ invoice_number }} was credited',
   '<p>Hello {{ recipient }},</p><p>we credited <strong>{{ total }}</strong> of your deposit invoice {{ invoice_number }}{% if order_number != blank %} for order {{ order_number }}{% endif %}. Our credit note {{ number }} is attached.</p><p>{% if in_favour != blank %}You have <strong>{{ in_favour }}</strong> of credit with us now: we pay it back or set it against your next invoice.{% elsif settled != blank %}Nothing is left to pay of this deposit invoice.{% endif %}</p><p><a href="{{ link }}">Open the credit note</a></p><p>Kind regards<br>{{ company }}</p>',
   true,
   false,
   'credit_note.deposit_credited');

insert into public.email_templates
  (key, kind, name, subject, body, is_active, sent_on)
values
  ('payment_refund',
   'payment',
   'Payment: refund',
   'We paid {{ refund_amount }} back to you',
   '<p>Hello {{ recipient }},</p><p>we paid <strong>{{ refund_amount }}</strong> back to you on {{ refunded_on }}.{% if by_card != blank %} The money goes to the card with which you paid; your bank may take some days.{% elsif by_bank != blank %} The money goes to the bank account from which you paid.{% elsif in_cash != blank %} You received it in cash.{% endif %}</p><p>Your payment: {{ number }}, {{ amount }}, {{ received_on }}{% if credit_notes != blank %}<br>Credit note: {{ credit_notes }}{% endif %}{% if orders != blank %}<br>Order: {{ orders }}{% endif %}</p><p>Kind regards<br>{{ company }}</p>',
   false,
   'payment.refunded');

insert into public.email_templates (key, language, kind, name, subject, body, attaches_paper, is_active, sent_on)
select t.key, w.language, t.kind, t.name, w.subject, w.body, t.attaches_paper, t.is_active, t.sent_on
  from public.email_templates t join (values
    ('de', 'deposit_credited',
     'Ihre Anzahlung {{ invoice_number }} wurde gutgeschrieben',
     '<p>Guten Tag {{ recipient }},</p><p>wir haben <strong>{{ total }}</strong> Ihrer Anzahlungsrechnung {{ invoice_number }}{% if order_number != blank %} zum Auftrag {{ order_number }}{% endif %} gutgeschrieben. Unsere Rechnungskorrektur {{ number }} ist angehängt.</p><p>{% if in_favour != blank %}Ihr Guthaben bei uns beträgt jetzt <strong>{{ in_favour }}</strong>: Wir zahlen es zurück oder verrechnen es mit Ihrer nächsten Rechnung.{% elsif settled != blank %}Von dieser Anzahlungsrechnung ist nichts mehr zu zahlen.{% endif %}</p><p><a href="{{ link }}">Rechnungskorrektur öffnen</a></p><p>Mit freundlichen Grüßen<br>{{ company }}</p>'),
    ('de', 'payment_refund',
     'Wir haben Ihnen {{ refund_amount }} zurückgezahlt',
     '<p>Guten Tag {{ recipient }},</p><p>wir haben Ihnen am {{ refunded_on }} <strong>{{ refund_amount }}</strong> zurückgezahlt.{% if by_card != blank %} Das Geld geht auf die Karte, mit der Sie bezahlt haben; Ihre Bank braucht dafür vielleicht einige Tage.{% elsif by_bank != blank %} Das Geld geht auf das Bankkonto, von dem Sie gezahlt haben.{% elsif in_cash != blank %} Sie haben es bar erhalten.{% endif %}</p><p>Ihre Zahlung: {{ number }}, {{ amount }}, {{ received_on }}{% if credit_notes != blank %}<br>Rechnungskorrektur: {{ credit_notes }}{% endif %}{% if orders != blank %}<br>Auftrag: {{ orders }}{% endif %}</p><p>Mit freundlichen Grüßen<br>{{ company }}</p>'),
    ('fr', 'deposit_credited',
     'Votre acompte {{ invoice_number }} a fait l’objet d’un avoir',
     '<p>Bonjour {{ recipient }},</p><p>nous avons établi un avoir de <strong>{{ total }}</strong> sur votre facture d’acompte {{ invoice_number }}{% if order_number != blank %}, commande {{ order_number }}{% endif %}. Notre avoir {{ number }} est joint.</p><p>{% if in_favour != blank %}Vous avez maintenant <strong>{{ in_favour }}</strong> à votre crédit chez nous : nous les remboursons ou les imputons sur votre prochaine facture.{% elsif settled != blank %}Il ne reste rien à payer de cette facture d’acompte.{% endif %}</p><p><a href="{{ link }}">Ouvrir l’avoir</a></p><p>Cordialement,<br>{{ company }}</p>'),
    ('fr', 'payment_refund',
     'Nous vous avons remboursé {{ refund_amount }}',
     '<p>Bonjour {{ recipient }},</p><p>nous vous avons remboursé <strong>{{ refund_amount }}</strong> le {{ refunded_on }}.{% if by_card != blank %} L’argent revient sur la carte avec laquelle vous avez payé ; votre banque peut demander quelques jours.{% elsif by_bank != blank %} L’argent revient sur le compte bancaire d’où vous avez payé.{% elsif in_cash != blank %} Vous l’avez reçu en espèces.{% endif %}</p><p>Votre paiement : {{ number }}, {{ amount }}, {{ received_on }}{% if credit_notes != blank %}<br>Avoir : {{ credit_notes }}{% endif %}{% if orders != blank %}<br>Commande : {{ orders }}{% endif %}</p><p>Cordialement,<br>{{ company }}</p>'),
    ('it', 'deposit_credited',
     'Nota di credito per il Suo acconto {{ invoice_number }}',
     '<p>Buongiorno {{ recipient }},</p><p>abbiamo accreditato <strong>{{ total }}</strong> della Sua fattura di acconto {{ invoice_number }}{% if order_number != blank %} per l’ordine {{ order_number }}{% endif %}. In allegato trova la nota di credito {{ number }}.</p><p>{% if in_favour != blank %}Ora ha <strong>{{ in_favour }}</strong> a Suo credito presso di noi: li rimborsiamo o li detraiamo dalla Sua prossima fattura.{% elsif settled != blank %}Di questa fattura di acconto non resta nulla da pagare.{% endif %}</p><p><a href="{{ link }}">Apri la nota di credito</a></p><p>Cordiali saluti<br>{{ company }}</p>'),
    ('it', 'payment_refund',
     'Le abbiamo rimborsato {{ refund_amount }}',
     '<p>Buongiorno {{ recipient }},</p><p>Le abbiamo rimborsato <strong>{{ refund_amount }}</strong> il {{ refunded_on }}.{% if by_card != blank %} Il denaro torna sulla carta con cui ha pagato; la Sua banca può impiegare alcuni giorni.{% elsif by_bank != blank %} Il denaro torna sul conto bancario da cui ha pagato.{% elsif in_cash != blank %} Lo ha ricevuto in contanti.{% endif %}</p><p>Il Suo pagamento: {{ number }}, {{ amount }}, {{ received_on }}{% if credit_notes != blank %}<br>Nota di credito: {{ credit_notes }}{% endif %}{% if orders != blank %}<br>Ordine: {{ orders }}{% endif %}</p><p>Cordiali saluti<br>{{ company }}</p>'),
    ('es', 'deposit_credited',
     'Factura rectificativa de su anticipo {{ invoice_number }}',
     '<p>Hola, {{ recipient }}:</p><p>Hemos abonado <strong>{{ total }}</strong> de su factura de anticipo {{ invoice_number }}{% if order_number != blank %} del pedido {{ order_number }}{% endif %}. Le adjuntamos la factura rectificativa {{ number }}.</p><p>{% if in_favour != blank %}Ahora tiene <strong>{{ in_favour }}</strong> a su favor: se los devolvemos o los descontamos de su próxima factura.{% elsif settled != blank %}No queda nada por pagar de esta factura de anticipo.{% endif %}</p><p><a href="{{ link }}">Abrir la factura rectificativa</a></p><p>Un saludo,<br>{{ company }}</p>'),
    ('es', 'payment_refund',
     'Le hemos devuelto {{ refund_amount }}',
     '<p>Hola, {{ recipient }}:</p><p>Le devolvimos <strong>{{ refund_amount }}</strong> el {{ refunded_on }}.{% if by_card != blank %} El dinero vuelve a la tarjeta con la que pagó; su banco puede tardar unos días.{% elsif by_bank != blank %} El dinero vuelve a la cuenta bancaria desde la que pagó.{% elsif in_cash != blank %} Lo recibió en efectivo.{% endif %}</p><p>Su pago: {{ number }}, {{ amount }}, {{ received_on }}{% if credit_notes != blank %}<br>Factura rectificativa: {{ credit_notes }}{% endif %}{% if orders != blank %}<br>Pedido: {{ orders }}{% endif %}</p><p>Un saludo,<br>{{ company }}</p>'),
    ('pt', 'deposit_credited',
     'Nota de crédito do seu adiantamento {{ invoice_number }}',
     '<p>Bom dia, {{ recipient }},</p><p>creditámos <strong>{{ total }}</strong> da sua fatura de adiantamento {{ invoice_number }}{% if order_number != blank %} da encomenda {{ order_number }}{% endif %}. Segue em anexo a nota de crédito {{ number }}.</p><p>{% if in_favour != blank %}Tem agora <strong>{{ in_favour }}</strong> a seu favor: devolvemos esse valor ou descontamo-lo na sua próxima fatura.{% elsif settled != blank %}Não falta pagar nada desta fatura de adiantamento.{% endif %}</p><p><a href="{{ link }}">Abrir a nota de crédito</a></p><p>Com os melhores cumprimentos,<br>{{ company }}</p>'),
    ('pt', 'payment_refund',
     'Devolvemos-lhe {{ refund_amount }}',
     '<p>Bom dia, {{ recipient }},</p><p>devolvemos-lhe <strong>{{ refund_amount }}</strong> em {{ refunded_on }}.{% if by_card != blank %} O dinheiro volta para o cartão com que pagou; o seu banco pode demorar alguns dias.{% elsif by_bank != blank %} O dinheiro volta para a conta bancária de onde pagou.{% elsif in_cash != blank %} Recebeu-o em dinheiro.{% endif %}</p><p>O seu pagamento: {{ number }}, {{ amount }}, {{ received_on }}{% if credit_notes != blank %}<br>Nota de crédito: {{ credit_notes }}{% endif %}{% if orders != blank %}<br>Encomenda: {{ orders }}{% endif %}</p><p>Com os melhores cumprimentos,<br>{{ company }}</p>'),
    ('nl', 'deposit_credited',
     'Uw aanbetaling {{ invoice_number }} is gecrediteerd',
     '<p>Beste {{ recipient }},</p><p>Wij hebben <strong>{{ total }}</strong> van uw aanbetalingsfactuur {{ invoice_number }}{% if order_number != blank %} voor order {{ order_number }}{% endif %} gecrediteerd. Onze creditnota {{ number }} is bijgevoegd.</p><p>{% if in_favour != blank %}U hebt nu <strong>{{ in_favour }}</strong> tegoed bij ons: wij betalen het terug of verrekenen het met uw volgende factuur.{% elsif settled != blank %}Van deze aanbetalingsfactuur hoeft u niets meer te betalen.{% endif %}</p><p><a href="{{ link }}">Creditnota openen</a></p><p>Met vriendelijke groet,<br>{{ company }}</p>'),
    ('nl', 'payment_refund',
     'Wij hebben u {{ refund_amount }} terugbetaald',
     '<p>Beste {{ recipient }},</p><p>Wij hebben u op {{ refunded_on }} <strong>{{ refund_amount }}</strong> terugbetaald.{% if by_card != blank %} Het geld gaat naar de kaart waarmee u hebt betaald; uw bank heeft daar misschien enkele dagen voor nodig.{% elsif by_bank != blank %} Het geld gaat naar de bankrekening waarvan u hebt betaald.{% elsif in_cash != blank %} U hebt het contant ontvangen.{% endif %}</p><p>Uw betaling: {{ number }}, {{ amount }}, {{ received_on }}{% if credit_notes != blank %}<br>Creditnota: {{ credit_notes }}{% endif %}{% if orders != blank %}<br>Voor order: {{ orders }}{% endif %}</p><p>Met vriendelijke groet,<br>{{ company }}</p>'),
    ('pl', 'deposit_credited',
     'Korekta Państwa zaliczki {{ invoice_number }}',
     '<p>Dzień dobry, {{ recipient }},</p><p>skorygowaliśmy o <strong>{{ total }}</strong> Państwa fakturę zaliczkową {{ invoice_number }}{% if order_number != blank %} do zamówienia {{ order_number }}{% endif %}. W załączeniu faktura korygująca {{ number }}.</p><p>{% if in_favour != blank %}Państwa nadpłata u nas wynosi teraz <strong>{{ in_favour }}</strong>: zwrócimy ją albo rozliczymy z następną fakturą.{% elsif settled != blank %}Z tej faktury zaliczkowej nie pozostało nic do zapłaty.{% endif %}</p><p><a href="{{ link }}">Otwórz fakturę korygującą</a></p><p>Z poważaniem<br>{{ company }}</p>'),
    ('pl', 'payment_refund',
     'Zwróciliśmy Państwu {{ refund_amount }}',
     '<p>Dzień dobry, {{ recipient }},</p><p>w dniu {{ refunded_on }} zwróciliśmy Państwu <strong>{{ refund_amount }}</strong>.{% if by_card != blank %} Pieniądze wracają na kartę, którą zapłacili Państwo; bank może potrzebować kilku dni.{% elsif by_bank != blank %} Pieniądze wracają na rachunek bankowy, z którego zapłacili Państwo.{% elsif in_cash != blank %} Otrzymali je Państwo w gotówce.{% endif %}</p><p>Państwa płatność: {{ number }}, {{ amount }}, {{ received_on }}{% if credit_notes != blank %}<br>Faktura korygująca: {{ credit_notes }}{% endif %}{% if orders != blank %}<br>Zamówienie: {{ orders }}{% endif %}</p><p>Z poważaniem<br>{{ company }}</p>'),
    ('mt', 'deposit_credited',
     'Id-depożitu tiegħek {{ invoice_number }} ġie kkreditat',
     '<p>Għażiż/a {{ recipient }},</p><p>ikkreditajna <strong>{{ total }}</strong> mill-fattura tad-depożitu tiegħek {{ invoice_number }}{% if order_number != blank %} għall-ordni {{ order_number }}{% endif %}. In-nota ta’ kreditu tagħna {{ number }} hija mehmuża.</p><p>{% if in_favour != blank %}Issa għandek <strong>{{ in_favour }}</strong> kreditu magħna: inħallsuh lura jew innaqqsuh mill-fattura li jmiss tiegħek.{% elsif settled != blank %}Ma fadal xejn x’jitħallas minn din il-fattura tad-depożitu.{% endif %}</p><p><a href="{{ link }}">Iftaħ in-nota ta’ kreditu</a></p><p>Tislijiet<br>{{ company }}</p>'),
    ('mt', 'payment_refund',
     'Ħallasnielek lura {{ refund_amount }}',
     '<p>Għażiż/a {{ recipient }},</p><p>ħallasnielek lura <strong>{{ refund_amount }}</strong> fi {{ refunded_on }}.{% if by_card != blank %} Il-flus imorru fuq il-kard li ħallast biha; il-bank tiegħek jista’ jieħu xi jiem.{% elsif by_bank != blank %} Il-flus imorru fil-kont bankarju li ħallast minnu.{% elsif in_cash != blank %} Irċevejthom fi flus kontanti.{% endif %}</p><p>Il-ħlas tiegħek: {{ number }}, {{ amount }}, {{ received_on }}{% if credit_notes != blank %}<br>Nota ta’ kreditu: {{ credit_notes }}{% endif %}{% if orders != blank %}<br>Ordni: {{ orders }}{% endif %}</p><p>Tislijiet<br>{{ company }}</p>')
  ) as w (language, key, subject, body) on w.key = t.key and t.language = 'en';

alter table public.email_templates enable trigger audit;

-- A mail that somebody wrote keeps its words, and nobody wrote this version.
create temporary table changed_words (language text, key text, was text, is_now text);
insert into changed_words (language, key, was, is_now) values
  ('en', 'payment_receipt', '{{ number }}.</p>', '{{ number }}.</p><p>{% if deposits != blank %}Deposit: {{ deposits }}<br>{% endif %}{% if invoices != blank %}Invoice: {{ invoices }}<br>{% endif %}{% if orders != blank %}Order: {{ orders }}<br>{% endif %}{% if discount != blank %}Cash discount: {{ discount }}<br>{% endif %}{% if still_open != blank %}Still to pay: {{ still_open }}{% elsif settled != blank %}Nothing is left to pay.{% endif %}</p>{% if credit != blank %}<p>{{ credit }} of it are credit with us: we set them against your next invoice or pay them back.</p>{% endif %}'),
  ('de', 'payment_receipt', '{{ number }}.</p>', '{{ number }}.</p><p>{% if deposits != blank %}Anzahlung: {{ deposits }}<br>{% endif %}{% if invoices != blank %}Rechnung: {{ invoices }}<br>{% endif %}{% if orders != blank %}Auftrag: {{ orders }}<br>{% endif %}{% if discount != blank %}Skonto: {{ discount }}<br>{% endif %}{% if still_open != blank %}Noch zu zahlen: {{ still_open }}{% elsif settled != blank %}Es ist nichts mehr zu zahlen.{% endif %}</p>{% if credit != blank %}<p>{{ credit }} davon sind Ihr Guthaben bei uns: Wir verrechnen es mit Ihrer nächsten Rechnung oder zahlen es zurück.</p>{% endif %}'),
  ('fr', 'payment_receipt', '{{ number }}.</p>', '{{ number }}.</p><p>{% if deposits != blank %}Acompte : {{ deposits }}<br>{% endif %}{% if invoices != blank %}Facture : {{ invoices }}<br>{% endif %}{% if orders != blank %}Commande : {{ orders }}<br>{% endif %}{% if discount != blank %}Escompte : {{ discount }}<br>{% endif %}{% if still_open != blank %}Reste à payer : {{ still_open }}{% elsif settled != blank %}Il ne reste rien à payer.{% endif %}</p>{% if credit != blank %}<p>{{ credit }} en restent à votre crédit chez nous : nous les imputons sur votre prochaine facture ou nous vous les remboursons.</p>{% endif %}'),
  ('it', 'payment_receipt', '{{ number }}.</p>', '{{ number }}.</p><p>{% if deposits != blank %}Acconto: {{ deposits }}<br>{% endif %}{% if invoices != blank %}Fattura: {{ invoices }}<br>{% endif %}{% if orders != blank %}Ordine: {{ orders }}<br>{% endif %}{% if discount != blank %}Sconto cassa: {{ discount }}<br>{% endif %}{% if still_open != blank %}Ancora da pagare: {{ still_open }}{% elsif settled != blank %}Non resta nulla da pagare.{% endif %}</p>{% if credit != blank %}<p>{{ credit }} restano a Suo credito presso di noi: li detraiamo dalla Sua prossima fattura o li rimborsiamo.</p>{% endif %}'),
  ('es', 'payment_receipt', '{{ number }}.</p>', '{{ number }}.</p><p>{% if deposits != blank %}Anticipo: {{ deposits }}<br>{% endif %}{% if invoices != blank %}Factura: {{ invoices }}<br>{% endif %}{% if orders != blank %}Pedido: {{ orders }}<br>{% endif %}{% if discount != blank %}Descuento por pronto pago: {{ discount }}<br>{% endif %}{% if still_open != blank %}Queda por pagar: {{ still_open }}{% elsif settled != blank %}No queda nada por pagar.{% endif %}</p>{% if credit != blank %}<p>{{ credit }} quedan a su favor: los descontamos de su próxima factura o se los devolvemos.</p>{% endif %}'),
  ('pt', 'payment_receipt', '{{ number }}.</p>', '{{ number }}.</p><p>{% if deposits != blank %}Adiantamento: {{ deposits }}<br>{% endif %}{% if invoices != blank %}Fatura: {{ invoices }}<br>{% endif %}{% if orders != blank %}Encomenda: {{ orders }}<br>{% endif %}{% if discount != blank %}Desconto de pronto pagamento: {{ discount }}<br>{% endif %}{% if still_open != blank %}Falta pagar: {{ still_open }}{% elsif settled != blank %}Não falta pagar nada.{% endif %}</p>{% if credit != blank %}<p>{{ credit }} ficam a seu favor: descontamos esse valor na sua próxima fatura ou devolvemo-lo.</p>{% endif %}'),
  ('nl', 'payment_receipt', '{{ number }}.</p>', '{{ number }}.</p><p>{% if deposits != blank %}Aanbetaling: {{ deposits }}<br>{% endif %}{% if invoices != blank %}Factuur: {{ invoices }}<br>{% endif %}{% if orders != blank %}Voor order: {{ orders }}<br>{% endif %}{% if discount != blank %}Betalingskorting: {{ discount }}<br>{% endif %}{% if still_open != blank %}Nog te betalen: {{ still_open }}{% elsif settled != blank %}U hoeft niets meer te betalen.{% endif %}</p>{% if credit != blank %}<p>{{ credit }} daarvan is uw tegoed bij ons: wij verrekenen het met uw volgende factuur of betalen het terug.</p>{% endif %}'),
  ('pl', 'payment_receipt', '{{ number }}.</p>', '{{ number }}.</p><p>{% if deposits != blank %}Zaliczka: {{ deposits }}<br>{% endif %}{% if invoices != blank %}Faktura: {{ invoices }}<br>{% endif %}{% if orders != blank %}Zamówienie: {{ orders }}<br>{% endif %}{% if discount != blank %}Skonto: {{ discount }}<br>{% endif %}{% if still_open != blank %}Pozostaje do zapłaty: {{ still_open }}{% elsif settled != blank %}Nie pozostało nic do zapłaty.{% endif %}</p>{% if credit != blank %}<p>{{ credit }} z tej kwoty pozostaje Państwa nadpłatą u nas: rozliczymy ją z następną fakturą albo zwrócimy.</p>{% endif %}'),
  ('mt', 'payment_receipt', '{{ number }}.</p>', '{{ number }}.</p><p>{% if deposits != blank %}Depożitu: {{ deposits }}<br>{% endif %}{% if invoices != blank %}Fattura: {{ invoices }}<br>{% endif %}{% if orders != blank %}Ordni: {{ orders }}<br>{% endif %}{% if discount != blank %}Skont għall-ħlas fil-pront: {{ discount }}<br>{% endif %}{% if still_open != blank %}Għad irid jitħallas: {{ still_open }}{% elsif settled != blank %}Ma fadal xejn x’jitħallas.{% endif %}</p>{% if credit != blank %}<p>{{ credit }} minnu huma kreditu tiegħek magħna: innaqqsuhom mill-fattura li jmiss tiegħek jew inħallsuhom lura.</p>{% endif %}');
alter table public.email_templates disable trigger user;
update public.email_template_versions v set body = replace(v.body, w.was, w.is_now)
  from public.email_templates t join changed_words w on w.key = t.key and w.language = t.language
 where t.id = v.template_id and t.version = 1 and t.created_by is null;
update public.email_templates t set body = replace(t.body, w.was, w.is_now)
  from changed_words w where w.key = t.key and w.language = t.language and t.version = 1 and t.created_by is null;
alter table public.email_templates enable trigger user;
drop table changed_words;
