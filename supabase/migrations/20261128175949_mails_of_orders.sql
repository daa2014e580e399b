set check_function_bodies = off;

create or replace function public.mails_of_order(p_id uuid) returns setof public.scheduled_emails
language sql stable set search_path = '' as $$
  with its_invoices as (
    select v.id from public.invoices v where v.order_id = p_id
    union select i.invoice_id from public.invoice_items i where i.order_id = p_id
  ), papers as (
    select 'order' as kind, p_id as id
    union all select 'quotation', q.id from public.quotations q
     where q.amends_order_id = p_id or q.id = (select o.quotation_id from public.orders o where o.id = p_id)
    union all select k.kind, j.id from public.jobs j cross join unnest('{job,mockup}'::text[]) as k(kind) where j.order_id = p_id
    union all select 'delivery', d.id from public.deliveries d where d.order_id = p_id
    union all select 'partial_delivery', n.id from public.partial_deliveries n join public.deliveries d on d.id = n.delivery_id where d.order_id = p_id
    union all select 'invoice', v.id from its_invoices v
    union all select 'credit_note', c.id from public.credit_notes c where c.invoice_id in (select v.id from its_invoices v)
    union all select 'payment', p.id from public.payments p
     where p.order_id = p_id or p.id in (select a.payment_id from public.payment_allocations a where a.invoice_id in (select v.id from its_invoices v))
  )
  select m.* from public.scheduled_emails m where (m.record_kind, m.record_id) in (select p.kind, p.id from papers p)
$$;

create or replace function private.tell_moved_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_event('order', new.id, 'days_moved', jsonb_strip_nulls(jsonb_build_object(
    'promised_from', case when new.promised_date is distinct from old.promised_date then old.promised_date end,
    'promised_to', case when new.promised_date is distinct from old.promised_date then coalesce(new.promised_date::text, 'no day') end,
    'due_from', case when new.due_date is distinct from old.due_date then old.due_date end,
    'due_to', case when new.due_date is distinct from old.due_date then coalesce(new.due_date::text, 'no day') end)));
  return null;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger tell_moved_days after update of due_date, promised_date on public.orders
  for each row when (current_user in ('anon', 'authenticated')
    and (old.due_date, old.promised_date) is distinct from (new.due_date, new.promised_date))
  execute function private.tell_moved_days();

comment on function private.tell_moved_days() is 'The story of an order says which day a person moved, promised and due apart, from when to when.';

comment on function public.mails_of_order(pg_catalog.uuid) is 'The mails about an order: its own and those of its quotations, proofs, deliveries, invoices, credit notes and payments, as far as the caller may
read them.';

revoke execute on function public.mails_of_order from public, anon;

reset check_function_bodies;
