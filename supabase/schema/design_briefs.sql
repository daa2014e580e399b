-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.design_brief_pictures (
  id uuid not null default gen_random_uuid(),
  brief_id uuid not null,
  name text not null,
  data text not null,
  created_at timestamp with time zone not null default now(),
  constraint design_brief_pictures_pkey PRIMARY KEY (id),
  constraint design_brief_pictures_brief_id_fkey FOREIGN KEY (brief_id) REFERENCES public.design_briefs(id) ON DELETE CASCADE,
  constraint design_brief_pictures_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint design_brief_pictures_data_is_a_picture CHECK (data ~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$'::text AND char_length(data) <= 600000),
  constraint design_brief_pictures_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 200)
);
alter table public.design_brief_pictures enable row level security;
CREATE INDEX design_brief_pictures_brief_id_idx ON public.design_brief_pictures USING btree (brief_id);
grant select on public.design_brief_pictures to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.design_brief_pictures to service_role;
create policy "staff read pictures of briefs" on public.design_brief_pictures for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
CREATE TRIGGER pin BEFORE UPDATE ON public.design_brief_pictures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.design_brief_pictures FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.design_brief_pictures is 'Photos and sketches of a brief, made small in the browser; six at most.';

create table public.design_briefs (
  id uuid not null default gen_random_uuid(),
  public_uuid uuid not null default gen_random_uuid(),
  reference text,
  status text not null default 'open'::text,
  step integer not null default 0,
  answers jsonb not null default '{}'::jsonb,
  name text,
  email text,
  phone text,
  company text,
  contact_id uuid,
  quotation_id uuid,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint design_briefs_pkey PRIMARY KEY (id),
  constraint design_briefs_public_uuid_key UNIQUE (public_uuid),
  constraint design_briefs_reference_key UNIQUE (reference),
  constraint design_briefs_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE SET NULL,
  constraint design_briefs_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE SET NULL,
  constraint design_briefs_answers_are_a_record CHECK (jsonb_typeof(answers) = 'object'::text AND pg_column_size(answers) <= 40000),
  constraint design_briefs_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint design_briefs_sent_at_is_in_reach CHECK (sent_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND sent_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint design_briefs_sent_has_a_reference CHECK (status = 'open'::text OR reference IS NOT NULL AND sent_at IS NOT NULL),
  constraint design_briefs_status_is_known CHECK (status = ANY (ARRAY['open'::text, 'sent'::text, 'quoted'::text, 'closed'::text])),
  constraint design_briefs_step_range CHECK (step >= 0 AND step <= 20),
  constraint design_briefs_text_length CHECK (char_length(name) <= 200 AND char_length(email) <= 320 AND char_length(phone) <= 50 AND char_length(company) <= 200),
  constraint design_briefs_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.design_briefs enable row level security;
CREATE INDEX design_briefs_contact_id_idx ON public.design_briefs USING btree (contact_id);
CREATE INDEX design_briefs_created_at_idx ON public.design_briefs USING btree (created_at DESC);
CREATE INDEX design_briefs_quotation_id_idx ON public.design_briefs USING btree (quotation_id);
grant select on public.design_briefs to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.design_briefs to service_role;
create policy "staff read briefs" on public.design_briefs for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
CREATE TRIGGER count_version BEFORE UPDATE ON public.design_briefs FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.design_briefs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_staff AFTER INSERT OR DELETE OR UPDATE ON public.design_briefs FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_staff();
CREATE TRIGGER pin BEFORE UPDATE ON public.design_briefs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'public_uuid', 'reference');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.design_briefs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.design_briefs FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
comment on table public.design_briefs is 'What a client wants, step by step. Written by functions: visitors by the link, staff when they make a quotation.';

CREATE OR REPLACE FUNCTION private.add_brief_picture(p_link uuid, p_name text, p_data text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.design_briefs := private.open_brief(p_link);
  v_id uuid;
begin
  if (select count(*) from public.design_brief_pictures where brief_id = v_row.id) >= 6 then
    perform private.refuse('PT409', 'Six pictures are the most');
  elsif p_data is null or char_length(p_data) > 600000 or p_data !~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$' then
    perform private.refuse('22023', 'This is no picture of at most 400 kB');
  end if;
  perform private.limit_visitor('add_brief_picture', 30, 60);
  insert into public.design_brief_pictures (brief_id, name, data) values (v_row.id, left(coalesce(nullif(btrim(p_name), ''), 'Picture'), 200), p_data)
  returning id into v_id;
  return v_id;
end $function$;
grant execute on function private.add_brief_picture(p_link uuid, p_name text, p_data text) to anon;
grant execute on function private.add_brief_picture(p_link uuid, p_name text, p_data text) to authenticated;
grant execute on function private.add_brief_picture(p_link uuid, p_name text, p_data text) to service_role;
comment on function private.add_brief_picture(p_link uuid, p_name text, p_data text) is 'Adds a photo or sketch to a brief that was not sent; its id.';

CREATE OR REPLACE FUNCTION private.brief_facts(p_brief public.design_briefs)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('link', p_brief.public_uuid, 'reference', p_brief.reference, 'status', p_brief.status, 'step', p_brief.step,
    'answers', p_brief.answers, 'name', p_brief.name, 'email', p_brief.email, 'phone', p_brief.phone, 'company', p_brief.company,
    'pictures', coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'data', p.data) order by p.created_at)
                            from public.design_brief_pictures p where p.brief_id = p_brief.id), '[]'))
$function$;

CREATE OR REPLACE FUNCTION private.get_brief(p_link uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.brief_facts(b) from public.design_briefs b where b.public_uuid = p_link $function$;
grant execute on function private.get_brief(p_link uuid) to anon;
grant execute on function private.get_brief(p_link uuid) to authenticated;
grant execute on function private.get_brief(p_link uuid) to service_role;
comment on function private.get_brief(p_link uuid) is 'The brief of a link; null where there is none.';

CREATE OR REPLACE FUNCTION private.open_brief(p_link uuid)
 RETURNS public.design_briefs
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.quote_brief(p_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  elsif v_row.status <> 'sent' then
    perform private.refuse('PT409', 'Only a brief that was sent becomes a quotation');
  end if;
  select c.id into v_contact from public.contacts c
   where lower(c.email) = v_row.email and c.archived_at is null
   order by c.type = 'Business' desc, c.created_at limit 1;
  if v_contact is null then
    insert into public.contacts (type, profile, name, company, email, phone)
    values (case when v_row.company is null then 'Person' else 'Business' end, 'verified', coalesce(v_row.company, v_row.name), v_row.company,
            v_row.email, v_row.phone)
    returning id into v_contact;
  end if;
  v_quotation := private.create_quotation(v_contact, left(coalesce(nullif(btrim(v_row.answers ->> 'what'), ''), 'Brief ' || v_row.reference), 200));
  insert into public.internal_notes (kind, record_id, body, updated_by)
  values ('quotation', v_quotation, left(format('Brief %s by %s', v_row.reference, v_row.name) || E'\n\n' || coalesce((
    select string_agg(initcap(replace(a.key, '_', ' ')) || ': ' || a.value, E'\n' order by a.key)
      from jsonb_each_text(v_row.answers) as a where nullif(btrim(a.value), '') is not null), ''), 5000), auth.uid());
  update public.design_briefs set status = 'quoted', quotation_id = v_quotation, contact_id = v_contact where id = v_row.id;
  return v_quotation;
end $function$;
grant execute on function private.quote_brief(p_id uuid) to authenticated;
grant execute on function private.quote_brief(p_id uuid) to service_role;
comment on function private.quote_brief(p_id uuid) is 'A draft quotation from a brief, with its answers as the internal note; for a client who is not known yet, a contact as well. Asking again returns the same quotation.';

CREATE OR REPLACE FUNCTION private.remove_brief_picture(p_link uuid, p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.design_briefs := private.open_brief(p_link);
begin
  delete from public.design_brief_pictures where id = p_id and brief_id = v_row.id;
end $function$;
grant execute on function private.remove_brief_picture(p_link uuid, p_id uuid) to anon;
grant execute on function private.remove_brief_picture(p_link uuid, p_id uuid) to authenticated;
grant execute on function private.remove_brief_picture(p_link uuid, p_id uuid) to service_role;

CREATE OR REPLACE FUNCTION private.save_brief(p_link uuid, p_answers jsonb, p_step integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.save_brief(p_link uuid, p_answers jsonb, p_step integer) to anon;
grant execute on function private.save_brief(p_link uuid, p_answers jsonb, p_step integer) to authenticated;
grant execute on function private.save_brief(p_link uuid, p_answers jsonb, p_step integer) to service_role;
comment on function private.save_brief(p_link uuid, p_answers jsonb, p_step integer) is 'Keeps the answers of a brief; without a link a new one begins. Returns the link.';

CREATE OR REPLACE FUNCTION private.send_brief(p_link uuid, p_name text, p_email text, p_phone text DEFAULT NULL::text, p_company text DEFAULT NULL::text, p_trap text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.tell_staff('{}', 'sales', format('New brief %s', v_row.reference),
    concat_ws(', ', v_row.name, v_row.company, left(v_row.answers ->> 'what', 200)), null,
    jsonb_build_object('kind', 'brief', 'brief_id', v_row.id));
  return private.brief_facts(v_row);
end $function$;
grant execute on function private.send_brief(p_link uuid, p_name text, p_email text, p_phone text, p_company text, p_trap text) to anon;
grant execute on function private.send_brief(p_link uuid, p_name text, p_email text, p_phone text, p_company text, p_trap text) to authenticated;
grant execute on function private.send_brief(p_link uuid, p_name text, p_email text, p_phone text, p_company text, p_trap text) to service_role;
comment on function private.send_brief(p_link uuid, p_name text, p_email text, p_phone text, p_company text, p_trap text) is 'Sends a brief to the office; sending again changes nothing.';
