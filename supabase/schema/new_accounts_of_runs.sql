-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.enterers_of_account(p_supplier_id uuid, p_invoice_id uuid, p_iban text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.was_paid_to(p_supplier_id, p_iban) then '{}'
    else private.enterers_on_card(p_supplier_id, p_iban) || array(
      select distinct a.actor_id from public.audit_logs a
       where a.table_name = 'supplier_invoices' and a.record_id = p_invoice_id::text and a.actor_id is not null
         and a.changed -> 'iban' ->> 1 = p_iban) end
$function$;
comment on function private.enterers_of_account(p_supplier_id uuid, p_invoice_id uuid, p_iban text) is 'Who entered this account, on the supplier''s card or on the invoice, while nothing was paid to it.';

CREATE OR REPLACE FUNCTION private.enterers_on_card(p_supplier_id uuid, p_iban text, p_since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select distinct a.actor_id from public.audit_logs a
     where a.table_name = 'contact_bank_accounts' and a.record_id = p_supplier_id::text and a.actor_id is not null and a.at > p_since
       and (a.changed -> 'iban' ->> 1 = p_iban or (a.action = 'UPDATE' and a.changed ? 'contact_id')))
$function$;
comment on function private.enterers_on_card(p_supplier_id uuid, p_iban text, p_since timestamp with time zone) is 'The people who entered that bank account on the supplier''s card.';

CREATE OR REPLACE FUNCTION private.is_known_account(p_supplier_id uuid, p_iban text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.contact_bank_accounts b where b.contact_id = p_supplier_id and b.iban = p_iban)
     and (private.was_paid_to(p_supplier_id, p_iban)
       or private.enterers_on_card(p_supplier_id, p_iban, now() - interval '30 days') = '{}')
$function$;
comment on function private.is_known_account(p_supplier_id uuid, p_iban text) is 'An account of the supplier''s card, unless a colleague entered it within thirty days and nothing was paid to it yet.';

CREATE OR REPLACE FUNCTION private.was_paid_to(p_supplier_id uuid, p_iban text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.payment_run_items i where i.supplier_id = p_supplier_id and i.iban = p_iban and i.status = 'paid')
      or exists (select from public.bank_entries e join public.bank_entry_payouts b on b.entry_id = e.id
                   join public.supplier_payments s on s.id = b.supplier_payment_id join public.supplier_invoices v on v.id = s.supplier_invoice_id
                  where e.party_iban = p_iban and v.supplier_id = p_supplier_id)
$function$;
comment on function private.was_paid_to(p_supplier_id uuid, p_iban text) is 'A payment run or the bank paid this supplier to this account before.';
