-- Receipts of payments are mailed: a payment has a day, received_on, and no moment. And a mail whose values cannot be read
-- fails by itself, with the reason, instead of holding up every mail behind it. Links to invoices and credit notes ask for the
-- public site: on a host of the back office their addresses are the office's own.

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
          'deposit', case when q.deposit_amount > 0 then private.amount_text(q.deposit_amount) end, 'valid_until', q.valid_until,
          'link', '/client-quotations/' || q.public_uuid, 'currency', q.currency)
        into v_facts from public.quotations q where q.id = p_id;
    when 'order' then
      select private.mail_recipient(o.person_id, o.contact_id) || jsonb_build_object('number', o.order_number,
          'title', o.project_title, 'total', private.amount_text(o.net + o.vat),
          'deposit', case when o.deposit_amount > o.deposit_paid then private.amount_text(o.deposit_amount - o.deposit_paid) end,
          'client_po', o.client_po, 'promised_date', o.promised_date,
          'link', (select '/client-quotations/' || q.public_uuid from public.quotations q where q.id = o.quotation_id), 'currency', o.currency)
        into v_facts from public.orders o where o.id = p_id;
    when 'invoice' then
      select private.mail_recipient(v.person_id, v.contact_id) || jsonb_build_object('number', v.invoice_number,
          'title', v.project_title, 'total', private.amount_text(v.gross), 'paid', private.amount_text(v.paid),
          'balance', private.amount_text(v.balance), 'issue_date', v.issue_date, 'due_date', v.due_date,
          'days_late', case when v.due_date < private.company_today() then (private.company_today() - v.due_date)::text end,
          'client_po', v.client_po, 'link', '/invoices/' || v.public_uuid || '?preview=public', 'payment_link', '/invoices/payment/' || v.public_uuid,
          'currency', v.currency)
        into v_facts from public.invoices v where v.id = p_id;
    when 'credit_note' then
      select private.mail_recipient(v.person_id, n.contact_id) || jsonb_build_object('number', n.credit_number,
          'total', private.amount_text(n.gross), 'issue_date', n.issue_date, 'invoice_number', v.invoice_number, 'reason', n.reason,
          'link', '/credit-notes/' || n.public_uuid || '?preview=public', 'currency', n.currency)
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

create or replace function private.claim_due(p_most integer default 10) returns setof jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mail public.scheduled_emails;
begin
  for v_mail in
    with due as (
      select e.id from public.scheduled_emails e
       where (e.status = 'queued' and e.next_try_at <= now() and e.send_at <= now())
          or (e.status = 'sending' and e.claimed_at < now() - interval '5 minutes')
       order by e.next_try_at, e.send_at, e.id limit least(greatest(p_most, 1), 100) for update skip locked
    )
    update public.scheduled_emails e set status = 'sending', claimed_at = now(), tries = e.tries + 1
      from due where e.id = due.id returning e.*
  loop
    begin
      return query
        select jsonb_build_object('id', c.id, 'dedupe_key', c.dedupe_key, 'tries', c.tries, 'recipients', c.recipients, 'cc', c.cc,
            'subject', coalesce(c.own_subject, t.subject), 'body', coalesce(c.own_body, t.body),
            'paper', case when t.attaches_paper and c.record_id is not null then c.record_kind end, 'record_id', c.record_id,
            'attachments', c.attachments)
          || private.mail_values(coalesce(t.kind, c.record_kind), c.record_id, c.variables, c.created_by)
          from (select v_mail.*) as c left join private.template_of(c.template_key, c.language) t on true;
    exception when others then
      perform private.settle_mail(v_mail.id, format('Its values could not be read: %s', sqlerrm), true);
    end;
  end loop;
end $$;
comment on function private.claim_due is
  'For the service key: up to p_most mails that are due, now being sent, with all that is needed to write them. Two senders
never get the same one. A mail whose sender died is given out again after five minutes, with the same dedupe key. One whose
values cannot be read has failed, with the reason.';

revoke execute on all routines in schema private from public;
