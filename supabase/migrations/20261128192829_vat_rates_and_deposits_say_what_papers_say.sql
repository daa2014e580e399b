set check_function_bodies = off;

create or replace function private.deducted_of(p_invoice_id uuid)
  returns table (deposit_id uuid, vat_rate numeric, vat_treatment text, net numeric, vat numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select i.deducts_invoice_id, i.vat_rate, i.vat_treatment, -i.net,
           -i.vat + case when row_number() over (same_rate order by i.net, i.position) = 1
             then private.vat_of(lines.net, i.vat_rate) - t.vat + sum(i.vat) over same_rate else 0 end
      from public.invoice_items i
      join public.invoice_vat t on t.invoice_id = i.invoice_id and t.vat_rate = i.vat_rate and t.vat_treatment = i.vat_treatment
     cross join lateral (
        select coalesce(sum(l.net), 0) as net from public.invoice_items l
         where l.invoice_id = i.invoice_id and l.kind in ('item', 'discount') and l.vat_rate = i.vat_rate and l.vat_treatment = i.vat_treatment) as lines
     where i.invoice_id = p_invoice_id and i.kind = 'deposit'
    window same_rate as (partition by i.vat_rate, i.vat_treatment);
end $$;

create or replace function private.draft_deposits(p_invoice_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.invoice_id, 'number', d.invoice_number, 'issue_date', d.issue_date,
             'order_number', d.order_number, 'is_skipped', d.invoice_id = any (d.skipped), 'rates', d.rates)
             order by d.issue_date, d.invoice_number), '[]')
      from (
        select l.invoice_id, l.invoice_number, l.issue_date, o.order_number, v.skipped_deposits as skipped,
               jsonb_agg(jsonb_build_object('vat_rate', l.vat_rate::text, 'vat_treatment', l.vat_treatment,
                 'left', private.amount_text(l.base + coalesce(own.net, 0)), 'deducted', private.amount_text(coalesce(own.net, 0)),
                 'deducted_vat', private.amount_text(coalesce(own.vat, 0))) order by l.vat_rate, l.vat_treatment) as rates
          from public.invoices v
          join public.orders o on o.id in (select b.order_id from private.invoice_order_vat b where b.invoice_id = v.id)
         cross join lateral private.deposits_left(o.id) as l
          left join private.deducted_of(p_invoice_id) as own on own.deposit_id = l.invoice_id and own.vat_rate = l.vat_rate
            and own.vat_treatment = l.vat_treatment
         where v.id = p_invoice_id and v.status = 'draft' and (l.base > 0 or own.deposit_id is not null)
         group by 1, 2, 3, 4, 5) as d);
end $$;

create or replace function private.vat_rate_uses() returns table (id uuid, papers bigint, services bigint, materials bigint, recurring_payments bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_role() is distinct from 'admin' then
    perform private.refuse('42501', 'Only admins see where tax rates are used');
  end if;
  return query
    with papers as (
      select i.vat_rate, i.vat_treatment, count(distinct q.id) as papers
        from public.quotation_items i join public.quotations q on q.id = i.quotation_id
       where q.status not in ('rejected', 'expired', 'cancelled') group by 1, 2
      union all
      select i.vat_rate, i.vat_treatment, count(distinct o.id) from public.order_items i join public.orders o on o.id = i.order_id
       where o.status <> 'cancelled' group by 1, 2
      union all
      select i.vat_rate, i.vat_treatment, count(distinct v.id) from public.invoice_items i join public.invoices v on v.id = i.invoice_id
       where v.status <> 'void' group by 1, 2
      union all
      select i.vat_rate, i.vat_treatment, count(distinct n.id)
        from public.credit_note_items i join public.credit_notes n on n.id = i.credit_note_id
       where n.status <> 'void' group by 1, 2
    )
    select r.id,
           (select coalesce(sum(p.papers), 0)::bigint from papers p where p.vat_rate = r.rate and p.vat_treatment = r.treatment),
           (select count(*) from public.services s where s.vat_rate_id = r.id),
           (select count(*) from public.inventory_items m where m.vat_rate_id = r.id),
           (select count(*) from public.recurring_payments y where y.vat_rate_id = r.id)
      from public.vat_rates r;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.vat_rate_uses()');

comment on function private.deducted_of(pg_catalog.uuid) is 'What each deposit takes off an invoice by VAT rate, as its paper shows it: the VAT of the lines before the deposits less
the VAT of the VAT table. The cents that the table rounds are those of the largest deposit of the rate. Amounts in the currency.';

comment on function private.vat_rate_uses() is 'Where each VAT rate is used: in how many quotations, orders, invoices and credit notes a line has its rate and
treatment, but for those that came to nothing, and by how many services, materials and recurring payments. Two rates that are alike share papers.';

comment on function public.vat_rate_uses() is 'Where each VAT rate is used: in how many quotations, orders, invoices and credit notes a line has its rate and
treatment, but for those that came to nothing, and by how many services, materials and recurring payments. Two rates that are alike share papers.';

reset check_function_bodies;
