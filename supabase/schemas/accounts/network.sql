-- The network for electronic invoices: how each client receives them, which papers wait to be sent, and what became of them.

-- ---------------------------------------------------------------------------------------------------------- what it is

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
comment on table public.network_settings is 'Through which access point electronic invoices are sent and received. One row.';
comment on column public.network_settings.access_point is 'Its name, as it says it; null: none is connected. Written by connect_network.';
comment on column public.network_settings.is_test is 'It is the test access point: nothing leaves this machine.';
comment on column public.network_settings.own_address is 'Of the company, as 9930:DE123456789; null: its VAT number in the list of its country.';
comment on column public.network_settings.sends_when_issued is 'Papers go out when they are issued; false: a person sends each.';
comment on column public.network_settings.asked_at is 'When it was last asked for received invoices.';

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
comment on table public.electronic_receivers is 'How a client receives electronic invoices. A client without a row gets them by mail.';
comment on column public.electronic_receivers.address is 'In the network: scheme and number, as 9930:DE123456789; null: by mail alone.';
comment on column public.electronic_receivers.profile is 'peppol (BIS Billing 3), xrechnung, en16931 (plain), factur_x (the PDF by mail).';
comment on column public.electronic_receivers.buyer_reference is 'What the client wants as its reference on every invoice; for XRechnung the Leitweg-ID.';

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
create index network_papers_due_idx on public.network_papers (next_try_at) where status in ('waiting', 'sending', 'sent');
create unique index network_papers_message_idx on public.network_papers (message_id);
create index network_papers_created_by_idx on public.network_papers (created_by);
comment on table public.network_papers is
  'Invoices and credit notes on their way through the network: each version of a paper once. Written by functions.';
comment on column public.network_papers.version is 'Counts from 1: a paper that was rejected is sent again as its next version.';
comment on column public.network_papers.document is 'The file as it went out. A repeated try sends the same bytes.';
comment on column public.network_papers.next_try_at is 'When it is sent, or when the access point is asked again; null: no more.';
comment on column public.network_papers.reason is 'Why it was rejected or has failed, or why it still waits; in words.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.network_settings', 'select, update', '{access_point,is_test,asked_at}', p_audited => true, p_pages => '{invoices}');
create policy "staff read how the network is reached" on public.network_settings
  for select to authenticated using ((select private.is_staff()));
create policy "admins change how the network is used" on public.network_settings
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');

call private.borrow_rules('public.electronic_receivers', p_pinned => '{contact_id}', p_audited => true, p_key => 'contact_id',
  p_pages => '{contacts,invoices}');
create policy "staff read how clients receive" on public.electronic_receivers
  for select to authenticated using ((select private.can('contacts', 'view')));
create policy "staff add how clients receive" on public.electronic_receivers
  for insert to authenticated with check ((select private.can('contacts', 'edit')));
create policy "staff change how clients receive" on public.electronic_receivers
  for update to authenticated using ((select private.can('contacts', 'edit')))
  with check ((select private.can('contacts', 'edit')));
create policy "staff remove how clients receive" on public.electronic_receivers
  for delete to authenticated using ((select private.can('contacts', 'edit')));

call private.borrow_rules('public.network_papers', '', p_pages => '{invoices}');
grant select on public.network_papers to authenticated;
create policy "whoever reads invoices reads what became of them" on public.network_papers
  for select to authenticated using ((select private.can('invoices', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.leitweg_problem(p_id text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when p_id !~ '^[0-9]{2,12}(-[A-Za-z0-9]{1,30})?-[0-9]{2}$' then
      'A Leitweg-ID has digits, a part of letters and digits, and two check digits, such as 04011000-1234512345-06'
    when (select mod(string_agg(case when sign ~ '[0-9]' then sign else (ascii(sign) - 55)::text end, '' order by place)::numeric, 97) <> 1
            from regexp_split_to_table(upper(replace(p_id, '-', '')), '') with ordinality as signs (sign, place)) then
      'The check digits of the Leitweg-ID do not match: please look again' end
$$;
comment on function private.leitweg_problem is
  'What is wrong with a Leitweg-ID, in words; null: nothing (ISO 7064, mod 97-10). Agrees with leitwegProblem in src/documents/electronic/leitweg.ts.';

create function private.check_leitweg_ids() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_addressed text := substring(new.address from '^0204:(.*)$');
  v_referred text := case when new.profile = 'xrechnung' then btrim(new.buyer_reference) end;
  v_problem text := coalesce(private.leitweg_problem(v_addressed), private.leitweg_problem(v_referred));
begin
  if v_problem is not null then
    perform private.refuse('22023', v_problem);
  elsif upper(v_addressed) <> upper(v_referred) then
    perform private.refuse('22023', format('The address has another Leitweg-ID: %s. Please enter the same', v_addressed));
  end if;
  return new;
end $$;
comment on function private.check_leitweg_ids is
  'A Leitweg-ID is right, as an address and as the reference for XRechnung, and both are the same. A card from before stays until it is changed.';

create function private.must_mean_plain(p_contact_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.electronic_receivers r, public.company_settings s
     where r.contact_id = p_contact_id and r.profile = 'xrechnung' and r.buyer_reference is null and s.electronic_invoices <> 'none')
  then
    perform private.must_say_yes('without_xrechnung', 'This client wants XRechnung, and the Leitweg-ID is missing. Issue without XRechnung?');
  end if;
end $$;
comment on function private.must_mean_plain is 'Asks before a paper is issued to a client who wants XRechnung while the Leitweg-ID is missing.';

create function private.receiver_facts(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('address', r.address, 'profile', r.profile, 'reference', r.buyer_reference, 'sender', s.own_address)
    from public.network_settings s left join public.electronic_receivers r on r.contact_id = p_contact_id);
end $$;
comment on function private.receiver_facts is 'How an electronic invoice is written for a client: as its card says it today.';

create function private.show_network_status(p_kind text, p_id uuid, p_status text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_kind = 'invoice' then
    update public.invoices set network_status = p_status where id = p_id and network_status is distinct from p_status;
  else
    update public.credit_notes set network_status = p_status where id = p_id and network_status is distinct from p_status;
  end if;
end $$;

create function private.follow_network_paper() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.show_network_status(new.record_kind, new.record_id, case new.status when 'sending' then 'waiting' else new.status end);
  return null;
end $$;
comment on function private.follow_network_paper is 'A paper shows what became of its last version.';

create function private.queue_network_paper(p_kind text, p_id uuid, p_contact_id uuid, p_label text) returns uuid
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
  return v_id;
end $$;

create function private.send_over_network(p_kind text, p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_paper record;
  v_id uuid;
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
  v_id := private.queue_network_paper(p_kind, p_id, v_paper.contact_id, v_paper.number);
  -- What goes out by being issued tells that it is sent; this is a person's step.
  perform private.log_event(p_kind, p_id, 'network_queued') from public.network_papers p where p.id = v_id and p.created_at = now();
  return v_id;
end $$;
comment on function private.send_over_network is
  'Queues an issued invoice or credit note for the network. A second call changes nothing while it is on its way or was accepted; one
that was rejected or has failed becomes its next version. Returns the id of the version.';
call private.offer('private.send_over_network(text, uuid)');

create function private.send_when_issued() returns trigger
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
comment on function private.send_when_issued is 'Arguments: kind and number. A paper whose client has an address in the network goes out when it is issued, where the company wants that.';

create function private.claim_network_papers(p_most integer default 5) returns setof jsonb
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
comment on function private.claim_network_papers is
  'For the service key: papers that are due, now being sent. Two senders never get the same one. One whose sender died is given out again
after five minutes, with the same key: the access point knows by it what it has already.';
call private.offer('private.claim_network_papers(integer)', '{service_role}');

create function private.keep_network_document(p_id uuid, p_document text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_document text;
begin
  update public.network_papers set document = coalesce(document, p_document) where id = p_id and status = 'sending' returning document into v_document;
  return v_document;
end $$;
comment on function private.keep_network_document is 'For the service key: keeps the file before it goes out. Returns what is sent: that of the first try.';
call private.offer('private.keep_network_document(uuid, text)', '{service_role}');

create function private.network_questions(p_most integer default 20, p_message_id text default null) returns setof jsonb
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
comment on function private.network_questions is
  'For the service key: sent papers about which the access point is asked again, or that of p_message_id. After fourteen days nobody asks any more.';
call private.offer('private.network_questions(integer, text)', '{service_role}');

create function private.tell_of_network(p_paper public.network_papers) returns void
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
comment on function private.tell_of_network is 'The story of the paper says what became of it, and accounts hear of one that was not received.';

create function private.settle_network_paper(p_id uuid, p_outcome text, p_message_id text default null, p_reason text default null) returns text
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
comment on function private.settle_network_paper is
  'For the service key: what became of a paper. p_outcome is sent, accepted, rejected, failed, or again: it waits for its next try, and has
failed after the last one. Returns the new status.';
call private.offer('private.settle_network_paper(uuid, text, text, text)', '{service_role}');

create function private.connect_network(p_name text, p_is_test boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.network_settings set access_point = p_name, is_test = p_is_test
   where access_point is distinct from p_name or is_test is distinct from p_is_test;
end $$;
comment on function private.connect_network is 'For the service key: the name of the access point that answered, and whether it is the one for trying; null where none is set up.';
call private.offer('private.connect_network(text, boolean)', '{service_role}');

create function private.network_is_due() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.network_papers p
     where (p.status in ('waiting', 'sent') and p.next_try_at <= now()) or (p.status = 'sending' and p.claimed_at < now() - interval '5 minutes'))
    or exists (select from public.network_settings s where s.access_point is not null and coalesce(s.asked_at, '-infinity') < now() - interval '15 minutes');
end $$;
comment on function private.network_is_due is 'Whether the function electronic-network has something to do: the clock asks this before it wakes it.';

create function private.wake_network() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.network_is_due() then
    perform private.call_function('electronic-network');
  end if;
end $$;
comment on function private.wake_network is 'Calls the function electronic-network when something is due. For the clock of a hosted database.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger follow_network_paper after insert or update of status on public.network_papers
  for each row execute function private.follow_network_paper();
create trigger check_leitweg_ids before insert or update of address, profile, buyer_reference on public.electronic_receivers
  for each row execute function private.check_leitweg_ids();
create trigger ask_first before insert on public.electronic_receivers for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('contacts:edit');

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into public.network_settings (id) values (1);

-- ------------------------------------------------------------------------------------------------------------ at times

insert into private.schedules (name, runs_at, statement) values
  ('electronic-network', '* * * * *', 'select private.wake_network()');
