set check_function_bodies = off;

drop trigger pin on public.credit_notes;

drop trigger pin on public.invoices;

drop routine private.invoice_totals(p_on date, p_status text, p_contact_id uuid, p_overdue boolean, p_text text, p_asked boolean);

drop routine public.invoice_totals(p_on date, p_status text, p_contact_id uuid, p_overdue boolean, p_text text, p_asked boolean);

alter table public.credit_notes add column network_status text;

alter table public.invoices add column network_status text;

-- An electronic credit note says when its invoice was supplied: the schema of CII wants the delivery, and an empty one is refused.
create or replace function private.credit_note_document(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(n.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id))
      || private.tax_facts_of_paper('credit_note', n.id))
    || jsonb_build_object('kind', 'credit_note', 'language', private.language_of('credit_note', n.id), 'number', n.credit_number, 'status', n.status, 'issue_date', n.issue_date,
      'reason', n.reason, 'note', n.note, 'currency', n.currency, 'invoice_number', v.invoice_number, 'project_title', v.project_title,
      'supply_date', v.supply_date, 'receiver', private.receiver_facts(n.contact_id),
      'net', private.amount_text(n.net), 'vat', private.amount_text(n.vat), 'gross', private.amount_text(n.gross),
      'allocated', private.amount_text(n.allocated),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('by_amount', i.by_amount)
                 || case when of_rate.is_one then jsonb_build_object('net', of_rate.net::text, 'unit_price', of_rate.net::text) else '{}' end order by i.position)
          from public.credit_note_items i
          -- An amount is one line of the paper, whatever lines of the invoice it was taken from. Older notes name those lines.
         cross join lateral (
           select sum(s.net) as net, min(s.position) as position, i.by_amount and i.description like 'Credit at %' as is_one from public.credit_note_items s
            where s.credit_note_id = n.id and s.by_amount and s.description = i.description
              and s.vat_rate = i.vat_rate and s.vat_treatment = i.vat_treatment) as of_rate
         where i.credit_note_id = n.id and (not of_rate.is_one or i.position = of_rate.position)), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.credit_note_vat t where t.credit_note_id = n.id), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id
$$;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)) || private.tax_facts_of_paper('invoice', v.id))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'language', private.language_of('invoice', v.id), 'invoice_kind', v.kind, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'terms', v.terms, 'note', v.note, 'receiver', private.receiver_facts(v.contact_id),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || case i.kind when 'deposit' then jsonb_build_object('vat', i.vat::text) else '{}' end
                 order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.invoice_totals(
  p_on date, p_status text default null, p_contact_id uuid default null, p_overdue boolean default false, p_text text default null,
  p_asked boolean default false, p_network text default null)
returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select jsonb_build_object('gross', private.amount_text(coalesce(sum(v.gross), 0)),
        'balance', private.amount_text(coalesce(sum(v.balance) filter (where v.status not in ('draft', 'void')), 0)),
        'overdue', private.amount_text(coalesce(sum(v.balance) filter (where v.status not in ('draft', 'void') and v.due_date < p_on), 0)))
      from public.invoices v
     where v.status <> 'void' and v.kind <> 'proforma'
       and (p_status is null or v.state = p_status) and (p_contact_id is null or v.contact_id = p_contact_id)
       and (p_network is null or v.network_status = p_network)
       and (not coalesce(p_overdue, false) or (v.status in ('issued', 'partly_paid') and v.balance > 0 and v.due_date < p_on))
       and (coalesce(btrim(p_text), '') = '' or v.id = any (array(select private.records_named('invoice', p_text, 2000))))
       and (not coalesce(p_asked, false)
            or v.id = any (array(select q.record_id from private.open_questions() as q where q.kind = 'invoice'))));
end $$;

create table public.network_settings (
  id                smallint primary key default 1,
  access_point      text,
  is_test           boolean not null default false,
  own_address       text,
  sends_when_issued boolean not null default true,
  asked_at          timestamptz,
  row_version       integer not null default 1,
  constraint network_settings_is_one_row check (id = 1),
  constraint network_settings_access_point_length check (char_length(btrim(access_point)) between 1 and 100 and char_length(access_point) <= 110),
  constraint network_settings_own_address_is_one check (own_address ~ '^[0-9]{4}:[A-Za-z0-9][A-Za-z0-9.:_+-]{0,60}$')
);

insert into public.network_settings (id) values (1);

create table public.electronic_receivers (
  id              uuid primary key default gen_random_uuid(),
  contact_id      uuid not null unique references public.contacts (id) on delete cascade,
  address         text,
  profile         text not null default 'peppol',
  buyer_reference text,
  created_at      timestamptz not null default now(),
  row_version     integer not null default 1,
  constraint electronic_receivers_address_is_one check (address ~ '^[0-9]{4}:[A-Za-z0-9][A-Za-z0-9.:_+-]{0,60}$'),
  constraint electronic_receivers_profile_is_known check (profile in ('peppol', 'xrechnung', 'en16931', 'factur_x')),
  constraint electronic_receivers_reference_length check (char_length(btrim(buyer_reference)) between 1 and 100 and char_length(buyer_reference) <= 110)
);

create table public.network_papers (
  id           uuid primary key default gen_random_uuid(),
  record_kind  text not null,
  record_id    uuid not null,
  record_label text,
  version      integer not null,
  receiver     text not null,
  profile      text not null,
  status       text not null default 'waiting',
  tries        integer not null default 0,
  next_try_at  timestamptz default now(),
  claimed_at   timestamptz,
  message_id   text,
  document     text,
  reason       text,
  sent_at      timestamptz,
  created_at   timestamptz not null default now(),
  created_by   uuid default auth.uid() references auth.users (id) on delete set null,
  constraint network_papers_one_a_version unique (record_kind, record_id, version),
  constraint network_papers_kind_is_known check (record_kind in ('invoice', 'credit_note')),
  constraint network_papers_status_is_known check (status in ('waiting', 'sending', 'sent', 'accepted', 'rejected', 'failed')),
  constraint network_papers_version_counts check (version between 1 and 1000),
  constraint network_papers_tries_count check (tries between 0 and 1000),
  constraint network_papers_sent_has_an_id check (status not in ('sent', 'accepted') or message_id is not null),
  constraint network_papers_texts_length check (char_length(record_label) <= 300 and char_length(receiver) <= 70 and char_length(profile) <= 20
    and char_length(message_id) <= 200 and char_length(reason) <= 1000 and char_length(document) <= 5000000)
);

create or replace function private.receiver_facts(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('address', r.address, 'profile', r.profile, 'reference', r.buyer_reference, 'sender', s.own_address)
    from public.network_settings s left join public.electronic_receivers r on r.contact_id = p_contact_id);
end $$;

create or replace function private.show_network_status(p_kind text, p_id uuid, p_status text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_kind = 'invoice' then
    update public.invoices set network_status = p_status where id = p_id and network_status is distinct from p_status;
  else
    update public.credit_notes set network_status = p_status where id = p_id and network_status is distinct from p_status;
  end if;
end $$;

create or replace function private.follow_network_paper() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.show_network_status(new.record_kind, new.record_id, case new.status when 'sending' then 'waiting' else new.status end);
  return null;
end $$;

create or replace function private.queue_network_paper(p_kind text, p_id uuid, p_contact_id uuid, p_label text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_last public.network_papers;
  v_receiver public.electronic_receivers;
  v_id uuid;
begin
  select * into v_last from public.network_papers where record_kind = p_kind and record_id = p_id order by version desc limit 1;
  if v_last.status in ('waiting', 'sending', 'sent', 'accepted') then
    return v_last.id;
  end if;
  select * into v_receiver from public.electronic_receivers where contact_id = p_contact_id;
  insert into public.network_papers (record_kind, record_id, record_label, version, receiver, profile)
  values (p_kind, p_id, p_label, coalesce(v_last.version, 0) + 1, v_receiver.address, v_receiver.profile)
  returning id into v_id;
  perform private.log_event(p_kind, p_id, 'network_queued', jsonb_build_object('to', v_receiver.address));
  return v_id;
end $$;

create or replace function private.send_over_network(p_kind text, p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_paper record;
begin
  perform private.must('invoices', 'edit', 'send invoices');
  if p_kind = 'invoice' then
    select contact_id, invoice_number as number, status, kind = 'proforma' or opening_on is not null as is_none into v_paper
      from public.invoices where id = p_id for no key update;
  else
    select contact_id, credit_number as number, status, false as is_none into v_paper from public.credit_notes where id = p_id for no key update;
  end if;
  if v_paper.contact_id is null then
    perform private.refuse('PT404', 'This paper is not there any more');
  elsif v_paper.status in ('draft', 'void') then
    perform private.refuse('PT409', 'Please issue it first: a draft is not sent');
  elsif v_paper.is_none then
    perform private.refuse('PT409', 'This paper is not sent over the network');
  elsif not exists (select from public.network_settings where access_point is not null) then
    perform private.refuse('PT409', 'No access point is connected. An admin connects one in Settings, Network.');
  elsif not exists (select from public.electronic_receivers where contact_id = v_paper.contact_id and address is not null and profile <> 'factur_x') then
    perform private.refuse('PT409', 'The client has no address in the network. Enter it on the card of the client.');
  end if;
  return private.queue_network_paper(p_kind, p_id, v_paper.contact_id, v_paper.number);
end $$;

create or replace function private.send_when_issued() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.network_settings n, public.company_settings s, public.electronic_receivers r
     where n.access_point is not null and n.sends_when_issued and s.electronic_invoices <> 'none' and r.contact_id = new.contact_id
       and r.address is not null and r.profile <> 'factur_x')
  then
    perform private.queue_network_paper(tg_argv[0], new.id, new.contact_id, to_jsonb(new) ->> tg_argv[1]);
  end if;
  return null;
end $$;

create or replace function private.claim_network_papers(p_most integer default 5) returns setof jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  return query
    with due as (
      select p.id from public.network_papers p
       where (p.status = 'waiting' and p.next_try_at <= now())
          or (p.status = 'sending' and p.claimed_at < now() - interval '5 minutes')
       order by p.next_try_at, p.id limit least(greatest(p_most, 1), 50) for update skip locked
    ), claimed as (
      update public.network_papers p set status = 'sending', claimed_at = now(), tries = least(p.tries + 1, 1000)
        from due where p.id = due.id returning p.*
    )
    select jsonb_build_object('id', c.id, 'key', c.record_id || '/' || c.version, 'kind', c.record_kind, 'receiver', c.receiver,
        'profile', c.profile, 'written', c.document,
        'document', case c.record_kind when 'invoice' then private.invoice_document(c.record_id) else private.credit_note_document(c.record_id) end)
      from claimed c;
end $$;

create or replace function private.keep_network_document(p_id uuid, p_document text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_document text;
begin
  update public.network_papers set document = coalesce(document, p_document) where id = p_id and status = 'sending' returning document into v_document;
  return v_document;
end $$;

create or replace function private.network_questions(p_most integer default 20, p_message_id text default null) returns setof jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  return query
    update public.network_papers p
       set tries = least(p.tries + 1, 1000),
           next_try_at = case when p.sent_at > now() - interval '14 days' then now() + coalesce(private.pause_after(p.tries + 1), '8 hours') end
     where p.id in (
       select d.id from public.network_papers d
        where d.status = 'sent' and (d.message_id = p_message_id or p_message_id is null and d.next_try_at <= now())
        order by d.next_try_at limit least(greatest(p_most, 1), 50) for update skip locked)
    returning jsonb_build_object('id', p.id, 'message_id', p.message_id);
end $$;

create or replace function private.tell_of_network(p_paper public.network_papers) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_event(p_paper.record_kind, p_paper.record_id, 'network_' || p_paper.status,
    jsonb_build_object('to', p_paper.receiver, 'reason', p_paper.reason), coalesce(private.person_label(p_paper.created_by), 'Network'));
  if p_paper.status = 'sent' then
    update public.invoices set sent_at = now() where p_paper.record_kind = 'invoice' and id = p_paper.record_id and sent_at is null;
    update public.credit_notes set sent_at = now() where p_paper.record_kind = 'credit_note' and id = p_paper.record_id and sent_at is null;
  elsif p_paper.status in ('rejected', 'failed') then
    perform private.tell_staff(array_remove(array[p_paper.created_by], null), 'accounts',
      format('%s was not received', coalesce(p_paper.record_label, 'A paper')),
      format('%s %s: %s', case p_paper.status when 'rejected' then 'The network rejected it for' else 'It could not be sent to' end,
        p_paper.receiver, p_paper.reason), null,
      jsonb_build_object('kind', p_paper.record_kind, 'id', p_paper.record_id));
  end if;
end $$;

create or replace function private.settle_network_paper(p_id uuid, p_outcome text, p_message_id text default null, p_reason text default null) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.network_papers;
  v_pause interval;
begin
  select * into v_row from public.network_papers where id = p_id for update;
  if v_row.id is null or v_row.status not in ('sending', 'sent') or v_row.status = 'sent' and p_outcome not in ('accepted', 'rejected') then
    return v_row.status;
  end if;
  v_pause := private.pause_after(v_row.tries);
  update public.network_papers
     set status = case p_outcome when 'again' then case when v_pause is null then 'failed' else 'waiting' end else p_outcome end,
         message_id = coalesce(message_id, p_message_id), reason = case when p_outcome not in ('sent', 'accepted') then left(p_reason, 1000) end,
         tries = case p_outcome when 'sent' then 0 else tries end, claimed_at = null,
         sent_at = case when p_outcome in ('sent', 'accepted') then coalesce(sent_at, now()) else sent_at end,
         next_try_at = case p_outcome when 'again' then now() + v_pause when 'sent' then now() + interval '10 seconds' end
   where id = p_id returning * into v_row;
  if v_row.status <> 'waiting' then
    perform private.tell_of_network(v_row);
  end if;
  return v_row.status;
end $$;

create or replace function private.connect_network(p_name text, p_is_test boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.network_settings set access_point = p_name, is_test = p_is_test
   where access_point is distinct from p_name or is_test is distinct from p_is_test;
end $$;

create or replace function private.network_is_due() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.network_papers p
     where (p.status in ('waiting', 'sent') and p.next_try_at <= now()) or (p.status = 'sending' and p.claimed_at < now() - interval '5 minutes'));
end $$;

create or replace function private.wake_network() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.network_is_due() and to_regnamespace('net') is not null and to_regnamespace('vault') is not null then
    execute $call$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/electronic-network',
        headers := jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' ||
          (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key')))
    $call$;
  end if;
end $$;

-- What is generated is not there yet before an update.
create or replace function private.guard_issued() returns trigger
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
     and changed.key not in ('status', 'state', 'gross', 'paid', 'credited', 'written_off', 'balance', 'allocated', 'open', 'sent_at', 'first_viewed_at',
       'last_viewed_at', 'reminder_stage', 'archived_at', 'link_revoked_at', 'row_version', 'search_text', 'contact_id', 'person_id', 'created_by', 'issued_by',
       'network_status')
   limit 1;
  if found then
    raise exception using errcode = 'PT409',
      message = format('An issued %s never changes: correct it by a credit note', replace(tg_argv[0], '_', ' ')), detail = v_column;
  end if;
  return new;
end $$;

alter table public.credit_notes add constraint credit_notes_network_status_is_known CHECK (network_status = ANY (ARRAY['waiting'::text, 'sent'::text, 'accepted'::text, 'rejected'::text, 'failed'::text]));

alter table public.invoices add constraint invoices_network_status_is_known CHECK (network_status = ANY (ARRAY['waiting'::text, 'sent'::text, 'accepted'::text, 'rejected'::text, 'failed'::text]));

revoke execute on all routines in schema private from public;

call private.offer('private.invoice_totals(date, text, uuid, boolean, text, boolean, text)');

call private.borrow_rules('public.network_settings', 'select, update', '{access_point,is_test,asked_at}', p_audited => true, p_pages => '{invoices}');

call private.borrow_rules('public.electronic_receivers', p_pinned => '{contact_id}', p_audited => true, p_key => 'contact_id',
  p_pages => '{contacts,invoices}');

call private.borrow_rules('public.network_papers', '', p_pages => '{invoices}');

call private.offer('private.send_over_network(text, uuid)');

call private.offer('private.claim_network_papers(integer)', '{service_role}');

call private.offer('private.keep_network_document(uuid, text)', '{service_role}');

call private.offer('private.network_questions(integer, text)', '{service_role}');

call private.offer('private.settle_network_paper(uuid, text, text, text)', '{service_role}');

call private.offer('private.connect_network(text, boolean)', '{service_role}');

create index invoices_network_status_idx on public.invoices (network_status, created_at desc, id desc) where network_status is not null;

create index network_papers_created_by_idx on public.network_papers (created_by);

create index network_papers_due_idx on public.network_papers (next_try_at) where status in ('waiting', 'sending', 'sent');

create unique index network_papers_message_idx on public.network_papers (message_id);

CREATE TRIGGER pin BEFORE UPDATE ON public.credit_notes FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'credit_number', 'public_uuid', 'status', 'invoice_id', 'contact_id', 'issue_date', 'currency', 'net', 'vat', 'allocated', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'issued_at', 'issued_by', 'with_note_id', 'network_status');

create or replace trigger send_when_issued after update of status on public.credit_notes for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void')) execute function private.send_when_issued('credit_note', 'credit_number');

create or replace trigger ask_first before insert on public.electronic_receivers for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('contacts:edit');

CREATE TRIGGER pin BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'invoice_number', 'public_uuid', 'kind', 'status', 'contact_id', 'order_id', 'quotation_id', 'issue_date', 'currency', 'net', 'vat', 'paid', 'credited', 'written_off', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'reminder_stage', 'issued_at', 'issued_by', 'skipped_deposits', 'opening_on', 'exemption_id', 'network_status');

create or replace trigger send_when_issued after update of status on public.invoices for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void') and new.opening_on is null and new.kind <> 'proforma')
  execute function private.send_when_issued('invoice', 'invoice_number');

create or replace trigger follow_network_paper after insert or update of status on public.network_papers
  for each row execute function private.follow_network_paper();

create policy "staff add how clients receive" on public.electronic_receivers
  for insert to authenticated with check ((select private.can('contacts', 'edit')));

create policy "staff change how clients receive" on public.electronic_receivers
  for update to authenticated using ((select private.can('contacts', 'edit')))
  with check ((select private.can('contacts', 'edit')));

create policy "staff read how clients receive" on public.electronic_receivers
  for select to authenticated using ((select private.can('contacts', 'view')));

create policy "staff remove how clients receive" on public.electronic_receivers
  for delete to authenticated using ((select private.can('contacts', 'edit')));

create policy "whoever reads invoices reads what became of them" on public.network_papers
  for select to authenticated using ((select private.can('invoices', 'view')));

create policy "admins change how the network is used" on public.network_settings
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');

create policy "staff read how the network is reached" on public.network_settings
  for select to authenticated using ((select private.is_staff()));

grant select on table public.network_papers to authenticated;

comment on function private.claim_network_papers(integer) is 'For the service key: papers that are due, now being sent. Two senders never get the same one. One whose sender died is given out again
after five minutes, with the same key: the access point knows by it what it has already.';

comment on function private.connect_network(pg_catalog.text,boolean) is 'For the service key: the name of the access point that answered, and whether it is the one for trying; null where none is set up.';

comment on function private.follow_network_paper() is 'A paper shows what became of its last version.';

comment on function private.invoice_totals(pg_catalog.date,pg_catalog.text,pg_catalog.uuid,boolean,pg_catalog.text,boolean,pg_catalog.text) is 'Sums over the list of invoices with these filters: gross of all, balance and overdue (due before p_on) of the issued ones.
p_status: their state, p_network: that in the network. p_asked: those with a question that nobody answered. Void and pro forma ones do not count. Amounts are text.';

comment on function private.keep_network_document(pg_catalog.uuid,pg_catalog.text) is 'For the service key: keeps the file before it goes out. Returns what is sent: that of the first try.';

comment on function private.network_is_due() is 'Whether the function electronic-network has something to do: the clock asks this before it wakes it.';

comment on function private.network_questions(integer,pg_catalog.text) is 'For the service key: sent papers about which the access point is asked again, or that of p_message_id. After fourteen days nobody asks any more.';

comment on function private.receiver_facts(pg_catalog.uuid) is 'How an electronic invoice is written for a client: as its card says it today.';

comment on function private.send_over_network(pg_catalog.text,pg_catalog.uuid) is 'Queues an issued invoice or credit note for the network. A second call changes nothing while it is on its way or was accepted; one
that was rejected or has failed becomes its next version. Returns the id of the version.';

comment on function private.send_when_issued() is 'Arguments: kind and number. A paper whose client has an address in the network goes out when it is issued, where the company wants that.';

comment on function private.settle_network_paper(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'For the service key: what became of a paper. p_outcome is sent, accepted, rejected, failed, or again: it waits for its next try, and has
failed after the last one. Returns the new status.';

comment on function private.tell_of_network(public.network_papers) is 'The story of the paper says what became of it, and accounts hear of one that was not received.';

comment on function private.wake_network() is 'Calls the function electronic-network when something is due. For the clock of a hosted database.';

comment on function public.claim_network_papers(integer) is 'For the service key: papers that are due, now being sent. Two senders never get the same one. One whose sender died is given out again
after five minutes, with the same key: the access point knows by it what it has already.';

comment on function public.connect_network(pg_catalog.text,boolean) is 'For the service key: the name of the access point that answered, and whether it is the one for trying; null where none is set up.';

comment on function public.invoice_totals(pg_catalog.date,pg_catalog.text,pg_catalog.uuid,boolean,pg_catalog.text,boolean,pg_catalog.text) is 'Sums over the list of invoices with these filters: gross of all, balance and overdue (due before p_on) of the issued ones.
p_status: their state, p_network: that in the network. p_asked: those with a question that nobody answered. Void and pro forma ones do not count. Amounts are text.';

comment on function public.keep_network_document(pg_catalog.uuid,pg_catalog.text) is 'For the service key: keeps the file before it goes out. Returns what is sent: that of the first try.';

comment on function public.network_questions(integer,pg_catalog.text) is 'For the service key: sent papers about which the access point is asked again, or that of p_message_id. After fourteen days nobody asks any more.';

comment on function public.send_over_network(pg_catalog.text,pg_catalog.uuid) is 'Queues an issued invoice or credit note for the network. A second call changes nothing while it is on its way or was accepted; one
that was rejected or has failed becomes its next version. Returns the id of the version.';

comment on function public.settle_network_paper(pg_catalog.uuid,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'For the service key: what became of a paper. p_outcome is sent, accepted, rejected, failed, or again: it waits for its next try, and has
failed after the last one. Returns the new status.';

comment on column public.credit_notes.network_status is 'What became of it in the network for electronic invoices; null: it was not sent there.';

comment on column public.electronic_receivers.address is 'In the network: scheme and number, as 9930:DE123456789; null: by mail alone.';

comment on column public.electronic_receivers.buyer_reference is 'What the client wants as its reference on every invoice; for XRechnung the Leitweg-ID.';

comment on column public.electronic_receivers.profile is 'peppol (BIS Billing 3), xrechnung, en16931 (plain), factur_x (the PDF by mail).';

comment on column public.invoices.network_status is 'What became of it in the network for electronic invoices; null: it was not sent there.';

comment on column public.network_papers.document is 'The file as it went out. A repeated try sends the same bytes.';

comment on column public.network_papers.next_try_at is 'When it is sent, or when the access point is asked again; null: no more.';

comment on column public.network_papers.reason is 'Why it was rejected or has failed, or why it still waits; in words.';

comment on column public.network_papers.version is 'Counts from 1: a paper that was rejected is sent again as its next version.';

comment on column public.network_settings.access_point is 'Its name, as it says it; null: none is connected. Written by connect_network.';

comment on column public.network_settings.asked_at is 'When it was last asked for received invoices.';

comment on column public.network_settings.is_test is 'It is the test access point: nothing leaves this machine.';

comment on column public.network_settings.own_address is 'Of the company, as 9930:DE123456789; null: its VAT number in the list of its country.';

comment on column public.network_settings.sends_when_issued is 'Papers go out when they are issued; false: a person sends each.';

comment on table public.electronic_receivers is 'How a client receives electronic invoices. A client without a row gets them by mail.';

comment on table public.network_papers is 'Invoices and credit notes on their way through the network: each version of a paper once. Written by functions.';

comment on table public.network_settings is 'Through which access point electronic invoices are sent and received. One row.';

insert into private.schedules ("name", "runs_at", "statement") select "name", "runs_at", "statement" from jsonb_populate_record(null::private.schedules, '{"name":"electronic-network","runs_at":"* * * * *","statement":"select private.wake_network()"}');

reset check_function_bodies;
