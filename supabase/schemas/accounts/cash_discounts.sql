-- Cash discounts that clients take for paying early.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.cash_discounts (
  id          uuid primary key default gen_random_uuid(),
  invoice_id  uuid not null references public.invoices (id) on delete restrict,
  payment_id  uuid references public.payments (id) on delete restrict,
  amount      numeric(14, 2) not null,
  given_on    date not null,
  reverses_id uuid references public.cash_discounts (id) on delete restrict,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  constraint cash_discounts_reversal_is_below_zero check ((reverses_id is null) = (amount > 0) and amount <> 0)
);
create index cash_discounts_invoice_id_idx on public.cash_discounts (invoice_id);
create index cash_discounts_payment_id_idx on public.cash_discounts (payment_id);
create unique index cash_discounts_reversed_once_idx on public.cash_discounts (reverses_id);
create index cash_discounts_given_on_idx on public.cash_discounts (given_on);
create index cash_discounts_created_by_idx on public.cash_discounts (created_by);
comment on table public.cash_discounts is
  'What a client keeps of an invoice for paying it early, with the payment that paid the rest. Taking it back is a record below zero.';
comment on column public.cash_discounts.payment_id is 'The payment that paid the rest; null where credit of the client did.';

create table public.cash_discount_vat (
  cash_discount_id uuid not null references public.cash_discounts (id) on delete restrict,
  vat_rate         numeric(7, 4) not null,
  vat_treatment    text not null,
  base             numeric(14, 2) not null,
  vat              numeric(14, 2) not null,
  primary key (cash_discount_id, vat_rate, vat_treatment)
);
comment on table public.cash_discount_vat is 'By how much a cash discount lowers turnover and VAT at each rate of its invoice.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.cash_discounts', '', p_audited => true);
grant select on public.cash_discounts to authenticated;
create policy "staff who see invoices see cash discounts" on public.cash_discounts
  for select to authenticated using ((select private.can('invoices', 'view')));

call private.borrow_rules('public.cash_discount_vat', '');
grant select on public.cash_discount_vat to authenticated;
create policy "whoever reads a cash discount reads its VAT table" on public.cash_discount_vat
  for select to authenticated using ((select true from public.cash_discounts d where d.id = cash_discount_id));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.cash_discounted(p_invoice_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(sum(d.amount), 0) from public.cash_discounts d where d.invoice_id = p_invoice_id);
end $$;
comment on function private.cash_discounted is 'The cash discount that an invoice was settled with and that was not taken back.';

create function private.cash_terms_of(p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('pct', trim_scale(t.pct)::text, 'days', t.days)
      from (select case when c.cash_discount_pct is null then s.cash_discount_pct else c.cash_discount_pct end as pct,
                   case when c.cash_discount_pct is null then s.cash_discount_days else c.cash_discount_days end as days
              from public.company_settings s left join public.contacts c on c.id = p_contact_id) as t
     where t.pct > 0);
end $$;
comment on function private.cash_terms_of is 'The cash discount that a client has, or else the company: {pct, days}; null without one.';

create function private.promised_cash_discount(p_quotation public.quotations) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_sent constant jsonb := (select s.snapshot from public.quotation_versions s where s.quotation_id = p_quotation.id and s.version = p_quotation.version);
  v_terms constant jsonb := case when v_sent is null then private.cash_terms_of(p_quotation.contact_id) else nullif(v_sent -> 'cash_discount', 'null') end;
  v_base constant numeric := p_quotation.net + p_quotation.vat - p_quotation.deposit_amount;
  v_amount constant numeric := round(v_base * (v_terms ->> 'pct')::numeric / 100, 2);
begin
  if v_amount > 0 then
    return jsonb_build_object('pct', v_terms -> 'pct', 'days', v_terms -> 'days', 'amount', private.amount_text(v_amount),
      'pays', private.amount_text(v_base - v_amount));
  end if;
  return null;
end $$;
comment on function private.promised_cash_discount is
  'The cash discount of the invoice of a quotation, without its deposit: {pct, days, amount, pays}, as its version was sent; of a draft as the client has it now.
Null without one. Amounts are text.';

create function private.propose_cash_discount() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_terms jsonb;
begin
  if new.cash_discount_pct is null and new.kind <> 'deposit' and new.opening_on is null then
    v_terms := coalesce((
      select nullif(s.snapshot -> 'cash_discount', 'null') from public.orders o
        join public.quotation_versions s on s.quotation_id = o.quotation_id and s.version = o.quotation_version
       where o.id = new.order_id), private.cash_terms_of(new.contact_id));
    new.cash_discount_pct := (v_terms ->> 'pct')::numeric;
    new.cash_discount_days := (v_terms ->> 'days')::integer;
  end if;
  return new;
end $$;
comment on function private.propose_cash_discount is
  'A new invoice has the cash discount that the quotation of its order promised, else that of its client, or that of the company. A deposit is paid
already, and papers of the former books have none.';

create function private.held_by_rate(p_invoice_id uuid)
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
comment on function private.held_by_rate is 'What an invoice leaves at each rate after its credit notes and cash discounts.';

create function private.cash_discount_of(p_invoice public.invoices) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_invoice.cash_discount_pct is null or p_invoice.kind = 'deposit' or p_invoice.cash_discounted > 0 or p_invoice.status in ('paid', 'credited', 'void') then
    return null;
  end if;
  return (select nullif(greatest(round(coalesce(sum(h.base + h.vat), 0) * p_invoice.cash_discount_pct / 100, 2), 0), 0)
    from private.held_by_rate(p_invoice.id) as h);
end $$;
comment on function private.cash_discount_of is
  'The cash discount that the terms of an invoice give: the percentage of what its credit notes leave. Null where there is none, or it was taken.';

create function private.cash_discount_facts(p_invoice public.invoices) returns jsonb
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
comment on function private.cash_discount_facts is
  'The cash discount of an invoice as its paper says it: pct, days, until, base (what it is a part of), amount and pays (what is to be paid until then; null
where nothing is left to take) and is_open (today is not later). Amounts are text. Null without one.';

create function private.is_late_for_discount(p_invoice public.invoices, p_day date) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return p_day > p_invoice.issue_date + p_invoice.cash_discount_days + 3;
end $$;
comment on function private.is_late_for_discount is 'Money of that day came too late for the cash discount of an invoice. A transfer may take three days.';

create function private.cash_discounts_of(p_contact_id uuid, p_day date)
  returns table (invoice_id uuid, number text, amount numeric, pays numeric, until date, is_late boolean)
  language sql stable security definer set search_path = ''
as $$
  select v.id, v.invoice_number, least(d.amount, v.balance), greatest(v.balance - d.amount, 0), v.issue_date + v.cash_discount_days,
         private.is_late_for_discount(v, p_day)
    from public.invoices v, lateral (select private.cash_discount_of(v) as amount) as d
   where v.contact_id = p_contact_id and v.status in ('issued', 'partly_paid') and v.cash_discount_pct is not null and d.amount is not null
$$;
comment on function private.cash_discounts_of is
  'The cash discounts of the open invoices of a client, for money that comes on p_day. pays is 0 where no more than the discount is open.';

create function private.cash_discount_on(p_invoice public.invoices, p_day date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(case when p_day <= p_invoice.issue_date + p_invoice.cash_discount_days then private.cash_discount_of(p_invoice) end, 0);
end $$;
comment on function private.cash_discount_on is 'The cash discount of an invoice that holds on a day; 0 without one and afterwards.';

create function private.cash_discount_today(p_invoice public.invoices) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_amount constant numeric := private.cash_discount_on(p_invoice, private.company_today());
begin
  return case when v_amount < p_invoice.balance then v_amount else 0 end;
end $$;
comment on function private.cash_discount_today is 'The cash discount that a client who pays an invoice today may take; 0 without one.';

create function private.asked_for(p_contact_id uuid, p_invoice_ids uuid[]) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select sum(v.balance - private.cash_discount_today(v)) from public.invoices v where v.id = any (p_invoice_ids)) - private.client_credit(p_contact_id);
end $$;
comment on function private.asked_for is
  'What one payment of these open invoices of a client comes to: their balances less the cash discounts of today, less the credit of the client, which settles the oldest first and
takes the discounts as money does.';

create function private.discounts_of_request(p_request_id uuid, p_day date) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when private.client_credit(r.contact_id) = sum(v.balance - d.amount)
        then coalesce(jsonb_object_agg(v.id, d.amount) filter (where d.amount > 0), '{}') else '{}' end
      from public.payment_requests r
      join private.request_invoices i on i.request_id = r.id
      join public.invoices v on v.id = i.invoice_id
     cross join lateral (select case when private.is_late_for_discount(v, p_day) then 0
       else private.cash_discount_on(v, private.day_of(r.created_at)) end as amount) as d
     where r.id = p_request_id group by r.contact_id);
end $$;
comment on function private.discounts_of_request is
  'The cash discounts {invoice_id: amount} of the invoices of a request that its payment and the credit of the client settle together, to the cent; {} where they do not: then
none was asked for, or something changed meanwhile. The payment is recorded and settles nothing yet; p_day is the day on which it came.';

create function private.settle_chosen(p_request_id uuid, p_payment_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(select r.invoice_id from private.request_invoices r where r.request_id = p_request_id);
  v_asked_on constant date := (select private.day_of(r.created_at) from public.payment_requests r where r.id = p_request_id);
  v_open numeric := (select p.open from public.payments p where p.id = p_payment_id);
  v_row record;
  v_is_enough boolean;
begin
  perform from public.invoices where id = any (v_ids) order by id for no key update;
  -- What was asked for without the cash discounts came, or more: the rest stays credit.
  v_is_enough := v_open >= (select sum(v.balance - private.cash_discount_on(v, v_asked_on)) from public.invoices v where v.id = any (v_ids));
  for v_row in
    select v.id, v.balance, case when v_is_enough then private.cash_discount_on(v, v_asked_on) else 0 end as less
      from public.invoices v where v.id = any (v_ids) order by v.due_date, v.issue_date, v.invoice_number
  loop
    v_open := (select p.open from public.payments p where p.id = p_payment_id);
    if least(v_open, v_row.balance - v_row.less) > 0 then
      perform private.allocate(p_payment_id, v_row.id, least(v_open, v_row.balance - v_row.less));
      if v_row.less > 0 then
        perform private.take_left_discount(p_payment_id, v_row.id);
      end if;
    end if;
  end loop;
end $$;
comment on function private.settle_chosen is
  'A payment settles the invoices of its request, the oldest due first. Where it is at least what they leave without the cash discounts of the day of the request,
it takes those.';

create function private.open_cash_discounts(p_contact_id uuid, p_day date default null)
  returns table (invoice_id uuid, amount text, pays text, until date, is_late boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return query select d.invoice_id, private.amount_text(d.amount), private.amount_text(d.pays), d.until, d.is_late
    from private.cash_discounts_of(p_contact_id, coalesce(p_day, private.company_today())) as d order by d.until, d.number;
end $$;
comment on function private.open_cash_discounts is
  'For staff: the cash discounts that a client may still take of open invoices, or took too late (is_late), for money that comes on p_day; null is today.
pays: what settles the invoice with it. Amounts are text.';
call private.offer('private.open_cash_discounts(uuid, date)');

create function private.take_cash_discount(p_payment_id uuid, p_invoice_id uuid, p_amount numeric) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_payment constant public.payments := (select p from public.payments p where p.id = p_payment_id);
  v_day constant date := coalesce(v_payment.received_on, private.company_today());
  v_invoice public.invoices;
  v_most numeric;
  v_id uuid;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  v_most := private.cash_discount_of(v_invoice);
  if v_most is null then
    perform private.refuse('PT409', format('%s has no cash discount that is left', v_invoice.invoice_number));
  elsif not coalesce(p_amount > 0 and p_amount <= v_most and p_amount = v_invoice.balance, false) then
    perform private.refuse('PT409', format('With the cash discount of %s, %s of %s are to be paid', private.money_words(v_most, v_invoice.currency),
      private.money_words(v_invoice.paid + v_invoice.balance - v_most, v_invoice.currency), v_invoice.invoice_number));
  elsif private.is_late_for_discount(v_invoice, v_day) then
    perform private.must_say_yes('late_discount', format('The cash discount of %s ended on %s, and the payment came on %s. Give it anyway?',
      v_invoice.invoice_number, private.day_text(v_invoice.issue_date + v_invoice.cash_discount_days), private.day_text(v_day)));
  end if;
  insert into public.cash_discounts (invoice_id, payment_id, amount, given_on, created_by)
  values (p_invoice_id, p_payment_id, p_amount, private.first_open_day(greatest(v_day, v_invoice.issue_date)), auth.uid()) returning id into v_id;
  insert into public.cash_discount_vat (cash_discount_id, vat_rate, vat_treatment, base, vat)
  select v_id, s.vat_rate, s.vat_treatment, s.base, s.vat
    from private.split_gross((select jsonb_agg(to_jsonb(h)) from private.held_by_rate(p_invoice_id) as h), p_amount) as s;
  perform private.log_event('invoice', p_invoice_id, 'cash_discount', jsonb_strip_nulls(jsonb_build_object('amount', private.amount_text(p_amount), 'number', v_payment.payment_number)));
  perform private.refresh_invoice(p_invoice_id);
  return v_id;
end $$;
comment on function private.take_cash_discount is
  'What a payment leaves open of an invoice is its cash discount: turnover and VAT are lower by its share at each rate, and the invoice is paid. Refused
where the terms give less; asks where the payment came too late. p_payment_id: null where credit of the client settles it, today. The caller asked for the right and allocated the payment.';

create function private.take_left_discount(p_payment_id uuid, p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice constant public.invoices := (select v from public.invoices v where v.id = p_invoice_id);
  v_day constant date := (select p.received_on from public.payments p where p.id = p_payment_id);
begin
  if v_invoice.balance > 0 and v_invoice.balance <= private.cash_discount_of(v_invoice) and not private.is_late_for_discount(v_invoice, v_day) then
    perform private.take_cash_discount(p_payment_id, p_invoice_id, v_invoice.balance);
  end if;
end $$;
comment on function private.take_left_discount is 'A client who pays in time at least what is left after the cash discount takes as much of it as is left: a cent too much does not lose it.';

create function private.give_cash_discount(p_invoice_id uuid, p_amount numeric) returns uuid
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
comment on function private.give_cash_discount is
  'Staff settle what the payments of an invoice left open with its cash discount. p_amount: what is open, as it was shown. A second call changes
nothing. Returns the id.';
call private.offer('private.give_cash_discount(uuid, numeric)');

create function private.reverse_cash_discount(p_discount public.cash_discounts, p_on date default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.cash_discounts (invoice_id, payment_id, amount, given_on, reverses_id, created_by)
  values (p_discount.invoice_id, p_discount.payment_id, -p_discount.amount, greatest(least(p_on, private.company_today()), p_discount.given_on), p_discount.id, auth.uid())
  returning id into v_id;
  insert into public.cash_discount_vat (cash_discount_id, vat_rate, vat_treatment, base, vat)
  select v_id, t.vat_rate, t.vat_treatment, -t.base, -t.vat from public.cash_discount_vat t where t.cash_discount_id = p_discount.id;
  perform private.log_event('invoice', p_discount.invoice_id, 'cash_discount_taken_back', jsonb_build_object('amount', private.amount_text(p_discount.amount)));
  return v_id;
end $$;
comment on function private.reverse_cash_discount is 'A record below zero takes a cash discount back on p_on, null is today. The caller locks and refreshes the invoice.';

create function private.end_cash_discounts(p_invoice_id uuid, p_on date default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.reverse_cash_discount(d, p_on) from public.cash_discounts d
   where d.invoice_id = p_invoice_id and d.reverses_id is null
     and not exists (select from public.cash_discounts r where r.reverses_id = d.id);
end $$;
comment on function private.end_cash_discounts is
  'A payment that no longer settles an invoice takes the cash discount along, whichever payment took it: what is left is not all of the invoice. The caller
locks and refreshes the invoice.';

create function private.undo_cash_discount(p_id uuid) returns uuid
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
comment on function private.undo_cash_discount is 'What a client kept as cash discount is owed again, by a record of its own. Returns its id.';
call private.offer('private.undo_cash_discount(uuid)');

create function private.guard_cash_discounted() returns trigger
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
        private.money_words(v_invoice.cash_discounted, v_invoice.currency), v_invoice.invoice_number));
    end if;
  end if;
  return new;
end $$;
comment on function private.guard_cash_discounted is 'A credit note and the cash discount are no more than the invoice together, at each rate.';

create function private.journal_of_cash_discounts(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with given as materialized (
    select d.id, d.given_on, v.rate as books, v.id as invoice_id, v.invoice_number, v.contact_id, v.project_title
      from public.cash_discounts d join public.invoices v on v.id = d.invoice_id where d.given_on between p_from and p_to
  ), parts as (
    select g.id, 'clients' as part, null::numeric as rate, null as treatment, -sum(private.worth(t.base, g.books) + private.worth(t.vat, g.books)) as amount
      from given g join public.cash_discount_vat t on t.cash_discount_id = g.id group by 1
    union all
    select g.id, side.part, t.vat_rate, t.vat_treatment, side.amount
      from given g join public.cash_discount_vat t on t.cash_discount_id = g.id
     cross join lateral (values ('cash_discounts', private.worth(t.base, g.books)), ('vat_sales', private.worth(t.vat, g.books))) as side (part, amount)
  )
  select g.given_on, 5, 'invoice', g.invoice_id, g.id, g.invoice_number, g.contact_id, g.project_title, x.part, null::uuid, null::uuid, x.rate, x.treatment,
         null::text, x.amount
    from parts x join given g on g.id = x.id where x.amount <> 0
$$;
comment on function private.journal_of_cash_discounts is
  'What cash discounts move: the client owes less; turnover and VAT are lower at each rate of the invoice. Amounts above zero are debits.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger zz_guard_closed before insert on public.cash_discounts
  for each row execute function private.guard_closed('given_on');
create trigger append_only before update or delete on public.cash_discounts
  for each row execute function private.refuse_change();
create trigger append_only before update or delete on public.cash_discount_vat
  for each row execute function private.refuse_change();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.cash_discounts', 'nudge_page', $$private.nudge_pages('invoice_id', 'invoices', 'statements')$$);
