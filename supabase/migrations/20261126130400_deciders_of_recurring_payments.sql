-- What a recurring payment makes is approved by whoever last said how much goes where, while that person works here.

alter table public.recurring_payments add column decided_by uuid references auth.users (id) on delete set null;
comment on column public.recurring_payments.decided_by is 'Who last said how much is paid, and to which account. Null: who made it.';
create index recurring_payments_decided_by_idx on public.recurring_payments (decided_by);

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
create trigger decide_recurring before insert or update on public.recurring_payments
  for each row when (current_user in ('anon', 'authenticated')) execute function private.decide_recurring();

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
end $$;

revoke execute on all routines in schema private from public;
