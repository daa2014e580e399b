-- A repaired status never contradicts the order that was made of a quotation, nor the versions that were sent.

create or replace function private.fix_quotation_status(p_id uuid, p_status text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  select o.order_number into v_order from public.orders o where o.quotation_id = p_id and o.status <> 'cancelled';
  v_was_sent := exists (select from public.quotation_versions v where v.quotation_id = p_id and v.version = v_row.version);
  if v_order is not null and p_status not in ('approved', 'converted') then
    perform private.refuse('PT409', format('Order %s was made of this quotation. Undo its approval, or cancel the order first.', v_order));
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
no order and removes none, so a quotation with an order stays approved or converted; a version that was never sent is a draft or
cancelled, and a sent one becomes the draft of the next version.';

revoke execute on all routines in schema private from public;
