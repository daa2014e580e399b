-- What spans all kinds of records: their names in the audit trail, the search of the palette, recent activity and the
-- story of a contact.

create function private.label_of(p_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    private.person_label(p_id),
    (select private.contact_label(to_jsonb(c)) from public.contacts c where c.id = p_id),
    (select l.label from public.locations l where l.id = p_id),
    (select p.name from public.permissions p where p.id = p_id),
    (select t.name from public.contact_types t where t.id = p_id))
$$;
comment on function private.label_of is
  'What people call whatever has that key: a person, a contact, a location, a named right, a type of contact.';

create function private.audit_labels(p_changed jsonb) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, label), '{}')
    from (select distinct value as key
            from jsonb_each(p_changed) as columns (name, pair), jsonb_array_elements_text(columns.pair) as value
           where columns.name ~ '_(id|by)$' and value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') as mentioned,
         lateral private.label_of(mentioned.key::uuid) as label
   where label is not null
$$;

create function private.audit_record_label(p_table text, p_record jsonb) returns text
  language sql stable security definer set search_path = ''
as $$
  select case p_table
    when 'user_roles' then private.person_label((p_record ->> 'user_id')::uuid)
    when 'page_permissions' then concat_ws(' · ', p_record ->> 'role', p_record ->> 'page_name')
    when 'role_permissions' then concat_ws(' · ', p_record ->> 'role', private.label_of((p_record ->> 'permission_id')::uuid))
    when 'contacts' then private.contact_label(p_record)
    when 'contact_relations' then private.label_of((p_record ->> 'contact_id')::uuid)
    when 'contact_bank_accounts' then private.label_of((p_record ->> 'contact_id')::uuid)
    when 'contact_notes' then private.label_of((p_record ->> 'contact_id')::uuid)
    when 'credit_applications' then private.label_of((p_record ->> 'contact_id')::uuid)
    when 'locations' then concat_ws(' · ', p_record ->> 'label', private.label_of((p_record ->> 'business_id')::uuid))
    else coalesce(p_record ->> 'name', p_record ->> 'title', p_record ->> 'company')
  end
$$;

-- Under row level security PostgreSQL cannot use an index on text. The definer functions below find candidates; the
-- policies decide which of them are shown.

create function private.tasks_named(p_text text, p_limit integer) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
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
end $$;

create function private.quotations_named(p_text text, p_limit integer) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
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
end $$;

create function public.find_records(p_text text, p_limit integer default 5)
returns table (kind text, id uuid, title text, detail text)
  language sql stable security invoker set search_path = ''
as $$
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
$$;
comment on function public.find_records is
  'Contacts, tasks and quotations that hold every word of the text, accents and case aside; up to 5 of each unless told.';

create function public.recent_activity(p_limit integer default 12)
returns table (at timestamptz, kind text, id uuid, title text, actor text)
  language sql stable security invoker set search_path = ''
as $$
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
$$;
comment on function public.recent_activity is 'New tasks, comments, papers, contacts and notes in one list, newest first.';

create function public.contact_timeline(
  p_contact_id uuid, p_kinds text[] default null, p_before timestamptz default null, p_before_id uuid default null,
  p_limit integer default 50)
returns table (at timestamptz, kind text, id uuid, title text, detail text, author_id uuid, other_id uuid, other_type text)
  language sql stable security invoker set search_path = ''
as $$
  select * from (
    select c.created_at, 'created', c.id, 'Added to the contacts', null::text, null::uuid, null::uuid, null::text
      from public.contacts c where c.id = p_contact_id
    union all
    select n.created_at, n.kind, n.id, n.body, case when n.edited_at is not null then 'edited' end, n.author_id, null, null
      from public.contact_notes n where n.contact_id = p_contact_id
    union all
    select q.created_at, 'quotation', q.id, q.quotation_number || coalesce(' · ' || q.project_title, ''), q.status, q.created_by,
           null, null
      from public.quotations q where q.contact_id = p_contact_id
    union all
    select d.created_at, 'delivery', d.id, d.delivery_number || ' · ' || d.project_title, d.status, d.created_by, null, null
      from public.deliveries d where d.contact_id = p_contact_id
    union all
    select t.created_at, 'task', t.id, t.title, t.status, t.created_by, null, null
      from public.tasks t where t.contact_id = p_contact_id
    union all
    select l.created_at, 'site', l.id, l.label, nullif(concat_ws(', ', l.address, l.city), ''), null, null, null
      from public.locations l where l.business_id = p_contact_id
    union all
    select a.created_at, 'credit', a.id, 'Credit application', a.status, a.created_by, null, null
      from public.credit_applications a where a.contact_id = p_contact_id
    union all
    select b.created_at, 'bank', b.id, b.holder, '… ' || right(b.iban, 4), null, null, null
      from public.contact_bank_accounts b where b.contact_id = p_contact_id
    union all
    select r.created_at, case r.contact_id when p_contact_id then 'relation' else 'relation_back' end, r.id,
           case o.type when 'Business' then coalesce(o.company, o.name) else concat_ws(' ', o.name, o.last_name) end,
           r.relation, null, o.id, o.type
      from public.contact_relations r
      join public.contacts o on o.id = case when r.contact_id = p_contact_id then r.related_contact_id else r.contact_id end
     where p_contact_id in (r.contact_id, r.related_contact_id)
  ) as story (at, kind, id, title, detail, author_id, other_id, other_type)
   where (p_before is null or (story.at, story.id) < (p_before, coalesce(p_before_id, '00000000-0000-0000-0000-000000000000')))
     and (p_kinds is null or story.kind = any (p_kinds))
   order by story.at desc, story.id desc
   limit least(greatest(coalesce(p_limit, 50), 1), 200)
$$;
comment on function public.contact_timeline is
  'Notes, papers, tasks, sites, credit applications, bank accounts and relations of a contact in one list, newest first; the next page is before the last row''s time and id.';

revoke execute on all routines in schema private from public;
grant execute on function private.tasks_named, private.quotations_named to authenticated;
revoke execute on function public.find_records, public.recent_activity, public.contact_timeline from public, anon,
  authenticated;
grant execute on function public.find_records, public.recent_activity, public.contact_timeline to authenticated,
  service_role;
