set check_function_bodies = off;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'invoice_kind', v.kind, 'number', v.invoice_number, 'status', v.status,
      'issue_date', v.issue_date, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'terms', v.terms, 'note', v.note,
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.get_public_statement(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.statements;
begin
  select * into v_row from public.statements where public_uuid = p_uuid and link_revoked_at is null;
  if v_row.id is null then
    return null;
  elsif private.log_view('statement', v_row.id, p_visit) then
    update public.statements set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return v_row.snapshot || jsonb_build_object('company', v_row.snapshot -> 'company' || private.bank_facts(), 'public_uuid', p_uuid,
    'payable', private.payable_of(v_row.contact_id), 'announced', private.announced_of(null, null, v_row.contact_id),
    'credit', private.amount_text(private.client_credit(v_row.contact_id)));
end $$;

create or replace function private.bank_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name)
    from public.company_settings
$$;

create or replace function private.approval_of(p_quotation_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('name', q.decided_name, 'on', private.day_of(q.decided_at),
      'by_hand', exists (
          select from public.document_events e
           where e.kind = 'quotation' and e.record_id = q.id and e.type = 'answer_recorded' and e.at >= q.decided_at)
        or exists (
          select from public.user_roles r where r.user_id = q.decided_by and r.role not in ('pending', 'client')),
      'image', (
        select s.image from public.document_signatures s
         where s.kind = 'quotation' and s.record_id = q.id and s.version = q.version order by s.signed_at desc limit 1))
    from public.quotations q
   where q.id = p_quotation_id and q.status in ('approved', 'converted') and q.decided_name is not null
$$;

create or replace function private.order_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('orders', 'view', 'see orders');
  return (
    select jsonb_build_object('number', o.order_number, 'status', o.status, 'currency', o.currency, 'project_title', o.project_title,
      'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'client_po', o.client_po,
      'quotation_number', (select q.quotation_number from public.quotations q where q.id = o.quotation_id),
      'client_note', (select q.client_note from public.quotations q where q.id = o.quotation_id),
      'deposit_required', private.amount_text(o.deposit_amount), 'deposit_paid', private.amount_text(o.deposit_paid),
      'approval', private.approval_of(o.quotation_id),
      'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'gross', private.amount_text(o.gross), 'terms', o.terms,
      'company', private.company_facts(), 'client', private.contact_facts(o.contact_id),
      'person', private.contact_facts(o.person_id), 'site', private.site_facts(o.location_id),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || '{"is_optional": false, "option_group": null, "is_selected": true}'
                 order by i.position)
          from public.order_items i where i.order_id = o.id), '[]'),
      'vat_table', coalesce((
        select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
                 'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
          from private.order_vat(o.id) as v), '[]'))
      from public.orders o where o.id = p_id);
end $$;

create or replace function private.get_public_quotation(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations;
begin
  if not private.is_public_document(p_uuid) then
    return null;
  end if;
  select * into v_row from public.quotations where public_uuid = p_uuid;
  if v_row.id is null then
    return null;
  elsif private.log_view('quotation', v_row.id, p_visit) then
    update public.quotations set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return coalesce(
      case when v_row.status = 'draft' then (
        select v.snapshot from public.quotation_versions v where v.quotation_id = v_row.id order by v.version desc limit 1) end,
      private.quotation_document(v_row.id))
    || jsonb_build_object('public_uuid', v_row.public_uuid, 'status', v_row.status, 'being_revised', v_row.status = 'draft',
      'is_past', coalesce(v_row.valid_until < private.company_today(), false),
      'decided_at', v_row.decided_at, 'decided_name', v_row.decided_name, 'reject_reason', v_row.reject_reason,
      'approval', private.approval_of(v_row.id))
    || private.order_of_quotation(v_row.id);
end $$;

create or replace function private.preview_quotation(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return private.quotation_document(p_id)
    || jsonb_build_object('status', (select q.status from public.quotations q where q.id = p_id), 'approval', private.approval_of(p_id))
    || private.order_of_quotation(p_id);
end $$;

revoke execute on all routines in schema private from public;

comment on function private.get_public_statement(pg_catalog.uuid,pg_catalog.text) is 'A statement by its link, as it was made, with what of the client is open now (payable), its credit and the bank account of today; null for a wrong or
revoked one alike.';

comment on function private.preview_quotation(pg_catalog.uuid) is 'The paper of a quotation as it stands, also of a draft, with its approval and its order, for staff who may view quotations; null for an unknown one.';

comment on function public.get_public_statement(pg_catalog.uuid,pg_catalog.text) is 'A statement by its link, as it was made, with what of the client is open now (payable), its credit and the bank account of today; null for a wrong or
revoked one alike.';

comment on function public.preview_quotation(pg_catalog.uuid) is 'The paper of a quotation as it stands, also of a draft, with its approval and its order, for staff who may view quotations; null for an unknown one.';

comment on function private.approval_of(pg_catalog.uuid) is 'Who approved a quotation, the day of the company, and the drawn signature (null: the name was typed). by_hand: staff recorded
it. Null while it is not approved.';

comment on function private.bank_facts() is 'The bank account of the company today, as papers that ask for money name it.';

reset check_function_bodies;
