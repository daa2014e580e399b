set check_function_bodies = off;

create or replace function public.first_steps()
returns table (name boolean, logo boolean, country boolean, time_zone boolean, colleagues boolean, contacts boolean, vat boolean,
  vat_number boolean, bank boolean, terms boolean, service boolean, hours boolean, mail boolean, quotation boolean, put_away boolean)
language sql stable set search_path = '' as $$
  select s.name <> 'Our company',
         s.logo_url is not null,
         coalesce(btrim(s.country), '') <> '' and coalesce(btrim(s.address), '') <> '',
         s.time_zone <> 'UTC',
         (select count(*) > 1 from (
            select from public.user_roles r where r.role not in ('pending', 'client') limit 2) as staff),
         exists (select from public.contacts c where c.user_id is null),
         exists (select from public.vat_rates r where r.is_default),
         -- A company that is not registered charges no VAT: none of its rates is above zero.
         s.vat_number is not null or (select max(r.rate) = 0 from public.vat_rates r) is true,
         s.iban is not null,
         s.quotation_terms is not null or exists (select from public.quotation_terms),
         exists (select from public.services),
         exists (select from public.booking_hours),
         s.email is not null,
         exists (select from public.quotations q where q.sent_at is not null),
         s.first_steps_put_away
    from public.company_settings s
   where s.id = 1 and private.my_role() = 'admin'
$$;

create or replace function private.company_lacks() returns text
  language sql stable security definer set search_path = ''
as $$
  select nullif(concat_ws(' and ', nullif(concat_ws(', ', lacks.name, lacks.address), ''), lacks.country), '')
    from (select case when s.name = 'Our company' then 'its name' end as name,
                 case when coalesce(btrim(s.address), '') = '' then 'its address' end as address,
                 case when coalesce(btrim(s.country), '') = '' then 'its country' end as country
            from public.company_settings s) as lacks
$$;

create or replace function private.vat_is_chosen() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.vat_rates r where r.is_default or (r.rate = 0 and r.treatment = 'standard'))
$$;

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
  select fault.says from (
    select 1, 'The paper has no line with an amount.' where not exists (select from lines)
    union all
    select 2, format('Line %s has no description. Say what it is.', l.place)
      from (select lines.*, row_number() over (order by position) as place from lines) as l
     where l.kind = 'item' and btrim(l.description) = ''
    union all
    select 3, format('The line "%s" is below zero: a discount takes off, a line does not.', left(l.description, 100)) from lines l
     where l.kind = 'item' and l.net < 0
    union all
    select 4, format('At %s %% VAT the discounts are larger than the lines. Give each discount the VAT rate of its lines.', trim_scale(t.vat_rate))
      from taxes t where t.is_above and (t.base < 0 or t.vat < 0)
    union all
    select 4, format('At %s %% VAT a discount of %s is to be taken now: the lines that are left to invoice could not bear it.', trim_scale(o.vat_rate),
             private.money_words(l.at_least))
      from (select i.order_id, i.vat_rate, i.vat_treatment, -coalesce(sum(i.net) filter (where i.kind = 'discount'), 0) as discount
              from public.invoice_items i join public.invoices v on v.id = i.invoice_id
             where p_paper = 'invoice' and i.invoice_id = p_id and i.order_item_id is not null and v.kind not in ('deposit', 'proforma')
             group by 1, 2, 3) as o
     cross join lateral private.discount_limits(p_id, o.order_id, o.vat_rate, o.vat_treatment) as l
     where o.discount < l.at_least
    union all
    select 5, format('The VAT table says %s at %s %%, the lines say %s.', private.money_words(coalesce(t.base, 0)),
             trim_scale(coalesce(t.vat_rate, s.vat_rate)), private.money_words(coalesce(s.base, 0)))
      from sums s full join taxes t on t.vat_rate = s.vat_rate and t.vat_treatment = s.vat_treatment
     where t.base is distinct from s.base
    union all
    select 6, format('The VAT of %s at %s %% is %s, and not %s.', private.money_words(t.base), trim_scale(t.vat_rate),
             private.money_words(private.vat_of(t.base, t.vat_rate)), private.money_words(t.vat))
      from taxes t where abs(t.vat - private.vat_of(t.base, t.vat_rate)) > 0.01
    union all
    select 7, format('Net %s and VAT %s are not the sums of the VAT table.', private.money_words(p_net), private.money_words(p_vat))
     where (p_net, p_vat) <> (select coalesce(sum(t.base), 0), coalesce(sum(t.vat), 0) from taxes t)
    union all
    -- Money that came in has its paper: a deposit is issued all the same.
    select 8, 'Under reverse charge an invoice names the VAT numbers of both. Enter the one that is missing: the client''s on the client''s card, yours in Settings, Company.'
      from paper p join public.contacts c on c.id = p.contact_id cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and '' in (coalesce(btrim(c.vat_number), ''), coalesce(btrim(s.vat_number), ''))
       and exists (select from taxes t where t.vat_treatment = 'reverse_charge')
    union all
    select 9, 'An invoice that charges VAT names your VAT number. Enter it in Settings, Company.'
      from paper p cross join public.company_settings s
     where p.kind not in ('deposit', 'credit_note', 'proforma') and coalesce(btrim(s.vat_number), '') = '' and exists (select from taxes t where t.vat <> 0)
    union all
    -- A deposit that a client paid by card has its paper; one that a person records waits for what is missing.
    select 10, format('Your company lacks %s, which every invoice names. Enter it in Settings, Company.', private.company_lacks())
      from paper p where p.kind <> 'proforma' and private.company_lacks() is not null and not (p.kind = 'deposit' and private.is_server())
    union all
    select 11, format('Nobody chose the VAT of the line "%s". Mark your usual VAT rate in Settings, Company; if you are not registered for VAT, add a rate of 0 %%.',
             left(l.description, 100))
      from paper p cross join lines l
     where p.kind not in ('credit_note', 'proforma') and l.kind = 'item' and l.vat_treatment = 'standard' and l.vat_rate = 0
       and not private.vat_is_chosen() and not (p.kind = 'deposit' and private.is_server())
  ) as fault (place, says)
  order by fault.place, fault.says limit 1
$$;

revoke execute on all routines in schema private from public;

comment on function private.fault_of_paper(pg_catalog.text,pg_catalog.uuid,numeric,numeric) is 'What an invoice or a credit note (p_paper: invoice, credit_note) of these totals says wrong of itself, in one sentence; null where nothing. The rules
of EN 16931 about lines, VAT table and totals, the VAT numbers that VAT and reverse charge must name, and what the company must have named and chosen.
What only the receiver lacks, such as an electronic address, is no fault of the paper.';

comment on function private.company_lacks() is 'What the company has not said of itself and every invoice must name, in words: its name, its address and its country. Null where
nothing is missing.';

comment on function private.vat_is_chosen() is 'A usual VAT rate is marked, or there is a rate of 0 % to choose. Otherwise a standard line of 0 % has it because nobody chose.';

reset check_function_bodies;
