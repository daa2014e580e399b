set check_function_bodies = off;

create or replace function private.audit_labels(p_changed jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_object_agg(mentioned.key, mentioned.label), '{}')
    from (select distinct on (one.key) one.key, private.label_of_column(columns.name, one.key::uuid) as label
            from jsonb_each(p_changed) as columns (name, pair), jsonb_array_elements(columns.pair) as side (value),
                 jsonb_array_elements_text(case jsonb_typeof(side.value) when 'array' then side.value else jsonb_build_array(side.value) end) as one (key)
           where (columns.name ~ '_(id|by)$' or columns.name in ('crew', 'assignees'))
             and one.key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
           order by one.key) as mentioned
   where mentioned.label is not null);
end $$;

create or replace function private.is_swept(p_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.swept_files where name = p_name);
end $$;

create or replace function private.crowd(p_topic text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when split_part(p_topic, ':', 1) in ('page', 'role') and staff.people >= 200
    then jsonb_build_object('spread', least(staff.people / 2, 10000))
    else '{}' end
  from (
    select count(*) as people
    from (select from public.user_roles where role not in ('client', 'pending') limit 20000) as counted
  ) as staff);
end $$;

create or replace function private.is_server() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return auth.uid() is null and coalesce(nullif(auth.role(), ''), 'service_role') = 'service_role';
end $$;

create or replace function private.in_company_words(p_at timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_char(p_at at time zone private.company_zone(), 'Dy FMDD Mon YYYY, HH24:MI');
end $$;

create or replace function private.analytics_parts() returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(part order by place), '{}')
    from (values
      (1, 'sales', private.can('orders', 'view') and private.sees_money()),
      (2, 'services', private.can('orders', 'view') and private.sees_money()),
      (3, 'sellers', private.can('orders', 'view') and private.sees_money()),
      (4, 'margin', private.can('orders', 'view') and private.can('quotations', 'view') and private.named('view_financial_data')),
      (5, 'quotes', private.can('quotations', 'view')), (6, 'winners', private.can('quotations', 'view')),
      (7, 'late', private.can('jobs', 'view')),
      (8, 'labour', private.can('jobs', 'view') and (private.named('manage_time_tracking') or private.named('access_staff_activities'))),
      (9, 'to_invoice', private.can('invoices', 'view')), (10, 'receivables', private.can('statements', 'view')),
      (11, 'cash', private.can('invoices', 'view')), (12, 'vat', private.can('invoices', 'view'))
    ) as known (place, part, mine)
   where private.is_server() or mine);
end $$;

create or replace function private.best_match(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.entry_matches(p_entry) -> 0;
end $$;

create or replace function private.booked_as(p_entry public.bank_entries)
  returns text language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select p.payment_number from public.payments p where p.id = p_entry.payment_id),
    (select r.run_number from public.payment_runs r where r.id = p_entry.payment_run_id), (
      select coalesce(v.supplier_number, q.payment_number) from public.bank_entry_payouts o
        left join public.supplier_payments s on s.id = o.supplier_payment_id left join public.supplier_invoices v on v.id = s.supplier_invoice_id
        left join public.payment_refunds f on f.id = o.refund_id left join public.payments q on q.id = f.payment_id
       where o.entry_id = p_entry.id order by o.created_at, o.id limit 1));
end $$;

create or replace function private.closed_to(p_scope text) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select b.closed_to from public.book_closings b where b.scope = p_scope order by b.place desc limit 1);
end $$;

create or replace function private.books_closed_to() returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(private.closed_to('everybody'),
    case when not (private.is_server() or private.can('payments', 'edit')) then private.closed_to('others') end);
end $$;

create or replace function private.first_open_day(p_day date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(p_day, private.books_closed_to() + 1);
end $$;

create or replace function private.deposit_possible(p_order_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select greatest(o.gross
      - coalesce((select sum(b.base + b.vat) from private.invoice_order_vat b join public.invoices v on v.id = b.invoice_id
           where b.order_id = o.id and v.status <> 'void' and v.kind <> 'proforma'), 0)
      - private.deposit_left(o.id), 0)
    from public.orders o where o.id = p_order_id and o.status <> 'cancelled');
end $$;

create or replace function private.kind_of_draft(p_invoice public.invoices) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_invoice.kind in ('deposit', 'proforma') or p_invoice.order_id is null
      or not exists (select from public.invoice_items i where i.invoice_id = p_invoice.id and i.order_item_id is not null) then p_invoice.kind
    when not private.completes_order(p_invoice.id, p_invoice.order_id) then 'progress'
    when exists (
      select from public.invoices v
       where v.order_id = p_invoice.order_id and v.id <> p_invoice.id and v.kind in ('deposit', 'progress')
         and v.status not in ('draft', 'void')) then 'final'
    else 'standard' end;
end $$;

create or replace function private.payment_free(p_payment_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select p.open - coalesce((select sum(r.amount) from public.refund_requests r where r.payment_id = p.id and r.status in ('asked', 'unknown')), 0)
    from public.payments p where p.id = p_payment_id);
end $$;

create or replace function private.payable_of(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'number', v.invoice_number, 'due_date', v.due_date,
           'project_title', v.project_title, 'is_overdue', v.due_date < private.company_today(), 'gross', private.amount_text(v.gross),
           'balance', private.amount_text(v.balance)) order by v.due_date, v.issue_date, v.invoice_number), '[]')
    from public.invoices v where v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0);
end $$;

create or replace function private.was_paid_to(p_supplier_id uuid, p_iban text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.payment_run_items i where i.supplier_id = p_supplier_id and i.iban = p_iban and i.status = 'paid')
      or exists (select from public.bank_entries e join public.bank_entry_payouts b on b.entry_id = e.id
                   join public.supplier_payments s on s.id = b.supplier_payment_id join public.supplier_invoices v on v.id = s.supplier_invoice_id
                  where e.party_iban = p_iban and v.supplier_id = p_supplier_id);
end $$;

create or replace function private.written_off(p_invoice_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(sum(w.amount), 0) from public.write_offs w where w.invoice_id = p_invoice_id);
end $$;

create or replace function private.free_of_line(p_order_item_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select i.qty - greatest(i.qty_delivered, i.qty_invoiced, coalesce((
      select sum(d.qty) from public.delivery_items d join public.deliveries v on v.id = d.delivery_id
       where d.order_item_id = i.id and v.status not in ('cancelled', 'failed')), 0))
    from public.order_items i where i.id = p_order_item_id);
end $$;

create or replace function private.moment_of_drop(p_delivery public.deliveries, p_at timestamptz) returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(least(coalesce(p_at, now()), now()), p_delivery.created_at, now() - interval '7 days');
end $$;

create or replace function private.company_today() returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (now() at time zone coalesce((select time_zone from public.company_settings), 'UTC'))::date;
end $$;

create or replace function private.money_words(p_amount numeric, p_currency text default null) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when p_amount < 0 and s.number_style <> 'apostrophe' then '-' else '' end || case
      when s.number_style in ('comma', 'space') then
        translate(d.digits, ',.', case s.number_style when 'comma' then '.,' else ' ,' end) || ' ' || d.sign
      when s.number_style = 'apostrophe' then d.currency || case when p_amount < 0 then '-' else ' ' end || replace(d.digits, ',', '’')
      when d.sign = d.currency then d.sign || ' ' || d.digits
      else d.sign || d.digits end
    from public.company_settings s, lateral (
      select to_char(trunc(abs(p_amount), 2), 'FM999,999,999,990.00') as digits,
             c.currency, case c.currency when 'EUR' then '€' when 'GBP' then '£' else c.currency end as sign
        from (select coalesce(p_currency, s.currency) as currency) as c) as d);
end $$;

create or replace function private.local_moment(p_at timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select to_char(here.at, 'YYYY-MM-DD"T"HH24:MI:SS') || case when here.minutes < 0 then '-' else '+' end
           || to_char(make_interval(mins => abs(here.minutes)), 'HH24:MI')
    from (select p_at at time zone private.company_zone() as at,
                 (extract(epoch from (p_at at time zone private.company_zone()) - (p_at at time zone 'UTC')) / 60)::integer as minutes) as here);
end $$;

create or replace function private.number_words(p_amount numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when p_amount < 0 then '-' else '' end || case
      when s.number_style in ('comma', 'space') then
        translate(d.digits, ',.', case s.number_style when 'comma' then '.,' else ' ,' end)
      when s.number_style = 'apostrophe' then replace(d.digits, ',', '’')
      else d.digits end
    from public.company_settings s, lateral (select to_char(trunc(abs(p_amount), 2), 'FM999,999,999,990.00') as digits) as d);
end $$;

create or replace function private.company_zone() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select time_zone from public.company_settings), 'UTC');
end $$;

create or replace function private.mail_language_of(p_kind text, p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select coalesce(p.language, c.language)
      from private.mail_parties(p_kind, p_id) as parties
      left join public.contacts p on p.id = parties.person_id
      left join public.contacts c on c.id = parties.contact_id
     limit 1), 'en');
end $$;

create or replace function private.mail_recipient(p_person_id uuid, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'recipient', coalesce(nullif(btrim(p.name), ''), nullif(btrim(c.name), ''), c.company),
    'client', coalesce(nullif(c.company, ''), nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')))
    from public.contacts c left join public.contacts p on p.id = p_person_id where c.id = p_contact_id);
end $$;

create or replace function private.mail_values(p_kind text, p_record_id uuid, p_variables jsonb, p_sender uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('types', (select jsonb_object_agg(v.name, v.type) from private.mail_variables v where v.kind in ('any', p_kind)),
    'company', private.company_facts(),
    'time_zone', (select s.time_zone from public.company_settings s),
    'values', (
      select jsonb_object_agg(v.name, '') || jsonb_build_object('company', s.name, 'company_email', coalesce(s.email, ''),
               'company_phone', coalesce(s.phone, ''), 'currency', s.currency,
               'sender', coalesce(private.person_label(p_sender), s.name))
        from private.mail_variables v, public.company_settings s where v.kind in ('any', p_kind) group by s.id)
      || case when p_record_id is null then coalesce((
           select jsonb_object_agg(v.name, v.example) from private.mail_variables v where v.kind in ('any', p_kind)
              and v.name not in ('company', 'company_email', 'company_phone', 'sender')), '{}')
         else jsonb_strip_nulls(private.mail_facts(p_kind, p_record_id)) end
      || coalesce(p_variables, '{}'));
end $$;

create or replace function private.mail_is_due() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.scheduled_emails e
     where (e.status = 'queued' and e.next_try_at <= now() and e.send_at <= now())
        or (e.status = 'sending' and e.claimed_at < now() - interval '5 minutes'));
end $$;

create or replace function private.reminder_time(p_from date, p_days integer) returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (p_from + p_days + time '09:00') at time zone coalesce((select time_zone from public.company_settings), 'UTC');
end $$;

create or replace function private.hours_closed_until() returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select until from private.hour_closings order by id desc limit 1);
end $$;

create or replace function private.end_of_day(p_day date) returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (p_day + 1)::timestamp at time zone coalesce((select c.time_zone from public.company_settings c), 'UTC');
end $$;

create or replace function private.long_timer_hours() returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select c.long_timer_hours from public.company_settings c), 10);
end $$;

create or replace function private.works_here(p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.user_roles ur join auth.users u on u.id = ur.user_id
     where ur.user_id = p_user_id and ur.role not in ('client', 'pending') and not coalesce(u.banned_until > now(), false));
end $$;

create or replace function private.absence_in_words(p_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select initcap(d.kind) || ', ' || private.days_in_words(a.starts_on, a.ends_on)
    from public.absences a join public.absence_details d on d.absence_id = a.id where a.id = p_id);
end $$;

create or replace function private.decides_for_self(p_user_id uuid, p_right text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_user_id = auth.uid() and exists (select from unnest(private.holders_of(p_right)) as holder where holder <> auth.uid());
end $$;

create or replace function private.person_label(p_user_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), u.email::text)
    from auth.users u left join public.contacts c on c.user_id = u.id where u.id = p_user_id);
end $$;

create or replace function private.count_newcomers() returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select count(*)::integer
    from public.user_roles ur
    left join public.contacts c on c.user_id = ur.user_id
   where (select private.named('manage_user_roles')) and ur.role = 'pending' and c.profile is distinct from 'rejected');
end $$;

create or replace function private.supplier_iban(p_supplier_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select b.iban from public.contact_bank_accounts b
   where b.contact_id = p_supplier_id and b.currency = 'EUR' order by b.is_default desc, b.created_at, b.id limit 1);
end $$;

create or replace function private.enterers_of_account(p_supplier_id uuid, p_invoice_id uuid, p_iban text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.was_paid_to(p_supplier_id, p_iban) then '{}'
    else private.enterers_on_card(p_supplier_id, p_iban) || array(
      select distinct a.actor_id from public.audit_logs a
       where a.table_name = 'supplier_invoices' and a.record_id = p_invoice_id::text and a.actor_id is not null
         and a.changed -> 'iban' ->> 1 = p_iban) end;
end $$;

create or replace function private.contact_facts(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('name', nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), 'company', c.company,
    'address', c.address_line, 'city', c.city, 'postcode', c.postcode, 'country', c.country, 'vat_number', c.vat_number)
    from public.contacts c where c.id = p_contact_id);
end $$;

create or replace function private.business_of_person(p_contact_id uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when count(*) filter (where o.is_primary) > 0 or count(distinct o.id) = 1 then (array_agg(o.id order by o.is_primary desc, o.created_at, o.relation_id))[1] end
    from (
      select b.id, r.is_primary, r.created_at, r.id as relation_id from public.contacts c
        join public.contact_relations r on r.contact_id = c.id and r.relation in ('works_for', 'owner', 'accounts', 'site_manager')
        join public.contacts b on b.id = r.related_contact_id and b.type = 'Business' and b.archived_at is null
       where c.id = p_contact_id and c.type = 'Person'
    ) as o);
end $$;

create or replace function private.contact_terms(p_contact_id uuid) returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select c.payment_terms_days from public.contacts c where c.id = p_contact_id),
    (select s.payment_terms_days from public.company_settings s));
end $$;

-- The trail files an account under its contact. Accounts that a merge brought along were entered by whoever merged.
create or replace function private.enterers_on_card(p_supplier_id uuid, p_iban text, p_since timestamptz default '-infinity') returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select distinct a.actor_id from public.audit_logs a
     where a.table_name = 'contact_bank_accounts' and a.record_id = p_supplier_id::text and a.actor_id is not null and a.at > p_since
       and (a.changed -> 'iban' ->> 1 = p_iban or (a.action = 'UPDATE' and a.changed ? 'contact_id')));
end $$;

create or replace function private.my_role() returns public.app_role
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when private.session_is_sure() then ur.role else 'pending' end
    from public.user_roles ur where ur.user_id = (select auth.uid()));
end $$;

create or replace function private.is_staff() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.user_roles ur
     where ur.user_id = (select auth.uid()) and ur.role not in ('pending', 'client') and private.session_is_sure());
end $$;

create or replace function private.can(p_page text, p_action text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.user_roles ur
      left join public.page_permissions pp on pp.role = ur.role and pp.page_name = p_page
     where ur.user_id = (select auth.uid())
       and (ur.role = 'admin' or (ur.role not in ('pending', 'client') and pp.can_view
         and case p_action
               when 'view' then true
               when 'create' then pp.can_create
               when 'edit' then pp.can_edit
               when 'delete' then pp.can_delete
               else false
             end))
       and private.session_is_sure());
end $$;

create or replace function private.named(p_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.user_roles ur
     where ur.user_id = (select auth.uid()) and p_name is not null
       and (ur.role = 'admin' or (ur.role not in ('pending', 'client') and exists (
         select 1 from public.role_permissions rp join public.permissions p on p.id = rp.permission_id
          where rp.role = ur.role
            and (p.name = p_name or (p.name = 'manage_brands'
              and p_name in ('view_brands', 'create_brands', 'edit_brands', 'delete_brands'))))))
       and private.session_is_sure());
end $$;

create or replace function private.holders_of(p_name text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(ur.user_id), '{}')
    from public.user_roles ur
    join auth.users u on u.id = ur.user_id and not coalesce(u.banned_until > now(), false)
   where ur.role = 'admin'
      or (ur.role not in ('pending', 'client') and exists (
        select from public.role_permissions rp join public.permissions p on p.id = rp.permission_id
         where rp.role = ur.role and p.name = p_name)));
end $$;

-- Turnover is money: the sums of orders are for people who see the prices of quotations or the invoices. The orders page
-- alone shows the work of an order.
create or replace function private.sees_money() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_server() or private.can('quotations', 'view') or private.can('invoices', 'view')
    or private.named('view_financial_data');
end $$;

create or replace function private.somebody_works(p_starts_at timestamptz, p_ends_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.shifts s
     where s.starts_at <= p_starts_at and s.starts_at > p_starts_at - interval '24 hours' and s.ends_at >= p_ends_at
       and private.works_here(s.user_id)
       and not exists (
         select from public.absences a
          where a.user_id = s.user_id and a.status = 'approved'
            and private.span_of_days(a.starts_on, a.ends_on) && tstzrange(p_starts_at, p_ends_at, '[)')));
end $$;

create or replace function private.cost_of_work(p_user_id uuid, p_day date, p_seconds bigint) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_seconds * (select w.hourly_cost from public.wage_rates w where w.user_id = p_user_id and w.valid_from <= p_day
    order by w.valid_from desc limit 1) / 3600;
end $$;

create or replace function private.sees_labour_cost() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_server() or (private.named('view_financial_data') and private.named('manage_wage_rates'));
end $$;

create or replace function private.pieces_made(p_job_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select min(qty_good) from public.job_steps
   where job_id = p_job_id and status = 'done' and not before_approval and (qty_good > 0 or qty_waste > 0));
end $$;

create or replace function private.makers_of_job(p_job_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(distinct person), '{}') from public.job_steps s, unnest(s.assignees) as person
   where s.job_id = p_job_id and s.status not in ('done', 'skipped'));
end $$;

create or replace function private.cost_of_planned(p_person uuid, p_day date, p_minutes numeric) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(private.cost_of_work(p_person, p_day, (p_minutes * 60)::bigint), p_minutes / 60 * (
    select avg(rate.hourly_cost) from (
      select distinct on (w.user_id) w.hourly_cost from public.wage_rates w where w.valid_from <= p_day
       order by w.user_id, w.valid_from desc) as rate));
end $$;

create or replace function private.done_in_words(p_step public.job_steps) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return concat_ws(', ',
    coalesce((select e.actor_name from public.document_events e where e.kind = 'job' and e.record_id = p_step.job_id and e.type = 'step_done'
                and e.meta ->> 'step' = p_step.name order by e.at desc limit 1), private.person_label(p_step.assignees[1])),
    to_char(p_step.finished_at at time zone private.company_zone(), 'FMDD Mon, HH24:MI'),
    case when p_step.qty_good > 0 then trim_scale(p_step.qty_good) || ' good' end,
    case when p_step.qty_waste > 0 then trim_scale(p_step.qty_waste) || ' wasted' end);
end $$;

create or replace function private.pieces_short(p_job_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select greatest(j.qty - coalesce(private.pieces_made(j.id), j.qty) - coalesce((
      select sum(r.qty) from public.jobs r where r.remake_of = j.id and r.status <> 'cancelled'), 0), 0)
    from public.jobs j where j.id = p_job_id);
end $$;

create or replace function private.is_mockup(p_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.mockups where id = p_id);
end $$;

create or replace function private.planned_of(p_order_item_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(sum(case when d.status in ('cancelled', 'failed') then i.qty_delivered else i.qty end), 0)
    from public.delivery_items i join public.deliveries d on d.id = i.delivery_id
   where i.order_item_id = p_order_item_id);
end $$;

create or replace function private.plan_in_words(p_at timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce('to ' || private.in_company_words(p_at), 'out of the calendar');
end $$;

create or replace function private.working_day_after(p_day date, p_days integer) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select d.day from (
      select g::date as day, count(*) over (order by g) as place
        from generate_series(p_day + 1, p_day + 2 * least(p_days, 365) + 60, interval '1 day') as g
       where extract(isodow from g) < 6
         and not exists (select from public.work_centre_closures c
           where c.work_centre_id is null and g::date between c.starts_on and c.ends_on)) as d
     where d.place = p_days), p_day + p_days);
end $$;

create or replace function private.page_of_kind(p_kind text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select k.page from private.document_kinds k where k.kind = p_kind);
end $$;

create or replace function private.my_document_kinds(p_action text default 'view'::text) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(k.kind order by k.kind), '{}') from private.document_kinds k where private.can(k.page, p_action));
end $$;

create or replace function private.margin_approvers() returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(private.person_label(ur.user_id) order by ur.role <> 'account_manager', private.person_label(ur.user_id)), '{}')
    from public.user_roles ur
   where ur.role not in ('pending', 'client') and private.person_label(ur.user_id) is not null
     and (ur.role = 'admin' or (
       exists (select from public.role_permissions rp join public.permissions p on p.id = rp.permission_id
                where rp.role = ur.role and p.name = 'view_financial_data')
       and exists (select from public.page_permissions pp
                    where pp.role = ur.role and pp.page_name = 'quotations' and pp.can_edit))));
end $$;

create or replace function private.derive_order_status(p_order public.orders) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_order.cancelled_at is not null then 'cancelled'
    when p_order.hold_reason is not null then 'on_hold'
    when p_order.delivered_pct = 100 and p_order.invoiced_pct = 100 then 'completed'
    when p_order.delivered_pct = 100 then 'delivered'
    when p_order.delivered_pct > 0 or exists (
      select from public.order_items i where i.order_id = p_order.id and i.qty_delivered > 0) then 'part_delivered'
    when p_order.deposit_paid < p_order.deposit_amount then 'awaiting_deposit'
    when exists (select from public.jobs j where j.order_id = p_order.id and j.status <> 'cancelled')
      and not exists (select from public.jobs j where j.order_id = p_order.id and j.status not in ('ready', 'delivered', 'closed', 'cancelled'))
      then 'ready'
    when exists (select from public.jobs j where j.order_id = p_order.id and j.status in ('in_production', 'qc', 'ready', 'delivered', 'closed'))
      then 'in_production'
    else 'confirmed' end;
end $$;

create or replace function private.completes_order(p_invoice_id uuid, p_order_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (
    select from public.order_items o
     where o.order_id = p_order_id and o.kind in ('item', 'discount') and o.qty <> 0
       and abs(o.qty) > (
         select coalesce(sum(abs(i.qty)), 0) from public.invoice_items i join public.invoices v on v.id = i.invoice_id
          where i.order_item_id = o.id and (i.invoice_id = p_invoice_id or (v.status not in ('draft', 'void') and v.kind <> 'proforma'))));
end $$;

create or replace function private.size_words(p_width numeric, p_height numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select string_agg(regexp_replace(private.number_words(side), '[.,]00$|(?<=[.,][0-9])0$', ''), ' × ' order by place) || ' mm'
    from (values (1, p_width), (2, p_height)) as sides (place, side));
end $$;

create or replace function private.becomes_job(p_line public.quotation_items) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    p_line.makes_job,
    (select s.makes_job and (p_line.unit is distinct from 'hour' or exists (
              select from public.job_step_templates t where t.service_id = s.id))
       from public.services s where s.id = p_line.service_id),
    p_line.inventory_item_id is not null or p_line.product_id is not null or p_line.calculation_id is not null
      or p_line.width_mm is not null or p_line.height_mm is not null
      or (p_line.unit is distinct from 'hour' and not private.names_an_errand(p_line.description)
        and not exists (select from public.services s where not s.makes_job and lower(btrim(s.name)) = lower(btrim(p_line.description)))));
end $$;

create or replace function private.terms_for(p_contact_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
      select t.body from public.quotation_terms t, public.contacts c
       where c.id = p_contact_id and t.is_default and (t.client_type is null or t.client_type = c.type)
         and t.language in (coalesce(c.language, 'en'), 'en')
       order by t.language = coalesce(c.language, 'en') desc, t.client_type is not null desc limit 1),
    (select quotation_terms from public.company_settings));
end $$;

create or replace function private.owners_of(p_quotation public.quotations) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array_remove(array[p_quotation.created_by, p_quotation.account_manager_id], null);
end $$;

create or replace function private.service_facts(p_service public.services) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'slug', p_service.slug, 'name', coalesce(p_service.public_title, p_service.name), 'category', p_service.category,
    'summary', p_service.summary, 'unit', p_service.unit, 'price', private.amount_text(p_service.base_price),
    'least', private.amount_text(p_service.min_charge), 'picture', p_service.picture, 'where_used', p_service.where_used,
    'lasts', p_service.lasts, 'ready_in', p_service.ready_in);
end $$;

create or replace function private.get_site_banners(p_placement text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title, 'body', b.body, 'link', b.link,
           'link_label', b.link_label) order by b.sort, b.created_at), '[]')
    from public.banners b
   where b.is_active and b.placement in ('everywhere', p_placement)
     and private.company_today() between coalesce(b.starts_on, '-infinity') and coalesce(b.ends_on, 'infinity'));
end $$;

create or replace function private.get_booking_types() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(private.booking_type_facts(t) order by t.sort, t.name), '[]') from public.booking_types t where t.is_active);
end $$;

create or replace function private.brief_facts(p_brief public.design_briefs) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('link', p_brief.public_uuid, 'reference', p_brief.reference, 'status', p_brief.status, 'step', p_brief.step,
    'answers', p_brief.answers, 'name', p_brief.name, 'email', p_brief.email, 'phone', p_brief.phone, 'company', p_brief.company,
    'pictures', coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'data', p.data) order by p.created_at)
                            from public.design_brief_pictures p where p.brief_id = p_brief.id), '[]'));
end $$;

create or replace function private.post_facts(p_post public.blog_posts) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'kind', p_post.kind, 'slug', p_post.slug, 'title', p_post.title, 'excerpt', p_post.excerpt, 'picture', p_post.picture,
    'published_at', p_post.published_at, 'updated_at', greatest(p_post.updated_at, p_post.published_at),
    'minutes', greatest(1, round(char_length(regexp_replace(p_post.body_html, '<[^>]*>', '', 'g')) / 1100.0)));
end $$;

create or replace function private.list_public_products() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'name', p.name, 'summary', p.summary, 'base_price', p.base_price::text,
      'picture', (select jsonb_build_object('image', i.image, 'alt', i.alt) from public.product_pictures i
                   where i.product_id = p.id order by i.sort, i.created_at limit 1)) order by p.sort, p.name), '[]')
    from public.manufactured_products p where p.is_public and p.archived_at is null);
end $$;

create or replace function private.get_public_services() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(private.service_facts(s) order by s.sort, s.name), '[]')
    from public.services s where s.is_public and s.archived_at is null);
end $$;

create or replace function private.get_public_home() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'services', private.get_public_services(),
    'posts', coalesce((
      select jsonb_agg(private.post_facts(p) order by p.published_at desc)
        from (select * from public.blog_posts b where private.is_out(b) order by b.published_at desc limit 3) as p), '[]'),
    'reviews', coalesce((
      select jsonb_agg(private.review_facts(r) order by r.created_at desc)
        from (select * from public.reviews v where v.status = 'published' order by v.created_at desc limit 6) as r), '[]'),
    'rating', (select jsonb_build_object('count', count(*), 'average', trunc(avg(rating), 1)::text)
                 from public.reviews where status = 'published'));
end $$;

create or replace function private.review_facts(p_review public.reviews) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_review.id, 'name', p_review.name, 'company', p_review.company, 'rating', p_review.rating,
    'body', p_review.body, 'reply', p_review.reply, 'replied_at', p_review.replied_at, 'at', p_review.created_at);
end $$;

create or replace function private.movement_cost(p_movement public.stock_movements) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_movement.reverses_id is not null then (select c.unit_cost from public.stock_movement_costs c where c.movement_id = p_movement.reverses_id)
    when p_movement.reason = 'return' and p_movement.job_id is not null then (
      select round(sum(-m.qty * c.unit_cost) / nullif(sum(-m.qty), 0), 4) from public.stock_movements m
        join public.stock_movement_costs c on c.movement_id = m.id
       where m.job_id = p_movement.job_id and m.item_id = p_movement.item_id and m.id <> p_movement.id)
    else (
      select round(coalesce((select c.unit_cost from public.purchase_order_line_costs c where c.line_id = p_movement.purchase_line_id),
          (select c.cost_price from public.inventory_item_costs c where c.item_id = i.id)) / i.stock_per_buy, 4)
        from public.inventory_items i where i.id = p_movement.item_id)
    end;
end $$;

reset check_function_bodies;

create or replace procedure private.offer(p_function regprocedure, p_to text[] default '{authenticated,service_role}')
  language plpgsql set search_path = ''
as $$
declare
  v_name text;
  v_arguments text;
  v_identity text;
  v_result text;
  v_values text;
  v_volatility text;
  v_comment text;
begin
  select p.proname, pg_get_function_arguments(p.oid), pg_get_function_identity_arguments(p.oid),
         pg_get_function_result(p.oid), (select string_agg('$' || n, ', ' order by n) from generate_series(1, p.pronargs) as n),
         case p.provolatile when 's' then 'stable' when 'i' then 'immutable' else 'volatile' end, obj_description(p.oid, 'pg_proc')
    into v_name, v_arguments, v_identity, v_result, v_values, v_volatility, v_comment
    from pg_proc p where p.oid = p_function;
  -- Its plan is kept by the session. That of a function in SQL would be made at each call.
  execute format('create function public.%I(%s) returns %s language plpgsql %s security invoker set search_path = '''' as %L',
    v_name, v_arguments, v_result, v_volatility,
    format(case when v_result like 'TABLE%' or v_result like 'SETOF%' then 'begin return query select * from private.%I(%s); end'
             when v_result = 'void' then 'begin perform private.%I(%s); end'
             else 'begin return private.%I(%s); end' end, v_name, coalesce(v_values, '')));
  execute format('revoke execute on function private.%I(%s) from public', v_name, v_identity);
  execute format('revoke execute on function public.%I(%s) from public, anon, authenticated', v_name, v_identity);
  execute format('grant execute on function private.%1$I(%2$s), public.%1$I(%2$s) to %3$s', v_name, v_identity,
    array_to_string(p_to, ', '));
  if v_comment is not null then
    execute format('comment on function public.%I(%s) is %L', v_name, v_identity, v_comment);
  end if;
end $$;

create or replace function private.figures_of_the_day() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
  v_me constant uuid := auth.uid();
  v_mine constant text[] := private.analytics_parts();
  v_figures jsonb := '{}';
begin
  if not private.is_staff() then
    raise insufficient_privilege using message = 'You may not see these figures';
  end if;
  if private.can('deliveries', 'view') then
    v_figures := v_figures || jsonb_build_object('my_drops', (
      select jsonb_build_object('count', count(*), 'left', count(*) filter (where d.status <> 'delivered')) from public.deliveries d
       where d.scheduled_at < (v_today + 1)::timestamp at time zone private.company_zone()
         and (d.scheduled_at >= v_today::timestamp at time zone private.company_zone()
              or d.id in (select l.id from private.late_deliveries() l))
         and v_me = any (d.crew) and d.status <> 'cancelled'));
  end if;
  if private.can('quotations', 'view') then
    v_figures := v_figures || jsonb_build_object('follow_ups', (
      select jsonb_build_object('count', count(*)) from public.quotations q
       where q.account_manager_id = v_me and q.follow_up_on <= v_today and q.status in ('draft', 'sent', 'change_requested')));
  end if;
  if 'late' = any (v_mine) then
    v_figures := v_figures || (
      select jsonb_build_object('late_jobs', jsonb_build_object('count', count(*) filter (where r.bucket = 'now')),
               'risk_jobs', jsonb_build_object('count', count(*) filter (where r.bucket = 'risk')))
        from private.analytics_rows('late', v_today, v_today) r);
  end if;
  if 'to_invoice' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('to_invoice', (
      select jsonb_build_object('count', count(distinct r.id), 'amount', coalesce(sum(r.amount), 0)::text)
        from private.analytics_rows('to_invoice', v_today, v_today) r));
  end if;
  if 'receivables' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('overdue', (
      select jsonb_build_object('count', count(*), 'amount', coalesce(sum(r.amount), 0)::text)
        from private.analytics_rows('receivables', v_today, v_today) r where r.bucket <> 'not_due'));
  end if;
  return v_figures;
end $$;

-- Those that were offered before.
do $$
declare
  v_function record;
begin
  for v_function in
    select pg_get_functiondef(p.oid) as definition, p.prosrc as body, p.proretset as is_set, p.prorettype = 'void'::regtype as is_void
      from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql' and not p.prosecdef
       and p.prosrc ~ format('^select +(\* from )?private\.%s\([^()]*\)$', p.proname)
  loop
    execute replace(replace(v_function.definition, ' LANGUAGE sql', ' LANGUAGE plpgsql'), v_function.body,
      case when v_function.is_set then format('begin return query %s; end', v_function.body)
        when v_function.is_void then format('begin perform %s; end', regexp_replace(v_function.body, '^select +', ''))
        else format('begin return %s; end', regexp_replace(v_function.body, '^select +', '')) end);
  end loop;
end $$;

set check_function_bodies = off;

create or replace function public.list_accounts() returns table (
  user_id uuid, role public.app_role, contact_id uuid, name text, last_name text, logo_url text, email text, phone text,
  profile text, registered_at timestamptz, last_seen_at timestamptz, is_confirmed boolean, is_deactivated boolean,
  has_temporary_password boolean, has_second_factor boolean)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query select * from private.list_accounts();
end $$;

create or replace function public.approve_newcomer(p_user_id uuid, p_role public.app_role, p_contact_id uuid default null) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.approve_newcomer(p_user_id, p_role, p_contact_id);
end $$;

create or replace function public.reject_newcomer(p_user_id uuid) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.reject_newcomer(p_user_id);
end $$;

create or replace function public.save_my_profile(p_name text, p_last_name text, p_phone text) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.save_my_profile(p_name, p_last_name, p_phone);
end $$;

create or replace function public.save_my_avatar(p_url text default null) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.save_my_avatar(p_url);
end $$;

create or replace function public.similar_contacts(
  p_email text default null, p_vat_number text default null, p_name text default null, p_except uuid default null)
returns table (id uuid, type text, name text, last_name text, company text, email text, vat_number text, reason text, is_distinct boolean)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query select * from private.similar_contacts(p_email, p_vat_number, p_name, p_except);
end $$;

create or replace function public.duplicate_contacts(p_limit integer default 50)
returns table (one_id uuid, other_id uuid, reasons text[], alike real, total bigint)
  language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query select * from private.duplicate_contacts(p_limit);
end $$;

create or replace function public.merge_contacts(
  p_keep uuid, p_gone uuid, p_values jsonb default null, p_keep_version integer default null, p_gone_version integer default null)
returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.merge_contacts(p_keep, p_gone, p_values, p_keep_version, p_gone_version);
end $$;

create or replace function public.set_contact_on_stop(p_contact_id uuid, p_on_stop boolean, p_reason text) returns void
  language plpgsql security invoker set search_path = ''
as $$
begin
  perform private.set_contact_on_stop(p_contact_id, p_on_stop, p_reason);
end $$;

reset check_function_bodies;
