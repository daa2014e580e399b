-- What a bill in another currency is worth in the books, and what its payments cost.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.books_currency() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select s.currency from public.company_settings s);
end $$;
comment on function private.books_currency is 'The currency of the books.';

create function private.must_have_worth(p_bill public.supplier_invoices) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_bill.currency <> private.books_currency() then
    perform private.refuse('PT409', format('This invoice is in %s. Please say what it is worth in %s before it is approved.', p_bill.currency, private.books_currency()));
  end if;
end $$;
comment on function private.must_have_worth is 'Refuses, in words, a bill in another currency whose worth in that of the books nobody said.';

create function private.keep_lines_of_worth(p_new public.supplier_invoice_items, p_old public.supplier_invoice_items) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_currency constant text := (select v.paper_currency from public.supplier_invoices v where v.id = p_new.supplier_invoice_id);
begin
  if v_currency is not null and (p_new.qty, p_new.unit_price, p_new.net) is distinct from (p_old.qty, p_old.unit_price, p_old.net)
    and exists (select from public.supplier_invoice_items i where i.supplier_invoice_id = p_new.supplier_invoice_id)
  then
    perform private.refuse('PT409', format('Its worth is taken from the amounts in %s. Take the worth back first, then change the amounts.', v_currency));
  end if;
end $$;
comment on function private.keep_lines_of_worth is 'Quantity, price and net of lines stay while the worth of their bill is said.';

create function private.restore_paper(p_bill public.supplier_invoices) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.supplier_invoices v
     set currency = v.paper_currency, net = v.paper_net, vat = v.paper_vat, paper_currency = null, paper_net = null, paper_vat = null where v.id = p_bill.id;
  update public.supplier_invoice_items i
     set unit_price = i.paper_price, net = i.paper_net, vat = i.paper_vat, paper_price = null, paper_net = null, paper_vat = null
   where i.supplier_invoice_id = p_bill.id and i.paper_net is not null;
end $$;
comment on function private.restore_paper is 'A bill has the amounts of its paper again, and no worth.';

create function private.take_worth(p_bill public.supplier_invoices, p_worth numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_share constant numeric := p_worth / p_bill.gross;
  v_vat constant numeric := trunc(round(p_bill.vat * v_share, 6), 2);
  v_rest constant numeric := p_worth - v_vat;
begin
  perform private.refuse_closed_day((select min(s.paid_on) from public.supplier_payments s where s.supplier_invoice_id = p_bill.id));
  update public.supplier_invoices v
     set paper_currency = v.currency, paper_net = v.net, paper_vat = v.vat, currency = private.books_currency(), net = v_rest, vat = v_vat,
         paid = trunc(round(v.paid * v_share, 6), 2), booked_on = private.first_open_day(v.booked_on)
   where v.id = p_bill.id;
  -- What the lines come to in the bill they come to in its worth: no cent is lost between them.
  update public.supplier_invoice_items i
     set paper_price = i.unit_price, paper_net = i.net, paper_vat = i.vat, unit_price = trunc(round(i.unit_price * v_share, 6), 4),
         net = x.net, vat = x.vat
    from (select l.id, trunc(round(sum(l.net) over w * s.of_net, 6), 2) - trunc(round((sum(l.net) over w - l.net) * s.of_net, 6), 2) as net,
                 trunc(round(sum(l.vat) over w * s.of_vat, 6), 2) - trunc(round((sum(l.vat) over w - l.vat) * s.of_vat, 6), 2) as vat
            from public.supplier_invoice_items l
           cross join (select case when p_bill.net = 0 then v_share else v_rest / p_bill.net end as of_net,
                              case when p_bill.vat = 0 then v_share else v_vat / p_bill.vat end as of_vat) as s
           where l.supplier_invoice_id = p_bill.id window w as (order by l.position, l.id)) as x
   where i.id = x.id;
  -- What was paid before the worth was said settled it at its rate.
  update public.supplier_payments s
     set paper_amount = s.amount, amount = x.until - x.before
    from (select p.id, trunc(round(sum(p.amount) over w * v_share, 6), 2) as until, trunc(round((sum(p.amount) over w - p.amount) * v_share, 6), 2) as before
            from public.supplier_payments p where p.supplier_invoice_id = p_bill.id window w as (order by p.created_at, p.id)) as x
   where s.id = x.id;
end $$;
comment on function private.take_worth is
  'A bill and its lines take their amounts in the currency of the books: p_worth is the total, VAT is rounded down to cents and the net is the rest. The amounts of the paper are kept.
Payments from before take their share of it, without an exchange difference; one of a closed day is refused.';

create function private.state_bill_worth(p_id uuid, p_worth numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.supplier_invoices;
begin
  if not private.can('supplier-invoices', 'edit') then
    perform private.must('supplier-invoices', 'create', 'say what an invoice of a supplier is worth');
  end if;
  select * into v_row from public.supplier_invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.paper_currency is null and p_worth is null or v_row.paper_currency is not null and p_worth is not distinct from abs(v_row.gross) then
    return;
  elsif v_row.paper_currency is not null and v_row.status not in ('received', 'disputed') then
    perform private.refuse('PT409', 'This invoice is approved. Take its approval back first, then change it.');
  elsif v_row.paper_currency is not null and v_row.paid <> 0 then
    perform private.refuse('PT409', 'A part of this invoice is paid: its worth stays');
  elsif v_row.discount_taken <> 0 or exists (select from public.supplier_payments s where s.supplier_invoice_id = p_id and s.pair_id is not null) then
    perform private.refuse('PT409', 'A cash discount or a credit note was taken off this invoice: it gets no worth. Enter it anew under another number.');
  elsif v_row.paper_currency is null and v_row.currency = private.books_currency() then
    perform private.refuse('PT409', format('This invoice is in %s, the currency of the books', v_row.currency));
  elsif v_row.gross = 0 then
    perform private.refuse('PT409', 'This invoice comes to nothing and has no worth');
  end if;
  if p_worth is not null then
    perform private.must_mean_worth(coalesce(v_row.paper_currency, v_row.currency), abs(coalesce(v_row.paper_net + v_row.paper_vat, v_row.gross)), v_row.invoice_date, p_worth);
  end if;
  if v_row.paper_currency is not null then
    perform private.refuse_closed_day(case when v_row.status <> 'disputed' then v_row.booked_on end);
    perform private.restore_paper(v_row);
    select * into v_row from public.supplier_invoices where id = p_id;
  end if;
  if p_worth is not null then
    perform private.take_worth(v_row, case when v_row.gross < 0 then -p_worth else p_worth end);
  end if;
  perform private.log_event('supplier_invoice', p_id, case when p_worth is null then 'worth_taken_back' else 'worth' end,
    jsonb_strip_nulls(jsonb_build_object('words', private.money_words(p_worth, private.books_currency()))));
end $$;
comment on function private.state_bill_worth is
  'Says what a bill or credit note in another currency is worth in that of the books: its total, above zero, two decimals. Before the approval it may be said anew or taken
back (null). A bill that was left out of a day that is closed by now counts on the first open day.';
call private.offer('private.state_bill_worth(uuid, numeric)');

create function private.paper_open(p_bill public.supplier_invoices) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_bill.open = 0 then 0 else abs(p_bill.paper_net + p_bill.paper_vat
    - (select coalesce(sum(s.paper_amount), 0) from public.supplier_payments s where s.supplier_invoice_id = p_bill.id)) end;
end $$;
comment on function private.paper_open is 'What of a bill with a worth is open in its own currency, above zero; null for a bill in the currency of the books.';

create function private.settled_worth(p_bill public.supplier_invoices, p_paper numeric, p_discount numeric, p_cost numeric, p_day date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_open constant numeric := private.paper_open(p_bill);
begin
  if p_cost is null then
    perform private.refuse('22023', format('This invoice is in %s. Please say what the payment cost in %s.', p_bill.paper_currency, p_bill.currency));
  end if;
  perform private.must_mean_worth(p_bill.paper_currency, p_paper, p_day, p_cost, 'an amount', private.share_of_worth(p_paper, v_open, abs(p_bill.open)));
  if p_paper + p_discount > v_open then
    perform private.refuse('22023', format(case when p_bill.is_credit then 'Only %s is still to come back' else 'Only %s is still to be paid' end,
      private.money_words(v_open, p_bill.paper_currency)));
  elsif p_discount <> 0 and p_paper + p_discount <> v_open then
    perform private.refuse('PT409', format('With the cash discount of %s, %s of %s are to be paid', private.money_words(p_discount, p_bill.paper_currency),
      private.money_words(v_open - p_discount, p_bill.paper_currency), p_bill.supplier_number));
  end if;
  return case when p_paper + p_discount = v_open then abs(p_bill.open) - case when p_discount = 0 then 0
      else private.early_discount(p_bill, least(p_day, p_bill.discount_until)) end
    else greatest(trunc(abs(p_bill.open) * p_paper / v_open, 2), 0.01) end;
end $$;
comment on function private.settled_worth is
  'What of the worth of a bill a payment of p_paper in its own currency settles, above zero; the last payment settles the rest. Refuses, in words, a payment without a cost.';

create function private.fill_paper_amount() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_bill public.supplier_invoices;
  v_of public.supplier_payments;
begin
  if new.reverses_id is not null then
    select * into v_of from public.supplier_payments s where s.id = new.reverses_id;
    new.exchange := -v_of.exchange;
    new.paper_amount := -v_of.paper_amount;
  elsif new.paper_amount is null then
    select * into v_bill from public.supplier_invoices v where v.id = new.supplier_invoice_id;
    if v_bill.paper_currency is not null then
      new.paper_amount := case when new.amount + new.discount = v_bill.open then sign(v_bill.open) * private.paper_open(v_bill)
        else round(new.amount * (v_bill.paper_net + v_bill.paper_vat) / v_bill.gross, 2) end;
    end if;
  end if;
  return new;
end $$;
comment on function private.fill_paper_amount is
  'A payment of a bill in another currency has its amount in that currency; what takes a payment back is the opposite of it, with its exchange difference.';
