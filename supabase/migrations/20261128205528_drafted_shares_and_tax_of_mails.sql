set check_function_bodies = off;

drop trigger pin on public.orders;

alter table public.order_items drop constraint order_items_not_more_than_ordered;

alter table public.order_items add column qty_drafted numeric(14,4) not null default 0;

alter table public.orders add column drafted_pct numeric(5,2) not null default 0;

create or replace function private.count_invoiced(p_order_item_ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order_id uuid;
begin
  update public.order_items o set qty_invoiced = counted.qty, qty_drafted = counted.drafted
    from (select asked.id, coalesce(sum(abs(i.qty)) filter (where v.id is not null), 0) as qty,
                 coalesce(sum(abs(i.qty)) filter (where v.status = 'draft'), 0) as drafted
            from unnest(p_order_item_ids) as asked (id)
            left join public.invoice_items i on i.order_item_id = asked.id
            left join public.invoices v on v.id = i.invoice_id and v.status <> 'void' and v.kind <> 'proforma'
           group by asked.id) as counted
   where o.id = counted.id and (o.qty_invoiced, o.qty_drafted) is distinct from (counted.qty, counted.drafted);
  for v_order_id in select distinct order_id from public.order_items where id = any (p_order_item_ids) order by 1 loop
    perform private.refresh_order(v_order_id);
  end loop;
end $$;

create or replace function private.issue_invoice(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  perform private.must('invoices', 'edit', 'issue invoices');
  select * into v_row from public.invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status = 'void' then
    perform private.refuse('PT409', 'This invoice is void');
  elsif v_row.status <> 'draft' then
    return v_row.invoice_number;
  end if;
  perform from public.orders o
   where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) order by o.id for no key update;
  if not exists (select from public.invoice_items where invoice_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you issue the invoice');
  end if;
  -- What other invoices billed meanwhile decides what the last part is.
  perform set_config('signwright.total_later', 'on', true);
  update public.invoice_items set qty = qty where invoice_id = p_id and order_item_id is not null;
  perform set_config('signwright.total_later', '', true);
  perform private.total_invoice(p_id);
  perform private.refuse_lost_deposits(v_row);
  update public.invoices v
     set issue_date = private.company_today(),
         supply_date = coalesce(v.supply_date, (
           select max((d.delivered_at at time zone s.time_zone)::date) from public.deliveries d, public.company_settings s
            where d.order_id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) and d.delivered_at is not null),
           private.company_today()),
         due_date = coalesce(v.due_date, private.company_today() + case when v.kind = 'deposit' then 0 else private.contact_terms(v.contact_id) end),
         issued_at = now(), issued_by = auth.uid(), invoice_number = private.draw_number('INV'), status = 'issued',
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
           'person', private.contact_facts(v.person_id))
   where v.id = p_id
  returning * into v_row;
  perform private.log_event('invoice', p_id, 'issued', jsonb_build_object('number', v_row.invoice_number, 'gross', private.amount_text(v_row.gross)));
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = p_id and order_item_id is not null));
  perform private.refresh_invoice(p_id);
  return v_row.invoice_number;
end $$;

create or replace function private.mail_facts(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
begin
  case p_kind
    when 'quotation' then
      select private.mail_recipient(q.person_id, q.contact_id) || jsonb_build_object('number', q.number_with_version,
          'title', q.project_title, 'total', private.amount_text(q.net + q.vat),
          'tax_amount', case when q.vat <> 0 then private.amount_text(q.vat) end,
          'deposit', case when q.deposit_amount > 0 then private.amount_text(q.deposit_amount) end, 'valid_until', q.valid_until,
          'link', '/client-quotations/' || q.public_uuid, 'currency', q.currency)
        into v_facts from public.quotations q where q.id = p_id;
    when 'order' then
      select private.mail_recipient(o.person_id, o.contact_id) || jsonb_build_object('number', o.order_number,
          'title', o.project_title, 'total', private.amount_text(o.net + o.vat),
          'tax_amount', case when o.vat <> 0 then private.amount_text(o.vat) end,
          'deposit', case when o.deposit_amount > o.deposit_paid then private.amount_text(o.deposit_amount - o.deposit_paid) end,
          'client_po', o.client_po, 'promised_date', o.promised_date,
          'link', (select '/client-quotations/' || q.public_uuid from public.quotations q where q.id = o.quotation_id), 'currency', o.currency)
        into v_facts from public.orders o where o.id = p_id;
    when 'invoice' then
      select private.mail_recipient(v.person_id, v.contact_id) || jsonb_build_object('number', v.invoice_number,
          'title', v.project_title, 'total', private.amount_text(v.gross),
          'tax_amount', case when v.vat <> 0 then private.amount_text(v.vat) end, 'paid', private.amount_text(v.paid),
          'balance', private.amount_text(v.balance), 'issue_date', v.issue_date, 'due_date', v.due_date,
          'days_late', case when v.due_date < private.company_today() then (private.company_today() - v.due_date)::text end,
          'client_po', v.client_po, 'link', '/client-invoices/' || v.public_uuid, 'payment_link', '/invoices/payment/' || v.public_uuid,
          'currency', v.currency)
        into v_facts from public.invoices v where v.id = p_id;
    when 'credit_note' then
      select private.mail_recipient(v.person_id, n.contact_id) || jsonb_build_object('number', n.credit_number,
          'total', private.amount_text(n.gross),
          'tax_amount', case when n.vat <> 0 then private.amount_text(n.vat) end, 'issue_date', n.issue_date,
          'invoice_number', v.invoice_number, 'reason', n.reason,
          'link', '/client-credit-notes/' || n.public_uuid, 'currency', n.currency)
        into v_facts from public.credit_notes n left join public.invoices v on v.id = n.invoice_id where n.id = p_id;
    when 'delivery' then
      select private.mail_recipient(o.person_id, d.contact_id) || jsonb_build_object('number', d.delivery_number,
          'title', d.project_title, 'order_number', o.order_number, 'method', replace(d.method, '_', ' '), 'planned_at', d.scheduled_at,
          'delivered_at', d.delivered_at, 'received_by', d.received_by,
          'place', nullif(concat_ws(', ', l.label, l.city), ''), 'link', '/delivery-note/' || d.public_uuid)
        into v_facts from public.deliveries d left join public.orders o on o.id = d.order_id
        left join public.locations l on l.id = d.location_id where d.id = p_id;
    when 'statement' then
      select private.mail_recipient(null, s.contact_id) || jsonb_build_object('number', s.statement_number, 'date_from', s.date_from,
          'date_to', s.date_to, 'balance', private.amount_text(s.closing), 'link', '/statements/' || s.public_uuid, 'currency', s.currency)
        into v_facts from public.statements s where s.id = p_id;
    when 'payment' then
      select private.mail_recipient(null, p.contact_id) || jsonb_build_object('number', p.payment_number,
          'amount', private.amount_text(p.amount), 'received_on', p.received_on, 'method', p.method, 'currency', p.currency)
        into v_facts from public.payments p where p.id = p_id;
    when 'mockup' then
      select private.mail_recipient(q.person_id, coalesce(o.contact_id, q.contact_id)) || jsonb_build_object('number', j.job_number,
          'title', j.title, 'link', '/mockups/' || q.public_uuid)
        into v_facts from public.jobs j left join public.orders o on o.id = j.order_id
        left join public.quotations q on q.id = j.quotation_id where j.id = p_id;
    when 'purchase_order' then
      select private.mail_recipient(null, o.supplier_id) || jsonb_build_object('number', o.purchase_number, 'expected_on', o.expected_on,
          'lines', (select count(*)::text from public.purchase_order_lines l where l.purchase_order_id = o.id))
        into v_facts from public.purchase_orders o where o.id = p_id;
    else
      v_facts := '{}';
  end case;
  return v_facts;
end $$;

create or replace function private.share_of_order(p_order_id uuid, p_what text) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select coalesce(case
    when bool_and(done.qty >= abs(i.qty)) then 100
    when sum(abs(i.net)) = 0 then trunc(100.0 * sum(done.qty) / nullif(sum(abs(i.qty)), 0), 2)
    else least(99.99, trunc(100 * sum(abs(i.net) * done.qty / nullif(abs(i.qty), 0)) / sum(abs(i.net)), 2)) end, 0)
    from public.order_items i,
         lateral (select case p_what when 'delivered' then i.qty_delivered when 'invoiced' then i.qty_invoiced - i.qty_drafted
           else i.qty_invoiced end as qty) as done
   where i.order_id = p_order_id and i.qty <> 0
     and (i.kind = 'item' or (i.kind = 'discount' and p_what <> 'delivered'))
$$;

create or replace function private.refresh_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.orders;
  v_before text;
begin
  select * into v_row from public.orders where id = p_order_id for no key update;
  if v_row.id is null then
    return;
  end if;
  v_before := v_row.status;
  v_row.delivered_pct := private.share_of_order(p_order_id, 'delivered');
  v_row.invoiced_pct := private.share_of_order(p_order_id, 'invoiced');
  v_row.drafted_pct := private.share_of_order(p_order_id, 'billed') - v_row.invoiced_pct;
  v_row.status := private.derive_order_status(v_row);
  update public.orders
     set delivered_pct = v_row.delivered_pct, invoiced_pct = v_row.invoiced_pct, drafted_pct = v_row.drafted_pct, status = v_row.status
   where id = p_order_id
     and (delivered_pct, invoiced_pct, drafted_pct, status)
         is distinct from (v_row.delivered_pct, v_row.invoiced_pct, v_row.drafted_pct, v_row.status);
  if v_before <> v_row.status then
    perform private.log_event('order', p_order_id, 'status', jsonb_build_object('from', v_before, 'to', v_row.status));
  end if;
end $$;

alter table public.order_items add constraint order_items_not_more_than_ordered CHECK (qty_delivered >= 0::numeric AND qty_delivered <= GREATEST(COALESCE(abs(qty), 0::numeric), 0::numeric) AND qty_invoiced >= 0::numeric AND qty_invoiced <= COALESCE(abs(qty), 0::numeric) AND qty_drafted >= 0::numeric AND qty_drafted <= qty_invoiced);

alter table public.order_items add constraint order_items_qty_drafted_is_a_number CHECK (qty_drafted <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.orders add constraint orders_drafted_pct_is_a_number CHECK (drafted_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

CREATE TRIGGER pin BEFORE UPDATE ON public.orders FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'order_number', 'public_uuid', 'quotation_id', 'quotation_version', 'contact_id', 'status', 'ordered_at', 'hold_reason', 'cancelled_at', 'cancel_reason', 'currency', 'net', 'vat', 'deposit_amount', 'deposit_paid', 'delivered_pct', 'invoiced_pct', 'drafted_pct', 'terms');

comment on function private.share_of_order(pg_catalog.uuid,pg_catalog.text) is 'Percent of an order that is delivered, invoiced or billed, by value; 100 only when all of it is. Billed: on invoices, drafts included.';

comment on column public.orders.status is 'Computed by private.refresh_order: cancelled, on_hold, completed (delivered in full and on issued invoices in full), delivered, part_delivered,
awaiting_deposit, ready (all jobs), in_production, confirmed.';

comment on column public.order_items.qty_drafted is 'The part of qty_invoiced that is only on drafts.';

comment on column public.orders.drafted_pct is 'Share on drafts of invoices, in percent: with invoiced_pct it is what cannot be invoiced again.';

comment on column public.orders.invoiced_pct is 'Share of the order on issued invoices, in percent, toward zero.';

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"credit_note","name":"tax_amount","type":"money","label":"VAT in it; empty without any","example":"18.00","position":12}');

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"invoice","name":"tax_amount","type":"money","label":"VAT in it; empty without any","example":"221.71","position":13}');

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"order","name":"tax_amount","type":"money","label":"VAT in it; empty without any","example":"221.71","position":13}');

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"quotation","name":"tax_amount","type":"money","label":"VAT in it; empty without any","example":"221.71","position":13}');

-- Templates as they were delivered speak of the tax where there is some. One that somebody wrote keeps its words, and nobody wrote this version.
alter table public.email_templates disable trigger user;
update public.email_template_versions v
   set body = replace(v.body, ', including {{ tax }}', '{% if tax_amount != blank %}, including {{ tax }}{% endif %}')
  from public.email_templates t where t.id = v.template_id and t.version = 1 and t.key in ('invoice', 'order_confirmation', 'quotation');
update public.email_templates
   set body = replace(body, ', including {{ tax }}', '{% if tax_amount != blank %}, including {{ tax }}{% endif %}')
 where version = 1 and key in ('invoice', 'order_confirmation', 'quotation');
alter table public.email_templates enable trigger user;

-- What is only on drafts was counted as invoiced.
update public.order_items o set qty_drafted = least(o.qty_invoiced, drafted.qty)
  from (select i.order_item_id as id, sum(abs(i.qty)) as qty from public.invoice_items i join public.invoices v on v.id = i.invoice_id
         where v.status = 'draft' and v.kind <> 'proforma' and i.order_item_id is not null group by 1) as drafted
 where o.id = drafted.id;
select private.refresh_order(o.id) from public.orders o
 where exists (select from public.order_items i where i.order_id = o.id and i.qty_drafted > 0) order by o.id;

reset check_function_bodies;
