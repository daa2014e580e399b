set check_function_bodies = off;

drop trigger pin on public.contact_notes;

alter table public.contact_notes drop constraint contact_notes_kind_is_known;

alter table public.contact_notes add column quotation_id uuid;

create or replace function private.tell_of_request(p_title text, p_contact_id uuid, p_typed public.contacts, p_words text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_request constant uuid := private.keep_request(p_contact_id, p_words);
begin
  perform private.tell_people(
    array(select ur.user_id from public.user_roles ur where ur.role in ('admin', 'sales')),
    p_title || coalesce(p_typed.company, concat_ws(' ', p_typed.name, p_typed.last_name)),
    concat_ws(E'\n', concat_ws(' ', p_typed.name, p_typed.last_name), p_typed.email, p_typed.phone, p_words),
    (select case c.type when 'Business' then 'business' else 'person' end from public.contacts c where c.id = p_contact_id),
    p_contact_id, 'request-' || v_request);
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
  if v_known is not null then
    perform private.tell_of_request('Another request: ', v_known, v, v_message);
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
  perform private.tell_of_request('New registration: ', coalesce(v_business, v_person), v, v_message);
end $$;

create or replace function private.keep_request(p_contact_id uuid, p_words text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  if p_words is null or exists (select from public.contact_notes n where n.contact_id = p_contact_id and n.kind = 'request' and n.body = p_words) then
    return null;
  end if;
  insert into public.contact_notes (contact_id, kind, body, author_id) values (p_contact_id, 'request', p_words, null) returning id into v_id;
  return v_id;
end $$;

create or replace function private.quote_request(p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_note public.contact_notes;
  v_quotation uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select * into v_note from public.contact_notes where id = p_id and kind = 'request' for update;
  if v_note.id is null then
    perform private.refuse('PT404', 'This request is not there any more');
  elsif v_note.quotation_id is not null then
    return v_note.quotation_id;
  end if;
  v_quotation := private.create_quotation(v_note.contact_id, left(split_part(regexp_replace(v_note.body, '\s+', ' ', 'g'), '. ', 1), 100));
  insert into public.internal_notes (kind, record_id, body, updated_by)
  values ('quotation', v_quotation, left(E'What the client asked for:\n\n' || v_note.body, 5000), auth.uid());
  update public.contact_notes set quotation_id = v_quotation where id = v_note.id;
  return v_quotation;
end $$;

alter table public.contact_notes add constraint contact_notes_kind_is_known CHECK (kind = ANY (ARRAY['note'::text, 'stop'::text, 'release'::text, 'merge'::text, 'request'::text]));

alter table public.contact_notes add constraint contact_notes_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE SET NULL;

alter table public.contact_notes add constraint contact_notes_requests_are_quoted CHECK (quotation_id IS NULL OR kind = 'request'::text);

revoke execute on all routines in schema private from public;

call private.offer('private.quote_request(uuid)');

create index contact_notes_quotation_id_idx on public.contact_notes (quotation_id);

create index contact_notes_requests_idx on public.contact_notes (contact_id) where kind = 'request';

CREATE TRIGGER pin BEFORE UPDATE ON public.contact_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at', 'contact_id', 'kind', 'author_id', 'edited_at', 'quotation_id');

comment on function private.register_visitor(pg_catalog.text,pg_catalog.jsonb,pg_catalog.text) is 'A registration by a visitor: a contact that waits for verification (where a business is named, it and its person), what they ask for in
its story, and a notice to sales and admins. Kinds: client, business, person. The same address counts once an hour: other words
are kept with the contact of the first time.';

comment on function public.register_visitor(pg_catalog.text,pg_catalog.jsonb,pg_catalog.text) is 'A registration by a visitor: a contact that waits for verification (where a business is named, it and its person), what they ask for in
its story, and a notice to sales and admins. Kinds: client, business, person. The same address counts once an hour: other words
are kept with the contact of the first time.';

update private.record_kinds as t set ("finder") = (select "finder" from jsonb_populate_record(null::private.record_kinds, '{"kind":"contact","page":null,"actor":"null::uuid","label":"private.contact_label(to_jsonb(r))","title":"case r.type when ''Business'' then coalesce(nullif(btrim(r.company), ''''), r.name, '''')\n     else coalesce(nullif(btrim(concat_ws('' '', r.name, r.last_name)), ''''), r.company, '''') end","detail":"coalesce(case when r.type <> ''Business'' then r.company end, r.email, r.phone)","finder":"(select f.id from (\n         select c.id, 1 from private.search_contacts($1, null, null, false, false, null, null, $2) as c\n          where cardinality(private.patterns($1)) > 0\n         union all\n         select n.contact_id, 2 from public.contact_notes n\n          where n.kind = ''request'' and cardinality(private.patterns($1)) > 0 and private.folded(n.body) like all (private.patterns($1))\n       ) as f (id, place) group by f.id order by min(f.place) limit $2)","status":"null::text","contact":null,"position":10,"searched":null,"has_story":true,"is_folded":false,"recent_if":"(select private.can(''contacts'', ''view''))","best_first":"r.sort_name, r.id","shown_kind":"case r.type when ''Business'' then ''business'' else ''person'' end","table_name":"public.contacts","audit_label":null,"named_right":null,"other_pages":[],"searched_if":"true","is_mentioned":true,"found_by_contact":false}')) where t.kind::text = 'contact';

update private.record_kinds as t set ("status") = (select "status" from jsonb_populate_record(null::private.record_kinds, '{"kind":"contact_note","page":null,"actor":"r.author_id","label":"private.label_of(r.contact_id)","title":"r.body","detail":"null::text","finder":null,"status":"case when r.edited_at is not null then ''edited'' when r.quotation_id is not null then ''quoted'' end","contact":"contact_id","position":100,"searched":null,"has_story":true,"is_folded":false,"recent_if":null,"best_first":"r.created_at desc","shown_kind":"r.kind","table_name":"public.contact_notes","audit_label":null,"named_right":null,"other_pages":[],"searched_if":"true","is_mentioned":false,"found_by_contact":false}')) where t.kind::text = 'contact_note';

comment on function private.keep_request(pg_catalog.uuid,pg_catalog.text) is 'Keeps what a visitor asks for in the story of their contact; its id. Null without words, and for the same words again.';

comment on function private.quote_request(pg_catalog.uuid) is 'A draft quotation from the request of a visitor, with its words as the internal note. Asking again returns the same quotation.';

comment on function private.tell_of_request(pg_catalog.text,pg_catalog.uuid,public.contacts,pg_catalog.text) is 'Keeps the words of a visitor in the story of their contact, and tells sales and admins; the notice opens the contact there.';

comment on function public.quote_request(pg_catalog.uuid) is 'A draft quotation from the request of a visitor, with its words as the internal note. Asking again returns the same quotation.';

comment on column public.contact_notes.quotation_id is 'The quotation that answers a request of a visitor; null where none was begun.';

reset check_function_bodies;

-- Notices of registrations before lead to their contact.
update public.notifications n
   set metadata = n.metadata || jsonb_build_object('record_kind', case c.type when 'Business' then 'business' else 'person' end, 'record_id', c.id)
  from public.contacts c
 where n.data ->> 'kind' = 'registration' and c.id = private.uuid_or_null(n.data ->> 'contact_id');
