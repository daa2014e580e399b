set check_function_bodies = off;

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
          'deposit', case when q.deposit_amount > 0 then private.amount_text(q.deposit_amount) end, 'valid_until', q.valid_until,
          'link', '/client-quotations/' || q.public_uuid, 'currency', q.currency)
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
          'title', d.project_title, 'order_number', o.order_number, 'method', replace(d.method, '_', ' '), 'planned_at', d.scheduled_at,
          'delivered_at', d.delivered_at, 'received_by', d.received_by,
          'place', nullif(concat_ws(', ', l.label, l.city), ''), 'link', '/delivery-note/' || d.public_uuid)
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

revoke execute on all routines in schema private from public;

reset check_function_bodies;

insert into private.mail_variables (kind, name, label, type, example, position)
  values ('invoice', 'to_pay', 'Still to pay; empty when nothing is left', 'money', '1453.45', 15);

-- Mails as they were delivered ask for what is open, and for nothing where nothing is. One that somebody wrote keeps its words, and nobody
-- wrote this version.
create temporary table changed_words (language text, key text, was text, is_now text);
insert into changed_words (language, key, was, is_now) values
  ('en', 'invoice', '{% if balance != total %} Still to pay: {{ balance }}.{% endif %}{% if due_date != blank %} Please pay it by {{ due_date }}.{% endif %}</p><p><a href="{{ payment_link }}">Pay by card or bank transfer</a></p>',
   '{% if to_pay == blank %} It is settled: nothing is left to pay.{% else %}{% if balance != total %} Still to pay: {{ balance }}.{% endif %}{% if due_date != blank %} Please pay it by {{ due_date }}.{% endif %}{% endif %}</p>{% if to_pay != blank %}<p><a href="{{ payment_link }}">Pay the invoice</a></p>{% endif %}'),
  ('de', 'invoice', '{% if balance != total %} Noch zu zahlen: {{ balance }}.{% endif %}{% if due_date != blank %} Bitte zahlen Sie bis zum {{ due_date }}.{% endif %}</p><p><a href="{{ payment_link }}">Mit Karte oder per Überweisung zahlen</a></p>',
   '{% if to_pay == blank %} Sie ist beglichen: es ist nichts mehr zu zahlen.{% else %}{% if balance != total %} Noch zu zahlen: {{ balance }}.{% endif %}{% if due_date != blank %} Bitte zahlen Sie bis zum {{ due_date }}.{% endif %}{% endif %}</p>{% if to_pay != blank %}<p><a href="{{ payment_link }}">Rechnung bezahlen</a></p>{% endif %}'),
  ('fr', 'invoice', '{% if balance != total %} Reste à payer : {{ balance }}.{% endif %}{% if due_date != blank %} Merci de la régler au plus tard le {{ due_date }}.{% endif %}</p><p><a href="{{ payment_link }}">Payer par carte ou par virement</a></p>',
   '{% if to_pay == blank %} Elle est réglée : il ne reste rien à payer.{% else %}{% if balance != total %} Reste à payer : {{ balance }}.{% endif %}{% if due_date != blank %} Merci de la régler au plus tard le {{ due_date }}.{% endif %}{% endif %}</p>{% if to_pay != blank %}<p><a href="{{ payment_link }}">Payer la facture</a></p>{% endif %}'),
  ('it', 'invoice', '{% if balance != total %} Ancora da pagare: {{ balance }}.{% endif %}{% if due_date != blank %} La preghiamo di pagarla entro il {{ due_date }}.{% endif %}</p><p><a href="{{ payment_link }}">Paga con carta o bonifico</a></p>',
   '{% if to_pay == blank %} È saldata: non resta nulla da pagare.{% else %}{% if balance != total %} Ancora da pagare: {{ balance }}.{% endif %}{% if due_date != blank %} La preghiamo di pagarla entro il {{ due_date }}.{% endif %}{% endif %}</p>{% if to_pay != blank %}<p><a href="{{ payment_link }}">Paga la fattura</a></p>{% endif %}'),
  ('es', 'invoice', '{% if balance != total %} Queda por pagar: {{ balance }}.{% endif %}{% if due_date != blank %} Por favor, páguela hasta el {{ due_date }}.{% endif %}</p><p><a href="{{ payment_link }}">Pagar con tarjeta o por transferencia</a></p>',
   '{% if to_pay == blank %} Está saldada: no queda nada por pagar.{% else %}{% if balance != total %} Queda por pagar: {{ balance }}.{% endif %}{% if due_date != blank %} Por favor, páguela hasta el {{ due_date }}.{% endif %}{% endif %}</p>{% if to_pay != blank %}<p><a href="{{ payment_link }}">Pagar la factura</a></p>{% endif %}'),
  ('pt', 'invoice', '{% if balance != total %} Falta pagar: {{ balance }}.{% endif %}{% if due_date != blank %} Pedimos que a pague até {{ due_date }}.{% endif %}</p><p><a href="{{ payment_link }}">Pagar com cartão ou por transferência</a></p>',
   '{% if to_pay == blank %} Está liquidada: não falta pagar nada.{% else %}{% if balance != total %} Falta pagar: {{ balance }}.{% endif %}{% if due_date != blank %} Pedimos que a pague até {{ due_date }}.{% endif %}{% endif %}</p>{% if to_pay != blank %}<p><a href="{{ payment_link }}">Pagar a fatura</a></p>{% endif %}'),
  ('nl', 'invoice', '{% if balance != total %} Nog te betalen: {{ balance }}.{% endif %}{% if due_date != blank %} Wilt u betalen uiterlijk op {{ due_date }}?{% endif %}</p><p><a href="{{ payment_link }}">Betalen met kaart of per overschrijving</a></p>',
   '{% if to_pay == blank %} Deze is voldaan: u hoeft niets meer te betalen.{% else %}{% if balance != total %} Nog te betalen: {{ balance }}.{% endif %}{% if due_date != blank %} Wilt u betalen uiterlijk op {{ due_date }}?{% endif %}{% endif %}</p>{% if to_pay != blank %}<p><a href="{{ payment_link }}">Factuur betalen</a></p>{% endif %}'),
  ('pl', 'invoice', '{% if balance != total %} Pozostaje do zapłaty: {{ balance }}.{% endif %}{% if due_date != blank %} Prosimy o zapłatę do {{ due_date }}.{% endif %}</p><p><a href="{{ payment_link }}">Zapłać kartą lub przelewem</a></p>',
   '{% if to_pay == blank %} Jest rozliczona: nie pozostało nic do zapłaty.{% else %}{% if balance != total %} Pozostaje do zapłaty: {{ balance }}.{% endif %}{% if due_date != blank %} Prosimy o zapłatę do {{ due_date }}.{% endif %}{% endif %}</p>{% if to_pay != blank %}<p><a href="{{ payment_link }}">Zapłać fakturę</a></p>{% endif %}'),
  ('mt', 'invoice', '{% if balance != total %} Għad irid jitħallas: {{ balance }}.{% endif %}{% if due_date != blank %} Jekk jogħġbok ħallasha sa {{ due_date }}.{% endif %}</p><p><a href="{{ payment_link }}">Ħallas bil-karta jew bi trasferiment bankarju</a></p>',
   '{% if to_pay == blank %} Imħallsa: ma fadal xejn x’jitħallas.{% else %}{% if balance != total %} Għad irid jitħallas: {{ balance }}.{% endif %}{% if due_date != blank %} Jekk jogħġbok ħallasha sa {{ due_date }}.{% endif %}{% endif %}</p>{% if to_pay != blank %}<p><a href="{{ payment_link }}">Ħallas il-fattura</a></p>{% endif %}'),
  ('en', 'invoice_overdue', '>Pay by card or bank transfer<', '>Pay the invoice<'),
  ('en', 'invoice_reminder', '>Pay by card or bank transfer<', '>Pay the invoice<'),
  ('de', 'invoice_overdue', '>Mit Karte oder per Überweisung zahlen<', '>Rechnung bezahlen<'),
  ('de', 'invoice_reminder', '>Mit Karte oder per Überweisung zahlen<', '>Rechnung bezahlen<'),
  ('fr', 'invoice_overdue', '>Payer par carte ou par virement<', '>Payer la facture<'),
  ('fr', 'invoice_reminder', '>Payer par carte ou par virement<', '>Payer la facture<'),
  ('it', 'invoice_overdue', '>Paga con carta o bonifico<', '>Paga la fattura<'),
  ('it', 'invoice_reminder', '>Paga con carta o bonifico<', '>Paga la fattura<'),
  ('es', 'invoice_overdue', '>Pagar con tarjeta o por transferencia<', '>Pagar la factura<'),
  ('es', 'invoice_reminder', '>Pagar con tarjeta o por transferencia<', '>Pagar la factura<'),
  ('pt', 'invoice_overdue', '>Pagar com cartão ou por transferência<', '>Pagar a fatura<'),
  ('pt', 'invoice_reminder', '>Pagar com cartão ou por transferência<', '>Pagar a fatura<'),
  ('nl', 'invoice_overdue', '>Betalen met kaart of per overschrijving<', '>Factuur betalen<'),
  ('nl', 'invoice_reminder', '>Betalen met kaart of per overschrijving<', '>Factuur betalen<'),
  ('pl', 'invoice_overdue', '>Zapłać kartą lub przelewem<', '>Zapłać fakturę<'),
  ('pl', 'invoice_reminder', '>Zapłać kartą lub przelewem<', '>Zapłać fakturę<'),
  ('mt', 'invoice_overdue', '>Ħallas bil-karta jew bi trasferiment bankarju<', '>Ħallas il-fattura<'),
  ('mt', 'invoice_reminder', '>Ħallas bil-karta jew bi trasferiment bankarju<', '>Ħallas il-fattura<');
alter table public.email_templates disable trigger user;
update public.email_template_versions v set body = replace(v.body, c.was, c.is_now)
  from public.email_templates t join changed_words c on c.key = t.key and c.language = t.language
 where t.id = v.template_id and t.version = 1 and t.created_by is null;
update public.email_templates t set body = replace(t.body, c.was, c.is_now)
  from changed_words c
 where c.key = t.key and c.language = t.language and t.version = 1 and t.created_by is null;
alter table public.email_templates enable trigger user;
drop table changed_words;
