-- A credit application that is signed shortly after midnight carries the day of the company, not that of UTC.

CREATE OR REPLACE FUNCTION private.step_credit_application(p_id uuid, p_step text, p_note text, p_limit numeric DEFAULT NULL::numeric, p_days integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.credit_applications;
  v_contact public.contacts;
  v_decides constant boolean := private.named('approve_credit');
  v_keeps constant boolean := private.can('contacts', 'edit');
  v_note constant text := nullif(btrim(p_note), '');
begin
  if not (case p_step when 'submit' then v_keeps when 'withdraw' then v_keeps or v_decides else v_decides end) then
    raise insufficient_privilege using message = 'You may not ' || p_step || ' credit applications';
  end if;
  select * into v_row from public.credit_applications where id = p_id for update;
  if v_row.id is null then
    raise no_data_found using message = 'This application is not there any more';
  end if;
  if not (case p_step when 'submit' then v_row.status = 'draft'
                      when 'withdraw' then v_row.status in ('draft', 'submitted')
                      else v_row.status = 'submitted' end) then
    raise exception 'This application is %', case v_row.status when 'draft' then 'a draft' else v_row.status end || ' by now'
      using errcode = 'PT409';
  end if;
  if p_step in ('return', 'decline', 'withdraw') and v_note is null then
    raise invalid_parameter_value using message = 'Please say why';
  end if;
  select * into v_contact from public.contacts where id = v_row.contact_id for update;

  if p_step = 'submit' then
    if v_row.requested_limit is null or v_row.terms_days is null then
      raise invalid_parameter_value using message = 'Please enter the limit asked for and the payment terms';
    elsif jsonb_array_length(v_row.trade_refs) < 2 then
      raise invalid_parameter_value using message = 'Please give two trade references';
    elsif not v_row.consent or coalesce(btrim(v_row.signed_name), '') = '' then
      raise invalid_parameter_value using message = 'Please have it signed: the name and the consent are missing';
    elsif v_contact.archived_at is not null then
      raise invalid_parameter_value using message = 'This contact is archived';
    end if;
    update public.credit_applications
       set status = 'submitted', submitted_at = now(), signed_on = coalesce(signed_on, private.company_today()), status_note = null
     where id = p_id;
  elsif p_step = 'approve' then
    if p_limit is null or p_limit <= 0 or p_limit >= 1000000000 or p_limit <> trunc(p_limit, 2) then
      raise invalid_parameter_value using message = 'Please enter the limit as an amount above zero with two decimals';
    elsif p_days is null or p_days not between 0 and 365 then
      raise invalid_parameter_value using message = 'Please enter the payment terms as 0 to 365 days';
    elsif v_contact.on_stop then
      raise invalid_parameter_value using message = 'This contact is on stop: release it before giving credit';
    end if;
    update public.credit_applications
       set status = 'approved', granted_limit = p_limit, granted_days = p_days, status_note = v_note,
           decided_by = auth.uid(), decided_at = now()
     where id = p_id;
    update public.contacts set credit_limit = p_limit, payment_terms_days = p_days where id = v_row.contact_id;
  elsif p_step = 'decline' then
    update public.credit_applications
       set status = 'declined', status_note = v_note, decided_by = auth.uid(), decided_at = now()
     where id = p_id;
  elsif p_step = 'return' then
    update public.credit_applications set status = 'draft', submitted_at = null, status_note = v_note where id = p_id;
  else
    update public.credit_applications set status = 'withdrawn', status_note = v_note where id = p_id;
  end if;

  if p_step in ('approve', 'decline') then
    insert into public.contact_notes (contact_id, kind, body, author_id)
    values (v_row.contact_id, 'note', case p_step when 'approve'
      then format('Credit of €%s at %s days approved', to_char(p_limit, 'FM999,999,990.00'), p_days)
      else 'Credit refused: ' || left(v_note, 4900) end, auth.uid());
  end if;
end $function$;
