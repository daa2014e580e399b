-- Rules of the database that stood in several places stand in one.

create type private.opening_paper as (
  line integer, paper uuid, number text, contact_id uuid, issued date, due date, title text, base numeric, vat numeric, rate numeric, treatment text, place bigint, paid numeric);
comment on type private.opening_paper is 'A row of an opening paper, with what follows from it.';

drop function private.opening_papers(jsonb, boolean);
drop function private.opening_again(jsonb);
drop function private.people_after(uuid[], uuid[], uuid[]);
drop function private.cost_of_material(jsonb);
drop function private.refuse_many_rows(jsonb);

drop trigger follow_words_of_comments on public.task_comments;
set check_function_bodies = off;

create or replace function private.units_word(p_unit text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return case p_unit when 'm2' then 'm²' when 'm' then 'm' when 'kg' then 'kg' when 'ml' then 'ml' when 'box' then 'boxes' else p_unit || 's' end;
end $$;

create or replace function private.qty_text(p_qty numeric, p_unit text) returns text
  language sql immutable set search_path = ''
as $$
  select trim_scale(p_qty)::text || ' ' || case when p_qty = 1 and p_unit <> 'm2' then p_unit else private.units_word(p_unit) end
$$;

create or replace function private.must_be_pieces(p_qty numeric, p_unit text, p_name text, p_of numeric default 0) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_qty <> trunc(p_qty) and p_of is not distinct from trunc(p_of) and private.is_counted(p_unit) then
    perform private.refuse('22023', format('%s is counted in whole %s',
      coalesce(nullif(left(btrim(split_part(p_name, E'\n', 1)), 100), ''), 'A line'),
      private.units_word(case when lower(btrim(p_unit)) in ('sheet', 'roll', 'box', 'set', 'pair') then lower(btrim(p_unit)) else 'piece' end)));
  end if;
end $$;

create or replace function private.moved_by_bank(p_from date, p_to date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(m.amount), 0)
      from (select x.part, x.method, x.amount from private.journal_of_payments(p_from, p_to) as x
            union all select y.part, y.method, y.amount from private.journal_of_bills(p_from, p_to) as y) as m
     where m.part = 'money' and m.method = 'bank');
end $$;

create or replace function private.bank_balance(p_on date)
returns table (account_iban text, currency text, first_day date, said_on date, said text, reckoned text, off text, matched text, waiting text, waiting_count bigint,
  ignored text, ignored_count bigint, booked text, by_hand text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('payments', 'view', 'see bank statements');
  if p_on is null then
    perform private.refuse('22023', 'Please choose a day');
  end if;
  return query
    with accounts as materialized (
      select * from private.bank_accounts_as_at(p_on)
    ), booked as materialized (
      -- What the books moved by bank is known for all accounts together: it is compared where there is one.
      select case when count(*) = 1 and private.can_see_books() then private.moved_by_bank(min(a.first_day), p_on) end as amount from accounts a
    )
    select a.account_iban, a.currency, a.first_day, a.said_on, private.amount_text(a.said), private.amount_text(a.opening + a.listed),
           private.amount_text(a.said - a.opening - a.listed), private.amount_text(a.matched), private.amount_text(a.waiting), a.waiting_count,
           private.amount_text(a.ignored), a.ignored_count, private.amount_text(b.amount), private.amount_text(b.amount - a.matched)
      from accounts a cross join booked b order by a.account_iban, a.currency;
end $$;

create or replace function private.owing_suppliers(p_entry public.bank_entries)
  returns table (supplier_id uuid, is_named boolean, has_amount boolean, is_account boolean, paid_before boolean, papers jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with owed as (
    select v.id, v.supplier_id, v.supplier_number, v.due_date, v.invoice_date, v.open, v.status,
           private.early_discount(v, p_entry.booked_on) as discount,
           private.names_invoice(p_entry, v) as is_named,
           coalesce(v.iban = p_entry.party_iban, false) as is_account
      from public.supplier_invoices v
     where v.status in ('received', 'approved', 'scheduled', 'part_paid') and v.open > 0 and v.currency = p_entry.currency
       and not exists (select from public.payment_run_items i where i.supplier_invoice_id = v.id and i.status = 'open')
  ), suppliers as (
    select o.supplier_id, bool_or(o.is_named) as is_named, bool_or(o.open - o.discount = p_entry.amount or o.open = p_entry.amount) as has_amount,
           bool_or(o.is_account) or exists (select from public.contact_bank_accounts a where a.contact_id = o.supplier_id and a.iban = p_entry.party_iban) as is_account,
           exists (select from public.bank_entries e join public.bank_entry_payouts b on b.entry_id = e.id
                     join public.supplier_payments s on s.id = b.supplier_payment_id join public.supplier_invoices v on v.id = s.supplier_invoice_id
                    where e.party_iban = p_entry.party_iban and v.supplier_id = o.supplier_id) as paid_before,
           jsonb_agg(jsonb_build_object('invoice_id', o.id, 'number', o.supplier_number, 'balance', private.amount_text(o.open),
             'discount', private.amount_text(o.discount), 'is_named', o.is_named, 'is_approved', o.status <> 'received')
             order by o.due_date nulls last, o.invoice_date, o.supplier_number) as papers
      from owed o group by o.supplier_id
  )
  select s.* from suppliers s;
end $$;

create or replace function private.pay_by_debit(p_entry public.bank_entries, p_parts jsonb) returns uuid[]
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_row public.supplier_invoices;
  v_number text;
  v_discount numeric;
  -- Paid in time is by the bank's day, whatever day it is booked on.
  v_day constant date := (select e.booked_on from public.bank_entries e where e.id = p_entry.id);
  v_ids uuid[] := '{}';
begin
  if jsonb_typeof(p_parts) is distinct from 'array' or jsonb_array_length(p_parts) not between 1 and 200 then
    perform private.refuse('22023', 'Please choose which invoices this paid');
  elsif exists (select from jsonb_array_elements(p_parts) as one
    where not coalesce(one ->> 'amount' ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' and (one ->> 'amount')::numeric > 0, false))
  then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif (select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_parts) as one) <> p_entry.amount then
    perform private.refuse('22023', format('The invoices come to %s, and the bank paid %s',
      private.money_words((select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_parts) as one)), private.money_words(p_entry.amount)));
  elsif (select count(distinct one ->> 'invoice_id') from jsonb_array_elements(p_parts) as one) <> jsonb_array_length(p_parts) then
    perform private.refuse('22023', 'An invoice stands here twice');
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as id, (one ->> 'amount')::numeric as amount, coalesce((one ->> 'discount')::numeric, 0) as discount
      from jsonb_array_elements(p_parts) as one order by 1
  loop
    select * into v_row from public.supplier_invoices where id = v_part.id for no key update;
    select r.run_number into v_number from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
     where i.supplier_invoice_id = v_part.id and i.status = 'open';
    v_discount := private.early_discount(v_row, v_day);
    if v_row.id is null then
      perform private.refuse('PT404', 'This invoice is not there any more');
    elsif v_number is not null then
      perform private.refuse('PT409', format('%s is in %s. Please match the debit with the run, or take the invoice out of it.', v_row.supplier_number, v_number));
    elsif v_row.status not in ('approved', 'scheduled', 'part_paid') then
      perform private.refuse('PT409', case v_row.status when 'paid' then format('%s is paid', v_row.supplier_number)
        else format('Please approve %s before it is paid', v_row.supplier_number) end);
    elsif v_row.currency <> p_entry.currency then
      perform private.refuse('PT409', format('%s is in %s. Please record the payment by hand.', v_row.supplier_number, v_row.currency));
    elsif v_part.discount not in (0, v_discount) or (v_part.discount > 0 and v_part.amount + v_part.discount <> v_row.open) then
      perform private.refuse('PT409', format('The discount of %s is another one by now. Please look again.', v_row.supplier_number));
    elsif v_part.amount + v_part.discount > v_row.open then
      perform private.refuse('PT409', format('Of %s only %s are open', v_row.supplier_number, private.money_words(v_row.open)));
    end if;
    v_ids := v_ids || private.keep_supplier_payment(v_part.id, v_part.amount, v_part.discount, p_entry.booked_on,
      coalesce(p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference));
  end loop;
  return v_ids;
end $$;

create or replace function private.opening_papers(p_rows jsonb, p_suppliers boolean) returns setof private.opening_paper
  language sql stable security definer set search_path = ''
as $$
  select p.line, first_value(p.id) over (partition by lower(p.number), case when p_suppliers then w.contact_id end order by p.place), p.number, w.contact_id,
         p.issued, p.due, nullif(btrim(r.given ->> 'title'), ''), p.base, p.vat, p.rate, p.treatment, p.place, p.paid
    from private.opening_parts(p_rows) as p join private.opening_parties(p_rows, p_suppliers) as w on w.line = p.line
    join jsonb_array_elements(p_rows) as r (given) on (r.given ->> 'line')::integer = p.line
$$;

create or replace function private.add_opening_invoices(p_rows jsonb, p_day date) returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rows constant private.opening_paper[] := array(select o from private.opening_papers(p_rows, false) as o order by o.place);
begin
  -- As drafts first: the lines of an issued paper never change.
  perform set_config('signwright.total_later', 'on', true);
  insert into public.invoices (id, contact_id, project_title, issue_date, supply_date, due_date, currency, net, vat, opening_on, created_by)
  select o.paper, min(o.contact_id::text)::uuid, min(o.title), min(o.issued), min(o.issued), min(o.due), c.currency, sum(o.base), sum(o.vat), p_day, auth.uid()
    from unnest(v_rows) as o cross join public.company_settings c group by o.paper, c.currency order by min(o.place);
  insert into public.invoice_items (invoice_id, position, description, qty, unit_price, net, vat, vat_rate, vat_treatment)
  select o.paper, private.line_key((row_number() over (partition by o.paper order by o.place) - 1)::integer),
         coalesce(o.title, 'As invoiced with ' || o.number), 1, o.base, o.base, o.vat, o.rate, o.treatment
    from unnest(v_rows) as o;
  insert into public.invoice_vat (invoice_id, vat_rate, vat_treatment, base, vat)
  select o.paper, o.rate, o.treatment, o.base, o.vat from unnest(v_rows) as o;
  perform set_config('signwright.total_later', '', true);
  update public.invoices v
     set status = 'issued', invoice_number = o.number, issued_at = now(), issued_by = auth.uid(),
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id), 'person', null)
    from (select distinct on (r.paper) r.paper, r.number from unnest(v_rows) as r order by r.paper, r.place) as o
   where v.id = o.paper;
  -- What was paid before is a payment of that day with the id of its invoice.
  insert into public.payments (id, payment_number, contact_id, method, amount, allocated, currency, received_on, opening_on, reference, created_by)
  select o.paper, 'OB-' || min(o.number), min(o.contact_id::text)::uuid, 'other', max(o.paid), max(o.paid), c.currency, p_day, p_day, 'Paid in the former books', auth.uid()
    from unnest(v_rows) as o cross join public.company_settings c group by o.paper, c.currency having max(o.paid) > 0;
  insert into public.payment_allocations (payment_id, invoice_id, amount, allocated_on, created_by)
  select p.id, p.id, p.amount, p_day, auth.uid() from public.payments p where p.id in (select o.paper from unnest(v_rows) as o);
  perform private.refresh_invoice(o.paper) from (select distinct r.paper from unnest(v_rows) as r where r.paid > 0) as o;
  return query
    select o.line, v.id, v.invoice_number, v.row_version from unnest(v_rows) as o join public.invoices v on v.id = o.paper order by 1;
end $$;

create or replace function private.add_opening_bills(p_rows jsonb, p_day date) returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rows constant private.opening_paper[] := array(select o from private.opening_papers(p_rows, true) as o order by o.place);
begin
  insert into public.supplier_invoices (id, supplier_id, supplier_number, status, invoice_date, due_date, currency, net, vat, paid, booked_on, opening_on, note,
    approved_by, approved_at, created_by)
  select o.paper, min(o.contact_id::text)::uuid, min(o.number), case when max(o.paid) > 0 then 'part_paid' else 'approved' end, min(o.issued), min(o.due),
         c.currency, sum(o.base), sum(o.vat), coalesce(max(o.paid), 0), p_day, p_day, min(o.title), auth.uid(), now(), auth.uid()
    from unnest(v_rows) as o
   cross join public.company_settings c group by o.paper, c.currency order by min(o.place);
  insert into public.supplier_payments (supplier_invoice_id, amount, paid_on, method, reference, is_opening, created_by)
  select s.id, s.paid, p_day, 'other', 'Paid in the former books', true, auth.uid()
    from public.supplier_invoices s where s.paid > 0 and s.id in (select o.paper from unnest(v_rows) as o);
  return query
    select o.line, s.id, s.supplier_number, s.row_version
      from unnest(v_rows) as o join public.supplier_invoices s on s.id = o.paper order by 1;
end $$;

create or replace function private.payment_candidates(p_pay_on date)
  returns table (id uuid, supplier_id uuid, supplier text, supplier_number text, status text, due_date date, scheduled_for date, currency text, open text, amount text, discount text, discount_until date, iban text, is_known_account boolean, why text, bank_note text, is_suggested boolean) language plpgsql  stable security definer set search_path = '' as $$
begin
  perform private.must('payments', 'create', 'prepare payments');
  return query
    select v.id, v.supplier_id, private.client_label(c), v.supplier_number, v.status, v.due_date, v.scheduled_for, v.currency,
           private.amount_text(v.open), private.amount_text(v.open - take.off), private.amount_text(take.off), v.discount_until, acc.iban,
           private.is_known_account(v.supplier_id, acc.iban),
           obstacle.why, debit.note,
           obstacle.why is null and debit.note is null and (v.scheduled_for <= p_pay_on or v.due_date <= p_pay_on + 2 or (take.off > 0 and v.discount_until <= p_pay_on + 7))
      from public.supplier_invoices v
      join public.contacts c on c.id = v.supplier_id,
           lateral (select private.early_discount(v, p_pay_on) as off) as take,
           lateral (select coalesce(v.iban, private.supplier_iban(v.supplier_id)) as iban) as acc,
           lateral (select case
             when r.run_number is not null then format('It is in %s.', r.run_number)
             when v.currency <> 'EUR' then format('It is in %s: SEPA pays in euro.', v.currency)
             when acc.iban is null then 'The supplier''s IBAN is missing.'
             when not private.is_iban(acc.iban) then 'The IBAN is wrong.' end as why
             from (select 1) as one
             left join public.payment_run_items i on i.supplier_invoice_id = v.id and i.status = 'open'
             left join public.payment_runs r on r.id = i.payment_run_id) as obstacle,
           lateral (select private.waiting_debit(v, acc.iban, v.open - take.off) as note) as debit
     where v.status in ('approved', 'scheduled', 'part_paid') and v.open > 0
     order by coalesce(v.scheduled_for, v.due_date) nulls last, v.supplier_number, v.id;
end $$;

create or replace function private.early_discount(p_bill public.supplier_invoices, p_day date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_bill.discount_until >= p_day and p_bill.paid = 0
    then private.cut_percent(p_bill.net + p_bill.vat, p_bill.discount_pct) else 0 end;
end $$;

create or replace function private.refuse_many_rows(p_kind text, p_rows jsonb) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  -- Suppliers go through the import of contacts, which takes no more.
  v_most constant integer := case p_kind when 'supplier' then 1000 else 2000 end;
begin
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > v_most then
    perform private.refuse('22023', format('At most %s rows at a time', v_most));
  elsif octet_length(p_rows::text) > 1000000 then
    perform private.refuse('22023', 'These rows hold too much text. Send fewer of them at a time');
  end if;
end $$;

create or replace function private.check_book_rows(p_kind text, p_rows jsonb, p_day date default null) returns table (line integer, problem text, note text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_import(p_kind);
  perform private.refuse_many_rows(p_kind, p_rows);
  return query
    select j.line, j.problem, case when p_kind = 'material' and j.problem is null then private.material_note(r.given) end
      from private.judge_book_rows(p_kind, p_rows, coalesce(p_day, private.company_today())) as j
      left join jsonb_array_elements(p_rows) as r (given) on (r.given ->> 'line')::integer = j.line;
end $$;

create or replace function private.import_book_rows(p_kind text, p_rows jsonb, p_import_id uuid, p_file_name text default null, p_day date default null)
returns table (line integer, outcome text, because text)
  language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  v_new jsonb;
  v_wrong jsonb;
  v_day date;
begin
  perform private.must_import(p_kind);
  perform private.refuse_many_rows(p_kind, p_rows);
  if p_import_id is null then
    perform private.refuse('22023', 'An import needs an id');
  end if;
  perform private.begin_book_import(p_kind, p_import_id, p_file_name, p_day);
  select i.day into v_day from public.book_imports i where i.id = p_import_id;
  -- Rows that are sent again were imported before.
  select coalesce(jsonb_agg(r.given order by r.place), '[]') into v_new
    from jsonb_array_elements(p_rows) with ordinality as r (given, place)
   where not exists (
     select from public.book_import_rows k where k.import_id = p_import_id and k.line = (r.given ->> 'line')::integer);
  select coalesce(jsonb_object_agg(j.line, j.problem), '{}') into v_wrong
    from private.judge_book_rows(p_kind, v_new, v_day) as j where j.problem is not null;
  insert into public.book_import_rows (import_id, line, record_id, label, version)
  select p_import_id, a.line, a.record_id, left(a.label, 500), a.version
    from private.add_book_rows(p_kind, (
      select coalesce(jsonb_agg(r.given order by r.place), '[]') from jsonb_array_elements(v_new) with ordinality as r (given, place)
       where not v_wrong ? (r.given ->> 'line')), v_day) as a;
  update public.book_imports i
     set added = (select count(distinct k.record_id) from public.book_import_rows k where k.import_id = i.id)
   where i.id = p_import_id;
  return query
    select s.line, case when k.line is null then 'refused' else 'created' end,
           case when k.line is null then coalesce(v_wrong ->> s.line::text, 'This row could not be imported') end
      from (select (r.given ->> 'line')::integer as line from jsonb_array_elements(p_rows) as r (given)) as s
      left join public.book_import_rows k on k.import_id = p_import_id and k.line = s.line
     order by 1;
end $$;

create or replace function private.list_after(p_list anyarray, p_add anyarray, p_remove anyarray) returns anyarray
  language plpgsql immutable set search_path = ''
as $$
begin
  return array(
    select one.value from unnest(p_list || p_add) with ordinality as one (value, place)
     where array_position(p_remove, one.value) is null
     group by one.value order by min(one.place));
end $$;

create or replace function public.change_task_files(p_task_id uuid, p_add text[], p_remove text[]) returns text[]
  language plpgsql set search_path = ''
as $$
declare
  v_now text[];
begin
  update public.tasks t
     set images = private.list_after(t.images, p_add, p_remove)
   where t.id = p_task_id
  returning t.images into v_now;
  if not found then
    raise insufficient_privilege using message = 'This task is not yours to change';
  end if;
  return v_now;
end $$;

-- Each caller says whom they add and whom they remove, so two people who choose assignees at once both succeed.
create or replace function public.change_task_assignees(p_task_id uuid, p_add uuid[], p_remove uuid[]) returns uuid[]
  language plpgsql set search_path = ''
as $$
declare
  v_now uuid[];
begin
  update public.tasks t
     set assignees = private.list_after(t.assignees, p_add, p_remove)
   where t.id = p_task_id
  returning t.assignees into v_now;
  if not found then
    raise insufficient_privilege using message = 'This task is not yours to change';
  end if;
  return v_now;
end $$;

-- Rows are locked in the order of their ids, so that two people who change the same tasks wait and do not block each other.
create or replace function public.change_tasks(p_changes jsonb) returns table (id uuid, outcome text)
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_me constant uuid := auth.uid();
  v_edits constant boolean := private.can('tasks', 'edit');
begin
  if jsonb_typeof(p_changes) is distinct from 'array' or jsonb_array_length(p_changes) > 500 then
    raise exception using errcode = 'PT400', message = 'At most 500 tasks are changed at once';
  end if;
  perform from public.tasks t
    where t.id in (select (one ->> 'id')::uuid from jsonb_array_elements(p_changes) as one) order by t.id for no key update;
  return query
  with asked as (
    select distinct on (a.id) a.id, a.status, a.seen_status, coalesce(a.sets_due, false) as sets_due, a.due_at, a.seen_due_at,
           coalesce(a.add, '{}') as add, coalesce(a.remove, '{}') as remove
      from jsonb_to_recordset(p_changes) as a (id uuid, status text, seen_status text, sets_due boolean,
        due_at timestamptz, seen_due_at timestamptz, add uuid[], remove uuid[])
  ), seen as (
    select a.*, t.id as there, private.list_after(t.assignees, a.add, a.remove) as people,
           t.created_by is not distinct from v_me as is_mine, t.assignees as people_before,
           (a.status is null or t.status in (a.seen_status, a.status))
             and (not a.sets_due or t.due_at is not distinct from a.seen_due_at or t.due_at is not distinct from a.due_at) as is_fresh
      from asked a left join public.tasks t on t.id = a.id
  ), allowed as (
    select s.* from seen s
     where s.is_fresh and (s.is_mine or (cardinality(s.people_before) > 0 and cardinality(s.people) > 0
       and (v_edits or (s.people_before @> array[v_me] and s.people @> array[v_me]))))
  ), changed as (
    update public.tasks t
       set status = coalesce(w.status, t.status), due_at = case when w.sets_due then w.due_at else t.due_at end,
           assignees = w.people
      from allowed w where t.id = w.id
    returning t.id
  )
  select s.id, case when c.id is not null then 'changed' when s.there is null then 'gone'
                    when not s.is_fresh then 'meanwhile' else 'refused' end
    from seen s left join changed c on c.id = s.id;
end $$;

create or replace function private.follow_words_of_comments() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    perform private.gather_task_words(array(
      select distinct c.task_id from changed c join previous p on p.id = c.id where p.content is distinct from c.content));
  else
    perform private.gather_task_words(array(select distinct c.task_id from changed c));
  end if;
  return null;
end $$;

create or replace function private.must_named(p_name text, p_doing text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.named(p_name) then
    perform private.refuse('42501', 'You may not ' || p_doing);
  end if;
end $$;

create or replace function private.publish_site_page(p_page text, p_draft integer, p_at timestamptz default null) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_page public.site_pages;
  v_shown public.site_versions;
  v_number integer;
begin
  perform private.must_named('manage_website', 'publish pages of the site');
  if p_at <= now() or p_at > now() + interval '1 year' then
    perform private.refuse('22023', 'Choose a time within the next year');
  end if;
  select * into v_page from public.site_pages s where s.page = p_page for no key update;
  v_shown := private.shown_version(p_page, clock_timestamp());
  if v_page.id is null then
    perform private.refuse('22023', 'There is no such page');
  elsif v_page.row_version is distinct from p_draft then
    perform private.refuse('PT409', 'Somebody changed this page meanwhile. Please look at it first.');
  elsif p_at is null and v_shown.blocks = v_page.draft then
    return v_shown.number;
  end if;
  select 1 + coalesce(max(v.number), 0) into v_number from public.site_versions v where v.page = p_page;
  insert into public.site_versions (page, number, blocks, shows_from, created_by)
  values (p_page, v_number, v_page.draft, coalesce(p_at, clock_timestamp()), auth.uid());
  return v_number;
end $$;

create or replace function private.withdraw_site_version(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_version public.site_versions;
begin
  perform private.must_named('manage_website', 'publish pages of the site');
  select * into v_version from public.site_versions v where v.id = p_id for no key update;
  if v_version.id is null then
    perform private.refuse('22023', 'There is no such version');
  elsif v_version.withdrawn_at is null and v_version.shows_from <= clock_timestamp() then
    perform private.refuse('PT409', 'This version shows already. Restore another one and publish it.');
  end if;
  update public.site_versions v set withdrawn_at = now() where v.id = p_id and v.withdrawn_at is null;
end $$;

create or replace function private.add_site_photo(
  p_id uuid, p_file_type text, p_width integer, p_height integer, p_widths integer[], p_tone text, p_alt text default '') returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must_named('manage_website', 'add photographs of the site');
  if exists (select from public.site_photos p where p.id = p_id) then
    return;
  elsif exists (
    select from unnest(p_widths) as width where not exists (
      select from storage.objects o where o.bucket_id = 'site-photos' and o.name = format('%s/%s.%s', p_id, width, p_file_type)))
  then
    perform private.refuse('22023', 'The photograph did not arrive. Please upload it again.');
  end if;
  insert into public.site_photos (id, alt, file_type, width, height, widths, tone, created_by)
  values (p_id, btrim(coalesce(p_alt, '')), p_file_type, p_width, p_height, p_widths, p_tone, auth.uid());
end $$;

create or replace function private.material_unit_problem(p_row jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item constant public.inventory_items := private.material_of(p_row);
  v_unit constant text := private.unit_of_material_row(p_row);
  v_qty constant numeric := coalesce(private.plain_or_null(p_row ->> 'qty'), private.plain_or_null(p_row ->> 'min_qty'), private.plain_or_null(p_row ->> 'reorder_qty'), 0);
begin
  return case
    when v_qty = 0 then null
    when v_unit is null and coalesce(p_row ->> 'buy_unit', '') <> '' and coalesce(p_row ->> 'sell_unit', '') = '' and v_item.buy_unit <> v_item.stock_unit
      then format('Stock: Is it %s or %s? Please say it in a column “Unit of the stock”', private.stock_words(v_qty, v_item.buy_unit), private.stock_words(v_qty, v_item.stock_unit))
    when v_unit not in (v_item.stock_unit, v_item.buy_unit)
      then format('Stock: It is in %s, and this material is counted in %s', private.units_word(v_unit), private.units_word(v_item.stock_unit)) end;
end $$;

create or replace function private.cost_of_material(p_row jsonb, p_item public.inventory_items) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_value constant numeric := private.plain_or_null(p_row ->> 'value');
begin
  return coalesce(private.plain_or_null(p_row ->> 'cost_price'),
    case when v_value is not null and p_item.on_hand > 0 then round(v_value / p_item.on_hand * p_item.stock_per_buy, 4) end);
end $$;

create or replace function private.material_problem(p_row jsonb) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item constant public.inventory_items := private.material_of(p_row);
begin
  return nullif(concat_ws('; ',
    case when coalesce(v_item.sku, '') !~ '^[A-Za-z0-9][A-Za-z0-9._/-]{0,59}$'
      then 'Number: Please enter letters and digits, at most 60, without blanks' end,
    case when coalesce(v_item.name, '') = '' then 'Name: Please enter the name of the material'
         when char_length(v_item.name) > 200 then 'Name: At most 200 characters' end,
    case when v_item.form not in ('sheet', 'roll', 'piece', 'liquid', 'length') then 'Form: sheet, roll, piece, liquid or length'
         when v_item.form = 'sheet' and (v_item.width_mm is null or v_item.length_mm is null) then 'A sheet needs a width and a length'
         when v_item.form = 'roll' and v_item.width_mm is null then 'A roll needs a width' end,
    private.amount_problem('Width', p_row ->> 'width_mm', 2, 100000), private.amount_problem('Length', p_row ->> 'length_mm', 2, 10000000),
    private.amount_problem('Thickness', p_row ->> 'thickness_mm', 3, 1000), private.amount_problem('Sell price', p_row ->> 'sell_price', 4, 999999999),
    private.amount_problem('Cost', p_row ->> 'cost_price', 4, 999999999), private.amount_problem('Stock', p_row ->> 'qty', 4, 1000000),
    private.amount_problem('Value of the stock', p_row ->> 'value', 2, 999999999), private.amount_problem('Least stock', p_row ->> 'min_qty', 4, 1000000),
    private.amount_problem('Order at once', p_row ->> 'reorder_qty', 4, 1000000),
    private.amount_problem('Sell units in a buy unit', p_row ->> 'sell_per_buy', 4, 9999999),
    case when (v_item.width_mm = 0 or v_item.length_mm = 0 or v_item.thickness_mm = 0 or v_item.sell_per_buy = 0) then 'A size of zero is none: leave it empty' end,
    case when v_item.buy_unit not in ('sheet', 'roll', 'piece', 'box', 'set', 'litre', 'kg', 'm', 'm2')
           or v_item.sell_unit not in ('sheet', 'roll', 'piece', 'set', 'ml', 'litre', 'kg', 'm', 'm2') then 'Unit: This unit is not known'
         when v_item.sell_per_buy is null then format('Please say how many %s one %s has', private.units_word(v_item.sell_unit), v_item.buy_unit) end,
    case when greatest(v_item.on_hand, v_item.min_qty, v_item.reorder_qty) > 1000000 then format('Stock: At most %s', private.stock_words(1000000, v_item.stock_unit)) end,
    private.material_unit_problem(p_row),
    case when v_item.stock_unit in ('sheet', 'roll', 'piece', 'box', 'set') and v_item.on_hand <> trunc(v_item.on_hand)
      then format('Stock: It is counted in whole %s', private.units_word(v_item.stock_unit)) end,
    case when private.plain_or_null(p_row ->> 'value') > 0 and v_item.on_hand = 0 then 'Value of the stock: There is no stock in this row' end,
    case when coalesce(p_row ->> 'tax', '') <> '' and v_item.vat_rate_id is null then format('{Tax}: There is no rate “%s” in this company', left(p_row ->> 'tax', 60)) end,
    case when coalesce(btrim(p_row ->> 'supplier'), '') <> '' and v_item.supplier_id is null
      then format('Supplier: No business is called “%s”. Import the suppliers first', left(p_row ->> 'supplier', 60)) end,
    case when char_length(v_item.supplier_sku) > 100 or char_length(v_item.bin) > 60 then 'The number of the supplier has 100 letters at most, the bin 60' end,
    case when v_item.id is null then 'This row is not whole' end), '');
end $$;

create or replace function private.add_materials(p_rows jsonb, p_day date) returns table (line integer, record_id uuid, label text, version integer)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_noon constant timestamptz := (p_day + time '12:00') at time zone (select s.time_zone from public.company_settings s);
  v_items constant public.inventory_items[] := array(
    select private.material_of(r.given) from jsonb_array_elements(p_rows) with ordinality as r (given, place) order by r.place);
begin
  insert into public.inventory_items (id, sku, name, form, width_mm, length_mm, thickness_mm, buy_unit, sell_unit, sell_per_buy, sell_price, vat_rate_id,
    supplier_id, supplier_sku, bin, min_qty, reorder_qty, created_by)
  select m.id, m.sku, m.name, m.form, m.width_mm, m.length_mm, m.thickness_mm, m.buy_unit, m.sell_unit, m.sell_per_buy, m.sell_price, m.vat_rate_id,
         m.supplier_id, m.supplier_sku, m.bin, m.min_qty, m.reorder_qty, auth.uid()
    from unnest(v_items) as m;
  insert into public.inventory_item_costs (item_id, cost_price)
  select c.item_id, c.cost
    from (select v_items[r.place].id as item_id, private.cost_of_material(r.given, v_items[r.place]) as cost
            from jsonb_array_elements(p_rows) with ordinality as r (given, place)) as c
   where c.cost is not null;
  -- One movement an item, with the id of the item: what was there on the evening of that day.
  insert into public.stock_movements (id, item_id, reason, qty, note, created_by, created_at)
  select m.id, m.id, 'count', m.on_hand, 'Stock of ' || private.day_in_words(p_day) || ' from the former books', auth.uid(), least(v_noon, clock_timestamp())
    from unnest(v_items) as m
   where m.on_hand > 0;
  return query
    select (r.given ->> 'line')::integer, i.id, i.sku || ' ' || i.name, i.row_version
      from jsonb_array_elements(p_rows) as r (given) join public.inventory_items i on i.id = private.uuid_or_null(r.given ->> 'id') order by 1;
end $$;

revoke execute on all routines in schema private from public;

CREATE TRIGGER follow_words_delete AFTER DELETE ON public.task_comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_words_of_comments();

CREATE TRIGGER follow_words_insert AFTER INSERT ON public.task_comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_words_of_comments();

CREATE TRIGGER follow_words_update AFTER UPDATE ON public.task_comments REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_words_of_comments();

comment on function private.import_book_rows(pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'Imports rows {line, id, fields…} of a kind (service, material, supplier, invoice, credit, bill), 2000 at most, 1000 of suppliers: all that are right, in one step. p_day: the day at which the former
books end. Outcome: created, or refused with words. Requests with one p_import_id are one import, and a row that is sent twice is imported once.';

comment on function public.import_book_rows(pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.text,pg_catalog.date) is 'Imports rows {line, id, fields…} of a kind (service, material, supplier, invoice, credit, bill), 2000 at most, 1000 of suppliers: all that are right, in one step. p_day: the day at which the former
books end. Outcome: created, or refused with words. Requests with one p_import_id are one import, and a row that is sent twice is imported once.';

grant execute on routine private.list_after(p_list anyarray, p_add anyarray, p_remove anyarray) to authenticated;

comment on function private.cost_of_material(pg_catalog.jsonb,public.inventory_items) is 'What one buy unit of a row costs: as it says, else the value of its stock by the quantity. Null: not known.';

comment on function private.early_discount(public.supplier_invoices,pg_catalog.date) is 'What a bill costs less when it is paid in full on that day; 0 where it has no such discount or a part of it is paid.';

comment on function private.follow_words_of_comments() is 'Gathers the words of each task once, however many of its comments a statement writes.';

comment on function private.list_after(pg_catalog.anyarray,pg_catalog.anyarray,pg_catalog.anyarray) is 'A list, with some values added at the end and some removed, each once.';

comment on function private.moved_by_bank(pg_catalog.date,pg_catalog.date) is 'What the books moved by bank in these days, out below zero. For functions that asked for the right.';

comment on function private.must_named(pg_catalog.text,pg_catalog.text) is 'Refuses a caller without that named right: "You may not publish pages of the site". The server has none.';

comment on function private.opening_papers(pg_catalog.jsonb,boolean) is 'Rows that were judged to be right, with the id of their paper: that of its first row.';

comment on function private.refuse_many_rows(pg_catalog.text,pg_catalog.jsonb) is 'Refuses, in words, more rows of a kind than one request may bring.';

comment on function private.units_word(pg_catalog.text) is 'The name of a unit beside any number but one: sheets, boxes, m².';

reset check_function_bodies;
