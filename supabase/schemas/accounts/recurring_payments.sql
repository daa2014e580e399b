-- Recurring payments.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.recurring_payments (
  id                uuid primary key default gen_random_uuid(),
  direction         text not null,
  contact_id        uuid not null references public.contacts (id) on delete restrict,
  title             text not null,
  every             text not null default 'month',
  starts_on         date not null,
  day_of_month      smallint,
  ends_on           date,
  days_before       smallint not null default 0,
  amount            numeric(14, 2) not null,
  vat_rate_id       uuid references public.vat_rates (id) on delete restrict,
  iban              text,
  payment_reference text,
  note              text,
  is_paused         boolean not null default false,
  next_on           date,
  last_error        text,
  created_at        timestamptz not null default now(),
  created_by        uuid default auth.uid() references auth.users (id) on delete set null,
  row_version       integer not null default 1,
  decided_by        uuid references auth.users (id) on delete set null,
  cost_account_id   uuid,
  constraint recurring_payments_costs_go_out check (cost_account_id is null or direction = 'out'),
  constraint recurring_payments_direction_is_known check (direction in ('in', 'out')),
  constraint recurring_payments_every_is_known check (every in ('week', 'month', 'quarter', 'year')),
  constraint recurring_payments_day_of_month_range check (day_of_month between 1 and 31),
  constraint recurring_payments_end_after_start check (ends_on >= starts_on),
  constraint recurring_payments_dates_are_believable check (starts_on between '2000-01-01' and '2100-01-01' and ends_on <= '2101-01-01'),
  constraint recurring_payments_days_before_range check (days_before between 0 and 60),
  constraint recurring_payments_amount_is_positive check (amount > 0 and amount < 10000000),
  constraint recurring_payments_iban_is_one check (iban is null or private.is_iban(iban)),
  constraint recurring_payments_title_length check (char_length(btrim(title)) between 1 and 80 and char_length(title) <= 100),
  constraint recurring_payments_texts_length check (char_length(payment_reference) <= 140 and char_length(note) <= 2000
    and char_length(last_error) <= 1000)
);
alter table public.recurring_payments add constraint recurring_payments_cost_account_id_fkey
  foreign key (cost_account_id) references public.cost_accounts (id) on delete restrict;
create index recurring_payments_cost_account_id_idx on public.recurring_payments (cost_account_id);
create index recurring_payments_contact_id_idx on public.recurring_payments (contact_id);
create index recurring_payments_vat_rate_id_idx on public.recurring_payments (vat_rate_id);
create index recurring_payments_created_by_idx on public.recurring_payments (created_by);
create index recurring_payments_next_on_idx on public.recurring_payments (next_on) where not is_paused;
create index recurring_payments_decided_by_idx on public.recurring_payments (decided_by);
comment on table public.recurring_payments is 'Rules of money that comes in (draft invoices) and goes out (scheduled invoices of suppliers) regularly.';
comment on column public.recurring_payments.day_of_month is 'A month that is shorter pays on its last day. Null: the day of starts_on. Weeks take their weekday from starts_on.';
comment on column public.recurring_payments.days_before is 'So many days before its day the paper is made.';
comment on column public.recurring_payments.amount is 'Net of each period. A change is for the periods that are not made yet.';
comment on column public.recurring_payments.next_on is 'The next period that is neither made nor skipped; null: none is left. Computed.';
comment on column public.recurring_payments.cost_account_id is 'The account of costs of the bills that it makes; null: none, they count as costs without an account.';
comment on column public.recurring_payments.decided_by is 'Who last said how much is paid, and to which account. Null: who made it.';

create table public.recurring_periods (
  id                   uuid primary key default gen_random_uuid(),
  recurring_payment_id uuid not null references public.recurring_payments (id) on delete restrict,
  period_on            date not null,
  outcome              text not null default 'made',
  invoice_id           uuid references public.invoices (id) on delete set null,
  supplier_invoice_id  uuid references public.supplier_invoices (id) on delete set null,
  created_at           timestamptz not null default now(),
  created_by           uuid default auth.uid() references auth.users (id) on delete set null,
  constraint recurring_periods_once unique (recurring_payment_id, period_on),
  constraint recurring_periods_outcome_is_known check (outcome in ('made', 'skipped'))
);
create index recurring_periods_invoice_id_idx on public.recurring_periods (invoice_id);
create index recurring_periods_supplier_invoice_id_idx on public.recurring_periods (supplier_invoice_id);
create index recurring_periods_created_by_idx on public.recurring_periods (created_by);
comment on table public.recurring_periods is 'What was made of each period of a rule: once, by the unique pair of rule and day.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.recurring_payments', 'select, insert, update', p_audited => true, p_pages => '{payments}',
  p_pinned => '{direction,contact_id,next_on,last_error}');
create policy "staff read recurring payments" on public.recurring_payments
  for select to authenticated using ((select private.can('payments', 'view')));
create policy "staff add recurring payments in their own name" on public.recurring_payments
  for insert to authenticated with check ((select private.can('payments', 'create')) and created_by = (select auth.uid())
    and case direction when 'in' then (select private.can('invoices', 'create')) else (select private.can('supplier-invoices', 'edit')) end);
create policy "staff change recurring payments" on public.recurring_payments
  for update to authenticated
  using ((select private.can('payments', 'edit'))) with check ((select private.can('payments', 'edit'))
    and case direction when 'in' then (select private.can('invoices', 'create')) else (select private.can('supplier-invoices', 'edit')) end);

call private.borrow_rules('public.recurring_periods', '');
grant select on public.recurring_periods to authenticated;
create policy "staff read what was made of recurring payments" on public.recurring_periods
  for select to authenticated using ((select private.can('payments', 'view')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.recurring_next(p_every text, p_starts_on date, p_day integer, p_from date)
returns date
language plpgsql
immutable
set search_path to ''
as $$
declare
  v_from constant date := greatest(p_from, p_starts_on);
  v_step constant integer := case p_every when 'month' then 1 when 'quarter' then 3 else 12 end;
  v_day integer;
  v_months integer;
  v_first date;
  v_date date;
begin
  if not coalesce(p_starts_on between '0001-01-01' and '9999-12-31' and v_from between '0001-01-01' and '9999-12-31', false) then
    return null;
  elsif p_every = 'week' then
    return p_starts_on + (v_from - p_starts_on + 6) / 7 * 7;
  end if;
  v_day := least(greatest(coalesce(p_day, extract(day from p_starts_on)::integer), 1), 31);
  v_months := (extract(year from v_from) - extract(year from p_starts_on))::integer * 12
    + (extract(month from v_from) - extract(month from p_starts_on))::integer;
  v_months := v_months / v_step * v_step;
  -- The first of the two months is that of p_from or one before it, the second is after it.
  for n in 0 .. 1 loop
    v_first := (date_trunc('month', p_starts_on::timestamp) + make_interval(months => v_months + n * v_step))::date;
    v_date := least(v_first + v_day - 1, (v_first + interval '1 month')::date - 1);
    exit when v_date >= v_from;
  end loop;
  return v_date;
end $$;
comment on function private.recurring_next is
'The first day of a rule from p_from on; null where a day is missing or lies outside the years 1 to 9999. Day 31 of a shorter
month is its last day; the next month has day 31 again. Days have no hours, so that summer time moves nothing.';

create function private.recurring_dates(
  p_every text, p_starts_on date, p_day integer default null, p_ends_on date default null, p_from date default null, p_count integer default 6)
returns setof date
  language plpgsql immutable security definer set search_path = ''
as $$
declare
  v_date date := p_from;
begin
  if p_every not in ('week', 'month', 'quarter', 'year') or not coalesce(p_starts_on between '2000-01-01' and '2100-01-01', false)
    or not coalesce(p_day between 1 and 31, true)
  then
    return;
  end if;
  for n in 1 .. least(greatest(p_count, 1), 60) loop
    v_date := private.recurring_next(p_every, p_starts_on, p_day, coalesce(v_date, p_starts_on));
    exit when v_date > p_ends_on;
    return next v_date;
    v_date := v_date + 1;
  end loop;
end $$;
comment on function private.recurring_dates is 'The next days of a rule, at most 60: what a form shows before it is saved.';
call private.offer('private.recurring_dates(text, date, integer, date, date, integer)');

create function private.plan_recurring() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_last date;
  v_from date;
begin
  if tg_op = 'INSERT' then
    if auth.uid() is not null and new.starts_on < private.company_today() then
      perform private.refuse('22023', 'Please choose a first day from today on');
    end if;
    v_from := new.starts_on;
    new.last_error := null;
  elsif (new.every, new.starts_on, new.day_of_month, new.ends_on, new.is_paused)
    is not distinct from (old.every, old.starts_on, old.day_of_month, old.ends_on, old.is_paused)
  then
    if (new.amount, new.vat_rate_id, new.iban, new.title) is distinct from (old.amount, old.vat_rate_id, old.iban, old.title) then
      new.last_error := null;
    end if;
    return new;
  else
    select max(period_on) into v_last from public.recurring_periods where recurring_payment_id = new.id;
    if new.starts_on is distinct from old.starts_on and v_last is null and new.starts_on < private.company_today() and auth.uid() is not null then
      perform private.refuse('22023', 'Please choose a first day from today on');
    end if;
    -- Periods of a pause are not made up for, and a new schedule begins today at the earliest.
    v_from := greatest(coalesce(v_last + 1, new.starts_on), new.starts_on,
      case when old.is_paused or (new.every, new.starts_on, new.day_of_month) is distinct from (old.every, old.starts_on, old.day_of_month)
        then private.company_today() end);
    new.last_error := null;
  end if;
  new.next_on := private.recurring_next(new.every, new.starts_on, new.day_of_month, v_from);
  if new.next_on > new.ends_on then
    new.next_on := null;
  end if;
  return new;
end $$;
comment on function private.plan_recurring is 'Computes the next day of a rule when its schedule changes, or when a pause ends.';

create function private.make_period(p_rule public.recurring_payments, p_period date)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_period uuid;
  v_id uuid := gen_random_uuid();
  v_rate public.vat_rates;
  v_decider constant uuid := coalesce(p_rule.decided_by, p_rule.created_by);
  v_number constant text := format('%s %s', btrim(p_rule.title), p_period);
begin
  insert into public.recurring_periods (recurring_payment_id, period_on, created_by) values (p_rule.id, p_period, null)
  on conflict (recurring_payment_id, period_on) do nothing returning id into v_period;
  if v_period is null then
    return;
  end if;
  select * into v_rate from public.vat_rates where id = p_rule.vat_rate_id;
  if p_rule.direction = 'in' then
    insert into public.invoices (id, contact_id, project_title, currency, supply_date, note, created_by)
    select v_id, p_rule.contact_id, btrim(p_rule.title), s.currency, p_period, p_rule.note, p_rule.created_by from public.company_settings s;
    if v_rate.rate > 0 and private.tax_facts_of_paper('invoice', v_id) ? 'tax_exemptions' then
      v_rate.rate := 0;
      v_rate.treatment := 'exempt';
    end if;
    insert into public.invoice_items (invoice_id, position, kind, description, qty, unit, unit_price, vat_rate, vat_treatment)
    values (v_id, private.line_key(0), 'item', format('%s, %s', btrim(p_rule.title), private.day_text(p_period)), 1, 'piece', p_rule.amount,
      coalesce(v_rate.rate, 0), coalesce(v_rate.treatment, 'zero'));
    update public.recurring_periods set invoice_id = v_id where id = v_period;
    perform private.log_event('invoice', v_id, 'created', jsonb_build_object('words', 'a recurring payment'));
    perform private.tell_people(array[p_rule.created_by], 'A recurring invoice is ready to be issued', v_number, 'invoice', v_id);
  else
    insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat, iban, payment_reference, note, created_by)
    values (v_id, p_rule.contact_id, v_number, least(p_period, private.company_today()), p_period, p_rule.amount,
      private.vat_of(p_rule.amount, coalesce(v_rate.rate, 0)), p_rule.iban, p_rule.payment_reference, p_rule.note, p_rule.created_by);
    insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, cost_account_id, vat_treatment)
    values (v_id, 'a0001', btrim(p_rule.title), 1, p_rule.amount,
      case when v_rate.rate = 0 and private.is_own_tax(v_rate.treatment) then null else coalesce(v_rate.rate, 0) end, p_rule.cost_account_id,
      case when v_rate.rate = 0 and v_rate.treatment in ('reverse_charge', 'intra_community', 'exempt', 'outside') then v_rate.treatment else 'standard' end);
    if v_decider is null or private.works_here(v_decider) then
      update public.supplier_invoices set status = 'approved', approved_by = v_decider, approved_at = now() where id = v_id;
      update public.supplier_invoices set status = 'scheduled', scheduled_for = greatest(p_period, private.company_today()) where id = v_id;
    end if;
    update public.recurring_periods set supplier_invoice_id = v_id where id = v_period;
  end if;
end $$;

create function private.make_recurring() returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
  v_rule public.recurring_payments;
  v_next date;
  v_count integer;
  v_made integer := 0;
begin
  for v_rule in
    select * from public.recurring_payments where not is_paused and next_on <= v_today + days_before order by next_on, id for no key update skip locked
  loop
    begin
      v_next := v_rule.next_on;
      v_count := 0;
      -- After a long time without a server, all of it is made up for; a rule of weeks in many turns.
      for n in 1 .. 120 loop
        exit when v_next is null or v_next > v_today + v_rule.days_before;
        perform private.make_period(v_rule, v_next);
        v_count := v_count + 1;
        v_next := private.recurring_next(v_rule.every, v_rule.starts_on, v_rule.day_of_month, v_next + 1);
        if v_next > v_rule.ends_on then
          v_next := null;
        end if;
      end loop;
      update public.recurring_payments set next_on = v_next, last_error = null where id = v_rule.id;
      v_made := v_made + v_count;
    exception
      when others then
        -- One rule that cannot be made does not keep the others from theirs. Nothing of it is kept but the reason.
        if v_rule.last_error is distinct from left(sqlerrm, 1000) then
          update public.recurring_payments set last_error = left(case sqlstate
            when '23505' then 'The supplier has an invoice with this number already' else sqlerrm end, 1000) where id = v_rule.id;
        end if;
    end;
  end loop;
  return v_made;
end $$;
comment on function private.make_recurring is
  'Makes what is due of every recurring payment: draft invoices and scheduled invoices of suppliers, each period once. Called
once an hour by the schedule; whatever was missed is made up for. Answers how many.';
call private.offer('private.make_recurring()', '{service_role}');

create function private.skip_recurring(p_id uuid, p_period date) returns date
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rule public.recurring_payments;
  v_next date;
begin
  perform private.must('payments', 'edit', 'change recurring payments');
  select * into v_rule from public.recurring_payments where id = p_id for no key update;
  if v_rule.id is null then
    perform private.refuse('PT404', 'This recurring payment is not there any more');
  elsif exists (select from public.recurring_periods where recurring_payment_id = p_id and period_on = p_period and outcome = 'skipped') then
    return v_rule.next_on;
  elsif v_rule.next_on is distinct from p_period then
    perform private.refuse('PT409', 'The next day changed meanwhile. Please look again.');
  end if;
  insert into public.recurring_periods (recurring_payment_id, period_on, outcome) values (p_id, p_period, 'skipped');
  v_next := private.recurring_next(v_rule.every, v_rule.starts_on, v_rule.day_of_month, p_period + 1);
  update public.recurring_payments set next_on = case when v_next > ends_on then null else v_next end where id = p_id returning next_on into v_next;
  return v_next;
end $$;
comment on function private.skip_recurring is 'The next period of a rule is not made. A repeated call skips one. Answers the day after it.';
call private.offer('private.skip_recurring(uuid, date)');

create function private.decide_recurring() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.decided_by := auth.uid();
  else
    new.decided_by := case
      when (new.amount, new.vat_rate_id, new.iban, new.payment_reference, new.title)
        is distinct from (old.amount, old.vat_rate_id, old.iban, old.payment_reference, old.title) then auth.uid()
      else old.decided_by end;
  end if;
  return new;
end $$;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger z_plan_recurring before insert or update on public.recurring_payments
  for each row execute function private.plan_recurring();
create trigger decide_recurring before insert or update on public.recurring_payments
  for each row when (current_user in ('anon', 'authenticated')) execute function private.decide_recurring();
create trigger refuse_own_account before insert or update of iban on public.recurring_payments
  for each row when (new.direction = 'out' and current_user in ('anon', 'authenticated')) execute function private.refuse_own_account();
create trigger ask_first before insert on public.recurring_payments for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('payments:create', 'invoices:create|supplier-invoices:edit');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.recurring_periods', 'nudge_page', $$private.nudge_pages('recurring_payment_id', 'payments')$$);

-- ------------------------------------------------------------------------------------------------------------ at times

insert into private.schedules (name, runs_at, statement) values
  ('make-recurring', '12 * * * *', 'select private.make_recurring()');
