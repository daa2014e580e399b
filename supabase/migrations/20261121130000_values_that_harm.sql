-- Values that one person may write and that take something from everybody else.

-- The key of a name was found by an expression with a reference back, whose time grows with the cube of a word's length:
-- eight thousand letters in one row held the only session of PGlite for minutes. No name has a word of 40 letters.
drop index public.contacts_name_key_idx;
create or replace function private.contact_name_key(p_sort_name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(string_agg(word, ' ' order by word collate "C"), '')
    from (select case when char_length(each.word) <= 40 then regexp_replace(each.word, '([^0-9])\1+', '\1', 'g')
                      else each.word end as word
            from regexp_split_to_table(
              regexp_replace(replace(left(p_sort_name, 1000), '''', ''), '[][\s!"#$%&()*+,./:;<=>?@\\^_`{|}~-]+', ' ', 'g'), ' ')
              as each (word)
           where each.word not in ('', 'ltd', 'limited', 'co', 'company', 'llc', 'plc', 'inc', 'gmbh', 'srl', 'spa', 'bv', 'the', 'and')
         ) as words
$$;
create index contacts_name_key_idx on public.contacts (private.contact_name_key(sort_name));

-- Who chose the version 2147483647 for a new row had one that nobody could change again: of their own contact, not even
-- their role, because contacts.roles follows it.
create function private.first_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.row_version := 1;
  return new;
end $$;
comment on function private.first_version is 'A new row is its first version, whatever the request says.';
revoke execute on function private.first_version from public;

do $$
declare
  v_table regclass;
begin
  for v_table in
    select attrelid from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'row_version' and not attisdropped
  loop
    execute format('create trigger first_version before insert on %s
      for each row when (current_user in (''anon'', ''authenticated'')) execute function private.first_version()', v_table);
  end loop;
end $$;

-- `infinity`, and years that no calendar of a browser knows: one such row and the whole list is not shown.
do $$
declare
  v_column record;
begin
  for v_column in
    select attrelid::regclass as table_name, relname, attname
      from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
       and atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
     order by relname, attnum
  loop
    execute format('alter table %s add constraint %I check (%I >= ''1900-01-01'' and %I < ''10000-01-01'')',
      v_column.table_name, left(v_column.relname || '_' || v_column.attname, 50) || '_is_in_reach',
      v_column.attname, v_column.attname);
  end loop;
end $$;

-- A list of lists is not a list of names.
alter table public.tasks
  add constraint tasks_images_is_a_list check (array_ndims(images) = 1),
  add constraint tasks_assignees_is_a_list check (array_ndims(assignees) = 1);
alter table public.task_comments
  add constraint task_comments_attachments_is_a_list check (array_ndims(attachments) = 1);

-- Not a number is not negative either.
alter table public.quotations
  add constraint quotations_amounts_are_numbers check (net <> 'NaN' and vat <> 'NaN');

-- Blanks at the ends were not counted.
alter table public.locations add constraint locations_label_size check (char_length(label) <= 250);
alter table public.quotations add constraint quotations_number_size check (char_length(quotation_number) <= 60);
alter table public.jobs
  add constraint jobs_number_size check (char_length(job_number) <= 60),
  add constraint jobs_title_size check (char_length(title) <= 600);
alter table public.deliveries
  add constraint deliveries_number_size check (char_length(delivery_number) <= 60),
  add constraint deliveries_project_title_size check (char_length(project_title) <= 600);
alter table public.partial_deliveries
  add constraint partial_deliveries_number_size check (char_length(partial_number) <= 80);
alter table public.company_settings add constraint company_settings_name_size check (char_length(name) <= 250);
alter table public.contact_types add constraint contact_types_name_size check (char_length(name) <= 100);
alter table public.contact_bank_accounts
  add constraint contact_bank_accounts_holder_size check (char_length(holder) <= 250);
alter table public.contact_notes add constraint contact_notes_body_size check (char_length(body) <= 6000);
alter table public.system_notes add constraint system_notes_title_size check (char_length(title) <= 250);

-- The last admin who can still sign in. Two who shut each other out at the same moment: the second is refused.
create or replace function private.keep_an_admin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.keep_an_admin'));
  if not exists (
    select from public.user_roles ur join auth.users u on u.id = ur.user_id
     where ur.role = 'admin' and ur.user_id <> old.user_id and not coalesce(u.banned_until > now(), false))
  then
    raise insufficient_privilege using message = 'The last admin cannot be removed';
  end if;
  return coalesce(new, old);
end $$;

create function private.keep_an_active_admin() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.keep_an_admin'));
  if exists (select from public.user_roles where user_id = new.id and role = 'admin') and not exists (
    select from public.user_roles ur join auth.users u on u.id = ur.user_id
     where ur.role = 'admin' and ur.user_id <> new.id and not coalesce(u.banned_until > now(), false))
  then
    raise insufficient_privilege using message = 'The last admin cannot be deactivated';
  end if;
  return new;
end $$;
comment on function private.keep_an_active_admin is 'An account is not closed when nobody would be left to open it again.';
create trigger keep_an_active_admin before update of banned_until on auth.users
  for each row when (new.banned_until > now()) execute function private.keep_an_active_admin();
revoke execute on function private.keep_an_active_admin from public;

-- Private tasks of others are not counted for anybody.
create or replace function private.contact_belongings(p_contact_id uuid) returns table (thing text, count bigint)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_link record;
begin
  if not (private.can('contacts', 'edit') and private.can('contacts', 'delete')) then
    return;
  end if;
  for v_link in
    select k.conrelid::regclass as child, c.relname::text as name, a.attname as key
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass
       and c.relname not in ('merged_contacts', 'distinct_contacts')
     order by 2, 3
  loop
    return query execute format('select $2, count(*) from %s as t where %I = $1 %s having count(*) > 0', v_link.child, v_link.key,
        case v_link.name when 'tasks' then 'and (cardinality(t.assignees) > 0 or t.created_by = $3)' else '' end)
      using p_contact_id, v_link.name, auth.uid();
  end loop;
end $$;

create or replace function private.refuse_location_in_use() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_link record;
  v_count bigint;
  v_hidden bigint;
  v_uses text[] := '{}';
begin
  for v_link in
    select k.conrelid::regclass as child, c.relname, a.attname as key
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_class c on c.oid = k.conrelid
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'public.locations'::regclass
     order by c.relname
  loop
    execute format('select count(*) filter (where not hidden), count(*) filter (where hidden)
        from (select %s as hidden from %s as t where %I = $1) as used',
        case v_link.relname when 'tasks' then 'cardinality(t.assignees) = 0 and t.created_by is distinct from $2' else 'false' end,
        v_link.child, v_link.key)
      into v_count, v_hidden using old.id, auth.uid();
    if v_count > 0 then
      v_uses := v_uses || format('%s %s', v_count, replace(case when v_count = 1
        then regexp_replace(regexp_replace(v_link.relname, 'ies$', 'ys'), 's$', '') else v_link.relname end, '_', ' '));
    end if;
    if v_hidden > 0 and v_count = 0 then
      v_uses := v_uses || 'something that others keep to themselves'::text;
    end if;
  end loop;
  if cardinality(v_uses) > 0 then
    raise foreign_key_violation using
      message = format('This location is in use: %s. Give them another location first.', array_to_string(v_uses, ', '));
  end if;
  return old;
end $$;

-- An address that only ended like one of the caller's pictures led elsewhere.
create or replace function private.save_my_avatar(p_url text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_url is not null and not exists (
    select from storage.objects o
     where o.bucket_id = 'avatars' and split_part(o.name, '/', 1) = auth.uid()::text
       and regexp_replace(p_url, '^https?://[A-Za-z0-9.:-]+', '') = '/storage/v1/object/public/avatars/' || o.name)
  then
    raise insufficient_privilege using message = 'This picture is not one of yours';
  end if;
  update public.contacts set logo_url = p_url where user_id = auth.uid();
end $$;
