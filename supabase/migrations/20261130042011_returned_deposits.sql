set check_function_bodies = off;

create or replace function private.refund_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_back constant uuid := (select e.payment_id from public.bank_entries e where e.id = private.returned_entry(p_entry));
  v_one record;
  v_fits boolean;
  v_matches jsonb := '[]';
begin
  for v_one in
    with words as (
      select distinct m[1] || '-' || m[2] || '-' || m[3] as number
        from regexp_matches(upper(v_text), '(?<![A-Z])(INV|SO|ST|CN|RCPT)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m
    ), named as (
      select v.contact_id from words w join public.invoices v on v.invoice_number = w.number
      union select o.contact_id from words w join public.orders o on o.order_number = w.number
      union select n.contact_id from words w join public.credit_notes n on n.credit_number = w.number
      union select p.contact_id from words w join public.payments p on p.payment_number = w.number
    ), money as (
      select p.id, p.payment_number, p.contact_id, p.received_on, private.payment_free(p.id) as free, null::uuid as refund_id, null::date as refunded_on
        from public.payments p where p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open >= p_entry.amount
      union all
      select p.id, p.payment_number, p.contact_id, p.received_on, r.amount, r.id, r.refunded_on
        from public.payment_refunds r join public.payments p on p.id = r.payment_id
       where r.amount = p_entry.amount and r.kind = 'refund' and r.refunded_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
         and not exists (select from public.payment_refunds b where b.reverses_id = r.id)
         and not exists (select from public.refund_requests q where q.id = r.id)
         and not exists (select from public.bank_entry_payouts o where o.refund_id = r.id)
    )
    select m.*, private.client_label(c) as name, m.contact_id in (select n.contact_id from named n) as is_named,
           coalesce(m.id = v_back, false) as is_back,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e join public.payments p on p.id = e.payment_id
                         where e.party_iban = p_entry.party_iban and p.contact_id = c.id) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike,
           row_number() over (partition by m.contact_id order by m.id = v_back desc nulls last, m.refund_id is null, m.free = p_entry.amount desc, m.received_on, m.payment_number) as place
      from money m join public.contacts c on c.id = m.contact_id where m.free >= p_entry.amount
  loop
    continue when v_one.place > 1 or not (v_one.is_back or v_one.is_named or v_one.is_account or v_one.is_alike);
    v_fits := v_one.free = p_entry.amount;
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'refund', 'name', v_one.name, 'contact_id', v_one.contact_id, 'payment_id', v_one.id,
      'payment_number', v_one.payment_number, 'refund_id', v_one.refund_id, 'is_sure', v_one.refund_id is not null and (v_one.is_back or v_one.is_named or v_one.is_account),
      'score', 50 * v_one.is_back::integer + 40 * v_one.is_named::integer + 30 * v_one.is_account::integer + 20 * v_fits::integer + 10 * v_one.is_alike::integer + 20 * (v_one.refund_id is not null)::integer,
      'reasons', to_jsonb(array_remove(array[
        case when v_one.refund_id is not null then format('A refund of the same amount was recorded on %s.', private.day_in_words(v_one.refunded_on)) end,
        case when v_one.is_back then format('The bank gives %s back.', v_one.payment_number) end,
        case when v_one.is_named then 'The text names a paper of this client.' end,
        case when v_one.is_account then 'It went to an account of this client.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when v_one.refund_id is null then case when v_fits then format('The amount is what %s has left.', v_one.payment_number)
          else format('%s has %s of unused credit.', v_one.payment_number, private.money_words(v_one.free)) end end], null))));
  end loop;
  return v_matches;
end $$;

create or replace function private.part_of_return(p_invoice public.invoices, p_amount numeric) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('invoice_id', p_invoice.id, 'number', p_invoice.invoice_number, 'amount', private.amount_text(p_amount),
    'is_credited', case when private.deposit_stays(p_invoice) then true end));
end $$;

create or replace function private.client_return_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with receipts as (
    select p.id, p.payment_number, p.contact_id, p.received_on, p.amount, p_entry.amount - p.amount as fee, private.client_label(c) as name, s.parts,
           private.is_named(private.debit_text(p_entry), p.payment_number) or s.is_named as is_named,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e where e.payment_id = p.id and e.party_iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false) as is_alike
      from public.payments p join public.contacts c on c.id = p.contact_id,
           lateral (select coalesce(jsonb_agg(private.part_of_return(v, a.amount) order by v.invoice_number, v.id), '[]') as parts,
                    coalesce(bool_or(private.is_named(private.debit_text(p_entry), v.invoice_number)), false) as is_named
               from (select x.invoice_id, sum(x.amount) as amount from public.payment_allocations x where x.payment_id = p.id group by 1 having sum(x.amount) > 0) as a
               join public.invoices v on v.id = a.invoice_id) as s
     where p.direction = 'in' and p.status = 'succeeded' and p.refunded = 0 and p.open < p.amount
       and p.amount between p_entry.amount - 50 and p_entry.amount and p.received_on between p_entry.booked_on - 400 and p_entry.booked_on
       -- The bank says itself which entry comes back: that one is suggested as a return of it.
       and not exists (select from public.bank_entries e where e.payment_id = p.id and e.id = private.returned_entry(p_entry))
  ), likely as (
    select r.*, row_number() over (order by r.is_named desc, r.is_account desc, r.fee, r.received_on desc, r.payment_number) as place
      from receipts r where r.is_named or (r.fee = 0 and (r.is_account or r.is_alike))
  )
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'client_return', 'name', l.name, 'contact_id', l.contact_id, 'payment_id', l.id,
      'payment_number', l.payment_number, 'received_on', l.received_on, 'parts', l.parts, 'fee', case when l.fee > 0 then private.amount_text(l.fee) end,
      'is_sure', false, 'score', 40 * l.is_named::integer + 25 * l.is_account::integer + 15 * (l.fee = 0)::integer + 10 * l.is_alike::integer,
      'obstacle', private.why_deposit_stays(l.id),
      'reasons', to_jsonb(array_remove(array[
        case when l.is_named then 'The text names this payment or what it paid.' end,
        case when l.is_account then 'It went to the account that the payment came from.' end,
        case when l.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when l.fee = 0 then format('%s over the same amount came in on %s.', l.payment_number, private.day_in_words(l.received_on))
          else format('%s over %s came in on %s.', l.payment_number, private.money_words(l.amount), private.day_in_words(l.received_on)) end], null))) order by l.place), '[]')
    from likely l where l.place <= 2
  );
end $$;

create or replace function private.check_client_return(p_entry public.bank_entries, p_payment public.payments, p_fee numeric) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_payment.id is null or p_payment.direction <> 'in' then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif p_payment.refunded > 0 or p_payment.status <> 'succeeded'
    or exists (select from public.refund_requests r where r.payment_id = p_payment.id and r.status in ('asked', 'unknown'))
  then
    perform private.refuse('PT409', format('%s, or a part of it, went back already', p_payment.payment_number));
  elsif not coalesce(p_fee >= 0 and p_fee = trunc(p_fee, 2), false) or p_payment.amount + p_fee <> p_entry.amount then
    perform private.refuse('PT409', format('%s is over %s. With a fee of %s that is not the %s which the bank took.', p_payment.payment_number,
      private.money_words(p_payment.amount), coalesce(private.money_words(p_fee), '?'), private.money_words(p_entry.amount)));
  elsif p_entry.booked_on < p_payment.received_on then
    perform private.refuse('PT409', format('%s came in after this debit', p_payment.payment_number));
  end if;
end $$;

create or replace function private.book_client_return(p_entry public.bank_entries, p_choice jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment public.payments;
  v_fee constant numeric := case when coalesce(p_choice ->> 'fee', '0') ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' then coalesce((p_choice ->> 'fee')::numeric, 0) end;
  v_reason constant text := left(concat_ws(': ', format('Returned by the bank on %s', private.day_in_words(
    (select e.booked_on from public.bank_entries e where e.id = p_entry.id))), p_entry.remittance), 500);
  v_off jsonb;
begin
  perform private.must('payments', 'edit', 'take payments back');
  perform private.lock_refund(private.uuid_or_null(p_choice ->> 'payment_id'));
  select * into v_payment from public.payments where id = private.uuid_or_null(p_choice ->> 'payment_id');
  perform private.check_client_return(p_entry, v_payment, v_fee);
  perform private.credit_returned_deposits(v_payment.id, v_reason);
  v_off := private.take_off_invoices(v_payment.id);
  select * into v_payment from public.payments where id = v_payment.id;
  return jsonb_build_object('fee', v_fee, 'taken_off', v_off,
    'refund_id', private.keep_refund(v_payment, null, v_payment.amount, v_reason, auth.uid(), p_entry.booked_on));
end $$;

create or replace function private.settle_return(p_id uuid, p_of_id uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_of public.bank_entries;
  v_reason text;
  v_paid uuid[];
  v_back uuid[];
  v_one uuid;
begin
  perform private.must('payments', 'edit', 'take payments back');
  perform from public.bank_entries where id in (p_id, p_of_id) order by booked_on, id for no key update;
  v_row := private.open_entry(p_id);
  select * into v_of from public.bank_entries where id = p_of_id;
  if private.returned_entry(v_row) is distinct from p_of_id then
    perform private.refuse('PT409', 'The bank''s entries changed meanwhile. Please look again.');
  end if;
  v_reason := left(concat_ws(': ', format('Returned by the bank on %s', private.day_in_words(v_row.booked_on)), v_row.return_info), 500);
  v_paid := array(select o.supplier_payment_id from public.bank_entry_payouts o where o.entry_id = p_of_id and o.supplier_payment_id is not null order by 1);
  v_back := array(select o.refund_id from public.bank_entry_payouts o where o.entry_id = p_of_id and o.refund_id is not null order by 1);
  perform private.lock_refund(v_of.payment_id);
  perform private.credit_returned_deposits(v_of.payment_id, v_reason);
  if v_of.status = 'confirmed' then
    perform private.undo_bank_entry(p_of_id, v_reason);
  end if;
  -- What was recorded by hand, and only linked, came back all the same.
  if v_of.payment_id is not null and not v_of.has_recorded then
    perform private.reverse_payment(v_of.payment_id, v_reason);
  end if;
  foreach v_one in array v_paid loop
    perform private.reverse_supplier_payment(v_one, v_reason);
  end loop;
  foreach v_one in array v_back loop
    perform private.reverse_refund(v_one, v_reason);
  end loop;
  perform private.fail_returned_items(v_paid, v_reason);
  update public.bank_entries
     set status = 'ignored', decided_by = auth.uid(), decided_at = now(), ignore_reason = case id when p_of_id then v_reason
       else format('It gives the payment of %s back.', private.day_in_words(v_of.booked_on)) end
   where id in (p_id, p_of_id);
end $$;

create or replace function private.return_facts(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select jsonb_strip_nulls(jsonb_build_object('kind', 'return', 'entry_id', e.id, 'name', coalesce(e.party_name, p_entry.party_name), 'booked_on', e.booked_on,
      'is_booked', e.status = 'confirmed', 'payment_id', coalesce(e.payment_id, (
        select r.payment_id from public.bank_entry_payouts o join public.payment_refunds r on r.id = o.refund_id where o.entry_id = e.id limit 1)),
      'run_id', e.payment_run_id, 'is_sure', false,
      'parts', coalesce((
        select jsonb_agg(p.part order by p.part ->> 'number', p.part ->> 'invoice_id') from (
          select private.part_of_return(v, a.amount) as part
            from (select x.invoice_id, sum(x.amount) as amount from public.payment_allocations x where x.payment_id = e.payment_id group by 1 having sum(x.amount) > 0) as a
            join public.invoices v on v.id = a.invoice_id
          union all
          select jsonb_build_object('invoice_id', v.id, 'number', v.supplier_number, 'amount', private.amount_text(s.amount))
            from public.bank_entry_payouts o join public.supplier_payments s on s.id = o.supplier_payment_id
            join public.supplier_invoices v on v.id = s.supplier_invoice_id where o.entry_id = e.id) as p), '[]'),
      'reasons', to_jsonb(array[format('The same amount %s on %s, and %s.', case e.direction when 'in' then 'came in' else 'went out' end,
        private.day_in_words(e.booked_on), case e.status when 'confirmed' then 'is matched' else 'is not matched yet' end)])))
    from public.bank_entries e left join public.payments paid on paid.id = e.payment_id
   -- Money that somebody gave back already is linked, and does not come back twice.
   where e.id = private.returned_entry(p_entry) and coalesce(paid.refunded, 0) = 0
  );
end $$;

create or replace function private.return_match(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select jsonb_strip_nulls(f.facts || jsonb_build_object('obstacle', (
      select coalesce(private.return_obstacle(e), private.why_deposit_stays(e.payment_id)) from public.bank_entries e where e.id = (f.facts ->> 'entry_id')::uuid)))
    from private.return_facts(p_entry) as f (facts)
  );
end $$;

create or replace function private.credited_by(p_notes uuid[]) returns jsonb
language sql stable security definer set search_path to '' as $function$
  select jsonb_build_object(
    'net', private.amount_text(coalesce(sum(n.net), 0)), 'vat', private.amount_text(coalesce(sum(n.vat), 0)),
    'gross', private.amount_text(coalesce(sum(n.gross), 0)),
    'discount', private.amount_text(coalesce((
      select -sum(i.net) from public.credit_note_items i where i.credit_note_id = any (p_notes) and i.kind = 'discount'), 0)),
    'deposit', private.amount_text(coalesce((
      select -sum(i.net) from public.credit_note_items i where i.credit_note_id = any (p_notes) and i.kind = 'deposit'), 0)),
    'papers', coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'credit_number', n.credit_number, 'invoice_number', v.invoice_number, 'kind', v.kind,
      'gross', private.amount_text(n.gross), 'is_along', n.with_note_id is not null) order by n.credit_number), '[]'),
    'rates', coalesce((
      select jsonb_agg(to_jsonb(r) order by r.vat_rate::numeric, r.vat_treatment) from (
        select t.vat_rate::text as vat_rate, t.vat_treatment, private.amount_text(sum(t.base)) as base, private.amount_text(sum(t.vat)) as vat
          from public.credit_note_vat t where t.credit_note_id = any (p_notes) group by t.vat_rate, t.vat_treatment) as r), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = any (p_notes)
$function$;

create or replace function private.lock_orders_of_payment(p_payment_id uuid, p_contact_id uuid default null, p_parts jsonb default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.orders where id in (
    select k.order_id from public.kept_deposits k where k.payment_id = p_payment_id
    union
    select v.order_id from public.invoices v
     where v.kind = 'deposit' and v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_payment_id)
    union
    select v.order_id from public.invoices v
     where v.taxed_when_paid and (v.id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_parts) as one)
       or v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid')))
   order by id for no key update;
end $$;

create or replace function private.credit_of_deposit(p_invoice_id uuid, p_amount numeric, p_reason text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note uuid;
begin
  if (select sum(h.base + h.vat) from private.held_by_rate(p_invoice_id) as h) = p_amount then
    v_note := private.write_credit_note(p_invoice_id, p_reason, null, null);
  else
    v_note := private.write_credit_of_amounts(p_invoice_id, p_reason, (
      select jsonb_agg(jsonb_build_object('vat_rate', s.vat_rate, 'vat_treatment', s.vat_treatment, 'amount', s.base + s.vat))
        from private.split_gross((select jsonb_agg(to_jsonb(h)) from private.held_by_rate(p_invoice_id) as h), p_amount) as s
       where s.base + s.vat > 0), true, null);
  end if;
  perform private.number_credit_note(v_note);
  return v_note;
end $$;

create or replace function private.credit_open_deposit(p_invoice_id uuid, p_reason text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
begin
  perform private.must('invoices', 'edit', 'credit deposit invoices');
  perform from public.orders where id = (select v.order_id from public.invoices v where v.id = p_invoice_id) for no key update;
  select * into v_invoice from public.invoices where id = p_invoice_id and kind = 'deposit' and status not in ('draft', 'void');
  if v_invoice.id is null then
    perform private.refuse('PT404', 'This deposit invoice is not there any more');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif v_invoice.balance = 0 then
    perform private.refuse('PT409', format('Nothing of %s is open', v_invoice.invoice_number));
  end if;
  perform private.must_mean_plain(v_invoice.contact_id);
  return private.credit_of_deposit(p_invoice_id, v_invoice.balance, p_reason);
end $$;

create or replace function private.deposits_of_payment(p_payment_id uuid) returns table (invoice_id uuid, invoice_number text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select v.id, v.invoice_number, a.amount
    from (select x.invoice_id, sum(x.amount) as amount from public.payment_allocations x where x.payment_id = p_payment_id group by 1 having sum(x.amount) > 0) as a
    join public.invoices v on v.id = a.invoice_id
   where v.kind = 'deposit' and private.deposit_stays(v)
$$;

create or replace function private.why_deposit_stays(p_payment_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_deposit record;
begin
  for v_deposit in
    select d.*, p.payment_number,
           (select string_agg(distinct u.invoice_number, ', ') from private.deductions_of(d.invoice_id) as u) as deducted_by,
           exists (select from public.credit_notes n where n.invoice_id = d.invoice_id and n.status = 'draft') as has_draft,
           coalesce((select sum(n.open) from public.credit_notes n where n.invoice_id = d.invoice_id and n.status not in ('draft', 'void')), 0)
             + coalesce((select sum(h.base + h.vat) from private.held_by_rate(d.invoice_id) as h), 0) as credit
      from private.deposits_of_payment(p_payment_id) as d join public.payments p on p.id = p_payment_id order by d.invoice_number
  loop
    if v_deposit.deducted_by is not null then
      return format('%s paid the deposit invoice %s, which is deducted by %s: please credit %s first.', v_deposit.payment_number,
        v_deposit.invoice_number, v_deposit.deducted_by, v_deposit.deducted_by);
    elsif v_deposit.has_draft then
      return format('A credit note over the deposit %s is a draft. Accounts issues it or voids it first.', v_deposit.invoice_number);
    elsif v_deposit.credit < v_deposit.amount then
      return format('The deposit invoice %s was credited, and that credit is used already. Please book this debit to an account.', v_deposit.invoice_number);
    end if;
  end loop;
  return null;
end $$;

create or replace function private.credit_returned_deposits(p_payment_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_deposit record;
  v_words text;
begin
  if not exists (select from private.deposits_of_payment(p_payment_id)) then
    return;
  end if;
  perform private.must('invoices', 'edit', 'credit deposit invoices');
  v_words := private.why_deposit_stays(p_payment_id);
  if v_words is not null then
    perform private.refuse('PT409', rtrim(v_words, '.'));
  end if;
  for v_deposit in
    select d.invoice_id, d.amount - coalesce((select sum(n.open) from public.credit_notes n
             where n.invoice_id = d.invoice_id and n.status not in ('draft', 'void')), 0) as uncredited
      from private.deposits_of_payment(p_payment_id) as d order by d.invoice_number
  loop
    if v_deposit.uncredited > 0 then
      perform private.credit_of_deposit(v_deposit.invoice_id, v_deposit.uncredited, p_reason);
    end if;
    perform private.free_payments(n.id, p_payment_id)
      from (select c.id from public.credit_notes c where c.invoice_id = v_deposit.invoice_id and c.status not in ('draft', 'void') and c.open > 0
             order by c.issue_date, c.credit_number) as n;
  end loop;
end $$;

create or replace function private.keep_refund(p_payment public.payments, p_refund_id uuid, p_amount numeric, p_reason text, p_by uuid, p_on date default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.payment_refunds (id, payment_id, amount, refunded_on, reason, created_by)
  values (coalesce(p_refund_id, gen_random_uuid()), p_payment.id, p_amount, coalesce(p_on, private.company_today()), btrim(p_reason), p_by) returning id into v_id;
  update public.payments
     set refunded = refunded + p_amount, status = case when refunded + p_amount = amount then 'refunded' else 'part_refunded' end
   where id = p_payment.id;
  -- No mail says that it was received once all of it went back.
  if p_payment.refunded + p_amount = p_payment.amount then
    perform private.cancel_mails('payment', p_payment.id);
  end if;
  perform private.log_event('payment', p_payment.id, 'refunded', jsonb_build_object('number', p_payment.payment_number,
    'amount', private.amount_text(p_amount), 'reason', left(btrim(p_reason), 2000)), private.person_label(p_by));
  return v_id;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.book_client_return(public.bank_entries,pg_catalog.jsonb) is 'A debit gives a payment of a client back, all of it: what it settled is open again, a deposit invoice that stays paid is credited, and the money
went back on that day. What the bank took beyond it is its fee.';

comment on function private.credited_by(pg_catalog.uuid[]) is 'What credit notes give back together: totals, discounts and deducted deposits that they take off (net), papers and VAT rates, amounts as text.
is_along: the paper credits a deposit that goes back with another one.';

comment on function private.settle_return(pg_catalog.uuid,pg_catalog.uuid) is 'An entry gives an earlier one back: what that one recorded is reversed by records of their own, a deposit invoice that stays paid is
credited, and neither waits any more.';

comment on function private.credit_of_deposit(pg_catalog.uuid,numeric,pg_catalog.text) is 'Issues a credit note over an amount of a deposit invoice, with its share of each VAT rate. The caller locks the order. Returns the id of the note.';

comment on function private.credit_returned_deposits(pg_catalog.uuid,pg_catalog.text) is 'The bank gives a payment back: the deposit invoices that stay paid by it are credited as far as they are not, and the credit takes its place there, so that it is free
to go back. The caller locks the orders, their credit notes and the payment.';

comment on function private.deposits_of_payment(pg_catalog.uuid) is 'The deposit invoices that stay paid by a payment (deposit_stays), and how much of each it settles: they are credited before it goes back.';

comment on function private.part_of_return(public.invoices,numeric) is 'What a payment that comes back settles of an invoice: {invoice_id, number, amount, is_credited}. is_credited: a deposit invoice that is not open again, but credited.';

comment on function private.why_deposit_stays(pg_catalog.uuid) is 'Why the deposit invoices that a returned payment settles cannot be credited with its return, as a sentence; null when they can, or when it settles none.';

reset check_function_bodies;
