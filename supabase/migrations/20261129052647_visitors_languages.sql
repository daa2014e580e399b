set check_function_bodies = off;

create or replace function private.register_visitor(p_kind text, p_details jsonb, p_trap text default null) returns void
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
  if exists (select from public.contacts c where c.email = v.email and c.profile = 'pending_verification'
              and c.created_at > now() - interval '1 hour') then
    return;
  end if;
  perform private.limit_visitor('register_visitor', 3, 6);
  if p_kind = 'business' then
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
  perform private.tell_staff('{}', told.role, format('New registration: %s', coalesce(v.company, concat_ws(' ', v.name, v.last_name))),
    concat_ws(E'\n', concat_ws(' ', v.name, v.last_name), v.email, v.phone, v_message), null,
    jsonb_build_object('kind', 'registration', 'contact_id', coalesce(v_business, v_person)))
   from unnest(array['admin', 'sales']::public.app_role[]) as told (role);
end $$;

create or replace function private.asked_language() returns text
  language plpgsql stable set search_path = ''
as $$
declare
  v_code constant text := lower(left(nullif(current_setting('request.headers', true), '')::json ->> 'accept-language', 2));
begin
  return case when private.is_client_language(v_code) then v_code end;
end $$;

create or replace function private.keep_asked_language(p_kind text, p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.paper_languages (kind, record_id, language)
  select p_kind, p_id, private.asked_language() where private.asked_language() is not null on conflict (kind, record_id) do nothing;
end $$;

create or replace function private.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text,
  p_phone text default null, p_message text default null, p_trap text default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_product public.manufactured_products;
  v_chosen jsonb;
  v_names text;
  v_price jsonb;
  v_contact uuid;
  v_quotation uuid;
  v_number text;
  v_name constant text := nullif(btrim(p_name), '');
  v_email constant text := lower(btrim(p_email));
  v_address constant inet := private.client_address();
begin
  select q.quotation_number into v_number from private.product_requests r join public.quotations q on q.id = r.quotation_id where r.id = p_request;
  if v_number is not null then
    return v_number;
  elsif coalesce(btrim(p_trap), '') <> '' then
    -- A field that people do not see is filled in: the sender is a program, and learns nothing.
    return 'Q-' || extract(year from now())::integer || '-0000';
  end if;
  select * into v_product from public.manufactured_products p
   where p.is_public and p.archived_at is null and (p.slug = p_slug or p.id = private.uuid_or_null(p_slug));
  if v_product.id is null then
    perform private.refuse('PT404', 'This product is not offered any more');
  end if;
  perform private.check_product_request(p_request, v_name, v_email, p_qty, p_phone, p_message);
  perform private.check_chosen_options(v_product.id, p_options);
  perform private.limit_product_requests(v_address, v_email);

  select coalesce(jsonb_agg(jsonb_build_object('effect', o.effect, 'value', o.value::text)), '[]'),
         string_agg(concat_ws(': ', o.option_group, o.name), E'\n' order by o.sort, o.created_at, o.id)
    into v_chosen, v_names from public.product_options o where o.product_id = v_product.id and o.id = any (p_options);
  v_price := private.product_price(v_product.base_price, v_chosen, private.product_breaks(v_product.service_id), p_qty);

  select c.id into v_contact from public.contacts c where lower(c.email) = v_email and c.archived_at is null order by c.created_at, c.id limit 1;
  if v_contact is null then
    insert into public.contacts (name, email, phone, type, profile, language)
    values (v_name, v_email, nullif(btrim(p_phone), ''), 'Person', 'pending_verification', private.asked_language()) returning id into v_contact;
  end if;
  insert into public.quotations (quotation_number, contact_id, project_title, currency, deposit_kind, deposit_value, terms, created_by)
  select private.draw_number('Q'), v_contact, v_product.name, s.currency, case when s.deposit_percent > 0 then 'percent' else 'none' end,
         s.deposit_percent, s.quotation_terms, null
    from public.company_settings s returning id, quotation_number into v_quotation, v_number;
  insert into public.quotation_items (quotation_id, position, description, details, qty, unit, unit_price, discount_pct, service_id, product_id)
  values (v_quotation, 'a0', v_product.name, v_names, p_qty, 'piece', (v_price ->> 'unit_price')::numeric,
    (v_price ->> 'discount_pct')::numeric, v_product.service_id, v_product.id);
  insert into public.internal_notes (kind, record_id, body) values ('quotation', v_quotation, concat_ws(E'\n',
    format('Asked on the website by %s, %s%s.', v_name, v_email, coalesce(', ' || nullif(btrim(p_phone), ''), '')),
    'The e-mail address is not verified.', nullif(btrim(p_message), '')));
  insert into private.product_requests (id, address, email, quotation_id) values (p_request, v_address, v_email, v_quotation);
  perform private.log_event('quotation', v_quotation, 'created', jsonb_build_object('product', v_product.name, 'name', v_name), v_name);
  perform private.tell_staff('{}', 'sales', format('%s asks for %s', v_name, v_product.name),
    format('%s × %s: %s', p_qty, v_product.name, v_number), v_quotation, jsonb_build_object('quotation_number', v_number, 'kind', 'product_request'));
  return v_number;
end $$;

create or replace function private.confirm_booking(
  p_holder uuid, p_name text, p_email text, p_phone text default null, p_company text default null,
  p_address text default null, p_note text default null, p_trap text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.bookings;
  v_type public.booking_types;
begin
  perform private.refuse_robot(p_trap);
  select * into v_row from public.bookings where public_uuid = p_holder for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'The five minutes for this time have ended and somebody else could take it. Please choose a time again.');
  elsif v_row.status <> 'held' then
    return private.booking_facts(v_row);
  end if;
  select * into v_type from public.booking_types where id = v_row.type_id;
  if nullif(btrim(p_name), '') is null or char_length(p_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif p_email is null or not private.is_email(btrim(p_email)) then
    perform private.refuse('22023', 'Please enter a valid e-mail address');
  elsif v_type.place = 'call' and nullif(btrim(p_phone), '') is null then
    perform private.refuse('22023', 'Please enter the number that we shall call');
  elsif v_type.place = 'client' and nullif(btrim(p_address), '') is null then
    perform private.refuse('22023', 'Please enter the address that we shall visit');
  elsif (select count(*) from public.bookings b where b.email = lower(btrim(p_email)) and b.status = 'confirmed' and b.starts_at > now()) >= 5 then
    perform private.refuse('PT429', 'There are five appointments for this e-mail address already. Please call us.');
  end if;
  perform private.limit_visitor('confirm_booking', 10, 20);
  update public.bookings set status = 'confirmed', held_until = null, reference = private.draw_number('BK'),
    name = btrim(p_name), email = lower(btrim(p_email)), phone = left(nullif(btrim(p_phone), ''), 50),
    company = left(nullif(btrim(p_company), ''), 200), address = left(nullif(btrim(p_address), ''), 500),
    note = left(nullif(btrim(p_note), ''), 2000)
   where id = v_row.id returning * into v_row;
  perform private.tell_staff('{}', 'sales', format('New appointment: %s', private.in_company_words(v_row.starts_at)),
    concat_ws(', ', v_type.name, v_row.name, v_row.company, v_row.address), null,
    jsonb_build_object('kind', 'booking', 'booking_id', v_row.id));
  perform private.keep_asked_language('booking', v_row.id);
  perform private.mail_booking(v_row, 'confirmed');
  return private.booking_facts(v_row);
end $$;

create or replace function private.by_telephone(p_language text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return case p_language when 'de' then 'telefonisch' when 'fr' then 'par téléphone' when 'it' then 'per telefono'
    when 'es' then 'por teléfono' when 'pt' then 'por telefone' when 'nl' then 'telefonisch' when 'pl' then 'telefonicznie'
    when 'mt' then 'bit-telefon' else 'by telephone' end;
end $$;

-- A drag in the calendar mails nobody. The office says whether the client is told; the reminder follows the new time.
create or replace function private.mail_booking(p_booking public.bookings, p_what text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_type public.booking_types;
  v_place text;
  v_variables jsonb;
begin
  perform private.cancel_mails('booking', p_booking.id);
  if p_booking.email is null then
    return;
  end if;
  select * into v_type from public.booking_types where id = p_booking.type_id;
  select case v_type.place when 'call' then private.by_telephone(private.language_of('booking', p_booking.id)) when 'client' then p_booking.address
           else concat_ws(', ', c.address, c.city) end
    into v_place from public.company_settings c;
  v_variables := jsonb_build_object('recipient', p_booking.name, 'reference', p_booking.reference, 'service', v_type.name,
    'starts_at', p_booking.starts_at, 'ends_at', p_booking.ends_at, 'place', v_place,
    'note', case when p_booking.cancelled_by = 'office' then p_booking.cancel_reason end,
    'link', '/appointment-confirmed?booking=' || p_booking.public_uuid,
    'cancel_link', '/appointment-confirmed?booking=' || p_booking.public_uuid);
  if p_what <> 'untold' then
    perform private.queue_mail('booking_' || p_what, array[p_booking.email], 'booking', p_booking.id,
      format('booking/%s/%s/%s', p_booking.id, p_what, p_booking.row_version), v_variables,
      p_attachments => jsonb_build_array(jsonb_build_object('type', 'event', 'uid', p_booking.public_uuid || '@signwright',
        'sequence', p_booking.moved + (p_what = 'cancelled')::int, 'method', case p_what when 'cancelled' then 'CANCEL' else 'REQUEST' end,
        'starts_at', p_booking.starts_at, 'ends_at', p_booking.ends_at, 'summary', v_type.name, 'location', coalesce(v_place, ''),
        'description', p_booking.reference)),
      p_label => p_booking.reference);
  end if;
  if p_what <> 'cancelled' and p_booking.starts_at > now() + interval '26 hours' then
    perform private.queue_mail('booking_reminder', array[p_booking.email], 'booking', p_booking.id,
      format('booking/%s/reminder/%s%s', p_booking.id, p_booking.row_version, case p_what when 'untold' then '/untold' else '' end),
      v_variables, p_booking.starts_at - interval '1 day', p_stops_with_answer => true, p_label => p_booking.reference);
  end if;
end $$;

create or replace function private.send_brief(
  p_link uuid, p_name text, p_email text, p_phone text default null, p_company text default null, p_trap text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.design_briefs;
begin
  perform private.refuse_robot(p_trap);
  select * into v_row from public.design_briefs where public_uuid = p_link for update;
  if v_row.status in ('sent', 'quoted') then
    return private.brief_facts(v_row);
  end if;
  v_row := private.open_brief(p_link);
  if nullif(btrim(p_name), '') is null or char_length(p_name) > 200 then
    perform private.refuse('22023', 'Please enter your name');
  elsif p_email is null or not private.is_email(btrim(p_email)) then
    perform private.refuse('22023', 'Please enter a valid e-mail address');
  end if;
  perform private.limit_visitor('send_brief', 5, 10);
  update public.design_briefs set status = 'sent', sent_at = now(), reference = private.draw_number('BR'), name = btrim(p_name),
    email = lower(btrim(p_email)), phone = left(nullif(btrim(p_phone), ''), 50), company = left(nullif(btrim(p_company), ''), 200)
   where id = v_row.id returning * into v_row;
  perform private.keep_asked_language('brief', v_row.id);
  perform private.tell_staff('{}', 'sales', format('New brief %s', v_row.reference),
    concat_ws(', ', v_row.name, v_row.company, left(v_row.answers ->> 'what', 200)), null,
    jsonb_build_object('kind', 'brief', 'brief_id', v_row.id));
  return private.brief_facts(v_row);
end $$;

create or replace function private.quote_brief(p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.design_briefs;
  v_contact uuid;
  v_quotation uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select * into v_row from public.design_briefs where id = p_id for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This brief is not there any more');
  elsif v_row.quotation_id is not null then
    return v_row.quotation_id;
  elsif v_row.status <> 'sent' then
    perform private.refuse('PT409', 'Only a brief that was sent becomes a quotation');
  end if;
  select c.id into v_contact from public.contacts c
   where lower(c.email) = v_row.email and c.archived_at is null
   order by c.type = 'Business' desc, c.created_at limit 1;
  if v_contact is null then
    insert into public.contacts (type, profile, name, company, email, phone, language)
    values (case when v_row.company is null then 'Person' else 'Business' end, 'verified', coalesce(v_row.company, v_row.name), v_row.company,
            v_row.email, v_row.phone, (select l.language from private.paper_languages l where l.kind = 'brief' and l.record_id = v_row.id))
    returning id into v_contact;
  end if;
  v_quotation := private.create_quotation(v_contact, left(coalesce(nullif(btrim(v_row.answers ->> 'what'), ''), 'Brief ' || v_row.reference), 200));
  insert into public.internal_notes (kind, record_id, body, updated_by)
  values ('quotation', v_quotation, left(format('Brief %s by %s', v_row.reference, v_row.name) || E'\n\n' || coalesce((
    select string_agg(initcap(replace(a.key, '_', ' ')) || ': ' || a.value, E'\n' order by a.key)
      from jsonb_each_text(v_row.answers) as a where nullif(btrim(a.value), '') is not null), ''), 5000), auth.uid());
  update public.design_briefs set status = 'quoted', quotation_id = v_quotation, contact_id = v_contact where id = v_row.id;
  return v_quotation;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.asked_language() is 'The language in which a visitor reads the page that sent this request, by its header Accept-Language; null for another one.';

comment on function private.by_telephone(pg_catalog.text) is 'The place of an appointment by telephone, as its mail says it.';

comment on function private.keep_asked_language(pg_catalog.text,pg_catalog.uuid) is 'What a visitor sent keeps the language that they read: the mails about it are written in that one.';

reset check_function_bodies;
