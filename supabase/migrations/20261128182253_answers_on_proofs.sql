set check_function_bodies = off;

drop routine private.open_questions();

drop routine private.tell_of_mockup(p_mockup public.mockups, p_people uuid[], p_action text, p_by text, p_message text);

drop routine private.tell_people(p_people uuid[], p_title text, p_message text, p_kind text, p_record_id uuid);

drop routine public.open_questions();

alter table public.mockup_notifications add column comment_id uuid;

create or replace function private.tell_people(
  p_people uuid[], p_title text, p_message text, p_kind text, p_record_id uuid, p_part text default null) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, metadata)
  select ur.user_id, 'logistics_update', left(p_title, 1000), left(coalesce(p_message, ''), 5000),
         jsonb_strip_nulls(jsonb_build_object('record_kind', p_kind, 'record_id', p_record_id, 'part', p_part))
    from public.user_roles ur
   where ur.user_id = any (p_people) and ur.role not in ('client', 'pending') and ur.user_id is distinct from auth.uid()
$$;

create or replace function private.tell_of_mockup(
  p_mockup public.mockups, p_people uuid[], p_action text, p_by text, p_message text, p_comment_id uuid default null) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.mockup_notifications (notified_user_id, job_id, action_type, action_by, file_name, message, comment_id)
  select distinct ur.user_id, p_mockup.job_id, p_action, left(p_by, 200), p_mockup.file_name, left(p_message, 5000), p_comment_id
    from public.user_roles ur
   where ur.user_id = any (p_people) and ur.role not in ('client', 'pending') and ur.user_id is distinct from auth.uid()
$$;

create or replace function private.write_comment(
  p_mockup public.mockups, p_id uuid, p_name text, p_is_client boolean, p_body text, p_page integer, p_x double precision, p_y double precision)
  returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_name constant text := nullif(btrim(p_name), '');
  v_body constant text := nullif(btrim(p_body), '');
begin
  if exists (select from public.mockup_comments where id = p_id) then
    return;
  elsif v_name is null or char_length(v_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif v_body is null then
    perform private.refuse('22023', 'Please write a few words');
  elsif char_length(v_body) > 2000 then
    perform private.refuse('22023', 'Please use 2000 characters at most');
  elsif p_page is not null and not p_page between 1 and p_mockup.page_count then
    perform private.refuse('22023', format('This mockup has %s. There is no page %s.',
      case p_mockup.page_count when 1 then 'one page' else p_mockup.page_count || ' pages' end, p_page));
  elsif num_nonnulls(p_x, p_y) = 1 or (p_x is not null and (p_page is null or not (p_x between 0 and 1 and p_y between 0 and 1))) then
    perform private.refuse('22023', 'This pin lies outside of the page. Please put it on the picture.');
  end if;
  insert into public.mockup_comments (id, mockup_id, author_user_id, author_name, is_client, body, page, x, y)
  values (p_id, p_mockup.id, auth.uid(), v_name, p_is_client, v_body, p_page, round(p_x::numeric, 6), round(p_y::numeric, 6));
  perform private.tell_of_mockup(p_mockup, private.team_of_mockup(p_mockup), 'comment', v_name, v_body, p_id);
end $$;

create or replace function private.mail_comment(p_mockup public.mockups, p_id uuid, p_words text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before public.mockup_comments;
  v_to text;
  v_job public.jobs;
begin
  select c.* into v_before from public.mockup_comments c join public.mockups m on m.id = c.mockup_id
   where m.job_id = p_mockup.job_id and c.id <> p_id and (c.is_client or c.created_at >= p_mockup.sent_at)
   order by c.created_at desc, c.id desc limit 1;
  if p_mockup.sent_at is null or (v_before.id is not null and not v_before.is_client) then
    return;
  end if;
  select * into v_job from public.jobs where id = p_mockup.job_id;
  select c.email into v_to from private.mail_contacts_of('quotation', v_job.quotation_id) as c where c.is_first;
  if v_to is not null and private.is_public_document(private.mockup_uuid(v_job.id)) then
    perform private.queue_mail('proof_answer', array[v_to], 'mockup', v_job.id, format('mockup/%s/comment/%s', p_mockup.id, p_id),
      jsonb_build_object('note', p_words, 'question', v_before.body, 'version', p_mockup.version::text),
      p_label => format('%s, version %s', v_job.job_number, p_mockup.version));
  end if;
end $$;

create or replace function private.comment_on_mockup(
  p_id uuid, p_mockup_id uuid, p_body text, p_page integer default null, p_x double precision default null,
  p_y double precision default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_mockup public.mockups;
begin
  if not (private.can('jobs', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not comment on mockups';
  end if;
  select * into v_mockup from public.mockups where id = p_mockup_id;
  if v_mockup.id is null then
    perform private.refuse('PT404', 'This mockup is not there any more');
  end if;
  perform private.write_comment(v_mockup, p_id, private.person_label(auth.uid()), false, p_body, p_page, p_x, p_y);
  perform private.mail_comment(v_mockup, p_id, btrim(p_body));
end $$;

create or replace function private.open_proof_questions()
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
     and not exists (select from public.mockups later where later.job_id = j.id and later.sent_at > newest.created_at)
     and not exists (select from public.mockup_answers a join public.mockups m on m.id = a.mockup_id
                      where m.job_id = j.id and a.answered_at > newest.created_at)
     and (private.can('jobs', 'view') or private.can('production', 'view'))
$$;

create or replace function private.open_questions()
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

create or replace function private.ask_about_document(p_link uuid, p_name text, p_question text) returns void
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

alter table public.mockup_notifications add constraint mockup_notifications_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES public.mockup_comments(id) ON DELETE SET NULL;

revoke execute on all routines in schema private from public;

call private.offer('private.open_questions()'::regprocedure);

create index mockup_notifications_comment_id_idx on public.mockup_notifications (comment_id);

comment on function private.comment_on_mockup(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,integer,double precision,double precision) is 'A comment of staff, with a pin at (p_x, p_y) of a page: shares of its width and height. p_id is chosen by the caller. The client of a
sent version gets it by mail (private.mail_comment).';

comment on function public.comment_on_mockup(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.text,integer,double precision,double precision) is 'A comment of staff, with a pin at (p_x, p_y) of a page: shares of its width and height. p_id is chosen by the caller. The client of a
sent version gets it by mail (private.mail_comment).';

comment on function private.mail_comment(public.mockups,pg_catalog.uuid,pg_catalog.text) is 'What staff write on a version that the client has goes to the client by mail: the first of our comments in a row, with the words of
the client that it answers. More of them stand on the page until the client writes again.';

comment on function private.open_proof_questions() is 'What clients wrote last on the proofs of open jobs and nobody answered, for who may see jobs or production. An answer of ours, a tick as
done, a new version and an approval or refusal of the client end it.';

comment on function private.open_questions() is 'Questions of clients that nobody answered, the oldest first, of the documents that the caller may view; the newest question of each. A
new version, an approval and every other end answer it too. Of proofs what the client wrote last (kind mockup, the id of the job). part:
where it stands on the page of the record, as its address says behind "#".';

comment on function private.tell_of_mockup(public.mockups,pg_catalog.uuid[],pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.uuid) is 'A notice of spec 2 §3 to staff among these people, but not to who caused it.';

comment on function private.tell_people(pg_catalog.uuid[],pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.uuid,pg_catalog.text) is 'A notice to these people, but not to who caused it; a click on it opens the record of that kind (src/shared/domain/records/record-kind.ts).
p_part: what of it, as the address says it behind "#": question-4711.';

comment on function public.open_questions() is 'Questions of clients that nobody answered, the oldest first, of the documents that the caller may view; the newest question of each. A
new version, an approval and every other end answer it too. Of proofs what the client wrote last (kind mockup, the id of the job). part:
where it stands on the page of the record, as its address says behind "#".';

comment on column public.mockup_notifications.comment_id is 'Ours: the comment of which it tells.';

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"mockup","name":"question","type":"text","label":"Words of the client that are answered","example":"Can the blue be darker?","position":90}');

-- First rows are nobody's act.
alter table public.email_templates disable trigger audit;
insert into public.email_templates ("key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper") select "key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper" from jsonb_populate_record(null::public.email_templates, '{"key":"proof_answer","body":"<p>Hello {{ recipient }},</p>{% if question != blank %}<p>you wrote on the proof of {{ title }}:</p><blockquote>{{ question }}</blockquote>{% endif %}<p>{{ note }}</p><p><a href=\"{{ link }}\">Open the proof and answer</a></p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>","kind":"mockup","name":"Proof: answer to a comment","sent_on":null,"subject":"We wrote on the proof of {{ title }}","version":1,"language":"en","is_active":true,"created_by":null,"row_version":1,"attaches_paper":false}');
alter table public.email_templates enable trigger audit;

reset check_function_bodies;
