-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.bank_entry_payouts (
  id uuid not null default gen_random_uuid(),
  entry_id uuid not null,
  supplier_payment_id uuid,
  refund_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint bank_entry_payouts_pkey PRIMARY KEY (id),
  constraint bank_entry_payouts_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.bank_entries(id) ON DELETE RESTRICT,
  constraint bank_entry_payouts_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES public.payment_refunds(id) ON DELETE RESTRICT,
  constraint bank_entry_payouts_supplier_payment_id_fkey FOREIGN KEY (supplier_payment_id) REFERENCES public.supplier_payments(id) ON DELETE RESTRICT,
  constraint bank_entry_payouts_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint bank_entry_payouts_one_record CHECK (num_nonnulls(supplier_payment_id, refund_id) = 1)
);
alter table public.bank_entry_payouts enable row level security;
CREATE INDEX bank_entry_payouts_entry_id_idx ON public.bank_entry_payouts USING btree (entry_id);
CREATE UNIQUE INDEX bank_entry_payouts_refund_once_idx ON public.bank_entry_payouts USING btree (refund_id);
CREATE UNIQUE INDEX bank_entry_payouts_supplier_payment_once_idx ON public.bank_entry_payouts USING btree (supplier_payment_id);
grant select on public.bank_entry_payouts to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.bank_entry_payouts to service_role;
create policy "staff read what debits of the bank paid" on public.bank_entry_payouts for select to authenticated
  using (( SELECT private.can('payments'::text, 'view'::text) AS can));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.bank_entry_payouts FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.bank_entry_payouts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('entry_id', 'payments');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.bank_entry_payouts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('entry_id', 'payments');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.bank_entry_payouts REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('entry_id', 'payments');
CREATE TRIGGER pin BEFORE UPDATE ON public.bank_entry_payouts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.bank_entry_payouts FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.bank_entry_payouts is 'What a confirmed debit of the bank is in the books: payments to suppliers, or a refund. Each is of one debit. Written by functions.';

CREATE OR REPLACE FUNCTION private.bank_money_out(p_entry public.bank_entries)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_text constant text := concat_ws(' ', p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference);
  v_name constant text := private.plain_name(p_entry.party_name);
  v_one record;
  v_open jsonb;
  v_parts jsonb;
  v_settled jsonb;
  v_part jsonb;
  v_take numeric;
  v_left numeric;
  v_reasons text[];
  v_fits boolean;
  v_certain integer;
  v_matches jsonb := '[]';
begin
  if p_entry.direction <> 'out' or p_entry.status <> 'open' or p_entry.currency <> (select currency from public.company_settings) then
    return '[]';
  end if;

  -- A payment run, one debit for all that is left of it; or one payment of it.
  for v_one in
    select r.id, r.run_number, r.pay_on, r.status, s.total, s.count, v_text ~* ('(?<![A-Z0-9])' || r.run_number || '(?![0-9]|-[0-9]{3}(?![A-Z0-9]))') as is_named
      from public.payment_runs r,
           lateral (select sum(i.amount) as total, count(*) as count from public.payment_run_items i
                     where i.payment_run_id = r.id and i.status = case r.status when 'paid' then 'paid' else 'open' end) as s
     where s.total = p_entry.amount and (r.status = 'exported' and r.exported_at::date - 1 <= p_entry.booked_on
       or r.status = 'paid' and abs(r.paid_on - p_entry.booked_on) <= 10
          and not exists (select from public.payment_run_items i
            join public.supplier_payments s on s.supplier_invoice_id = i.supplier_invoice_id and s.reference = i.end_to_end_id and s.amount = i.amount
            join public.bank_entry_payouts o on o.supplier_payment_id = s.id where i.payment_run_id = r.id))
  loop
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'run', 'name', v_one.run_number, 'run_id', v_one.id, 'run_number', v_one.run_number,
      'is_recorded', v_one.status = 'paid', 'count', v_one.count, 'is_sure', v_one.is_named, 'score', 60 + 40 * v_one.is_named::integer,
      'reasons', to_jsonb(array_remove(array[case when v_one.is_named then format('The text names %s.', v_one.run_number) end,
        case v_one.count when 1 then 'The amount is its one payment.' else format('The amount is its %s payments together.', v_one.count) end,
        case when v_one.status = 'paid' then 'Somebody marked it as paid already: nothing is recorded again.'
          else format('It was to be paid on %s.', to_char(v_one.pay_on, 'FMDD FMMonth')) end], null))));
  end loop;
  for v_one in
    select i.id, i.creditor, i.supplier_id, i.reference, i.end_to_end_id, i.supplier_invoice_id, r.id as run_id, r.run_number,
           private.is_named(v_text, i.end_to_end_id) as is_named, i.iban = p_entry.party_iban as is_account,
           extensions.similarity(private.plain_name(i.creditor), v_name) >= 0.45 as is_alike
      from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
     where r.status = 'exported' and i.status = 'open' and i.amount = p_entry.amount and r.exported_at::date - 1 <= p_entry.booked_on
       and (private.is_named(v_text, i.end_to_end_id) or i.iban = p_entry.party_iban or extensions.similarity(private.plain_name(i.creditor), v_name) >= 0.45)
  loop
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'run_payment', 'name', v_one.creditor, 'contact_id', v_one.supplier_id,
      'run_id', v_one.run_id, 'run_number', v_one.run_number, 'item_id', v_one.id,
      'parts', jsonb_build_array(jsonb_build_object('invoice_id', v_one.supplier_invoice_id, 'number', v_one.reference,
        'balance', private.amount_text(p_entry.amount), 'amount', private.amount_text(p_entry.amount))),
      'is_sure', v_one.is_named or coalesce(v_one.is_account, false),
      'score', 50 + 40 * v_one.is_named::integer + 30 * coalesce(v_one.is_account, false)::integer + 10 * coalesce(v_one.is_alike, false)::integer,
      'reasons', to_jsonb(array_remove(array[case when v_one.is_named then format('The text names %s of %s.', v_one.end_to_end_id, v_one.run_number) end,
        case when v_one.is_account then 'It went to the account of this payment.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end, 'The amount is that of the payment.'], null))));
  end loop;

  -- A transfer to a supplier, or a refund, that somebody recorded by hand: linked and not recorded again.
  for v_one in
    select s.id, s.paid_on, c.id as contact_id, private.client_label(c) as name, v.id as invoice_id, v.supplier_number as number,
           private.is_named(v_text, v.supplier_number) or private.is_named(v_text, v.payment_reference) as is_named,
           coalesce(v.iban = p_entry.party_iban, false) or exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike
      from public.supplier_payments s join public.supplier_invoices v on v.id = s.supplier_invoice_id join public.contacts c on c.id = v.supplier_id
     where s.amount = p_entry.amount and s.method in ('bank', 'other') and s.reverses_id is null and v.currency = p_entry.currency
       and s.paid_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
       and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
       and not exists (select from public.bank_entry_payouts o where o.supplier_payment_id = s.id)
  loop
    continue when not (v_one.is_named or v_one.is_account or v_one.is_alike);
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'recorded', 'name', v_one.name, 'contact_id', v_one.contact_id, 'supplier_payment_id', v_one.id,
      'parts', jsonb_build_array(jsonb_build_object('invoice_id', v_one.invoice_id, 'number', v_one.number,
        'balance', private.amount_text(p_entry.amount), 'amount', private.amount_text(p_entry.amount))),
      'is_sure', v_one.is_named or v_one.is_account, 'score', 60 + 40 * v_one.is_named::integer + 30 * v_one.is_account::integer + 10 * v_one.is_alike::integer,
      'reasons', to_jsonb(array_remove(array[format('A payment over the same amount was recorded by hand on %s.', to_char(v_one.paid_on, 'FMDD FMMonth')),
        case when v_one.is_named then format('The text names %s.', v_one.number) end,
        case when v_one.is_account then 'It went to the bank account of this supplier.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end], null))));
  end loop;

  -- Open invoices of suppliers: of those whom a number, an account, an earlier debit or the name points to, or the amount alone.
  for v_one in
    with owed as (
      select v.id, v.supplier_id, v.supplier_number, v.due_date, v.invoice_date, v.open, v.status,
             case when v.discount_until >= p_entry.booked_on and v.paid = 0 then private.vat_of(v.net + v.vat, v.discount_pct) else 0 end as discount,
             private.is_named(v_text, v.supplier_number) or private.is_named(v_text, v.payment_reference) as is_named,
             coalesce(v.iban = p_entry.party_iban, false) as is_account
        from public.supplier_invoices v
       where v.status in ('received', 'approved', 'scheduled', 'part_paid') and v.open > 0 and v.currency = p_entry.currency
         and not exists (select from public.payment_run_items i where i.supplier_invoice_id = v.id and i.status = 'open')
    ), suppliers as (
      select o.supplier_id, bool_or(o.is_named) as is_named, bool_or(o.open - o.discount = p_entry.amount or o.open = p_entry.amount) as has_amount,
             bool_or(o.is_account) or exists (select from public.contact_bank_accounts a where a.contact_id = o.supplier_id and a.iban = p_entry.party_iban) as is_account,
             exists (select from public.bank_entries e join public.bank_entry_payouts b on b.entry_id = e.id
                       join public.supplier_payments s on s.id = b.supplier_payment_id join public.supplier_invoices v on v.id = s.supplier_invoice_id
                      where e.party_iban = p_entry.party_iban and v.supplier_id = o.supplier_id) as paid_before,
             jsonb_agg(jsonb_build_object('invoice_id', o.id, 'number', o.supplier_number, 'balance', private.amount_text(o.open),
               'discount', private.amount_text(o.discount), 'is_named', o.is_named, 'is_approved', o.status <> 'received')
               order by o.due_date nulls last, o.invoice_date, o.supplier_number) as papers
        from owed o group by o.supplier_id
    )
    select s.*, private.client_label(c) as name,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike
      from suppliers s join public.contacts c on c.id = s.supplier_id
     where s.is_named or s.is_account or s.paid_before or s.has_amount
        or extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45
  loop
    v_open := (select coalesce(jsonb_agg(one order by place), '[]') from jsonb_array_elements(v_one.papers) with ordinality as l (one, place)
      where (one ->> 'is_approved')::boolean);
    v_settled := (select jsonb_agg(one order by place) from jsonb_array_elements(v_open) with ordinality as l (one, place) where (one ->> 'is_named')::boolean);
    if v_settled is null then
      v_settled := (select jsonb_build_array(min(one::text)::jsonb) from jsonb_array_elements(v_open) as one
        where p_entry.amount in ((one ->> 'balance')::numeric, (one ->> 'balance')::numeric - (one ->> 'discount')::numeric) having count(*) = 1);
    end if;
    v_settled := coalesce(v_settled, v_open);
    v_parts := '[]';
    v_left := p_entry.amount;
    if jsonb_array_length(v_settled) = 1 and (v_settled -> 0 ->> 'discount')::numeric > 0
      and p_entry.amount = (v_settled -> 0 ->> 'balance')::numeric - (v_settled -> 0 ->> 'discount')::numeric
    then
      v_parts := jsonb_build_array((v_settled -> 0) - 'is_named' - 'is_approved' || jsonb_build_object('amount', private.amount_text(p_entry.amount)));
      v_left := 0;
    else
      for v_part in select one from jsonb_array_elements(v_settled) as one
      loop
        exit when v_left <= 0;
        v_take := least(v_left, (v_part ->> 'balance')::numeric);
        v_parts := v_parts || jsonb_build_array(v_part - 'is_named' - 'is_approved' - 'discount' || jsonb_build_object('amount', private.amount_text(v_take)));
        v_left := v_left - v_take;
      end loop;
    end if;
    v_fits := v_left = 0 and (v_parts -> 0 ? 'discount'
      or p_entry.amount = (select sum((one ->> 'balance')::numeric) from jsonb_array_elements(v_settled) as one));
    v_reasons := array_remove(array[
      case when exists (select from jsonb_array_elements(v_open) as one where (one ->> 'is_named')::boolean)
        then format('The text names %s.', (select string_agg(one ->> 'number', ', ') from jsonb_array_elements(v_open) as one where (one ->> 'is_named')::boolean)) end,
      case when v_one.is_account then 'It went to the bank account of this supplier.' when v_one.paid_before then 'This account was paid for this supplier before.' end,
      case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
      case when v_parts -> 0 ? 'discount' then format('The amount is what is open of %s less %s for paying early.', v_parts -> 0 ->> 'number', v_parts -> 0 ->> 'discount')
        when v_fits and jsonb_array_length(v_parts) = 1 then format('The amount is what is open of %s.', v_parts -> 0 ->> 'number')
        when v_fits then 'The amount is what is open of them together.'
        when v_left = 0 then 'The amount is a part of what is open.' end], null);
    -- An invoice that nobody approved cannot be paid: it is named, so that somebody approves it.
    v_part := case when not v_fits then (
      select one from jsonb_array_elements(v_one.papers) as one
       where not (one ->> 'is_approved')::boolean and (one ->> 'balance')::numeric = p_entry.amount
         and ((one ->> 'is_named')::boolean or v_one.is_account or v_one.paid_before or v_one.is_alike)
       order by (one ->> 'is_named')::boolean desc, one ->> 'number' limit 1) end;
    if v_part is not null then
      v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'supplier', 'name', v_one.name, 'contact_id', v_one.supplier_id,
        'parts', jsonb_build_array(v_part - 'is_named' - 'is_approved' - 'discount' || jsonb_build_object('amount', private.amount_text(p_entry.amount))),
        'is_sure', false, 'score', 25 + 40 * (v_part ->> 'is_named')::boolean::integer + 30 * (v_one.is_account or v_one.paid_before)::integer,
        'obstacle', format('%s is not approved yet: approve it first.', v_part ->> 'number'),
        'reasons', to_jsonb(array_remove(array[case when (v_part ->> 'is_named')::boolean then format('The text names %s.', v_part ->> 'number') end,
          case when v_one.is_account then 'It went to the bank account of this supplier.' end,
          case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end, 'The amount is its total.'], null))));
    elsif v_left = 0 then
      v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'supplier', 'name', v_one.name, 'contact_id', v_one.supplier_id, 'parts', v_parts,
        'is_sure', v_fits and (v_one.is_named or v_one.is_account or v_one.paid_before), 'reasons', to_jsonb(v_reasons),
        'score', 40 * v_one.is_named::integer + 30 * (v_one.is_account or v_one.paid_before)::integer + 20 * v_fits::integer + 10 * v_one.is_alike::integer));
    end if;
  end loop;

  -- A payment out that recurs and was not made yet, because the bank was earlier than the rule.
  for v_one in
    select r.id, r.title, r.next_on, c.id as contact_id, private.client_label(c) as name,
           coalesce(r.iban = p_entry.party_iban, false) or exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike,
           private.folded(coalesce(v_text, '')) like '%' || private.folded(r.title) || '%' as is_named
      from public.recurring_payments r join public.contacts c on c.id = r.contact_id left join public.vat_rates t on t.id = r.vat_rate_id
     where r.direction = 'out' and not r.is_paused and r.next_on between p_entry.booked_on - 7 and p_entry.booked_on + 7
       and r.amount + private.vat_of(r.amount, coalesce(t.rate, 0)) = p_entry.amount
  loop
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'recurring', 'name', v_one.name, 'contact_id', v_one.contact_id,
      'recurring_id', v_one.id, 'title', v_one.title, 'period_on', v_one.next_on, 'is_sure', v_one.is_account,
      'score', 20 + 30 * v_one.is_account::integer + 20 * v_one.is_named::integer + 10 * v_one.is_alike::integer,
      'reasons', to_jsonb(array_remove(array[case when v_one.is_account then 'It went to the account of this payment.' end,
        case when v_one.is_named then format('The text names %s.', v_one.title) end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        format('The amount is that of %s, due on %s.', v_one.title, to_char(v_one.next_on, 'FMDD FMMonth'))], null))));
  end loop;

  -- Money that went back to a client: recorded already, or of a payment that settles nothing.
  for v_one in
    with words as (
      select distinct m[1] || '-' || m[2] || '-' || m[3] as number
        from regexp_matches(upper(v_text), '(?<![A-Z])(INV|SO|ST|CN|RCPT)[^A-Z0-9]{0,3}(20[0-9]{2})[^A-Z0-9]{0,3}([0-9]{4,7})(?![0-9])', 'g') as m
    ), named as (
      select v.contact_id from words w join public.invoices v on v.invoice_number = w.number
      union select o.contact_id from words w join public.orders o on o.order_number = w.number
      union select n.contact_id from words w join public.credit_notes n on n.credit_number = w.number
      union select p.contact_id from words w join public.payments p on p.payment_number = w.number
    ), money as (
      select p.id, p.payment_number, p.contact_id, p.received_on, private.payment_free(p.id) as free, null::uuid as refund_id, null::date as refunded_on
        from public.payments p where p.direction = 'in' and p.status in ('succeeded', 'part_refunded') and p.open >= p_entry.amount
      union all
      select p.id, p.payment_number, p.contact_id, p.received_on, r.amount, r.id, r.refunded_on
        from public.payment_refunds r join public.payments p on p.id = r.payment_id
       where r.amount = p_entry.amount and r.kind = 'refund' and r.refunded_on between p_entry.booked_on - 10 and p_entry.booked_on + 10
         and not exists (select from public.payment_refunds b where b.reverses_id = r.id)
         and not exists (select from public.refund_requests q where q.id = r.id)
         and not exists (select from public.bank_entry_payouts o where o.refund_id = r.id)
    )
    select m.*, private.client_label(c) as name, m.contact_id in (select n.contact_id from named n) as is_named,
           exists (select from public.contact_bank_accounts a where a.contact_id = c.id and a.iban = p_entry.party_iban)
             or exists (select from public.bank_entries e join public.payments p on p.id = e.payment_id
                         where e.party_iban = p_entry.party_iban and p.contact_id = c.id) as is_account,
           coalesce(extensions.similarity(private.plain_name(private.client_label(c)), v_name) >= 0.45, false) as is_alike,
           row_number() over (partition by m.contact_id order by m.refund_id is null, m.free = p_entry.amount desc, m.received_on, m.payment_number) as place
      from money m join public.contacts c on c.id = m.contact_id where m.free >= p_entry.amount
  loop
    continue when v_one.place > 1 or not (v_one.is_named or v_one.is_account or v_one.is_alike);
    v_fits := v_one.free = p_entry.amount;
    v_matches := v_matches || jsonb_build_array(jsonb_build_object('kind', 'refund', 'name', v_one.name, 'contact_id', v_one.contact_id, 'payment_id', v_one.id,
      'payment_number', v_one.payment_number, 'refund_id', v_one.refund_id, 'is_sure', v_one.refund_id is not null and (v_one.is_named or v_one.is_account),
      'score', 40 * v_one.is_named::integer + 30 * v_one.is_account::integer + 20 * v_fits::integer + 10 * v_one.is_alike::integer + 20 * (v_one.refund_id is not null)::integer,
      'reasons', to_jsonb(array_remove(array[
        case when v_one.refund_id is not null then format('A refund of the same amount was recorded on %s.', to_char(v_one.refunded_on, 'FMDD FMMonth')) end,
        case when v_one.is_named then 'The text names a paper of this client.' end,
        case when v_one.is_account then 'It went to an account of this client.' end,
        case when v_one.is_alike then format('The payee is called %s.', p_entry.party_name) end,
        case when v_one.refund_id is null then case when v_fits then format('The amount is what %s has left.', v_one.payment_number)
          else format('%s has %s left that settle nothing.', v_one.payment_number, private.amount_text(v_one.free)) end end], null))));
  end loop;

  -- Two that are certain make neither sure.
  select count(*) into v_certain from jsonb_array_elements(v_matches) as one where (one ->> 'is_sure')::boolean;
  return coalesce((
    select jsonb_agg(jsonb_strip_nulls(listed.one || case when v_certain > 1 then '{"is_sure": false}'::jsonb else '{}' end) - 'score' order by listed.place)
      from (select one, row_number() over (order by (one ->> 'is_sure')::boolean desc, (one ->> 'score')::integer desc, one ->> 'name', one::text) as place
              from jsonb_array_elements(v_matches) as one) as listed
     where listed.place <= 3), '[]');
end $function$;
comment on function private.bank_money_out(p_entry public.bank_entries) is 'At most three suggestions for an open debit, the best first. kind: run (all that is left of a payment run), run_payment, supplier
(invoices), recorded (a payment to a supplier that was recorded by hand), recurring (its next period, made now) or refund. Sure:
the text, the run or a known account says whose it is and the amount is exact, and nothing else is as certain. obstacle: why it
cannot be confirmed yet.';

CREATE OR REPLACE FUNCTION private.confirm_bank_payout(p_id uuid, p_choice jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bank_entries;
  v_kind constant text := p_choice ->> 'kind';
  v_run public.payment_runs;
  v_rule public.recurring_payments;
  v_payment public.payments;
  v_refund public.payment_refunds;
  v_paid public.supplier_payments;
  v_ids uuid[] := '{}';
  v_refund_id uuid;
  v_run_id uuid;
  v_has_recorded boolean := true;
  v_next date;
begin
  perform private.must('payments', 'create', 'confirm entries of bank statements');
  select * into v_row from public.bank_entries where id = p_id for no key update;
  if v_row.status = 'confirmed' and v_row.decided_by = auth.uid() and v_row.direction = 'out' then
    return;
  end if;
  v_row := private.open_entry(p_id);
  if v_row.direction <> 'out' then
    perform private.refuse('PT409', 'This is money that came in');
  elsif v_row.currency <> (select currency from public.company_settings) then
    perform private.refuse('PT409', format('This entry is in %s. Please record it by hand.', v_row.currency));
  end if;

  if v_kind = 'supplier' then
    v_ids := private.pay_by_debit(v_row, p_choice -> 'parts');
  elsif v_kind = 'run' then
    v_run := private.payment_run_for(private.uuid_or_null(p_choice ->> 'run_id'), 'mark payments as paid');
    if v_row.amount <> coalesce((select sum(i.amount) from public.payment_run_items i
      where i.payment_run_id = v_run.id and i.status = case v_run.status when 'paid' then 'paid' else 'open' end), 0)
    then
      perform private.refuse('PT409', format('%s has another amount by now. Please look again.', v_run.run_number));
    end if;
    v_has_recorded := v_run.status <> 'paid';
    select coalesce(array_agg(i.id), '{}') into v_ids from public.payment_run_items i
     where i.payment_run_id = v_run.id and i.status = case v_run.status when 'paid' then 'paid' else 'open' end;
    perform private.settle_payment_run(v_run.id, v_row.booked_on);
    v_ids := array(select s.id from public.payment_run_items i
      join public.supplier_payments s on s.supplier_invoice_id = i.supplier_invoice_id and s.reference = i.end_to_end_id and s.reverses_id is null
       and not exists (select from public.supplier_payments b where b.reverses_id = s.id)
     where i.id = any (v_ids));
    if exists (select from public.bank_entry_payouts o where o.supplier_payment_id = any (v_ids)) then
      perform private.refuse('PT409', format('%s belongs to another entry already', v_run.run_number));
    end if;
    v_run_id := v_run.id;
  elsif v_kind = 'run_payment' then
    select i.payment_run_id into v_run_id from public.payment_run_items i where i.id = private.uuid_or_null(p_choice ->> 'item_id') and i.amount = v_row.amount;
    if v_run_id is null then
      perform private.refuse('PT409', 'This payment of the run has another amount');
    end if;
    v_ids := array[private.settle_run_payment(private.uuid_or_null(p_choice ->> 'item_id'), v_row.booked_on)];
  elsif v_kind = 'recorded' then
    select * into v_paid from public.supplier_payments where id = private.uuid_or_null(p_choice ->> 'supplier_payment_id');
    perform from public.supplier_invoices where id = v_paid.supplier_invoice_id for no key update;
    if v_paid.id is null or v_paid.amount <> v_row.amount or exists (select from public.supplier_payments s where s.reverses_id = v_paid.id) then
      perform private.refuse('PT409', 'This payment has another amount, or was taken back');
    elsif exists (select from public.bank_entry_payouts o where o.supplier_payment_id = v_paid.id) then
      perform private.refuse('PT409', 'This payment belongs to another entry already');
    end if;
    v_ids := array[v_paid.id];
    v_has_recorded := false;
  elsif v_kind = 'recurring' then
    select * into v_rule from public.recurring_payments where id = private.uuid_or_null(p_choice ->> 'recurring_id') and direction = 'out' for no key update;
    if v_rule.id is null then
      perform private.refuse('PT404', 'This recurring payment is not there any more');
    elsif v_rule.next_on is distinct from (p_choice ->> 'period_on')::date then
      perform private.refuse('PT409', 'The next day changed meanwhile. Please look again.');
    end if;
    perform private.make_period(v_rule, v_rule.next_on);
    v_next := private.recurring_next(v_rule.every, v_rule.starts_on, v_rule.day_of_month, v_rule.next_on + 1);
    update public.recurring_payments set next_on = case when v_next > ends_on then null else v_next end, last_error = null where id = v_rule.id;
    v_ids := private.pay_by_debit(v_row, (
      select jsonb_build_array(jsonb_build_object('invoice_id', d.supplier_invoice_id, 'amount', private.amount_text(v_row.amount)))
        from public.recurring_periods d where d.recurring_payment_id = v_rule.id and d.period_on = v_rule.next_on));
  elsif v_kind = 'refund' then
    perform private.must('payments', 'edit', 'refund payments');
    select * into v_payment from public.payments where id = private.uuid_or_null(p_choice ->> 'payment_id') for no key update;
    if p_choice ->> 'refund_id' is not null then
      select * into v_refund from public.payment_refunds where id = private.uuid_or_null(p_choice ->> 'refund_id') and payment_id = v_payment.id;
      if v_refund.id is null or v_refund.amount <> v_row.amount or v_refund.kind <> 'refund'
        or exists (select from public.payment_refunds r where r.reverses_id = v_refund.id)
      then
        perform private.refuse('PT409', 'This refund has another amount, or was taken back');
      elsif exists (select from public.bank_entry_payouts o where o.refund_id = v_refund.id) then
        perform private.refuse('PT409', 'This refund belongs to another entry already');
      end if;
      v_refund_id := v_refund.id;
      v_has_recorded := false;
    else
      perform private.check_refund(v_payment, v_row.amount, coalesce(v_row.remittance, 'Bank transfer'));
      if v_row.booked_on < v_payment.received_on then
        perform private.refuse('PT409', format('%s came in after this debit', v_payment.payment_number));
      end if;
      v_refund_id := private.keep_refund(v_payment, null, v_row.amount, coalesce(v_row.remittance, 'Bank transfer'), auth.uid(), v_row.booked_on);
    end if;
  else
    perform private.refuse('22023', 'Please choose what this paid');
  end if;

  update public.bank_entries
     set status = 'confirmed', payment_run_id = v_run_id, has_recorded = v_has_recorded, decided_by = auth.uid(), decided_at = now() where id = p_id;
  insert into public.bank_entry_payouts (entry_id, supplier_payment_id, refund_id)
  select p_id, paid, null from unnest(v_ids) as paid union all select p_id, null, v_refund_id where v_refund_id is not null;
end $function$;
grant execute on function private.confirm_bank_payout(p_id uuid, p_choice jsonb) to authenticated;
grant execute on function private.confirm_bank_payout(p_id uuid, p_choice jsonb) to service_role;
comment on function private.confirm_bank_payout(p_id uuid, p_choice jsonb) is 'A person says what a debit paid. p_choice: {kind: supplier, parts [{invoice_id, amount, discount}]}, {run, run_id}, {run_payment,
item_id}, {recorded, supplier_payment_id}, {recurring, recurring_id, period_on} or {refund, payment_id, refund_id of one that is
recorded}. An entry is confirmed once, whoever confirms at once; a repeated call of the same person changes nothing.';

CREATE OR REPLACE FUNCTION private.is_named(p_text text, p_number text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select char_length(regexp_replace(p_number, '[^A-Za-z0-9]', '', 'g')) >= 4 and coalesce(upper(p_text)
    ~ ('(?<![A-Z0-9])' || array_to_string(array_remove(regexp_split_to_array(upper(p_number), '[^A-Z0-9]+'), ''), '[^A-Z0-9]{0,3}') || '(?![A-Z0-9])'), false)
$function$;
comment on function private.is_named(p_text text, p_number text) is 'Whether a text of a bank names a number of a paper, however it is separated. Numbers of fewer than four signs name nothing.';

CREATE OR REPLACE FUNCTION private.keep_supplier_payment(p_invoice_id uuid, p_amount numeric, p_discount numeric, p_paid_on date, p_reference text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  insert into public.supplier_payments (supplier_invoice_id, amount, discount, paid_on, method, reference, created_by)
  values (p_invoice_id, p_amount, p_discount, p_paid_on, 'bank', left(nullif(btrim(p_reference), ''), 200), auth.uid()) returning id into v_id;
  update public.supplier_invoices
     set paid = paid + p_amount, discount_taken = discount_taken + p_discount,
         status = case when paid + p_amount + discount_taken + p_discount = net + vat then 'paid' else 'part_paid' end
   where id = p_invoice_id;
  perform private.log_event('supplier_invoice', p_invoice_id, 'paid', jsonb_build_object('amount', private.amount_text(p_amount)));
  return v_id;
end $function$;
comment on function private.keep_supplier_payment(p_invoice_id uuid, p_amount numeric, p_discount numeric, p_paid_on date, p_reference text) is 'Records a transfer to a supplier, and the discount that was deducted. The caller locked and checked the invoice.';

CREATE OR REPLACE FUNCTION private.pay_by_debit(p_entry public.bank_entries, p_parts jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_part record;
  v_row public.supplier_invoices;
  v_number text;
  v_discount numeric;
  v_ids uuid[] := '{}';
begin
  if jsonb_typeof(p_parts) is distinct from 'array' or jsonb_array_length(p_parts) not between 1 and 200 then
    perform private.refuse('22023', 'Please choose which invoices this paid');
  elsif exists (select from jsonb_array_elements(p_parts) as one
    where not coalesce(one ->> 'amount' ~ '^[0-9]{1,9}(\.[0-9]{1,2})?$' and (one ->> 'amount')::numeric > 0, false))
  then
    perform private.refuse('22023', 'Please enter an amount above zero with two decimals');
  elsif (select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_parts) as one) <> p_entry.amount then
    perform private.refuse('22023', format('The invoices come to %s, and the bank paid %s',
      private.amount_text((select sum((one ->> 'amount')::numeric) from jsonb_array_elements(p_parts) as one)), private.amount_text(p_entry.amount)));
  elsif (select count(distinct one ->> 'invoice_id') from jsonb_array_elements(p_parts) as one) <> jsonb_array_length(p_parts) then
    perform private.refuse('22023', 'An invoice stands here twice');
  end if;
  for v_part in
    select private.uuid_or_null(one ->> 'invoice_id') as id, (one ->> 'amount')::numeric as amount, coalesce((one ->> 'discount')::numeric, 0) as discount
      from jsonb_array_elements(p_parts) as one order by 1
  loop
    select * into v_row from public.supplier_invoices where id = v_part.id for no key update;
    select r.run_number into v_number from public.payment_run_items i join public.payment_runs r on r.id = i.payment_run_id
     where i.supplier_invoice_id = v_part.id and i.status = 'open';
    v_discount := case when v_row.discount_until >= p_entry.booked_on and v_row.paid = 0 then private.vat_of(v_row.net + v_row.vat, v_row.discount_pct) else 0 end;
    if v_row.id is null then
      perform private.refuse('PT404', 'This invoice is not there any more');
    elsif v_number is not null then
      perform private.refuse('PT409', format('%s is in %s. Please match the debit with the run, or take the invoice out of it.', v_row.supplier_number, v_number));
    elsif v_row.status not in ('approved', 'scheduled', 'part_paid') then
      perform private.refuse('PT409', case v_row.status when 'paid' then format('%s is paid', v_row.supplier_number)
        else format('Please approve %s before it is paid', v_row.supplier_number) end);
    elsif v_row.currency <> p_entry.currency then
      perform private.refuse('PT409', format('%s is in %s. Please record the payment by hand.', v_row.supplier_number, v_row.currency));
    elsif v_part.discount not in (0, v_discount) or (v_part.discount > 0 and v_part.amount + v_part.discount <> v_row.open) then
      perform private.refuse('PT409', format('The discount of %s is another one by now. Please look again.', v_row.supplier_number));
    elsif v_part.amount + v_part.discount > v_row.open then
      perform private.refuse('PT409', format('Of %s only %s are open', v_row.supplier_number, private.amount_text(v_row.open)));
    end if;
    v_ids := v_ids || private.keep_supplier_payment(v_part.id, v_part.amount, v_part.discount, p_entry.booked_on,
      coalesce(p_entry.remittance, p_entry.end_to_end, p_entry.bank_reference));
  end loop;
  return v_ids;
end $function$;
comment on function private.pay_by_debit(p_entry public.bank_entries, p_parts jsonb) is 'Invoices of suppliers that a debit paid, [{invoice_id, amount, discount}]: exactly the amount of the debit, never more than is open.
Returns the ids of the payments.';

CREATE OR REPLACE FUNCTION private.reverse_refund(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.payment_refunds;
  v_payment public.payments;
begin
  select * into v_row from public.payment_refunds where id = p_id;
  select * into v_payment from public.payments where id = v_row.payment_id for no key update;
  if v_row.id is null or v_row.reverses_id is not null or exists (select from public.payment_refunds r where r.reverses_id = p_id) then
    return;
  end if;
  insert into public.payment_refunds (payment_id, amount, refunded_on, reason, reverses_id, created_by)
  values (v_row.payment_id, -v_row.amount, greatest(private.company_today(), v_row.refunded_on), left(btrim(p_reason), 2000), p_id, auth.uid());
  update public.payments
     set refunded = refunded - v_row.amount, status = case when refunded = v_row.amount then 'succeeded' else 'part_refunded' end
   where id = v_row.payment_id;
  perform private.log_event('payment', v_row.payment_id, 'refund_taken_back', jsonb_build_object('number', v_payment.payment_number,
    'amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $function$;
comment on function private.reverse_refund(p_id uuid, p_reason text) is 'A refund that was recorded by mistake: a record below zero stands beside it, the money is credit of the client again.';

CREATE OR REPLACE FUNCTION private.reverse_supplier_payment(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.supplier_payments;
begin
  select * into v_row from public.supplier_payments where id = p_id;
  perform from public.supplier_invoices where id = v_row.supplier_invoice_id for no key update;
  if v_row.id is null or v_row.reverses_id is not null or exists (select from public.supplier_payments s where s.reverses_id = p_id) then
    return;
  end if;
  insert into public.supplier_payments (supplier_invoice_id, amount, discount, paid_on, method, reference, reverses_id, created_by)
  values (v_row.supplier_invoice_id, -v_row.amount, -v_row.discount, greatest(private.company_today(), v_row.paid_on), v_row.method,
    left('Taken back: ' || btrim(p_reason), 200), p_id, auth.uid());
  update public.supplier_invoices
     set paid = paid - v_row.amount, discount_taken = discount_taken - v_row.discount,
         status = case when status in ('received', 'disputed') then status when paid > v_row.amount then 'part_paid'
           when scheduled_for is not null then 'scheduled' else 'approved' end
   where id = v_row.supplier_invoice_id;
  perform private.log_event('supplier_invoice', v_row.supplier_invoice_id, 'payment_taken_back',
    jsonb_build_object('amount', private.amount_text(v_row.amount), 'reason', left(btrim(p_reason), 2000)));
end $function$;
comment on function private.reverse_supplier_payment(p_id uuid, p_reason text) is 'A payment to a supplier that was recorded by mistake: a record below zero stands beside it, its invoice is open again.';

CREATE OR REPLACE FUNCTION private.settle_run_payment(p_item_id uuid, p_paid_on date)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_run public.payment_runs := private.payment_run_for((select i.payment_run_id from public.payment_run_items i where i.id = p_item_id), 'mark payments as paid');
  v_item public.payment_run_items;
  v_id uuid;
begin
  select * into v_item from public.payment_run_items where id = p_item_id;
  if v_run.status <> 'exported' or v_item.status <> 'open' then
    perform private.refuse('PT409', format('%s of %s is not waiting for the bank any more', v_item.reference, v_run.run_number));
  elsif p_paid_on < v_run.exported_at::date - 1 then
    perform private.refuse('22023', format('The bank booked this before %s was exported', v_run.run_number));
  end if;
  perform from public.supplier_invoices where id = v_item.supplier_invoice_id for no key update;
  update public.payment_run_items set status = 'paid' where id = p_item_id;
  v_id := private.keep_supplier_payment(v_item.supplier_invoice_id, v_item.amount, v_item.discount, p_paid_on, v_item.end_to_end_id);
  if not exists (select from public.payment_run_items i where i.payment_run_id = v_run.id and i.status = 'open') then
    update public.payment_runs set status = 'paid', paid_on = p_paid_on where id = v_run.id;
    perform private.log_event('payment_run', v_run.id, 'paid', jsonb_build_object('amount', private.amount_text((
      select sum(i.amount) from public.payment_run_items i where i.payment_run_id = v_run.id and i.status = 'paid'))));
  end if;
  return v_id;
end $function$;
comment on function private.settle_run_payment(p_item_id uuid, p_paid_on date) is 'The bank paid one payment of an exported run. With the last one the run is paid. Returns the id of the payment to the supplier.';

CREATE OR REPLACE FUNCTION private.supplier_open_invoices(p_supplier_id uuid)
 RETURNS TABLE(id uuid, number text, due_date date, balance text, why text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('payments', 'view', 'see bank statements');
  return query
    select v.id, v.supplier_number, v.due_date, private.amount_text(v.open),
           case when v.status = 'received' then 'It is not approved yet.' when v.status = 'disputed' then 'It is disputed.'
             when r.run_number is not null then format('It is in %s.', r.run_number)
             when v.currency <> (select s.currency from public.company_settings s) then format('It is in %s.', v.currency) end
      from public.supplier_invoices v
      left join public.payment_run_items i on i.supplier_invoice_id = v.id and i.status = 'open'
      left join public.payment_runs r on r.id = i.payment_run_id
     where v.supplier_id = p_supplier_id and v.open > 0
     order by v.due_date nulls last, v.invoice_date, v.supplier_number;
end $function$;
grant execute on function private.supplier_open_invoices(p_supplier_id uuid) to authenticated;
grant execute on function private.supplier_open_invoices(p_supplier_id uuid) to service_role;
comment on function private.supplier_open_invoices(p_supplier_id uuid) is 'What is open of a supplier, the oldest due first, and why an invoice cannot be paid by a debit of the bank. Amounts are text.';
