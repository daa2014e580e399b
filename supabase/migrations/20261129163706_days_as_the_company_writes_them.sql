set check_function_bodies = off;

create function private.day_text(p_day date, p_weekday boolean default false) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_weekday then to_char(p_day, 'Dy ') else '' end || to_char(p_day, case (select s.date_style from public.company_settings s)
    when 'day_first' then 'DD/MM/YYYY' when 'day_dots' then 'DD.MM.YYYY' when 'month_first' then 'MM/DD/YYYY' when 'year_first' then 'YYYY-MM-DD'
    else 'FMDD Mon YYYY' end);
end $$;
comment on function private.day_text is 'A day as the company writes days, as calendarDayText in src/shared/domain/text/formats.ts does: 20 Nov 2026, or 20.11.2026. With its day of
the week: Fri 20 Nov 2026.';
grant execute on function private.day_text to authenticated, service_role;

create function private.clock_text(p_at timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_char(p_at at time zone private.company_zone(), case (select s.hour_style from public.company_settings s) when '12h' then 'FMHH12:MI am' else 'HH24:MI' end);
end $$;
comment on function private.clock_text is 'The time of a moment as the company writes times: 15:10, or 3:10 pm.';
grant execute on function private.clock_text to authenticated, service_role;

create function private.moment_text(p_at timestamptz, p_weekday boolean default false) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.day_text(private.day_of(p_at), p_weekday) || ', ' || private.clock_text(p_at);
end $$;
comment on function private.moment_text is 'A moment as the company writes days and times: 20 Nov 2026, 15:10.';
grant execute on function private.moment_text to authenticated, service_role;

create or replace function private.days_in_words(p_from date, p_until date) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_from = p_until then private.day_text(p_from, true)
    else private.day_text(p_from, true) || ' to ' || private.day_text(p_until, true) end;
end $$;
comment on function private.days_in_words is 'Days from and to as the company writes them: Mon 23 Nov 2026 to Fri 27 Nov 2026.';

create or replace function private.imported_already(p_hash text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select format('This bank statement was imported already, as %s on %s', i.file_name,
           private.day_text(private.day_of(i.created_at)))
    from public.bank_imports i where i.content_hash = p_hash
  );
end $$;

create or replace function private.entry_in_books(p_entry public.bank_entries, p_worth numeric) returns public.bank_entries
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_currency constant text := (select s.currency from public.company_settings s);
  v_day constant date := private.day_in_books(p_entry.booked_on);
begin
  if v_day <> p_entry.booked_on then
    p_entry.remittance := left(concat_ws(' · ', format('booked by the bank on %s', private.day_text(p_entry.booked_on)), p_entry.remittance), 1000);
    p_entry.booked_on := v_day;
  end if;
  if p_entry.currency = v_currency then
    if p_worth <> p_entry.amount then
      perform private.refuse('22023', format('This entry is in %s: its amount is what it is worth', v_currency));
    end if;
    return p_entry;
  elsif p_worth is null then
    perform private.refuse('PT409', format('This entry is in %s. Please say what it is worth in %s.', p_entry.currency, v_currency));
  elsif not coalesce(p_worth > 0 and p_worth < 1000000000 and p_worth = trunc(p_worth, 2), false) then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif p_entry.other_currency = v_currency and p_entry.other_amount <> p_worth then
    perform private.refuse('PT409', format('The bank says that this is worth %s', private.money_words(p_entry.other_amount, v_currency)));
  end if;
  -- What the bank booked stays with what is recorded: it is the beginning of its reference.
  p_entry.remittance := left(concat_ws(' · ', private.money_words(p_entry.amount, p_entry.currency), p_entry.remittance), 1000);
  p_entry.amount := p_worth;
  p_entry.currency := v_currency;
  return p_entry;
end $$;
comment on function private.entry_in_books is
  'An entry as the books take it: in their own currency and on an open day. Of another currency it is what the bank says that it is worth, else what
the person says (p_worth). Its text begins with what the bank booked, and with its day where that one is closed.';

create or replace function private.with_day_in_books(p_match jsonb, p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select case when d.day = p_entry.booked_on or p_match ->> 'kind' in ('recorded', 'return') or p_match ? 'refund_id'
      or p_match ->> 'is_recorded' = 'true' or (p_match ? 'payment_id' and not p_match ? 'kind') then p_match
    else p_match || jsonb_build_object('reasons', coalesce(p_match -> 'reasons', '[]') || to_jsonb(format('%s is closed: it is booked on %s.',
      private.day_text(p_entry.booked_on), private.day_text(d.day)))) end
    from (select private.day_in_books(p_entry.booked_on) as day) as d
  );
end $$;
comment on function private.with_day_in_books is 'A suggestion that says on which day it is booked where the day of the bank is closed. One that only links says nothing.';

create or replace function private.take_cash_discount(p_payment_id uuid, p_invoice_id uuid, p_amount numeric) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment constant public.payments := (select p from public.payments p where p.id = p_payment_id);
  v_invoice public.invoices;
  v_most numeric;
  v_id uuid;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  v_most := private.cash_discount_of(v_invoice);
  if v_most is null then
    perform private.refuse('PT409', format('%s has no cash discount that is left', v_invoice.invoice_number));
  elsif not coalesce(p_amount > 0 and p_amount <= v_most and p_amount = v_invoice.balance, false) then
    perform private.refuse('PT409', format('With the cash discount of %s, %s of %s are to be paid', private.money_words(v_most),
      private.money_words(v_invoice.paid + v_invoice.balance - v_most), v_invoice.invoice_number));
  elsif private.is_late_for_discount(v_invoice, v_payment.received_on) then
    perform private.must_say_yes('late_discount', format('The cash discount of %s ended on %s, and the payment came on %s. Give it anyway?',
      v_invoice.invoice_number, private.day_text(v_invoice.issue_date + v_invoice.cash_discount_days), private.day_text(v_payment.received_on)));
  end if;
  insert into public.cash_discounts (invoice_id, payment_id, amount, given_on, created_by)
  values (p_invoice_id, p_payment_id, p_amount, private.first_open_day(greatest(v_payment.received_on, v_invoice.issue_date)), auth.uid()) returning id into v_id;
  insert into public.cash_discount_vat (cash_discount_id, vat_rate, vat_treatment, base, vat)
  select v_id, s.vat_rate, s.vat_treatment, s.base, s.vat
    from private.split_gross((select jsonb_agg(to_jsonb(h)) from private.held_by_rate(p_invoice_id) as h), p_amount) as s;
  perform private.log_event('invoice', p_invoice_id, 'cash_discount', jsonb_build_object('amount', private.amount_text(p_amount), 'number', v_payment.payment_number));
  perform private.refresh_invoice(p_invoice_id);
  return v_id;
end $$;

create or replace function private.refuse_closed_day(p_day date) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_closed_to date;
begin
  if p_day is null then
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('book_closings', 0));
  v_closed_to := private.books_closed_to();
  if p_day <= v_closed_to then
    perform private.refuse('PT409', format('The books are closed up to %s. Please choose a later day, or correct it by a record of today.',
      private.day_text(v_closed_to)));
  end if;
end $$;
comment on function private.refuse_closed_day is 'Refuses, in words, a day that is closed for the caller. Null is no day.';

create or replace function private.opening_problem(p_row jsonb, p_part jsonb, p_day date) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_tax constant text := coalesce(p_row ->> 'tax', '');
  v_part record;
begin
  select * into v_part from jsonb_to_record(p_part) as p (id uuid, number text, issued date, due date, base numeric, vat numeric, rate numeric, said numeric);
  return nullif(concat_ws('; ',
    case when v_part.number is null or v_part.number = '' then 'Number: Please enter the number of the paper'
         when char_length(v_part.number) > 60 then 'Number: At most 60 characters' end,
    case when v_part.issued is null then 'Date: Please enter the day of the paper'
         when v_part.issued > p_day then format('Date: The paper is later than %s, the day at which the former books end', private.day_text(p_day))
         when v_part.issued < '2000-01-01' then 'Date: Please enter a day of this century' end,
    case when coalesce(p_row ->> 'due', '') <> '' and private.day_or_null(p_row ->> 'due') is null then 'Due: This is not a day'
         when v_part.due < v_part.issued then 'Due: It is before the day of the paper' end,
    private.amount_problem('Net', p_row ->> 'net', 2, 99999999), private.amount_problem('{Tax}', p_row ->> 'vat', 2, 99999999),
    private.amount_problem('Total', p_row ->> 'gross', 2, 99999999), private.amount_problem('Paid', p_row ->> 'paid', 2, 99999999),
    private.amount_problem('Open', p_row ->> 'open', 2, 99999999),
    case when v_tax <> '' and private.tax_named(v_tax) is null then format('{Tax} rate: There is no rate “%s” in this company', left(v_tax, 60))
         when v_part.base is null or v_part.vat is null then 'Please say two of these: net, {tax}, total, {tax} rate'
         when v_part.base + v_part.vat <> v_part.said then format('Net and {tax} make %s, not the total', private.money_words(v_part.base + v_part.vat))
         when v_part.base < 0 or v_part.vat < 0 or v_part.base + v_part.vat = 0 then 'The total must be above zero'
         when v_part.rate is null then format('{Tax}: No rate of this company makes %s of %s', private.money_words(v_part.vat), private.money_words(v_part.base)) end,
    case when coalesce(p_row ->> 'currency', '') not in ('', (select c.currency from public.company_settings c))
      then format('Currency: These books are in %s', (select c.currency from public.company_settings c)) end,
    case when char_length(p_row ->> 'title') > 500 then 'Title: At most 500 characters' end,
    case when v_part.id is null then 'This row is not whole' end), '');
end $$;

create or replace function private.total_payment_run(p_id uuid) returns void
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

create or replace function private.waiting_debit(p_invoice public.supplier_invoices, p_iban text, p_amount numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select format('The bank paid %s on %s, which seems to be this one: book that first.', private.money_words(e.amount, e.currency),
             private.day_text(e.booked_on))
      from public.bank_entries e
     where e.status = 'open' and e.direction = 'out' and e.currency = p_invoice.currency and e.booked_on >= p_invoice.invoice_date
       and (private.names_invoice(e, p_invoice) or e.party_iban = p_iban and e.amount in (p_invoice.open, p_amount))
     order by e.booked_on desc, e.id limit 1
  );
end $$;
comment on function private.waiting_debit is
  'A debit of the bank that nobody booked and that seems to pay this invoice of a supplier: it names its number, or went to this account with its amount. A sentence, or null.';

create or replace function private.must_mean_day(p_payment_id uuid, p_doing text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_row record;
begin
  select v.invoice_number, v.issue_date, p.received_on into v_row
    from public.payments p join public.payment_allocations a on a.payment_id = p.id join public.invoices v on v.id = a.invoice_id
   where p.id = p_payment_id and v.kind <> 'deposit' and v.issue_date > p.received_on
   group by v.id, v.invoice_number, v.issue_date, p.received_on having sum(a.amount) > 0
   order by v.issue_date desc, v.invoice_number limit 1;
  if found then
    perform private.must_say_yes('paid_before', format('%s is of %s, and the payment came on %s. %s it anyway?', v_row.invoice_number,
      private.day_text(v_row.issue_date), private.day_text(v_row.received_on), p_doing));
  end if;
end $$;
comment on function private.must_mean_day is 'Asks where a payment settles an invoice of a later day, which is mostly a slip. A deposit invoice is issued by its payment.
p_doing: the verb of the question, as Record.';

create or replace function private.make_period(p_rule public.recurring_payments, p_period date)
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
    insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate)
    values (v_id, 'a0001', btrim(p_rule.title), 1, p_rule.amount, coalesce(v_rate.rate, 0));
    if v_decider is null or private.works_here(v_decider) then
      update public.supplier_invoices set status = 'approved', approved_by = v_decider, approved_at = now() where id = v_id;
      update public.supplier_invoices set status = 'scheduled', scheduled_for = greatest(p_period, private.company_today()) where id = v_id;
    end if;
    update public.recurring_periods set supplier_invoice_id = v_id where id = v_period;
  end if;
end $$;

create or replace function private.fail_delivery(
  p_delivery_id uuid, p_reason text, p_try_id uuid, p_photo_paths text[] default '{}', p_at timestamptz default null)
returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_delivery public.deliveries;
  v_reason constant text := btrim(coalesce(p_reason, ''));
  v_photos constant text[] := coalesce(p_photo_paths, '{}');
begin
  perform private.must('deliveries', 'edit', 'hand over deliveries');
  select * into v_delivery from public.deliveries where id = p_delivery_id for no key update;
  if v_delivery.id is null then
    perform private.refuse('PT404', 'This delivery is not there any more');
  elsif exists (
    select from public.document_events e
     where e.kind = 'delivery' and e.record_id = p_delivery_id and e.type = 'failed' and e.meta ->> 'try' = p_try_id::text) then
    return;
  elsif v_reason = '' or char_length(v_reason) > 1000 then
    perform private.refuse('22023', 'Please say in up to 1000 characters why it could not be delivered');
  elsif v_delivery.status = 'delivered' then
    perform private.refuse('PT409', 'All of this delivery is handed over already' || coalesce(format(': %s received it on %s',
      v_delivery.received_by, private.moment_text(v_delivery.delivered_at)), ''));
  elsif v_delivery.status in ('failed', 'cancelled') then
    perform private.refuse('PT409', format('This delivery %s already', case v_delivery.status when 'failed' then 'failed' else 'is cancelled' end));
  end if;
  perform private.check_delivery_photos(p_delivery_id, v_photos);
  -- What is left of a delivery in parts goes back to the unplanned ones; it stays delivered in part.
  update public.deliveries
     set status = case when status = 'partially_delivered' then status else 'failed' end,
         failed_at = private.moment_of_drop(v_delivery, p_at), failed_reason = v_reason,
         van_id = null, route_seq = null, crew = '{}', photo_paths = photo_paths || v_photos
   where id = p_delivery_id;
  perform private.log_event('delivery', p_delivery_id, 'failed', jsonb_build_object('reason', v_reason, 'try', p_try_id));
  insert into public.delivery_notifications (notified_user_id, delivery_id, project_title, message)
  select distinct u, p_delivery_id, left(v_delivery.project_title, 500), left(v_delivery.delivery_number || ' could not be delivered: ' || v_reason, 500)
    from unnest(array[v_delivery.created_by,
      (select coalesce(q.account_manager_id, q.created_by) from public.orders o join public.quotations q on q.id = o.quotation_id
        where o.id = v_delivery.order_id)]) as u
   where u is not null and u is distinct from auth.uid();
end $$;
comment on function private.fail_delivery is
  'Nobody could receive it: the delivery failed, its quantities are free, it has no van any more, and who planned and who sold
it are told (spec 2 §3). p_try_id: chosen by the caller, so that a repeated call changes nothing. p_at: see moment_of_drop.';

create or replace function private.refuse_ended_delivery(p_delivery public.deliveries) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if p_delivery.status in ('cancelled', 'failed') then
    perform private.refuse('PT409', format('This delivery %s', case p_delivery.status when 'failed' then 'failed: plan it again first' else 'is cancelled' end));
  elsif p_delivery.status = 'delivered' then
    perform private.refuse('PT409', 'All of this delivery is handed over already' || coalesce(format(': %s received it on %s',
      p_delivery.received_by, private.moment_text(p_delivery.delivered_at)), ''));
  end if;
end $$;
comment on function private.refuse_ended_delivery is 'Refuses a drop of a delivery that is cancelled, failed or handed over.';

create or replace function private.refuse_closed_hours(p_before jsonb, p_after jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_until constant date := private.hours_closed_until();
  v_moment constant timestamptz := private.end_of_day(v_until);
begin
  if v_until is not null and private.work_before(p_before, v_moment) <> private.work_before(p_after, v_moment) then
    perform private.refuse('PT409', format('The hours up to %s are closed. Who manages time can open them again.', private.day_text(v_until)));
  end if;
end $$;
comment on function private.refuse_closed_hours is 'Refuses another work in the days that are closed. What began in them belongs to them.';

create or replace function private.words_of_span(p_from timestamptz, p_until timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.moment_text(p_from) || case
    when p_until is null then ' until now'
    when private.day_of(p_until) = private.day_of(p_from) then ' to ' || private.clock_text(p_until)
    else ' to ' || private.moment_text(p_until) end;
end $$;
comment on function private.words_of_span is
  'A span by the clock of the company: 20 Nov 2026, 09:30 to 11:00. Without an end it lasts until now.';
grant execute on function private.words_of_span to authenticated, service_role;

create or replace function private.shift_clash(p_user_id uuid, p_starts_at timestamptz, p_ends_at timestamptz, p_except uuid default null)
returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_shift public.shifts;
  v_absence public.absences;
begin
  if not private.works_here(p_user_id) then
    return 'Only people of the staff have shifts';
  end if;
  select * into v_shift from public.shifts s
   where s.user_id = p_user_id and s.id is distinct from p_except and s.starts_at < p_ends_at and s.ends_at > p_starts_at
   order by s.starts_at limit 1;
  if v_shift.id is not null then
    return format('%s already works on %s–%s', private.person_label(p_user_id),
      private.moment_text(v_shift.starts_at, true),
      private.clock_text(v_shift.ends_at));
  end if;
  select * into v_absence from public.absences a
   where a.user_id = p_user_id and a.status = 'approved'
     and private.span_of_days(a.starts_on, a.ends_on) && tstzrange(p_starts_at, p_ends_at, '[)')
   order by a.starts_on limit 1;
  if v_absence.id is not null then
    return format('%s is away: %s', private.person_label(p_user_id), private.days_in_words(v_absence.starts_on, v_absence.ends_on));
  end if;
  return null;
end $$;

create or replace function private.guard_rest() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rest record;
begin
  select s.name, s.finished_at + s.wait_minutes * interval '1 minute' as until into v_rest from public.job_steps s
   where s.id = any (new.depends_on) and s.job_id = new.job_id and s.status = 'done' and s.wait_minutes > 0
     and s.finished_at + s.wait_minutes * interval '1 minute' > now()
   order by 2 desc limit 1;
  if found then
    perform private.refuse('PT409', format('This step waits until %s: what "%s" made must rest',
      private.moment_text(v_rest.until), v_rest.name));
  end if;
  return new;
end $$;

create or replace function private.done_in_words(p_step public.job_steps) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return concat_ws(', ',
    coalesce((select e.actor_name from public.document_events e where e.kind = 'job' and e.record_id = p_step.job_id and e.type = 'step_done'
                and e.meta ->> 'step' = p_step.name order by e.at desc limit 1), private.person_label(p_step.assignees[1])),
    private.moment_text(p_step.finished_at),
    case when p_step.qty_good > 0 then trim_scale(p_step.qty_good) || ' good' end,
    case when p_step.qty_waste > 0 then trim_scale(p_step.qty_waste) || ' wasted' end);
end $$;
comment on function private.done_in_words is 'Who did a step, when, and what came out: "Mark Grima, 24 Nov, 15:10, 8 good".';

create or replace function private.plan_mark(variadic p_parts text[]) returns text
  language sql immutable set search_path = ''
as $$ select md5(array_to_string(p_parts, '|', '-')) $$;
comment on function private.plan_mark(variadic p_parts text[]) is 'Changes when one of the parts of a plan changes: what a person saw of it when they move it.';
grant execute on function private.plan_mark(VARIADIC text[]) to authenticated;
grant execute on function private.plan_mark(public.bookings) to authenticated;
grant execute on function private.plan_mark(public.deliveries) to authenticated;
grant execute on function private.plan_mark(public.jobs) to authenticated;
grant execute on function private.plan_mark(public.shifts) to authenticated;
grant execute on function private.plan_mark(public.job_steps) to authenticated;
grant execute on function private.plan_mark(public.tasks) to authenticated;

create or replace function private.plan_in_words(p_at timestamptz, p_has_time boolean default true) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce('to ' || case when p_has_time then private.in_company_words(p_at)
    else private.day_text(private.day_of(p_at), true) end, 'out of the calendar');
end $$;

create or replace function private.refuse_after_order(p_job public.jobs) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_job.order_id;
  if p_job.due_date > private.day_of_order(v_order) then
    perform private.refuse('PT409', format('%s is to be handed over by %s. %s cannot be due after that: please move the day of the order first.',
      v_order.order_number, private.day_text(private.day_of_order(v_order)), p_job.job_number));
  end if;
end $$;
comment on function private.refuse_after_order is 'Refuses a job that would be due after the day of its order.';

create or replace function private.reschedule_job(p_id uuid, p_mark text, p_due_date date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_job public.jobs;
  v_was date;
begin
  perform private.must('jobs', 'edit', 'change due dates');
  select * into v_job from public.jobs where id = p_id for no key update;
  if v_job.id is null then
    perform private.refuse('PT404', 'This job is not there any more');
  elsif v_job.due_date is not distinct from p_due_date then
    return;
  elsif private.plan_mark(v_job) is distinct from p_mark then
    perform private.refuse_moved('job', p_id, 'due_moved', coalesce('to ' || private.day_text(v_job.due_date, true), 'out of the calendar'));
  elsif v_job.status in ('delivered', 'closed', 'cancelled') then
    perform private.refuse('PT409', format('This job is %s', v_job.status));
  end if;
  v_was := v_job.due_date;
  v_job.due_date := p_due_date;
  perform private.refuse_after_order(v_job);
  update public.jobs set due_date = p_due_date where id = p_id;
  perform private.log_event('job', p_id, 'due_moved', jsonb_build_object('from', v_was, 'to', p_due_date));
end $$;

create or replace function private.day_of_order(p_order public.orders) returns date
  language sql immutable set search_path = ''
as $$ select least(p_order.due_date, p_order.promised_date) $$;
comment on function private.day_of_order is 'The day by which an order is handed over: the earlier of due and promised; null without either.';

create or replace function private.keep_promise() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse('PT409', format('It is promised for %s: it has to be finished by then', private.day_text(new.promised_date)));
  return null;
end $$;
comment on function private.keep_promise is 'Refuses that a person lets an order be due after the day that the client was told.';

create or replace function private.promise_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_days integer;
  v_lead date;
  v_day date;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null or v_order.cancelled_at is not null or v_order.deposit_paid < v_order.deposit_amount
     or v_order.due_date is not null or v_order.promised_date is not null then
    return;
  end if;
  v_days := private.lead_days_of(private.services_of_order(p_order_id));
  v_lead := private.working_day_after(private.company_today(), v_days);
  v_day := private.day_to_promise(v_order);
  update public.orders set due_date = v_day, promised_date = v_day where id = p_order_id;
  perform private.log_event('order', p_order_id, case when v_day > v_lead then 'promised_later' else 'promised' end,
    jsonb_build_object('day', v_day, 'working_days', v_days, 'lead_day', v_lead));
  if v_day > v_lead then
    perform private.tell_people((select private.owners_of(q) from public.quotations q where q.id = v_order.quotation_id),
      format('%s is promised for %s', v_order.order_number, private.day_text(v_day)),
      format('Its lead time ends on %s. The hours of its work centres or its material are not there before.', private.day_text(v_lead)),
      'order', p_order_id);
  end if;
end $$;

revoke execute on all routines in schema private from public;

reset check_function_bodies;
