set check_function_bodies = off;

drop trigger pin on public.invoices;

alter table public.invoices add column written_off numeric(14,2) not null default 0;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'invoice_kind', v.kind, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'terms', v.terms, 'note', v.note,
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.refresh_invoice(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
  v_paid numeric;
  v_credited numeric;
  v_written_off numeric;
  v_status text;
begin
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  if v_row.id is null or v_row.status in ('draft', 'void') then
    return;
  end if;
  select coalesce(sum(a.amount), 0) into v_paid from public.payment_allocations a where a.invoice_id = p_invoice_id;
  v_written_off := private.written_off(p_invoice_id);
  select v_written_off + coalesce(sum(a.amount), 0) into v_credited from public.credit_allocations a where a.invoice_id = p_invoice_id;
  if v_paid + v_credited > v_row.gross then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number,
      private.amount_text(v_row.gross - v_row.paid - v_row.credited)));
  end if;
  v_status := case
    when v_paid + v_credited = v_row.gross then case when v_credited > 0 and v_paid = 0 then 'credited' else 'paid' end
    when v_paid + v_credited > 0 then 'partly_paid' else 'issued' end;
  update public.invoices set paid = v_paid, credited = v_credited, written_off = v_written_off, status = v_status
   where id = p_invoice_id and (paid, credited, written_off, status) is distinct from (v_paid, v_credited, v_written_off, v_status);
  if v_status <> v_row.status and v_status = 'paid' then
    perform private.cancel_mails('invoice', p_invoice_id);
    perform private.log_event('invoice', p_invoice_id, case when v_written_off > 0 then 'settled' else 'paid' end);
  end if;
end $$;

create or replace function private.invoice_totals(
  p_on date, p_status text default null, p_contact_id uuid default null, p_overdue boolean default false, p_text text default null)
returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select jsonb_build_object('gross', private.amount_text(coalesce(sum(v.gross), 0)),
        'balance', private.amount_text(coalesce(sum(v.balance) filter (where v.status not in ('draft', 'void')), 0)),
        'overdue', private.amount_text(coalesce(sum(v.balance) filter (where v.status not in ('draft', 'void') and v.due_date < p_on), 0)))
      from public.invoices v
     where v.status <> 'void' and v.kind <> 'proforma'
       and (p_status is null or v.state = p_status) and (p_contact_id is null or v.contact_id = p_contact_id)
       and (not coalesce(p_overdue, false) or (v.status in ('issued', 'partly_paid') and v.balance > 0 and v.due_date < p_on))
       and (coalesce(btrim(p_text), '') = '' or v.id = any (array(select private.records_named('invoice', p_text, 2000)))));
end $$;

create or replace function private.own_invoices(p_contact_id uuid, p_order_id uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'public_uuid', v.public_uuid, 'number', v.invoice_number, 'kind', v.kind,
           'status', v.status, 'state', v.state, 'project_title', v.project_title, 'client_po', v.client_po, 'issue_date', v.issue_date, 'due_date', v.due_date,
           'is_overdue', v.balance > 0 and v.due_date < private.company_today(), 'currency', v.currency, 'gross', private.amount_text(v.gross),
           'balance', private.amount_text(v.balance), 'written_off', private.amount_text(v.written_off), 'has_link', v.link_revoked_at is null)
           order by v.balance > 0 desc, v.issue_date desc, v.invoice_number desc), '[]')
    from (select * from public.invoices r where r.contact_id = p_contact_id and r.status not in ('draft', 'void')
             and (p_order_id is null or r.order_id = p_order_id or exists (
               select from public.invoice_items i where i.invoice_id = r.id and i.order_id = p_order_id))
           order by r.balance > 0 desc, r.issue_date desc, r.invoice_number desc limit 300) as v
$$;

-- What is generated is not there yet before an update.
create or replace function private.guard_issued() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_before constant jsonb := to_jsonb(old);
  v_column text;
begin
  if tg_op = 'DELETE' then
    raise exception using errcode = 'PT409', message = format('An issued %s is never removed', replace(tg_argv[0], '_', ' '));
  end if;
  select changed.key into v_column
    from jsonb_each(to_jsonb(new)) as changed
   where changed.value is distinct from v_before -> changed.key
     and changed.key not in ('status', 'state', 'gross', 'paid', 'credited', 'written_off', 'balance', 'allocated', 'open', 'sent_at', 'first_viewed_at',
       'last_viewed_at', 'reminder_stage', 'archived_at', 'link_revoked_at', 'row_version', 'search_text', 'contact_id', 'person_id', 'created_by', 'issued_by')
   limit 1;
  if found then
    raise exception using errcode = 'PT409',
      message = format('An issued %s never changes: correct it by a credit note', replace(tg_argv[0], '_', ' ')), detail = v_column;
  end if;
  return new;
end $$;

alter table public.invoices disable trigger user;
update public.invoices v set written_off = w.amount
  from (select invoice_id, sum(amount) as amount from public.write_offs group by invoice_id having sum(amount) > 0) as w
 where w.invoice_id = v.id;
alter table public.invoices enable trigger user;

-- A write-off that settled an invoice was told as "Paid in full".
alter table public.document_events disable trigger user;
update public.document_events e set type = 'settled'
 where e.kind = 'invoice' and e.type = 'paid' and exists (
   select from public.document_events w where w.kind = 'invoice' and w.record_id = e.record_id and w.type = 'written_off' and w.at = e.at);
alter table public.document_events enable trigger user;

alter table public.invoices add column state text not null generated always as (
CASE
    WHEN written_off = 0::numeric THEN
    CASE
        WHEN status = 'partly_paid'::text AND paid = 0::numeric THEN 'partly_credited'::text
        ELSE status
    END
    WHEN status = 'credited'::text THEN 'written_off'::text
    WHEN status = 'partly_paid'::text AND paid > 0::numeric THEN status
    ELSE 'part_written_off'::text
END) stored;

alter table public.invoices add constraint invoices_written_off_is_a_number CHECK (written_off <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.invoices add constraint invoices_written_off_is_credited CHECK (written_off >= 0::numeric AND written_off <= credited);

CREATE TRIGGER pin BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'invoice_number', 'public_uuid', 'kind', 'status', 'contact_id', 'order_id', 'quotation_id', 'issue_date', 'currency', 'net', 'vat', 'paid', 'credited', 'written_off', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'reminder_stage', 'issued_at', 'issued_by', 'skipped_deposits');

comment on function private.invoice_totals(pg_catalog.date,pg_catalog.text,pg_catalog.uuid,boolean,pg_catalog.text) is 'Sums over the list of invoices with these filters: gross of all, balance and overdue (due before p_on) of the issued ones.
p_status: their state. Void and pro forma ones do not count. Amounts are text.';

comment on function private.refresh_invoice(pg_catalog.uuid) is 'Computes paid, credited, written off and status of an issued invoice from its allocations. What was written off counts as credited.';

comment on function public.invoice_totals(pg_catalog.date,pg_catalog.text,pg_catalog.uuid,boolean,pg_catalog.text) is 'Sums over the list of invoices with these filters: gross of all, balance and overdue (due before p_on) of the issued ones.
p_status: their state. Void and pro forma ones do not count. Amounts are text.';

update private.record_kinds as t set ("status") = (select "status" from jsonb_populate_record(null::private.record_kinds, '{"kind":"invoice","page":"invoices","actor":"r.created_by","label":"coalesce(r.invoice_number, ''Draft invoice'')","title":null,"detail":"r.project_title","finder":null,"status":"r.state","contact":"contact_id","position":62,"searched":"r.search_text","has_story":true,"is_folded":true,"recent_if":null,"best_first":"r.created_at desc","shown_kind":null,"table_name":"public.invoices","audit_label":null,"named_right":null,"other_pages":[],"searched_if":"true","is_mentioned":true,"found_by_contact":false}')) where t.kind::text = 'invoice';

comment on column public.invoices.state is 'The status as people read it: an amount that was written off or credited is not called paid.';

comment on column public.invoices.written_off is 'What of credited was written off, without a credit note. Computed.';

reset check_function_bodies;
