set check_function_bodies = off;

create or replace function private.owing_suppliers(p_entry public.bank_entries)
  returns table (supplier_id uuid, is_named boolean, has_amount boolean, is_account boolean, paid_before boolean, papers jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with owed as (
    select v.id, v.supplier_id, v.supplier_number, v.due_date, v.invoice_date, v.open, v.status,
           case when v.discount_until >= p_entry.booked_on and v.paid = 0 then private.cut_percent(v.net + v.vat, v.discount_pct) else 0 end as discount,
           private.names_invoice(p_entry, v) as is_named,
           coalesce(v.iban = p_entry.party_iban, false) as is_account
      from public.supplier_invoices v
     where v.status in ('received', 'approved', 'scheduled', 'part_paid') and v.open > 0 and v.currency = p_entry.currency
       and not exists (select from public.payment_run_items i where i.supplier_invoice_id = v.id and i.status = 'open')
  ), suppliers as (
    select o.supplier_id, bool_or(o.is_named) as is_named, bool_or(o.open - o.discount = p_entry.amount or o.open = p_entry.amount) as has_amount,
           bool_or(o.is_account) or exists (select from public.contact_bank_accounts a where a.contact_id = o.supplier_id and a.iban = p_entry.party_iban) as is_account,
           exists (select from public.bank_entries e join public.bank_entry_payouts b on b.entry_id = e.id
                     join public.supplier_payments s on s.id = b.supplier_payment_id join public.supplier_invoices v on v.id = s.supplier_invoice_id
                    where e.party_iban = p_entry.party_iban and v.supplier_id = o.supplier_id) as paid_before,
           jsonb_agg(jsonb_build_object('invoice_id', o.id, 'number', o.supplier_number, 'balance', private.amount_text(o.open),
             'discount', private.amount_text(o.discount), 'is_named', o.is_named, 'is_approved', o.status <> 'received')
             order by o.due_date nulls last, o.invoice_date, o.supplier_number) as papers
      from owed o group by o.supplier_id
  )
  select s.* from suppliers s;
end $$;

create or replace function private.pay_by_debit(p_entry public.bank_entries, p_parts jsonb) returns uuid[]
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_row public.supplier_invoices;
  v_number text;
  v_discount numeric;
  -- Paid in time is by the bank's day, whatever day it is booked on.
  v_day constant date := (select e.booked_on from public.bank_entries e where e.id = p_entry.id);
  v_ids uuid[] := '{}';
begin
  if jsonb_typeof(p_parts) is distinct from 'array' or jsonb_array_length(p_parts) not between 1 and 200 then
    perform private.refuse('22023', 'Please choose which invoices this paid');
  elsif exists (select from jsonb_array_elements(p_parts) as one
    where not coalesce(one ->> 'amount' ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' and (one ->> 'amount')::numeric > 0, false))
  then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif (select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_parts) as one) <> p_entry.amount then
    perform private.refuse('22023', format('The invoices come to %s, and the bank paid %s',
      private.money_words((select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_parts) as one)), private.money_words(p_entry.amount)));
  elsif (select count(distinct one ->> 'invoice_id') from jsonb_array_elements(p_parts) as one) <> jsonb_array_length(p_parts) then
    perform private.refuse('22023', 'An invoice stands here twice');
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as id, (one ->> 'amount')::numeric as amount, coalesce((one ->> 'discount')::numeric, 0) as discount
      from jsonb_array_elements(p_parts) as one order by 1
  loop
    select * into v_row from public.supplier_invoices where id = v_part.id for no key update;
    select r.run_number into v_number from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
     where i.supplier_invoice_id = v_part.id and i.status = 'open';
    v_discount := case when v_row.discount_until >= v_day and v_row.paid = 0 then private.cut_percent(v_row.net + v_row.vat, v_row.discount_pct) else 0 end;
    if v_row.id is null then
      perform private.refuse('PT404', 'This invoice is not there any more');
    elsif v_number is not null then
      perform private.refuse('PT409', format('%s is in %s. Please match the debit with the run, or take the invoice out of it.', v_row.supplier_number, v_number));
    elsif v_row.status not in ('approved', 'scheduled', 'part_paid') then
      perform private.refuse('PT409', case v_row.status when 'paid' then format('%s is paid', v_row.supplier_number)
        else format('Please approve %s before it is paid', v_row.supplier_number) end);
    elsif v_row.currency <> p_entry.currency then
      perform private.refuse('PT409', format('%s is in %s. Please record the payment by hand.', v_row.supplier_number, v_row.currency));
    elsif v_part.discount not in (0, v_discount) or (v_part.discount > 0 and v_part.amount + v_part.discount <> v_row.open) then
      perform private.refuse('PT409', format('The discount of %s is another one by now. Please look again.', v_row.supplier_number));
    elsif v_part.amount + v_part.discount > v_row.open then
      perform private.refuse('PT409', format('Of %s only %s are open', v_row.supplier_number, private.money_words(v_row.open)));
    end if;
    v_ids := v_ids || private.keep_supplier_payment(v_part.id, v_part.amount, v_part.discount, p_entry.booked_on,
      coalesce(p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference));
  end loop;
  return v_ids;
end $$;

create or replace function private.payment_candidates(p_pay_on date)
  returns table (id uuid, supplier_id uuid, supplier text, supplier_number text, status text, due_date date, scheduled_for date, currency text, open text, amount text, discount text, discount_until date, iban text, is_known_account boolean, why text, bank_note text, is_suggested boolean) language plpgsql  stable security definer set search_path = '' as $$
begin
  perform private.must('payments', 'create', 'prepare payments');
  return query
    select v.id, v.supplier_id, private.client_label(c), v.supplier_number, v.status, v.due_date, v.scheduled_for, v.currency,
           private.amount_text(v.open), private.amount_text(v.open - take.off), private.amount_text(take.off), v.discount_until, acc.iban,
           private.is_known_account(v.supplier_id, acc.iban),
           obstacle.why, debit.note,
           obstacle.why is null and debit.note is null and (v.scheduled_for <= p_pay_on or v.due_date <= p_pay_on + 2 or (take.off > 0 and v.discount_until <= p_pay_on + 7))
      from public.supplier_invoices v
      join public.contacts c on c.id = v.supplier_id,
           lateral (select case when v.discount_until >= p_pay_on and v.paid = 0 then private.cut_percent(v.net + v.vat, v.discount_pct) else 0 end as off) as take,
           lateral (select coalesce(v.iban, private.supplier_iban(v.supplier_id)) as iban) as acc,
           lateral (select case
             when r.run_number is not null then format('It is in %s.', r.run_number)
             when v.currency <> 'EUR' then format('It is in %s: SEPA pays in euro.', v.currency)
             when acc.iban is null then 'The supplier''s IBAN is missing.'
             when not private.is_iban(acc.iban) then 'The IBAN is wrong.' end as why
             from (select 1) as one
             left join public.payment_run_items i on i.supplier_invoice_id = v.id and i.status = 'open'
             left join public.payment_runs r on r.id = i.payment_run_id) as obstacle,
           lateral (select private.waiting_debit(v, acc.iban, v.open - take.off) as note) as debit
     where v.status in ('approved', 'scheduled', 'part_paid') and v.open > 0
     order by coalesce(v.scheduled_for, v.due_date) nulls last, v.supplier_number, v.id;
end $$;

create or replace function private.part_of_gross(p_gross numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric, out base numeric, out vat numeric)
language sql stable parallel safe set search_path to '' as $function$
  select p_gross - part.vat, part.vat
    from (
      select v.vat, 0 as far, v.vat - private.vat_of(p_gross - v.vat, p_rate) as off,
             p_left_vat - v.vat - private.vat_of(p_left_base - p_gross + v.vat, p_rate) as rest_off
        from (select trunc(p_gross * p_rate / (100 + p_rate), 2) + n / 100.0 as vat from generate_series(-2, 3) as n) as v
       where p_gross <> p_left_base + p_left_vat and v.vat between 0 and p_left_vat and p_gross - v.vat > 0 and p_gross - v.vat < p_left_base
      union all
      select p_left_vat, -1, 0, 0 where p_gross = p_left_base + p_left_vat
      union all
      select trunc(p_gross * p_rate / (100 + p_rate), 2), 1, 0, 0
    ) as part
   -- Nothing is further than a cent off base × rate. As little as possible says less than it, the part never; then the rest is exact.
   where part.off between -0.01 and 0.01 and part.rest_off between -0.01 and 0.01
   order by part.far, (part.off < 0)::integer + (part.rest_off < 0)::integer, part.off < 0, abs(part.rest_off), abs(part.off)
   limit 1
$function$;

create or replace function private.split_gross(p_parts jsonb, p_amount numeric)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable set search_path = ''
as $$
  with rates as (
    select r.*, sum(r.base + r.vat) over (order by r.vat_rate, r.vat_treatment) as until, sum(r.base + r.vat) over () as whole
      from jsonb_to_recordset(p_parts) as r (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
     where r.base > 0 and r.base + r.vat > 0
  ), parts as (
    select r.*, trunc(p_amount * r.until / r.whole, 2) - trunc(p_amount * (r.until - r.base - r.vat) / r.whole, 2) as gross from rates r
  )
  select p.vat_rate, p.vat_treatment, part.base, part.vat
    from parts p, lateral private.part_of_gross(p.gross, p.vat_rate, p.base, p.vat) as part
   where p.gross > 0
   order by p.vat_rate, p.vat_treatment
$$;

create or replace function private.vat_of(p_net numeric, p_rate numeric) returns numeric
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  if (select s.tax_kind in ('sales_tax', 'gst') from public.company_settings s) then
    return round(p_net * p_rate / 100, 2);
  end if;
  return trunc(p_net * p_rate / 100, 2);
end $$;

create or replace function private.cut_percent(p_amount numeric, p_percent numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select trunc(p_amount * p_percent / 100, 2)
$$;

create or replace function private.vat_of_part(p_base numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric) returns numeric
  language sql stable parallel safe set search_path = ''
as $$
  select case when p_base = p_left_base then p_left_vat
    when p_base = 0 then 0
    else sign(p_base) * greatest(0, abs(private.vat_of(p_base, p_rate)) - 0.01, least(abs(private.vat_of(p_base, p_rate)) + 0.01,
      sign(p_base) * (p_left_vat - private.vat_of(p_left_base - p_base, p_rate)))) end
$$;

revoke execute on all routines in schema private from public;

comment on function private.part_of_gross(numeric,numeric,numeric,numeric) is 'Base and VAT of an amount with VAT that is taken out of what is left at one rate. VAT is vat_of(base, rate), in the part and
in what it leaves; a cent more where the whole would not come out otherwise. Where the amount has no such split, the rest says a cent less.';

comment on function private.vat_of(numeric,numeric) is 'Tax on the sum of the nets of one rate, in cents. Sales tax and GST go to the nearest cent, half a cent away from zero;
VAT is cut toward zero.';

comment on function private.vat_of_part(numeric,numeric,numeric,numeric) is 'VAT of a part of what is left at one rate: the VAT that is left less the VAT of the rest, so that the parts come to the whole.
Never more than a cent off vat_of(base, rate). All of the rest takes all of its VAT. Amounts in the currency, rate in percent.';

comment on function private.cut_percent(numeric,numeric) is 'A percentage of an amount, as a discount for early payment, cut toward zero to cents.';

reset check_function_bodies;
