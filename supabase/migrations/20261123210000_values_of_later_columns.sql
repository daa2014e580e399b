-- Columns that came to these tables after their rules were borrowed: they take no NaN, no infinity and no nested list.

call private.refuse_hostile_values('public.company_settings');
call private.refuse_hostile_values('public.partial_deliveries');
call private.refuse_hostile_values('public.supplier_payments');
