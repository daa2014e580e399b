-- Helpers for texts, money, days and times that every noun uses.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.uuid_or_null(p_text text) returns uuid
  language sql immutable set search_path = ''
as $$
  select case when p_text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_text::uuid end
$$;
comment on function private.uuid_or_null is 'A uuid, or null where the text is none: a policy must refuse, not fail.';
grant execute on function private.uuid_or_null to anon, authenticated;

create function private.folded(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(
    translate(lower(normalize(coalesce(p_text, ''), nfd)), 'ħøłđıþ' || chr(8217), 'holdit'''),
    '[' || chr(768) || '-' || chr(879) || ']', '', 'g')
$$;
comment on function private.folded is 'Lower case, without accents: two texts that people would call the same.';
grant execute on function private.folded to authenticated, service_role;

create function private.patterns(p_text text) returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
           order by char_length(word) desc), '{}')
    from regexp_split_to_table(private.folded(btrim(left(p_text, 200))), '\s+') as word
   where word <> ''
$$;
comment on function private.patterns is 'A pattern for each word of a text, the longest first: every one must be found.';
grant execute on function private.patterns to authenticated;

create function private.money_floor(p_value numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select trunc(p_value, 2)
$$;
comment on function private.money_floor is
  'Money is rounded down, toward zero, to two decimals (spec 2 §1). Agrees with moneyFloor in TypeScript.';
grant execute on function private.money_floor to authenticated, service_role;

-- The trail names what people changed. It leaves out columns that the database derives.
create function private.changes(p_before jsonb, p_after jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_array(p_before -> key, p_after -> key)), '{}')
    from jsonb_object_keys(coalesce(p_before, '{}') || coalesce(p_after, '{}')) as key
   where key not in ('updated_at', 'row_version', 'search_text', 'sort_name', 'changed_by')
     and nullif(p_before -> key, 'null') is distinct from nullif(p_after -> key, 'null')
$$;
comment on function private.changes is 'Column to [before, after] of the columns that differ.';

create function private.plain_iban(p_iban text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select upper(regexp_replace(p_iban, '\s', '', 'g'))
$$;
comment on function private.plain_iban is 'An account as it is kept and compared: upper case without blanks. Agrees with plainIban in src/shared/domain/money/iban.ts.';

create function private.is_iban(p_iban text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select p_iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'
    and char_length(p_iban) = coalesce(('{"AT":20,"BE":16,"BG":22,"CH":21,"CY":28,"CZ":24,"DE":22,"DK":18,"EE":20,"ES":24,"FI":18,"FR":27,
      "GB":22,"GR":27,"HR":21,"HU":28,"IE":22,"IT":27,"LT":20,"LU":20,"LV":21,"MT":31,"NL":18,"NO":15,"PL":28,"PT":25,"RO":24,"SE":24,
      "SI":19,"SK":24}'::jsonb ->> left(p_iban, 2))::integer, char_length(p_iban))
    and coalesce((
    select mod(string_agg(case when sign ~ '[0-9]' then sign else (ascii(sign) - 55)::text end, '' order by place)::numeric, 97) = 1
      from regexp_split_to_table(substr(p_iban, 5) || left(p_iban, 4), '') with ordinality as signs (sign, place)), false)
$$;
comment on function private.is_iban is
  'Upper case without blanks, as long as its country has it, and its check digits are right (ISO 13616, mod 97). Agrees with
ibanProblem in src/shared/domain/money/iban.ts.';
grant execute on function private.is_iban to authenticated, service_role;

create function private.is_routing_number(p_number text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select p_number ~ '^[0-9]{9}$' and (
    select mod(sum((array[3, 7, 1])[1 + (place - 1)::integer % 3] * sign::integer), 10) = 0
      from regexp_split_to_table(left(regexp_replace(p_number, '[^0-9]', '0', 'g'), 9), '') with ordinality as digits (sign, place) where sign <> '')
$$;
comment on function private.is_routing_number is
  'Nine digits of a bank of the United States whose check digit is right (weights 3, 7, 1). Agrees with routingNumberProblem in
src/shared/domain/money/bank-account.ts.';
grant execute on function private.is_routing_number to authenticated, service_role;

-- The secret of the public link is drawn here: nobody chooses it.
create function private.draw_public_uuid() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.public_uuid := gen_random_uuid();
  return new;
end $$;

create function private.metres_between(
  p_lat double precision, p_lng double precision, p_other_lat double precision, p_other_lng double precision)
returns double precision
  language sql immutable strict parallel safe set search_path = ''
as $$
  select 2 * 6371008.8 * asin(least(1, sqrt(
    power(sin(radians(p_other_lat - p_lat) / 2), 2)
      + cos(radians(p_lat)) * cos(radians(p_other_lat)) * power(sin(radians(p_other_lng - p_lng) / 2), 2))))
$$;
comment on function private.metres_between is 'Great-circle distance in metres; null where a point is missing. Agrees with metresBetween in TypeScript.';
grant execute on function private.metres_between to authenticated, service_role;

create function private.instant(p_text text) returns timestamptz
  language sql stable set search_path = ''
as $$
  select case when p_text ~
    '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]\d\d(:?\d\d)?)$'
    then p_text::timestamptz end
$$;
comment on function private.instant is 'A moment in ISO 8601 with its zone, or null where the text is none.';
grant execute on function private.instant to authenticated, service_role;

create function private.iso(p_at timestamptz) returns text
  language sql stable set search_path = ''
as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
grant execute on function private.iso to authenticated, service_role;

create function private.hms(p_seconds bigint) returns text
  language sql immutable set search_path = ''
as $$
  select lpad((p_seconds / 3600)::text, greatest(2, length((p_seconds / 3600)::text)), '0')
      || ':' || lpad((p_seconds / 60 % 60)::text, 2, '0') || ':' || lpad((p_seconds % 60)::text, 2, '0')
$$;
comment on function private.hms is 'Whole seconds as HH:MM:SS; hours grow beyond two digits (spec 2 §9).';
grant execute on function private.hms to authenticated, service_role;

create function private.seconds_of(p_duration text) returns bigint
  language sql immutable set search_path = ''
as $$
  select case when p_duration ~ '^\d{2,7}:[0-5]\d:[0-5]\d$' then
    split_part(p_duration, ':', 1)::bigint * 3600 + split_part(p_duration, ':', 2)::int * 60
      + split_part(p_duration, ':', 3)::int end
$$;
grant execute on function private.seconds_of to authenticated, service_role;

create function private.seconds_between(p_start timestamptz, p_end timestamptz) returns bigint
  language sql immutable set search_path = ''
as $$
  select greatest(0, floor(extract(epoch from p_end - p_start)))::bigint
$$;
grant execute on function private.seconds_between to authenticated, service_role;

create function public.server_now() returns timestamptz
  language sql volatile security invoker set search_path = ''
as $$
  select clock_timestamp()
$$;
comment on function public.server_now is 'The clock that sessions are written by; browsers tick from it.';
revoke execute on function public.server_now from public, anon;

create function private.client_address() returns inet
language plpgsql stable set search_path = '' as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
begin
  -- Hosted Supabase is reached through Cloudflare, which writes the first header itself. The embedded server takes every
  -- such header of a visitor away and writes the second.
  return nullif(btrim(coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1))), '')::inet;
exception when invalid_text_representation then
  return null;
end $$;
comment on function private.client_address is
  'Where the request of this statement came from; null outside of a request and for a header that holds no address.';
grant execute on function private.client_address to authenticated, service_role;

create function private.amount_text(p_amount numeric) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select p_amount::numeric(14, 2)::text
$$;
comment on function private.amount_text is 'An amount as text with two decimals: JSON numbers would pass through binary floating point.';

create function private.next_key(p_key text) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  v_head constant text := left(p_key, 1);
  v_whole text;
  v_at integer;
begin
  if p_key is null or v_head collate "C" < 'a' then
    return 'a0';
  end if;
  -- Heads are a to z: a key has at most 27 places.
  v_whole := rpad(left(p_key, least(ascii(v_head), 122) - 97 + 2), least(ascii(v_head), 122) - 97 + 2, '0');
  for v_at in reverse char_length(v_whole) .. 2 loop
    if substr(v_whole, v_at, 1) <> 'z' then
      return left(v_whole, v_at - 1) || substr(v_digits, strpos(v_digits, substr(v_whole, v_at, 1)) + 1, 1)
        || repeat('0', char_length(v_whole) - v_at);
    end if;
  end loop;
  return chr(ascii(v_head) + 1) || repeat('0', char_length(v_whole));
end $$;
comment on function private.next_key is 'A key of fractional indexing after this one: a0 → a1, az → b00.';

create function private.marked_up(p_cost numeric, p_markup_pct numeric, p_sell_per_buy numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select round(p_cost * (100 + p_markup_pct) / (100 * p_sell_per_buy), 4)
$$;
comment on function private.marked_up is 'The price of one sell unit, to four decimals, half away from zero. `marked-up.ts` computes the same.';

create function private.is_email(p_text text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select char_length(p_text) between 6 and 254
     and p_text ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$'
$$;
comment on function private.is_email is 'Whether a text is one e-mail address, without a name. Agrees with isEmail in src/shared/domain/text/email.ts.';

create function private.are_emails(p_texts text[]) returns boolean
  language sql immutable security definer set search_path = ''
as $$
  select coalesce(bool_and(private.is_email(text)), true) from unnest(p_texts) as text
$$;
comment on function private.are_emails is 'Whether each of these texts is one e-mail address.';
grant execute on function private.are_emails to service_role;

create function private.units_word(p_unit text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return case p_unit when 'm2' then 'm²' when 'm' then 'm' when 'kg' then 'kg' when 'ml' then 'ml' when 'box' then 'boxes' else p_unit || 's' end;
end $$;
comment on function private.units_word is 'The name of a unit beside any number but one: sheets, boxes, m².';

create function private.qty_text(p_qty numeric, p_unit text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_text constant text := trim_scale(p_qty)::text || ' ' || case when p_qty = 1 and p_unit <> 'm2' then p_unit else private.units_word(p_unit) end;
  v_size constant numeric := case p_unit when 'm2' then 0.09290304 when 'm' then 0.3048 end;
begin
  if v_size is null or not exists (select from public.company_settings s where s.length_unit = 'in') then
    return v_text;
  end if;
  return format('%s %s (%s)', private.figure_words(round(p_qty / v_size, 2)), case p_unit when 'm2' then 'sq ft' else 'ft' end, v_text);
end $$;
comment on function private.qty_text is '2 sheets, 1 roll, 12.5 m²; 24 sq ft (2.2297 m²) in a company in inches and feet.';

create function private.is_counted(p_unit text) returns boolean
  language sql immutable set search_path = ''
as $$
  select coalesce(nullif(lower(btrim(p_unit)), ''), 'piece') in ('piece', 'pieces', 'pc', 'pcs', 'sheet', 'roll', 'box', 'set', 'pair')
$$;
comment on function private.is_counted is
'Whether a unit is counted, so that there is no half of it: pieces (also where none is said), sheets, rolls, boxes, sets, pairs. Agrees with
isWholeUnit in src/shared/domain/money.';

create function private.must_be_pieces(p_qty numeric, p_unit text, p_name text, p_of numeric default 0) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_qty <> trunc(p_qty) and p_of is not distinct from trunc(p_of) and private.is_counted(p_unit) then
    perform private.refuse('22023', format('%s is counted in whole %s',
      coalesce(nullif(left(btrim(split_part(p_name, E'\n', 1)), 100), ''), 'A line'),
      private.units_word(case when lower(btrim(p_unit)) in ('sheet', 'roll', 'box', 'set', 'pair') then lower(btrim(p_unit)) else 'piece' end)));
  end if;
end $$;
comment on function private.must_be_pieces is
'Refuses in words a part of a piece. p_of: the whole that the quantity is a part of; of one that is not whole itself, as it was written
before pieces had to be whole, a part need not be.';

create function private.share_out(p_item_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left numeric;
  v_kept numeric;
  v_short numeric;
  v_need record;
begin
  select on_hand into v_left from public.inventory_items where id = p_item_id for no key update;
  update public.job_materials m set qty_reserved = held.qty
    from (select o.id, least(o.qty_reserved, case when private.job_is_open(j.status) and o.settled_at is null
                   then greatest(o.qty_planned - o.qty_used, 0) else 0 end) as qty
            from public.job_materials o join public.jobs j on j.id = o.job_id where o.item_id = p_item_id) as held
   where m.id = held.id and m.qty_reserved <> held.qty;
  select coalesce(sum(qty_reserved), 0) into v_kept from public.job_materials where item_id = p_item_id;
  if v_kept > v_left then
    for v_need in
      select m.id, m.qty_reserved as qty from public.job_materials m join public.jobs j on j.id = m.job_id
       where m.item_id = p_item_id and m.qty_reserved > 0 order by j.due_date desc nulls first, m.created_at desc, m.id
    loop
      exit when v_kept <= v_left;
      update public.job_materials set qty_reserved = qty_reserved - least(v_need.qty, v_kept - v_left) where id = v_need.id;
      v_kept := v_kept - least(v_need.qty, v_kept - v_left);
    end loop;
  elsif v_kept < v_left then
    for v_need in
      select m.id, m.qty_planned - m.qty_used - m.qty_reserved as qty from public.job_materials m join public.jobs j on j.id = m.job_id
       where m.item_id = p_item_id and private.job_is_open(j.status) and m.settled_at is null
         and m.qty_planned - m.qty_used - m.qty_reserved > 0
       order by j.due_date nulls last, m.created_at, m.id
    loop
      exit when v_kept >= v_left;
      update public.job_materials set qty_reserved = qty_reserved + least(v_need.qty, v_left - v_kept) where id = v_need.id;
      v_kept := v_kept + least(v_need.qty, v_left - v_kept);
    end loop;
  end if;
  select coalesce(sum(m.qty_planned - m.qty_used - m.qty_reserved), 0) into v_short
    from public.job_materials m join public.jobs j on j.id = m.job_id
   where m.item_id = p_item_id and private.job_is_open(j.status) and m.settled_at is null and m.qty_planned > m.qty_used + m.qty_reserved;
  update public.inventory_items set reserved = v_kept, short = v_short where id = p_item_id and (reserved, short) is distinct from (v_kept, v_short);
end $$;
comment on function private.share_out is
  'Shares what is there among the jobs that need it: what a job holds it keeps, the rest goes to the jobs that are due first.
Where less is there than was kept, the jobs that are due last give up theirs. What is missing for jobs is what the item is short of. The item stays locked until the transaction ends.';

create function private.in_company_words(p_at timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select to_char(p_at at time zone private.company_zone(), case s.date_style when 'month_first' then 'Dy, Mon FMDD, YYYY, ' else 'Dy FMDD Mon YYYY, ' end
      || case s.hour_style when '12h' then 'FMHH12:MI am' else 'HH24:MI' end)
    from (select (select c.date_style from public.company_settings c) as date_style, (select c.hour_style from public.company_settings c) as hour_style) as s);
end $$;
comment on function private.in_company_words is 'A moment as the company writes days and times: Fri 20 Nov 2026, 09:30, or Fri, Nov 20, 2026, 9:30 am.';

create function private.in_days(p_at timestamptz, p_from date, p_to date) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_at >= p_from::timestamp at time zone private.company_zone() and p_at < (p_to + 1)::timestamp at time zone private.company_zone();
end $$;
comment on function private.in_days is 'Whether a moment lies within days of the company, both included.';

create function private.span_of_days(p_from date, p_until date) returns tstzrange
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return tstzrange(p_from::timestamp at time zone private.company_zone(), (p_until + 1)::timestamp at time zone private.company_zone(), '[)');
end $$;
comment on function private.span_of_days is 'From the first midnight to the last of these days, where the company is.';

create function private.day_text(p_day date, p_weekday boolean default false) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_weekday then to_char(p_day, 'Dy ') else '' end || to_char(p_day, case (select s.date_style from public.company_settings s)
    when 'day_first' then 'DD/MM/YYYY' when 'day_dots' then 'DD.MM.YYYY' when 'month_first' then 'MM/DD/YYYY' when 'year_first' then 'YYYY-MM-DD'
    else 'FMDD Mon YYYY' end);
end $$;
comment on function private.day_text is 'A day as the company writes days, as calendarDayText in src/shared/domain/text/formats.ts does: 20 Nov 2026, or 20.11.2026. With its day of
the week: Fri 20 Nov 2026.';

create function private.clock_text(p_at timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_char(p_at at time zone private.company_zone(), case (select s.hour_style from public.company_settings s) when '12h' then 'FMHH12:MI am' else 'HH24:MI' end);
end $$;
comment on function private.clock_text is 'The time of a moment as the company writes times: 15:10, or 3:10 pm.';

create function private.moment_text(p_at timestamptz, p_weekday boolean default false) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.day_text(private.day_of(p_at), p_weekday) || ', ' || private.clock_text(p_at);
end $$;
comment on function private.moment_text is 'A moment as the company writes days and times: 20 Nov 2026, 15:10.';

create function private.days_in_words(p_from date, p_until date) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_from = p_until then private.day_text(p_from, true)
    else private.day_text(p_from, true) || ' to ' || private.day_text(p_until, true) end;
end $$;
comment on function private.days_in_words is 'Days from and to as the company writes them: Mon 23 Nov 2026 to Fri 27 Nov 2026.';

create function private.is_day(p_text text) returns boolean
  language sql immutable set search_path = ''
as $$
  select case when p_text ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
    then substr(p_text, 9)::integer <= extract(day from (substr(p_text, 1, 7) || '-01')::date + interval '1 month' - interval '1 day')
    when p_text is not null then false end
$$;
comment on function private.is_day is 'Whether a text is a day of this century as ISO 8601 writes it; null for null.';

create function private.is_bic(p_bic text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select p_bic ~ '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$'
$$;
comment on function private.is_bic is 'A bank identifier of ISO 9362: 8 or 11 signs. Agrees with bicProblem in src/shared/domain/money/iban.ts.';
grant execute on function private.is_bic to authenticated, service_role;

create function private.day_of(p_at timestamptz) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (p_at at time zone private.company_zone())::date;
end $$;
comment on function private.day_of is 'The day of a moment where the company is.';

create function private.hash_of_token(p_token text) returns text
  language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(p_token, 'UTF8')), 'hex') $$;

create function private.day_in_words(p_day date) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_char(p_day, case (select s.date_style from public.company_settings s) when 'month_first' then 'FMMonth FMDD, YYYY' else 'FMDD FMMonth YYYY' end);
end $$;
comment on function private.day_in_words is 'A day in a sentence, in the order in which the company writes days: 29 November 2026, or November 29, 2026.';

-- Where the numbers of a picture end, the readers below end too: they read past it, and is_picture answers no.
create function private.number_at(p_bytes bytea, p_at integer, p_length integer) returns bigint
  language sql immutable parallel safe set search_path = ''
as $$
  select case p_length
    when 2 then get_byte(p_bytes, p_at)::bigint << 8 | get_byte(p_bytes, p_at + 1)
    else get_byte(p_bytes, p_at)::bigint << 24 | get_byte(p_bytes, p_at + 1)::bigint << 16
      | get_byte(p_bytes, p_at + 2)::bigint << 8 | get_byte(p_bytes, p_at + 3) end
$$;
comment on function private.number_at is 'The number that two or four of these bytes say, the highest first.';

create function private.png_points(p_bytes bytea) returns bigint
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_at integer := 8;
  v_length bigint;
  v_name bytea;
  v_points bigint;
  v_has_data boolean := false;
begin
  for v_chunk in 1..4000 loop
    v_length := private.number_at(p_bytes, v_at, 4);
    v_name := substr(p_bytes, v_at + 5, 4);
    if v_at + 12 + v_length > octet_length(p_bytes) or (v_name = 'IHDR') <> (v_chunk = 1) then
      return null;
    elsif v_name = 'IHDR' then
      v_points := private.number_at(p_bytes, v_at + 8, 4) * private.number_at(p_bytes, v_at + 12, 4);
    elsif v_name = 'IDAT' then
      v_has_data := v_has_data or v_length > 0;
    elsif v_name = 'IEND' then
      return case when v_has_data and v_at + 12 + v_length = octet_length(p_bytes) then v_points end;
    end if;
    v_at := v_at + 12 + v_length;
  end loop;
  return null;
end $$;
comment on function private.png_points is 'How many points a PNG says it has; null where its chunks do not lead to its end.';

create function private.jpeg_points(p_bytes bytea) returns bigint
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_at integer := 2;
  v_marker integer;
  v_points bigint;
begin
  for v_segment in 1..500 loop
    v_marker := get_byte(p_bytes, v_at + 1);
    if get_byte(p_bytes, v_at) <> 255 or v_marker < 192 or v_marker between 208 and 217 then
      return null;
    elsif v_marker in (192, 193, 194) then
      v_points := private.number_at(p_bytes, v_at + 5, 2) * private.number_at(p_bytes, v_at + 7, 2);
    elsif v_marker = 218 then
      return case when substr(p_bytes, octet_length(p_bytes) - 1) = '\xffd9' then v_points end;
    end if;
    v_at := v_at + 2 + private.number_at(p_bytes, v_at + 2, 2);
  end loop;
  return null;
end $$;
comment on function private.jpeg_points is 'How many points a JPEG says it has; null where its segments do not lead to its points and its end.';

create function private.webp_points(p_bytes bytea) returns bigint
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_kind constant bytea := substr(p_bytes, 13, 4);
begin
  if get_byte(p_bytes, 6) * 65536 + get_byte(p_bytes, 5) * 256 + get_byte(p_bytes, 4) + 8
    <> octet_length(p_bytes)
  then
    return null;
  elsif v_kind = 'VP8X' then
    return (1 + get_byte(p_bytes, 24) + get_byte(p_bytes, 25) * 256) * (1 + get_byte(p_bytes, 27) + get_byte(p_bytes, 28) * 256);
  elsif v_kind = 'VP8L' and get_byte(p_bytes, 20) = 47 then
    return (1 + get_byte(p_bytes, 21) + (get_byte(p_bytes, 22) & 63) * 256)
      * (1 + (get_byte(p_bytes, 22) >> 6) + get_byte(p_bytes, 23) * 4 + (get_byte(p_bytes, 24) & 15) * 1024);
  elsif v_kind = 'VP8 ' and substr(p_bytes, 24, 3) = '\x9d012a' then
    return (get_byte(p_bytes, 26) + (get_byte(p_bytes, 27) & 63) * 256) * (get_byte(p_bytes, 28) + (get_byte(p_bytes, 29) & 63) * 256);
  end if;
  return null;
end $$;
comment on function private.webp_points is 'How many points a WebP says it has; null where its length or its head is another.';

create function private.is_picture(p_address text, p_kinds text[], p_most_letters integer) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_bytes bytea;
  v_points bigint;
begin
  if p_address is null or char_length(p_address) > p_most_letters
    or p_address !~ ('^data:image/(' || array_to_string(p_kinds, '|') || ');base64,[A-Za-z0-9+/]+={0,2}$')
  then
    return false;
  end if;
  v_bytes := decode(split_part(p_address, ',', 2), 'base64');
  v_points := case split_part(split_part(p_address, ';', 1), '/', 2)
    when 'png' then case when substr(v_bytes, 1, 8) = '\x89504e470d0a1a0a' then private.png_points(v_bytes) end
    when 'jpeg' then case when substr(v_bytes, 1, 3) = '\xffd8ff' then private.jpeg_points(v_bytes) end
    when 'webp' then case when substr(v_bytes, 1, 4) = 'RIFF' and substr(v_bytes, 9, 4) = 'WEBP' then private.webp_points(v_bytes) end
  end;
  return coalesce(v_points between 1 and 25000000, false);
exception when array_subscript_error or invalid_parameter_value or numeric_value_out_of_range then
  return false;
end $$;
comment on function private.is_picture is
  'Whether a data address of at most so many letters holds a whole picture of one of these kinds (png, jpeg, webp) and of at most 25
million points: its parts lead to its end. The points are not unpacked.';
grant execute on function private.is_picture, private.number_at, private.png_points, private.jpeg_points, private.webp_points
  to authenticated, service_role;

create function private.is_client_language(p_code text) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return p_code in ('en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'mt');
end $$;
comment on function private.is_client_language is 'Whether what clients read exists in that language. src/shared/domain/texts/languages.ts has the same codes.';
grant execute on function private.is_client_language to authenticated, service_role;
