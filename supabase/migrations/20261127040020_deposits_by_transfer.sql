-- A deposit that came by transfer, cash or cheque finds its order: announced transfers lead to the payment with everything
-- filled in, bank entries name the order by its number, its quotation or the exact amount. A confirmation books what was shown.
CREATE OR REPLACE FUNCTION private.bank_clients(p_entry public.bank_entries)
 RETURNS TABLE(contact_id uuid, client_name text, named text[], is_account boolean, paid_before boolean, is_alike boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with words as (
    select distinct m[1] || '-' || m[2] || '-' || m[3] as number
      from regexp_matches(upper(concat_ws(' ', p_entry.remittance, p_entry.end_to_end)),
        '(?<![A-Z])(INV|SO|ST|Q)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m
  ), evidence as (
    select v.contact_id, w.number as named, false as account, false as before
      from words w join public.invoices v on v.invoice_number = w.number
    union all
    select o.contact_id, w.number, false, false from words w join public.orders o on o.order_number = w.number where o.status <> 'cancelled'
    union all
    select o.contact_id, w.number, false, false
      from words w join public.quotations q on q.quotation_number = w.number join public.orders o on o.quotation_id = q.id where o.status <> 'cancelled'
    union all
    select s.contact_id, w.number, false, false from words w join public.statements s on s.statement_number = w.number
    union all
    select a.contact_id, null, true, false from public.contact_bank_accounts a where a.iban = p_entry.party_iban
    union all
    select p.contact_id, null, false, true
      from public.bank_entries e join public.payments p on p.id = e.payment_id
     where e.party_iban = p_entry.party_iban and e.id <> p_entry.id
  ), guesses as (
    select o.contact_id
      from (select v.contact_id, bool_or(v.balance = p_entry.amount) as amount_fits from public.invoices v
             where v.status in ('issued', 'partly_paid') and v.balance > 0 and not exists (select from evidence) group by v.contact_id) as o
      join public.contacts c on c.id = o.contact_id
     where o.amount_fits
        or extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45
    union
    select o.contact_id from public.orders o
     where o.status <> 'cancelled' and o.deposit_amount > o.deposit_paid and o.deposit_amount - o.deposit_paid = p_entry.amount
       and not exists (select from evidence)
  ), weighed as (
    select * from evidence union all select g.contact_id, null, false, false from guesses g
  ), clients as (
    select w.contact_id, coalesce(array_agg(distinct w.named) filter (where w.named is not null), '{}') as named,
           bool_or(w.account) as account, bool_or(w.before) as before
      from weighed w group by w.contact_id
  )
  select l.contact_id, private.client_label(c), l.named, l.account, l.before,
         coalesce(extensions.similarity(private.plain_name(private.client_label(c)), private.plain_name(p_entry.party_name)) >= 0.45, false)
    from clients l join public.contacts c on c.id = l.contact_id
$function$;

CREATE OR REPLACE FUNCTION private.bank_matches(p_entry public.bank_entries)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  v_named_order boolean;
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
     where (o.order_number = any (v_client.named)
         or exists (select from public.quotations q where q.id = o.quotation_id and q.quotation_number = any (v_client.named)))
       and o.contact_id = v_client.contact_id and o.deposit_amount > o.deposit_paid
       and o.status <> 'cancelled' order by o.order_number limit 1;
    v_named_order := v_order.id is not null;
    -- No paper is named and no invoice has this amount: an open deposit over exactly it is the plainest reading.
    if v_order.id is null and v_named = '[]' and v_same = '[]' then
      select * into v_order from public.orders o
       where o.contact_id = v_client.contact_id and o.status <> 'cancelled' and o.deposit_amount - o.deposit_paid = p_entry.amount
         and 1 = (select count(*) from public.orders s where s.contact_id = v_client.contact_id and s.status <> 'cancelled'
           and s.deposit_amount - s.deposit_paid = p_entry.amount) limit 1;
    end if;
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
    if v_order.id is not null and v_named = '[]' then
      v_reasons := v_reasons || format(case when v_order.order_number = any (v_client.named) then 'The text names %s, whose deposit is open.'
        when v_named_order then 'The text names the quotation of %s, whose deposit is open.'
        else 'The deposit of %s is open.' end, v_order.order_number);
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
end $function$;

create function private.shown_matches(p_entry public.bank_entries) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(one || jsonb_build_object('seen', md5(one::text)) order by place), '[]')
    from jsonb_array_elements(case p_entry.direction when 'in' then private.bank_matches(p_entry) else private.bank_money_out(p_entry) end)
      with ordinality as listed (one, place)
$$;
revoke execute on function private.shown_matches(public.bank_entries) from public;
comment on function private.shown_matches(public.bank_entries) is 'The suggestions for an open entry, each with seen: what a confirmation sends along to say what it saw.';

CREATE OR REPLACE FUNCTION private.bank_suggestions(p_ids uuid[])
 RETURNS TABLE(entry_id uuid, matches jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('payments', 'view', 'see bank statements');
  if cardinality(p_ids) > 200 then
    perform private.refuse('22023', 'Please ask for 200 entries at most');
  end if;
  return query select e.id, private.shown_matches(e)
    from public.bank_entries e where e.id = any (p_ids) and e.status = 'open';
end $function$;

create function private.confirm_shown_entries(p_shown jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.bank_entries;
  v_match jsonb;
  v_held uuid[];
  v_confirmed integer := 0;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  if jsonb_typeof(p_shown) is distinct from 'object' or (select count(*) > 200 from jsonb_object_keys(p_shown)) then
    perform private.refuse('22023', 'Please confirm 200 entries at most at once');
  end if;
  perform from public.bank_entries where p_shown ? id::text and status = 'open' order by booked_on, id for no key update;
  select coalesce(array_agg(distinct paper), '{}') into v_held
    from public.bank_entries e, jsonb_array_elements(private.shown_matches(e)) as match, unnest(private.papers_of_match(match)) as paper
   where p_shown ? e.id::text and e.status = 'open' and match ->> 'seen' = p_shown ->> e.id::text;
  perform private.hold_papers(v_held);
  for v_row in select * from public.bank_entries where p_shown ? id::text and status = 'open' order by booked_on, id loop
    -- What was confirmed a moment ago may have taken the invoice: then this is not what was shown any more.
    select one into v_match from jsonb_array_elements(private.shown_matches(v_row)) as one
     where one ->> 'seen' = p_shown ->> v_row.id::text and private.papers_of_match(one) <@ v_held limit 1;
    continue when not found;
    if v_row.direction = 'out' then
      perform private.confirm_bank_payout(v_row.id, v_match);
    else
      perform private.confirm_bank_entry(v_row.id, (v_match ->> 'contact_id')::uuid,
        case when v_match -> 'order_id' is null and v_match -> 'payment_id' is null then (
          select coalesce(jsonb_agg(jsonb_build_object('invoice_id', part ->> 'invoice_id', 'amount', part ->> 'amount')), '[]')
            from jsonb_array_elements(v_match -> 'parts') as part) end,
        (v_match ->> 'order_id')::uuid, (v_match ->> 'payment_id')::uuid);
    end if;
    v_confirmed := v_confirmed + 1;
  end loop;
  return jsonb_build_object('confirmed', v_confirmed, 'left', (select count(*) from jsonb_object_keys(p_shown)) - v_confirmed);
end $$;
revoke execute on function private.confirm_shown_entries(jsonb) from public;
grant execute on function private.confirm_shown_entries(jsonb) to authenticated, service_role;
comment on function private.confirm_shown_entries(jsonb) is 'Confirms entries as they were shown: p_shown is {entry id: seen of the suggestion}. An entry whose suggestion is not the same any
more stays open. At most 200. Returns {confirmed, left}.';
create function public.confirm_shown_entries(p_shown jsonb) returns jsonb
language sql set search_path = '' as $$select private.confirm_shown_entries($1)$$;
revoke execute on function public.confirm_shown_entries(jsonb) from public, anon;
grant execute on function public.confirm_shown_entries(jsonb) to authenticated, service_role;
comment on function public.confirm_shown_entries(jsonb) is 'Confirms entries as they were shown: p_shown is {entry id: seen of the suggestion}. An entry whose suggestion is not the same any
more stays open. At most 200. Returns {confirmed, left}.';

CREATE OR REPLACE FUNCTION private.tell_of_transfer(p_request jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.payment_requests;
begin
  select * into v_row from public.payment_requests where id = (p_request ->> 'id')::uuid for no key update skip locked;
  if v_row.id is not null and not exists (select from public.document_events e where e.kind = 'payment_request' and e.record_id = v_row.id
    and e.type = 'transfer_told' and e.at > now() - interval '1 day')
  then
    perform private.log_event('payment_request', v_row.id, 'transfer_told', jsonb_build_object('amount', private.amount_text(v_row.amount)));
    if v_row.order_id is not null then
      perform private.log_event('order', v_row.order_id, 'transfer_told', jsonb_build_object('amount', private.amount_text(v_row.amount)));
    end if;
    -- A click on it opens the payment, filled in. A company without accounts has its admins for that.
    insert into public.notifications (user_id, type, title, message, quotation_id, data, metadata)
    select ur.user_id, 'logistics_update', left(format('Transfer announced for %s', p_request ->> 'document_number'), 1000),
           format('The client says that %s %s were sent by bank transfer. Please record the payment when it arrives.', v_row.currency,
             private.amount_text(v_row.amount)),
           v_row.quotation_id, jsonb_build_object('document_number', p_request ->> 'document_number', 'kind', 'payment'),
           jsonb_build_object('record_kind', 'payment', 'record_id', v_row.id)
      from public.user_roles ur
     where ur.role = case when exists (select from public.user_roles r where r.role = 'accounts') then 'accounts'::public.app_role else 'admin' end
       and ur.user_id is distinct from auth.uid();
  end if;
  return p_request;
end $function$;

-- One rate is the rate of new lines: marking another moves the mark.
create function private.move_default_rate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.vat_rates set is_default = false where is_default and id <> new.id;
  return new;
end $$;
revoke execute on function private.move_default_rate() from public;
create trigger move_default_rate before insert or update of is_default on public.vat_rates
  for each row when (new.is_default) execute function private.move_default_rate();
