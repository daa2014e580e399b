-- What the holder of a link leaves behind has an end. By asking for every cent of an invoice one visitor made a request for each,
-- and by naming a new visit each time a line of the story for each look.

create function private.limit_requests(p_invoice_id uuid, p_statement_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if (select count(*) from public.payment_requests r
       where (r.invoice_id = p_invoice_id or r.statement_id = p_statement_id) and r.created_at > now() - interval '1 hour') >= 30
  then
    perform private.refuse('PT429', 'Too many different amounts were asked for in one hour. Please call us.');
  end if;
end $$;
comment on function private.limit_requests is 'Refuses the 31st new request for money of an hour over one invoice or statement.';

create or replace function private.open_payment_request(p_uuid uuid, p_whole boolean default false, p_amount numeric default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_quotation public.quotations;
  v_order public.orders;
  v_invoice public.invoices;
  v_amount numeric;
  v_id uuid;
begin
  if private.is_public_document(p_uuid) then
    select * into v_quotation from public.quotations where public_uuid = p_uuid;
    select * into v_order from public.orders
     where status <> 'cancelled' and (public_uuid = p_uuid or quotation_id = v_quotation.id
       or (id = v_quotation.amends_order_id and v_quotation.status in ('approved', 'converted'))) for no key update;
    select * into v_invoice from public.invoices where public_uuid = p_uuid for no key update;
  end if;
  if v_invoice.id is not null then
    v_amount := coalesce(p_amount, v_invoice.balance);
  elsif v_order.id is not null then
    v_amount := least(private.deposit_possible(v_order.id),
      case when p_whole then v_order.gross else v_order.deposit_amount - v_order.deposit_paid end);
  elsif v_quotation.id is not null then
    perform private.refuse('PT409', 'Please approve the quotation first');
  else
    perform private.refuse('PT404', 'This link does not open anything any more');
  end if;
  if coalesce(v_invoice.balance, v_amount) <= 0 then
    perform private.refuse('PT409', 'There is nothing left to pay');
  elsif p_amount is not null and v_invoice.id is null then
    perform private.refuse('22023', 'Only an invoice is paid in parts');
  elsif p_amount is not null and not coalesce(p_amount = trunc(p_amount, 2) and p_amount >= least(1, v_invoice.balance), false) then
    perform private.refuse('22023', format('The least that can be paid is %s', private.amount_text(least(1, v_invoice.balance))));
  elsif v_amount > v_invoice.balance then
    perform private.refuse('PT409', format('Of this invoice only %s are open', private.amount_text(v_invoice.balance)));
  end if;
  select id into v_id from public.payment_requests
   where status in ('open', 'processing') and amount = v_amount
     and case when v_invoice.id is not null then invoice_id = v_invoice.id else order_id = v_order.id and purpose = 'deposit' end;
  if v_id is null then
    perform private.limit_requests(v_invoice.id, null);
    insert into public.payment_requests (purpose, contact_id, quotation_id, order_id, invoice_id, amount, currency)
    values (case when v_invoice.id is null then 'deposit' else 'invoice' end, coalesce(v_invoice.contact_id, v_order.contact_id),
      v_order.quotation_id, v_order.id, v_invoice.id, v_amount, coalesce(v_invoice.currency, v_order.currency))
    returning id into v_id;
  end if;
  return private.get_payment_request(v_id);
end $$;

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
  elsif coalesce(cardinality(p_invoice_ids), 0) not between 1 and 500 then
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

-- As for the visits of a quotation: 200 a day.
create or replace function private.log_view(p_kind text, p_record_id uuid, p_visit text) returns boolean
  language plpgsql security definer set search_path = ''
as $$
declare
  v_visit text := left(coalesce(nullif(btrim(p_visit), ''),
    to_char(date_trunc('hour', now()), 'YYYYMMDDHH24') || ' ' || coalesce(host(private.client_address()), '')), 100);
begin
  if private.is_staff() or private.is_server() or coalesce(current_setting('signwright.writes_mail', true), '') = 'on' then
    return false;
  end if;
  insert into public.document_events (kind, record_id, type, actor_id, actor_name, meta)
  select p_kind, p_record_id, 'viewed', auth.uid(), private.person_label(auth.uid()), jsonb_build_object('visit', v_visit)
   where (select count(*) from public.document_events e
           where e.kind = p_kind and e.record_id = p_record_id and e.type = 'viewed' and e.at > now() - interval '1 day') < 200
  on conflict (kind, record_id, (meta ->> 'visit')) where type = 'viewed' do nothing;
  return found;
end $$;

revoke execute on all routines in schema private from public;
