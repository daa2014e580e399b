-- Design briefs of visitors.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.design_briefs (
  id           uuid primary key default gen_random_uuid(),
  public_uuid  uuid not null unique default gen_random_uuid(),
  reference    text unique,
  status       text not null default 'open',
  step         integer not null default 0,
  answers      jsonb not null default '{}',
  name         text,
  email        text,
  phone        text,
  company      text,
  contact_id   uuid references public.contacts (id) on delete set null,
  quotation_id uuid references public.quotations (id) on delete set null,
  sent_at      timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  constraint design_briefs_status_is_known check (status in ('open', 'sent', 'quoted', 'closed')),
  constraint design_briefs_step_range check (step between 0 and 20),
  constraint design_briefs_answers_are_a_record check (jsonb_typeof(answers) = 'object' and pg_column_size(answers) <= 40000),
  constraint design_briefs_text_length check (char_length(name) <= 200 and char_length(email) <= 320 and char_length(phone) <= 50 and char_length(company) <= 200),
  constraint design_briefs_sent_has_a_reference check (status = 'open' or (reference is not null and sent_at is not null))
);
create index design_briefs_contact_id_idx on public.design_briefs (contact_id);
create index design_briefs_quotation_id_idx on public.design_briefs (quotation_id);
create index design_briefs_created_at_idx on public.design_briefs (created_at desc);
comment on table public.design_briefs is 'What a client wants, step by step. Written by functions: visitors by the link, staff when they make a quotation.';

create table public.design_brief_pictures (
  id         uuid primary key default gen_random_uuid(),
  brief_id   uuid not null references public.design_briefs (id) on delete cascade,
  name       text not null,
  data       text not null,
  created_at timestamptz not null default now(),
  constraint design_brief_pictures_name_length check (char_length(name) between 1 and 200),
  constraint design_brief_pictures_data_is_a_picture check (data ~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$' and char_length(data) <= 600000)
);
create index design_brief_pictures_brief_id_idx on public.design_brief_pictures (brief_id);
comment on table public.design_brief_pictures is 'Photos and sketches of a brief, made small in the browser; six at most.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.design_briefs', 'select', p_pinned => '{public_uuid,reference}');
create policy "staff read briefs" on public.design_briefs for select to authenticated using ((select private.is_staff()));

call private.borrow_rules('public.design_brief_pictures', 'select');
create policy "staff read pictures of briefs" on public.design_brief_pictures for select to authenticated using ((select private.is_staff()));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.brief_facts(p_brief public.design_briefs) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('link', p_brief.public_uuid, 'reference', p_brief.reference, 'status', p_brief.status, 'step', p_brief.step,
    'answers', p_brief.answers, 'name', p_brief.name, 'email', p_brief.email, 'phone', p_brief.phone, 'company', p_brief.company,
    'pictures', coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'data', p.data) order by p.created_at)
                            from public.design_brief_pictures p where p.brief_id = p_brief.id), '[]'));
end $$;

create function private.get_brief(p_link uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$ select private.brief_facts(b) from public.design_briefs b where b.public_uuid = p_link $$;
comment on function private.get_brief is 'The brief of a link; null where there is none.';
call private.offer('private.get_brief(uuid)', '{anon,authenticated,service_role}');

create function private.open_brief(p_link uuid) returns public.design_briefs
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.design_briefs;
begin
  select * into v_row from public.design_briefs where public_uuid = p_link for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This brief is not there');
  elsif v_row.status <> 'open' then
    perform private.refuse('PT409', 'This brief was sent already. Please call us to change it.');
  end if;
  return v_row;
end $$;

create function private.save_brief(p_link uuid, p_answers jsonb, p_step integer) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.design_briefs;
begin
  if jsonb_typeof(p_answers) is distinct from 'object' or char_length(p_answers::text) > 30000 then
    perform private.refuse('22023', 'The answers are too long');
  end if;
  if p_link is null then
    perform private.limit_visitor('save_brief', 10, 30);
    insert into public.design_briefs (answers, step) values (p_answers, least(greatest(coalesce(p_step, 0), 0), 20)) returning * into v_row;
    return v_row.public_uuid;
  end if;
  v_row := private.open_brief(p_link);
  update public.design_briefs set answers = p_answers, step = least(greatest(coalesce(p_step, 0), 0), 20) where id = v_row.id;
  return p_link;
end $$;
comment on function private.save_brief is 'Keeps the answers of a brief; without a link a new one begins. Returns the link.';
call private.offer('private.save_brief(uuid, jsonb, integer)', '{anon,authenticated,service_role}');

create function private.add_brief_picture(p_link uuid, p_name text, p_data text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.design_briefs := private.open_brief(p_link);
  v_id uuid;
begin
  if (select count(*) from public.design_brief_pictures where brief_id = v_row.id) >= 6 then
    perform private.refuse('PT409', 'Six pictures are the most');
  elsif not private.is_picture(p_data, '{png,jpeg,webp}', 600000) then
    perform private.refuse('22023', 'This is no picture of at most 400 kB');
  end if;
  perform private.limit_visitor('add_brief_picture', 30, 60);
  insert into public.design_brief_pictures (brief_id, name, data) values (v_row.id, left(coalesce(nullif(btrim(p_name), ''), 'Picture'), 200), p_data)
  returning id into v_id;
  return v_id;
end $$;
comment on function private.add_brief_picture is 'Adds a photo or sketch to a brief that was not sent; its id.';
call private.offer('private.add_brief_picture(uuid, text, text)', '{anon,authenticated,service_role}');

create function private.remove_brief_picture(p_link uuid, p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.design_briefs := private.open_brief(p_link);
begin
  delete from public.design_brief_pictures where id = p_id and brief_id = v_row.id;
end $$;
call private.offer('private.remove_brief_picture(uuid, uuid)', '{anon,authenticated,service_role}');

create function private.words_of_brief(p_brief public.design_briefs) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return (select left(string_agg(p_brief.answers ->> q.name, E'\n' order by q.place), 12000)
            from unnest(array['what', 'size', 'words', 'colours', 'pictures_note', 'else']) with ordinality as q (name, place)
           where btrim(p_brief.answers ->> q.name) <> '');
end $$;
comment on function private.words_of_brief is 'What a visitor typed in a brief, in the order of its questions; what was chosen from a list is not among it.';

create function private.send_brief(
  p_link uuid, p_name text, p_email text, p_phone text default null, p_company text default null, p_trap text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.design_briefs;
begin
  perform private.refuse_robot(p_trap);
  select * into v_row from public.design_briefs where public_uuid = p_link for update;
  if v_row.status in ('sent', 'quoted') then
    return private.brief_facts(v_row);
  end if;
  v_row := private.open_brief(p_link);
  if nullif(btrim(p_name), '') is null or char_length(p_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif p_email is null or not private.is_email(btrim(p_email)) then
    perform private.refuse('22023', 'Please enter a valid e-mail address');
  end if;
  perform private.limit_visitor('send_brief', 5, 10);
  update public.design_briefs set status = 'sent', sent_at = now(), reference = private.draw_number('BR'), name = btrim(p_name),
    email = lower(btrim(p_email)), phone = left(nullif(btrim(p_phone), ''), 50), company = left(nullif(btrim(p_company), ''), 200)
   where id = v_row.id returning * into v_row;
  perform private.keep_asked_language('brief', v_row.id);
  perform private.take_request(jsonb_populate_record(null::public.visitor_requests, to_jsonb(v_row) || jsonb_build_object('id', null,
    'form', 'brief', 'brief_id', v_row.id, 'words', private.words_of_brief(v_row))));
  perform private.tell_staff('{}', 'sales', format('New brief %s', v_row.reference),
    concat_ws(', ', v_row.name, v_row.company, left(v_row.answers ->> 'what', 200)), null,
    jsonb_build_object('kind', 'brief', 'brief_id', v_row.id));
  return private.brief_facts(v_row);
end $$;
comment on function private.send_brief is 'Sends a brief to the office; sending again changes nothing.';
call private.offer('private.send_brief(uuid, text, text, text, text, text)', '{anon,authenticated,service_role}');

create function private.quote_brief(p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.design_briefs;
  v_contact uuid;
  v_quotation uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select * into v_row from public.design_briefs where id = p_id for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This brief is not there any more');
  elsif v_row.quotation_id is not null then
    return v_row.quotation_id;
  elsif v_row.status not in ('sent', 'quoted') then
    perform private.refuse('PT409', 'Only a brief that was sent becomes a quotation');
  end if;
  select c.id into v_contact from public.contacts c
   where lower(c.email) = v_row.email and c.archived_at is null
   order by c.type = 'Business' desc, c.created_at limit 1;
  if v_contact is null then
    insert into public.contacts (type, profile, name, company, email, phone, language)
    values (case when v_row.company is null then 'Person' else 'Business' end, 'verified', coalesce(v_row.company, v_row.name), v_row.company,
            v_row.email, v_row.phone, (select l.language from private.paper_languages l where l.kind = 'brief' and l.record_id = v_row.id))
    returning id into v_contact;
  end if;
  v_quotation := private.create_quotation(v_contact, left(coalesce(nullif(btrim(v_row.answers ->> 'what'), ''), 'Brief ' || v_row.reference), 200));
  insert into public.internal_notes (kind, record_id, body, updated_by)
  values ('quotation', v_quotation, left(format('Brief %s by %s', v_row.reference, v_row.name) || E'\n\n' || coalesce((
    select string_agg(initcap(replace(a.key, '_', ' ')) || ': ' || a.value, E'\n' order by a.key)
      from jsonb_each_text(v_row.answers) as a where nullif(btrim(a.value), '') is not null), ''), 5000), auth.uid());
  update public.design_briefs set status = 'quoted', quotation_id = v_quotation, contact_id = v_contact where id = v_row.id;
  perform private.answer_by_quotation((select r.id from public.visitor_requests r where r.brief_id = v_row.id), v_quotation);
  return v_quotation;
end $$;
comment on function private.quote_brief is
  'A draft quotation from a brief, with its answers as the internal note; for a client who is not known yet, a contact as well. '
  'Asking again returns the same quotation.';
call private.offer('private.quote_brief(uuid)');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger nudge_staff after insert or update or delete on public.design_briefs for each statement execute function private.nudge_staff();
