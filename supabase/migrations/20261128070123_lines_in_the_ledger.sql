-- The ledger of purchases has the lines of bills, with rate and cost account. What is on no line has a row of its own, so that
-- the ledger comes to the bills.

drop function public.ledger(text, date, date);
drop function private.ledger(text, date, date);
create function private.ledger(p_side text, p_from date, p_to date)
returns table (on_date date, number text, kind text, client_name text, vat_number text, country text, vat_rate text, vat_treatment text,
  net text, vat text, gross text, currency text, description text, cost_account text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_side = 'purchases' then
    perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  else
    perform private.must('invoices', 'view', 'see invoices');
  end if;
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;
  return query
    select e.on_date, e.number, e.kind, private.client_label(c), c.vat_number, c.country, trim_scale(e.rate)::text, e.treatment,
           private.amount_text(e.base), private.amount_text(e.tax), private.amount_text(e.base + e.tax), e.code, e.words, e.account
      from (
        select v.issue_date as on_date, v.invoice_number as number, v.kind as kind, v.contact_id as who, t.vat_rate as rate,
               t.vat_treatment as treatment, t.base as base, t.vat as tax, v.currency as code, null as words, null as account, null as place
          from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
         where p_side = 'sales' and v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma'
        union all
        select n.issue_date, n.credit_number, 'credit note', n.contact_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, n.currency, null, null, null
          from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
         where p_side = 'sales' and n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
        union all
        select b.on_date, b.number, 'supplier invoice', b.who, b.rate, null, b.base, b.tax, b.code, b.words, b.account, b.place
          from private.purchase_lines(p_from, p_to) as b where p_side = 'purchases') as e
      left join public.contacts c on c.id = e.who
     order by e.on_date, e.number, e.place, e.rate;
end $$;
comment on function private.ledger(text, date, date) is
'The ledger of sales (invoices and credit notes by VAT rate) or of purchases (the lines of bills, with their cost account) for the
accountant; days are included, amounts are text. Drafts, void and pro forma papers and disputed invoices are not in it.';

create function private.purchase_lines(p_from date, p_to date)
returns table (on_date date, number text, who uuid, rate numeric, base numeric, tax numeric, code text, words text, account text, place text)
language sql stable security definer set search_path = '' as $$
  with bills as (
    select s.* from public.supplier_invoices s where s.invoice_date between p_from and p_to and s.status <> 'disputed'
  )
  select b.invoice_date, b.supplier_number, b.supplier_id, l.vat_rate, l.net, l.vat, b.currency, l.description,
         a.code || ' ' || a.name, l.position
    from bills b join public.supplier_invoice_items l on l.supplier_invoice_id = b.id left join public.cost_accounts a on a.id = l.cost_account_id
  union all
  select b.invoice_date, b.supplier_number, b.supplier_id, null, b.net - on_lines.net, b.vat - on_lines.vat, b.currency,
         case when on_lines.number > 0 then 'On no line' end, null, 'zzzz'
    from bills b
    cross join lateral (select count(*) as number, coalesce(sum(l.net), 0) as net, coalesce(sum(l.vat), 0) as vat
                          from public.supplier_invoice_items l where l.supplier_invoice_id = b.id) as on_lines
   where (b.net, b.vat) is distinct from (on_lines.net, on_lines.vat)
$$;
revoke execute on function private.purchase_lines(date, date) from public, anon, authenticated;
comment on function private.purchase_lines(date, date) is
'The lines of the bills of these days, and of each bill what is on no line. Disputed bills are left out. For functions that asked for the right.';
call private.offer('private.ledger(text, date, date)');
