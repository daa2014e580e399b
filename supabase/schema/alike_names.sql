-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table private.alike_names (
  one_id uuid not null,
  other_id uuid not null,
  alike real not null,
  constraint alike_names_pkey PRIMARY KEY (one_id, other_id),
  constraint alike_names_in_order CHECK (one_id < other_id)
);
alter table private.alike_names enable row level security;
CREATE INDEX alike_names_other_id_idx ON private.alike_names USING btree (other_id);
comment on table private.alike_names is 'Pairs of contacts of one kind whose names are the same or nearly. Follows contacts by trigger; without foreign keys, since a merge moves what points at a contact.';

CREATE OR REPLACE FUNCTION private.find_alike_names(p_ids uuid[])
 RETURNS TABLE(one_id uuid, other_id uuid, alike real)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least(c.id, near.id), greatest(c.id, near.id), max(near.alike)
    from public.contacts c
    cross join lateral (
      (select same.id, 1::real
         from (select x.id, x.type, x.created_at from public.contacts x
                where private.contact_name_key(x.sort_name) = private.contact_name_key(c.sort_name)
                  and x.archived_at is null and x.id <> c.id
               offset 0) as same -- A fence: by the index of keys, not by making the key of every contact of that type.
        where same.type = c.type and private.contact_name_key(c.sort_name) <> ''
        order by same.created_at, same.id limit 1)
      union all
      select next.id, extensions.similarity(next.sort_name, c.sort_name)
        from (select n.id, n.sort_name from public.contacts n
               where n.type = c.type and n.archived_at is null and n.sort_name >= c.sort_name
                 and (n.sort_name > c.sort_name or n.id > c.id)
               order by n.sort_name, n.id limit 3) as next
      union all
      select before.id, extensions.similarity(before.sort_name, c.sort_name)
        from (select n.id, n.sort_name from public.contacts n
               where n.type = c.type and n.archived_at is null and n.sort_name <= c.sort_name
                 and (n.sort_name < c.sort_name or n.id < c.id)
               order by n.sort_name desc, n.id desc limit 3) as before
    ) as near (id, alike)
   where c.id = any (p_ids) and c.archived_at is null and c.sort_name <> '' and near.alike >= 0.75
   group by 1, 2
$function$;

CREATE OR REPLACE FUNCTION private.note_alike_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_ids uuid[];
begin
  if tg_op = 'INSERT' then
    v_ids := array(select n.id from new_rows n);
  elsif tg_op = 'DELETE' then
    v_ids := array(select o.id from old_rows o);
  else
    v_ids := array(
      select n.id from new_rows n join old_rows o using (id)
       where (n.sort_name, n.type, n.archived_at is null) is distinct from (o.sort_name, o.type, o.archived_at is null));
  end if;
  if cardinality(v_ids) = 0 then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    -- Whoever was alike to one that changed may be alike to another one.
    with gone as (
      delete from private.alike_names a where a.one_id = any (v_ids) or a.other_id = any (v_ids)
      returning a.one_id, a.other_id
    )
    select array(select unnest(v_ids) union select g.one_id from gone g union select g.other_id from gone g) into v_ids;
  end if;
  insert into private.alike_names (one_id, other_id, alike)
  select f.one_id, f.other_id, f.alike from private.find_alike_names(v_ids) as f
  on conflict (one_id, other_id) do update set alike = excluded.alike;
  return null;
end $function$;
