-- Names that are alike are noted when a contact is written, not found again each time somebody opens the list of
-- duplicates: comparing 20,000 names took more than a second, looking at a new one's neighbours takes about a
-- millisecond.

create table private.alike_names (
  one_id   uuid not null,
  other_id uuid not null,
  alike    real not null,
  primary key (one_id, other_id),
  constraint alike_names_in_order check (one_id < other_id)
);
create index alike_names_other_id_idx on private.alike_names (other_id);
alter table private.alike_names enable row level security;
revoke all on private.alike_names from public;
comment on table private.alike_names is
  'Pairs of contacts of one kind whose names are the same or nearly. Follows contacts by trigger; without foreign keys, since a merge moves what points at a contact.';

create index contacts_live_names_idx on public.contacts (type, sort_name, id) where archived_at is null;

-- Of each of these contacts: the oldest one that is called the same, and of the three before and after it in the
-- alphabet those that differ in a letter or two.
create function private.find_alike_names(p_ids uuid[]) returns table (one_id uuid, other_id uuid, alike real)
  language sql stable security definer set search_path = ''
as $$
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
$$;

create function private.note_alike_names() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
end $$;
create trigger note_alike_names_of_new after insert on public.contacts
  referencing new table as new_rows for each statement execute function private.note_alike_names();
create trigger note_alike_names after update on public.contacts
  referencing old table as old_rows new table as new_rows for each statement execute function private.note_alike_names();
create trigger forget_alike_names after delete on public.contacts
  referencing old table as old_rows for each statement execute function private.note_alike_names();

insert into private.alike_names (one_id, other_id, alike)
select f.one_id, f.other_id, f.alike from private.find_alike_names(array(select c.id from public.contacts c)) as f;

create or replace function private.duplicate_contacts(p_limit integer)
returns table (one_id uuid, other_id uuid, reasons text[], alike real, total bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.can('contacts', 'view') then
    return;
  end if;
  return query
    with shared (id, first_id, reason) as (
      select c.id, first_value(c.id) over (partition by c.type, c.vat_number order by c.created_at, c.id), 'vat'
        from (select v.type, v.vat_number from public.contacts v
               where v.archived_at is null group by 1, 2 having count(*) > 1) as twice
        join public.contacts c using (type, vat_number)
       where c.archived_at is null
      union all
      select c.id, first_value(c.id) over (partition by c.type, twice.email order by c.created_at, c.id), 'email'
        from (select e.type, lower(btrim(e.email)) as email from public.contacts e
               where e.archived_at is null and btrim(e.email) <> '' group by 1, 2 having count(*) > 1) as twice
        join public.contacts c on c.type = twice.type and lower(btrim(c.email)) = twice.email
       where c.archived_at is null
    ), found (one, other, reason, alike) as (
      select least(s.first_id, s.id), greatest(s.first_id, s.id), s.reason, 1::real from shared s where s.id <> s.first_id
      union all
      select a.one_id, a.other_id, 'name', a.alike from private.alike_names a
    ), pairs as (
      select f.one, f.other, array_agg(distinct f.reason) as reasons, max(f.alike) as alike from found f group by 1, 2
    )
    select p.one, p.other, p.reasons, p.alike, count(*) over ()
      from pairs p join public.contacts c on c.id = p.one
     where not exists (select from public.distinct_contacts d where d.contact_id = p.one and d.other_id = p.other)
     order by cardinality(p.reasons) desc, ('vat' = any (p.reasons)) desc, ('email' = any (p.reasons)) desc, p.alike desc,
              c.sort_name, p.one, p.other
     limit least(greatest(coalesce(p_limit, 50), 1), 500);
end $$;

revoke execute on function private.find_alike_names, private.note_alike_names from public;
