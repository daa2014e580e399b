-- Exchange rates, and the currency that a client is invoiced in.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.exchange_rates (
  id          uuid primary key default gen_random_uuid(),
  currency    text not null,
  on_date     date not null,
  rate        numeric(18, 8) not null,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint exchange_rates_one_a_day unique (currency, on_date),
  constraint exchange_rates_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint exchange_rates_rate_range check (rate > 0 and rate < 1000000)
);
create index exchange_rates_created_by_idx on public.exchange_rates (created_by);
comment on table public.exchange_rates is 'What one unit of a currency is worth in the currency of the books, by day. A paper keeps the rate that it was written with.';
comment on column public.exchange_rates.rate is 'How much of the currency of the books one unit is.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.exchange_rates', p_audited => true);
create policy "staff read exchange rates" on public.exchange_rates for select to authenticated
  using ((select private.is_staff()));
create policy "whoever writes invoices adds exchange rates" on public.exchange_rates for insert to authenticated
  with check ((select private.can('invoices', 'create')) and created_by = (select auth.uid()));
create policy "whoever writes invoices changes exchange rates" on public.exchange_rates for update to authenticated
  using ((select private.can('invoices', 'create'))) with check ((select private.can('invoices', 'create')));
create policy "whoever writes invoices removes exchange rates" on public.exchange_rates for delete to authenticated
  using ((select private.can('invoices', 'create')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.worth(p_amount numeric, p_rate numeric) returns numeric
  language plpgsql immutable set search_path = ''
as $$
begin
  return round(p_amount * p_rate, 2);
end $$;
comment on function private.worth is 'An amount of a paper in the currency of the books, at the rate of the paper; a paper in that currency has the rate 1.';

create function private.price_in(p_price numeric, p_rate numeric) returns numeric
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_rate = 1 then p_price else round(p_price / p_rate, 2) end;
end $$;
comment on function private.price_in is 'A price of this company in the currency of a paper, at the rate of the paper: half a cent is rounded up.';

create function private.share_of_worth(p_part numeric, p_whole numeric, p_worth numeric) returns numeric
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_worth is null then p_part when p_whole = 0 then 0 else round(p_part * p_worth / p_whole, 2) end;
end $$;
comment on function private.share_of_worth is
  'What a part of an amount is worth in the books, where the whole of it is worth p_worth. Null of p_worth: it is in the currency of the books.';

create function private.currency_of(p_contact_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select c.currency from public.contacts c where c.id = p_contact_id), private.books_currency());
end $$;
comment on function private.currency_of is 'The currency that a client is quoted and invoiced in, and pays in: its own, else that of the books.';

create function private.rate_on(p_currency text, p_day date) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rate numeric;
begin
  if p_currency = private.books_currency() then
    return 1;
  end if;
  select r.rate into v_rate from public.exchange_rates r where r.currency = p_currency
   order by r.on_date > p_day, abs(r.on_date - p_day) limit 1;
  if v_rate is null then
    perform private.refuse('PT409', format('There is no exchange rate of %s. Enter one under Exchange rates first.', p_currency));
  end if;
  return v_rate;
end $$;
comment on function private.rate_on is
  'What one unit of a currency is worth in that of the books: the rate of the day, else the last one before it, else the first one after. Refuses, in words, a currency
without any.';

create function private.day_of_rate(p_currency text, p_day date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select r.on_date from public.exchange_rates r where r.currency = p_currency order by r.on_date > p_day, abs(r.on_date - p_day) limit 1);
end $$;
comment on function private.day_of_rate is 'The day of the rate that private.rate_on takes for a day.';

create function private.must_be_recent(p_currency text, p_day date) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_last date;
begin
  if p_currency <> private.books_currency() then
    select max(r.on_date) into v_last from public.exchange_rates r where r.currency = p_currency and r.on_date <= p_day;
    if v_last is null or v_last < p_day - 7 then
      perform private.must_say_yes('old_rate', format('The exchange rate of %s is of %s. Use it anyway?', p_currency,
        private.day_text(coalesce(v_last, (select min(r.on_date) from public.exchange_rates r where r.currency = p_currency)))));
    end if;
  end if;
end $$;
comment on function private.must_be_recent is 'Asks before an exchange rate is used that is more than a week older than the day.';

create function private.doubt_of_worth(p_currency text, p_amount numeric, p_day date, p_worth numeric, p_share numeric default null) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_books constant text := private.books_currency();
  v_day constant date := private.day_of_rate(p_currency, p_day);
  v_due constant numeric := case when v_day is null then p_share else private.worth(p_amount, private.rate_on(p_currency, p_day)) end;
  -- A cent or two are rounding, of small amounts too.
  v_least constant numeric := v_due * case when abs(p_day - v_day) <= 31 then 0.9 else 0.5 end - 0.02;
  v_most constant numeric := v_due * case when abs(p_day - v_day) <= 31 then 1.1 else 2 end + 0.02;
begin
  if p_currency is null or p_currency = v_books or v_due is null or p_worth between v_least and v_most
    or coalesce(abs(p_worth - p_share) <= p_share * 0.1 + 0.02, false)
  then
    return null;
  end if;
  return format('%s are %s %s, and %s is far from that.', private.money_words(p_amount, p_currency), private.money_words(v_due, v_books),
    case when v_day is null then 'in the books' else format('by the rate of %s', private.day_text(v_day)) end, private.money_words(p_worth, v_books));
end $$;
comment on function private.doubt_of_worth is
  'That a worth in the currency of the books is far from what an amount in another one is worth on a day, as a sentence; null where it is not, and where nobody can say. Far is
more than 10 % from a rate of the 31 days around, else more than twice or less than half. p_share: what it is worth by what the books have already; near that is not far.';

create function private.must_mean_worth(p_currency text, p_amount numeric, p_day date, p_worth numeric, p_what text default 'an amount', p_share numeric default null)
  returns void language plpgsql stable security definer set search_path = ''
as $$
declare
  v_doubt text;
begin
  perform private.must_be_amount(p_worth, p_what);
  v_doubt := private.doubt_of_worth(p_currency, p_amount, p_day, p_worth, p_share);
  if v_doubt is not null then
    perform private.must_say_yes('unusual_worth', v_doubt || ' Save it anyway?');
  end if;
end $$;
comment on function private.must_mean_worth is
  'Every worth that a person states passes here: refuses what is no amount (p_what, as must_be_amount), and asks where it is far from the rate (doubt_of_worth).';

create function private.books_facts(p_currency text, p_rate numeric, p_worth numeric) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_worth is not null then jsonb_build_object('currency', private.books_currency(), 'rate', trim_scale(p_rate)::text,
    'gross', private.amount_text(p_worth)) end;
end $$;
comment on function private.books_facts is
  'What a paper in another currency says of the books: their currency, what one unit of its own is worth in it, and its gross. Null for a paper in that currency, and for a draft.';

create function private.keep_contact_currency() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.currency = private.books_currency() then
    new.currency := null;
  end if;
  if tg_op = 'UPDATE' and new.currency is distinct from old.currency then
    -- A paper that is written at the same moment waits here, and is looked at by check_currency.
    perform from public.contacts c where c.id = new.id for update;
    if exists (select from public.quotations q where q.contact_id = new.id) or exists (select from public.orders o where o.contact_id = new.id)
      or exists (select from public.invoices v where v.contact_id = new.id) or exists (select from public.payments p where p.contact_id = new.id)
      or exists (select from public.recurring_payments r where r.contact_id = new.id and r.direction = 'in') then
      perform private.refuse('PT409', format('The currency stays %s: there are papers with amounts in it. Another currency begins with a new contact.',
        coalesce(old.currency, private.books_currency())), 'Key (currency)=()');
    end if;
  end if;
  return new;
end $$;
comment on function private.keep_contact_currency is 'Refuses another currency for a client that has quotations, orders, invoices or payments. That of the books is kept as null.';

create function private.take_currency() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.currency := private.currency_of(new.contact_id);
  if tg_table_name <> 'statements' then
    new.rate := private.rate_on(new.currency, private.company_today());
  end if;
  return new;
end $$;
comment on function private.take_currency is 'A new paper is in the currency of its client, at the rate of the day.';

create function private.take_order_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.currency := private.currency_of(new.contact_id);
  new.rate := coalesce((select q.rate from public.quotations q where q.id = new.quotation_id), private.rate_on(new.currency, private.company_today()));
  return new;
end $$;
comment on function private.take_order_rate is 'An order has the currency of its client and the rate of its quotation.';

create function private.take_payment_worth() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.currency := private.currency_of(new.contact_id);
  if new.currency = private.books_currency() then
    new.worth := null;
  elsif new.worth is null then
    new.worth := private.worth(new.amount, private.rate_on(new.currency, new.received_on));
  end if;
  return new;
end $$;
comment on function private.take_payment_worth is 'A payment in another currency is worth what a person or the bank says, else its amount at the rate of the day on which it came.';

create function private.change_client_of_paper() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_currency constant text := private.currency_of(new.contact_id);
  v_lines boolean;
begin
  if v_currency <> old.currency then
    if tg_table_name = 'quotations' then
      v_lines := exists (select from public.quotation_items i where i.quotation_id = new.id);
    else
      v_lines := exists (select from public.invoice_items i where i.invoice_id = new.id);
    end if;
    if v_lines then
      perform private.refuse('PT409', format('This client is invoiced in %s, and the prices here are in %s. Begin a new one for this client.', v_currency, old.currency));
    end if;
    new.currency := v_currency;
    new.rate := private.rate_on(v_currency, private.company_today());
  end if;
  return new;
end $$;
comment on function private.change_client_of_paper is 'A draft goes to a client with another currency only while it has no lines.';

create function private.check_currency() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.currency <> private.currency_of(new.contact_id) then
    perform private.refuse('PT409', 'The currency of this client was changed meanwhile. Please try again.');
  end if;
  return null;
end $$;
comment on function private.check_currency is 'A paper that was begun while the currency of its client changed is refused.';

create function private.freeze_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.currency <> private.books_currency() then
    new.rate := private.rate_on(new.currency, new.issue_date);
    new.rate_of := private.day_of_rate(new.currency, new.issue_date);
    new.worth := (select coalesce(sum(private.worth(t.base, new.rate) + private.worth(t.vat, new.rate)), 0) from public.invoice_vat t where t.invoice_id = new.id);
  end if;
  return new;
end $$;
comment on function private.freeze_rate is 'An invoice in another currency keeps the rate of the day on which it is issued, and what it is worth at that: the sum of its VAT table.';

create function private.freeze_note_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.currency <> private.books_currency() then
    new.worth := (select coalesce(sum(private.worth(t.base, new.rate) + private.worth(t.vat, new.rate)), 0) from public.credit_note_vat t where t.credit_note_id = new.id);
  end if;
  return new;
end $$;
comment on function private.freeze_note_rate is 'What a credit note in another currency is worth, at the rate of its invoice.';

create function private.take_note_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  select v.currency, v.rate into new.currency, new.rate from public.invoices v where v.id = new.invoice_id;
  return new;
end $$;
comment on function private.take_note_rate is 'A credit note is in the currency of its invoice, at its rate.';

create function private.renew_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.rate := private.rate_on(new.currency, private.company_today());
  return new;
end $$;
comment on function private.renew_rate is 'A quotation that is sent has the rate of that day.';

create function private.known_rates() returns table (currency text, on_date date, rate text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.is_staff()) then
    perform private.refuse('42501', 'Exchange rates are for staff');
  end if;
  return query
    select distinct on (r.currency) r.currency, r.on_date, trim_scale(r.rate)::text from public.exchange_rates r
     where r.on_date <= private.company_today() order by r.currency, r.on_date desc;
end $$;
comment on function private.known_rates is 'The newest exchange rate of each currency up to today, as text: how much of the currency of the books one unit is.';
call private.offer('private.known_rates()');

create function private.exchange_of_clients(p_from date, p_to date)
returns table (on_date date, id uuid, contact_id uuid, number text, paper_id uuid, kind text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  with foreigners as materialized (
    select c.id from public.contacts c where c.currency is not null
  ), invoices as materialized (
    select v.* from public.invoices v join foreigners f on f.id = v.contact_id where v.worth is not null
  ), payments as materialized (
    select p.* from public.payments p join foreigners f on f.id = p.contact_id where p.worth is not null
  ), moves as (
    -- moved: what the journal moves of the client's account by itself.
    select s.id, s.on_date, s.invoice_id, s.payment_id, s.credit_note_id, s.amount,
           case when s.payment_id is null and s.credit_note_id is null then -coalesce(
             (select sum(private.worth(t.base, v.rate) + private.worth(t.vat, v.rate)) from public.cash_discount_vat t where t.cash_discount_id = s.id),
             private.worth(s.amount, v.rate)) else 0 end as moved
      from private.settlements s join invoices v on v.id = s.invoice_id
    union all
    select r.id, r.refunded_on, null, p.id, null, r.amount, coalesce(r.worth, r.amount)
      from public.payment_refunds r join payments p on p.id = r.payment_id
    union all
    select k.id, k.kept_on, null, p.id, null, k.amount, private.share_of_worth(k.amount, p.amount, p.worth)
      from public.kept_deposits k join payments p on p.id = k.payment_id
  ), upto as (
    select m.*, sum(m.amount) over (partition by m.invoice_id order by m.on_date, m.id) as of_invoice,
           sum(m.amount) over (partition by m.payment_id order by m.on_date, m.id) as of_payment,
           sum(m.amount) over (partition by m.credit_note_id order by m.on_date, m.id) as of_note
      from moves m where m.on_date <= p_to
  )
  select u.on_date, u.id, coalesce(v.contact_id, p.contact_id), coalesce(p.payment_number, n.credit_number, v.invoice_number), coalesce(p.id, n.id, v.id),
         case when p.id is not null then 'payment' when n.id is not null then 'credit_note' else 'invoice' end, x.amount
    from upto u
    left join invoices v on v.id = u.invoice_id
    left join payments p on p.id = u.payment_id
    left join public.credit_notes n on n.id = u.credit_note_id
   cross join lateral (
     select case when p.id is null then 0 else private.share_of_worth(u.of_payment, p.amount, p.worth) - private.share_of_worth(u.of_payment - u.amount, p.amount, p.worth) end
          + case when n.id is null then 0 else private.share_of_worth(u.of_note, n.gross, n.worth) - private.share_of_worth(u.of_note - u.amount, n.gross, n.worth) end
          - case when v.id is null then 0 else private.share_of_worth(u.of_invoice, v.gross, v.worth) - private.share_of_worth(u.of_invoice - u.amount, v.gross, v.worth) end
          - u.moved as amount) as x
   where u.on_date >= p_from and x.amount <> 0
$$;
comment on function private.exchange_of_clients is
  'Exchange differences of clients in another currency, by settlement: what the settling paper or payment is worth at its own rate, less what it settles is worth at the rate of the
invoice. Above zero it is added to what the client owes in the books, and is a gain. Cents that rounding leaves when a paper is settled are among them. For functions that asked for the right.';

create function private.journal_of_exchange(p_from date, p_to date)
returns table (on_date date, sort integer, kind text, id uuid, entry_id uuid, number text, contact_id uuid, words text,
  part text, cost_account_id uuid, service_id uuid, vat_rate numeric, vat_treatment text, method text, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select x.on_date, 5, x.kind, x.paper_id, md5(concat_ws(' ', 'exchange', x.id))::uuid, x.number, x.contact_id, 'Exchange difference', side.part, null::uuid, null::uuid,
         null::numeric, null::text, null::text, side.amount
    from private.exchange_of_clients(p_from, p_to) as x
   cross join lateral (values ('clients', x.amount), (case when x.amount > 0 then 'exchange_gains' else 'exchange_losses' end, -x.amount)) as side (part, amount)
$$;
comment on function private.journal_of_exchange is
  'What exchange differences move: what a client owes in the books against a gain or a loss. Amounts above zero are debits.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger ask_first before insert on public.exchange_rates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('invoices:create');
