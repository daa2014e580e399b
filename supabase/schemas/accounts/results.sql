-- Results: what the company earned and what it cost, by account and month.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.profit_and_loss(p_from date, p_to date)
returns table (account_id uuid, code text, name text, kind text, month text, amount text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must_see_books();
  perform private.refuse_long_period(p_from, p_to);
  return query
    select l.account_id, l.code, l.account, l.account_kind, to_char(l.on_date, 'YYYY-MM'),
           private.amount_text(sum(case l.account_kind when 'income' then -l.amount else l.amount end))
      from private.journal_lines(p_from, p_to) as l
     where l.account_kind in ('income', 'cost')
     group by 1, 2, 3, 4, 5 having sum(l.amount) <> 0
     order by 4 desc, l.code collate "C", 5;
end $$;
comment on function private.profit_and_loss is
  'Income and costs of the days p_from to p_to by account and month (2026-11): what the account earned or cost, as text; below zero where it was the other way round. The profit is the
income less the costs.';
call private.offer('private.profit_and_loss(date, date)');
