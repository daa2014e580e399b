-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.distinct_contacts (
  contact_id uuid not null,
  other_id uuid not null,
  said_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  constraint distinct_contacts_pkey PRIMARY KEY (contact_id, other_id),
  constraint distinct_contacts_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE,
  constraint distinct_contacts_other_id_fkey FOREIGN KEY (other_id) REFERENCES public.contacts(id) ON DELETE CASCADE,
  constraint distinct_contacts_said_by_fkey FOREIGN KEY (said_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint distinct_contacts_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint distinct_contacts_in_order CHECK (contact_id < other_id)
);
alter table public.distinct_contacts enable row level security;
CREATE INDEX distinct_contacts_other_id_idx ON public.distinct_contacts USING btree (other_id);
CREATE INDEX distinct_contacts_said_by_idx ON public.distinct_contacts USING btree (said_by);
grant delete, insert, select on public.distinct_contacts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.distinct_contacts to service_role;
create policy "staff say in their own name that two contacts are two" on public.distinct_contacts for insert to authenticated
  with check (said_by = (( SELECT auth.uid() AS uid)) AND ( SELECT private.can('contacts'::text, 'edit'::text) AS can));
create policy "staff take back that two contacts are two" on public.distinct_contacts for delete to authenticated
  using (( SELECT private.can('contacts'::text, 'edit'::text) AS can));
create policy "staff read which contacts are two" on public.distinct_contacts for select to authenticated
  using (( SELECT private.can('contacts'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.distinct_contacts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.distinct_contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.distinct_contacts REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('contact_id', 'contacts');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.distinct_contacts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.distinct_contacts is 'Pairs that look alike and are two: the list of duplicates does not show them again.';

create table public.merged_contacts (
  id uuid not null,
  kept_id uuid not null,
  merged_by uuid,
  merged_at timestamp with time zone not null default now(),
  constraint merged_contacts_pkey PRIMARY KEY (id),
  constraint merged_contacts_kept_id_fkey FOREIGN KEY (kept_id) REFERENCES public.contacts(id) ON DELETE CASCADE,
  constraint merged_contacts_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint merged_contacts_merged_at_is_in_reach CHECK (merged_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND merged_at < '10000-01-01 00:00:00+00'::timestamp with time zone)
);
alter table public.merged_contacts enable row level security;
CREATE INDEX merged_contacts_kept_id_idx ON public.merged_contacts USING btree (kept_id);
CREATE INDEX merged_contacts_merged_by_idx ON public.merged_contacts USING btree (merged_by);
grant select on public.merged_contacts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.merged_contacts to service_role;
create policy "staff read where merged contacts went" on public.merged_contacts for select to authenticated
  using (( SELECT private.can('contacts'::text, 'view'::text) AS can));
comment on table public.merged_contacts is 'Where the contact of an old id lives now: its links lead there. Written by merge_contacts only.';

CREATE OR REPLACE FUNCTION private.contact_belongings(p_contact_id uuid)
 RETURNS TABLE(thing text, count bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.contact_belongings(p_contact_id uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.contact_name_key(p_sort_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(string_agg(word, ' ' order by word collate "C"), '')
    from (select case when char_length(each.word) <= 40 then regexp_replace(each.word, '([^0-9])\1+', '\1', 'g')
                      else each.word end as word
            from regexp_split_to_table(
              regexp_replace(replace(left(p_sort_name, 1000), '''', ''), '[][\s!"#$%&()*+,./:;<=>?@\\^_`{|}~-]+', ' ', 'g'), ' ')
              as each (word)
           where each.word not in ('', 'ltd', 'limited', 'co', 'company', 'llc', 'plc', 'inc', 'gmbh', 'srl', 'spa', 'bv', 'the', 'and')
         ) as words
$function$;
grant execute on function private.contact_name_key(p_sort_name text) to authenticated;
grant execute on function private.contact_name_key(p_sort_name text) to service_role;
comment on function private.contact_name_key(p_sort_name text) is 'Equal for names that differ in order, legal form, signs or doubled letters only. Empty when nothing is left: no match.';

CREATE OR REPLACE FUNCTION private.duplicate_contacts(p_limit integer)
 RETURNS TABLE(one_id uuid, other_id uuid, reasons text[], alike real, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.duplicate_contacts(p_limit integer) to authenticated;

CREATE OR REPLACE FUNCTION public.contact_belongings(p_contact_id uuid)
 RETURNS TABLE(thing text, count bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select thing, sum(count)::bigint from private.contact_belongings(p_contact_id) group by thing order by thing
$function$;
grant execute on function public.contact_belongings(p_contact_id uuid) to authenticated;
grant execute on function public.contact_belongings(p_contact_id uuid) to service_role;
comment on function public.contact_belongings(p_contact_id uuid) is 'How many rows of which table point at a contact: what a merge moves. For those who may merge contacts.';

CREATE OR REPLACE FUNCTION public.duplicate_contacts(p_limit integer DEFAULT 50)
 RETURNS TABLE(one_id uuid, other_id uuid, reasons text[], alike real, total bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.duplicate_contacts(p_limit)
$function$;
grant execute on function public.duplicate_contacts(p_limit integer) to authenticated;
grant execute on function public.duplicate_contacts(p_limit integer) to service_role;
comment on function public.duplicate_contacts(p_limit integer) is 'Pairs of contacts of one kind that may be the same, the surest first: equal VAT number, e-mail, or a name much alike.';
