set check_function_bodies = off;

create or replace function private.spans_promised_in(p_sentence text, p_approved date, p_today date)
  returns table (place integer, behind integer, day date)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select h.place, h.behind, case u.unit when 'working' then private.working_day_after(f.day, h.count) else f.day + h.count * case u.unit when 'week' then 7 else 1 end end
      from (values
        ('working', 'working days?|business days?|arbeitstag[a-z]*|werktag[a-z]*|jours? ouvr[a-zé]+|giorn[oi] lavorativ[oi]|días? (?:hábiles|laborables)|dias? út(?:eis|il)|werkdag[a-z]*|dni robocz[a-z]+|jiem tax-xogħol'),
        ('week', 'weeks?|wochen?|semaines?|settiman[ae]|semanas?|weken|week|tygodni[a-z]*|tydzień|ġimgħat'),
        ('day', 'days?|tage?n?|jours?|giorn[oi]|días?|dias?|dagen|dag|dni|dzień|jiem')) as u (unit, words)
      cross join lateral (select '(?<![\d.,/])(\d{1,3}\s*(?:-|–|to|bis|à|a|al|tot|do|sa)\s*)?(\d{1,3})\s*(?:' || u.words || ')(?![a-z\u00df-\u024f])' as pattern) as p
      cross join lateral generate_series(1, least(regexp_count(p_sentence, p.pattern), 20)) as k (nth)
      cross join lateral (select regexp_instr(p_sentence, p.pattern, 1, k.nth) as place, regexp_instr(p_sentence, p.pattern, 1, k.nth, 1) as behind,
        regexp_substr(p_sentence, p.pattern, 1, k.nth, '', 2)::integer as count) as h
      -- “within 5 days after the approval” counts from it also where a deposit is paid later; “after the approval and deposit” does not.
      cross join lateral (select case when substr(p_sentence, h.behind) ~ 'approv|accept|freigab|genehmig|annahm|approb|accettaz|aprob|acept|aprov|aceit|goedkeur|akkoord|akcept|zatwierdz|aċċett'
        and substr(p_sentence, h.behind) !~ 'deposit|anzahl|acompte|accont|anticip|depósit|señal|sinal|aanbetal|zalicz|zadat|depożit' then p_approved else p_today end as day) as f;
end $$;

create or replace function private.dates_promised_in(p_sentence text, p_approved date) returns table (place integer, behind integer, day date)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with form (pattern, at_day, at_month, at_year) as (values
        ('(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)', 1, 3, 4),
        ('(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)', 3, 2, 1),
        ('(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:de |ta[’''] )?([a-z\u00df-\u024f]{3,})(?:(?: de|,)?\s+(\d{4}))?', 1, 2, 3)),
    hit as (
      select regexp_instr(p_sentence, f.pattern, 1, k.nth) as place, regexp_instr(p_sentence, f.pattern, 1, k.nth, 1) as behind,
             regexp_substr(p_sentence, f.pattern, 1, k.nth, '', f.at_day)::integer as date, regexp_substr(p_sentence, f.pattern, 1, k.nth, '', f.at_month) as month,
             regexp_substr(p_sentence, f.pattern, 1, k.nth, '', f.at_year)::integer as year
        from form f cross join lateral generate_series(1, least(regexp_count(p_sentence, f.pattern), 20)) as k (nth)
    ), found as (
      select h.*, case when h.month ~ '^\d+$' then h.month::integer else private.month_of(h.month) end as number, extract(year from p_approved)::integer as now from hit h
    ), written as (
      select f.*, private.day_or_null(format('%s-%s-%s', coalesce(f.year, f.now), lpad(f.number::text, 2, '0'), lpad(f.date::text, 2, '0'))) as day from found f
    )
    select w.place, w.behind, case when w.year is null and w.day < p_approved then private.day_or_null(format('%s-%s-%s', w.now + 1, lpad(w.number::text, 2, '0'), lpad(w.date::text, 2, '0'))) else w.day end
      from written w where w.day is not null;
end $$;

reset check_function_bodies;
