set check_function_bodies = off;

create or replace function private.work_of_quotation(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_day date;
begin
  perform private.must('quotations', 'view', 'see this quotation');
  select o.* into v_order from public.orders o join public.quotations q on q.amends_order_id = o.id where q.id = p_id;
  if v_order.id is null then
    v_order.terms := (select q.terms from public.quotations q where q.id = p_id);
  end if;
  v_day := coalesce(private.day_of_order(v_order), private.day_to_promise(v_order, array(
    select i.service_id from public.quotation_items i where i.quotation_id = p_id and private.is_quoted_job(i)),
    private.minutes_of_quotation(p_id), private.arrival_for_quotation(p_id)));
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', i.id, 'title', left(i.description, 200), 'waits_for_client', coalesce(s.mockup_required, false), 'lead_day', v_day,
             'lacks', coalesce((
               select jsonb_agg(jsonb_build_object('name', m.name, 'qty', (n.qty - greatest(m.available, 0))::double precision, 'unit', m.stock_unit,
                        'expected_on', private.arrival_of(m.id, n.qty), 'is_ordered', m.on_order > 0) order by m.name)
                 from public.price_calculations c, lateral private.calculated_material(c, i.qty) as n join public.inventory_items m on m.id = n.item_id
                where c.id = i.calculation_id and n.qty > m.available), '[]'),
             'steps', coalesce((
               select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'centre', w.id, 'wait', t.wait_minutes, 'early', t.before_approval,
                        'minutes', private.template_minutes(t, i.qty, i.width_mm, i.height_mm)::double precision, 'follows', t.after_previous)
                        order by t.position)
                 from public.job_step_templates t left join public.work_centres w on w.id = t.work_centre_id and w.archived_at is null
                where t.service_id = i.service_id), '[]')) order by i.position)
      from public.quotation_items i left join public.services s on s.id = i.service_id
     where i.quotation_id = p_id and private.is_quoted_job(i)), '[]');
end $$;

create or replace function private.month_of(p_word text) returns integer
  language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select min(m.month) from (values
        (1, '{january,januar,janvier,gennaio,enero,janeiro,januari,stycznia,jannar}'::text[]),
        (2, '{february,februar,février,febbraio,febrero,fevereiro,februari,lutego,frar}'),
        (3, '{march,märz,mars,marzo,março,maart,marca,marzu}'), (4, '{april,avril,aprile,abril,kwietnia}'),
        (5, '{may,mai,maggio,mayo,maio,mei,maja,mejju}'), (6, '{june,juni,juin,giugno,junio,junho,czerwca,ġunju}'),
        (7, '{july,juli,juillet,luglio,julio,julho,lipca,lulju}'), (8, '{august,août,agosto,augustus,sierpnia,awwissu}'),
        (9, '{september,septembre,settembre,septiembre,setembro,września,settembru}'),
        (10, '{october,oktober,octobre,ottobre,octubre,outubro,października,ottubru}'),
        (11, '{november,novembre,noviembre,novembro,listopada,novembru}'),
        (12, '{december,dezember,décembre,dicembre,diciembre,dezembro,grudnia,diċembru}')) as m (month, names), unnest(m.names) as n (name)
     where length(p_word) > 2 and starts_with(n.name, p_word));
end $$;

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
      cross join lateral generate_series(1, regexp_count(p_sentence, p.pattern)) as k (nth)
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
        from form f cross join lateral generate_series(1, regexp_count(p_sentence, f.pattern)) as k (nth)
    ), found as (
      select h.*, case when h.month ~ '^\d+$' then h.month::integer else private.month_of(h.month) end as number, extract(year from p_approved)::integer as now from hit h
    ), written as (
      select f.*, private.day_or_null(format('%s-%s-%s', coalesce(f.year, f.now), lpad(f.number::text, 2, '0'), lpad(f.date::text, 2, '0'))) as day from found f
    )
    select w.place, w.behind, case when w.year is null and w.day < p_approved then private.day_or_null(format('%s-%s-%s', w.now + 1, lpad(w.number::text, 2, '0'), lpad(w.date::text, 2, '0'))) else w.day end
      from written w where w.day is not null;
end $$;

create or replace function private.day_promised_in(p_terms text, p_approved date, p_today date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_last constant text := '(?<![a-z\u00df-\u024f])(?:(deliver|ready|install|finish|complet|lead time|hand(?:ed)? over|turnaround|liefer|fertig|montage|montier|bereit|livr|prêt|pose|délai|consegn|pront|montagg|entreg|list[oa]|montaje|plazo|prazo|lever|klaar|geplaatst|dostaw|dostarcz|gotow|montaż|termin|realizac|kunsin|lest|nwassl|twassl)|(?:pay|invoice|valid|claim|complain|defect|warrant|guarant|refund|cancel|return|inspect|notice|zahl|rechnung|gültig|mängel|reklam|garant|rückgab|storn|pai|paie|factur|valab|réclam|annul|pag|fattur|valid|reclam|difett|dev|betal|geldig|klacht|płat|faktur|ważn|gwaranc|zwrot|ħlas|fattura|garanz))';
  c_month constant text := 'jan|feb|f[eé]v|fra|mar|mär|maa|apr|avr|abr|kwi|ma[iyjg]|mei|mej|jun|jui|giu|cze|ġun|jul|lug|lip|lul|aug|ao|ago|sie|aww|sep|set|wrz|o[ck]t|ott|out|paź|nov|lis|d[eé][cz]|di[cċ]|gru|gen|ene|sty|lut';
  v_text text := lower(normalize(coalesce(p_terms, ''), NFC));
begin
  -- The point of “4. Januar” and of “4 Jan. 2027” ends no sentence.
  v_text := regexp_replace(v_text, '(\d)\.(\s+)(?=' || c_month || ')', '\1\2', 'g');
  v_text := regexp_replace(v_text, '(\d\s+[a-z\u00df-\u024f]{3,})\.(\s+\d{4})', '\1\2', 'g');
  return (
    with hit as (
      select s.text, f.* from regexp_split_to_table(v_text, '\n|[.;!?]\s') as s (text)
        cross join lateral (select * from private.spans_promised_in(s.text, p_approved, p_today)
          union all select * from private.dates_promised_in(s.text, p_approved)) as f)
    select max(h.day) from hit h
     where h.day >= p_today and not exists (select from hit o where o.text = h.text and o.place = h.place and o.behind > h.behind)
       and (select m.word[1] is not null from regexp_matches(left(h.text, h.place - 1), c_last, 'g') with ordinality as m (word, nth) order by m.nth desc limit 1));
end $$;

create or replace function private.day_by_work(
  p_order public.orders, p_services uuid[] default '{}', p_minutes jsonb default '{}', p_arrival date default null) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lead constant date := private.working_day_after(private.company_today(), private.lead_days_of(private.services_of_order(p_order.id) || p_services));
begin
  return greatest(v_lead, private.day_with_hours(p_minutes, v_lead, p_order.id), p_arrival, private.arrival_for_order(p_order.id));
end $$;

create or replace function private.day_of_terms(p_order public.orders) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.day_promised_in(p_order.terms, coalesce(private.day_of(p_order.ordered_at), private.company_today()), private.company_today());
end $$;

create or replace function private.day_to_promise(
  p_order public.orders, p_services uuid[] default '{}', p_minutes jsonb default '{}', p_arrival date default null) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(private.day_of_terms(p_order), private.day_by_work(p_order, p_services, p_minutes, p_arrival));
end $$;

create or replace function private.promise_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_days integer;
  v_lead date;
  v_work date;
  v_terms date;
  v_day date;
begin
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null or v_order.cancelled_at is not null or v_order.deposit_paid < v_order.deposit_amount
     or v_order.due_date is not null or v_order.promised_date is not null then
    return;
  end if;
  v_days := private.lead_days_of(private.services_of_order(p_order_id));
  v_lead := private.working_day_after(private.company_today(), v_days);
  v_work := private.day_by_work(v_order);
  v_terms := private.day_of_terms(v_order);
  v_day := coalesce(v_terms, v_work);
  update public.orders set due_date = v_day, promised_date = v_day where id = p_order_id;
  perform private.log_event('order', p_order_id, case when v_terms is not null then 'promised_by_terms' when v_day > v_lead then 'promised_later' else 'promised' end,
    jsonb_build_object('day', v_day, 'working_days', v_days, 'lead_day', v_lead));
  if v_work > least(v_day, coalesce(v_terms, v_lead)) then
    perform private.tell_people((select private.owners_of(q) from public.quotations q where q.id = v_order.quotation_id),
      format('%s is promised for %s', v_order.order_number, private.day_text(v_day)),
      case when v_terms is null then format('Its lead time ends on %s. The hours of its work centres or its material are not there before.', private.day_text(v_lead))
        else format('Its terms say so. By lead time, hours and material it is ready on %s.', private.day_text(v_work)) end,
      'order', p_order_id);
  end if;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.day_to_promise(public.orders,pg_catalog.uuid[],pg_catalog.jsonb,pg_catalog.date) is 'The day that promise_order gives an order when it is confirmed today: the one that its accepted terms promise, else that of day_by_work.';

comment on function private.promise_order(pg_catalog.uuid) is 'Gives an order that has no day one, when its work can begin: after the approval, or after its deposit. The day that its terms promise counts. Without one, the longest lead
time of its jobs does, and a later day where the work that is promised already leaves it no hours; the day is due and promised. A person moves it like any other.';

comment on function private.dates_promised_in(pg_catalog.text,pg_catalog.date) is 'Each “4 January 2027”, “4 January”, “4.1.2027” and “2027-01-04” of a sentence in small letters, as daysIn in
src/shared/domain/planning/promised-words.ts. Without a year it is the next one after the approval.';

comment on function private.day_by_work(public.orders,pg_catalog.uuid[],pg_catalog.jsonb,pg_catalog.date) is 'The day that lead time and plan give an order that is confirmed today, with jobs of these services beside its own: that of the lead time, or a later one on which its work
centres have hours for it (p_minutes: {centre: minutes} beside its own) and what it lacks has arrived (p_arrival: the last arrival beside its own).';

comment on function private.day_of_terms(public.orders) is 'The day that the terms of an order promise when it is confirmed today; null where they promise none.';

comment on function private.day_promised_in(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The last day of delivery that terms promise, read as promisesIn in src/shared/domain/planning/promised-words.ts reads them: a day, or so many working days, days or weeks
after p_today, or after the approval where they say so. Null where they promise none, and where it has passed. supabase/tests/lead-times.test.ts holds both to one reading.';

comment on function private.month_of(pg_catalog.text) is 'The number of a month by its name, or by the beginning of it, in small letters and any language of clients; null for another word.';

comment on function private.spans_promised_in(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'Each “10 to 15 working days” of a sentence in small letters, where it begins and ends, and the day so much later, as spansIn in
src/shared/domain/planning/promised-words.ts: after the day p_approved where the words behind it say so, else after p_today.';

reset check_function_bodies;
