-- Suggestions for an entry of a bank statement look for its clients once, and count the certain ones while they go.

create or replace function private.bank_matches(p_entry public.bank_entries) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_client record;
  v_open jsonb;
  v_named jsonb;
  v_same jsonb;
  v_parts jsonb;
  v_left numeric;
  v_part numeric;
  v_one jsonb;
  v_settled jsonb;
  v_order public.orders;
  v_due numeric;
  v_payment public.payments;
  v_reasons text[];
  v_fits boolean;
  v_sure boolean;
  v_score integer;
  v_is_known boolean;
  v_paid text;
  v_certain integer;
  v_matches jsonb := '[]';
begin
  if p_entry.direction <> 'in' or p_entry.status <> 'open' or p_entry.currency <> (select currency from public.company_settings) then
    return '[]';
  end if;
  for v_client in
    select c.*, count(*) filter (where c.named <> '{}' or c.is_account or c.paid_before) over () as certain from private.bank_clients(p_entry) as c
  loop
    v_certain := v_client.certain;
    v_is_known := v_client.named <> '{}' or v_client.is_account or v_client.paid_before;
    v_reasons := '{}';
    v_order := null;
    v_due := 0;
    v_fits := false;
    select coalesce(jsonb_agg(jsonb_build_object('invoice_id', v.id, 'number', v.invoice_number, 'balance', private.amount_text(v.balance))
             order by v.due_date, v.issue_date, v.invoice_number), '[]') into v_open
      from public.invoices v where v.contact_id = v_client.contact_id and v.status in ('issued', 'partly_paid') and v.balance > 0;
    select coalesce(jsonb_agg(one order by place), '[]') into v_named
      from jsonb_array_elements(v_open) with ordinality as listed (one, place) where one ->> 'number' = any (v_client.named);
    select coalesce(jsonb_agg(one order by place), '[]') into v_same
      from jsonb_array_elements(v_open) with ordinality as listed (one, place) where (one ->> 'balance')::numeric = p_entry.amount;
    select string_agg(v.invoice_number, ', ' order by v.invoice_number) into v_paid
      from public.invoices v where v.invoice_number = any (v_client.named) and v.contact_id = v_client.contact_id and v.balance = 0;
    select * into v_order from public.orders o
     where o.order_number = any (v_client.named) and o.contact_id = v_client.contact_id and o.deposit_amount > o.deposit_paid
       and o.status <> 'cancelled' order by o.order_number limit 1;
    if v_order.id is not null then
      v_due := v_order.deposit_amount - v_order.deposit_paid;
    end if;

    -- What the money settles, the plainest reading first.
    if v_named <> '[]' then
      v_settled := v_named;
      v_fits := p_entry.amount = (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(v_named) as one);
    elsif v_order.id is not null then
      v_settled := '[]';
      v_fits := p_entry.amount = v_due;
    elsif v_same <> '[]' then
      v_settled := jsonb_build_array(v_same -> 0);
      v_fits := jsonb_array_length(v_same) = 1;
    else
      v_settled := v_open;
      v_fits := v_open <> '[]' and p_entry.amount = (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(v_open) as one);
    end if;
    v_parts := '[]';
    v_left := p_entry.amount - case when v_order.id is not null and v_named = '[]' then p_entry.amount else 0 end;
    for v_one in select one from jsonb_array_elements(v_settled) as one
    loop
      exit when v_left <= 0;
      v_part := least(v_left, (v_one ->> 'balance')::numeric);
      v_parts := v_parts || jsonb_build_array(v_one || jsonb_build_object('amount', private.amount_text(v_part)));
      v_left := v_left - v_part;
    end loop;

    if v_named <> '[]' then
      v_reasons := v_reasons || format('The text names %s.', (select string_agg(one ->> 'number', ', ') from jsonb_array_elements(v_named) as one));
    end if;
    if v_order.id is not null then
      v_reasons := v_reasons || format('The text names %s, whose deposit is open.', v_order.order_number);
    end if;
    if exists (select from unnest(v_client.named) as n where n like 'ST-%') then
      v_reasons := v_reasons || format('The text names statement %s.', (select string_agg(n, ', ') from unnest(v_client.named) as n where n like 'ST-%'));
    end if;
    if v_paid is not null then
      v_reasons := v_reasons || format('The text names %s, where nothing is open any more.', v_paid);
    end if;
    if v_client.is_account then
      v_reasons := v_reasons || 'It came from the bank account of this client.'::text;
    elsif v_client.paid_before then
      v_reasons := v_reasons || 'This account paid for this client before.'::text;
    end if;
    if v_client.is_alike then
      v_reasons := v_reasons || format('The payer is called %s.', p_entry.party_name);
    end if;
    if v_fits and v_parts <> '[]' then
      v_reasons := v_reasons || case when jsonb_array_length(v_parts) = 1 then format('The amount is what is open of %s.', v_parts -> 0 ->> 'number')
        else 'The amount is what is open of them together.' end;
    elsif v_fits then
      v_reasons := v_reasons || 'The amount is the deposit.'::text;
    elsif jsonb_array_length(v_same) > 1 and v_named = '[]' then
      v_reasons := v_reasons || format('%s open invoices have this amount.', jsonb_array_length(v_same));
    elsif v_left > 0 then
      v_reasons := v_reasons || format('%s more than is open.', private.amount_text(v_left));
    else
      v_reasons := v_reasons || 'The amount is a part of what is open.'::text;
    end if;

    -- A payment that somebody recorded by hand is linked and not recorded again.
    select * into v_payment from public.payments p
     where p.contact_id = v_client.contact_id and p.direction = 'in' and p.method in ('bank', 'other') and p.amount = p_entry.amount
       and p.status = 'succeeded' and abs(p.received_on - p_entry.booked_on) <= 10
       and not exists (select from public.bank_entries e where e.payment_id = p.id)
     order by abs(p.received_on - p_entry.booked_on), p.payment_number limit 1;
    v_sure := v_is_known and v_certain = 1 and v_fits and v_paid is null;
    v_score := 40 * (v_named <> '[]' or v_order.id is not null)::integer + 30 * (v_client.is_account or v_client.paid_before)::integer
      + 20 * v_fits::integer + 10 * v_client.is_alike::integer + 5 * (v_client.named <> '{}')::integer;
    if v_payment.id is not null and (v_is_known or v_client.is_alike) then
      v_matches := v_matches || jsonb_build_array(jsonb_build_object('contact_id', v_client.contact_id, 'client_name', v_client.client_name,
        'payment_id', v_payment.id, 'payment_number', v_payment.payment_number, 'parts', '[]'::jsonb, 'credit', '0.00', 'score', v_score + 50,
        'is_sure', v_is_known and v_certain = 1,
        'reasons', to_jsonb(array[format('%s over the same amount was recorded by hand on %s.', v_payment.payment_number,
          to_char(v_payment.received_on, 'FMDD FMMonth'))] || v_reasons[1:array_length(v_reasons, 1) - 1])));
      v_sure := false;
    end if;
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('contact_id', v_client.contact_id, 'client_name', v_client.client_name,
      'order_id', case when v_named = '[]' then v_order.id end, 'order_number', case when v_named = '[]' then v_order.order_number end,
      'parts', v_parts, 'credit', private.amount_text(v_left), 'score', v_score, 'is_sure', v_sure, 'reasons', to_jsonb(v_reasons)));
  end loop;
  return coalesce((
    select jsonb_agg(jsonb_strip_nulls(listed.one) - 'score' order by listed.place)
      from (select one, row_number() over (order by (one ->> 'is_sure')::boolean desc, (one ->> 'score')::integer desc, one ->> 'client_name',
                     one ->> 'contact_id') as place
              from jsonb_array_elements(v_matches) as one) as listed
     where listed.place <= 3), '[]');
end $$;

revoke execute on all routines in schema private from public;
