set check_function_bodies = off;

drop trigger follow_client_rates on public.quotations;

drop routine private.follow_client_rate(p_quotation uuid, p_from uuid, p_to uuid);

drop routine private.usual_vat(p_contact uuid, p_own uuid);

drop routine private.vat_proposal(p_contact uuid);

drop routine public.vat_proposal(p_contact uuid);

create or replace function private.analytics_parts() returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(array_agg(part order by place), '{}')
    from (values
      (1, 'sales', private.can('orders', 'view') and private.sees_money()),
      (2, 'services', private.can('orders', 'view') and private.sees_money()),
      (3, 'sellers', private.can('orders', 'view') and private.sees_money()),
      (4, 'margin', private.can('orders', 'view') and private.can('quotations', 'view') and private.named('view_financial_data')),
      (5, 'quotes', private.can('quotations', 'view')), (6, 'winners', private.can('quotations', 'view')),
      (7, 'late', private.can('jobs', 'view')),
      (8, 'labour', private.can('jobs', 'view') and (private.named('manage_time_tracking') or private.named('access_staff_activities'))),
      (9, 'to_invoice', private.can('invoices', 'view')), (10, 'receivables', private.can('statements', 'view')),
      (11, 'cash', private.can('invoices', 'view')), (12, 'vat', private.can('invoices', 'view')),
      (13, 'tax_places', private.can('invoices', 'view'))
    ) as known (place, part, mine)
   where (private.is_server() or mine) and (part <> 'tax_places' or (select s.tax_kind = 'sales_tax' from public.company_settings s)));
end $$;

create or replace function private.analytics_of_tax_places(p_from date, p_to date, p_currency text) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    with papers as (
      select 'invoice' as kind, v.id, concat_ws(' · ', v.invoice_number, v.project_title) as label, v.contact_id, v.issue_date as day,
             nullif(v.snapshot -> 'tax_place', 'null') as place, t.vat_rate as rate, t.base, t.vat
        from public.invoices v join public.invoice_vat t on t.invoice_id = v.id
       where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.currency = p_currency
         and v.opening_on is null
      union all
      select 'credit_note', n.id, concat_ws(' · ', n.credit_number, n.reason), n.contact_id, n.issue_date,
             nullif(n.snapshot -> 'tax_place', 'null'), t.vat_rate, -t.base, -t.vat
        from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id
       where n.issue_date between p_from and p_to and n.status not in ('draft', 'void') and n.currency = p_currency
    ), known as (
      select p.*, case when p.rate > 0 then 'taxable' else 'exempt' end as mark,
             p.place is not null and jsonb_array_length(p.place -> 'parts') > 0 and (p.rate = 0 or p.rate = (p.place ->> 'rate')::numeric) as has_parts
        from papers p
    )
    select k.kind, k.id, k.label, k.contact_id, k.day, 'all', 'All sales', k.mark, k.base, k.vat from known k
    union all
    select k.kind, k.id, k.label, k.contact_id, k.day, part.level || ' ' || part.name, part.name, k.mark, k.base, part.tax
      from known k cross join lateral private.parts_of_tax(k.vat, k.place -> 'parts') as part where k.has_parts
    union all
    select k.kind, k.id, k.label, k.contact_id, k.day, case when k.rate > 0 then 'other ' || trim_scale(k.rate) else 'other' end,
           case when k.rate > 0 then format('%s %% of no place', trim_scale(k.rate)) else 'Not taxed, of no place' end, k.mark, k.base, k.vat
      from known k where not k.has_parts;
end $$;

create or replace function private.analytics_rows(p_part text, p_from date, p_to date) returns table(kind text, id uuid, label text, contact_id uuid, day date, bucket text, name text, mark text, amount numeric, other numeric)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_zone constant text := private.company_zone();
  v_from constant timestamptz := p_from::timestamp at time zone v_zone;
  v_until constant timestamptz := (p_to + 1)::timestamp at time zone v_zone;
  v_today constant date := private.company_today();
  v_currency constant text := (select c.currency from public.company_settings c);
begin
  if p_part is null or p_part <> all (private.analytics_parts()) then
    raise insufficient_privilege using message = 'You may not see these figures';
  elsif p_from is null or p_to is null or p_to < p_from or p_to - p_from > 1100 then
    perform private.refuse('22023', 'Please choose a first day that is not after the last, and at most three years');
  end if;

  if p_part in ('sales', 'services', 'sellers', 'margin') then
    return query select * from private.analytics_of_orders(p_part, v_from, v_until, v_zone, v_currency);
  elsif p_part in ('quotes', 'winners') then
    return query select * from private.analytics_of_quotations(p_part, v_from, v_until, v_zone, v_currency);
  elsif p_part in ('late', 'labour') then
    return query select * from private.analytics_of_jobs(p_part, v_from, v_until, v_zone, v_today);
  elsif p_part in ('to_invoice', 'receivables', 'cash') then
    return query select * from private.analytics_of_open_money(p_part, v_zone, v_currency, v_today);
  elsif p_part = 'tax_places' then
    return query select * from private.analytics_of_tax_places(p_from, p_to, v_currency);
  else
    return query select * from private.analytics_of_vat(p_from, p_to, v_currency);
  end if;
end $$;

-- An electronic credit note says when its invoice was supplied: the schema of CII wants the delivery, and an empty one is refused.
create or replace function private.credit_note_document(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(n.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(n.contact_id),
      'tax_place', v.snapshot -> 'tax_place'))
    || jsonb_build_object('kind', 'credit_note', 'language', private.language_of('credit_note', n.id), 'number', n.credit_number, 'status', n.status, 'issue_date', n.issue_date,
      'reason', n.reason, 'note', n.note, 'currency', n.currency, 'invoice_number', v.invoice_number, 'project_title', v.project_title,
      'supply_date', v.supply_date,
      'net', private.amount_text(n.net), 'vat', private.amount_text(n.vat), 'gross', private.amount_text(n.gross),
      'allocated', private.amount_text(n.allocated),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('by_amount', i.by_amount)
                 || case when of_rate.is_one then jsonb_build_object('net', of_rate.net::text, 'unit_price', of_rate.net::text) else '{}' end order by i.position)
          from public.credit_note_items i
          -- An amount is one line of the paper, whatever lines of the invoice it was taken from. Older notes name those lines.
         cross join lateral (
           select sum(s.net) as net, min(s.position) as position, i.by_amount and i.description like 'Credit at %' as is_one from public.credit_note_items s
            where s.credit_note_id = n.id and s.by_amount and s.description = i.description
              and s.vat_rate = i.vat_rate and s.vat_treatment = i.vat_treatment) as of_rate
         where i.credit_note_id = n.id and (not of_rate.is_one or i.position = of_rate.position)), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.credit_note_vat t where t.credit_note_id = n.id), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = p_id
$$;

create or replace function private.invoice_document(p_invoice_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(v.snapshot, jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
        'person', private.contact_facts(v.person_id), 'tax_place', private.tax_place_of_paper('invoice', v.id)))
    -- Money is asked for on the account that the company has today, also when the paper is older.
    || case when v.balance > 0 and v.snapshot ? 'company' then
         jsonb_build_object('company', v.snapshot -> 'company' || private.bank_facts()) else '{}' end
    || jsonb_build_object('kind', 'invoice', 'language', private.language_of('invoice', v.id), 'invoice_kind', v.kind, 'number', v.invoice_number, 'status', v.status, 'state', v.state,
      'issue_date', v.issue_date, 'supply_date', v.supply_date, 'due_date', v.due_date, 'project_title', v.project_title,
      'client_po', v.client_po, 'order_number', (select o.order_number from public.orders o where o.id = v.order_id),
      'currency', v.currency, 'net', private.amount_text(v.net), 'vat', private.amount_text(v.vat), 'gross', private.amount_text(v.gross),
      'paid', private.amount_text(v.paid), 'credited', private.amount_text(v.credited), 'balance', private.amount_text(v.balance),
      'written_off', private.amount_text(v.written_off), 'terms', v.terms, 'note', v.note,
      'lines', coalesce((select jsonb_agg(private.line_facts(to_jsonb(i)) || case i.kind when 'deposit' then jsonb_build_object('vat', i.vat::text) else '{}' end
                 order by i.position)
                 from public.invoice_items i where i.invoice_id = v.id), '[]'),
      'vat_table', coalesce((select jsonb_agg(jsonb_build_object('vat_rate', t.vat_rate::text, 'vat_treatment', t.vat_treatment,
                     'base', private.amount_text(t.base), 'vat', private.amount_text(t.vat)) order by t.vat_rate, t.vat_treatment)
                     from public.invoice_vat t where t.invoice_id = v.id), '[]'))
    from public.invoices v where v.id = p_invoice_id
$$;

create or replace function private.propose_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant jsonb := to_jsonb(new);
  v_old constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  v_is_open constant boolean := new.vat_rate is null and coalesce(new.vat_treatment, 'standard') = 'standard';
  v_contact uuid;
  v_place jsonb;
  v_rate public.vat_rates;
begin
  if new.kind not in ('item', 'discount') or not v_is_open and (v_old is null
    or (v_row ->> 'service_id', v_row ->> 'inventory_item_id') is not distinct from (v_old ->> 'service_id', v_old ->> 'inventory_item_id')
    or (new.vat_rate, new.vat_treatment) is distinct from (old.vat_rate, old.vat_treatment)) then
    return new;
  end if;
  execute format('select contact_id from public.%I where id = $1', tg_argv[0]) into v_contact using (v_row ->> tg_argv[1])::uuid;
  v_place := private.tax_place_of_paper(left(tg_argv[0], -1), (v_row ->> tg_argv[1])::uuid);
  if not v_is_open then
    v_rate := private.usual_vat(v_contact, null, v_place);
    if (old.vat_rate, old.vat_treatment) is distinct from (coalesce(v_rate.rate, 0), coalesce(v_rate.treatment, 'standard')) then
      return new;
    end if;
  end if;
  v_rate := private.usual_vat(v_contact, private.rate_of_goods((v_row ->> 'service_id')::uuid, (v_row ->> 'inventory_item_id')::uuid), v_place);
  if v_rate.rate is not null then
    new.vat_rate := v_rate.rate;
    new.vat_treatment := v_rate.treatment;
  end if;
  return new;
end $$;

create or replace function private.quotation_document(p_quotation_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'kind', 'quotation', 'language', private.language_of('quotation', q.id), 'number', q.number_with_version, 'quotation_number', q.quotation_number, 'version', q.version,
    'created_at', q.created_at, 'sent_at', q.sent_at, 'project_title', q.project_title, 'valid_until', q.valid_until,
    'currency', q.currency, 'net', private.amount_text(q.net), 'vat', private.amount_text(q.vat),
    'gross', private.amount_text(q.net + q.vat),
    'deposit', jsonb_build_object('kind', q.deposit_kind, 'value', q.deposit_value::text, 'amount', private.amount_text(q.deposit_amount)),
    'terms', q.terms, 'client_note', q.client_note,
    'company', private.company_facts(), 'client', private.contact_facts(q.contact_id) || coalesce(nullif(s.snapshot -> 'client', 'null'), '{}'),
    'person', private.contact_facts(q.person_id) || coalesce(nullif(s.snapshot -> 'person', 'null'), '{}'), 'site', private.site_facts(q.location_id),
    'lines', coalesce((
      select jsonb_agg(private.line_facts(to_jsonb(i)) || jsonb_build_object('is_optional', i.is_optional,
               'option_group', i.option_group, 'is_selected', i.is_selected,
               'price_breaks', case when q.show_price_breaks then i.price_breaks end) order by i.position)
        from public.quotation_items i where i.quotation_id = q.id), '[]'),
    'vat_table', coalesce((
      select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
               'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
        from private.quotation_vat(q.id) as v), '[]'),
    'tax_place', case when s.snapshot is null then private.tax_place_of_paper('quotation', q.id) else nullif(s.snapshot -> 'tax_place', 'null') end)
    from public.quotations q left join public.quotation_versions s on s.quotation_id = q.id and s.version = q.version
   where q.id = p_quotation_id
$$;

create or replace function private.order_document(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('orders', 'view', 'see orders');
  return (
    select jsonb_build_object('number', o.order_number, 'language', private.language_of('order', o.id), 'status', o.status, 'currency', o.currency, 'project_title', o.project_title,
      'ordered_at', o.ordered_at, 'due_date', coalesce(o.promised_date, o.due_date), 'client_po', o.client_po,
      'quotation_number', (select q.quotation_number || case when o.quotation_version > 1 then '-R' || o.quotation_version else '' end
                             from public.quotations q where q.id = o.quotation_id),
      'client_note', (select q.client_note from public.quotations q where q.id = o.quotation_id),
      'deposit_required', private.amount_text(o.deposit_amount), 'deposit_paid', private.amount_text(o.deposit_paid),
      'approval', private.approval_of(o.quotation_id),
      'net', private.amount_text(o.net), 'vat', private.amount_text(o.vat), 'gross', private.amount_text(o.gross), 'terms', o.terms,
      'company', private.company_facts(), 'client', private.contact_facts(o.contact_id),
      'person', private.contact_facts(o.person_id), 'site', private.site_facts(o.location_id),
      'lines', coalesce((
        select jsonb_agg(private.line_facts(to_jsonb(i)) || '{"is_optional": false, "option_group": null, "is_selected": true}'
                 order by i.position)
          from public.order_items i where i.order_id = o.id), '[]'),
      'vat_table', coalesce((
        select jsonb_agg(jsonb_build_object('vat_rate', v.vat_rate::text, 'vat_treatment', v.vat_treatment,
                 'base', private.amount_text(v.base), 'vat', private.amount_text(v.vat)))
          from private.order_vat(o.id) as v), '[]'),
      'tax_place', private.tax_place_of_paper('order', o.id))
      from public.orders o where o.id = p_id);
end $$;

create or replace function private.follow_client_rate(p_quotation uuid, p_from uuid, p_from_place jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.quotation_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.quotation_items line join public.quotations q on q.id = line.quotation_id
   cross join lateral private.rate_of_goods(line.service_id, line.inventory_item_id) as own
   cross join lateral private.usual_vat(p_from, own, p_from_place) as before
   cross join lateral private.usual_vat(q.contact_id, own, private.tax_place_of_paper('quotation', p_quotation)) as usual
   where i.id = line.id and line.quotation_id = p_quotation and line.kind in ('item', 'discount') and line.amends_item_id is null
     and (line.vat_rate, line.vat_treatment) = (before.rate, before.treatment)
     and (usual.rate, usual.treatment) is distinct from (before.rate, before.treatment) and usual.rate is not null;
end $$;

create or replace function private.follow_client_rates() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.follow_client_rate(new.id, old.contact_id, private.tax_place_for(old.location_id, old.contact_id));
  return null;
end $$;

create or replace function private.copy_quotation(p_id uuid, p_new_id uuid default null, p_contact_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_old public.quotations;
  v_id uuid;
begin
  perform private.must('quotations', 'create', 'write quotations');
  select * into v_old from public.quotations where id = p_id;
  if v_old.id is null then
    perform private.refuse('PT404', 'This quotation is not there any more');
  end if;
  select id into v_id from public.quotations where id = p_new_id;
  if found then
    return v_id;
  end if;
  v_id := coalesce(p_new_id, gen_random_uuid());
  insert into public.quotations (id, quotation_number, contact_id, project_title, person_id, location_id, currency, deposit_kind,
    deposit_value, terms, client_note, account_manager_id, show_price_breaks, created_by)
  values (v_id, private.draw_number('Q'), coalesce(p_contact_id, v_old.contact_id), v_old.project_title,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.person_id end,
    case when p_contact_id is null or p_contact_id = v_old.contact_id then v_old.location_id end,
    v_old.currency, v_old.deposit_kind, v_old.deposit_value, v_old.terms, v_old.client_note, v_old.account_manager_id,
    v_old.show_price_breaks, auth.uid());
  with copied as (
    select i.*, gen_random_uuid() as new_id from public.quotation_items i where i.quotation_id = p_id
  ), written as (
    insert into public.quotation_items (id, quotation_id, position, kind, description, details, qty, unit, width_mm, height_mm,
      unit_price, discount_pct, vat_rate, vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id,
      inventory_item_id, product_id, calculation_id, price_breaks, charge_rule, own_charged_qty,
      priced_size)
    select new_id, v_id, position, kind, description, details, qty, unit, width_mm, height_mm, unit_price, discount_pct, vat_rate,
           vat_treatment, is_optional, option_group, is_selected, makes_job, picture_path, service_id, inventory_item_id, product_id,
           calculation_id, price_breaks, charge_rule, own_charged_qty, priced_size
      from copied
    returning id
  )
  insert into public.quotation_item_costs (item_id, unit_cost)
  select copied.new_id, c.unit_cost from copied join written on written.id = copied.new_id
    join public.quotation_item_costs c on c.item_id = copied.id;
  perform private.follow_client_rate(v_id, v_old.contact_id, private.tax_place_of_paper('quotation', p_id));
  perform private.log_event('quotation', v_id, 'created', jsonb_build_object('copied_from', v_old.number_with_version));
  return v_id;
end $$;

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
  district        text,
  district_rate   numeric(7, 4) not null default 0,
  district_2      text,
  district_2_rate numeric(7, 4) not null default 0,
  rate            numeric(7, 4) not null generated always as (state_rate + county_rate + city_rate + district_rate + district_2_rate) stored,
  valid_from      date,
  valid_to        date,
  created_at      timestamptz not null default now(),
  row_version     integer not null default 1,
  constraint tax_places_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint tax_places_state_length check (char_length(btrim(state)) between 1 and 100 and char_length(state) <= 120),
  constraint tax_places_texts_length check (char_length(city) <= 100 and char_length(county) <= 100 and char_length(district) <= 100
    and char_length(district_2) <= 100),
  constraint tax_places_postcodes_are_zip_codes check (
    char_length(postcodes) <= 2000 and postcodes ~ '^[0-9]{5}(-[0-9]{5})?([ ,;]+[0-9]{5}(-[0-9]{5})?)*$'),
  constraint tax_places_rates_range check (
    least(state_rate, county_rate, city_rate, district_rate, district_2_rate) >= 0
    and state_rate + county_rate + city_rate + district_rate + district_2_rate <= 100),
  constraint tax_places_parts_are_named check (
    (county_rate = 0 or coalesce(btrim(county), '') <> '') and (city_rate = 0 or coalesce(btrim(city), '') <> '')
    and (district_rate = 0 or coalesce(btrim(district), '') <> '') and (district_2_rate = 0 or coalesce(btrim(district_2), '') <> '')),
  constraint tax_places_end_after_begin check (valid_to >= valid_from)
);

create or replace function private.state_code(p_state text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce((select split_part(one, '=', 2) from unnest(string_to_array('alabama=AL,alaska=AK,arizona=AZ,arkansas=AR,california=CA,colorado=CO,'
    || 'connecticut=CT,delaware=DE,district of columbia=DC,florida=FL,georgia=GA,hawaii=HI,idaho=ID,illinois=IL,indiana=IN,iowa=IA,kansas=KS,'
    || 'kentucky=KY,louisiana=LA,maine=ME,maryland=MD,massachusetts=MA,michigan=MI,minnesota=MN,mississippi=MS,missouri=MO,montana=MT,'
    || 'nebraska=NE,nevada=NV,new hampshire=NH,new jersey=NJ,new mexico=NM,new york=NY,north carolina=NC,north dakota=ND,ohio=OH,oklahoma=OK,'
    || 'oregon=OR,pennsylvania=PA,rhode island=RI,south carolina=SC,south dakota=SD,tennessee=TN,texas=TX,utah=UT,vermont=VT,virginia=VA,'
    || 'washington=WA,west virginia=WV,wisconsin=WI,wyoming=WY', ',')) as one
    where split_part(one, '=', 1) = lower(btrim(p_state))), upper(btrim(p_state)));
end $$;

create or replace function private.holds_zip_code(p_postcodes text, p_zip text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select exists (select from regexp_split_to_table(p_postcodes, '[ ,;]+') as one
    where p_zip between split_part(one, '-', 1) and coalesce(nullif(split_part(one, '-', 2), ''), split_part(one, '-', 1)))
$$;

create or replace function private.ship_to(p_location uuid, p_contact uuid) returns table (postcode text, city text, state text)
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

create or replace function private.tax_place_at(p_postcode text, p_city text, p_state text, p_on date) returns public.tax_places
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

create or replace function private.tax_place_facts(p_place public.tax_places) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('name', p_place.name, 'rate', p_place.rate::text, 'parts', coalesce((
    select jsonb_agg(jsonb_build_object('level', part.level, 'name', btrim(part.name), 'rate', part.rate::text) order by part.place)
      from (values (1, 'state', p_place.state, p_place.state_rate), (2, 'county', p_place.county, p_place.county_rate),
                   (3, 'city', p_place.city, p_place.city_rate), (4, 'district', p_place.district, p_place.district_rate),
                   (5, 'district', p_place.district_2, p_place.district_2_rate)) as part (place, level, name, rate)
     where part.rate > 0), '[]'));
end $$;

create or replace function private.tax_place_for(p_location uuid, p_contact uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select s.tax_kind from public.company_settings s) is distinct from 'sales_tax' then
    return null;
  end if;
  return (select private.tax_place_facts(p) from private.ship_to(p_location, p_contact) as t
    cross join lateral private.tax_place_at(t.postcode, t.city, t.state, private.company_today()) as p where p.id is not null);
end $$;

create or replace function private.tax_place_of_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_places jsonb[];
begin
  if (select s.tax_kind from public.company_settings s) is distinct from 'sales_tax' then
    return null;
  elsif p_kind = 'quotation' then
    return (select private.tax_place_for(q.location_id, q.contact_id) from public.quotations q where q.id = p_id);
  elsif p_kind = 'order' then
    return (
      select coalesce((select nullif(s.snapshot -> 'tax_place', 'null') from public.quotation_versions s
                        where s.quotation_id = o.quotation_id and s.version = o.quotation_version),
                      private.tax_place_for(o.location_id, o.contact_id))
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
  return (select private.tax_place_for(null, v.contact_id) from public.invoices v where v.id = p_id);
end $$;

create or replace function private.parts_of_tax(p_tax numeric, p_parts jsonb) returns table (place bigint, level text, name text, rate numeric, tax numeric)
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

create or replace function private.keep_tax_place() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_place constant jsonb := private.tax_place_of_paper(tg_argv[0], new.id);
begin
  if v_place is not null then
    new.snapshot := coalesce(new.snapshot, '{}') || jsonb_build_object('tax_place', v_place);
  end if;
  return new;
end $$;

create or replace function private.usual_vat(p_contact uuid, p_own uuid default null, p_place jsonb default null) returns public.vat_rates
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rate public.vat_rates;
  v_reverse public.vat_rates;
begin
  select r.* into v_rate from public.vat_rates r where r.id = p_own;
  if v_rate.id is null then
    v_rate := private.default_vat();
  end if;
  if v_rate.rate > 0 and private.is_business_abroad(p_contact) then
    select r.* into v_reverse from public.vat_rates r
     where r.treatment = 'reverse_charge'
       and private.company_today() between coalesce(r.valid_from, '-infinity') and coalesce(r.valid_to, 'infinity')
     order by r.sort, r.code limit 1;
    if found then
      return v_reverse;
    end if;
  end if;
  if p_place is not null and (v_rate.id is null or v_rate.is_default and v_rate.treatment = 'standard') then
    v_rate.rate := (p_place ->> 'rate')::numeric;
    v_rate.treatment := 'standard';
  end if;
  return v_rate;
end $$;

create or replace function private.vat_proposal(p_contact uuid, p_kind text default null, p_paper uuid default null)
returns table (rate text, treatment text, is_abroad boolean, place jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_place jsonb;
begin
  if not private.is_staff() then
    perform private.refuse('42501', 'Only staff see the rate of a client');
  end if;
  v_place := case when p_kind is null then private.tax_place_for(null, p_contact) else private.tax_place_of_paper(p_kind, p_paper) end;
  return query
    select usual.rate::text, usual.treatment, private.is_business_abroad(p_contact), v_place
      from private.usual_vat(p_contact, null, v_place) as usual
     where usual.rate is not null;
end $$;

revoke execute on all routines in schema private from public;

call private.borrow_rules('public.tax_places', '', '{id,created_at}');

call private.after_each_statement('public.tax_places', 'nudge_page', $$private.nudge_pages('id', 'quotations', 'invoices')$$);

call private.offer('private.vat_proposal(uuid, text, uuid)');

create or replace trigger keep_tax_place before update of status on public.credit_notes for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void')) execute function private.keep_tax_place('credit_note');

create or replace trigger keep_tax_place before update of status on public.invoices for each row
  when (old.status = 'draft' and new.status not in ('draft', 'void') and new.opening_on is null) execute function private.keep_tax_place('invoice');

create or replace trigger follow_client_rates after update of contact_id, location_id on public.quotations for each row
  when ((old.contact_id, old.location_id) is distinct from (new.contact_id, new.location_id) and new.status = 'draft') execute function private.follow_client_rates();

create or replace trigger ask_first before insert on public.tax_places for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role admin');

create or replace trigger audit after insert or update or delete on public.tax_places
  for each row execute function private.audit('id');

create policy "admins add places of sales tax" on public.tax_places
  for insert to authenticated with check ((select private.my_role()) = 'admin');

create policy "admins change places of sales tax" on public.tax_places
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');

create policy "admins remove places of sales tax" on public.tax_places
  for delete to authenticated using ((select private.my_role()) = 'admin');

create policy "staff read places of sales tax" on public.tax_places for select to authenticated using ((select private.is_staff()));

comment on function private.analytics_parts() is 'The parts of the figures that the caller may see; tax_places only of a company with sales tax.';

comment on function private.analytics_rows(pg_catalog.text,pg_catalog.date,pg_catalog.date) is 'The records of a part of the figures, with what each brings in. amount and other: sales, services, sellers, quotes, winners:
net; margin: net and cost (private.order_line_costs); late: days late, bucket now and risk for what is late and at risk now; labour: planned and worked minutes; to_invoice: net; receivables, cash: what is open
(gross); vat, tax_places: base and VAT. Cancelled orders, drafts and other currencies than that of the company do not count.';

comment on function private.follow_client_rates() is 'A draft for another client or site has the rates of that client and place.';

comment on function private.propose_rate() is 'Before settle_line: a line takes the rate of its service or material, or that of its client or place, unless somebody chose one. A rate other than
the usual one of the client was chosen. Arguments: the table of the document and the column that points at it.';

grant delete, insert, select, update on table public.tax_places to authenticated;

comment on function private.analytics_of_tax_places(pg_catalog.date,pg_catalog.date,pg_catalog.text) is 'The part tax_places of private.analytics_rows: the sales of each part of a place of sales tax (bucket: its level and
name), taxable or exempt (mark), with its share of the tax; sales of no known place or at another rate; all of them under the bucket all.';

comment on function private.follow_client_rate(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb) is 'Lines of a quotation with the rate of a former client and place get that of its own. A rate that somebody chose stays.';

comment on function private.holds_zip_code(pg_catalog.text,pg_catalog.text) is 'Whether a list such as "78701, 78703-78705" holds these five digits.';

comment on function private.keep_tax_place() is 'Argument: invoice or credit_note. An issued paper keeps the rate and the parts of its place as they were.';

comment on function private.parts_of_tax(numeric,pg_catalog.jsonb) is 'A sales tax by the parts of its place, in cents: each part is within a cent of its share, and they come to the tax. Agrees with partsOfTax in src/documents.';

comment on function private.ship_to(pg_catalog.uuid,pg_catalog.uuid) is 'Where goods go: the site, else the address of the client, else that of the company, where they are picked up. Five digits of the ZIP code,
the city folded, the letters of the state. No row for an address in another country, and where the company says nothing of its own.';

comment on function private.state_code(pg_catalog.text) is 'The two letters of a state of the United States by its name: Texas, texas and TX are one. Another text in capitals.';

comment on function private.tax_place_at(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.date) is 'The place of sales tax of an address on a day: by its ZIP code, else by city and state, else a place that is a whole state.';

comment on function private.tax_place_facts(public.tax_places) is 'What papers keep of a place of sales tax: {name, rate, parts: [{level, name, rate}]}, rates as text.';

comment on function private.tax_place_for(pg_catalog.uuid,pg_catalog.uuid) is 'The facts of the place of sales tax where goods for this site or client go today; null where it is unknown, and for other taxes.';

comment on function private.tax_place_of_paper(pg_catalog.text,pg_catalog.uuid) is 'The facts of the place of sales tax of a paper: quotation, order, invoice, credit_note. An order has that of the quotation as it was sent, an invoice that of
its orders (null where they go to several places), a credit note that of its invoice.';

comment on function private.usual_vat(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb) is 'The rate of a new line for this contact: reverse charge for a business abroad, else p_own, the rate of a service or material, else the
usual one. Where no VAT is charged anyway, that stays. p_place: the facts of a place of sales tax, whose rate stands in for the usual one.';

comment on function private.vat_proposal(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'For staff: the rate that a new line for this client begins with, whether the client is a business of another state of the European Union, and the
place of sales tax where the goods of this paper (p_kind: quotation, order, invoice) or of this client go: {name, rate, parts}; null where it is unknown.';

comment on function public.vat_proposal(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'For staff: the rate that a new line for this client begins with, whether the client is a business of another state of the European Union, and the
place of sales tax where the goods of this paper (p_kind: quotation, order, invoice) or of this client go: {name, rate, parts}; null where it is unknown.';

comment on column public.tax_places.district is 'A special district, such as a transit authority; district_2: another one.';

comment on column public.tax_places.postcodes is 'ZIP codes and ranges of them: 78701, 78703-78705. Null: it is found by city and state.';

comment on column public.tax_places.rate is 'The combined rate: the sum of its parts, in percent.';

comment on table public.tax_places is 'The sales tax of a place where goods go, by its parts, as the company entered it. Papers keep their own copy: a changed rate alters none.';

reset check_function_bodies;
