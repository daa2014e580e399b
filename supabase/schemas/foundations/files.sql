-- Buckets, the rules of their files, and the sweep of files that nothing names.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.swept_files (
  name     text primary key,
  swept_at timestamptz not null default now()
);
comment on table private.swept_files is
  'Files of task-images that are being removed: no task and no comment may name them any more.';

create table private.file_rules (
  bucket  text,
  command text,
  rule    text not null,
  primary key (bucket, command),
  constraint file_rules_command_is_known check (command in ('select', 'insert', 'delete'))
);
comment on table private.file_rules is 'What the policies of storage.objects for signed-in people are made of.';

-- Pictures of lines that no line and no version names.
create table private.swept_pictures (
  name     text primary key,
  swept_at timestamptz not null default now()
);
comment on table private.swept_pictures is 'Files of line-pictures that are being removed: no line may name them any more.';

-- Files of job-files and item-photos that are being removed.
create table private.swept_uploads (
  bucket   text not null,
  name     text not null,
  swept_at timestamptz not null default now(),
  primary key (bucket, name)
);
comment on table private.swept_uploads is 'Files that are being removed because no row names them: no row may name them any more.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.swept_files enable row level security;

alter table private.file_rules enable row level security;

alter table private.swept_pictures enable row level security;

alter table private.swept_uploads enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

-- Naming a file shows it to everybody who sees the task, so a person may only name files that they see already. The loop
-- looks up one name at a time; as one statement PostgreSQL would test every file of the bucket.
create function private.check_files(p_names text[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  v_name text;
begin
  foreach v_name in array p_names loop
    continue when char_length(v_name) <= 2000 and v_name ~ '^https?://';
    if v_name is null or char_length(v_name) > 2000 or private.is_swept(v_name)
      or (select true from storage.objects o where o.bucket_id = 'task-images' and o.name = v_name) is not true
    then
      raise insufficient_privilege using message = 'An attachment was not found';
    end if;
  end loop;
end $$;
grant execute on function private.check_files to authenticated;

create function private.is_swept(p_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.swept_files where name = p_name);
end $$;
comment on function private.is_swept is 'Whether a file is being removed because nothing named it for long.';
grant execute on function private.is_swept to authenticated;

create function public.take_orphaned_files(p_older_than interval default '7 days', p_most integer default 100)
returns setof text
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_older_than < interval '24 hours' then
    raise invalid_parameter_value using message = 'Files younger than 24 hours may belong to a task that is being written';
  end if;
  -- Whoever is naming a file now is waited for, and whoever comes later finds it swept.
  lock table public.tasks, public.task_comments in share row exclusive mode;
  delete from private.swept_files s
   where not exists (select from storage.objects o where o.bucket_id = 'task-images' and o.name = s.name);
  insert into private.swept_files (name)
    select o.name from storage.objects o
     where o.bucket_id = 'task-images'
       and o.created_at < now() - p_older_than
       and not exists (select from public.tasks t where t.images @> array[o.name])
       and not exists (select from public.task_comments c where c.attachments @> array[o.name])
       and not exists (select from private.swept_files s where s.name = o.name)
     order by o.created_at
     limit greatest(p_most, 0);
  return query select s.name from private.swept_files s order by s.swept_at, s.name limit greatest(p_most, 0);
end $$;
comment on function public.take_orphaned_files is
  'Names of files that no task and no comment names, none younger than 24 hours; from now on none may name them. The '
  'caller removes them by the storage API. What it did not remove is named again by the next call.';
revoke execute on function public.take_orphaned_files from public, anon, authenticated;

create procedure private.write_file_policies()
  language plpgsql set search_path = ''
as $$
declare
  v_old record;
  v_command text;
  v_rules text;
begin
  for v_old in
    select p.policyname, p.cmd, coalesce(p.with_check, p.qual) as rule from pg_catalog.pg_policies p
     where p.schemaname = 'storage' and p.tablename = 'objects' and p.roles = array['authenticated']::name[]
       and p.cmd in ('SELECT', 'INSERT', 'DELETE')
  loop
    if v_old.policyname not like 'people % files by the rules of their bucket' then
      insert into private.file_rules (bucket, command, rule) values (v_old.policyname, lower(v_old.cmd), v_old.rule)
      on conflict (bucket, command) do update set rule = excluded.rule;
    end if;
    execute format('drop policy %I on storage.objects', v_old.policyname);
  end loop;
  for v_command, v_rules in
    select r.command, string_agg('(' || r.rule || ')', ' or ' order by r.bucket) from private.file_rules r group by 1
  loop
    execute format('create policy %I on storage.objects for %s to authenticated %s (%s)',
      format('people %s files by the rules of their bucket',
        case v_command when 'select' then 'see' when 'insert' then 'upload' else 'remove' end),
      v_command, case v_command when 'insert' then 'with check' else 'using' end, v_rules);
  end loop;
end $$;
comment on procedure private.write_file_policies is
  'Makes the policies of storage.objects from private.file_rules. Other policies for signed-in people become rules under their name.';

create procedure private.file_rule(p_bucket text, p_command text, p_rule text)
  language plpgsql set search_path = ''
as $$
begin
  insert into private.file_rules (bucket, command, rule) values (p_bucket, p_command, format('bucket_id = %L and (%s)', p_bucket, p_rule))
  on conflict (bucket, command) do update set rule = excluded.rule;
  call private.write_file_policies();
end $$;
comment on procedure private.file_rule is
  'Gives a bucket its rule for select, insert or delete: SQL over the columns of storage.objects with full names of functions and
tables. Replaces the former rule of that bucket and command.';

create function public.take_orphaned_pictures(p_older_than interval default '7 days', p_most integer default 100)
  returns setof text
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_older_than < interval '24 hours' then
    raise invalid_parameter_value using message = 'Pictures younger than 24 hours may belong to a line that is being written';
  end if;
  -- Whoever is naming a picture now is waited for, and whoever comes later finds it swept.
  lock table public.quotation_items in share row exclusive mode;
  delete from private.swept_pictures s
   where not exists (select from storage.objects o where o.bucket_id = 'line-pictures' and o.name = s.name);
  insert into private.swept_pictures (name)
    select o.name from storage.objects o
     where o.bucket_id = 'line-pictures'
       and o.created_at < now() - p_older_than
       and not exists (select from public.quotation_items i where i.picture_path = o.name)
       and not exists (select from public.order_items i where i.picture_path = o.name)
       and not exists (select from public.invoice_items i where i.picture_path = o.name)
       and not exists (select from public.credit_note_items i where i.picture_path = o.name)
       and not exists (select from public.quotation_versions v, jsonb_array_elements(v.snapshot -> 'lines') as line
         where line ->> 'picture_path' = o.name)
       and not exists (select from private.swept_pictures s where s.name = o.name)
     order by o.created_at
     limit greatest(p_most, 0);
  return query select s.name from private.swept_pictures s order by s.swept_at, s.name limit greatest(p_most, 0);
end $$;
comment on function public.take_orphaned_pictures is
  'Names of pictures that no line and no version names, none younger than 24 hours; from now on no line may name them. The '
  'caller removes them by the storage API. What it did not remove is named again by the next call.';
revoke execute on function public.take_orphaned_pictures from public, anon, authenticated;

create function public.take_orphaned_uploads(p_bucket text, p_older_than interval default '7 days', p_most integer default 100)
  returns setof text
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_older_than < interval '24 hours' then
    raise invalid_parameter_value using message = 'Files younger than 24 hours may be on their way';
  elsif p_bucket = 'job-files' then
    -- Whoever is naming a file now is waited for, and whoever comes later finds it swept.
    lock table public.job_files in share row exclusive mode;
  elsif p_bucket = 'item-photos' then
    lock table public.item_photos in share row exclusive mode;
  else
    raise invalid_parameter_value using message = 'The files of this bucket are swept by another rule';
  end if;
  delete from private.swept_uploads s
   where s.bucket = p_bucket and not exists (select from storage.objects o where o.bucket_id = s.bucket and o.name = s.name);
  insert into private.swept_uploads (bucket, name)
    select o.bucket_id, o.name from storage.objects o
     where o.bucket_id = p_bucket
       and o.created_at < now() - p_older_than
       and not exists (select from public.job_files f where p_bucket = 'job-files' and f.path = o.name)
       and not exists (select from public.item_photos p where p_bucket = 'item-photos' and p.path = o.name)
       and not exists (select from private.swept_uploads s where s.bucket = p_bucket and s.name = o.name)
     order by o.created_at
     limit greatest(p_most, 0);
  return query select s.name from private.swept_uploads s where s.bucket = p_bucket order by s.swept_at, s.name limit greatest(p_most, 0);
end $$;
comment on function public.take_orphaned_uploads is
  'Names of files of job-files or item-photos that no row names, because it went or never came; none younger than 24 hours. From '
  'now on no row may name them. The caller removes them by the storage API. What it did not remove is named again by the next call.';
revoke execute on function public.take_orphaned_uploads from public, anon, authenticated;
