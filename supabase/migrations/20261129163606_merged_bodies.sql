set check_function_bodies = off;

comment on function public.remove_allocation(pg_catalog.uuid) is 'A payment no longer settles that invoice: both are open again, and so is the cash discount of the invoice. A deposit
invoice that was issued with its payment, is deducted or is credited stays paid.';

reset check_function_bodies;
