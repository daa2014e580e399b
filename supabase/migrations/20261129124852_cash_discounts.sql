set check_function_bodies = off;

drop trigger count_version on public.invoices;

drop trigger pin on public.invoices;

drop policy "people register their contact, staff add contacts without an ac" on public.contacts;

drop view private.settlements;

alter table public.account_rules drop constraint account_rules_conditions_fit;

alter table public.account_rules drop constraint account_rules_part_is_known;

alter table public.company_settings add column cash_discount_pct numeric(5,2);

alter table public.company_settings add column cash_discount_days integer;

alter table public.contacts add column cash_discount_pct numeric(5,2);

alter table public.contacts add column cash_discount_days integer;

alter table public.invoices add column cash_discount_pct numeric(5,2);

alter table public.invoices add column cash_discount_days integer;

alter table public.invoices add column cash_discounted numeric(14,2) not null default 0;

create or replace function private.analytics_of_vat(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, v.issue_date, to_char(v.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', t.base, t.vat
      from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.currency = p_currency
       and v.opening_on is null
    union all
    select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date, to_char(n.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', -t.base, -t.vat
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void') and n.currency = p_currency
    union all
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, 'Cash discount'), v.contact_id, d.given_on, to_char(d.given_on, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', -t.base, -t.vat
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
     where d.given_on between p_from and p_to and v.currency = p_currency
    union all
    select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, s.booked_on, to_char(s.booked_on, 'YYYY-MM'), 'all rates', 'purchases',
           s.net, s.vat
      from public.supplier_invoices s
     where s.booked_on between p_from and p_to and s.status <> 'disputed' and s.currency = p_currency and s.opening_on is null
       and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'bank_entry', coalesce(b.reverses_id, b.id), concat_ws(' · ', b.number, b.party_name, b.words), null::uuid, b.booked_on,
           to_char(b.booked_on, 'YYYY-MM'), 'all rates', 'purchases', b.amount - b.vat, b.vat
      from public.bank_bookings b
     where b.booked_on between p_from and p_to and b.vat_rate is not null and (private.is_server() or private.can('supplier-invoices', 'view'));
end $$;

create or replace function private.analytics_of_tax_places(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    with papers as (
      select 'invoice' as kind, v.id, concat_ws(' · ', v.invoice_number, v.project_title) as label, v.contact_id, v.issue_date as day,
             nullif(v.snapshot -> 'tax_place', 'null') as place, v.snapshot -> 'tax_exemptions' as exemptions, t.vat_rate as rate, t.base, t.vat
        from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
       where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.currency = p_currency
         and v.opening_on is null
      union all
      select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date,
             nullif(n.snapshot -> 'tax_place', 'null'), n.snapshot -> 'tax_exemptions', t.vat_rate, -t.base, -t.vat
        from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
       where n.issue_date between p_from and p_to and n.status not in ('draft', 'void') and n.currency = p_currency
      union all
      select 'invoice', v.id, concat_ws(' · ', v.invoice_number, 'Cash discount'), v.contact_id, d.given_on,
             nullif(v.snapshot -> 'tax_place', 'null'), v.snapshot -> 'tax_exemptions', t.vat_rate, -t.base, -t.vat
        from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
       where d.given_on between p_from and p_to and v.currency = p_currency
    ), known as (
      select p.*, case when p.rate > 0 then 'taxable' else 'exempt' end as mark,
             p.place is not null and jsonb_array_length(p.place -> 'parts') > 0 and (p.rate = 0 or p.rate = (p.place ->> 'rate')::numeric) as has_parts,
             case when p.rate = 0 and jsonb_array_length(p.exemptions) = 1 then p.exemptions -> 0 ->> 'state' end as state
        from papers p
    )
    select k.kind, k.id, k.label, k.contact_id, k.day, 'all', 'All sales', k.mark, k.base, k.vat from known k
    union all
    select k.kind, k.id, k.label, k.contact_id, k.day,
           part.level || ' ' || case part.level when 'state' then private.state_code(part.name) else part.name end, part.name, k.mark, k.base, part.tax
      from known k cross join lateral private.parts_of_tax(k.vat, k.place -> 'parts') as part where k.has_parts
    union all
    select k.kind, k.id, k.label, k.contact_id, k.day, 'state ' || private.state_code(k.state), k.state, k.mark, k.base, k.vat
      from known k where not k.has_parts and k.state is not null
    union all
    select k.kind, k.id, k.label, k.contact_id, k.day, case when k.rate > 0 then 'other ' || trim_scale(k.rate) else 'other' end,
           case when k.rate > 0 then format('%s %% of no place', trim_scale(k.rate)) else 'Not taxed, of no place' end, k.mark, k.base, k.vat
      from known k where not k.has_parts and k.state is null;
end $$;

create or replace function private.reading_with_discount(p_reading jsonb, p_entry public.bank_entries, p_open jsonb, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_named constant text[] := array(select one ->> 'number' from jsonb_array_elements(p_reading -> 'named') as one);
  v_parts jsonb;
  v_sets jsonb;
begin
  if (p_reading ->> 'fits')::boolean or (p_reading ->> 'is_deposit')::boolean or p_reading ->> 'same' <> '0' or p_reading ->> 'pairs' <> '0' then
    return p_reading;
  end if;
  -- Every open paper, at what it costs with its cash discount.
  select jsonb_agg(one || case when d.invoice_id is null then jsonb_build_object('amount', one ->> 'balance')
           else jsonb_build_object('amount', private.amount_text(d.pays), 'discount', private.amount_text(d.amount), 'is_late', d.is_late) end order by place)
    into v_parts
    from jsonb_array_elements(p_open) with ordinality as listed (one, place)
    left join private.cash_discounts_of(p_contact_id, private.day_in_books(p_entry.booked_on)) as d on d.invoice_id = (one ->> 'invoice_id')::uuid and d.pays > 0
   where v_named = '{}' or one ->> 'number' = any (v_named);
  select jsonb_agg(s.parts) into v_sets
    from (select jsonb_build_array(one) as parts from jsonb_array_elements(v_parts) as one where v_named = '{}' or cardinality(v_named) = 1
          union
          select v_parts) as s
   where exists (select from jsonb_array_elements(s.parts) as part where part ? 'discount')
     and p_entry.amount = (select sum((part ->> 'amount')::numeric) from jsonb_array_elements(s.parts) as part);
  if coalesce(jsonb_array_length(v_sets), 0) = 0 then
    return p_reading;
  end if;
  return p_reading || jsonb_build_object('parts', v_sets -> 0, 'left', '0.00', 'discount', (
      select private.amount_text(sum((part ->> 'discount')::numeric)) from jsonb_array_elements(v_sets -> 0) as part),
    'fits', jsonb_array_length(v_sets) = 1
      and not exists (select from jsonb_array_elements(v_sets -> 0) as part where (part ->> 'is_late')::boolean));
end $$;

create or replace function private.words_of_discount(p_reading jsonb, p_entry public.bank_entries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_late constant text := (select string_agg(part ->> 'number', ', ') from jsonb_array_elements(p_reading -> 'parts') as part where (part ->> 'is_late')::boolean);
begin
  return format('The amount is what is open less the cash discount of %s.', p_reading ->> 'discount')
    || case when v_late is null then '' else format(' That of %s ended before the money came.', v_late) end;
end $$;

create or replace function private.reasons_of_match(p_entry public.bank_entries, p_client jsonb, p_order public.orders, p_reading jsonb, p_paid text) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  with named as (select array(select jsonb_array_elements_text(p_client -> 'named')) as numbers)
  select array_remove(array[
    case when p_reading -> 'named' <> '[]'
      then format('The text names %s.', (select string_agg(one ->> 'number', ', ') from jsonb_array_elements(p_reading -> 'named') as one)) end,
    case when (p_reading ->> 'is_deposit')::boolean then format(case when p_order.order_number = any (n.numbers) then 'The text names %s, whose deposit is open.'
      when exists (select from public.quotations q where q.id = p_order.quotation_id and q.quotation_number = any (n.numbers))
        then 'The text names the quotation of %s, whose deposit is open.'
      else 'The deposit of %s is open.' end, p_order.order_number) end,
    'The text names statement ' || (select string_agg(s, ', ') from unnest(n.numbers) as s where s like 'ST-%') || '.',
    case when p_paid is not null then format('The text names %s, where nothing is open any more.', p_paid) end,
    case when (p_client ->> 'is_account')::boolean then 'It came from the bank account of this client.'
      when (p_client ->> 'paid_before')::boolean then 'This account paid for this client before.' end,
    case when (p_client ->> 'is_alike')::boolean then format('The payer is called %s.', p_entry.party_name) end,
    case when p_reading ? 'discount' then private.words_of_discount(p_reading, p_entry)
      when p_reading ? 'uses_credit' then format('The amount is what is open less %s of credit, which settles the rest.', p_reading ->> 'uses_credit')
      when (p_reading ->> 'fits')::boolean and p_reading -> 'parts' <> '[]' then case when jsonb_array_length(p_reading -> 'parts') = 1
        then format('The amount is what is open of %s.', p_reading -> 'parts' -> 0 ->> 'number') else 'The amount is what is open of them together.' end
      when (p_reading ->> 'fits')::boolean then 'The amount is the deposit.'
      when (p_reading ->> 'same')::integer > 1 and p_reading -> 'named' = '[]' then format('%s open invoices have this amount.', p_reading ->> 'same')
      when p_reading ->> 'pairs' = '1' then format('The amount is what is open of %s and %s together.', p_reading -> 'parts' -> 0 ->> 'number',
        p_reading -> 'parts' -> 1 ->> 'number')
      when (p_reading ->> 'pairs')::integer > 1 then format('%s pairs of open invoices come to this amount.', p_reading ->> 'pairs')
      when (p_reading ->> 'left')::numeric > 0 then format('%s more than is open.', p_reading ->> 'left')
      else 'The amount is a part of what is open.' end], null) from named n
  );
end $$;

create or replace function private.client_matches(p_entry public.bank_entries, p_client jsonb, p_is_only boolean) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_contact_id constant uuid := (p_client ->> 'contact_id')::uuid;
  v_named constant text[] := array(select jsonb_array_elements_text(p_client -> 'named'));
  v_is_known constant boolean := v_named <> '{}' or (p_client ->> 'is_account')::boolean or (p_client ->> 'paid_before')::boolean;
  v_open constant jsonb := private.open_papers(v_contact_id);
  v_order constant public.orders := private.meant_deposit(v_contact_id, v_named, p_entry.amount, not exists (
    select from jsonb_array_elements(v_open) as one where one ->> 'number' = any (v_named) or (one ->> 'balance')::numeric = p_entry.amount));
  v_reading constant jsonb := private.reading_with_discount(private.reading_with_credit(private.reading_of_amount(p_entry.amount, v_open, v_named,
    v_order.deposit_amount - v_order.deposit_paid), p_entry.amount, v_open, v_contact_id), p_entry, v_open, v_contact_id);
  v_paid constant text := (select string_agg(v.invoice_number, ', ' order by v.invoice_number) from public.invoices v
    where v.invoice_number = any (v_named) and v.contact_id = v_contact_id and v.balance = 0);
  v_reasons constant text[] := private.reasons_of_match(p_entry, p_client, v_order, v_reading, v_paid);
  v_later constant text := private.later_invoice(private.day_in_books(p_entry.booked_on), v_reading -> 'parts');
  v_payment constant public.payments := private.recorded_receipt(p_entry, v_contact_id);
  v_is_recorded constant boolean := v_payment.id is not null and (v_is_known or (p_client ->> 'is_alike')::boolean);
  v_is_sure constant boolean := v_is_known and p_is_only and (v_reading ->> 'fits')::boolean and v_paid is null and not v_is_recorded;
  v_about constant jsonb := jsonb_build_object('contact_id', v_contact_id, 'client_name', p_client ->> 'client_name');
  v_score constant integer := 40 * (v_reading -> 'named' <> '[]' or v_order.id is not null)::integer
    + 30 * ((p_client ->> 'is_account')::boolean or (p_client ->> 'paid_before')::boolean)::integer
    + 20 * (v_reading ->> 'fits')::boolean::integer + 10 * (p_client ->> 'is_alike')::boolean::integer + 5 * (v_named <> '{}')::integer;
begin
  return case when v_is_recorded then jsonb_build_array(v_about || jsonb_build_object('payment_id', v_payment.id,
      'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', v_score + 50, 'is_sure', v_is_known and p_is_only,
      'reasons', to_jsonb(array[format('%s over the same amount was recorded by hand on %s.', v_payment.payment_number,
        private.day_in_words(v_payment.received_on))] || v_reasons[1:array_length(v_reasons, 1) - 1]))) else '[]' end
    || jsonb_build_array(v_about || jsonb_build_object(
      'order_id', case when (v_reading ->> 'is_deposit')::boolean then v_order.id end,
      'order_number', case when (v_reading ->> 'is_deposit')::boolean then v_order.order_number end,
      'uses_credit', v_reading -> 'uses_credit', 'credit_from', v_reading -> 'credit_from',
      'parts', v_reading -> 'parts', 'credit', v_reading ->> 'left', 'score', v_score,
      'is_sure', v_is_sure and v_later is null, 'is_early', case when v_is_sure and v_later is not null then true end,
      'reasons', to_jsonb(case when v_later is null then '{}' else array[format('It came before the day of %s.', v_later)] end || v_reasons)));
end $$;

create or replace function private.undo_client_return(p_payment_id uuid, p_taken_off jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_amount numeric;
begin
  perform from public.invoices where id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_taken_off) as one) order by id for no key update;
  for v_part in
    select v.id, v.balance, (one ->> 'amount')::numeric as amount, (one ->> 'discount')::numeric as discount
      from jsonb_array_elements(p_taken_off) as one join public.invoices v on v.id = private.uuid_or_null(one ->> 'invoice_id')
      join public.payments p on p.id = p_payment_id and p.contact_id = v.contact_id
     where v.status in ('issued', 'partly_paid') and v.balance > 0 order by v.id
  loop
    v_amount := least(v_part.amount, (select v.balance from public.invoices v where v.id = v_part.id), private.payment_free(p_payment_id));
    continue when v_amount <= 0;
    perform private.allocate(p_payment_id, v_part.id, v_amount);
    if v_part.discount = (select v.balance from public.invoices v where v.id = v_part.id) then
      perform private.take_cash_discount(p_payment_id, v_part.id, v_part.discount);
    end if;
  end loop;
end $$;

create or replace function private.confirm_match(p_entry public.bank_entries, p_match jsonb)
  returns void language plpgsql security definer set search_path = ''
as $$
begin
  if p_match ->> 'kind' = 'return' then
    if p_match ? 'obstacle' then
      perform private.refuse('PT409', p_match ->> 'obstacle');
    end if;
    perform private.settle_return(p_entry.id, (p_match ->> 'entry_id')::uuid);
  elsif p_match ->> 'kind' = 'account' then
    perform private.keep_bank_booking(p_entry, private.account_choice(coalesce(p_match ->> 'account_id', p_match ->> 'cost_account_id')::uuid,
      (p_match ->> 'vat_rate')::numeric), null, null);
  elsif p_entry.direction = 'out' then
    perform private.confirm_bank_payout(p_entry.id, p_match);
  elsif p_match ? 'uses_credit' then
    perform private.confirm_with_credit(p_entry, p_match);
  else
    perform private.confirm_bank_entry(p_entry.id, (p_match ->> 'contact_id')::uuid,
      case when p_match -> 'order_id' is null and p_match -> 'payment_id' is null then (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('invoice_id', part ->> 'invoice_id', 'amount', part ->> 'amount',
                 'discount', part ->> 'discount'))), '[]')
          from jsonb_array_elements(p_match -> 'parts') as part) end,
      (p_match ->> 'order_id')::uuid, (p_match ->> 'payment_id')::uuid);
  end if;
end $$;

create table public.cash_discounts (
  id          uuid primary key default gen_random_uuid(),
  invoice_id  uuid not null references public.invoices (id) on delete restrict,
  payment_id  uuid not null references public.payments (id) on delete restrict,
  amount      numeric(14, 2) not null,
  given_on    date not null,
  reverses_id uuid references public.cash_discounts (id) on delete restrict,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  constraint cash_discounts_reversal_is_below_zero check ((reverses_id is null) = (amount > 0) and amount <> 0)
);

create table public.cash_discount_vat (
  cash_discount_id uuid not null references public.cash_discounts (id) on delete restrict,
  vat_rate         numeric(7, 4) not null,
  vat_treatment    text not null,
  base             numeric(14, 2) not null,
  vat              numeric(14, 2) not null,
  primary key (cash_discount_id, vat_rate, vat_treatment)
);

create or replace function private.cash_discounted(p_invoice_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(sum(d.amount), 0) from public.cash_discounts d where d.invoice_id = p_invoice_id);
end $$;

create or replace function private.propose_cash_discount() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.cash_discount_pct is null and new.kind <> 'deposit' and new.opening_on is null then
    select case when c.cash_discount_pct is null then s.cash_discount_pct else c.cash_discount_pct end,
           case when c.cash_discount_pct is null then s.cash_discount_days else c.cash_discount_days end
      into new.cash_discount_pct, new.cash_discount_days
      from public.company_settings s left join public.contacts c on c.id = new.contact_id;
    if coalesce(new.cash_discount_pct, 0) = 0 then
      new.cash_discount_pct := null;
      new.cash_discount_days := null;
    end if;
  end if;
  return new;
end $$;

create or replace function private.held_by_rate(p_invoice_id uuid)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select x.vat_rate, x.vat_treatment, sum(x.base), sum(x.vat)
    from (select t.vat_rate, t.vat_treatment, t.base, t.vat from public.invoice_vat t where t.invoice_id = p_invoice_id
          union all
          select t.vat_rate, t.vat_treatment, -t.base, -t.vat from public.credit_note_vat t join public.credit_notes n on n.id = t.credit_note_id
           where n.invoice_id = p_invoice_id and n.status not in ('draft', 'void')
          union all
          select t.vat_rate, t.vat_treatment, -t.base, -t.vat from public.cash_discount_vat t join public.cash_discounts d on d.id = t.cash_discount_id
           where d.invoice_id = p_invoice_id) as x
   group by 1, 2
$$;

create or replace function private.cash_discount_of(p_invoice public.invoices) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_invoice.cash_discount_pct is null or p_invoice.kind = 'deposit' or p_invoice.cash_discounted > 0 or p_invoice.status in ('paid', 'credited', 'void') then
    return null;
  end if;
  return (select nullif(greatest(round(coalesce(sum(h.base + h.vat), 0) * p_invoice.cash_discount_pct / 100, 2), 0), 0)
    from private.held_by_rate(p_invoice.id) as h);
end $$;

create or replace function private.cash_discount_facts(p_invoice public.invoices) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_until constant date := coalesce(p_invoice.issue_date, private.company_today()) + p_invoice.cash_discount_days;
  v_amount numeric;
begin
  if p_invoice.cash_discount_pct is null or p_invoice.kind = 'deposit' then
    return null;
  end if;
  v_amount := private.cash_discount_of(p_invoice);
  v_amount := case when v_amount < p_invoice.balance then v_amount end;
  return jsonb_build_object('pct', trim_scale(p_invoice.cash_discount_pct)::text, 'days', p_invoice.cash_discount_days, 'until', v_until,
    'base', private.amount_text((select coalesce(sum(h.base + h.vat), 0) from private.held_by_rate(p_invoice.id) as h) + p_invoice.cash_discounted),
    'amount', private.amount_text(v_amount), 'pays', private.amount_text(p_invoice.balance - v_amount),
    'is_open', v_amount is not null and p_invoice.status in ('issued', 'partly_paid') and private.company_today() <= v_until);
end $$;

create or replace function private.cash_discounts_of(p_contact_id uuid, p_day date)
  returns table (invoice_id uuid, number text, amount numeric, pays numeric, until date, is_late boolean)
  language sql stable security definer set search_path = ''
as $$
  select v.id, v.invoice_number, least(d.amount, v.balance), greatest(v.balance - d.amount, 0), v.issue_date + v.cash_discount_days,
         p_day > v.issue_date + v.cash_discount_days + 3
    from public.invoices v, lateral (select private.cash_discount_of(v) as amount) as d
   where v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.cash_discount_pct is not null and d.amount is not null
$$;

create or replace function private.open_cash_discounts(p_contact_id uuid, p_day date default null)
  returns table (invoice_id uuid, amount text, pays text, until date, is_late boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return query select d.invoice_id, private.amount_text(d.amount), private.amount_text(d.pays), d.until, d.is_late
    from private.cash_discounts_of(p_contact_id, coalesce(p_day, private.company_today())) as d order by d.until, d.number;
end $$;

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
  elsif v_payment.received_on > v_invoice.issue_date + v_invoice.cash_discount_days + 3 then
    perform private.must_say_yes('late_discount', format('The cash discount of %s ended on %s, and the payment came on %s. Give it anyway?',
      v_invoice.invoice_number, to_char(v_invoice.issue_date + v_invoice.cash_discount_days, 'FMDD Mon YYYY'), to_char(v_payment.received_on, 'FMDD Mon YYYY')));
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

create or replace function private.take_exact_discount(p_payment_id uuid, p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice constant public.invoices := (select v from public.invoices v where v.id = p_invoice_id);
  v_day constant date := (select p.received_on from public.payments p where p.id = p_payment_id);
begin
  if private.cash_discount_of(v_invoice) = v_invoice.balance and v_day <= v_invoice.issue_date + v_invoice.cash_discount_days + 3 then
    perform private.take_cash_discount(p_payment_id, p_invoice_id, v_invoice.balance);
  end if;
end $$;

create or replace function private.give_cash_discount(p_invoice_id uuid, p_amount numeric) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment_id constant uuid := (
    select a.payment_id from public.payment_allocations a join public.payments p on p.id = a.payment_id
     where a.invoice_id = p_invoice_id group by a.payment_id, p.received_on, p.payment_number having sum(a.amount) > 0
     order by p.received_on desc, p.payment_number desc limit 1);
  v_kept uuid;
begin
  perform private.must('payments', 'create', 'give cash discounts');
  perform from public.invoices where id = p_invoice_id for no key update;
  if not found then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_payment_id is null then
    perform private.refuse('PT409', 'A cash discount is given to a payment: please record that first');
  end if;
  select d.id into v_kept from public.cash_discounts d where d.invoice_id = p_invoice_id and d.amount = p_amount
     and not exists (select from public.cash_discounts r where r.reverses_id = d.id);
  return coalesce(v_kept, private.take_cash_discount(v_payment_id, p_invoice_id, p_amount));
end $$;

create or replace function private.reverse_cash_discount(p_discount public.cash_discounts) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.cash_discounts (invoice_id, payment_id, amount, given_on, reverses_id, created_by)
  values (p_discount.invoice_id, p_discount.payment_id, -p_discount.amount, greatest(private.company_today(), p_discount.given_on), p_discount.id, auth.uid())
  returning id into v_id;
  insert into public.cash_discount_vat (cash_discount_id, vat_rate, vat_treatment, base, vat)
  select v_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat from public.cash_discount_vat t where t.cash_discount_id = p_discount.id;
  perform private.log_event('invoice', p_discount.invoice_id, 'cash_discount_taken_back', jsonb_build_object('amount', private.amount_text(p_discount.amount)));
  return v_id;
end $$;

create or replace function private.end_cash_discounts(p_payment_id uuid, p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reverse_cash_discount(d) from public.cash_discounts d
   where d.payment_id = p_payment_id and d.invoice_id = p_invoice_id and d.reverses_id is null
     and not exists (select from public.cash_discounts r where r.reverses_id = d.id);
end $$;

create or replace function private.undo_cash_discount(p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.cash_discounts;
  v_id uuid;
begin
  perform private.must('payments', 'edit', 'take cash discounts back');
  select * into v_row from public.cash_discounts where id = p_id;
  perform from public.invoices where id = v_row.invoice_id for no key update;
  select id into v_id from public.cash_discounts where reverses_id = p_id;
  if found then
    return v_id;
  elsif v_row.id is null or v_row.reverses_id is not null then
    perform private.refuse('PT404', 'There is nothing to take back');
  end if;
  v_id := private.reverse_cash_discount(v_row);
  perform private.refresh_invoice(v_row.invoice_id);
  return v_id;
end $$;

create or replace function private.guard_cash_discounted() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_left numeric;
begin
  select * into v_invoice from public.invoices where id = new.invoice_id for no key update;
  if v_invoice.cash_discounted > 0 then
    select coalesce(sum(h.base + h.vat), 0) into v_left from private.held_by_rate(new.invoice_id) as h;
    if new.net + new.vat > v_left or new.status = 'issued' and exists (
      select from public.credit_note_vat t left join private.held_by_rate(new.invoice_id) as h on h.vat_rate = t.vat_rate and h.vat_treatment = t.vat_treatment
       where t.credit_note_id = new.id and (t.base > coalesce(h.base, 0) or t.vat > coalesce(h.vat, 0)))
    then
      perform private.refuse('PT409', format('A cash discount of %s was given on %s: take that back first, or credit less',
        private.money_words(v_invoice.cash_discounted), v_invoice.invoice_number));
    end if;
  end if;
  return new;
end $$;

create or replace function private.journal_of_cash_discounts(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with given as materialized (
    select d.id, d.given_on, d.amount, v.id as invoice_id, v.invoice_number, v.contact_id, v.project_title
      from public.cash_discounts d join public.invoices v on v.id = d.invoice_id where d.given_on between p_from and p_to
  ), parts as (
    select g.id, 'clients' as part, null::numeric as rate, null as treatment, -g.amount as amount from given g
    union all
    select g.id, side.part, t.vat_rate, t.vat_treatment, side.amount
      from given g join public.cash_discount_vat t on t.cash_discount_id = g.id
     cross join lateral (values ('cash_discounts', t.base), ('vat_sales', t.vat)) as side (part, amount)
  )
  select g.given_on, 5, 'invoice', g.invoice_id, g.id, g.invoice_number, g.contact_id, g.project_title, x.part, null::uuid, null::uuid, x.rate, x.treatment,
         null::text, x.amount
    from parts x join given g on g.id = x.id where x.amount <> 0
$$;

create or replace function private.ledger_differences(p_to date) returns table (kind text, id uuid, number text)
  language sql stable security definer set search_path = ''
as $$
  select 'invoice', v.id, v.invoice_number from public.invoices v
   where v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.issue_date <= p_to
     and ((v.net, v.vat) is distinct from (select (coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0)) from public.invoice_vat t where t.invoice_id = v.id)
       or v.paid <> (select coalesce(sum(a.amount), 0) from public.payment_allocations a where a.invoice_id = v.id)
       or v.credited <> (select coalesce(sum(a.amount), 0) from public.credit_allocations a where a.invoice_id = v.id) + private.written_off(v.id) + private.cash_discounted(v.id))
  union all
  select 'credit_note', n.id, n.credit_number from public.credit_notes n
   where n.status not in ('draft', 'void') and n.issue_date <= p_to
     and ((n.net, n.vat) is distinct from (select (coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0)) from public.credit_note_vat t where t.credit_note_id = n.id)
       or n.allocated <> (select coalesce(sum(a.amount), 0) from public.credit_allocations a where a.credit_note_id = n.id))
  union all
  select 'payment', p.id, p.payment_number from public.payments p
   where p.received_on <= p_to
     and (p.allocated <> (select coalesce(sum(a.amount), 0) from public.payment_allocations a where a.payment_id = p.id)
       or p.refunded <> (select coalesce(sum(r.amount), 0) from public.payment_refunds r where r.payment_id = p.id))
  union all
  select 'supplier_invoice', s.id, s.supplier_number from public.supplier_invoices s
   where s.booked_on <= p_to
     and s.paid <> (select coalesce(sum(x.amount), 0) from public.supplier_payments x where x.supplier_invoice_id = s.id)
  union all
  select 'bank_entry', e.id, coalesce(e.party_name, 'Bank entry') from public.bank_entries e
   where e.booked_on <= p_to and e.status = 'split'
     and e.amount <> (select coalesce(sum(case p.direction when e.direction then p.amount else -p.amount end), 0)
                        from public.bank_entries p where p.split_of = e.id)
$$;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id)) || private.tax_facts_of_paper('invoice', v.id))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'language', private.language_of('invoice', v.id), 'invoice_kind', v.kind, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'cash_discounted', private.amount_text(v.cash_discounted),
      'cash_discount', private.cash_discount_facts(v), 'terms', v.terms, 'note', v.note, 'receiver', private.receiver_facts(v.contact_id),
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || case i.kind when 'deposit' then jsonb_build_object('vat', i.vat::text) else '{}' end
                 order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.refresh_invoice(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
  v_paid numeric;
  v_credited numeric;
  v_written_off numeric;
  v_discounted numeric;
  v_status text;
begin
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  if v_row.id is null or v_row.status in ('draft', 'void') then
    return;
  end if;
  select coalesce(sum(a.amount), 0) into v_paid from public.payment_allocations a where a.invoice_id = p_invoice_id;
  v_written_off := private.written_off(p_invoice_id);
  v_discounted := private.cash_discounted(p_invoice_id);
  select v_written_off + v_discounted + coalesce(sum(a.amount), 0) into v_credited from public.credit_allocations a where a.invoice_id = p_invoice_id;
  if v_paid + v_credited > v_row.gross then
    perform private.refuse('PT409', format('Of %s only %s are open', v_row.invoice_number,
      private.money_words(v_row.gross - v_row.paid - v_row.credited)));
  end if;
  v_status := case
    when v_paid + v_credited = v_row.gross then case when v_credited > 0 and v_paid = 0 then 'credited' else 'paid' end
    when v_paid + v_credited > 0 then 'partly_paid' else 'issued' end;
  update public.invoices set paid = v_paid, credited = v_credited, written_off = v_written_off, cash_discounted = v_discounted, status = v_status
   where id = p_invoice_id
     and (paid, credited, written_off, cash_discounted, status) is distinct from (v_paid, v_credited, v_written_off, v_discounted, v_status);
  if v_status <> v_row.status and v_status in ('paid', 'credited') then
    perform private.cancel_mails('invoice', p_invoice_id);
    if v_status = 'paid' then
      perform private.log_event('invoice', p_invoice_id, case when v_written_off > 0 then 'settled' else 'paid' end);
    end if;
  elsif v_row.status in ('paid', 'credited') and v_status in ('issued', 'partly_paid') then
    perform private.wake_reminders('invoice', p_invoice_id);
  end if;
end $$;

create or replace function private.journal_lines(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text, account_id uuid, code text,
  account text, account_kind text, vat_rate numeric, vat_treatment text, amount numeric, part text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_days constant date[] := array(select distinct r.from_day from public.account_rules r where r.from_day is not null order by 1);
begin
  return query
  with raw as materialized (
    select x.*, width_bucket(x.on_date, v_days) as era,
           concat_ws('|', x.part, x.service_id, x.vat_rate, x.vat_treatment, x.method) collate "C" as met
      from (select * from private.journal_of_invoices(p_from, p_to) union all select * from private.journal_of_credit_notes(p_from, p_to)
            union all select * from private.journal_of_payments(p_from, p_to) union all select * from private.journal_of_bills(p_from, p_to)
            union all select * from private.journal_of_bank(p_from, p_to) union all select * from private.journal_of_cash_discounts(p_from, p_to)) as x
  ), chosen as materialized (
    select w.met, w.era, r.account_id
      from (select b.met, b.era, b.part, b.service_id, b.vat_rate, b.vat_treatment, b.method from raw b where b.cost_account_id is null
             group by 1, 2, 3, 4, 5, 6, 7) as w
     cross join lateral (
       select s.account_id from public.account_rules s
        where s.part = w.part and (s.from_day is null or s.from_day <= v_days[w.era])
          and (s.service_id is null or s.service_id = w.service_id) and (s.vat_rate is null or s.vat_rate = w.vat_rate)
          and (s.vat_treatment is null or s.vat_treatment = w.vat_treatment) and (s.method is null or s.method = w.method)
        order by s.service_id is null, s.vat_rate is null, s.vat_treatment is null, s.method is null, s.from_day desc nulls last limit 1) as r
  )
  select b.on_date, b.sort, b.kind, b.id, b.entry_id, b.number, b.contact_id, b.words, coalesce(k.id, a.id), coalesce(k.code, a.code),
         coalesce(k.name, a.name), coalesce(a.kind, 'cost'), b.vat_rate, b.vat_treatment, b.amount, b.part
    from raw b
    left join public.cost_accounts k on k.id = b.cost_account_id
    left join chosen c on b.cost_account_id is null and c.met = b.met and c.era = b.era
    left join public.ledger_accounts a on a.id = coalesce(c.account_id, b.cost_account_id);
end $$;

create or replace function private.chart_of(p_chart text)
returns table (part text, vat_rate numeric, vat_treatment text, method text, code text, name text, kind text)
  language sql immutable set search_path = ''
as $$
  select c.part, c.vat_rate, c.vat_treatment, c.method, c.code, c.name, c.kind
    from (values
      ('general', 'money', null::numeric, null, null, '1000', 'Bank', 'asset'),
      ('general', 'money', null, null, 'cash', '1010', 'Cash', 'asset'),
      ('general', 'money', null, null, 'card', '1020', 'Card payments', 'asset'),
      ('general', 'clients', null, null, null, '1100', 'Clients', 'asset'),
      ('general', 'vat_purchases', null, null, null, '1200', '{Tax} on purchases', 'asset'),
      ('general', 'suppliers', null, null, null, '2100', 'Suppliers', 'liability'),
      ('general', 'vat_sales', null, null, null, '2200', '{Tax} on sales', 'liability'),
      ('general', 'deposits', null, null, null, '2300', 'Deposits of clients', 'liability'),
      ('general', 'opening', null, null, null, '3000', 'Opening balances', 'equity'),
      ('general', 'sales', null, null, null, '4000', 'Sales', 'income'),
      ('general', 'cash_discounts', null, null, null, '4910', 'Cash discounts given', 'income'),
      ('general', 'discounts', null, null, null, '4900', 'Discounts of suppliers', 'income'),
      ('general', 'write_offs', null, null, null, '6950', 'Written off', 'cost'),
      ('general', 'fees', null, null, null, '6960', 'Bank fees', 'cost'),
      ('general', 'costs', null, null, null, '6990', 'Costs without an account', 'cost'),
      ('skr03', 'money', null, null, null, '1200', 'Bank', 'asset'),
      ('skr03', 'money', null, null, 'cash', '1000', 'Kasse', 'asset'),
      ('skr03', 'money', null, null, 'card', '1360', 'Geldtransit', 'asset'),
      ('skr03', 'clients', null, null, null, '1400', 'Forderungen aus Lieferungen und Leistungen', 'asset'),
      ('skr03', 'vat_purchases', null, null, null, '1570', 'Abziehbare Vorsteuer', 'asset'),
      ('skr03', 'vat_purchases', 19, null, null, '1576', 'Abziehbare Vorsteuer 19 %', 'asset'),
      ('skr03', 'vat_purchases', 7, null, null, '1571', 'Abziehbare Vorsteuer 7 %', 'asset'),
      ('skr03', 'suppliers', null, null, null, '1600', 'Verbindlichkeiten aus Lieferungen und Leistungen', 'liability'),
      ('skr03', 'vat_sales', null, null, null, '1770', 'Umsatzsteuer', 'liability'),
      ('skr03', 'vat_sales', 19, null, null, '1776', 'Umsatzsteuer 19 %', 'liability'),
      ('skr03', 'vat_sales', 7, null, null, '1771', 'Umsatzsteuer 7 %', 'liability'),
      ('skr03', 'deposits', null, null, null, '1710', 'Erhaltene Anzahlungen', 'liability'),
      ('skr03', 'opening', null, null, null, '9000', 'Saldenvorträge, Sachkonten', 'equity'),
      ('skr03', 'sales', null, null, null, '8200', 'Erlöse', 'income'),
      ('skr03', 'sales', 19, null, null, '8400', 'Erlöse 19 % USt', 'income'),
      ('skr03', 'sales', 7, null, null, '8300', 'Erlöse 7 % USt', 'income'),
      ('skr03', 'sales', null, 'export', null, '8120', 'Steuerfreie Umsätze § 4 Nr. 1a UStG', 'income'),
      ('skr03', 'sales', null, 'intra_community', null, '8125', 'Steuerfreie innergemeinschaftliche Lieferungen § 4 Nr. 1b UStG', 'income'),
      ('skr03', 'sales', null, 'exempt', null, '8100', 'Steuerfreie Umsätze § 4 Nr. 8 ff. UStG', 'income'),
      ('skr03', 'sales', null, 'reverse_charge', null, '8336', 'Erlöse aus im anderen EU-Land steuerpflichtigen sonstigen Leistungen', 'income'),
      ('skr03', 'sales', null, 'outside', null, '8338', 'Erlöse aus im Drittland steuerbaren Leistungen', 'income'),
      ('skr03', 'cash_discounts', null, null, null, '8730', 'Gewährte Skonti', 'income'),
      ('skr03', 'cash_discounts', 19, null, null, '8736', 'Gewährte Skonti 19 % USt', 'income'),
      ('skr03', 'cash_discounts', 7, null, null, '8731', 'Gewährte Skonti 7 % USt', 'income'),
      ('skr03', 'discounts', null, null, null, '3730', 'Erhaltene Skonti', 'income'),
      ('skr03', 'write_offs', null, null, null, '2400', 'Forderungsverluste', 'cost'),
      ('skr03', 'fees', null, null, null, '4970', 'Nebenkosten des Geldverkehrs', 'cost'),
      ('skr03', 'costs', null, null, null, '4900', 'Sonstige betriebliche Aufwendungen', 'cost'),
      ('snc', 'money', null, null, null, '12', 'Depósitos à ordem', 'asset'),
      ('snc', 'money', null, null, 'cash', '11', 'Caixa', 'asset'),
      ('snc', 'clients', null, null, null, '211', 'Clientes c/c', 'asset'),
      ('snc', 'vat_purchases', null, null, null, '2432', 'IVA – Dedutível', 'asset'),
      ('snc', 'suppliers', null, null, null, '221', 'Fornecedores c/c', 'liability'),
      ('snc', 'vat_sales', null, null, null, '2433', 'IVA – Liquidado', 'liability'),
      ('snc', 'deposits', null, null, null, '218', 'Adiantamentos de clientes', 'liability'),
      ('snc', 'opening', null, null, null, '56', 'Resultados transitados', 'equity'),
      ('snc', 'sales', null, null, null, '72', 'Prestações de serviços', 'income'),
      ('snc', 'cash_discounts', null, null, null, '682', 'Descontos de pronto pagamento concedidos', 'cost'),
      ('snc', 'discounts', null, null, null, '782', 'Descontos de pronto pagamento obtidos', 'income'),
      ('snc', 'write_offs', null, null, null, '683', 'Dívidas incobráveis', 'cost'),
      ('snc', 'fees', null, null, null, '6228', 'Serviços especializados – Outros', 'cost'),
      ('snc', 'costs', null, null, null, '6268', 'Outros serviços', 'cost')
    ) as c (chart, part, vat_rate, vat_treatment, method, code, name, kind)
   where c.chart = p_chart
$$;

create or replace function private.slips(p_contact_id uuid) returns table (id uuid)
  language sql stable security definer set search_path = ''
as $$
  with pairs as (
    select p.id, r.id as undone_by, p.created_at as at, r.created_at as undone_at, p.id as payment_id
      from public.payments p join public.payment_refunds r on r.payment_id = p.id and r.kind = 'reversal' and r.amount = p.amount
     where p.contact_id = p_contact_id
    union all
    select r.id, b.id, r.created_at, b.created_at, p.id
      from public.payments p join public.payment_refunds r on r.payment_id = p.id join public.payment_refunds b on b.reverses_id = r.id
     where p.contact_id = p_contact_id
    union all
    select w.id, b.id, w.created_at, b.created_at, null
      from public.invoices v join public.write_offs w on w.invoice_id = v.id join public.write_offs b on b.reverses_id = w.id
     where v.contact_id = p_contact_id
    union all
    select d.id, b.id, d.created_at, b.created_at, d.payment_id
      from public.invoices v join public.cash_discounts d on d.invoice_id = v.id join public.cash_discounts b on b.reverses_id = d.id
     where v.contact_id = p_contact_id
  )
  select unnest(array[s.id, s.undone_by]) from pairs s
   where private.day_of(s.at) = private.day_of(s.undone_at)
     and not exists (select from public.statements t where t.contact_id = p_contact_id and t.created_at > s.at and t.created_at < s.undone_at)
     and not exists (select from public.scheduled_emails m
       where m.record_kind = 'payment' and m.record_id = s.payment_id and m.sent_at > s.at and m.sent_at < s.undone_at)
$$;

create or replace function private.account_entries(p_contact_id uuid) returns table(on_date date, sort integer, kind text, id uuid, number text, description text, due_date date, debit numeric, credit numeric)
  language sql stable security definer set search_path = ''
as $$
  with slips as materialized (
    select s.id from private.slips(p_contact_id) as s
  )
  select v.issue_date, 1, 'invoice', v.id, v.invoice_number, v.project_title, v.due_date, v.gross, 0::numeric
    from public.invoices v
   where v.contact_id = p_contact_id and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.gross <> 0
  union all
  select n.issue_date, 2, 'credit_note', n.id, n.credit_number, n.reason, null, 0, n.gross
    from public.credit_notes n where n.contact_id = p_contact_id and n.status not in ('draft', 'void') and n.gross <> 0
  union all
  select p.received_on, 3, 'payment', p.id, p.payment_number, p.reference, null,
         case p.direction when 'out' then p.amount else 0 end, case p.direction when 'in' then p.amount else 0 end
    from public.payments p
   where p.contact_id = p_contact_id and p.status in ('succeeded', 'part_refunded', 'refunded') and p.id not in (select s.id from slips s)
  union all
  select r.refunded_on, case when r.reverses_id is null then 4 else 5 end, 'refund', r.id, p.payment_number,
         case when r.reverses_id is not null then 'Refund recorded by mistake' when r.kind = 'reversal' then 'Recorded by mistake' else r.reason end,
         null, greatest(r.amount, 0), greatest(-r.amount, 0)
    from public.payment_refunds r join public.payments p on p.id = r.payment_id
   where p.contact_id = p_contact_id and r.id not in (select s.id from slips s)
  union all
  select w.written_off_on, case when w.reverses_id is null then 6 else 7 end, 'write_off', w.id, v.invoice_number, null, null, greatest(-w.amount, 0), greatest(w.amount, 0)
    from public.write_offs w join public.invoices v on v.id = w.invoice_id
   where v.contact_id = p_contact_id and w.id not in (select s.id from slips s)
  union all
  select d.given_on, case when d.reverses_id is null then 6 else 7 end, 'cash_discount', d.id, v.invoice_number, null, null, greatest(-d.amount, 0), greatest(d.amount, 0)
    from public.cash_discounts d join public.invoices v on v.id = d.invoice_id
   where v.contact_id = p_contact_id and d.id not in (select s.id from slips s)
$$;

-- A paper settles nothing before the later of its days, and one that does not count settles nothing.
create view private.settlements as
  select a.invoice_id, a.payment_id, null::uuid as credit_note_id, a.amount, greatest(a.allocated_on, p.received_on, v.issue_date) as on_date
    from public.payment_allocations a
    join public.payments p on p.id = a.payment_id and p.status in ('succeeded', 'part_refunded', 'refunded')
    join public.invoices v on v.id = a.invoice_id and v.status not in ('draft', 'void') and v.kind <> 'proforma'
  union all
  select a.invoice_id, null, a.credit_note_id, a.amount, greatest(a.allocated_on, n.issue_date, v.issue_date)
    from public.credit_allocations a
    join public.credit_notes n on n.id = a.credit_note_id and n.status not in ('draft', 'void')
    join public.invoices v on v.id = a.invoice_id and v.status not in ('draft', 'void') and v.kind <> 'proforma'
  union all
  select w.invoice_id, null, null, w.amount, w.written_off_on from public.write_offs w
  union all
  select d.invoice_id, null, null, d.amount, d.given_on from public.cash_discounts d;

create or replace function private.ledger(p_side text, p_from date, p_to date)
returns table (on_date date, number text, kind text, client_name text, vat_number text, country text, vat_rate text, vat_treatment text,
  net text, vat text, gross text, currency text, description text, cost_account text, tax_place text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_side = 'purchases' then
    perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  else
    perform private.must('invoices', 'view', 'see invoices');
  end if;
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;
  return query
    select e.on_date, e.number, e.kind, private.client_label(c), c.vat_number, c.country, trim_scale(e.rate)::text, e.treatment,
           private.amount_text(e.base), private.amount_text(e.tax), private.amount_text(e.base + e.tax), e.code, e.words, e.account, e.taxed_at
      from (
        select v.issue_date as on_date, v.invoice_number as number, v.kind as kind, v.contact_id as who, t.vat_rate as rate,
               t.vat_treatment as treatment, t.base as base, t.vat as tax, v.currency as code, null as words, null as account, null as place,
               v.snapshot -> 'tax_place' ->> 'name' as taxed_at
          from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
         where p_side = 'sales' and v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
        union all
        select n.issue_date, n.credit_number, 'credit note', n.contact_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, n.currency, null, null, null,
               n.snapshot -> 'tax_place' ->> 'name'
          from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
         where p_side = 'sales' and n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
        union all
        select d.given_on, v.invoice_number, 'cash discount', v.contact_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, v.currency, null, null, null,
               v.snapshot -> 'tax_place' ->> 'name'
          from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
         where p_side = 'sales' and d.given_on between p_from and p_to
        union all
        select b.on_date, b.number, b.kind, b.who, b.rate, null, b.base, b.tax, b.code, b.words, b.account, b.place, null
          from private.purchase_lines(p_from, p_to) as b where p_side = 'purchases') as e
      left join public.contacts c on c.id = e.who
     -- In one order only, since it is read in parts.
     order by e.on_date, e.number, e.who, e.place, e.rate, e.treatment, e.kind, e.base, e.tax, e.words, e.account;
end $$;

create or replace function private.vat_boxes(p_from date, p_to date)
returns table (box text, words text, treatment text, rate text, net text, vat text, papers bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_country constant text := (select private.country_code(s.country) from public.company_settings s where s.tax_kind = 'vat');
  v_own constant text := (select private.union_state(s.vat_number) from public.company_settings s);
begin
  perform private.must('invoices', 'view', 'see invoices');
  perform private.refuse_long_period(p_from, p_to);
  if not exists (select from private.boxes_of(v_country)) then
    return;
  end if;
  return query
  with papers as (
    select 'sales' as side, v.id, t.vat_rate as rate, t.vat_treatment as treatment, t.base, t.vat as tax,
           coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number) as client
      from public.invoices v join public.invoice_vat t on t.invoice_id = v.id join public.contacts c on c.id = v.contact_id
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
    union all
    select 'sales', n.id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, coalesce(n.snapshot -> 'client' ->> 'vat_number', c.vat_number)
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id join public.contacts c on c.id = n.contact_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'sales', v.id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number)
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id
      join public.invoices v on v.id = d.invoice_id join public.contacts c on c.id = v.contact_id where d.given_on between p_from and p_to
    union all
    select 'purchases', null, null, null, l.base, l.tax, null from private.purchase_lines(p_from, p_to) as l
     where l.tax <> 0 and private.can('supplier-invoices', 'view') and l.code = (select s.currency from public.company_settings s)
  ), placed as (
    select p.*, b.box, b.words
      from papers p left join lateral (
        select b.box, b.words from private.boxes_of(v_country) as b
         where b.side = p.side and (b.treatment is null or b.treatment = p.treatment) and (b.rate is null or b.rate = p.rate)
           and (b.is_union is null or b.is_union = coalesce(private.union_state(p.client) <> v_own, false))
           and not (p.treatment = 'standard' and p.rate = 0)
         order by b.rate is null, b.is_union is null limit 1) as b on true
  )
  select p.box, p.words, case when p.box is null then p.treatment end, case when p.box is null then trim_scale(p.rate)::text end,
         private.amount_text(sum(p.base)), private.amount_text(sum(p.tax)), count(distinct p.id)
    from placed p group by 1, 2, 3, 4 order by p.box::integer nulls last, 3, 4;
end $$;

create or replace function private.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_request public.payment_requests;
  v_invoice public.invoices;
  v_id uuid;
  v_number text;
  v_open numeric;
  v_late boolean;
begin
  if coalesce(btrim(p_provider_ref), '') = '' or not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'A payment has a transaction and an amount with two decimals');
  end if;
  v_request := private.request_to_settle(p_request_id);
  if v_request.id is null then
    perform private.refuse('PT404', 'There is no such request');
  end if;
  select id into v_id from public.payments where provider = p_provider and provider_ref = p_provider_ref;
  if found then
    return jsonb_build_object('payment_id', v_id, 'new', false);
  end if;
  v_late := v_request.status in ('cancelled', 'expired', 'paid');
  v_number := private.draw_number('RCPT');
  insert into public.payments (payment_number, contact_id, method, provider, provider_ref, request_id, order_id, amount, currency, received_on)
  values (v_number, v_request.contact_id, 'card', p_provider, p_provider_ref, p_request_id, v_request.order_id, p_amount, v_request.currency,
    private.company_today())
  returning id into v_id;
  if not v_late then
    update public.payment_requests set status = 'paid', paid_at = now() where id = p_request_id;
    if v_request.purpose = 'deposit' then
      perform private.take_deposit(v_request.order_id, v_id, p_amount);
      perform private.refresh_payment(v_id);
    elsif v_request.purpose = 'invoice' then
      -- Its balance is asked for under its lock: what another payment took meanwhile becomes credit.
      select * into v_invoice from public.invoices where id = v_request.invoice_id for no key update;
      if v_invoice.balance > 0 then
        perform private.allocate(v_id, v_invoice.id, least(p_amount, v_invoice.balance));
        perform private.take_exact_discount(v_id, v_invoice.id);
      end if;
    elsif exists (select from private.request_invoices where request_id = p_request_id) then
      -- The client was asked for what his credit leaves: it settles the oldest of them first.
      perform private.spend_credit(v_request.contact_id, array(select r.invoice_id from private.request_invoices r where r.request_id = p_request_id), v_id);
      perform from public.invoices
       where id in (select r.invoice_id from private.request_invoices r where r.request_id = p_request_id) order by id for no key update;
      for v_invoice in
        select v.* from private.request_invoices r join public.invoices v on v.id = r.invoice_id
         where r.request_id = p_request_id order by v.due_date, v.issue_date, v.invoice_number
      loop
        select * into v_invoice from public.invoices where id = v_invoice.id for no key update;
        select open into v_open from public.payments where id = v_id;
        if least(v_open, v_invoice.balance) > 0 then
          perform private.allocate(v_id, v_invoice.id, least(v_open, v_invoice.balance));
        end if;
      end loop;
    else
      perform private.allocate_oldest(v_id);
    end if;
  end if;
  select open into v_open from public.payments where id = v_id;
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount), 'provider', p_provider));
  perform private.log_event('payment_request', p_request_id, 'paid', jsonb_build_object('amount', private.amount_text(p_amount)));
  perform private.tell_staff('{}', 'accounts', format('%s received', v_number),
    format('%s by card%s', private.money_words(p_amount, v_request.currency),
      case when v_late then format(' for a request that was %s: it is credit of the client', v_request.status)
           when v_open > 0 then format(': %s of it are credit of the client', private.money_words(v_open, v_request.currency)) else '' end),
    v_request.quotation_id, jsonb_build_object('payment_number', v_number, 'kind', 'payment', 'credit', private.amount_text(v_open)));
  if v_request.statement_id is not null then
    perform private.nudge('doc:' || s.public_uuid, 'statements', 'UPDATE', s.id::text) from public.statements s where s.id = v_request.statement_id;
  end if;
  return jsonb_build_object('payment_id', v_id, 'new', true, 'credit', private.amount_text(v_open));
end $$;

create or replace function private.allocate_payment(p_payment_id uuid, p_allocations jsonb default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
begin
  perform private.must('payments', 'create', 'allocate payments');
  if p_allocations is null then
    perform private.allocate_oldest(p_payment_id);
    return;
  end if;
  for v_part in
    select (part ->> 'invoice_id')::uuid as invoice_id, sum((part ->> 'amount')::numeric) as amount, sum((part ->> 'discount')::numeric) as discount
      from jsonb_array_elements(p_allocations) as part group by 1 order by 1
  loop
    perform private.allocate(p_payment_id, v_part.invoice_id, v_part.amount);
    if v_part.discount is not null then
      perform private.take_cash_discount(p_payment_id, v_part.invoice_id, v_part.discount);
    end if;
  end loop;
end $$;

create or replace function private.remove_allocation(p_id uuid)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payment_allocations;
begin
  perform private.must('payments', 'edit', 'take allocations back');
  select * into v_row from public.payment_allocations where id = p_id;
  if v_row.id is null then
    return;
  end if;
  -- The payment and the invoice before what is between them, as every other act locks them.
  perform from public.payments where id = v_row.payment_id for no key update;
  perform from public.invoices where id = v_row.invoice_id for no key update;
  if (select kind from public.invoices where id = v_row.invoice_id) = 'deposit' then
    perform private.refuse('PT409', 'A deposit invoice stays paid: credit it instead');
  end if;
  perform private.release_allocation(p_id);
  perform private.end_cash_discounts(v_row.payment_id, v_row.invoice_id);
  perform private.refresh_payment(v_row.payment_id);
  perform private.refresh_invoice(v_row.invoice_id);
end $$;

create or replace function private.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text)
  returns void language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
  v_part record;
  v_is_changed boolean;
begin
  perform private.must('payments', 'edit', 'move payments');
  p_allocations := nullif(p_allocations, 'null');
  select * into v_row from public.payments where id = p_id for no key update;
  perform private.check_move(v_row, p_contact_id, p_allocations, p_reason);
  v_is_changed := v_row.contact_id <> p_contact_id;
  if v_is_changed then
    perform private.refuse_closed_day(v_row.received_on);
  end if;
  -- All invoices that it settled or will settle, in the order of their ids.
  perform from public.invoices v
   where v.id in (select a.invoice_id from public.payment_allocations a where a.payment_id = p_id)
      or v.id in (select private.uuid_or_null(one ->> 'invoice_id') from jsonb_array_elements(p_allocations) as one)
      or p_allocations is null and v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0
   order by v.id for no key update;
  -- A deposit invoice stays paid; what is to be settled as it was stays as it is.
  for v_part in
    select a.id, a.invoice_id from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
     where a.payment_id = p_id and v.kind <> 'deposit' and a.reverses_id is null
       and not (v.contact_id = p_contact_id and a.amount is not distinct from (
           select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_allocations) as one where private.uuid_or_null(one ->> 'invoice_id') = v.id)
         and 1 = (select count(*) from public.payment_allocations b where b.payment_id = p_id and b.invoice_id = v.id))
  loop
    continue when private.release_allocation(v_part.id) = 0;
    v_is_changed := true;
    perform private.end_cash_discounts(p_id, v_part.invoice_id);
    perform private.refresh_invoice(v_part.invoice_id);
  end loop;
  perform private.refresh_payment(p_id);
  update public.payments set contact_id = p_contact_id, order_id = null where id = p_id and contact_id <> p_contact_id;
  if v_row.contact_id <> p_contact_id then
    perform private.turn_receipt(p_id);
  end if;
  if p_allocations is null then
    perform private.allocate_oldest(p_id);
    v_is_changed := true;
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as invoice_id, sum((one ->> 'amount')::numeric) as amount
      from jsonb_array_elements(p_allocations) as one group by 1 order by 1
  loop
    continue when exists (select from public.payment_allocations a join public.invoices v on v.id = a.invoice_id
      where a.payment_id = p_id and a.invoice_id = v_part.invoice_id and v.kind <> 'deposit' having sum(a.amount) > 0);
    v_is_changed := true;
    perform private.allocate(p_id, v_part.invoice_id, v_part.amount);
  end loop;
  if v_is_changed then
    perform private.must_mean_day(p_id, 'Move');
    perform private.log_event('payment', p_id, 'moved', jsonb_build_object('number', v_row.payment_number, 'amount', private.amount_text(v_row.amount),
      'from', v_row.contact_id, 'to', p_contact_id, 'reason', left(btrim(p_reason), 2000)));
  end if;
end $$;

create or replace function private.take_off_invoices(p_payment_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part public.payment_allocations;
  v_amount numeric;
  v_discount numeric;
  v_off jsonb := '[]';
begin
  perform from public.invoices where id in (select x.invoice_id from public.payment_allocations x where x.payment_id = p_payment_id) order by id for no key update;
  for v_part in select * from public.payment_allocations where payment_id = p_payment_id and reverses_id is null
  loop
    v_amount := private.release_allocation(v_part.id);
    continue when v_amount = 0;
    v_discount := private.cash_discounted(v_part.invoice_id);
    perform private.end_cash_discounts(p_payment_id, v_part.invoice_id);
    v_discount := v_discount - private.cash_discounted(v_part.invoice_id);
    perform private.refresh_invoice(v_part.invoice_id);
    v_off := v_off || jsonb_strip_nulls(jsonb_build_object('invoice_id', v_part.invoice_id, 'amount', private.amount_text(v_amount),
      'discount', private.amount_text(nullif(v_discount, 0))));
  end loop;
  perform private.refresh_payment(p_payment_id);
  return v_off;
end $$;

create or replace function public.register_client(p_business jsonb, p_person jsonb, p_site jsonb) returns uuid
  language plpgsql security invoker set search_path = ''
as $$
declare
  v_business uuid;
  v_person uuid;
begin
  insert into public.contacts (type, profile, company, name, email, phone, mobile, vat_number, address_line, city, postcode,
                               state, country, contact_type_id, payment_terms_days, cash_discount_pct, cash_discount_days, language,
                               length_unit, account_manager_id)
  select 'Business', 'verified', b.company, b.company, b.email, b.phone, b.mobile, b.vat_number, b.address_line, b.city, b.postcode,
         b.state, b.country, b.contact_type_id, b.payment_terms_days, b.cash_discount_pct, b.cash_discount_days, b.language, b.length_unit,
         b.account_manager_id
    from jsonb_populate_record(null::public.contacts, p_business) as b
  returning id into v_business;
  if p_person is not null then
    insert into public.contacts (type, profile, name, last_name, email, phone, company)
    select 'Person', 'verified', p.name, p.last_name, p.email, p.phone, p_business ->> 'company'
      from jsonb_populate_record(null::public.contacts, p_person) as p
    returning id into v_person;
    insert into public.contact_relations (contact_id, related_contact_id, relation, is_primary)
    values (v_person, v_business, 'works_for', true);
  end if;
  if p_site is not null then
    insert into public.locations (label, address, city, postcode, state, country, business_id)
    select s.label, s.address, s.city, s.postcode, s.state, s.country, v_business
      from jsonb_populate_record(null::public.locations, p_site) as s;
  end if;
  return v_business;
end $$;

-- What is generated is not there yet before an update.
create or replace function private.guard_issued() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  v_before constant jsonb := to_jsonb(old);
  v_column text;
begin
  if tg_op = 'DELETE' then
    raise exception using errcode = 'PT409', message = format('An issued %s is never removed', replace(tg_argv[0], '_', ' '));
  end if;
  select changed.key into v_column
    from jsonb_each(to_jsonb(new)) as changed
   where changed.value is distinct from v_before -> changed.key
     and changed.key not in ('status', 'state', 'gross', 'paid', 'credited', 'written_off', 'cash_discounted', 'balance', 'allocated', 'open', 'sent_at', 'first_viewed_at',
       'last_viewed_at', 'reminder_stage', 'archived_at', 'link_revoked_at', 'row_version', 'search_text', 'contact_id', 'person_id', 'created_by', 'issued_by',
       'network_status')
     and not (changed.key = 'client_po' and tg_argv[0] = 'invoice' and coalesce(v_before ->> 'network_status', 'rejected') in ('rejected', 'failed'))
   order by changed.key = 'client_po' limit 1;
  if v_column = 'client_po' and tg_argv[0] = 'invoice' then
    raise exception using errcode = 'PT409', detail = v_column,
      message = 'This invoice is in the network with its order number: it can be changed when the network rejects it';
  elsif found then
    raise exception using errcode = 'PT409',
      message = format('An issued %s never changes: correct it by a credit note', replace(tg_argv[0], '_', ' ')), detail = v_column;
  end if;
  return new;
end $$;

alter table public.account_rules add constraint account_rules_conditions_fit CHECK ((method IS NULL OR part = 'money'::text) AND (service_id IS NULL OR part = 'sales'::text) AND (vat_rate IS NULL OR (part = ANY (ARRAY['sales'::text, 'deposits'::text, 'vat_sales'::text, 'vat_purchases'::text, 'cash_discounts'::text]))) AND (vat_treatment IS NULL OR (part = ANY (ARRAY['sales'::text, 'deposits'::text, 'vat_sales'::text, 'cash_discounts'::text]))));

alter table public.account_rules add constraint account_rules_part_is_known CHECK (part = ANY (ARRAY['clients'::text, 'suppliers'::text, 'sales'::text, 'deposits'::text, 'vat_sales'::text, 'vat_purchases'::text, 'costs'::text, 'money'::text, 'write_offs'::text, 'discounts'::text, 'fees'::text, 'opening'::text, 'cash_discounts'::text]));

alter table public.company_settings add constraint company_settings_cash_discount_has_days CHECK (COALESCE(cash_discount_pct, 0::numeric) = 0::numeric OR cash_discount_days IS NOT NULL);

alter table public.company_settings add constraint company_settings_cash_discount_pct_is_a_number CHECK (cash_discount_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.company_settings add constraint company_settings_cash_discount_range CHECK (cash_discount_pct >= 0::numeric AND cash_discount_pct <= 50::numeric AND cash_discount_days >= 0 AND cash_discount_days <= 365);

alter table public.contacts add constraint contacts_cash_discount_has_days CHECK (COALESCE(cash_discount_pct, 0::numeric) = 0::numeric OR cash_discount_days IS NOT NULL);

alter table public.contacts add constraint contacts_cash_discount_pct_is_a_number CHECK (cash_discount_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.contacts add constraint contacts_cash_discount_range CHECK (cash_discount_pct >= 0::numeric AND cash_discount_pct <= 50::numeric AND cash_discount_days >= 0 AND cash_discount_days <= 365);

alter table public.invoices add constraint invoices_cash_discount_has_days CHECK ((cash_discount_pct IS NULL) = (cash_discount_days IS NULL));

alter table public.invoices add constraint invoices_cash_discount_is_credited CHECK (cash_discounted >= 0::numeric AND cash_discounted <= (credited - written_off));

alter table public.invoices add constraint invoices_cash_discount_pct_is_a_number CHECK (cash_discount_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

alter table public.invoices add constraint invoices_cash_discount_range CHECK (cash_discount_pct >= 0.01 AND cash_discount_pct <= 50::numeric AND cash_discount_days >= 0 AND cash_discount_days <= 365);

alter table public.invoices add constraint invoices_cash_discounted_is_a_number CHECK (cash_discounted <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric]));

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.cash_discounts', '', p_audited => true);

call private.borrow_rules('public.cash_discount_vat', '');

call private.offer('private.open_cash_discounts(uuid, date)');

call private.offer('private.give_cash_discount(uuid, numeric)');

call private.offer('private.undo_cash_discount(uuid)');

call private.after_each_statement('public.cash_discounts', 'nudge_page', $$private.nudge_pages('invoice_id', 'invoices', 'statements')$$);

create index cash_discounts_created_by_idx on public.cash_discounts (created_by);

create index cash_discounts_given_on_idx on public.cash_discounts (given_on);

create index cash_discounts_invoice_id_idx on public.cash_discounts (invoice_id);

create index cash_discounts_payment_id_idx on public.cash_discounts (payment_id);

create unique index cash_discounts_reversed_once_idx on public.cash_discounts (reverses_id);

create or replace trigger append_only before update or delete on public.cash_discount_vat
  for each row execute function private.refuse_change();

create or replace trigger append_only before update or delete on public.cash_discounts
  for each row execute function private.refuse_change();

create or replace trigger zz_guard_closed before insert on public.cash_discounts
  for each row execute function private.guard_closed('given_on');

create or replace trigger guard_cash_discounted before update of net, vat, status on public.credit_notes
  for each row when (new.status <> 'void' and ((old.net, old.vat) is distinct from (new.net, new.vat) or (old.status = 'draft' and new.status = 'issued')))
  execute function private.guard_cash_discounted();

create or replace trigger count_version before update of person_id, project_title, client_po, supply_date, due_date, terms, note, link_revoked_at,
    archived_at, is_collected, cash_discount_pct, cash_discount_days, row_version on public.invoices
  for each row execute function private.count_version();

CREATE TRIGGER pin BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'invoice_number', 'public_uuid', 'kind', 'status', 'contact_id', 'order_id', 'quotation_id', 'issue_date', 'currency', 'net', 'vat', 'paid', 'credited', 'written_off', 'cash_discounted', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'reminder_stage', 'issued_at', 'issued_by', 'skipped_deposits', 'opening_on', 'exemption_id', 'network_status');

create or replace trigger propose_cash_discount before insert on public.invoices
  for each row when (new.status = 'draft') execute function private.propose_cash_discount();

create policy "whoever reads a cash discount reads its VAT table" on public.cash_discount_vat
  for select to authenticated using ((select true from public.cash_discounts d where d.id = cash_discount_id));

create policy "staff who see invoices see cash discounts" on public.cash_discounts
  for select to authenticated using ((select private.can('invoices', 'view')));

-- A new account brings its own contact with a name and an address, and nothing else.
create policy "people register their contact, staff add contacts without an ac" on public.contacts
  for insert to authenticated
  with check (roles = '{}' and not has_temporary_password and (
    (user_id = (select auth.uid()) and lower(email) = lower((select auth.email()))
      and type = 'Person' and profile = 'pending_verification' and company is null and logo_url is null
      and vat_number is null and contact_type_id is null and payment_terms_days is null and cash_discount_pct is null and cash_discount_days is null and not on_stop
      and account_manager_id is null and archived_at is null)
    or (user_id is null and (select private.can('contacts', 'create')))));

comment on function private.account_entries(pg_catalog.uuid) is 'What moves the account of a client: invoices and refunds up, credit notes, payments, what was written off and cash discounts down. Papers over 0.00 move nothing,
nor does what was recorded and taken back on one day (slips). sort: on a day, what takes back stands after what it takes back.';

comment on function private.allocate_payment(pg_catalog.uuid,pg_catalog.jsonb) is 'What is open of a payment settles invoices: p_allocations [{invoice_id, amount, discount}], null for the oldest due first. discount: what is left of
the invoice then is its cash discount (take_cash_discount).';

comment on function private.bank_suggestions(pg_catalog.uuid[]) is 'Suggestions for open entries. Money in: [{contact_id, client_name, parts [{invoice_id, number, balance, amount, discount}], credit, order_id
and order_number for a deposit, payment_id and payment_number for a payment recorded by hand, is_sure, is_early, seen, reasons}]. Money out: as
private.bank_money_out says. kind return: it gives the entry entry_id back; account: a rule proposes it. doubts: why none is sure, in sentences. Amounts are text.';

comment on function private.ledger(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The ledger of sales (invoices, credit notes and cash discounts by VAT rate) or of purchases (the lines of bills and costs of the bank, with their cost
account) for the accountant; sales with the place of their sales tax, as their papers name it. Days are included, amounts are text. Drafts, void and pro forma papers and disputed
invoices are not in it.';

comment on function private.record_payment(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.date,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.uuid) is 'Staff record money that came in. p_order_id: paid ahead for that order (a deposit invoice is issued). p_allocations:
[{invoice_id, amount, discount}] as in allocate_payment; null settles the oldest due first; [] settles nothing. The surplus stays credit. p_id: chosen by the
caller, so that a repeated call records once. Returns the id.';

comment on function private.refresh_invoice(pg_catalog.uuid) is 'Computes paid, credited, written off, cash discount and status of an issued invoice from its allocations. What was written off, and the cash
discount, count as credited.
Nobody is reminded of an invoice that nothing is owed of, and of one that is open again they are.';

comment on function private.remove_allocation(pg_catalog.uuid) is 'A payment no longer settles that invoice: both are open again, and so is the cash discount that it took.';

comment on function private.slips(pg_catalog.uuid) is 'Payments, refunds, write-offs and cash discounts of a client that were recorded and taken back on one day, with what took them back, unless the client was told
of them in between, by a statement or a mail.';

comment on function private.take_off_invoices(pg_catalog.uuid) is 'A payment settles nothing any more: its invoices are open again, with the cash discount that it took. The caller locks the payment. Returns
[{invoice_id, amount, discount}].';

comment on function private.vat_boxes(pg_catalog.date,pg_catalog.date) is 'The boxes of the VAT return of these days, by the date of the papers; no row where the boxes of the country are not known. A row without a box is what no box
takes: its treatment and rate. Credit notes and cash discounts are taken off. The input tax is for people who see invoices of suppliers. Amounts are text.';

comment on function public.allocate_payment(pg_catalog.uuid,pg_catalog.jsonb) is 'What is open of a payment settles invoices: p_allocations [{invoice_id, amount, discount}], null for the oldest due first. discount: what is left of
the invoice then is its cash discount (take_cash_discount).';

comment on function public.bank_suggestions(pg_catalog.uuid[]) is 'Suggestions for open entries. Money in: [{contact_id, client_name, parts [{invoice_id, number, balance, amount, discount}], credit, order_id
and order_number for a deposit, payment_id and payment_number for a payment recorded by hand, is_sure, is_early, seen, reasons}]. Money out: as
private.bank_money_out says. kind return: it gives the entry entry_id back; account: a rule proposes it. doubts: why none is sure, in sentences. Amounts are text.';

comment on function public.ledger(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The ledger of sales (invoices, credit notes and cash discounts by VAT rate) or of purchases (the lines of bills and costs of the bank, with their cost
account) for the accountant; sales with the place of their sales tax, as their papers name it. Days are included, amounts are text. Drafts, void and pro forma papers and disputed
invoices are not in it.';

comment on function public.record_payment(pg_catalog.uuid,numeric,pg_catalog.text,pg_catalog.date,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid,pg_catalog.uuid) is 'Staff record money that came in. p_order_id: paid ahead for that order (a deposit invoice is issued). p_allocations:
[{invoice_id, amount, discount}] as in allocate_payment; null settles the oldest due first; [] settles nothing. The surplus stays credit. p_id: chosen by the
caller, so that a repeated call records once. Returns the id.';

comment on function public.remove_allocation(pg_catalog.uuid) is 'A payment no longer settles that invoice: both are open again, and so is the cash discount that it took.';

comment on function public.vat_boxes(pg_catalog.date,pg_catalog.date) is 'The boxes of the VAT return of these days, by the date of the papers; no row where the boxes of the country are not known. A row without a box is what no box
takes: its treatment and rate. Credit notes and cash discounts are taken off. The input tax is for people who see invoices of suppliers. Amounts are text.';

comment on column public.bank_entry_payouts.taken_off is 'Of a payment that the bank gave back: what it had settled, [{invoice_id, amount, discount}]; null for a plain refund.';

comment on column public.invoices.credited is 'Allocated credit notes, what was written off, and the cash discount that was given.';

grant select on table public.cash_discount_vat to authenticated;

grant select on table public.cash_discounts to authenticated;

comment on function private.cash_discount_facts(public.invoices) is 'The cash discount of an invoice as its paper says it: pct, days, until, base (what it is a part of), amount and pays (what is to be paid until then; null
where nothing is left to take) and is_open (today is not later). Amounts are text. Null without one.';

comment on function private.cash_discount_of(public.invoices) is 'The cash discount that the terms of an invoice give: the percentage of what its credit notes leave. Null where there is none, or it was taken.';

comment on function private.cash_discounted(pg_catalog.uuid) is 'The cash discount that an invoice was settled with and that was not taken back.';

comment on function private.cash_discounts_of(pg_catalog.uuid,pg_catalog.date) is 'The cash discounts of the open invoices of a client, for money that comes on p_day. A transfer may take three days: later ones are
late. pays is 0 where no more than the discount is open.';

comment on function private.end_cash_discounts(pg_catalog.uuid,pg_catalog.uuid) is 'A payment that no longer settles an invoice takes its cash discount along. The caller locks and refreshes the invoice.';

comment on function private.give_cash_discount(pg_catalog.uuid,numeric) is 'Staff settle what the payments of an invoice left open with its cash discount. p_amount: what is open, as it was shown. A second call changes
nothing. Returns the id.';

comment on function private.guard_cash_discounted() is 'A credit note and the cash discount are no more than the invoice together, at each rate.';

comment on function private.held_by_rate(pg_catalog.uuid) is 'What an invoice leaves at each rate after its credit notes and cash discounts.';

comment on function private.journal_of_cash_discounts(pg_catalog.date,pg_catalog.date) is 'What cash discounts move: the client owes less; turnover and VAT are lower at each rate of the invoice. Amounts above zero are debits.';

comment on function private.open_cash_discounts(pg_catalog.uuid,pg_catalog.date) is 'For staff: the cash discounts that a client may still take of open invoices, or took too late (is_late), for money that comes on p_day; null is today.
pays: what settles the invoice with it. Amounts are text.';

comment on function private.propose_cash_discount() is 'A new invoice has the cash discount of its client, or that of the company. A deposit is paid already, and papers of the former books have none.';

comment on function private.reading_with_discount(pg_catalog.jsonb,public.bank_entries,pg_catalog.jsonb,pg_catalog.uuid) is 'An amount that is what is open less the cash discount, of one paper, of those that are named or of all, settles them with it: discount. It fits where it
came in time and no other paper comes to it. Where another reading is exact, that one stays.';

comment on function private.reverse_cash_discount(public.cash_discounts) is 'A record below zero takes a cash discount back. The caller locks and refreshes the invoice.';

comment on function private.take_cash_discount(pg_catalog.uuid,pg_catalog.uuid,numeric) is 'What a payment leaves open of an invoice is its cash discount: turnover and VAT are lower by its share at each rate, and the invoice is paid. Refused
where the terms give less; asks where the payment came too late. The caller asked for the right and allocated the payment.';

comment on function private.take_exact_discount(pg_catalog.uuid,pg_catalog.uuid) is 'A client who pays on the page exactly what is left after the cash discount, in time, takes it.';

comment on function private.undo_cash_discount(pg_catalog.uuid) is 'What a client kept as cash discount is owed again, by a record of its own. Returns its id.';

comment on function private.words_of_discount(pg_catalog.jsonb,public.bank_entries) is 'Why an entry settles papers with their cash discount, and which came too late.';

comment on function public.give_cash_discount(pg_catalog.uuid,numeric) is 'Staff settle what the payments of an invoice left open with its cash discount. p_amount: what is open, as it was shown. A second call changes
nothing. Returns the id.';

comment on function public.open_cash_discounts(pg_catalog.uuid,pg_catalog.date) is 'For staff: the cash discounts that a client may still take of open invoices, or took too late (is_late), for money that comes on p_day; null is today.
pays: what settles the invoice with it. Amounts are text.';

comment on function public.undo_cash_discount(pg_catalog.uuid) is 'What a client kept as cash discount is owed again, by a record of its own. Returns its id.';

comment on column public.company_settings.cash_discount_pct is 'What clients without terms of their own keep of an invoice that they pay within cash_discount_days, in percent; null or 0: nothing.';

comment on column public.contacts.cash_discount_pct is 'What the client keeps of an invoice paid within cash_discount_days, in percent; null: as the company says; 0: nothing.';

comment on column public.invoices.cash_discount_pct is 'What the client keeps when it pays within cash_discount_days of the issue date, in percent of what its credit notes leave; null: nothing.';

comment on column public.invoices.cash_discounted is 'What of credited is cash discount. Computed.';

comment on table public.cash_discount_vat is 'By how much a cash discount lowers turnover and VAT at each rate of its invoice.';

comment on table public.cash_discounts is 'What a client keeps of an invoice for paying it early, with the payment that paid the rest. Taking it back is a record below zero.';

comment on view private.settlements is 'What settles invoices, and from which day on: payments, credit notes, what was written off and cash discounts. The statement and the list of open items read it.';

-- Every company gets accounts of cash discounts: those of the chart it follows, under numbers that are free. No entry of a closed day leads there.
alter table public.ledger_accounts disable trigger user;

alter table public.account_rules disable trigger user;

create temporary table discount_accounts as
select c.code, c.name, c.kind, c.vat_rate
  from private.chart_of(case
    when exists (select from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'sales' and a.code in ('8200', '8400')) then 'skr03'
    when exists (select from public.account_rules r join public.ledger_accounts a on a.id = r.account_id where r.part = 'sales' and a.code = '72') then 'snc'
    else 'general' end) as c
 where c.part = 'cash_discounts';

insert into public.ledger_accounts (id, code, name, kind)
select md5('ledger account ' || c.code)::uuid,
       case when exists (select from public.ledger_accounts a where lower(btrim(a.code)) = c.code)
              or exists (select from public.cost_accounts a where lower(btrim(a.code)) = c.code) then c.code || '-CD' else c.code end,
       c.name, c.kind
  from discount_accounts as c;

insert into public.account_rules (part, account_id, vat_rate)
select 'cash_discounts', md5('ledger account ' || c.code)::uuid, c.vat_rate from discount_accounts as c;

drop table discount_accounts;

alter table public.account_rules enable trigger user;

alter table public.ledger_accounts enable trigger user;

reset check_function_bodies;
