-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.contact_row_problem(p_row jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select string_agg(problem, '; ' order by place) from (
    select place, case
             when char_length(value) > most then label || ': At most ' || most || ' characters'
             when field in ('phone', 'mobile') and value <> '' and regexp_count(value, '\d') < 3
               then label || ': A number has at least 3 digits'
             when field = 'email' and value <> '' and value !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'
               then label || ': This is not a whole email address'
             when field = 'vat_number' and value <> '' and value !~ '^[A-Z0-9]{4,20}$'
               then label || ': A VAT number has 4 to 20 letters and digits'
             when field = 'payment_terms_days' and value <> '' and (value !~ '^\d{1,3}$' or value::integer > 365)
               then label || ': A whole number of days, 0 to 365'
             when field = 'name' and value = '' and p_row ->> 'type' = 'Person' then label || ': Please enter the first name'
             when field = 'company' and value = '' and p_row ->> 'type' = 'Business'
               then label || ': Please enter the name of the business'
           end as problem
      from (values
        (1, 'name', 'First name', 200), (2, 'last_name', 'Last name', 200), (3, 'company', 'Company', 200),
        (4, 'email', 'Email', 320), (5, 'phone', 'Phone', 50), (6, 'mobile', 'Mobile', 50),
        (7, 'vat_number', 'VAT number', null), (8, 'address_line', 'Address', 500), (9, 'city', 'Town', 200),
        (10, 'postcode', 'Postcode', 20), (11, 'country', 'Country', 200),
        (12, 'payment_terms_days', 'Payment terms (days)', null), (13, 'note', 'Note', 5000)
      ) as fields (place, field, label, most)
      cross join lateral (select btrim(coalesce(p_row ->> field, '')) as value) as given
  ) as judged
$function$;

CREATE OR REPLACE FUNCTION private.import_contact_rows(p_rows jsonb)
 RETURNS TABLE(line integer, outcome text, contact_id uuid, because text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not (private.can('contacts', 'view') and private.can('contacts', 'create')) then
    raise insufficient_privilege using message = 'You may not add contacts';
  end if;
  if jsonb_array_length(p_rows) > 1000 then
    raise invalid_parameter_value using message = 'At most 1000 rows at a time';
  end if;
  return query
    with judged as materialized (
      select * from private.judge_import(p_rows)
    ), typed as materialized (
      select j.line, j.id, j.verdict, j.target, j.given ->> 'type' as type, nullif(btrim(j.given ->> 'note'), '') as note,
             nullif(btrim(j.given ->> 'name'), '') as name, nullif(btrim(j.given ->> 'last_name'), '') as last_name,
             nullif(btrim(j.given ->> 'company'), '') as company, nullif(btrim(j.given ->> 'email'), '') as email,
             nullif(btrim(j.given ->> 'phone'), '') as phone, nullif(btrim(j.given ->> 'mobile'), '') as mobile,
             nullif(j.given ->> 'vat_number', '') as vat_number, nullif(btrim(j.given ->> 'address_line'), '') as address_line,
             nullif(btrim(j.given ->> 'city'), '') as city, nullif(btrim(j.given ->> 'postcode'), '') as postcode,
             nullif(btrim(j.given ->> 'country'), '') as country,
             private.uuid_or_null(j.given ->> 'contact_type_id') as contact_type_id,
             nullif(btrim(j.given ->> 'payment_terms_days'), '')::integer as payment_terms_days,
             private.uuid_or_null(j.given ->> 'account_manager_id') as account_manager_id
        from judged j where j.verdict in ('create', 'update')
    ), created as (
      insert into public.contacts (id, type, profile, name, last_name, company, email, phone, mobile, vat_number,
                                   address_line, city, postcode, country, contact_type_id, payment_terms_days, account_manager_id)
      select t.id, t.type, 'verified', case t.type when 'Business' then coalesce(t.name, t.company) else t.name end,
             t.last_name, t.company, t.email, t.phone, t.mobile, t.vat_number, t.address_line, t.city, t.postcode, t.country,
             t.contact_type_id, t.payment_terms_days, t.account_manager_id
        from typed t where t.verdict = 'create'
      on conflict (id) do nothing
      returning id
    ), updated as (
      update public.contacts c set
        name = coalesce(t.name, c.name), last_name = coalesce(t.last_name, c.last_name),
        company = coalesce(t.company, c.company), email = coalesce(t.email, c.email), phone = coalesce(t.phone, c.phone),
        mobile = coalesce(t.mobile, c.mobile), vat_number = coalesce(t.vat_number, c.vat_number),
        address_line = coalesce(t.address_line, c.address_line), city = coalesce(t.city, c.city),
        postcode = coalesce(t.postcode, c.postcode), country = coalesce(t.country, c.country),
        contact_type_id = coalesce(t.contact_type_id, c.contact_type_id),
        payment_terms_days = coalesce(t.payment_terms_days, c.payment_terms_days),
        account_manager_id = coalesce(t.account_manager_id, c.account_manager_id)
        from typed t where t.verdict = 'update' and c.id = t.target
      returning c.id
    ), noted as (
      insert into public.contact_notes (contact_id, body)
      select t.id, t.note from typed t
       where t.note is not null and t.verdict = 'create' and private.can('contacts', 'edit') and t.id in (select c.id from created c)
      returning contact_id
    )
    select j.line,
           case j.verdict when 'create' then 'created'
             when 'update' then case when u.id is null then 'refused' else 'updated' end
             else j.verdict end,
           case when j.verdict in ('create', 'created') then j.id else j.target end,
           case when j.verdict = 'update' and u.id is null then 'You may not change this contact'
             when j.verdict = 'refused' then j.because end
      from judged j
      left join (select distinct id from updated) as u on u.id = j.target and j.verdict = 'update'
      left join (select count(*) from noted) as written on false
     order by j.line;
end $function$;
grant execute on function private.import_contact_rows(p_rows jsonb) to authenticated;
grant execute on function private.import_contact_rows(p_rows jsonb) to service_role;
comment on function private.import_contact_rows(p_rows jsonb) is 'The rows of import_contacts, but for the on-stop sign.';

CREATE OR REPLACE FUNCTION private.judge_import(p_rows jsonb)
 RETURNS TABLE(line integer, id uuid, verdict text, because text, target uuid, given jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('contacts', 'create') then
    return;
  end if;
  return query
    with asked as materialized (
      select (r.given ->> 'line')::integer as line, private.uuid_or_null(r.given ->> 'id') as id, r.given ->> 'choice' as choice,
             private.uuid_or_null(r.given ->> 'target') as target, r.given, private.contact_row_problem(r.given) as problem,
             r.given ->> 'choice' = 'update'
               and row_number() over (partition by r.given ->> 'choice', r.given ->> 'target', r.given ->> 'type',
                 private.contact_row_problem(r.given) is null order by r.place) > 1 as again
        from jsonb_array_elements(p_rows) with ordinality as r (given, place)
    )
    select a.line, a.id,
           case
             when a.choice = 'update' then case when a.problem is null and t.id is not null and not a.again then 'update' else 'refused' end
             when there.id is not null then 'created'
             when a.problem is not null or a.id is null or coalesce(a.choice, '') not in ('new', 'create') then 'refused'
             when a.choice = 'new' and known.id is not null then 'refused'
             else 'create' end,
           coalesce(a.problem,
             case
               when a.again then 'Another row of this step changes the same contact: import this one again'
               when a.choice = 'update' and t.id is null then 'The contact to update is not there any more'
               when known.id is not null then format('Somebody added this contact meanwhile: %s',
                 case known.type when 'Business' then coalesce(known.company, known.name)
                   else concat_ws(' ', known.name, known.last_name) end)
               when a.id is null or coalesce(a.choice, '') not in ('new', 'create', 'update') then 'This row is not whole' end),
           t.id, a.given
      from asked a
      left join public.contacts there on there.id = a.id
      left join public.contacts t on a.choice = 'update' and t.id = a.target and t.type = a.given ->> 'type'
      left join lateral (
        select x.* from public.contacts x
         where a.choice = 'new' and x.type = a.given ->> 'type'
           and (lower(x.email) = nullif(lower(btrim(a.given ->> 'email')), '') or x.vat_number = nullif(a.given ->> 'vat_number', ''))
         order by x.id limit 1
      ) as known on true;
end $function$;
grant execute on function private.judge_import(p_rows jsonb) to authenticated;

CREATE OR REPLACE FUNCTION private.match_contacts(p_rows jsonb, p_similar boolean)
 RETURNS TABLE(line integer, name_key text, reason text, contact_id uuid, type text, name text, last_name text, company text, email text, archived boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "pg_trgm.similarity_threshold" TO '0.65'
AS $function$
begin
  if not private.can('contacts', 'view') then
    return;
  end if;
  return query
    with asked as materialized (
      select r.line, r.type, nullif(lower(btrim(r.email)), '') as email,
             nullif(upper(regexp_replace(r.vat_number, '[^[:alnum:]]', '', 'g')), '') as vat_number,
             private.contact_sort_name(r.type, r.name, r.last_name, r.company) as sort_name,
             private.contact_name_key(private.contact_sort_name(r.type, r.name, r.last_name, r.company)) as name_key
        from jsonb_to_recordset(p_rows)
          as r (line integer, type text, name text, last_name text, company text, email text, vat_number text)
    )
    select a.line, a.name_key, f.reason, c.id, c.type, c.name, c.last_name, c.company, c.email, c.archived_at is not null
      from asked a
      left join lateral (
        select known.id, known.reason from (
          select x.id, 'vat' as reason, 1 as rank from public.contacts x where x.vat_number = a.vat_number and x.type = a.type
          union all
          select x.id, 'email', 2 from public.contacts x where lower(x.email) = a.email and x.type = a.type
          union all
          select x.id, 'name', 3 from public.contacts x
           where a.name_key <> '' and private.contact_name_key(x.sort_name) = a.name_key and x.type = a.type
        ) as known order by known.rank, known.id limit 1
      ) as sure on true
      left join lateral (
        select near.id, 'alike' as reason from (
          select x.id, x.type, x.email, x.vat_number from public.contacts x
           where p_similar and sure.id is null and char_length(a.sort_name) >= 3 and x.sort_name operator(extensions.%) a.sort_name
           order by x.sort_name operator(extensions.<->) a.sort_name limit 5) as near
         where near.type = a.type and (near.email is null or a.email is null) and (near.vat_number is null or a.vat_number is null)
         limit 1
      ) as near on true
      cross join lateral (select coalesce(sure.id, near.id) as id, coalesce(sure.reason, near.reason) as reason) as f
      left join public.contacts c on c.id = f.id;
end $function$;
grant execute on function private.match_contacts(p_rows jsonb, p_similar boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.stop_imported(p_rows jsonb, p_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.set_contact_on_stop(c.id, true, 'On stop in the imported file')
    from public.contacts c
   where not c.on_stop and c.id in (
     select private.uuid_or_null(coalesce(r.given ->> case r.given ->> 'choice' when 'update' then 'target' else 'id' end, ''))
       from jsonb_array_elements(p_rows) as r (given) where r.given -> 'on_stop' = 'true'::jsonb)
     and c.id = any (p_ids)
$function$;
grant execute on function private.stop_imported(p_rows jsonb, p_ids uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.import_contacts(p_rows jsonb, p_import_id uuid DEFAULT NULL::uuid, p_file_name text DEFAULT NULL::text)
 RETURNS TABLE(line integer, outcome text, contact_id uuid, because text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_import constant uuid := coalesce(p_import_id, gen_random_uuid());
  v_before jsonb;
  v_outcomes jsonb;
begin
  if exists (select from jsonb_array_elements(p_rows) as r (given) where r.given -> 'on_stop' = 'true'::jsonb)
    and not private.can('contacts', 'edit') then
    raise insufficient_privilege using message = 'You may not put contacts on stop';
  end if;
  v_before := private.begin_contact_import(v_import, p_file_name, p_rows);
  select jsonb_agg(to_jsonb(i)) into v_outcomes from private.import_contact_rows(private.import_rows_of(p_rows, false)) as i;
  v_outcomes := coalesce(v_outcomes, '[]') || private.import_contact_persons(private.import_rows_of(p_rows, true));
  perform private.stop_imported(p_rows, array(
    select done.contact_id from jsonb_to_recordset(v_outcomes) as done (outcome text, contact_id uuid)
     where done.outcome in ('created', 'updated')));
  perform private.note_contact_import(v_import, v_before, v_outcomes);
  return query
    select o.line, o.outcome, o.contact_id, o.because
      from jsonb_to_recordset(v_outcomes) as o (line integer, outcome text, contact_id uuid, because text)
     order by o.line;
end $function$;
grant execute on function public.import_contacts(p_rows jsonb, p_import_id uuid, p_file_name text) to authenticated;
grant execute on function public.import_contacts(p_rows jsonb, p_import_id uuid, p_file_name text) to service_role;
comment on function public.import_contacts(p_rows jsonb, p_import_id uuid, p_file_name text) is 'Rows {line, id, choice: new | create | update, target, type, on_stop, fields…}, 1000 at most. `new` is refused when its e-mail or VAT number is known by now, `create` is not; `update` fills the target with what the row has. `on_stop` true puts the contact on stop, false releases nobody. A row whose id is there was imported before. Outcome: created, updated or refused with words. Requests with one p_import_id are one import, which undo_contact_import takes back.';

CREATE OR REPLACE FUNCTION public.match_contacts(p_rows jsonb, p_similar boolean DEFAULT false)
 RETURNS TABLE(line integer, name_key text, reason text, contact_id uuid, type text, name text, last_name text, company text, email text, archived boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_array_length(p_rows) > 1000 then
    raise invalid_parameter_value using message = 'At most 1000 rows at a time';
  end if;
  if p_similar and jsonb_array_length(p_rows) > 100 then
    raise invalid_parameter_value using message = 'At most 100 rows at a time, where names that are much alike are looked for';
  end if;
  if octet_length(p_rows::text) > 500000 then
    raise invalid_parameter_value using message = 'These rows hold too much text. Send fewer of them at a time';
  end if;
  return query select * from private.match_contacts(p_rows, p_similar);
end $function$;
grant execute on function public.match_contacts(p_rows jsonb, p_similar boolean) to authenticated;
grant execute on function public.match_contacts(p_rows jsonb, p_similar boolean) to service_role;
comment on function public.match_contacts(p_rows jsonb, p_similar boolean) is 'For rows {line, type, name, last_name, company, email, vat_number}: the contact of that kind with the same VAT number, e-mail or name, if any, else with p_similar one of a name much alike and no other e-mail or VAT number; and a key that is equal for equal names.';
