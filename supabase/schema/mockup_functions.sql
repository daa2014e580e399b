-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.add_mockup(p_id uuid, p_job_id uuid, p_files jsonb, p_pages jsonb, p_note text DEFAULT NULL::text, p_checklist text[] DEFAULT NULL::text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_job public.jobs;
  v_mockup public.mockups;
  v_place constant text := p_job_id || '/' || p_id || '/';
  v_points constant text[] := coalesce(p_checklist, array['Spelling', 'Size', 'Colour', 'Quantity']);
  v_lost text;
begin
  perform private.must('jobs', 'edit', 'add mockups');
  select * into v_job from public.jobs where id = p_job_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  end if;
  select * into v_mockup from public.mockups where id = p_id;
  if v_mockup.id is not null then
    if v_mockup.job_id <> p_job_id then
      perform private.refuse('PT409', 'This mockup belongs to another job');
    end if;
    return v_mockup.version;
  end if;
  perform private.must_be_in_work(v_job);
  if coalesce(jsonb_typeof(p_files), '') <> 'array' or coalesce(jsonb_typeof(p_pages), '') <> 'array'
    or jsonb_array_length(p_files) = 0 or jsonb_array_length(p_pages) = 0
  then
    perform private.refuse('22023', 'Please choose a picture or a PDF');
  elsif jsonb_array_length(p_pages) > 60 or jsonb_array_length(p_files) > 60 then
    perform private.refuse('22023', format('A mockup has 60 pages at most. This one has %s.',
      greatest(jsonb_array_length(p_pages), jsonb_array_length(p_files))));
  elsif cardinality(v_points) > 20 or exists (
    select from unnest(v_points) as point where coalesce(btrim(point), '') = '' or char_length(point) > 120)
  then
    perform private.refuse('22023', 'The checklist has 20 points at most, each of 120 characters at most');
  elsif exists (
    select from jsonb_array_elements(p_files) as f where coalesce(f ->> 'sha256', '') !~ '^[0-9a-f]{64}$'
      or coalesce(char_length(f ->> 'name'), 0) not between 1 and 255)
  then
    perform private.refuse('22023', 'A file of this mockup has no name or no hash');
  end if;
  select named.path into v_lost from (
    select f ->> 'path' as path from jsonb_array_elements(p_files) as f
    union all select p ->> 'path' from jsonb_array_elements(p_pages) as p
    union all select p ->> 'thumb_path' from jsonb_array_elements(p_pages) as p
  ) as named
   where named.path is null or not starts_with(named.path, v_place)
      or not exists (select from storage.objects o where o.bucket_id = 'mockups' and o.name = named.path)
   limit 1;
  if found then
    perform private.refuse('22023', 'A file of this mockup has not arrived. Please upload it again.');
  end if;

  insert into public.mockups (id, job_id, version, file_name, files, file_hash, page_count, note, checklist, created_by)
  select p_id, p_job_id, coalesce(max(m.version), 0) + 1, left(p_files -> 0 ->> 'name', 255),
    (select jsonb_agg(jsonb_build_object('name', f ->> 'name', 'path', f ->> 'path', 'type', f ->> 'type', 'bytes', f -> 'bytes',
       'sha256', f ->> 'sha256')) from jsonb_array_elements(p_files) as f),
    case when jsonb_array_length(p_files) = 1 then p_files -> 0 ->> 'sha256' else encode(sha256(convert_to(
      (select string_agg(f ->> 'sha256', '' order by at) from jsonb_array_elements(p_files) with ordinality as listed (f, at)), 'UTF8')), 'hex') end,
    jsonb_array_length(p_pages), nullif(btrim(p_note), ''),
    (select coalesce(jsonb_agg(jsonb_build_object('key', 'point-' || at, 'label', btrim(point)) order by at), '[]')
       from unnest(v_points) with ordinality as listed (point, at)), auth.uid()
    from public.mockups m where m.job_id = p_job_id
  returning * into v_mockup;
  insert into public.mockup_pages (mockup_id, page, path, thumb_path, width, height)
  select p_id, at, p ->> 'path', p ->> 'thumb_path', (p ->> 'width')::integer, (p ->> 'height')::integer
    from jsonb_array_elements(p_pages) with ordinality as listed (p, at);
  update public.mockups set status = 'superseded', superseded_at = now()
   where job_id = p_job_id and id <> p_id and status in ('draft', 'internal_review');
  update public.jobs set status = 'artwork' where id = p_job_id and status = 'new';
  perform private.follow_mockups(p_job_id);
  perform private.log_event('job', p_job_id, 'mockup_added', jsonb_build_object('version', v_mockup.version));
  return v_mockup.version;
end $function$;
grant execute on function private.add_mockup(p_id uuid, p_job_id uuid, p_files jsonb, p_pages jsonb, p_note text, p_checklist text[]) to authenticated;
grant execute on function private.add_mockup(p_id uuid, p_job_id uuid, p_files jsonb, p_pages jsonb, p_note text, p_checklist text[]) to service_role;
comment on function private.add_mockup(p_id uuid, p_job_id uuid, p_files jsonb, p_pages jsonb, p_note text, p_checklist text[]) is 'The next version of the mockup of a job, as a draft; its version number. The files lie in the bucket mockups, below
job/version/. p_files: [{name, path, type, bytes, sha256}]; p_pages in their order: [{path, thumb_path, width, height}];
p_checklist: what the client ticks. p_id is chosen by the caller: a repeated call adds one version.';

CREATE OR REPLACE FUNCTION private.answer_mockup(p_uuid uuid, p_mockup_id uuid, p_answer text, p_name text, p_words text DEFAULT NULL::text, p_signature text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mockup public.mockups := private.mockup_by_link(p_uuid, p_mockup_id);
begin
  if v_mockup.status = p_answer then
    return;
  end if;
  perform private.must_be_answerable(v_mockup);
  if p_answer = 'approved' and exists (
    select from jsonb_array_elements(v_mockup.checklist) as point where not (point ->> 'key' = any (v_mockup.ticked)))
  then
    perform private.refuse('PT409', 'Please tick every point of the checklist first');
  end if;
  perform private.take_answer(v_mockup, p_answer, p_name, p_words, 'link', p_signature);
end $function$;
grant execute on function private.answer_mockup(p_uuid uuid, p_mockup_id uuid, p_answer text, p_name text, p_words text, p_signature text) to anon;
grant execute on function private.answer_mockup(p_uuid uuid, p_mockup_id uuid, p_answer text, p_name text, p_words text, p_signature text) to authenticated;
grant execute on function private.answer_mockup(p_uuid uuid, p_mockup_id uuid, p_answer text, p_name text, p_words text, p_signature text) to service_role;
comment on function private.answer_mockup(p_uuid uuid, p_mockup_id uuid, p_answer text, p_name text, p_words text, p_signature text) is 'The client answers a version: approved (with the whole checklist ticked), rejected or revision_requested (with words). Refused
in words when another version has replaced it; the detail of the error is the version that is current. A second call with the
same answer changes nothing.';

CREATE OR REPLACE FUNCTION private.comment_by_link(p_uuid uuid, p_id uuid, p_mockup_id uuid, p_name text, p_body text, p_page integer DEFAULT NULL::integer, p_x double precision DEFAULT NULL::double precision, p_y double precision DEFAULT NULL::double precision)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mockup public.mockups := private.mockup_by_link(p_uuid, p_mockup_id);
begin
  if (select count(*) from public.mockup_comments c join public.mockups m on m.id = c.mockup_id
       where m.job_id = v_mockup.job_id and c.is_client and c.created_at > now() - interval '1 hour') >= 100
  then
    perform private.refuse('PT429', 'Too many comments in one hour. Please call us.');
  end if;
  perform private.write_comment(v_mockup, p_id, p_name, true, p_body, p_page, p_x, p_y);
end $function$;
grant execute on function private.comment_by_link(p_uuid uuid, p_id uuid, p_mockup_id uuid, p_name text, p_body text, p_page integer, p_x double precision, p_y double precision) to anon;
grant execute on function private.comment_by_link(p_uuid uuid, p_id uuid, p_mockup_id uuid, p_name text, p_body text, p_page integer, p_x double precision, p_y double precision) to authenticated;
grant execute on function private.comment_by_link(p_uuid uuid, p_id uuid, p_mockup_id uuid, p_name text, p_body text, p_page integer, p_x double precision, p_y double precision) to service_role;
comment on function private.comment_by_link(p_uuid uuid, p_id uuid, p_mockup_id uuid, p_name text, p_body text, p_page integer, p_x double precision, p_y double precision) is 'A comment of the client by the link, as comment_on_mockup. The version may be answered or superseded by then: words are kept.';

CREATE OR REPLACE FUNCTION private.comment_on_mockup(p_id uuid, p_mockup_id uuid, p_body text, p_page integer DEFAULT NULL::integer, p_x double precision DEFAULT NULL::double precision, p_y double precision DEFAULT NULL::double precision)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.comment_on_mockup(p_id uuid, p_mockup_id uuid, p_body text, p_page integer, p_x double precision, p_y double precision) to authenticated;
comment on function private.comment_on_mockup(p_id uuid, p_mockup_id uuid, p_body text, p_page integer, p_x double precision, p_y double precision) is 'A comment of staff, with a pin at (p_x, p_y) of a page: shares of its width and height. p_id is chosen by the caller.';

CREATE OR REPLACE FUNCTION private.follow_mockups(p_job_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_status text;
begin
  select m.status into v_status from public.mockups m where m.job_id = p_job_id and m.status <> 'superseded'
   order by m.status = 'approved' desc, m.status = 'sent' desc, m.version desc limit 1;
  update public.jobs set mockup_status = v_status where id = p_job_id and mockup_status is distinct from v_status;
  update public.jobs set status = 'awaiting_approval' where id = p_job_id and status = 'artwork' and v_status = 'sent';
  update public.jobs set status = 'approved' where id = p_job_id and status = 'awaiting_approval' and v_status = 'approved';
  update public.jobs set status = 'artwork'
   where id = p_job_id and status in ('awaiting_approval', 'approved') and v_status in ('rejected', 'revision_requested');
end $function$;
comment on function private.follow_mockups(p_job_id uuid) is 'jobs.mockup_status is that of the approved version, else of the sent one, else of the newest. A job that waits for the
approval moves along.';

CREATE OR REPLACE FUNCTION private.get_job_mockups(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_quotation public.quotations;
  v_jobs uuid[];
begin
  if not (private.can('jobs', 'view') or private.can('orders', 'view') or private.can('production', 'view')) then
    raise insufficient_privilege using message = 'You may not see mockups';
  end if;
  select * into v_quotation from public.quotations where public_uuid = p_id;
  v_jobs := array(select j.id from public.jobs j where j.id = p_id or j.quotation_id = v_quotation.id);
  if cardinality(v_jobs) = 0 then
    return null;
  end if;
  if v_quotation.id is null then
    select q.* into v_quotation from public.quotations q join public.jobs j on j.quotation_id = q.id where j.id = p_id;
  end if;
  return jsonb_build_object('public_uuid', v_quotation.public_uuid, 'number', v_quotation.quotation_number,
    'project_title', v_quotation.project_title,
    'is_open', coalesce(private.is_public_document(v_quotation.public_uuid), false),
    'company', private.company_facts(), 'jobs', private.mockup_facts(v_jobs, true));
end $function$;
grant execute on function private.get_job_mockups(p_id uuid) to authenticated;
comment on function private.get_job_mockups(p_id uuid) is 'For staff: mockups of the jobs of a quotation by its public uuid, or of one job by its id, with drafts. Null when nothing is there.';

CREATE OR REPLACE FUNCTION private.get_public_mockups(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_quotation public.quotations;
  v_facts jsonb;
  v_id uuid;
begin
  if not private.is_public_document(p_uuid) then
    return null;
  end if;
  select * into v_quotation from public.quotations where public_uuid = p_uuid;
  if v_quotation.id is null then
    return null;
  end if;
  v_facts := private.mockup_facts(array(select j.id from public.jobs j where j.quotation_id = v_quotation.id), false);
  for v_id in select m.id from public.mockups m join public.jobs j on j.id = m.job_id
    where j.quotation_id = v_quotation.id and m.status = 'sent'
  loop
    perform private.log_view('mockup', v_id, p_visit || ' ' || v_id);
  end loop;
  return jsonb_build_object('public_uuid', v_quotation.public_uuid, 'number', v_quotation.quotation_number,
    'project_title', v_quotation.project_title, 'is_open', true, 'company', private.company_facts(), 'jobs', v_facts);
end $function$;
grant execute on function private.get_public_mockups(p_uuid uuid, p_visit text) to anon;
grant execute on function private.get_public_mockups(p_uuid uuid, p_visit text) to authenticated;
grant execute on function private.get_public_mockups(p_uuid uuid, p_visit text) to service_role;
comment on function private.get_public_mockups(p_uuid uuid, p_visit text) is 'What the holder of a link may read of mockups: versions that were sent, with pages, pins and answers. Null for a wrong or
closed link. p_visit as in get_public_quotation.';

CREATE OR REPLACE FUNCTION private.makers_of_job(p_job_id uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(distinct person), '{}') from public.job_steps s, unnest(s.assignees) as person
   where s.job_id = p_job_id and s.status not in ('done', 'skipped')
$function$;
comment on function private.makers_of_job(p_job_id uuid) is 'Who still has a step of the job to do.';

CREATE OR REPLACE FUNCTION private.mockup_by_link(p_uuid uuid, p_mockup_id uuid)
 RETURNS public.mockups
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_quotation public.quotations := private.quotation_by_link(p_uuid);
  v_mockup public.mockups;
begin
  perform from public.jobs j
    where j.id = (select m.job_id from public.mockups m where m.id = p_mockup_id) and j.quotation_id = v_quotation.id for no key update;
  if found then
    select * into v_mockup from public.mockups where id = p_mockup_id and sent_at is not null for update;
  end if;
  if v_mockup.id is null then
    perform private.refuse('PT404', 'This mockup is not part of this link');
  end if;
  return v_mockup;
end $function$;
comment on function private.mockup_by_link(p_uuid uuid, p_mockup_id uuid) is 'A version that was sent, and its job before it, locked, for the holder of the link.';

CREATE OR REPLACE FUNCTION private.mockup_facts(p_job_ids uuid[], p_inside boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'job_number', j.job_number, 'title', j.title, 'status', j.status,
      'qty', j.qty::text, 'unit', j.unit, 'width_mm', j.width_mm::text, 'height_mm', j.height_mm::text,
      'mockup_required', j.mockup_required, 'versions', v.versions) order by j.job_number), '[]')
    from public.jobs j
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', m.id, 'version', m.version, 'status', m.status, 'file_name', m.file_name,
          'note', m.note, 'checklist', m.checklist, 'ticked', m.ticked, 'made_at', m.created_at, 'sent_at', m.sent_at,
          'made_by', private.person_label(m.created_by), 'decided_at', m.decided_at, 'decided_name', m.decided_name,
          'file_hash', m.file_hash,
          'pages', (select jsonb_agg(jsonb_build_object('page', p.page, 'path', p.path, 'thumb_path', p.thumb_path,
              'width', p.width, 'height', p.height) order by p.page) from public.mockup_pages p where p.mockup_id = m.id),
          'comments', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'author', c.author_name, 'is_client', c.is_client,
              'body', c.body, 'page', c.page, 'x', c.x::float8, 'y', c.y::float8, 'is_resolved', c.resolved_at is not null,
              'at', c.created_at) order by c.created_at, c.id) from public.mockup_comments c where c.mockup_id = m.id), '[]'),
          'answers', coalesce((select jsonb_agg(jsonb_build_object('answer', a.answer, 'name', a.name, 'words', a.words, 'way', a.way,
              'at', a.answered_at) || case when p_inside then jsonb_build_object('address', host(a.address), 'file_hash', a.file_hash,
              'recorded_by', private.person_label(a.recorded_by), 'version', a.version,
              'signature', (select s.image from public.document_signatures s where s.id = a.signature_id)) else '{}' end
              order by a.answered_at) from public.mockup_answers a where a.mockup_id = m.id), '[]'))
          || case when p_inside then jsonb_build_object('files', m.files, 'first_viewed_at', (
              select min(e.at) from public.document_events e where e.kind = 'mockup' and e.record_id = m.id and e.type = 'viewed'))
            else '{}' end order by m.version desc) as versions
        from public.mockups m where m.job_id = j.id and (p_inside or m.sent_at is not null)) as v
   where j.id = any (p_job_ids) and (p_inside or v.versions is not null)
$function$;
comment on function private.mockup_facts(p_job_ids uuid[], p_inside boolean) is 'Jobs with the versions of their mockups, the newest first. p_inside: with drafts, and with what only staff see.';

CREATE OR REPLACE FUNCTION private.mockup_for(p_id uuid, p_doing text)
 RETURNS public.mockups
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mockup public.mockups;
begin
  perform private.must('jobs', 'edit', p_doing);
  perform from public.jobs j where j.id = (select m.job_id from public.mockups m where m.id = p_id) for no key update;
  select * into v_mockup from public.mockups where id = p_id for update;
  if v_mockup.id is null then
    perform private.refuse('PT404', 'This mockup is not there any more');
  end if;
  return v_mockup;
end $function$;
comment on function private.mockup_for(p_id uuid, p_doing text) is 'The version, and its job before it, locked, for a caller who may change jobs.';

CREATE OR REPLACE FUNCTION private.must_be_answerable(p_mockup public.mockups)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_job public.jobs;
  v_new public.mockups;
begin
  select * into v_job from public.jobs where id = p_mockup.job_id;
  if v_job.status in ('cancelled', 'delivered', 'closed') then
    perform private.refuse('PT409', case v_job.status when 'cancelled' then 'This job was cancelled. Please call us.'
      else 'This job is finished. Please call us.' end);
  elsif p_mockup.status = 'superseded' then
    select * into v_new from public.mockups where job_id = p_mockup.job_id and sent_at is not null and status <> 'superseded'
     order by version desc limit 1;
    perform private.refuse('PT409', case when v_new.id is null then 'We are working on a new version. It will appear here.'
      else format('Version %s has replaced version %s. Please look at it before you answer.', v_new.version, p_mockup.version) end,
      coalesce(v_new.version::text, ''));
  elsif p_mockup.status <> 'sent' then
    perform private.refuse('PT409', format('Version %s was answered already: %s by %s.', p_mockup.version,
      replace(p_mockup.status, '_', ' '), coalesce(p_mockup.decided_name, 'somebody else')), p_mockup.version::text);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.must_be_in_work(p_job public.jobs)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_job.status in ('cancelled', 'delivered', 'closed') then
    perform private.refuse('PT409', format('This job is %s', p_job.status));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.record_mockup_answer(p_id uuid, p_answer text, p_name text, p_way text, p_words text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mockup public.mockups := private.mockup_for(p_id, 'record answers to mockups');
begin
  if v_mockup.status = p_answer then
    return;
  end if;
  perform private.must_be_in_work((select j from public.jobs j where j.id = v_mockup.job_id));
  if p_way is null or p_way not in ('e-mail', 'phone', 'in person', 'letter') then
    perform private.refuse('22023', 'Please say how the client answered');
  elsif v_mockup.status not in ('draft', 'internal_review', 'sent') then
    perform private.refuse('PT409', format('Version %s is %s already', v_mockup.version, replace(v_mockup.status, '_', ' ')));
  end if;
  if v_mockup.status <> 'sent' then
    update public.mockups set status = 'superseded', superseded_at = now()
     where job_id = v_mockup.job_id and id <> p_id and status <> 'superseded';
    update public.mockups set status = 'sent', sent_at = now(), sent_by = auth.uid() where id = p_id returning * into v_mockup;
    update public.jobs set status = 'artwork' where id = v_mockup.job_id and status = 'new';
    perform private.follow_mockups(v_mockup.job_id);
  end if;
  perform private.take_answer(v_mockup, p_answer, p_name, p_words, p_way);
end $function$;
grant execute on function private.record_mockup_answer(p_id uuid, p_answer text, p_name text, p_way text, p_words text) to authenticated;
grant execute on function private.record_mockup_answer(p_id uuid, p_answer text, p_name text, p_way text, p_words text) to service_role;
comment on function private.record_mockup_answer(p_id uuid, p_answer text, p_name text, p_way text, p_words text) is 'Staff record an answer that came outside of the link. p_way: e-mail, phone, in person or letter. A second call changes nothing.';

CREATE OR REPLACE FUNCTION private.resolve_mockup_comment(p_id uuid, p_resolved boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('jobs', 'edit', 'settle comments on mockups');
  update public.mockup_comments
     set resolved_at = case when p_resolved then coalesce(resolved_at, now()) end, resolved_by = case when p_resolved then auth.uid() end
   where id = p_id;
  if not found then
    perform private.refuse('PT404', 'This comment is not there any more');
  end if;
end $function$;
grant execute on function private.resolve_mockup_comment(p_id uuid, p_resolved boolean) to authenticated;
grant execute on function private.resolve_mockup_comment(p_id uuid, p_resolved boolean) to service_role;
comment on function private.resolve_mockup_comment(p_id uuid, p_resolved boolean) is 'Marks a comment as done (true) or open again (false).';

CREATE OR REPLACE FUNCTION private.review_mockup(p_id uuid, p_review boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mockup public.mockups := private.mockup_for(p_id, 'change mockups');
  v_to constant text := case when p_review then 'internal_review' else 'draft' end;
  v_by constant text := private.person_label(auth.uid());
begin
  if v_mockup.status = v_to then
    return;
  end if;
  update public.mockups set status = v_to where id = p_id;
  perform private.follow_mockups(v_mockup.job_id);
  perform private.log_event('job', v_mockup.job_id, case when p_review then 'mockup_review' else 'mockup_draft' end,
    jsonb_build_object('version', v_mockup.version));
  perform private.tell_of_mockup(v_mockup, private.team_of_mockup(v_mockup),
    case when p_review then 'approval_request' else 'status_change' end, v_by,
    case when p_review then 'Ready for your look before it goes out.' else format('Version %s is a draft again.', v_mockup.version) end);
end $function$;
grant execute on function private.review_mockup(p_id uuid, p_review boolean) to authenticated;
grant execute on function private.review_mockup(p_id uuid, p_review boolean) to service_role;
comment on function private.review_mockup(p_id uuid, p_review boolean) is 'Asks colleagues to look at a draft (true), or takes it back (false). They get a notice.';

CREATE OR REPLACE FUNCTION private.send_mockup(p_id uuid, p_to text[] DEFAULT '{}'::text[], p_note text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_uuid uuid;
  v_mockup public.mockups;
  v_number text;
  v_day integer;
begin
  if cardinality(p_to) > 0 then
    perform private.check_recipients(p_to, '{}');
  end if;
  if char_length(p_note) > 5000 then
    perform private.refuse('22023', 'Your words may have 5000 characters at most');
  end if;
  v_uuid := private.release_mockup(p_id);
  if cardinality(p_to) > 0 then
    select * into v_mockup from public.mockups where id = p_id;
    select job_number into v_number from public.jobs where id = v_mockup.job_id;
    perform private.queue_mail('proof', p_to, 'mockup', v_mockup.job_id, format('mockup/%s/sent', p_id),
      jsonb_build_object('note', nullif(btrim(p_note), ''), 'version', v_mockup.version::text), p_stops_with_answer => true,
      p_label => format('%s, version %s', v_number, v_mockup.version));
    foreach v_day in array '{3,7}'::integer[] loop
      perform private.queue_mail('proof_reminder', p_to, 'mockup', v_mockup.job_id, format('mockup/%s/reminder/%s', p_id, v_day),
        jsonb_build_object('version', v_mockup.version::text), private.reminder_time(private.company_today(), v_day),
        p_stops_with_answer => true, p_label => format('%s, version %s', v_number, v_mockup.version));
    end loop;
  end if;
  return v_uuid;
end $function$;
grant execute on function private.send_mockup(p_id uuid, p_to text[], p_note text) to authenticated;
grant execute on function private.send_mockup(p_id uuid, p_to text[], p_note text) to service_role;
comment on function private.send_mockup(p_id uuid, p_to text[], p_note text) is 'The client may see and answer this version from now on; every earlier one is superseded. p_to gets a mail with the link and
p_note, and two reminders after three and seven days, which the answer cancels. Without p_to only the link opens. A repeated call
sends one mail. Returns the uuid of the link.';

CREATE OR REPLACE FUNCTION private.show_typing(p_uuid uuid, p_mockup_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (private.is_public_document(p_uuid) and exists (
    select from public.mockups m join public.jobs j on j.id = m.job_id join public.quotations q on q.id = j.quotation_id
     where m.id = p_mockup_id and q.public_uuid = p_uuid and m.sent_at is not null))
    or public.take_function_call('mockup-typing', p_uuid, 60, 5000) > 0
  then
    return;
  end if;
  perform private.nudge('doc:' || p_uuid, case when private.is_staff() then 'typing_office' else 'typing_client' end, 'UPDATE',
    p_mockup_id::text);
end $function$;
grant execute on function private.show_typing(p_uuid uuid, p_mockup_id uuid) to anon;
grant execute on function private.show_typing(p_uuid uuid, p_mockup_id uuid) to authenticated;
grant execute on function private.show_typing(p_uuid uuid, p_mockup_id uuid) to service_role;
comment on function private.show_typing(p_uuid uuid, p_mockup_id uuid) is 'Somebody writes a comment on a version: the holders of the link and staff beside it see it for some seconds. 60 a minute.';

CREATE OR REPLACE FUNCTION private.take_answer(p_mockup public.mockups, p_answer text, p_name text, p_words text, p_way text, p_signature text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := nullif(btrim(p_name), '');
  v_words constant text := nullif(btrim(p_words), '');
  v_signature uuid;
  v_job public.jobs;
begin
  if p_answer is null or p_answer not in ('approved', 'rejected', 'revision_requested') then
    perform private.refuse('22023', 'An answer is approved, rejected or revision_requested');
  elsif v_name is null or char_length(v_name) > 200 then
    perform private.refuse('22023', 'Please enter a name of 200 characters at most');
  elsif v_words is null and p_answer <> 'approved' then
    perform private.refuse('22023', case p_answer when 'rejected' then 'Please say why' else 'Please say what is to change' end);
  elsif char_length(v_words) > 2000 then
    perform private.refuse('22023', 'Please use 2000 characters at most');
  end if;
  if p_answer = 'approved' then
    perform private.sign_document('mockup', p_mockup.id, p_mockup.version, v_name, p_signature);
    select s.id into v_signature from public.document_signatures s
     where s.kind = 'mockup' and s.record_id = p_mockup.id order by s.signed_at desc limit 1;
  end if;
  insert into public.mockup_answers (mockup_id, version, answer, name, words, way, recorded_by, address, file_hash, checklist, signature_id)
  values (p_mockup.id, p_mockup.version, p_answer, v_name, v_words, p_way, case when p_way <> 'link' then auth.uid() end,
    private.client_address(), p_mockup.file_hash,
    (select coalesce(jsonb_agg(point), '[]') from jsonb_array_elements(p_mockup.checklist) as point
      where point ->> 'key' = any (p_mockup.ticked)), v_signature);
  update public.mockups set status = p_answer, decided_at = now(), decided_name = v_name where id = p_mockup.id;
  perform private.cancel_mails('mockup', p_mockup.id);
  perform private.follow_mockups(p_mockup.job_id);
  select * into v_job from public.jobs where id = p_mockup.job_id;
  perform private.log_event('job', p_mockup.job_id, 'mockup_' || p_answer,
    jsonb_build_object('version', p_mockup.version, 'words', v_words, 'name', v_name), v_name);
  perform private.tell_of_mockup(p_mockup, private.team_of_mockup(p_mockup), p_answer, v_name,
    coalesce(v_words, format('Version %s is approved.', p_mockup.version)));
  if p_answer = 'approved' then
    perform private.tell_of_mockup(p_mockup, array(
        select maker from unnest(private.makers_of_job(p_mockup.job_id)) as maker
         where not maker = any (private.team_of_mockup(p_mockup))),
      'status_change', v_name, 'Released for production.');
  end if;
end $function$;
comment on function private.take_answer(p_mockup public.mockups, p_answer text, p_name text, p_words text, p_way text, p_signature text) is 'Keeps an answer with name, moment, address, version, file hash and ticked points; ends the reminders, moves the job, and tells
its team. Whoever still has a step to do hears that production is released.';

CREATE OR REPLACE FUNCTION private.team_of_mockup(p_mockup public.mockups)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_remove(array[p_mockup.created_by, p_mockup.sent_by, j.lead_user_id, q.created_by, q.account_manager_id], null)
    from public.jobs j left join public.quotations q on q.id = j.quotation_id where j.id = p_mockup.job_id
$function$;
comment on function private.team_of_mockup(p_mockup public.mockups) is 'Who made and sent it, who leads the job, and who sold it.';

CREATE OR REPLACE FUNCTION private.tell_of_mockup(p_mockup public.mockups, p_people uuid[], p_action text, p_by text, p_message text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.mockup_notifications (notified_user_id, job_id, action_type, action_by, file_name, message)
  select distinct ur.user_id, p_mockup.job_id, p_action, left(p_by, 200), p_mockup.file_name, left(p_message, 5000)
    from public.user_roles ur
   where ur.user_id = any (p_people) and ur.role not in ('client', 'pending') and ur.user_id is distinct from auth.uid()
$function$;
comment on function private.tell_of_mockup(p_mockup public.mockups, p_people uuid[], p_action text, p_by text, p_message text) is 'A notice of spec 2 §3 to staff among these people, but not to who caused it.';

CREATE OR REPLACE FUNCTION private.tick_mockup(p_uuid uuid, p_mockup_id uuid, p_key text, p_ticked boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mockup public.mockups := private.mockup_by_link(p_uuid, p_mockup_id);
begin
  perform private.must_be_answerable(v_mockup);
  if not exists (select from jsonb_array_elements(v_mockup.checklist) as point where point ->> 'key' = p_key) then
    perform private.refuse('22023', 'This point is not on the checklist');
  end if;
  update public.mockups
     set ticked = case when p_ticked then array_remove(ticked, p_key) || p_key else array_remove(ticked, p_key) end
   where id = p_mockup_id and p_ticked is distinct from (p_key = any (ticked));
end $function$;
grant execute on function private.tick_mockup(p_uuid uuid, p_mockup_id uuid, p_key text, p_ticked boolean) to anon;
grant execute on function private.tick_mockup(p_uuid uuid, p_mockup_id uuid, p_key text, p_ticked boolean) to authenticated;
grant execute on function private.tick_mockup(p_uuid uuid, p_mockup_id uuid, p_key text, p_ticked boolean) to service_role;
comment on function private.tick_mockup(p_uuid uuid, p_mockup_id uuid, p_key text, p_ticked boolean) is 'The client ticks a point of the checklist, or takes the tick back.';

CREATE OR REPLACE FUNCTION private.write_comment(p_mockup public.mockups, p_id uuid, p_name text, p_is_client boolean, p_body text, p_page integer, p_x double precision, p_y double precision)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.tell_of_mockup(p_mockup, private.team_of_mockup(p_mockup), 'comment', v_name, v_body);
end $function$;
