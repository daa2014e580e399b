-- By how much a discount for paying a supplier early lowers cost and VAT.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.supplier_discount_vat (
  supplier_payment_id uuid not null references public.supplier_payments (id) on delete restrict,
  place               integer not null,
  vat_rate            numeric(7, 4),
  vat_treatment       text not null,
  base                numeric(14, 2) not null,
  vat                 numeric(14, 2) not null,
  own_vat             numeric(14, 2) not null,
  deducted            numeric(14, 2) not null,
  primary key (supplier_payment_id, place)
);
comment on table public.supplier_discount_vat is
  'By how much the discount of a payment to a supplier lowers net and VAT at each rate of its bill. It is written with the payment and never changes.';
comment on column public.supplier_discount_vat.vat_rate is 'Null: of what the bill has on no line.';
comment on column public.supplier_discount_vat.vat is 'Of the VAT that the supplier bills. base + vat of all rates is the discount.';
comment on column public.supplier_discount_vat.own_vat is 'Of the VAT that the company owes itself.';
comment on column public.supplier_discount_vat.deducted is 'Of the input tax.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.supplier_discount_vat', '');
grant select on public.supplier_discount_vat to authenticated;
create policy "whoever reads a payment to a supplier reads its VAT table" on public.supplier_discount_vat
  for select to authenticated using ((select true from public.supplier_payments s where s.id = supplier_payment_id));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.held_of_bill(p_bill_id uuid)
  returns table (vat_rate numeric, vat_treatment text, deductible_pct numeric, base numeric, vat numeric, own_vat numeric, deducted numeric)
  language sql stable security definer set search_path = ''
as $$
  with parts as (
    select b.id, 1::numeric as share, b.net, b.vat from public.supplier_invoices b where b.id = p_bill_id
    union all
    -- What a credit note settles takes its own share of each rate off.
    select c.id, s.amount / -c.gross, c.net, c.vat
      from public.supplier_payments s
      join public.supplier_payments o on o.pair_id = s.pair_id and o.supplier_invoice_id <> s.supplier_invoice_id and o.amount = -s.amount
      join public.supplier_invoices c on c.id = o.supplier_invoice_id and c.gross <> 0
     where s.supplier_invoice_id = p_bill_id and s.pair_id is not null
  ), lines as (
    select p.id, p.share, l.vat_rate, l.vat_treatment, l.deductible_pct, l.net, l.vat, l.own_vat, l.deducted
      from parts p join public.supplier_invoice_items l on l.supplier_invoice_id = p.id
  ), rests as (
    select p.id, p.share, p.net - coalesce(sum(l.net), 0) as net, p.vat - coalesce(sum(l.vat), 0) as vat
      from parts p left join public.supplier_invoice_items l on l.supplier_invoice_id = p.id group by 1, 2, p.net, p.vat
  )
  select x.vat_rate, x.vat_treatment, x.pct, sum(x.share * x.net), sum(x.share * x.vat), sum(x.share * x.own), sum(x.share * x.deducted)
    from (select l.share, l.vat_rate, l.vat_treatment, l.deductible_pct as pct, l.net, l.vat, l.own_vat as own, l.deducted from lines l
          union all
          select r.share, null, 'standard', 100, r.net, r.vat, 0, r.vat from rests r where (r.net, r.vat) <> (0, 0)) as x
   group by 1, 2, 3
$$;
comment on function private.held_of_bill is
  'What a bill, less what credit notes took off it, has at each rate, treatment and share that is deducted; without a rate what is on no line. Not cut to cents.';

create function private.split_supplier_discount(p_bill_id uuid, p_amount numeric)
  returns table (place bigint, vat_rate numeric, vat_treatment text, base numeric, vat numeric, own_vat numeric, deducted numeric)
  language sql stable security definer set search_path = ''
as $$
  with held as (
    select h.vat_rate, h.deductible_pct / 100 as deductible, h.base + h.vat as gross,
           -- Customs asks for its VAT whatever the supplier takes off.
           case when h.vat_treatment in ('import', 'import_postponed') then 'outside' else h.vat_treatment end as treatment,
           case when h.vat_treatment = 'standard' then h.vat / (h.base + h.vat) else 0 end as vat_in,
           case when h.vat_treatment in ('reverse_charge', 'intra_community') then h.own_vat / (h.base + h.vat) else 0 end as own_on,
           row_number() over w as place, sum(h.base + h.vat) over w as until, sum(h.base + h.vat) over () as whole
      from private.held_of_bill(p_bill_id) as h where round(h.base + h.vat, 2) > 0
    window w as (order by h.vat_rate, h.vat_treatment, h.deductible_pct)
  ), parts as (
    select h.*, trunc(round(p_amount * h.until / h.whole, 6), 2) - trunc(round(p_amount * (h.until - h.gross) / h.whole, 6), 2) as part from held h
  ), taxes as (
    -- What is left is cut to cents: of the input tax, and of what the company owes itself all but what is cut here.
    select p.*, ceil(round(p.part * p.vat_in, 6) * 100) / 100 as less, trunc(round(p.part * p.own_on, 6), 2) as own from parts p
  )
  select t.place, case t.treatment when 'outside' then 0 else t.vat_rate end, t.treatment, t.part - t.less, t.less, t.own,
         ceil(round((t.less + t.own) * t.deductible, 6) * 100) / 100
    from taxes t where t.part > 0
$$;
comment on function private.split_supplier_discount is
  'A discount over the rates of a bill, in proportion. The input tax that is left is rounded down to cents, and so is what is taken off the VAT that the company owes itself.
Import VAT is owed to customs and stays: its part lowers the cost alone (treatment outside).';

create function private.keep_discount_vat() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.reverses_id is not null then
    insert into public.supplier_discount_vat (supplier_payment_id, place, vat_rate, vat_treatment, base, vat, own_vat, deducted)
    select new.id, t.place, t.vat_rate, t.vat_treatment, -t.base, -t.vat, -t.own_vat, -t.deducted
      from public.supplier_discount_vat t where t.supplier_payment_id = new.reverses_id;
  else
    insert into public.supplier_discount_vat (supplier_payment_id, place, vat_rate, vat_treatment, base, vat, own_vat, deducted)
    select new.id, s.place, s.vat_rate, s.vat_treatment, s.base, s.vat, s.own_vat, s.deducted
      from private.split_supplier_discount(new.supplier_invoice_id, new.discount) as s;
  end if;
  return null;
end $$;
comment on function private.keep_discount_vat is 'A payment with a discount keeps what that takes off at each rate; what takes it back has the opposite.';

create function private.supplier_discounts(p_from date, p_to date)
  returns table (payment_id uuid, bill_id uuid, number text, supplier_id uuid, on_date date, code text, words text, place integer, vat_rate numeric,
    vat_treatment text, base numeric, vat numeric, own_vat numeric, deducted numeric)
  language sql stable security definer set search_path = ''
as $$
  select s.id, b.id, b.supplier_number, b.supplier_id, s.paid_on, b.currency, s.reference, t.place, t.vat_rate, t.vat_treatment, t.base, t.vat, t.own_vat, t.deducted
    from public.supplier_payments s join public.supplier_discount_vat t on t.supplier_payment_id = s.id join public.supplier_invoices b on b.id = s.supplier_invoice_id
   where s.paid_on between p_from and p_to and s.discount <> 0
$$;
comment on function private.supplier_discounts is
  'The discounts of suppliers that were taken on these days, and below zero those taken back, by rate: by how much each lowers net and VAT. For functions that asked for the right.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger append_only before update or delete on public.supplier_discount_vat
  for each row execute function private.refuse_change();
