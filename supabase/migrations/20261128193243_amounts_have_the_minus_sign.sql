-- Amounts in sentences have the minus sign, as those of screens and papers.
create or replace function private.money_words(p_amount numeric, p_currency text default null) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select case when p_amount < 0 and s.number_style <> 'apostrophe' then '−' else '' end || case
      when s.number_style in ('comma', 'space') then
        translate(d.digits, ',.', case s.number_style when 'comma' then '.,' else ' ,' end) || ' ' || d.sign
      when s.number_style = 'apostrophe' then d.currency || case when p_amount < 0 then '−' else ' ' end || replace(d.digits, ',', '’')
      when d.sign = d.currency then d.sign || ' ' || d.digits
      else d.sign || d.digits end
    from public.company_settings s, lateral (
      select to_char(trunc(abs(p_amount), 2), 'FM999,999,999,990.00') as digits,
             c.currency, case c.currency when 'EUR' then '€' when 'GBP' then '£' else c.currency end as sign
        from (select coalesce(p_currency, s.currency) as currency) as c) as d);
end $$;

comment on function private.money_words is 'An amount with its currency for a sentence, as the company writes numbers: €4,265.48.
Without a currency it is that of the company.';
