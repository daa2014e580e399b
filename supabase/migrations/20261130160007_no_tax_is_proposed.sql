set check_function_bodies = off;

create or replace function private.must_mean_nothing(p_invoice_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_row public.invoices;
begin
  select * into v_row from public.invoices where id = p_invoice_id;
  if v_row.gross = 0 and not exists (select from public.invoice_items where invoice_id = p_invoice_id and kind = 'deposit') then
    perform private.must_say_yes('nothing_to_pay', format('This invoice comes to %s. Issue it anyway?', private.money_words(0, v_row.currency)));
  end if;
  perform private.must_mean_tax(v_row.vat, v_row.currency);
end $$;

create or replace function private.send_quotation(p_id uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.quotations := private.quotation_for(p_id, 'send quotations');
begin
  if v_row.status = 'sent' then
    return v_row.version;
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', format('This quotation is %s', replace(v_row.status, '_', ' ')));
  end if;
  perform private.settle_blank_lines(p_id);
  perform private.settle_exemption('quotation', p_id);
  if not exists (select from public.quotation_items where quotation_id = p_id and kind = 'item') then
    perform private.refuse('22023', 'Please add a line before you send the quotation');
  elsif v_row.valid_until < private.company_today() then
    perform private.refuse('22023', 'Please choose a last valid day that has not passed');
  end if;
  perform private.must_have_whole_pieces(p_id);
  perform private.check_sum_of_quotation(p_id);
  perform private.check_prices_of_quotation(p_id);
  perform private.must_mean_tax(v_row.vat, v_row.currency);
  update public.quotations q
     set status = 'sent', sent_at = now(), decided_at = null, decided_name = null, decided_by = null, decided_ip = null,
         reject_reason = null,
         valid_until = coalesce(q.valid_until, private.company_today() + (select quotation_valid_days from public.company_settings))
   where q.id = p_id;
  insert into public.quotation_versions (quotation_id, version, number, snapshot, reason, sent_by)
  values (p_id, v_row.version, v_row.number_with_version, private.quotation_document(p_id),
    (select e.meta ->> 'reason' from public.document_events e
      where e.kind = 'quotation' and e.record_id = p_id and e.type = 'revised' order by e.id desc limit 1), auth.uid());
  perform private.log_event('quotation', p_id, 'sent', jsonb_build_object('version', v_row.version));
  return v_row.version;
end $$;

create or replace function private.usual_vat(p_contact uuid, p_own uuid default null, p_tax jsonb default null, p_supply text default 'goods')
returns public.vat_rates
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rate public.vat_rates;
  v_free public.vat_rates;
begin
  if (select s.tax_kind = 'none' from public.company_settings s) then
    v_rate.rate := 0;
    v_rate.treatment := 'exempt';
    return v_rate;
  end if;
  select r.* into v_rate from public.vat_rates r where r.id = p_own;
  if v_rate.id is null then
    v_rate := private.default_vat();
  end if;
  if v_rate.rate > 0 then
    select r.* into v_free from public.vat_rates r
     where r.treatment = private.treatment_abroad(private.sale_abroad(p_contact), p_supply, coalesce(p_tax, '{}') ?| '{is_collected,goods_stay}',
         coalesce(p_tax ? 'goods_leave' and not p_tax ? 'is_collected', false))
       and private.company_today() between coalesce(r.valid_from, '-infinity') and coalesce(r.valid_to, 'infinity')
     order by r.sort, r.code limit 1;
    if found then
      return v_free;
    end if;
  end if;
  if p_tax ? 'tax_exemptions' and (v_rate.id is null or v_rate.rate > 0) then
    v_rate.rate := 0;
    v_rate.treatment := 'exempt';
  elsif p_tax ? 'tax_place' and (v_rate.id is null or v_rate.is_default and v_rate.treatment = 'standard') then
    v_rate.rate := (p_tax -> 'tax_place' ->> 'rate')::numeric;
    v_rate.treatment := 'standard';
  end if;
  return v_rate;
end $$;

create or replace function private.must_mean_tax(p_vat numeric, p_currency text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_vat <> 0 and (select s.tax_kind = 'none' from public.company_settings s) then
    perform private.must_say_yes('tax_charged', private.with_tax(format('It charges %s of {tax}, and your company charges none. Go on anyway?',
      private.money_words(p_vat, p_currency))));
  end if;
end $$;

revoke execute on all routines in schema private from public;

comment on function private.must_mean_nothing(pg_catalog.uuid) is 'Asks before an invoice over nothing is issued, unless a deposit has paid for it, and before one with tax of a company that charges none.';

comment on function private.usual_vat(pg_catalog.uuid,pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text) is 'The rate of a new line for this contact: none of a company that charges no tax; abroad that of private.treatment_abroad, where the company has such a rate today; else p_own, the rate of a
service or material, else the usual one. p_supply: goods, service or installation. Where no VAT is charged anyway, that stays. p_tax: the facts of
private.tax_facts_of_paper. Goods that are collected or stay here have the VAT of home. By an exemption certificate every rate is none, else the rate of the
place of sales tax stands in for the usual one.';

comment on function private.must_mean_tax(numeric,pg_catalog.text) is 'Asks before a paper with tax leaves a company that charges none: what was agreed before it stopped charging may still say so.';

reset check_function_bodies;
