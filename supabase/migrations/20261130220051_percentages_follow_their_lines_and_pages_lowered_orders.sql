set check_function_bodies = off;

create or replace function private.percent_of_discount(p_line public.order_items) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[];
  v_base numeric;
  v_amount numeric;
begin
  -- Our own words for a percentage, in any style of numbers: "7.5 % × €593.59 = €44.51".
  v_words := regexp_match(p_line.details, '^([0-9]{1,3}(?:[.,][0-9]{1,4})?) % × ([^=\n]*[0-9][.,][0-9]{2}[^0-9=\n]*) = ([^=\n]*[0-9][.,][0-9]{2}[^0-9=\n]*)$', 'n');
  if p_line.kind <> 'discount' or abs(p_line.qty) <> 1 or v_words is null then
    return null;
  end if;
  v_base := regexp_replace(v_words[2], '[^0-9]', '', 'g')::numeric / 100;
  v_amount := regexp_replace(v_words[3], '[^0-9]', '', 'g')::numeric / 100;
  return case when v_amount = abs(p_line.net) then jsonb_build_object('percent', replace(v_words[1], ',', '.'), 'written', v_words[1], 'base', v_base) end;
end $$;

create or replace function private.lines_of_discount(p_lines public.order_items[], p_line public.order_items, p_base numeric) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  -- Those above it at its rate, without options that were chosen later, or with them: those that come to the sum that it was of.
  select t.ids
    from (select array_agg(l.id) as ids, sum(l.net) as net, 1 as place
            from unnest(p_lines) as l left join public.quotation_items q on q.id = l.quotation_item_id
           where l.kind in ('item', 'discount') and l.position < p_line.position and (l.vat_rate, l.vat_treatment) = (p_line.vat_rate, p_line.vat_treatment)
             and not coalesce(q.is_optional, false)
          union all
          select array_agg(l.id), sum(l.net), 2 from unnest(p_lines) as l
           where l.kind in ('item', 'discount') and l.position < p_line.position and (l.vat_rate, l.vat_treatment) = (p_line.vat_rate, p_line.vat_treatment)) as t
   where t.net = p_base order by t.place limit 1
$$;

create or replace function private.net_of_discount(p_lines public.order_items[], p_line public.order_items) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_percent constant jsonb := private.percent_of_discount(p_line);
  v_ids constant uuid[] := private.lines_of_discount(p_lines, p_line, (v_percent ->> 'base')::numeric);
  v_base numeric;
  v_net numeric;
  v_currency constant text := (select o.currency from public.orders o where o.id = p_line.order_id);
begin
  if v_ids is null then
    return null;
  end if;
  v_base := (select coalesce(sum(i.net), 0) from public.order_items i where i.id = any (v_ids));
  v_net := trunc(greatest(v_base, 0) * (v_percent ->> 'percent')::numeric / 100, 2);
  return jsonb_build_object('net', v_net, 'words',
    format('%s %% × %s = %s', v_percent ->> 'written', private.money_words(v_base, v_currency), private.money_words(v_net, v_currency)));
end $$;

create or replace function private.lower_discount(p_line public.order_items, p_share numeric, p_follows boolean, p_percent jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_net constant numeric := coalesce((p_percent ->> 'net')::numeric, trunc(abs(p_line.net) * p_share, 2));
  v_kept numeric;
begin
  if v_net = abs(p_line.net) and p_follows then
    return;
  elsif p_line.qty_invoiced = 0 and v_net > 0 and p_follows then
    -- Nothing of it is on an invoice: it is one discount over its new amount.
    update public.order_items
       set unit_price = v_net, qty = sign(p_line.qty), charged_qty = null, net = -v_net,
           details = case when p_percent is null then p_line.details
             else regexp_replace(p_line.details, '^[0-9.,]+ % × [^=\n]*= [^=\n]*$', replace(p_percent ->> 'words', '\', '\\'), 'n') end
     where id = p_line.id;
    return;
  end if;
  v_kept := greatest(p_line.qty_invoiced, case when p_follows then ceil(abs(p_line.qty) * v_net / nullif(abs(p_line.net), 0) * 10000) / 10000 else 0 end);
  if v_kept = abs(p_line.qty) then
    return;
  end if;
  perform private.lower_order_line(p_line.id, abs(p_line.qty) - v_kept);
  update public.order_items set net = -v_net where id = p_line.id and v_kept > p_line.qty_invoiced;
end $$;

create or replace function private.lower_lines(p_order_id uuid, p_off jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_before constant public.order_items[] := array(select i from public.order_items i where i.order_id = p_order_id order by i.position);
  v_line public.order_items;
  v_share numeric;
  v_follows boolean;
begin
  foreach v_line in array v_before loop
    if p_off ? v_line.id::text then
      perform private.lower_order_line(v_line.id, (p_off ->> v_line.id::text)::numeric);
    end if;
  end loop;
  -- A discount belongs to the lines at its rate: it falls as they do, and never below what invoices gave of it. Where all of them
  -- are invoiced, no invoice follows that could give more.
  foreach v_line in array v_before loop
    continue when v_line.kind <> 'discount' or v_line.qty = 0;
    select coalesce(sum(now.net) / nullif(sum(was.net), 0), 0), bool_or(now.qty > now.qty_invoiced) into v_share, v_follows
      from unnest(v_before) as was join public.order_items now on now.id = was.id
     where was.kind = 'item' and (was.vat_rate, was.vat_treatment) = (v_line.vat_rate, v_line.vat_treatment);
    perform private.lower_discount(v_line, v_share, v_follows, private.net_of_discount(v_before, v_line));
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('position', was.position, 'description', was.description, 'kind', was.kind, 'ordered', trim_scale(was.qty)::text,
             'left', trim_scale(now.qty)::text, 'net_before', private.amount_text(was.net), 'net', private.amount_text(now.net)) order by was.position), '[]')
      from unnest(v_before) as was join public.order_items now on now.id = was.id
     where was.kind in ('item', 'discount') and (was.qty, was.net) is distinct from (now.qty, now.net));
end $$;

create or replace function private.lowering_of_order(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('on', private.day_of(max(e.at)), 'gross_before', (array_agg(e.meta ->> 'gross_before' order by e.id))[1]) from public.document_events e
     where e.kind = 'order' and e.record_id = p_order.id and e.type = 'fewer_taken' and p_order.status <> 'cancelled' and private.end_of_order(p_order) is null
    having count(*) > 0
  );
end $$;

create or replace function private.money_beyond(p_order public.orders, p_paid numeric) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_notes constant uuid[] := array(
    select n.id from public.credit_notes n join public.invoices v on v.id = n.invoice_id
     where v.order_id = p_order.id and v.kind = 'deposit' and n.status not in ('draft', 'void'));
  v_payments constant uuid[] := array(
    select p.id from public.payments p where p.order_id = p_order.id and p.direction = 'in' and p.status in ('succeeded', 'part_refunded', 'refunded'));
  v_freed numeric;
  v_used jsonb;
  v_used_sum numeric;
  v_back numeric;
  v_back_on date;
  v_beyond numeric;
begin
  -- Of an order that goes on, a credited deposit is no money of it: it waits for its deposit again.
  if coalesce(private.end_of_order(p_order), private.lowering_of_order(p_order)) is null then
    return null;
  end if;
  v_freed := coalesce((select sum(private.payment_free(id)) from unnest(v_payments) as id), 0)
    + coalesce((select sum(n.open) from public.credit_notes n where n.id = any (v_notes)), 0);
  select coalesce(jsonb_agg(jsonb_build_object('number', u.number, 'amount', private.amount_text(u.amount)) order by u.number), '[]'), coalesce(sum(u.amount), 0)
    into v_used, v_used_sum
    from (select x.number, sum(x.amount) as amount from (
            select t.number, t.amount from unnest(v_payments) as id, private.uses_of_payment(id, p_order.id) as t where not t.is_own
            union all
            select v.invoice_number, a.amount from public.credit_allocations a join public.invoices v on v.id = a.invoice_id
             where a.credit_note_id = any (v_notes) and v.id not in (select i.id from private.invoices_of_order(p_order.id) as i)) as x
           group by 1 having sum(x.amount) > 0) as u;
  select coalesce(sum(f.amount), 0), max(f.refunded_on) filter (where f.amount > 0) into v_back, v_back_on
    from public.payment_refunds f where f.payment_id = any (v_payments) and f.kind = 'refund';
  v_beyond := greatest(p_paid - p_order.gross, 0);
  return case when v_freed + v_beyond + v_used_sum + v_back > 0 then
    jsonb_build_object('credit', private.amount_text(v_freed + v_beyond), 'used', v_used, 'paid_back', private.amount_text(v_back), 'paid_back_on', v_back_on,
      'came', private.amount_text(p_paid + v_freed + v_used_sum + v_back)) end;
end $$;

create or replace function private.order_money(p_order public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_paid constant record := private.paid_for_order(p_order);
  v_money constant jsonb := coalesce(private.money_of_cancelled(p_order), private.money_beyond(p_order, v_paid.paid));
begin
  return (
    select jsonb_build_object('deposit_amount', private.amount_text(p_order.deposit_amount),
        'deposit_paid', private.amount_text(p_order.deposit_paid), 'gross', private.amount_text(p_order.gross),
        'announced', private.announced_of(p_order.id, null, null),
        'ahead', private.amount_text(coalesce(private.deposit_possible(p_order.id) + private.deposit_asked(p_order.id), 0)),
        'invoice_follows', exists (select from public.invoice_items i join public.invoices v on v.id = i.invoice_id
          where i.order_id = p_order.id and v.status = 'draft' and v.kind <> 'proforma') or private.follows_again(p_order.id),
        'paid', coalesce(v_money ->> 'came', private.amount_text(v_paid.paid)), 'paid_on', v_paid.paid_on,
        'money', v_money - 'came', 'ended', private.end_of_order(p_order), 'lowered', private.lowering_of_order(p_order),
        'credit', case when p_order.deposit_amount > p_order.deposit_paid and p_order.status not in ('cancelled', 'on_hold')
          then private.amount_text(private.credit_for_deposit(p_order.contact_id)) end,
        'open_invoices', (
          select coalesce(jsonb_agg(jsonb_build_object('number', v.invoice_number, 'kind', v.kind, 'balance', private.amount_text(v.balance),
                   'due_date', v.due_date, 'is_overdue', coalesce(v.due_date < private.company_today(), false),
                   'public_uuid', case when v.order_id = p_order.id and v.link_revoked_at is null then v.public_uuid end,
                   'announced', private.announced_of(null, v.id, null))
                   order by v.due_date, v.invoice_number), '[]')
            from private.invoices_of_order(p_order.id) as v where v.balance > 0 and v.contact_id = p_order.contact_id))
  );
end $$;

create or replace function private.order_of_quotation(p_quotation_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('order', (
      select jsonb_build_object('order_number', o.order_number, 'public_uuid', o.public_uuid, 'status', o.status,
               'promised_date', o.promised_date, 'day_before', private.day_before(o), 'is_amended', o.quotation_id is distinct from p_quotation_id) || private.order_money(o)
               || case when coalesce(private.end_of_order(o), private.lowering_of_order(o)) is not null then private.what_stays(o) else '{}' end
        from public.orders o
       where o.quotation_id = p_quotation_id or o.id = (
         select q.amends_order_id from public.quotations q where q.id = p_quotation_id and q.status in ('approved', 'converted'))
       -- A cancelled order is told of while no other came of the quotation.
       order by o.status = 'cancelled', o.ordered_at desc, o.id limit 1))
  );
end $$;

revoke execute on all routines in schema private from public;

comment on function private.lower_lines(pg_catalog.uuid,pg_catalog.jsonb) is 'Takes p_off {line: quantity} off lines of an order, and lowers each discount: one in percent to that part of its lines, another one by the share that the lines at its rate fall by, or to what invoices gave where none follows. Returns the changed lines:
[{position, description, kind, ordered, left, net_before, net}], numbers as text.';

comment on function private.money_beyond(public.orders,numeric) is 'What became of the money for an order whose rest ended, or that was lowered, and that it does not come to, as money_of_cancelled says it. came: all that came. Amounts are text. Null where there
is none, and of other orders.';

comment on function private.order_money(public.orders) is 'What the client of an order reads of its money, on each of their pages. Amounts are text. ahead: what can still be paid before its
invoice, with what a deposit invoice asks for. invoice_follows: one is being written, or what was credited is invoiced again. paid, paid_on: what of their payments settles its own invoices or is kept for it,
and the day of the last; of a cancelled order all that came, and money says what became of it (money_of_cancelled, money_beyond).
ended, lowered: {on, gross_before} where its rest ended, or it was lowered to what was made. credit: what of their credit can pay the deposit that is due. open_invoices:
what is open now; public_uuid: the link to pay it, null for an invoice of several orders, whose link tells of the others too.';

comment on function private.what_stays(public.orders) is 'The lines and totals of an order whose rest ended or that was lowered, for the page of its quotation. Numbers are text.';

comment on function private.lines_of_discount(public.order_items[],public.order_items,numeric) is 'The lines of an order that a discount in percent is of: their sum proves it. Null where no lines come to p_base.';

comment on function private.lower_discount(public.order_items,numeric,boolean,pg_catalog.jsonb) is 'A discount of an order falls as its lines do: one in percent to that part of what they come to now, another one by the share of p_share. Never below what invoices gave of it;
where no line is left to invoice (p_follows), it is what they gave.';

comment on function private.lowering_of_order(public.orders) is 'The last day on which an order was lowered to what was made, and what it came to before the first time, gross; null where it was not, and where its rest ended.';

comment on function private.net_of_discount(public.order_items[],public.order_items) is 'What a discount in percent of an order comes to after its lines changed, and how: {net, words}. p_lines: the lines as they were, which say what it is of. Null of another discount.';

comment on function private.percent_of_discount(public.order_items) is 'The percentage that a discount of an order was written as, and the sum that it was of, where its amount is still that: {percent, written, base}; null of one by amount, and of a share.';

reset check_function_bodies;
