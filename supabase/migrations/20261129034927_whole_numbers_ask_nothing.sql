set check_function_bodies = off;

drop trigger whole_pieces on public.delivery_items;

drop trigger whole_pieces on public.job_steps;

drop trigger whole_pieces on public.jobs;

drop trigger whole_units on public.purchase_order_lines;

drop index public.tasks_search_text_idx;

create or replace function private.get_public_invoice(p_uuid uuid, p_visit text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  select * into v_row from public.invoices
   where public_uuid = p_uuid and link_revoked_at is null and status not in ('draft', 'void');
  if v_row.id is null then
    return null;
  elsif private.log_view('invoice', v_row.id, p_visit) then
    update public.invoices set first_viewed_at = coalesce(first_viewed_at, now()), last_viewed_at = now() where id = v_row.id;
  end if;
  return private.invoice_document(v_row.id) || jsonb_build_object('public_uuid', p_uuid,
    'is_overdue', v_row.balance > 0 and v_row.due_date < private.company_today(),
    'announced', private.announced_of(null, v_row.id, null),
    'credit', private.amount_text(private.client_credit(v_row.contact_id)),
    'client_language', private.own_language(v_row.person_id, v_row.contact_id));
end $$;

create or replace function private.not_made_of(p_order_item_id uuid, p_qty numeric) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_open constant text := private.open_work_of_line(p_order_item_id);
begin
  if v_open is null then
    return null;
  end if;
  return (select v_open from public.order_items i where i.id = p_order_item_id and p_qty > private.ready_of_line(i.id) - i.qty_delivered);
end $$;

create or replace trigger whole_pieces before insert or update of qty, qty_delivered on public.delivery_items
  for each row when (new.qty <> trunc(new.qty) or new.qty_delivered <> trunc(new.qty_delivered))
  execute function private.keep_delivery_whole();

create or replace trigger whole_pieces before insert or update of qty_good, qty_waste on public.job_steps
  for each row when (new.qty_good <> trunc(new.qty_good) or new.qty_waste <> trunc(new.qty_waste))
  execute function private.keep_step_whole();

create or replace trigger whole_pieces before insert or update of qty, unit, width_mm, height_mm on public.jobs
  for each row when (new.qty <> trunc(new.qty)) execute function private.keep_job_whole();

create or replace trigger whole_units before insert or update of qty on public.purchase_order_lines
  for each row when (new.qty <> trunc(new.qty)) execute function private.keep_purchase_whole();

reset check_function_bodies;
