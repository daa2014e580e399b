-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.best_match(p_entry public.bank_entries)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.entry_matches(p_entry) -> 0
$function$;
comment on function private.best_match(p_entry public.bank_entries) is 'The first suggestion for an open entry, as bank_suggestions returns them; null when there is none.';

CREATE OR REPLACE FUNCTION private.hold_number(p_prefix text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.document_sequences as s (prefix, year, last_number) values (p_prefix, extract(year from private.company_today()), 0)
  on conflict (prefix, year) do update set last_number = s.last_number
$function$;
comment on function private.hold_number(p_prefix text) is 'Locks the numbers of a kind until the transaction ends, without drawing one.';

CREATE OR REPLACE FUNCTION private.hold_papers(p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.orders where id = any (p_ids) order by id for no key update;
  perform private.hold_number('RCPT');
  perform from public.payments where id = any (p_ids) order by id for no key update;
  perform from public.invoices where id = any (p_ids) order by id for no key update;
  perform from public.recurring_payments where id = any (p_ids) order by id for no key update;
  perform from public.payment_runs where id = any (p_ids) order by id for no key update;
  perform from public.supplier_invoices v
   where v.id = any (p_ids) or v.id in (select i.supplier_invoice_id from public.payment_run_items i where i.payment_run_id = any (p_ids))
   order by v.id for no key update;
end $function$;
comment on function private.hold_papers(p_ids uuid[]) is 'Locks records that several payments settle in one transaction, in the order in which one payment locks: order, number,
payment, invoices; recurring payment, run, invoices of suppliers.';

CREATE OR REPLACE FUNCTION private.papers_of_match(p_match jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(id::uuid), '{}') from (
    select p_match ->> key from unnest(array['order_id', 'payment_id', 'run_id', 'recurring_id']) as key
    union all
    select part ->> 'invoice_id' from jsonb_array_elements(p_match -> 'parts') as part) as named (id)
   where id is not null
$function$;
comment on function private.papers_of_match(p_match jsonb) is 'The records that a suggestion for a bank entry settles: orders, payments, payment runs, recurring payments and invoices.';
