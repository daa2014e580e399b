-- How the company writes numbers and dates, what is written down of its settings, and the notes that everybody sees.

update public.company_settings set vat_number = nullif(upper(regexp_replace(vat_number, '[^[:alnum:]]', '', 'g')), '');
update public.company_settings set vat_number = null where vat_number !~ '^[A-Z0-9]{4,20}$';
alter table public.company_settings
  add column number_style text not null default 'point',
  add column date_style   text not null default 'words',
  add column hour_style   text not null default '24h',
  add constraint company_settings_number_style_is_known check (number_style in ('point', 'comma', 'space', 'apostrophe')),
  add constraint company_settings_date_style_is_known check (date_style in ('words', 'day_first', 'month_first', 'year_first')),
  add constraint company_settings_hour_style_is_known check (hour_style in ('24h', '12h')),
  add constraint company_settings_vat_number_shape check (vat_number ~ '^[A-Z0-9]{4,20}$');
comment on column public.company_settings.vat_number is 'Capitals and digits, without blanks.';
comment on column public.company_settings.number_style is '1,234.56 (point), 1.234,56, 1 234,56 or 1’234.56.';
comment on column public.company_settings.date_style is '20 Nov 2026 (words), 20/11/2026, 11/20/2026 or 2026-11-20.';

-- Everybody in the house sees the company's name on every screen: the change of a setting is told to all roles.
create function private.nudge_house() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_role public.app_role;
begin
  foreach v_role in array enum_range(null::public.app_role) loop
    perform private.nudge('role:' || v_role, tg_table_name, tg_op, null);
  end loop;
  return null;
end $$;
comment on function private.nudge_house is 'Tells every role that something changed which all of them see.';
create trigger nudge_house after update on public.company_settings
  for each statement execute function private.nudge_house();
create trigger nudge_house after insert or update or delete on public.website_metadata_settings
  for each statement execute function private.nudge_house();

create trigger audit after insert or update or delete on public.company_settings
  for each row execute function private.audit('id');
create trigger audit after insert or update or delete on public.website_metadata_settings
  for each row execute function private.audit('setting_key');

-- System notes: notices that stay in sight. Whoever may view the page reads them; the pinned ones lie on the dashboard.

create table public.system_notes (
  id          uuid primary key default gen_random_uuid(),
  title       text not null,
  body        text not null default '',
  pinned      boolean not null default false,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint system_notes_title_length check (char_length(btrim(title)) between 1 and 200),
  constraint system_notes_body_length check (char_length(body) <= 10000)
);
create index system_notes_pinned_created_at_idx on public.system_notes (pinned desc, created_at desc, id);
create index system_notes_created_by_idx on public.system_notes (created_by);
comment on table public.system_notes is 'Notices by those who may write them, seen by staff. Plain text.';
comment on column public.system_notes.row_version is 'Counts changes: whoever saves says which version they looked at.';

alter table public.system_notes enable row level security;
revoke all on public.system_notes from anon, authenticated;
grant select, insert, update, delete on public.system_notes to authenticated;
grant all on public.system_notes to service_role;

create policy "staff read system notes" on public.system_notes
  for select to authenticated using ((select private.can('system-notes', 'view')));
create policy "staff write system notes in their own name" on public.system_notes
  for insert to authenticated
  with check ((select private.can('system-notes', 'create')) and created_by = (select auth.uid()));
create policy "staff change system notes" on public.system_notes
  for update to authenticated
  using ((select private.can('system-notes', 'edit'))) with check ((select private.can('system-notes', 'edit')));
create policy "staff remove system notes" on public.system_notes
  for delete to authenticated using ((select private.can('system-notes', 'delete')));

create trigger pin before update on public.system_notes
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.pin('id', 'created_by', 'created_at');
create trigger stamp_created_at before insert on public.system_notes
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.stamp_created_at();
create trigger stamp_updated_at before update on public.system_notes
  for each row execute function private.stamp_updated_at();
create trigger count_version before update on public.system_notes
  for each row execute function private.count_version();
create trigger audit after insert or update or delete on public.system_notes
  for each row execute function private.audit('id');
call private.after_each_statement('public.system_notes', 'nudge_page', $$private.nudge_pages('id', 'system-notes')$$);

-- One search over what people look for by name. Row level security decides what is found: the helpers below only name
-- candidates, because policies keep an index on text from being used.

create function private.patterns(p_text text) returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
           order by char_length(word) desc), '{}')
    from regexp_split_to_table(private.folded(btrim(left(p_text, 200))), '\s+') as word
   where word <> ''
$$;
comment on function private.patterns is 'A pattern for each word of a text, the longest first: every one must be found.';

create index tasks_folded_title_idx on public.tasks using gin (private.folded(title) extensions.gin_trgm_ops);
create index quotations_folded_words_idx on public.quotations
  using gin (private.folded(quotation_number || ' ' || coalesce(project_title, '')) extensions.gin_trgm_ops);

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

-- What just happened in the house, as far as the caller may see it.

create index contacts_created_at_idx on public.contacts (created_at desc);
create index task_comments_created_at_idx on public.task_comments (created_at desc);

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

revoke execute on function private.nudge_house, private.patterns, private.tasks_named, private.quotations_named from public;
grant execute on function private.patterns, private.tasks_named, private.quotations_named to authenticated;
revoke execute on function public.find_records, public.recent_activity from public, anon;
grant execute on function public.find_records, public.recent_activity to authenticated;
