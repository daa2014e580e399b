set check_function_bodies = off;

create or replace function private.take_back_payment(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.payments;
begin
  perform private.must('payments', 'create', 'take payments back');
  select * into v_row from public.payments where id = p_id for no key update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This payment is not there any more');
  elsif exists (select from public.payment_refunds r where r.payment_id = p_id and r.kind = 'reversal') then
    return;
  elsif coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please say why, in 2000 characters at most');
  elsif v_row.direction <> 'in' or v_row.status not in ('succeeded', 'part_refunded') then
    perform private.refuse('PT409', format('%s cannot be taken back: it is %s', v_row.payment_number, replace(v_row.status, '_', ' ')));
  elsif v_row.provider is not null or v_row.request_id is not null then
    perform private.refuse('PT409', format('%s was paid by the client on the page: please refund it', v_row.payment_number));
  elsif exists (select from public.bank_entries e where e.payment_id = p_id) then
    perform private.refuse('PT409', format('%s stands on a bank statement: please take its entry back there', v_row.payment_number));
  end if;
  perform private.refuse_closed_day(v_row.received_on);
  perform private.reverse_payment(p_id, p_reason);
end $$;

create or replace function private.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric,
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
    select string_agg(format('%s %% would be %s', trim_scale(r.rate), private.money_words(private.vat_of(p_net, r.rate))), ', ' order by r.rate)
      into v_rates
      from (select distinct v.rate, abs(p_vat - p_net * v.rate / 100) as off from public.vat_rates v where v.rate > 0
             order by off, v.rate limit 2) as r;
  end if;
  return jsonb_build_object('same_number', v_number, 'same_total', v_total,
    'vat', format('VAT of %s is no rate of %s: %s.', private.money_words(p_vat), private.money_words(p_net), nullif(v_rates, '')),
    'vat_as', format('%s of %s', private.amount_text(p_vat), private.amount_text(p_net)))
    || case when v_rates is null then '{"vat": null}'::jsonb else '{}' end;
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.take_back_payment(uuid, text)');

comment on function private.take_back_payment(pg_catalog.uuid,pg_catalog.text) is 'A payment that a person recorded by mistake never was: its invoices are open again, a reversing record stands beside it, and its
receipt that still waits is not sent. Refused for what a client paid on the page, for what stands on a bank statement, of closed days, where a part
went back, and where it paid a deposit invoice. A second call changes nothing.';

comment on function public.take_back_payment(pg_catalog.uuid,pg_catalog.text) is 'A payment that a person recorded by mistake never was: its invoices are open again, a reversing record stands beside it, and its
receipt that still waits is not sent. Refused for what a client paid on the page, for what stands on a bank statement, of closed days, where a part
went back, and where it paid a deposit invoice. A second call changes nothing.';

reset check_function_bodies;
