-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.recurring_payments (
  id uuid not null default gen_random_uuid(),
  direction text not null,
  contact_id uuid not null,
  title text not null,
  every text not null default 'month'::text,
  starts_on date not null,
  day_of_month smallint,
  ends_on date,
  days_before smallint not null default 0,
  amount numeric(14,2) not null,
  vat_rate_id uuid,
  iban text,
  payment_reference text,
  note text,
  is_paused boolean not null default false,
  next_on date,
  last_error text,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  row_version integer not null default 1,
  decided_by uuid,
  constraint recurring_payments_pkey PRIMARY KEY (id),
  constraint recurring_payments_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE RESTRICT,
  constraint recurring_payments_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint recurring_payments_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint recurring_payments_vat_rate_id_fkey FOREIGN KEY (vat_rate_id) REFERENCES public.vat_rates(id) ON DELETE RESTRICT,
  constraint recurring_payments_amount_is_a_number CHECK (amount <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint recurring_payments_amount_is_positive CHECK (amount > 0::numeric AND amount < 10000000::numeric),
  constraint recurring_payments_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint recurring_payments_dates_are_believable CHECK (starts_on >= '2000-01-01'::date AND starts_on <= '2100-01-01'::date AND ends_on <= '2101-01-01'::date),
  constraint recurring_payments_day_of_month_range CHECK (day_of_month >= 1 AND day_of_month <= 31),
  constraint recurring_payments_days_before_range CHECK (days_before >= 0 AND days_before <= 60),
  constraint recurring_payments_direction_is_known CHECK (direction = ANY (ARRAY['in'::text, 'out'::text])),
  constraint recurring_payments_end_after_start CHECK (ends_on >= starts_on),
  constraint recurring_payments_ends_on_is_in_reach CHECK (ends_on >= '1900-01-01'::date AND ends_on < '10000-01-01'::date),
  constraint recurring_payments_every_is_known CHECK (every = ANY (ARRAY['week'::text, 'month'::text, 'quarter'::text, 'year'::text])),
  constraint recurring_payments_iban_is_one CHECK (iban IS NULL OR private.is_iban(iban)),
  constraint recurring_payments_next_on_is_in_reach CHECK (next_on >= '1900-01-01'::date AND next_on < '10000-01-01'::date),
  constraint recurring_payments_starts_on_is_in_reach CHECK (starts_on >= '1900-01-01'::date AND starts_on < '10000-01-01'::date),
  constraint recurring_payments_texts_length CHECK (char_length(payment_reference) <= 140 AND char_length(note) <= 2000 AND char_length(last_error) <= 1000),
  constraint recurring_payments_title_length CHECK (char_length(btrim(title)) >= 1 AND char_length(btrim(title)) <= 80 AND char_length(title) <= 100)
);
alter table public.recurring_payments enable row level security;
CREATE INDEX recurring_payments_contact_id_idx ON public.recurring_payments USING btree (contact_id);
CREATE INDEX recurring_payments_created_by_idx ON public.recurring_payments USING btree (created_by);
CREATE INDEX recurring_payments_decided_by_idx ON public.recurring_payments USING btree (decided_by);
CREATE INDEX recurring_payments_next_on_idx ON public.recurring_payments USING btree (next_on) WHERE NOT is_paused;
CREATE INDEX recurring_payments_vat_rate_id_idx ON public.recurring_payments USING btree (vat_rate_id);
grant insert, select, update on public.recurring_payments to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.recurring_payments to service_role;
create policy "staff add recurring payments in their own name" on public.recurring_payments for insert to authenticated
  with check (( SELECT private.can('payments'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)) AND
CASE direction
    WHEN 'in'::text THEN ( SELECT private.can('invoices'::text, 'create'::text) AS can)
    ELSE ( SELECT private.can('supplier-invoices'::text, 'edit'::text) AS can)
END);
create policy "staff read recurring payments" on public.recurring_payments for select to authenticated
  using (( SELECT private.can('payments'::text, 'view'::text) AS can));
create policy "staff change recurring payments" on public.recurring_payments for update to authenticated
  using (( SELECT private.can('payments'::text, 'edit'::text) AS can))
  with check (( SELECT private.can('payments'::text, 'edit'::text) AS can) AND
CASE direction
    WHEN 'in'::text THEN ( SELECT private.can('invoices'::text, 'create'::text) AS can)
    ELSE ( SELECT private.can('supplier-invoices'::text, 'edit'::text) AS can)
END);
CREATE TRIGGER ask_first BEFORE INSERT ON public.recurring_payments FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('payments:create', 'invoices:create|supplier-invoices:edit');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.recurring_payments FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.recurring_payments FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER decide_recurring BEFORE INSERT OR UPDATE ON public.recurring_payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.decide_recurring();
CREATE TRIGGER first_version BEFORE INSERT ON public.recurring_payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.recurring_payments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.recurring_payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.recurring_payments REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'payments');
CREATE TRIGGER pin BEFORE UPDATE ON public.recurring_payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'direction', 'contact_id', 'next_on', 'last_error');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.recurring_payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.recurring_payments FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
CREATE TRIGGER z_plan_recurring BEFORE INSERT OR UPDATE ON public.recurring_payments FOR EACH ROW EXECUTE FUNCTION private.plan_recurring();
comment on table public.recurring_payments is 'Rules of money that comes in (draft invoices) and goes out (scheduled invoices of suppliers) regularly.';
comment on column public.recurring_payments.amount is 'Net of each period. A change is for the periods that are not made yet.';
comment on column public.recurring_payments.day_of_month is 'A month that is shorter pays on its last day. Null: the day of starts_on. Weeks take their weekday from starts_on.';
comment on column public.recurring_payments.days_before is 'So many days before its day the paper is made.';
comment on column public.recurring_payments.decided_by is 'Who last said how much is paid, and to which account. Null: who made it.';
comment on column public.recurring_payments.next_on is 'The next period that is neither made nor skipped; null: none is left. Computed.';

create table public.recurring_periods (
  id uuid not null default gen_random_uuid(),
  recurring_payment_id uuid not null,
  period_on date not null,
  outcome text not null default 'made'::text,
  invoice_id uuid,
  supplier_invoice_id uuid,
  created_at timestamp with time zone not null default now(),
  created_by uuid default auth.uid(),
  constraint recurring_periods_pkey PRIMARY KEY (id),
  constraint recurring_periods_once UNIQUE (recurring_payment_id, period_on),
  constraint recurring_periods_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint recurring_periods_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES public.invoices(id) ON DELETE SET NULL,
  constraint recurring_periods_recurring_payment_id_fkey FOREIGN KEY (recurring_payment_id) REFERENCES public.recurring_payments(id) ON DELETE RESTRICT,
  constraint recurring_periods_supplier_invoice_id_fkey FOREIGN KEY (supplier_invoice_id) REFERENCES public.supplier_invoices(id) ON DELETE SET NULL,
  constraint recurring_periods_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint recurring_periods_outcome_is_known CHECK (outcome = ANY (ARRAY['made'::text, 'skipped'::text])),
  constraint recurring_periods_period_on_is_in_reach CHECK (period_on >= '1900-01-01'::date AND period_on < '10000-01-01'::date)
);
alter table public.recurring_periods enable row level security;
CREATE INDEX recurring_periods_created_by_idx ON public.recurring_periods USING btree (created_by);
CREATE INDEX recurring_periods_invoice_id_idx ON public.recurring_periods USING btree (invoice_id);
CREATE INDEX recurring_periods_supplier_invoice_id_idx ON public.recurring_periods USING btree (supplier_invoice_id);
grant select on public.recurring_periods to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.recurring_periods to service_role;
create policy "staff read what was made of recurring payments" on public.recurring_periods for select to authenticated
  using (( SELECT private.can('payments'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.recurring_periods REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('recurring_payment_id', 'payments');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.recurring_periods REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('recurring_payment_id', 'payments');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.recurring_periods REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('recurring_payment_id', 'payments');
CREATE TRIGGER pin BEFORE UPDATE ON public.recurring_periods FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.recurring_periods FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.recurring_periods FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.recurring_periods is 'What was made of each period of a rule: once, by the unique pair of rule and day.';

CREATE OR REPLACE FUNCTION private.make_period(p_rule public.recurring_payments, p_period date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    insert into public.invoice_items (invoice_id, position, kind, description, qty, unit, unit_price, vat_rate, vat_treatment)
    values (v_id, private.line_key(0), 'item', format('%s, %s', btrim(p_rule.title), to_char(p_period, 'FMDD Mon YYYY')), 1, 'piece', p_rule.amount,
      coalesce(v_rate.rate, 0), coalesce(v_rate.treatment, 'zero'));
    update public.recurring_periods set invoice_id = v_id where id = v_period;
    perform private.log_event('invoice', v_id, 'created', jsonb_build_object('words', 'a recurring payment'));
    perform private.tell_people(array[p_rule.created_by], 'A recurring invoice is ready to be issued', v_number, 'invoice', v_id);
  else
    insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat, iban, payment_reference, note, created_by)
    values (v_id, p_rule.contact_id, v_number, least(p_period, private.company_today()), p_period, p_rule.amount,
      private.vat_of(p_rule.amount, coalesce(v_rate.rate, 0)), p_rule.iban, p_rule.payment_reference, p_rule.note, p_rule.created_by);
    insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate)
    values (v_id, 'a0001', btrim(p_rule.title), 1, p_rule.amount, coalesce(v_rate.rate, 0));
    if v_decider is null or private.works_here(v_decider) then
      update public.supplier_invoices set status = 'approved', approved_by = v_decider, approved_at = now() where id = v_id;
      update public.supplier_invoices set status = 'scheduled', scheduled_for = greatest(p_period, private.company_today()) where id = v_id;
    end if;
    update public.recurring_periods set supplier_invoice_id = v_id where id = v_period;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.make_recurring()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.make_recurring() to service_role;
comment on function private.make_recurring() is 'Makes what is due of every recurring payment: draft invoices and scheduled invoices of suppliers, each period once. Called
once an hour by the schedule; whatever was missed is made up for. Answers how many.';

CREATE OR REPLACE FUNCTION private.plan_recurring()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.plan_recurring() is 'Computes the next day of a rule when its schedule changes, or when a pause ends.';

CREATE OR REPLACE FUNCTION private.recurring_dates(p_every text, p_starts_on date, p_day integer DEFAULT NULL::integer, p_ends_on date DEFAULT NULL::date, p_from date DEFAULT NULL::date, p_count integer DEFAULT 6)
 RETURNS SETOF date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.recurring_dates(p_every text, p_starts_on date, p_day integer, p_ends_on date, p_from date, p_count integer) to authenticated;
grant execute on function private.recurring_dates(p_every text, p_starts_on date, p_day integer, p_ends_on date, p_from date, p_count integer) to service_role;
comment on function private.recurring_dates(p_every text, p_starts_on date, p_day integer, p_ends_on date, p_from date, p_count integer) is 'The next days of a rule, at most 60: what a form shows before it is saved.';

CREATE OR REPLACE FUNCTION private.recurring_next(p_every text, p_starts_on date, p_day integer, p_from date)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.recurring_next(p_every text, p_starts_on date, p_day integer, p_from date) is 'The first day of a rule from p_from on; null where a day is missing or lies outside the years 1 to 9999. Day 31 of a shorter
month is its last day; the next month has day 31 again. Days have no hours, so that summer time moves nothing.';

CREATE OR REPLACE FUNCTION private.skip_recurring(p_id uuid, p_period date)
 RETURNS date
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.skip_recurring(p_id uuid, p_period date) to authenticated;
grant execute on function private.skip_recurring(p_id uuid, p_period date) to service_role;
comment on function private.skip_recurring(p_id uuid, p_period date) is 'The next period of a rule is not made. A repeated call skips one. Answers the day after it.';
