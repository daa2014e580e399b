-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.client_ageing(p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, client_name text, contact_type text, balance numeric, overdue numeric, credit numeric, not_due numeric, days_30 numeric, days_60 numeric, days_90 numeric, older numeric, oldest_due date, open_invoices bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with today as materialized (
    select private.company_today() as day
  ), owed as (
    select v.contact_id, sum(v.balance) as open,
           coalesce(sum(v.balance) filter (where late <= 0), 0.00) as not_due,
           coalesce(sum(v.balance) filter (where late between 1 and 30), 0.00) as days_30,
           coalesce(sum(v.balance) filter (where late between 31 and 60), 0.00) as days_60,
           coalesce(sum(v.balance) filter (where late between 61 and 90), 0.00) as days_90,
           coalesce(sum(v.balance) filter (where late > 90), 0.00) as older,
           min(v.due_date) filter (where v.balance > 0) as oldest_due, count(*) filter (where v.balance > 0) as invoices
      from today, public.invoices v,
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
$function$;
grant execute on function private.client_ageing(p_contact_id uuid) to authenticated;
grant execute on function private.client_ageing(p_contact_id uuid) to service_role;
comment on function private.client_ageing(p_contact_id uuid) is 'Clients who owe something or have credit, today: balance (open invoices less unallocated credit), and the open invoices by
age: not due, 1–30, 31–60, 61–90 and more days past due. balance = Σ age − credit.';

CREATE OR REPLACE FUNCTION private.client_label(p_contact public.contacts)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(case p_contact.type when 'Business' then nullif(btrim(p_contact.company), '') end, private.contact_label(to_jsonb(p_contact)))
$function$;
comment on function private.client_label(p_contact public.contacts) is 'What lists call a client: a business by its company, a person by name.';

CREATE OR REPLACE FUNCTION private.credit_note_document(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(n.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id)))
    || jsonb_build_object('kind', 'credit_note', 'number', n.credit_number, 'status', n.status, 'issue_date', n.issue_date,
      'reason', n.reason, 'note', n.note, 'currency', n.currency, 'invoice_number', v.invoice_number, 'project_title', v.project_title,
      'supply_date', v.supply_date,
      'net', private.amount_text(n.net), 'vat', private.amount_text(n.vat), 'gross', private.amount_text(n.gross),
      'allocated', private.amount_text(n.allocated),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) order by i.position)
                 from public.credit_note_items i where i.credit_note_id = n.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.credit_note_vat t where t.credit_note_id = n.id), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id
$function$;
comment on function private.credit_note_document(p_id uuid) is 'Everything that a client sees of a credit note. Numbers are text.';

CREATE OR REPLACE FUNCTION private.invoice_totals(p_on date, p_status text DEFAULT NULL::text, p_contact_id uuid DEFAULT NULL::uuid, p_overdue boolean DEFAULT false, p_text text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
       and (coalesce(btrim(p_text), '') = '' or v.id = any (array(select private.records_named('invoice', p_text, 2000)))));
end $function$;
grant execute on function private.invoice_totals(p_on date, p_status text, p_contact_id uuid, p_overdue boolean, p_text text) to authenticated;
grant execute on function private.invoice_totals(p_on date, p_status text, p_contact_id uuid, p_overdue boolean, p_text text) to service_role;
comment on function private.invoice_totals(p_on date, p_status text, p_contact_id uuid, p_overdue boolean, p_text text) is 'Sums over the list of invoices with these filters: gross of all, balance and overdue (due before p_on) of the issued ones.
Void and pro forma ones do not count. Amounts are text.';

CREATE OR REPLACE FUNCTION private.mark_sent(p_kind text, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.mark_sent(p_kind text, p_id uuid) to authenticated;
grant execute on function private.mark_sent(p_kind text, p_id uuid) to service_role;
comment on function private.mark_sent(p_kind text, p_id uuid) is 'The link of an invoice, credit note or statement was given to the client: sent_at and one event. A second call changes nothing.';

CREATE OR REPLACE FUNCTION private.payment_activity(p_before bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50)
 RETURNS TABLE(id bigint, at timestamp with time zone, kind text, record_id uuid, type text, actor_name text, number text, amount text, contact_id uuid, client_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
     and (e.kind = 'payment' and e.type in ('received', 'refunded', 'taken_back')
       or e.kind in ('invoice', 'credit_note', 'statement') and e.type in ('issued', 'sent', 'viewed', 'written_off', 'credit_used'))
     and (p_before is null or e.id < p_before)
   order by e.id desc
   limit least(greatest(p_limit, 1), 200)
$function$;
grant execute on function private.payment_activity(p_before bigint, p_limit integer) to authenticated;
grant execute on function private.payment_activity(p_before bigint, p_limit integer) to service_role;
comment on function private.payment_activity(p_before bigint, p_limit integer) is 'Payments, refunds, and invoices, credit notes and statements that were issued, sent and opened by clients; newest first, of
the kinds that the caller may view. p_before: the id of the last event of the page before.';

CREATE OR REPLACE FUNCTION private.preview_credit_note(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('invoices', 'view', 'see credit notes');
  return private.credit_note_document(p_id);
end $function$;
grant execute on function private.preview_credit_note(p_id uuid) to authenticated;
grant execute on function private.preview_credit_note(p_id uuid) to service_role;
comment on function private.preview_credit_note(p_id uuid) is 'The paper of a credit note as it stands, also of a draft, for staff who may view invoices; null for an unknown one.';

CREATE OR REPLACE FUNCTION private.preview_invoice(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return private.invoice_document(p_id);
end $function$;
grant execute on function private.preview_invoice(p_id uuid) to authenticated;
grant execute on function private.preview_invoice(p_id uuid) to service_role;
comment on function private.preview_invoice(p_id uuid) is 'The paper of an invoice as it stands, also of a draft, for staff who may view invoices; null for an unknown one.';
