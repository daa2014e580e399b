-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.system_notes (
  id uuid not null default gen_random_uuid(),
  title text not null,
  body text not null default ''::text,
  pinned boolean not null default false,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint system_notes_pkey PRIMARY KEY (id),
  constraint system_notes_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint system_notes_body_length CHECK (char_length(body) <= 10000),
  constraint system_notes_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint system_notes_title_length CHECK (char_length(btrim(title)) >= 1 AND char_length(btrim(title)) <= 200),
  constraint system_notes_title_size CHECK (char_length(title) <= 250),
  constraint system_notes_updated_at_is_in_reach CHECK (updated_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.system_notes enable row level security;
CREATE INDEX system_notes_created_by_idx ON public.system_notes USING btree (created_by);
CREATE INDEX system_notes_pinned_created_at_idx ON public.system_notes USING btree (pinned DESC, created_at DESC, id);
grant delete, insert, select, update on public.system_notes to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.system_notes to service_role;
create policy "staff write system notes in their own name" on public.system_notes for insert to authenticated
  with check (( SELECT private.can('system-notes'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "staff remove system notes" on public.system_notes for delete to authenticated
  using (( SELECT private.can('system-notes'::text, 'delete'::text) AS can));
create policy "staff read system notes" on public.system_notes for select to authenticated
  using (( SELECT private.can('system-notes'::text, 'view'::text) AS can));
create policy "staff change system notes" on public.system_notes for update to authenticated
  using (( SELECT private.can('system-notes'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('system-notes'::text, 'edit'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.system_notes FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.system_notes FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.system_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.system_notes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'system-notes');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.system_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'system-notes');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.system_notes REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'system-notes');
CREATE TRIGGER pin BEFORE UPDATE ON public.system_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.system_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_updated_at BEFORE UPDATE ON public.system_notes FOR EACH ROW EXECUTE FUNCTION private.stamp_updated_at();
comment on table public.system_notes is 'Notices by those who may write them, seen by staff. Plain text.';
comment on column public.system_notes.row_version is 'Counts changes: whoever saves says which version they looked at.';

CREATE OR REPLACE FUNCTION private.nudge_house()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role public.app_role;
begin
  foreach v_role in array enum_range(null::public.app_role) loop
    perform private.nudge('role:' || v_role, tg_table_name, tg_op, null);
  end loop;
  return null;
end $function$;
comment on function private.nudge_house() is 'Tells every role that something changed which all of them see.';

CREATE OR REPLACE FUNCTION private.patterns(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
           order by char_length(word) desc), '{}')
    from regexp_split_to_table(private.folded(btrim(left(p_text, 200))), '\s+') as word
   where word <> ''
$function$;
grant execute on function private.patterns(p_text text) to authenticated;
comment on function private.patterns(p_text text) is 'A pattern for each word of a text, the longest first: every one must be found.';

CREATE OR REPLACE FUNCTION private.quotations_named(p_text text, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_patterns constant text[] := private.patterns(p_text);
begin
  if cardinality(v_patterns) = 0 or not private.can('quotations', 'view') then
    return;
  end if;
  return query
    select q.id from public.quotations q
     where (private.folded(q.quotation_number || ' ' || coalesce(q.project_title, '')) like v_patterns[1]
        and private.folded(q.quotation_number || ' ' || coalesce(q.project_title, '')) like all (v_patterns))
        or q.contact_id in (select c.id from private.search_contacts(p_text, null, null, false, false, null, null, 50) c)
     order by q.created_at desc
     limit p_limit;
end $function$;
grant execute on function private.quotations_named(p_text text, p_limit integer) to authenticated;

CREATE OR REPLACE FUNCTION private.tasks_named(p_text text, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_patterns constant text[] := private.patterns(p_text);
begin
  if cardinality(v_patterns) = 0 or not private.can('tasks', 'view') then
    return;
  end if;
  return query
    select t.id from public.tasks t
     where private.folded(t.title) like v_patterns[1] and private.folded(t.title) like all (v_patterns)
       and (t.created_by = auth.uid() or cardinality(t.assignees) > 0)
     order by t.status = 'completed', t.created_at desc
     limit p_limit;
end $function$;
grant execute on function private.tasks_named(p_text text, p_limit integer) to authenticated;

CREATE OR REPLACE FUNCTION public.find_records(p_text text, p_limit integer DEFAULT 5)
 RETURNS TABLE(kind text, id uuid, title text, detail text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with wanted (most) as (select least(greatest(coalesce(p_limit, 5), 1), 20))
  (select case c.type when 'Business' then 'business' else 'person' end, c.id,
          case c.type when 'Business' then coalesce(nullif(btrim(c.company), ''), c.name, '')
            else coalesce(nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), c.company, '') end,
          coalesce(case when c.type <> 'Business' then c.company end, c.email, c.phone)
     from wanted, lateral public.search_contacts(p_text, p_limit => most) c
    where cardinality(private.patterns(p_text)) > 0)
  union all
  (select 'task', t.id, t.title, t.status
     from wanted, lateral private.tasks_named(p_text, most) found (id) join public.tasks t on t.id = found.id
    order by t.status = 'completed', t.created_at desc)
  union all
  (select 'quotation', q.id, concat_ws(' · ', q.quotation_number, q.project_title),
          coalesce(c.company, nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''))
     from wanted, lateral private.quotations_named(p_text, most) found (id)
     join public.quotations q on q.id = found.id left join public.contacts c on c.id = q.contact_id
    order by q.created_at desc)
$function$;
grant execute on function public.find_records(p_text text, p_limit integer) to authenticated;
grant execute on function public.find_records(p_text text, p_limit integer) to service_role;
comment on function public.find_records(p_text text, p_limit integer) is 'Contacts, tasks and quotations that hold every word of the text, accents and case aside; up to 5 of each unless told.';

CREATE OR REPLACE FUNCTION public.recent_activity(p_limit integer DEFAULT 12)
 RETURNS TABLE(at timestamp with time zone, kind text, id uuid, title text, actor text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with wanted (most) as (select least(greatest(coalesce(p_limit, 12), 1), 50))
  select story.at, story.kind, story.id, story.title, nullif(btrim(concat_ws(' ', who.name, who.last_name)), '')
    from (
      (select t.created_at as at, 'task' as kind, t.id, t.title, t.created_by as actor_id
         from public.tasks t order by t.created_at desc limit (select most from wanted))
      union all
      (select m.created_at, 'comment', t.id, t.title, m.user_id
         from public.task_comments m join public.tasks t on t.id = m.task_id
        order by m.created_at desc limit (select most from wanted))
      union all
      (select q.created_at, 'quotation', q.id, concat_ws(' · ', q.quotation_number, q.project_title), q.created_by
         from public.quotations q order by q.created_at desc limit (select most from wanted))
      union all
      (select d.created_at, 'delivery', d.id, d.delivery_number || ' · ' || d.project_title, d.created_by
         from public.deliveries d order by d.created_at desc limit (select most from wanted))
      union all
      (select d.delivered_at, 'delivered', d.id, d.delivery_number || ' · ' || d.project_title, null
         from public.deliveries d where d.delivered_at is not null
        order by d.delivered_at desc limit (select most from wanted))
      union all
      (select c.created_at, case c.type when 'Business' then 'business' else 'person' end, c.id,
              case c.type when 'Business' then coalesce(nullif(btrim(c.company), ''), c.name, '')
                else coalesce(nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), c.company, '') end, null
         from public.contacts c where (select private.can('contacts', 'view'))
        order by c.created_at desc limit (select most from wanted))
      union all
      (select n.created_at, 'note', n.id, n.title, n.created_by
         from public.system_notes n order by n.created_at desc limit (select most from wanted))
    ) as story
    left join public.contacts who on who.user_id = story.actor_id
   order by story.at desc, story.kind, story.id
   limit (select most from wanted)
$function$;
grant execute on function public.recent_activity(p_limit integer) to authenticated;
grant execute on function public.recent_activity(p_limit integer) to service_role;
comment on function public.recent_activity(p_limit integer) is 'New tasks, comments, papers, contacts and notes in one list, newest first.';
