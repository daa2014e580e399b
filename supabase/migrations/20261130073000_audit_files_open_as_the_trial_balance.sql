set check_function_bodies = off;

create or replace function private.opening_balances(p_day date)
returns table (part text, contact_id uuid, account_id uuid, code text, account text, account_kind text, first_day date, amount numeric)
  language sql stable security definer set search_path = ''
as $$
  select o.part, o.contact_id, case when not e.is_result then o.account_id end, case when not e.is_result then o.code end,
         case when e.is_result then 'Result of earlier years' else o.account end, case when e.is_result then 'equity' else o.account_kind end, o.first_day, o.amount
    from private.journal_openings(p_day) as o cross join lateral (select o.is_earlier and o.account_kind in ('income', 'cost') as is_result) as e
$$;

create or replace function private.trial_balance(p_from date, p_to date)
returns table (account_id uuid, code text, name text, kind text, opening text, debit text, credit text, closing text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  return query
  with sums as materialized (
    select o.account_id, o.code, o.account, o.account_kind, o.amount as opening, 0::numeric as debit, 0::numeric as credit
      from private.opening_balances(p_from) as o
    union all
    select l.account_id, l.code, l.account, l.account_kind, 0, coalesce(sum(l.amount) filter (where l.amount > 0), 0),
           coalesce(-sum(l.amount) filter (where l.amount < 0), 0)
      from private.journal_lines(p_from, p_to) as l group by 1, 2, 3, 4
  )
  select s.id, s.code, s.name, s.kind, private.amount_text(s.opening), private.amount_text(s.debit), private.amount_text(s.credit),
         private.amount_text(s.opening + s.debit - s.credit)
    from (select l.account_id as id, l.code, l.account as name, l.account_kind as kind, sum(l.opening) as opening, sum(l.debit) as debit, sum(l.credit) as credit
            from sums l group by 1, 2, 3, 4) as s
   where s.opening <> 0 or s.debit <> 0 or s.credit <> 0
   order by s.code collate "C" nulls last;
end $$;

create or replace function private.saft_facts(p_from date, p_to date) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_accounts jsonb;
  v_parties jsonb;
begin
  with moved as materialized (
    -- The result of earlier years has no account of the chart; the file asks for a name of one.
    select o.part, o.contact_id, coalesce(o.code, 'EARLIER') as code, o.account, o.account_kind, o.first_day, o.amount as opening, 0::numeric as amount, false as is_within
      from private.opening_balances(p_from) as o
    union all
    select l.part, case when l.part in ('clients', 'suppliers') then l.contact_id end, l.code, l.account, l.account_kind, min(l.on_date), 0, sum(l.amount), true
      from private.journal_lines(p_from, p_to) as l group by 1, 2, 3, 4, 5
  )
  select (select jsonb_agg(jsonb_build_object('code', a.code, 'name', a.account, 'kind', a.account_kind, 'opening', private.amount_text(a.opening))
            order by a.code collate "C", a.account)
            from (select m.code, m.account, m.account_kind, sum(m.opening) as opening from moved m group by 1, 2, 3) as a),
         (select jsonb_agg(to_jsonb(x))
            from (select m.part as side, m.contact_id, min(m.first_day) as first, min(m.code) as code, sum(m.opening) as opening,
                         bool_or(m.is_within) or sum(m.opening + m.amount) <> 0 as is_shown
                    from moved m where m.contact_id is not null group by 1, 2) as x)
    into v_accounts, v_parties;
  perform private.number_contacts(v_parties);
  return (
    select jsonb_strip_nulls(jsonb_build_object('country', private.country_code(c.country), 'vat_number', c.vat_number, 'registration_number', c.registration_number,
      'phone', c.phone, 'email', c.email, 'address', c.address, 'city', c.city, 'postcode', c.postcode, 'is_cash_basis', private.taxed_by_money(p_to),
      'accounts', coalesce(v_accounts, '[]'), 'parties', coalesce((
        select jsonb_agg(jsonb_build_object('side', x.side, 'number', p.number, 'account', x.code, 'opening', private.amount_text(x.opening),
                 'name', private.client_label(k), 'vat_number', k.vat_number, 'address', k.address_line, 'city', k.city, 'postcode', k.postcode,
                 'country', private.country_code(k.country)) order by p.number)
          from jsonb_to_recordset(v_parties) as x (side text, contact_id uuid, code text, opening numeric, is_shown boolean)
          join public.personal_accounts p on p.contact_id = x.contact_id and p.side = x.side join public.contacts k on k.id = x.contact_id
         where x.is_shown), '[]')))
      from public.company_settings c);
end $$;

revoke execute on all routines in schema private from public;

comment on function private.opening_balances is
  'private.journal_openings as the books are opened: income and cost accounts begin at zero with each financial year, and what they had before is a result without an account.
For functions that asked for the right.';

comment on function private.trial_balance is
  'Each account with what it had before p_from, its debits and credits from p_from to p_to, and what it has then; above zero is a debit. Income and cost
accounts begin at zero with each financial year: what they had before is one row without an account. The openings, and the closings, come to zero. Amounts are text.';

comment on function private.saft_facts is
  'What an audit file says beside the entries of its days: the company, accounts with what each had before the first day, as the trial balance has it (EARLIER: the result of earlier
years), and clients and suppliers who have entries or something open,
under the number that they have at the accountant; whoever had an entry and has none is given one. Amounts are text, above zero is a debit.';

reset check_function_bodies;
