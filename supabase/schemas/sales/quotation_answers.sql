-- Answers of clients: approval, rejection, change requests, options and quantities chosen.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.select_options(p_quotation_id uuid, p_selected uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from unnest(p_selected) as chosen (id) where not exists (
      select from public.quotation_items i where i.id = chosen.id and i.quotation_id = p_quotation_id and i.is_optional))
  then
    perform private.refuse('22023', 'An option is not part of this quotation');
  elsif exists (
    select from public.quotation_items i where i.quotation_id = p_quotation_id and i.option_group is not null and i.id = any (p_selected)
     group by i.option_group having count(*) > 1)
  then
    perform private.refuse('22023', 'Only one option of a group can be chosen');
  end if;
  update public.quotation_items set is_selected = id = any (p_selected)
   where quotation_id = p_quotation_id and is_optional and is_selected is distinct from (id = any (p_selected));
end $$;

create function private.choose_options(p_uuid uuid, p_version integer, p_selected uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
begin
  perform private.must_be_current(v_row, p_version);
  perform private.must_be_open(v_row);
  perform private.select_options(v_row.id, coalesce(p_selected, '{}'));
  return private.quotation_document(v_row.id);
end $$;
comment on function private.choose_options is
  'The client chooses options by the link: p_selected are the ids of all chosen lines. Totals and deposit follow. Returns the
quotation as get_public_quotation does, without its state.';
call private.offer('private.choose_options(uuid, integer, uuid[])', '{anon,authenticated,service_role}');

create function private.reject_quotation(p_uuid uuid, p_version integer, p_name text, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
begin
  perform private.must_be_current(v_row, p_version);
  if v_row.status = 'rejected' then
    return;
  end if;
  perform private.must_be_open(v_row);
  perform private.turn_down(v_row, 'rejected', p_name, p_reason, private.client_address());
end $$;
comment on function private.reject_quotation is 'The client rejects the version that they see, with name and reason. A second call changes nothing.';
call private.offer('private.reject_quotation(uuid, integer, text, text)', '{anon,authenticated,service_role}');

create function private.request_quotation_change(p_uuid uuid, p_version integer, p_name text, p_message text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
begin
  perform private.must_be_current(v_row, p_version);
  if v_row.status = 'change_requested' then
    return;
  end if;
  perform private.must_be_open(v_row);
  perform private.turn_down(v_row, 'change_requested', p_name, p_message, private.client_address());
end $$;
comment on function private.request_quotation_change is
  'The client asks for a change of the version that they see. A second call changes nothing.';
call private.offer('private.request_quotation_change(uuid, integer, text, text)', '{anon,authenticated,service_role}');

create function private.option_words(p_quotation_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select left(concat_ws('. ', 'With ' || string_agg(o.words, ', ' order by o.position) filter (where o.is_selected),
             'Without ' || string_agg(o.words, ', ' order by o.position) filter (where not o.is_selected)), 2000)
      from (
        select i.position, i.is_selected, format('“%s” (%s net)', left(split_part(btrim(i.description), E'\n', 1), 120), private.money_words(i.net, q.currency)) as words
          from public.quotation_items i join public.quotations q on q.id = i.quotation_id
         where i.quotation_id = p_quotation_id and i.is_optional) as o
    having count(*) > 0);
end $$;
comment on function private.option_words is
  'Which options of a quotation are chosen and which are left out, each with its net after its discount: a sentence for its story. Null without options.';

create function private.accept_quotation(
  p_quotation_id uuid, p_name text, p_selected uuid[], p_ip inet, p_signature text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_amended uuid;
  v_item public.order_items;
  v_group text;
  v_number integer := 0;
begin
  if p_selected is not null then
    perform private.select_options(p_quotation_id, p_selected);
  end if;
  select i.option_group into v_group from public.quotation_items i
   where i.quotation_id = p_quotation_id and i.option_group is not null
   group by i.option_group having count(*) > 1 and count(*) filter (where i.is_selected) <> 1 order by 1 limit 1;
  if found then
    perform private.refuse('22023', format('Please choose one of the options of "%s"', v_group));
  end if;
  select * into v_quotation from public.quotations where id = p_quotation_id;
  perform private.sign_document('quotation', p_quotation_id, v_quotation.version, p_name, p_signature);
  update public.quotations
     set status = 'approved', decided_at = now(), decided_name = btrim(p_name), decided_ip = p_ip, decided_by = auth.uid(),
         reject_reason = null
   where id = p_quotation_id;

  if v_quotation.amends_order_id is not null then
    v_amended := private.add_to_order(v_quotation, btrim(p_name));
    select * into v_order from public.orders where id = v_amended;
  else
    insert into public.orders (order_number, quotation_id, quotation_version, contact_id, person_id, location_id, project_title,
      currency, net, vat, deposit_amount, terms, is_collected, created_by)
    values (private.draw_number('SO'), p_quotation_id, v_quotation.version, v_quotation.contact_id, v_quotation.person_id,
      v_quotation.location_id, v_quotation.project_title, v_quotation.currency, v_quotation.net, v_quotation.vat,
      v_quotation.deposit_amount, v_quotation.terms, v_quotation.is_collected, auth.uid())
    returning * into v_order;
    insert into public.order_items (order_id, quotation_item_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, picture_path, service_id, inventory_item_id, product_id, calculation_id)
    select v_order.id, i.id, i.position, i.kind, i.description, i.details, i.qty, i.unit, i.width_mm, i.height_mm, i.unit_price,
           i.discount_pct, i.vat_rate, i.vat_treatment, i.picture_path, i.service_id, i.inventory_item_id, i.product_id, i.calculation_id
      from public.quotation_items i
     where i.quotation_id = p_quotation_id and (not i.is_optional or i.is_selected);
    for v_item in
      select oi.* from public.order_items oi
        join public.quotation_items qi on qi.id = oi.quotation_item_id
       where oi.order_id = v_order.id and oi.kind = 'item' and oi.qty > 0 and private.becomes_job(qi)
       order by oi.position
    loop
      v_number := v_number + 1;
      perform private.make_job(v_order, v_item, v_number);
    end loop;
    perform private.request_deposit(v_order.id);
    perform private.promise_order(v_order.id);
    perform private.refresh_order(v_order.id);
    perform private.log_event('order', v_order.id, 'created',
      jsonb_build_object('quotation_number', v_quotation.number_with_version, 'jobs', v_number), btrim(p_name));
  end if;
  update public.quotations set status = 'converted' where id = p_quotation_id;

  perform private.cancel_mails('quotation', p_quotation_id);
  perform private.log_event('quotation', p_quotation_id, 'approved',
    jsonb_build_object('version', v_quotation.version, 'name', btrim(p_name), 'order_number', v_order.order_number,
      'words', private.option_words(p_quotation_id), 'gross', private.amount_text(v_quotation.net + v_quotation.vat)), btrim(p_name));
  perform private.tell_staff(private.owners_of(v_quotation), 'sales',
    format('%s was approved', v_quotation.number_with_version),
    format(case when v_quotation.amends_order_id is null then '%s approved %s. It is order %s now.'
      else '%s approved %s. It is part of order %s now.' end, btrim(p_name), coalesce(v_quotation.project_title, 'the quotation'),
      v_order.order_number), p_quotation_id,
    jsonb_build_object('quotation_number', v_quotation.number_with_version, 'order_number', v_order.order_number, 'kind', 'approved'));
  return v_order.id;
end $$;
comment on function private.accept_quotation is
  'One transaction: quotation approved and converted, order with the chosen lines (or the amended order with them), a job for
each line of production, the request for the deposit, events, notices, cancelled reminders. The caller holds the lock of the
quotation.';

create function private.approve_quotation(
  p_uuid uuid, p_version integer, p_name text, p_terms_accepted boolean, p_signature text default null, p_selected uuid[] default null)
returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
begin
  perform private.must_be_current(v_row, p_version);
  if v_row.status not in ('approved', 'converted') then
    perform private.must_be_open(v_row);
    if not coalesce(p_terms_accepted, false) then
      perform private.refuse('22023', 'Please accept the terms');
    end if;
    perform private.accept_quotation(v_row.id, p_name, p_selected, private.client_address(), p_signature);
    select * into v_row from public.quotations where id = v_row.id;
  end if;
  return jsonb_build_object('status', v_row.status, 'version', v_row.version, 'decided_at', v_row.decided_at,
    'decided_name', v_row.decided_name) || private.order_of_quotation(v_row.id);
end $$;
comment on function private.approve_quotation is
  'The client approves the version that they see: name, accepted terms, a drawn signature (PNG data address) or none, and the
ids of all chosen options (null: as chosen already). A second call answers as the first did. Returns status, decided_at,
decided_name and the order.';
call private.offer('private.approve_quotation(uuid, integer, text, boolean, text, uuid[])', '{anon,authenticated,service_role}');

create function private.order_without_quotation(p_id uuid, p_name text, p_words text, p_selected uuid[]) returns uuid
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
comment on function private.order_without_quotation is
  'A draft that the client approved before it was sent: it is frozen and becomes an order. The client gets no mail of it. Returns the id of the order.';

create function private.record_quotation_answer(
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
comment on function private.record_quotation_answer is
  'Staff record what a client said by telephone or on paper: approved, rejected or change_requested, with the name of who said
it. p_lost: why it was lost, for a rejection, as in record_quotation_loss. A draft that was approved becomes an order in the same act. Returns the id of the
order, or null.';
call private.offer('private.record_quotation_answer(uuid, text, text, text, uuid[], text)');

create function private.undo_approval(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'undo the approval of a quotation');
  v_order public.orders;
begin
  if v_row.status = 'sent' then
    return;
  elsif v_row.status not in ('approved', 'converted') then
    perform private.refuse('PT409', format('This quotation is %s', replace(v_row.status, '_', ' ')));
  elsif v_row.amends_order_id is not null then
    perform private.refuse('PT409', 'Extra work is part of its order now. Amend the order again to take it off.');
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  select * into v_order from public.orders where quotation_id = p_id and status <> 'cancelled' for no key update;
  if v_order.id is not null then
    if v_order.deposit_paid > 0 then
      perform private.refuse('PT409', 'The deposit is paid: the approval cannot be undone');
    elsif exists (select from public.quotations q where q.amends_order_id = v_order.id and q.status in ('approved', 'converted')) then
      perform private.refuse('PT409', 'Extra work was added to this order: the approval cannot be undone');
    elsif exists (
      select from public.jobs j where j.order_id = v_order.id and (j.status not in ('new', 'cancelled')
        or exists (select from public.job_steps s where s.job_id = j.id and s.status <> 'todo')))
    then
      perform private.refuse('PT409', 'A job of this order has begun: the approval cannot be undone');
    end if;
    perform private.close_order(v_order, p_reason);
  end if;
  update public.quotations
     set status = 'sent', decided_at = null, decided_name = null, decided_by = null, decided_ip = null
   where id = p_id;
  perform private.wake_reminders('quotation', p_id);
  perform private.log_event('quotation', p_id, 'approval_undone', jsonb_build_object('reason', left(btrim(p_reason), 2000),
    'order_number', v_order.order_number));
end $$;
comment on function private.undo_approval is
  'Approved → sent, while no deposit is paid and no job has begun. Its order is cancelled and keeps its number; a new approval
makes a new order. Its reminders wait again.';
call private.offer('private.undo_approval(uuid, text)');

create function private.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric)
  returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_row public.quotations := private.quotation_by_link(p_uuid);
  v_line public.quotation_items;
  v_sent numeric;
  v_least numeric;
  v_counted boolean;
begin
  perform private.must_be_current(v_row, p_version);
  perform private.must_be_open(v_row);
  select * into v_line from public.quotation_items i
   where i.id = p_line and i.quotation_id = v_row.id and i.price_breaks is not null for no key update;
  select (sent ->> 'qty')::numeric into v_sent from public.quotation_versions v, jsonb_array_elements(v.snapshot -> 'lines') as sent
   where v.quotation_id = v_row.id and v.version = v_row.version and sent ->> 'id' = p_line::text;
  v_sent := coalesce(v_sent, v_line.qty);
  v_counted := private.is_counted(private.unit_of_pieces(v_line.unit, v_line.width_mm, v_line.height_mm));
  v_least := least(split_part(v_line.price_breaks, ':', 1)::numeric, v_sent);
  if v_line.id is null or not v_row.show_price_breaks then
    perform private.refuse('22023', 'The quantity of this line is fixed. Please ask us for another one.');
  elsif p_qty is null or p_qty <= 0 or p_qty > 1000000 or p_qty <> trunc(p_qty, case when v_counted then 0 else 4 end) then
    perform private.refuse('22023', case when v_counted then 'Please enter a whole quantity from 1 to 1,000,000'
      else 'Please enter a quantity up to 1,000,000' end);
  elsif p_qty < v_least then
    perform private.refuse('22023', format('The smallest quantity is %s. Please ask us for less.', trim_scale(v_least)));
  elsif p_qty < v_sent and exists (
    select from public.quotation_items i where i.quotation_id = v_row.id and i.kind = 'discount' and i.amends_item_id is null)
  then
    perform private.refuse('22023', format('The discount is for %s or more. Please ask us for less.', trim_scale(v_sent)));
  elsif p_qty = v_line.qty then
    return private.quotation_document(v_row.id);
  elsif (select count(*) from public.document_events e
          where e.kind = 'quotation' and e.record_id = v_row.id and e.type = 'quantity_chosen' and e.at > now() - interval '1 hour') >= 60
  then
    perform private.refuse('PT429', 'Too many changes in one hour. Please call us.');
  end if;
  update public.quotation_items set qty = p_qty where id = v_line.id;
  perform private.log_event('quotation', v_row.id, 'quantity_chosen', jsonb_build_object('version', v_row.version,
    'words', format('%s: %s instead of %s', left(v_line.description, 200), trim_scale(p_qty), trim_scale(v_line.qty))));
  return private.quotation_document(v_row.id);
end $$;
comment on function private.choose_quantity is 'The holder of a link orders another quantity of a line whose prices by quantity are shown, and the price follows. Not less than
the smallest quantity that is offered, nor less than was sent where a discount stands. Each change is one event: the story of
the quotation says it. The same quantity again changes nothing. Returns the quotation as choose_options does.';
call private.offer('private.choose_quantity(uuid, integer, uuid, numeric)', '{anon,authenticated,service_role}');
