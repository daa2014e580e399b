set check_function_bodies = off;

create or replace function private.vat_boxes(p_from date, p_to date)
returns table (box text, words text, treatment text, rate text, net text, vat text, papers bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_country constant text := (select private.country_code(s.country) from public.company_settings s where s.tax_kind = 'vat');
  v_own constant text := (select private.union_state(s.vat_number) from public.company_settings s);
begin
  perform private.must('invoices', 'view', 'see invoices');
  perform private.refuse_long_period(p_from, p_to);
  if not exists (select from private.boxes_of(v_country)) then
    return;
  end if;
  return query
  with papers as (
    select 'sales' as side, v.id::text, t.vat_rate as rate, t.vat_treatment as treatment, t.base, t.vat as tax,
           coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number) as client
      from public.invoices v join public.invoice_vat t on t.invoice_id = v.id join public.contacts c on c.id = v.contact_id
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
    union all
    select 'sales', n.id::text, t.vat_rate, t.vat_treatment, -t.base, -t.vat, coalesce(n.snapshot -> 'client' ->> 'vat_number', c.vat_number)
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id join public.contacts c on c.id = n.contact_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'sales', v.id::text, t.vat_rate, t.vat_treatment, -t.base, -t.vat, coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number)
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id
      join public.invoices v on v.id = d.invoice_id join public.contacts c on c.id = v.contact_id where d.given_on between p_from and p_to
    union all
    select 'purchases', concat_ws(' ', l.who, l.number), null, null, l.base, l.tax, null from private.purchase_lines(p_from, p_to) as l
     where l.tax <> 0 and private.can('supplier-invoices', 'view') and l.code = (select s.currency from public.company_settings s)
  ), placed as (
    select p.*, b.box, b.words
      from papers p left join lateral (
        select b.box, b.words from private.boxes_of(v_country) as b
         where b.side = p.side and (b.treatment is null or b.treatment = p.treatment) and (b.rate is null or b.rate = p.rate)
           and (b.is_union is null or b.is_union = coalesce(private.union_state(p.client) <> v_own, false))
           and (p.treatment is distinct from 'standard' or p.rate <> 0)
         order by b.rate is null, b.is_union is null limit 1) as b on true
  )
  select p.box, p.words, case when p.box is null then p.treatment end, case when p.box is null then trim_scale(p.rate)::text end,
         private.amount_text(sum(p.base)), private.amount_text(sum(p.tax)), count(distinct p.id)
    from placed p group by 1, 2, 3, 4 order by p.box::integer nulls last, 3, 4;
end $$;
create or replace function private.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric,
  p_except uuid default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_number jsonb;
  v_total jsonb;
  v_rates text;
  v_as constant text := format('%s of %s', private.amount_text(p_vat), private.amount_text(p_net));
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  select jsonb_build_object('id', i.id, 'number', i.supplier_number) into v_number from public.supplier_invoices i
   where i.supplier_id = p_supplier_id and private.plain_number(i.supplier_number) = private.plain_number(p_number)
     and i.id is distinct from p_except;
  select jsonb_build_object('id', i.id, 'number', i.supplier_number) into v_total from public.supplier_invoices i
   where i.supplier_id = p_supplier_id and i.invoice_date = p_invoice_date and i.gross = p_net + p_vat
     and i.id is distinct from p_except
   order by i.created_at desc limit 1;
  if not exists (select from (select v.rate from public.vat_rates v union select 0) as r
                  where abs(p_vat - p_net * r.rate / 100) <= 0.01)
    and not exists (select from public.supplier_invoices b where b.id = p_except and b.vat_confirmed_as = v_as)
    and (select sum(l.net) = p_net and abs(sum(l.net * l.vat_rate / 100) - p_vat) <= 0.01 * count(*)
                and bool_and(l.vat_rate = 0 or l.vat_rate in (select v.rate from public.vat_rates v))
           from public.supplier_invoice_items l where l.supplier_invoice_id = p_except) is not true
  then
    select string_agg(format('%s %% would be %s', trim_scale(r.rate), private.money_words(private.vat_of(p_net, r.rate))), ', ' order by r.rate)
      into v_rates
      from (select distinct v.rate, abs(p_vat - p_net * v.rate / 100) as off from public.vat_rates v where v.rate > 0
             order by off, v.rate limit 2) as r;
  end if;
  return jsonb_build_object('same_number', v_number, 'same_total', v_total,
    'vat', private.with_tax(format('{Tax} of %s is no rate of %s: %s.', private.money_words(p_vat), private.money_words(p_net), nullif(v_rates, ''))),
    'vat_as', v_as)
    || case when v_rates is null then '{"vat": null}'::jsonb else '{}' end;
end $$;
comment on function private.bill_questions(pg_catalog.uuid,pg_catalog.text,pg_catalog.date,pg_catalog.numeric,pg_catalog.numeric,pg_catalog.uuid) is
'What is asked before a bill of a supplier is saved: the bill with the same number, however it is written; the bill with the
same day and total; and VAT that is no rate of the net, in words with the nearest rates. Null where nothing is to be asked. The VAT is not asked for
where somebody confirmed it, or where the lines of the bill (p_except) come to it by rates of the company.
vat_as is what supplier_invoices.vat_confirmed_as says when somebody confirms the VAT. p_except: the bill itself.';
comment on function public.bill_questions(pg_catalog.uuid,pg_catalog.text,pg_catalog.date,numeric,numeric,pg_catalog.uuid) is
'What is asked before a bill of a supplier is saved: the bill with the same number, however it is written; the bill with the
same day and total; and VAT that is no rate of the net, in words with the nearest rates. Null where nothing is to be asked. The VAT is not asked for
where somebody confirmed it, or where the lines of the bill (p_except) come to it by rates of the company.
vat_as is what supplier_invoices.vat_confirmed_as says when somebody confirms the VAT. p_except: the bill itself.';
create or replace function private.words_of_discount(p_reading jsonb, p_entry public.bank_entries) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_late constant text := (select string_agg(part ->> 'number', ', ') from jsonb_array_elements(p_reading -> 'parts') as part where (part ->> 'is_late')::boolean);
begin
  return format('The amount is what is open less the cash discount of %s.', private.money_words((p_reading ->> 'discount')::numeric))
    || case when v_late is null then '' else format(' That of %s ended before the money came.', v_late) end;
end $$;
reset check_function_bodies;
