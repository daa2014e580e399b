set check_function_bodies = off;

create or replace function private.kind_of_draft(p_invoice public.invoices) returns text
  language sql stable security definer set search_path = ''
as $$
  select case
    when p_invoice.kind in ('deposit', 'proforma') or p_invoice.order_id is null
      or not exists (select from public.invoice_items i where i.invoice_id = p_invoice.id and i.order_item_id is not null) then p_invoice.kind
    when not private.completes_order(p_invoice.id, p_invoice.order_id) then 'progress'
    when exists (
      select from public.invoices v
       where v.order_id = p_invoice.order_id and v.id <> p_invoice.id and v.kind in ('deposit', 'progress')
         and v.status not in ('draft', 'void')) then 'final'
    else 'standard' end
$$;

create or replace function private.total_invoice(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_net numeric;
  v_vat numeric;
  v_kind text;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_invoice.id is null or v_invoice.status <> 'draft' then
    return;
  end if;
  perform private.fit_discounts(p_invoice_id);
  delete from private.invoice_order_vat where invoice_id = p_invoice_id;
  insert into private.invoice_order_vat (invoice_id, order_id, vat_rate, vat_treatment, base, vat)
  select p_invoice_id, i.order_id, i.vat_rate, i.vat_treatment, sum(i.net), private.vat_of(sum(i.net), i.vat_rate) from public.invoice_items i
   where i.invoice_id = p_invoice_id and i.order_item_id is not null group by 2, 3, 4;
  if v_invoice.kind not in ('deposit', 'proforma') then
    perform private.deduct_deposits(p_invoice_id);
    -- What is billed after the deposits is a part of the rest of its order; the deposits bring the VAT that they bear.
    update private.invoice_order_vat b
       set vat = private.vat_of_part(b.base - part.ahead, b.vat_rate, part.base, part.vat) + part.ahead_vat
      from (
        select p.order_id, p.vat_rate, p.vat_treatment, coalesce(rest.base, 0) as base, coalesce(rest.vat, 0) as vat,
               coalesce(ahead.base, 0) as ahead, coalesce(ahead.vat, 0) as ahead_vat
          from private.invoice_order_vat p
          left join lateral (select r.base, r.vat from private.order_rest(p.order_id, false) as r
                              where r.vat_rate = p.vat_rate and r.vat_treatment = p.vat_treatment) as rest on true
          left join lateral (
            select sum(-i.net) as base, sum(-i.vat) as vat from public.invoice_items i
             where i.invoice_id = p_invoice_id and i.kind = 'deposit' and i.order_id = p.order_id and i.vat_rate = p.vat_rate
               and i.vat_treatment = p.vat_treatment) as ahead on true
         where p.invoice_id = p_invoice_id) as part
     where b.invoice_id = p_invoice_id and b.order_id = part.order_id and b.vat_rate = part.vat_rate and b.vat_treatment = part.vat_treatment;
  end if;
  delete from public.invoice_vat where invoice_id = p_invoice_id;
  -- An invoice over several orders, or with lines of its own, is within a cent of its own base × rate.
  insert into public.invoice_vat (invoice_id, vat_rate, vat_treatment, base, vat)
  select p_invoice_id, s.vat_rate, s.vat_treatment, s.base,
         case when s.sources = 1 then s.vat
              else greatest(private.vat_of(s.base, s.vat_rate) - 0.01, least(private.vat_of(s.base, s.vat_rate) + 0.01, s.vat)) end
    from (
      select vat_rate, vat_treatment, sum(base) as base, sum(vat) as vat, count(*) filter (where not is_deposit) as sources
        from (
          select o.vat_rate, o.vat_treatment, o.base, o.vat, false as is_deposit from private.invoice_order_vat o where o.invoice_id = p_invoice_id
          union all
          select i.vat_rate, i.vat_treatment, sum(i.net), private.vat_of(sum(i.net), i.vat_rate), false from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.order_item_id is null and i.vat is null and i.kind in ('item', 'discount') group by 1, 2
          union all
          select i.vat_rate, i.vat_treatment, i.net, i.vat, i.kind = 'deposit' from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.vat is not null
        ) as parts
       group by vat_rate, vat_treatment
    ) as s;
  update private.invoice_order_vat b
     set vat = b.vat + off.vat
    from (
      select t.vat_rate, t.vat_treatment, t.vat - sum(o.vat) - coalesce((
               select sum(i.vat) from public.invoice_items i where i.invoice_id = p_invoice_id and i.kind = 'deposit'
                  and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment), 0) as vat, max(o.order_id::text)::uuid as order_id
        from public.invoice_vat t
        join private.invoice_order_vat o on o.invoice_id = t.invoice_id and o.vat_rate = t.vat_rate and o.vat_treatment = t.vat_treatment
       where t.invoice_id = p_invoice_id and not exists (
         select from public.invoice_items i where i.invoice_id = p_invoice_id and i.order_item_id is null and i.vat is null
            and i.kind in ('item', 'discount') and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment)
       group by t.vat_rate, t.vat_treatment, t.vat) as off
   where b.invoice_id = p_invoice_id and b.order_id = off.order_id and b.vat_rate = off.vat_rate and b.vat_treatment = off.vat_treatment and off.vat <> 0;
  select coalesce(sum(base), 0), coalesce(sum(vat), 0) into v_net, v_vat from public.invoice_vat where invoice_id = p_invoice_id;
  if v_net + v_vat < 0 then
    perform private.refuse('22023', 'The discounts are larger than what they are taken from');
  elsif (select count(*) from public.invoice_items where invoice_id = p_invoice_id) > 1000 then
    perform private.refuse('22023', 'An invoice may have 1000 lines at most');
  end if;
  v_kind := private.kind_of_draft(v_invoice);
  update public.invoices set net = v_net, vat = v_vat, kind = v_kind
   where id = p_invoice_id and (net, vat, kind) is distinct from (v_net, v_vat, v_kind);
end $$;

create or replace function private.make_invoice(p_order_ids uuid[], p_id uuid default null, p_whole boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_order public.orders;
  v_contact_id uuid;
  v_number integer := 0;
  v_clients integer;
begin
  perform private.must('invoices', 'create', 'write invoices');
  select id into v_id from public.invoices where id = p_id;
  if found then
    return v_id;
  end if;
  select count(distinct o.contact_id), min(o.contact_id::text)::uuid into v_clients, v_contact_id
    from public.orders o where o.id = any (p_order_ids);
  if v_clients = 0 then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_clients > 1 then
    perform private.refuse('22023', 'One invoice is for one client');
  end if;
  insert into public.invoices (id, kind, contact_id, person_id, order_id, quotation_id, project_title, client_po, currency, created_by)
  select coalesce(p_id, gen_random_uuid()), 'standard', v_contact_id, (array_agg(o.person_id order by o.order_number))[1],
         case when count(*) = 1 then min(o.id::text)::uuid end, case when count(*) = 1 then min(o.quotation_id::text)::uuid end,
         left(string_agg(distinct o.project_title, ', '), 500), left(string_agg(distinct o.client_po, ', '), 100), min(o.currency), auth.uid()
    from public.orders o where o.id = any (p_order_ids)
  returning id into v_id;
  perform set_config('signwright.total_later', 'on', true);
  for v_order in select * from public.orders where id = any (p_order_ids) order by id for no key update loop
    if v_order.status = 'cancelled' then
      perform private.refuse('PT409', format('%s is cancelled', v_order.order_number));
    end if;
    v_number := private.bill_order(v_id, v_order.id, p_whole, v_number);
  end loop;
  perform set_config('signwright.total_later', '', true);
  if v_number = 0 then
    perform private.refuse('PT409', 'There is nothing to invoice: nothing more is delivered than was invoiced');
  end if;
  perform private.total_invoice(v_id);
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = v_id and order_item_id is not null));
  perform private.log_event('invoice', v_id, 'created');
  return v_id;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.total_invoice(pg_catalog.uuid) is 'Deductions, VAT table, totals and kind of a draft.';

comment on function private.kind_of_draft(public.invoices) is 'The kind of a draft of an order by what it leaves: progress while something stays to be invoiced, final after other invoices, else
standard. Deposits, pro forma and invoices without lines of an order keep theirs.';

reset check_function_bodies;
