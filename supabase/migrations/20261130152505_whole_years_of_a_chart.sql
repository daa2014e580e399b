set check_function_bodies = off;

create or replace function private.refuse_former_accounts(p_from date, p_to date) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_chart constant text := private.chart_in_use(p_to);
  v_words text;
begin
  select string_agg(distinct l.code || ' ' || l.account, ', ') into v_words
    from (select distinct j.code, j.account from private.journal_lines(p_from, p_to) as j where v_chart is not null) as l
   where exists (
     select from unnest(array['general', 'skr03', 'snc']) as k (chart)
      cross join lateral (select c.code, c.name from private.chart_of(k.chart) as c union all select c.code, c.name from private.cost_chart_of(k.chart) as c) as c
      where k.chart <> v_chart and (c.code, private.with_tax(c.name)) = (l.code, l.account))
     and not exists (
       select from (select c.code, c.name from private.chart_of(v_chart) as c union all select c.code, c.name from private.cost_chart_of(v_chart) as c) as c
        where (c.code, private.with_tax(c.name)) = (l.code, l.account));
  if v_words is not null then
    perform private.refuse('PT409', format('Entries of these days use numbers of another chart of accounts, which DATEV reads as other accounts: %s. '
      || 'Open the closed days again and choose the chart once more, so that their entries move to it, or choose days after the change.', left(v_words, 600)));
  end if;
end $$;

create or replace function private.make_hand_over(p_id uuid, p_format text, p_from date, p_to date, p_whole boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  -- An audit file stands alone: it has everything of its days.
  v_whole constant boolean := coalesce(p_whole, false) or coalesce(p_format = 'saft', false);
  v_kept public.hand_overs;
begin
  perform private.must_see_books();
  perform private.must('payments', 'edit', 'hand over the books');
  perform private.refuse_long_period(p_from, p_to);
  if p_id is null or not coalesce(p_format in ('csv', 'xlsx', 'datev', 'xero', 'quickbooks', 'saft'), false) then
    perform private.refuse('22023', 'Please choose one of the formats');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('hand_overs', 0));
  select * into v_kept from public.hand_overs h where h.id = p_id;
  if found then
    perform private.must_be_same((v_kept.format, v_kept.from_day, v_kept.to_day, v_kept.is_whole) = (p_format, p_from, p_to, v_whole),
      'hand-over');
    return p_id;
  elsif p_format = 'datev' and private.year_begins(p_from) <> private.year_begins(p_to) then
    perform private.refuse('22023', 'A DATEV file is of one financial year. Please choose days of one year.');
  elsif exists (select from private.hand_over_missing(p_format, p_from, p_to)) then
    perform private.refuse('PT409', 'Something is missing that this format asks for. Please look again.');
  end if;
  if p_format = 'datev' then
    perform private.refuse_former_accounts(p_from, p_to);
  end if;
  if not private.freeze_hand_over(p_id, p_format, p_from, p_to, v_whole) then
    perform private.refuse('PT409', 'Nothing is new on these days: everything was handed over');
  end if;
  return p_id;
end $$;

create or replace function private.chart_in_use(p_day date) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select k.chart from public.ledger_accounts a, unnest(array['general', 'skr03', 'snc']) as k (chart)
     where a.id = private.account_by_rules('clients', null, null, null, null, p_day)
       and exists (select from private.chart_of(k.chart) as c where c.part = 'clients' and private.with_tax(c.name) = a.name));
end $$;

create or replace function private.keep_year_whole(p_chart text, p_from date) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_from is not null and p_from <> private.year_begins(p_from) and private.chart_in_use(p_from) is distinct from p_chart then
    perform private.refuse('PT409', format('The books of this year are closed up to %s: those entries would keep the numbers of the chart that you use now, and each balance of '
      || 'the year would stand under two numbers. Change the chart on %s, the first day of a year, or let an admin open the year again: all its entries move then.',
      private.day_text(p_from - 1), private.day_text((private.year_begins(p_from) + interval '1 year')::date)));
  end if;
end $$;

create or replace function private.use_chart(p_chart text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from constant date := private.books_closed_to() + 1;
  v_used constant uuid[] := array(select u from private.used_accounts() as u);
  v_places jsonb;
  v_row record;
begin
  perform private.must('payments', 'edit', 'change the accounts of the books');
  if not exists (select from private.chart_of(p_chart)) then
    perform private.refuse('22023', 'Please choose one of the charts of accounts');
  end if;
  perform private.keep_year_whole(p_chart, v_from);
  perform private.leave_cost_charts(p_chart);
  v_places := (select jsonb_agg(p) from private.place_chart(p_chart, v_used) as p);
  -- Conditions of another chart lead to the accounts of this one as everything else of their part.
  if v_from is null then
    delete from public.account_rules r where r.service_id is null and num_nonnulls(r.vat_rate, r.vat_treatment, r.method, r.from_day) > 0;
  end if;
  for v_row in
    select c.part, c.vat_rate, c.vat_treatment, c.method, a.account_id
      from (select * from private.chart_of(p_chart)
            union all
            select r.part, r.vat_rate, r.vat_treatment, r.method, d.code, d.name, d.kind
              from (select distinct o.part, o.vat_rate, o.vat_treatment, o.method from public.account_rules o where o.service_id is null) as r
              join private.chart_of(p_chart) as d on d.part = r.part and num_nonnulls(d.vat_rate, d.vat_treatment, d.method) = 0
             where not exists (select from private.chart_of(p_chart) as n where (n.part, n.vat_rate, n.vat_treatment, n.method)
               is not distinct from (r.part, r.vat_rate, r.vat_treatment, r.method))) as c
      join jsonb_to_recordset(v_places) as a (code text, account_id uuid) on a.code = c.code
     where c.part is not null
  loop
    insert into public.account_rules (part, account_id, vat_rate, vat_treatment, method, from_day)
    values (v_row.part, v_row.account_id, v_row.vat_rate, v_row.vat_treatment, v_row.method, v_from)
    on conflict (part, service_id, vat_rate, vat_treatment, method, from_day) do update set account_id = excluded.account_id;
  end loop;
  delete from public.ledger_accounts a where a.id <> all (v_used) and private.is_shipped_account(a)
    and not exists (select from private.chart_of(p_chart) as c where c.code = a.code)
    and not exists (select from public.account_rules r where r.account_id = a.id);
  perform private.enter_cost_chart(p_chart);
  return (select string_agg(p.words, ' ' order by p.code) from jsonb_to_recordset(v_places) as p (code text, words text));
end $$;

revoke execute on all routines in schema private from public;

comment on function private.use_chart(pg_catalog.text) is 'The rules lead to the accounts of a chart (private.place_chart). Where days are closed, from the first open day on, which has to be the first of a financial year for another chart. The answer names the accounts
that are used or were changed and keep their name; null where all are of the chart. Accounts of another chart that nobody used or changed go. The cost accounts
of lines of bills follow the chart.';

comment on function public.use_chart(pg_catalog.text) is 'The rules lead to the accounts of a chart (private.place_chart). Where days are closed, from the first open day on, which has to be the first of a financial year for another chart. The answer names the accounts
that are used or were changed and keep their name; null where all are of the chart. Accounts of another chart that nobody used or changed go. The cost accounts
of lines of bills follow the chart.';

comment on function private.chart_in_use(pg_catalog.date) is 'The chart to which the account of what clients owe belongs on a day: general, skr03 or snc; null where the company renamed it.';

comment on function private.keep_year_whole(pg_catalog.text,pg_catalog.date) is 'Refuses, in words, another chart from a day in the middle of a financial year: its balances would stand under two numbers.';

comment on function private.refuse_former_accounts(pg_catalog.date,pg_catalog.date) is 'Refuses, in words, days whose entries stand on accounts of another chart than that of the last day: the number would be another account there.';

reset check_function_bodies;
