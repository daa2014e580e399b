-- Contacts that may be the same, and their merging.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.merged_contacts (
  id        uuid primary key,
  kept_id   uuid not null references public.contacts (id) on delete cascade,
  merged_by uuid references auth.users (id) on delete set null,
  merged_at timestamptz not null default now()
);
create index merged_contacts_kept_id_idx on public.merged_contacts (kept_id);
create index merged_contacts_merged_by_idx on public.merged_contacts (merged_by);
comment on table public.merged_contacts is 'Where the contact of an old id lives now: its links lead there. Written by merge_contacts only.';

create table public.distinct_contacts (
  contact_id uuid not null references public.contacts (id) on delete cascade,
  other_id   uuid not null references public.contacts (id) on delete cascade,
  said_by    uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (contact_id, other_id),
  constraint distinct_contacts_in_order check (contact_id < other_id)
);
create index distinct_contacts_other_id_idx on public.distinct_contacts (other_id);
create index distinct_contacts_said_by_idx on public.distinct_contacts (said_by);
comment on table public.distinct_contacts is 'Pairs that look alike and are two: the list of duplicates does not show them again.';

create table private.alike_names (
  one_id   uuid not null,
  other_id uuid not null,
  alike    real not null,
  primary key (one_id, other_id),
  constraint alike_names_in_order check (one_id < other_id)
);
create index alike_names_other_id_idx on private.alike_names (other_id);
comment on table private.alike_names is
  'Pairs of contacts of one kind whose names are the same or nearly. Follows contacts by trigger; without foreign keys, since a merge moves what points at a contact.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.merged_contacts', p_rights => 'select', p_key => 'id');
create policy "staff read where merged contacts went" on public.merged_contacts
  for select to authenticated using ((select private.can('contacts', 'view')));

call private.borrow_rules('public.distinct_contacts', p_rights => 'select, insert, delete', p_key => 'contact_id', p_pages => '{contacts}');
create policy "staff read which contacts are two" on public.distinct_contacts
  for select to authenticated using ((select private.can('contacts', 'view')));
create policy "staff say in their own name that two contacts are two" on public.distinct_contacts
  for insert to authenticated
  with check (said_by = (select auth.uid()) and (select private.can('contacts', 'edit')));
create policy "staff take back that two contacts are two" on public.distinct_contacts
  for delete to authenticated using ((select private.can('contacts', 'edit')));

alter table private.alike_names enable row level security;

-- -------------------------------------------------------------------------------------------------------- what it does

-- For each contact: the oldest one with the same key, and of the three names before and after it in the alphabet those
-- that differ in a letter or two.
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

create function private.similar_contacts(p_email text, p_vat_number text, p_name text, p_except uuid)
returns table (id uuid, type text, name text, last_name text, company text, email text, vat_number text, reason text, is_distinct boolean)
  language plpgsql stable security definer set search_path = '' set pg_trgm.similarity_threshold = '0.5'
as $$
declare
  v_name constant text := private.folded(btrim(left(p_name, 200)));
begin
  if not private.can('contacts', 'view') then
    return;
  end if;
  return query
    select c.id, c.type, c.name, c.last_name, c.company, c.email, c.vat_number, found.reason,
           exists (select from public.distinct_contacts d
                    where d.contact_id = least(c.id, p_except) and d.other_id = greatest(c.id, p_except))
      from (
        select distinct on (candidate.id) candidate.id, candidate.reason, candidate.rank from (
          select x.id, 'email' as reason, 1::real as rank from public.contacts x where lower(x.email) = lower(btrim(p_email))
          union all
          select x.id, 'vat', 1 from public.contacts x
           where x.vat_number = upper(regexp_replace(p_vat_number, '[^[:alnum:]]', '', 'g'))
          union all
          select near.id, 'name', 1 - near.distance from (
            select x.id, x.sort_name operator(extensions.<->) v_name as distance from public.contacts x
             where char_length(v_name) >= 3 and x.sort_name operator(extensions.%) v_name
             order by x.sort_name operator(extensions.<->) v_name limit 12) as near
        ) as candidate
        order by candidate.id, candidate.rank desc, candidate.reason
      ) as found
      join public.contacts c on c.id = found.id
     where c.id is distinct from p_except
     order by found.rank desc, c.sort_name, c.id
     limit 5;
end $$;
grant execute on function private.similar_contacts to authenticated;

create function public.similar_contacts(
  p_email text default null, p_vat_number text default null, p_name text default null, p_except uuid default null)
returns table (id uuid, type text, name text, last_name text, company text, email text, vat_number text, reason text, is_distinct boolean)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query select * from private.similar_contacts(p_email, p_vat_number, p_name, p_except);
end $$;
comment on function public.similar_contacts is
  'Up to 5 contacts that may be the one being entered: the same e-mail or VAT number, or a name much like it.';
revoke execute on function public.similar_contacts from public, anon;

-- The list of pairs. Grouping finds equal e-mails and VAT numbers; private.alike_names holds the names.
create function private.duplicate_contacts(p_limit integer)
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
grant execute on function private.duplicate_contacts to authenticated;

create function public.duplicate_contacts(p_limit integer default 50)
returns table (one_id uuid, other_id uuid, reasons text[], alike real, total bigint)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query select * from private.duplicate_contacts(p_limit);
end $$;
comment on function public.duplicate_contacts is
  'Pairs of contacts of one kind that may be the same, the surest first: equal VAT number, e-mail, or a name much alike.';
revoke execute on function public.duplicate_contacts from public, anon;

-- What a merge would move. Private tasks of other people are not counted.
create function private.contact_belongings(p_contact_id uuid) returns table (thing text, count bigint)
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
grant execute on function private.contact_belongings to authenticated;

create function public.contact_belongings(p_contact_id uuid) returns table (thing text, count bigint)
  language sql stable security invoker set search_path = ''
as $$
  select thing, sum(count)::bigint from private.contact_belongings(p_contact_id) group by thing order by thing
$$;
comment on function public.contact_belongings is
  'How many rows of which table point at a contact: what a merge moves. For those who may merge contacts.';
revoke execute on function public.contact_belongings from public, anon;

create function private.check_merge(p_keep public.contacts, p_gone public.contacts) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if p_keep.type <> p_gone.type then
    raise invalid_parameter_value using message = 'A person and a business cannot become one contact';
  end if;
  if p_keep.currency is distinct from p_gone.currency then
    raise invalid_parameter_value using message = 'The two contacts are invoiced in two currencies and cannot become one';
  end if;
  if p_gone.user_id is not null then
    raise invalid_parameter_value using message = case when p_keep.user_id is null
      then 'The contact that goes has an account: keep that one instead'
      else 'Both contacts have an account: they are two people' end;
  end if;
  if p_keep.user_id <> auth.uid() and not private.named('manage_user_roles') then
    raise insufficient_privilege using
      message = 'The card that stays belongs to an account: only its owner and who manages users change it';
  end if;
end $$;
comment on function private.check_merge is
  'Refuses to merge a person with a business, a card whose account would be lost, and somebody else''s own card.';

create function private.drop_double_links(p_keep uuid, p_gone uuid) returns void
  language plpgsql set search_path = ''
as $$
begin
  delete from public.contact_relations r
   where (r.contact_id, r.related_contact_id) in ((p_keep, p_gone), (p_gone, p_keep))
      or (r.contact_id = p_gone and exists (select from public.contact_relations k
            where k.contact_id = p_keep and k.related_contact_id = r.related_contact_id and k.relation = r.relation))
      or (r.related_contact_id = p_gone and exists (select from public.contact_relations k
            where k.related_contact_id = p_keep and k.contact_id = r.contact_id and k.relation = r.relation));
  delete from public.contact_bank_accounts b
   where b.contact_id = p_gone and exists (select from public.contact_bank_accounts k
            where k.contact_id = p_keep and k.iban = b.iban);
  delete from public.personal_accounts a
   where a.contact_id = p_gone and exists (select from public.personal_accounts k
            where k.contact_id = p_keep and k.side = a.side);
  insert into public.distinct_contacts (contact_id, other_id, said_by, created_at)
  select least(p_keep, third.id), greatest(p_keep, third.id), d.said_by, d.created_at
    from public.distinct_contacts d
    cross join lateral (select case d.contact_id when p_gone then d.other_id else d.contact_id end as id) as third
   where p_gone in (d.contact_id, d.other_id) and third.id <> p_keep
  on conflict do nothing;
  delete from public.distinct_contacts where p_gone in (contact_id, other_id);
end $$;
comment on function private.drop_double_links is
  'Removes relations, bank accounts, accounts of the books and notes "not the same" of p_gone that p_keep has too, or that would name one contact twice.';

create function private.move_links(p_keep uuid, p_gone uuid) returns void
  language plpgsql set search_path = ''
as $$
declare
  v_link record;
begin
  for v_link in
    select k.conrelid::regclass as child, a.attname as key, exists (
             select from pg_catalog.pg_attribute d
              where d.attrelid = k.conrelid and d.attname = 'is_default' and not d.attisdropped) as has_default
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass
  loop
    if v_link.has_default then
      execute format('update %1$s set is_default = false where is_default and %2$I = $2
        and exists (select from %1$s where is_default and %2$I = $1)', v_link.child, v_link.key) using p_keep, p_gone;
    end if;
    execute format('update %s set %I = $1 where %I = $2', v_link.child, v_link.key, v_link.key) using p_keep, p_gone;
  end loop;
end $$;
comment on function private.move_links is 'Every row that names the contact p_gone names p_keep instead. The default stays that of p_keep.';

-- Every row that points at the second contact points at the first afterwards. p_values holds the fields that the person
-- chose. A field that is not named keeps the value of the first contact, or takes the second's where the first has none.
create function private.merge_contacts(p_keep uuid, p_gone uuid, p_values jsonb, p_keep_version integer, p_gone_version integer)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_fields constant text[] := array['name', 'last_name', 'company', 'email', 'phone', 'mobile', 'vat_number', 'address_line',
    'city', 'postcode', 'state', 'country', 'contact_type_id', 'payment_terms_days', 'account_manager_id'];
  v_fixed constant text[] := array['id', 'user_id', 'type', 'profile', 'roles', 'created_at', 'has_temporary_password',
    'on_stop', 'archived_at', 'row_version'];
  v_keep public.contacts;
  v_gone public.contacts;
  v_row jsonb;
  v_not_kept text;
begin
  if not (private.can('contacts', 'edit') and private.can('contacts', 'delete')) then
    raise insufficient_privilege using message = 'You may not merge contacts';
  end if;
  if p_keep = p_gone then
    raise invalid_parameter_value using message = 'These are one and the same contact';
  end if;
  perform from public.contacts where id in (p_keep, p_gone) order by id for update;
  select * into v_keep from public.contacts where id = p_keep;
  select * into v_gone from public.contacts where id = p_gone;
  if v_keep.id is null or v_gone.id is null then
    raise invalid_parameter_value using message = 'One of the two contacts is not there any more';
  end if;
  if v_keep.row_version <> p_keep_version or v_gone.row_version <> p_gone_version then
    raise serialization_failure using message = 'Somebody changed one of the two contacts meanwhile: please look again';
  end if;
  perform private.check_merge(v_keep, v_gone);

  v_row := jsonb_strip_nulls(to_jsonb(v_gone)) || jsonb_strip_nulls(to_jsonb(v_keep))
    || coalesce((select jsonb_object_agg(key, value) from jsonb_each(p_values) where key = any (v_fields)), '{}');
  select string_agg(field || ' ' || lost.value, ', ' order by place) into v_not_kept
    from unnest(v_fields) with ordinality as fields (field, place)
    cross join lateral (
      select distinct value from (values (to_jsonb(v_keep) ->> field), (to_jsonb(v_gone) ->> field)) as both_of (value)
       where value is not null and value is distinct from v_row ->> field) as lost
   where field not like '%\_id' and not (field = 'name' and v_keep.type = 'Business');
  v_not_kept := replace(replace(replace(v_not_kept, 'address_line', 'address'), 'payment_terms_days', 'payment terms'), 'vat_number', private.with_tax('{tax} number'));

  perform private.drop_double_links(p_keep, p_gone);
  perform private.move_links(p_keep, p_gone);
  delete from public.contacts where id = p_gone;
  insert into public.merged_contacts (id, kept_id, merged_by) values (p_gone, p_keep, auth.uid())
  on conflict (id) do update set kept_id = excluded.kept_id, merged_by = excluded.merged_by, merged_at = now();
  execute (
    select format('update public.contacts c set %s, on_stop = c.on_stop or $3, created_at = least(c.created_at, $4),
        archived_at = case when c.archived_at is null or $5 is null then null else greatest(c.archived_at, $5) end
        from jsonb_populate_record(null::public.contacts, $1) as r where c.id = $2',
      string_agg(format(case when a.attname = any (v_fields) then '%1$I = r.%1$I' else '%1$I = coalesce(c.%1$I, r.%1$I)' end,
        a.attname), ', '))
      from pg_catalog.pg_attribute a
     where a.attrelid = 'public.contacts'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname <> all (v_fixed))
    using v_row, p_keep, v_gone.on_stop, v_gone.created_at, v_gone.archived_at;
  insert into public.contact_notes (contact_id, kind, body)
  values (p_keep, 'merge', left('Merged with ' || concat_ws(', ',
    nullif(btrim(concat_ws(' ', v_gone.name, v_gone.last_name)), ''), nullif(v_gone.company, v_gone.name), v_gone.email,
    v_gone.phone, v_gone.vat_number) || coalesce(E'\nNot kept: ' || v_not_kept, ''), 5000));
  insert into public.audit_logs (actor_id, actor_label, table_name, record_id, action, changed)
  select auth.uid(), private.person_label(auth.uid()), 'contacts', line.record_id, 'UPDATE',
         jsonb_build_object(line.what, jsonb_build_array(null, line.whom))
    from (values
      (p_keep::text, 'merged_with', concat_ws(' · ', coalesce(v_gone.company, concat_ws(' ', v_gone.name, v_gone.last_name)), p_gone)),
      (p_gone::text, 'merged_into', concat_ws(' · ', coalesce(v_keep.company, concat_ws(' ', v_keep.name, v_keep.last_name)), p_keep))
    ) as line (record_id, what, whom);
end $$;
grant execute on function private.merge_contacts to authenticated;

create function public.merge_contacts(
  p_keep uuid, p_gone uuid, p_values jsonb default null, p_keep_version integer default null, p_gone_version integer default null)
returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.merge_contacts(p_keep, p_gone, p_values, p_keep_version, p_gone_version);
end $$;
comment on function public.merge_contacts is
  'Makes one contact of two: what hangs on the second goes to the first, fields as chosen (else the first''s, else the second''s), a note and two audit lines tell of it. With versions it refuses what changed since it was looked at.';
revoke execute on function public.merge_contacts from public, anon;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.distinct_contacts for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('contacts:edit');
