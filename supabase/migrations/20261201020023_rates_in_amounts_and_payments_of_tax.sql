set check_function_bodies = off;

create or replace function private.analytics_of_vat(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, v.project_title), v.contact_id, t.on_date, to_char(t.on_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales', t.base, t.vat
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id
    union all
    select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date, to_char(n.issue_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales',
           -private.worth(t.base, n.rate), -private.worth(t.vat, n.rate)
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'invoice', v.id, concat_ws(' · ', v.invoice_number, 'Cash discount'), v.contact_id, d.given_on, to_char(d.given_on, 'YYYY-MM'),
           format('%s %% %s', trim_scale(t.vat_rate), replace(t.vat_treatment, '_', ' ')), 'sales',
           -private.worth(t.base, v.rate), -private.worth(t.vat, v.rate)
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
     where d.given_on between p_from and p_to
    union all
    select w.kind, w.id, concat_ws(' · ', w.number, w.words), w.contact_id, w.on_date, to_char(w.on_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(w.vat_rate), replace(w.vat_treatment, '_', ' ')), 'sales', w.base, w.vat
      from private.papers_of_waiting_taxes('sales', p_from, p_to) as w where w.code = p_currency and (w.base, w.vat) <> (0, 0)
    union all
    select w.kind, w.id, concat_ws(' · ', w.number, w.words), w.contact_id, w.on_date, to_char(w.on_date, 'YYYY-MM'),
           coalesce(trim_scale(w.vat_rate) || ' %', 'on no line'), 'purchases', w.base, w.vat
      from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w
     where w.code = p_currency and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'supplier_invoice', s.id, s.supplier_number, s.supplier_id, s.booked_on, to_char(s.booked_on, 'YYYY-MM'),
           coalesce(trim_scale(l.rate) || ' %' || coalesce(' ' || replace(nullif(l.treatment, 'standard'), '_', ' '), ''), 'on no line'), side.mark, l.net, side.vat
      from public.supplier_invoices s
     cross join lateral (
       select x.rate, x.treatment, sum(x.net) as net, sum(x.vat) as vat, sum(x.own) as own
         from (select i.vat_rate as rate, i.vat_treatment as treatment, i.net, i.deducted as vat, i.own_vat as own
                 from public.supplier_invoice_items i where i.supplier_invoice_id = s.id
               union all select null, null, s.net, s.vat, 0
               union all select null, null, -i.net, -i.vat, 0 from public.supplier_invoice_items i where i.supplier_invoice_id = s.id) as x
        group by 1, 2) as l
     cross join lateral (values ('purchases', l.vat), ('due', l.own)) as side (mark, vat)
     where (l.net <> 0 or side.vat <> 0) and (side.mark = 'purchases' or private.is_own_tax(l.treatment))
       and s.booked_on between p_from and p_to and s.status <> 'disputed' and s.currency = p_currency and s.opening_on is null
       and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select 'supplier_invoice', d.bill_id, concat_ws(' · ', d.number, 'Cash discount'), d.supplier_id, d.on_date, to_char(d.on_date, 'YYYY-MM'),
           coalesce(trim_scale(d.vat_rate) || ' %' || coalesce(' ' || replace(nullif(d.vat_treatment, 'standard'), '_', ' '), ''), 'on no line'), side.mark, -d.base, -side.vat
      from private.supplier_discounts(p_from, p_to) as d cross join lateral (values ('purchases', d.deducted), ('due', d.own_vat)) as side (mark, vat)
     where (side.mark = 'purchases' or private.is_own_tax(d.vat_treatment)) and d.code = p_currency and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select b.method || '_entry', coalesce(b.reverses_id, b.id), concat_ws(' · ', b.number, b.party_name, b.words), null::uuid, b.booked_on,
           to_char(b.booked_on, 'YYYY-MM'), format('%s %%', trim_scale(b.vat_rate)), 'purchases', b.amount - b.vat, b.vat
      from public.bank_bookings b
     where b.booked_on between p_from and p_to and b.vat_rate is not null and b.cost_account_id is not null and (private.is_server() or private.can('supplier-invoices', 'view'))
    union all
    select b.kind, b.id, concat_ws(' · ', b.number, b.words), null::uuid, b.on_date, to_char(b.on_date, 'YYYY-MM'),
           format('%s %% %s', trim_scale(b.rate), private.treatment_of_rate(b.rate)), 'sales', b.base, b.tax
      from private.bank_sales(p_from, p_to) as b where b.code = p_currency;
end $$;

create or replace function private.is_sales(p_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.account_rules r
     where r.part = 'sales' and (r.account_id = p_id or r.account_id in (select m.to_account_id from public.moved_accounts m where m.account_id = p_id)));
end $$;

create or replace function private.rate_problem(p_id uuid, p_vat_rate numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.with_tax(case
    when p_vat_rate is null and private.is_sales(p_id) and (select s.tax_kind in ('vat', 'gst') from public.company_settings s)
      then 'This is a sale. Please say which rate of {tax} is in it, or choose no {tax}: a tax return counts both.'
    when not coalesce(p_vat_rate between 0 and 100 and p_vat_rate = trunc(p_vat_rate, 4), true) then 'Please choose a rate of {tax} from 0 to 100'
    when p_vat_rate <> 0 and not exists (select from public.vat_rates r where r.rate = p_vat_rate and r.treatment = 'standard')
      then format('%s %% is no rate of {tax} of your company. Please choose one of its rates.', trim_scale(p_vat_rate)) end);
end $$;

create or replace function private.treatment_of_rate(p_vat_rate numeric) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_vat_rate = 0 then 'exempt' else 'standard' end;
end $$;

create or replace function private.account_choice(p_id uuid, p_vat_rate numeric, p_method text default 'bank') returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account public.ledger_accounts;
  v_cost public.cost_accounts;
begin
  select * into v_account from public.ledger_accounts where id = p_id;
  select * into v_cost from public.cost_accounts where id = p_id;
  if num_nonnulls(v_account.id, v_cost.id) = 0 then
    perform private.refuse('22023', 'Please choose the account');
  elsif coalesce(v_account.archived, v_cost.archived) then
    perform private.refuse('PT409', format('%s is archived. Please choose another account.', private.account_in_words(v_account.id, v_cost.id)));
  elsif private.is_of_papers(p_id) then
    perform private.refuse('PT409', format('%s is moved by papers and their payments only. Please choose the client or the supplier, or another account.', v_account.label));
  elsif p_method = 'cash' and private.is_money(p_id, 'cash') then
    perform private.refuse('PT409', format('%s is the till itself. Please choose the account of the other side.', v_account.label));
  elsif p_method = 'cash' and private.is_money(p_id, 'bank') then
    perform private.refuse('PT409', format('%s is the account of the bank. Please say that the money was brought to the bank, or taken from it.', v_account.label));
  elsif private.is_money(p_id, 'bank') then
    perform private.refuse('PT409', format('%s is the account of this statement. Please choose the account of the other side.', v_account.label));
  elsif p_vat_rate is not null and v_cost.id is null and v_account.kind <> 'income' then
    perform private.refuse('22023', private.with_tax('{Tax} is only in costs and income: please choose an account of these, or no {tax}'));
  elsif p_vat_rate is not null and v_cost.id is null and (select s.tax_kind = 'sales_tax' from public.company_settings s) then
    perform private.refuse('22023', private.with_tax('{Tax} is owed for invoices alone: please make one, or choose no {tax}'));
  elsif private.rate_problem(p_id, p_vat_rate) is not null then
    perform private.refuse('22023', private.rate_problem(p_id, p_vat_rate));
  end if;
  return jsonb_strip_nulls(jsonb_build_object('account_id', v_account.id, 'cost_account_id', v_cost.id, 'vat_rate', trim_scale(p_vat_rate)::text));
end $$;

create or replace function private.rule_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words constant text := private.words_of_entry(p_entry);
  v_account constant text := private.rule_account(p_entry);
begin
  return coalesce((
    select jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('kind', 'account', 'account_id', r.account_id, 'cost_account_id', r.cost_account_id,
        'name', private.account_in_words(r.account_id, r.cost_account_id), 'vat_rate', trim_scale(r.vat_rate)::text,
        'vat', case when r.vat_rate is not null then private.amount_text(private.vat_within(p_entry.amount, r.vat_rate)) end, 'is_sure', false,
        'reasons', to_jsonb(array[case when r.party_iban is null then 'Entries with this text are booked there.'
          else 'Entries of this account of the bank are booked there.' end]))))
      from public.bank_rules r
     where r.direction = p_entry.direction and (r.party_iban = v_account or r.words = v_words)
       and p_entry.currency = (select s.currency from public.company_settings s)
       and not exists (select from public.ledger_accounts a where a.id = r.account_id and a.archived)
       -- A rule from before sales had to say their rate.
       and private.rate_problem(r.account_id, r.vat_rate) is null
       and not exists (select from public.cost_accounts k where k.id = r.cost_account_id and k.archived)
     order by r.party_iban is null limit 1), '[]');
end $$;

create or replace function private.tax_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_amount constant numeric := case p_entry.direction when 'out' then p_entry.amount else -p_entry.amount end;
  v_owed record;
begin
  if p_entry.status <> 'open' or p_entry.currency <> private.books_currency() then
    return '[]';
  end if;
  -- What a settlement put on the account of the tax office, or all that stands there by settlements; entries of the bank over it met it.
  select private.stands_on(k.account_id, p_entry.booked_on) as account_id, e.entry_number, e.words into v_owed
    from public.book_entries e join public.book_entry_lines k on k.book_entry_id = e.id and k.place = 0
   where e.purpose = 'tax' and e.reverses_id is null and not exists (select from public.book_entries b where b.reverses_id = e.id)
     and k.account_id is not null and e.on_date between p_entry.booked_on - 200 and p_entry.booked_on + 60
     and v_amount in (-k.amount, -(select coalesce(sum(h.amount), 0)
       from private.booked_to(array[private.stands_on(k.account_id, p_entry.booked_on)], '1900-01-01', '2200-01-01') as h))
     and (select coalesce(sum(h.amount) * sign(v_amount), 0)
       from private.booked_to(array[private.stands_on(k.account_id, p_entry.booked_on)], '1900-01-01', '2200-01-01') as h) <= -abs(v_amount)
   order by -k.amount = v_amount desc, e.on_date, e.entry_number limit 1;
  if v_owed.account_id is null then
    return '[]';
  end if;
  return jsonb_build_array(jsonb_build_object('kind', 'account', 'account_id', v_owed.account_id, 'name', private.account_in_words(v_owed.account_id, null),
    'is_sure', false, 'reasons', to_jsonb(array[format('It is what stands there since the settlement %s: %s.', v_owed.entry_number, v_owed.words)])));
end $$;

create or replace function private.fee_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account constant uuid := private.account_by_rules('fees', null, null, null, null, p_entry.booked_on);
begin
  if p_entry.status <> 'open' or p_entry.direction <> 'out' or p_entry.currency <> private.books_currency() or v_account is null
    or private.folded(concat_ws(' ', p_entry.split_words, p_entry.remittance, p_entry.party_name)) !~
      '\m(bank|account|card|service|transaction|transfer|payment|maintenance|monthly|konto|kontofuhrungs?)?\s?(fees?|charges?|commissions?|gebuhr(en)?|entgelte?|kontofuhrung|bankspesen|frais|comissao|comissoes|despesas bancarias|commissioni|comision(es)?)\M|\m(konto|karten|bank|uberweisungs|buchungs|transaktions)gebuhr(en)?\M'
  then
    return '[]';
  end if;
  return jsonb_build_array(jsonb_build_object('kind', 'account', 'account_id', v_account, 'name', private.account_in_words(v_account, null), 'is_sure', false,
    'reasons', to_jsonb(array['The text speaks of a fee of the bank.'])));
end $$;

create or replace function private.with_day_in_books(p_match jsonb, p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
  select case when d.day = p_entry.booked_on or p_match ->> 'kind' = 'recorded' or p_match ->> 'is_booked' = 'false' or p_match ? 'refund_id'
      or p_match ->> 'is_recorded' = 'true' or (p_match ? 'payment_id' and not p_match ? 'kind') then p_match
    else p_match || jsonb_build_object('books_on', d.day, 'reasons', coalesce(p_match -> 'reasons', '[]') || to_jsonb(format('%s is closed: it is booked on %s.',
      private.day_text(p_entry.booked_on), private.day_text(d.day)))) end
    from (select private.day_in_books(p_entry.booked_on) as day) as d
  );
end $$;

create or replace function private.raw_matches(p_entry public.bank_entries)
  returns jsonb language plpgsql stable security definer set search_path = ''
as $$
declare
  v_matches constant jsonb := case p_entry.direction when 'out' then private.bank_money_out(p_entry) else private.bank_matches(p_entry) end
    || coalesce(nullif(private.till_matches(p_entry), '[]'), nullif(private.rule_matches(p_entry), '[]'), nullif(private.tax_matches(p_entry), '[]'),
      private.own_transfer_matches(p_entry));
begin
  return case when v_matches = '[]' then private.fee_matches(p_entry) else v_matches end;
end $$;

create or replace function private.ledger(p_side text, p_from date, p_to date)
returns table (on_date date, number text, kind text, client_name text, vat_number text, country text, vat_rate text, vat_treatment text,
  net text, vat text, gross text, currency text, description text, cost_account text, tax_place text, own_vat text, deducted text)
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
           private.amount_text(e.base), private.amount_text(e.tax), private.amount_text(e.base + e.tax), e.code, e.words, e.account, e.taxed_at,
           private.amount_text(e.own), private.amount_text(e.deducted)
      from (
        select t.on_date as on_date, v.invoice_number as number, v.kind as kind, v.contact_id as who, t.vat_rate as rate,
               t.vat_treatment as treatment, t.base as base, t.vat as tax, (select private.books_currency()) as code, null as words, null as account, null as place,
               v.snapshot -> 'tax_place' ->> 'name' as taxed_at, null::numeric as own, null::numeric as deducted
          from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id where p_side = 'sales'
        union all
        select n.issue_date, n.credit_number, 'credit note', n.contact_id, t.vat_rate, t.vat_treatment, -private.worth(t.base, n.rate), -private.worth(t.vat, n.rate), (select private.books_currency()), null, null, null,
               n.snapshot -> 'tax_place' ->> 'name', null, null
          from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
         where p_side = 'sales' and n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
        union all
        select d.given_on, v.invoice_number, 'cash discount', v.contact_id, t.vat_rate, t.vat_treatment, -private.worth(t.base, v.rate), -private.worth(t.vat, v.rate), (select private.books_currency()), null, null, null,
               v.snapshot -> 'tax_place' ->> 'name', null, null
          from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id join public.invoices v on v.id = d.invoice_id
         where p_side = 'sales' and d.given_on between p_from and p_to
        union all
        select w.on_date, w.number, lower(w.words), w.contact_id, w.vat_rate, w.vat_treatment, w.base, w.vat, w.code, null, null, null, null, null, null
          from private.papers_of_waiting_taxes('sales', p_from, p_to) as w where p_side = 'sales' and (w.base, w.vat) <> (0, 0)
        union all
        select w.on_date, w.number, lower(w.words), w.contact_id, w.vat_rate, w.vat_treatment, w.base, w.vat, w.code, null, null, null, null, 0, w.vat
          from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w where p_side = 'purchases'
        union all
        select b.on_date, b.number, replace(b.kind, '_', ' '), null, b.rate, private.treatment_of_rate(b.rate), b.base, b.tax, b.code, b.words, b.account, b.id::text, null, null, null
          from private.bank_sales(p_from, p_to) as b where p_side = 'sales'
        union all
        select b.on_date, b.number, b.kind, b.who, b.rate, b.treatment, b.base, b.tax, b.code, b.words, b.account, b.place, null, b.own, b.deducted
          from private.purchase_lines(p_from, p_to) as b where p_side = 'purchases') as e
      left join public.contacts c on c.id = e.who
     -- In one order only, since it is read in parts.
     order by e.on_date, e.number, e.who, e.place, e.rate, e.treatment, e.kind, e.base, e.tax, e.words, e.account;
end $$;

create or replace function private.papers_of_return(p_from date, p_to date)
returns table (side text, kind text, id uuid, label text, contact_id uuid, day date, rate numeric, treatment text, base numeric, due numeric, input numeric, number text, is_union boolean)
language sql stable security definer set search_path = '' as $$
  with own as materialized (
    select private.union_state(s.vat_number) as state, s.currency from public.company_settings s
  ), papers as (
    select 'sales' as side, 'invoice' as kind, v.id, v.invoice_number as label, v.contact_id, t.on_date as day, t.vat_rate as rate, t.vat_treatment as treatment,
           t.base, t.vat as due, 0::numeric as input, coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number) as number,
           (select private.books_currency()) as currency
      from private.taxes_of_invoices(p_from, p_to) as t join public.invoices v on v.id = t.invoice_id join public.contacts c on c.id = v.contact_id
    union all
    select 'sales', 'credit_note', n.id, n.credit_number, n.contact_id, n.issue_date, t.vat_rate, t.vat_treatment, -private.worth(t.base, n.rate), -private.worth(t.vat, n.rate), 0,
           coalesce(n.snapshot -> 'client' ->> 'vat_number', c.vat_number), (select private.books_currency())
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id join public.contacts c on c.id = n.contact_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'sales', 'invoice', v.id, v.invoice_number || ' · Cash discount', v.contact_id, d.given_on, t.vat_rate, t.vat_treatment, -private.worth(t.base, v.rate), -private.worth(t.vat, v.rate), 0,
           coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number), (select private.books_currency())
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id
      join public.invoices v on v.id = d.invoice_id join public.contacts c on c.id = v.contact_id where d.given_on between p_from and p_to
    union all
    select 'sales', w.kind, w.id, w.number || ' · ' || w.words, w.contact_id, w.on_date, w.vat_rate, w.vat_treatment, w.base, w.vat, 0, w.party_number, w.code
      from private.papers_of_waiting_taxes('sales', p_from, p_to) as w
    union all
    select 'sales', b.kind, b.id, b.number, null, b.on_date, b.rate, private.treatment_of_rate(b.rate), b.base, b.tax, 0, null, b.code from private.bank_sales(p_from, p_to) as b
    union all
    select 'purchases', l.record_kind, l.record_id, l.number || case l.kind when 'cash discount' then ' · Cash discount' else '' end, l.who, l.on_date, l.rate, l.treatment, l.base, l.own, l.deducted, c.vat_number, l.code
      from private.purchase_lines(p_from, p_to) as l left join public.contacts c on c.id = l.who
     where private.is_server() or private.can('supplier-invoices', 'view')
    union all
    select 'purchases', w.kind, w.id, w.number || ' · ' || w.words, w.contact_id, w.on_date, w.vat_rate, w.vat_treatment, w.base, 0, w.vat, w.party_number, w.code
      from private.papers_of_waiting_taxes('purchases', p_from, p_to) as w where private.is_server() or private.can('supplier-invoices', 'view')
  )
  select p.side, p.kind, p.id, p.label, p.contact_id, p.day, p.rate, p.treatment, p.base, p.due, p.input, p.number, coalesce(private.union_state(p.number) <> o.state, false)
    from papers p cross join own o where p.currency = o.currency
$$;

revoke execute on all routines in schema private from public;

comment on function private.account_choice(pg_catalog.uuid,numeric,pg_catalog.text) is 'The account and the rate of VAT that a person chose: {account_id or cost_account_id, vat_rate}. Refuses, in words, an account that is archived, that
papers move, or that is the bank itself, for the cash book (p_method cash) also the till, VAT elsewhere than in costs and income, a rate that the company does not have, and a sale without a rate.';

comment on function private.fee_matches(public.bank_entries) is 'The account of bank fees for an entry whose text speaks of a fee, a charge or a commission. It is asked where nothing else is proposed; never sure.';

comment on function private.is_sales(pg_catalog.uuid) is 'Rules lead sales to this account, or to the one on which the journal has what is booked to it.';

comment on function private.rate_problem(pg_catalog.uuid,numeric) is 'What is wrong with the rate of VAT of a booking to an account, in words; null where nothing is. A sale says its rate, and 0 where none is in it; every other rate is one of the company.';

comment on function private.tax_matches(public.bank_entries) is 'The suggestion for an entry of the bank that pays what settlements of tax returns put on the account of the tax office, or that the tax office pays back: one of them, or all that stands
there. Never more than stands there, never a sure one; empty for another entry.';

comment on function private.treatment_of_rate(numeric) is 'How a return counts income without an invoice: at its rate, and as exempt where somebody said that no VAT is in it.';

reset check_function_bodies;
