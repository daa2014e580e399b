-- Files of drafts that nobody saved. A file is uploaded before its task or comment is; when that is never saved, nothing
-- names the file and nobody but its uploader sees it. These are found here and removed through the storage API, which
-- alone removes bytes too.

create table private.swept_files (
  name     text primary key,
  swept_at timestamptz not null default now()
);
alter table private.swept_files enable row level security;
revoke all on private.swept_files from anon, authenticated;
comment on table private.swept_files is
  'Files of task-images that are being removed: no task and no comment may name them any more.';

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
grant execute on function public.take_orphaned_files to service_role;

create function private.is_swept(p_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from private.swept_files where name = p_name) $$;
comment on function private.is_swept is 'Whether a file is being removed because nothing named it for long.';
revoke execute on function private.is_swept from public;
grant execute on function private.is_swept to authenticated;

create or replace function private.check_files(p_names text[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  if exists (
    select 1 from unnest(p_names) as file (name)
     where file.name is null or char_length(file.name) > 2000 or (file.name !~ '^https?://' and (
       private.is_swept(file.name) or not exists (
         select 1 from storage.objects o where o.bucket_id = 'task-images' and o.name = file.name))))
  then
    raise insufficient_privilege using message = 'An attachment was not found';
  end if;
end $$;
