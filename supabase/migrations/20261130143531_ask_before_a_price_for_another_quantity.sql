set check_function_bodies = off;

create or replace function private.check_prices_of_quotation(p_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lines constant text[] := array(
    select left(i.description, 60) from public.quotation_items i
     where i.quotation_id = p_id and i.kind = 'item'
       and (i.priced_qty <> i.qty
         or (i.unit_price > 0 and i.priced_size <> coalesce(private.size_key(i.width_mm, i.height_mm), '')
           and i.unit is distinct from 'hour' and private.measure_of(i.unit, 1000, 1000) is null))
     order by i.position);
begin
  if cardinality(v_lines) > 0 then
    perform private.must_say_yes('priced_for_another', case cardinality(v_lines)
      when 1 then format('The price of “%s” was calculated for another quantity or size. Send it anyway?', v_lines[1])
      else format('%s prices were calculated for another quantity or size. Send it anyway?', cardinality(v_lines)) end);
  end if;
end $$;

create or replace function private.send_quotation(p_id uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'send quotations');
begin
  if v_row.status = 'sent' then
    return v_row.version;
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', format('This quotation is %s', replace(v_row.status, '_', ' ')));
  end if;
  perform private.settle_blank_lines(p_id);
  perform private.settle_exemption('quotation', p_id);
  if not exists (select from public.quotation_items where quotation_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you send the quotation');
  elsif v_row.valid_until < private.company_today() then
    perform private.refuse('22023', 'Please choose a last valid day that has not passed');
  end if;
  perform private.must_have_whole_pieces(p_id);
  perform private.check_sum_of_quotation(p_id);
  perform private.check_prices_of_quotation(p_id);
  update public.quotations q
     set status = 'sent', sent_at = now(), decided_at = null, decided_name = null, decided_by = null, decided_ip = null,
         reject_reason = null,
         valid_until = coalesce(q.valid_until, private.company_today() + (select quotation_valid_days from public.company_settings))
   where q.id = p_id;
  insert into public.quotation_versions (quotation_id, version, number, snapshot, reason, sent_by)
  values (p_id, v_row.version, v_row.number_with_version, private.quotation_document(p_id),
    (select e.meta ->> 'reason' from public.document_events e
      where e.kind = 'quotation' and e.record_id = p_id and e.type = 'revised' order by e.id desc limit 1), auth.uid());
  perform private.log_event('quotation', p_id, 'sent', jsonb_build_object('version', v_row.version));
  return v_row.version;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.check_prices_of_quotation(pg_catalog.uuid) is 'Asks before a quotation is sent with a price that was for another quantity or size, which nobody has answered (decision 1092). Agrees with pricedFor in the editor.';

reset check_function_bodies;
