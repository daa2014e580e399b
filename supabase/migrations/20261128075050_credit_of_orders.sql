-- Everything that was invoiced of an order is credited in one act: its invoices, its parts, its deposits and what was deducted.

create function private.invoices_of_order(p_order_id uuid) returns setof public.invoices
language sql stable security definer set search_path to '' as $function$
  select v.* from public.invoices v
   where v.status not in ('draft', 'void') and v.kind <> 'proforma'
     and (v.order_id = p_order_id or v.order_id is null and exists (select from public.invoice_items i where i.invoice_id = v.id and i.order_id = p_order_id))
   order by v.kind = 'deposit', v.invoice_number desc
$function$;
comment on function private.invoices_of_order(p_order_id uuid) is 'The issued invoices of an order, the newest first and deposits last: also those that bill other orders too.';

create function private.credit_left_of_order(p_order_id uuid, p_invoice public.invoices) returns jsonb
language sql stable security definer set search_path to '' as $function$
  select case when p_invoice.gross > coalesce((select sum(n.gross) from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void'), 0)
      or p_invoice.gross = 0 and not exists (select from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void')
    then (
      select jsonb_agg(jsonb_build_object('invoice_item_id', i.id, 'qty', i.left_qty)) from (
        select i.id, case when i.vat is null then abs(i.qty) - coalesce(sum(abs(c.qty)), 0)
                          when i.net is distinct from coalesce(sum(c.net), 0) then 1 else 0 end as left_qty
          from public.invoice_items i
          left join (public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id and n.status <> 'void') on c.invoice_item_id = i.id
         where i.invoice_id = p_invoice.id and i.kind in ('item', 'discount', 'deposit') and i.qty <> 0
           and (i.order_id = p_order_id or p_invoice.order_id = p_order_id)
         group by i.id) as i
       where i.left_qty > 0) end
$function$;
comment on function private.credit_left_of_order(p_order_id uuid, p_invoice public.invoices) is 'What of an invoice belongs to an order and is not credited, as make_credit_note wants its lines; null where nothing is left.';

create function private.credit_chain(p_order_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path to '' as $function$
declare
  v_order public.orders;
  v_invoice public.invoices;
  v_draft text;
  v_lines jsonb;
  v_note uuid;
  v_notes uuid[] := '{}';
  v_freed numeric := 0;
begin
  -- Orders, credit notes, payments, invoices: everything that moves money locks in this order.
  select * into v_order from public.orders where id = p_order_id for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'This order is not there any more');
  end if;
  perform from public.credit_notes where invoice_id in (select v.id from private.invoices_of_order(p_order_id) as v) order by id for no key update;
  perform from public.payments where id in (
    select a.payment_id from public.payment_allocations a where a.invoice_id in (select v.id from private.invoices_of_order(p_order_id) as v))
   order by id for no key update;
  perform from public.invoices where id in (select v.id from private.invoices_of_order(p_order_id) as v) order by id for no key update;
  select v.invoice_number into v_draft from public.credit_notes n join private.invoices_of_order(p_order_id) as v on v.id = n.invoice_id
   where n.status = 'draft' order by 1 limit 1;
  if found then
    perform private.refuse('PT409', format('A credit note over %s is a draft. Issue it or void it first.', v_draft));
  end if;
  for v_invoice in select * from private.invoices_of_order(p_order_id) loop
    v_lines := private.credit_left_of_order(p_order_id, v_invoice);
    continue when v_lines is null;
    -- An invoice of this order alone is credited to its last cent; of one over several orders, the lines of this one.
    v_note := private.write_credit_note(v_invoice.id, p_reason, case when v_invoice.order_id is null then v_lines end, null);
    perform private.number_credit_note(v_note);
    v_freed := v_freed + private.free_payments(v_note);
    v_notes := v_notes || v_note;
  end loop;
  if cardinality(v_notes) > 0 then
    perform private.log_event('order', p_order_id, 'credited', jsonb_build_object('reason', left(btrim(p_reason), 2000),
      'amount', (select private.amount_text(sum(n.gross)) from public.credit_notes n where n.id = any (v_notes))));
  end if;
  return private.credited_by(v_notes) || jsonb_build_object('freed', private.amount_text(v_freed));
end $function$;
comment on function private.credit_chain(p_order_id uuid, p_reason text) is 'Does what credit_order promises, without asking for the right.';

create function private.credited_by(p_notes uuid[]) returns jsonb
language sql stable security definer set search_path to '' as $function$
  select jsonb_build_object(
    'net', private.amount_text(coalesce(sum(n.net), 0)), 'vat', private.amount_text(coalesce(sum(n.vat), 0)),
    'gross', private.amount_text(coalesce(sum(n.gross), 0)),
    'papers', coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'credit_number', n.credit_number, 'invoice_number', v.invoice_number, 'kind', v.kind,
      'gross', private.amount_text(n.gross)) order by n.credit_number), '[]'),
    'rates', coalesce((
      select jsonb_agg(to_jsonb(r) order by r.vat_rate::numeric, r.vat_treatment) from (
        select t.vat_rate::text as vat_rate, t.vat_treatment, private.amount_text(sum(t.base)) as base, private.amount_text(sum(t.vat)) as vat
          from public.credit_note_vat t where t.credit_note_id = any (p_notes) group by t.vat_rate, t.vat_treatment) as r), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = any (p_notes)
$function$;
comment on function private.credited_by(p_notes uuid[]) is 'What credit notes give back together: totals, papers and VAT rates, amounts as text.';

create function private.order_credit(p_order_id uuid) returns jsonb
language plpgsql security definer set search_path to '' as $function$
declare
  v_shown jsonb;
begin
  perform private.must('invoices', 'edit', 'credit orders');
  -- It is done and undone: what is shown is what the act will do, to the cent and to the words of a refusal.
  begin
    v_shown := private.credit_chain(p_order_id, 'Shown');
    raise exception using errcode = 'SW000';
  exception when sqlstate 'SW000' then
    null;
  end;
  return v_shown;
end $function$;
comment on function private.order_credit(p_order_id uuid) is 'What credit_order would do now: {net, vat, gross, freed, papers, rates}, amounts as text. Nothing is written.';

create function private.credit_order(p_order_id uuid, p_reason text, p_shown text default null) returns jsonb
language plpgsql security definer set search_path to '' as $function$
declare
  v_done jsonb;
begin
  perform private.must('invoices', 'edit', 'credit orders');
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  v_done := private.credit_chain(p_order_id, p_reason);
  if v_done ->> 'gross' <> p_shown and v_done -> 'papers' <> '[]' then
    perform private.refuse('PT409', format('%s would be credited now, not %s: something of this order changed meanwhile. Please look again.',
      v_done ->> 'gross', p_shown));
  end if;
  return v_done;
end $function$;
comment on function private.credit_order(p_order_id uuid, p_reason text, p_shown text) is 'Credits everything that was invoiced of an order and is not credited: invoices and parts, then deposits. By VAT rate, invoices
less credit notes are 0.00 afterwards. What was paid is credit of the client and can be refunded. p_shown: the gross amount that the person
saw; another one is refused. A second call credits nothing. Returns {net, vat, gross, freed, papers, rates}, amounts as text.';

call private.offer('private.order_credit(uuid)');
call private.offer('private.credit_order(uuid, text, text)');

revoke execute on all routines in schema private from public;
