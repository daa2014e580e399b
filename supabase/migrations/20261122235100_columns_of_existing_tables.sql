-- Columns that were added to existing tables take the values that a browser knows, as those of new tables do.
call private.refuse_hostile_values('public.deliveries');
call private.refuse_hostile_values('public.quotations');
call private.refuse_hostile_values('public.supplier_invoices');
