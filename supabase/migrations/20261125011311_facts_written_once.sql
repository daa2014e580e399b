set check_function_bodies = off;

create or replace function private.names_invoice(p_entry public.bank_entries, p_invoice public.supplier_invoices) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select private.is_named(private.debit_text(p_entry), p_invoice.supplier_number)
      or private.is_named(private.debit_text(p_entry), p_invoice.payment_reference)
$$;

create or replace function private.owing_suppliers(p_entry public.bank_entries)
  returns table (supplier_id uuid, is_named boolean, has_amount boolean, is_account boolean, paid_before boolean, papers jsonb)
  language sql stable security definer set search_path = ''
as $$
  with owed as (
    select v.id, v.supplier_id, v.supplier_number, v.due_date, v.invoice_date, v.open, v.status,
           case when v.discount_until >= p_entry.booked_on and v.paid = 0 then private.vat_of(v.net + v.vat, v.discount_pct) else 0 end as discount,
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
  select s.* from suppliers s
$$;

create or replace function private.waiting_debit(p_invoice public.supplier_invoices, p_iban text, p_amount numeric) returns text
  language sql stable security definer set search_path = ''
as $$
  select format('The bank paid %s on %s, which seems to be this one: book that first.', private.money_words(e.amount, e.currency),
           to_char(e.booked_on, 'FMDD Mon'))
    from public.bank_entries e
   where e.status = 'open' and e.direction = 'out' and e.currency = p_invoice.currency and e.booked_on >= p_invoice.invoice_date
     and (private.names_invoice(e, p_invoice) or e.party_iban = p_iban and e.amount in (p_invoice.open, p_amount))
   order by e.booked_on desc, e.id limit 1
$$;

create or replace function private.own_order_facts(p_order public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('public_uuid', p_order.public_uuid, 'order_number', p_order.order_number, 'project_title', p_order.project_title,
    'status', p_order.status, 'ordered_at', p_order.ordered_at, 'due_date', coalesce(p_order.promised_date, p_order.due_date),
    'client_po', p_order.client_po, 'currency', p_order.currency, 'gross', private.amount_text(p_order.gross),
    'deposit_amount', private.amount_text(p_order.deposit_amount), 'deposit_paid', private.amount_text(p_order.deposit_paid),
    'announced', private.announced_of(p_order.id, null, null))
$$;

create or replace function private.own_orders(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(private.own_order_facts(o) || jsonb_build_object('delivered_pct', o.delivered_pct::text,
           'quotation', case when q.public_uuid is not null then
             jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version) end)
           order by o.ordered_at desc, o.id), '[]')
    from (select r.id from public.orders r where r.contact_id = p_contact_id order by r.ordered_at desc, r.id limit 200) as l
    join public.orders o on o.id = l.id
    left join public.quotations q on q.id = o.quotation_id and q.link_revoked_at is null
$$;

create or replace function private.own_order(p_uuid uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.own_order_facts(o) || jsonb_build_object('net', private.amount_text(o.net), 'vat', private.amount_text(o.vat),
      'site', private.site_facts(o.location_id),
      'quotation', (select jsonb_build_object('public_uuid', q.public_uuid, 'number_with_version', q.number_with_version,
          'has_proofs', exists (select from public.mockups m join public.jobs j on j.id = m.job_id
            where j.quotation_id = q.id and m.sent_at is not null))
        from public.quotations q where q.id = o.quotation_id and q.link_revoked_at is null),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('qty_delivered', i.qty_delivered::text)
          order by i.position) from public.order_items i where i.order_id = o.id), '[]'),
      'deliveries', private.own_deliveries(o.contact_id, o.id), 'invoices', private.own_invoices(o.contact_id, o.id))
      || private.paid_for_order(o.id)
    from public.orders o where o.public_uuid = p_uuid and o.contact_id in (select private.my_contact_ids())
$$;

revoke execute on all routines in schema private from public;

comment on function private.own_orders(pg_catalog.uuid) is 'What a client ordered, newest first, at most 200.';

comment on function private.names_invoice(public.bank_entries,public.supplier_invoices) is 'Whether a debit names the number or the payment reference of an invoice of a supplier.';

comment on function private.own_order_facts(public.orders) is 'What the client of an order reads of it, in a list and on its page. due_date: the day that was promised, else the planned one.';

reset check_function_bodies;
