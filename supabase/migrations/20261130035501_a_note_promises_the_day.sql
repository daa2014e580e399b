set check_function_bodies = off;

drop routine private.day_of_terms(p_order public.orders);

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
    select q.id, q.terms into v_order.quotation_id, v_order.terms from public.quotations q where q.id = p_id;
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

create or replace function private.day_in(p_year integer, p_month integer, p_date integer, p_today date) returns date
  language plpgsql immutable set search_path = ''
as $$
declare
  v_now constant integer := extract(year from p_today);
  v_day constant date := private.day_or_null(format('%s-%s-%s', case when p_year < 100 then 2000 + p_year else coalesce(p_year, v_now) end, lpad(p_month::text, 2, '0'), lpad(p_date::text, 2, '0')));
begin
  if p_year is null and v_day < p_today - 183 then
    return private.day_or_null(format('%s-%s-%s', v_now + 1, lpad(p_month::text, 2, '0'), lpad(p_date::text, 2, '0')));
  end if;
  return v_day;
end $$;

create or replace function private.dates_promised_in(p_sentence text, p_approved date) returns table (place integer, behind integer, day date)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_before constant text := '(?<![\d.,/€$£-]|[€$£] |eur )';
  v_month_first constant boolean := exists (select from public.company_settings s where s.date_style = 'month_first');
begin
  return query
    with form (pattern, at_day, at_month, at_year, is_plain) as (values
        (c_before || '(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?!\d)', 1, 3, 4, true),
        (c_before || '(?=\d\d|\d.\d\d)(\d{1,2})\.(\d{1,2})#(?!\.?\s*(?:€|eur|%))', 1, 2, 9, true),
        (c_before || '(?=\d\d|\d.\d\d)(\d{1,2})/(\d{1,2})(?![\d/])(?!\s*(?:€|eur|%))', 1, 2, 9, true),
        ('(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)', 3, 2, 1, false),
        ('(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:of |de |ta[’''] )?([a-z\u00df-\u024f]{3,})(?:(?: de|,)?\s+(\d{4}))?', 1, 2, 3, false),
        ('(?<![a-z\u00df-\u024f])(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?![\d.:/]\d|\d|[a-z\u00df-\u024f])(?:,?\s+(\d{4})(?!\d))?', 2, 1, 3, false)),
    hit as (
      select f.is_plain, regexp_instr(p_sentence, f.pattern, 1, k.nth) as place, regexp_instr(p_sentence, f.pattern, 1, k.nth, 1) as behind,
             regexp_substr(p_sentence, f.pattern, 1, k.nth) as words, regexp_substr(p_sentence, f.pattern, 1, k.nth, '', f.at_day)::integer as date,
             regexp_substr(p_sentence, f.pattern, 1, k.nth, '', f.at_month) as month, regexp_substr(p_sentence, f.pattern, 1, k.nth, '', f.at_year)::integer as year
        from form f cross join lateral generate_series(1, least(regexp_count(p_sentence, f.pattern), 20)) as k (nth)
    ), found as (
      select h.*, case when h.month ~ '^\d+$' then h.month::integer else private.month_of(h.month) end as number from hit h
    ), written as (
      select f.place, f.behind, f.year, case when f.is_plain and v_month_first and f.words !~ '[.]'
               then coalesce(private.day_in(f.year, f.date, f.number, p_approved), private.day_in(f.year, f.number, f.date, p_approved))
               else coalesce(private.day_in(f.year, f.number, f.date, p_approved), case when f.is_plain then private.day_in(f.year, f.date, f.number, p_approved) end) end as day
        from found f
    )
    select w.place, w.behind, w.day from written w where w.day is not null;
end $$;

create or replace function private.day_promised_in(p_terms text, p_approved date, p_today date) returns date
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c_last constant text := '(?<![a-z\u00df-\u024f])(?:(deliver|ready|instal|fitt|mount|have (?:it|them|everything)|finish|complet|lead time|hand(?:ed)? over|turnaround|liefer|fertig|montage|montier|bereit|livr|prêt|pose|délai|consegn|pront|montagg|entreg|list[oa]|montaje|plazo|prazo|lever|klaar|geplaatst|dostaw|dostarcz|gotow|montaż|termin|realizac|kunsin|lest|nwassl|twassl|immunta|gemonteerd|zamont|haben sie|bei ihnen|erhalten|aurez|recevrez|avrà|avrete|ricever|tendrá|recibir|terá|receber|ontvang|hebt u|heeft u|otrzym|tirċiev|ikollok)|(?:pay|invoice|valid|claim|complain|defect|warrant|guarant|refund|cancel|return|inspect|notice|zahl|rechnung|gültig|mängel|reklam|garant|rückgab|storn|pai|paie|factur|valab|réclam|annul|pag|fattur|valid|reclam|difett|dev|betal|geldig|klacht|płat|faktur|ważn|gwaranc|zwrot|ħlas|fattura|garanz))';
  c_month constant text := 'jan|feb|f[eé]v|fra|mar|mär|maa|apr|avr|abr|kwi|ma[iyjg]|mei|mej|jun|jui|giu|cze|ġun|jul|lug|lip|lul|aug|ao|ago|sie|aww|sep|set|wrz|o[ck]t|ott|out|paź|nov|lis|d[eé][cz]|di[cċ]|gru|gen|ene|sty|lut';
  v_text text := lower(normalize(coalesce(p_terms, ''), NFC));
  c_weekday constant text := 'mon|tues?|weds?|thu|thurs?|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|gio|sab|dom|mié|jue|vie|sáb|seg|ter|qua|qui|sex|ma|wo|vr|za|zo|pon|pn|wt|śr|czw|pt|sob|niedz|nd';
begin
  -- The point of “4. Januar” and of “4 Jan. 2027” ends no sentence.
  v_text := regexp_replace(v_text, '(\d)\.(\s+)(?=' || c_month || ')', '\1\2', 'g');
  v_text := regexp_replace(v_text, '(\d\s+[a-z\u00df-\u024f]{3,})\.(\s+\d{4})', '\1\2', 'g');
  -- Nor does that of “Mon. 4/01”; that of “04.01.” is kept as a sign.
  v_text := regexp_replace(v_text, '(?<![a-z\u00df-\u024f])(' || c_weekday || ')\.(\s+\d)', '\1\2', 'g');
  v_text := regexp_replace(v_text, '(?<![\d.])(\d{1,2}\.\d{1,2})\.(?!\d)', '\1#.', 'g');
  return (
    with hit as (
      select s.text, f.* from regexp_split_to_table(v_text, '\n|[.;!?]\s') as s (text)
        cross join lateral (select * from private.spans_promised_in(s.text, p_approved, p_today)
          union all select * from private.dates_promised_in(s.text, p_approved)) as f)
    select max(h.day) from hit h
     where h.day >= p_today and not exists (select from hit o where o.text = h.text
         and (o.place = h.place and o.behind > h.behind or o.place < h.place and o.behind > h.place))
       and (select m.word[1] is not null from regexp_matches(left(h.text, h.place - 1), c_last, 'g') with ordinality as m (word, nth) order by m.nth desc limit 1));
end $$;

create or replace function private.day_of_texts(p_order public.orders, out day date, out source text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_today constant date := private.company_today();
  v_approved constant date := coalesce(private.day_of(p_order.ordered_at), v_today);
begin
  day := private.day_promised_in((select q.client_note from public.quotations q where q.id = p_order.quotation_id), v_approved, v_today);
  source := 'note';
  if day is null then
    day := private.day_promised_in(p_order.terms, v_approved, v_today);
    source := case when day is not null then 'terms' end;
  end if;
end $$;

create or replace function private.day_to_promise(
  p_order public.orders, p_services uuid[] default '{}', p_minutes jsonb default '{}', p_arrival date default null) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((private.day_of_texts(p_order)).day, private.day_by_work(p_order, p_services, p_minutes, p_arrival));
end $$;

create or replace function private.promise_order(p_order_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_days integer;
  v_lead date;
  v_work date;
  v_texts record;
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
  v_texts := private.day_of_texts(v_order);
  v_day := coalesce(v_texts.day, v_work);
  update public.orders set due_date = v_day, promised_date = v_day where id = p_order_id;
  perform private.log_event('order', p_order_id, case when v_texts.day is not null then 'promised_by_' || v_texts.source when v_day > v_lead then 'promised_later' else 'promised' end,
    jsonb_build_object('day', v_day, 'working_days', v_days, 'lead_day', v_lead));
  if v_work > least(v_day, coalesce(v_texts.day, v_lead)) then
    perform private.tell_people((select private.owners_of(q) from public.quotations q where q.id = v_order.quotation_id),
      format('%s is promised for %s', v_order.order_number, private.day_text(v_day)),
      case when v_texts.source is null then format('Its lead time ends on %s. The hours of its work centres or its material are not there before.', private.day_text(v_lead))
        else format('Its %s so. By lead time, hours and material it is ready on %s.', case v_texts.source when 'note' then 'note to the client says' else 'terms say' end, private.day_text(v_work)) end,
      'order', p_order_id);
  end if;
end $$;

create or replace function private.order_promise(p_order_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_set public.document_events;
begin
  perform private.must('orders', 'view', 'see this order');
  select * into v_order from public.orders where id = p_order_id;
  if v_order.promised_date is null then
    return null;
  end if;
  select * into v_set from public.document_events e
   where e.kind = 'order' and e.record_id = p_order_id
     and (e.type in ('promised', 'promised_later', 'promised_by_terms', 'promised_by_note') or e.type = 'days_moved' and e.meta ? 'promised_to')
   order by e.id desc limit 1;
  return jsonb_build_object(
    'by', case v_set.type when 'promised' then 'lead_time' when 'promised_later' then 'plan' when 'promised_by_terms' then 'terms' when 'promised_by_note' then 'note' when 'days_moved' then 'person' end,
    'name', case when v_set.type = 'days_moved' then v_set.actor_name end,
    'told', private.promise_told(v_order, coalesce(v_set.at, v_order.ordered_at)));
end $$;

revoke execute on all routines in schema private from public;

comment on function private.dates_promised_in(pg_catalog.text,pg_catalog.date) is 'Each “4 January 2027”, “4 January”, “January 4”, “4.1.2027”, “04.01.”, “4/01” and “2027-01-04” of a sentence in small letters, as datesIn in
src/shared/domain/planning/worded-dates.ts; a # stands for the last point of “04.01.”. A day in numbers is in the order in which the company writes days.';

comment on function private.day_promised_in(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The last day of delivery that a text promises, of terms or of the note to the client, read as promisesIn in src/shared/domain/planning/promised-words.ts reads them: a day, or so many working days, days or weeks
after p_today, or after the approval where they say so. Null where they promise none, and where it has passed. supabase/tests/lead-times.test.ts holds both to one reading.';

comment on function private.day_to_promise(public.orders,pg_catalog.uuid[],pg_catalog.jsonb,pg_catalog.date) is 'The day that promise_order gives an order when it is confirmed today: the one that its accepted texts promise, else that of day_by_work.';

comment on function private.order_promise(pg_catalog.uuid) is 'Who set the promised day of an order, and how its client was told: {by, name, told}. by: note, terms, lead_time, plan, person; null where no event says it. name: of the person.
told: that of promise_told. Null without a promised day.';

comment on function private.promise_order(pg_catalog.uuid) is 'Gives an order that has no day one, when its work can begin: after the approval, or after its deposit. The day that its note or terms promise counts. Without one, the longest lead
time of its jobs does, and a later day where the work that is promised already leaves it no hours; the day is due and promised. A person moves it like any other.';

comment on function public.order_promise(pg_catalog.uuid) is 'Who set the promised day of an order, and how its client was told: {by, name, told}. by: note, terms, lead_time, plan, person; null where no event says it. name: of the person.
told: that of promise_told. Null without a promised day.';

comment on function private.day_in(integer,integer,integer,pg_catalog.date) is 'The day of a month, as dayIn in src/shared/domain/planning/worded-dates.ts: without a year it is the next one, unless it passed within half a year. Null for a day that does not exist.';

comment on function private.day_of_texts(public.orders) is 'The day that the accepted texts of an order promise when it is confirmed today, and which one: the note to the client of its quotation, which was written for it, else its
terms. Both null where neither promises one.';

reset check_function_bodies;
