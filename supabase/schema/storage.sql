-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.swept_files (
  name text not null,
  swept_at timestamp with time zone not null default now(),
  constraint swept_files_pkey PRIMARY KEY (name)
);
alter table private.swept_files enable row level security;
comment on table private.swept_files is 'Files of task-images that are being removed: no task and no comment may name them any more.';

CREATE OR REPLACE FUNCTION private.is_swept(p_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from private.swept_files where name = p_name) $function$;
grant execute on function private.is_swept(p_name text) to authenticated;
comment on function private.is_swept(p_name text) is 'Whether a file is being removed because nothing named it for long.';

CREATE OR REPLACE FUNCTION public.take_orphaned_files(p_older_than interval DEFAULT '7 days'::interval, p_most integer DEFAULT 100)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.take_orphaned_files(p_older_than interval, p_most integer) to service_role;
comment on function public.take_orphaned_files(p_older_than interval, p_most integer) is 'Names of files that no task and no comment names, none younger than 24 hours; from now on none may name them. The caller removes them by the storage API. What it did not remove is named again by the next call.';
