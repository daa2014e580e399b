set check_function_bodies = off;

drop routine private.pause_before_mail(p_kind text);

create or replace function private.mail_of_event() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_key text;
  v_to text;
begin
  select t.key into v_key from public.email_templates t
   where t.is_active and t.sent_on = new.kind || '.' || case when new.type = 'status' then new.meta ->> 'to' else new.type end
   order by t.language = 'en' desc limit 1;
  if v_key is not null then
    select c.email into v_to from private.mail_contacts_of(new.kind, new.record_id) as c where c.is_first;
    if v_to is not null then
      perform private.queue_mail(v_key, array[v_to], new.kind, new.record_id,
        concat_ws('/', new.kind, new.record_id, v_key, private.turn_of_approval(new.kind, new.record_id)),
        p_send_at => now() + private.pause_before_mail(new.kind || '.' || new.type), p_stops_with_answer => new.kind = 'payment',
        p_label => (select label from private.mail_parties(new.kind, new.record_id)));
    end if;
  end if;
  return null;
end $$;

create or replace function private.pause_before_mail(p_event text) returns interval
  language sql immutable set search_path = ''
as $$
  select case when p_event = 'quotation.approved' or p_event like 'payment.%' then interval '10 minutes' else interval '0' end
$$;

create or replace function private.turn_of_approval(p_kind text, p_record_id uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select nullif(count(*), 0) from public.document_events e
   where e.kind = p_kind and e.record_id = p_record_id and e.type = 'approval_undone'
$$;

create or replace function private.cancel_thanks(p_order public.orders) returns void
  language sql security definer set search_path = ''
as $$
  update public.scheduled_emails m set status = 'cancelled', last_error = null
   where m.record_kind = 'quotation' and m.status = 'queued'
     and m.record_id in (select q.id from public.quotations q where q.id = p_order.quotation_id or q.amends_order_id = p_order.id)
     and m.template_key in (select t.key from public.email_templates t where t.sent_on = 'quotation.approved')
$$;

create or replace function private.close_order(p_order public.orders, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.order_items where order_id = p_order.id and (qty_delivered > 0 or qty_invoiced > 0)) then
    perform private.refuse('PT409', 'Something of this order is delivered or invoiced already');
  end if;
  if exists (select from public.deliveries where order_id = p_order.id and status = 'out') then
    perform private.refuse('PT409', 'A delivery of this order is on the road. Set it back to ready first.');
  end if;
  update public.deliveries set status = 'cancelled' where order_id = p_order.id and status in ('planned', 'ready', 'failed');
  update public.jobs set status = 'cancelled'
   where order_id = p_order.id and status in ('new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc', 'ready', 'on_hold');
  update public.payment_requests set status = 'cancelled' where order_id = p_order.id and status in ('open', 'processing');
  update public.orders set cancelled_at = now(), cancel_reason = left(btrim(p_reason), 2000), hold_reason = null, status = 'cancelled'
   where id = p_order.id;
  perform private.free_deposit(p_order);
  perform private.cancel_mails('order', p_order.id);
  perform private.cancel_thanks(p_order);
  perform private.log_event('order', p_order.id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
end $$;

create or replace function private.wake_reminders(p_kind text, p_record_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.scheduled_emails set status = 'queued', tries = 0, next_try_at = send_at
   where record_kind = p_kind and record_id = p_record_id and status = 'cancelled' and is_reminder and stops_with_answer and send_at > now()
$$;

create or replace function private.cancel_mail(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.scheduled_emails := private.mail_for(p_id, 'cancel mails');
begin
  if v_row.status = 'cancelled' then
    return;
  elsif v_row.status not in ('queued', 'failed') then
    perform private.refuse('PT409', case v_row.status when 'sent' then 'This mail was sent already' else 'This mail is being sent now' end);
  end if;
  update public.scheduled_emails set status = 'cancelled', stops_with_answer = false where id = p_id;
end $$;

create or replace function private.plan_reminders(p_kind text, p_id uuid, p_to text[], p_days integer[], p_after timestamptz) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from date;
  v_series text;
  v_day integer;
  v_at timestamptz;
  v_mail uuid;
  v_label text := (select label from private.mail_parties(p_kind, p_id));
  v_count integer := 0;
begin
  update public.scheduled_emails set status = 'cancelled', stops_with_answer = false
   where record_kind = p_kind and record_id = p_id and is_reminder and (status = 'queued' or status = 'cancelled' and stops_with_answer);
  if p_kind = 'quotation' then
    select (p_after at time zone s.time_zone)::date, 'v' || q.version into v_from, v_series
      from public.quotations q, public.company_settings s where q.id = p_id;
  else
    select v.due_date, 'due' into v_from, v_series from public.invoices v where v.id = p_id and v.balance > 0;
  end if;
  foreach v_day in array coalesce(p_days, '{}') loop
    v_at := private.reminder_time(v_from, v_day);
    continue when v_at is null or v_at < p_after + interval '6 hours'
      or (p_kind = 'quotation' and v_at::date > (select q.valid_until from public.quotations q where q.id = p_id));
    v_mail := private.queue_mail(
      case when p_kind = 'quotation' then 'quotation_reminder' when v_day > 0 then 'invoice_overdue' else 'invoice_reminder' end,
      p_to, p_kind, p_id, format('%s/%s/%s/reminder/%s', p_kind, p_id, v_series, v_day), p_send_at => v_at,
      p_stops_with_answer => true, p_label => v_label);
    update public.scheduled_emails set status = 'queued', recipients = private.emails_of(p_to), send_at = v_at, next_try_at = v_at, tries = 0, stops_with_answer = true
     where id = v_mail and status = 'cancelled';
    v_count := v_count + case when v_mail is null then 0 else 1 end;
  end loop;
  return v_count;
end $$;

create or replace function private.refresh_invoice(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
  v_paid numeric;
  v_credited numeric;
  v_written_off numeric;
  v_status text;
begin
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  if v_row.id is null or v_row.status in ('draft', 'void') then
    return;
  end if;
  select coalesce(sum(a.amount), 0) into v_paid from public.payment_allocations a where a.invoice_id = p_invoice_id;
  v_written_off := private.written_off(p_invoice_id);
  select v_written_off + coalesce(sum(a.amount), 0) into v_credited from public.credit_allocations a where a.invoice_id = p_invoice_id;
  if v_paid + v_credited > v_row.gross then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number,
      private.money_words(v_row.gross - v_row.paid - v_row.credited)));
  end if;
  v_status := case
    when v_paid + v_credited = v_row.gross then case when v_credited > 0 and v_paid = 0 then 'credited' else 'paid' end
    when v_paid + v_credited > 0 then 'partly_paid' else 'issued' end;
  update public.invoices set paid = v_paid, credited = v_credited, written_off = v_written_off, status = v_status
   where id = p_invoice_id and (paid, credited, written_off, status) is distinct from (v_paid, v_credited, v_written_off, v_status);
  if v_status <> v_row.status and v_status = 'paid' then
    perform private.cancel_mails('invoice', p_invoice_id);
    perform private.log_event('invoice', p_invoice_id, case when v_written_off > 0 then 'settled' else 'paid' end);
  elsif v_row.status = 'paid' and v_status in ('issued', 'partly_paid') then
    perform private.wake_reminders('invoice', p_invoice_id);
  end if;
end $$;

create or replace function private.undo_approval(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'undo the approval of a quotation');
  v_order public.orders;
begin
  if v_row.status = 'sent' then
    return;
  elsif v_row.status not in ('approved', 'converted') then
    perform private.refuse('PT409', format('This quotation is %s', replace(v_row.status, '_', ' ')));
  elsif v_row.amends_order_id is not null then
    perform private.refuse('PT409', 'Extra work is part of its order now. Amend the order again to take it off.');
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  select * into v_order from public.orders where quotation_id = p_id and status <> 'cancelled' for no key update;
  if v_order.id is not null then
    if v_order.deposit_paid > 0 then
      perform private.refuse('PT409', 'The deposit is paid: the approval cannot be undone');
    elsif exists (select from public.quotations q where q.amends_order_id = v_order.id and q.status in ('approved', 'converted')) then
      perform private.refuse('PT409', 'Extra work was added to this order: the approval cannot be undone');
    elsif exists (
      select from public.jobs j where j.order_id = v_order.id and (j.status not in ('new', 'cancelled')
        or exists (select from public.job_steps s where s.job_id = j.id and s.status <> 'todo')))
    then
      perform private.refuse('PT409', 'A job of this order has begun: the approval cannot be undone');
    end if;
    perform private.close_order(v_order, p_reason);
  end if;
  update public.quotations
     set status = 'sent', decided_at = null, decided_name = null, decided_by = null, decided_ip = null
   where id = p_id;
  perform private.wake_reminders('quotation', p_id);
  perform private.log_event('quotation', p_id, 'approval_undone', jsonb_build_object('reason', left(btrim(p_reason), 2000),
    'order_number', v_order.order_number));
end $$;

-- Until now nothing told who cancelled a mail. What was cancelled while its paper is open was cancelled by a person.
update public.scheduled_emails m set stops_with_answer = false
 where m.status = 'cancelled' and m.stops_with_answer and m.is_reminder
   and (m.record_kind = 'invoice' and m.record_id in (select v.id from public.invoices v where v.status in ('issued', 'partly_paid'))
     or m.record_kind = 'quotation' and m.record_id in (select q.id from public.quotations q where q.status = 'sent'));

revoke execute on all routines in schema private from public;

comment on function private.mail_of_event() is 'An event of a document whose template is active sends its mail, once a record: a second "on the way" sends none. Those of a payment and of an
approval wait, and are cancelled when the payment is taken back or the approval undone. The approval after an undone one sends its mail again.';

comment on function private.cancel_thanks(public.orders) is 'The mails that thank for the approvals of an order, while they wait, are not sent: the order is cancelled.';

comment on function private.pause_before_mail(pg_catalog.text) is 'How long the mail of an event, such as quotation.approved, waits: what was recorded by mistake is taken back before the client hears of it.';

comment on function private.turn_of_approval(pg_catalog.text,pg_catalog.uuid) is 'How often the approval of a document was undone, part of the key of its mails; null where never.';

comment on function private.wake_reminders is
  'What ended the reminders of a record was taken back: those whose time has not passed wait again. Not those that a person cancelled.';

comment on function private.cancel_mail is 'A mail that waits or failed → cancelled, for good. A second call changes nothing.';

comment on function private.refresh_invoice is
  'Computes paid, credited, written off and status of an issued invoice from its allocations. What was written off counts as credited.
A paid invoice that is open again is reminded of again.';

comment on function private.undo_approval is
  'Approved → sent, while no deposit is paid and no job has begun. Its order is cancelled and keeps its number; a new approval
makes a new order. Its reminders wait again.';

comment on function public.cancel_mail(uuid) is 'A mail that waits or failed → cancelled, for good. A second call changes nothing.';

comment on function public.undo_approval(uuid, text) is
  'Approved → sent, while no deposit is paid and no job has begun. Its order is cancelled and keeps its number; a new approval
makes a new order. Its reminders wait again.';

comment on column public.scheduled_emails.stops_with_answer is 'Cancelled by cancel_mails: the answer or payment that it asks for has come. False where a person cancelled it: wake_reminders leaves it.';

reset check_function_bodies;
