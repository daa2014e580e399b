-- The EC sales list: what was sold to businesses in other states of the Union, by their VAT number.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.lines_of_ec_sales(p_from date, p_to date)
returns table (vat_number text, what text, kind text, id uuid, label text, contact_id uuid, day date, net numeric)
language sql stable security definer set search_path = '' as $$
  select case when p.is_union then upper(regexp_replace(p.number, '[^A-Za-z0-9]', '', 'g')) end,
         case p.treatment when 'intra_community' then 'goods' else 'services' end, p.kind, p.id, p.label, p.contact_id, p.day, p.base
    from private.papers_of_return(p_from, p_to) as p
    left join public.contacts c on c.id = p.contact_id
   cross join (select private.home_country() as own from public.company_settings c where c.tax_kind = 'vat') as s
   where p.side = 'sales' and p.treatment in ('intra_community', 'reverse_charge') and p.base <> 0
     and private.is_of_the_union(s.own)
     -- Without a number of another state the sale is of the own state, or its number is missing.
     and (p.is_union or p.treatment = 'intra_community'
       or private.country_code(c.country) <> s.own and private.is_of_the_union(private.country_code(c.country)))
$$;
comment on function private.lines_of_ec_sales is
'What the papers of these days bring into the EC sales list: goods (intra_community) and services (reverse_charge) by VAT number; null where the client
has no number of another state of the Union. Nothing for a company outside of it. For functions that asked for the right.';

create function private.ec_sales(p_from date, p_to date)
returns table (vat_number text, client_name text, what text, net text, papers bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  perform private.refuse_long_period(p_from, p_to);
  return query
    select l.vat_number, string_agg(distinct private.client_label(c), ', '), l.what, private.amount_text(sum(l.net)), count(distinct l.id)
      from private.lines_of_ec_sales(p_from, p_to) as l join public.contacts c on c.id = l.contact_id
     group by l.vat_number, l.what, case when l.vat_number is null then l.contact_id end
     order by l.vat_number nulls first, l.what, 2;
end $$;
comment on function private.ec_sales is
'The EC sales list (recapitulative statement) of these days, by the date of the papers: each VAT number with its goods and services, credit notes and cash discounts
taken off. A row without a number is a client whose number is missing: it cannot be filed. Amounts are text.';
call private.offer('private.ec_sales(date, date)');

create function private.ec_sales_papers(p_from date, p_to date, p_what text, p_vat_number text default null)
returns table (kind text, id uuid, label text, contact_id uuid, client_name text, day date, bucket text, mark text, amount text, other text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  perform private.refuse_long_period(p_from, p_to);
  return query
    select l.kind, l.id, l.label, l.contact_id, private.client_label(c), l.day, coalesce(l.vat_number, 'none'), l.what, trim_scale(sum(l.net))::text, null::text
      from private.lines_of_ec_sales(p_from, p_to) as l join public.contacts c on c.id = l.contact_id
     where l.what = p_what and l.vat_number is not distinct from p_vat_number
     group by l.kind, l.id, l.label, l.contact_id, c, l.day, l.vat_number, l.what order by l.day desc, l.label limit 5000;
end $$;
comment on function private.ec_sales_papers is
'The papers behind a row of the EC sales list, the newest first, at most 5,000: p_what is goods or services; without a number those of clients whose number is missing.
amount: net, as text.';
call private.offer('private.ec_sales_papers(date, date, text, text)');
