set check_function_bodies = off;

create or replace function private.supplier_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_name constant text := private.plain_name(p_entry.party_name);
  v_one record;
  v_open jsonb;
  v_parts jsonb;
  v_settled jsonb;
  v_part jsonb;
  v_left numeric;
  v_reasons text[];
  v_fits boolean;
  v_matches jsonb := '[]';
begin
  for v_one in
    select s.*, private.client_label(c) as name,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike
      from private.owing_suppliers(p_entry) s join public.contacts c on c.id = s.supplier_id
     where s.is_named or s.is_account or s.paid_before or s.has_amount
        or extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45
  loop
    v_open := (select coalesce(jsonb_agg(one order by place), '[]') from jsonb_array_elements(v_one.papers) with ordinality as l (one, place)
      where (one ->> 'is_approved')::boolean);
    v_settled := (select jsonb_agg(one order by place) from jsonb_array_elements(v_open) with ordinality as l (one, place) where (one ->> 'is_named')::boolean);
    if v_settled is null then
      v_settled := (select jsonb_build_array(min(one::text)::jsonb) from jsonb_array_elements(v_open) as one
        where p_entry.amount in ((one ->> 'balance')::numeric, (one ->> 'balance')::numeric - (one ->> 'discount')::numeric) having count(*) = 1);
    end if;
    v_settled := coalesce(v_settled, v_open);
    v_parts := private.parts_of_debit(p_entry.amount, v_settled);
    v_left := (v_parts ->> 'left')::numeric;
    v_parts := v_parts -> 'parts';
    v_fits := v_left = 0 and (v_parts -> 0 ? 'discount'
      or p_entry.amount = (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(v_settled) as one));
    v_reasons := array_remove(array[
      case when exists (select from jsonb_array_elements(v_open) as one where (one ->> 'is_named')::boolean)
        then format('The text names %s.', (select string_agg(one ->> 'number', ', ') from jsonb_array_elements(v_open) as one where (one ->> 'is_named')::boolean)) end,
      case when v_one.is_account then 'It went to the bank account of this supplier.' when v_one.paid_before then 'This account was paid for this supplier before.' end,
      case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
      case when v_parts -> 0 ? 'discount' then format('The amount is what is open of %s less %s for paying early.', v_parts -> 0 ->> 'number', private.money_words((v_parts -> 0 ->> 'discount')::numeric))
        when v_fits and jsonb_array_length(v_parts) = 1 then format('The amount is what is open of %s.', v_parts -> 0 ->> 'number')
        when v_fits then 'The amount is what is open of them together.'
        when v_left = 0 then 'The amount is a part of what is open.' end], null);
    -- An invoice that nobody approved cannot be paid: it is named, so that somebody approves it.
    v_part := case when not v_fits then (
      select one from jsonb_array_elements(v_one.papers) as one
       where not (one ->> 'is_approved')::boolean and (one ->> 'balance')::numeric = p_entry.amount
         and ((one ->> 'is_named')::boolean or v_one.is_account or v_one.paid_before or v_one.is_alike)
       order by (one ->> 'is_named')::boolean desc, one ->> 'number' limit 1) end;
    if v_part is not null then
      v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'supplier', 'name', v_one.name, 'contact_id', v_one.supplier_id,
        'parts', jsonb_build_array(v_part - 'is_named' - 'is_approved' - 'discount' || jsonb_build_object('amount', private.amount_text(p_entry.amount))),
        'is_sure', false, 'score', 25 + 40 * (v_part ->> 'is_named')::boolean::integer + 30 * (v_one.is_account or v_one.paid_before)::integer,
        'obstacle', format('%s is not approved yet: approve it first.', v_part ->> 'number'),
        'reasons', to_jsonb(array_remove(array[case when (v_part ->> 'is_named')::boolean then format('The text names %s.', v_part ->> 'number') end,
          case when v_one.is_account then 'It went to the bank account of this supplier.' end,
          case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end, 'The amount is its total.'], null))));
    elsif v_left = 0 then
      v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'supplier', 'name', v_one.name, 'contact_id', v_one.supplier_id, 'parts', v_parts,
        'is_sure', v_fits and (v_one.is_named or v_one.is_account or v_one.paid_before), 'reasons', to_jsonb(v_reasons),
        'score', 40 * v_one.is_named::integer + 30 * (v_one.is_account or v_one.paid_before)::integer + 20 * v_fits::integer + 10 * v_one.is_alike::integer));
    end if;
  end loop;
  return v_matches;
end $$;

create or replace function private.business_of_person(p_contact_id uuid) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select case when count(*) filter (where o.is_primary) > 0 or count(distinct o.id) = 1 then (array_agg(o.id order by o.is_primary desc, o.created_at, o.relation_id))[1] end
    from (
      select b.id, r.is_primary, r.created_at, r.id as relation_id from public.contacts c
        join public.contact_relations r on r.contact_id = c.id and r.relation in ('works_for', 'owner', 'accounts', 'site_manager')
        join public.contacts b on b.id = r.related_contact_id and b.type = 'Business' and b.archived_at is null
       where c.id = p_contact_id and c.type = 'Person'
    ) as o
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
  ) as fault (place, says)
  order by fault.place, fault.says limit 1
$$;

comment on function private.business_of_person(pg_catalog.uuid) is 'The business that a person buys for: the one of their main relation, and without a main relation their only one. Null for
people of several businesses, and for anybody else.';

comment on function private.fault_of_paper(pg_catalog.text,pg_catalog.uuid,numeric,numeric) is 'What an invoice or a credit note (p_paper: invoice, credit_note) of these totals says wrong of itself, in one sentence; null where nothing. The rules
of EN 16931 about lines, VAT table and totals, and the VAT numbers that VAT and reverse charge must name. What only the receiver lacks, such as an
electronic address, is no fault of the paper.';

reset check_function_bodies;
