set check_function_bodies = off;

create or replace function private.in_days(p_at timestamptz, p_from date, p_to date) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_at >= p_from::timestamp at time zone private.company_zone() and p_at < (p_to + 1)::timestamp at time zone private.company_zone();
end $$;

create or replace function private.span_of_days(p_from date, p_until date) returns tstzrange
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return tstzrange(p_from::timestamp at time zone private.company_zone(), (p_until + 1)::timestamp at time zone private.company_zone(), '[)');
end $$;

create or replace function private.day_of(p_at timestamptz) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (p_at at time zone private.company_zone())::date;
end $$;

create or replace function private.deposit_left(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(d.base + d.vat) filter (where d.base > 0), 0) from private.deposits_left(p_order_id) as d
  );
end $$;

create or replace function private.deposits_left(p_order_id uuid)
  returns table (invoice_id uuid, invoice_number text, issue_date date, vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select d.id, d.invoice_number, d.issue_date, v.vat_rate, v.vat_treatment, v.base - coalesce(used.base, 0) - coalesce(back.base, 0),
           v.vat - coalesce(used.vat, 0) - coalesce(back.vat, 0)
      from public.invoices d
      join public.invoice_vat v on v.invoice_id = d.id
      left join lateral (
        -- A deduction that was credited again is free, but for what was credited on the deposit itself meanwhile.
        select sum(case when is_free then coalesce(own.base, 0) else -i.net end) as base, sum(case when is_free then coalesce(own.vat, 0) else -i.vat end) as vat
          from public.invoice_items i
          join public.invoices t on t.id = i.invoice_id
          left join lateral (
            select sum(c.base) as base, sum(c.vat) as vat
              from public.credit_note_vat c join public.credit_notes n on n.id = c.credit_note_id join public.credit_notes w on w.id = n.with_note_id
             where n.invoice_id = d.id and w.invoice_id = t.id and n.status <> 'void'
               and c.vat_rate = v.vat_rate and c.vat_treatment = v.vat_treatment) as own on true
         cross join lateral (
            select exists (
              select from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
               where c.invoice_item_id = i.id and n.status not in ('draft', 'void')
                 and not exists (select from public.credit_notes o where o.with_note_id = n.id and o.invoice_id = d.id)) as is_free) as freed
         where i.deducts_invoice_id = d.id and i.vat_rate = v.vat_rate and i.vat_treatment = v.vat_treatment and t.status <> 'void') as used on true
      left join lateral (
        select sum(c.base) as base, sum(c.vat) as vat from public.credit_note_vat c join public.credit_notes n on n.id = c.credit_note_id
         where n.invoice_id = d.id and n.status <> 'void' and n.with_note_id is null and c.vat_rate = v.vat_rate and c.vat_treatment = v.vat_treatment) as back on true
     where d.order_id = p_order_id and d.kind = 'deposit' and d.status not in ('draft', 'void');
end $$;

create or replace function private.is_announced(p_request public.payment_requests) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select p_request.told_at is not null and p_request.status in ('open', 'processing') and (p_request.purpose = 'deposit' or exists (
      select from public.invoices v
       where v.balance > 0 and v.status in ('issued', 'partly_paid')
         and (v.id = p_request.invoice_id or v.id in (
           select i.invoice_id from private.request_invoices i where i.request_id = p_request.id))))
  );
end $$;

create or replace function private.announced_of(p_order_id uuid, p_invoice_id uuid, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'amount', private.amount_text(r.amount), 'currency', r.currency,
             'told_at', r.told_at, 'invoice_ids', (
               select coalesce(jsonb_agg(f.id order by f.id), '[]') from (
                 select r.invoice_id as id where r.invoice_id is not null
                 union select i.invoice_id from private.request_invoices i where i.request_id = r.id) as f)) order by r.told_at, r.id), '[]')
      from public.payment_requests r
     where r.told_at is not null and private.is_announced(r)
       and (r.order_id = p_order_id and r.purpose = 'deposit' or r.invoice_id = p_invoice_id or r.contact_id = p_contact_id and r.purpose <> 'deposit'
         or exists (select from private.request_invoices i where i.request_id = r.id and i.invoice_id = p_invoice_id))
  );
end $$;

create or replace function private.waiting_debit(p_invoice public.supplier_invoices, p_iban text, p_amount numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select format('The bank paid %s on %s, which seems to be this one: book that first.', private.money_words(e.amount, e.currency),
             to_char(e.booked_on, 'FMDD Mon'))
      from public.bank_entries e
     where e.status = 'open' and e.direction = 'out' and e.currency = p_invoice.currency and e.booked_on >= p_invoice.invoice_date
       and (private.names_invoice(e, p_invoice) or e.party_iban = p_iban and e.amount in (p_invoice.open, p_amount))
     order by e.booked_on desc, e.id limit 1
  );
end $$;

create or replace function private.is_known_account(p_supplier_id uuid, p_iban text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select exists (select from public.contact_bank_accounts b where b.contact_id = p_supplier_id and b.iban = p_iban)
       and (private.was_paid_to(p_supplier_id, p_iban)
         or private.enterers_on_card(p_supplier_id, p_iban, now() - interval '30 days') = '{}')
  );
end $$;

create or replace function private.own_order_facts(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('public_uuid', p_order.public_uuid, 'order_number', p_order.order_number, 'project_title', p_order.project_title,
      'status', p_order.status, 'ordered_at', p_order.ordered_at, 'due_date', coalesce(p_order.promised_date, p_order.due_date),
      'client_po', p_order.client_po, 'currency', p_order.currency, 'gross', private.amount_text(p_order.gross),
      'deposit_amount', private.amount_text(p_order.deposit_amount), 'deposit_paid', private.amount_text(p_order.deposit_paid),
      'announced', private.announced_of(p_order.id, null, null))
  );
end $$;

create or replace function private.paid_for_order(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('paid', private.amount_text(coalesce(sum(m.amount - m.refunded), 0)), 'paid_on', max(m.received_on))
      from public.payments m
     where m.order_id = p_order_id and m.direction = 'in' and m.status in ('succeeded', 'part_refunded')
  );
end $$;

create or replace function private.order_of_quotation(p_quotation_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('order', (
      select jsonb_build_object('order_number', o.order_number, 'public_uuid', o.public_uuid,
               'status', o.status, 'deposit_amount', private.amount_text(o.deposit_amount),
               'deposit_paid', private.amount_text(o.deposit_paid), 'gross', private.amount_text(o.gross),
               'announced', private.announced_of(o.id, null, null),
               'is_amended', o.quotation_id is distinct from p_quotation_id) || private.paid_for_order(o.id)
        from public.orders o
       where o.quotation_id = p_quotation_id or o.id = (
         select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted'))
       -- A cancelled order is told of while no other came of the quotation.
       order by o.status = 'cancelled', o.ordered_at desc, o.id limit 1))
  );
end $$;

reset check_function_bodies;
