-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.answer_question(p_kind text, p_id uuid, p_words text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
   where e.kind = p_kind and e.record_id = p_id and e.type in ('question', 'answer') order by e.id desc limit 1;
  if v_question.id is null then
    perform private.refuse('PT409', 'Nobody asked about this document');
  elsif v_question.type = 'answer' and v_question.meta ->> 'words' = v_words then
    return v_question.meta ->> 'to';
  end if;
  if v_question.type = 'answer' then
    select * into v_question from public.document_events e
     where e.kind = p_kind and e.record_id = p_id and e.type = 'question' order by e.id desc limit 1;
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
end $function$;
grant execute on function private.answer_question(p_kind text, p_id uuid, p_words text) to authenticated;
grant execute on function private.answer_question(p_kind text, p_id uuid, p_words text) to service_role;
comment on function private.answer_question(p_kind text, p_id uuid, p_words text) is 'Answers the newest question about a quotation, an order or an invoice: the client sees it on the page of the link at once and gets it by
mail. The same words twice are one answer. Returns the address that the mail goes to; null where the client has none.';

CREATE OR REPLACE FUNCTION private.ask_about_document(p_link uuid, p_name text, p_question text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_kind text;
  v_id uuid;
  v_label text;
  v_owners uuid[];
  v_name constant text := nullif(btrim(p_name), '');
  v_words constant text := nullif(btrim(p_question), '');
begin
  select d.kind, d.id, d.label, d.owners into v_kind, v_id, v_label, v_owners from private.document_of_link(p_link) as d;
  if v_id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  elsif v_name is null or char_length(v_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif v_words is null or char_length(v_words) > 2000 then
    perform private.refuse('22023', 'Please enter a question of 2000 characters at most');
  end if;
  -- Two presses at once are one question.
  perform pg_advisory_xact_lock(hashtextextended('thread/' || v_id, 0));
  if exists (
    select from public.document_events e
     where e.kind = v_kind and e.record_id = v_id and e.type = 'question' and e.meta ->> 'words' = v_words
       and e.at > now() - interval '10 minutes')
  then
    return;
  elsif (select count(*) from public.document_events e
          where e.kind = v_kind and e.record_id = v_id and e.type = 'question' and e.at > now() - interval '1 hour') >= 20
  then
    perform private.refuse('PT429', 'Too many questions in one hour. Please call us.');
  end if;
  perform private.log_event(v_kind, v_id, 'question', jsonb_build_object('words', v_words, 'name', v_name,
    'version', (select q.version from public.quotations q where v_kind = 'quotation' and q.id = v_id)), v_name);
  if v_kind = 'quotation' then
    perform private.tell_staff(v_owners, case when cardinality(v_owners) = 0 then 'sales'::public.app_role end,
      format('Question about %s', v_label), format('%s: %s', v_name, v_words), v_id,
      jsonb_build_object('quotation_number', v_label, 'kind', 'question'));
  else
    perform private.tell_people(case when cardinality(v_owners) > 0 then v_owners else array(
        select ur.user_id from public.user_roles ur
         where ur.role = case v_kind when 'invoice' then 'accounts'::public.app_role else 'sales'::public.app_role end) end,
      format('Question about %s', v_label), format('%s: %s', v_name, v_words), v_kind, v_id);
  end if;
  perform private.nudge('doc:' || p_link, 'document_events', 'INSERT', v_id::text);
end $function$;
grant execute on function private.ask_about_document(p_link uuid, p_name text, p_question text) to anon;
grant execute on function private.ask_about_document(p_link uuid, p_name text, p_question text) to authenticated;
grant execute on function private.ask_about_document(p_link uuid, p_name text, p_question text) to service_role;
comment on function private.ask_about_document(p_link uuid, p_name text, p_question text) is 'A client asks about a quotation, an order or an invoice by its link: an event, and a notice to who takes care of it. The same words
within ten minutes count once; 20 an hour at most.';

CREATE OR REPLACE FUNCTION private.close_question(p_kind text, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_type text;
begin
  if p_kind is null or p_kind not in ('quotation', 'order', 'invoice') then
    perform private.refuse('22023', 'This kind of document has no questions');
  end if;
  perform private.must(private.page_of_kind(p_kind), 'edit', 'close questions about this document');
  perform pg_advisory_xact_lock(hashtextextended('thread/' || p_id, 0));
  select e.type into v_type from public.document_events e
   where e.kind = p_kind and e.record_id = p_id
     and e.type in ('question', 'answer', 'question_closed', 'sent', 'approved', 'rejected', 'expired', 'cancelled') order by e.id desc limit 1;
  if v_type is distinct from 'question' then
    perform private.refuse('PT409', 'No question is open here');
  end if;
  perform private.log_event(p_kind, p_id, 'question_closed');
end $function$;
grant execute on function private.close_question(p_kind text, p_id uuid) to authenticated;
grant execute on function private.close_question(p_kind text, p_id uuid) to service_role;
comment on function private.close_question(p_kind text, p_id uuid) is 'A question that needs no words, because it was answered by telephone: it no longer counts as open.';

CREATE OR REPLACE FUNCTION private.document_of_link(p_link uuid)
 RETURNS TABLE(kind text, id uuid, label text, owners uuid[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select found.kind, found.id, found.label, found.owners from (
    select 'quotation' as kind, q.id, q.number_with_version as label, private.owners_of(q) as owners
      from public.quotations q where q.public_uuid = p_link
    union all
    select 'order', o.id, o.order_number, array_remove(array[o.created_by, q.created_by, q.account_manager_id], null)
      from public.orders o left join public.quotations q on q.id = o.quotation_id where o.public_uuid = p_link
    union all
    select 'invoice', v.id, v.invoice_number, array_remove(array[v.created_by], null) from public.invoices v where v.public_uuid = p_link
  ) as found
   where private.is_public_document(p_link)
$function$;
comment on function private.document_of_link(p_link uuid) is 'The document behind an open link, and who takes care of it. No row where the link opens nothing, or a kind without questions.';

CREATE OR REPLACE FUNCTION private.link_of_document(p_kind text, p_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.public_uuid from public.quotations q where p_kind = 'quotation' and q.id = p_id
  union all
  select o.public_uuid from public.orders o where p_kind = 'order' and o.id = p_id
  union all
  select v.public_uuid from public.invoices v where p_kind = 'invoice' and v.id = p_id
$function$;
comment on function private.link_of_document(p_kind text, p_id uuid) is 'The public link of a document that clients may ask about; null for other kinds.';

CREATE OR REPLACE FUNCTION private.open_questions()
 RETURNS TABLE(kind text, record_id uuid, label text, client text, name text, words text, asked_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with newest as (
    select distinct on (e.kind, e.record_id) e.kind, e.record_id, e.type, e.actor_name, e.meta, e.at
      from public.document_events e
     where e.type in ('question', 'answer', 'question_closed', 'sent', 'approved', 'rejected', 'expired', 'cancelled')
       and e.kind = any (private.my_document_kinds())
     order by e.kind, e.record_id, e.id desc
  )
  select n.kind, n.record_id, p.label,
         coalesce(nullif(btrim(c.company), ''), nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')),
         n.actor_name, n.meta ->> 'words', n.at
    from newest n
    cross join lateral private.mail_parties(n.kind, n.record_id) as p
    left join public.contacts c on c.id = p.contact_id
   where n.type = 'question'
   order by n.at
   limit 200
$function$;
grant execute on function private.open_questions() to authenticated;
grant execute on function private.open_questions() to service_role;
comment on function private.open_questions() is 'Questions of clients that nobody answered, the oldest first, of the documents that the caller may view; the newest question of each. A new version, an approval and every other end answer it too.';

CREATE OR REPLACE FUNCTION private.questions_by_link(p_link uuid)
 RETURNS TABLE(id bigint, is_ours boolean, name text, words text, at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select told.* from (
    select e.id, e.type = 'answer', e.actor_name, e.meta ->> 'words', e.at
      from private.document_of_link(p_link) as d
      join public.document_events e on e.kind = d.kind and e.record_id = d.id and e.type in ('question', 'answer')
     order by e.id desc limit 100
  ) as told (id, is_ours, name, words, at)
   order by told.id
$function$;
grant execute on function private.questions_by_link(p_link uuid) to anon;
grant execute on function private.questions_by_link(p_link uuid) to authenticated;
grant execute on function private.questions_by_link(p_link uuid) to service_role;
comment on function private.questions_by_link(p_link uuid) is 'The questions and answers of a document, for who holds its link: the newest 100, oldest first. No row where the link opens nothing.';
