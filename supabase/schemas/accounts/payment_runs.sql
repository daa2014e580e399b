-- Payment runs: invoices of suppliers paid in one file.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.payment_runs (
  id            uuid primary key default gen_random_uuid(),
  run_number    text not null unique,
  status        text not null default 'prepared',
  pay_on        date not null,
  total         numeric(14, 2) not null default 0,
  payments      integer not null default 0,
  debtor_name   text not null,
  debtor_iban   text not null,
  debtor_bic    text,
  message_id    text unique,
  note          text,
  prepared_by   uuid references auth.users (id) on delete set null,
  prepared_at   timestamptz not null default now(),
  changed_by    uuid references auth.users (id) on delete set null,
  approved_by   uuid references auth.users (id) on delete set null,
  approved_at   timestamptz,
  exported_by   uuid references auth.users (id) on delete set null,
  exported_at   timestamptz,
  paid_on       date,
  cancel_reason text,
  created_at    timestamptz not null default now(),
  row_version   integer not null default 1,
  constraint payment_runs_status_is_known check (status in ('prepared', 'approved', 'exported', 'paid', 'cancelled')),
  constraint payment_runs_second_person_approves check (approved_by <> prepared_by and approved_by <> changed_by),
  constraint payment_runs_iban_is_one check (private.is_iban(debtor_iban)),
  constraint payment_runs_bic_is_one check (private.is_bic(debtor_bic)),
  constraint payment_runs_amounts_fit check (total >= 0 and payments >= 0),
  constraint payment_runs_texts_length check (char_length(run_number) <= 30 and char_length(debtor_name) <= 200
    and char_length(message_id) <= 35 and char_length(note) <= 2000 and char_length(cancel_reason) <= 2000)
);
create index payment_runs_status_idx on public.payment_runs (status, pay_on);
create index payment_runs_created_at_idx on public.payment_runs (created_at desc, id desc);
create index payment_runs_prepared_by_idx on public.payment_runs (prepared_by);
create index payment_runs_changed_by_idx on public.payment_runs (changed_by);
create index payment_runs_approved_by_idx on public.payment_runs (approved_by);
create index payment_runs_exported_by_idx on public.payment_runs (exported_by);
create index payment_runs_search_idx on public.payment_runs using gin (private.folded(run_number) extensions.gin_trgm_ops);
comment on table public.payment_runs is 'Payments to suppliers that go to the bank in one file. Written by functions.';
comment on column public.payment_runs.changed_by is 'Who decided last about a changed bank account: no approver either.';
comment on column public.payment_runs.message_id is 'MsgId of the file; the same for every download.';

create table public.payment_run_items (
  id                  uuid primary key default gen_random_uuid(),
  payment_run_id      uuid not null references public.payment_runs (id) on delete restrict,
  supplier_invoice_id uuid not null references public.supplier_invoices (id) on delete restrict,
  supplier_id         uuid not null references public.contacts (id) on delete restrict,
  status              text not null default 'open',
  amount              numeric(14, 2) not null,
  discount            numeric(14, 2) not null default 0,
  creditor            text not null,
  iban                text not null,
  bic                 text,
  reference           text not null,
  end_to_end_id       text not null unique,
  invoice_iban        text,
  supplier_iban       text,
  is_known_account    boolean not null default false,
  account_changed_at  timestamptz,
  changed_iban        text,
  failure             text,
  created_at          timestamptz not null default now(),
  accepted_at         timestamptz,
  constraint payment_run_items_status_is_known check (status in ('open', 'paid', 'failed', 'released')),
  constraint payment_run_items_amounts_fit check (amount > 0 and discount >= 0),
  constraint payment_run_items_iban_is_one check (private.is_iban(iban)),
  constraint payment_run_items_bic_is_one check (private.is_bic(bic)),
  constraint payment_run_items_failure_has_a_reason check ((status = 'failed') = (failure is not null)),
  constraint payment_run_items_texts_length check (char_length(creditor) <= 200 and char_length(reference) <= 140
    and char_length(end_to_end_id) <= 35 and char_length(failure) <= 500)
);
create unique index payment_run_items_in_one_open_run on public.payment_run_items (supplier_invoice_id) where status = 'open';
create index payment_run_items_run_idx on public.payment_run_items (payment_run_id);
create index payment_run_items_invoice_idx on public.payment_run_items (supplier_invoice_id);
create index payment_run_items_supplier_idx on public.payment_run_items (supplier_id);
comment on table public.payment_run_items is 'One payment of a run: amount and bank account as they were prepared.';
comment on column public.payment_run_items.iban is 'The account that is paid: that of the invoice, else the default account of the supplier.';
comment on column public.payment_run_items.invoice_iban is 'What stood on the invoice when it was prepared; supplier_iban: the default account then.';
comment on column public.payment_run_items.is_known_account is 'The account was one of the supplier''s accounts when it was prepared.';
comment on column public.payment_run_items.account_changed_at is 'Since then the account is another one (changed_iban; null: none): a person decides, and a second one approves anew.';
comment on column public.payment_run_items.accepted_at is 'When a report of the bank (pain.002) was read that accepts this payment. It is not paid by that.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.payment_runs', '', p_audited => true, p_pages => '{payments}');
grant select on public.payment_runs to authenticated;
create policy "staff read payment runs" on public.payment_runs
  for select to authenticated using ((select private.can('payments', 'view')));

call private.borrow_rules('public.payment_run_items', '', p_audited => true);
grant select on public.payment_run_items to authenticated;
create policy "staff read what payment runs pay" on public.payment_run_items
  for select to authenticated using ((select private.can('payments', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.payment_approvers(p_run public.payment_runs)
  returns uuid[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(ur.user_id), '{}')
    from public.user_roles ur left join public.page_permissions pp on pp.role = ur.role and pp.page_name = 'payments'
   where (ur.role = 'admin' or (ur.role not in ('pending', 'client') and pp.can_view and pp.can_edit))
     and ur.user_id is distinct from p_run.prepared_by and not exists (
       select from public.document_events e
        where e.kind = 'payment_run' and e.record_id = p_run.id and e.type = 'account_decided' and e.actor_id = ur.user_id)
     and not exists (
       select from public.payment_run_items i
        where i.payment_run_id = p_run.id and i.status = 'open'
          and ur.user_id = any (private.enterers_of_account(i.supplier_id, i.supplier_invoice_id, i.iban)))
$$;

create function private.total_payment_run(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs;
begin
  update public.payment_runs r set total = s.total, payments = s.payments
    from (select sum(i.amount) as total, count(*) as payments from public.payment_run_items i where i.payment_run_id = p_id) as s
   where r.id = p_id returning r.* into v_run;
  perform private.log_event('payment_run', p_id, 'prepared', jsonb_build_object('amount', private.amount_text(v_run.total)));
  perform private.tell_people(private.payment_approvers(v_run), format('%s waits for your approval', v_run.run_number),
    format('%s payments, %s, to be paid on %s', v_run.payments, private.money_words(v_run.total, 'EUR'), private.day_text(v_run.pay_on)), 'payment_run', p_id);
end $$;
comment on function private.total_payment_run is 'Adds up a run that was just prepared, writes it into its story, and tells whoever may approve it.';

create function private.prepare_payment_run(p_id uuid, p_pay_on date, p_invoices uuid[], p_note text default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_company public.company_settings;
  v_run public.payment_runs;
  v_one record;
  v_place integer := 0;
  v_left numeric;
begin
  perform private.must('payments', 'create', 'prepare payments');
  if exists (select from public.payment_runs where id = p_id) then
    return p_id;
  end if;
  select * into v_company from public.company_settings;
  if not coalesce(p_pay_on between private.company_today() and private.company_today() + 366, false) then
    perform private.refuse('22023', 'Please choose a day from today on');
  elsif v_company.iban is null then
    perform private.refuse('PT409', 'The company''s own IBAN is missing: an admin enters it in the settings');
  elsif coalesce(cardinality(p_invoices), 0) = 0 then
    perform private.refuse('22023', 'Please choose what is paid');
  elsif cardinality(p_invoices) > 500 then
    perform private.refuse('22023', 'A run has 500 payments at most');
  end if;
  -- Locked in the order of their ids, so that two people who prepare at once do not wait for each other.
  perform from public.supplier_invoices where id = any (p_invoices) order by id for no key update;
  insert into public.payment_runs (id, run_number, pay_on, debtor_name, debtor_iban, debtor_bic, note, prepared_by)
  values (p_id, private.draw_number('PR'), p_pay_on, v_company.name, v_company.iban, v_company.bic, nullif(btrim(p_note), ''), auth.uid())
  returning * into v_run;
  for v_one in
    select wanted.id as wanted, d.*, v.payment_reference, v.iban as invoice_iban, private.supplier_iban(v.supplier_id) as supplier_iban
      from (select distinct id from unnest(p_invoices) as listed (id)) as wanted
      left join private.payment_candidates(p_pay_on) as d on d.id = wanted.id
      left join public.supplier_invoices v on v.id = d.id
     order by d.supplier, d.supplier_number, wanted.id
  loop
    if v_one.id is null then
      perform private.refuse('PT409', 'One of these invoices is not to be paid any more. Please look again.', v_one.wanted::text);
    elsif v_one.why is not null then
      perform private.refuse('PT409', format('%s of %s cannot be paid by this run. %s', v_one.supplier_number, v_one.supplier, v_one.why), v_one.wanted::text);
    end if;
    continue when v_one.is_credit;
    v_left := private.deduct_credits(v_one.id, p_invoices, v_one.amount::numeric, v_one.discount::numeric);
    continue when v_left = 0;
    v_place := v_place + 1;
    update public.supplier_invoices set status = case status when 'approved' then 'scheduled' else status end, scheduled_for = p_pay_on where id = v_one.id;
    insert into public.payment_run_items (payment_run_id, supplier_invoice_id, supplier_id, amount, discount, creditor, iban, bic, reference,
      end_to_end_id, invoice_iban, supplier_iban, is_known_account)
    select p_id, v_one.id, v_one.supplier_id, v_left, v_one.discount::numeric,
           left(coalesce((select b.holder from public.contact_bank_accounts b where b.contact_id = v_one.supplier_id and b.iban = v_one.iban), v_one.supplier), 200),
           v_one.iban, (select b.bic from public.contact_bank_accounts b where b.contact_id = v_one.supplier_id and b.iban = v_one.iban and private.is_bic(b.bic)),
           left(coalesce(nullif(btrim(v_one.payment_reference), ''), v_one.supplier_number || private.words_of_deducted(v_one.id)), 140),
           format('%s-%s', v_run.run_number, lpad(v_place::text, 3, '0')), v_one.invoice_iban, v_one.supplier_iban, v_one.is_known_account;
  end loop;
  if v_place = 0 then
    perform private.refuse('PT409', 'Credit notes cover these invoices: deduct them on the page of each credit note. Nothing is left to be paid.');
  end if;
  perform private.total_payment_run(p_id);
  return p_id;
end $$;
comment on function private.prepare_payment_run is
  'Puts approved invoices of suppliers into a new run. Approved ones become scheduled for its day. Chosen credit notes are deducted from the chosen invoices
of their supplier; an invoice that they cover is paid by that. Whoever may approve is told.
p_id: chosen by the caller, so that a repeated call prepares one. Returns the id.';
call private.offer('private.prepare_payment_run(uuid, date, uuid[], text)');

create function private.words_of_deducted(p_invoice_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select ' less ' || string_agg(s.reference, ', ' order by s.created_at, s.reference) from public.supplier_payments s
     where s.supplier_invoice_id = p_invoice_id and s.method = 'credit' and s.reverses_id is null
       and not exists (select from public.supplier_payments r where r.reverses_id = s.id)), '');
end $$;
comment on function private.words_of_deducted is 'The credit notes that were deducted from a bill, for the reference of its transfer; empty without any.';

create function private.payment_run_for(p_id uuid, p_doing text) returns public.payment_runs
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs;
begin
  perform private.must('payments', 'edit', p_doing);
  select * into v_run from public.payment_runs where id = p_id for no key update;
  if v_run.id is null then
    perform private.refuse('PT404', 'This payment run is not there any more');
  end if;
  return v_run;
end $$;

create function private.must_pay_others(p_run_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_creditor text := (
    select i.creditor from public.payment_run_items i
     where i.payment_run_id = p_run_id and i.status = 'open' and private.is_own_account(i.iban) order by i.creditor limit 1);
begin
  if v_creditor is not null then
    perform private.refuse('PT409', format('The payment to %s goes to your own account. Please take it out of this run.', v_creditor));
  end if;
end $$;
comment on function private.must_pay_others is 'Refuses a run of which an open payment goes to our own account (private.is_own_account), whenever it was prepared.';

create function private.approve_payment_run(p_id uuid, p_row_version integer)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'approve payments');
  v_changed text;
  v_entered text;
begin
  if v_run.status = 'approved' and v_run.approved_by = auth.uid() then
    return;
  elsif v_run.status <> 'prepared' then
    perform private.refuse('PT409', format('This payment run is %s', v_run.status));
  elsif auth.uid() is null then
    perform private.refuse('42501', 'A person approves payments');
  elsif v_run.prepared_by = auth.uid() then
    perform private.refuse('42501', 'You prepared these payments: a second person approves them');
  elsif exists (
    select from public.document_events e
     where e.kind = 'payment_run' and e.record_id = p_id and e.type = 'account_decided' and e.actor_id = auth.uid())
  then
    perform private.refuse('42501', 'You decided about a bank account of this run: a second person approves it');
  elsif v_run.row_version is distinct from p_row_version then
    perform private.refuse('PT409', 'This payment run changed meanwhile. Please look at it again.');
  end if;
  select i.creditor into v_entered from public.payment_run_items i
   where i.payment_run_id = p_id and i.status = 'open' and auth.uid() = any (private.enterers_of_account(i.supplier_id, i.supplier_invoice_id, i.iban))
   order by i.creditor limit 1;
  if found then
    perform private.refuse('42501', format('You entered the bank account of %s, and nothing was paid to it yet: a second person approves it', v_entered));
  end if;
  select i.creditor into v_changed from public.payment_run_items i
   where i.payment_run_id = p_id and i.status = 'open' and i.account_changed_at is not null order by i.creditor limit 1;
  if found then
    perform private.refuse('PT409', format('The bank account of %s changed after these payments were prepared. Please decide which account is paid.', v_changed));
  end if;
  perform private.must_pay_others(p_id);
  update public.payment_runs set status = 'approved', approved_by = auth.uid(), approved_at = now() where id = p_id;
  perform private.log_event('payment_run', p_id, 'approved');
  perform private.close_request(format('%s waits for your approval', v_run.run_number), 'payment_run', p_id);
  perform private.tell_people(array[v_run.prepared_by], format('%s is approved', v_run.run_number), 'The file of the bank can be exported.', 'payment_run', p_id);
end $$;
comment on function private.approve_payment_run is
  'A second person approves what the first one prepared, in the version that was seen. Refused while a bank account changed.';
call private.offer('private.approve_payment_run(uuid, integer)');

create function private.export_payment_run(p_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'export payments');
begin
  if v_run.status = 'approved' then
    perform private.must_pay_others(p_id);
    update public.payment_runs
       set status = 'exported', exported_at = now(), exported_by = auth.uid(), message_id = format('%s-%s', run_number, upper(left(md5(id::text), 8)))
     where id = p_id returning * into v_run;
    perform private.log_event('payment_run', p_id, 'exported');
  elsif v_run.status in ('exported', 'paid') then
    perform private.log_event('payment_run', p_id, 'exported_again');
  else
    perform private.refuse('PT409', case v_run.status when 'prepared' then 'A second person approves these payments before they are exported'
      else 'This payment run is cancelled' end);
  end if;
  return jsonb_build_object('number', v_run.run_number, 'message_id', v_run.message_id, 'created_at', private.local_moment(v_run.exported_at), 'pay_on', v_run.pay_on,
    'total', private.amount_text(v_run.total), 'count', v_run.payments,
    'debtor', (select jsonb_build_object('name', v_run.debtor_name, 'iban', v_run.debtor_iban, 'bic', v_run.debtor_bic, 'city', s.city, 'country', s.country)
      from public.company_settings s),
    'payments', (select jsonb_agg(jsonb_build_object('end_to_end_id', i.end_to_end_id, 'amount', private.amount_text(i.amount), 'creditor', i.creditor,
        'iban', i.iban, 'bic', i.bic, 'reference', i.reference, 'city', c.city, 'country', c.country) order by i.end_to_end_id)
      from public.payment_run_items i join public.contacts c on c.id = i.supplier_id where i.payment_run_id = p_id));
end $$;
comment on function private.export_payment_run is
  'What the file of the bank says. The first call draws its message id; later ones answer the same, so that the bank takes it
once. Amounts are text.';
call private.offer('private.export_payment_run(uuid)');

create function private.fail_run_payment(p_item public.payment_run_items, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.payment_run_items set status = 'failed', failure = p_reason where id = p_item.id;
  perform private.give_back_invoices(array[p_item.supplier_invoice_id]);
  perform private.log_event('payment_run', p_item.payment_run_id, 'payment_failed', jsonb_build_object('words', p_item.creditor || ': ' || p_reason));
  perform private.log_event('supplier_invoice', p_item.supplier_invoice_id, 'payment_failed', jsonb_build_object('reason', p_reason));
end $$;
comment on function private.fail_run_payment is 'A payment of a run failed: its invoice is approved again. For functions that hold the locks of run and invoices.';

create function private.settle_payment_run(p_id uuid, p_paid_on date, p_failed jsonb default '[]') returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'mark payments as paid');
  v_item record;
  v_row public.payment_run_items;
begin
  if v_run.status = 'paid' then
    return;
  elsif v_run.status <> 'exported' then
    perform private.refuse('PT409', 'The file of this run was not exported yet');
  elsif not coalesce(p_paid_on between v_run.exported_at::date - 1 and private.company_today(), false) then
    perform private.refuse('22023', 'Please choose the day on which the bank paid: not before the export, not after today');
  elsif jsonb_typeof(p_failed) <> 'array' or exists (
    select from jsonb_array_elements(p_failed) as f where coalesce(btrim(f ->> 'reason'), '') = '' or not exists (
      select from public.payment_run_items i where i.id = private.uuid_or_null(f ->> 'id') and i.payment_run_id = p_id))
  then
    perform private.refuse('22023', 'Please say why each of these payments failed');
  elsif exists (select from jsonb_array_elements(p_failed) as f join public.payment_run_items i on i.id = private.uuid_or_null(f ->> 'id')
    where i.status = 'paid')
  then
    perform private.refuse('PT409', 'The bank statement shows that one of these payments arrived. Please look again.');
  end if;
  perform from public.supplier_invoices where id in (select i.supplier_invoice_id from public.payment_run_items i where i.payment_run_id = p_id)
    order by id for no key update;
  for v_item in
    select i.*, (select left(btrim(f ->> 'reason'), 500) from jsonb_array_elements(p_failed) as f where private.uuid_or_null(f ->> 'id') = i.id limit 1) as reason
      from public.payment_run_items i where i.payment_run_id = p_id and i.status = 'open' order by i.end_to_end_id
  loop
    if v_item.reason is not null then
      select * into v_row from public.payment_run_items i where i.id = v_item.id;
      perform private.fail_run_payment(v_row, v_item.reason);
    else
      update public.payment_run_items set status = 'paid' where id = v_item.id;
      perform private.keep_supplier_payment(v_item.supplier_invoice_id, v_item.amount, v_item.discount, p_paid_on, v_item.end_to_end_id);
    end if;
  end loop;
  if not exists (select from public.payment_run_items i where i.payment_run_id = p_id and i.status = 'paid') then
    perform private.refuse('PT409', 'No payment of this run arrived: please cancel it instead');
  end if;
  update public.payment_runs set status = 'paid', paid_on = p_paid_on where id = p_id;
  perform private.log_event('payment_run', p_id, 'paid', jsonb_build_object('amount', private.amount_text((
    select sum(i.amount) from public.payment_run_items i where i.payment_run_id = p_id and i.status = 'paid'))));
end $$;
comment on function private.settle_payment_run is
  'The bank paid: every invoice of the run is paid, but those that failed ([{id of the payment, reason}]), which can go into
another run. A second call changes nothing.';
call private.offer('private.settle_payment_run(uuid, date, jsonb)');

create function private.problem_of_report(p_run public.payment_runs, p_report jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when jsonb_typeof(p_report -> 'payments') is distinct from 'array' or jsonb_array_length(p_report -> 'payments') > 500
      or exists (select from jsonb_array_elements(p_report -> 'payments') as p
                  where not coalesce(p ->> 'answer' in ('accepted', 'rejected'), false) or (p ->> 'answer' = 'rejected' and coalesce(btrim(p ->> 'reason'), '') = ''))
      then 'This report cannot be read'
    when p_report ->> 'message_id' is distinct from p_run.message_id then
      coalesce((select format('This report is of %s', r.run_number) from public.payment_runs r where r.message_id = p_report ->> 'message_id'),
        format('This report is of another file: its id is %s', left(coalesce(p_report ->> 'message_id', 'missing'), 35)))
    else (select format('This report names %s, which is no payment of %s', left(coalesce(p ->> 'end_to_end_id', 'nothing'), 35), p_run.run_number)
            from jsonb_array_elements(p_report -> 'payments') as p
           where not exists (select from public.payment_run_items i where i.payment_run_id = p_run.id and i.end_to_end_id = p ->> 'end_to_end_id')
           order by p ->> 'end_to_end_id' limit 1) end;
end $$;
comment on function private.problem_of_report is 'Why a report of the bank is none of this run, in words; null when it is.';

create function private.report_payment_run(p_id uuid, p_report jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'read reports of the bank');
  v_problem constant text := private.problem_of_report(v_run, p_report);
  v_item public.payment_run_items;
  v_told record;
  v_accepted integer := 0;
  v_rejected integer := 0;
begin
  if v_problem is not null then
    perform private.refuse('22023', v_problem);
  end if;
  perform from public.supplier_invoices where id in (select i.supplier_invoice_id from public.payment_run_items i where i.payment_run_id = p_id)
    order by id for no key update;
  for v_told in
    select i.id, p ->> 'answer' as answer, left(btrim(p ->> 'reason'), 500) as reason
      from jsonb_array_elements(p_report -> 'payments') as p
      join public.payment_run_items i on i.payment_run_id = p_id and i.end_to_end_id = p ->> 'end_to_end_id' order by i.end_to_end_id
  loop
    select * into v_item from public.payment_run_items i where i.id = v_told.id;
    if v_told.answer = 'rejected' and v_item.status = 'paid' then
      perform private.refuse('PT409', format('The bank statement shows that the payment to %s arrived. Please ask the bank.', v_item.creditor));
    elsif v_told.answer = 'rejected' and v_item.status = 'open' then
      perform private.fail_run_payment(v_item, v_told.reason);
      v_rejected := v_rejected + 1;
    elsif v_told.answer = 'accepted' and v_item.status = 'open' and v_item.accepted_at is null then
      update public.payment_run_items set accepted_at = now() where id = v_item.id;
      v_accepted := v_accepted + 1;
    end if;
  end loop;
  perform private.end_reported_run(v_run, v_accepted, v_rejected);
  return jsonb_build_object('accepted', v_accepted, 'rejected', v_rejected);
end $$;
comment on function private.report_payment_run is
  'What the bank says of the file of a run (pain.002): {message_id, payments: [{end_to_end_id, answer: accepted or rejected, reason}]}. A rejected payment failed,
and its invoice is approved again. Read twice it changes nothing. Returns how many were accepted and rejected by it.';
call private.offer('private.report_payment_run(uuid, jsonb)');

create function private.end_reported_run(p_run public.payment_runs, p_accepted integer, p_rejected integer) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if p_accepted + p_rejected > 0 then
    perform private.log_event('payment_run', p_run.id, 'reported', jsonb_build_object('words', format('%s accepted, %s rejected', p_accepted, p_rejected)));
  end if;
  if p_rejected = 0 then
    return;
  end if;
  perform private.tell_people(array[p_run.prepared_by, p_run.approved_by], format('%s: the bank rejected %s', p_run.run_number,
    case p_rejected when 1 then 'a payment' else p_rejected || ' payments' end), 'Their invoices are approved again and can go into another run.', 'payment_run', p_run.id);
  if p_run.status = 'exported' and not exists (select from public.payment_run_items i where i.payment_run_id = p_run.id and i.status = 'open') then
    if exists (select from public.payment_run_items i where i.payment_run_id = p_run.id and i.status = 'paid') then
      update public.payment_runs set status = 'paid', paid_on = private.company_today() where id = p_run.id;
    else
      update public.payment_runs set status = 'cancelled', cancel_reason = 'The bank rejected every payment' where id = p_run.id;
    end if;
  end if;
end $$;
comment on function private.end_reported_run is 'Tells of a report of the bank. Where no payment waits any more, the run is paid; where every one was rejected, it is cancelled.';

create function private.cancel_payment_run(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs := private.payment_run_for(p_id, 'cancel payments');
  v_released uuid[];
begin
  if v_run.status = 'cancelled' then
    return;
  elsif v_run.status = 'paid' then
    perform private.refuse('PT409', 'This payment run is paid');
  elsif exists (select from public.payment_run_items i where i.payment_run_id = p_id and i.status = 'paid') then
    perform private.refuse('PT409', 'The bank paid a part of this run already. Please mark it as paid, and the others as failed.');
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  end if;
  perform from public.supplier_invoices v where v.id in (select i.supplier_invoice_id from public.payment_run_items i where i.payment_run_id = p_id)
   order by v.id for no key update;
  with released as (
    update public.payment_run_items set status = 'released' where payment_run_id = p_id and status = 'open' returning supplier_invoice_id
  )
  select array_agg(supplier_invoice_id) into v_released from released;
  perform private.give_back_invoices(v_released);
  update public.payment_runs set status = 'cancelled', cancel_reason = left(btrim(p_reason), 2000), approved_by = null, approved_at = null where id = p_id;
  perform private.log_event('payment_run', p_id, 'cancelled', jsonb_build_object('reason', left(btrim(p_reason), 2000)));
  perform private.close_request(format('%s waits for your approval', v_run.run_number), 'payment_run', p_id);
  perform private.tell_people(array[v_run.prepared_by, v_run.approved_by], format('%s is cancelled', v_run.run_number), btrim(p_reason), 'payment_run', p_id);
end $$;
comment on function private.cancel_payment_run is 'Nothing of the run is paid. Its invoices stay scheduled and can go into another run.';
call private.offer('private.cancel_payment_run(uuid, text)');

create function private.remove_run_payment(p_item_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs := private.payment_run_for((select i.payment_run_id from public.payment_run_items i where i.id = p_item_id), 'change payments');
  v_item public.payment_run_items;
begin
  select * into v_item from public.payment_run_items where id = p_item_id;
  if v_item.status = 'released' then
    return;
  elsif v_run.status <> 'prepared' then
    perform private.refuse('PT409', format('This payment run is %s: its payments stand', v_run.status));
  elsif v_run.payments = 1 then
    perform private.refuse('PT409', 'This is the last payment of the run: please cancel the run instead');
  end if;
  update public.payment_run_items set status = 'released' where id = p_item_id;
  perform private.give_back_invoices(array[v_item.supplier_invoice_id]);
  update public.payment_runs set total = total - v_item.amount, payments = payments - 1 where id = v_run.id;
  perform private.log_event('payment_run', v_run.id, 'payment_removed', jsonb_build_object('words', format('%s, %s', v_item.creditor, private.money_words(v_item.amount, 'EUR'))));
end $$;
comment on function private.remove_run_payment is 'Takes a payment out of a run that waits for its approval.';
call private.offer('private.remove_run_payment(uuid)');

create function private.decide_run_account(p_item_id uuid, p_iban text)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_run public.payment_runs := private.payment_run_for((select i.payment_run_id from public.payment_run_items i where i.id = p_item_id), 'change payments');
  v_item public.payment_run_items;
begin
  select * into v_item from public.payment_run_items where id = p_item_id;
  if v_run.status <> 'prepared' then
    perform private.refuse('PT409', format('This payment run is %s: its payments stand', v_run.status));
  elsif v_item.account_changed_at is null then
    return;
  elsif p_iban is distinct from v_item.iban and p_iban is distinct from v_item.changed_iban then
    perform private.refuse('PT409', 'The account changed once more. Please look again.');
  elsif private.is_own_account(p_iban) then
    perform private.refuse('PT409', 'This is your own account. Please enter the account of the supplier, or take the payment out of this run.');
  end if;
  update public.payment_run_items i
     set iban = p_iban, account_changed_at = null, changed_iban = null,
         bic = (select b.bic from public.contact_bank_accounts b where b.contact_id = i.supplier_id and b.iban = p_iban and private.is_bic(b.bic)),
         invoice_iban = (select v.iban from public.supplier_invoices v where v.id = i.supplier_invoice_id),
         supplier_iban = private.supplier_iban(i.supplier_id),
         is_known_account = private.is_known_account(i.supplier_id, p_iban)
   where i.id = p_item_id;
  update public.payment_runs set changed_by = auth.uid() where id = v_run.id;
  perform private.log_event('payment_run', v_run.id, 'account_decided', jsonb_build_object('words', format('%s is paid to %s', v_item.creditor, p_iban)));
end $$;
comment on function private.decide_run_account is
  'A person says which account is paid after it changed: the one that was prepared, or the new one. That person does not
approve the run.';
call private.offer('private.decide_run_account(uuid, text)');

create function private.recheck_run_accounts(p_supplier_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item record;
  v_changed boolean;
  v_to text;
begin
  for v_item in
    select i.*, r.status as run_status, r.run_number, r.prepared_by, r.approved_by, v.iban as now_on_invoice, private.supplier_iban(i.supplier_id) as now_of_supplier
      from public.payment_run_items i
      join public.payment_runs r on r.id = i.payment_run_id
      join public.supplier_invoices v on v.id = i.supplier_invoice_id
     where i.supplier_id = p_supplier_id and i.status = 'open'
     order by r.id, i.id for no key update of r, i
  loop
    v_changed := true;
    if v_item.now_on_invoice is distinct from v_item.invoice_iban and v_item.now_on_invoice is distinct from v_item.iban then
      v_to := coalesce(v_item.now_on_invoice, case when v_item.now_of_supplier is distinct from v_item.iban then v_item.now_of_supplier end);
    elsif v_item.now_of_supplier is distinct from v_item.supplier_iban and v_item.now_of_supplier is distinct from v_item.iban then
      v_to := v_item.now_of_supplier;
    else
      v_changed := false;
      v_to := null;
    end if;
    continue when v_changed = (v_item.account_changed_at is not null) and v_to is not distinct from v_item.changed_iban;
    update public.payment_run_items set account_changed_at = case when v_changed then now() end, changed_iban = v_to where id = v_item.id;
    continue when not v_changed;
    if v_item.run_status = 'approved' then
      update public.payment_runs set status = 'prepared', approved_by = null, approved_at = null where id = v_item.payment_run_id and status = 'approved';
    end if;
    perform private.log_event('payment_run', v_item.payment_run_id, 'account_changed',
      jsonb_build_object('words', format('%s: %s', v_item.creditor, coalesce(v_to, 'no account any more'))));
    perform private.tell_people(array[v_item.prepared_by, v_item.approved_by], format('%s: the bank account of %s changed', v_item.run_number, v_item.creditor),
      case v_item.run_status when 'exported' then 'The file was exported before. Please stop the payment at the bank, if the new account is right.'
        else 'The run needs a decision and a new approval.' end, 'payment_run', v_item.payment_run_id);
  end loop;
end $$;
comment on function private.recheck_run_accounts is
  'Marks payments whose account is another one now than when they were prepared. An approved run loses its approval.';

create function private.settle_run_payment(p_item_id uuid, p_paid_on date) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_run public.payment_runs := private.payment_run_for((select i.payment_run_id from public.payment_run_items i where i.id = p_item_id), 'mark payments as paid');
  v_item public.payment_run_items;
  v_id uuid;
begin
  select * into v_item from public.payment_run_items where id = p_item_id;
  if v_run.status <> 'exported' or v_item.status <> 'open' then
    perform private.refuse('PT409', format('%s of %s is not waiting for the bank any more', v_item.reference, v_run.run_number));
  elsif p_paid_on < v_run.exported_at::date - 1 then
    perform private.refuse('22023', format('The bank booked this before %s was exported', v_run.run_number));
  end if;
  perform from public.supplier_invoices where id = v_item.supplier_invoice_id for no key update;
  update public.payment_run_items set status = 'paid' where id = p_item_id;
  v_id := private.keep_supplier_payment(v_item.supplier_invoice_id, v_item.amount, v_item.discount, p_paid_on, v_item.end_to_end_id);
  if not exists (select from public.payment_run_items i where i.payment_run_id = v_run.id and i.status = 'open') then
    update public.payment_runs set status = 'paid', paid_on = p_paid_on where id = v_run.id;
    perform private.log_event('payment_run', v_run.id, 'paid', jsonb_build_object('amount', private.amount_text((
      select sum(i.amount) from public.payment_run_items i where i.payment_run_id = v_run.id and i.status = 'paid'))));
  end if;
  return v_id;
end $$;
comment on function private.settle_run_payment is
  'The bank paid one payment of an exported run. With the last one the run is paid. Returns the id of the payment to the supplier.';

create function private.fail_returned_items(p_payments uuid[], p_reason text, p_on date)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_runs uuid[];
  v_invoices uuid[];
begin
  with returned as (
    update public.payment_run_items i set status = 'failed', failure = left(p_reason, 500)
      from public.supplier_payments s
     where s.id = any (p_payments) and s.reference = i.end_to_end_id and s.supplier_invoice_id = i.supplier_invoice_id and i.status in ('open', 'paid')
    returning i.payment_run_id, i.supplier_invoice_id
  )
  select coalesce(array_agg(distinct r.payment_run_id), '{}'), coalesce(array_agg(r.supplier_invoice_id), '{}') into v_runs, v_invoices from returned r;
  perform private.give_back_invoices(v_invoices);
  -- The others of the run were paid: it is done.
  update public.payment_runs r set status = 'paid', paid_on = p_on
   where r.id = any (v_runs) and r.status = 'exported'
     and exists (select from public.payment_run_items i where i.payment_run_id = r.id and i.status = 'paid')
     and not exists (select from public.payment_run_items i where i.payment_run_id = r.id and i.status = 'open');
end $$;
comment on function private.fail_returned_items is 'Payments of runs that the bank gave back are failed, and their invoices approved again.';

create function private.give_back_invoices(p_ids uuid[])
  returns void language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.supplier_invoices where id = any (p_ids) order by id for no key update;
  update public.supplier_invoices
     set status = case status when 'scheduled' then 'approved' else status end, scheduled_for = null
   where id = any (p_ids) and (status = 'scheduled' or scheduled_for is not null);
end $$;
comment on function private.give_back_invoices is 'Invoices of suppliers that no payment run holds any more are approved again, without a day.';

create function private.waiting_debit(p_invoice public.supplier_invoices, p_iban text, p_amount numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select format('The bank paid %s on %s, which seems to be this one', private.money_words(e.amount, e.currency),
             private.day_text(e.booked_on))
      from public.bank_entries e
     where e.status = 'open' and e.direction = 'out' and e.currency = p_invoice.currency and e.booked_on >= p_invoice.invoice_date
       and (private.names_invoice(e, p_invoice) or e.party_iban = p_iban and e.amount in (p_invoice.open, p_amount))
     order by e.booked_on desc, e.id limit 1
  );
end $$;
comment on function private.waiting_debit is
  'A debit of the bank that nobody booked and that seems to pay this invoice of a supplier: it names its number, or went to this account with its amount. The begin of a sentence, or null.';

create function private.payment_run_notes(p_id uuid) returns table (item_id uuid, bank_note text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see payment runs');
  return query
    select i.id, case when debit.is_own then 'This is your own account: the money would go from you to you. Take the payment out of this run.'
             else debit.note || '. Take the payment out of this run, then book what the bank paid.' end
      from public.payment_run_items i
      join public.payment_runs r on r.id = i.payment_run_id
      join public.supplier_invoices v on v.id = i.supplier_invoice_id,
           lateral (select private.waiting_debit(v, i.iban, i.amount) as note, private.is_own_account(i.iban) as is_own) as debit
     where i.payment_run_id = p_id and i.status = 'open' and r.status in ('prepared', 'approved') and (debit.is_own or debit.note is not null);
end $$;
comment on function private.payment_run_notes is
  'The payments of a run that was not exported yet which go to our own account, or for which a debit of the bank waits that seems to have paid them: a sentence each.';
call private.offer('private.payment_run_notes(uuid)');

create function private.payment_candidates(p_pay_on date)
  returns table (id uuid, supplier_id uuid, supplier text, supplier_number text, status text, due_date date, scheduled_for date, currency text, open text, amount text, discount text, discount_until date, iban text, is_known_account boolean, why text, bank_note text, is_suggested boolean, is_credit boolean) language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('payments', 'create', 'prepare payments');
  return query
    select v.id, v.supplier_id, private.client_label(c), v.supplier_number, v.status, v.due_date, v.scheduled_for, v.currency,
           private.amount_text(v.open), private.amount_text(v.open - take.off), private.amount_text(take.off), v.discount_until, acc.iban,
           private.is_known_account(v.supplier_id, acc.iban),
           obstacle.why, debit.note || ': book that first.',
           obstacle.why is null and debit.note is null and (v.is_credit or v.scheduled_for <= p_pay_on or v.due_date <= p_pay_on + 2 or (take.off > 0 and v.discount_until <= p_pay_on + 7)), v.is_credit
      from public.supplier_invoices v
      join public.contacts c on c.id = v.supplier_id,
           lateral (select private.early_discount(v, p_pay_on) as off) as take,
           lateral (select coalesce(v.iban, private.supplier_iban(v.supplier_id)) as iban) as acc,
           lateral (select case
             when r.run_number is not null then format('It is in %s.', r.run_number)
             when coalesce(v.paper_currency, v.currency) <> 'EUR' then format('It is in %s: SEPA pays in euro.', coalesce(v.paper_currency, v.currency))
             when v.is_credit then null
             when acc.iban is null then 'The supplier''s IBAN is missing.'
             when private.is_own_account(acc.iban) then 'This is your own account: the money would go from you to you.'
             when not private.is_iban(acc.iban) then 'The IBAN is wrong.' end as why
             from (select 1) as one
             left join public.payment_run_items i on i.supplier_invoice_id = v.id and i.status = 'open'
             left join public.payment_runs r on r.id = i.payment_run_id) as obstacle,
           lateral (select case when not v.is_credit then private.waiting_debit(v, acc.iban, v.open - take.off) end as note) as debit
     where v.status in ('approved', 'scheduled', 'part_paid') and v.open <> 0
     order by coalesce(v.scheduled_for, v.due_date) nulls last, v.supplier_number, v.id;
end $$;
comment on function private.payment_candidates is
  'Approved invoices of suppliers that are still to be paid, and credit notes (below zero) that can be deducted from them, the earliest first: what a payment on that day costs less the
discount for paying early, the account it goes to, why it cannot be in a run, a debit of the bank that seems to have paid it, and
whether it is suggested (planned or due by then, or its discount ends within a week, and no such debit waits). Amounts are text.';
call private.offer('private.payment_candidates(date)');

-- -------------------------------------------------------------------------------------------------------- what follows

call private.follow_transitions('public.payment_runs', 'payment_run');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.payment_run_items', 'nudge_page', $$private.nudge_pages('payment_run_id', 'payments')$$);

-- ---------------------------------------------------------------------------------------------------------- first rows

insert into private.document_kinds (kind, table_name, position, page) values
  ('payment_run',
   'public.payment_runs',
   84,
   'payments');

insert into private.record_kinds
  (kind, table_name, position, label, is_mentioned, page, searched, status, actor, recent_if)
values
  ('payment_run',
   'public.payment_runs',
   65,
   'r.run_number',
   true,
   'payments',
   'r.run_number',
   'r.status',
   'r.prepared_by',
   'true');

insert into private.document_transitions (kind, from_status, to_status, through, page, action, needs, causes) values
  ('payment_run', 'approved', 'cancelled', 'cancel_payment_run', 'payments', 'edit', 'a reason', 'its invoices can be paid otherwise'),
  ('payment_run', 'approved', 'exported', 'export_payment_run', 'payments', 'edit', null, 'the file of the bank'),
  ('payment_run', 'approved', 'prepared', 'computed', 'payments', 'edit', 'a bank account changed', 'it needs a new approval'),
  ('payment_run', 'exported', 'cancelled', 'cancel_payment_run', 'payments', 'edit', 'a reason', 'its invoices can be paid otherwise'),
  ('payment_run', 'exported', 'paid', 'settle_payment_run', 'payments', 'edit', null, 'its invoices are paid'),
  ('payment_run', 'paid', 'exported', 'computed', 'payments', 'edit', 'a debit of the bank that was confirmed by mistake', 'its invoices are open again'),
  ('payment_run', 'prepared', 'approved', 'approve_payment_run', 'payments', 'edit', 'a second person, and no changed bank account', null),
  ('payment_run', 'prepared', 'cancelled', 'cancel_payment_run', 'payments', 'edit', 'a reason', 'its invoices can be paid otherwise');
