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
    select 'sales' as side, v.id, t.vat_rate as rate, t.vat_treatment as treatment, t.base, t.vat as tax,
           coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number) as client
      from public.invoices v join public.invoice_vat t on t.invoice_id = v.id join public.contacts c on c.id = v.contact_id
     where v.issue_date between p_from and p_to and v.status not in ('draft', 'void') and v.kind <> 'proforma' and v.opening_on is null
    union all
    select 'sales', n.id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, coalesce(n.snapshot -> 'client' ->> 'vat_number', c.vat_number)
      from public.credit_notes n join public.credit_note_vat t on t.credit_note_id = n.id join public.contacts c on c.id = n.contact_id
     where n.issue_date between p_from and p_to and n.status not in ('draft', 'void')
    union all
    select 'sales', v.id, t.vat_rate, t.vat_treatment, -t.base, -t.vat, coalesce(v.snapshot -> 'client' ->> 'vat_number', c.vat_number)
      from public.cash_discounts d join public.cash_discount_vat t on t.cash_discount_id = d.id
      join public.invoices v on v.id = d.invoice_id join public.contacts c on c.id = v.contact_id where d.given_on between p_from and p_to
    union all
    select 'purchases', null, null, null, l.base, l.tax, null from private.purchase_lines(p_from, p_to) as l
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

create or replace function private.first_name_of(p_contact public.contacts) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_contact.user_id is not null and p_contact.last_name is null and p_contact.name in (split_part(p_contact.email, '@', 1), 'New User') then
    return null;
  end if;
  return nullif(btrim(p_contact.name), '');
end $$;

create or replace function private.mail_recipient(p_person_id uuid, p_contact_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'recipient', coalesce(private.first_name_of(p), private.first_name_of(c), c.company),
    'client', coalesce(nullif(c.company, ''), nullif(btrim(concat_ws(' ', c.name, c.last_name)), '')))
    from public.contacts c left join public.contacts p on p.id = p_person_id where c.id = p_contact_id);
end $$;

revoke execute on all routines in schema private from public;

comment on function private.first_name_of(public.contacts) is 'How a contact is greeted. Null where nobody said a name: an account begins with the part of its address before the at sign, which is no name.';

reset check_function_bodies;
