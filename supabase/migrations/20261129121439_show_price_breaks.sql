set check_function_bodies = off;

alter table public.quotations alter column show_price_breaks set default true;

reset check_function_bodies;
