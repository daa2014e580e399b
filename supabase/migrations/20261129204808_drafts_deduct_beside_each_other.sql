set check_function_bodies = off;

create or replace function private.deduct_anew_of(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_draft uuid;
begin
  -- Who holds an order waits for no draft: one that is being issued deducts anew once it has the order.
  for v_draft in
    select v.id from public.invoices v
     where v.status = 'draft' and v.kind not in ('deposit', 'proforma')
       and v.id in (select b.invoice_id from private.invoice_order_vat b where b.order_id = p_order_id)
     order by v.created_at, v.id for no key update skip locked
  loop
    begin
      perform private.total_invoice(v_draft);
    exception when invalid_parameter_value then
      -- A draft that has too many lines for the deduction stays as it is: the money comes, and issuing the draft says why it cannot.
      null;
    end;
  end loop;
end $$;

create or replace function private.deduct_anew() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.deduct_anew_of(new.order_id);
  return null;
end $$;

create or replace function private.deduct_anew_by_note() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.deduct_anew_of(v.order_id) from public.invoices v where v.id = old.invoice_id and v.kind = 'deposit';
  return null;
end $$;

create or replace function private.deduct_anew_by_draft() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.deduct_anew_of(o.id)
    from (select distinct i.order_id as id from public.invoice_items i where i.invoice_id = new.id and i.kind = 'deposit') as o;
  return null;
end $$;

create or replace function private.drafts_with_deposit(p_deposit_id uuid, p_but uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select distinct t.id from public.invoice_items i join public.invoices t on t.id = i.invoice_id
     where i.deducts_invoice_id = p_deposit_id and t.status = 'draft' and t.id <> p_but order by 1);
end $$;

create or replace function private.draft_deposits(p_invoice_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.invoice_id, 'number', d.invoice_number, 'issue_date', d.issue_date,
             'order_number', d.order_number, 'is_skipped', d.invoice_id = any (d.skipped), 'rates', d.rates, 'kept', d.kept,
             'open', private.amount_text((select nullif(o.balance, 0) from public.invoices o where o.id = d.invoice_id)),
             'drafts', private.drafts_with_deposit(d.invoice_id, p_invoice_id))
             order by d.issue_date, d.invoice_number), '[]')
      from (
        -- Kept money is set against the amount due when the draft is issued: it changes no line.
        select k.payment_id as invoice_id, k.payment_number as invoice_number, k.received_on as issue_date, o.order_number, v.skipped_deposits as skipped,
               '[]'::jsonb as rates, private.amount_text(k.amount) as kept
          from public.invoices v
          join public.orders o on o.id in (select b.order_id from private.invoice_order_vat b where b.invoice_id = v.id)
         cross join lateral private.kept_for_order(o.id) as k
         where v.id = p_invoice_id and v.status = 'draft' and v.kind <> 'proforma'
        union all
        select l.invoice_id, l.invoice_number, l.issue_date, o.order_number, v.skipped_deposits as skipped,
               jsonb_agg(jsonb_build_object('vat_rate', l.vat_rate::text, 'vat_treatment', l.vat_treatment,
                 'left', private.amount_text(l.base - coalesce(i.net, 0)), 'deducted', private.amount_text(coalesce(-i.net, 0)),
                 'deducted_vat', private.amount_text(coalesce(-i.vat, 0))) order by l.vat_rate, l.vat_treatment) as rates, null
          from public.invoices v
          join public.orders o on o.id in (select b.order_id from private.invoice_order_vat b where b.invoice_id = v.id)
         cross join lateral private.deposits_left(o.id) as l
          left join public.invoice_items as i on i.invoice_id = p_invoice_id and i.deducts_invoice_id = l.invoice_id and i.vat_rate = l.vat_rate
            and i.vat_treatment = l.vat_treatment
         where v.id = p_invoice_id and v.status = 'draft' and (l.base > 0 or i.id is not null or private.drafts_with_deposit(l.invoice_id, p_invoice_id) <> '{}')
         group by 1, 2, 3, 4, 5) as d);
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger deduct_anew_by_gone_note after delete on public.credit_notes
  for each row execute function private.deduct_anew_by_note();

create or replace trigger deduct_anew_by_note after update of net, vat, status on public.credit_notes for each row
  when ((old.net, old.vat, old.status) is distinct from (new.net, new.vat, new.status)) execute function private.deduct_anew_by_note();

create or replace trigger deduct_anew_by_draft after update of status on public.invoices for each row
  when (old.status = 'draft' and new.status = 'void') execute function private.deduct_anew_by_draft();

comment on function private.deduct_anew() is 'A deposit invoice is paid, or open again: the drafts of its order deduct it, or no more.';

comment on function private.draft_deposits(pg_catalog.uuid) is 'The paid deposits that a draft may deduct: whether it does, by VAT rate what its lines deduct and what is left before it. kept: money that is
kept for the order, by its payment; no line of the draft changes. open: what nobody paid of a deposit invoice, which is not deducted before it is paid. drafts: the ids of
other drafts that deduct it. Amounts are text.';

comment on function public.draft_deposits(pg_catalog.uuid) is 'The paid deposits that a draft may deduct: whether it does, by VAT rate what its lines deduct and what is left before it. kept: money that is
kept for the order, by its payment; no line of the draft changes. open: what nobody paid of a deposit invoice, which is not deducted before it is paid. drafts: the ids of
other drafts that deduct it. Amounts are text.';

comment on function private.deduct_anew_by_draft() is 'A draft that deducts a deposit is void: other drafts of the order deduct it.';

comment on function private.deduct_anew_by_note() is 'A credit note takes a part of a deposit, or gives it back: the drafts of its order deduct what is left.';

comment on function private.deduct_anew_of(pg_catalog.uuid) is 'The drafts of an order deduct its deposits as they will be issued. A draft that somebody holds is left alone: it does so itself.';

comment on function private.drafts_with_deposit(pg_catalog.uuid,pg_catalog.uuid) is 'The drafts that deduct a deposit, without p_but: what they hold is free for no other invoice.';

reset check_function_bodies;
