set check_function_bodies = off;

alter table public.quotation_versions add column chosen jsonb;

create or replace function private.guard_rest() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rest record;
begin
  select s.name, s.finished_at + s.wait_minutes * interval '1 minute' as until into v_rest from public.job_steps s
   where s.id = any (new.depends_on) and s.job_id = new.job_id and s.status = 'done' and s.wait_minutes > 0
     and s.finished_at + s.wait_minutes * interval '1 minute' > now()
   order by 2 desc limit 1;
  if found then
    perform private.refuse('PT409', format('This step waits until %s: what "%s" made must rest',
      to_char(v_rest.until at time zone coalesce((select time_zone from public.company_settings), 'UTC'), 'FMDD Mon, HH24:MI'), v_rest.name));
  end if;
  return new;
end $$;

create or replace function private.create_jobs_of_quotation(p_quotation_id uuid, p_item_ids uuid[]) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_item record;
  v_line public.order_items;
  v_job_id uuid;
  v_made integer := 0;
begin
  perform private.must('jobs', 'create', 'create jobs');
  perform private.must('quotations', 'view', 'see this quotation');
  if cardinality(p_item_ids) > 300 then
    perform private.refuse('22023', 'A quotation has 300 lines at most');
  end if;
  select * into v_quotation from public.quotations where id = p_quotation_id for no key update;
  if v_quotation.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  elsif v_quotation.status in ('rejected', 'expired', 'cancelled') then
    perform private.refuse('PT409', format('This quotation is %s', v_quotation.status));
  end if;
  select * into v_order from public.orders where quotation_id = p_quotation_id and status <> 'cancelled' for no key update;
  for v_item in
    select i.*, s.mockup_required from public.quotation_items i left join public.services s on s.id = i.service_id
     where i.quotation_id = p_quotation_id and i.id = any (p_item_ids) and i.kind = 'item' and i.qty > 0
       and not exists (select from public.jobs j where j.quotation_item_id = i.id and j.status <> 'cancelled')
     order by i.position
  loop
    if v_order.id is not null then
      select * into v_line from public.order_items where order_id = v_order.id and quotation_item_id = v_item.id;
      if v_line.id is null then
        perform private.refuse('PT409', format('"%s" is not part of the order', left(v_item.description, 100)));
      end if;
      v_job_id := private.make_job(v_order, v_line, (
        select count(*)::integer + 1 from public.jobs j where j.order_id = v_order.id));
    else
      insert into public.jobs (job_number, quotation_id, quotation_item_id, service_id, title, qty, unit, width_mm, height_mm, details,
        mockup_required, created_by)
      values (private.draw_number('JOB'), p_quotation_id, v_item.id, v_item.service_id,
        left(coalesce(nullif(btrim(v_item.description), ''), 'Job'), 500), v_item.qty, coalesce(v_item.unit, 'piece'), v_item.width_mm,
        v_item.height_mm, v_item.details, coalesce(v_item.mockup_required, false), auth.uid())
      returning id into v_job_id;
      perform private.add_template_steps(v_job_id);
    end if;
    perform private.log_event('job', v_job_id, 'created', jsonb_build_object('quotation_number', v_quotation.number_with_version));
    v_made := v_made + 1;
  end loop;
  if v_order.id is not null then
    perform private.refresh_order(v_order.id);
  end if;
  return v_made;
end $$;

create or replace function private.order_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('orders', 'view', 'see orders');
  return (
    select jsonb_build_object('number', o.order_number, 'status', o.status, 'currency', o.currency, 'project_title', o.project_title,
      'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'client_po', o.client_po,
      'quotation_number', (select q.quotation_number || case when o.quotation_version > 1 then '-R' || o.quotation_version else '' end
                             from public.quotations q where q.id = o.quotation_id),
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

create or replace function private.questions_by_link(p_link uuid)
returns table (id bigint, is_ours boolean, name text, words text, at timestamptz)
language sql stable security definer set search_path = '' as $$
  select told.* from (
    select e.id, e.type = 'answer', e.actor_name, e.meta ->> 'words', e.at
      from private.document_of_link(p_link) as d
      join public.document_events e on e.kind = d.kind and e.record_id = d.id
                                   and (e.type in ('question', 'answer') or (e.kind = 'quotation' and e.type = 'change_requested'))
     order by e.id desc limit 100
  ) as told (id, is_ours, name, words, at)
   order by told.id
$$;

create or replace function private.answer_question(p_kind text, p_id uuid, p_words text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_words constant text := nullif(btrim(p_words), '');
  v_link constant uuid := private.link_of_document(p_kind, p_id);
  v_question public.document_events;
  v_to text;
begin
  if p_kind is null or p_kind not in ('quotation', 'order', 'invoice') then
    perform private.refuse('22023', 'This kind of document has no questions');
  end if;
  perform private.must(private.page_of_kind(p_kind), 'edit', 'answer questions about this document');
  if v_link is null then
    perform private.refuse('PT404', 'This document is not there any more');
  elsif v_words is null or char_length(v_words) > 4000 then
    perform private.refuse('22023', 'Please enter an answer of 4000 characters at most');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('thread/' || p_id, 0));
  select * into v_question from public.document_events e
   where e.kind = p_kind and e.record_id = p_id and e.type in ('question', 'answer', 'change_requested') order by e.id desc limit 1;
  if v_question.id is null then
    perform private.refuse('PT409', 'Nobody asked about this document');
  elsif v_question.type = 'answer' and v_question.meta ->> 'words' = v_words then
    return v_question.meta ->> 'to';
  end if;
  if v_question.type = 'answer' then
    select * into v_question from public.document_events e
     where e.kind = p_kind and e.record_id = p_id and e.type in ('question', 'change_requested') order by e.id desc limit 1;
  end if;
  select c.email into v_to from private.mail_contacts_of(p_kind, p_id) as c where c.is_first;
  perform private.log_event(p_kind, p_id, 'answer', jsonb_build_object('words', v_words, 'to', v_to));
  if v_to is not null then
    perform private.queue_mail(p_kind || '_answer', array[v_to], p_kind, p_id,
      format('%s/%s/answer/%s', p_kind, p_id, (select max(e.id) from public.document_events e
        where e.kind = p_kind and e.record_id = p_id and e.type = 'answer')),
      jsonb_build_object('note', v_words, 'question', v_question.meta ->> 'words'),
      p_label => (select label from private.mail_parties(p_kind, p_id)));
  end if;
  perform private.nudge('doc:' || v_link, 'document_events', 'INSERT', p_id::text);
  return v_to;
end $$;

create or replace function private.accept_quotation(
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
      currency, net, vat, deposit_amount, terms, created_by)
    values (private.draw_number('SO'), p_quotation_id, v_quotation.version, v_quotation.contact_id, v_quotation.person_id,
      v_quotation.location_id, v_quotation.project_title, v_quotation.currency, v_quotation.net, v_quotation.vat,
      v_quotation.deposit_amount, v_quotation.terms, auth.uid())
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
      'gross', private.amount_text(v_quotation.net + v_quotation.vat)), btrim(p_name));
  perform private.tell_staff(private.owners_of(v_quotation), 'sales',
    format('%s was approved', v_quotation.number_with_version),
    format(case when v_quotation.amends_order_id is null then '%s approved %s. Order %s stands in the office.'
      else '%s approved %s. It is part of order %s now.' end, btrim(p_name), coalesce(v_quotation.project_title, 'the quotation'),
      v_order.order_number), p_quotation_id,
    jsonb_build_object('quotation_number', v_quotation.number_with_version, 'order_number', v_order.order_number, 'kind', 'approved'));
  return v_order.id;
end $$;

create or replace function private.revise_quotation(p_id uuid, p_reason text default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'change quotations');
begin
  if v_row.status = 'draft' then
    return v_row.version;
  elsif v_row.status not in ('sent', 'change_requested', 'rejected', 'expired') then
    perform private.refuse('PT409', format('This quotation is %s', case v_row.status when 'converted' then 'approved'
      else v_row.status end));
  end if;
  update public.quotation_versions set chosen = private.quotation_document(p_id)
   where quotation_id = p_id and version = v_row.version;
  update public.quotations
     set status = 'draft', version = version + 1,
         valid_until = case when valid_until < private.company_today() then null else valid_until end
   where id = p_id;
  perform private.cancel_mails('quotation', p_id);
  perform private.log_event('quotation', p_id, 'revised',
    jsonb_build_object('version', v_row.version + 1, 'reason', left(nullif(btrim(p_reason), ''), 2000)));
  return v_row.version + 1;
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
        select coalesce(v.chosen, v.snapshot) from public.quotation_versions v
         where v.quotation_id = v_row.id order by v.version desc limit 1) end,
      private.quotation_document(v_row.id))
    || jsonb_build_object('public_uuid', v_row.public_uuid, 'status', v_row.status, 'being_revised', v_row.status = 'draft',
      'is_past', coalesce(v_row.valid_until < private.company_today(), false),
      'decided_at', v_row.decided_at, 'decided_name', v_row.decided_name, 'reject_reason', v_row.reject_reason,
      'approval', private.approval_of(v_row.id))
    || private.order_of_quotation(v_row.id);
end $$;

comment on function private.answer_question(pg_catalog.text,pg_catalog.uuid,pg_catalog.text) is 'Answers the newest question about a quotation, an order or an invoice, or the wish for a change: the client sees it on the page of the link at once and gets it by
mail. The same words twice are one answer. Returns the address that the mail goes to; null where the client has none.';

comment on function private.get_public_quotation(pg_catalog.uuid,pg_catalog.text) is 'What the holder of a link may read, as one object with numbers as text; null for a wrong, revoked or unsent one alike.
p_visit: a random text of the page''s visit; each visit is one viewed event. While a revision is written (being_revised), the
version that was sent last, with what the client has chosen of it.';

comment on function private.questions_by_link(pg_catalog.uuid) is 'The questions of a document, the wishes for a change of a quotation, and our answers, for who holds its link: the newest 100, oldest
first. No row where the link opens nothing.';

comment on function public.answer_question(pg_catalog.text,pg_catalog.uuid,pg_catalog.text) is 'Answers the newest question about a quotation, an order or an invoice, or the wish for a change: the client sees it on the page of the link at once and gets it by
mail. The same words twice are one answer. Returns the address that the mail goes to; null where the client has none.';

comment on function public.get_public_quotation(pg_catalog.uuid,pg_catalog.text) is 'What the holder of a link may read, as one object with numbers as text; null for a wrong, revoked or unsent one alike.
p_visit: a random text of the page''s visit; each visit is one viewed event. While a revision is written (being_revised), the
version that was sent last, with what the client has chosen of it.';

comment on function public.questions_by_link(pg_catalog.uuid) is 'The questions of a document, the wishes for a change of a quotation, and our answers, for who holds its link: the newest 100, oldest
first. No row where the link opens nothing.';

comment on column public.quotation_versions.chosen is 'The same with the options and quantities that the client had chosen when the version was revised. The client sees it until the next
version is sent. Null before.';

reset check_function_bodies;
set check_function_bodies = off;

create or replace function private.answer_question(p_kind text, p_id uuid, p_words text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_words constant text := nullif(btrim(p_words), '');
  v_link constant uuid := private.link_of_document(p_kind, p_id);
  v_question public.document_events;
  v_to text;
begin
  if not exists (select from private.document_kinds k where k.kind = p_kind and k.asked_role is not null) then
    perform private.refuse('22023', 'This kind of document has no questions');
  end if;
  perform private.must(private.page_of_kind(p_kind), 'edit', 'answer questions about this document');
  if v_link is null then
    perform private.refuse('PT404', 'This document is not there any more');
  elsif v_words is null or char_length(v_words) > 4000 then
    perform private.refuse('22023', 'Please enter an answer of 4000 characters at most');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('thread/' || p_id, 0));
  select * into v_question from public.document_events e
   where e.kind = p_kind and e.record_id = p_id and e.type in ('question', 'answer', 'change_requested') order by e.id desc limit 1;
  if v_question.id is null then
    perform private.refuse('PT409', 'Nobody asked about this document');
  elsif v_question.type = 'answer' and v_question.meta ->> 'words' = v_words then
    return v_question.meta ->> 'to';
  end if;
  if v_question.type = 'answer' then
    select * into v_question from public.document_events e
     where e.kind = p_kind and e.record_id = p_id and e.type in ('question', 'change_requested') order by e.id desc limit 1;
  end if;
  select c.email into v_to from private.mail_contacts_of(p_kind, p_id) as c where c.is_first;
  perform private.log_event(p_kind, p_id, 'answer', jsonb_build_object('words', v_words, 'to', v_to));
  if v_to is not null then
    perform private.queue_mail(p_kind || '_answer', array[v_to], p_kind, p_id,
      format('%s/%s/answer/%s', p_kind, p_id, (select max(e.id) from public.document_events e
        where e.kind = p_kind and e.record_id = p_id and e.type = 'answer')),
      jsonb_build_object('note', v_words, 'question', v_question.meta ->> 'words'),
      p_label => (select label from private.mail_parties(p_kind, p_id)));
  end if;
  perform private.nudge('doc:' || v_link, 'document_events', 'INSERT', p_id::text);
  return v_to;
end $$;

reset check_function_bodies;
