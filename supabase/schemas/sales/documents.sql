-- What all documents share: numbers, changes of status, stories, notes, signatures, public links.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table private.document_sequences (
  prefix      text not null,
  year        integer not null,
  last_number integer not null default 0,
  primary key (prefix, year)
);
comment on table private.document_sequences is 'The last number drawn of each kind of document in each year.';

create table private.document_transitions (
  kind        text not null,
  from_status text not null,
  to_status   text not null,
  through     text,
  page        text not null,
  action      text not null,
  needs       text,
  causes      text,
  primary key (kind, from_status, to_status)
);
comment on table private.document_transitions is 'Which change of status exists, who may make it, what it needs and what it causes.';
comment on column private.document_transitions.through is
  'The function that makes it; null: a person sets the status; "computed": it follows from other records.';
comment on column private.document_transitions.page is 'With action: the right that a member of staff needs for it.';

create table private.document_kinds (
  kind            text primary key,
  table_name      regclass not null,
  position        integer not null,
  page            text not null,
  named_right     text,
  label           text,
  contact         text,
  person          text not null default 'null::uuid',
  link            text,
  open_if         text not null default 'true',
  asked_role      public.app_role,
  owners          text not null default 'array_remove(array[r.created_by], null)',
  is_for_accounts boolean not null default false,
  takes_reminders boolean not null default false,
  templates       text,
  paper           text
);
comment on table private.document_kinds is
  'One row a kind of document: whose rights decide, who it is for, its link, its mails. Expressions are SQL over the row `r` of its table.';
comment on column private.document_kinds.position is 'The order of the kinds in lists of mail templates.';
comment on column private.document_kinds.page is 'The page whose rights decide about documents of this kind.';
comment on column private.document_kinds.named_right is 'A named right that people need besides, to mail such a document.';
comment on column private.document_kinds.label is 'Its number.';
comment on column private.document_kinds.contact is 'The contact that it is for. Null: it is for nobody.';
comment on column private.document_kinds.person is 'The contact person that it is for.';
comment on column private.document_kinds.link is 'The column with the uuid of its public link. Null: it has none.';
comment on column private.document_kinds.open_if is 'When its link opens something.';
comment on column private.document_kinds.asked_role is
  'The role that hears a question of the client when the document has no owner. Null: clients cannot ask about it.';
comment on column private.document_kinds.owners is 'The colleagues who take care of it and hear questions first, as an array.';
comment on column private.document_kinds.is_for_accounts is 'Its mails go first to the person who does the accounts of the client.';
comment on column private.document_kinds.takes_reminders is 'Reminders may be planned with its mail.';
comment on column private.document_kinds.templates is 'The heading of its mail templates. Null: it has no templates.';
comment on column private.document_kinds.paper is 'The JSON that its PDF is written from. Null: a mail carries no PDF of it.';

create table public.document_events (
  id         bigint generated always as identity primary key,
  kind       text not null,
  record_id  uuid not null,
  type       text not null,
  actor_id   uuid,
  actor_name text,
  meta       jsonb not null default '{}',
  at         timestamptz not null default clock_timestamp(),
  constraint document_events_kind_is_known foreign key (kind) references private.document_kinds (kind),
  constraint document_events_type_is_a_word check (type ~ '^[a-z][a-z_]{1,40}$'),
  constraint document_events_actor_name_length check (char_length(actor_name) <= 200),
  constraint document_events_meta_is_an_object check (jsonb_typeof(meta) = 'object' and octet_length(meta::text) <= 20000)
);
create index document_events_record_idx on public.document_events (kind, record_id, id desc);
create index document_events_at_idx on public.document_events (at desc, id desc);
create unique index document_events_one_view_a_visit_idx on public.document_events (kind, record_id, (meta ->> 'visit'))
  where type = 'viewed';
create index document_events_threads_idx on public.document_events (kind, record_id, id desc)
  where type in ('question', 'answer', 'question_closed', 'sent', 'approved', 'rejected', 'expired', 'cancelled');
comment on table public.document_events is 'The story of every document: what happened, who did it and when. Written by functions; it only grows.';
comment on column public.document_events.actor_id is 'Null: a client by the link, or the system. No foreign key: the story outlives people.';
comment on column public.document_events.meta is 'What belongs to the event: version, reason, amount as text, number of another document.';

create table public.internal_notes (
  kind        text not null,
  record_id   uuid not null,
  body        text not null,
  updated_by  uuid default auth.uid() references auth.users (id) on delete set null,
  updated_at  timestamptz not null default now(),
  row_version integer not null default 1,
  primary key (kind, record_id),
  constraint internal_notes_kind_is_known foreign key (kind) references private.document_kinds (kind),
  constraint internal_notes_body_length check (char_length(body) <= 10000)
);
create index internal_notes_updated_by_idx on public.internal_notes (updated_by);
comment on table public.internal_notes is 'What staff write inside about a document. A table of its own: clients read documents, never this.';

create table public.document_signatures (
  id          uuid primary key default gen_random_uuid(),
  kind        text not null,
  record_id   uuid not null,
  version     integer,
  signed_name text not null,
  image       text,
  address     inet,
  signed_at   timestamptz not null default now(),
  constraint document_signatures_kind_is_known foreign key (kind) references private.document_kinds (kind),
  constraint document_signatures_name_length check (char_length(btrim(signed_name)) between 1 and 200 and char_length(signed_name) <= 250),
  constraint document_signatures_image_is_a_png
    check (char_length(image) <= 300000 and image ~ '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$')
);
create index document_signatures_record_idx on public.document_signatures (kind, record_id, signed_at desc);
comment on table public.document_signatures is 'Who signed a document, when and from where. Written by functions; never changed.';
comment on column public.document_signatures.image is 'A drawn signature as data:image/png;base64; null where the name was typed.';

-- ------------------------------------------------------------------------------------------------------------- who may

alter table private.document_sequences enable row level security;

alter table private.document_transitions enable row level security;

alter table private.document_kinds enable row level security;

call private.borrow_rules('public.document_events', '');
grant select on public.document_events to authenticated;
create policy "staff read the events of documents that they may view" on public.document_events
  for select to authenticated using (kind = any ((select private.my_document_kinds())::text[]));

call private.borrow_rules('public.internal_notes', '', '{kind,record_id,updated_by,updated_at}');
grant select, insert, update, delete on public.internal_notes to authenticated;
create policy "staff read notes of documents that they may view" on public.internal_notes
  for select to authenticated using (kind = any ((select private.my_document_kinds())::text[]));
create policy "staff write notes of documents that they may change" on public.internal_notes
  for insert to authenticated
  with check (updated_by = (select auth.uid()) and kind = any ((select private.my_document_kinds('edit'))::text[]));
create policy "staff change notes of documents that they may change" on public.internal_notes
  for update to authenticated
  using (kind = any ((select private.my_document_kinds('edit'))::text[]))
  with check (kind = any ((select private.my_document_kinds('edit'))::text[]));
create policy "staff remove notes of documents that they may change" on public.internal_notes
  for delete to authenticated using (kind = any ((select private.my_document_kinds('edit'))::text[]));

call private.borrow_rules('public.document_signatures', '');
grant select on public.document_signatures to authenticated;
create policy "staff read signatures of documents that they may view" on public.document_signatures
  for select to authenticated using (kind = any ((select private.my_document_kinds())::text[]));

-- -------------------------------------------------------------------------------------------------------- what it does

-- One kind after the other: the database plans one table at a time and stops at the first that is found. One statement over
-- all tables was planned whole for each call.
create function private.is_public_document(p_uuid uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind private.document_kinds;
  v_is_open boolean;
begin
  for v_kind in select * from private.document_kinds k where k.link is not null order by k.position loop
    execute format('select true from %s as r where r.%I = $1 and (%s)', v_kind.table_name, v_kind.link, v_kind.open_if)
      into v_is_open using p_uuid;
    if v_is_open then
      return true;
    end if;
  end loop;
  -- An appointment is no document: it has no story and no rights of a page. A time that is only held has no link.
  return exists (select from public.bookings b where b.public_uuid = p_uuid and b.status <> 'held');
end $$;
comment on function private.is_public_document is 'Whether a link of this uuid opens something now.';
grant execute on function private.is_public_document to anon, authenticated;

create function private.draw_number(p_prefix text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_year constant integer := extract(year from private.company_today());
  v_number integer;
begin
  insert into private.document_sequences as s (prefix, year, last_number) values (p_prefix, v_year, 1)
  on conflict (prefix, year) do update set last_number = s.last_number + 1
  returning last_number into v_number;
  return format('%s-%s-%s', p_prefix, v_year, lpad(v_number::text, greatest(4, length(v_number::text)), '0'));
end $$;
comment on function private.draw_number is
  'The next number of that kind in the company''s year: Q-2026-0142. The row stays locked until the transaction ends, so a
failed transaction leaves no gap and two never draw the same. Q quotation, SO order, JOB job, DN delivery note, INV invoice,
CN credit note, RCPT receipt, ST statement.';

create function private.status_in_words(p_status text) returns text
  language sql immutable set search_path = ''
as $$
  select case p_status when 'qc' then 'Quality control' else upper(left(p_status, 1)) || replace(substr(p_status, 2), '_', ' ') end
$$;

create function private.check_transition() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_kind constant text := tg_argv[0];
  v_through text;
begin
  if old.status = new.status then
    return new;
  end if;
  select t.through into v_through from private.document_transitions t
   where t.kind = v_kind and t.from_status = old.status and t.to_status = new.status;
  if not found and coalesce(current_setting('signwright.repair', true), '') <> 'on' then
    raise exception using errcode = 'PT409', message = format('%s %s cannot go from %s to %s',
      case when v_kind ~ '^[aeiou]' then 'An' else 'A' end, replace(v_kind, '_', ' '),
      private.status_in_words(old.status), private.status_in_words(new.status));
  elsif tg_argv[1] = 'by hand' and v_through is not null then
    raise insufficient_privilege using message = format('The status of %s %s is not set by hand to %s',
      case when v_kind ~ '^[aeiou]' then 'an' else 'a' end, replace(v_kind, '_', ' '), private.status_in_words(new.status));
  end if;
  return new;
end $$;
comment on function private.check_transition is
  'Arguments: kind of document, and "by hand" on the trigger that watches people. A change of status that is not in
private.document_transitions is refused in words.';

create procedure private.follow_transitions(p_table regclass, p_kind text)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger check_transition before update of status on %s for each row
    execute function private.check_transition(%L)', p_table, p_kind);
  execute format('create trigger check_transition_by_hand before update of status on %s for each row
    when (current_user in (''anon'', ''authenticated'')) execute function private.check_transition(%L, ''by hand'')', p_table, p_kind);
end $$;
comment on procedure private.follow_transitions is 'Attaches check_transition to a table.';

create function private.document_transitions(p_kind text default null)
returns table (kind text, from_status text, to_status text, through text, page text, action text, needs text, causes text)
  language sql stable security definer set search_path = ''
as $$
  select t.kind, t.from_status, t.to_status, t.through, t.page, t.action, t.needs, t.causes
    from private.document_transitions t
   where (p_kind is null or t.kind = p_kind) and (private.is_staff() or private.is_server())
   order by t.kind, t.from_status, t.to_status
$$;
comment on function private.document_transitions is
  'The changes of status that exist, for buttons: through is the function to call, null where the status itself is updated.';
call private.offer('private.document_transitions(text)');

create function private.page_of_kind(p_kind text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select k.page from private.document_kinds k where k.kind = p_kind);
end $$;
comment on function private.page_of_kind is 'The page whose rights decide about a kind of document.';

create function private.my_document_kinds(p_action text default 'view'::text) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(k.kind order by k.kind), '{}') from private.document_kinds k where private.can(k.page, p_action));
end $$;
comment on function private.my_document_kinds is 'The kinds of documents that the caller may view, create, edit or delete.';
grant execute on function private.my_document_kinds to authenticated, service_role;

create function private.nudge_document_events() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_page text;
  v_id text;
begin
  for v_page, v_id in
    select private.page_of_kind(kind), case when count(distinct record_id) = 1 then min(record_id::text) end
      from changed group by 1
  loop
    perform private.nudge('page:' || v_page, tg_table_name, tg_op, v_id);
  end loop;
  return null;
end $$;
comment on function private.nudge_document_events is 'The id of the nudge is that of the document, not of the event.';

create function private.log_event(
  p_kind text, p_record_id uuid, p_type text, p_meta jsonb default '{}', p_actor_name text default null) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.document_events (kind, record_id, type, actor_id, actor_name, meta)
  values (p_kind, p_record_id, p_type, auth.uid(), coalesce(p_actor_name, private.person_label(auth.uid())),
          jsonb_strip_nulls(p_meta))
$$;
comment on function private.log_event is 'Adds to the story of a document.';

create function private.nudge_internal_notes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_page text;
begin
  for v_page in select distinct private.page_of_kind(kind) from changed loop
    perform private.nudge('page:' || v_page, tg_table_name, tg_op, null);
  end loop;
  return null;
end $$;

create function private.sign_document(p_kind text, p_record_id uuid, p_version integer, p_name text, p_image text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(btrim(p_name), '') = '' then
    perform private.refuse('22023', 'Please enter your name');
  elsif char_length(p_name) > 200 then
    perform private.refuse('22023', 'The name may have 200 characters at most');
  elsif p_image is not null and not private.is_picture(p_image, '{png}', 300000) then
    perform private.refuse('22023', 'The signature is not a picture that can be kept. Please sign again.');
  end if;
  insert into public.document_signatures (kind, record_id, version, signed_name, image, address)
  values (p_kind, p_record_id, p_version, btrim(p_name), p_image, private.client_address());
end $$;

create function private.quotation_document(p_quotation_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'kind', 'quotation', 'language', private.language_of('quotation', q.id), 'number', q.number_with_version, 'quotation_number', q.quotation_number, 'version', q.version,
    'created_at', q.created_at, 'sent_at', q.sent_at, 'project_title', q.project_title, 'valid_until', q.valid_until,
    'currency', q.currency, 'net', private.amount_text(q.net), 'vat', private.amount_text(q.vat),
    'gross', private.amount_text(q.net + q.vat),
    'deposit', jsonb_build_object('kind', q.deposit_kind, 'value', q.deposit_value::text, 'amount', private.amount_text(q.deposit_amount)),
    'terms', q.terms, 'client_note', q.client_note, 'cash_discount', private.promised_cash_discount(q),
    'company', private.company_of('quotation', q.id), 'client', private.contact_facts(q.contact_id) || coalesce(nullif(s.snapshot -> 'client', 'null'), '{}'),
    'person', private.contact_facts(q.person_id) || coalesce(nullif(s.snapshot -> 'person', 'null'), '{}'), 'site', private.site_facts(q.location_id),
    'lines', coalesce((
      select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('is_optional', i.is_optional,
               'option_group', i.option_group, 'is_selected', i.is_selected,
               'price_breaks', case when q.show_price_breaks then i.price_breaks end) order by i.position)
        from public.quotation_items i where i.quotation_id = q.id), '[]'),
    'vat_table', coalesce((
      select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
               'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
        from private.quotation_vat(q.id) as v), '[]'))
    || case when s.snapshot is null then private.tax_facts_of_paper('quotation', q.id)
         else jsonb_strip_nulls(jsonb_build_object('tax_place', s.snapshot -> 'tax_place', 'tax_exemptions', s.snapshot -> 'tax_exemptions', 'is_collected', s.snapshot -> 'is_collected')) end
    from public.quotations q left join public.quotation_versions s on s.quotation_id = q.id and s.version = q.version
   where q.id = p_quotation_id
$$;
comment on function private.quotation_document is
  'Everything that a client sees of a quotation. Numbers are text. The client and their person stand as when this version was sent.';

create function private.approval_of(p_quotation_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('name', q.decided_name, 'on', private.day_of(q.decided_at),
      'by_hand', exists (
          select from public.document_events e
           where e.kind = 'quotation' and e.record_id = q.id and e.type = 'answer_recorded' and e.at >= q.decided_at)
        or exists (
          select from public.user_roles r where r.user_id = q.decided_by and r.role not in ('pending', 'client')),
      'image', (
        select s.image from public.document_signatures s
         where s.kind = 'quotation' and s.record_id = q.id and s.version = q.version order by s.signed_at desc limit 1))
    from public.quotations q
   where q.id = p_quotation_id and q.status in ('approved', 'converted') and q.decided_name is not null
$$;
comment on function private.approval_of is
  'Who approved a quotation, the day of the company, and the drawn signature (null: the name was typed). by_hand: staff recorded
it. Null while it is not approved.';

create function private.quotation_by_link(p_uuid uuid) returns public.quotations
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations;
begin
  if private.is_public_document(p_uuid) then
    select * into v_row from public.quotations where public_uuid = p_uuid for no key update;
  end if;
  if v_row.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  return v_row;
end $$;
comment on function private.quotation_by_link is 'The quotation of a link, locked. A wrong, revoked or unsent one is refused alike.';

create function private.is_staff_document(p_uuid uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind private.document_kinds;
  v_is_there boolean;
begin
  for v_kind in
    select * from private.document_kinds k where k.link = 'public_uuid' and private.can(k.page, 'view') order by k.position
  loop
    execute format('select true from %s as r where r.public_uuid = $1', v_kind.table_name) into v_is_there using p_uuid;
    if v_is_there then
      return true;
    end if;
  end loop;
  return false;
end $$;
comment on function private.is_staff_document is 'Whether a member of staff may view the document of this uuid, sent or not.';
grant execute on function private.is_staff_document to authenticated;

-- What is generated is not there yet before an update.
create function private.guard_issued() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_before constant jsonb := to_jsonb(old);
  v_column text;
begin
  if tg_op = 'DELETE' then
    raise exception using errcode = 'PT409', message = format('An issued %s is never removed', replace(tg_argv[0], '_', ' '));
  end if;
  select changed.key into v_column
    from jsonb_each(to_jsonb(new)) as changed
   where changed.value is distinct from v_before -> changed.key
     and changed.key not in ('status', 'state', 'gross', 'paid', 'credited', 'written_off', 'cash_discounted', 'balance', 'allocated', 'open', 'sent_at', 'first_viewed_at',
       'last_viewed_at', 'reminder_stage', 'archived_at', 'link_revoked_at', 'row_version', 'search_text', 'contact_id', 'person_id', 'created_by', 'issued_by',
       'network_status', 'is_billed_again')
     and not (changed.key = 'client_po' and tg_argv[0] = 'invoice' and coalesce(v_before ->> 'network_status', 'rejected') in ('rejected', 'failed'))
   order by changed.key = 'client_po' limit 1;
  if v_column = 'client_po' and tg_argv[0] = 'invoice' then
    raise exception using errcode = 'PT409', detail = v_column,
      message = 'This invoice is in the network with its order number: it can be changed when the network rejects it';
  elsif found then
    raise exception using errcode = 'PT409',
      message = format('An issued %s never changes: correct it by a credit note', replace(tg_argv[0], '_', ' ')), detail = v_column;
  end if;
  return new;
end $$;
comment on function private.guard_issued is
  'For everybody, functions included: an issued paper keeps every column but what is computed about it and whom it belongs to. The client''s order number of an
invoice may come later, unless the invoice is in the network with it.';

create function private.order_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('orders', 'view', 'see orders');
  return (
    select jsonb_build_object('number', o.order_number, 'language', private.language_of('order', o.id), 'status', o.status, 'currency', o.currency, 'project_title', o.project_title,
      'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'day_before', private.day_before(o), 'client_po', o.client_po,
      'quotation_number', (select q.quotation_number || case when o.quotation_version > 1 then '-R' || o.quotation_version else '' end
                             from public.quotations q where q.id = o.quotation_id),
      'client_note', (select q.client_note from public.quotations q where q.id = o.quotation_id),
      'deposit_required', private.amount_text(o.deposit_amount), 'deposit_paid', private.amount_text(o.deposit_paid),
      'approval', private.approval_of(o.quotation_id),
      'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'gross', private.amount_text(o.gross), 'terms', o.terms,
      'company', private.company_of('order', o.id), 'client', private.contact_facts(o.contact_id),
      'person', private.contact_facts(o.person_id), 'site', private.site_facts(o.location_id),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || '{"is_optional": false, "option_group": null, "is_selected": true}'
                 order by i.position)
          from public.order_items i where i.order_id = o.id and not private.is_nothing(i)), '[]'),
      'vat_table', coalesce((
        select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
                 'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
          from private.order_vat(o.id) as v), '[]'))
      || private.tax_facts_of_paper('order', o.id)
      from public.orders o where o.id = p_id);
end $$;
comment on function private.order_document is 'What stands on the confirmation of an order. Numbers are text; day_before: the promised day that due_date takes the place of. Null when it is not there.';
call private.offer('private.order_document(uuid)');

create function private.mark_sent(p_kind text, p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_is_first boolean;
begin
  case p_kind
    when 'invoice' then
      perform private.must('invoices', 'edit', 'send invoices');
      update public.invoices set sent_at = now() where id = p_id and sent_at is null and status not in ('draft', 'void');
      v_is_first := found;
      perform from public.invoices where id = p_id and status not in ('draft', 'void');
    when 'credit_note' then
      perform private.must('invoices', 'edit', 'send credit notes');
      update public.credit_notes set sent_at = now() where id = p_id and sent_at is null and status not in ('draft', 'void');
      v_is_first := found;
      perform from public.credit_notes where id = p_id and status not in ('draft', 'void');
    when 'statement' then
      perform private.must('statements', 'edit', 'send statements');
      update public.statements set sent_at = now() where id = p_id and sent_at is null;
      v_is_first := found;
      perform from public.statements where id = p_id;
    else
      perform private.refuse('22023', 'Only invoices, credit notes and statements are sent');
  end case;
  if not found then
    perform private.refuse('PT409', 'Please issue it first: a draft has no link');
  end if;
  if v_is_first then
    perform private.log_event(p_kind, p_id, 'sent');
  end if;
end $$;
comment on function private.mark_sent is
  'The link of an invoice, credit note or statement was given to the client: sent_at and one event. A second call changes nothing.';
call private.offer('private.mark_sent(text, uuid)');

create function private.check_mail_plan(p_kind text, p_note text, p_at timestamptz, p_reminders integer[]) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if char_length(p_note) > 5000 then
    perform private.refuse('22023', 'Your words may have 5000 characters at most');
  elsif p_at < now() - interval '5 minutes' then
    perform private.refuse('22023', 'Please choose a time that has not passed');
  elsif p_at > now() + interval '400 days' then
    perform private.refuse('22023', 'Please choose a time within a year');
  elsif cardinality(p_reminders) > 5 or exists (select from unnest(p_reminders) as d where d is null or d not between -60 and 180) then
    perform private.refuse('22023', 'Please plan at most five reminders, within half a year');
  elsif cardinality(p_reminders) > 0
    and not exists (select from private.document_kinds k where k.kind = p_kind and k.takes_reminders)
  then
    perform private.refuse('22023', 'Only quotations and invoices are reminded of');
  end if;
end $$;
comment on function private.check_mail_plan is
  'Refuses words that are too long, a time that has passed or is far away, and reminders of what is not reminded of.';

create function private.count_as_sent(p_kind text, p_id uuid, p_to text[]) returns text
  language plpgsql set search_path = ''
as $$
begin
  case p_kind
    when 'quotation' then
      if exists (select from public.quotations where id = p_id and status = 'sent' and valid_until < private.company_today()) then
        perform private.must('quotations', 'edit', 'send quotations');
        perform private.refuse('PT409', 'This quotation is not valid any more. Revise it to send it again.');
      end if;
      return 'v' || private.send_quotation(p_id);
    when 'invoice', 'credit_note', 'statement' then
      perform private.mark_sent(p_kind, p_id);
    when 'order' then
      perform private.must('orders', 'edit', 'send orders');
      if not exists (select from public.orders where id = p_id and status <> 'cancelled') then
        perform private.refuse('PT409', 'This order is not open any more');
      end if;
    when 'delivery' then
      perform private.must('deliveries', 'edit', 'send delivery notes');
      if not exists (select from public.deliveries where id = p_id and status <> 'cancelled') then
        perform private.refuse('PT409', 'This delivery is not open any more');
      end if;
    when 'purchase_order' then
      perform private.send_purchase_order(p_id, array_to_string(private.emails_of(p_to), ', '));
      if not (private.is_server() or private.named('view_financial_data')) then
        raise insufficient_privilege using message = 'You may not send purchase orders: they show what things cost';
      end if;
    else
      perform private.refuse('22023', 'This kind of document is not sent by mail');
  end case;
  return '';
end $$;
comment on function private.count_as_sent is
  'A document counts as sent before its mail leaves; who may not send it is refused. Returns what tells one sending from the next: the
version of a quotation, of all else an empty text.';

create function private.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text default null, p_cc text[] default '{}'::text[], p_note text default null, p_send_at timestamp with time zone default null, p_reminders integer[] default '{}'::integer[]) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates := private.template_of(coalesce(p_template, case p_kind when 'order' then 'order_confirmation'
    when 'delivery' then 'delivery_note' else p_kind end));
  v_at constant timestamptz := coalesce(p_send_at, now());
  v_series text;
  v_label text;
  v_key text;
  v_row public.scheduled_emails;
  v_id uuid;
begin
  select id into v_id from public.scheduled_emails where id = p_mail_id and created_by is not distinct from auth.uid();
  if found then
    return v_id;
  end if;
  perform private.check_recipients(p_to, p_cc);
  perform private.check_mail_plan(p_kind, p_note, v_at, p_reminders);
  v_series := private.count_as_sent(p_kind, p_id, p_to);
  perform private.keep_language(p_kind, p_id);
  perform private.keep_company(p_kind, p_id);
  if v_template.id is null or v_template.kind <> p_kind then
    perform private.refuse('PT404', 'There is no such mail template for this document');
  elsif not v_template.is_active then
    perform private.refuse('PT409', format('The template “%s” is switched off', v_template.name));
  end if;
  select label into v_label from private.mail_parties(p_kind, p_id);
  v_key := format('%s/%s/%s/%s/%s/%s', p_kind, p_id, v_series, v_template.key, private.company_today(),
    md5(array_to_string(array(select e from unnest(private.emails_of(p_to)) as e order by 1), ',')));
  select * into v_row from public.scheduled_emails where dedupe_key = v_key for update;
  if v_row.status in ('queued', 'sending', 'sent') then
    perform private.refuse('PT409', case when v_row.status = 'sent' then 'This was sent to the same people today. You can send that mail again.'
      else 'This mail to the same people is waiting already' end);
  elsif v_row.id is not null then
    update public.scheduled_emails set status = 'queued', tries = 0, send_at = v_at, next_try_at = v_at, cc = private.emails_of(p_cc),
           variables = jsonb_strip_nulls(jsonb_build_object('note', nullif(btrim(p_note), ''))), last_error = null
     where id = v_row.id;
    v_id := v_row.id;
  else
    v_id := private.queue_mail(v_template.key, p_to, p_kind, p_id, v_key, jsonb_build_object('note', nullif(btrim(p_note), '')), v_at,
      p_stops_with_answer => p_kind in ('quotation', 'order'), p_cc => p_cc, p_label => v_label, p_id => p_mail_id);
  end if;
  if exists (select from private.document_kinds k where k.kind = p_kind and k.takes_reminders) then
    perform private.plan_reminders(p_kind, p_id, p_to, p_reminders, v_at);
  end if;
  if v_at > now() then
    perform private.log_event(p_kind, p_id, 'mail_planned', jsonb_build_object('to', array_to_string(private.emails_of(p_to), ', '), 'at', v_at));
  end if;
  return v_id;
end $$;
comment on function private.send_document is
  'Sends a quotation, order, invoice, credit note, delivery note, statement or purchase order by mail, with its link and PDF, at once
or at p_send_at. A draft quotation is frozen and its link opens; the items of a purchase order count as on order. p_mail_id: chosen
by the caller, so that a repeated call sends one mail; another one to the same people on the same day is refused. p_reminders:
days, as in plan_reminders. Returns the id.';
call private.offer('private.send_document(text, uuid, text[], uuid, text, text[], text, timestamptz, integer[])');

create function private.approvers_of(p_quotation_id uuid) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select array[lower(u.email)] from public.quotations q join auth.users u on u.id = q.decided_by
       join public.user_roles ur on ur.user_id = u.id and ur.role = 'client'
      where q.id = p_quotation_id and private.is_email(lower(u.email))),
    (select m.recipients from public.scheduled_emails m
      where m.record_kind = 'quotation' and m.record_id = p_quotation_id and m.status in ('queued', 'sending', 'sent')
        and m.dedupe_key like format('quotation/%s/v%%/quotation/%%', p_quotation_id)
      order by m.send_at desc, m.id desc limit 1));
end $$;
comment on function private.approvers_of is
  'Who is thanked for the approval of a quotation: the account of the client that approved it, else whom it was sent to last. Null: neither is known.';

create function private.told_of_payment(p_payment_id uuid) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select m.recipients from public.scheduled_emails m
           where m.record_kind = 'payment' and m.record_id = p_payment_id and m.status in ('queued', 'sending', 'sent') and m.stops_with_answer
             and m.recipients <@ array(select c.email from private.mail_contacts_of('payment', p_payment_id) as c)
           order by m.send_at desc, m.id desc limit 1);
end $$;
comment on function private.told_of_payment is
  'Who got the receipt of a payment, or will: the mail about its refund goes to the same people, while they are of its client. Null without one.';

create function private.event_of_mail(p_event public.document_events) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_event.kind || '.' || case
    when p_event.type = 'status' then p_event.meta ->> 'to'
    when p_event.kind = 'order' and p_event.type in ('rest_ended', 'fewer_taken') and p_event.meta -> 'lines' <> '[]' then 'changed'
    when p_event.kind = 'credit_note' and p_event.type = 'issued' and exists (
      select from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_event.record_id and v.kind = 'deposit') then 'deposit_credited'
    else p_event.type end;
end $$;
comment on function private.event_of_mail is
  'The event of a document as templates name it (sent_on): the new status, the type of the event, deposit_credited for a credit note over a deposit, and changed for
an order whose lines were lowered.';

create function private.mail_of_event() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_event constant text := private.event_of_mail(new);
  v_key text;
  v_to text[];
begin
  select t.key into v_key from public.email_templates t
   where t.is_active and t.sent_on = v_event order by t.language = 'en' desc limit 1;
  if v_key is not null and coalesce(current_setting('signwright.tells_no_client', true), '') <> 'on' then
    v_to := coalesce(case when v_event = 'quotation.approved' then private.approvers_of(new.record_id)
        when v_event = 'payment.refunded' then private.told_of_payment(new.record_id) end,
      (select array[c.email] from private.mail_contacts_of(new.kind, new.record_id) as c where c.is_first));
    if v_to is not null then
      perform private.queue_mail(v_key, v_to, new.kind, new.record_id,
        concat_ws('/', new.kind, new.record_id, v_key, private.turn_of_approval(new.kind, new.record_id), new.meta ->> 'refund_id',
          case when v_event = 'order.changed' then new.id end),
        case when v_event = 'payment.refunded' then private.refund_facts((new.meta ->> 'refund_id')::uuid)
          when v_event = 'order.changed' then jsonb_build_object('total_before', nullif(new.meta ->> 'gross_before', new.meta ->> 'gross')) else '{}' end,
        now() + private.pause_before_mail(v_event, new.actor_id), p_stops_with_answer => v_event = 'payment.received',
        p_label => (select label from private.mail_parties(new.kind, new.record_id)));
    end if;
  end if;
  return null;
end $$;
comment on function private.mail_of_event is
  'An event of a document whose template is active sends its mail, once a record: a second "on the way" sends none. Those of a payment, of a credited deposit and of an
approval wait; that of a payment is cancelled when it is taken back, of an approval when it is undone. The approval after an undone one sends its mail again. Each refund of a
payment has a mail of its own, and each lowering of an order. signwright.tells_no_client: what ends with the rest of an order sends none.';

create function private.pause_before_mail(p_event text, p_actor uuid) returns interval
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when (p_event in ('quotation.approved', 'credit_note.deposit_credited') or p_event like 'payment.%') and private.works_here(p_actor) then interval '10 minutes' else interval '0' end;
end $$;
comment on function private.pause_before_mail is
'How long the mail of an event, such as quotation.approved, waits: what staff recorded by mistake is taken back before the client hears of it. What the client did themselves is
thanked for at once.';

create function private.turn_of_approval(p_kind text, p_record_id uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select nullif(count(*), 0) from public.document_events e
   where e.kind = p_kind and e.record_id = p_record_id and e.type = 'approval_undone'
$$;
comment on function private.turn_of_approval is 'How often the approval of a document was undone, part of the key of its mails; null where never.';

create function private.cancel_thanks(p_order public.orders) returns void
  language sql security definer set search_path = ''
as $$
  update public.scheduled_emails m set status = 'cancelled', last_error = null
   where m.record_kind = 'quotation' and m.status = 'queued'
     and m.record_id in (select q.id from public.quotations q where q.id = p_order.quotation_id or q.amends_order_id = p_order.id)
     and m.template_key in (select t.key from public.email_templates t where t.sent_on = 'quotation.approved')
$$;
comment on function private.cancel_thanks is 'The mails that thank for the approvals of an order, while they wait, are not sent: the order is cancelled.';

create function private.signature_of(p_kind text, p_record_id uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select s.image from public.document_signatures s
   where s.kind = p_kind and s.record_id = p_record_id order by s.signed_at desc limit 1
$$;
comment on function private.signature_of is 'The last drawn signature of a document as data:image/png;base64; null where the name was typed.';

create function private.typed_signature_of(p_kind text, p_record_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when s.image is null then s.signed_name end from public.document_signatures s
     where s.kind = p_kind and s.record_id = p_record_id order by s.signed_at desc limit 1);
end $$;
comment on function private.typed_signature_of is 'The typed name that a document was signed with last; null where the signature was drawn, and where nobody signed.';

create function private.hold_papers(p_ids uuid[])
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform from public.orders where id = any (p_ids) order by id for no key update;
  perform private.hold_number('RCPT');
  perform from public.credit_notes where id = any (p_ids) order by id for no key update;
  perform from public.payments where id = any (p_ids) order by id for no key update;
  perform from public.invoices where id = any (p_ids) and status <> 'draft' order by id for no key update;
  perform from public.recurring_payments where id = any (p_ids) order by id for no key update;
  perform from public.payment_runs where id = any (p_ids) order by id for no key update;
  perform from public.supplier_invoices v
   where v.id = any (p_ids) or v.id in (select i.supplier_invoice_id from public.payment_run_items i where i.payment_run_id = any (p_ids))
   order by v.id for no key update;
end $function$;
comment on function private.hold_papers is 'Locks records that several payments settle in one transaction, in the order in which one payment locks: order, number,
credit note, payment, invoices; recurring payment, run, invoices of suppliers. Drafts are left out: they come before their orders, and nothing settles them.';

create function private.hold_number(p_prefix text)
 returns void
 language sql
 security definer
 set search_path to ''
as $function$
  insert into private.document_sequences as s (prefix, year, last_number) values (p_prefix, extract(year from private.company_today()), 0)
  on conflict (prefix, year) do update set last_number = s.last_number
$function$;
comment on function private.hold_number is 'Locks the numbers of a kind until the transaction ends, without drawing one.';

create function private.document_of_link(p_link uuid)
returns table (kind text, id uuid, label text, owners uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  v_kind private.document_kinds;
begin
  for v_kind in select * from private.document_kinds k where k.asked_role is not null loop
    return query execute format('select %L, r.id, %s, %s from %s as r where r.%I = $1 and (%s)',
      v_kind.kind, v_kind.label, v_kind.owners, v_kind.table_name, v_kind.link, v_kind.open_if) using p_link;
  end loop;
end $$;
comment on function private.document_of_link is
'The document behind an open link, and who takes care of it. No row where the link opens nothing, or a kind without questions.';

create function private.link_of_document(p_kind text, p_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_kind private.document_kinds;
  v_link uuid;
begin
  select * into v_kind from private.document_kinds k where k.kind = p_kind and k.asked_role is not null;
  if found then
    execute format('select r.%I from %s as r where r.id = $1', v_kind.link, v_kind.table_name) into v_link using p_id;
  end if;
  return v_link;
end $$;
comment on function private.link_of_document is 'The public link of a document that clients may ask about; null for other kinds.';

create function private.company_lacks() returns text
  language sql stable security definer set search_path = ''
as $$
  select nullif(concat_ws(' and ', nullif(concat_ws(', ', lacks.name, lacks.address), ''), lacks.country), '')
    from (select case when s.name = 'Our company' then 'its name' end as name,
                 case when coalesce(btrim(s.address), '') = '' then 'its address' end as address,
                 case when coalesce(btrim(s.country), '') = '' then 'its country' end as country
            from public.company_settings s) as lacks
$$;
comment on function private.company_lacks is 'What the company has not said of itself and every invoice must name, in words: its name, its address and its country. Null where
nothing is missing.';

create function private.vat_is_chosen() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.vat_rates r where r.is_default or (r.rate = 0 and r.treatment = 'standard'))
$$;
comment on function private.vat_is_chosen is 'A usual VAT rate is marked, or there is a rate of 0 % to choose. Otherwise a standard line of 0 % has it because nobody chose.';

create function private.fault_of_paper(p_paper text, p_id uuid, p_net numeric, p_vat numeric) returns text
  language sql stable security definer set search_path = ''
as $$
  with lines as (
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.invoice_items i
     where p_paper = 'invoice' and i.invoice_id = p_id and i.kind in ('item', 'discount', 'deposit')
    union all
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.credit_note_items i
     where p_paper = 'credit_note' and i.credit_note_id = p_id and i.kind in ('item', 'discount', 'deposit')
  ), sums as (
    select l.vat_rate, l.vat_treatment, sum(l.net) as base from lines l group by 1, 2
  ), taxes as (
    -- A paper from before this rule may have a base below zero; only its credit note may have one too.
    select t.vat_rate, t.vat_treatment, t.base, t.vat, true as is_above from public.invoice_vat t where p_paper = 'invoice' and t.invoice_id = p_id
    union all
    select t.vat_rate, t.vat_treatment, t.base, t.vat, coalesce(i.base >= 0, true) from public.credit_note_vat t
      join public.credit_notes n on n.id = t.credit_note_id
      left join public.invoice_vat i on i.invoice_id = n.invoice_id and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment
     where p_paper = 'credit_note' and t.credit_note_id = p_id
  ), paper as (
    select case when v.taxed_when_paid then 'standard' else v.kind end as kind, v.contact_id from public.invoices v where p_paper = 'invoice' and v.id = p_id
    union all
    select 'credit_note', n.contact_id from public.credit_notes n where p_paper = 'credit_note' and n.id = p_id
  )
  select private.with_tax(fault.says) from (
    select 1, 'The paper has no line with an amount.' where not exists (select from lines)
    union all
    select 2, format('Line %s has no description. Say what it is.', l.place)
      from (select lines.*, row_number() over (order by position) as place from lines) as l
     where l.kind = 'item' and btrim(l.description) = ''
    union all
    select 3, format('The line "%s" is below zero: a discount takes off, a line does not.', left(l.description, 100)) from lines l
     where l.kind = 'item' and l.net < 0
    union all
    select 4, format('At %s %% {tax} the discounts are larger than the lines. Give each discount the {tax} rate of its lines.', trim_scale(t.vat_rate))
      from taxes t where t.is_above and (t.base < 0 or t.vat < 0)
    union all
    select 4, format('At %s %% {tax} a discount of %s is to be taken now: the lines that are left to invoice could not bear it.', trim_scale(o.vat_rate),
             private.money_words(l.at_least))
      from (select i.order_id, i.vat_rate, i.vat_treatment, -coalesce(sum(i.net) filter (where i.kind = 'discount'), 0) as discount
              from public.invoice_items i join public.invoices v on v.id = i.invoice_id
             where p_paper = 'invoice' and i.invoice_id = p_id and i.order_item_id is not null and v.kind not in ('deposit', 'proforma')
             group by 1, 2, 3) as o
     cross join lateral private.discount_limits(p_id, o.order_id, o.vat_rate, o.vat_treatment) as l
     where o.discount < l.at_least
    union all
    select 5, format('The {tax} table says %s at %s %%, the lines say %s.', private.money_words(coalesce(t.base, 0)),
             trim_scale(coalesce(t.vat_rate, s.vat_rate)), private.money_words(coalesce(s.base, 0)))
      from sums s full join taxes t on t.vat_rate = s.vat_rate and t.vat_treatment = s.vat_treatment
     where t.base is distinct from s.base
    union all
    select 6, format('The {tax} of %s at %s %% is %s, and not %s.', private.money_words(t.base), trim_scale(t.vat_rate),
             private.money_words(private.vat_of(t.base, t.vat_rate)), private.money_words(t.vat))
      from taxes t where abs(t.vat - private.vat_of(t.base, t.vat_rate)) > 0.02 -- The rest after several deposits may be two cents off.
    union all
    select 7, format('Net %s and {tax} %s are not the sums of the {tax} table.', private.money_words(p_net), private.money_words(p_vat))
     where (p_net, p_vat) <> (select coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0) from taxes t)
    union all
    -- Money that came in has its paper: a deposit is issued all the same, but not one that asks for its money.
    select 8, 'Under reverse charge, and for goods to another EU country, an invoice names the {tax} numbers of both. Enter the one that is missing: the client''s on the client''s card, yours in Settings, Company.'
      from paper p join public.contacts c on c.id = p.contact_id cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and '' in (coalesce(btrim(c.vat_number), ''), coalesce(btrim(s.vat_number), ''))
       and exists (select from taxes t where t.vat_treatment in ('reverse_charge', 'intra_community'))
    union all
    select 9, 'An invoice that charges {tax} names your {tax} number. Enter it in Settings, Company.'
      from paper p cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and s.tax_kind = 'vat' and coalesce(btrim(s.vat_number), '') = '' and exists (select from taxes t where t.vat <> 0)
    union all
    -- A deposit that a client paid by card has its paper; one that a person records waits for what is missing.
    select 10, format('Your company lacks %s, which every invoice names. Enter it in Settings, Company.', private.company_lacks())
      from paper p where p.kind <> 'proforma' and private.company_lacks() is not null and not (p.kind = 'deposit' and private.is_server())
    union all
    select 11, format('Nobody chose the {tax} of the line "%s". Mark your usual {tax} rate in Settings, Company; if you are not registered for {tax}, add a rate of 0 %%.',
             left(l.description, 100))
      from paper p cross join lines l
     where p.kind not in ('credit_note', 'proforma') and l.kind = 'item' and l.vat_treatment = 'standard' and l.vat_rate = 0
       and not private.vat_is_chosen() and not (p.kind = 'deposit' and private.is_server())
  ) as fault (place, says)
  order by fault.place, fault.says limit 1
$$;
comment on function private.fault_of_paper is 'What an invoice or a credit note (p_paper: invoice, credit_note) of these totals says wrong of itself, in one sentence; null where nothing. The rules
of EN 16931 about lines, VAT table and totals, the VAT numbers that VAT and reverse charge must name, and what the company must have named and chosen.
What only the receiver lacks, such as an electronic address, is no fault of the paper.';

create function private.check_paper() returns trigger
language plpgsql security definer set search_path to '' as $function$
declare
  v_fault constant text := private.fault_of_paper(tg_argv[0], new.id, new.net, new.vat);
begin
  if v_fault is not null then
    perform private.refuse('PT409', v_fault);
  end if;
  return new;
end $function$;
comment on function private.check_paper is 'Argument: invoice or credit_note. A paper that contradicts itself is not issued, whatever issues it.';

create function private.plain_number(p_number text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(nullif(btrim(regexp_replace(regexp_replace(
           regexp_replace(lower(p_number), '[[:space:][:punct:]–—·•“”„‘’«»№]+', '-', 'g'),
           '([^0-9])-', '\1', 'g'), '-([^0-9])', '\1', 'g'), '-'), ''), lower(btrim(p_number)))
$$;
comment on function private.plain_number is
'The number of a paper without the way it is written: E3-100, e3 100 and E3/100 are one. Between two digits a separator counts:
1-10 and 11-0 are two numbers.';
grant execute on function private.plain_number to authenticated, service_role;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger append_only before update or delete on public.document_events
  for each row execute function private.refuse_change();
create trigger never_emptied before truncate on public.document_events
  for each statement execute function private.refuse_change();
create trigger mail_of_event after insert on public.document_events for each row execute function private.mail_of_event();

create trigger stamp_updated_by before insert or update on public.internal_notes
  for each row execute function private.stamp_updated_by();
create trigger ask_first before insert on public.internal_notes for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role staff');

create trigger append_only before update or delete on public.document_signatures
  for each row execute function private.refuse_change();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.document_events', 'nudge_page', 'private.nudge_document_events()', '{insert}');
call private.after_each_statement('public.document_events', 'nudge_activities', $$private.nudge_pages('record_id', 'time-tracking')$$, '{insert}');

call private.after_each_statement('public.internal_notes', 'nudge_page', 'private.nudge_internal_notes()');
