set check_function_bodies = off;

create or replace function private.in_company_words(p_at timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select to_char(p_at at time zone private.company_zone(), case s.date_style when 'month_first' then 'Dy, Mon FMDD, YYYY, ' else 'Dy FMDD Mon YYYY, ' end
      || case s.hour_style when '12h' then 'FMHH12:MI am' else 'HH24:MI' end)
    from (select (select c.date_style from public.company_settings c) as date_style, (select c.hour_style from public.company_settings c) as hour_style) as s);
end $$;

create or replace function private.day_in_words(p_day date) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_char(p_day, case (select s.date_style from public.company_settings s) when 'month_first' then 'FMMonth FMDD, YYYY' else 'FMDD FMMonth YYYY' end);
end $$;

create or replace function private.client_matches(p_entry public.bank_entries, p_client jsonb, p_is_only boolean) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_contact_id constant uuid := (p_client ->> 'contact_id')::uuid;
  v_named constant text[] := array(select jsonb_array_elements_text(p_client -> 'named'));
  v_is_known constant boolean := v_named <> '{}' or (p_client ->> 'is_account')::boolean or (p_client ->> 'paid_before')::boolean;
  v_open constant jsonb := private.open_papers(v_contact_id);
  v_order constant public.orders := private.meant_deposit(v_contact_id, v_named, p_entry.amount, not exists (
    select from jsonb_array_elements(v_open) as one where one ->> 'number' = any (v_named) or (one ->> 'balance')::numeric = p_entry.amount));
  v_reading constant jsonb := private.reading_with_credit(private.reading_of_amount(p_entry.amount, v_open, v_named,
    v_order.deposit_amount - v_order.deposit_paid), p_entry.amount, v_open, v_contact_id);
  v_paid constant text := (select string_agg(v.invoice_number, ', ' order by v.invoice_number) from public.invoices v
    where v.invoice_number = any (v_named) and v.contact_id = v_contact_id and v.balance = 0);
  v_reasons constant text[] := private.reasons_of_match(p_entry, p_client, v_order, v_reading, v_paid);
  v_later constant text := private.later_invoice(private.day_in_books(p_entry.booked_on), v_reading -> 'parts');
  v_payment constant public.payments := private.recorded_receipt(p_entry, v_contact_id);
  v_is_recorded constant boolean := v_payment.id is not null and (v_is_known or (p_client ->> 'is_alike')::boolean);
  v_is_sure constant boolean := v_is_known and p_is_only and (v_reading ->> 'fits')::boolean and v_paid is null and not v_is_recorded;
  v_about constant jsonb := jsonb_build_object('contact_id', v_contact_id, 'client_name', p_client ->> 'client_name');
  v_score constant integer := 40 * (v_reading -> 'named' <> '[]' or v_order.id is not null)::integer
    + 30 * ((p_client ->> 'is_account')::boolean or (p_client ->> 'paid_before')::boolean)::integer
    + 20 * (v_reading ->> 'fits')::boolean::integer + 10 * (p_client ->> 'is_alike')::boolean::integer + 5 * (v_named <> '{}')::integer;
begin
  return case when v_is_recorded then jsonb_build_array(v_about || jsonb_build_object('payment_id', v_payment.id,
      'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', v_score + 50, 'is_sure', v_is_known and p_is_only,
      'reasons', to_jsonb(array[format('%s over the same amount was recorded by hand on %s.', v_payment.payment_number,
        private.day_in_words(v_payment.received_on))] || v_reasons[1:array_length(v_reasons, 1) - 1]))) else '[]' end
    || jsonb_build_array(v_about || jsonb_build_object(
      'order_id', case when (v_reading ->> 'is_deposit')::boolean then v_order.id end,
      'order_number', case when (v_reading ->> 'is_deposit')::boolean then v_order.order_number end,
      'uses_credit', v_reading -> 'uses_credit', 'credit_from', v_reading -> 'credit_from',
      'parts', v_reading -> 'parts', 'credit', v_reading ->> 'left', 'score', v_score,
      'is_sure', v_is_sure and v_later is null, 'is_early', case when v_is_sure and v_later is not null then true end,
      'reasons', to_jsonb(case when v_later is null then '{}' else array[format('It came before the day of %s.', v_later)] end || v_reasons)));
end $$;

create or replace function private.run_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_one record;
  v_matches jsonb := '[]';
begin
  for v_one in
    select r.id, r.run_number, r.pay_on, r.status, s.total, s.count, private.booked_before_run(p_entry, r) as doubt, v_text ~* ('(?<![A-Z0-9])' || r.run_number || '(?![0-9]|-[0-9]{3}(?![A-Z0-9]))') as is_named
      from public.payment_runs r,
           lateral (select sum(i.amount) as total, count(*) as count from public.payment_run_items i
                     where i.payment_run_id = r.id and i.status = case r.status when 'paid' then 'paid' else 'open' end) as s
     where s.total = p_entry.amount and (r.status = 'exported' and r.exported_at::date - 1 <= p_entry.booked_on
       or r.status = 'paid' and abs(r.paid_on - p_entry.booked_on) <= 10
          and not exists (select from public.payment_run_items i
            join public.supplier_payments s on s.supplier_invoice_id = i.supplier_invoice_id and s.reference = i.end_to_end_id and s.amount = i.amount
            join public.bank_entry_payouts o on o.supplier_payment_id = s.id where i.payment_run_id = r.id))
  loop
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'run', 'name', v_one.run_number, 'run_id', v_one.id, 'run_number', v_one.run_number,
      'is_recorded', v_one.status = 'paid', 'count', v_one.count, 'is_sure', v_one.is_named and v_one.doubt is null,
      'score', 60 + 40 * v_one.is_named::integer,
      'reasons', to_jsonb(array_remove(array[v_one.doubt, case when v_one.is_named then format('The text names %s.', v_one.run_number) end,
        case v_one.count when 1 then 'The amount is its one payment.' else format('The amount is its %s payments together.', v_one.count) end,
        case when v_one.status = 'paid' then 'Somebody marked it as paid already: nothing is recorded again.'
          else format('It was to be paid on %s.', private.day_in_words(v_one.pay_on)) end], null))));
  end loop;
  return v_matches;
end $$;

create or replace function private.recorded_payout_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_one record;
  v_matches jsonb := '[]';
begin
  for v_one in
    select s.id, s.paid_on, c.id as contact_id, private.client_label(c) as name, v.id as invoice_id, v.supplier_number as number,
           r.run_number, private.booked_before_run(p_entry, r) as doubt,
           private.is_named(v_text, v.supplier_number) or private.is_named(v_text, v.payment_reference) as is_named,
           coalesce(v.iban = p_entry.party_iban, false) or exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike
      from public.supplier_payments s join public.supplier_invoices v on v.id = s.supplier_invoice_id join public.contacts c on c.id = v.supplier_id
      left join public.payment_run_items i on i.end_to_end_id = s.reference and i.supplier_invoice_id = s.supplier_invoice_id
      left join public.payment_runs r on r.id = i.payment_run_id
     where s.amount = p_entry.amount and s.method in ('bank', 'other') and s.reverses_id is null and v.currency = p_entry.currency
       and s.paid_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
       and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
       and not exists (select from public.bank_entry_payouts o where o.supplier_payment_id = s.id)
  loop
    continue when not (v_one.is_named or v_one.is_account or v_one.is_alike);
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'recorded', 'name', v_one.name, 'contact_id', v_one.contact_id, 'supplier_payment_id', v_one.id,
      'parts', jsonb_build_array(jsonb_build_object('invoice_id', v_one.invoice_id, 'number', v_one.number,
        'balance', private.amount_text(p_entry.amount), 'amount', private.amount_text(p_entry.amount))),
      'is_sure', v_one.doubt is null and (v_one.is_named or v_one.is_account), 'run_number', v_one.run_number,
      'score', 60 + 40 * v_one.is_named::integer + 30 * v_one.is_account::integer + 10 * v_one.is_alike::integer,
      'reasons', to_jsonb(array_remove(array[v_one.doubt, case when v_one.run_number is null
          then format('A payment over the same amount was recorded by hand on %s.', private.day_in_words(v_one.paid_on))
          else format('%s paid the same amount, marked as paid on %s.', v_one.run_number, private.day_in_words(v_one.paid_on)) end,
        case when v_one.is_named then format('The text names %s.', v_one.number) end,
        case when v_one.is_account then 'It went to the bank account of this supplier.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end], null))));
  end loop;
  return v_matches;
end $$;

create or replace function private.recurring_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_one record;
  v_matches jsonb := '[]';
begin
  for v_one in
    select r.id, r.title, r.next_on, c.id as contact_id, private.client_label(c) as name,
           coalesce(r.iban = p_entry.party_iban, false) or exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike,
           private.folded(coalesce(v_text, '')) like '%' || private.folded(r.title) || '%' as is_named
      from public.recurring_payments r join public.contacts c on c.id = r.contact_id left join public.vat_rates t on t.id = r.vat_rate_id
     where r.direction = 'out' and not r.is_paused and r.next_on between p_entry.booked_on - 7 and p_entry.booked_on + 7
       and r.amount + private.vat_of(r.amount, coalesce(t.rate, 0)) = p_entry.amount
  loop
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'recurring', 'name', v_one.name, 'contact_id', v_one.contact_id,
      'recurring_id', v_one.id, 'title', v_one.title, 'period_on', v_one.next_on, 'is_sure', v_one.is_account,
      'score', 20 + 30 * v_one.is_account::integer + 20 * v_one.is_named::integer + 10 * v_one.is_alike::integer,
      'reasons', to_jsonb(array_remove(array[case when v_one.is_account then 'It went to the account of this payment.' end,
        case when v_one.is_named then format('The text names %s.', v_one.title) end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        format('The amount is that of %s, due on %s.', v_one.title, private.day_in_words(v_one.next_on))], null))));
  end loop;
  return v_matches;
end $$;

create or replace function private.refund_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := private.debit_text(p_entry);
  v_name constant text := private.plain_name(p_entry.party_name);
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
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e join public.payments p on p.id = e.payment_id
                         where e.party_iban = p_entry.party_iban and p.contact_id = c.id) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike,
           row_number() over (partition by m.contact_id order by m.refund_id is null, m.free = p_entry.amount desc, m.received_on, m.payment_number) as place
      from money m join public.contacts c on c.id = m.contact_id where m.free >= p_entry.amount
  loop
    continue when v_one.place > 1 or not (v_one.is_named or v_one.is_account or v_one.is_alike);
    v_fits := v_one.free = p_entry.amount;
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'refund', 'name', v_one.name, 'contact_id', v_one.contact_id, 'payment_id', v_one.id,
      'payment_number', v_one.payment_number, 'refund_id', v_one.refund_id, 'is_sure', v_one.refund_id is not null and (v_one.is_named or v_one.is_account),
      'score', 40 * v_one.is_named::integer + 30 * v_one.is_account::integer + 20 * v_fits::integer + 10 * v_one.is_alike::integer + 20 * (v_one.refund_id is not null)::integer,
      'reasons', to_jsonb(array_remove(array[
        case when v_one.refund_id is not null then format('A refund of the same amount was recorded on %s.', private.day_in_words(v_one.refunded_on)) end,
        case when v_one.is_named then 'The text names a paper of this client.' end,
        case when v_one.is_account then 'It went to an account of this client.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when v_one.refund_id is null then case when v_fits then format('The amount is what %s has left.', v_one.payment_number)
          else format('%s has %s of unused credit.', v_one.payment_number, private.money_words(v_one.free)) end end], null))));
  end loop;
  return v_matches;
end $$;

comment on function private.in_company_words(timestamp with time zone) is 'A moment as the company writes days and times: Fri 20 Nov 2026, 09:30, or Fri, Nov 20, 2026, 9:30 am.';

comment on function private.day_in_words(pg_catalog.date) is 'A day in a sentence, in the order in which the company writes days: 29 November 2026, or November 29, 2026.';

reset check_function_bodies;
