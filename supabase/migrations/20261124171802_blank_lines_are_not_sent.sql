set check_function_bodies = off;

create or replace function private.settle_blank_lines(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_place bigint;
begin
  delete from public.quotation_items
   where quotation_id = p_id and kind in ('item', 'heading', 'text') and btrim(description) = '' and unit_price = 0
     and service_id is null and inventory_item_id is null and product_id is null and calculation_id is null
     and picture_path is null and amends_item_id is null;
  select l.place into v_place
    from (select i.kind, i.description, row_number() over (order by i.position) as place from public.quotation_items i
           where i.quotation_id = p_id) as l
   where l.kind = 'item' and btrim(l.description) = '' order by l.place limit 1;
  if v_place is not null then
    perform private.refuse('22023', format('Line %s has a price and no description. Please say what it is.', v_place));
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
  if not exists (select from public.quotation_items where quotation_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you send the quotation');
  elsif v_row.valid_until < private.company_today() then
    perform private.refuse('22023', 'Please choose a last valid day that has not passed');
  end if;
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

comment on function private.settle_blank_lines(pg_catalog.uuid) is 'Removes the lines of a draft that say nothing and cost nothing, so that no client reads them and no job is made of them.
Refuses a line that has a price and no description.';

reset check_function_bodies;
