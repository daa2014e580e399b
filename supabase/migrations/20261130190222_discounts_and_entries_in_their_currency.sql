set check_function_bodies = off;

create or replace function private.confirm_bank_entry(
  p_id uuid, p_contact_id uuid default null, p_allocations jsonb default null, p_order_id uuid default null, p_payment_id uuid default null,
  p_worth numeric default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bank_entries;
  v_payment public.payments;
  v_id uuid;
  v_choice constant text := md5(jsonb_build_array(p_contact_id, p_allocations, p_order_id, p_payment_id, p_worth)::text);
  v_books public.bank_entries;
  v_own public.bank_entries;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.status = 'confirmed' and v_row.decided_by = auth.uid() and v_row.decided_as = v_choice and v_row.direction = 'in' then
    return v_row.payment_id;
  end if;
  v_row := private.open_entry(p_id);
  if v_row.direction <> 'in' then
    perform private.refuse('PT409', 'This is money that went out');
  end if;
  v_books := private.entry_in_books(v_row, p_worth);
  if p_payment_id is not null then
    select * into v_payment from public.payments where id = p_payment_id for no key update;
    if v_payment.id is null then
      perform private.refuse('PT404', 'This payment is not there any more');
    elsif coalesce(v_payment.worth, v_payment.amount) <> v_books.amount or v_payment.direction <> 'in' or v_payment.status = 'refunded' then
      perform private.refuse('PT409', format('%s has another amount, or was taken back', v_payment.payment_number));
    elsif exists (select from public.bank_entries e where e.payment_id = p_payment_id) then
      perform private.refuse('PT409', format('%s belongs to another entry already', v_payment.payment_number));
    end if;
    v_id := p_payment_id;
  elsif p_contact_id is null then
    perform private.refuse('22023', 'Please choose the client');
  else
    v_own := case when private.currency_of(p_contact_id) = v_books.currency then v_books else private.entry_for(v_row, p_contact_id) end;
    if v_own.amount is null then
      perform private.refuse('PT409', format('This client pays in %s, and the bank says %s only. Record the payment in %s with what came in, then confirm this entry with it.',
        v_own.currency, v_row.currency, v_own.currency));
    end if;
    v_id := private.record_payment(p_contact_id, v_own.amount, 'bank', v_books.booked_on,
      left(coalesce(v_books.remittance, v_books.party_name, v_books.bank_reference), 200), null, p_allocations, p_order_id,
      p_worth => case when v_own.currency <> v_books.currency then v_books.amount end);
  end if;
  update public.bank_entries
     set status = 'confirmed', payment_id = v_id, has_recorded = p_payment_id is null, decided_by = auth.uid(), decided_at = now(),
         decided_as = v_choice, worth = case when v_row.currency <> v_books.currency then v_books.amount end
   where id = p_id;
  return v_id;
end $$;

create or replace function private.journal_of_cash_discounts(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with given as materialized (
    select d.id, d.given_on, v.rate as books, v.id as invoice_id, v.invoice_number, v.contact_id, v.project_title
      from public.cash_discounts d join public.invoices v on v.id = d.invoice_id where d.given_on between p_from and p_to
  ), parts as (
    select g.id, 'clients' as part, null::numeric as rate, null as treatment, -sum(private.worth(t.base, g.books) + private.worth(t.vat, g.books)) as amount
      from given g join public.cash_discount_vat t on t.cash_discount_id = g.id group by 1
    union all
    select g.id, side.part, t.vat_rate, t.vat_treatment, side.amount
      from given g join public.cash_discount_vat t on t.cash_discount_id = g.id
     cross join lateral (values ('cash_discounts', private.worth(t.base, g.books)), ('vat_sales', private.worth(t.vat, g.books))) as side (part, amount)
  )
  select g.given_on, 5, 'invoice', g.invoice_id, g.id, g.invoice_number, g.contact_id, g.project_title, x.part, null::uuid, null::uuid, x.rate, x.treatment,
         null::text, x.amount
    from parts x join given g on g.id = x.id where x.amount <> 0
$$;

reset check_function_bodies;
