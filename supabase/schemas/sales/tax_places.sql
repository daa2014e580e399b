-- Sales tax by place: the rates that a company charges where its goods go, and what papers keep of them.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.tax_places (
  id              uuid primary key default gen_random_uuid(),
  name            text not null,
  state           text not null,
  city            text,
  postcodes       text,
  state_rate      numeric(7, 4) not null default 0,
  county          text,
  county_rate     numeric(7, 4) not null default 0,
  city_rate       numeric(7, 4) not null default 0,
  valid_from      date,
  valid_to        date,
  created_at      timestamptz not null default now(),
  row_version     integer not null default 1,
  districts       jsonb not null default '[]',
  rate            numeric(7, 4) not null generated always as (state_rate + county_rate + city_rate + private.rate_of_districts(districts)) stored,
  constraint tax_places_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint tax_places_state_length check (char_length(btrim(state)) between 1 and 100 and char_length(state) <= 120),
  constraint tax_places_texts_length check (char_length(city) <= 100 and char_length(county) <= 100),
  constraint tax_places_postcodes_are_zip_codes check (
    char_length(postcodes) <= 2000 and postcodes ~ '^[0-9]{5}(-[0-9]{5})?([ ,;]+[0-9]{5}(-[0-9]{5})?)*$'),
  constraint tax_places_rates_range check (
    least(state_rate, county_rate, city_rate) >= 0
    and state_rate + county_rate + city_rate + private.rate_of_districts(districts) <= 100),
  constraint tax_places_parts_are_named check (
    (county_rate = 0 or coalesce(btrim(county), '') <> '') and (city_rate = 0 or coalesce(btrim(city), '') <> '')),
  constraint tax_places_districts_have_name_and_rate check (private.are_districts(districts)),
  constraint tax_places_end_after_begin check (valid_to >= valid_from)
);
comment on table public.tax_places is
  'The sales tax of a place where goods go, by its parts, as the company entered it. Papers keep their own copy: a changed rate alters none.';
comment on column public.tax_places.postcodes is 'ZIP codes and ranges of them: 78701, 78703-78705. Null: it is found by city and state.';
comment on column public.tax_places.rate is 'The combined rate: the sum of its parts, in percent.';
comment on column public.tax_places.districts is 'Special districts, such as a transit authority, in the order of papers: [{name, rate}], the rate as text in percent.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.tax_places', '', '{id,created_at}');
grant select, insert, update, delete on public.tax_places to authenticated;
create policy "staff read places of sales tax" on public.tax_places for select to authenticated using ((select private.is_staff()));
create policy "admins add places of sales tax" on public.tax_places
  for insert to authenticated with check ((select private.my_role()) = 'admin');
create policy "admins change places of sales tax" on public.tax_places
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');
create policy "admins remove places of sales tax" on public.tax_places
  for delete to authenticated using ((select private.my_role()) = 'admin');

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.are_districts(p_districts jsonb) returns boolean
  language sql immutable strict parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(p_districts) = 'array' and jsonb_array_length(p_districts) <= 20 then not exists (
    select from jsonb_array_elements(p_districts) as d (said)
     where jsonb_typeof(d.said) <> 'object' or coalesce(btrim(d.said ->> 'name'), '') = '' or char_length(d.said ->> 'name') > 100
       or coalesce(d.said ->> 'rate', '') !~ '^[0-9]{1,3}(\.[0-9]{1,4})?$') else false end
$$;
comment on function private.are_districts is 'Whether a list of special districts has up to 20, each with a name and a rate of up to four decimals.';
grant execute on function private.are_districts to authenticated, service_role;

create function private.rate_of_districts(p_districts jsonb) returns numeric
  language sql immutable strict parallel safe set search_path = ''
as $$
  select case when private.are_districts(p_districts) then (
    select least(coalesce(sum((d.said ->> 'rate')::numeric), 0), 900) from jsonb_array_elements(p_districts) as d (said)) else 0 end
$$;
comment on function private.rate_of_districts is 'The rates of special districts together, in percent; of a list that is refused anyway 0, and never so much that it has no room.';
grant execute on function private.rate_of_districts to authenticated, service_role;

create function private.states_of_america() returns table (code text, name text)
  language sql immutable parallel safe set search_path = ''
as $$
  select split_part(one, '=', 2), split_part(one, '=', 1)
    from unnest(string_to_array('alabama=AL,alaska=AK,arizona=AZ,arkansas=AR,california=CA,colorado=CO,'
    || 'connecticut=CT,delaware=DE,district of columbia=DC,florida=FL,georgia=GA,hawaii=HI,idaho=ID,illinois=IL,indiana=IN,iowa=IA,kansas=KS,'
    || 'kentucky=KY,louisiana=LA,maine=ME,maryland=MD,massachusetts=MA,michigan=MI,minnesota=MN,mississippi=MS,missouri=MO,montana=MT,'
    || 'nebraska=NE,nevada=NV,new hampshire=NH,new jersey=NJ,new mexico=NM,new york=NY,north carolina=NC,north dakota=ND,ohio=OH,oklahoma=OK,'
    || 'oregon=OR,pennsylvania=PA,rhode island=RI,south carolina=SC,south dakota=SD,tennessee=TN,texas=TX,utah=UT,vermont=VT,virginia=VA,'
    || 'washington=WA,west virginia=WV,wisconsin=WI,wyoming=WY', ',')) as one
$$;
comment on function private.states_of_america is 'The states of the United States with the District of Columbia: two letters and the name in small letters.';

create function private.state_code(p_state text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce((select s.code from private.states_of_america() as s where s.name = lower(btrim(p_state))), upper(btrim(p_state)));
end $$;
comment on function private.state_code is 'The two letters of a state of the United States by its name: Texas, texas and TX are one. Another text in capitals.';

create function private.state_name(p_code text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce((select replace(initcap(s.name), ' Of ', ' of ') from private.states_of_america() as s where s.code = p_code), p_code);
end $$;
comment on function private.state_name is 'The name of a state of the United States by its two letters: Texas. Another text stays.';

create function private.holds_zip_code(p_postcodes text, p_zip text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select exists (select from regexp_split_to_table(p_postcodes, '[ ,;]+') as one
    where p_zip between split_part(one, '-', 1) and coalesce(nullif(split_part(one, '-', 2), ''), split_part(one, '-', 1)))
$$;
comment on function private.holds_zip_code is 'Whether a list such as "78701, 78703-78705" holds these five digits.';

create function private.ship_to(p_location uuid, p_contact uuid) returns table (postcode text, city text, state text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select substring(a.zip from '\d{5}'), private.folded(split_part(a.town, ',', 1)),
           private.state_code(coalesce(nullif(btrim(a.region), ''), nullif(btrim(split_part(a.town, ',', 2)), '')))
      from (
        select 1 as place, l.postcode as zip, l.city as town, l.state as region, l.country as land from public.locations l where l.id = p_location
        union all
        select 2, c.postcode, c.city, c.state, c.country from public.contacts c where c.id = p_contact
        union all
        select 3, s.postcode, s.city, s.state, null from public.company_settings s) as a
     cross join public.company_settings s
     where coalesce(nullif(btrim(a.zip), ''), nullif(btrim(a.town), '')) is not null
       and (coalesce(btrim(a.land), '') = '' or lower(btrim(a.land)) = lower(btrim(s.country))
         or a.land ~* '^\s*(us|usa|u\.s\.a?\.|united states( of america)?)\s*$')
       -- An address abroad is the place all the same, and has no rate here.
       and a.place = (select min(b.place) from (
         select 1 as place, concat(l.postcode, l.city) as said from public.locations l where l.id = p_location
         union all
         select 2, concat(c.postcode, c.city) from public.contacts c where c.id = p_contact
         union all
         select 3, 'company') as b where btrim(b.said) <> '');
end $$;
comment on function private.ship_to is 'Where goods go: the site, else the address of the client, else that of the company, where they are picked up. Five digits of the ZIP code,
the city folded, the letters of the state. No row for an address in another country, and where the company says nothing of its own.';

create function private.goods_go_to(p_location uuid, p_contact uuid, p_collected boolean) returns table (postcode text, city text, state text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from private.ship_to(case when not p_collected then p_location end, case when not p_collected then p_contact end);
end $$;
comment on function private.goods_go_to is 'Where the goods of a sale change hands: at the company where they are collected, else private.ship_to.';

create function private.tax_place_at(p_postcode text, p_city text, p_state text, p_on date) returns public.tax_places
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_place public.tax_places;
begin
  select p.* into v_place from public.tax_places p
   cross join lateral (select private.state_code(p.state) = p_state as same_state, private.folded(btrim(p.city)) = p_city as same_city,
                              private.holds_zip_code(p.postcodes, p_postcode) as same_zip) as fits
   where p_on between coalesce(p.valid_from, '-infinity') and coalesce(p.valid_to, 'infinity')
     and (fits.same_zip and coalesce(fits.same_state, true)
       or fits.same_city and fits.same_state
       or fits.same_state and coalesce(btrim(p.city), '') = '' and p.postcodes is null)
   order by fits.same_zip is true desc, fits.same_city is true desc, p.valid_from desc nulls last, p.name, p.id
   limit 1;
  return v_place;
end $$;
comment on function private.tax_place_at is 'The place of sales tax of an address on a day: by its ZIP code, else by city and state, else a place that is a whole state.';

create function private.tax_place_facts(p_place public.tax_places) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('name', p_place.name, 'rate', p_place.rate::text, 'parts', coalesce((
    select jsonb_agg(jsonb_build_object('level', part.level, 'name', btrim(part.name), 'rate', part.rate::text) order by part.place)
      from (values (1, 'state', p_place.state, p_place.state_rate), (2, 'county', p_place.county, p_place.county_rate),
                   (3, 'city', p_place.city, p_place.city_rate)
            union all
            select 3 + d.place, 'district', d.said ->> 'name', (d.said ->> 'rate')::numeric(7, 4)
              from jsonb_array_elements(p_place.districts) with ordinality as d (said, place)) as part (place, level, name, rate)
     where part.rate > 0), '[]'));
end $$;
comment on function private.tax_place_facts is 'What papers keep of a place of sales tax: {name, rate, parts: [{level, name, rate}]}, rates as text.';

create function private.tax_place_for(p_location uuid, p_contact uuid, p_collected boolean default false) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select s.tax_kind from public.company_settings s) is distinct from 'sales_tax' then
    return null;
  end if;
  return (select private.tax_place_facts(p) from private.goods_go_to(p_location, p_contact, p_collected) as t
    cross join lateral private.tax_place_at(t.postcode, t.city, t.state, private.company_today()) as p where p.id is not null);
end $$;
comment on function private.tax_place_for is 'The facts of the place of sales tax where goods for this site or client go today, or are collected; null where it is unknown, and for other taxes.';

create function private.tax_place_of_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_places jsonb[];
begin
  if (select s.tax_kind from public.company_settings s) is distinct from 'sales_tax' then
    return null;
  elsif p_kind = 'quotation' then
    return (select private.tax_place_for(q.location_id, q.contact_id, q.is_collected) from public.quotations q where q.id = p_id);
  elsif p_kind = 'order' then
    return (
      select coalesce((select nullif(s.snapshot -> 'tax_place', 'null') from public.quotation_versions s
                        where s.quotation_id = o.quotation_id and s.version = o.quotation_version),
                      private.tax_place_for(o.location_id, o.contact_id, o.is_collected))
        from public.orders o where o.id = p_id);
  elsif p_kind = 'credit_note' then
    return (select v.snapshot -> 'tax_place' from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id);
  end if;
  select array_agg(distinct private.tax_place_of_paper('order', o.id)) into v_places
    from public.orders o
   where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id union select v.order_id from public.invoices v where v.id = p_id);
  if v_places is not null then
    return case when cardinality(v_places) = 1 then v_places[1] end;
  end if;
  return (select private.tax_place_for(null, v.contact_id, v.is_collected) from public.invoices v where v.id = p_id);
end $$;
comment on function private.tax_place_of_paper is 'The facts of the place of sales tax of a paper: quotation, order, invoice, credit_note. An order has that of the quotation as it was sent, an invoice that of
its orders (null where they go to several places), a credit note that of its invoice.';

create function private.parts_of_tax(p_tax numeric, p_parts jsonb) returns table (place bigint, level text, name text, rate numeric, tax numeric)
  language sql immutable parallel safe set search_path = ''
as $$
  select part.place, part.level, part.name, part.rate,
         case when part.whole = 0 then 0 else round(p_tax * part.upto / part.whole, 2) - round(p_tax * (part.upto - part.rate) / part.whole, 2) end
    from (
      select one.place, one.said ->> 'level' as level, one.said ->> 'name' as name, (one.said ->> 'rate')::numeric as rate,
             sum((one.said ->> 'rate')::numeric) over (order by one.place) as upto, sum((one.said ->> 'rate')::numeric) over () as whole
        from jsonb_array_elements(p_parts) with ordinality as one (said, place)) as part
   order by part.place
$$;
comment on function private.parts_of_tax is
  'A sales tax by the parts of its place, in cents: each part is within a cent of its share, and they come to the tax. Agrees with partsOfTax in src/documents.';

create function private.keep_tax_place() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_facts constant jsonb := private.tax_facts_of_paper(tg_argv[0], new.id);
begin
  if v_facts <> '{}' then
    new.snapshot := coalesce(new.snapshot, '{}') || v_facts;
  end if;
  return new;
end $$;
comment on function private.keep_tax_place is
  'Argument: invoice or credit_note. An issued paper keeps the rate and the parts of its place, and its exemption certificates, as they were.';

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger audit after insert or update or delete on public.tax_places
  for each row execute function private.audit('id');
create trigger ask_first before insert on public.tax_places for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role admin');

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.tax_places', 'nudge_page', $$private.nudge_pages('id', 'quotations', 'invoices')$$);
