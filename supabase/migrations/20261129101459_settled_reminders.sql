set check_function_bodies = off;

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
  if v_status <> v_row.status and v_status in ('paid', 'credited') then
    perform private.cancel_mails('invoice', p_invoice_id);
    if v_status = 'paid' then
      perform private.log_event('invoice', p_invoice_id, case when v_written_off > 0 then 'settled' else 'paid' end);
    end if;
  elsif v_row.status in ('paid', 'credited') and v_status in ('issued', 'partly_paid') then
    perform private.wake_reminders('invoice', p_invoice_id);
  end if;
end $$;

create or replace function private.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric default null, p_id uuid default null)
  returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_row public.invoices;
  v_note record;
  v_amount numeric;
  v_kept public.write_offs;
  v_id uuid;
begin
  perform private.must('invoices', 'delete', 'write invoices off');
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  select * into v_kept from public.write_offs where id = p_id;
  if found then
    perform private.must_be_same(v_kept.invoice_id = p_invoice_id and v_kept.amount = coalesce(p_amount, v_kept.amount), 'write-off');
    return p_id;
  elsif v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('issued', 'partly_paid') then
    perform private.refuse('PT409', 'Nothing of this invoice is open');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  select n.credit_number, n.open into v_note from public.credit_notes n
   where n.invoice_id = p_invoice_id and n.status not in ('draft', 'void') and n.open > 0 order by n.credit_number limit 1;
  if found then
    perform private.refuse('PT409', format('%s credits %s and has %s left: settle the invoice with it first',
      v_note.credit_number, v_row.invoice_number, private.money_words(v_note.open)));
  end if;
  v_amount := coalesce(p_amount, v_row.balance);
  if not coalesce(v_amount > 0 and v_amount = trunc(v_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif v_amount > v_row.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number, private.money_words(v_row.balance)));
  end if;
  insert into public.write_offs (id, invoice_id, amount, reason, written_off_on, created_by)
  values (coalesce(p_id, gen_random_uuid()), p_invoice_id, v_amount, btrim(p_reason), private.company_today(), auth.uid()) returning id into v_id;
  perform private.log_event('invoice', p_invoice_id, 'written_off',
    jsonb_build_object('amount', private.amount_text(v_amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.refresh_invoice(p_invoice_id);
  return v_id;
end $$;

create or replace function private.recipient_of_leaver(p_mail public.scheduled_emails) returns text
  language sql stable security definer set search_path = ''
as $$
  select one.email
    from unnest(p_mail.recipients || p_mail.cc) as one (email)
   where p_mail.created_by is not null and p_mail.record_id is not null and not private.works_here(p_mail.created_by)
     and not (starts_with(p_mail.dedupe_key, concat_ws('/', p_mail.record_kind, p_mail.record_id, p_mail.template_key))
       and exists (select from public.user_roles ur where ur.user_id = p_mail.created_by and ur.role in ('client', 'pending')))
     and not exists (
       select from public.bookings b where p_mail.record_kind = 'booking' and b.id = p_mail.record_id and lower(btrim(b.email)) = lower(btrim(one.email)))
     and not exists (
       select from private.mail_contacts_of(
         case p_mail.record_kind when 'mockup' then 'quotation' else p_mail.record_kind end,
         case p_mail.record_kind when 'mockup' then (select j.quotation_id from public.jobs j where j.id = p_mail.record_id) else p_mail.record_id end) as known
        where known.email = lower(btrim(one.email)))
   order by 1 limit 1
$$;

create or replace function private.approvers_of(p_quotation_id uuid) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select array[lower(u.email)] from public.quotations q join auth.users u on u.id = q.decided_by
       join public.user_roles ur on ur.user_id = u.id and ur.role = 'client'
      where q.id = p_quotation_id and private.is_email(lower(u.email))),
    (select m.recipients from public.scheduled_emails m
      where m.record_kind = 'quotation' and m.record_id = p_quotation_id and m.status in ('queued', 'sending', 'sent')
        and m.dedupe_key like format('quotation/%s/v%%/quotation/%%', p_quotation_id)
      order by m.send_at desc, m.id desc limit 1));
end $$;

create or replace function private.mail_of_event() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_key text;
  v_to text[];
begin
  select t.key into v_key from public.email_templates t
   where t.is_active and t.sent_on = new.kind || '.' || case when new.type = 'status' then new.meta ->> 'to' else new.type end
   order by t.language = 'en' desc limit 1;
  if v_key is not null then
    v_to := coalesce(case when new.kind = 'quotation' and new.type = 'approved' then private.approvers_of(new.record_id) end,
      (select array[c.email] from private.mail_contacts_of(new.kind, new.record_id) as c where c.is_first));
    if v_to is not null then
      perform private.queue_mail(v_key, v_to, new.kind, new.record_id,
        concat_ws('/', new.kind, new.record_id, v_key, private.turn_of_approval(new.kind, new.record_id)),
        p_send_at => now() + private.pause_before_mail(new.kind || '.' || new.type), p_stops_with_answer => new.kind = 'payment',
        p_label => (select label from private.mail_parties(new.kind, new.record_id)));
    end if;
  end if;
  return null;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.recipient_of_leaver(public.scheduled_emails) is 'An address that a person chose who does not work here any more, and that belongs to no contact of the record and is not that of the
appointment; else null. Nobody chose the address of the mail of an event (mail_of_event) that a client caused.';

comment on function private.refresh_invoice(pg_catalog.uuid) is 'Computes paid, credited, written off and status of an issued invoice from its allocations. What was written off counts as credited.
Nobody is reminded of an invoice that nothing is owed of, and of one that is open again they are.';

comment on function private.approvers_of(pg_catalog.uuid) is 'Who is thanked for the approval of a quotation: the account of the client that approved it, else whom it was sent to last. Null: neither is known.';

-- Reminders of invoices that were wholly credited before wait no more.
update public.scheduled_emails m set status = 'cancelled', last_error = null
  from public.invoices v
 where m.record_kind = 'invoice' and v.id = m.record_id and m.status = 'queued' and m.stops_with_answer and v.status in ('paid', 'credited');

reset check_function_bodies;
