set check_function_bodies = off;

alter table public.recurring_payments add column cost_account_id uuid;

create or replace function private.closing_checks(p_to date) returns table (part text, number bigint, amount text, orders jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'edit', 'close the books');
  return query
  with found (part, value, of_order) as (
    select 'bank_entries', null::numeric, null::jsonb from public.bank_entries e where e.status = 'open' and e.booked_on <= p_to
    union all
    select 'draft_invoices', private.worth(v.net + v.vat, v.rate), null from public.invoices v where v.status = 'draft' and private.day_of(v.created_at) <= p_to
    union all
    select 'draft_credit_notes', private.worth(n.net + n.vat, n.rate), null from public.credit_notes n where n.status = 'draft' and private.day_of(n.created_at) <= p_to
    union all
    select 'to_invoice', private.worth(t.net, o.rate), null from private.to_invoice() as t join public.orders o on o.id = t.order_id where private.day_of(t.since) <= p_to
    union all
    select 'deposits_without_invoice', private.worth_of_open(p.open, p.amount, p.worth), null from public.payments p
     where p.order_id is not null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    -- Free again on an order with nothing left to invoice. Few deposits are looked at: those whose invoice was credited, or that no invoice deducts whole.
    select 'deposits_without_invoice', private.worth(u.gross, o.rate), jsonb_build_object('id', o.id, 'number', o.order_number, 'gross', private.amount_text(u.gross))
      from (select distinct d.order_id from public.invoices d
             where d.kind = 'deposit' and d.status not in ('draft', 'void') and d.issue_date <= p_to
               and (exists (select from public.invoice_items i join public.credit_notes n on n.invoice_id = i.invoice_id where i.deducts_invoice_id = d.id)
                 or d.net > (select coalesce(-sum(i.net), 0) from public.invoice_items i where i.deducts_invoice_id = d.id))) as of_order
      join public.orders o on o.id = of_order.order_id
     cross join lateral private.unused_deposits(o.id) as u where u.issue_date <= p_to
    union all
    select 'open_payments', private.worth_of_open(p.open, p.amount, p.worth), null from public.payments p
     where p.order_id is null and p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open > 0 and p.received_on <= p_to
    union all
    select 'unapproved_bills', case when s.currency = private.books_currency() then s.gross end, null from public.supplier_invoices s where s.status in ('received', 'disputed') and s.booked_on <= p_to
    union all
    select 'foreign_bills', null, null from public.supplier_invoices s where s.currency <> private.books_currency() and s.booked_on <= p_to
    union all
    select 'costs_without_account', case when s.currency = private.books_currency() then case when s.is_credit then -i.net else i.net end end, null
      from public.supplier_invoice_items i join public.supplier_invoices s on s.id = i.supplier_invoice_id
     where i.cost_account_id is null and s.status <> 'disputed' and s.opening_on is null
       and s.booked_on between coalesce(private.books_closed_to() + 1, '-infinity') and p_to
    union all
    select 'unpaid_runs', r.total, null from public.payment_runs r where r.status = 'exported' and r.pay_on <= p_to
    union all
    select 'differences', null, null from private.ledger_differences(p_to)
  )
  select f.part, count(*), case when bool_and(f.value is not null) then private.amount_text(sum(f.value)) end,
         coalesce(jsonb_agg(f.of_order order by f.of_order ->> 'number') filter (where f.of_order is not null), '[]')
    from found f group by f.part;
end $$;

create or replace function private.leave_cost_charts(p_chart text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.cost_accounts a set archived = true
   where not a.archived and exists (select from unnest(array['general', 'skr03', 'snc']) as k (chart), private.cost_chart_of(k.chart) as c
                                     where (c.code, c.name) = (a.code, a.name))
     and not exists (select from private.cost_chart_of(p_chart) as c where (c.code, c.name) = (a.code, a.name));
  delete from public.cost_accounts a
   where a.archived and exists (select from unnest(array['general', 'skr03', 'snc']) as k (chart), private.cost_chart_of(k.chart) as c
                                 where (c.code, c.name) = (a.code, a.name))
     and not exists (select from private.cost_chart_of(p_chart) as c where (c.code, c.name) = (a.code, a.name))
     and not exists (select from public.supplier_invoice_items i where i.cost_account_id = a.id)
     and not exists (select from public.bank_bookings b where b.cost_account_id = a.id)
     and not exists (select from public.bank_rules r where r.cost_account_id = a.id)
     and not exists (select from public.book_entry_lines l where l.cost_account_id = a.id)
     and not exists (select from public.moved_accounts m where m.to_cost_account_id = a.id)
     and not exists (select from public.recurring_payments p where p.cost_account_id = a.id);
end $$;

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

alter table public.recurring_payments add constraint recurring_payments_cost_account_id_fkey FOREIGN KEY (cost_account_id) REFERENCES public.cost_accounts(id) ON DELETE RESTRICT;

alter table public.recurring_payments add constraint recurring_payments_costs_go_out CHECK (cost_account_id IS NULL OR direction = 'out'::text);

create index recurring_payments_cost_account_id_idx on public.recurring_payments (cost_account_id);

comment on function private.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), costs_without_account (lines of bills, net), unpaid_runs, differences.';

comment on function public.closing_checks(pg_catalog.date) is 'What is left to do before the days up to p_to are closed: how many of each part, and their sum as text where one adds up. A part without any is not listed.
orders: those whose deposit is free while nothing is left to invoice, with the amount; no list of payments or papers names them.
bank_entries, draft_invoices, draft_credit_notes, to_invoice (net), deposits_without_invoice, open_payments, unapproved_bills, foreign_bills (in another currency, without a worth: they and their payments are not in the books), costs_without_account (lines of bills, net), unpaid_runs, differences.';

comment on column public.recurring_payments.cost_account_id is 'The account of costs of the bills that it makes; null: none, they count as costs without an account.';

reset check_function_bodies;

create or replace function private.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric,
  p_except uuid default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_number jsonb;
  v_total jsonb;
  v_rates text;
  v_as constant text := format('%s of %s', private.amount_text(p_vat), private.amount_text(p_net));
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  select jsonb_build_object('id', i.id, 'number', i.supplier_number) into v_number from public.supplier_invoices i
   where i.supplier_id = p_supplier_id and private.plain_number(i.supplier_number) = private.plain_number(p_number)
     and i.id is distinct from p_except;
  select jsonb_build_object('id', i.id, 'number', i.supplier_number) into v_total from public.supplier_invoices i
   where i.supplier_id = p_supplier_id and i.invoice_date = p_invoice_date and i.gross = p_net + p_vat
     and i.id is distinct from p_except
   order by i.created_at desc limit 1;
  if not exists (select from (select v.rate from public.vat_rates v union select 0) as r
                  where abs(p_vat - p_net * r.rate / 100) <= 0.01)
    and not exists (select from public.supplier_invoices b where b.id = p_except and b.vat_confirmed_as = v_as)
    and (select sum(l.net) = p_net and abs(sum(case l.vat_treatment when 'standard' then l.net * l.vat_rate / 100 else l.vat end) - p_vat) <= 0.01 * count(*)
                and bool_and(l.vat_rate = 0 or l.vat_rate in (select v.rate from public.vat_rates v))
           from public.supplier_invoice_items l where l.supplier_invoice_id = p_except) is not true
  then
    select string_agg(format('%s %% would be %s', trim_scale(r.rate), private.money_words(private.vat_of(p_net, r.rate))), ', ' order by r.rate)
      into v_rates
      from (select distinct v.rate, abs(p_vat - p_net * v.rate / 100) as off from public.vat_rates v where v.rate > 0
             order by off, v.rate limit 2) as r;
  end if;
  return jsonb_build_object('same_number', v_number, 'same_total', v_total,
    'vat', private.with_tax(format('{Tax} of %s is no rate of %s: %s.', private.money_words(p_vat), private.money_words(p_net), nullif(v_rates, ''))),
    'vat_as', v_as, 'counts_from', nullif(private.first_open_day(p_invoice_date), p_invoice_date))
    || case when v_rates is null then '{"vat": null}'::jsonb else '{}' end;
end $$;
comment on function private.bill_questions is
'What is asked before a bill of a supplier is saved: the bill with the same number, however it is written; the bill with the
same day and total; and VAT that is no rate of the net, in words with the nearest rates. Null where nothing is to be asked. The VAT is not asked for
where somebody confirmed it, or where the lines of the bill (p_except) come to it by rates of the company.
vat_as is what supplier_invoices.vat_confirmed_as says when somebody confirms the VAT. counts_from: the first open day, where the books of
its day are closed. p_except: the bill itself.';

comment on function public.bill_questions(uuid, text, date, numeric, numeric, uuid) is
'What is asked before a bill of a supplier is saved: the bill with the same number, however it is written; the bill with the
same day and total; and VAT that is no rate of the net, in words with the nearest rates. Null where nothing is to be asked. The VAT is not asked for
where somebody confirmed it, or where the lines of the bill (p_except) come to it by rates of the company.
vat_as is what supplier_invoices.vat_confirmed_as says when somebody confirms the VAT. counts_from: the first open day, where the books of
its day are closed. p_except: the bill itself.';

create or replace function private.move_accounts(p_chart text, p_from date) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  -- With all days open nothing stays of an earlier change.
  delete from public.moved_accounts m where p_from is null or m.from_day >= p_from;
  insert into public.moved_accounts (account_id, cost_account_id, to_account_id, to_cost_account_id, from_day)
  select u.account_id, u.cost_account_id, coalesce(c.account_id, case when c.cost_account_id is null then u.account_id end),
         coalesce(c.cost_account_id, case when c.account_id is null then u.cost_account_id end), p_from
    from (select x.account_id, x.cost_account_id, coalesce(a.code, k.code) as code, coalesce(a.name, k.name) as name
            from (select null::uuid as account_id, i.cost_account_id from public.supplier_invoice_items i where i.cost_account_id is not null
                  union select b.account_id, b.cost_account_id from public.bank_bookings b
                  union select l.account_id, l.cost_account_id from public.book_entry_lines l) as x
            left join public.ledger_accounts a on a.id = x.account_id left join public.cost_accounts k on k.id = x.cost_account_id) as u
    left join lateral private.counterpart(u.code, u.name, p_chart) as c on true
   where num_nonnulls(c.account_id, c.cost_account_id) > 0
      -- Back on its own account, after closed days on another one.
      or exists (select from public.moved_accounts m where (m.account_id, m.cost_account_id) is not distinct from (u.account_id, u.cost_account_id));
  update public.bank_rules r set account_id = c.account_id, cost_account_id = c.cost_account_id
    from (select b.id, n.account_id, n.cost_account_id
            from public.bank_rules b left join public.ledger_accounts a on a.id = b.account_id left join public.cost_accounts k on k.id = b.cost_account_id
           cross join lateral private.counterpart(coalesce(a.code, k.code), coalesce(a.name, k.name), p_chart) as n) as c
   where c.id = r.id;
  update public.recurring_payments r set cost_account_id = c.cost_account_id
    from (select p.id, n.cost_account_id
            from public.recurring_payments p join public.cost_accounts k on k.id = p.cost_account_id
           cross join lateral private.counterpart(k.code, k.name, p_chart) as n where n.cost_account_id is not null) as c
   where c.id = r.id;
end $$;
comment on function private.move_accounts(text, date) is
  'What bills, the bank and entries by hand name stands from a day on (null: on all days) on its counterpart in a chart; rules of the bank and of recurring payments propose that.';
