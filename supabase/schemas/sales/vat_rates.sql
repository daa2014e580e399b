-- VAT rates.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.vat_rates (
  id          uuid primary key default gen_random_uuid(),
  code        text not null unique,
  label       text not null,
  rate        numeric(7, 4) not null,
  country     text,
  treatment   text not null default 'standard',
  is_default  boolean not null default false,
  valid_from  date,
  valid_to    date,
  sort        integer not null default 0,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint vat_rates_code_is_a_word check (code ~ '^[a-z0-9][a-z0-9_.-]{0,39}$'),
  constraint vat_rates_label_length check (char_length(btrim(label)) between 1 and 100 and char_length(label) <= 120),
  constraint vat_rates_rate_range check (rate between 0 and 100),
  constraint vat_rates_country_length check (char_length(country) <= 200),
  constraint vat_rates_treatment_is_known check (treatment in ('standard', 'reverse_charge', 'intra_community', 'exempt', 'export', 'outside', 'zero')),
  constraint vat_rates_only_standard_is_charged check (treatment = 'standard' or rate = 0),
  constraint vat_rates_end_after_begin check (valid_to >= valid_from)
);
create unique index vat_rates_one_default_idx on public.vat_rates (is_default) where is_default;
comment on table public.vat_rates is 'The VAT rates to choose from. Lines copy rate and treatment: a changed rate alters no document.';
comment on column public.vat_rates.treatment is 'standard, or why none is charged: reverse_charge, intra_community (goods for a business in another state of the Union), exempt, export, outside (work
that is not taxable here, because its place is the client''s), zero.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.vat_rates', '', '{id,created_at}');
grant select, insert, update, delete on public.vat_rates to authenticated;
create policy "staff read VAT rates" on public.vat_rates for select to authenticated using ((select private.is_staff()));
create policy "admins add VAT rates" on public.vat_rates
  for insert to authenticated with check ((select private.my_role()) = 'admin');
create policy "admins change VAT rates" on public.vat_rates
  for update to authenticated
  using ((select private.my_role()) = 'admin') with check ((select private.my_role()) = 'admin');
create policy "admins remove VAT rates" on public.vat_rates
  for delete to authenticated using ((select private.my_role()) = 'admin');

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.tax_to_cents(p_net numeric, p_rate numeric, p_nearest boolean) returns numeric
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when p_nearest then round(p_net * p_rate / 100, 2) else trunc(p_net * p_rate / 100, 2) end;
end $$;
comment on function private.tax_to_cents is 'The tax as private.vat_of, for a paper that keeps the rounding of its day.';

create function private.vat_of(p_net numeric, p_rate numeric) returns numeric
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  if (select s.tax_kind in ('sales_tax', 'gst') from public.company_settings s) then
    return round(p_net * p_rate / 100, 2);
  end if;
  return private.to_cents(p_net * p_rate / 100);
end $$;
comment on function private.vat_of is 'Tax on the sum of the nets of one rate, in cents. Sales tax and GST go to the nearest cent, half a cent away from zero;
VAT is rounded as all amounts of the company are.';

create function private.vat_within(p_amount numeric, p_rate numeric) returns numeric
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  v_amount constant numeric := abs(p_amount);
  v_less constant numeric := trunc(v_amount * p_rate / (100 + p_rate), 2);
  v_less_off constant numeric := v_less - private.vat_of(v_amount - v_less, p_rate);
  v_more_off numeric;
begin
  if v_less_off <> 0 then
    v_more_off := v_less + 0.01 - private.vat_of(v_amount - v_less - 0.01, p_rate);
  end if;
  return coalesce(sign(p_amount) * case when abs(v_more_off) <= abs(v_less_off) then v_less + 0.01 else v_less end, 0);
end $$;
comment on function private.vat_within is 'The tax in an amount that includes it: that of which net + vat_of(net) is the amount. Some amounts have no such net;
then it is a cent more than vat_of(net), in a rare case of rounding a cent less. Zero without a rate.';

create function private.cut_percent(p_amount numeric, p_percent numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select trunc(p_amount * p_percent / 100, 2)
$$;
comment on function private.cut_percent is 'A percentage of an amount, as a discount for early payment, cut toward zero to cents.';

create function private.default_vat() returns public.vat_rates
  language sql stable security definer set search_path = ''
as $$
  select v from public.vat_rates v where v.is_default
$$;
comment on function private.default_vat is 'The rate of a new line; no row where the company has named none.';

create function private.union_state(p_vat_number text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return replace((regexp_match(p_vat_number,
    '^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)[A-Z0-9]*[0-9]'))[1], 'GR', 'EL');
end $$;
comment on function private.union_state is 'The letters of the state of the European Union that gave a VAT number; null for any other number.';

create function private.home_country() returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(private.country_code(s.country), replace(private.union_state(s.vat_number), 'EL', 'GR')) from public.company_settings s);
end $$;
comment on function private.home_country is 'The ISO 3166-1 code of the country of the company, else of the state that gave its VAT number; null where neither is known.';

create function private.union_number(p_vat_number text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select replace(left(n.number, 2), 'GR', 'EL') from (select upper(regexp_replace(p_vat_number, '[^A-Za-z0-9+*]', '', 'g')) as number) as n
   where n.number ~ ('^(ATU\d{8}|BE[01]\d{9}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|DE[1-9]\d{8}|DK\d{8}|EE10\d{7}|(EL|GR)\d{9}|ES[A-Z0-9]\d{7}[A-Z0-9]|FI\d{8}'
     '|FR[A-HJ-NP-Z0-9]{2}\d{9}|HR\d{11}|HU\d{8}|IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}|IT\d{11}|LT(\d{9}|\d{12})|LU\d{8}|LV\d{11}|MT[1-9]\d{7}|NL\d{9}B\d{2}'
     '|PL\d{10}|PT\d{9}|RO[1-9]\d{1,9}|SE\d{10}01|SI[1-9]\d{7}|SK[1-9]\d{9})$')
$$;
comment on function private.union_number is 'The letters of the state of the European Union whose pattern a VAT number has; null for any other number and for a malformed
one. Agrees with checkVatNumber in src. A wrong check digit is a doubt, and the number counts.';

create function private.sale_abroad(p_contact uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v record;
begin
  select private.union_state(c.vat_number) as letters, private.union_number(c.vat_number) as number, private.union_state(s.vat_number) as own_number,
         private.country_code(c.country) as country,
         private.home_country() as own,
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
comment on function private.sale_abroad is
  'Where a client is for the VAT of the company: union, a business with a VAT number of another state of the European Union; union_unnumbered, a business
there without a number of its pattern, which has the VAT of home; beyond, a business in a country whose goods cross a customs border; beyond_person, a
private person there. Null at home, for a private person in the Union, where a country is unknown, and for Northern Ireland, which is of the Union for
goods alone.';

create function private.is_work(p_unit text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select p_unit in ('hour', 'hours', 'h', 'minute', 'day', 'days')
$$;
comment on function private.is_work is 'A line that is counted in time is work; every other line is taken for goods.';

create function private.supply_of(p_service uuid, p_unit text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select s.supply from public.services s where s.id = p_service), case when private.is_work(p_unit) then 'service' else 'goods' end);
end $$;
comment on function private.supply_of is 'What a line is for the VAT abroad: goods, service or installation, as its service says; else by its unit (private.is_work).';

create function private.supply_of_line(p_paper text, p_id uuid, p_kind text, p_service uuid, p_unit text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select sold.supply from (
        select private.supply_of(i.service_id, i.unit) as supply, i.net from public.quotation_items i
         where p_paper = 'quotation' and i.quotation_id = p_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
        union all
        select private.supply_of(i.service_id, i.unit), i.net from public.invoice_items i
         where p_paper = 'invoice' and i.invoice_id = p_id and i.kind = 'item') as sold
     where p_kind = 'discount' and p_service is null and not coalesce(private.is_work(p_unit), false)
     group by 1 order by sum(sold.net) desc, sold.supply = 'goods' desc limit 1),
    private.supply_of(p_service, p_unit));
end $$;
comment on function private.supply_of_line is 'What a line of a quotation or invoice is for the VAT abroad (private.supply_of). A discount without a service or time of its own is what
most of the paper is, by net.';

create function private.goods_stay(p_contact uuid, p_location uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.sale_abroad(p_contact) in ('union', 'beyond', 'beyond_person') and exists (
    select from public.contacts c cross join public.company_settings s left join public.locations l on l.id = p_location
     cross join lateral (
       select coalesce(private.country_code(l.country), private.country_code(c.country)) as goal,
              private.home_country() as own) as at
     where c.id = p_contact and (at.goal = at.own
       or private.sale_abroad(p_contact) <> 'union' and private.is_of_the_union(at.goal) and private.is_of_the_union(at.own)));
end $$;
comment on function private.goods_stay is
  'Whether goods for a client abroad stay here: for a business of another state of the Union they go to a site, or without one to its address, in the country
of the company; for a client beyond the customs border to a place on this side of it. Work at that place is at home too.';

create function private.goods_leave(p_location uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.locations l join public.company_settings s on s.tax_kind = 'vat'
     cross join lateral (select private.country_code(l.country) as goal, private.home_country() as own) as at
     where l.id = p_location and at.goal <> at.own and not (private.is_of_the_union(at.goal) and private.is_of_the_union(at.own))
       and not (at.goal = 'GB' and private.is_of_the_union(at.own) and coalesce(l.postcode ~* '^\s*BT', false)));
end $$;
comment on function private.goods_leave is
  'Whether goods go to a site beyond the customs border of the company, whoever buys them. Northern Ireland is on this side for the Union. False where a country is unknown.';

create function private.treatment_abroad(p_sale text, p_supply text, p_stays boolean, p_leaves boolean default false) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when p_leaves and p_supply <> 'service' then case p_supply when 'goods' then 'export' else 'outside' end
    when p_stays and p_supply <> 'service' then null
    when p_sale = 'union' then case p_supply when 'goods' then 'intra_community' else 'reverse_charge' end
    when p_sale = 'beyond' then case p_supply when 'goods' then 'export' else 'outside' end
    when p_sale = 'beyond_person' and p_supply = 'goods' then 'export' end
$$;
comment on function private.treatment_abroad is
  'Why a line has no VAT of home, by where the client is (private.sale_abroad), what the line is (private.supply_of) and whether goods and installations stay
here, or go to a site beyond the customs border. Null where it has it.';

create function private.usual_vat(p_contact uuid, p_own uuid default null, p_tax jsonb default null, p_supply text default 'goods')
returns public.vat_rates
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rate public.vat_rates;
  v_free public.vat_rates;
begin
  if (select s.tax_kind = 'none' from public.company_settings s) then
    v_rate.rate := 0;
    v_rate.treatment := 'exempt';
    return v_rate;
  end if;
  select r.* into v_rate from public.vat_rates r where r.id = p_own;
  if v_rate.id is null then
    v_rate := private.default_vat();
  end if;
  if v_rate.rate > 0 then
    select r.* into v_free from public.vat_rates r
     where r.treatment = private.treatment_abroad(private.sale_abroad(p_contact), p_supply, coalesce(p_tax, '{}') ?| '{is_collected,goods_stay}',
         coalesce(p_tax ? 'goods_leave' and not p_tax ? 'is_collected', false))
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
comment on function private.usual_vat is
  'The rate of a new line for this contact: none of a company that charges no tax; abroad that of private.treatment_abroad, where the company has such a rate today; else p_own, the rate of a
service or material, else the usual one. p_supply: goods, service or installation. Where no VAT is charged anyway, that stays. p_tax: the facts of
private.tax_facts_of_paper. Goods that are collected or stay here have the VAT of home. By an exemption certificate every rate is none, else the rate of the
place of sales tax stands in for the usual one.';

create function private.must_mean_tax(p_vat numeric, p_currency text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_vat <> 0 and (select s.tax_kind = 'none' from public.company_settings s) then
    perform private.must_say_yes('tax_charged', private.with_tax(format('It charges %s of {tax}, and your company charges none. Go on anyway?',
      private.money_words(p_vat, p_currency))));
  end if;
end $$;
comment on function private.must_mean_tax is
  'Asks before a paper with tax leaves a company that charges none: what was agreed before it stopped charging may still say so.';

create function private.vat_proposal(p_contact uuid, p_kind text default null, p_paper uuid default null)
returns table (rate text, treatment text, work_rate text, work_treatment text, site_rate text, site_treatment text, abroad text, goods_stay boolean,
  goods_leave boolean, supplies jsonb, place jsonb, exemption jsonb)
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
           private.sale_abroad(p_contact), v_facts ?| '{is_collected,goods_stay}', v_facts ? 'goods_leave' and not v_facts ? 'is_collected',
           (select coalesce(jsonb_object_agg(s.id, s.supply), '{}') from public.services s where s.supply is not null), v_facts -> 'tax_place',
           private.exemption_said(p_contact, v_location, v_facts -> 'tax_exemptions', (v_facts ->> 'is_collected')::boolean)
      from private.usual_vat(p_contact, null, v_facts) as usual, private.usual_vat(p_contact, null, v_facts, 'service') as work,
           private.usual_vat(p_contact, null, v_facts, 'installation') as site
     where usual.rate is not null;
end $$;
comment on function private.vat_proposal is
  'For staff: the rate that a new line of goods for this client begins with, that of a service (work) and that of an installation (site); where the client is
(private.sale_abroad), whether the goods of this paper (p_kind: quotation, order, invoice) stay here or go to a site beyond the customs border, what the services with a mark are ({id: goods,
service or installation}), and the place of sales tax where they go, or those of this client: {name, rate, parts}; null where it is unknown.
exemption: what is said of its exemption certificate, as private.exemption_said.';
call private.offer('private.vat_proposal(uuid, text, uuid)');

create function private.quotation_vat(p_quotation_id uuid)
returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select i.vat_rate, i.vat_treatment, sum(i.net), private.tax_to_cents(sum(i.net), i.vat_rate, paper.nearest)
    from public.quotation_items i cross join (select private.paper_rounds_to_nearest('quotation', p_quotation_id) as nearest) as paper
   where i.quotation_id = p_quotation_id and i.kind in ('item', 'discount') and (not i.is_optional or i.is_selected)
   group by i.vat_rate, i.vat_treatment, paper.nearest
   order by i.vat_rate, i.vat_treatment
$$;
comment on function private.quotation_vat is 'The VAT table of a quotation: lines that count, by rate and treatment, rounded as on the day it was sent.';

create function private.order_vat(p_order_id uuid)
returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select i.vat_rate, i.vat_treatment, sum(i.net), private.tax_to_cents(sum(i.net), i.vat_rate, paper.nearest)
    from public.order_items i cross join (select private.paper_rounds_to_nearest('order', p_order_id) as nearest) as paper
   where i.order_id = p_order_id and i.kind in ('item', 'discount')
   group by i.vat_rate, i.vat_treatment, paper.nearest
   order by i.vat_rate, i.vat_treatment
$$;
comment on function private.order_vat is 'The VAT table of an order, rounded as its quotation or on the day it was sent.';

create function private.tax_is_rounded() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return private.vat_of(0.5, 1) > 0;
end $$;
comment on function private.tax_is_rounded is 'Whether the tax of the company goes to the nearest cent, as private.vat_of does it.';

create function private.vat_of_part(p_base numeric, p_rate numeric, p_left_base numeric, p_left_vat numeric) returns numeric
  language sql stable parallel safe set search_path = ''
as $$
  select case when p_base = p_left_base then p_left_vat
    when p_base = 0 then 0
    -- Where tax is rounded a part says its own, unless the rest could not be within a cent of its own then.
    when private.tax_is_rounded() and abs(part.by_rest - part.own) <= 0.01 and part.own <= sign(p_base) * p_left_vat then sign(p_base) * part.own
    else sign(p_base) * greatest(0, part.own - 0.01, least(part.own + 0.01, part.by_rest)) end
    from (select abs(private.vat_of(p_base, p_rate)) as own,
                 sign(p_base) * (p_left_vat - private.vat_of(p_left_base - p_base, p_rate)) as by_rest) as part
$$;
comment on function private.vat_of_part is 'VAT of a part of what is left at one rate, so that the parts come to the whole: where tax is rounded vat_of(base, rate), else
the VAT that is left less the VAT of the rest. Never more than a cent off vat_of(base, rate). All of the rest takes all of its VAT. Amounts in the
currency, rate in percent.';

create function private.vat_rate_uses() returns table (id uuid, papers bigint, services bigint, materials bigint, recurring_payments bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_role() is distinct from 'admin' then
    perform private.refuse('42501', 'Only admins see where tax rates are used');
  end if;
  return query
    with papers as (
      select i.vat_rate, i.vat_treatment, count(distinct q.id) as papers
        from public.quotation_items i join public.quotations q on q.id = i.quotation_id
       where q.status not in ('rejected', 'expired', 'cancelled') group by 1, 2
      union all
      select i.vat_rate, i.vat_treatment, count(distinct o.id) from public.order_items i join public.orders o on o.id = i.order_id
       where o.status <> 'cancelled' group by 1, 2
      union all
      select i.vat_rate, i.vat_treatment, count(distinct v.id) from public.invoice_items i join public.invoices v on v.id = i.invoice_id
       where v.status <> 'void' group by 1, 2
      union all
      select i.vat_rate, i.vat_treatment, count(distinct n.id)
        from public.credit_note_items i join public.credit_notes n on n.id = i.credit_note_id
       where n.status <> 'void' group by 1, 2
    )
    select r.id,
           (select coalesce(sum(p.papers), 0)::bigint from papers p where p.vat_rate = r.rate and p.vat_treatment = r.treatment),
           (select count(*) from public.services s where s.vat_rate_id = r.id),
           (select count(*) from public.inventory_items m where m.vat_rate_id = r.id),
           (select count(*) from public.recurring_payments y where y.vat_rate_id = r.id)
      from public.vat_rates r;
end $$;
comment on function private.vat_rate_uses is 'Where each VAT rate is used: in how many quotations, orders, invoices and credit notes a line has its rate and
treatment, but for those that came to nothing, and by how many services, materials and recurring payments. Two rates that are alike share papers.';
call private.offer('private.vat_rate_uses()');

-- One rate is the rate of new lines: marking another moves the mark.
create function private.move_default_rate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.vat_rates set is_default = false where is_default and id <> new.id;
  return new;
end $$;

create function private.rate_of_vat(p_net numeric, p_vat numeric) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select r.rate from (select v.rate from public.vat_rates v union select 0) as r
      where abs(p_vat - p_net * r.rate / 100) <= 0.01 order by abs(p_vat - p_net * r.rate / 100), r.rate desc limit 1),
    case when p_net <> 0 then least(100, trunc(p_vat * 100 / p_net, 4)) else 0 end)
$$;
comment on function private.rate_of_vat is
'The rate of the company that this VAT is of this net; where it is none, the percentage that it comes to.';
grant execute on function private.rate_of_vat to authenticated, service_role;

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger audit after insert or update or delete on public.vat_rates
  for each row execute function private.audit('id');
create trigger ask_first before insert on public.vat_rates for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('role admin');
create trigger move_default_rate before insert or update of is_default on public.vat_rates
  for each row when (new.is_default) execute function private.move_default_rate();

-- --------------------------------------------------------------------------------------------------------- who is told

call private.after_each_statement('public.vat_rates', 'nudge_page', $$private.nudge_pages('id', 'quotations', 'invoices')$$);
