set check_function_bodies = off;

drop routine public.mark_notices_read(p_until timestamp with time zone, p_source text);

create or replace function public.mark_notices_read(p_until timestamptz, p_source text default null) returns uuid[]
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_source text;
  v_person text;
  v_marked uuid[] := '{}';
  v_here uuid[];
begin
  if p_source not in ('task_reply_notifications', 'mockup_notifications', 'delivery_notifications',
    'partial_delivery_notifications', 'notifications') then
    raise exception 'There is no source of notifications called %', p_source using errcode = '22023';
  end if;
  for v_source, v_person in
    values ('task_reply_notifications', 'user_id'), ('mockup_notifications', 'notified_user_id'),
      ('delivery_notifications', 'notified_user_id'), ('partial_delivery_notifications', 'notified_user_id'), ('notifications', 'user_id')
  loop
    continue when v_source <> p_source;
    execute format('with marked as (update public.%I set is_read = true
         where %I = $1 and not is_read and created_at <= $2 %s returning id) select array_agg(id) from marked', v_source, v_person,
      case v_source when 'notifications' then $q$and type in ('task_assigned', 'task_mentioned', 'logistics_update')$q$ else '' end)
      into v_here using auth.uid(), p_until;
    v_marked := v_marked || coalesce(v_here, '{}');
  end loop;
  return v_marked;
end $$;

create or replace function public.mark_notices_unread(p_ids uuid[]) returns integer
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_source text;
  v_person text;
  v_marked integer := 0;
  v_here integer;
begin
  for v_source, v_person in
    values ('task_reply_notifications', 'user_id'), ('mockup_notifications', 'notified_user_id'),
      ('delivery_notifications', 'notified_user_id'), ('partial_delivery_notifications', 'notified_user_id'), ('notifications', 'user_id')
  loop
    execute format('update public.%I set is_read = false where %I = $1 and is_read and id = any ($2)', v_source, v_person)
      using auth.uid(), p_ids;
    get diagnostics v_here = row_count;
    v_marked := v_marked + v_here;
  end loop;
  return v_marked;
end $$;

create table private.task_words (
  task_id uuid primary key references public.tasks (id) on delete cascade,
  words   text not null
);

create table private.deleted_tasks (
  id         uuid primary key,
  deleted_by uuid not null references auth.users (id) on delete cascade,
  deleted_at timestamptz not null default now(),
  task       jsonb not null,
  comments   jsonb not null,
  marks      jsonb not null,
  replies    jsonb not null
);

create or replace function private.people_after(p_people uuid[], p_add uuid[], p_remove uuid[]) returns uuid[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(person.id order by person.place), '{}')
    from (select wanted.id, min(wanted.place) as place
            from unnest(p_people || p_add) with ordinality as wanted (id, place)
           where array_position(p_remove, wanted.id) is null
           group by wanted.id) as person
$$;

-- Rows are locked in the order of their ids, so that two people who change the same tasks wait and do not block each other.
create or replace function public.change_tasks(p_changes jsonb) returns table (id uuid, outcome text)
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_me constant uuid := auth.uid();
  v_edits constant boolean := private.can('tasks', 'edit');
begin
  if jsonb_typeof(p_changes) is distinct from 'array' or jsonb_array_length(p_changes) > 500 then
    raise exception using errcode = 'PT400', message = 'At most 500 tasks are changed at once';
  end if;
  perform from public.tasks t
    where t.id in (select (one ->> 'id')::uuid from jsonb_array_elements(p_changes) as one) order by t.id for no key update;
  return query
  with asked as (
    select distinct on (a.id) a.id, a.status, a.seen_status, coalesce(a.sets_due, false) as sets_due, a.due_at, a.seen_due_at,
           coalesce(a.add, '{}') as add, coalesce(a.remove, '{}') as remove
      from jsonb_to_recordset(p_changes) as a (id uuid, status text, seen_status text, sets_due boolean,
        due_at timestamptz, seen_due_at timestamptz, add uuid[], remove uuid[])
  ), seen as (
    select a.*, t.id as there, private.people_after(t.assignees, a.add, a.remove) as people,
           t.created_by is not distinct from v_me as is_mine, t.assignees as people_before,
           (a.status is null or t.status in (a.seen_status, a.status))
             and (not a.sets_due or t.due_at is not distinct from a.seen_due_at or t.due_at is not distinct from a.due_at) as is_fresh
      from asked a left join public.tasks t on t.id = a.id
  ), allowed as (
    select s.* from seen s
     where s.is_fresh and (s.is_mine or (cardinality(s.people_before) > 0 and cardinality(s.people) > 0
       and (v_edits or (s.people_before @> array[v_me] and s.people @> array[v_me]))))
  ), changed as (
    update public.tasks t
       set status = coalesce(w.status, t.status), due_at = case when w.sets_due then w.due_at else t.due_at end,
           assignees = w.people
      from allowed w where t.id = w.id
    returning t.id
  )
  select s.id, case when c.id is not null then 'changed' when s.there is null then 'gone'
                    when not s.is_fresh then 'meanwhile' else 'refused' end
    from seen s left join changed c on c.id = s.id;
end $$;

create or replace function private.plain_words(p_html text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select replace(replace(replace(replace(regexp_replace(coalesce(p_html, ''), '<[^>]*>', ' ', 'g'),
    '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&amp;', '&')
$$;

create or replace function private.gather_task_words(p_tasks uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.task_words as w (task_id, words)
  select t.id, private.folded(concat_ws(' ', t.title, left(private.plain_words(t.description), 50000),
           c.company, c.name, c.last_name, (
             select left(string_agg(private.plain_words(said.content), ' ' order by said.created_at desc), 100000)
               from public.task_comments said where said.task_id = t.id)))
    from public.tasks t left join public.contacts c on c.id = t.contact_id
   where t.id = any (p_tasks)
      on conflict (task_id) do update set words = excluded.words where w.words <> excluded.words;
end $$;

create or replace function private.follow_words_of_tasks() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.gather_task_words(array[new.id]);
  return null;
end $$;

create or replace function private.follow_words_of_comments() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.gather_task_words(array[coalesce(new.task_id, old.task_id)]);
  return null;
end $$;

create or replace function private.follow_words_of_clients() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.gather_task_words(array(select t.id from public.tasks t where t.contact_id = new.id));
  return null;
end $$;

-- It runs as its owner: under the policies of tasks PostgreSQL would read every task before it looks at the words.
create or replace function private.tasks_with(p_text text) returns setof uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words constant text[] := private.patterns(p_text);
begin
  return query select w.task_id from private.task_words w where w.words like v_words[1] and w.words like all (v_words);
end $$;

create or replace function public.tasks_named(p_text text) returns setof public.tasks
  language sql stable set search_path = ''
as $$
  select t.* from public.tasks t where t.id = any (array(select private.tasks_with(p_text)))
$$;

create or replace function private.keep_deleted_task() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.deleted_tasks as d (id, deleted_by, task, comments, marks, replies)
  values (old.id, auth.uid(), to_jsonb(old),
    (select coalesce(jsonb_agg(c), '[]') from public.task_comments c where c.task_id = old.id),
    (select coalesce(jsonb_agg(r), '[]') from public.task_ready r where r.task_id = old.id),
    (select coalesce(jsonb_agg(n), '[]') from public.task_reply_notifications n where n.task_id = old.id))
      on conflict (id) do update set deleted_by = excluded.deleted_by, deleted_at = now(), task = excluded.task,
        comments = excluded.comments, marks = excluded.marks, replies = excluded.replies;
  return old;
end $$;

create or replace function private.put_back(p_table regclass, p_rows jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  v_columns constant text := (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
     where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '');
begin
  execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)', p_table, v_columns) using p_rows;
end $$;

create or replace function private.restore_task(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kept private.deleted_tasks;
begin
  perform private.must('tasks', 'view', 'see tasks');
  delete from private.deleted_tasks d
   where d.id = p_id and d.deleted_by = auth.uid() and d.deleted_at > now() - interval '1 hour' returning * into v_kept;
  if v_kept.id is null then
    if exists (select from public.tasks t where t.id = p_id and (t.created_by = auth.uid() or cardinality(t.assignees) > 0)) then
      return;
    end if;
    perform private.refuse('PT404', 'This task can no longer be brought back');
  end if;
  perform private.put_back('public.tasks', jsonb_build_array(v_kept.task || jsonb_build_object(
    'created_by', (select u.id from auth.users u where u.id = (v_kept.task ->> 'created_by')::uuid),
    'contact_id', (select c.id from public.contacts c where c.id = (v_kept.task ->> 'contact_id')::uuid),
    'location_id', (select l.id from public.locations l where l.id = (v_kept.task ->> 'location_id')::uuid),
    'related_quotation_id', (select q.id from public.quotations q where q.id = (v_kept.task ->> 'related_quotation_id')::uuid))));
  perform private.put_back('public.task_comments', v_kept.comments);
  perform private.put_back('public.task_ready', v_kept.marks);
  perform private.put_back('public.task_reply_notifications', v_kept.replies);
end $$;

create or replace function private.forget_deleted_tasks() returns void
  language sql security definer set search_path = ''
as $$ delete from private.deleted_tasks where deleted_at < now() - interval '1 day' $$;

revoke execute on all routines in schema private from public;

call private.offer('private.restore_task(uuid)');

create index deleted_tasks_deleted_by_idx on private.deleted_tasks (deleted_by);

create index task_words_words_idx on private.task_words using gin (words extensions.gin_trgm_ops);

alter table private.deleted_tasks enable row level security;

alter table private.task_words enable row level security;

create or replace trigger tell_words_of_tasks after update of company, name, last_name on public.contacts
  for each row when ((new.company, new.name, new.last_name) is distinct from (old.company, old.name, old.last_name))
  execute function private.follow_words_of_clients();

create or replace trigger follow_words_of_comments after insert or update of content or delete on public.task_comments
  for each row execute function private.follow_words_of_comments();

create or replace trigger follow_words_of_tasks after insert or update of title, description, contact_id on public.tasks
  for each row execute function private.follow_words_of_tasks();

create or replace trigger keep_deleted_task before delete on public.tasks
  for each row when (current_user in ('anon', 'authenticated')) execute function private.keep_deleted_task();

grant execute on routine private.people_after(p_people uuid[], p_add uuid[], p_remove uuid[]) to authenticated;

grant execute on routine private.tasks_with(p_text text) to authenticated;

revoke execute on routine public.change_tasks(p_changes jsonb) from anon;

revoke execute on routine public.change_tasks(p_changes jsonb) from public;

revoke execute on routine public.mark_notices_read(p_until timestamp with time zone, p_source text) from anon;

revoke execute on routine public.mark_notices_read(p_until timestamp with time zone, p_source text) from public;

revoke execute on routine public.mark_notices_unread(p_ids uuid[]) from anon;

revoke execute on routine public.mark_notices_unread(p_ids uuid[]) from public;

revoke execute on routine public.tasks_named(p_text text) from anon;

revoke execute on routine public.tasks_named(p_text text) from public;

comment on function private.forget_deleted_tasks() is 'Forgets the deleted tasks that nobody can bring back any more.';

comment on function private.gather_task_words(pg_catalog.uuid[]) is 'Writes what these tasks are found by.';

comment on function private.keep_deleted_task() is 'Keeps a task that a person deletes, with what goes with it.';

comment on function private.people_after(pg_catalog.uuid[],pg_catalog.uuid[],pg_catalog.uuid[]) is 'People, with some added at the end and some removed, each once.';

comment on function private.plain_words(pg_catalog.text) is 'The text of HTML, without its tags and the pictures in them.';

comment on function private.put_back(pg_catalog.regclass,pg_catalog.jsonb) is 'Inserts rows as to_jsonb wrote them, with every column that is not computed.';

comment on function private.restore_task(pg_catalog.uuid) is 'Brings back a task that the caller deleted within the last hour, with its comments, ready marks and notices. May be called twice.';

comment on function private.tasks_with(pg_catalog.text) is 'The tasks whose words hold every word of a text, whoever asks.';

comment on function public.change_tasks(pg_catalog.jsonb) is 'Changes status, due date and assignees of up to 500 tasks, by the rights of the caller, in one statement. Says of each: changed, gone, meanwhile (somebody set another value than the caller saw) or refused (not theirs to change).';

comment on function public.mark_notices_read(timestamp with time zone,pg_catalog.text) is 'Marks the notices of the caller read, of one source or of all, up to the newest that they saw. One statement and so one nudge a source; returns which were marked, for mark_notices_unread.';

comment on function public.mark_notices_unread(pg_catalog.uuid[]) is 'Marks these notices of the caller unread again, of whichever source. Returns how many.';

comment on function public.restore_task(pg_catalog.uuid) is 'Brings back a task that the caller deleted within the last hour, with its comments, ready marks and notices. May be called twice.';

comment on function public.tasks_named(pg_catalog.text) is 'Tasks whose title, description, client or comments hold every word of the text. The policies of tasks apply.';

comment on table private.deleted_tasks is 'Tasks that somebody deleted, with what went with them, for a day: whoever deleted one can bring it back within an hour.';

comment on table private.task_words is 'What a task is found by: its title, description, client and comments, without markup, accents and capitals.';

insert into private.schedules ("name", "runs_at", "statement") select "name", "runs_at", "statement" from jsonb_populate_record(null::private.schedules, '{"name":"forget-deleted-tasks","runs_at":"37 * * * *","statement":"select private.forget_deleted_tasks()"}');

select private.gather_task_words(array(select id from public.tasks));

reset check_function_bodies;
