set check_function_bodies = off;

drop routine private.credit_amounts(p_note_id uuid, p_invoice public.invoices, p_amounts jsonb, p_is_gross boolean);

drop routine private.net_of_gross(p_gross numeric, p_rate numeric, p_base numeric, p_vat numeric);

drop routine private.total_credit_note(p_note_id uuid, p_invoice public.invoices, p_lines jsonb);

create or replace function private.credit_amounts(p_note_id uuid, p_invoice public.invoices, p_amounts jsonb, p_is_gross boolean) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  v_asked record;
  v_line record;
  v_left numeric;
  v_part numeric;
  v_number integer := 0;
  v_vats jsonb := '[]';
begin
  for v_asked in
    select a.*, r.base, r.vat, part.base as part_base, part.vat as part_vat
      from (select (one ->> 'vat_rate')::numeric as vat_rate, one ->> 'vat_treatment' as vat_treatment, sum((one ->> 'amount')::numeric) as amount
              from jsonb_array_elements(p_amounts) as one group by 1, 2) as a
      left join private.creditable_rates(p_invoice.id, p_note_id) as r on r.vat_rate = a.vat_rate and r.vat_treatment = a.vat_treatment
      left join lateral private.part_of_gross(a.amount, a.vat_rate, r.base, r.vat) as part on p_is_gross
     order by a.vat_rate, a.vat_treatment
  loop
    if not coalesce(v_asked.amount > 0 and v_asked.amount < 1000000000 and v_asked.amount = trunc(v_asked.amount, 2), false) then
      perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
    elsif v_asked.base is null then
      perform private.refuse('22023', 'This invoice has no such VAT rate');
    end if;
    v_left := case when p_is_gross then v_asked.part_base else v_asked.amount end;
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
    if p_is_gross then
      v_vats := v_vats || jsonb_build_object('vat_rate', v_asked.vat_rate, 'vat_treatment', v_asked.vat_treatment, 'vat', v_asked.part_vat);
    end if;
  end loop;
  if v_number = 0 then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
  return v_vats;
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

create or replace function private.write_credit_of_amounts(p_invoice_id uuid, p_reason text, p_amounts jsonb, p_is_gross boolean, p_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id constant uuid := private.begin_credit_note(p_invoice_id, p_reason, p_id);
  v_vats jsonb;
begin
  if jsonb_typeof(p_amounts) is distinct from 'array' or jsonb_array_length(p_amounts) > 100 then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  end if;
  select private.credit_amounts(v_id, v, p_amounts, coalesce(p_is_gross, false)) into v_vats from public.invoices v where v.id = p_invoice_id;
  perform private.total_credit_note(v_id, v, null, v_vats) from public.invoices v where v.id = p_invoice_id;
  return v_id;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.credit_amounts(pg_catalog.uuid,public.invoices,pg_catalog.jsonb,boolean) is 'Writes amounts [{vat_rate, vat_treatment, amount}], net or with VAT, into a draft credit note: from the lines of the rate, the first of
the invoice first, no more than is left of each and of the rate. Returns the VAT [{vat_rate, vat_treatment, vat}] of amounts with VAT, so
that each rate comes to exactly what was asked for.';

comment on function private.total_credit_note(pg_catalog.uuid,public.invoices,pg_catalog.jsonb,pg_catalog.jsonb) is 'Writes the VAT table and totals of a draft credit note. What its lines come to beyond what the invoice holds at a rate takes its discounts
with it, then its deposits, which a note over each deposit credits. p_vats: the VAT of rates that credit_amounts chose.';

reset check_function_bodies;
