-- Accounts of people: newcomers, invitations, profiles, passwords.

-- ------------------------------------------------------------------------------------------------------------- who may

-- No policy to update or delete: nothing is overwritten.
call private.file_rule('avatars', 'insert', $rule$(select private.my_role()) <> 'pending'
      and split_part(name, '/', 1) = (select auth.uid())::text
      and name ~ '^[0-9a-f-]{36}/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'$rule$);

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.guard_temporary_password() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if private.my_role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'contacts.has_temporary_password cannot be changed';
  end if;
  return new;
end $$;

create function private.follow_account_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts set email = new.email where user_id = new.id;
  return null;
end $$;

-- Mails of the auth server are written in `language` of an account's user metadata, else in `company_language`: its templates read nothing else.
create function private.keep_account_language() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_company constant text := (select nullif(s.language, 'en') from public.company_settings s);
begin
  new.raw_user_meta_data := coalesce(new.raw_user_meta_data, '{}') - 'company_language'
    - case when private.is_client_language(new.raw_user_meta_data ->> 'language') then '{}'::text[] else array['language'] end
    || case when v_company is null then '{}' else jsonb_build_object('company_language', v_company) end;
  return new;
end $$;
comment on function private.keep_account_language is
  'An account knows the language of the company where that is not English, and keeps a language of its own only where clients read it.';

create function private.tell_account_language() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users u set raw_user_meta_data = u.raw_user_meta_data || jsonb_build_object('language', new.language)
   where u.id = new.user_id and u.raw_user_meta_data ->> 'language' is distinct from new.language;
  return null;
end $$;
comment on function private.tell_account_language is 'An account is written to in the language of its contact.';

create function private.take_account_language() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.language := (select u.raw_user_meta_data ->> 'language' from auth.users u where u.id = new.user_id);
  return new;
end $$;
comment on function private.take_account_language is 'The contact of who signed up has the language of the page where they did.';

create function private.tell_company_language() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users set raw_user_meta_data = raw_user_meta_data where true;
  return null;
end $$;
comment on function private.tell_company_language is 'Every account learns the language of the company anew.';

create function private.forget_temporary_password() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts set has_temporary_password = false where user_id = new.id and has_temporary_password;
  return null;
end $$;

create function public.register_client(p_business jsonb, p_person jsonb, p_site jsonb) returns uuid
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_business uuid;
  v_person uuid;
begin
  insert into public.contacts (type, profile, company, name, email, phone, mobile, vat_number, address_line, city, postcode,
                               state, country, contact_type_id, payment_terms_days, cash_discount_pct, cash_discount_days, language,
                               length_unit, account_manager_id, currency)
  select 'Business', 'verified', b.company, b.company, b.email, b.phone, b.mobile, b.vat_number, b.address_line, b.city, b.postcode,
         b.state, b.country, b.contact_type_id, b.payment_terms_days, b.cash_discount_pct, b.cash_discount_days, b.language, b.length_unit,
         b.account_manager_id, b.currency
    from jsonb_populate_record(null::public.contacts, p_business) as b
  returning id into v_business;
  if p_person is not null then
    insert into public.contacts (type, profile, name, last_name, email, phone, company)
    select 'Person', 'verified', p.name, p.last_name, p.email, p.phone, p_business ->> 'company'
      from jsonb_populate_record(null::public.contacts, p_person) as p
    returning id into v_person;
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    values (v_person, v_business, 'works_for', true);
  end if;
  if p_site is not null then
    insert into public.locations (label, address, city, postcode, state, country, business_id)
    select s.label, s.address, s.city, s.postcode, s.state, s.country, v_business
      from jsonb_populate_record(null::public.locations, p_site) as s;
  end if;
  return v_business;
end $$;
comment on function public.register_client is 'A new client business with its person and its first site (both optional); its id.';
revoke execute on function public.register_client from public, anon;

create function private.person_label(p_user_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), u.email::text)
    from auth.users u left join public.contacts c on c.user_id = u.id where u.id = p_user_id);
end $$;

create function private.invitation_lives() returns interval
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lives interval := interval '1 hour';
begin
  if to_regprocedure('auth.invitation_lives()') is not null then
    execute 'select auth.invitation_lives()' into v_lives;
  end if;
  return v_lives;
end $$;
comment on function private.invitation_lives is
  'How long a mailed invitation can be followed: as the embedded server says, else an hour, as otp_expiry of supabase/config.toml.';

create function private.list_accounts() returns table (
  user_id uuid, role public.app_role, contact_id uuid, name text, last_name text, logo_url text, email text, phone text,
  profile text, registered_at timestamptz, last_seen_at timestamptz, is_confirmed boolean, is_deactivated boolean,
  has_temporary_password boolean, has_second_factor boolean, invited_at timestamptz, invitation_ends_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select u.id, ur.role, c.id, c.name, c.last_name, c.logo_url, u.email::text, c.phone,
         c.profile, u.created_at,
         case when manager.yes then u.last_sign_in_at end,
         case when manager.yes then u.email_confirmed_at is not null end,
         coalesce(u.banned_until > now(), false),
         case when manager.yes then coalesce(c.has_temporary_password, false) end,
         case when manager.yes then private.has_second_factor(u.id) end,
         case when manager.yes and u.email_confirmed_at is null then u.invited_at end,
         case when manager.yes and u.email_confirmed_at is null then u.invited_at + private.invitation_lives() end
    from (select private.named('manage_user_roles')) as manager (yes)
    cross join auth.users u
    join public.user_roles ur on ur.user_id = u.id
    left join public.contacts c on c.user_id = u.id
   where manager.yes
      or (private.is_staff() and ur.role not in ('pending', 'client') and not coalesce(u.banned_until > now(), false))
   order by lower(coalesce(c.name, u.email)), lower(c.last_name), u.id
$$;
grant execute on function private.list_accounts to authenticated;

create function public.list_accounts() returns table (
  user_id uuid, role public.app_role, contact_id uuid, name text, last_name text, logo_url text, email text, phone text,
  profile text, registered_at timestamptz, last_seen_at timestamptz, is_confirmed boolean, is_deactivated boolean,
  has_temporary_password boolean, has_second_factor boolean, invited_at timestamptz, invitation_ends_at timestamptz)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query select * from private.list_accounts();
end $$;
comment on function public.list_accounts is
  'Accounts by name: all of them for holders of manage_user_roles, the colleagues who work here for other staff, none for anybody else.
invited_at, invitation_ends_at: of who was invited and did not come yet.';
revoke execute on function public.list_accounts from public, anon;

-- contacts.user_id decides whose papers a client reads. Only this function changes it, for admins.
create function private.link_account(p_user_id uuid, p_contact_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_contact public.contacts;
begin
  if private.my_role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'Only admins link accounts to contacts';
  end if;
  select * into v_contact from public.contacts where id = p_contact_id for update;
  if not found then
    raise no_data_found using message = 'This contact does not exist any more';
  end if;
  if v_contact.user_id = p_user_id then
    return;
  end if;
  if v_contact.user_id is not null then
    raise unique_violation using message = 'This contact already belongs to another account';
  end if;
  -- The contact that the account brought along stays, without the account: something may hang on it.
  update public.contacts set user_id = null, profile = 'archived' where user_id = p_user_id;
  update public.contacts set user_id = p_user_id,
         email = coalesce(email, (select u.email from auth.users u where u.id = p_user_id))
   where id = p_contact_id;
end $$;

create function private.decide_newcomer(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_role public.app_role;
begin
  if not private.named('manage_user_roles') or p_user_id = auth.uid() then
    raise insufficient_privilege using message = 'You may not decide about this person';
  end if;
  select ur.role into v_role from public.user_roles ur where ur.user_id = p_user_id for update;
  if v_role is distinct from 'pending' then
    raise invalid_parameter_value using message = 'This person does not wait for approval any more';
  end if;
end $$;
comment on function private.decide_newcomer is 'Refuses unless the caller may decide and the person still waits; holds the row.';

-- Who confirmed their address and did not sign in yet has no contact.
create function private.judge_contact(p_user_id uuid, p_profile text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts set profile = p_profile where user_id = p_user_id;
  if not found then
    insert into public.contacts (user_id, name, email, type, profile, language)
    select u.id, split_part(u.email, '@', 1), u.email, 'Person', p_profile, u.raw_user_meta_data ->> 'language'
      from auth.users u where u.id = p_user_id;
  end if;
end $$;
comment on function private.judge_contact is 'The contact of that account has this profile; one is made as at a first sign-in where there is none.';

create function private.approve_newcomer(p_user_id uuid, p_role public.app_role, p_contact_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.decide_newcomer(p_user_id);
  if p_role is null or p_role = 'pending' then
    raise invalid_parameter_value using message = 'Please choose a role';
  end if;
  if p_role = 'admin' and private.my_role() <> 'admin' then
    raise insufficient_privilege using message = 'Only admins make admins';
  end if;
  if p_contact_id is not null then
    perform private.link_account(p_user_id, p_contact_id);
  end if;
  perform private.judge_contact(p_user_id, 'verified');
  update public.user_roles set role = p_role where user_id = p_user_id;
end $$;
grant execute on function private.approve_newcomer to authenticated;

create function public.approve_newcomer(p_user_id uuid, p_role public.app_role, p_contact_id uuid default null) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.approve_newcomer(p_user_id, p_role, p_contact_id);
end $$;
comment on function public.approve_newcomer is
  'Gives a waiting person a role, and links them to a contact that already exists (admins only).';
revoke execute on function public.approve_newcomer from public, anon;

create function private.reject_newcomer(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.decide_newcomer(p_user_id);
  perform private.judge_contact(p_user_id, 'rejected');
end $$;
grant execute on function private.reject_newcomer to authenticated;

create function public.reject_newcomer(p_user_id uuid) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.reject_newcomer(p_user_id);
end $$;
comment on function public.reject_newcomer is 'Refuses a waiting person. They stay pending, which opens nothing, and can still be approved.';
revoke execute on function public.reject_newcomer from public, anon;

create function private.save_my_profile(p_name text, p_last_name text, p_phone text) returns void
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
grant execute on function private.save_my_profile to authenticated;

create function public.save_my_profile(p_name text, p_last_name text, p_phone text) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.save_my_profile(p_name, p_last_name, p_phone);
end $$;
comment on function public.save_my_profile is 'Writes the name and phone of the caller''s own contact.';
revoke execute on function public.save_my_profile from public, anon;

create function private.save_my_length_unit(p_unit text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_be_sure();
  if p_unit not in ('mm', 'cm', 'm', 'in') then
    perform private.refuse('22023', 'Please choose a unit of lengths');
  end if;
  update public.contacts set length_unit = p_unit where user_id = auth.uid();
  if not found then
    perform private.refuse('42501', 'You have no record of your own yet');
  end if;
end $$;
comment on function private.save_my_length_unit is 'The unit in which the caller reads and types lengths; null: that of the company.';
call private.offer('private.save_my_length_unit(text)');

-- The whole path is compared: an address of another server may end like one of the caller's pictures.
create function private.save_my_avatar(p_url text) returns void
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
grant execute on function private.save_my_avatar to authenticated;

create function public.save_my_avatar(p_url text default null) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.save_my_avatar(p_url);
end $$;
comment on function public.save_my_avatar is 'Shows a picture from the caller''s own folder of the avatars bucket, or none (null).';
revoke execute on function public.save_my_avatar from public, anon;

create function private.tell_newcomer(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_people(private.holders_of('manage_user_roles'), 'Waiting for verification',
    private.person_label(p_user_id), 'newcomer', p_user_id);
end $$;
comment on function private.tell_newcomer is 'A notice to those who verify people: this one waits.';

-- A person enters their own row at their first sign-in where it is not there yet; rows that others make are of people who were invited.
create function private.tell_of_newcomer() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_newcomer(new.user_id);
  return null;
end $$;

-- The named first admin is one from here on, and waits for nobody.
create function private.admit_newcomer() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.user_roles (user_id, role) values (new.id, 'pending') on conflict (user_id) do nothing;
  if found and exists (select from public.user_roles ur where ur.user_id = new.id and ur.role = 'pending') then
    perform private.tell_newcomer(new.id);
  end if;
  return null;
end $$;
comment on function private.admit_newcomer is
  'Who signed up and confirmed their address waits for verification from then on, before they sign in.';

create function private.count_newcomers() returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select count(*)::integer
    from public.user_roles ur
    left join public.contacts c on c.user_id = ur.user_id
   where (select private.named('manage_user_roles')) and ur.role = 'pending' and c.profile is distinct from 'rejected');
end $$;
comment on function private.count_newcomers is
  'How many people wait for verification, without those who were refused; 0 for who may not decide about them.';
call private.offer('private.count_newcomers()');

create function private.emails_of(p_texts text[]) returns text[]
  language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(email order by place), '{}')
    from (select lower(btrim(text)) as email, min(place) as place
            from unnest(p_texts) with ordinality as listed (text, place)
           where btrim(text) <> '' group by 1) as emails
$$;
comment on function private.emails_of is 'The addresses without spaces, capitals, blanks and repetitions, in their order.';

create function private.account_words(p_company public.company_settings) returns text
language sql immutable set search_path = '' as $$
  select coalesce(p_company.iban, nullif(concat_ws(' ', p_company.bank_code, p_company.account_number), ''), 'no account')
$$;
comment on function private.account_words is 'The account that clients pay to, in one word: its IBAN, or the code of the bank with the number of the account.';

create function private.tell_admins_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_staff('{}', 'admin', 'The bank account of the company was changed',
    format('%s changed it from %s to %s. Clients pay there from now on. If you did not agree to this, please look at once.',
      coalesce(private.person_label(auth.uid()), 'Somebody at the server'), private.account_words(old), private.account_words(new)),
    null, jsonb_build_object('kind', 'company_account'));
  return null;
end $$;
comment on function private.tell_admins_of_account is 'Every other admin hears of another account for the money of clients.';

create function private.tell_of_request(p_title text, p_request public.visitor_requests) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  p_request.id := private.keep_request(p_request.contact_id, p_request.words);
  perform private.take_request(p_request);
  perform private.tell_people(
    array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'sales')),
    p_title || coalesce(p_request.company, p_request.name),
    concat_ws(E'\n', p_request.name, p_request.email, p_request.phone, p_request.words),
    (select case c.type when 'Business' then 'business' else 'person' end from public.contacts c where c.id = p_request.contact_id),
    p_request.contact_id, 'request-' || p_request.id);
end $$;
comment on function private.tell_of_request is
  'Keeps the words of a visitor in the story of their contact and in the list of requests, and tells sales and admins; the notice opens the contact there.';

create function private.register_visitor(p_kind text, p_details jsonb, p_trap text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v public.contacts := jsonb_populate_record(null::public.contacts, (
    select coalesce(jsonb_object_agg(d.key, nullif(btrim(d.value), '')), '{}') from jsonb_each_text(
      case when jsonb_typeof(p_details) = 'object' then p_details else '{}' end) as d
     where d.key in ('name', 'last_name', 'email', 'phone', 'company', 'vat_number', 'address_line', 'city', 'postcode', 'state', 'country')));
  v_message constant text := nullif(btrim(p_details ->> 'message'), '');
  v_business uuid;
  v_person uuid;
  v_known uuid;
  v_request public.visitor_requests;
begin
  perform private.refuse_robot(p_trap);
  v.email := lower(v.email);
  v.vat_number := upper(regexp_replace(v.vat_number, '[\s.-]', '', 'g'));
  if p_kind not in ('client', 'business', 'person') then
    perform private.refuse('22023', 'This form is not known');
  elsif v.name is null or char_length(v.name) > 200 or char_length(v.last_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif p_kind = 'business' and v.company is null then
    perform private.refuse('22023', 'Please enter the name of your business');
  elsif v.email is null or not private.is_email(v.email) then
    perform private.refuse('22023', 'Please enter a valid e-mail address');
  elsif v.vat_number is not null and v.vat_number !~ '^[A-Z0-9]{4,20}$' then
    perform private.refuse('22023', 'A tax number has letters and digits, 4 to 20 of them');
  elsif char_length(v_message) > 3000 then
    perform private.refuse('22023', 'Please write 3000 characters at most');
  end if;
  select c.id into v_known from public.contacts c
   where c.email = v.email and c.profile = 'pending_verification' and c.created_at > now() - interval '1 hour'
   order by c.type, c.created_at limit 1;
  if v_known is not null and (v_message is null
    or exists (select from public.contact_notes n where n.contact_id = v_known and n.kind = 'request' and n.body = v_message)) then
    return;
  end if;
  perform private.limit_visitor('register_visitor', 3, 6);
  v_request := jsonb_populate_record(null::public.visitor_requests, jsonb_build_object('form', p_kind, 'contact_id', v_known,
    'name', concat_ws(' ', v.name, v.last_name), 'company', v.company, 'email', v.email, 'phone', v.phone, 'words', v_message));
  if v_known is not null then
    perform private.tell_of_request('Another request: ', v_request);
    return;
  end if;
  if p_kind = 'business' or p_kind = 'client' and v.company is not null then
    insert into public.contacts (type, profile, company, name, email, phone, vat_number, address_line, city, postcode, state, country, language)
    values ('Business', 'pending_verification', v.company, v.company, v.email, v.phone, v.vat_number, v.address_line, v.city,
            v.postcode, v.state, v.country, private.asked_language())
    returning id into v_business;
  end if;
  insert into public.contacts (type, profile, name, last_name, email, phone, company, address_line, city, postcode, state, country, language)
  values ('Person', 'pending_verification', v.name, v.last_name, v.email, v.phone, v.company,
          case when v_business is null then v.address_line end, case when v_business is null then v.city end,
          case when v_business is null then v.postcode end, case when v_business is null then v.state end, case when v_business is null then v.country end,
          private.asked_language())
  returning id into v_person;
  if v_business is not null then
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    values (v_person, v_business, 'works_for', true);
  end if;
  v_request.contact_id := coalesce(v_business, v_person);
  perform private.tell_of_request('New registration: ', v_request);
end $$;
comment on function private.register_visitor is
  'A registration by a visitor: a contact that waits for verification (where a business is named, it and its person), what they ask for in
its story, and a notice to sales and admins. Kinds: client, business, person. The same address counts once an hour: other words
are kept with the contact of the first time.';
call private.offer('private.register_visitor(text, jsonb, text)', '{anon,authenticated,service_role}');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger follow_account_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.follow_account_email();
create trigger keep_account_language before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.keep_account_language();
-- A confirmation was mailed to who signed up by themselves; the server and an invitation make accounts whose role others write.
create trigger admit_newcomer after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null
    and new.confirmation_sent_at is not null and new.invited_at is null) execute function private.admit_newcomer();
create trigger forget_temporary_password after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.forget_temporary_password();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', true, 5242880, array['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
on conflict (id) do nothing;
