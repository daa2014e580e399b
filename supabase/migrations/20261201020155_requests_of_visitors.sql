set check_function_bodies = off;

drop routine private.tell_of_request(p_title text, p_contact_id uuid, p_typed public.contacts, p_words text);

create or replace function private.figures_of_the_day() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
  v_me constant uuid := auth.uid();
  v_mine constant text[] := private.analytics_parts();
  v_figures jsonb := '{}';
begin
  if not private.is_staff() then
    raise insufficient_privilege using message = 'You may not see these figures';
  end if;
  if private.can('deliveries', 'view') then
    v_figures := v_figures || jsonb_build_object('my_drops', (
      select jsonb_build_object('count', count(*), 'left', count(*) filter (where d.status <> 'delivered'))
        from private.deliveries_of_today() d where v_me = any (d.crew)));
  end if;
  if private.can('quotations', 'view') then
    v_figures := v_figures || jsonb_build_object('follow_ups', (
      select jsonb_build_object('count', count(*)) from public.quotations q
       where q.account_manager_id = v_me and q.follow_up_on <= v_today and q.status in ('draft', 'sent', 'change_requested')));
  end if;
  if private.can('contacts', 'edit') then
    v_figures := v_figures || jsonb_build_object('requests', (
      select jsonb_build_object('count', count(*)) from public.visitor_requests r where r.status = 'open'));
  end if;
  if 'late' = any (v_mine) then
    v_figures := v_figures || (
      select jsonb_build_object('late_jobs', jsonb_build_object('count', count(*) filter (where r.bucket = 'now')),
               'risk_jobs', jsonb_build_object('count', count(*) filter (where r.bucket = 'risk')))
        from private.analytics_rows('late', v_today, v_today) r);
  end if;
  if 'to_invoice' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('to_invoice', (
      select jsonb_build_object('count', count(distinct r.id), 'amount', coalesce(sum(r.amount), 0)::text)
        from private.analytics_rows('to_invoice', v_today, v_today) r));
  end if;
  if 'receivables' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('overdue', (
      select jsonb_build_object('count', count(*), 'amount', coalesce(sum(r.amount), 0)::text)
        from private.analytics_rows('receivables', v_today, v_today) r where r.bucket <> 'not_due'));
  end if;
  return v_figures;
end $$;

create table public.visitor_requests (
  id           uuid primary key default gen_random_uuid(),
  form         text not null,
  contact_id   uuid references public.contacts (id) on delete cascade,
  brief_id     uuid unique references public.design_briefs (id) on delete cascade,
  quotation_id uuid references public.quotations (id) on delete set null,
  reference    text,
  name         text not null,
  company      text,
  email        text,
  phone        text,
  words        text,
  status       text not null default 'open',
  settled_by   uuid references auth.users (id) on delete set null,
  settled_at   timestamptz,
  created_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  constraint visitor_requests_form_is_known check (form in ('client', 'business', 'person', 'brief', 'product')),
  constraint visitor_requests_status_is_known check (status in ('open', 'answered', 'declined')),
  constraint visitor_requests_settled_has_a_moment check ((status = 'open') = (settled_at is null)),
  constraint visitor_requests_only_briefs_have_one check (brief_id is null or form = 'brief'),
  constraint visitor_requests_text_length check (char_length(reference) <= 50 and char_length(name) <= 400 and char_length(company) <= 300
    and char_length(email) <= 320 and char_length(phone) <= 100 and char_length(words) <= 12000)
);

create or replace function private.tell_of_request(p_title text, p_request public.visitor_requests) returns void
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
         s.deposit_percent, private.terms_for(v_contact), null
    from public.company_settings s returning id, quotation_number into v_quotation, v_number;
  insert into public.quotation_items (quotation_id, position, description, details, qty, unit, unit_price, discount_pct, service_id, product_id)
  values (v_quotation, 'a0', v_product.name, v_names, p_qty, 'piece',
    private.price_in((v_price ->> 'unit_price')::numeric, (select q.rate from public.quotations q where q.id = v_quotation)),
    (v_price ->> 'discount_pct')::numeric, v_product.service_id, v_product.id);
  insert into public.internal_notes (kind, record_id, body) values ('quotation', v_quotation, concat_ws(E'\n',
    format('Asked on the website by %s, %s%s.', v_name, v_email, coalesce(', ' || nullif(btrim(p_phone), ''), '')),
    'The e-mail address is not verified.', nullif(btrim(p_message), '')));
  insert into private.product_requests (id, address, email, quotation_id) values (p_request, v_address, v_email, v_quotation);
  perform private.take_request(jsonb_populate_record(null::public.visitor_requests, jsonb_build_object('form', 'product', 'contact_id', v_contact,
    'quotation_id', v_quotation, 'reference', v_number, 'name', v_name, 'email', v_email, 'phone', nullif(btrim(p_phone), ''),
    'words', concat_ws(E'\n', format('%s × %s', p_qty, v_product.name), v_names, nullif(btrim(p_message), '')))));
  perform private.log_event('quotation', v_quotation, 'created', jsonb_build_object('product', v_product.name, 'name', v_name), v_name);
  perform private.tell_staff('{}', 'sales', format('%s asks for %s', v_name, v_product.name),
    format('%s × %s: %s', p_qty, v_product.name, v_number), v_quotation, jsonb_build_object('quotation_number', v_number, 'kind', 'product_request'));
  return v_number;
end $$;

create or replace function private.words_of_brief(p_brief public.design_briefs) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return (select left(string_agg(p_brief.answers ->> q.name, E'\n' order by q.place), 12000)
            from unnest(array['what', 'size', 'words', 'colours', 'pictures_note', 'else']) with ordinality as q (name, place)
           where btrim(p_brief.answers ->> q.name) <> '');
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
  perform private.take_request(jsonb_populate_record(null::public.visitor_requests, to_jsonb(v_row) || jsonb_build_object('id', null,
    'form', 'brief', 'brief_id', v_row.id, 'words', private.words_of_brief(v_row))));
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
  elsif v_row.status not in ('sent', 'quoted') then
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
  perform private.answer_by_quotation((select r.id from public.visitor_requests r where r.brief_id = v_row.id), v_quotation);
  return v_quotation;
end $$;

create or replace function private.without_links(p_text text, p_most integer) returns text
  language sql immutable set search_path = ''
as $$
  select left(regexp_replace(p_text, '\S*(://|www\.)\S*|\S*[[:alnum:]]\.[[:alpha:]]{2,}(/\S*)?', '…', 'gi'), p_most)
$$;

create or replace function private.confirm_request(p_request public.visitor_requests) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Anybody may type the address of another person: it gets three of these mails a day at most.
  if p_request.email is null or (select count(*) from public.visitor_requests r
                                  where r.email = p_request.email and r.created_at > now() - interval '1 day') > 3 then
    return;
  end if;
  perform private.queue_mail('visitor_request', array[p_request.email], 'visitor_request', p_request.id,
    format('visitor_request/%s/arrived', p_request.id),
    jsonb_build_object('recipient', private.without_links(p_request.name, 80), 'words', private.without_links(p_request.words, 2000),
      'reference', p_request.reference),
    p_label => coalesce(p_request.reference, p_request.company, p_request.name));
end $$;

create or replace function private.take_request(p_request public.visitor_requests) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.visitor_requests;
begin
  insert into public.visitor_requests (id, form, contact_id, brief_id, quotation_id, reference, name, company, email, phone, words)
  values (coalesce(p_request.id, gen_random_uuid()), p_request.form, p_request.contact_id, p_request.brief_id, p_request.quotation_id,
    p_request.reference, p_request.name, p_request.company, p_request.email, left(p_request.phone, 100), nullif(btrim(p_request.words), ''))
  on conflict do nothing returning * into v_row;
  if v_row.id is not null then
    perform private.keep_asked_language('visitor_request', v_row.id);
    perform private.confirm_request(v_row);
  end if;
end $$;

create or replace function private.quote_request(p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.visitor_requests;
  v_quotation uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  -- A brief is locked before its request, as in quote_brief.
  select * into v_row from public.visitor_requests where id = p_id;
  if v_row.brief_id is not null then
    return private.quote_brief(v_row.brief_id);
  end if;
  select * into v_row from public.visitor_requests where id = p_id for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This request is not there any more');
  elsif v_row.quotation_id is not null then
    return v_row.quotation_id;
  end if;
  v_quotation := private.create_quotation(v_row.contact_id,
    coalesce(left(split_part(regexp_replace(v_row.words, '\s+', ' ', 'g'), '. ', 1), 100), 'Request of the website'));
  if v_row.words is not null then
    insert into public.internal_notes (kind, record_id, body, updated_by)
    values ('quotation', v_quotation, left(E'What the client asked for:\n\n' || v_row.words, 5000), auth.uid());
  end if;
  update public.contact_notes set quotation_id = v_quotation where id = v_row.id;
  perform private.answer_by_quotation(v_row.id, v_quotation);
  return v_quotation;
end $$;

create or replace function private.answer_by_quotation(p_id uuid, p_quotation_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.visitor_requests r set quotation_id = p_quotation_id, status = 'answered', settled_by = auth.uid(), settled_at = now(),
    contact_id = coalesce(r.contact_id, (select q.contact_id from public.quotations q where q.id = p_quotation_id))
   where r.id = p_id;
end $$;

create or replace function private.settle_request(p_id uuid, p_status text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.visitor_requests;
begin
  perform private.must('contacts', 'edit', 'answer requests of visitors');
  select * into v_row from public.visitor_requests where id = p_id for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This request is not there any more');
  elsif p_status is null or p_status not in ('open', 'answered', 'declined') then
    perform private.refuse('22023', 'This status is not known');
  elsif v_row.status = p_status then
    return;
  end if;
  update public.visitor_requests set status = p_status, settled_by = case when p_status <> 'open' then auth.uid() end,
    settled_at = case when p_status <> 'open' then now() end where id = v_row.id;
end $$;

create or replace function private.reopen_request() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.status := 'open';
  new.settled_by := null;
  new.settled_at := null;
  return new;
end $$;

create or replace function private.answer_sent_product() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.visitor_requests r set status = case new.status when 'cancelled' then 'declined' else 'answered' end,
    settled_by = auth.uid(), settled_at = now()
   where r.quotation_id = new.id and r.status = 'open';
  return null;
end $$;

create or replace function private.answer_registration() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.visitor_requests r set status = case new.profile when 'rejected' then 'declined' else 'answered' end,
    settled_by = auth.uid(), settled_at = now()
   where r.contact_id = new.id and r.status = 'open' and r.words is null;
  return null;
end $$;

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.visitor_requests', 'select', p_pages => '{contacts}');

call private.offer('private.settle_request(uuid, text)');

create index visitor_requests_contact_id_idx on public.visitor_requests (contact_id);

create index visitor_requests_created_at_idx on public.visitor_requests (created_at desc, id desc);

create index visitor_requests_email_idx on public.visitor_requests (email, created_at desc);

create index visitor_requests_open_idx on public.visitor_requests (created_at desc, id desc) where status = 'open';

create index visitor_requests_quotation_id_idx on public.visitor_requests (quotation_id);

create index visitor_requests_settled_by_idx on public.visitor_requests (settled_by);

create or replace trigger answer_registration after update of profile on public.contacts
  for each row when (old.profile = 'pending_verification' and new.profile is distinct from old.profile) execute function private.answer_registration();

create or replace trigger answer_sent_product after update of status on public.quotations
  for each row when (old.status = 'draft' and new.status <> 'draft') execute function private.answer_sent_product();

create or replace trigger reopen_request before update of quotation_id on public.visitor_requests
  for each row when (old.quotation_id is not null and new.quotation_id is null and new.status = 'answered')
  execute function private.reopen_request();

create policy "staff read requests of visitors" on public.visitor_requests
  for select to authenticated using ((select private.can('contacts', 'view')));

comment on function private.figures_of_the_day() is 'What of the figures somebody acts on today, as far as they may see it; a missing key is not theirs. my_drops (count, left; those of
earlier days that are still to be brought among them) and follow_ups are of the caller; requests are those of visitors that wait; late_jobs, risk_jobs, to_invoice and overdue are those of private.analytics_rows. Amounts are text.';

comment on function private.quote_request(pg_catalog.uuid) is 'A draft quotation from the request of a visitor, with its words as the internal note; the request is answered by it. Asking again returns the same quotation.';

comment on function public.figures_of_the_day() is 'What of the figures somebody acts on today, as far as they may see it; a missing key is not theirs. my_drops (count, left; those of
earlier days that are still to be brought among them) and follow_ups are of the caller; requests are those of visitors that wait; late_jobs, risk_jobs, to_invoice and overdue are those of private.analytics_rows. Amounts are text.';

comment on function public.quote_request(pg_catalog.uuid) is 'A draft quotation from the request of a visitor, with its words as the internal note; the request is answered by it. Asking again returns the same quotation.';

comment on function private.answer_registration() is 'A registration without words is answered by whoever verifies or refuses its contact.';

comment on function private.answer_sent_product() is 'The request for a product is answered when its quotation goes out, and declined when that is cancelled.';

comment on function private.confirm_request(public.visitor_requests) is 'Queues the mail that tells a visitor that the request has arrived, with their words: once a request, in the language of the page, three a day to one address.';

comment on function private.reopen_request() is 'The quotation that answered a request was removed: the request waits again.';

comment on function private.settle_request(pg_catalog.uuid,pg_catalog.text) is 'Says that a request of a visitor was answered or declined, by whom and when, or opens it again. The same status again changes nothing.';

comment on function private.take_request(public.visitor_requests) is 'Keeps what a visitor sent as an open request, and tells them by mail that it has arrived. The same id or brief again changes nothing.';

comment on function private.tell_of_request(pg_catalog.text,public.visitor_requests) is 'Keeps the words of a visitor in the story of their contact and in the list of requests, and tells sales and admins; the notice opens the contact there.';

comment on function private.without_links(pg_catalog.text,integer) is 'A text of a visitor for a mail: without addresses of pages and mails, and no longer than that. Nobody sends a link to a stranger by our forms.';

comment on function private.words_of_brief(public.design_briefs) is 'What a visitor typed in a brief, in the order of its questions; what was chosen from a list is not among it.';

comment on function public.settle_request(pg_catalog.uuid,pg_catalog.text) is 'Says that a request of a visitor was answered or declined, by whom and when, or opens it again. The same status again changes nothing.';

comment on column public.visitor_requests.contact_id is 'Null for a brief: its contact is made with its quotation.';

comment on column public.visitor_requests.form is 'client: asks for a price; business, person: registers; brief: the interview of the designer; product: asks for a product with its options.';

comment on column public.visitor_requests.quotation_id is 'The quotation that answers it; that of a product exists from the start and answers when it is sent.';

comment on column public.visitor_requests.reference is 'The number that the visitor was told; null without one.';

comment on column public.visitor_requests.settled_by is 'Who began the quotation, or said that it is answered or declined; null for the system.';

comment on table public.visitor_requests is 'What a visitor sent by a form of the public site, and what became of it. One that has words in the story of its contact has the id of that note. Written by functions only.';

insert into private.record_kinds ("kind", "page", "actor", "label", "title", "detail", "finder", "status", "contact", "position", "searched", "has_story", "is_folded", "recent_if", "best_first", "shown_kind", "table_name", "audit_label", "named_right", "other_pages", "searched_if", "is_mentioned", "found_by_contact") select "kind", "page", "actor", "label", "title", "detail", "finder", "status", "contact", "position", "searched", "has_story", "is_folded", "recent_if", "best_first", "shown_kind", "table_name", "audit_label", "named_right", "other_pages", "searched_if", "is_mentioned", "found_by_contact" from jsonb_populate_record(null::private.record_kinds, '{"kind":"visitor_request","page":null,"actor":"r.created_by","label":"coalesce(r.company, r.name)","title":null,"detail":"null::text","finder":null,"status":"null::text","contact":null,"position":100,"searched":null,"has_story":false,"is_folded":false,"recent_if":null,"best_first":"r.created_at desc","shown_kind":null,"table_name":"public.visitor_requests","audit_label":null,"named_right":null,"other_pages":[],"searched_if":"true","is_mentioned":false,"found_by_contact":false}');

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"visitor_request","name":"reference","type":"text","label":"Number that the visitor was told; empty without","example":"BR-2026-0004","position":12}');

insert into private.mail_variables ("kind", "name", "type", "label", "example", "position") select "kind", "name", "type", "label", "example", "position" from jsonb_populate_record(null::private.mail_variables, '{"kind":"visitor_request","name":"words","type":"text","label":"What the visitor wrote, without addresses of pages; empty without","example":"A lit fascia of 4200 × 600 mm by 12 December","position":11}');

alter table public.email_templates disable trigger audit;

insert into public.email_templates ("key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper") select "key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper" from jsonb_populate_record(null::public.email_templates, '{"key":"visitor_request","body":"<p>Guten Tag {{ recipient }},</p><p>vielen Dank: Ihre Anfrage ist bei uns angekommen{% if reference != blank %}. Sie hat die Nummer {{ reference }}{% endif %}.</p>{% if words != blank %}<p>Sie haben uns geschrieben:</p><p><em>{{ words }}</em></p>{% endif %}<p>Wir lesen sie und melden uns bei Ihnen. Bis dahin müssen Sie nichts tun.</p><p>Möchten Sie etwas ergänzen oder ändern? Antworten Sie auf diese Mail, oder erreichen Sie uns hier:{% if company_phone != blank %}<br>Telefon: {{ company_phone }}{% endif %}{% if company_email != blank %}<br>E-Mail: {{ company_email }}{% endif %}</p><p>Die Anfrage ist nicht von Ihnen? Dann ignorieren Sie diese Mail bitte.</p><p>Mit freundlichen Grüßen<br>{{ company }}</p>","kind":"visitor_request","name":"Website: request has arrived","sent_on":null,"subject":"Wir haben Ihre Anfrage erhalten{% if reference != blank %}: {{ reference }}{% endif %}","version":1,"language":"de","is_active":true,"created_by":null,"row_version":1,"attaches_paper":false}');

insert into public.email_templates ("key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper") select "key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper" from jsonb_populate_record(null::public.email_templates, '{"key":"visitor_request","body":"<p>Hello {{ recipient }},</p><p>thank you: what you sent us has arrived{% if reference != blank %}. Its number is {{ reference }}{% endif %}.</p>{% if words != blank %}<p>You wrote:</p><p><em>{{ words }}</em></p>{% endif %}<p>One of us reads it and gets back to you. You need not do anything until then.</p><p>To add or change something, answer this mail or reach us here:{% if company_phone != blank %}<br>Telephone: {{ company_phone }}{% endif %}{% if company_email != blank %}<br>Email: {{ company_email }}{% endif %}</p><p>Did you not send this yourself? Then please ignore this mail.</p><p>Kind regards<br>{{ company }}</p>","kind":"visitor_request","name":"Website: request has arrived","sent_on":null,"subject":"We have your request{% if reference != blank %} {{ reference }}{% endif %}","version":1,"language":"en","is_active":true,"created_by":null,"row_version":1,"attaches_paper":false}');

insert into public.email_templates ("key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper") select "key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper" from jsonb_populate_record(null::public.email_templates, '{"key":"visitor_request","body":"<p>Hola, {{ recipient }}:</p><p>Gracias: su solicitud nos ha llegado{% if reference != blank %}. Su número es {{ reference }}{% endif %}.</p>{% if words != blank %}<p>Usted nos escribió:</p><p><em>{{ words }}</em></p>{% endif %}<p>La leemos y nos ponemos en contacto con usted. Hasta entonces no tiene que hacer nada.</p><p>Para añadir o cambiar algo, responda a este correo o contáctenos aquí:{% if company_phone != blank %}<br>Teléfono: {{ company_phone }}{% endif %}{% if company_email != blank %}<br>Correo electrónico: {{ company_email }}{% endif %}</p><p>¿No la envió usted? Entonces no haga caso de este correo.</p><p>Un saludo,<br>{{ company }}</p>","kind":"visitor_request","name":"Website: request has arrived","sent_on":null,"subject":"Hemos recibido su solicitud{% if reference != blank %} {{ reference }}{% endif %}","version":1,"language":"es","is_active":true,"created_by":null,"row_version":1,"attaches_paper":false}');

insert into public.email_templates ("key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper") select "key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper" from jsonb_populate_record(null::public.email_templates, '{"key":"visitor_request","body":"<p>Bonjour {{ recipient }},</p><p>merci : votre demande nous est bien parvenue{% if reference != blank %}. Son numéro est {{ reference }}{% endif %}.</p>{% if words != blank %}<p>Vous nous avez écrit :</p><p><em>{{ words }}</em></p>{% endif %}<p>Nous la lisons et revenons vers vous. D’ici là, vous n’avez rien à faire.</p><p>Pour ajouter ou modifier quelque chose, répondez à cet e-mail ou joignez-nous ici :{% if company_phone != blank %}<br>Téléphone : {{ company_phone }}{% endif %}{% if company_email != blank %}<br>E-mail : {{ company_email }}{% endif %}</p><p>Cette demande ne vient pas de vous ? Ne tenez pas compte de cet e-mail.</p><p>Cordialement,<br>{{ company }}</p>","kind":"visitor_request","name":"Website: request has arrived","sent_on":null,"subject":"Nous avons bien reçu votre demande{% if reference != blank %} {{ reference }}{% endif %}","version":1,"language":"fr","is_active":true,"created_by":null,"row_version":1,"attaches_paper":false}');

insert into public.email_templates ("key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper") select "key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper" from jsonb_populate_record(null::public.email_templates, '{"key":"visitor_request","body":"<p>Buongiorno {{ recipient }},</p><p>grazie: la Sua richiesta ci è arrivata{% if reference != blank %}. Il suo numero è {{ reference }}{% endif %}.</p>{% if words != blank %}<p>Ci ha scritto:</p><p><em>{{ words }}</em></p>{% endif %}<p>La leggiamo e La ricontattiamo. Fino ad allora non deve fare nulla.</p><p>Per aggiungere o cambiare qualcosa risponda a questa e-mail, oppure ci contatti qui:{% if company_phone != blank %}<br>Telefono: {{ company_phone }}{% endif %}{% if company_email != blank %}<br>E-mail: {{ company_email }}{% endif %}</p><p>La richiesta non è Sua? Ignori questa e-mail.</p><p>Cordiali saluti<br>{{ company }}</p>","kind":"visitor_request","name":"Website: request has arrived","sent_on":null,"subject":"Abbiamo ricevuto la Sua richiesta{% if reference != blank %} {{ reference }}{% endif %}","version":1,"language":"it","is_active":true,"created_by":null,"row_version":1,"attaches_paper":false}');

insert into public.email_templates ("key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper") select "key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper" from jsonb_populate_record(null::public.email_templates, '{"key":"visitor_request","body":"<p>Għażiż/a {{ recipient }},</p><p>grazzi: it-talba tiegħek waslitilna{% if reference != blank %}. In-numru tagħha huwa {{ reference }}{% endif %}.</p>{% if words != blank %}<p>Ktibtilna:</p><p><em>{{ words }}</em></p>{% endif %}<p>Naqrawha u nikkuntattjawk. Sa dakinhar m’għandek tagħmel xejn.</p><p>Biex iżżid jew tibdel xi ħaġa, wieġeb din l-email jew ikkuntattjana hawn:{% if company_phone != blank %}<br>Telefon: {{ company_phone }}{% endif %}{% if company_email != blank %}<br>Indirizz elettroniku: {{ company_email }}{% endif %}</p><p>Ma bgħattx din it-talba int? Injora din l-email.</p><p>Tislijiet<br>{{ company }}</p>","kind":"visitor_request","name":"Website: request has arrived","sent_on":null,"subject":"Irċevejna t-talba tiegħek{% if reference != blank %} {{ reference }}{% endif %}","version":1,"language":"mt","is_active":true,"created_by":null,"row_version":1,"attaches_paper":false}');

insert into public.email_templates ("key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper") select "key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper" from jsonb_populate_record(null::public.email_templates, '{"key":"visitor_request","body":"<p>Beste {{ recipient }},</p><p>Dank u wel: uw aanvraag is bij ons aangekomen{% if reference != blank %}. Het nummer is {{ reference }}{% endif %}.</p>{% if words != blank %}<p>U schreef ons:</p><p><em>{{ words }}</em></p>{% endif %}<p>Wij lezen uw aanvraag en nemen contact met u op. Tot dan hoeft u niets te doen.</p><p>Wilt u iets toevoegen of wijzigen? Beantwoord deze e-mail of bereik ons hier:{% if company_phone != blank %}<br>Telefoon: {{ company_phone }}{% endif %}{% if company_email != blank %}<br>E-mail: {{ company_email }}{% endif %}</p><p>Komt deze aanvraag niet van u? Dan kunt u deze e-mail negeren.</p><p>Met vriendelijke groet,<br>{{ company }}</p>","kind":"visitor_request","name":"Website: request has arrived","sent_on":null,"subject":"Wij hebben uw aanvraag ontvangen{% if reference != blank %}: {{ reference }}{% endif %}","version":1,"language":"nl","is_active":true,"created_by":null,"row_version":1,"attaches_paper":false}');

insert into public.email_templates ("key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper") select "key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper" from jsonb_populate_record(null::public.email_templates, '{"key":"visitor_request","body":"<p>Dzień dobry, {{ recipient }},</p><p>dziękujemy: Państwa zapytanie do nas dotarło{% if reference != blank %}. Jego numer to {{ reference }}{% endif %}.</p>{% if words != blank %}<p>Napisali Państwo:</p><p><em>{{ words }}</em></p>{% endif %}<p>Przeczytamy je i skontaktujemy się z Państwem. Do tego czasu nie muszą Państwo nic robić.</p><p>Aby coś dodać lub zmienić, prosimy odpowiedzieć na tę wiadomość lub skontaktować się z nami:{% if company_phone != blank %}<br>Telefon: {{ company_phone }}{% endif %}{% if company_email != blank %}<br>E-mail: {{ company_email }}{% endif %}</p><p>To nie Państwo wysłali to zapytanie? Prosimy zignorować tę wiadomość.</p><p>Z poważaniem<br>{{ company }}</p>","kind":"visitor_request","name":"Website: request has arrived","sent_on":null,"subject":"Otrzymaliśmy Państwa zapytanie{% if reference != blank %} {{ reference }}{% endif %}","version":1,"language":"pl","is_active":true,"created_by":null,"row_version":1,"attaches_paper":false}');

insert into public.email_templates ("key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper") select "key", "body", "kind", "name", "sent_on", "subject", "version", "language", "is_active", "created_by", "row_version", "attaches_paper" from jsonb_populate_record(null::public.email_templates, '{"key":"visitor_request","body":"<p>Bom dia, {{ recipient }},</p><p>obrigado: o seu pedido chegou até nós{% if reference != blank %}. O número é {{ reference }}{% endif %}.</p>{% if words != blank %}<p>Escreveu-nos:</p><p><em>{{ words }}</em></p>{% endif %}<p>Vamos lê-lo e entramos em contacto consigo. Até lá não precisa de fazer nada.</p><p>Para acrescentar ou alterar algo, responda a este e-mail ou contacte-nos aqui:{% if company_phone != blank %}<br>Telefone: {{ company_phone }}{% endif %}{% if company_email != blank %}<br>E-mail: {{ company_email }}{% endif %}</p><p>Não foi o senhor ou a senhora que o enviou? Então ignore este e-mail.</p><p>Com os melhores cumprimentos,<br>{{ company }}</p>","kind":"visitor_request","name":"Website: request has arrived","sent_on":null,"subject":"Recebemos o seu pedido{% if reference != blank %} {{ reference }}{% endif %}","version":1,"language":"pt","is_active":true,"created_by":null,"row_version":1,"attaches_paper":false}');

alter table public.email_templates enable trigger audit;

-- What visitors asked for before: the words in the stories of contacts, the briefs that were sent, and the products whose quotation is a draft.
insert into public.visitor_requests (id, form, contact_id, quotation_id, name, company, email, phone, words, status, settled_at, created_at)
select n.id, 'client', n.contact_id, n.quotation_id, coalesce(nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), c.company, 'A visitor'), c.company,
       c.email, c.phone, n.body, case when n.quotation_id is null then 'open' else 'answered' end, q.created_at, n.created_at
  from public.contact_notes n join public.contacts c on c.id = n.contact_id left join public.quotations q on q.id = n.quotation_id
 where n.kind = 'request';
insert into public.visitor_requests (form, contact_id, brief_id, quotation_id, reference, name, company, email, phone, words, status, settled_at, created_at)
select 'brief', b.contact_id, b.id, b.quotation_id, b.reference, coalesce(b.name, 'A visitor'), b.company, b.email, b.phone, private.words_of_brief(b),
       case b.status when 'sent' then 'open' when 'closed' then 'declined' else 'answered' end, case when b.status <> 'sent' then b.updated_at end, b.sent_at
  from public.design_briefs b where b.status <> 'open';
insert into public.visitor_requests (form, contact_id, quotation_id, reference, name, email, phone, words, created_at)
select 'product', q.contact_id, q.id, q.quotation_number, coalesce(nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), c.company, r.email), r.email, c.phone,
       q.project_title, r.asked_at
  from private.product_requests r join public.quotations q on q.id = r.quotation_id join public.contacts c on c.id = q.contact_id
 where q.status = 'draft';

reset check_function_bodies;
