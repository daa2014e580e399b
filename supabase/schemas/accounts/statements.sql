-- Statements of clients.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.statements (
  id               uuid primary key default gen_random_uuid(),
  statement_number text not null unique,
  public_uuid      uuid not null unique default gen_random_uuid(),
  link_revoked_at  timestamptz,
  contact_id       uuid not null references public.contacts (id) on delete restrict,
  date_from        date not null,
  date_to          date not null,
  opening          numeric(14, 2) not null,
  closing          numeric(14, 2) not null,
  currency         text not null default 'EUR',
  snapshot         jsonb not null,
  sent_at          timestamptz,
  first_viewed_at  timestamptz,
  last_viewed_at   timestamptz,
  created_by       uuid default auth.uid() references auth.users (id) on delete set null,
  created_at       timestamptz not null default now(),
  constraint statements_range_is_in_order check (date_to >= date_from)
);
create index statements_contact_id_idx on public.statements (contact_id, date_to desc);
create index statements_created_by_idx on public.statements (created_by);
create index statements_created_at_idx on public.statements (created_at desc, id desc);
comment on table public.statements is 'Statements that were made: what stood in them stays in snapshot.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.statements', 'select, update', '{statement_number,public_uuid,contact_id,date_from,date_to,opening,
  closing,currency,snapshot,sent_at,first_viewed_at,last_viewed_at}', p_audited => true, p_pages => '{statements}', p_document => 'public_uuid');
create policy "staff read statements" on public.statements
  for select to authenticated
  using ((select private.can('statements', 'view')));
create policy "staff revoke links of statements" on public.statements
  for update to authenticated
  using ((select private.can('statements', 'edit'))) with check ((select private.can('statements', 'edit')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.statement_of(p_contact_id uuid, p_from date, p_to date) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with entries as materialized (
    select e.*, sum(e.debit - e.credit) over (order by e.on_date, e.sort, e.number, e.id) as running
      from private.account_entries(p_contact_id) as e where e.on_date <= p_to
  ), sums as (
    select coalesce(sum(debit - credit) filter (where on_date < p_from), 0) as opening, coalesce(sum(debit - credit), 0) as closing from entries
  ), invoices as materialized (
    select o.* from private.open_invoices(p_contact_id, p_to) as o
  ), ageing as (
    select coalesce(sum(o.open) filter (where late <= 0), 0) as not_due,
           coalesce(sum(o.open) filter (where late between 1 and 30), 0) as days_30,
           coalesce(sum(o.open) filter (where late between 31 and 60), 0) as days_60,
           coalesce(sum(o.open) filter (where late between 61 and 90), 0) as days_90,
           coalesce(sum(o.open) filter (where late > 90), 0) as older,
           coalesce(sum(o.open), 0) as open
      from invoices as o, lateral (select p_to - coalesce(o.due_date, o.issue_date) as late) as days
  )
  -- json and not jsonb within: thousands of lines are put in order of their keys once, at the end. Amounts as private.amount_text has them.
  select jsonb_build_object('kind', 'statement', 'language', private.client_language(null, p_contact_id), 'date_from', p_from, 'date_to', p_to,
    'currency', private.currency_of(p_contact_id),
    'company', private.company_facts(), 'client', private.contact_facts(p_contact_id),
    'opening', private.amount_text(sums.opening), 'closing', private.amount_text(sums.closing),
    'lines', coalesce((
      select json_agg(json_build_object('date', e.on_date, 'kind', e.kind, 'id', e.id, 'number', e.number, 'description', e.description,
               'due_date', o.due_date, 'debit', e.debit::numeric(14, 2)::text, 'credit', e.credit::numeric(14, 2)::text,
               'balance', e.running::numeric(14, 2)::text) order by e.on_date, e.sort, e.number, e.id)
        from entries e left join invoices o on o.id = e.id and o.open > 0 where e.on_date >= p_from)::jsonb, '[]'),
    'open', coalesce((
      select json_agg(json_build_object('id', o.id, 'number', o.number, 'issue_date', o.issue_date, 'due_date', o.due_date,
               'gross', o.gross::numeric(14, 2)::text, 'open', o.open::numeric(14, 2)::text) order by o.due_date, o.number)
        from invoices as o where o.open > 0)::jsonb, '[]'),
    'ageing', jsonb_build_object('not_due', private.amount_text(ageing.not_due), 'days_30', private.amount_text(ageing.days_30),
      'days_60', private.amount_text(ageing.days_60), 'days_90', private.amount_text(ageing.days_90),
      'older', private.amount_text(ageing.older), 'unallocated', private.amount_text(ageing.open - sums.closing)))
    from sums, ageing
$$;

create function private.client_statement(p_contact_id uuid, p_from date, p_to date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can('statements', 'view') or p_contact_id in (select private.my_contact_ids())) then
    raise insufficient_privilege using message = 'You may not see statements';
  elsif p_from is null or p_to is null or p_to < p_from then
    perform private.refuse('22023', 'Please choose a first day that is not after the last');
  end if;
  return private.statement_of(p_contact_id, p_from, p_to);
end $$;
comment on function private.client_statement is
  'The account of a client between two days, both included: opening, lines with running balance, closing; open invoices, their
age as at the last day (not due, 1–30, 31–60, 61–90 and more days past due) and unallocated credit. Later payments do not
count. closing = Σ age − unallocated. Amounts are text. Clients may read their own.';
call private.offer('private.client_statement(uuid, date, date)');

create function private.create_statement(p_contact_id uuid, p_from date, p_to date, p_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_snapshot jsonb;
begin
  perform private.must('statements', 'create', 'make statements');
  select id into v_id from public.statements where id = p_id;
  if found then
    return v_id;
  elsif not exists (select from public.contacts where id = p_contact_id) then
    perform private.refuse('PT404', 'This contact is not there any more');
  end if;
  v_snapshot := private.client_statement(p_contact_id, p_from, p_to);
  insert into public.statements (id, statement_number, contact_id, date_from, date_to, opening, closing, currency, snapshot, created_by)
  select coalesce(p_id, gen_random_uuid()), n.number, p_contact_id, p_from, p_to, (v_snapshot ->> 'opening')::numeric,
         (v_snapshot ->> 'closing')::numeric, v_snapshot ->> 'currency', v_snapshot || jsonb_build_object('number', n.number), auth.uid()
    from (select private.draw_number('ST') as number) as n
  returning id into v_id;
  perform private.keep_language('statement', v_id);
  perform private.log_event('statement', v_id, 'created');
  return v_id;
end $$;
comment on function private.create_statement is
  'Keeps a statement under a number, to be sent. p_id: chosen by the caller, so that a repeated call makes one. Returns the id.';
call private.offer('private.create_statement(uuid, date, date, uuid)');

create function private.get_public_statement(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.statements;
begin
  select * into v_row from public.statements where public_uuid = p_uuid and link_revoked_at is null;
  if v_row.id is null then
    return null;
  elsif private.log_view('statement', v_row.id, p_visit) then
    update public.statements set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return v_row.snapshot || jsonb_build_object('company', v_row.snapshot -> 'company' || private.bank_facts(), 'public_uuid', p_uuid,
    'payable', private.payable_of(v_row.contact_id), 'announced', private.announced_of(null, null, v_row.contact_id),
    'credit', private.amount_text(private.client_credit(v_row.contact_id)),
    'client_language', private.own_language(null, v_row.contact_id));
end $$;
comment on function private.get_public_statement is
  'A statement by its link, as it was made, with what of the client is open now (payable), its credit and the bank account of today; null for a wrong or
revoked one alike.';
call private.offer('private.get_public_statement(uuid, text)', '{anon,authenticated,service_role}');

create function private.nudge_statements() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_uuid uuid;
begin
  for v_uuid in
    select s.public_uuid
      from (select distinct c.contact_id from changed c join previous p on p.id = c.id
             where (c.status, c.balance) is distinct from (p.status, p.balance)) as client
      cross join lateral (select k.public_uuid from public.statements k
        where k.contact_id = client.contact_id and k.link_revoked_at is null order by k.date_to desc, k.id desc limit 12) as s
  loop
    perform private.nudge('doc:' || v_uuid, 'invoices', tg_op, null);
  end loop;
  return null;
end $$;
comment on function private.nudge_statements is
  'Invoices whose status or balance changed nudge doc:<public_uuid> of the twelve newest statements of their clients.';

create function private.own_statements(p_contact_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('public_uuid', s.public_uuid, 'number', s.statement_number, 'date_from', s.date_from,
           'date_to', s.date_to, 'currency', s.currency, 'closing', private.amount_text(s.closing))
           order by s.date_to desc, s.created_at desc), '[]')
    from (select * from public.statements r where r.contact_id = p_contact_id and r.link_revoked_at is null
           order by r.date_to desc, r.created_at desc limit 200) as s
$$;
comment on function private.own_statements is 'The statements of a client, newest first, at most 200.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger take_currency before insert on public.statements for each row execute function private.take_currency();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.statements', 'nudge_client', $$private.nudge_clients('statement_number')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page, label, contact, link, open_if, is_for_accounts, templates, paper) values
  ('statement',
   'public.statements',
   70,
   'statements',
   'r.statement_number',
   'r.contact_id',
   'public_uuid',
   'r.link_revoked_at is null',
   true,
   'Statements',
   'private.get_public_statement(r.public_uuid)');

insert into private.record_kinds
  (kind, table_name, position, label, is_mentioned, contact, status)
values
  ('statement',
   'public.statements',
   68,
   'r.statement_number',
   true,
   'contact_id',
   $$'made'::text$$);
