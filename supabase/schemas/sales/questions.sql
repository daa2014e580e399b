-- Questions of clients on a document, and their answers.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.questions_by_link(p_link uuid)
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
comment on function private.questions_by_link is
'The questions of a document, the wishes for a change of a quotation, and our answers, for who holds its link: the newest 100, oldest
first. No row where the link opens nothing.';
call private.offer('private.questions_by_link(uuid)'::regprocedure, '{anon,authenticated,service_role}');

create function private.open_proof_questions()
returns table (job_id uuid, label text, contact_id uuid, name text, words text, asked_at timestamptz, comment_id uuid)
language sql stable security definer set search_path = '' as $$
  select j.id, j.job_number, coalesce(o.contact_id, q.contact_id, j.contact_id), newest.author_name, newest.body, newest.created_at, newest.id
    from (
      select distinct on (m.job_id) m.job_id, c.id, c.author_name, c.body, c.is_client, c.resolved_at, c.created_at
        from public.mockup_comments c join public.mockups m on m.id = c.mockup_id
       order by m.job_id, c.created_at desc, c.id desc
    ) as newest
    join public.jobs j on j.id = newest.job_id
    left join public.quotations q on q.id = j.quotation_id
    left join public.orders o on o.id = j.order_id
   where newest.is_client and newest.resolved_at is null and private.job_is_open(j.status)
     and not exists (select from public.mockup_answers a join public.mockups m on m.id = a.mockup_id
                      where m.job_id = j.id and a.answered_at > newest.created_at)
     and (private.can('jobs', 'view') or private.can('production', 'view'))
$$;
comment on function private.open_proof_questions is
'What clients wrote last on the proofs of open jobs and nobody answered, for who may see jobs or production. An answer of ours, a tick as
done and an approval or refusal of the client end it; a new version does not.';

create function private.open_questions()
returns table (kind text, record_id uuid, label text, client text, name text, words text, asked_at timestamptz, part text)
language sql stable security definer set search_path = '' as $$
  with newest as (
    select distinct on (e.kind, e.record_id) e.kind, e.record_id, e.id, e.type, e.actor_name, e.meta, e.at
      from public.document_events e
     where e.type in ('question', 'answer', 'question_closed', 'sent', 'approved', 'rejected', 'expired', 'cancelled')
       and e.kind = any ((select private.my_document_kinds())::text[])
     order by e.kind, e.record_id, e.id desc
  ), asked as (
    select n.kind, n.record_id, p.label, p.contact_id, n.actor_name as name, n.meta ->> 'words' as words, n.at, 'question-' || n.id as part
      from newest n cross join lateral private.mail_parties(n.kind, n.record_id) as p where n.type = 'question'
    union all
    select 'mockup', q.job_id, q.label, q.contact_id, q.name, q.words, q.asked_at, 'comment-' || q.comment_id from private.open_proof_questions() as q
  )
  select a.kind, a.record_id, a.label,
         coalesce(nullif(btrim(c.company), ''), nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')), a.name, a.words, a.at, a.part
    from asked a left join public.contacts c on c.id = a.contact_id
   order by a.at
   limit 200
$$;
comment on function private.open_questions is
'Questions of clients that nobody answered, the oldest first, of the documents that the caller may view; the newest question of each. A
new version, an approval and every other end answer it too. Of proofs what the client wrote last (kind mockup, the id of the job). part:
where it stands on the page of the record, as its address says behind "#".';
call private.offer('private.open_questions()'::regprocedure);

create function private.answer_question(p_kind text, p_id uuid, p_words text) returns text
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
  perform private.nudge('user:' || a.id, 'document_events', 'INSERT', null)
    from private.mail_parties(p_kind, p_id) as p cross join lateral private.accounts_of_contact(p.contact_id) as a (id);
  return v_to;
end $$;
comment on function private.answer_question is
'Answers the newest question about a quotation, an order or an invoice, or the wish for a change: the client sees it on the page of the link at once and gets it by
mail. The same words twice are one answer. Returns the address that the mail goes to; null where the client has none.';
call private.offer('private.answer_question(text, uuid, text)'::regprocedure);

create function private.close_question(p_kind text, p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_type text;
begin
  if not exists (select from private.document_kinds k where k.kind = p_kind and k.asked_role is not null) then
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
end $$;
comment on function private.close_question is 'A question that needs no words, because it was answered by telephone: it no longer counts as open.';
call private.offer('private.close_question(text, uuid)'::regprocedure);

create function private.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric,
  p_except uuid default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_number jsonb;
  v_total jsonb;
  v_rates text;
  v_as constant text := format('%s of %s', private.amount_text(p_vat), private.amount_text(p_net));
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  select jsonb_build_object('id', i.id, 'number', i.supplier_number) into v_number from public.supplier_invoices i
   where i.supplier_id = p_supplier_id and private.plain_number(i.supplier_number) = private.plain_number(p_number)
     and i.id is distinct from p_except;
  select jsonb_build_object('id', i.id, 'number', i.supplier_number) into v_total from public.supplier_invoices i
   where i.supplier_id = p_supplier_id and i.invoice_date = p_invoice_date and i.gross = p_net + p_vat
     and i.id is distinct from p_except
   order by i.created_at desc limit 1;
  if not exists (select from (select v.rate from public.vat_rates v union select 0) as r
                  where abs(p_vat - p_net * r.rate / 100) <= 0.01)
    and not exists (select from public.supplier_invoices b where b.id = p_except and b.vat_confirmed_as = v_as)
    and (select sum(l.net) = p_net and abs(sum(case l.vat_treatment when 'standard' then l.net * l.vat_rate / 100 else l.vat end) - p_vat) <= 0.01 * count(*)
                and bool_and(l.vat_rate = 0 or l.vat_rate in (select v.rate from public.vat_rates v))
           from public.supplier_invoice_items l where l.supplier_invoice_id = p_except) is not true
  then
    select string_agg(format('%s %% would be %s', trim_scale(r.rate), private.money_words(private.vat_of(p_net, r.rate))), ', ' order by r.rate)
      into v_rates
      from (select distinct v.rate, abs(p_vat - p_net * v.rate / 100) as off from public.vat_rates v where v.rate > 0
             order by off, v.rate limit 2) as r;
  end if;
  return jsonb_build_object('same_number', v_number, 'same_total', v_total,
    'vat', private.with_tax(format('{Tax} of %s is no rate of %s: %s.', private.money_words(p_vat), private.money_words(p_net), nullif(v_rates, ''))),
    'vat_as', v_as, 'counts_from', nullif(private.first_open_day(p_invoice_date), p_invoice_date))
    || case when v_rates is null then '{"vat": null}'::jsonb else '{}' end;
end $$;
comment on function private.bill_questions is
'What is asked before a bill of a supplier is saved: the bill with the same number, however it is written; the bill with the
same day and total; and VAT that is no rate of the net, in words with the nearest rates. Null where nothing is to be asked. The VAT is not asked for
where somebody confirmed it, or where the lines of the bill (p_except) come to it by rates of the company.
vat_as is what supplier_invoices.vat_confirmed_as says when somebody confirms the VAT. counts_from: the first open day, where the books of
its day are closed. p_except: the bill itself.';
call private.offer('private.bill_questions(uuid, text, date, numeric, numeric, uuid)');

create function private.ask_about_document(p_link uuid, p_name text, p_question text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_kind text;
  v_id uuid;
  v_label text;
  v_owners uuid[];
  v_part text;
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
  select 'question-' || max(e.id) into v_part from public.document_events e
   where e.kind = v_kind and e.record_id = v_id and e.type = 'question';
  if v_kind = 'quotation' then
    perform private.tell_staff(v_owners, case when cardinality(v_owners) = 0 then 'sales'::public.app_role end,
      format('Question about %s', v_label), format('%s: %s', v_name, v_words), v_id,
      jsonb_build_object('quotation_number', v_label, 'kind', 'question', 'part', v_part));
  else
    perform private.tell_people(case when cardinality(v_owners) > 0 then v_owners else array(
        select ur.user_id from public.user_roles ur
          join private.document_kinds k on k.kind = v_kind and k.asked_role = ur.role) end,
      format('Question about %s', v_label), format('%s: %s', v_name, v_words), v_kind, v_id, v_part);
  end if;
  perform private.nudge('doc:' || p_link, 'document_events', 'INSERT', v_id::text);
end $$;
comment on function private.ask_about_document is
'A client asks about a quotation, an order or an invoice by its link: an event, and a notice to who takes care of it. The same words
within ten minutes count once; 20 an hour at most.';
call private.offer('private.ask_about_document(uuid, text, text)'::regprocedure, '{anon,authenticated,service_role}');
