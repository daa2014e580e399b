set check_function_bodies = off;

create or replace function private.issue_credit_note(p_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.must('invoices', 'edit', 'issue credit notes');
  perform private.must_mean_plain(n.contact_id) from public.credit_notes n where n.id = p_id and n.status = 'draft';
  return private.number_credit_note(p_id);
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
  perform private.settle_exemption('invoice', p_id);
  -- What other invoices billed meanwhile decides what the last part is.
  perform set_config('signwright.total_later', 'on', true);
  update public.invoice_items set qty = qty where invoice_id = p_id and order_item_id is not null;
  perform set_config('signwright.total_later', '', true);
  perform private.total_invoice(p_id);
  perform private.refuse_lost_deposits(v_row);
  perform private.must_mean_nothing(p_id);
  if v_row.kind <> 'proforma' then
    perform private.must_mean_plain(v_row.contact_id);
  end if;
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
  perform private.count_invoiced(array(select order_item_id from public.invoice_items where invoice_id = p_id and order_item_id is not null));
  perform private.refresh_invoice(p_id);
  return v_row.invoice_number;
end $$;

create or replace function private.leitweg_problem(p_id text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when p_id !~ '^[0-9]{2,12}(-[A-Za-z0-9]{1,30})?-[0-9]{2}$' then
      'A Leitweg-ID has digits, a part of letters and digits, and two check digits, such as 04011000-1234512345-06'
    when (select mod(string_agg(case when sign ~ '[0-9]' then sign else (ascii(sign) - 55)::text end, '' order by place)::numeric, 97) <> 1
            from regexp_split_to_table(upper(replace(p_id, '-', '')), '') with ordinality as signs (sign, place)) then
      'The check digits of the Leitweg-ID do not match: please look again' end
$$;

create or replace function private.check_leitweg_ids() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_addressed text := substring(new.address from '^0204:(.*)$');
  v_referred text := case when new.profile = 'xrechnung' then btrim(new.buyer_reference) end;
  v_problem text := coalesce(private.leitweg_problem(v_addressed), private.leitweg_problem(v_referred));
begin
  if v_problem is not null then
    perform private.refuse('22023', v_problem);
  elsif upper(v_addressed) <> upper(v_referred) then
    perform private.refuse('22023', format('The address has another Leitweg-ID: %s. Please enter the same', v_addressed));
  end if;
  return new;
end $$;

create or replace function private.must_mean_plain(p_contact_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.electronic_receivers r, public.company_settings s
     where r.contact_id = p_contact_id and r.profile = 'xrechnung' and r.buyer_reference is null and s.electronic_invoices <> 'none')
  then
    perform private.must_say_yes('without_xrechnung', 'This client wants XRechnung, and the Leitweg-ID is missing. Issue without XRechnung?');
  end if;
end $$;

revoke execute on all routines in schema private from public;

create or replace trigger check_leitweg_ids before insert or update of address, profile, buyer_reference on public.electronic_receivers
  for each row execute function private.check_leitweg_ids();

comment on function private.check_leitweg_ids() is 'A Leitweg-ID is right, as an address and as the reference for XRechnung, and both are the same. A card from before stays until it is changed.';

comment on function private.leitweg_problem(pg_catalog.text) is 'What is wrong with a Leitweg-ID, in words; null: nothing (ISO 7064, mod 97-10). Agrees with leitwegProblem in src/documents/electronic/leitweg.ts.';

comment on function private.must_mean_plain(pg_catalog.uuid) is 'Asks before a paper is issued to a client who wants XRechnung while the Leitweg-ID is missing.';

reset check_function_bodies;
