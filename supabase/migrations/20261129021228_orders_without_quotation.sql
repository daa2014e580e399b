set check_function_bodies = off;

create or replace function private.order_without_quotation(p_id uuid, p_name text, p_words text, p_selected uuid[]) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_order public.orders;
begin
  perform private.send_quotation(p_id);
  v_id := private.accept_quotation(p_id, p_name, p_selected, null, null);
  perform private.log_event('quotation', p_id, 'answer_recorded', jsonb_build_object('answer', 'approved', 'words', left(p_words, 2000)));
  select * into v_order from public.orders where id = v_id;
  perform private.cancel_thanks(v_order);
  return v_id;
end $$;

create or replace function private.record_quotation_answer(
  p_id uuid, p_answer text, p_name text, p_words text default null, p_selected uuid[] default null, p_lost text default null)
returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'record the answer to a quotation');
  v_order_id uuid;
begin
  if p_answer = 'approved' and v_row.status = 'converted' then
    select id into v_order_id from public.orders where quotation_id = p_id and status <> 'cancelled';
    return v_order_id;
  elsif p_answer = v_row.status then
    return null;
  elsif p_answer = 'approved' and v_row.status = 'draft' then
    return private.order_without_quotation(p_id, p_name, p_words, p_selected);
  elsif v_row.status not in ('sent', 'change_requested') then
    perform private.must_be_open(v_row);
  elsif p_answer = 'approved' then
    v_order_id := private.accept_quotation(p_id, p_name, p_selected, null, null);
    perform private.log_event('quotation', p_id, 'answer_recorded', jsonb_build_object('answer', p_answer, 'words', left(p_words, 2000)));
    return v_order_id;
  elsif p_answer in ('rejected', 'change_requested') then
    perform private.turn_down(v_row, p_answer, p_name, p_words, null);
    if p_answer = 'rejected' and p_lost is not null then
      perform private.keep_loss(p_id, p_lost, p_words);
    end if;
    return null;
  end if;
  perform private.refuse('22023', 'The answer is approved, rejected or change_requested');
  return null;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.record_quotation_answer(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.uuid[],pg_catalog.text) is 'Staff record what a client said by telephone or on paper: approved, rejected or change_requested, with the name of who said
it. p_lost: why it was lost, for a rejection, as in record_quotation_loss. A draft that was approved becomes an order in the same act. Returns the id of the
order, or null.';

comment on function public.record_quotation_answer(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.uuid[],pg_catalog.text) is 'Staff record what a client said by telephone or on paper: approved, rejected or change_requested, with the name of who said
it. p_lost: why it was lost, for a rejection, as in record_quotation_loss. A draft that was approved becomes an order in the same act. Returns the id of the
order, or null.';

comment on function private.order_without_quotation(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.uuid[]) is 'A draft that the client approved before it was sent: it is frozen and becomes an order. The client gets no mail of it. Returns the id of the order.';

reset check_function_bodies;
