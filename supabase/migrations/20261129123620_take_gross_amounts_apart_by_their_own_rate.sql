set check_function_bodies = off;

drop routine private.deducted_of(p_invoice_id uuid);

drop routine public.ledger(p_side text, p_from date, p_to date);

drop routine private.ledger(p_side text, p_from date, p_to date);

create or replace function private.deduct_deposits(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_deposit record;
  v_base numeric;
  v_vat numeric;
  v_budget numeric;
  v_room jsonb;
  v_key text;
  v_skipped constant uuid[] := (select v.skipped_deposits from public.invoices v where v.id = p_invoice_id);
begin
  delete from public.invoice_items where invoice_id = p_invoice_id and kind = 'deposit';
  -- What the invoice comes to at each rate, whatever its lines are of, and as a whole.
  select coalesce(jsonb_object_agg(r.vat_rate || ' ' || r.vat_treatment, r.base), '{}'), coalesce(sum(r.base + private.vat_of(r.base, r.vat_rate)), 0)
    into v_room, v_budget
    from (select i.vat_rate, i.vat_treatment, sum(i.net) as base from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.kind in ('item', 'discount') group by 1, 2) as r;
  for v_part in
    select * from private.invoice_order_vat where invoice_id = p_invoice_id and base > 0 order by order_id, vat_rate, vat_treatment
  loop
    v_key := v_part.vat_rate || ' ' || v_part.vat_treatment;
    for v_deposit in
      select d.* from private.deposits_left(v_part.order_id) as d
       where d.vat_rate = v_part.vat_rate and d.vat_treatment = v_part.vat_treatment
         and d.invoice_id <> all (v_skipped)
       order by d.issue_date, d.invoice_number
    loop
      v_base := least(v_deposit.base, v_part.base, (v_room ->> v_key)::numeric);
      continue when v_base <= 0;
      v_vat := private.vat_of_part(v_base, v_part.vat_rate, v_deposit.base, v_deposit.vat);
      -- Rates below zero, of discounts, leave less than the rates above.
      if v_base + v_vat > v_budget + 0.02 then
        v_base := v_budget - private.vat_within(v_budget, v_part.vat_rate);
        continue when v_base <= 0;
        v_vat := private.vat_of_part(v_base, v_part.vat_rate, v_deposit.base, v_deposit.vat);
      end if;
      v_budget := v_budget - v_base - v_vat;
      v_part.base := v_part.base - v_base;
      v_room := jsonb_set(v_room, array[v_key], to_jsonb((v_room ->> v_key)::numeric - v_base));
      insert into public.invoice_items (invoice_id, order_id, deducts_invoice_id, position, kind, description, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net, vat)
      values (p_invoice_id, v_part.order_id, v_deposit.invoice_id,
        private.next_key((select max(position) from public.invoice_items where invoice_id = p_invoice_id)), 'deposit',
        format('Deposit %s of %s', v_deposit.invoice_number, to_char(v_deposit.issue_date, 'FMDD Mon YYYY')), -1, 'piece', v_base, 0,
        v_part.vat_rate, v_part.vat_treatment, -v_base, -v_vat);
    end loop;
  end loop;
end $$;

create or replace function private.draft_deposits(p_invoice_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.invoice_id, 'number', d.invoice_number, 'issue_date', d.issue_date,
             'order_number', d.order_number, 'is_skipped', d.invoice_id = any (d.skipped), 'rates', d.rates)
             order by d.issue_date, d.invoice_number), '[]')
      from (
        select l.invoice_id, l.invoice_number, l.issue_date, o.order_number, v.skipped_deposits as skipped,
               jsonb_agg(jsonb_build_object('vat_rate', l.vat_rate::text, 'vat_treatment', l.vat_treatment,
                 'left', private.amount_text(l.base - coalesce(i.net, 0)), 'deducted', private.amount_text(coalesce(-i.net, 0)),
                 'deducted_vat', private.amount_text(coalesce(-i.vat, 0))) order by l.vat_rate, l.vat_treatment) as rates
          from public.invoices v
          join public.orders o on o.id in (select b.order_id from private.invoice_order_vat b where b.invoice_id = v.id)
         cross join lateral private.deposits_left(o.id) as l
          left join public.invoice_items as i on i.invoice_id = p_invoice_id and i.deducts_invoice_id = l.invoice_id and i.vat_rate = l.vat_rate
            and i.vat_treatment = l.vat_treatment
         where v.id = p_invoice_id and v.status = 'draft' and (l.base > 0 or i.id is not null)
         group by 1, 2, 3, 4, 5) as d);
end $$;

create or replace function private.opening_parts(p_rows jsonb)
returns table (line integer, place bigint, id uuid, number text, issued date, due date, base numeric, vat numeric, rate numeric, treatment text, said numeric, paid numeric)
  language sql stable security definer set search_path = ''
as $$
  select g.line, g.place, g.id, g.number, g.issued, coalesce(g.due, g.issued), a.base, a.vat, coalesce(r.rate, d.rate),
         coalesce(r.treatment, d.treatment), g.gross, coalesce(g.paid, a.base + a.vat - g.open)
    from (select (r.given ->> 'line')::integer as line, r.place, private.uuid_or_null(r.given ->> 'id') as id, btrim(r.given ->> 'number') as number,
                 private.day_or_null(r.given ->> 'issued') as issued, private.day_or_null(r.given ->> 'due') as due,
                 private.plain_or_null(r.given ->> 'net') as net, private.plain_or_null(r.given ->> 'vat') as vat,
                 coalesce(private.plain_or_null(r.given ->> 'gross'), case when coalesce(r.given ->> 'net', '') = '' then
                   private.plain_or_null(r.given ->> 'open') + coalesce(private.plain_or_null(r.given ->> 'paid'), 0) end) as gross,
                 private.plain_or_null(r.given ->> 'paid') as paid,
                 private.plain_or_null(r.given ->> 'open') as open,
                 case when coalesce(r.given ->> 'tax', '') <> '' then private.tax_named(r.given ->> 'tax') end as rate_id
            from jsonb_array_elements(p_rows) with ordinality as r (given, place)) as g
    left join public.vat_rates r on r.id = g.rate_id
   cross join lateral (select coalesce(g.net, g.gross - g.vat, case when r.rate is not null then g.gross - private.vat_within(g.gross, r.rate) end) as base) as n
   cross join lateral (select n.base, coalesce(g.vat, g.gross - n.base, private.vat_of(n.base, r.rate)) as vat) as a
    -- The rate that makes this tax of this net; old programs round each line.
    left join lateral (
      select v.rate, v.treatment from public.vat_rates v
       where abs(a.base * v.rate / 100 - a.vat) <= greatest(0.05, a.base * 0.001) and (a.vat > 0) = (v.rate > 0)
       order by abs(a.base * v.rate / 100 - a.vat), not v.is_default, v.sort, v.id limit 1) as d on true
$$;

create or replace function private.part_of_gross(p_gross numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric, out base numeric, out vat numeric)
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  v_own constant numeric := private.vat_within(p_gross, p_rate);
begin
  vat := case when p_gross = p_left_base + p_left_vat then p_left_vat else coalesce((
    select part.vat
      from (
        select v.vat, v.vat - private.vat_of(p_gross - v.vat, p_rate) as off,
               p_left_vat - v.vat - private.vat_of(p_left_base - p_gross + v.vat, p_rate) as rest_off
          from (select v_own + n * 0.01 as vat from generate_series(-2, 2) as n) as v
         where v.vat between 0 and p_left_vat and p_gross - v.vat > 0 and p_gross - v.vat < p_left_base) as part
     -- Neither the part nor the rest is further than a cent off base × rate, where that can be; then the part says its own.
     order by greatest(abs(part.off), abs(part.rest_off), 0.01), abs(part.off), part.off < 0, abs(part.rest_off)
     limit 1), v_own) end;
  base := p_gross - vat;
end $$;

create or replace function private.fault_of_paper(p_paper text, p_id uuid, p_net numeric, p_vat numeric) returns text
  language sql stable security definer set search_path = ''
as $$
  with lines as (
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.invoice_items i
     where p_paper = 'invoice' and i.invoice_id = p_id and i.kind in ('item', 'discount', 'deposit')
    union all
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.credit_note_items i
     where p_paper = 'credit_note' and i.credit_note_id = p_id and i.kind in ('item', 'discount', 'deposit')
  ), sums as (
    select l.vat_rate, l.vat_treatment, sum(l.net) as base from lines l group by 1, 2
  ), taxes as (
    -- A paper from before this rule may have a base below zero; only its credit note may have one too.
    select t.vat_rate, t.vat_treatment, t.base, t.vat, true as is_above from public.invoice_vat t where p_paper = 'invoice' and t.invoice_id = p_id
    union all
    select t.vat_rate, t.vat_treatment, t.base, t.vat, coalesce(i.base >= 0, true) from public.credit_note_vat t
      join public.credit_notes n on n.id = t.credit_note_id
      left join public.invoice_vat i on i.invoice_id = n.invoice_id and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment
     where p_paper = 'credit_note' and t.credit_note_id = p_id
  ), paper as (
    select v.kind, v.contact_id from public.invoices v where p_paper = 'invoice' and v.id = p_id
    union all
    select 'credit_note', n.contact_id from public.credit_notes n where p_paper = 'credit_note' and n.id = p_id
  )
  select private.with_tax(fault.says) from (
    select 1, 'The paper has no line with an amount.' where not exists (select from lines)
    union all
    select 2, format('Line %s has no description. Say what it is.', l.place)
      from (select lines.*, row_number() over (order by position) as place from lines) as l
     where l.kind = 'item' and btrim(l.description) = ''
    union all
    select 3, format('The line "%s" is below zero: a discount takes off, a line does not.', left(l.description, 100)) from lines l
     where l.kind = 'item' and l.net < 0
    union all
    select 4, format('At %s %% {tax} the discounts are larger than the lines. Give each discount the {tax} rate of its lines.', trim_scale(t.vat_rate))
      from taxes t where t.is_above and (t.base < 0 or t.vat < 0)
    union all
    select 4, format('At %s %% {tax} a discount of %s is to be taken now: the lines that are left to invoice could not bear it.', trim_scale(o.vat_rate),
             private.money_words(l.at_least))
      from (select i.order_id, i.vat_rate, i.vat_treatment, -coalesce(sum(i.net) filter (where i.kind = 'discount'), 0) as discount
              from public.invoice_items i join public.invoices v on v.id = i.invoice_id
             where p_paper = 'invoice' and i.invoice_id = p_id and i.order_item_id is not null and v.kind not in ('deposit', 'proforma')
             group by 1, 2, 3) as o
     cross join lateral private.discount_limits(p_id, o.order_id, o.vat_rate, o.vat_treatment) as l
     where o.discount < l.at_least
    union all
    select 5, format('The {tax} table says %s at %s %%, the lines say %s.', private.money_words(coalesce(t.base, 0)),
             trim_scale(coalesce(t.vat_rate, s.vat_rate)), private.money_words(coalesce(s.base, 0)))
      from sums s full join taxes t on t.vat_rate = s.vat_rate and t.vat_treatment = s.vat_treatment
     where t.base is distinct from s.base
    union all
    select 6, format('The {tax} of %s at %s %% is %s, and not %s.', private.money_words(t.base), trim_scale(t.vat_rate),
             private.money_words(private.vat_of(t.base, t.vat_rate)), private.money_words(t.vat))
      from taxes t where abs(t.vat - private.vat_of(t.base, t.vat_rate)) > 0.02 -- The rest after several deposits may be two cents off.
    union all
    select 7, format('Net %s and {tax} %s are not the sums of the {tax} table.', private.money_words(p_net), private.money_words(p_vat))
     where (p_net, p_vat) <> (select coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0) from taxes t)
    union all
    -- Money that came in has its paper: a deposit is issued all the same.
    select 8, 'Under reverse charge, and for goods to another EU country, an invoice names the {tax} numbers of both. Enter the one that is missing: the client''s on the client''s card, yours in Settings, Company.'
      from paper p join public.contacts c on c.id = p.contact_id cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and '' in (coalesce(btrim(c.vat_number), ''), coalesce(btrim(s.vat_number), ''))
       and exists (select from taxes t where t.vat_treatment in ('reverse_charge', 'intra_community'))
    union all
    select 9, 'An invoice that charges {tax} names your {tax} number. Enter it in Settings, Company.'
      from paper p cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and s.tax_kind = 'vat' and coalesce(btrim(s.vat_number), '') = '' and exists (select from taxes t where t.vat <> 0)
    union all
    -- A deposit that a client paid by card has its paper; one that a person records waits for what is missing.
    select 10, format('Your company lacks %s, which every invoice names. Enter it in Settings, Company.', private.company_lacks())
      from paper p where p.kind <> 'proforma' and private.company_lacks() is not null and not (p.kind = 'deposit' and private.is_server())
    union all
    select 11, format('Nobody chose the {tax} of the line "%s". Mark your usual {tax} rate in Settings, Company; if you are not registered for {tax}, add a rate of 0 %%.',
             left(l.description, 100))
      from paper p cross join lines l
     where p.kind not in ('credit_note', 'proforma') and l.kind = 'item' and l.vat_treatment = 'standard' and l.vat_rate = 0
       and not private.vat_is_chosen() and not (p.kind = 'deposit' and private.is_server())
  ) as fault (place, says)
  order by fault.place, fault.says limit 1
$$;

create or replace function private.tax_is_rounded() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return private.vat_of(0.5, 1) > 0;
end $$;

create or replace function private.vat_within(p_amount numeric, p_rate numeric) returns numeric
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  v_amount constant numeric := abs(p_amount);
  v_less constant numeric := trunc(v_amount * p_rate / (100 + p_rate), 2);
  v_less_off constant numeric := v_less - private.vat_of(v_amount - v_less, p_rate);
  v_more_off numeric;
begin
  if v_less_off <> 0 then
    v_more_off := v_less + 0.01 - private.vat_of(v_amount - v_less - 0.01, p_rate);
  end if;
  return coalesce(sign(p_amount) * case when abs(v_more_off) <= abs(v_less_off) then v_less + 0.01 else v_less end, 0);
end $$;

create or replace function private.vat_of_part(p_base numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric) returns numeric
  language sql stable parallel safe set search_path = ''
as $$
  select case when p_base = p_left_base then p_left_vat
    when p_base = 0 then 0
    -- Where tax is rounded a part says its own, unless the rest could not be within a cent of its own then.
    when private.tax_is_rounded() and abs(part.by_rest - part.own) <= 0.01 and part.own <= sign(p_base) * p_left_vat then sign(p_base) * part.own
    else sign(p_base) * greatest(0, part.own - 0.01, least(part.own + 0.01, part.by_rest)) end
    from (select abs(private.vat_of(p_base, p_rate)) as own,
                 sign(p_base) * (p_left_vat - private.vat_of(p_left_base - p_base, p_rate)) as by_rest) as part
$$;

create function private.ledger(p_side text, p_from date, p_to date)
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
        select b.on_date, b.number, b.kind, b.who, b.rate, null, b.base, b.tax, b.code, b.words, b.account, b.place, null
          from private.purchase_lines(p_from, p_to) as b where p_side = 'purchases') as e
      left join public.contacts c on c.id = e.who
     -- In one order only, since it is read in parts.
     order by e.on_date, e.number, e.who, e.place, e.rate, e.treatment, e.kind, e.base, e.tax, e.words, e.account;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.draft_deposits(pg_catalog.uuid) is 'The paid deposits that a draft may deduct: whether it does, by VAT rate what its lines deduct and what is left before it. Amounts are text.';

comment on function private.part_of_gross(numeric,numeric,numeric,numeric) is 'Base and VAT of an amount with VAT that is taken out of what is left at one rate. VAT is vat_of(base, rate) where a base with it
comes to the amount, and what is left stays within a cent of its own; else a cent more. All that is left takes all of its VAT.';

comment on function private.vat_of_part(numeric,numeric,numeric,numeric) is 'VAT of a part of what is left at one rate, so that the parts come to the whole: where tax is rounded vat_of(base, rate), else
the VAT that is left less the VAT of the rest. Never more than a cent off vat_of(base, rate). All of the rest takes all of its VAT. Amounts in the
currency, rate in percent.';

comment on function private.vat_within(numeric,numeric) is 'The tax in an amount that includes it: that of which net + vat_of(net) is the amount. Some amounts have no such net;
then it is a cent more than vat_of(net), in a rare case of rounding a cent less. Zero without a rate.';

comment on function public.draft_deposits(pg_catalog.uuid) is 'The paid deposits that a draft may deduct: whether it does, by VAT rate what its lines deduct and what is left before it. Amounts are text.';

comment on function private.tax_is_rounded() is 'Whether the tax of the company goes to the nearest cent, as private.vat_of does it.';

comment on function private.ledger(text, date, date) is
'The ledger of sales (invoices and credit notes by VAT rate) or of purchases (the lines of bills and costs of the bank, with their cost account) for the
accountant; sales with the place of their sales tax, as their papers name it. Days are included, amounts are text. Drafts, void and pro forma papers and disputed invoices are not in it.';
call private.offer('private.ledger(text, date, date)');

reset check_function_bodies;
