set check_function_bodies = off;

drop routine private.usual_vat(p_contact uuid, p_own uuid, p_tax jsonb, p_is_work boolean);

drop routine private.vat_proposal(p_contact uuid, p_kind text, p_paper uuid);

drop routine public.vat_proposal(p_contact uuid, p_kind text, p_paper uuid);

alter table public.services add column supply text;

create or replace function private.follow_exemption() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.invoice_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.invoice_items line
   cross join lateral private.rate_of_goods(line.service_id, null) as own
   cross join lateral private.usual_vat(new.contact_id, own, private.tax_facts_for(null, new.contact_id, old.exemption_id, old.is_collected),
     private.supply_of(line.service_id, line.unit)) as before
   cross join lateral private.usual_vat(new.contact_id, own, private.tax_facts_of_paper('invoice', new.id), private.supply_of(line.service_id, line.unit)) as usual
   where i.id = line.id and line.invoice_id = new.id and line.kind in ('item', 'discount') and line.order_item_id is null and line.vat is null
     and (line.vat_rate, line.vat_treatment) = (before.rate, before.treatment)
     and (usual.rate, usual.treatment) is distinct from (before.rate, before.treatment) and usual.rate is not null;
  perform private.total_invoice(new.id);
  return null;
end $$;

create or replace function private.propose_rate() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row constant jsonb := to_jsonb(new);
  v_old constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  v_is_open constant boolean := new.vat_rate is null and coalesce(new.vat_treatment, 'standard') = 'standard';
  v_contact uuid;
  v_tax jsonb;
  v_rate public.vat_rates;
begin
  if new.kind not in ('item', 'discount') or not v_is_open and (v_old is null
    or (v_row ->> 'service_id', v_row ->> 'inventory_item_id', private.supply_of((v_row ->> 'service_id')::uuid, new.unit))
      is not distinct from (v_old ->> 'service_id', v_old ->> 'inventory_item_id', private.supply_of((v_old ->> 'service_id')::uuid, old.unit))
    or (new.vat_rate, new.vat_treatment) is distinct from (old.vat_rate, old.vat_treatment)) then
    return new;
  end if;
  execute format('select contact_id from public.%I where id = $1', tg_argv[0]) into v_contact using (v_row ->> tg_argv[1])::uuid;
  v_tax := private.tax_facts_of_paper(left(tg_argv[0], -1), (v_row ->> tg_argv[1])::uuid);
  if not v_is_open then
    v_rate := private.usual_vat(v_contact, null, v_tax, private.supply_of((v_old ->> 'service_id')::uuid, old.unit));
    if (old.vat_rate, old.vat_treatment) is distinct from (coalesce(v_rate.rate, 0), coalesce(v_rate.treatment, 'standard')) then
      return new;
    end if;
  end if;
  v_rate := private.usual_vat(v_contact, private.rate_of_goods((v_row ->> 'service_id')::uuid, (v_row ->> 'inventory_item_id')::uuid), v_tax,
    private.supply_of((v_row ->> 'service_id')::uuid, new.unit));
  if v_rate.rate is not null then
    new.vat_rate := v_rate.rate;
    new.vat_treatment := v_rate.treatment;
  end if;
  return new;
end $$;

create or replace function private.tax_facts_of_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('tax_place', private.tax_place_of_paper(p_kind, p_id),
    'tax_exemptions', private.exemptions_of_paper(p_kind, p_id), 'is_collected', nullif(private.is_collected(p_kind, p_id), false),
    'goods_stay', nullif(case p_kind
      when 'quotation' then (select private.goods_stay(q.contact_id, q.location_id) from public.quotations q where q.id = p_id)
      when 'invoice' then (select private.goods_stay(v.contact_id, o.location_id) from public.invoices v left join public.orders o on o.id = v.order_id where v.id = p_id)
    end, false)));
end $$;

create or replace function private.follow_client_rate(p_quotation uuid, p_from uuid, p_from_tax jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.quotation_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.quotation_items line join public.quotations q on q.id = line.quotation_id
   cross join lateral private.rate_of_goods(line.service_id, line.inventory_item_id) as own
   cross join lateral private.usual_vat(p_from, own, p_from_tax, private.supply_of(line.service_id, line.unit)) as before
   cross join lateral private.usual_vat(q.contact_id, own, private.tax_facts_of_paper('quotation', p_quotation), private.supply_of(line.service_id, line.unit)) as usual
   where i.id = line.id and line.quotation_id = p_quotation and line.kind in ('item', 'discount') and line.amends_item_id is null
     and (line.vat_rate, line.vat_treatment) = (before.rate, before.treatment)
     and (usual.rate, usual.treatment) is distinct from (before.rate, before.treatment) and usual.rate is not null;
end $$;

create or replace function private.union_number(p_vat_number text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select replace(left(n.number, 2), 'GR', 'EL') from (select upper(regexp_replace(p_vat_number, '[^A-Za-z0-9+*]', '', 'g')) as number) as n
   where n.number ~ ('^(ATU\d{8}|BE[01]\d{9}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|DE[1-9]\d{8}|DK\d{8}|EE10\d{7}|(EL|GR)\d{9}|ES[A-Z0-9]\d{7}[A-Z0-9]|FI\d{8}'
     '|FR[A-HJ-NP-Z0-9]{2}\d{9}|HR\d{11}|HU\d{8}|IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}|IT\d{11}|LT(\d{9}|\d{12})|LU\d{8}|LV\d{11}|MT[1-9]\d{7}|NL\d{9}B\d{2}'
     '|PL\d{10}|PT\d{9}|RO[1-9]\d{1,9}|SE\d{10}01|SI[1-9]\d{7}|SK[1-9]\d{9})$')
$$;

create or replace function private.sale_abroad(p_contact uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v record;
begin
  select private.union_state(c.vat_number) as letters, private.union_number(c.vat_number) as number, private.union_state(s.vat_number) as own_number,
         private.country_code(c.country) as country,
         coalesce(private.country_code(s.country), replace(private.union_state(s.vat_number), 'EL', 'GR')) as own,
         c.type = 'Business' or coalesce(btrim(c.vat_number), '') <> '' as is_business,
         coalesce(c.vat_number ~ '^XI', false) or coalesce(c.postcode ~* '^\s*BT', false) as is_northern_ireland
    into v from public.contacts c, public.company_settings s where c.id = p_contact and s.tax_kind = 'vat';
  if v.number <> v.own_number then
    return 'union';
  elsif v.number is null and v.is_business and private.is_of_the_union(v.own) and not v.is_northern_ireland
    and (v.country <> v.own and private.is_of_the_union(v.country) or v.letters <> v.own_number and coalesce(private.is_of_the_union(v.country), true))
  then
    return 'union_unnumbered';
  elsif v.country is null or v.own is null or v.country = v.own
    or private.is_of_the_union(v.own) and (v.letters is not null or private.is_of_the_union(v.country) or v.country = 'GB' and v.is_northern_ireland)
  then
    return null;
  end if;
  return case when v.is_business then 'beyond' else 'beyond_person' end;
end $$;

create or replace function private.supply_of(p_service uuid, p_unit text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select s.supply from public.services s where s.id = p_service), case when private.is_work(p_unit) then 'service' else 'goods' end);
end $$;

create or replace function private.goods_stay(p_contact uuid, p_location uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.sale_abroad(p_contact) in ('union', 'beyond', 'beyond_person') and exists (
    select from public.contacts c cross join public.company_settings s left join public.locations l on l.id = p_location
     cross join lateral (
       select coalesce(private.country_code(l.country), private.country_code(c.country)) as goal,
              coalesce(private.country_code(s.country), replace(private.union_state(s.vat_number), 'EL', 'GR')) as own) as at
     where c.id = p_contact and (at.goal = at.own
       or private.sale_abroad(p_contact) <> 'union' and private.is_of_the_union(at.goal) and private.is_of_the_union(at.own)));
end $$;

create or replace function private.treatment_abroad(p_sale text, p_supply text, p_stays boolean) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when p_stays and p_supply <> 'service' then null
    when p_sale = 'union' then case p_supply when 'goods' then 'intra_community' else 'reverse_charge' end
    when p_sale = 'beyond' then case p_supply when 'goods' then 'export' else 'outside' end
    when p_sale = 'beyond_person' and p_supply = 'goods' then 'export' end
$$;

create or replace function private.usual_vat(p_contact uuid, p_own uuid default null, p_tax jsonb default null, p_supply text default 'goods')
returns public.vat_rates
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rate public.vat_rates;
  v_free public.vat_rates;
begin
  select r.* into v_rate from public.vat_rates r where r.id = p_own;
  if v_rate.id is null then
    v_rate := private.default_vat();
  end if;
  if v_rate.rate > 0 then
    select r.* into v_free from public.vat_rates r
     where r.treatment = private.treatment_abroad(private.sale_abroad(p_contact), p_supply, coalesce(p_tax, '{}') ?| '{is_collected,goods_stay}')
       and private.company_today() between coalesce(r.valid_from, '-infinity') and coalesce(r.valid_to, 'infinity')
     order by r.sort, r.code limit 1;
    if found then
      return v_free;
    end if;
  end if;
  if p_tax ? 'tax_exemptions' and (v_rate.id is null or v_rate.rate > 0) then
    v_rate.rate := 0;
    v_rate.treatment := 'exempt';
  elsif p_tax ? 'tax_place' and (v_rate.id is null or v_rate.is_default and v_rate.treatment = 'standard') then
    v_rate.rate := (p_tax -> 'tax_place' ->> 'rate')::numeric;
    v_rate.treatment := 'standard';
  end if;
  return v_rate;
end $$;

create or replace function private.vat_proposal(p_contact uuid, p_kind text default null, p_paper uuid default null)
returns table (rate text, treatment text, work_rate text, work_treatment text, site_rate text, site_treatment text, abroad text, goods_stay boolean,
  supplies jsonb, place jsonb, exemption jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts jsonb;
  v_location uuid;
begin
  if not private.is_staff() then
    perform private.refuse('42501', 'Only staff see the rate of a client');
  end if;
  v_facts := case when p_kind is null then private.tax_facts_for(null, p_contact, private.exemption_for(p_contact, null, null))
    else private.tax_facts_of_paper(p_kind, p_paper) end;
  v_location := case p_kind when 'quotation' then (select q.location_id from public.quotations q where q.id = p_paper)
    when 'order' then (select o.location_id from public.orders o where o.id = p_paper) end;
  return query
    select usual.rate::text, usual.treatment, work.rate::text, work.treatment, site.rate::text, site.treatment,
           private.sale_abroad(p_contact), v_facts ?| '{is_collected,goods_stay}',
           (select coalesce(jsonb_object_agg(s.id, s.supply), '{}') from public.services s where s.supply is not null), v_facts -> 'tax_place',
           private.exemption_said(p_contact, v_location, v_facts -> 'tax_exemptions', (v_facts ->> 'is_collected')::boolean)
      from private.usual_vat(p_contact, null, v_facts) as usual, private.usual_vat(p_contact, null, v_facts, 'service') as work,
           private.usual_vat(p_contact, null, v_facts, 'installation') as site
     where usual.rate is not null;
end $$;

alter table public.services add constraint services_supply_is_known CHECK (supply = ANY (ARRAY['goods'::text, 'service'::text, 'installation'::text]));

revoke execute on all routines in schema private from public;

call private.offer('private.vat_proposal(uuid, text, uuid)');

comment on function private.goods_stay(pg_catalog.uuid,pg_catalog.uuid) is 'Whether goods for a client abroad stay here: for a business of another state of the Union they go to a site, or without one to its address, in the country
of the company; for a client beyond the customs border to a place on this side of it. Work at that place is at home too.';

comment on function private.sale_abroad(pg_catalog.uuid) is 'Where a client is for the VAT of the company: union, a business with a VAT number of another state of the European Union; union_unnumbered, a business
there without a number of its pattern, which has the VAT of home; beyond, a business in a country whose goods cross a customs border; beyond_person, a
private person there. Null at home, for a private person in the Union, where a country is unknown, and for Northern Ireland, which is of the Union for
goods alone.';

comment on function private.tax_facts_of_paper(pg_catalog.text,pg_catalog.uuid) is 'What decides the sales tax of a paper and stays in its snapshot: {tax_place, tax_exemptions, is_collected, goods_stay}, each only where there is one. private.usual_vat
reads it. goods_stay: as private.goods_stay.';

comment on function private.supply_of(pg_catalog.uuid,pg_catalog.text) is 'What a line is for the VAT abroad: goods, service or installation, as its service says; else by its unit (private.is_work).';

comment on function private.treatment_abroad(pg_catalog.text,pg_catalog.text,boolean) is 'Why a line has no VAT of home, by where the client is (private.sale_abroad), what the line is (private.supply_of) and whether goods and installations stay
here. Null where it has it.';

comment on function private.union_number(pg_catalog.text) is 'The letters of the state of the European Union whose pattern a VAT number has; null for any other number and for a malformed
one. Agrees with checkVatNumber in src. A wrong check digit is a doubt, and the number counts.';

comment on function private.usual_vat(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'The rate of a new line for this contact: abroad that of private.treatment_abroad, where the company has such a rate today; else p_own, the rate of a
service or material, else the usual one. p_supply: goods, service or installation. Where no VAT is charged anyway, that stays. p_tax: the facts of
private.tax_facts_of_paper. Goods that are collected or stay here have the VAT of home. By an exemption certificate every rate is none, else the rate of the
place of sales tax stands in for the usual one.';

comment on function private.vat_proposal(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'For staff: the rate that a new line of goods for this client begins with, that of a service (work) and that of an installation (site); where the client is
(private.sale_abroad), whether the goods of this paper (p_kind: quotation, order, invoice) stay here, what the services with a mark are ({id: goods,
service or installation}), and the place of sales tax where they go, or those of this client: {name, rate, parts}; null where it is unknown.
exemption: what is said of its exemption certificate, as private.exemption_said.';

comment on function public.vat_proposal(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'For staff: the rate that a new line of goods for this client begins with, that of a service (work) and that of an installation (site); where the client is
(private.sale_abroad), whether the goods of this paper (p_kind: quotation, order, invoice) stay here, what the services with a mark are ({id: goods,
service or installation}), and the place of sales tax where they go, or those of this client: {name, rate, parts}; null where it is unknown.
exemption: what is said of its exemption certificate, as private.exemption_said.';

comment on column public.services.supply is 'What it is for the VAT abroad: goods; service, such as design; installation, work where the sign hangs. Null: by the unit of the line.';

reset check_function_bodies;

create function private.propose_supply() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_words constant text := lower(new.name);
begin
  new.supply := case
    when v_words ~ '\m(install|fitting|mounting|removal|montage|montaż|instala|installaz|posa\M|pose\M|demontage|entfernung)' then 'installation'
    when v_words ~ '(^|\m(graphic|logo|sign|site|grafik) ?-?)(design|artwork|survey|gestaltung|diseño|conception|progettazione|ontwerp|projekt graficzny)' then 'service' end;
  return new;
end $$;
comment on function private.propose_supply is 'A new service whose name says installation, or design, artwork or survey, is such; the shop changes it.';

create trigger propose_supply before insert on public.services
  for each row when (new.supply is null) execute function private.propose_supply();

-- The services of before get their mark by their name, as new ones do.
update public.services s set supply = case
    when lower(s.name) ~ '\m(install|fitting|mounting|removal|montage|montaż|instala|installaz|posa\M|pose\M|demontage|entfernung)' then 'installation'
    when lower(s.name) ~ '(^|\m(graphic|logo|sign|site|grafik) ?-?)(design|artwork|survey|gestaltung|diseño|conception|progettazione|ontwerp|projekt graficzny)' then 'service' end
 where s.supply is null;

-- A company that has a rate for reverse charge in the Union has one for goods there too.
insert into public.vat_rates (code, label, rate, treatment, country, sort)
select left(r.code, 24) || '-intra-community', 'Goods to a business in another EU country', 0, 'intra_community', r.country, r.sort
  from public.vat_rates r, public.company_settings s
 where r.treatment = 'reverse_charge' and r.valid_to is null and s.tax_kind = 'vat' and private.union_state(s.vat_number) is not null
   and not exists (select from public.vat_rates k where k.treatment = 'intra_community')
 order by r.sort, r.code limit 1
on conflict (code) do nothing;
