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

create or replace function private.version_before(p_row public.quotations) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seen timestamptz;
begin
  if p_row.version = 1 or p_row.status not in ('sent', 'change_requested') then
    return '{}';
  end if;
  v_seen := (select max(e.at) from public.document_events e
    where e.kind = 'quotation' and e.record_id = p_row.id and e.type = 'viewed' and e.at < p_row.sent_at);
  return coalesce((
    select jsonb_build_object('before', jsonb_build_object('number', b.number, 'gross', b.seen ->> 'gross', 'terms', b.seen ->> 'terms',
             'client_note', b.seen ->> 'client_note', 'lines', b.seen -> 'lines', 'sent', n.snapshot -> 'lines'))
      from (select v.number, coalesce(v.chosen, v.snapshot) as seen from public.quotation_versions v
             where v.quotation_id = p_row.id and v.version < p_row.version and (v_seen is null or v.sent_at <= v_seen)
             order by v.version desc limit 1) as b
      join public.quotation_versions n on n.quotation_id = p_row.id and n.version = p_row.version), '{}');
end $$;

create or replace function private.get_public_quotation(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations;
begin
  if not private.is_public_document(p_uuid) then
    return null;
  end if;
  select * into v_row from public.quotations where public_uuid = p_uuid;
  if v_row.id is null then
    return null;
  elsif private.log_view('quotation', v_row.id, p_visit) then
    update public.quotations set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return coalesce(
      case when v_row.status = 'draft' then (
        select coalesce(v.chosen, v.snapshot) from public.quotation_versions v
         where v.quotation_id = v_row.id order by v.version desc limit 1) end,
      private.quotation_document(v_row.id))
    || jsonb_build_object('public_uuid', v_row.public_uuid, 'status', v_row.status, 'being_revised', v_row.status = 'draft',
      'is_past', coalesce(v_row.valid_until < private.company_today(), false),
      'decided_at', v_row.decided_at, 'decided_name', v_row.decided_name, 'reject_reason', v_row.reject_reason,
      'approval', private.approval_of(v_row.id),
      'client_language', private.own_language(v_row.person_id, v_row.contact_id))
    || private.version_before(v_row) || private.order_of_quotation(v_row.id);
end $$;

revoke execute on all routines in schema private from public;

comment on function private.version_before(public.quotations) is '{before: {number, gross, terms, client_note, lines, sent}} of a quotation that waits for its answer: the version on whose page the client was last before this one was sent,
or the one sent before it, with what they chose of it, and the lines of this one as they were sent. {} for a first version.';

reset check_function_bodies;

insert into private.mail_variables (kind, name, label, type, example, position) values
  ('quotation', 'replaces', 'Number of the version that it replaces; empty for a first one', 'text', '', 11);

-- A mail that somebody wrote keeps its words, and nobody wrote this version.
create temporary table changed_words (language text, key text, part text, was text, is_now text, step integer);
insert into changed_words (language, key, part, was, is_now, step) values
  ('en', 'quotation', 'body', '</p><p><a href="{{ link }}">', '</p>{% if replaces != blank %}<p>This is a new version: it replaces {{ replaces }}. The page shows what changed.</p>{% endif %}<p><a href="{{ link }}">', 1),
  ('en', 'quotation', 'subject', 'Quotation {{ number }}{% if title != blank %}: {{ title }}{% endif %}', '{% if replaces != blank %}New version: {% endif %}Quotation {{ number }}{% if title != blank %}: {{ title }}{% endif %}', 1),
  ('de', 'quotation', 'body', '</p><p><a href="{{ link }}">', '</p>{% if replaces != blank %}<p>Das ist eine neue Fassung: Sie ersetzt {{ replaces }}. Die Seite zeigt, was sich geändert hat.</p>{% endif %}<p><a href="{{ link }}">', 1),
  ('de', 'quotation', 'subject', 'Angebot {{ number }}{% if title != blank %}: {{ title }}{% endif %}', '{% if replaces != blank %}Neue Fassung: {% endif %}Angebot {{ number }}{% if title != blank %}: {{ title }}{% endif %}', 1),
  ('fr', 'quotation', 'body', '</p><p><a href="{{ link }}">', '</p>{% if replaces != blank %}<p>C’est une nouvelle version : elle remplace {{ replaces }}. La page montre ce qui a changé.</p>{% endif %}<p><a href="{{ link }}">', 1),
  ('fr', 'quotation', 'subject', 'Devis {{ number }}{% if title != blank %} : {{ title }}{% endif %}', '{% if replaces != blank %}Nouvelle version : {% endif %}Devis {{ number }}{% if title != blank %} : {{ title }}{% endif %}', 1),
  ('it', 'quotation', 'body', '</p><p><a href="{{ link }}">', '</p>{% if replaces != blank %}<p>È una nuova versione: sostituisce {{ replaces }}. La pagina mostra che cosa è cambiato.</p>{% endif %}<p><a href="{{ link }}">', 1),
  ('it', 'quotation', 'subject', 'Preventivo {{ number }}{% if title != blank %}: {{ title }}{% endif %}', '{% if replaces != blank %}Nuova versione: {% endif %}Preventivo {{ number }}{% if title != blank %}: {{ title }}{% endif %}', 1),
  ('es', 'quotation', 'body', '</p><p><a href="{{ link }}">', '</p>{% if replaces != blank %}<p>Es una versión nueva: sustituye a {{ replaces }}. La página muestra lo que ha cambiado.</p>{% endif %}<p><a href="{{ link }}">', 1),
  ('es', 'quotation', 'subject', 'Presupuesto {{ number }}{% if title != blank %}: {{ title }}{% endif %}', '{% if replaces != blank %}Versión nueva: {% endif %}Presupuesto {{ number }}{% if title != blank %}: {{ title }}{% endif %}', 1),
  ('pt', 'quotation', 'body', '</p><p><a href="{{ link }}">', '</p>{% if replaces != blank %}<p>É uma nova versão: substitui {{ replaces }}. A página mostra o que mudou.</p>{% endif %}<p><a href="{{ link }}">', 1),
  ('pt', 'quotation', 'subject', 'Orçamento {{ number }}{% if title != blank %}: {{ title }}{% endif %}', '{% if replaces != blank %}Nova versão: {% endif %}Orçamento {{ number }}{% if title != blank %}: {{ title }}{% endif %}', 1),
  ('nl', 'quotation', 'body', '</p><p><a href="{{ link }}">', '</p>{% if replaces != blank %}<p>Dit is een nieuwe versie: zij vervangt {{ replaces }}. De pagina toont wat er is gewijzigd.</p>{% endif %}<p><a href="{{ link }}">', 1),
  ('nl', 'quotation', 'subject', 'Offerte {{ number }}{% if title != blank %}: {{ title }}{% endif %}', '{% if replaces != blank %}Nieuwe versie: {% endif %}Offerte {{ number }}{% if title != blank %}: {{ title }}{% endif %}', 1),
  ('pl', 'quotation', 'body', '</p><p><a href="{{ link }}">', '</p>{% if replaces != blank %}<p>To jest nowa wersja: zastępuje {{ replaces }}. Strona pokazuje, co się zmieniło.</p>{% endif %}<p><a href="{{ link }}">', 1),
  ('pl', 'quotation', 'subject', 'Oferta {{ number }}{% if title != blank %}: {{ title }}{% endif %}', '{% if replaces != blank %}Nowa wersja: {% endif %}Oferta {{ number }}{% if title != blank %}: {{ title }}{% endif %}', 1),
  ('mt', 'quotation', 'body', '</p><p><a href="{{ link }}">', '</p>{% if replaces != blank %}<p>Din hija verżjoni ġdida: tieħu post {{ replaces }}. Il-paġna turi x’inbidel.</p>{% endif %}<p><a href="{{ link }}">', 1),
  ('mt', 'quotation', 'subject', 'Kwotazzjoni {{ number }}{% if title != blank %}: {{ title }}{% endif %}', '{% if replaces != blank %}Verżjoni ġdida: {% endif %}Kwotazzjoni {{ number }}{% if title != blank %}: {{ title }}{% endif %}', 1);
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
