-- A null in a list of ids: a statement is not paid for it, and it takes nobody off a task.

create or replace function private.open_statement_request(p_uuid uuid, p_invoice_ids uuid[]) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.statements;
  v_amount numeric;
  v_count integer;
  v_id uuid;
begin
  select * into v_row from public.statements where public_uuid = p_uuid and link_revoked_at is null for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This link does not open anything any more');
  elsif coalesce(cardinality(p_invoice_ids), 0) not between 1 and 500 or array_position(p_invoice_ids, null) is not null then
    perform private.refuse('22023', 'Please choose what to pay');
  end if;
  perform from public.invoices where id = any (p_invoice_ids) order by id for no key update;
  select sum(v.balance), count(*) into v_amount, v_count from public.invoices v
   where v.id = any (p_invoice_ids) and v.contact_id = v_row.contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0;
  if v_count < (select count(distinct asked) from unnest(p_invoice_ids) as asked) then
    perform private.refuse('PT409', 'Something of this was paid meanwhile. Please look at what is left.');
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and purpose = 'statement' and statement_id = v_row.id and amount = v_amount;
  if v_id is null then
    perform private.limit_requests(null, v_row.id);
    insert into public.payment_requests (purpose, contact_id, statement_id, amount, currency)
    values ('statement', v_row.contact_id, v_row.id, v_amount, v_row.currency) returning id into v_id;
  end if;
  -- Another choice over the same amount takes the place of the one before: the payer chose it last.
  delete from private.request_invoices where request_id = v_id and invoice_id <> all (p_invoice_ids);
  insert into private.request_invoices (request_id, invoice_id) select distinct v_id, asked from unnest(p_invoice_ids) as asked
  on conflict do nothing;
  return private.get_payment_request(v_id);
end $$;

create or replace function public.change_task_assignees(p_task_id uuid, p_add uuid[], p_remove uuid[]) returns uuid[]
  language plpgsql set search_path = ''
as $$
declare
  v_now uuid[];
begin
  update public.tasks t
     set assignees = array(
           select person.id from unnest(t.assignees || p_add) with ordinality as person (id, place)
            where array_position(p_remove, person.id) is null
            group by person.id order by min(person.place))
   where t.id = p_task_id
  returning t.assignees into v_now;
  if not found then
    raise insufficient_privilege using message = 'This task is not yours to change';
  end if;
  return v_now;
end $$;

revoke execute on all routines in schema private from public;
