set check_function_bodies = off;

drop routine private.undo_bank_import(p_id uuid);

drop routine public.undo_bank_import(p_id uuid);

create or replace function private.undo_bank_import(p_id uuid, p_reason text default null)
  returns integer language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_imports;
  v_entry public.bank_entries;
  v_matched integer;
  v_blocked text[] := '{}';
begin
  perform private.must('payments', 'edit', 'take imports of bank statements back');
  -- One after the other with imports, which look for what is known.
  perform pg_advisory_xact_lock(hashtextextended('bank_imports', 0));
  select * into v_row from public.bank_imports where id = p_id;
  if v_row.id is null then
    return 0;
  end if;
  perform from public.bank_entries where import_id = p_id order by booked_on, id for update;
  select count(*) into v_matched from public.bank_entries e where e.import_id = p_id and e.status = 'confirmed';
  if v_matched > 0 and coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', format('%s of this file %s booked. Please say why %s taken back with it.',
      case v_matched when 1 then 'One entry' else v_matched || ' entries' end, case v_matched when 1 then 'is' else 'are' end,
      case v_matched when 1 then 'it is' else 'they are' end));
  end if;
  perform private.hold_papers(private.papers_of_import(p_id));
  for v_entry in select * from public.bank_entries e where e.import_id = p_id and e.status = 'confirmed' order by e.decided_at desc, e.position desc
  loop
    begin
      perform private.undo_bank_entry(v_entry.id, p_reason);
    exception when sqlstate 'PT409' or sqlstate '22023' then
      v_blocked := v_blocked || format('%s of %s (%s): %s', private.money_words(v_entry.amount, v_entry.currency), private.day_in_words(v_entry.booked_on),
        coalesce(private.booked_as(v_entry), 'booked'), sqlerrm);
    end;
  end loop;
  if v_blocked <> '{}' then
    perform private.refuse('PT409', format('Nothing was taken back. %s cannot be: %s%s',
      case cardinality(v_blocked) when 1 then 'One booking' else cardinality(v_blocked) || ' bookings' end, array_to_string(v_blocked[1:5], ' · '),
      case when cardinality(v_blocked) > 5 then format(' · and %s more', cardinality(v_blocked) - 5) else '' end));
  end if;
  delete from public.bank_entries where import_id = p_id;
  delete from public.bank_imports where id = p_id;
  return v_row.entries;
end $$;

create or replace function private.papers_of_import(p_id uuid) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  with links as (
    select e.payment_id, e.payment_run_id, f.payment_id as refunded_id, s.supplier_invoice_id
      from public.bank_entries e
      left join public.bank_entry_payouts o on o.entry_id = e.id
      left join public.payment_refunds f on f.id = o.refund_id
      left join public.supplier_payments s on s.id = o.supplier_payment_id
     where e.import_id = p_id and e.status = 'confirmed'
  )
  select array(
    select unnest(array[l.payment_id, l.payment_run_id, l.refunded_id, l.supplier_invoice_id]) from links l
    union
    select a.invoice_id from public.payment_allocations a where a.payment_id in (select unnest(array[l.payment_id, l.refunded_id]) from links l))
$$;

create or replace function private.slips(p_contact_id uuid) returns table (id uuid)
  language sql stable security definer set search_path = ''
as $$
  with pairs as (
    select p.id, r.id as undone_by, p.created_at as at, r.created_at as undone_at, p.id as payment_id
      from public.payments p join public.payment_refunds r on r.payment_id = p.id and r.kind = 'reversal' and r.amount = p.amount
     where p.contact_id = p_contact_id
    union all
    select r.id, b.id, r.created_at, b.created_at, p.id
      from public.payments p join public.payment_refunds r on r.payment_id = p.id join public.payment_refunds b on b.reverses_id = r.id
     where p.contact_id = p_contact_id
    union all
    select w.id, b.id, w.created_at, b.created_at, null
      from public.invoices v join public.write_offs w on w.invoice_id = v.id join public.write_offs b on b.reverses_id = w.id
     where v.contact_id = p_contact_id
  )
  select unnest(array[s.id, s.undone_by]) from pairs s
   where private.day_of(s.at) = private.day_of(s.undone_at)
     and not exists (select from public.statements t where t.contact_id = p_contact_id and t.created_at > s.at and t.created_at < s.undone_at)
     and not exists (select from public.scheduled_emails m
       where m.record_kind = 'payment' and m.record_id = s.payment_id and m.sent_at > s.at and m.sent_at < s.undone_at)
$$;

create or replace function private.account_entries(p_contact_id uuid) returns table(on_date date, sort integer, kind text, id uuid, number text, description text, due_date date, debit numeric, credit numeric)
  language sql stable security definer set search_path = ''
as $$
  with slips as materialized (
    select s.id from private.slips(p_contact_id) as s
  )
  select v.issue_date, 1, 'invoice', v.id, v.invoice_number, v.project_title, v.due_date, v.gross, 0::numeric
    from public.invoices v
   where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.gross <> 0
  union all
  select n.issue_date, 2, 'credit_note', n.id, n.credit_number, n.reason, null, 0, n.gross
    from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.gross <> 0
  union all
  select p.received_on, 3, 'payment', p.id, p.payment_number, p.reference, null,
         case p.direction when 'out' then p.amount else 0 end, case p.direction when 'in' then p.amount else 0 end
    from public.payments p
   where p.contact_id = p_contact_id and p.status in ('succeeded', 'part_refunded', 'refunded') and p.id not in (select s.id from slips s)
  union all
  select r.refunded_on, case when r.reverses_id is null then 4 else 5 end, 'refund', r.id, p.payment_number,
         case when r.reverses_id is not null then 'Refund recorded by mistake' when r.kind = 'reversal' then 'Recorded by mistake' else r.reason end,
         null, greatest(r.amount, 0), greatest(-r.amount, 0)
    from public.payment_refunds r join public.payments p on p.id = r.payment_id
   where p.contact_id = p_contact_id and r.id not in (select s.id from slips s)
  union all
  select w.written_off_on, case when w.reverses_id is null then 6 else 7 end, 'write_off', w.id, v.invoice_number, null, null, greatest(-w.amount, 0), greatest(w.amount, 0)
    from public.write_offs w join public.invoices v on v.id = w.invoice_id
   where v.contact_id = p_contact_id and w.id not in (select s.id from slips s)
$$;

create or replace function private.turn_receipt(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_to constant text := (select c.email from private.mail_contacts_of('payment', p_payment_id) as c where c.is_first);
begin
  if v_to is null then
    perform private.cancel_mails('payment', p_payment_id);
  else
    update public.scheduled_emails set recipients = array[v_to], record_label = left((select label from private.mail_parties('payment', p_payment_id)), 300)
     where record_kind = 'payment' and record_id = p_payment_id and status = 'queued' and stops_with_answer;
  end if;
end $$;

create or replace function private.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_part record;
  v_is_changed boolean;
begin
  perform private.must('payments', 'edit', 'move payments');
  p_allocations := nullif(p_allocations, 'null');
  select * into v_row from public.payments where id = p_id for no key update;
  perform private.check_move(v_row, p_contact_id, p_allocations, p_reason);
  v_is_changed := v_row.contact_id <> p_contact_id;
  if v_is_changed then
    perform private.refuse_closed_day(v_row.received_on);
  end if;
  -- All invoices that it settled or will settle, in the order of their ids.
  perform from public.invoices v
   where v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_id)
      or v.id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_allocations) as one)
      or p_allocations is null and v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
   order by v.id for no key update;
  -- A deposit invoice stays paid; what is to be settled as it was stays as it is.
  for v_part in
    select a.id, a.invoice_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where a.payment_id = p_id and v.kind <> 'deposit' and a.reverses_id is null
       and not (v.contact_id = p_contact_id and a.amount is not distinct from (
           select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_allocations) as one where private.uuid_or_null(one ->> 'invoice_id') = v.id)
         and 1 = (select count(*) from public.payment_allocations b where b.payment_id = p_id and b.invoice_id = v.id))
  loop
    continue when private.release_allocation(v_part.id) = 0;
    v_is_changed := true;
    perform private.refresh_invoice(v_part.invoice_id);
  end loop;
  perform private.refresh_payment(p_id);
  update public.payments set contact_id = p_contact_id, order_id = null where id = p_id and contact_id <> p_contact_id;
  if v_row.contact_id <> p_contact_id then
    perform private.turn_receipt(p_id);
  end if;
  if p_allocations is null then
    perform private.allocate_oldest(p_id);
    v_is_changed := true;
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as invoice_id, sum((one ->> 'amount')::numeric) as amount
      from jsonb_array_elements(p_allocations) as one group by 1 order by 1
  loop
    continue when exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
      where a.payment_id = p_id and a.invoice_id = v_part.invoice_id and v.kind <> 'deposit' having sum(a.amount) > 0);
    v_is_changed := true;
    perform private.allocate(p_id, v_part.invoice_id, v_part.amount);
  end loop;
  if v_is_changed then
    perform private.log_event('payment', p_id, 'moved', jsonb_build_object('number', v_row.payment_number, 'amount', private.amount_text(v_row.amount),
      'from', v_row.contact_id, 'to', p_contact_id, 'reason', left(btrim(p_reason), 2000)));
  end if;
end $$;

create or replace function private.reverse_payment(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
begin
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.refunded > 0 or exists (select from public.refund_requests r where r.payment_id = p_id and r.status in ('asked', 'unknown')) then
    perform private.refuse('PT409', format('A part of %s went back to the client already', v_row.payment_number));
  elsif exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
    where a.payment_id = p_id and v.kind = 'deposit')
  then
    perform private.refuse('PT409', format('%s paid a deposit invoice: please credit that and refund the payment', v_row.payment_number));
  end if;
  perform private.take_off_invoices(p_id);
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, kind, created_by)
  values (p_id, v_row.amount, greatest(private.company_today(), v_row.received_on), btrim(p_reason), 'reversal', auth.uid());
  update public.payments set refunded = amount, status = 'refunded' where id = p_id;
  perform private.cancel_mails('payment', p_id);
  perform private.log_event('payment', p_id, 'taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $$;

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
      perform private.queue_mail(v_key, array[v_to], new.kind, new.record_id, format('%s/%s/%s', new.kind, new.record_id, v_key),
        p_send_at => now() + private.pause_before_mail(new.kind), p_stops_with_answer => new.kind = 'payment',
        p_label => (select label from private.mail_parties(new.kind, new.record_id)));
    end if;
  end if;
  return null;
end $$;

create or replace function private.pause_before_mail(p_kind text) returns interval
  language sql immutable set search_path = ''
as $$
  select case p_kind when 'payment' then interval '10 minutes' else interval '0' end
$$;

revoke execute on all routines in schema private from public;

call private.offer('private.undo_bank_import(uuid, text)');

comment on function private.account_entries(pg_catalog.uuid) is 'What moves the account of a client: invoices and refunds up, credit notes, payments and what was written off down. Papers over 0.00 move nothing,
nor does what was recorded and taken back on one day (slips). sort: on a day, what takes back stands after what it takes back.';

comment on function private.mail_of_event() is 'An event of a document whose template is active sends its mail, once a record: a second "on the way" sends none. That of a payment waits, and is
cancelled when the payment is taken back.';

comment on function private.papers_of_import(pg_catalog.uuid) is 'The payments, runs and invoices that the booked entries of a file moved: what is locked before they are taken back.';

comment on function private.pause_before_mail(pg_catalog.text) is 'How long the mail of an event waits: what was recorded by mistake is taken back before the client hears of it.';

comment on function private.slips(pg_catalog.uuid) is 'Payments, refunds and write-offs of a client that were recorded and taken back on one day, with what took them back, unless the client was told
of them in between, by a statement or a mail.';

comment on function private.turn_receipt(pg_catalog.uuid) is 'A receipt that still waits goes to the client whose payment it is now; without an address it goes to nobody.';

comment on function private.undo_bank_import(pg_catalog.uuid,pg_catalog.text) is 'Takes a file back with its entries, and before them what was booked of them, as undo_bank_entry does, with p_reason: all or none. Where a booking
cannot be taken back, each is named with the reason. How many entries went.';

comment on function public.undo_bank_import(pg_catalog.uuid,pg_catalog.text) is 'Takes a file back with its entries, and before them what was booked of them, as undo_bank_entry does, with p_reason: all or none. Where a booking
cannot be taken back, each is named with the reason. How many entries went.';

reset check_function_bodies;
