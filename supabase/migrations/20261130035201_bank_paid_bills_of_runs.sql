set check_function_bodies = off;

create or replace function private.waiting_debit(p_invoice public.supplier_invoices, p_iban text, p_amount numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select format('The bank paid %s on %s, which seems to be this one', private.money_words(e.amount, e.currency),
             private.day_text(e.booked_on))
      from public.bank_entries e
     where e.status = 'open' and e.direction = 'out' and e.currency = p_invoice.currency and e.booked_on >= p_invoice.invoice_date
       and (private.names_invoice(e, p_invoice) or e.party_iban = p_iban and e.amount in (p_invoice.open, p_amount))
     order by e.booked_on desc, e.id limit 1
  );
end $$;

create or replace function private.payment_run_notes(p_id uuid) returns table (item_id uuid, bank_note text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see payment runs');
  return query
    select i.id, debit.note || '. Take the payment out of this run, then book what the bank paid.'
      from public.payment_run_items i
      join public.payment_runs r on r.id = i.payment_run_id
      join public.supplier_invoices v on v.id = i.supplier_invoice_id,
           lateral (select private.waiting_debit(v, i.iban, i.amount) as note) as debit
     where i.payment_run_id = p_id and i.status = 'open' and r.status in ('prepared', 'approved') and debit.note is not null;
end $$;

create or replace function private.payment_candidates(p_pay_on date)
  returns table (id uuid, supplier_id uuid, supplier text, supplier_number text, status text, due_date date, scheduled_for date, currency text, open text, amount text, discount text, discount_until date, iban text, is_known_account boolean, why text, bank_note text, is_suggested boolean, is_credit boolean) language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('payments', 'create', 'prepare payments');
  return query
    select v.id, v.supplier_id, private.client_label(c), v.supplier_number, v.status, v.due_date, v.scheduled_for, v.currency,
           private.amount_text(v.open), private.amount_text(v.open - take.off), private.amount_text(take.off), v.discount_until, acc.iban,
           private.is_known_account(v.supplier_id, acc.iban),
           obstacle.why, debit.note || ': book that first.',
           obstacle.why is null and debit.note is null and (v.is_credit or v.scheduled_for <= p_pay_on or v.due_date <= p_pay_on + 2 or (take.off > 0 and v.discount_until <= p_pay_on + 7)), v.is_credit
      from public.supplier_invoices v
      join public.contacts c on c.id = v.supplier_id,
           lateral (select private.early_discount(v, p_pay_on) as off) as take,
           lateral (select coalesce(v.iban, private.supplier_iban(v.supplier_id)) as iban) as acc,
           lateral (select case
             when r.run_number is not null then format('It is in %s.', r.run_number)
             when v.currency <> 'EUR' then format('It is in %s: SEPA pays in euro.', v.currency)
             when v.is_credit then null
             when acc.iban is null then 'The supplier''s IBAN is missing.'
             when not private.is_iban(acc.iban) then 'The IBAN is wrong.' end as why
             from (select 1) as one
             left join public.payment_run_items i on i.supplier_invoice_id = v.id and i.status = 'open'
             left join public.payment_runs r on r.id = i.payment_run_id) as obstacle,
           lateral (select case when not v.is_credit then private.waiting_debit(v, acc.iban, v.open - take.off) end as note) as debit
     where v.status in ('approved', 'scheduled', 'part_paid') and v.open <> 0
     order by coalesce(v.scheduled_for, v.due_date) nulls last, v.supplier_number, v.id;
end $$;

create or replace function private.supplier_open_invoices(p_supplier_id uuid)
returns table (id uuid, number text, due_date date, balance text, why text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see bank statements');
  return query
    select v.id, v.supplier_number, v.due_date, private.amount_text(v.open),
           case when v.status = 'received' then 'It is not approved yet.' when v.status = 'disputed' then 'It is disputed.'
             when r.run_number is not null then format('It is in %s. If the bank paid it already, take it out there, then book this.', r.run_number)
             when v.currency <> (select s.currency from public.company_settings s) then format('It is in %s.', v.currency) end
      from public.supplier_invoices v
      left join public.payment_run_items i on i.supplier_invoice_id = v.id and i.status = 'open'
      left join public.payment_runs r on r.id = i.payment_run_id
     where v.supplier_id = p_supplier_id and v.open > 0
     order by v.due_date nulls last, v.invoice_date, v.supplier_number;
end $$;

comment on function private.waiting_debit(public.supplier_invoices,pg_catalog.text,numeric) is 'A debit of the bank that nobody booked and that seems to pay this invoice of a supplier: it names its number, or went to this account with its amount. The begin of a sentence, or null.';

reset check_function_bodies;
