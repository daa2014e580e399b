set check_function_bodies = off;

create or replace function private.account_doubt(p_supplier_id uuid, p_iban text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_iban constant text := upper(regexp_replace(p_iban, '\s', '', 'g'));
  v_known constant text := (
    select string_agg('… ' || right(b.iban, 4), ', ' order by b.is_default desc, b.created_at, b.id) from public.contact_bank_accounts b where b.contact_id = p_supplier_id);
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  return case
    when coalesce(v_iban, '') = '' or v_known is null or private.is_known_account(p_supplier_id, v_iban) then null
    when exists (select from public.contact_bank_accounts b where b.contact_id = p_supplier_id and b.iban = v_iban)
      then 'A colleague entered this account on the card of the supplier within thirty days, and nothing was paid to it yet.'
    else format('It is none of the accounts on the card of the supplier (%s).', v_known) end
    || ' Ask the supplier on a telephone number that you know before you approve it.';
end $$;
revoke execute on all routines in schema private from public;

comment on function private.account_doubt is
  'Why the account on a bill may not be the supplier''s, in words; null where it is known (private.is_known_account), where the bill names none, and where the card of the
supplier has none to compare with. Of the known accounts the last four characters are said.';
call private.offer('private.account_doubt(uuid, text)');

reset check_function_bodies;
