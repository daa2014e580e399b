-- Nobody could see who changed a price in a draft: lines of quotations and invoices left no rows in the audit trail. And a repaired
-- status took a converted quotation back to approved while its order lived; then it could be cancelled.

create or replace function private.audit_record_label(p_table text, p_record jsonb) returns text
language plpgsql stable security definer set search_path to '' as $function$
declare
  v_expression text;
  v_label text;
begin
  select coalesce(k.audit_label, k.label) into v_expression
    from private.record_kinds k where k.table_name = to_regclass(format('public.%I', p_table));
  if v_expression is not null then
    execute format('select %s from jsonb_populate_record(null::public.%I, $1) as r', v_expression, p_table)
      into v_label using p_record;
    return v_label;
  elsif p_table in ('quotation_items', 'invoice_items') then
    select coalesce(
        (select q.number_with_version from public.quotations q where q.id = (p_record ->> 'quotation_id')::uuid),
        (select v.invoice_number from public.invoices v where v.id = (p_record ->> 'invoice_id')::uuid), 'Draft')
      into v_label;
    return v_label || coalesce(', ' || nullif(left(btrim(p_record ->> 'description'), 100), ''), '');
  end if;
  return coalesce(p_record ->> 'name', p_record ->> 'title', p_record ->> 'company');
end $function$;

-- What people write into a draft, and every change of a price, whoever makes it. What a function writes as a whole, as the lines of a
-- copy or of a new invoice, is told by the paper itself.
create trigger audit_by_hand after insert or delete on public.quotation_items for each row
  when (current_user in ('anon', 'authenticated')) execute function private.audit('quotation_id', 'id');
create trigger audit_changes after update on public.quotation_items for each row
  when ((old.kind, old.description, old.details, old.qty, old.unit, old.width_mm, old.height_mm, old.unit_price, old.discount_pct, old.vat_rate,
      old.vat_treatment, old.is_optional, old.is_selected)
    is distinct from (new.kind, new.description, new.details, new.qty, new.unit, new.width_mm, new.height_mm, new.unit_price, new.discount_pct,
      new.vat_rate, new.vat_treatment, new.is_optional, new.is_selected))
  execute function private.audit('quotation_id', 'id');
create trigger audit_by_hand after insert or delete on public.invoice_items for each row
  when (current_user in ('anon', 'authenticated')) execute function private.audit('invoice_id', 'id');
create trigger audit_changes after update on public.invoice_items for each row
  when ((old.kind, old.description, old.details, old.qty, old.unit, old.width_mm, old.height_mm, old.unit_price, old.discount_pct, old.vat_rate,
      old.vat_treatment)
    is distinct from (new.kind, new.description, new.details, new.qty, new.unit, new.width_mm, new.height_mm, new.unit_price, new.discount_pct,
      new.vat_rate, new.vat_treatment))
  execute function private.audit('invoice_id', 'id');

create function private.order_made_of(p_quotation_id uuid) returns text
language sql stable security definer set search_path to '' as $function$
  select o.order_number from public.orders o
   where o.status <> 'cancelled' and (o.quotation_id = p_quotation_id or exists (
     select from public.order_items i join public.quotation_items q on q.id = i.quotation_item_id
      where i.order_id = o.id and q.quotation_id = p_quotation_id)
     or o.id = (select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted')))
   order by o.order_number limit 1
$function$;
comment on function private.order_made_of(p_quotation_id uuid) is 'The number of the order that lives and has lines of this quotation: made of it, or amended by it.';

create or replace function private.fix_quotation_status(p_id uuid, p_status text, p_reason text) returns void
language plpgsql security definer set search_path to '' as $function$
declare
  v_row public.quotations;
  v_order text;
  v_was_sent boolean;
begin
  if not (private.is_server() or private.my_role() = 'admin') then
    raise insufficient_privilege using message = 'Only admins repair a status';
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  select * into v_row from public.quotations where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  end if;
  v_order := private.order_made_of(p_id);
  v_was_sent := exists (select from public.quotation_versions v where v.quotation_id = p_id and v.version = v_row.version);
  if v_order is not null and p_status <> 'converted' then
    perform private.refuse('PT409', format('Order %s was made of this quotation, so it is converted. Undo its approval, or cancel the order first.', v_order));
  elsif v_order is null and p_status = 'converted' then
    perform private.refuse('PT409', 'No order was made of this quotation, so it is not converted');
  elsif p_status not in ('draft', 'cancelled') and not v_was_sent then
    perform private.refuse('PT409', format('Version %s was never sent: it can only be a draft, or cancelled', v_row.version));
  end if;
  perform set_config('signwright.repair', 'on', true);
  -- What was sent stays as it was: a draft is the next version.
  update public.quotations
     set status = p_status, version = version + (p_status = 'draft' and v_was_sent)::integer
   where id = p_id;
  perform set_config('signwright.repair', '', true);
  perform private.log_event('quotation', p_id, 'status_repaired',
    jsonb_build_object('from', v_row.status, 'to', p_status, 'reason', left(btrim(p_reason), 2000)));
end $function$;
comment on function private.fix_quotation_status(p_id uuid, p_status text, p_reason text) is 'For admins: sets a status that no transition leads to, with a reason in the story and a line in the audit trail. It makes
no order and removes none, so a quotation whose order lives stays converted, and no other is converted; a version that was never sent is
a draft or cancelled, and a sent one becomes the draft of the next version.';

create or replace function private.cancel_quotation(p_id uuid, p_reason text, p_lost text default null) returns void
language plpgsql security definer set search_path to '' as $function$
declare
  v_row public.quotations := private.quotation_for(p_id, 'cancel quotations');
begin
  if v_row.status = 'cancelled' then
    return;
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif v_row.status = 'converted' or private.order_made_of(p_id) is not null then
    perform private.refuse('PT409', 'This quotation is approved: cancel its order instead');
  end if;
  update public.quotations set status = 'cancelled' where id = p_id;
  perform private.cancel_mails('quotation', p_id);
  perform private.log_event('quotation', p_id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
  if p_lost is not null then
    perform private.keep_loss(p_id, p_lost, left(btrim(p_reason), 2000));
  end if;
end $function$;

-- What was repaired before is put right: its order lives.
select set_config('signwright.repair', 'on', true);
update public.quotations q set status = 'converted' where q.status = 'approved' and private.order_made_of(q.id) is not null;
select set_config('signwright.repair', '', true);

-- An electronic credit note says when its invoice was supplied: the schema of CII wants the delivery, and an empty one is refused.
create or replace function private.credit_note_document(p_id uuid)
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

revoke execute on all routines in schema private from public;
