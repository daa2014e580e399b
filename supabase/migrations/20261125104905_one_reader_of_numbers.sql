set check_function_bodies = off;

-- A deposit that came by transfer, cash or cheque finds its order: announced transfers lead to the payment with everything
-- filled in, bank entries name the order by its number, its quotation or the exact amount. A confirmation books what was shown.
create or replace function private.numbers_named(p_entry public.bank_entries)
  returns setof text language plpgsql immutable set search_path = ''
as $$
begin
  return query select distinct m[1] || '-' || m[2] || '-' || m[3]
    from regexp_matches(upper(concat_ws(' ', p_entry.remittance, p_entry.end_to_end)),
      '(?<![A-Z])(INV|SO|ST|Q)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m;
end $$;

create or replace function private.bank_clients(p_entry public.bank_entries) returns table(contact_id uuid, client_name text, named text[], is_account boolean, paid_before boolean, is_alike boolean)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with words as (
    select w.number from private.numbers_named(p_entry) as w (number)
  ), evidence as (
    select v.contact_id, w.number as named, false as account, false as before
      from words w join public.invoices v on v.invoice_number = w.number
    union all
    select o.contact_id, w.number, false, false from words w join public.orders o on o.order_number = w.number where o.status <> 'cancelled'
    union all
    select o.contact_id, w.number, false, false
      from words w join public.quotations q on q.quotation_number = w.number join public.orders o on o.quotation_id = q.id where o.status <> 'cancelled'
    union all
    select s.contact_id, w.number, false, false from words w join public.statements s on s.statement_number = w.number
    union all
    select a.contact_id, null, true, false from public.contact_bank_accounts a where a.iban = p_entry.party_iban
    union all
    select p.contact_id, null, false, true
      from public.bank_entries e join public.payments p on p.id = e.payment_id
     where e.party_iban = p_entry.party_iban and e.id <> p_entry.id
  ), guesses as (
    select o.contact_id
      from (select v.contact_id, bool_or(v.balance = p_entry.amount) as amount_fits from public.invoices v
             where v.status in ('issued', 'partly_paid') and v.balance > 0 and not exists (select from evidence) group by v.contact_id) as o
      join public.contacts c on c.id = o.contact_id
     where o.amount_fits
        or extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45
    union
    select o.contact_id from public.orders o
     where o.status <> 'cancelled' and o.deposit_amount > o.deposit_paid and o.deposit_amount - o.deposit_paid = p_entry.amount
       and not exists (select from evidence)
  ), weighed as (
    select * from evidence union all select g.contact_id, null, false, false from guesses g
  ), clients as (
    select w.contact_id, coalesce(array_agg(distinct w.named) filter (where w.named is not null), '{}') as named,
           bool_or(w.account) as account, bool_or(w.before) as before
      from weighed w group by w.contact_id
  )
  select l.contact_id, private.client_label(c), l.named, l.account, l.before,
         coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false)
    from clients l join public.contacts c on c.id = l.contact_id;
end $$;

-- In plpgsql, which plans its statements once a connection: every statement of a person asks these.
create or replace function private.has_second_factor(p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from auth.mfa_factors f where f.user_id = p_user_id and f.status = 'verified');
end $$;

create or replace function private.wanted_factor() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me constant uuid := auth.uid();
begin
  if v_me is null or auth.jwt() ->> 'aal' = 'aal2' then
    return null;
  elsif private.has_second_factor(v_me) then
    return 'code';
  elsif exists (
    select from public.sign_in_settings s
      join public.user_roles ur on ur.user_id = v_me
     where (s.second_factor_for = 'all_staff' and ur.role not in ('pending', 'client'))
        or (s.second_factor_for = 'admins_and_accounts' and ur.role in ('admin', 'accounts')))
  then
    return 'enrol';
  end if;
  return null;
end $$;

comment on function private.numbers_named(public.bank_entries) is 'The numbers of invoices, orders, statements and quotations in the text of an entry, as they are written here.';

reset check_function_bodies;
