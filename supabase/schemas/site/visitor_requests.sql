-- Requests of visitors: what each form of the public site brought, and what became of it.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
create index visitor_requests_contact_id_idx on public.visitor_requests (contact_id);
create index visitor_requests_quotation_id_idx on public.visitor_requests (quotation_id);
create index visitor_requests_settled_by_idx on public.visitor_requests (settled_by);
create index visitor_requests_created_at_idx on public.visitor_requests (created_at desc, id desc);
create index visitor_requests_email_idx on public.visitor_requests (email, created_at desc);
create index visitor_requests_open_idx on public.visitor_requests (created_at desc, id desc) where status = 'open';
comment on table public.visitor_requests is
  'What a visitor sent by a form of the public site, and what became of it. One that has words in the story of its contact has the id of that note. Written by functions only.';
comment on column public.visitor_requests.form is
  'client: asks for a price; business, person: registers; brief: the interview of the designer; product: asks for a product with its options.';
comment on column public.visitor_requests.contact_id is 'Null for a brief: its contact is made with its quotation.';
comment on column public.visitor_requests.quotation_id is 'The quotation that answers it; that of a product exists from the start and answers when it is sent.';
comment on column public.visitor_requests.reference is 'The number that the visitor was told; null without one.';
comment on column public.visitor_requests.settled_by is 'Who began the quotation, or said that it is answered or declined; null for the system.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.visitor_requests', 'select', p_pages => '{contacts}');
create policy "staff read requests of visitors" on public.visitor_requests
  for select to authenticated using ((select private.can('contacts', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.without_links(p_text text, p_most integer) returns text
  language sql immutable set search_path = ''
as $$
  select left(regexp_replace(p_text, '\S*(://|www\.)\S*|\S*[[:alnum:]]\.[[:alpha:]]{2,}(/\S*)?', '…', 'gi'), p_most)
$$;
comment on function private.without_links is
  'A text of a visitor for a mail: without addresses of pages and mails, and no longer than that. Nobody sends a link to a stranger by our forms.';

create function private.confirm_request(p_request public.visitor_requests) returns void
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
comment on function private.confirm_request is
  'Queues the mail that tells a visitor that the request has arrived, with their words: once a request, in the language of the page, three a day to one address.';

create function private.take_request(p_request public.visitor_requests) returns void
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
comment on function private.take_request is 'Keeps what a visitor sent as an open request, and tells them by mail that it has arrived. The same id or brief again changes nothing.';

create function private.quote_request(p_id uuid) returns uuid
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
comment on function private.quote_request is
  'A draft quotation from the request of a visitor, with its words as the internal note; the request is answered by it. Asking again returns the same quotation.';
call private.offer('private.quote_request(uuid)');

create function private.answer_by_quotation(p_id uuid, p_quotation_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.visitor_requests r set quotation_id = p_quotation_id, status = 'answered', settled_by = auth.uid(), settled_at = now(),
    contact_id = coalesce(r.contact_id, (select q.contact_id from public.quotations q where q.id = p_quotation_id))
   where r.id = p_id;
end $$;

create function private.settle_request(p_id uuid, p_status text) returns void
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
comment on function private.settle_request is
  'Says that a request of a visitor was answered or declined, by whom and when, or opens it again. The same status again changes nothing.';
call private.offer('private.settle_request(uuid, text)');

create function private.reopen_request() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.status := 'open';
  new.settled_by := null;
  new.settled_at := null;
  return new;
end $$;
comment on function private.reopen_request is 'The quotation that answered a request was removed: the request waits again.';

create function private.answer_sent_product() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.visitor_requests r set status = case new.status when 'cancelled' then 'declined' else 'answered' end,
    settled_by = auth.uid(), settled_at = now()
   where r.quotation_id = new.id and r.status = 'open';
  return null;
end $$;
comment on function private.answer_sent_product is 'The request for a product is answered when its quotation goes out, and declined when that is cancelled.';

create function private.answer_registration() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.visitor_requests r set status = case new.profile when 'rejected' then 'declined' else 'answered' end,
    settled_by = auth.uid(), settled_at = now()
   where r.contact_id = new.id and r.status = 'open' and r.words is null;
  return null;
end $$;
comment on function private.answer_registration is 'A registration without words is answered by whoever verifies or refuses its contact.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger reopen_request before update of quotation_id on public.visitor_requests
  for each row when (old.quotation_id is not null and new.quotation_id is null and new.status = 'answered')
  execute function private.reopen_request();

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.record_kinds (kind, table_name, label, is_mentioned, has_story) values
  ('visitor_request', 'public.visitor_requests', 'coalesce(r.company, r.name)', false, false);
