-- Money that goes back by card, what is given up for lost, and credit that a client uses by the link of an invoice.

create table public.refund_requests (
  id           uuid primary key default gen_random_uuid(),
  payment_id   uuid not null references public.payments (id) on delete restrict,
  amount       numeric(14, 2) not null,
  reason       text not null,
  status       text not null default 'asked',
  provider_ref text,
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  created_at   timestamptz not null default now(),
  settled_at   timestamptz,
  constraint refund_requests_status_is_known check (status in ('asked', 'done', 'refused', 'unknown')),
  constraint refund_requests_amount_is_positive check (amount > 0),
  constraint refund_requests_texts_length check (char_length(btrim(reason)) between 1 and 2000 and char_length(reason) <= 2100
    and char_length(provider_ref) <= 200)
);
create index refund_requests_payment_id_idx on public.refund_requests (payment_id, created_at desc);
create index refund_requests_created_by_idx on public.refund_requests (created_by);
comment on table public.refund_requests is
  'What the bank was asked to give back to a card. While it is asked or unknown its amount settles nothing and goes back nowhere else.';
comment on column public.refund_requests.status is 'unknown: the bank did not answer. A person looks there and says what happened.';
call private.borrow_rules('public.refund_requests', '', p_audited => true, p_pages => '{payments}');
grant select on public.refund_requests to authenticated;
create policy "staff read refunds that the bank was asked for" on public.refund_requests
  for select to authenticated using ((select private.can('payments', 'view')));

create table public.write_offs (
  id             uuid primary key default gen_random_uuid(),
  invoice_id     uuid not null references public.invoices (id) on delete restrict,
  amount         numeric(14, 2) not null,
  reason         text not null,
  written_off_on date not null,
  reverses_id    uuid references public.write_offs (id) on delete restrict,
  created_by     uuid default auth.uid() references auth.users (id) on delete set null,
  created_at     timestamptz not null default now(),
  constraint write_offs_reversal_is_below_zero check ((reverses_id is null) = (amount > 0) and amount <> 0),
  constraint write_offs_reason_length check (char_length(btrim(reason)) between 1 and 2000 and char_length(reason) <= 2100)
);
create index write_offs_invoice_id_idx on public.write_offs (invoice_id);
create unique index write_offs_reversed_once_idx on public.write_offs (reverses_id);
create index write_offs_created_by_idx on public.write_offs (created_by);
comment on table public.write_offs is 'What of an invoice is given up for lost, and why. Taking it back is a record below zero.';
call private.borrow_rules('public.write_offs', '', p_audited => true);
call private.after_each_statement('public.write_offs', 'nudge_page', $$private.nudge_pages('invoice_id', 'invoices', 'statements')$$);
grant select on public.write_offs to authenticated;
create policy "staff who see invoices see what was written off" on public.write_offs
  for select to authenticated using ((select private.can('invoices', 'view')));
create trigger append_only before update or delete on public.write_offs
  for each row execute function private.refuse_change();

-- ------------------------------------------------------------------------------------------------------ free money

create function private.payment_free(p_payment_id uuid) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select p.open - coalesce((select sum(r.amount) from public.refund_requests r where r.payment_id = p.id and r.status in ('asked', 'unknown')), 0)
    from public.payments p where p.id = p_payment_id
$$;
comment on function private.payment_free is 'What of a payment settles nothing and is not on its way back.';

create or replace function private.allocate(p_payment_id uuid, p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_invoice public.invoices;
begin
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_payment.id is null or v_invoice.id is null then
    perform private.refuse('PT404', 'This paper is not there any more');
  elsif v_invoice.status in ('draft', 'void') then
    perform private.refuse('PT409', 'Only issued invoices are paid');
  elsif v_payment.direction <> 'in' or v_payment.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', 'This payment settles nothing');
  elsif v_payment.contact_id <> v_invoice.contact_id then
    perform private.refuse('22023', 'The payment and the invoice are of different clients');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_invoice.invoice_number, private.amount_text(v_invoice.balance)));
  elsif p_amount > private.payment_free(p_payment_id) then
    perform private.refuse('PT409', format('Of this payment only %s are left', private.amount_text(private.payment_free(p_payment_id))));
  end if;
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  values (p_payment_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_payment(p_payment_id);
  perform private.refresh_invoice(p_invoice_id);
end $$;

create or replace function private.allocate_oldest(p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_invoice public.invoices;
begin
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  for v_invoice in
    select * from public.invoices
     where contact_id = v_payment.contact_id and status in ('issued', 'partly_paid') and balance > 0
     order by due_date, issue_date, invoice_number for no key update
  loop
    exit when private.payment_free(p_payment_id) <= 0;
    perform private.allocate(p_payment_id, v_invoice.id, least(private.payment_free(p_payment_id), v_invoice.balance));
  end loop;
end $$;

-- --------------------------------------------------------------------------------------------------------- refunds

create function private.check_refund(p_payment public.payments, p_amount numeric, p_reason text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_payment.id is null then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif p_payment.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', format('This payment is %s', replace(p_payment.status, '_', ' ')));
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_amount > private.payment_free(p_payment.id) then
    perform private.refuse('PT409', format('Only %s settle nothing and can be refunded', private.amount_text(private.payment_free(p_payment.id))));
  end if;
end $$;

create function private.keep_refund(p_payment public.payments, p_refund_id uuid, p_amount numeric, p_reason text, p_by uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.payment_refunds (id, payment_id, amount, refunded_on, reason, created_by)
  values (coalesce(p_refund_id, gen_random_uuid()), p_payment.id, p_amount, private.company_today(), btrim(p_reason), p_by) returning id into v_id;
  update public.payments
     set refunded = refunded + p_amount, status = case when refunded + p_amount = amount then 'refunded' else 'part_refunded' end
   where id = p_payment.id;
  perform private.log_event('payment', p_payment.id, 'refunded', jsonb_build_object('number', p_payment.payment_number,
    'amount', private.amount_text(p_amount), 'reason', left(btrim(p_reason), 2000)), private.person_label(p_by));
  return v_id;
end $$;

create or replace function private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_id uuid;
begin
  perform private.must('payments', 'edit', 'refund payments');
  select * into v_row from public.payments where id = p_id for no key update;
  select id into v_id from public.payment_refunds where id = p_refund_id;
  if found then
    return v_id;
  end if;
  perform private.check_refund(v_row, p_amount, p_reason);
  return private.keep_refund(v_row, p_refund_id, p_amount, p_reason, auth.uid());
end $$;

create function private.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_row public.refund_requests;
begin
  perform private.must('payments', 'edit', 'refund payments');
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  select * into v_row from public.refund_requests where id = p_id;
  if found then
    return jsonb_build_object('id', v_row.id, 'is_new', false, 'status', v_row.status);
  end if;
  perform private.check_refund(v_payment, p_amount, p_reason);
  if v_payment.provider is null or v_payment.provider_ref is null then
    perform private.refuse('PT409', format('%s was not paid by card here. Please record what you gave back.', v_payment.payment_number));
  end if;
  insert into public.refund_requests (id, payment_id, amount, reason, created_by)
  values (p_id, p_payment_id, p_amount, btrim(p_reason), auth.uid()) returning * into v_row;
  return jsonb_build_object('id', v_row.id, 'is_new', true, 'status', v_row.status, 'provider', v_payment.provider,
    'transaction', v_payment.provider_ref, 'cents', trunc(p_amount * 100)::text);
end $$;
comment on function private.ask_refund is
  'Before the bank is asked to give money back to a card: keeps what is asked, so that it goes nowhere else meanwhile. is_new is
false for a repeated call with the same p_id: then the bank must not be asked again. Returns {id, is_new, status, provider,
transaction, cents}.';
call private.offer('private.ask_refund(uuid, numeric, text, uuid)');

create function private.settle_refund(p_id uuid, p_status text, p_provider_ref text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.refund_requests;
  v_payment public.payments;
begin
  select * into v_row from public.refund_requests where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This refund is not there any more');
  elsif p_status not in ('done', 'refused', 'unknown') then
    perform private.refuse('22023', 'A refund is done, refused or unknown');
  elsif v_row.status in ('done', 'refused') then
    return;
  end if;
  update public.refund_requests
     set status = p_status, provider_ref = coalesce(p_provider_ref, provider_ref), settled_at = case when p_status <> 'unknown' then now() end
   where id = p_id;
  if p_status = 'done' then
    select * into v_payment from public.payments where id = v_row.payment_id for no key update;
    perform private.keep_refund(v_payment, v_row.id, v_row.amount, v_row.reason, v_row.created_by);
  end if;
end $$;
comment on function private.settle_refund is
  'For the service key: what the bank said about a refund: done (it is recorded), refused, or unknown while it does not answer.';
call private.offer('private.settle_refund(uuid, text, text)', '{service_role}');

create function private.decide_refund(p_id uuid, p_went_back boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.refund_requests;
begin
  perform private.must('payments', 'edit', 'refund payments');
  select * into v_row from public.refund_requests where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This refund is not there any more');
  elsif v_row.status = 'asked' and v_row.created_at > now() - interval '2 minutes' then
    perform private.refuse('PT409', 'The bank is being asked just now. Please wait two minutes.');
  end if;
  perform private.settle_refund(p_id, case when p_went_back then 'done' else 'refused' end);
end $$;
comment on function private.decide_refund is
  'The bank did not answer, and a person looked there: the money went back and is recorded, or it did not and is free again.';
call private.offer('private.decide_refund(uuid, boolean)');

create or replace function private.report_reversal(p_provider text, p_provider_ref text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  select * into v_payment from public.payments where provider = p_provider and provider_ref = p_provider_ref for no key update;
  if v_payment.id is null or exists (
    select from public.document_events e where e.kind = 'payment' and e.record_id = v_payment.id and e.type = 'reversed')
    or exists (select from public.refund_requests r where r.payment_id = v_payment.id and r.status <> 'refused')
  then
    return;
  end if;
  perform private.log_event('payment', v_payment.id, 'reversed', jsonb_build_object('number', v_payment.payment_number, 'provider', p_provider));
  perform private.tell_staff('{}', 'accounts', format('%s was reversed', v_payment.payment_number),
    format('%s gave %s %s back to the payer. Please record the refund or ask the client.', p_provider, v_payment.currency,
      private.amount_text(v_payment.amount)), null, jsonb_build_object('payment_number', v_payment.payment_number, 'kind', 'payment'));
end $$;
comment on function private.report_reversal is
  'For the service key, after the provider itself confirmed that a payment went back: tells accounts once. A refund that we asked
for ourselves is no news. Books are changed by people.';

create or replace function private.reverse_payment(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_part public.payment_allocations;
begin
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.refunded > 0 or exists (select from public.refund_requests r where r.payment_id = p_id and r.status in ('asked', 'unknown')) then
    perform private.refuse('PT409', format('A part of %s went back to the client already', v_row.payment_number));
  elsif exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
    where a.payment_id = p_id and v.kind = 'deposit')
  then
    perform private.refuse('PT409', format('%s paid a deposit invoice: please credit that and refund the payment', v_row.payment_number));
  end if;
  for v_part in delete from public.payment_allocations where payment_id = p_id returning *
  loop
    perform private.refresh_invoice(v_part.invoice_id);
  end loop;
  perform private.refresh_payment(p_id);
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, kind, created_by)
  values (p_id, v_row.amount, greatest(private.company_today(), v_row.received_on), btrim(p_reason), 'reversal', auth.uid());
  update public.payments set refunded = amount, status = 'refunded' where id = p_id;
  perform private.log_event('payment', p_id, 'taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $$;

-- ------------------------------------------------------------------------------------------------------ write-offs

create or replace function private.refresh_invoice(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
  v_paid numeric;
  v_credited numeric;
  v_status text;
begin
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  if v_row.id is null or v_row.status in ('draft', 'void') then
    return;
  end if;
  select coalesce(sum(a.amount), 0) into v_paid from public.payment_allocations a where a.invoice_id = p_invoice_id;
  select coalesce(sum(a.amount), 0) + coalesce((select sum(w.amount) from public.write_offs w where w.invoice_id = p_invoice_id), 0)
    into v_credited from public.credit_allocations a where a.invoice_id = p_invoice_id;
  if v_paid + v_credited > v_row.gross then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number,
      private.amount_text(v_row.gross - v_row.paid - v_row.credited)));
  end if;
  v_status := case
    when v_paid + v_credited = v_row.gross then case when v_credited > 0 and v_paid = 0 then 'credited' else 'paid' end
    when v_paid + v_credited > 0 then 'partly_paid' else 'issued' end;
  update public.invoices set paid = v_paid, credited = v_credited, status = v_status
   where id = p_invoice_id and (paid, credited, status) is distinct from (v_paid, v_credited, v_status);
  if v_status <> v_row.status and v_status = 'paid' then
    perform private.cancel_mails('invoice', p_invoice_id);
    perform private.log_event('invoice', p_invoice_id, 'paid');
  end if;
end $$;
comment on function private.refresh_invoice is
  'Computes paid, credited and status of an issued invoice from its allocations. What was written off counts as credited.';
comment on column public.invoices.credited is 'Allocated credit notes, and what was written off.';

create or replace function private.account_entries(p_contact_id uuid)
returns table (on_date date, sort integer, kind text, id uuid, number text, description text, due_date date, debit numeric, credit numeric)
  language sql stable security definer set search_path = ''
as $$
  select v.issue_date, 1, 'invoice', v.id, v.invoice_number, v.project_title, v.due_date, v.gross, 0::numeric
    from public.invoices v
   where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma'
  union all
  select n.issue_date, 2, 'credit_note', n.id, n.credit_number, n.reason, null, 0, n.gross
    from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void')
  union all
  select p.received_on, 3, 'payment', p.id, p.payment_number, p.reference, null,
         case p.direction when 'out' then p.amount else 0 end, case p.direction when 'in' then p.amount else 0 end
    from public.payments p where p.contact_id = p_contact_id and p.status in ('succeeded', 'part_refunded', 'refunded')
  union all
  select r.refunded_on, 4, 'refund', r.id, p.payment_number, case r.kind when 'reversal' then 'Recorded by mistake' else r.reason end,
         null, r.amount, 0
    from public.payment_refunds r join public.payments p on p.id = r.payment_id where p.contact_id = p_contact_id
  union all
  select w.written_off_on, 5, 'write_off', w.id, v.invoice_number, null, null, greatest(-w.amount, 0), greatest(w.amount, 0)
    from public.write_offs w join public.invoices v on v.id = w.invoice_id where v.contact_id = p_contact_id
$$;
comment on function private.account_entries is
  'What moves the account of a client: invoices and refunds up, credit notes, payments and what was written off down.';

create or replace function private.open_invoices(p_contact_id uuid, p_on date)
returns table (id uuid, number text, issue_date date, due_date date, gross numeric, open numeric)
  language sql stable security definer set search_path = ''
as $$
  select v.id, v.invoice_number, v.issue_date, v.due_date, v.gross, v.gross
      - coalesce((select sum(a.amount) from public.payment_allocations a join public.payments p on p.id = a.payment_id
                   where a.invoice_id = v.id and greatest(a.allocated_on, p.received_on) <= p_on), 0)
      - coalesce((select sum(a.amount) from public.credit_allocations a where a.invoice_id = v.id and a.allocated_on <= p_on), 0)
      - coalesce((select sum(w.amount) from public.write_offs w where w.invoice_id = v.id and w.written_off_on <= p_on), 0)
    from public.invoices v
   where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_on
$$;

create function private.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric default null, p_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
  v_amount numeric;
  v_id uuid;
begin
  perform private.must('invoices', 'delete', 'write invoices off');
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  select id into v_id from public.write_offs where id = p_id;
  if found then
    return v_id;
  elsif v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status not in ('issued', 'partly_paid') then
    perform private.refuse('PT409', 'Nothing of this invoice is open');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  v_amount := coalesce(p_amount, v_row.balance);
  if not coalesce(v_amount > 0 and v_amount = trunc(v_amount, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif v_amount > v_row.balance then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number, private.amount_text(v_row.balance)));
  end if;
  insert into public.write_offs (id, invoice_id, amount, reason, written_off_on, created_by)
  values (coalesce(p_id, gen_random_uuid()), p_invoice_id, v_amount, btrim(p_reason), private.company_today(), auth.uid()) returning id into v_id;
  perform private.log_event('invoice', p_invoice_id, 'written_off',
    jsonb_build_object('amount', private.amount_text(v_amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.refresh_invoice(p_invoice_id);
  if v_amount = v_row.balance then
    perform private.cancel_mails('invoice', p_invoice_id);
  end if;
  return v_id;
end $$;
comment on function private.write_off_invoice is
  'Gives up what is open of an issued invoice, or a part of it, with a reason; for who may delete invoices. Its VAT stays as it was
invoiced. p_id: chosen by the caller, so that a repeated call writes off once. Returns the id.';
call private.offer('private.write_off_invoice(uuid, text, numeric, uuid)');

create function private.undo_write_off(p_id uuid, p_reason text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.write_offs;
  v_id uuid;
begin
  perform private.must('invoices', 'delete', 'write invoices off');
  select * into v_row from public.write_offs where id = p_id;
  perform from public.invoices where id = v_row.invoice_id for no key update;
  select id into v_id from public.write_offs where reverses_id = p_id;
  if found then
    return v_id;
  elsif v_row.id is null or v_row.reverses_id is not null then
    perform private.refuse('PT404', 'There is nothing to take back');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  insert into public.write_offs (invoice_id, amount, reason, written_off_on, reverses_id, created_by)
  values (v_row.invoice_id, -v_row.amount, btrim(p_reason), private.company_today(), p_id, auth.uid()) returning id into v_id;
  perform private.log_event('invoice', v_row.invoice_id, 'write_off_taken_back',
    jsonb_build_object('amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.refresh_invoice(v_row.invoice_id);
  return v_id;
end $$;
comment on function private.undo_write_off is 'What was written off is owed again, by a record of its own. Returns its id.';
call private.offer('private.undo_write_off(uuid, text)');

-- ---------------------------------------------------------------------------------------------------------- credit

create function private.client_credit(p_contact_id uuid) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select sum(private.payment_free(p.id)) from public.payments p
           where p.contact_id = p_contact_id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0), 0)
       + coalesce((select sum(n.open) from public.credit_notes n
           where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.open > 0), 0)
$$;
comment on function private.client_credit is 'Payments and credit notes of a client that settle nothing yet.';

create function private.settle_by_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.credit_allocations (credit_note_id, invoice_id, amount, allocated_on, created_by)
  values (p_credit_note_id, p_invoice_id, p_amount, private.company_today(), auth.uid());
  perform private.refresh_credit_note(p_credit_note_id);
  perform private.refresh_invoice(p_invoice_id);
end $$;

create function private.use_credit(p_uuid uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_note public.credit_notes;
  v_payment public.payments;
  v_before numeric;
  v_part numeric;
begin
  select * into v_invoice from public.invoices
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_invoice.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  -- Credit before invoices, as allocations do, so that two at once wait for each other.
  perform from public.credit_notes where contact_id = v_invoice.contact_id and open > 0 order by id for no key update;
  perform from public.payments where contact_id = v_invoice.contact_id and open > 0 order by id for no key update;
  select * into v_invoice from public.invoices where id = v_invoice.id for no key update;
  v_before := v_invoice.balance;
  for v_note in
    select * from public.credit_notes where contact_id = v_invoice.contact_id and status not in ('draft', 'void') and open > 0
     order by issue_date, credit_number
  loop
    exit when v_invoice.balance <= 0;
    perform private.settle_by_credit(v_note.id, v_invoice.id, least(v_note.open, v_invoice.balance));
    select * into v_invoice from public.invoices where id = v_invoice.id;
  end loop;
  for v_payment in
    select * from public.payments where contact_id = v_invoice.contact_id and direction = 'in' and status in ('succeeded', 'part_refunded') and open > 0
     order by received_on, payment_number
  loop
    exit when v_invoice.balance <= 0;
    v_part := least(private.payment_free(v_payment.id), v_invoice.balance);
    continue when v_part <= 0;
    perform private.allocate(v_payment.id, v_invoice.id, v_part);
    select * into v_invoice from public.invoices where id = v_invoice.id;
  end loop;
  if v_before > v_invoice.balance then
    perform private.log_event('invoice', v_invoice.id, 'credit_used',
      jsonb_build_object('amount', private.amount_text(v_before - v_invoice.balance)));
  end if;
  return jsonb_build_object('used', private.amount_text(v_before - v_invoice.balance), 'balance', private.amount_text(v_invoice.balance),
    'credit', private.amount_text(private.client_credit(v_invoice.contact_id)));
end $$;
comment on function private.use_credit is
  'By the link of an invoice: credit of its client lowers it, credit notes and then payments, the oldest first. A second call uses
what is left. Returns {used, balance, credit} as text.';
call private.offer('private.use_credit(uuid)', '{anon,authenticated,service_role}');

create or replace function private.get_public_invoice(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  select * into v_row from public.invoices
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_row.id is null then
    return null;
  elsif private.log_view('invoice', v_row.id, p_visit) then
    update public.invoices set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return private.invoice_document(v_row.id) || jsonb_build_object('public_uuid', p_uuid,
    'is_overdue', v_row.balance > 0 and v_row.due_date < private.company_today(),
    'credit', private.amount_text(private.client_credit(v_row.contact_id)));
end $$;
comment on function private.get_public_invoice is
  'An issued invoice by its link, numbers as text, with the credit that its client may use; null for a wrong, revoked or unissued
one alike.';

-- -------------------------------------------------------------------------------------------------------- activity

create or replace function private.payment_activity(p_before bigint default null, p_limit integer default 50)
returns table (
  id bigint, at timestamptz, kind text, record_id uuid, type text, actor_name text, number text, amount text, contact_id uuid,
  client_name text)
  language sql stable security definer set search_path = ''
as $$
  select e.id, e.at, e.kind, e.record_id, e.type, e.actor_name,
         coalesce(p.payment_number, v.invoice_number, n.credit_number, s.statement_number),
         coalesce(e.meta ->> 'amount', private.amount_text(coalesce(v.gross, n.gross, s.closing))),
         c.id, private.client_label(c)
    from public.document_events e
    left join public.payments p on e.kind = 'payment' and p.id = e.record_id
    left join public.invoices v on e.kind = 'invoice' and v.id = e.record_id
    left join public.credit_notes n on e.kind = 'credit_note' and n.id = e.record_id
    left join public.statements s on e.kind = 'statement' and s.id = e.record_id
    join public.contacts c on c.id = coalesce(p.contact_id, v.contact_id, n.contact_id, s.contact_id)
   where e.kind = any (private.my_document_kinds()) and private.is_staff()
     and (e.kind = 'payment' and e.type in ('received', 'refunded', 'taken_back')
       or e.kind in ('invoice', 'credit_note', 'statement') and e.type in ('issued', 'sent', 'viewed', 'written_off', 'credit_used'))
     and (p_before is null or e.id < p_before)
   order by e.id desc
   limit least(greatest(p_limit, 1), 200)
$$;
revoke execute on all routines in schema private from public;
