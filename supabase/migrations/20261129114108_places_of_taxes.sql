set check_function_bodies = off;

alter table private.document_line drop constraint line_vat_treatment_is_known;

alter table public.account_rules drop constraint account_rules_treatment_is_known;

alter table public.credit_note_items drop constraint line_vat_treatment_is_known;

alter table public.invoice_items drop constraint line_vat_treatment_is_known;

alter table public.order_items drop constraint line_vat_treatment_is_known;

alter table public.quotation_items drop constraint line_vat_treatment_is_known;

alter table public.vat_rates drop constraint vat_rates_treatment_is_known;

drop routine private.is_business_abroad(p_contact uuid);

drop routine private.usual_vat(p_contact uuid, p_own uuid, p_tax jsonb);

drop routine private.vat_proposal(p_contact uuid, p_kind text, p_paper uuid);

drop routine public.vat_proposal(p_contact uuid, p_kind text, p_paper uuid);

create table private.country_names (
  name text primary key,
  code text not null,
  constraint country_names_code_is_one check (code ~ '^[A-Z]{2}$')
);

create or replace function private.country_code(p_country text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_name constant text := private.folded(btrim(p_country));
begin
  return (select c.code from private.country_names c where c.name in (v_name, regexp_replace(v_name, '^the ', '')) order by c.name = v_name desc limit 1);
end $$;

create or replace function private.is_of_the_union(p_code text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select p_code in ('AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV', 'MC', 'MT', 'NL',
    'PL', 'PT', 'RO', 'SE', 'SI', 'SK')
$$;

create or replace function private.follow_exemption() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.invoice_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.invoice_items line
   cross join lateral private.rate_of_goods(line.service_id, null) as own
   cross join lateral private.usual_vat(new.contact_id, own, private.tax_facts_for(null, new.contact_id, old.exemption_id, old.is_collected),
     private.is_work(line.unit)) as before
   cross join lateral private.usual_vat(new.contact_id, own, private.tax_facts_of_paper('invoice', new.id), private.is_work(line.unit)) as usual
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
    or (v_row ->> 'service_id', v_row ->> 'inventory_item_id', private.is_work(new.unit))
      is not distinct from (v_old ->> 'service_id', v_old ->> 'inventory_item_id', private.is_work(old.unit))
    or (new.vat_rate, new.vat_treatment) is distinct from (old.vat_rate, old.vat_treatment)) then
    return new;
  end if;
  execute format('select contact_id from public.%I where id = $1', tg_argv[0]) into v_contact using (v_row ->> tg_argv[1])::uuid;
  v_tax := private.tax_facts_of_paper(left(tg_argv[0], -1), (v_row ->> tg_argv[1])::uuid);
  if not v_is_open then
    v_rate := private.usual_vat(v_contact, null, v_tax, private.is_work(old.unit));
    if (old.vat_rate, old.vat_treatment) is distinct from (coalesce(v_rate.rate, 0), coalesce(v_rate.treatment, 'standard')) then
      return new;
    end if;
  end if;
  v_rate := private.usual_vat(v_contact, private.rate_of_goods((v_row ->> 'service_id')::uuid, (v_row ->> 'inventory_item_id')::uuid), v_tax,
    private.is_work(new.unit));
  if v_rate.rate is not null then
    new.vat_rate := v_rate.rate;
    new.vat_treatment := v_rate.treatment;
  end if;
  return new;
end $$;

create or replace function private.fault_of_paper(p_paper text, p_id uuid, p_net numeric, p_vat numeric) returns text
  language sql stable security definer set search_path = ''
as $$
  with lines as (
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.invoice_items i
     where p_paper = 'invoice' and i.invoice_id = p_id and i.kind in ('item', 'discount', 'deposit')
    union all
    select i.position, i.kind, i.description, i.net, i.vat_rate, i.vat_treatment from public.credit_note_items i
     where p_paper = 'credit_note' and i.credit_note_id = p_id and i.kind in ('item', 'discount', 'deposit')
  ), sums as (
    select l.vat_rate, l.vat_treatment, sum(l.net) as base from lines l group by 1, 2
  ), taxes as (
    -- A paper from before this rule may have a base below zero; only its credit note may have one too.
    select t.vat_rate, t.vat_treatment, t.base, t.vat, true as is_above from public.invoice_vat t where p_paper = 'invoice' and t.invoice_id = p_id
    union all
    select t.vat_rate, t.vat_treatment, t.base, t.vat, coalesce(i.base >= 0, true) from public.credit_note_vat t
      join public.credit_notes n on n.id = t.credit_note_id
      left join public.invoice_vat i on i.invoice_id = n.invoice_id and i.vat_rate = t.vat_rate and i.vat_treatment = t.vat_treatment
     where p_paper = 'credit_note' and t.credit_note_id = p_id
  ), paper as (
    select v.kind, v.contact_id from public.invoices v where p_paper = 'invoice' and v.id = p_id
    union all
    select 'credit_note', n.contact_id from public.credit_notes n where p_paper = 'credit_note' and n.id = p_id
  )
  select private.with_tax(fault.says) from (
    select 1, 'The paper has no line with an amount.' where not exists (select from lines)
    union all
    select 2, format('Line %s has no description. Say what it is.', l.place)
      from (select lines.*, row_number() over (order by position) as place from lines) as l
     where l.kind = 'item' and btrim(l.description) = ''
    union all
    select 3, format('The line "%s" is below zero: a discount takes off, a line does not.', left(l.description, 100)) from lines l
     where l.kind = 'item' and l.net < 0
    union all
    select 4, format('At %s %% {tax} the discounts are larger than the lines. Give each discount the {tax} rate of its lines.', trim_scale(t.vat_rate))
      from taxes t where t.is_above and (t.base < 0 or t.vat < 0)
    union all
    select 4, format('At %s %% {tax} a discount of %s is to be taken now: the lines that are left to invoice could not bear it.', trim_scale(o.vat_rate),
             private.money_words(l.at_least))
      from (select i.order_id, i.vat_rate, i.vat_treatment, -coalesce(sum(i.net) filter (where i.kind = 'discount'), 0) as discount
              from public.invoice_items i join public.invoices v on v.id = i.invoice_id
             where p_paper = 'invoice' and i.invoice_id = p_id and i.order_item_id is not null and v.kind not in ('deposit', 'proforma')
             group by 1, 2, 3) as o
     cross join lateral private.discount_limits(p_id, o.order_id, o.vat_rate, o.vat_treatment) as l
     where o.discount < l.at_least
    union all
    select 5, format('The {tax} table says %s at %s %%, the lines say %s.', private.money_words(coalesce(t.base, 0)),
             trim_scale(coalesce(t.vat_rate, s.vat_rate)), private.money_words(coalesce(s.base, 0)))
      from sums s full join taxes t on t.vat_rate = s.vat_rate and t.vat_treatment = s.vat_treatment
     where t.base is distinct from s.base
    union all
    select 6, format('The {tax} of %s at %s %% is %s, and not %s.', private.money_words(t.base), trim_scale(t.vat_rate),
             private.money_words(private.vat_of(t.base, t.vat_rate)), private.money_words(t.vat))
      from taxes t where abs(t.vat - private.vat_of(t.base, t.vat_rate)) > 0.01
    union all
    select 7, format('Net %s and {tax} %s are not the sums of the {tax} table.', private.money_words(p_net), private.money_words(p_vat))
     where (p_net, p_vat) <> (select coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0) from taxes t)
    union all
    -- Money that came in has its paper: a deposit is issued all the same.
    select 8, 'Under reverse charge, and for goods to another EU country, an invoice names the {tax} numbers of both. Enter the one that is missing: the client''s on the client''s card, yours in Settings, Company.'
      from paper p join public.contacts c on c.id = p.contact_id cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and '' in (coalesce(btrim(c.vat_number), ''), coalesce(btrim(s.vat_number), ''))
       and exists (select from taxes t where t.vat_treatment in ('reverse_charge', 'intra_community'))
    union all
    select 9, 'An invoice that charges {tax} names your {tax} number. Enter it in Settings, Company.'
      from paper p cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and s.tax_kind = 'vat' and coalesce(btrim(s.vat_number), '') = '' and exists (select from taxes t where t.vat <> 0)
    union all
    -- A deposit that a client paid by card has its paper; one that a person records waits for what is missing.
    select 10, format('Your company lacks %s, which every invoice names. Enter it in Settings, Company.', private.company_lacks())
      from paper p where p.kind <> 'proforma' and private.company_lacks() is not null and not (p.kind = 'deposit' and private.is_server())
    union all
    select 11, format('Nobody chose the {tax} of the line "%s". Mark your usual {tax} rate in Settings, Company; if you are not registered for {tax}, add a rate of 0 %%.',
             left(l.description, 100))
      from paper p cross join lines l
     where p.kind not in ('credit_note', 'proforma') and l.kind = 'item' and l.vat_treatment = 'standard' and l.vat_rate = 0
       and not private.vat_is_chosen() and not (p.kind = 'deposit' and private.is_server())
  ) as fault (place, says)
  order by fault.place, fault.says limit 1
$$;

create or replace function private.tax_facts_of_paper(p_kind text, p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('tax_place', private.tax_place_of_paper(p_kind, p_id),
    'tax_exemptions', private.exemptions_of_paper(p_kind, p_id), 'is_collected', nullif(private.is_collected(p_kind, p_id), false),
    'goods_stay', case p_kind when 'quotation' then (select nullif(private.goods_stay(q.contact_id, q.location_id), false) from public.quotations q where q.id = p_id) end));
end $$;

create or replace function private.tax_facts_for(p_location uuid, p_contact uuid, p_exemption uuid, p_collected boolean default false) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('tax_place', private.tax_place_for(p_location, p_contact, p_collected),
    'tax_exemptions', (select jsonb_build_array(facts) from private.exemption_facts(p_exemption, private.sale_state(p_location, p_contact, p_collected)) as facts
                        where facts is not null),
    'is_collected', nullif(p_collected, false), 'goods_stay', nullif(private.goods_stay(p_contact, p_location), false)));
end $$;

create or replace function private.follow_client_rate(p_quotation uuid, p_from uuid, p_from_tax jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.quotation_items i set vat_rate = usual.rate, vat_treatment = usual.treatment
    from public.quotation_items line join public.quotations q on q.id = line.quotation_id
   cross join lateral private.rate_of_goods(line.service_id, line.inventory_item_id) as own
   cross join lateral private.usual_vat(p_from, own, p_from_tax, private.is_work(line.unit)) as before
   cross join lateral private.usual_vat(q.contact_id, own, private.tax_facts_of_paper('quotation', p_quotation), private.is_work(line.unit)) as usual
   where i.id = line.id and line.quotation_id = p_quotation and line.kind in ('item', 'discount') and line.amends_item_id is null
     and (line.vat_rate, line.vat_treatment) = (before.rate, before.treatment)
     and (usual.rate, usual.treatment) is distinct from (before.rate, before.treatment) and usual.rate is not null;
end $$;

create or replace function private.sale_abroad(p_contact uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v record;
begin
  select private.union_state(c.vat_number) as number, private.union_state(s.vat_number) as own_number, private.country_code(c.country) as country,
         coalesce(private.country_code(s.country), replace(private.union_state(s.vat_number), 'EL', 'GR')) as own,
         c.type = 'Business' or coalesce(btrim(c.vat_number), '') <> '' as is_business,
         c.vat_number ~ '^XI' or c.postcode ~* '^\s*BT' as is_northern_ireland
    into v from public.contacts c, public.company_settings s where c.id = p_contact and s.tax_kind = 'vat';
  if v.number <> v.own_number then
    return 'union';
  elsif v.country is null or v.own is null or v.country = v.own
    or private.is_of_the_union(v.own) and (v.number is not null or private.is_of_the_union(v.country) or v.country = 'GB' and v.is_northern_ireland)
  then
    return null;
  end if;
  return case when v.is_business then 'beyond' else 'beyond_person' end;
end $$;

create or replace function private.is_work(p_unit text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select p_unit in ('hour', 'hours', 'h', 'minute', 'day', 'days')
$$;

create or replace function private.goods_stay(p_contact uuid, p_location uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.sale_abroad(p_contact) like 'beyond%' and exists (
    select from public.locations l, public.company_settings s
     where l.id = p_location and (private.country_code(l.country) = private.country_code(s.country)
       or private.is_of_the_union(private.country_code(l.country)) and private.is_of_the_union(private.country_code(s.country))));
end $$;

create or replace function private.usual_vat(p_contact uuid, p_own uuid default null, p_tax jsonb default null, p_is_work boolean default false)
returns public.vat_rates
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rate public.vat_rates;
  v_free public.vat_rates;
  v_sale text;
begin
  select r.* into v_rate from public.vat_rates r where r.id = p_own;
  if v_rate.id is null then
    v_rate := private.default_vat();
  end if;
  if v_rate.rate > 0 then
    v_sale := private.sale_abroad(p_contact);
    select r.* into v_free from public.vat_rates r
     where r.treatment = case when v_sale = 'union' then 'reverse_charge'
             when p_is_work then case v_sale when 'beyond' then 'outside' end
             when v_sale is not null and not coalesce(p_tax, '{}') ?| '{is_collected,goods_stay}' then 'export' end
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
returns table (rate text, treatment text, work_rate text, work_treatment text, abroad text, goods_stay boolean, place jsonb, exemption jsonb)
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
    select usual.rate::text, usual.treatment, work.rate::text, work.treatment, private.sale_abroad(p_contact), v_facts ?| '{is_collected,goods_stay}',
           v_facts -> 'tax_place',
           private.exemption_said(p_contact, v_location, v_facts -> 'tax_exemptions', (v_facts ->> 'is_collected')::boolean)
      from private.usual_vat(p_contact, null, v_facts) as usual, private.usual_vat(p_contact, null, v_facts, true) as work
     where usual.rate is not null;
end $$;

alter table private.document_line add constraint line_vat_treatment_is_known CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'reverse_charge'::text, 'intra_community'::text, 'exempt'::text, 'export'::text, 'outside'::text, 'zero'::text]));

alter table public.account_rules add constraint account_rules_treatment_is_known CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'reverse_charge'::text, 'intra_community'::text, 'exempt'::text, 'export'::text, 'outside'::text, 'zero'::text]));

alter table public.credit_note_items add constraint line_vat_treatment_is_known CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'reverse_charge'::text, 'intra_community'::text, 'exempt'::text, 'export'::text, 'outside'::text, 'zero'::text]));

alter table public.invoice_items add constraint line_vat_treatment_is_known CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'reverse_charge'::text, 'intra_community'::text, 'exempt'::text, 'export'::text, 'outside'::text, 'zero'::text]));

alter table public.order_items add constraint line_vat_treatment_is_known CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'reverse_charge'::text, 'intra_community'::text, 'exempt'::text, 'export'::text, 'outside'::text, 'zero'::text]));

alter table public.quotation_items add constraint line_vat_treatment_is_known CHECK (vat_treatment = ANY (ARRAY['standard'::text, 'reverse_charge'::text, 'intra_community'::text, 'exempt'::text, 'export'::text, 'outside'::text, 'zero'::text]));

alter table public.vat_rates add constraint vat_rates_treatment_is_known CHECK (treatment = ANY (ARRAY['standard'::text, 'reverse_charge'::text, 'intra_community'::text, 'exempt'::text, 'export'::text, 'outside'::text, 'zero'::text]));

revoke execute on all routines in schema private from public;

call private.offer('private.vat_proposal(uuid, text, uuid)');

alter table private.country_names enable row level security;

insert into private.country_names (name, code)
select part.name, upper(split_part(line, '|', 1))
  from regexp_split_to_table($names$ac|ascension|ascension island|ascensionoen|ile de l'ascension|ilha de ascensao|isla de la ascension|isola ascensione|wyspa wniebowstapienia
ad|andora|andorra|andorre
ae|de forenede arabiske emirater|emirados arabes unidos|emirati arabi uniti|emiratos arabes unidos|emirats arabes unis|forenade arabemiraten|l-emirati gharab maghquda|united arab emirates|vereinigte arabische emirate|verenigde arabische emiraten|zjednoczone emiraty arabskie
af|afeganistao|afganistan|afghanistan|l-afganistan
ag|antigua & barbuda|antigua e barbuda|antigua en barbuda|antigua i barbuda|antigua och barbuda|antigua og barbuda|antigua u barbuda|antigua und barbuda|antigua y barbuda|antigua-et-barbuda
ai|anguila|anguilla
al|albania|albanie|albanien|l-albanija
am|armenia|armenie|armenien|l-armenja
ao|angola|l-angola
aq|antarctica|antarctique|antarktis|antarktyda|antartida|antartide|l-antartika
ar|argentina|argentine|argentinie|argentinien|argentyna|l-argentina
as|american samoa|amerikaans-samoa|amerikanisch-samoa|amerikansk samoa|amerikanska samoa|is-samoa amerikana|samoa americaines|samoa americana|samoa americane|samoa amerykanskie
at|austria|autriche|l-awstrija|oostenrijk|osterreich|osterrike|ostrig
au|australia|australie|australien|l-awstralja
aw|aruba
ax|aland|aland islands|alandinseln|il-gzejjer aland|iles aland|ilhas aland|islas aland|isole aland|wyspy alandzkie
az|aserbaidschan|aserbajdsjan|azerbaidjan|azerbaigian|azerbaijan|azerbaijao|azerbaiyan|azerbajdzjan|azerbeidzjan|azerbejdzan|l-azerbajgan
ba|bosnia & herzegovina|bosnia e herzegovina|bosnia ed erzegovina|bosnia i hercegowina|bosnia y herzegovina|bosnie en herzegovina|bosnie-herzegovine|bosnien och hercegovina|bosnien und herzegowina|bosnien-hercegovina|il-boznija-herzegovina
bb|barbade|barbados
bd|banglades|bangladesch|bangladesh|bangladesz|il-bangladesh
be|belgia|belgica|belgie|belgien|belgio|belgique|belgium|il-belgju
bf|burkina faso|burquina faso|il-burkina faso
bg|bulgaria|bulgarie|bulgarien|bulgarije|il-bulgarija
bh|bahrain|bahrajn|bahrein|barein|il-bahrain
bi|burundi|il-burundi
bj|benin|il-benin
bl|s:t barthelemy|saint barthelemy|saint-barthelemy|san bartolome|sao bartolomeu|st. barthelemy
bm|bermuda|bermudas|bermudes|bermudy
bn|brunei|brunei darussalam|il-brunei
bo|bolivia|bolivie|bolivien|boliwia|il-bolivja
bq|caraibi olandesi|caribbean netherlands|caribe neerlandes|caribisch nederland|de tidligere nederlandske antiller|in-netherlands tal-karibew|karibische niederlande|karibiska nederlanderna|niderlandy karaibskie|paises baixos caribenhos|pays-bas caribeens
br|brasil|brasile|brasilien|brazil|brazilie|brazylia|bresil|il-brazil
bs|bahama's|bahamas|bahamy|il-bahamas
bt|bhoutan|bhutan|butan|butao|il-bhutan
bv|bouvet island|bouveteiland|bouvetinsel|bouvetoen|bouveton|gzira bouvet|ile bouvet|ilha bouvet|isla bouvet|isola bouvet|wyspa bouveta
bw|botsuana|botswana|il-botswana
by|belarus|bialorus|bielorrusia|bielorrussia|bielorussia|bielorussie|il-belarussja
bz|belice|belize|il-belize
ca|canada|il-kanada|kanada
cc|cocos (keeling) islands|cocoseilanden|cocosoerne|gzejjer cocos (keeling)|iles cocos|ilhas cocos (keeling)|islas cocos|isole cocos (keeling)|kokosinseln|kokosoarna|wyspy kokosowe
cd|congo - kinshasa|congo-kinshasa|demokratyczna republika konga|ir-repubblika demokratika tal-kongo|kongo-kinshasa|republica democratica del congo
cf|centraal-afrikaanse republiek|central african republic|centralafrikanska republiken|den centralafrikanske republik|ir-repubblika centru-afrikana|repubblica centrafricana|republica centro-africana|republica centroafricana|republika srodkowoafrykanska|republique centrafricaine|zentralafrikanische republik
cg|congo|congo - brazzaville|congo-brazzaville|il-kongo - brazzaville|kongo|kongo-brazzaville|republica do congo
ch|l-izvizzera|schweiz|suica|suisse|suiza|svizzera|switzerland|szwajcaria|zwitserland
ci|costa d'avorio|costa do marfim|cote d'ivoire|elfenbenskusten|elfenbenskysten|il-kosta tal-avorju|ivoorkust
ck|cook islands|cookeilanden|cookinseln|cookoarna|cookoerne|gzejjer cook|iles cook|ilhas cook|islas cook|isole cook|wyspy cooka
cl|chile|chili|cile|ic-cili
cm|camaroes|cameroon|cameroun|camerun|il-kamerun|kameroen|kamerun
cn|china|chine|chiny|cina|ic-cina|kina
co|colombia|colombie|il-kolombja|kolumbia|kolumbien
cp|clipperton|clipperton island|clipperton-insel|clippertonoen|clippertonon|il-gzira clipperton|ile clipperton|ilha de clipperton|isla clipperton|isola di clipperton|wyspa clippertona
cq|sark|sercq
cr|costa rica|il-costa rica|kostaryka
cu|cuba|kuba
cv|cabo verde|cap-vert|cape verde|capo verde|kaapverdie|kap verde|republika zielonego przyladka
cw|curacao|curazao
cx|christmas island|christmaseiland|il-gzira christmas|ile christmas|ilha christmas|isla de navidad|isola christmas|juleoen|julon|weihnachtsinsel|wyspa bozego narodzenia
cy|chipre|chypre|cipro|cipru|cypern|cypr|cyprus|zypern
cz|cechia|chequia|czech republic|czechia|czechy|ir-repubblika ceka|tchequia|tchequie|tjeckien|tjekkiet|tschechien|tsjechie
de|alemanha|alemania|allemagne|deutschland|duitsland|germania|germany|il-germanja|niemcy|tyskland
dg|diego garcia
dj|djibouti|djibuti|dschibuti|dzibuti|gibuti|il-djibouti|yibuti
dk|danemark|dania|danimarca|danmark|denemarken|denmark|dinamarca|id-danimarka
dm|dominica|dominika|dominique
do|den dominikanske republik|dominicaanse republiek|dominican republic|dominikana|dominikanische republik|dominikanska republiken|ir-repubblika dominicana|repubblica dominicana|republica dominicana|republique dominicaine
dz|algeria|algerie|algerien|algeriet|algerije|algieria|argelia|l-algerija
ea|ceuta & melilla|ceuta e melilla|ceuta en melilla|ceuta et melilla|ceuta i melilla|ceuta och melilla|ceuta og melilla|ceuta u melilla|ceuta und melilla|ceuta y melilla
ec|ecuador|ekwador|equador|equateur|l-ekwador
ee|estland|estonia|estonie|l-estonja
eg|agypten|egipt|egipto|egito|egitto|egypt|egypte|egypten|l-egittu
eh|is-sahara tal-punent|saara ocidental|sahara occidental|sahara occidentale|sahara zachodnia|vastsahara|vestsahara|westelijke sahara|western sahara|westsahara
er|eritrea|eritreia|erythree|erytrea|l-eritrea
es|espagne|espana|espanha|hiszpania|spagna|spain|spanien|spanja|spanje
et|athiopien|ethiopia|ethiopie|etiopia|etiopien|l-etjopja
fi|finland|finlande|finlandia|finnland|il-finlandja
fj|fidji|fidschi|fidzi|figi|fiji|fiyi
fk|falkland islands|falklandeilanden|falklandinseln|falklandsoarna|falklandsoerne|falklandy|il-gzejjer falkland|iles malouines|ilhas malvinas|islas malvinas|isole falkland
fm|il-mikronezja|micronesia|micronesie|mikronesien|mikronezja
fo|faeroer|faroarna|faroe islands|faroer|færoerne|il-gzejjer faeroe|iles feroe|ilhas faroe|islas feroe|isole fær oer|wyspy owcze
fr|franca|france|francia|francja|frankreich|frankrig|frankrijk|frankrike|franza
ga|gabao|gabon|gabun|il-gabon
gb|england|great britain|ir-renju unit|regno unito|reino unido|royaume-uni|scotland|storbritannien|uk|united kingdom|vereinigtes konigreich|verenigd koninkrijk|wales|wielka brytania
gd|granada|grenada|grenade
ge|georgia|georgie|georgien|gruzja|il-georgia
gf|frans-guyana|fransk guyana|franska guyana|franzosisch-guayana|french guiana|guayana francesa|guiana francesa|gujana francuska|guyana francese|guyane francaise|il-guyana franciza
gg|guernesey|guernsey
gh|gana|ghana|il-ghana
gi|gibilta|gibilterra|gibraltar
gl|greenland|grenlandia|groenland|groenlandia|gronland
gm|gambia|gambie|il-gambja
gn|guine|guinea|guinee|gwinea|il-guinea
gp|guadalupa|guadalupe|guadeloupe|gwadelupa
gq|aquatorialguinea|ekvatorialguinea|equatoriaal-guinea|equatorial guinea|guine equatorial|guinea ecuatorial|guinea equatoriale|guinee equatoriale|gwinea rownikowa|il-guinea ekwatorjali|ækvatorialguinea
gr|grece|grecia|grecja|greece|grekland|griechenland|griekenland|grækenland|il-grecja
gs|georgia del sud e sandwich australi|georgia poludniowa i sandwich poludniowy|georgie du sud-et-les iles sandwich du sud|il-georgia tan-nofsinhar u l-gzejjer sandwich tan-nofsinhar|ilhas georgia do sul e sandwich do sul|islas georgia del sur y sandwich del sur|south georgia & south sandwich islands|south georgia og de sydlige sandwichoer|sudgeorgien und die sudlichen sandwichinseln|sydgeorgien och sydsandwichoarna|zuid-georgia en zuidelijke sandwicheilanden
gt|guatemala|gwatemala|il-gwatemala
gu|guam
gw|guine-bissau|guinea-bisau|guinea-bissau|guinee-bissau|gwinea bissau|il-guinea-bissau
gy|guiana|gujana|guyana|il-guyana
hk|hong kong sar china|hong kong, rae da china|hongkong sar|hongkong sar van china|ir-regjun amministrattiv specjali ta' hong kong tar-repubblika tal-poplu tac-cina|r.a.s. chinoise de hong kong|rae de hong kong (china)|ras di hong kong|sar hongkong|sonderverwaltungsregion hongkong|sra hongkong (chiny)
hm|heard & mcdonald islands|heard en mcdonaldeilanden|heard island og mcdonald islands|heard und mcdonaldinseln|heardon och mcdonaldoarna|il-gzejjer heard u l-gzejjer mcdonald|iles heard-et-macdonald|ilhas heard e mcdonald|islas heard y mcdonald|isole heard e mcdonald|wyspy heard i mcdonalda
hn|honduras|il-honduras
hr|chorwacja|croacia|croatia|croatie|croazia|il-kroazja|kroatie|kroatien
ht|haiti|il-haiti
hu|hongarije|hongrie|hungary|hungria|l-ungerija|ungarn|ungern|ungheria|wegry
ic|canarias|canarische eilanden|canary islands|il-gzejjer canary|iles canaries|ilhas canarias|isole canarie|kanarieoarna|kanarische inseln|kanariske oer|wyspy kanaryjskie
id|indonesia|indonesie|indonesien|indonezja|l-indonezja
ie|ierland|ireland|irland|irlanda|irlande|irlandia|l-irlanda
il|israel|israele|izrael
im|ile de man|ilha de man|isla de man|isle of man|isola di man|wyspa man
in|inde|india|indie|indien|l-indja
io|britisches territorium im indischen ozean|british indian ocean territory|brits indische oceaanterritorium|brittiska territoriet i indiska oceanen|brytyjskie terytorium oceanu indyjskiego|det britiske territorium i det indiske ocean|territoire britannique de l'ocean indien|territorio britanico del oceano indico|territorio britanico do oceano indico|territorio britannico dell'oceano indiano
iq|irak|iraq|iraque|l-iraq
ir|ira|iran|l-iran
is|iceland|ijsland|island|islanda|islande|islandia|l-izlanda
it|italia|italie|italien|italy|l-italja|wlochy
je|jersey
jm|giamaica|il-gamajka|jamaica|jamaika|jamaique|jamajka
jo|giordania|il-gordan|jordan|jordania|jordanie|jordanien
jp|giappone|il-gappun|japan|japao|japon|japonia
ke|il-kenja|kenia|kenya|quenia
kg|il-kirgizistan|kirghizistan|kirghizstan|kirgisistan|kirgistan|kirgizie|kirgizistan|kirguistan|kyrgyzstan|quirguistao
kh|cambodge|cambodia|cambodja|cambogia|camboja|camboya|il-kambodja|kambodja|kambodscha|kambodza
ki|kiribati|quiribati
km|comoras|comore|comoren|comorerne|comores|comoros|komoren|komorerna|komory
kn|s:t kitts och nevis|saint kitts e nevis|saint kitts en nevis|saint kitts i nevis|saint kitts og nevis|saint kitts u nevis|saint-christophe-et-nieves|san cristobal y nieves|sao cristovao e nevis|st. kitts & nevis|st. kitts und nevis
kp|corea del nord|corea del norte|coree du nord|coreia do norte|il-korea ta' fuq|korea polnocna|noord-korea|nordkorea|north korea
kr|corea del sud|corea del sur|coree du sud|coreia do sul|il-korea t'isfel|korea poludniowa|south korea|sudkorea|sydkorea|zuid-korea
kw|il-kuwajt|koeweit|koweit|kuwait|kuwejt
ky|cayman islands|caymanoarna|caymanoerne|il-gzejjer cayman|iles caimans|ilhas cayman|islas caiman|isole cayman|kaaimaneilanden|kaimaninseln|kajmany
kz|cazaquistao|il-kazakistan|kasachstan|kasakhstan|kazachstan|kazajistan|kazakhstan|kazakistan|kazakstan
la|il-laos|laos
lb|il-libanu|lebanon|liban|libano|libanon
lc|s:t lucia|saint lucia|sainte-lucie|santa lucia|st. lucia
li|il-liechtenstein|liechtenstein
lk|is-sri lanka|sri lanka
lr|il-liberja|liberia
ls|il-lesoto|lesotho|lesoto
lt|il-litwanja|litauen|lithuania|litouwen|lituania|lituanie|litwa
lu|il-lussemburgu|luksemburg|lussemburgo|luxembourg|luxemburg|luxemburgo
lv|il-latvja|latvia|letland|letonia|lettland|lettonia|lettonie|lotwa
ly|il-libja|libia|libie|libya|libye|libyen
ma|il-marokk|maroc|marocco|marocko|marokko|maroko|marrocos|marruecos|morocco
mc|monaco|monako
md|il-moldova|moldavia|moldavie|moldavien|moldawia|moldova|republik moldau
me|czarnogora|il-montenegro|montenegro
mf|saint martin|saint-martin|san martin|sao martinho|st. martin
mg|madagascar|madagaskar
mh|gzejjer marshall|iles marshall|ilhas marshall|islas marshall|isole marshall|marshall islands|marshalleilanden|marshallinseln|marshalloarna|marshalloerne|wyspy marshalla
mk|il-macedonja ta' fuq|macedoine du nord|macedonia del nord|macedonia del norte|macedonia do norte|macedonia polnocna|noord-macedonie|nordmakedonien|nordmazedonien|north macedonia
ml|il-mali|mali
mm|il-myanmar/burma|mianmar (birmania)|mjanma (birma)|myanmar|myanmar (birma)|myanmar (birmania)|myanmar (birmanie)|myanmar (burma)
mn|il-mongolja|mongolei|mongolia|mongolie|mongoliet
mo|ir-regjun amministrattiv specjali tal-macao tar-repubblika tal-poplu tac-cina|macao sar|macao sar china|macau sar van china|macau, rae da china|r.a.s. chinoise de macao|rae de macao (china)|ras di macao|sar macao|sonderverwaltungsregion macau|sra makau (chiny)
mp|gzejjer mariana tat-tramuntana|iles mariannes du nord|ilhas marianas do norte|islas marianas del norte|isole marianne settentrionali|mariany polnocne|noordelijke marianen|nordliche marianen|nordmarianerna|nordmarianerne|northern mariana islands
mq|martinica|martinique|martynika
mr|il-mauritania|mauretania|mauretanien|mauritania|mauritanie
ms|montserrat
mt|malta|malte
mu|maurice|mauricio|mauritius
mv|il-maldivi|maldivas|maldive|maldiven|maldiverna|maldiverne|maldives|malediven|malediwy
mw|il-malawi|malaui|malawi
mx|il-messiku|meksyk|messico|mexico|mexiko|mexique
my|il-malasja|malaisie|malasia|malaysia|maleisie|malezja
mz|il-mozambique|mocambique|mosambik|mozambico|mozambik|mozambique
na|in-namibja|namibia|namibie
nc|neukaledonien|new caledonia|nieuw-caledonie|nouvelle-caledonie|nova caledonia|nowa kaledonia|nueva caledonia|nuova caledonia|ny kaledonien|nya kaledonien
ne|in-niger|niger
nf|gzira norfolk|ile norfolk|ilha norfolk|isla norfolk|isola norfolk|norfolk|norfolk island|norfolkinsel|norfolkon
ng|in-nigerja|nigeria
ni|in-nikaragwa|nicaragua|nikaragua
nl|holandia|holland|in-netherlands|nederland|nederlandene|nederlanderna|netherlands|niederlande|paesi bassi|paises baixos|paises bajos|pays-bas
no|in-norvegja|noorwegen|norge|noruega|norvege|norvegia|norway|norwegen|norwegia
np|in-nepal|nepal
nr|nauru
nu|niue
nz|neuseeland|new zealand|nieuw-zeeland|nouvelle-zelande|nova zelandia|nowa zelandia|nueva zelanda|nuova zelanda|nya zeeland
om|l-oman|oma|oman
pa|il-panama|panama
pe|il-peru|perou|peru
pf|frans-polynesie|fransk polynesien|franska polynesien|franzosisch-polynesien|french polynesia|polinesia francesa|polinesia francese|polinezja franciza|polinezja francuska|polynesie francaise
pg|papoea-nieuw-guinea|papouasie-nouvelle-guinee|papua new guinea|papua nueva guinea|papua nuova guinea|papua ny guinea|papua nya guinea|papua-neuguinea|papua-nova guine|papua-nowa gwinea
ph|filipijnen|filipinas|filipiny|filippine|filippinerna|filippinerne|il-filippini|philippinen|philippines
pk|il-pakistan|pakistan|paquistao
pl|il-polonja|poland|polen|pologne|polonia|polska
pm|s:t pierre och miquelon|saint pierre og miquelon|saint pierre u miquelon|saint-pierre e miquelon|saint-pierre en miquelon|saint-pierre i miquelon|saint-pierre-et-miquelon|san pedro y miquelon|sao pedro e miquelao|st. pierre & miquelon|st. pierre und miquelon
pn|gzejjer pitcairn|iles pitcairn|ilhas pitcairn|islas pitcairn|isole pitcairn|pitcairn|pitcairn islands|pitcairneilanden|pitcairninseln|pitcairnoarna
pr|porto rico|portorico|portoryko|puerto rico
ps|de palæstinensiske omrader|it-territorji palestinjani|palastinensische autonomiegebiete|palestijnse gebieden|palestinian territories|palestinska territorierna|territoires palestiniens|territori palestinesi|territorios palestinos|terytoria palestynskie
pt|il-portugall|portogallo|portugal|portugalia
pw|palaos|palau
py|il-paragwaj|paraguai|paraguay|paragwaj
qa|catar|il-qatar|katar|qatar
re|la reunion|reuniao|reunion|riunione
ro|ir-rumanija|roemenie|romania|romenia|roumanie|rumania|rumanien|rumunia|rumænien
rs|is-serbja|serbia|serbie|serbien|servia|servie
ru|ir-russja|rosja|rusia|rusland|russia|russie|russland|ryssland
rw|ir-rwanda|ruanda|rwanda
sa|arabia saudi|arabia saudita|arabia saudyjska|arabie saoudite|l-arabja sawdija|saoedi-arabie|saudi arabia|saudi-arabien|saudiarabien
sb|il-gzejjer solomon|iles salomon|ilhas salomao|islas salomon|isole salomone|salomonen|salomonoarna|salomonoerne|salomonseilanden|solomon islands|wyspy salomona
sc|is-seychelles|seicheles|seszele|seychellen|seychellerna|seychellerne|seychelles
sd|is-sudan|soedan|soudan|sudan|sudao
se|l-izvezja|schweden|suecia|suede|sverige|svezia|sweden|szwecja|zweden
sg|singapore|singapour|singapur|singapura
sh|s:t helena|saint helena|sainte-helene|sant'elena|santa elena|santa helena|sint-helena|st. helena|wyspa swietej heleny
si|eslovenia|is-slovenja|slovenia|slovenie|slovenien|slowenia|slowenien
sj|spitsbergen en jan mayen|spitzbergen und jan mayen|svalbard & jan mayen|svalbard e jan mayen|svalbard et jan mayen|svalbard i jan mayen|svalbard och jan mayen|svalbard og jan mayen|svalbard u jan mayen|svalbard y jan mayen
sk|eslovaquia|is-slovakkja|slovacchia|slovakia|slovakien|slovakiet|slovaquie|slowacja|slowakei|slowakije
sl|serra leoa|sierra leona|sierra leone
sm|saint-marin|san marino
sn|is-senegal|senegal
so|is-somalja|somalia|somalie
sr|is-suriname|surinam|suriname
ss|is-sudan t'isfel|soudan du sud|south sudan|sud sudan|sudan del sur|sudan poludniowy|sudao do sul|sudsudan|sydsudan|zuid-soedan
st|santo tome y principe|sao tome & principe|sao tome e principe|sao tome en principe|sao tome och principe|sao tome og principe|sao tome u principe|sao tome und principe|sao tome-et-principe|wyspy swietego tomasza i ksiazeca
sv|el salvador|salvador|salwador
sx|saint-martin (partie neerlandaise)|sint maarten|sint-maarten
sy|is-sirja|siria|syria|syrie|syrien
sz|essuatini|esuatini|eswatini|l-eswatini
ta|tristan da cunha|tristan de acuna|tristao da cunha
tc|il-gzejjer turks u caicos|iles turques-et-caiques|ilhas turcas e caicos|islas turcas y caicos|isole turks e caicos|turks & caicos islands|turks i caicos|turks- en caicoseilanden|turks- och caicosoarna|turks- og caicosoerne|turks- und caicosinseln
td|chad|chade|ciad|czad|ic-chad|tchad|tschad|tsjaad
tf|de franske besiddelser i det sydlige indiske ocean og antarktis|francuskie terytoria poludniowe i antarktyczne|franse gebieden in de zuidelijke indische oceaan|franska sydterritorierna|franzosische sud- und antarktisgebiete|french southern territories|it-territorji francizi tan-nofsinhar|terre australi francesi|terres australes francaises|territorios australes franceses|territorios franceses do sul
tg|it-togo|togo
th|it-tajlandja|tailandia|tajlandia|thailand|thailande|thailandia
tj|it-tagikistan|tadjikistan|tadjiquistao|tadschikistan|tadsjikistan|tadzjikistan|tadzykistan|tagikistan|tajikistan|tayikistan
tk|it-tokelau|tokelau|tokelauoarna
tl|oost-timor|osttimor|timor est|timor leste|timor oriental|timor wschodni|timor-leste
tm|it-turkmenistan|turcomenistao|turkmenistan
tn|it-tunezija|tunesie|tunesien|tunez|tunezja|tunisia|tunisie|tunisien
to|tonga
tr|it-turkija|turchia|turcja|turkei|turkiet|turkije|turkiye|turquia|turquie|tyrkiet
tt|trinidad & tobago|trinidad e tobago|trinidad en tobago|trinidad och tobago|trinidad og tobago|trinidad u tobago|trinidad und tobago|trinidad y tobago|trinite-et-tobago|trynidad i tobago
tv|tuvalu
tw|it-tajwan|taiwan|tajwan
tz|it-tanzanija|tansania|tanzania|tanzanie
ua|l-ukrajna|oekraine|ucraina|ucrania|ukraina|ukraine
ug|l-uganda|oeganda|ouganda|uganda
um|amerikanische uberseeinseln|amerikanske oversoiske oer|dalekie wyspy mniejsze stanow zjednoczonych|il-gzejjer minuri mbieghda tal-istati uniti|iles mineures eloignees des etats-unis|ilhas menores distantes dos eua|islas menores alejadas de ee. uu.|isole minori esterne degli stati uniti|kleine afgelegen eilanden van de verenigde staten|u.s. outlying islands|usa:s yttre oar
us|estados unidos|etats-unis|l-istati uniti|stany zjednoczone|stati uniti|united states|usa|vereinigte staaten|verenigde staten
uy|l-urugwaj|uruguai|uruguay|urugwaj
uz|l-uzbekistan|oezbekistan|ouzbekistan|usbekistan|uzbekistan|uzbequistao
va|cidade do vaticano|citta del vaticano|ciudad del vaticano|etat de la cite du vatican|l-istat tal-belt tal-vatikan|vaticaanstad|vatican city|vatikanstadt|vatikanstaten|watykan
vc|s:t vincent och grenadinerna|saint vincent e grenadine|saint vincent en de grenadines|saint vincent i grenadyny|saint vincent og grenadinerne|saint vincent u l-grenadini|saint-vincent-et-les grenadines|san vicente y las granadinas|sao vicente e granadinas|st. vincent & grenadines|st. vincent und die grenadinen
ve|il-venezwela|venezuela|wenezuela
vg|britische jungferninseln|british virgin islands|britse maagdeneilanden|brittiska jungfruoarna|brytyjskie wyspy dziewicze|de britiske jomfruoer|il-gzejjer vergni brittanici|iles vierges britanniques|ilhas virgens britanicas|islas virgenes britanicas|isole vergini britanniche
vi|amerikaanse maagdeneilanden|amerikanische jungferninseln|amerikanska jungfruoarna|de amerikanske jomfruoer|il-gzejjer vergni tal-istati uniti|iles vierges des etats-unis|ilhas virgens americanas|islas virgenes de ee. uu.|isole vergini americane|u.s. virgin islands|wyspy dziewicze stanow zjednoczonych
vn|il-vjetnam|viet nam|vietna|vietnam|wietnam
vu|vanuatu
wf|wallis & futuna|wallis e futuna|wallis en futuna|wallis i futuna|wallis og futuna|wallis u futuna|wallis und futuna|wallis y futuna|wallis- och futunaoarna|wallis-et-futuna
ws|samoa
ye|iemen|il-jemen|jemen|yemen
yt|majotta|mayotte
za|africa do sul|afrique du sud|l-afrika t'isfel|republika poludniowej afryki|south africa|sudafrica|sudafrika|sydafrika|zuid-afrika
zm|iz-zambja|sambia|zambia|zambie
zw|iz-zimbabwe|simbabwe|zimbabue|zimbabwe$names$, E'\n') as line
 cross join regexp_split_to_table(line, '\|') as part (name);

comment on function private.tax_facts_of_paper(pg_catalog.text,pg_catalog.uuid) is 'What decides the sales tax of a paper and stays in its snapshot: {tax_place, tax_exemptions, is_collected, goods_stay}, each only where there is one. private.usual_vat
reads it. goods_stay: a client beyond the customs border has the goods brought to a site on this side.';

comment on column public.vat_rates.treatment is 'standard, or why none is charged: reverse_charge, intra_community (goods for a business in another state of the Union), exempt, export, outside (work
that is not taxable here, because its place is the client''s), zero.';

comment on function private.country_code(pg_catalog.text) is 'The ISO 3166-1 code of a country by its code or its name in a known language; null for an unknown one. Agrees with
src/shared/domain/places/country-code.ts.';

comment on function private.goods_stay(pg_catalog.uuid,pg_catalog.uuid) is 'Whether the goods for a client beyond the customs border go to a site on this side of it: they are no export.';

comment on function private.is_of_the_union(pg_catalog.text) is 'Whether goods that go to this country stay in the VAT territory of the European Union. Monaco is of it, as a part of France.';

comment on function private.is_work(pg_catalog.text) is 'A line that is counted in time is work; every other line is taken for goods.';

comment on function private.sale_abroad(pg_catalog.uuid) is 'Where a client is for the VAT of the company: union, a business with a VAT number of another state of the European Union, which mostly owes the VAT
itself; beyond, a business in a country whose goods cross a customs border; beyond_person, a private person there. Null at home, in the Union without
such a number, where a country is unknown, and for Northern Ireland, which is of the Union for goods alone.';

comment on function private.usual_vat(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,boolean) is 'The rate of a new line for this contact: reverse charge for a business in another state of the Union; beyond the customs border export for goods, and
outside for the work (p_is_work) for a business; else p_own, the rate of a service or material, else the usual one. Where no VAT is charged anyway, that
stays. p_tax: the facts of private.tax_facts_of_paper. Goods that are collected or stay here are no export. By an exemption certificate every rate is
none, else the rate of the place of sales tax stands in for the usual one.';

comment on function private.vat_proposal(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'For staff: the rate that a new line for this client begins with, and that of a line that is work; where the client is (private.sale_abroad), whether
the goods of this paper (p_kind: quotation, order, invoice) stay on this side of the border, and the place of sales tax where they go, or those of this
client: {name, rate, parts}; null where it is unknown. exemption: what is said of its exemption certificate, as private.exemption_said.';

comment on function public.vat_proposal(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'For staff: the rate that a new line for this client begins with, and that of a line that is work; where the client is (private.sale_abroad), whether
the goods of this paper (p_kind: quotation, order, invoice) stay on this side of the border, and the place of sales tax where they go, or those of this
client: {name, rate, parts}; null where it is unknown. exemption: what is said of its exemption certificate, as private.exemption_said.';

comment on table private.country_names is 'Names of countries, folded, in the languages that src/shared/domain/places/country-code.ts knows, and their ISO 3166-1 codes.';

reset check_function_bodies;
