set check_function_bodies = off;

alter table public.audit_logs drop constraint audit_logs_action_is_known;

drop routine private.borrow_rules(IN p_table regclass, IN p_rights text, IN p_pinned text[], IN p_audited boolean, IN p_key text, IN p_pages text[], IN p_person text, IN p_document text, IN p_changeable text[]);

drop routine private.list_accounts();

drop routine public.list_accounts();

create or replace procedure private.borrow_rules(
  p_table regclass,
  p_rights text default 'select, insert, update, delete',
  p_pinned text[] default '{}',
  p_audited boolean default false,
  p_key text default 'id',
  p_pages text[] default '{}',
  p_person text default null,
  p_document text default null,
  p_changeable text[] default null,
  p_unsure text default null)
  language plpgsql set search_path = ''
as $$
declare
  v_people constant text := $when$when (current_user in ('anon', 'authenticated'))$when$;
  v_columns constant text[] := array(
    select attname::text from pg_catalog.pg_attribute where attrelid = p_table and attnum > 0 and not attisdropped);
  v_pinned text;
  v_pages text;
begin
  if not v_columns @> (p_pinned || p_changeable) then
    raise undefined_column using message = format('%s has not all of the columns %s', p_table, p_pinned || p_changeable);
  end if;

  execute format('alter table %s enable row level security', p_table);
  execute format('revoke all on %s from anon, authenticated', p_table);
  execute format('grant all on %s to service_role', p_table);
  if p_rights <> '' then
    execute format('grant %s on %s to authenticated', p_rights, p_table);
  end if;
  call private.ask_second_factor(p_table, p_unsure);

  select string_agg(quote_literal(name), ', ' order by place) into v_pinned
    from (
      select name, min(place) as place
        from unnest(array['id', 'created_by', 'created_at'] || p_pinned) with ordinality as listed (name, place)
       where name = any (v_columns)
       group by name) as pinned;
  if p_changeable is not null then
    execute format('create trigger pin before update on %s for each row %s execute function private.pin_all_but(%s)',
      p_table, v_people, (select string_agg(quote_literal(name), ', ') from unnest(p_changeable) as name));
  elsif v_pinned is not null then
    execute format('create trigger pin before update on %s for each row %s execute function private.pin(%s)',
      p_table, v_people, v_pinned);
  end if;
  call private.stamp_rows(p_table, v_columns);
  if p_audited then
    execute format('create trigger audit after insert or update or delete on %s for each row
      execute function private.audit(%L)', p_table, p_key);
  end if;
  call private.refuse_hostile_values(p_table);

  select string_agg(quote_literal(page), ', ' order by place) into v_pages
    from unnest(p_pages) with ordinality as listed (page, place);
  if v_pages is not null then
    call private.after_each_statement(p_table, 'nudge_page', format('private.nudge_pages(%L, %s)', p_key, v_pages));
  end if;
  if p_person is not null then
    call private.after_each_statement(p_table, 'nudge_user',
      format('private.nudge_owners(''user:'', %L, %L)', p_person, p_key));
  end if;
  if p_document is not null then
    call private.after_each_statement(p_table, 'nudge_document',
      format('private.nudge_owners(''doc:'', %L, %L)', p_document, p_document));
  end if;
end $$;

create or replace procedure private.ask_second_factor(p_table regclass, p_own text default null)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create policy "sessions show their second factor first" on %s as restrictive for all to authenticated
    using ((select private.session_is_sure())%s) with check ((select private.session_is_sure()))', p_table,
    coalesce(' or ' || quote_ident(p_own) || ' = (select auth.uid())', ''));
end $$;

create or replace function private.remove_calendar_feed(p_id uuid) returns void
  language sql security definer set search_path = ''
as $$ delete from private.calendar_feeds where id = p_id and user_id = auth.uid() and private.session_is_sure() $$;

create or replace function private.list_accounts() returns table (
  user_id uuid, role public.app_role, contact_id uuid, name text, last_name text, logo_url text, email text, phone text,
  profile text, registered_at timestamptz, last_seen_at timestamptz, is_confirmed boolean, is_deactivated boolean,
  has_temporary_password boolean, has_second_factor boolean)
  language sql stable security definer set search_path = ''
as $$
  select u.id, ur.role, c.id, c.name, c.last_name, c.logo_url, u.email::text, c.phone,
         c.profile, u.created_at,
         case when manager.yes then u.last_sign_in_at end,
         case when manager.yes then u.email_confirmed_at is not null end,
         coalesce(u.banned_until > now(), false),
         case when manager.yes then coalesce(c.has_temporary_password, false) end,
         case when manager.yes then private.has_second_factor(u.id) end
    from (select private.named('manage_user_roles')) as manager (yes)
    cross join auth.users u
    join public.user_roles ur on ur.user_id = u.id
    left join public.contacts c on c.user_id = u.id
   where manager.yes
      or (private.is_staff() and ur.role not in ('pending', 'client') and not coalesce(u.banned_until > now(), false))
   order by lower(coalesce(c.name, u.email)), lower(c.last_name), u.id
$$;

create or replace function public.list_accounts() returns table (
  user_id uuid, role public.app_role, contact_id uuid, name text, last_name text, logo_url text, email text, phone text,
  profile text, registered_at timestamptz, last_seen_at timestamptz, is_confirmed boolean, is_deactivated boolean,
  has_temporary_password boolean, has_second_factor boolean)
  language sql stable security invoker set search_path = ''
as $$
  select * from private.list_accounts()
$$;

create or replace function private.save_my_profile(p_name text, p_last_name text, p_phone text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_be_sure();
  if btrim(coalesce(p_name, '')) = '' then
    raise invalid_parameter_value using message = 'Please enter your first name';
  end if;
  update public.contacts
     set name = btrim(p_name), last_name = nullif(btrim(p_last_name), ''), phone = nullif(btrim(p_phone), '')
   where user_id = auth.uid();
  if not found then
    raise insufficient_privilege using message = 'You have no record of your own yet';
  end if;
end $$;

-- The whole path is compared: an address of another server may end like one of the caller's pictures.
create or replace function private.save_my_avatar(p_url text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_be_sure();
  if p_url is not null and not exists (
    select from storage.objects o
     where o.bucket_id = 'avatars' and split_part(o.name, '/', 1) = auth.uid()::text
       and regexp_replace(p_url, '^https?://[A-Za-z0-9.:-]+', '') = '/storage/v1/object/public/avatars/' || o.name)
  then
    raise insufficient_privilege using message = 'This picture is not one of yours';
  end if;
  update public.contacts set logo_url = p_url where user_id = auth.uid();
end $$;

create or replace function private.my_role() returns public.app_role
  language sql stable security definer set search_path = ''
as $$
  select case when private.session_is_sure() then ur.role else 'pending' end
    from public.user_roles ur where ur.user_id = (select auth.uid())
$$;

create or replace function private.is_staff() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles ur
     where ur.user_id = (select auth.uid()) and ur.role not in ('pending', 'client') and private.session_is_sure())
$$;

create or replace function private.can(p_page text, p_action text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles ur
      left join public.page_permissions pp on pp.role = ur.role and pp.page_name = p_page
     where ur.user_id = (select auth.uid())
       and (ur.role = 'admin' or (ur.role not in ('pending', 'client') and pp.can_view
         and case p_action
               when 'view' then true
               when 'create' then pp.can_create
               when 'edit' then pp.can_edit
               when 'delete' then pp.can_delete
               else false
             end))
       and private.session_is_sure())
$$;

create or replace function private.named(p_name text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_roles ur
     where ur.user_id = (select auth.uid()) and p_name is not null
       and (ur.role = 'admin' or (ur.role not in ('pending', 'client') and exists (
         select 1 from public.role_permissions rp join public.permissions p on p.id = rp.permission_id
          where rp.role = ur.role
            and (p.name = p_name or (p.name = 'manage_brands'
              and p_name in ('view_brands', 'create_brands', 'edit_brands', 'delete_brands'))))))
       and private.session_is_sure())
$$;

-- Every first page waits for the rights of its person: one request reads them all.
create or replace function public.my_rights() returns jsonb
  language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'role', (select private.my_role()),
    'second_factor', (select private.wanted_factor()),
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('page_name', p.page_name, 'can_view', p.can_view, 'can_create', p.can_create,
               'can_edit', p.can_edit, 'can_delete', p.can_delete) order by p.page_name)
        from public.page_permissions p
       where p.role = (select private.my_role()) and p.can_view), '[]'),
    'named', coalesce((
      select jsonb_agg(known.name order by known.name)
        from public.role_permissions r
        join public.permissions known on known.id = r.permission_id
       where r.role = (select private.my_role())), '[]'))
$$;

create table public.sign_in_settings (
  id                smallint primary key default 1,
  second_factor_for text not null default 'nobody',
  updated_at        timestamptz not null default now(),
  constraint sign_in_settings_is_one_row check (id = 1),
  constraint sign_in_settings_second_factor_for_is_known
    check (second_factor_for in ('nobody', 'admins_and_accounts', 'all_staff'))
);

create or replace function private.has_second_factor(p_user_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.mfa_factors f where f.user_id = p_user_id and f.status = 'verified')
$$;

create or replace function private.wanted_factor() returns text
  language sql stable security definer set search_path = ''
as $$
  select case
    when (select auth.uid()) is null or auth.jwt() ->> 'aal' = 'aal2' then null
    when exists (select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status = 'verified') then 'code'
    when exists (
      select from public.sign_in_settings s
        join public.user_roles ur on ur.user_id = (select auth.uid())
       where (s.second_factor_for = 'all_staff' and ur.role not in ('pending', 'client'))
          or (s.second_factor_for = 'admins_and_accounts' and ur.role in ('admin', 'accounts')))
      then 'enrol'
    end
$$;

create or replace function private.session_is_sure() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.wanted_factor() is null
$$;

create or replace function private.must_be_sure() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.session_is_sure() then
    raise insufficient_privilege using message = 'Please enter the code of your second factor first';
  end if;
end $$;

create or replace function private.guard_second_factor_rule() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.second_factor_for <> 'nobody' and auth.uid() is not null and auth.jwt() ->> 'aal' is distinct from 'aal2' then
    perform private.refuse('PT409', 'Add a second factor to your own account first. Without it this change would lock you out.');
  end if;
  return new;
end $$;

create or replace function private.forget_factors_of(p_user_id uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_removed integer;
begin
  delete from auth.mfa_factors where user_id = p_user_id;
  get diagnostics v_removed = row_count;
  delete from auth.sessions where user_id = p_user_id;
  insert into public.audit_logs (actor_id, actor_label, table_name, record_id, record_label, action)
  values (auth.uid(), private.person_label(auth.uid()), 'accounts', p_user_id::text, private.person_label(p_user_id),
          'second_factor_removed');
  perform private.nudge('page:contacts', 'user_roles', 'UPDATE', p_user_id::text);
  perform private.nudge('user:' || p_user_id, 'user_roles', 'UPDATE', p_user_id::text);
  return v_removed;
end $$;

create or replace function private.remove_second_factor(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.my_role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'Only admins remove the second factor of a colleague';
  elsif p_user_id = auth.uid() then
    perform private.refuse('PT409', 'Your own second factor is removed at your profile.');
  elsif not private.has_second_factor(p_user_id) then
    perform private.refuse('PT409', 'This account has no second factor any more.');
  end if;
  perform private.forget_factors_of(p_user_id);
  perform private.tell_staff(array[p_user_id], null, 'Your second factor was removed',
    format('%s removed it. Add a new one at your profile. If you did not ask for this, please tell an administrator at once.',
      private.person_label(auth.uid())), null, jsonb_build_object('kind', 'second_factor'));
end $$;

create or replace function private.remove_second_factor_of(p_email text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_user_id constant uuid := (select u.id from auth.users u where u.email = lower(btrim(p_email)));
begin
  if v_user_id is null then
    raise no_data_found using message = format('There is no account with the address %s', p_email);
  end if;
  return format('Second factors of %s that were removed: %s', lower(btrim(p_email)), private.forget_factors_of(v_user_id));
end $$;

alter table public.audit_logs add constraint audit_logs_action_is_known CHECK (action = ANY (ARRAY['INSERT'::text, 'UPDATE'::text, 'DELETE'::text, 'invited'::text, 'invited_again'::text, 'deactivated'::text, 'reactivated'::text, 'temporary_password'::text, 'second_factor_removed'::text]));

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.sign_in_settings', p_rights => 'select, update', p_changeable => '{second_factor_for}',
  p_pages => '{contacts}');

call private.offer('private.remove_second_factor(uuid)');

-- Changes only: the first row belongs to no person.
create or replace trigger audit after update on public.sign_in_settings
  for each row execute function private.audit('id');

create or replace trigger guard_second_factor_rule before update on public.sign_in_settings
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_second_factor_rule();

create or replace trigger nudge_staff after update on public.sign_in_settings
  for each statement execute function private.nudge_staff();

create policy "sessions show their second factor first" on public.absence_details as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.absences as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.audit_logs as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.bank_entries as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.bank_entry_payouts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.bank_imports as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.banners as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.bit_types as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.blog_posts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.book_closings as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.booking_closures as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.booking_hours as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.booking_types as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.bookings as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.brands as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.cnc_parameters as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.commission_rules as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.contact_bank_accounts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.contact_import_rows as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.contact_imports as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.contact_notes as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.contact_relations as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.contact_types as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.contacts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.contract_hours as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.cost_accounts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.credit_allocations as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.credit_application_events as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.credit_applications as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.credit_note_items as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.credit_note_vat as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.credit_notes as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.deliveries as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.delivery_items as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.delivery_notifications as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.design_brief_pictures as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.design_briefs as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.designer_commissions as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.distinct_contacts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.document_events as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.document_signatures as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.eco_solvent_parameters as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.email_template_versions as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.email_templates as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.human_service_parameters as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.inks as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.internal_notes as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.inventory_groups as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.inventory_item_costs as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.inventory_items as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.invoice_items as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.invoice_vat as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.invoices as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.item_categories as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.item_photos as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.item_suppliers as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.item_types as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.job_checks as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.job_files as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.job_materials as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.job_step_templates as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.job_steps as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.jobs as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.laser_parameters as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.locations as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.machine_prices as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.manufactured_products as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.margin_approvals as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.margin_floors as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.markup_bands as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.material_types as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.merged_contacts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.mockup_answers as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.mockup_comments as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.mockup_notifications as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.mockup_pages as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.mockups as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.notifications as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.order_items as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.orders as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.page_permissions as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.page_visits as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.panel_parts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.panel_photos as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.panels as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.partial_deliveries as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.partial_delivery_items as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.partial_delivery_notifications as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.payment_allocations as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.payment_refunds as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.payment_requests as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.payment_run_items as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.payment_runs as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.payments as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.permissions as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.policy_texts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.price_calculation_costs as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.price_calculations as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.pricing_ranges as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.product_options as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.product_parts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.product_pictures as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.purchase_order_line_costs as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.purchase_order_lines as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.purchase_orders as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.purchase_receipts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.quotation_item_costs as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.quotation_items as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.quotation_losses as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.quotation_terms as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.quotation_versions as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.quotation_visits as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.quotations as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.recurring_payments as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.recurring_periods as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.refund_requests as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.reviews as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.role_permissions as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.running_costs as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.saved_views as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.scheduled_emails as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.service_parameters as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.services as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.shift_templates as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.shifts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "admins change how people sign in" on public.sign_in_settings
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');

create policy "staff read how people sign in" on public.sign_in_settings
  for select to authenticated using ((select private.is_staff()));

create policy "sessions show their second factor first" on public.statement_run_clients as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.statement_runs as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.statements as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.stock_movement_costs as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.stock_movements as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.stock_offcuts as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.supplier_invoice_items as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.supplier_invoices as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.supplier_payments as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.system_notes as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.task_comments as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.task_ready as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.task_reply_notifications as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.tasks as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.time_corrections as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.time_entries as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.travel_zones as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.user_roles as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure) OR user_id = (( SELECT auth.uid() AS uid)))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.van_days as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.vans as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.variant_colors as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.vat_rates as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.wage_rates as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.work_centre_closures as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.work_centres as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on public.write_offs as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

create policy "sessions show their second factor first" on storage.objects as restrictive for all to authenticated
  using (( SELECT private.session_is_sure() AS session_is_sure))
  with check (( SELECT private.session_is_sure() AS session_is_sure));

comment on function public.my_rights() is 'The role of the caller with the pages and names that it may use, all of one instant (spec 1 §6); role is null without one. second_factor is what the session must show before anything opens: code, enrol or null.';

grant execute on routine private.list_accounts() to authenticated;

grant execute on routine private.session_is_sure() to authenticated;

grant execute on routine private.wanted_factor() to authenticated;

revoke execute on routine public.list_accounts() from anon;

revoke execute on routine public.list_accounts() from public;

comment on function private.forget_factors_of(pg_catalog.uuid) is 'Removes the second factors of an account and ends its sessions, because the device may be in other hands. Writes it down.';

comment on function private.guard_second_factor_rule() is 'Whoever asks others for a second factor has signed in with one.';

comment on function private.has_second_factor(pg_catalog.uuid) is 'Whether an account has a second factor that was used at least once.';

comment on function private.must_be_sure() is 'Refuses a session that waits for its second factor, where a function asks for no other right.';

comment on function private.my_role() is 'The role of the caller: pending as long as the session waits for its second factor.';

comment on function private.remove_second_factor(pg_catalog.uuid) is 'An admin removes the second factor of a colleague who lost the device; the colleague is signed out everywhere and told.';

comment on function private.remove_second_factor_of(pg_catalog.text) is 'For the owner of the database: the way back in of the only admin, who lost the device (docs/hosting.md).';

comment on function private.session_is_sure() is 'False for a session that waits for its second factor. Policies ask in a subquery, so that a statement asks once.';

comment on function private.wanted_factor() is 'What the session of the caller must show before anything opens: code (the account has a second factor), enrol (the company asks for one), or null. The level is the aal of the token, as on hosted Supabase.';

comment on function public.list_accounts() is 'Accounts by name: all of them for holders of manage_user_roles, the colleagues who work here for other staff, none for anybody else.';

comment on function public.remove_second_factor(pg_catalog.uuid) is 'An admin removes the second factor of a colleague who lost the device; the colleague is signed out everywhere and told.';

comment on procedure private.ask_second_factor(pg_catalog.regclass,pg_catalog.text) is 'Closes a table to a session that waits for its second factor, whatever its other policies allow; the rows of its person in column p_own are read all the same.';

comment on procedure private.borrow_rules(pg_catalog.regclass,pg_catalog.text,pg_catalog.text[],boolean,pg_catalog.text,pg_catalog.text[],pg_catalog.text,pg_catalog.text,pg_catalog.text[],pg_catalog.text) is 'Gives a new table: row level security; p_rights for signed-in people (the policies choose the rows), nothing for visitors; stamps of created_at, created_by, updated_at and row_version where it has them; pins of id, created_by, created_at and p_pinned; the audit trail where p_audited, by p_key; checks against hostile values; and nudges for the lists of p_pages, for the person in column p_person and for the holders of the uuid in column p_document. With p_changeable, people change these columns only. A session that waits for its second factor gets no row, but reads those of its person in column p_unsure.';

comment on column public.sign_in_settings.second_factor_for is 'Who must sign in with a second factor: nobody, admins_and_accounts or all_staff.';

comment on table public.sign_in_settings is 'Ours: how the people of this company sign in. One row.';

insert into public.sign_in_settings ("id", "second_factor_for") select "id", "second_factor_for" from jsonb_populate_record(null::public.sign_in_settings, '{"id":1,"second_factor_for":"nobody"}');

reset check_function_bodies;
