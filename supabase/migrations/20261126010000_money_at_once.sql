-- Two payments at once: a payment that the bank confirmed is always kept, and sure entries are confirmed without a circle of waiting.

create or replace function private.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_request public.payment_requests;
  v_invoice public.invoices;
  v_id uuid;
  v_number text;
  v_open numeric;
  v_late boolean;
begin
  if coalesce(btrim(p_provider_ref), '') = '' or not coalesce(p_amount > 0 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', 'A payment has a transaction and an amount with two decimals');
  end if;
  v_request := private.request_to_settle(p_request_id);
  if v_request.id is null then
    perform private.refuse('PT404', 'There is no such request');
  end if;
  select id into v_id from public.payments where provider = p_provider and provider_ref = p_provider_ref;
  if found then
    return jsonb_build_object('payment_id', v_id, 'new', false);
  end if;
  v_late := v_request.status in ('cancelled', 'expired', 'paid');
  v_number := private.draw_number('RCPT');
  insert into public.payments (payment_number, contact_id, method, provider, provider_ref, request_id, order_id, amount, currency, received_on)
  values (v_number, v_request.contact_id, 'card', p_provider, p_provider_ref, p_request_id, v_request.order_id, p_amount, v_request.currency,
    private.company_today())
  returning id into v_id;
  if not v_late then
    update public.payment_requests set status = 'paid', paid_at = now() where id = p_request_id;
    if v_request.purpose = 'deposit' then
      perform private.take_deposit(v_request.order_id, v_id, p_amount);
      perform private.refresh_payment(v_id);
    elsif v_request.purpose = 'invoice' then
      -- Its balance is asked for under its lock: what another payment took meanwhile becomes credit.
      select * into v_invoice from public.invoices where id = v_request.invoice_id for no key update;
      if v_invoice.balance > 0 then
        perform private.allocate(v_id, v_invoice.id, least(p_amount, v_invoice.balance));
      end if;
    elsif exists (select from private.request_invoices where request_id = p_request_id) then
      perform from public.invoices
       where id in (select r.invoice_id from private.request_invoices r where r.request_id = p_request_id) order by id for no key update;
      for v_invoice in
        select v.* from private.request_invoices r join public.invoices v on v.id = r.invoice_id
         where r.request_id = p_request_id order by v.due_date, v.issue_date, v.invoice_number
      loop
        select * into v_invoice from public.invoices where id = v_invoice.id for no key update;
        select open into v_open from public.payments where id = v_id;
        if least(v_open, v_invoice.balance) > 0 then
          perform private.allocate(v_id, v_invoice.id, least(v_open, v_invoice.balance));
        end if;
      end loop;
    else
      perform private.allocate_oldest(v_id);
    end if;
  end if;
  select open into v_open from public.payments where id = v_id;
  perform private.log_event('payment', v_id, 'received', jsonb_build_object('number', v_number, 'amount', private.amount_text(p_amount), 'provider', p_provider));
  perform private.log_event('payment_request', p_request_id, 'paid', jsonb_build_object('amount', private.amount_text(p_amount)));
  perform private.tell_staff('{}', 'accounts', format('%s received', v_number),
    format('%s %s by %s%s', v_request.currency, private.amount_text(p_amount), p_provider,
      case when v_late then format(' for a request that was %s: it is credit of the client', v_request.status)
           when v_open > 0 then format(': %s of it are credit of the client', private.amount_text(v_open)) else '' end),
    v_request.quotation_id, jsonb_build_object('payment_number', v_number, 'kind', 'payment', 'credit', private.amount_text(v_open)));
  if v_request.statement_id is not null then
    perform private.nudge('doc:' || s.public_uuid, 'statements', 'UPDATE', s.id::text) from public.statements s where s.id = v_request.statement_id;
  end if;
  return jsonb_build_object('payment_id', v_id, 'new', true, 'credit', private.amount_text(v_open));
end $function$;

create or replace function private.best_match(p_entry public.bank_entries)
 returns jsonb
 language sql
 stable security definer
 set search_path to ''
as $function$
  select case p_entry.direction when 'in' then private.bank_matches(p_entry) else private.bank_money_out(p_entry) end -> 0
$function$;
comment on function private.best_match(p_entry public.bank_entries) is 'The first suggestion for an open entry, as bank_suggestions returns them; null when there is none.';

create or replace function private.papers_of_match(p_match jsonb)
 returns uuid[]
 language sql
 immutable
 set search_path to ''
as $function$
  select coalesce(array_agg(id::uuid), '{}') from (
    select p_match ->> key from unnest(array['order_id', 'payment_id', 'run_id', 'recurring_id']) as key
    union all
    select part ->> 'invoice_id' from jsonb_array_elements(p_match -> 'parts') as part) as named (id)
   where id is not null
$function$;
comment on function private.papers_of_match(p_match jsonb) is 'The records that a suggestion for a bank entry settles: orders, payments, payment runs, recurring payments and invoices.';

create or replace function private.hold_papers(p_ids uuid[])
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
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

create or replace function private.hold_number(p_prefix text)
 returns void
 language sql
 security definer
 set search_path to ''
as $function$
  insert into private.document_sequences as s (prefix, year, last_number) values (p_prefix, extract(year from private.company_today()), 0)
  on conflict (prefix, year) do update set last_number = s.last_number
$function$;
comment on function private.hold_number(p_prefix text) is 'Locks the numbers of a kind until the transaction ends, without drawing one.';

create or replace function private.confirm_sure_entries(p_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bank_entries;
  v_match jsonb;
  v_held uuid[];
  v_confirmed integer := 0;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  if cardinality(p_ids) > 200 then
    perform private.refuse('22023', 'Please confirm 200 entries at most at once');
  end if;
  perform from public.bank_entries where id = any (p_ids) and status = 'open' order by booked_on, id for no key update;
  -- Every paper of the suggestions is locked at once, in the order in which each other payment locks.
  select coalesce(array_agg(distinct paper), '{}') into v_held
    from public.bank_entries e, private.best_match(e) as match, unnest(private.papers_of_match(match)) as paper
   where e.id = any (p_ids) and e.status = 'open' and (match ->> 'is_sure')::boolean;
  perform private.hold_papers(v_held);
  for v_row in select * from public.bank_entries where id = any (p_ids) and status = 'open' order by booked_on, id loop
    -- What was confirmed a moment ago may have taken the invoice: then this one is not sure any more.
    v_match := private.best_match(v_row);
    continue when not coalesce((v_match ->> 'is_sure')::boolean and private.papers_of_match(v_match) <@ v_held, false);
    if v_row.direction = 'out' then
      perform private.confirm_bank_payout(v_row.id, v_match);
    else
      perform private.confirm_bank_entry(v_row.id, (v_match ->> 'contact_id')::uuid,
        case when v_match -> 'order_id' is null and v_match -> 'payment_id' is null then (
          select jsonb_agg(jsonb_build_object('invoice_id', part ->> 'invoice_id', 'amount', part ->> 'amount'))
            from jsonb_array_elements(v_match -> 'parts') as part) end,
        (v_match ->> 'order_id')::uuid, (v_match ->> 'payment_id')::uuid);
    end if;
    v_confirmed := v_confirmed + 1;
  end loop;
  return jsonb_build_object('confirmed', v_confirmed, 'left', cardinality(p_ids) - v_confirmed);
end $function$;

revoke execute on all routines in schema private from public;
