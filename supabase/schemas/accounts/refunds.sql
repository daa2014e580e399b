-- Refunds and reversals.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.payment_refunds (
  id          uuid primary key default gen_random_uuid(),
  payment_id  uuid not null references public.payments (id) on delete restrict,
  amount      numeric(14, 2) not null,
  refunded_on date not null,
  reason      text not null,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  kind        text not null default 'refund',
  reverses_id uuid references public.payment_refunds (id) on delete restrict,
  way         text,
  worth       numeric(14, 2),
  constraint payment_refunds_way_is_known check (way in ('bank', 'cash')),
  constraint payment_refunds_reason_length check (char_length(btrim(reason)) between 1 and 2000 and char_length(reason) <= 2100),
  constraint payment_refunds_kind_is_known check (kind in ('refund', 'reversal')),
  constraint payment_refunds_reversal_is_below_zero check (amount <> 0 and (reverses_id is null) = (amount > 0)),
  constraint payment_refunds_worth_has_its_sign check (worth * amount >= 0)
);
create index payment_refunds_payment_id_idx on public.payment_refunds (payment_id);
create index payment_refunds_refunded_on_idx on public.payment_refunds (refunded_on);
create index payment_refunds_created_by_idx on public.payment_refunds (created_by);
create unique index payment_refunds_reversed_once_idx on public.payment_refunds (reverses_id);
comment on table public.payment_refunds is 'Money of a payment that went back.';
comment on column public.payment_refunds.kind is 'refund: money went back. reversal: the payment had been recorded by mistake; no money moved.';
comment on column public.payment_refunds.way is 'How the money went: by bank transfer or in cash. Null: as the payment came, a card payment to its card.';
comment on column public.payment_refunds.reverses_id is 'The refund that was recorded by mistake: this record is below zero and takes it back.';

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

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.payment_refunds', '');
grant select on public.payment_refunds to authenticated;
create policy "whoever reads a payment reads its refunds" on public.payment_refunds
  for select to authenticated using ((select true from public.payments p where p.id = payment_id));

call private.borrow_rules('public.refund_requests', '', p_audited => true, p_pages => '{payments}');
grant select on public.refund_requests to authenticated;
create policy "staff read refunds that the bank was asked for" on public.refund_requests
  for select to authenticated using ((select private.can('payments', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.credit_of_payment(p_payment_id uuid, p_credit_note_id uuid default null)
  returns table (credit_note_id uuid, invoice_id uuid, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select note.id, paid.invoice_id, least(note.open, paid.amount - note.before)
    from (select a.invoice_id, sum(a.amount) as amount from public.payment_allocations a where a.payment_id = p_payment_id group by 1) as paid
   cross join lateral (
      select n.id, n.open, sum(n.open) over (order by n.issue_date, n.credit_number) - n.open as before from public.credit_notes n
       where n.invoice_id = paid.invoice_id and n.status not in ('draft', 'void') and n.open > 0
         and (p_credit_note_id is null or n.id = p_credit_note_id)) as note
   where note.before < paid.amount
$$;
comment on function private.credit_of_payment is
  'What open credit notes over the invoices that a payment settles make of it: it can go back. p_credit_note_id: of that note alone.';

create function private.refundable(p_payment_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see payments');
  return private.amount_text(coalesce(private.payment_free(p_payment_id) + (select p.kept from public.payments p where p.id = p_payment_id), 0)
    + coalesce((select sum(c.amount) from private.credit_of_payment(p_payment_id) as c), 0));
end $$;
comment on function private.refundable is
  'How much of a payment can go back, as text: what settles nothing, what is kept for orders, and what open credit notes over its invoices leave.';
call private.offer('private.refundable(uuid)');

create function private.refund_options(p_credit_note_id uuid)
  returns table (payment_id uuid, payment_number text, method text, is_card boolean, received_on date, amount text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see payments');
  return query
    select p.id, p.payment_number, p.method, p.provider is not null and p.provider_ref is not null, p.received_on, private.amount_text(c.amount)
      from public.payments p
     cross join lateral private.credit_of_payment(p.id, p_credit_note_id) as c
     where p.direction = 'in' and p.status in ('succeeded', 'part_refunded')
       and p.id in (select a.payment_id from public.payment_allocations a join public.credit_notes n on n.invoice_id = a.invoice_id
                     where n.id = p_credit_note_id)
     order by p.received_on desc, p.payment_number desc;
end $$;
comment on function private.refund_options is
  'The payments with which what is open of a credit note can go back, the newest first, and how much with each as text.';
call private.offer('private.refund_options(uuid)');

create function private.lock_refund(p_payment_id uuid) returns uuid[]
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note uuid;
  v_notes uuid[] := '{}';
begin
  -- Orders for which it is kept, credit notes, payments, invoices: as everything that moves money locks them.
  perform private.lock_orders_of_payment(p_payment_id);
  for v_note in
    select n.id from public.credit_notes n
     where n.invoice_id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_payment_id)
       and n.status not in ('draft', 'void') and n.open > 0
     order by n.id for no key update
  loop
    v_notes := v_notes || v_note;
  end loop;
  perform from public.payments where id = p_payment_id for no key update;
  return v_notes;
end $$;
comment on function private.lock_refund is 'Locks a payment after its orders and the open credit notes over the invoices that it settles. Returns those notes.';

create function private.free_for_refund(p_payment_id uuid, p_amount numeric, p_credit_note_id uuid, p_locked uuid[]) returns public.payments
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left numeric := case when p_credit_note_id is null then p_amount - private.payment_free(p_payment_id) else p_amount end;
  v_freed numeric;
  v_credit record;
  v_payment public.payments;
begin
  perform from public.invoices where id in (select c.invoice_id from private.credit_of_payment(p_payment_id, p_credit_note_id) as c)
   order by id for no key update;
  for v_credit in
    select c.* from private.credit_of_payment(p_payment_id, p_credit_note_id) as c join public.credit_notes n on n.id = c.credit_note_id
     where c.credit_note_id = any (p_locked) order by n.issue_date, n.credit_number
  loop
    exit when not coalesce(v_left > 0, false);
    v_freed := private.free_payments(v_credit.credit_note_id, p_payment_id, least(v_credit.amount, v_left));
    perform private.log_event('credit_note', v_credit.credit_note_id, 'paid_back', jsonb_build_object('amount', private.amount_text(v_freed),
      'with', (select p.payment_number from public.payments p where p.id = p_payment_id)));
    v_left := v_left - v_freed;
  end loop;
  if p_credit_note_id is null and v_left > 0 then
    perform private.free_kept(null, p_payment_id, v_left);
  elsif v_left > 0 then
    perform private.refuse('PT409', format('Only %s of this credit note can go back with this payment', private.money_words(p_amount - v_left,
      (select p.currency from public.payments p where p.id = p_payment_id))));
  end if;
  select * into v_payment from public.payments where id = p_payment_id;
  return v_payment;
end $$;
comment on function private.free_for_refund is
  'Open credit notes take the place of a payment at their invoices, as far as a refund needs it: its invoices stay settled. Then what is kept for orders is free.
p_credit_note_id: all of it by that note. p_locked: the notes that lock_refund returned. Returns the payment.';

create function private.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid default null, p_credit_note_id uuid default null, p_way text default null,
  p_worth numeric default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_locked uuid[];
  v_row public.payments;
  v_kept public.payment_refunds;
begin
  perform private.must('payments', 'edit', 'refund payments');
  v_locked := private.lock_refund(p_id);
  select * into v_kept from public.payment_refunds where id = p_refund_id;
  if found then
    perform private.must_be_same((v_kept.payment_id, v_kept.amount) = (p_id, p_amount), 'refund');
    return v_kept.id;
  end if;
  v_row := private.free_for_refund(p_id, p_amount, p_credit_note_id, v_locked);
  perform private.check_refund(v_row, p_amount, p_reason);
  if p_way not in ('bank', 'cash') then
    perform private.refuse('22023', 'Please say whether the money went by bank transfer or in cash');
  elsif p_worth is not null then
    perform private.must_mean_worth(v_row.currency, p_amount, private.company_today(), p_worth, 'what went out as an amount',
      private.share_of_worth(p_amount, v_row.amount, v_row.worth));
  end if;
  return private.keep_refund(v_row, p_refund_id, p_amount, p_reason, auth.uid(), p_way => p_way, p_worth => p_worth);
end $$;
comment on function private.refund_payment is
  'Money of a payment goes back: what settles nothing, then what open credit notes over its invoices leave, then deposits kept for orders; the invoices stay
settled. p_credit_note_id: all of it is of that credit note. p_way: bank or cash; as the payment came where nobody says it. p_worth: what went out, in the
currency of the books, of a payment in another; null takes its share of what came in. Returns the id of the refund.';
call private.offer('private.refund_payment(uuid, numeric, text, uuid, uuid, text, numeric)');

create function private.take_refund_worth() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.worth := case
    when not exists (select from public.payments p where p.id = new.payment_id and p.worth is not null) then null
    when new.reverses_id is not null then (select -r.worth from public.payment_refunds r where r.id = new.reverses_id)
    else coalesce(new.worth, (select private.share_of_worth(new.amount, p.amount, p.worth) from public.payments p where p.id = new.payment_id)) end;
  return new;
end $$;
comment on function private.take_refund_worth is
  'A refund of a payment in another currency is worth what a person says that went out, else its share of what came in; what takes a refund back is its opposite.';

create function private.way_of_refund(p_refund public.payment_refunds, p_payment public.payments) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when exists (select from public.refund_requests r where r.id = p_refund.id) then 'To the card'
    when coalesce(p_refund.way, p_payment.method) = 'bank' then 'By bank transfer'
    when coalesce(p_refund.way, p_payment.method) = 'cash' then 'In cash' end;
end $$;
comment on function private.way_of_refund is 'Which way a refund went, in words that statements translate; null where nobody said it.';

create function private.refund_facts(p_refund_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_strip_nulls(jsonb_build_object('refund_amount', private.amount_text(f.amount), 'refunded_on', f.refunded_on,
        'by_card', case when r.id is not null then 'yes' end, 'by_bank', case when r.id is null and coalesce(f.way, p.method) = 'bank' then 'yes' end,
        'in_cash', case when r.id is null and coalesce(f.way, p.method) = 'cash' then 'yes' end,
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
comment on function private.refund_facts is
  'What the mail about a refund says beside its payment: how much, when, the credit notes that made the money free, else those over the deposits of its order, and the way
that it goes: to the card where the bank was asked, else as it was recorded, or as the client paid.';

create function private.cancel_refund_mail(p_refund_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.scheduled_emails m set status = 'cancelled', last_error = null
   where m.record_kind = 'payment' and m.record_id = (select f.payment_id from public.payment_refunds f where f.id = p_refund_id)
     and m.status = 'queued' and m.dedupe_key like '%/' || p_refund_id
$$;
comment on function private.cancel_refund_mail is 'The mail about a refund that was recorded by mistake, while it waits, is not sent.';

create function private.report_reversal(p_provider text, p_provider_ref text) returns void
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
    format('%s gave %s back to the payer. Please record the refund or ask the client.', p_provider,
      private.money_words(v_payment.amount, v_payment.currency)), null, jsonb_build_object('payment_number', v_payment.payment_number, 'kind', 'payment'));
end $$;
comment on function private.report_reversal is
  'For the service key, after the provider itself confirmed that a payment went back: tells accounts once. A refund that we asked
for ourselves is no news. Books are changed by people.';
call private.offer('private.report_reversal(text, text)', '{service_role}');

create function private.take_off_invoices(p_payment_id uuid, p_on date) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part public.payment_allocations;
  v_amount numeric;
  v_discount numeric;
  v_off jsonb := '[]';
begin
  perform from public.invoices where id in (select x.invoice_id from public.payment_allocations x where x.payment_id = p_payment_id) order by id for no key update;
  for v_part in select * from public.payment_allocations where payment_id = p_payment_id and reverses_id is null
  loop
    v_discount := private.cash_discounted(v_part.invoice_id);
    v_amount := private.take_off_invoice(v_part.id, p_on);
    continue when v_amount = 0;
    v_discount := v_discount - private.cash_discounted(v_part.invoice_id);
    v_off := v_off || jsonb_strip_nulls(jsonb_build_object('invoice_id', v_part.invoice_id, 'amount', private.amount_text(v_amount),
      'discount', private.amount_text(nullif(v_discount, 0))));
  end loop;
  perform private.refresh_payment(p_payment_id);
  perform private.take_off_orders(p_payment_id);
  return v_off;
end $$;
comment on function private.take_off_invoices is
  'A payment settles nothing any more: its invoices are open again, with their cash discounts, and its orders wait for their
deposit, on the day on which the money went back, null is today. The caller locks the orders and the payment. Returns [{invoice_id, amount, discount}].';

create function private.reverse_payment(p_id uuid, p_reason text, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_off jsonb;
begin
  perform private.lock_orders_of_payment(p_id);
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.refunded > 0 or exists (select from public.refund_requests r where r.payment_id = p_id and r.status in ('asked', 'unknown')) then
    perform private.refuse('PT409', format('A part of %s went back to the client already', v_row.payment_number));
  end if;
  perform private.refuse_paid_deposit(v_row, ' and refund the payment');
  v_off := private.take_off_invoices(p_id, p_on);
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, kind, created_by)
  values (p_id, v_row.amount, greatest(coalesce(p_on, private.company_today()), v_row.received_on), btrim(p_reason), 'reversal', auth.uid());
  update public.payments set refunded = amount, status = 'refunded' where id = p_id;
  perform private.cancel_mails('payment', p_id);
  perform private.log_event('payment', p_id, 'taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
  perform private.log_event('invoice', (part ->> 'invoice_id')::uuid, 'payment_taken_back', jsonb_build_object('number', v_row.payment_number,
    'amount', part ->> 'amount', 'reason', left(btrim(p_reason), 2000))) from jsonb_array_elements(v_off) as part;
end $$;
comment on function private.reverse_payment is
  'A payment that was recorded by mistake: what it settled is open again and a reversing record over all of it stands beside it.';

create function private.take_back_payment(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
begin
  perform private.must('payments', 'create', 'take payments back');
  perform private.lock_orders_of_payment(p_id);
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif exists (select from public.payment_refunds r where r.payment_id = p_id and r.kind = 'reversal') then
    return;
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif v_row.direction <> 'in' or v_row.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', format('%s cannot be taken back: it is %s', v_row.payment_number, replace(v_row.status, '_', ' ')));
  elsif v_row.provider is not null or v_row.request_id is not null then
    perform private.refuse('PT409', format('%s was paid by the client on the page: please refund it', v_row.payment_number));
  elsif exists (select from public.bank_entries e where e.payment_id = p_id) then
    perform private.refuse('PT409', format('%s stands on a bank statement: please take its entry back there', v_row.payment_number));
  end if;
  perform private.refuse_closed_day(v_row.received_on);
  perform private.reverse_payment(p_id, p_reason);
end $$;
comment on function private.take_back_payment is
  'A payment that a person recorded by mistake never was: its invoices are open again, a reversing record stands beside it, and its
receipt that still waits is not sent. Refused for what a client paid on the page, for what stands on a bank statement, of closed days, where a part
went back, and where it paid a deposit invoice that stays paid (deposit_stays). A second call changes nothing.';
call private.offer('private.take_back_payment(uuid, text)');

create function private.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid, p_credit_note_id uuid default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_locked uuid[];
  v_payment public.payments;
  v_row public.refund_requests;
begin
  perform private.must('payments', 'edit', 'refund payments');
  v_locked := private.lock_refund(p_payment_id);
  select * into v_row from public.refund_requests where id = p_id;
  if found then
    if (v_row.payment_id, v_row.amount) is distinct from (p_payment_id, p_amount) then
      perform private.refuse('PT409', 'This refund was asked for another payment or another amount already');
    end if;
    return jsonb_build_object('id', v_row.id, 'is_new', false, 'status', v_row.status);
  end if;
  v_payment := private.free_for_refund(p_payment_id, p_amount, p_credit_note_id, v_locked);
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
false for a repeated call with the same p_id: then the bank must not be asked again. p_credit_note_id: as in refund_payment.
Returns {id, is_new, status, provider, transaction, cents}.';
call private.offer('private.ask_refund(uuid, numeric, text, uuid, uuid)');

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

create function private.reverse_refund(p_id uuid, p_reason text, p_on date default null) returns void
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
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, reverses_id, way, created_by)
  values (v_row.payment_id, -v_row.amount, greatest(coalesce(p_on, private.company_today()), v_row.refunded_on), left(btrim(p_reason), 2000), p_id, v_row.way, auth.uid());
  update public.payments
     set refunded = refunded - v_row.amount, status = case when refunded = v_row.amount then 'succeeded' else 'part_refunded' end
   where id = v_row.payment_id;
  perform private.cancel_refund_mail(p_id);
  perform private.log_event('payment', v_row.payment_id, 'refund_taken_back', jsonb_build_object('number', v_payment.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $$;
comment on function private.reverse_refund is 'A refund that was recorded by mistake: a record below zero stands beside it, the money is credit of the client again.';

create function private.refund_by_hand(p_id uuid, p_doing text) returns public.payment_refunds
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_refunds;
begin
  perform private.must('payments', 'edit', p_doing);
  perform private.lock_refund((select r.payment_id from public.payment_refunds r where r.id = p_id));
  select * into v_row from public.payment_refunds where id = p_id;
  if v_row.id is null or v_row.kind <> 'refund' or v_row.reverses_id is not null then
    perform private.refuse('PT404', 'This refund is not there any more');
  elsif exists (select from public.refund_requests r where r.id = p_id) then
    perform private.refuse('PT409', 'The bank gave this back to the card: it stays');
  elsif exists (select from public.bank_entry_payouts o where o.refund_id = p_id) then
    perform private.refuse('PT409', 'This refund stands on a bank statement: please take its entry back there');
  end if;
  return v_row;
end $$;
comment on function private.refund_by_hand is 'Locks the payment of a refund that a person recorded and no bank says; refuses another one in words.';

create function private.restate_refund(p_refund public.payment_refunds, p_worth numeric, p_day date, p_way text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_refunds set worth = p_worth, refunded_on = p_day, way = p_way where id = p_refund.id;
  perform private.log_event('payment', p_refund.payment_id, 'refund_corrected', jsonb_build_object('number', (select p.payment_number from public.payments p where p.id = p_refund.payment_id),
    'words', concat_ws(', ',
      case when p_worth <> p_refund.worth then format('%s instead of %s', private.money_words(p_worth), private.money_words(p_refund.worth)) end,
      case when p_day <> p_refund.refunded_on then format('on %s instead of %s', private.day_text(p_day), private.day_text(p_refund.refunded_on)) end,
      case when p_way is distinct from p_refund.way then case p_way when 'cash' then 'in cash' else 'by bank transfer' end end)));
end $$;
comment on function private.restate_refund is 'A refund cost another amount, or went on another day or way: kept in the story and the audit. Closed days refuse it.';

create function private.correct_refund(p_id uuid, p_worth numeric, p_day date, p_way text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant public.payment_refunds := private.refund_by_hand(p_id, 'correct refunds');
  v_payment public.payments;
begin
  select * into v_payment from public.payments where id = v_row.payment_id;
  if exists (select from public.payment_refunds r where r.reverses_id = p_id) then
    perform private.refuse('PT409', 'This refund was taken back');
  elsif p_way is null or p_way not in ('bank', 'cash') then
    perform private.refuse('22023', 'Please say whether the money went by bank transfer or in cash');
  elsif not coalesce(p_day between v_payment.received_on and private.company_today(), false) then
    perform private.refuse('22023', format('Please choose a day from %s to today', private.day_text(v_payment.received_on)));
  elsif v_row.worth is null then
    p_worth := null;
  else
    perform private.must_mean_worth(v_payment.currency, v_row.amount, p_day, p_worth, 'what went out as an amount',
      private.share_of_worth(v_row.amount, v_payment.amount, v_payment.worth));
  end if;
  if (p_worth, p_day, p_way) is distinct from (v_row.worth, v_row.refunded_on, v_row.way) then
    perform private.restate_refund(v_row, p_worth, p_day, p_way);
  end if;
end $$;
comment on function private.correct_refund is
  'Corrects what a refund cost in the currency of the books (null for a payment in that), its day and its way, while both days are open. Its amount stays: another one is taken back
and recorded anew.';
call private.offer('private.correct_refund(uuid, numeric, date, text)');

create function private.take_back_refund(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refund_by_hand(p_id, 'take refunds back');
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  perform private.reverse_refund(p_id, p_reason);
end $$;
comment on function private.take_back_refund is
  'A refund that was recorded by mistake never went: a record below zero of today stands beside it, the money is credit of the client again, and its mail that still waits is not
sent. A second call changes nothing.';
call private.offer('private.take_back_refund(uuid, text)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger audit after insert or update or delete on public.payment_refunds
  for each row execute function private.audit('id');
create trigger take_refund_worth before insert on public.payment_refunds for each row execute function private.take_refund_worth();
create trigger zz_guard_closed before insert or update on public.payment_refunds
  for each row execute function private.guard_closed('refunded_on');
create trigger append_only before delete on public.payment_refunds
  for each row execute function private.refuse_change();
-- private.restate_refund corrects what it cost, its day and its way.
create trigger append_only_changes before update on public.payment_refunds
  for each row when ((new.id, new.payment_id, new.amount, new.reason, new.kind, new.reverses_id, new.created_by, new.created_at)
    is distinct from (old.id, old.payment_id, old.amount, old.reason, old.kind, old.reverses_id, old.created_by, old.created_at))
  execute function private.refuse_change();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.payment_refunds', 'nudge_page', $$private.nudge_pages('payment_id', 'payments', 'statements')$$);
