set check_function_bodies = off;

drop trigger pin on public.invoices;

alter table public.credit_note_items add column by_amount boolean not null default false;

alter table public.invoices add column skipped_deposits uuid[] not null default '{}'::uuid[];

create or replace function private.begin_credit_note(p_invoice_id uuid, p_reason text, p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_invoice public.invoices;
  v_id uuid;
begin
  select * into v_invoice from public.invoices where id = p_invoice_id for no key update;
  if v_invoice.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_invoice.status in ('draft', 'void') then
    perform private.refuse('PT409', 'Only an issued invoice is credited');
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  end if;
  insert into public.credit_notes (id, invoice_id, contact_id, reason, currency, created_by)
  values (coalesce(p_id, gen_random_uuid()), p_invoice_id, v_invoice.contact_id, btrim(p_reason), v_invoice.currency, auth.uid())
  returning id into v_id;
  return v_id;
end $$;

create or replace function private.creditable_lines(p_invoice_id uuid)
  returns table (item public.invoice_items, credited_net numeric, credited_qty numeric)
  language sql stable security definer set search_path = ''
as $$
  -- Lines with a VAT of their own are deposits and their deductions: they go by amount, as one piece.
  select i, coalesce(before.net, 0),
         case when i.vat is null and not (i.net <> 0 and i.net = coalesce(before.net, 0)) then coalesce(before.qty, 0)
              when i.net = before.net then abs(i.qty) else 0 end
    from public.invoice_items i
    left join lateral (
      select sum(abs(c.qty)) filter (where not c.by_amount) as qty, sum(c.net) as net
        from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
       where c.invoice_item_id = i.id and n.status <> 'void') as before on true
   where i.invoice_id = p_invoice_id and i.kind in ('item', 'discount', 'deposit') and i.qty <> 0
$$;

create or replace function private.credit_lines(p_note_id uuid, p_invoice_id uuid, p_lines jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_line record;
  v_item public.invoice_items;
  v_qty numeric;
  v_net numeric;
  v_number integer := 0;
begin
  for v_line in
    select l.*, asked.qty as asked
      from private.creditable_lines(p_invoice_id) as l
      left join (select (line ->> 'invoice_item_id')::uuid as id, sum((line ->> 'qty')::numeric) as qty
                   from jsonb_array_elements(coalesce(p_lines, '[]')) as line group by 1) as asked on asked.id = (l.item).id
     where p_lines is null or asked.id is not null
     order by (l.item).position
  loop
    v_item := v_line.item;
    v_qty := case when p_lines is null then abs(v_item.qty) - v_line.credited_qty else v_line.asked end;
    continue when p_lines is null and v_qty = 0;
    if not coalesce(v_qty > 0 and v_qty <= 1000000, false) then
      perform private.refuse('22023', format('Please enter how many of "%s" are credited', left(v_item.description, 100)));
    elsif v_qty > abs(v_item.qty) - v_line.credited_qty then
      perform private.refuse('PT409', format('Of "%s" only %s of %s are left to credit', left(v_item.description, 100),
        trim_scale(abs(v_item.qty) - v_line.credited_qty), trim_scale(abs(v_item.qty))));
    end if;
    v_net := case when v_qty + v_line.credited_qty = abs(v_item.qty) then v_item.net - v_line.credited_net
      else trunc(v_item.net * v_qty / abs(v_item.qty), 2) end;
    if abs(v_net) > abs(v_item.net - v_line.credited_net) then
      v_net := v_item.net - v_line.credited_net;
    end if;
    insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, width_mm,
      height_mm, unit_price, discount_pct, vat_rate, vat_treatment, net)
    values (p_note_id, v_item.id, private.line_key(v_number), v_item.kind, v_item.description, v_item.details,
      case when v_item.vat is null then v_qty else 1 end * sign(v_item.qty), v_item.unit, v_item.width_mm, v_item.height_mm,
      case when v_item.vat is null then v_item.unit_price else abs(v_net) end, v_item.discount_pct, v_item.vat_rate, v_item.vat_treatment, v_net);
    v_number := v_number + 1;
  end loop;
  if v_number = 0 then
    perform private.refuse('PT409', 'Everything of this invoice is credited already');
  elsif v_number < (select count(distinct line ->> 'invoice_item_id') from jsonb_array_elements(coalesce(p_lines, '[]')) as line) then
    perform private.refuse('22023', 'A line is not part of this invoice');
  end if;
end $$;

create or replace function private.creditable_rates(p_invoice_id uuid, p_but uuid default null)
  returns table (vat_rate numeric, vat_treatment text, base numeric, vat numeric)
  language sql stable security definer set search_path = ''
as $$
  select t.vat_rate, t.vat_treatment, t.base - before.base, t.vat - before.vat
    from public.invoice_vat t
   cross join lateral (
      select coalesce(sum(b.base), 0) as base, coalesce(sum(b.vat), 0) as vat
        from public.credit_note_vat b join public.credit_notes n on n.id = b.credit_note_id
       where n.invoice_id = p_invoice_id and n.id is distinct from p_but and n.status <> 'void'
         and b.vat_rate = t.vat_rate and b.vat_treatment = t.vat_treatment) as before
   where t.invoice_id = p_invoice_id
$$;

create or replace function private.net_of_gross(p_gross numeric, p_rate numeric, p_base numeric, p_vat numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select case when p_gross = p_base + p_vat then p_base
    when b.base + 0.01 + private.vat_of(b.base + 0.01, p_rate) <= p_gross then b.base + 0.01 else b.base end
    from (select trunc(p_gross * 100 / (100 + p_rate), 2) as base) as b
$$;

create or replace function private.credit_amounts(p_note_id uuid, p_invoice public.invoices, p_amounts jsonb, p_is_gross boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_asked record;
  v_line record;
  v_left numeric;
  v_part numeric;
  v_number integer := 0;
begin
  for v_asked in
    select a.*, r.base, r.vat
      from (select (one ->> 'vat_rate')::numeric as vat_rate, one ->> 'vat_treatment' as vat_treatment, sum((one ->> 'amount')::numeric) as amount
              from jsonb_array_elements(p_amounts) as one group by 1, 2) as a
      left join private.creditable_rates(p_invoice.id, p_note_id) as r on r.vat_rate = a.vat_rate and r.vat_treatment = a.vat_treatment
     order by a.vat_rate, a.vat_treatment
  loop
    if not coalesce(v_asked.amount > 0 and v_asked.amount < 1000000000 and v_asked.amount = trunc(v_asked.amount, 2), false) then
      perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
    elsif v_asked.base is null then
      perform private.refuse('22023', 'This invoice has no such VAT rate');
    end if;
    v_left := case when p_is_gross then private.net_of_gross(v_asked.amount, v_asked.vat_rate, v_asked.base, v_asked.vat) else v_asked.amount end;
    if v_left > v_asked.base or p_is_gross and v_asked.amount > v_asked.base + v_asked.vat then
      perform private.refuse('PT409', format('At %s %% VAT only %s are left to credit of %s', trim_scale(v_asked.vat_rate),
        case when p_is_gross then private.amount_text(greatest(v_asked.base + v_asked.vat, 0)) || ' with VAT'
          else private.amount_text(greatest(v_asked.base, 0)) || ' net' end, p_invoice.invoice_number));
    end if;
    for v_line in
      select (l.item).id, (l.item).description, (l.item).details, (l.item).net - l.credited_net as open
        from private.creditable_lines(p_invoice.id) as l
       where (l.item).kind = 'item' and (l.item).net - l.credited_net > 0
         and (l.item).vat_rate = v_asked.vat_rate and (l.item).vat_treatment = v_asked.vat_treatment
       order by (l.item).position
    loop
      exit when v_left <= 0;
      v_part := least(v_left, v_line.open);
      insert into public.credit_note_items (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net, by_amount)
      values (p_note_id, v_line.id, private.line_key(v_number), 'item', v_line.description, v_line.details, 1, 'piece', v_part, 0,
        v_asked.vat_rate, v_asked.vat_treatment, v_part, true);
      v_number := v_number + 1;
      v_left := v_left - v_part;
    end loop;
    if v_left > 0 then
      perform private.refuse('PT409', format('The lines at %s %% VAT have less left to credit: please credit quantities of lines',
        trim_scale(v_asked.vat_rate)));
    end if;
  end loop;
  if v_number = 0 then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
end $$;

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
    select i.*, -(i.net - coalesce(credited.net, 0)) as left_net, abs(i.qty) - coalesce(credited.qty, 0) as left_qty
      from public.invoice_items i
      left join lateral (
        select sum(abs(c.qty)) as qty, sum(c.net) as net from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
         where c.invoice_item_id = i.id and n.status <> 'void') as credited on true
     where i.invoice_id = p_invoice_id and i.kind in ('discount', 'deposit') and i.qty <> 0
       and i.vat_rate = p_rate and i.vat_treatment = p_treatment
     order by i.kind = 'deposit', i.position
  loop
    exit when v_over <= 0;
    v_part := least(v_over, v_line.left_net);
    continue when v_part <= 0;
    if v_line.kind = 'deposit' and exists (
      select from jsonb_array_elements(p_lines) as asked join public.invoice_items i on i.id = (asked ->> 'invoice_item_id')::uuid
       where i.kind = 'deposit')
    then
      perform private.refuse('22023', 'Deposits are credited by themselves: please choose lines only');
    end if;
    insert into public.credit_note_items as c (credit_note_id, invoice_item_id, position, kind, description, details, qty, unit, unit_price,
      discount_pct, vat_rate, vat_treatment, net)
    values (p_note_id, v_line.id, private.line_key((select count(*)::integer from public.credit_note_items where credit_note_id = p_note_id)),
      v_line.kind, v_line.description, v_line.details,
      case when v_line.kind = 'deposit' then -1 when v_part = v_line.left_net then -v_line.left_qty
           else -least(v_line.left_qty, trunc(abs(v_line.qty) * v_part / -v_line.net, 4)) end, v_line.unit,
      case when v_line.kind = 'deposit' then v_part else v_line.unit_price end, v_line.discount_pct, v_line.vat_rate, v_line.vat_treatment, -v_part)
    on conflict (credit_note_id, invoice_item_id) do update set qty = c.qty + excluded.qty, net = c.net + excluded.net;
    v_over := v_over - v_part;
    if v_line.kind = 'deposit' then
      v_deposits := v_deposits || jsonb_build_object('item', v_line.id, 'invoice', v_line.deducts_invoice_id, 'rate', p_rate,
        'treatment', p_treatment, 'base', v_part);
    end if;
  end loop;
  return jsonb_build_object('over', v_over, 'deposits', v_deposits);
end $$;

create or replace function private.total_credit_note(p_note_id uuid, p_invoice public.invoices, p_lines jsonb) returns void
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
    -- More than the invoice holds at this rate: what was taken off its lines goes with them, its discounts first, then its deposits.
    if v_rate.base > v_rate.left_base then
      v_taken := private.take_along(p_note_id, p_invoice.id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base - v_rate.left_base, p_lines);
      if (v_taken ->> 'over')::numeric > 0 then
        perform private.refuse('PT409', format('At %s %% VAT only %s net are left to credit of %s', trim_scale(v_rate.vat_rate),
          private.amount_text(greatest(v_rate.left_base, 0)), p_invoice.invoice_number));
      end if;
      v_deposits := v_deposits || (v_taken -> 'deposits');
      v_rate.base := v_rate.left_base;
    end if;
    if v_rate.base < 0 and v_rate.base < v_rate.left_base or v_rate.base < 0 and v_rate.left_base >= 0 then
      perform private.refuse('22023', 'A discount is credited with the lines that it was taken from');
    end if;
    insert into public.credit_note_vat (credit_note_id, vat_rate, vat_treatment, base, vat)
    values (p_note_id, v_rate.vat_rate, v_rate.vat_treatment, v_rate.base,
      private.vat_of_part(v_rate.base, v_rate.vat_rate, v_rate.left_base, v_rate.left_vat));
  end loop;
  select coalesce(sum(base), 0) as base, coalesce(sum(vat), 0) as vat into v_rate from public.credit_note_vat where credit_note_id = p_note_id;
  if v_rate.base + v_rate.vat < 0 then
    perform private.refuse('22023', 'A discount is credited with the lines that it was taken from');
  end if;
  update public.credit_notes set net = v_rate.base, vat = v_rate.vat where id = p_note_id;
  if (select sum(n.gross) from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void') > p_invoice.gross then
    perform private.refuse('PT409', format('No more than %s can be credited of %s: credit its discounts with its lines', private.amount_text(
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
  perform private.total_credit_note(v_id, v, p_lines) from public.invoices v where v.id = p_invoice_id;
  return v_id;
end $$;

create or replace function private.write_credit_of_amounts(p_invoice_id uuid, p_reason text, p_amounts jsonb, p_is_gross boolean, p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id constant uuid := private.begin_credit_note(p_invoice_id, p_reason, p_id);
begin
  if jsonb_typeof(p_amounts) is distinct from 'array' or jsonb_array_length(p_amounts) > 100 then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
  perform private.credit_amounts(v_id, v, p_amounts, coalesce(p_is_gross, false)) from public.invoices v where v.id = p_invoice_id;
  perform private.total_credit_note(v_id, v, null) from public.invoices v where v.id = p_invoice_id;
  return v_id;
end $$;

create or replace function private.credit_by_amount(p_invoice_id uuid, p_reason text, p_amounts jsonb, p_is_gross boolean default false, p_id uuid default null)
  returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  perform private.must('invoices', 'create', 'write credit notes');
  select id into v_id from public.credit_notes where id = p_id;
  return coalesce(v_id, private.write_credit_of_amounts(p_invoice_id, p_reason, p_amounts, p_is_gross, p_id));
end $$;

create or replace function private.credit_totals(p_invoice_id uuid, p_lines jsonb default null, p_amounts jsonb default null, p_is_gross boolean default false)
  returns jsonb language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_totals jsonb;
begin
  perform private.must('invoices', 'create', 'write credit notes');
  -- The note is written and taken back: what it comes to is what it would come to.
  begin
    v_id := case when p_amounts is null then private.write_credit_note(p_invoice_id, '-', p_lines, null)
      else private.write_credit_of_amounts(p_invoice_id, '-', p_amounts, p_is_gross, null) end;
    v_totals := private.credited_by(array(select n.id from public.credit_notes n where v_id in (n.id, n.with_note_id)));
    raise exception using errcode = 'SW001';
  exception when sqlstate 'SW001' then
    return v_totals;
  end;
end $$;

create or replace function private.credit_left(p_invoice_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('vat_rate', r.vat_rate::text, 'vat_treatment', r.vat_treatment,
             'net', private.amount_text(r.base), 'gross', private.amount_text(r.base + r.vat)) order by r.vat_rate, r.vat_treatment), '[]')
      from private.creditable_rates(p_invoice_id) as r where r.base > 0);
end $$;

create or replace function private.credit_left_of_order(p_order_id uuid, p_invoice public.invoices) returns jsonb
language sql stable security definer set search_path to '' as $function$
  select case when p_invoice.gross > coalesce((select sum(n.gross) from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void'), 0)
      or p_invoice.gross = 0 and not exists (select from public.credit_notes n where n.invoice_id = p_invoice.id and n.status <> 'void')
    then (
      select jsonb_agg(jsonb_build_object('invoice_item_id', i.id, 'qty', i.left_qty)) from (
        select (l.item).id, case when (l.item).vat is null then abs((l.item).qty) - l.credited_qty
                                 when (l.item).net is distinct from l.credited_net then 1 else 0 end as left_qty
          from private.creditable_lines(p_invoice.id) as l
         where (l.item).order_id = p_order_id or p_invoice.order_id = p_order_id) as i
       where i.left_qty > 0) end
$function$;

create or replace function private.charge_credit() returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $$
declare
  v_line public.invoice_items;
  v_qty numeric;
  v_charged numeric;
begin
  select * into v_line from public.invoice_items where id = new.invoice_item_id;
  if v_line.charged_qty is null or v_line.qty = 0 or new.qty is null or new.by_amount then
    new.charged_qty := null;
    return new;
  end if;
  select coalesce(sum(abs(c.qty)), 0), coalesce(sum(coalesce(c.charged_qty, c.qty)), 0) into v_qty, v_charged
    from public.credit_note_items c join public.credit_notes n on n.id = c.credit_note_id
   where c.invoice_item_id = new.invoice_item_id and c.id <> new.id and not c.by_amount and n.status <> 'void';
  new.charged_qty := case when v_qty + abs(new.qty) = abs(v_line.qty) then v_line.charged_qty - v_charged
    else trunc(v_line.charged_qty * new.qty / v_line.qty, 4) end;
  return new;
end $$;

create or replace function private.deduct_deposits(p_invoice_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_part record;
  v_deposit record;
  v_base numeric;
  v_vat numeric;
  v_budget numeric;
  v_room jsonb;
  v_key text;
  v_skipped constant uuid[] := (select v.skipped_deposits from public.invoices v where v.id = p_invoice_id);
begin
  delete from public.invoice_items where invoice_id = p_invoice_id and kind = 'deposit';
  -- What the invoice comes to at each rate, whatever its lines are of, and as a whole.
  select coalesce(jsonb_object_agg(r.vat_rate || ' ' || r.vat_treatment, r.base), '{}'), coalesce(sum(r.base + private.vat_of(r.base, r.vat_rate)), 0)
    into v_room, v_budget
    from (select i.vat_rate, i.vat_treatment, sum(i.net) as base from public.invoice_items i
           where i.invoice_id = p_invoice_id and i.kind in ('item', 'discount') group by 1, 2) as r;
  for v_part in
    select * from private.invoice_order_vat where invoice_id = p_invoice_id and base > 0 order by order_id, vat_rate, vat_treatment
  loop
    v_key := v_part.vat_rate || ' ' || v_part.vat_treatment;
    for v_deposit in
      select d.* from private.deposits_left(v_part.order_id) as d
       where d.vat_rate = v_part.vat_rate and d.vat_treatment = v_part.vat_treatment
         and d.invoice_id <> all (v_skipped)
       order by d.issue_date, d.invoice_number
    loop
      v_base := least(v_deposit.base, v_part.base, (v_room ->> v_key)::numeric);
      continue when v_base <= 0;
      v_vat := private.vat_of_part(v_base, v_part.vat_rate, v_deposit.base, v_deposit.vat);
      -- Rates below zero, of discounts, leave less than the rates above.
      if v_base + v_vat > v_budget + 0.02 then
        v_base := v_budget - trunc(v_budget * v_part.vat_rate / (100 + v_part.vat_rate), 2);
        continue when v_base <= 0;
        v_vat := private.vat_of_part(v_base, v_part.vat_rate, v_deposit.base, v_deposit.vat);
      end if;
      v_budget := v_budget - v_base - v_vat;
      v_part.base := v_part.base - v_base;
      v_room := jsonb_set(v_room, array[v_key], to_jsonb((v_room ->> v_key)::numeric - v_base));
      insert into public.invoice_items (invoice_id, order_id, deducts_invoice_id, position, kind, description, qty, unit, unit_price,
        discount_pct, vat_rate, vat_treatment, net, vat)
      values (p_invoice_id, v_part.order_id, v_deposit.invoice_id,
        private.next_key((select max(position) from public.invoice_items where invoice_id = p_invoice_id)), 'deposit',
        format('Deposit %s of %s', v_deposit.invoice_number, to_char(v_deposit.issue_date, 'FMDD Mon YYYY')), -1, 'piece', v_base, 0,
        v_part.vat_rate, v_part.vat_treatment, -v_base, -v_vat);
    end loop;
  end loop;
end $$;

create or replace function private.draft_deposits(p_invoice_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'view', 'see invoices');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.invoice_id, 'number', d.invoice_number, 'issue_date', d.issue_date,
             'order_number', d.order_number, 'is_skipped', d.invoice_id = any (d.skipped), 'rates', d.rates)
             order by d.issue_date, d.invoice_number), '[]')
      from (
        select l.invoice_id, l.invoice_number, l.issue_date, o.order_number, v.skipped_deposits as skipped,
               jsonb_agg(jsonb_build_object('vat_rate', l.vat_rate::text, 'vat_treatment', l.vat_treatment,
                 'left', private.amount_text(l.base - coalesce(own.net, 0)), 'deducted', private.amount_text(-coalesce(own.net, 0)),
                 'deducted_vat', private.amount_text(-coalesce(own.vat, 0))) order by l.vat_rate, l.vat_treatment) as rates
          from public.invoices v
          join public.orders o on o.id in (select b.order_id from private.invoice_order_vat b where b.invoice_id = v.id)
         cross join lateral private.deposits_left(o.id) as l
          left join public.invoice_items own on own.invoice_id = v.id and own.deducts_invoice_id = l.invoice_id
            and own.vat_rate = l.vat_rate and own.vat_treatment = l.vat_treatment
         where v.id = p_invoice_id and v.status = 'draft' and (l.base > 0 or own.id is not null)
         group by 1, 2, 3, 4, 5) as d);
end $$;

create or replace function private.skip_deposits(p_invoice_id uuid, p_deposits uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  perform private.must('invoices', 'edit', 'change invoices');
  select * into v_row from public.invoices where id = p_invoice_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', 'This invoice is issued: its deposits stay as they are');
  elsif cardinality(p_deposits) > 500 or exists (
    select from unnest(p_deposits) as asked where not exists (
      select from public.invoices d where d.id = asked and d.kind = 'deposit' and d.order_id in (
        select b.order_id from private.invoice_order_vat b where b.invoice_id = p_invoice_id)))
  then
    perform private.refuse('22023', 'This is no deposit of an order of this invoice');
  end if;
  update public.invoices set skipped_deposits = coalesce(p_deposits, '{}') where id = p_invoice_id;
  perform private.total_invoice(p_invoice_id);
end $$;

create or replace function private.refuse_lost_deposits(p_invoice public.invoices) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lost record;
begin
  select o.order_number, l.invoice_number into v_lost
    from public.orders o
   cross join lateral private.deposits_left(o.id) as l
   where o.id in (select b.order_id from private.invoice_order_vat b where b.invoice_id = p_invoice.id)
     and l.invoice_id = any (p_invoice.skipped_deposits) and l.base > 0 and private.completes_order(p_invoice.id, o.id)
   limit 1;
  if found then
    perform private.refuse('PT409', format('This is the last invoice of %s: please deduct its deposit %s, or credit that first',
      v_lost.order_number, v_lost.invoice_number));
  end if;
end $$;

create or replace function private.bill_discounts(p_invoice_id uuid, p_order_id uuid, p_number integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.order_items;
  v_qty numeric;
  v_share numeric;
begin
  for v_item in
    select * from public.order_items where order_id = p_order_id and kind = 'discount' and qty <> 0 order by position
  loop
    select case when bool_and(i.qty_invoiced >= i.qty) then 1
                else trunc(coalesce(sum(i.net * i.qty_invoiced / i.qty) / nullif(sum(i.net), 0), 0), 4) end
      into v_share
      from public.order_items i
     where i.order_id = p_order_id and i.kind = 'item' and i.qty > 0
       and ((i.vat_rate, i.vat_treatment) = (v_item.vat_rate, v_item.vat_treatment) or not exists (
         select from public.order_items o where o.order_id = p_order_id and o.kind = 'item' and o.qty > 0
            and (o.vat_rate, o.vat_treatment) = (v_item.vat_rate, v_item.vat_treatment)));
    v_qty := trunc(abs(v_item.qty) * v_share, 4) - v_item.qty_invoiced;
    -- A share too small for four decimals goes along where the lines that are left could not bear it.
    if v_qty <= 0 and v_share < 1 and abs(v_item.qty) - v_item.qty_invoiced > 0.0001 and (
      select l.at_least from private.discount_limits(p_invoice_id, p_order_id, v_item.vat_rate, v_item.vat_treatment) as l) > 0
    then
      v_qty := 0.0001;
    end if;
    if v_qty > 0 then
      insert into public.invoice_items (invoice_id, order_item_id, position, kind, description, details, qty, vat_rate)
      values (p_invoice_id, v_item.id, private.line_key(p_number), 'discount', v_item.description, v_item.details, -v_qty, v_item.vat_rate);
      p_number := p_number + 1;
    end if;
  end loop;
  return p_number;
end $$;

create or replace function private.bill_order(p_invoice_id uuid, p_order_id uuid, p_whole boolean, p_number integer) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_item public.order_items;
  v_qty numeric;
  v_number integer := p_number;
begin
  for v_item in
    select * from public.order_items where order_id = p_order_id and kind = 'item' and qty > 0 order by position
  loop
    v_qty := case when p_whole then v_item.qty else v_item.qty_delivered end - v_item.qty_invoiced;
    if v_qty > 0 then
      insert into public.invoice_items (invoice_id, order_item_id, position, description, details, qty, width_mm, height_mm,
        picture_path, service_id, vat_rate)
      values (p_invoice_id, v_item.id, private.line_key(v_number), v_item.description, v_item.details, v_qty, v_item.width_mm,
        v_item.height_mm, v_item.picture_path, v_item.service_id, v_item.vat_rate);
      v_number := v_number + 1;
    end if;
  end loop;
  if v_number = p_number then
    return v_number;
  end if;
  perform private.count_invoiced(array(select id from public.order_items where order_id = p_order_id));
  return private.bill_discounts(p_invoice_id, p_order_id, v_number);
end $$;

create or replace function private.make_invoice(p_order_ids uuid[], p_id uuid default null, p_whole boolean default false) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_order public.orders;
  v_contact_id uuid;
  v_number integer := 0;
  v_clients integer;
begin
  perform private.must('invoices', 'create', 'write invoices');
  select id into v_id from public.invoices where id = p_id;
  if found then
    return v_id;
  end if;
  select count(distinct o.contact_id), min(o.contact_id::text)::uuid into v_clients, v_contact_id
    from public.orders o where o.id = any (p_order_ids);
  if v_clients = 0 then
    perform private.refuse('PT404', 'This order is not there any more');
  elsif v_clients > 1 then
    perform private.refuse('22023', 'One invoice is for one client');
  end if;
  insert into public.invoices (id, kind, contact_id, person_id, order_id, quotation_id, project_title, client_po, currency, created_by)
  select coalesce(p_id, gen_random_uuid()), 'standard', v_contact_id, (array_agg(o.person_id order by o.order_number))[1],
         case when count(*) = 1 then min(o.id::text)::uuid end, case when count(*) = 1 then min(o.quotation_id::text)::uuid end,
         left(string_agg(distinct o.project_title, ', '), 500), left(string_agg(distinct o.client_po, ', '), 100), min(o.currency), auth.uid()
    from public.orders o where o.id = any (p_order_ids)
  returning id into v_id;
  perform set_config('signwright.total_later', 'on', true);
  for v_order in select * from public.orders where id = any (p_order_ids) order by id for no key update loop
    if v_order.status = 'cancelled' then
      perform private.refuse('PT409', format('%s is cancelled', v_order.order_number));
    end if;
    v_number := private.bill_order(v_id, v_order.id, p_whole, v_number);
  end loop;
  perform set_config('signwright.total_later', '', true);
  if v_number = 0 then
    perform private.refuse('PT409', 'There is nothing to invoice: nothing more is delivered than was invoiced');
  end if;
  perform private.total_invoice(v_id);
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = v_id and order_item_id is not null));
  update public.invoices set kind = case when order_id is null then 'standard'
      when private.completes_order(v_id, order_id) then case when exists (
        select from public.invoices v where v.order_id = invoices.order_id and v.id <> v_id and v.kind in ('deposit', 'progress')
          and v.status not in ('draft', 'void')) then 'final' else 'standard' end
      else 'progress' end
   where id = v_id;
  perform private.log_event('invoice', v_id, 'created');
  return v_id;
end $$;

create or replace function private.issue_invoice(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  perform private.must('invoices', 'edit', 'issue invoices');
  select * into v_row from public.invoices where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This invoice is not there any more');
  elsif v_row.status = 'void' then
    perform private.refuse('PT409', 'This invoice is void');
  elsif v_row.status <> 'draft' then
    return v_row.invoice_number;
  end if;
  perform from public.orders o
   where o.id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) order by o.id for no key update;
  if not exists (select from public.invoice_items where invoice_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you issue the invoice');
  end if;
  -- What other invoices billed meanwhile decides what the last part is.
  perform set_config('signwright.total_later', 'on', true);
  update public.invoice_items set qty = qty where invoice_id = p_id and order_item_id is not null;
  perform set_config('signwright.total_later', '', true);
  perform private.total_invoice(p_id);
  perform private.refuse_lost_deposits(v_row);
  update public.invoices v
     set issue_date = private.company_today(),
         supply_date = coalesce(v.supply_date, (
           select max((d.delivered_at at time zone s.time_zone)::date) from public.deliveries d, public.company_settings s
            where d.order_id in (select i.order_id from public.invoice_items i where i.invoice_id = p_id) and d.delivered_at is not null),
           private.company_today()),
         due_date = coalesce(v.due_date, private.company_today() + case when v.kind = 'deposit' then 0 else private.contact_terms(v.contact_id) end),
         issued_at = now(), issued_by = auth.uid(), invoice_number = private.draw_number('INV'), status = 'issued',
         snapshot = jsonb_build_object('company', private.company_facts(), 'client', private.contact_facts(v.contact_id),
           'person', private.contact_facts(v.person_id))
   where v.id = p_id
  returning * into v_row;
  perform private.log_event('invoice', p_id, 'issued', jsonb_build_object('number', v_row.invoice_number, 'gross', private.amount_text(v_row.gross)));
  perform private.refresh_invoice(p_id);
  return v_row.invoice_number;
end $$;

alter table public.invoices add constraint invoices_skipped_deposits_is_a_list CHECK (array_ndims(skipped_deposits) = 1);

revoke execute on all routines in schema private from public;

call private.offer('private.credit_by_amount(uuid, text, jsonb, boolean, uuid)');

call private.offer('private.credit_totals(uuid, jsonb, jsonb, boolean)');

call private.offer('private.credit_left(uuid)');

call private.offer('private.draft_deposits(uuid)');

call private.offer('private.skip_deposits(uuid, uuid[])');

CREATE TRIGGER pin BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'invoice_number', 'public_uuid', 'kind', 'status', 'contact_id', 'order_id', 'quotation_id', 'issue_date', 'currency', 'net', 'vat', 'paid', 'credited', 'snapshot', 'sent_at', 'first_viewed_at', 'last_viewed_at', 'reminder_stage', 'issued_at', 'issued_by', 'skipped_deposits');

comment on function private.deduct_deposits(pg_catalog.uuid) is 'Writes the deduction of paid deposits into a draft: by VAT rate, the smaller of what is left of the deposit and what the
invoice bills at that rate, but for those that the office left out. So no base of an invoice falls below zero, and the rest waits for the next one.';

comment on function private.write_credit_note(pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb,pg_catalog.uuid) is 'Writes a credit note as a draft: what make_credit_note does, without asking for the right.';

comment on function private.begin_credit_note(pg_catalog.uuid,pg_catalog.text,pg_catalog.uuid) is 'An empty draft that credits an issued invoice, which is locked. Returns the id.';

comment on function private.bill_discounts(pg_catalog.uuid,pg_catalog.uuid,integer) is 'A discount goes with the lines of its rate by their share, and its rest with the last of them; where its rate has no lines, with those
of the order. p_number: the lines that the draft has. Returns how many it has then.';

comment on function private.bill_order(pg_catalog.uuid,pg_catalog.uuid,boolean,integer) is 'Writes into a draft what is delivered of an order and not invoiced, or all of it (p_whole), with its discounts. p_number: the lines that
the draft has. Returns how many it has then.';

comment on function private.credit_amounts(pg_catalog.uuid,public.invoices,pg_catalog.jsonb,boolean) is 'Writes amounts [{vat_rate, vat_treatment, amount}], net or with VAT, into a draft credit note: from the lines of the rate, the first of
the invoice first, no more than is left of each and of the rate.';

comment on function private.credit_by_amount(pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb,boolean,pg_catalog.uuid) is 'A draft that takes back amounts of an issued invoice, by VAT rate: [{vat_rate, vat_treatment, amount}], net, or with VAT where p_is_gross.
No more than is left at each rate. p_id: chosen by the caller, so that a repeated call returns the same draft. Returns the id.';

comment on function private.credit_left(pg_catalog.uuid) is 'What of an invoice can be credited by amount, by VAT rate: net, and with VAT. Amounts are text.';

comment on function private.credit_lines(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb) is 'Writes quantities of lines [{invoice_item_id, qty}] into a draft credit note; null: all that is not credited.';

comment on function private.credit_totals(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,boolean) is 'What a credit note over these lines or amounts would come to, with the notes over deposits that go with it, before it is made: net, vat,
gross, papers, rates. Refused as the note would be. Amounts are text.';

comment on function private.creditable_lines(pg_catalog.uuid) is 'The lines of an invoice with what of them is credited already: net, and quantity. A line whose net is credited has no quantity left.';

comment on function private.creditable_rates(pg_catalog.uuid,pg_catalog.uuid) is 'What of an invoice no credit note took back, by VAT rate; the note p_but does not count.';

comment on function private.draft_deposits(pg_catalog.uuid) is 'The paid deposits that a draft may deduct: whether it does, by VAT rate what it deducts and what is left before it. Amounts are text.';

comment on function private.net_of_gross(numeric,numeric,numeric,numeric) is 'The highest net that comes to no more than this gross with its VAT; all of the gross p_base + p_vat is p_base.';

comment on function private.refuse_lost_deposits(public.invoices) is 'A deposit that the last invoice of its order leaves out would never be deducted: its VAT would be charged twice.';

comment on function private.skip_deposits(pg_catalog.uuid,pg_catalog.uuid[]) is 'Which deposits of its orders a draft does not deduct; an empty list deducts all. They wait for another invoice of the order.';

comment on function private.take_along(pg_catalog.uuid,pg_catalog.uuid,numeric,pg_catalog.text,numeric,pg_catalog.jsonb) is 'What a draft credit note holds at a rate beyond what its invoice does (p_over) takes discounts of the rate with it, then deposits. Returns
what of it is left over, and the parts of deposits.';

comment on function private.total_credit_note(pg_catalog.uuid,public.invoices,pg_catalog.jsonb) is 'Writes the VAT table and totals of a draft credit note. What its lines come to beyond what the invoice holds at a rate takes its discounts
with it, then its deposits, which a note over each deposit credits.';

comment on function public.credit_by_amount(pg_catalog.uuid,pg_catalog.text,pg_catalog.jsonb,boolean,pg_catalog.uuid) is 'A draft that takes back amounts of an issued invoice, by VAT rate: [{vat_rate, vat_treatment, amount}], net, or with VAT where p_is_gross.
No more than is left at each rate. p_id: chosen by the caller, so that a repeated call returns the same draft. Returns the id.';

comment on function public.credit_left(pg_catalog.uuid) is 'What of an invoice can be credited by amount, by VAT rate: net, and with VAT. Amounts are text.';

comment on function public.credit_totals(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.jsonb,boolean) is 'What a credit note over these lines or amounts would come to, with the notes over deposits that go with it, before it is made: net, vat,
gross, papers, rates. Refused as the note would be. Amounts are text.';

comment on function public.draft_deposits(pg_catalog.uuid) is 'The paid deposits that a draft may deduct: whether it does, by VAT rate what it deducts and what is left before it. Amounts are text.';

comment on function public.skip_deposits(pg_catalog.uuid,pg_catalog.uuid[]) is 'Which deposits of its orders a draft does not deduct; an empty list deducts all. They wait for another invoice of the order.';

comment on column public.credit_note_items.by_amount is 'An amount of that line is credited, and no quantity of it.';

comment on column public.invoices.skipped_deposits is 'Deposit invoices of its orders that a draft does not deduct: they wait for another invoice.';

reset check_function_bodies;
