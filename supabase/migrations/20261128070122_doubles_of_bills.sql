-- A bill is entered once, however its number is written; one with the same supplier, day and total asks why it is another
-- one; VAT that is no rate of the net is confirmed.

create function private.plain_number(p_number text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(nullif(btrim(regexp_replace(regexp_replace(
           regexp_replace(lower(p_number), '[[:space:][:punct:]–—·•“”„‘’«»№]+', '-', 'g'),
           '([^0-9])-', '\1', 'g'), '-([^0-9])', '\1', 'g'), '-'), ''), lower(btrim(p_number)))
$$;
revoke execute on function private.plain_number(text) from public, anon;
grant execute on function private.plain_number(text) to authenticated, service_role;
comment on function private.plain_number(text) is
'The number of a paper without the way it is written: E3-100, e3 100 and E3/100 are one. Between two digits a separator counts:
1-10 and 11-0 are two numbers.';

-- Bills that are doubles by now stay, and say so; somebody decides about them.
do $$
begin
  alter table public.supplier_invoices disable trigger user;
  update public.supplier_invoices v set supplier_number = left(format('%s (double %s)', btrim(v.supplier_number), d.place), 100)
    from (select id, row_number() over (partition by supplier_id, private.plain_number(supplier_number) order by created_at, id) as place
            from public.supplier_invoices) as d
   where d.id = v.id and d.place > 1;
  alter table public.supplier_invoices enable trigger user;
end $$;
drop index public.supplier_invoices_once_a_supplier;
create unique index supplier_invoices_once_a_supplier on public.supplier_invoices (supplier_id, private.plain_number(supplier_number));

alter table public.supplier_invoices
  add column another_bill_reason text,
  add column vat_confirmed_as text,
  add constraint supplier_invoices_reason_length check (char_length(another_bill_reason) <= 500),
  add constraint supplier_invoices_vat_confirmed_as_length check (char_length(vat_confirmed_as) <= 60);
comment on column public.supplier_invoices.another_bill_reason is
  'Why this is another bill although one of the supplier has the same day and total.';
comment on column public.supplier_invoices.vat_confirmed_as is
  'VAT and net that somebody confirmed although no rate fits: 12.00 of 100.00. With other amounts it is asked again.';

create function private.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric,
  p_except uuid default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_number jsonb;
  v_total jsonb;
  v_rates text;
begin
  perform private.must('supplier-invoices', 'view', 'see invoices of suppliers');
  select jsonb_build_object('id', i.id, 'number', i.supplier_number) into v_number from public.supplier_invoices i
   where i.supplier_id = p_supplier_id and private.plain_number(i.supplier_number) = private.plain_number(p_number)
     and i.id is distinct from p_except;
  select jsonb_build_object('id', i.id, 'number', i.supplier_number) into v_total from public.supplier_invoices i
   where i.supplier_id = p_supplier_id and i.invoice_date = p_invoice_date and i.gross = p_net + p_vat
     and i.id is distinct from p_except
   order by i.created_at desc limit 1;
  if not exists (select from (select v.rate from public.vat_rates v union select 0) as r
                  where abs(p_vat - p_net * r.rate / 100) <= 0.01)
  then
    select string_agg(format('%s %% would be %s', trim_scale(r.rate), private.amount_text(private.vat_of(p_net, r.rate))), ', ' order by r.rate)
      into v_rates
      from (select distinct v.rate, abs(p_vat - p_net * v.rate / 100) as off from public.vat_rates v where v.rate > 0
             order by off, v.rate limit 2) as r;
  end if;
  return jsonb_build_object('same_number', v_number, 'same_total', v_total,
    'vat', format('VAT of %s is no rate of %s: %s.', private.amount_text(p_vat), private.amount_text(p_net), nullif(v_rates, '')),
    'vat_as', format('%s of %s', private.amount_text(p_vat), private.amount_text(p_net)))
    || case when v_rates is null then '{"vat": null}'::jsonb else '{}' end;
end $$;
comment on function private.bill_questions(uuid, text, date, numeric, numeric, uuid) is
'What is asked before a bill of a supplier is saved: the bill with the same number, however it is written; the bill with the
same day and total; and VAT that is no rate of the net, in words with the nearest rates. Null where nothing is to be asked.
vat_as is what supplier_invoices.vat_confirmed_as says when somebody confirms the VAT. p_except: the bill itself.';
call private.offer('private.bill_questions(uuid, text, date, numeric, numeric, uuid)');

create function private.ask_about_bill() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_asks jsonb;
begin
  if new.net is null or new.vat is null then
    return new;
  end if;
  -- Two people who enter one paper at once: the second one finds the first.
  perform pg_advisory_xact_lock(hashtextextended('bill/' || new.supplier_id, 0));
  v_asks := private.bill_questions(new.supplier_id, new.supplier_number, new.invoice_date, new.net, new.vat, new.id);
  -- The same number is refused by the index.
  if v_asks -> 'same_number' = 'null' and v_asks -> 'same_total' <> 'null' and coalesce(btrim(new.another_bill_reason), '') = '' and (tg_op = 'INSERT'
    or (new.supplier_id, new.invoice_date, new.net + new.vat) is distinct from (old.supplier_id, old.invoice_date, old.net + old.vat))
  then
    perform private.refuse('PT409', format(
      '%s of this supplier has the same date and the same total. If this is another bill, please say why.', v_asks -> 'same_total' ->> 'number'));
  elsif v_asks ->> 'vat' is not null and new.vat_confirmed_as is distinct from v_asks ->> 'vat_as'
    and (tg_op = 'INSERT' or (new.net, new.vat) is distinct from (old.net, old.vat))
  then
    perform private.refuse('PT409', (v_asks ->> 'vat') || ' Please correct it, or confirm it.');
  end if;
  return new;
end $$;
revoke execute on function private.ask_about_bill() from public;
comment on function private.ask_about_bill() is
'A bill that may be a double is saved with a reason, VAT that is no rate of the net after it was confirmed.';
create trigger y_ask_about_bill before insert or update of supplier_id, invoice_date, net, vat on public.supplier_invoices
  for each row when (current_user in ('anon', 'authenticated')) execute function private.ask_about_bill();

create or replace function public.enter_supplier_invoice(p_id uuid, p_values jsonb, p_lines jsonb default '[]') returns uuid
language plpgsql security invoker set search_path = '' as $$
declare
  v_net constant numeric := (p_values ->> 'net')::numeric;
  v_vat constant numeric := (p_values ->> 'vat')::numeric;
  v_lines jsonb := p_lines;
  v_fits boolean;
begin
  if exists (select from public.supplier_invoices where id = p_id) then
    return p_id;
  elsif jsonb_typeof(p_lines) <> 'array' or jsonb_array_length(p_lines) > 500 then
    raise invalid_parameter_value using message = 'An invoice may have 500 lines at most';
  elsif exists (
    select from public.supplier_invoices i where i.supplier_id = (p_values ->> 'supplier_id')::uuid
       and private.plain_number(i.supplier_number) = private.plain_number(p_values ->> 'supplier_number'))
  then
    raise exception using errcode = 'PT409', message = 'There is an invoice of this supplier with this number already';
  end if;
  if jsonb_array_length(p_lines) = 0 then
    v_lines := jsonb_build_array(jsonb_build_object('description', format('Invoice %s', btrim(p_values ->> 'supplier_number')), 'qty', 1,
      'unit_price', v_net, 'vat_rate', private.rate_of_vat(v_net, v_vat), 'vat', v_vat));
  end if;
  -- Lines of an electronic invoice that come to its VAT say of which rates it is.
  select jsonb_array_length(p_lines) > 0 and sum(l.net) = v_net
         and abs(sum(coalesce(l.vat, l.net * l.vat_rate / 100)) - v_vat) <= 0.01 * count(*) into v_fits
    from (select coalesce((x ->> 'net')::numeric, trunc((x ->> 'qty')::numeric * (x ->> 'unit_price')::numeric, 2)) as net,
                 (x ->> 'vat_rate')::numeric as vat_rate, (x ->> 'vat')::numeric as vat
            from jsonb_array_elements(v_lines) as x) as l;
  insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, currency, net, vat, iban,
    payment_reference, file_path, file_name, read_from, note, discount_pct, discount_until, another_bill_reason, vat_confirmed_as, created_by)
  values (p_id, (p_values ->> 'supplier_id')::uuid, btrim(p_values ->> 'supplier_number'), (p_values ->> 'invoice_date')::date,
    (p_values ->> 'due_date')::date, coalesce(p_values ->> 'currency', 'EUR'), v_net, v_vat,
    p_values ->> 'iban', p_values ->> 'payment_reference', p_values ->> 'file_path', p_values ->> 'file_name', p_values ->> 'read_from',
    p_values ->> 'note', (p_values ->> 'discount_pct')::numeric, (p_values ->> 'discount_until')::date, p_values ->> 'another_bill_reason',
    case when v_fits then format('%s of %s', v_vat::numeric(14,2), v_net::numeric(14,2)) else p_values ->> 'vat_confirmed_as' end,
    auth.uid());
  insert into public.supplier_invoice_items (supplier_invoice_id, position, description, qty, unit_price, vat_rate, net, vat, cost_account_id)
  select p_id, 'a' || lpad(place::text, 4, '0'), line ->> 'description', (line ->> 'qty')::numeric, (line ->> 'unit_price')::numeric,
         (line ->> 'vat_rate')::numeric, (line ->> 'net')::numeric, (line ->> 'vat')::numeric,
         coalesce(line ->> 'cost_account_id', p_values ->> 'cost_account_id')::uuid
    from jsonb_array_elements(v_lines) with ordinality as listed (line, place);
  return p_id;
end $$;
comment on function public.enter_supplier_invoice(uuid, jsonb, jsonb) is
'Enters an invoice of a supplier with its lines, both or none, by the caller''s own rights; without lines it gets one. p_id:
chosen by the caller, so that a repeated call enters one. A number that the supplier used before is refused in words, however
it is written. cost_account_id in p_values: of the lines that name none. Returns the id.';
