-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.ask_about_bill()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
comment on function private.ask_about_bill() is 'A bill that may be a double is saved with a reason, VAT that is no rate of the net after it was confirmed.';

CREATE OR REPLACE FUNCTION private.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric, p_except uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric, p_except uuid) to authenticated;
grant execute on function private.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric, p_except uuid) to service_role;
comment on function private.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric, p_except uuid) is 'What is asked before a bill of a supplier is saved: the bill with the same number, however it is written; the bill with the
same day and total; and VAT that is no rate of the net, in words with the nearest rates. Null where nothing is to be asked.
vat_as is what supplier_invoices.vat_confirmed_as says when somebody confirms the VAT. p_except: the bill itself.';

CREATE OR REPLACE FUNCTION private.plain_number(p_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(nullif(btrim(regexp_replace(regexp_replace(
           regexp_replace(lower(p_number), '[[:space:][:punct:]–—·•“”„‘’«»№]+', '-', 'g'),
           '([^0-9])-', '\1', 'g'), '-([^0-9])', '\1', 'g'), '-'), ''), lower(btrim(p_number)))
$function$;
grant execute on function private.plain_number(p_number text) to authenticated;
grant execute on function private.plain_number(p_number text) to service_role;
comment on function private.plain_number(p_number text) is 'The number of a paper without the way it is written: E3-100, e3 100 and E3/100 are one. Between two digits a separator counts:
1-10 and 11-0 are two numbers.';
