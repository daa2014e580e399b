-- DEMO DATA, after seed-trade.sql: what the company mailed, what waits and what failed. The four templates that events send
-- are switched on.

create function pg_temp.mailed(words text) returns text language sql immutable as $$
  select '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body style="font-family:sans-serif;padding:24px;color:#16181d">'
    || words || '</body></html>'
$$;

-- Quotations that went out, with their contact person's address.
insert into public.scheduled_emails (id, dedupe_key, template_key, template_name, record_kind, record_id, record_label, recipients,
  stops_with_answer, status, send_at, next_try_at, sent_at, tries, subject, body, created_at, created_by)
select md5('demo mail ' || q.id)::uuid, format('quotation/%s/v%s/demo', q.id, q.version), 'quotation', 'Quotation', 'quotation', q.id,
       q.number_with_version, array[lower(c.email)], true, 'sent', q.sent_at, q.sent_at, q.sent_at + interval '4 seconds', 1,
       format('Quotation %s: %s', q.number_with_version, q.project_title),
       pg_temp.mailed(format('<p>Hello %s,</p><p>here is our quotation %s over <strong>€%s</strong>, including VAT.</p><p>Kind regards<br>%s</p>',
         coalesce(c.name, c.company), q.number_with_version, to_char(q.gross, 'FM999,990.00'), private.person_label(q.created_by))),
       q.sent_at, q.created_by
  from (select * from public.quotations where sent_at is not null) q
  join lateral (
    select p.* from public.contacts p where p.id in (q.person_id, q.contact_id) and private.is_email(lower(p.email))
     order by p.id = q.person_id desc limit 1) c on true;

-- A reminder for each that is open, and a cancelled one for each that was answered.
insert into public.scheduled_emails (dedupe_key, template_key, template_name, record_kind, record_id, record_label, recipients,
  is_reminder, stops_with_answer, status, send_at, next_try_at, created_at, created_by)
select format('quotation/%s/v%s/reminder/3', q.id, q.version), 'quotation_reminder', 'Quotation: reminder', 'quotation', q.id,
       q.number_with_version, m.recipients, true, true, case when q.status = 'sent' then 'queued' else 'cancelled' end, due.at, due.at,
       q.sent_at, q.created_by
  from public.scheduled_emails m
  join public.quotations q on q.id = m.record_id
  cross join lateral (
    select private.reminder_time(case when q.status = 'sent' then private.company_today() else q.sent_at::date end,
      case when q.status = 'sent' then 1 + (row_number() over (order by q.sent_at))::int % 5 else 3 end) as at) as due
 where m.template_key = 'quotation' and q.status in ('sent', 'converted', 'rejected')
   and (q.status <> 'sent' or q.valid_until is null or due.at::date <= q.valid_until);

-- Invoices and statements.
insert into public.scheduled_emails (dedupe_key, template_key, template_name, record_kind, record_id, record_label, recipients,
  status, send_at, next_try_at, sent_at, tries, subject, body, created_at, created_by)
select format('invoice/%s/demo', v.id), 'invoice', 'Invoice', 'invoice', v.id, v.invoice_number, array[lower(c.email)], 'sent',
       v.sent_at, v.sent_at, v.sent_at + interval '3 seconds', 1, format('Invoice %s', v.invoice_number),
       pg_temp.mailed(format('<p>Hello %s,</p><p>attached is invoice %s over <strong>€%s</strong>, including VAT.</p>',
         coalesce(c.name, c.company), v.invoice_number, to_char(v.gross, 'FM999,990.00'))), v.sent_at, v.created_by
  from (select * from public.invoices where sent_at is not null and invoice_number is not null) v
  join public.contacts c on c.id = v.contact_id and private.is_email(lower(c.email));

insert into public.scheduled_emails (dedupe_key, template_key, template_name, record_kind, record_id, record_label, recipients,
  is_reminder, stops_with_answer, status, send_at, next_try_at, created_at, created_by)
select format('invoice/%s/due/reminder/7', v.id), 'invoice_overdue', 'Invoice: overdue', 'invoice', v.id, v.invoice_number,
       m.recipients, true, true, 'queued', due.at, due.at, now(), v.created_by
  from public.scheduled_emails m join public.invoices v on v.id = m.record_id and m.template_key = 'invoice'
  cross join lateral (select greatest(private.reminder_time(v.due_date, 7), private.reminder_time(private.company_today(), 2)) as at) as due
 where v.balance > 0 and v.due_date is not null;

-- Three that failed: no such mailbox, a service that was down, and a client without an address.
update public.scheduled_emails
   set status = 'failed', sent_at = null, subject = null, body = null, tries = 6, last_error = 'The mail service cannot be reached'
 where id = (select id from public.scheduled_emails where template_key = 'invoice' and status = 'sent' order by send_at desc limit 1 offset 1);
update public.scheduled_emails
   set status = 'failed', sent_at = null, subject = null, body = null, tries = 1,
       last_error = 'The mail service answered 422: Invalid `to` field'
 where id = (select id from public.scheduled_emails where template_key = 'quotation' and status = 'sent' order by send_at desc limit 1 offset 2);
insert into public.scheduled_emails (dedupe_key, template_key, template_name, record_kind, record_id, record_label, recipients, status,
  send_at, next_try_at, last_error, created_at, created_by)
select 'statement/demo/failed', 'statement', 'Statement', 'statement', s.id, s.statement_number, '{}', 'failed', s.created_at,
       s.created_at, 'There is no e-mail address', s.created_at, s.created_by
  from public.statements s order by s.created_at desc limit 1;

update public.email_templates set is_active = true where sent_on is not null;

-- One client reads Maltese: its quotations go out in words of the company's own.
update public.email_templates set subject = 'Stima {{ number }}{% if title != blank %}: {{ title }}{% endif %}',
  body = '<p>Bonġu {{ recipient }},</p><p>{{ note }}</p><p>hawn issib l-istima tagħna {{ number }} ta'' <strong>{{ total }}</strong>, bil-VAT inkluża. Fil-paġna hawn taħt tista'' taqraha, tagħżel dak li trid, tistaqsi u tapprovaha. L-istess stima hi mehmuża bħala PDF.</p><p><a href="{{ link }}">Iftaħ l-istima</a></p><p>{% if valid_until != blank %}Il-prezzijiet jgħoddu sa {{ valid_until }}.{% endif %}{% if deposit != blank %} Nibdew ix-xogħol meta jasal id-depożitu ta'' {{ deposit }}.{% endif %}</p><p>Tislijiet<br>{{ sender }}<br>{{ company }}</p>'
 where key = 'quotation' and language = 'mt';
update public.contacts set language = 'mt' where id = 'b1000000-0000-4000-8000-000000000006';

drop function pg_temp.mailed(text);
