set check_function_bodies = off;

create or replace function private.write_deduction(p_note_id uuid, p_item public.invoice_items, p_part numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_left record;
begin
  select -(p_item.net - coalesce(sum(c.net), 0)) as net, abs(p_item.qty) - coalesce(sum(abs(c.qty)), 0) as qty into v_left
    from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
   where c.invoice_item_id = p_item.id and n.status <> 'void';
  insert into public.credit_note_items as c (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
    discount_pct, vat_rate, vat_treatment, net)
  values (p_note_id, p_item.id, private.line_key((select count(*)::integer from public.credit_note_items where credit_note_id = p_note_id)),
    p_item.kind, p_item.description, p_item.details,
    case when p_item.kind = 'deposit' then -1 when p_part = v_left.net then -v_left.qty
         else -least(v_left.qty, trunc(abs(p_item.qty) * p_part / -p_item.net, 4)) end, p_item.unit,
    case when p_item.kind = 'deposit' then p_part else p_item.unit_price end, p_item.discount_pct, p_item.vat_rate, p_item.vat_treatment, -p_part)
  on conflict (credit_note_id, invoice_item_id) do update set qty = c.qty + excluded.qty, net = c.net + excluded.net;
end $$;

create or replace function private.discounts_along(p_note_id uuid, p_invoice_id uuid) returns table (item public.invoice_items, part numeric)
  language sql stable security definer set search_path = ''
as $$
  -- What this note holds of each line, and what was left of the line before it.
  with lines as (
    select i, i.kind, i.order_id, i.vat_rate as rate, i.vat_treatment as treatment,
           abs(i.net - coalesce(credited.before, 0)) as open, abs(coalesce(credited.here, 0)) as taken
      from public.invoice_items i
      left join lateral (
        select sum(c.net) filter (where c.credit_note_id <> p_note_id) as before, sum(c.net) filter (where c.credit_note_id = p_note_id) as here
          from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
         where c.invoice_item_id = i.id and n.status <> 'void') as credited on true
     where i.invoice_id = p_invoice_id and i.kind in ('item', 'discount') and i.qty <> 0
  ), sums as (
    select rate, treatment, order_id, sum(open) filter (where kind = 'item') as open, sum(taken) filter (where kind = 'item') as taken,
           coalesce(sum(open) filter (where kind = 'discount'), 0) as off, coalesce(sum(taken) filter (where kind = 'discount'), 0) as off_taken
      from lines group by 1, 2, 3
  ), of_orders as (
    select s.*, case when s.order_id is null then s.off_taken
      else greatest(s.off_taken, coalesce(trunc(s.off * s.taken / nullif(greatest(s.open, s.off), 0), 2), 0)) end as share
      from sums s
  ), whole as (
    -- A discount of no order stands on all lines of its rate, as they are after the discounts of their orders.
    select rate, treatment, sum(open) - coalesce(sum(off) filter (where order_id is not null), 0) as open,
           sum(taken) - coalesce(sum(share) filter (where order_id is not null), 0) as taken,
           coalesce(sum(off) filter (where order_id is null), 0) as off, coalesce(sum(off_taken) filter (where order_id is null), 0) as off_taken
      from of_orders group by 1, 2
  ), shares as (
    select rate, treatment, order_id, share - off_taken as part from of_orders where order_id is not null
    union all
    select rate, treatment, null, greatest(off_taken, coalesce(trunc(off * taken / nullif(greatest(open, off), 0), 2), 0)) - off_taken from whole
  ), split as (
    select l.i, s.part, l.open - l.taken as own, sum(l.open - l.taken) over (partition by s.rate, s.treatment, s.order_id) as every,
           sum(l.open - l.taken) over (partition by s.rate, s.treatment, s.order_id order by (l.i).position, (l.i).id) as reached
      from shares s join lines l on (l.rate, l.treatment) = (s.rate, s.treatment) and l.order_id is not distinct from s.order_id
     where l.kind = 'discount' and s.part > 0
  )
  select d.i, d.part from (
    select s.i, trunc(s.part * s.reached / s.every, 2) - trunc(s.part * (s.reached - s.own) / s.every, 2) as part from split s where s.every > 0) as d
   where d.part > 0
$$;

create or replace function private.take_along(p_note_id uuid, p_invoice_id uuid, p_rate numeric, p_treatment text, p_over numeric, p_lines jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line record;
  v_over numeric := p_over;
  v_part numeric;
  v_deposits jsonb := '[]';
begin
  for v_line in
    select i, -(i.net - coalesce(credited.net, 0)) as left_net
      from public.invoice_items i
      left join lateral (
        select sum(c.net) as net from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
         where c.invoice_item_id = i.id and n.status <> 'void') as credited on true
     where i.invoice_id = p_invoice_id and i.kind in ('discount', 'deposit') and i.qty <> 0
       and i.vat_rate = p_rate and i.vat_treatment = p_treatment
     order by i.kind = 'discount', i.position
  loop
    exit when v_over <= 0;
    v_part := least(v_over, v_line.left_net);
    continue when v_part <= 0;
    if (v_line.i).kind = 'deposit' and exists (
      select from jsonb_array_elements(p_lines) as asked join public.invoice_items i on i.id = (asked ->> 'invoice_item_id')::uuid
       where i.kind = 'deposit')
    then
      perform private.refuse('22023', 'Deposits are credited by themselves: please choose lines only');
    end if;
    perform private.write_deduction(p_note_id, v_line.i, v_part);
    v_over := v_over - v_part;
    if (v_line.i).kind = 'deposit' then
      v_deposits := v_deposits || jsonb_build_object('item', (v_line.i).id, 'invoice', (v_line.i).deducts_invoice_id, 'rate', p_rate,
        'treatment', p_treatment, 'base', v_part);
    end if;
  end loop;
  return jsonb_build_object('over', v_over, 'deposits', v_deposits);
end $$;

create or replace function private.total_credit_note(p_note_id uuid, p_invoice public.invoices, p_lines jsonb, p_vats jsonb default '[]') returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_rate record;
  v_taken jsonb;
  v_deposits jsonb := '[]';
  v_deposit record;
begin
  for v_rate in
    select c.vat_rate, c.vat_treatment, c.base, r.base as left_base, r.vat as left_vat
      from (select i.vat_rate, i.vat_treatment, sum(i.net) as base from public.credit_note_items i where i.credit_note_id = p_note_id group by 1, 2) as c
      join private.creditable_rates(p_invoice.id, p_note_id) as r on r.vat_rate = c.vat_rate and r.vat_treatment = c.vat_treatment
     order by c.vat_rate, c.vat_treatment
  loop
    -- More than the invoice holds at this rate is what its deposits covered.
    if v_rate.base > v_rate.left_base then
      v_taken := private.take_along(p_note_id, p_invoice.id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base - v_rate.left_base, p_lines);
      if (v_taken ->> 'over')::numeric > 0 then
        perform private.refuse('PT409', format('At %s %% VAT only %s net are left to credit of %s', trim_scale(v_rate.vat_rate),
          private.money_words(greatest(v_rate.left_base, 0)), p_invoice.invoice_number));
      end if;
      v_deposits := v_deposits || (v_taken -> 'deposits');
      v_rate.base := v_rate.left_base;
    end if;
    if v_rate.base < 0 and v_rate.base < v_rate.left_base or v_rate.base < 0 and v_rate.left_base >= 0 then
      perform private.refuse('22023', 'A discount is credited with the lines that it was taken from');
    end if;
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    values (p_note_id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base,
      coalesce((select x.vat from jsonb_to_recordset(p_vats) as x (vat_rate numeric, vat_treatment text, vat numeric)
                 where x.vat_rate = v_rate.vat_rate and x.vat_treatment = v_rate.vat_treatment),
        private.vat_of_part(v_rate.base, v_rate.vat_rate, v_rate.left_base, v_rate.left_vat)));
  end loop;
  select coalesce(sum(base), 0) as base, coalesce(sum(vat), 0) as vat into v_rate from public.credit_note_vat where credit_note_id = p_note_id;
  if v_rate.base + v_rate.vat < 0 then
    perform private.refuse('22023', 'A discount is credited with the lines that it was taken from');
  end if;
  update public.credit_notes set net = v_rate.base, vat = v_rate.vat where id = p_note_id;
  if (select sum(n.gross) from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void') > p_invoice.gross then
    perform private.refuse('PT409', format('No more than %s can be credited of %s: credit its discounts with its lines', private.money_words(
      p_invoice.gross - (select coalesce(sum(n.gross), 0) from public.credit_notes n
        where n.invoice_id = p_invoice.id and n.id <> p_note_id and n.status <> 'void')), p_invoice.invoice_number));
  end if;
  perform private.log_event('credit_note', p_note_id, 'created', jsonb_build_object('invoice_number', p_invoice.invoice_number));
  for v_deposit in
    select (part ->> 'invoice')::uuid as invoice, jsonb_agg(part) as parts from jsonb_array_elements(v_deposits) as part group by 1 order by 1
  loop
    perform private.credit_deposit(p_note_id, v_deposit.invoice, v_deposit.parts);
  end loop;
end $$;

create or replace function private.write_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id constant uuid := private.begin_credit_note(p_invoice_id, p_reason, p_id);
begin
  perform private.credit_lines(v_id, p_invoice_id, p_lines);
  perform private.write_deduction(v_id, along.item, along.part)
    from (select * from private.discounts_along(v_id, p_invoice_id) as d order by (d.item).position) as along;
  perform private.total_credit_note(v_id, v, p_lines) from public.invoices v where v.id = p_invoice_id;
  return v_id;
end $$;

create or replace function private.credited_by(p_notes uuid[]) returns jsonb
language sql stable security definer set search_path to '' as $function$
  select jsonb_build_object(
    'net', private.amount_text(coalesce(sum(n.net), 0)), 'vat', private.amount_text(coalesce(sum(n.vat), 0)),
    'gross', private.amount_text(coalesce(sum(n.gross), 0)),
    'discount', private.amount_text(coalesce((
      select -sum(i.net) from public.credit_note_items i where i.credit_note_id = any (p_notes) and i.kind = 'discount'), 0)),
    'papers', coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'credit_number', n.credit_number, 'invoice_number', v.invoice_number, 'kind', v.kind,
      'gross', private.amount_text(n.gross)) order by n.credit_number), '[]'),
    'rates', coalesce((
      select jsonb_agg(to_jsonb(r) order by r.vat_rate::numeric, r.vat_treatment) from (
        select t.vat_rate::text as vat_rate, t.vat_treatment, private.amount_text(sum(t.base)) as base, private.amount_text(sum(t.vat)) as vat
          from public.credit_note_vat t where t.credit_note_id = any (p_notes) group by t.vat_rate, t.vat_treatment) as r), '[]'))
    from public.credit_notes n join public.invoices v on v.id = n.invoice_id where n.id = any (p_notes)
$function$;

revoke execute on all routines in schema private from public;

comment on function private.credit_totals(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,boolean) is 'What a credit note over these lines or amounts would come to, with the notes over deposits that go with it, before it is made: net, vat,
gross, discount, papers, rates. Refused as the note would be. Amounts are text.';

comment on function private.credited_by(pg_catalog.uuid[]) is 'What credit notes give back together: totals, discounts that they take off, papers and VAT rates, amounts as text.';

comment on function private.take_along(pg_catalog.uuid,pg_catalog.uuid,numeric,pg_catalog.text,numeric,pg_catalog.jsonb) is 'What a draft credit note holds at a rate beyond what its invoice does (p_over) takes deposits of the rate with it; discounts only where these
are not enough. Returns what of it is left over, and the parts of deposits.';

comment on function private.total_credit_note(pg_catalog.uuid,public.invoices,pg_catalog.jsonb,pg_catalog.jsonb) is 'Writes the VAT table and totals of a draft credit note. What its lines come to beyond what the invoice holds at a rate takes its deposits
with it, which a note over each deposit credits. p_vats: the VAT of rates that credit_amounts chose.';

comment on function public.credit_totals(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,boolean) is 'What a credit note over these lines or amounts would come to, with the notes over deposits that go with it, before it is made: net, vat,
gross, discount, papers, rates. Refused as the note would be. Amounts are text.';

comment on function private.discounts_along(pg_catalog.uuid,pg_catalog.uuid) is 'The parts of the discounts that go with the lines of a draft credit note: what is left of the discounts × net of the lines / what was left of
the lines, toward zero to cents, by VAT rate and order. The last of the lines takes what is left. Parts that the draft has already are left out.';

comment on function private.write_deduction(pg_catalog.uuid,public.invoice_items,numeric) is 'Writes a part of a discount or of a deducted deposit of the invoice into a draft credit note, beside what of it the draft has already.';

reset check_function_bodies;
