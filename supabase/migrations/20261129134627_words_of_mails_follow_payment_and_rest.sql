set check_function_bodies = off;

create or replace function private.deposit_facts(p_quotation public.quotations) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o
   where o.cancelled_at is null
     and (o.quotation_id = p_quotation.id or (o.id = p_quotation.amends_order_id and p_quotation.status = 'converted'))
   order by o.created_at desc limit 1;
  return case when v_order.id is null then jsonb_build_object(
      'deposit', case when p_quotation.deposit_amount > 0 then private.amount_text(p_quotation.deposit_amount) end)
    else jsonb_build_object(
      'deposit', case when v_order.deposit_amount > v_order.deposit_paid then private.amount_text(v_order.deposit_amount - v_order.deposit_paid) end,
      'deposit_paid', case when least(v_order.deposit_paid, v_order.deposit_amount) > 0
        then private.amount_text(least(v_order.deposit_paid, v_order.deposit_amount)) end,
      'on_hold', case when v_order.hold_reason is not null then 'yes' end) end;
end $$;
comment on function private.deposit_facts is
  'What a mail about a quotation says of its deposit at this moment: all of it before the approval; after it what the order still waits for,
what has arrived, and whether the order is on hold.';

create or replace function private.rest_facts(p_delivery public.deliveries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'more_follows', (select 'yes' from public.order_items i join public.orders o on o.id = i.order_id
      where i.order_id = p_delivery.order_id and i.kind = 'item' and i.qty > i.qty_delivered and o.cancelled_at is null limit 1),
    'is_rest', (select 'yes' from public.order_items i
      where i.order_id = p_delivery.order_id and i.kind = 'item'
        and private.brought_before(i.id, p_delivery.id, p_delivery.delivered_at) > 0 limit 1));
end $$;
comment on function private.rest_facts is
  'Whether a mail about a delivery may say that all was brought: more_follows while something of the order is not delivered, is_rest where
another delivery brought something before this one; else null.';

create or replace function private.mail_facts(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
begin
  case p_kind
    when 'quotation' then
      select private.mail_recipient(q.person_id, q.contact_id) || jsonb_build_object('number', q.number_with_version,
          'title', q.project_title, 'total', private.amount_text(q.net + q.vat),
          'tax_amount', case when q.vat <> 0 then private.amount_text(q.vat) end,
          'valid_until', q.valid_until, 'link', '/client-quotations/' || q.public_uuid, 'currency', q.currency) || private.deposit_facts(q)
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
          'currency', v.currency)
        into v_facts from public.invoices v where v.id = p_id;
    when 'credit_note' then
      select private.mail_recipient(v.person_id, n.contact_id) || jsonb_build_object('number', n.credit_number,
          'total', private.amount_text(n.gross),
          'tax_amount', case when n.vat <> 0 then private.amount_text(n.vat) end, 'issue_date', n.issue_date,
          'invoice_number', v.invoice_number, 'reason', n.reason,
          'link', '/client-credit-notes/' || n.public_uuid, 'currency', n.currency)
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
          'date_to', s.date_to, 'balance', private.amount_text(s.closing), 'link', '/statements/' || s.public_uuid, 'currency', s.currency)
        into v_facts from public.statements s where s.id = p_id;
    when 'payment' then
      select private.mail_recipient(null, p.contact_id) || jsonb_build_object('number', p.payment_number,
          'amount', private.amount_text(p.amount), 'received_on', p.received_on, 'method', p.method, 'currency', p.currency)
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
comment on function private.mail_facts is
  'The values of a record for its templates, unwritten: amounts as decimal text, days as ISO 8601, links as paths. Null: the
record is not there. A kind without facts here brings its values as variables. Kind mockup: the id is that of the job.';

create or replace function private.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text default null, p_cc text[] default '{}'::text[], p_note text default null, p_send_at timestamp with time zone default null, p_reminders integer[] default '{}'::integer[]) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates := private.template_of(coalesce(p_template, case p_kind when 'order' then 'order_confirmation'
    when 'delivery' then 'delivery_note' else p_kind end));
  v_at constant timestamptz := coalesce(p_send_at, now());
  v_series text;
  v_label text;
  v_key text;
  v_row public.scheduled_emails;
  v_id uuid;
begin
  select id into v_id from public.scheduled_emails where id = p_mail_id and created_by is not distinct from auth.uid();
  if found then
    return v_id;
  end if;
  perform private.check_recipients(p_to, p_cc);
  perform private.check_mail_plan(p_kind, p_note, v_at, p_reminders);
  v_series := private.count_as_sent(p_kind, p_id, p_to);
  perform private.keep_language(p_kind, p_id);
  if v_template.id is null or v_template.kind <> p_kind then
    perform private.refuse('PT404', 'There is no such mail template for this document');
  elsif not v_template.is_active then
    perform private.refuse('PT409', format('The template “%s” is switched off', v_template.name));
  end if;
  select label into v_label from private.mail_parties(p_kind, p_id);
  v_key := format('%s/%s/%s/%s/%s/%s', p_kind, p_id, v_series, v_template.key, private.company_today(),
    md5(array_to_string(array(select e from unnest(private.emails_of(p_to)) as e order by 1), ',')));
  select * into v_row from public.scheduled_emails where dedupe_key = v_key for update;
  if v_row.status in ('queued', 'sending', 'sent') then
    perform private.refuse('PT409', case when v_row.status = 'sent' then 'This was sent to the same people today. You can send that mail again.'
      else 'This mail to the same people is waiting already' end);
  elsif v_row.id is not null then
    update public.scheduled_emails set status = 'queued', tries = 0, send_at = v_at, next_try_at = v_at, cc = private.emails_of(p_cc),
           variables = jsonb_strip_nulls(jsonb_build_object('note', nullif(btrim(p_note), ''))), last_error = null
     where id = v_row.id;
    v_id := v_row.id;
  else
    v_id := private.queue_mail(v_template.key, p_to, p_kind, p_id, v_key, jsonb_build_object('note', nullif(btrim(p_note), '')), v_at,
      p_stops_with_answer => p_kind in ('quotation', 'order'), p_cc => p_cc, p_label => v_label, p_id => p_mail_id);
  end if;
  if exists (select from private.document_kinds k where k.kind = p_kind and k.takes_reminders) then
    perform private.plan_reminders(p_kind, p_id, p_to, p_reminders, v_at);
  end if;
  if v_at > now() then
    perform private.log_event(p_kind, p_id, 'mail_planned', jsonb_build_object('to', array_to_string(private.emails_of(p_to), ', '), 'at', v_at));
  end if;
  return v_id;
end $$;
comment on function private.send_document is
  'Sends a quotation, order, invoice, credit note, delivery note, statement or purchase order by mail, with its link and PDF, at once
or at p_send_at. A draft quotation is frozen and its link opens; the items of a purchase order count as on order. p_mail_id: chosen
by the caller, so that a repeated call sends one mail; another one to the same people on the same day is refused. p_reminders:
days, as in plan_reminders. Returns the id.';

revoke execute on all routines in schema private from public;

reset check_function_bodies;

insert into private.mail_variables (kind, name, label, type, example, position) values
  ('delivery', 'more_follows', '“yes” while something of the order is not delivered; else empty', 'text', '', 18),
  ('delivery', 'is_rest', '“yes” where other deliveries brought something before; else empty', 'text', '', 18),
  ('quotation', 'deposit_paid', 'What has arrived of the deposit; empty without any', 'money', '', 14),
  ('quotation', 'on_hold', '“yes” while its order is on hold; else empty', 'text', '', 14);
update private.mail_variables set label = 'Deposit still to pay; empty without one' where kind = 'quotation' and name = 'deposit';

-- Mails as they were delivered say what is so when they are written. One that somebody wrote keeps its words, and nobody wrote this version.
create temporary table changed_words (language text, key text, part text, was text, is_now text, step integer);
insert into changed_words (language, key, part, was, is_now, step) values
  ('de', 'delivery_delivered', 'body', 'wir haben {{ title }} geliefert{% if received_by',
   '{% if more_follows != blank %}wir haben einen Teil von {{ title }} geliefert{% elsif is_rest != blank %}wir haben den Rest von {{ title }} geliefert{% else %}wir haben {{ title }} geliefert{% endif %}{% if received_by', 1),
  ('de', 'delivery_delivered', 'subject', 'Geliefert: {{ title }}',
   '{% if more_follows != blank %}Teillieferung: {{ title }}{% else %}Geliefert: {{ title }}{% endif %}', 1),
  ('de', 'delivery_delivered', 'body', '{% if received_by != blank %}. {{ received_by }} hat den Empfang bestätigt{% endif %}. Der Lieferschein ',
   '{% if received_by != blank %}. {{ received_by }} hat den Empfang bestätigt{% endif %}.{% if more_follows != blank %} Was noch fehlt, folgt.{% endif %} Der Lieferschein ', 2),
  ('en', 'delivery_delivered', 'body', 'we delivered {{ title }}{% if received_by',
   '{% if more_follows != blank %}we delivered a part of {{ title }}{% elsif is_rest != blank %}we delivered the rest of {{ title }}{% else %}we delivered {{ title }}{% endif %}{% if received_by', 1),
  ('en', 'delivery_delivered', 'subject', 'Delivered: {{ title }}',
   '{% if more_follows != blank %}Part delivery: {{ title }}{% else %}Delivered: {{ title }}{% endif %}', 1),
  ('en', 'delivery_delivered', 'body', '{% if received_by != blank %}. {{ received_by }} signed for it{% endif %}. The delivery note ',
   '{% if received_by != blank %}. {{ received_by }} signed for it{% endif %}.{% if more_follows != blank %} What is still missing follows.{% endif %} The delivery note ', 2),
  ('es', 'delivery_delivered', 'body', 'Hemos entregado {{ title }}{% if received_by',
   '{% if more_follows != blank %}Hemos entregado una parte de {{ title }}{% elsif is_rest != blank %}Hemos entregado el resto de {{ title }}{% else %}Hemos entregado {{ title }}{% endif %}{% if received_by', 1),
  ('es', 'delivery_delivered', 'subject', 'Entregado: {{ title }}',
   '{% if more_follows != blank %}Entrega parcial: {{ title }}{% else %}Entregado: {{ title }}{% endif %}', 1),
  ('es', 'delivery_delivered', 'body', '{% if received_by != blank %}. {{ received_by }} firmó la entrega{% endif %}. El albarán ',
   '{% if received_by != blank %}. {{ received_by }} firmó la entrega{% endif %}.{% if more_follows != blank %} Lo que aún falta llegará después.{% endif %} El albarán ', 2),
  ('fr', 'delivery_delivered', 'body', 'nous avons livré {{ title }}{% if received_by',
   '{% if more_follows != blank %}nous avons livré une partie de {{ title }}{% elsif is_rest != blank %}nous avons livré le reste de {{ title }}{% else %}nous avons livré {{ title }}{% endif %}{% if received_by', 1),
  ('fr', 'delivery_delivered', 'subject', 'Livré : {{ title }}',
   '{% if more_follows != blank %}Livraison partielle : {{ title }}{% else %}Livré : {{ title }}{% endif %}', 1),
  ('fr', 'delivery_delivered', 'body', '{% if received_by != blank %}. {{ received_by }} a signé la réception{% endif %}. Le bon de livraison ',
   '{% if received_by != blank %}. {{ received_by }} a signé la réception{% endif %}.{% if more_follows != blank %} Ce qui manque encore suivra.{% endif %} Le bon de livraison ', 2),
  ('it', 'delivery_delivered', 'body', 'abbiamo consegnato {{ title }}{% if received_by',
   '{% if more_follows != blank %}abbiamo consegnato una parte di {{ title }}{% elsif is_rest != blank %}abbiamo consegnato il resto di {{ title }}{% else %}abbiamo consegnato {{ title }}{% endif %}{% if received_by', 1),
  ('it', 'delivery_delivered', 'subject', 'Consegnato: {{ title }}',
   '{% if more_follows != blank %}Consegna parziale: {{ title }}{% else %}Consegnato: {{ title }}{% endif %}', 1),
  ('it', 'delivery_delivered', 'body', '{% if received_by != blank %}. {{ received_by }} ha firmato per ricevuta{% endif %}. La bolla di consegna ',
   '{% if received_by != blank %}. {{ received_by }} ha firmato per ricevuta{% endif %}.{% if more_follows != blank %} Quello che manca ancora seguirà.{% endif %} La bolla di consegna ', 2),
  ('mt', 'delivery_delivered', 'body', 'ikkunsinnajna {{ title }}{% if received_by',
   '{% if more_follows != blank %}ikkunsinnajna parti minn {{ title }}{% elsif is_rest != blank %}ikkunsinnajna l-bqija ta’ {{ title }}{% else %}ikkunsinnajna {{ title }}{% endif %}{% if received_by', 1),
  ('mt', 'delivery_delivered', 'subject', 'Ikkunsinnat: {{ title }}',
   '{% if more_follows != blank %}Kunsinna parzjali: {{ title }}{% else %}Ikkunsinnat: {{ title }}{% endif %}', 1),
  ('mt', 'delivery_delivered', 'body', '{% if received_by != blank %}. Iffirma għaliha {{ received_by }}{% endif %}. In-nota tal-kunsinna ',
   '{% if received_by != blank %}. Iffirma għaliha {{ received_by }}{% endif %}.{% if more_follows != blank %} Dak li għad jonqos jasal wara.{% endif %} In-nota tal-kunsinna ', 2),
  ('nl', 'delivery_delivered', 'body', 'Wij hebben {{ title }} geleverd{% if received_by',
   '{% if more_follows != blank %}Wij hebben een deel van {{ title }} geleverd{% elsif is_rest != blank %}Wij hebben de rest van {{ title }} geleverd{% else %}Wij hebben {{ title }} geleverd{% endif %}{% if received_by', 1),
  ('nl', 'delivery_delivered', 'subject', 'Geleverd: {{ title }}',
   '{% if more_follows != blank %}Deellevering: {{ title }}{% else %}Geleverd: {{ title }}{% endif %}', 1),
  ('nl', 'delivery_delivered', 'body', '{% if received_by != blank %}. {{ received_by }} heeft voor ontvangst getekend{% endif %}. Pakbon ',
   '{% if received_by != blank %}. {{ received_by }} heeft voor ontvangst getekend{% endif %}.{% if more_follows != blank %} Wat nog ontbreekt, volgt later.{% endif %} Pakbon ', 2),
  ('pl', 'delivery_delivered', 'body', 'dostarczyliśmy: {{ title }}{% if received_by',
   '{% if more_follows != blank %}dostarczyliśmy część: {{ title }}{% elsif is_rest != blank %}dostarczyliśmy pozostałą część: {{ title }}{% else %}dostarczyliśmy: {{ title }}{% endif %}{% if received_by', 1),
  ('pl', 'delivery_delivered', 'subject', 'Dostarczono: {{ title }}',
   '{% if more_follows != blank %}Dostawa częściowa: {{ title }}{% else %}Dostarczono: {{ title }}{% endif %}', 1),
  ('pl', 'delivery_delivered', 'body', '{% if received_by != blank %}. Odbiór podpisał(a) {{ received_by }}{% endif %}. Dowód dostawy ',
   '{% if received_by != blank %}. Odbiór podpisał(a) {{ received_by }}{% endif %}.{% if more_follows != blank %} Reszta zostanie dostarczona później.{% endif %} Dowód dostawy ', 2),
  ('pt', 'delivery_delivered', 'body', 'entregámos {{ title }}{% if received_by',
   '{% if more_follows != blank %}entregámos uma parte de {{ title }}{% elsif is_rest != blank %}entregámos o resto de {{ title }}{% else %}entregámos {{ title }}{% endif %}{% if received_by', 1),
  ('pt', 'delivery_delivered', 'subject', 'Entregue: {{ title }}',
   '{% if more_follows != blank %}Entrega parcial: {{ title }}{% else %}Entregue: {{ title }}{% endif %}', 1),
  ('pt', 'delivery_delivered', 'body', '{% if received_by != blank %}. {{ received_by }} assinou a receção{% endif %}. A guia de remessa ',
   '{% if received_by != blank %}. {{ received_by }} assinou a receção{% endif %}.{% if more_follows != blank %} O que ainda falta segue depois.{% endif %} A guia de remessa ', 2),
  ('de', 'quotation_approved', 'body', '{% if deposit != blank %}Wir beginnen, sobald die Anzahlung von {{ deposit }} eingegangen ist. Sie können sie auf der Seite des Angebots zahlen.{% endif %}',
   '{% if on_hold != blank %}Er ruht im Moment. Wir sagen Ihnen, wann die Arbeit beginnt.{% elsif deposit != blank %}{% if deposit_paid != blank %}Von der Anzahlung sind {{ deposit_paid }} eingegangen. Wir beginnen, sobald auch die restlichen {{ deposit }} eingegangen sind.{% else %}Wir beginnen, sobald die Anzahlung von {{ deposit }} eingegangen ist.{% endif %} Sie können sie auf der Seite des Angebots zahlen.{% elsif deposit_paid != blank %}Die Anzahlung von {{ deposit_paid }} ist eingegangen, und wir beginnen.{% endif %}', 1),
  ('de', 'quotation_approved', 'body', 'Ihr Auftrag ist eingetragen, und wir bereiten die Arbeit vor.',
   'Ihr Auftrag ist eingetragen{% if on_hold == blank %}, und wir bereiten die Arbeit vor{% endif %}.', 2),
  ('en', 'quotation_approved', 'body', '{% if deposit != blank %}We start when the deposit of {{ deposit }} has arrived. You can pay it on the page of the quotation.{% endif %}',
   '{% if on_hold != blank %}It is on hold at present. We tell you when the work begins.{% elsif deposit != blank %}{% if deposit_paid != blank %}{{ deposit_paid }} of the deposit has arrived. We start when the remaining {{ deposit }} has arrived too.{% else %}We start when the deposit of {{ deposit }} has arrived.{% endif %} You can pay it on the page of the quotation.{% elsif deposit_paid != blank %}The deposit of {{ deposit_paid }} has arrived, and we begin.{% endif %}', 1),
  ('en', 'quotation_approved', 'body', 'Your order is in our book, and we prepare the work.',
   'Your order is in our book{% if on_hold == blank %}, and we prepare the work{% endif %}.', 2),
  ('es', 'quotation_approved', 'body', '{% if deposit != blank %}Empezamos cuando haya llegado el anticipo de {{ deposit }}. Puede pagarlo en la página del presupuesto.{% endif %}',
   '{% if on_hold != blank %}Por ahora está en espera. Le diremos cuándo empieza el trabajo.{% elsif deposit != blank %}{% if deposit_paid != blank %}Del anticipo han llegado {{ deposit_paid }}. Empezamos cuando haya llegado también el resto de {{ deposit }}.{% else %}Empezamos cuando haya llegado el anticipo de {{ deposit }}.{% endif %} Puede pagarlo en la página del presupuesto.{% elsif deposit_paid != blank %}El anticipo de {{ deposit_paid }} ha llegado y empezamos.{% endif %}', 1),
  ('es', 'quotation_approved', 'body', 'Su pedido está anotado y preparamos el trabajo.',
   'Su pedido está anotado{% if on_hold == blank %} y preparamos el trabajo{% endif %}.', 2),
  ('fr', 'quotation_approved', 'body', '{% if deposit != blank %}Nous commençons dès réception de l’acompte de {{ deposit }}. Vous pouvez le payer sur la page du devis.{% endif %}',
   '{% if on_hold != blank %}Elle est en attente pour le moment. Nous vous dirons quand le travail commence.{% elsif deposit != blank %}{% if deposit_paid != blank %}Nous avons reçu {{ deposit_paid }} de l’acompte. Nous commençons dès réception du reste de {{ deposit }}.{% else %}Nous commençons dès réception de l’acompte de {{ deposit }}.{% endif %} Vous pouvez le payer sur la page du devis.{% elsif deposit_paid != blank %}Nous avons reçu l’acompte de {{ deposit_paid }} et nous commençons.{% endif %}', 1),
  ('fr', 'quotation_approved', 'body', 'Votre commande est enregistrée et nous préparons le travail.',
   'Votre commande est enregistrée{% if on_hold == blank %} et nous préparons le travail{% endif %}.', 2),
  ('it', 'quotation_approved', 'body', '{% if deposit != blank %}Iniziamo quando è arrivato l’acconto di {{ deposit }}. Può pagarlo nella pagina del preventivo.{% endif %}',
   '{% if on_hold != blank %}Al momento è in sospeso. Le diremo quando inizia il lavoro.{% elsif deposit != blank %}{% if deposit_paid != blank %}Dell’acconto sono arrivati {{ deposit_paid }}. Iniziamo quando è arrivato anche il resto di {{ deposit }}.{% else %}Iniziamo quando è arrivato l’acconto di {{ deposit }}.{% endif %} Può pagarlo nella pagina del preventivo.{% elsif deposit_paid != blank %}L’acconto di {{ deposit_paid }} è arrivato e iniziamo.{% endif %}', 1),
  ('it', 'quotation_approved', 'body', 'Il Suo ordine è registrato e prepariamo il lavoro.',
   'Il Suo ordine è registrato{% if on_hold == blank %} e prepariamo il lavoro{% endif %}.', 2),
  ('mt', 'quotation_approved', 'body', '{% if deposit != blank %}Nibdew meta jasal id-depożitu ta’ {{ deposit }}. Tista’ tħallsu fil-paġna tal-kwotazzjoni.{% endif %}',
   '{% if on_hold != blank %}Bħalissa qiegħda wieqfa. Ngħidulek meta jibda x-xogħol.{% elsif deposit != blank %}{% if deposit_paid != blank %}Mid-depożitu waslu {{ deposit_paid }}. Nibdew meta jaslu wkoll il-{{ deposit }} li jifdal.{% else %}Nibdew meta jasal id-depożitu ta’ {{ deposit }}.{% endif %} Tista’ tħallsu fil-paġna tal-kwotazzjoni.{% elsif deposit_paid != blank %}Wasal id-depożitu ta’ {{ deposit_paid }}, u nibdew.{% endif %}', 1),
  ('mt', 'quotation_approved', 'body', 'L-ordni tiegħek hija mniżżla, u qed inħejju x-xogħol.',
   'L-ordni tiegħek hija mniżżla{% if on_hold == blank %}, u qed inħejju x-xogħol{% endif %}.', 2),
  ('nl', 'quotation_approved', 'body', '{% if deposit != blank %}Wij beginnen zodra de aanbetaling van {{ deposit }} binnen is. U kunt haar betalen op de pagina van de offerte.{% endif %}',
   '{% if on_hold != blank %}Die is op dit moment aangehouden. Wij laten u weten wanneer het werk begint.{% elsif deposit != blank %}{% if deposit_paid != blank %}Van de aanbetaling is {{ deposit_paid }} binnen. Wij beginnen zodra ook de resterende {{ deposit }} binnen is.{% else %}Wij beginnen zodra de aanbetaling van {{ deposit }} binnen is.{% endif %} U kunt haar betalen op de pagina van de offerte.{% elsif deposit_paid != blank %}De aanbetaling van {{ deposit_paid }} is binnen en wij beginnen.{% endif %}', 1),
  ('nl', 'quotation_approved', 'body', 'Uw order is ingeboekt en wij bereiden het werk voor.',
   'Uw order is ingeboekt{% if on_hold == blank %} en wij bereiden het werk voor{% endif %}.', 2),
  ('pl', 'quotation_approved', 'body', '{% if deposit != blank %}Zaczynamy, gdy wpłynie zaliczka {{ deposit }}. Mogą ją Państwo zapłacić na stronie oferty.{% endif %}',
   '{% if on_hold != blank %}Jest na razie wstrzymane. Powiadomimy Państwa, kiedy praca się zacznie.{% elsif deposit != blank %}{% if deposit_paid != blank %}Z zaliczki wpłynęło {{ deposit_paid }}. Zaczynamy, gdy wpłynie także reszta {{ deposit }}.{% else %}Zaczynamy, gdy wpłynie zaliczka {{ deposit }}.{% endif %} Mogą ją Państwo zapłacić na stronie oferty.{% elsif deposit_paid != blank %}Zaliczka {{ deposit_paid }} wpłynęła i zaczynamy.{% endif %}', 1),
  ('pl', 'quotation_approved', 'body', 'Państwa zamówienie jest zapisane i przygotowujemy pracę.',
   'Państwa zamówienie jest zapisane{% if on_hold == blank %} i przygotowujemy pracę{% endif %}.', 2),
  ('pt', 'quotation_approved', 'body', '{% if deposit != blank %}Começamos quando chegar o adiantamento de {{ deposit }}. Pode pagá-lo na página do orçamento.{% endif %}',
   '{% if on_hold != blank %}De momento está em espera. Diremos quando o trabalho começa.{% elsif deposit != blank %}{% if deposit_paid != blank %}Do adiantamento chegaram {{ deposit_paid }}. Começamos quando chegar também o resto de {{ deposit }}.{% else %}Começamos quando chegar o adiantamento de {{ deposit }}.{% endif %} Pode pagá-lo na página do orçamento.{% elsif deposit_paid != blank %}O adiantamento de {{ deposit_paid }} chegou e começamos.{% endif %}', 1),
  ('pt', 'quotation_approved', 'body', 'A sua encomenda está registada e preparamos o trabalho.',
   'A sua encomenda está registada{% if on_hold == blank %} e preparamos o trabalho{% endif %}.', 2);
alter table public.email_templates disable trigger user;
do $$
declare
  v_row changed_words;
begin
  for v_row in select * from changed_words order by step loop
    update public.email_template_versions v
       set body = case v_row.part when 'body' then replace(v.body, v_row.was, v_row.is_now) else v.body end,
           subject = case v_row.part when 'subject' then replace(v.subject, v_row.was, v_row.is_now) else v.subject end
      from public.email_templates t
     where t.id = v.template_id and t.version = 1 and t.created_by is null and t.key = v_row.key and t.language = v_row.language;
    update public.email_templates t
       set body = case v_row.part when 'body' then replace(t.body, v_row.was, v_row.is_now) else t.body end,
           subject = case v_row.part when 'subject' then replace(t.subject, v_row.was, v_row.is_now) else t.subject end
     where t.version = 1 and t.created_by is null and t.key = v_row.key and t.language = v_row.language;
  end loop;
end $$;
alter table public.email_templates enable trigger user;
drop table changed_words;
