-- What the screens of accounts read and do beside the tables: papers of drafts, the queue of what is to be invoiced, totals
-- of the list of invoices, balances by age, what was sent, and payments and views as they happen.

create function private.client_label(p_contact public.contacts) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(case p_contact.type when 'Business' then nullif(btrim(p_contact.company), '') end, private.contact_label(to_jsonb(p_contact)))
$$;
comment on function private.client_label is 'What lists call a client: a business by its company, a person by name.';

-- --------------------------------------------------------------------------------------------------------- papers

create function private.preview_invoice(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return private.invoice_document(p_id);
end $$;
comment on function private.preview_invoice is
  'The paper of an invoice as it stands, also of a draft, for staff who may view invoices; null for an unknown one.';
call private.offer('private.preview_invoice(uuid)');

create function private.credit_note_document(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(n.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id)))
    || jsonb_build_object('kind', 'credit_note', 'number', n.credit_number, 'status', n.status, 'issue_date', n.issue_date,
      'reason', n.reason, 'note', n.note, 'currency', n.currency, 'invoice_number', v.invoice_number, 'project_title', v.project_title,
      'net', private.amount_text(n.net), 'vat', private.amount_text(n.vat), 'gross', private.amount_text(n.gross),
      'allocated', private.amount_text(n.allocated),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) order by i.position)
                 from public.credit_note_items i where i.credit_note_id = n.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.credit_note_vat t where t.credit_note_id = n.id), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id
$$;
comment on function private.credit_note_document is 'Everything that a client sees of a credit note. Numbers are text.';

create function private.preview_credit_note(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see credit notes');
  return private.credit_note_document(p_id);
end $$;
comment on function private.preview_credit_note is
  'The paper of a credit note as it stands, also of a draft, for staff who may view invoices; null for an unknown one.';
call private.offer('private.preview_credit_note(uuid)');

create or replace function private.get_public_credit_note(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  select id into v_id from public.credit_notes
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_id is null then
    return null;
  elsif private.log_view('credit_note', v_id, p_visit) then
    update public.credit_notes set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_id;
  end if;
  return private.credit_note_document(v_id) || jsonb_build_object('public_uuid', p_uuid);
end $$;

-- ------------------------------------------------------------------------------------------------------------ sent

create function private.mark_sent(p_kind text, p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_is_first boolean;
begin
  case p_kind
    when 'invoice' then
      perform private.must('invoices', 'edit', 'send invoices');
      update public.invoices set sent_at = now() where id = p_id and sent_at is null and status not in ('draft', 'void');
      v_is_first := found;
      perform from public.invoices where id = p_id and status not in ('draft', 'void');
    when 'credit_note' then
      perform private.must('invoices', 'edit', 'send credit notes');
      update public.credit_notes set sent_at = now() where id = p_id and sent_at is null and status not in ('draft', 'void');
      v_is_first := found;
      perform from public.credit_notes where id = p_id and status not in ('draft', 'void');
    when 'statement' then
      perform private.must('statements', 'edit', 'send statements');
      update public.statements set sent_at = now() where id = p_id and sent_at is null;
      v_is_first := found;
      perform from public.statements where id = p_id;
    else
      perform private.refuse('22023', 'Only invoices, credit notes and statements are sent');
  end case;
  if not found then
    perform private.refuse('PT409', 'Please issue it first: a draft has no link');
  end if;
  if v_is_first then
    perform private.log_event(p_kind, p_id, 'sent');
  end if;
end $$;
comment on function private.mark_sent is
  'The link of an invoice, credit note or statement was given to the client: sent_at and one event. A second call changes nothing.';
call private.offer('private.mark_sent(text, uuid)');

-- ------------------------------------------------------------------------------------------------- what to invoice

drop function public.to_invoice(uuid);
drop function private.to_invoice(uuid);
create function private.to_invoice(p_contact_id uuid default null)
returns table (
  order_id uuid, order_number text, contact_id uuid, client_name text, project_title text, client_po text, currency text,
  since timestamptz, last_delivered_at timestamptz, lines bigint, net numeric, deposit_left numeric)
  language sql stable security definer set search_path = ''
as $$
  with due as (
    select i.order_id, count(*) as lines, sum(trunc(i.net * (i.qty_delivered - i.qty_invoiced) / i.qty, 2)) as net
      from public.order_items i
     where i.kind = 'item' and i.qty > 0 and i.qty_delivered > i.qty_invoiced
     group by i.order_id
  ), share as (
    select d.order_id, case when bool_and(greatest(i.qty_delivered, i.qty_invoiced) >= i.qty) then 1
        else trunc(coalesce(sum(i.net * greatest(i.qty_delivered, i.qty_invoiced) / i.qty) / nullif(sum(i.net), 0), 0), 4) end as part
      from due d join public.order_items i on i.order_id = d.order_id and i.kind = 'item' and i.qty > 0
     group by d.order_id
  ), discount as (
    select s.order_id, sum(private.line_net(-greatest(trunc(abs(i.qty) * s.part, 4) - i.qty_invoiced, 0), i.unit_price, i.discount_pct)) as net
      from share s join public.order_items i on i.order_id = s.order_id and i.kind = 'discount' and i.qty <> 0
     group by s.order_id
  )
  select o.id, o.order_number, o.contact_id, private.client_label(c), o.project_title, o.client_po, o.currency,
         coalesce(drops.since, drops.last), drops.last, due.lines, due.net + coalesce(discount.net, 0), private.deposit_left(o.id)
    from due
    join public.orders o on o.id = due.order_id
    join public.contacts c on c.id = o.contact_id
    left join discount on discount.order_id = o.id
    left join lateral (
      select max(v.created_at) as at from public.invoice_items i join public.invoices v on v.id = i.invoice_id
       where i.order_id = o.id and i.order_item_id is not null and v.status <> 'void' and v.kind <> 'proforma') as billed on true
    left join lateral (
      select min(coalesce(p.delivered_at, d.delivered_at)) filter (where coalesce(p.delivered_at, d.delivered_at) > coalesce(billed.at, '-infinity')) as since,
             max(coalesce(p.delivered_at, d.delivered_at)) as last
        from public.deliveries d left join public.partial_deliveries p on p.delivery_id = d.id where d.order_id = o.id) as drops on true
   where o.status <> 'cancelled' and (p_contact_id is null or o.contact_id = p_contact_id)
     and (private.can('invoices', 'view') or private.is_server())
   order by coalesce(drops.since, drops.last) nulls last, o.order_number
$$;
comment on function private.to_invoice is
  'Orders of which more is delivered than invoiced, the longest waiting first: since when (the first drop after the last
invoice), how many lines, their net less their part of the discounts, and what is left of the deposit (gross).';
call private.offer('private.to_invoice(uuid)');

-- ---------------------------------------------------------------------------------------------------------- totals

create function private.invoice_totals(
  p_on date, p_status text default null, p_contact_id uuid default null, p_overdue boolean default false, p_text text default null)
returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_pattern constant text := '%' || replace(replace(replace(btrim(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select jsonb_build_object('gross', private.amount_text(coalesce(sum(v.gross), 0)),
        'balance', private.amount_text(coalesce(sum(v.balance) filter (where v.status not in ('draft', 'void')), 0)),
        'overdue', private.amount_text(coalesce(sum(v.balance) filter (where v.status not in ('draft', 'void') and v.due_date < p_on), 0)))
      from public.invoices v
     where v.status <> 'void' and v.kind <> 'proforma'
       and (p_status is null or v.status = p_status) and (p_contact_id is null or v.contact_id = p_contact_id)
       and (not coalesce(p_overdue, false) or (v.status in ('issued', 'partly_paid') and v.balance > 0 and v.due_date < p_on))
       and (coalesce(btrim(p_text), '') = '' or v.invoice_number ilike v_pattern or v.project_title ilike v_pattern));
end $$;
comment on function private.invoice_totals is
  'Sums over the list of invoices with these filters: gross of all, balance and overdue (due before p_on) of the issued ones.
Void and pro forma ones do not count. Amounts are text.';
call private.offer('private.invoice_totals(date, text, uuid, boolean, text)');

create function private.client_ageing(p_contact_id uuid default null)
returns table (
  id uuid, client_name text, contact_type text, balance numeric, overdue numeric, credit numeric, not_due numeric, days_30 numeric,
  days_60 numeric, days_90 numeric, older numeric, oldest_due date, open_invoices bigint)
  language sql stable security definer set search_path = ''
as $$
  with owed as (
    select v.contact_id, sum(v.balance) as open,
           coalesce(sum(v.balance) filter (where late <= 0), 0.00) as not_due,
           coalesce(sum(v.balance) filter (where late between 1 and 30), 0.00) as days_30,
           coalesce(sum(v.balance) filter (where late between 31 and 60), 0.00) as days_60,
           coalesce(sum(v.balance) filter (where late between 61 and 90), 0.00) as days_90,
           coalesce(sum(v.balance) filter (where late > 90), 0.00) as older,
           min(v.due_date) filter (where v.balance > 0) as oldest_due, count(*) filter (where v.balance > 0) as invoices
      from (select private.company_today() as day) as today, public.invoices v,
           lateral (select today.day - coalesce(v.due_date, v.issue_date) as late) as days
     where v.status not in ('draft', 'void') and v.kind <> 'proforma' and (p_contact_id is null or v.contact_id = p_contact_id)
     group by v.contact_id
  ), free as (
    select money.contact_id, sum(money.open) as open
      from (select p.contact_id, case p.direction when 'in' then p.open else p.refunded - p.amount end as open from public.payments p
             where p.status in ('succeeded', 'part_refunded', 'refunded')
            union all
            select n.contact_id, n.open from public.credit_notes n where n.status not in ('draft', 'void')) as money
     where p_contact_id is null or money.contact_id = p_contact_id
     group by money.contact_id
  )
  select c.id, private.client_label(c), c.type::text, coalesce(o.open, 0.00) - coalesce(f.open, 0.00),
         coalesce(o.open - o.not_due, 0.00), coalesce(f.open, 0.00), coalesce(o.not_due, 0.00), coalesce(o.days_30, 0.00),
         coalesce(o.days_60, 0.00), coalesce(o.days_90, 0.00), coalesce(o.older, 0.00), o.oldest_due, coalesce(o.invoices, 0)
    from owed o full join free f on f.contact_id = o.contact_id
    join public.contacts c on c.id = coalesce(o.contact_id, f.contact_id)
   where (private.is_server() or private.can('statements', 'view')) and (coalesce(o.open, 0) <> 0 or coalesce(f.open, 0) <> 0)
$$;
comment on function private.client_ageing is
  'Clients who owe something or have credit, today: balance (open invoices less unallocated credit), and the open invoices by
age: not due, 1–30, 31–60, 61–90 and more days past due. balance = Σ age − credit.';
call private.offer('private.client_ageing(uuid)');

-- -------------------------------------------------------------------------------------------------------- activity

create function private.payment_activity(p_before bigint default null, p_limit integer default 50)
returns table (
  id bigint, at timestamptz, kind text, record_id uuid, type text, actor_name text, number text, amount text, contact_id uuid,
  client_name text)
  language sql stable security definer set search_path = ''
as $$
  select e.id, e.at, e.kind, e.record_id, e.type, e.actor_name,
         coalesce(p.payment_number, v.invoice_number, n.credit_number, s.statement_number),
         coalesce(e.meta ->> 'amount', private.amount_text(coalesce(v.gross, n.gross, s.closing))),
         c.id, private.client_label(c)
    from public.document_events e
    left join public.payments p on e.kind = 'payment' and p.id = e.record_id
    left join public.invoices v on e.kind = 'invoice' and v.id = e.record_id
    left join public.credit_notes n on e.kind = 'credit_note' and n.id = e.record_id
    left join public.statements s on e.kind = 'statement' and s.id = e.record_id
    join public.contacts c on c.id = coalesce(p.contact_id, v.contact_id, n.contact_id, s.contact_id)
   where e.kind = any (private.my_document_kinds()) and private.is_staff()
     and (e.kind = 'payment' and e.type in ('received', 'refunded')
       or e.kind in ('invoice', 'credit_note', 'statement') and e.type in ('issued', 'sent', 'viewed'))
     and (p_before is null or e.id < p_before)
   order by e.id desc
   limit least(greatest(p_limit, 1), 200)
$$;
comment on function private.payment_activity is
  'Payments, refunds, and invoices, credit notes and statements that were issued, sent and opened by clients; newest first, of
the kinds that the caller may view. p_before: the id of the last event of the page before.';
call private.offer('private.payment_activity(bigint, integer)');

-- ------------------------------------------------------------------------------------------------- kinds of records

insert into private.record_kinds (kind, table_name, position, label, detail, is_mentioned, page, searched, best_first, contact, status) values
  ('invoice', 'public.invoices', 62, $$coalesce(r.invoice_number, 'Draft invoice')$$, 'r.project_title', true, 'invoices',
   $$coalesce(r.invoice_number, '') || ' ' || coalesce(r.project_title, '')$$, 'r.created_at desc', 'contact_id', 'r.status'),
  ('credit_note', 'public.credit_notes', 64, $$coalesce(r.credit_number, 'Draft credit note')$$, 'r.reason', true, 'invoices',
   $$coalesce(r.credit_number, '')$$, 'r.created_at desc', 'contact_id', 'r.status');
create index invoices_searched_idx on public.invoices
  using gin (private.folded(coalesce(invoice_number, '') || ' ' || coalesce(project_title, '')) extensions.gin_trgm_ops);
create index credit_notes_searched_idx on public.credit_notes
  using gin (private.folded(coalesce(credit_number, '')) extensions.gin_trgm_ops);
insert into private.record_kinds (kind, table_name, position, label, is_mentioned, has_story, contact, status) values
  ('payment', 'public.payments', 66, 'r.payment_number', true, true, 'contact_id', 'r.status'),
  ('statement', 'public.statements', 68, 'r.statement_number', true, true, 'contact_id', $$'made'::text$$);

revoke execute on all routines in schema private from public;
