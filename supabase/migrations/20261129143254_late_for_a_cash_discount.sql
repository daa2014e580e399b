set check_function_bodies = off;

create or replace function private.is_late_for_discount(p_invoice public.invoices, p_day date) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return p_day > p_invoice.issue_date + p_invoice.cash_discount_days + 3;
end $$;

create or replace function private.cash_discounts_of(p_contact_id uuid, p_day date)
  returns table (invoice_id uuid, number text, amount numeric, pays numeric, until date, is_late boolean)
  language sql stable security definer set search_path = ''
as $$
  select v.id, v.invoice_number, least(d.amount, v.balance), greatest(v.balance - d.amount, 0), v.issue_date + v.cash_discount_days,
         private.is_late_for_discount(v, p_day)
    from public.invoices v, lateral (select private.cash_discount_of(v) as amount) as d
   where v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.cash_discount_pct is not null and d.amount is not null
$$;

create or replace function private.take_cash_discount(p_payment_id uuid, p_invoice_id uuid, p_amount numeric) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment constant public.payments := (select p from public.payments p where p.id = p_payment_id);
  v_invoice public.invoices;
  v_most numeric;
  v_id uuid;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  v_most := private.cash_discount_of(v_invoice);
  if v_most is null then
    perform private.refuse('PT409', format('%s has no cash discount that is left', v_invoice.invoice_number));
  elsif not coalesce(p_amount > 0 and p_amount <= v_most and p_amount = v_invoice.balance, false) then
    perform private.refuse('PT409', format('With the cash discount of %s, %s of %s are to be paid', private.money_words(v_most),
      private.money_words(v_invoice.paid + v_invoice.balance - v_most), v_invoice.invoice_number));
  elsif private.is_late_for_discount(v_invoice, v_payment.received_on) then
    perform private.must_say_yes('late_discount', format('The cash discount of %s ended on %s, and the payment came on %s. Give it anyway?',
      v_invoice.invoice_number, to_char(v_invoice.issue_date + v_invoice.cash_discount_days, 'FMDD Mon YYYY'), to_char(v_payment.received_on, 'FMDD Mon YYYY')));
  end if;
  insert into public.cash_discounts (invoice_id, payment_id, amount, given_on, created_by)
  values (p_invoice_id, p_payment_id, p_amount, private.first_open_day(greatest(v_payment.received_on, v_invoice.issue_date)), auth.uid()) returning id into v_id;
  insert into public.cash_discount_vat (cash_discount_id, vat_rate, vat_treatment, base, vat)
  select v_id, s.vat_rate, s.vat_treatment, s.base, s.vat
    from private.split_gross((select jsonb_agg(to_jsonb(h)) from private.held_by_rate(p_invoice_id) as h), p_amount) as s;
  perform private.log_event('invoice', p_invoice_id, 'cash_discount', jsonb_build_object('amount', private.amount_text(p_amount), 'number', v_payment.payment_number));
  perform private.refresh_invoice(p_invoice_id);
  return v_id;
end $$;

create or replace function private.take_exact_discount(p_payment_id uuid, p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice constant public.invoices := (select v from public.invoices v where v.id = p_invoice_id);
  v_day constant date := (select p.received_on from public.payments p where p.id = p_payment_id);
begin
  if private.cash_discount_of(v_invoice) = v_invoice.balance and not private.is_late_for_discount(v_invoice, v_day) then
    perform private.take_cash_discount(p_payment_id, p_invoice_id, v_invoice.balance);
  end if;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.cash_discounts_of(pg_catalog.uuid,pg_catalog.date) is 'The cash discounts of the open invoices of a client, for money that comes on p_day. pays is 0 where no more than the discount is open.';

comment on function private.is_late_for_discount(public.invoices,pg_catalog.date) is 'Money of that day came too late for the cash discount of an invoice. A transfer may take three days.';

reset check_function_bodies;
